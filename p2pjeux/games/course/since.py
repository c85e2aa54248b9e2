"""What a traveller has to know of the time since the last turn: from one board to the next."""

from itertools import pairwise

from p2pjeux.games.course.state import Phase, Pile, State
from p2pjeux.games.course.texts import card, city_name, visa_name
from p2pjeux.games.course.world import NOWHERE, VISAS
from p2pjeux.rules.contract import View
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words


def since(states: tuple[State, ...], view: View[State], words: Words) -> tuple[str, ...]:
    """The cards drawn, who is about to win, where the others went, what was shuffled."""
    before, after = states[0], view.state
    others = [seat for seat in range(after.seats) if seat != view.seat]
    lines = [_drawn(view, words)]
    lines += [_near(before, after, seat, words) for seat in others]
    moved = [_moved(states, seat, words) for seat in others]
    idle = tuple(words.name(seat) for seat in others if _is_idle(states, seat))
    if idle:
        names = words.among(idle)
        moved.append(words.count("{names} stayed", "{names} stayed", len(idle), names=names))
    if any(moved):
        lines.append(" · ".join(filter(None, moved)) + ".")
    if after.deck > before.deck > 0:
        lines.append(words.say("The deck was empty: the cards played so far were reshuffled."))
    return tuple(filter(None, lines))


def _drawn(view: View[State], words: Words) -> str:
    if view.seat is None:
        return ""
    mine = [slot for slot in view.state.hands[view.seat] if slot in view.fresh]
    cards = tuple(card(view.faces[slot], words) for slot in mine)
    return words.say("You drew {cards}.", cards=words.among(cards)) if cards else ""


def _near(before: State, after: State, seat: Seat, words: Words) -> str:
    """Who has just got all five visas, and so only has to fly home."""
    if len(before.visas[seat]) == VISAS or len(after.visas[seat]) < VISAS or after.winner == seat:
        return ""
    return words.say(
        "{name} has all five visas and only has to fly home, from {city} to {home}.",
        name=words.name(seat),
        city=city_name(after.cities[seat], words),
        home=city_name(after.homes[seat], words),
    )


def _moved(states: tuple[State, ...], seat: Seat, words: Words) -> str:
    """Where one went with what visas, or what was taken openly instead."""
    before, after = states[0], states[-1]
    name = words.name(seat)
    if before.cities[seat] == NOWHERE:
        if after.cities[seat] == NOWHERE:
            return ""
        return words.say(
            "{name} starts from {city}", name=name, city=city_name(after.cities[seat], words)
        )
    gained = tuple(visa for visa in after.visas[seat] if visa not in before.visas[seat])
    place = city_name(after.cities[seat], words)
    if gained:
        visas = words.among(tuple(visa_name(visa, words) for visa in gained))
        return words.say(
            "{name} flew to {city} (new visas: {visas})", name=name, city=place, visas=visas
        )
    if before.cities[seat] != after.cities[seat]:
        return words.say("{name} flew to {city}", name=name, city=place)
    taken = tuple(card(shown.face, words) for shown in _taken(before, after, seat))
    if not taken:
        return ""
    return words.say("{name} stayed and took {cards}", name=name, cards=words.among(taken))


def _taken(before: State, after: State, seat: Seat) -> Pile:
    return tuple(shown for shown in after.taken[seat] if shown not in before.taken[seat])


def _is_idle(states: tuple[State, ...], seat: Seat) -> bool:
    """Whether a turn of this seat changed nothing that the others can see."""
    before, after = states[0], states[-1]
    if before.cities[seat] != after.cities[seat] or _taken(before, after, seat):
        return False
    return _has_played(states, seat)


def _has_played(states: tuple[State, ...], seat: Seat) -> bool:
    return any(
        before.phase is Phase.TURN and before.acting == seat and after.hands != before.hands
        for before, after in pairwise(states)
    )
