"""One line about a philosopher or a space of the path; and what a choice touches."""

from p2pjeux.games.ostrakon.board_parts import letter, philosopher
from p2pjeux.games.ostrakon.calendar import TEMPLE
from p2pjeux.games.ostrakon.legality import FOLLOW
from p2pjeux.games.ostrakon.since import place_name
from p2pjeux.games.ostrakon.state import COLORS, State
from p2pjeux.games.ostrakon.texts import names_of
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import parts, thing
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.words import Words

_OF_SEATS = ("corrupt", "consult", "to consult", "told to vote white", "told to vote black")


def things(view: View[State], choice: Action) -> tuple[str, ...]:
    """The players that a choice names; for a disciple the one who is followed."""
    if choice.verb == FOLLOW:
        return (thing("seat", view.state.asker),)
    if choice.verb not in _OF_SEATS:
        return ()
    return tuple(thing("seat", seat) for seat in _numbers(choice.args))


def _numbers(args: object) -> tuple[int, ...]:
    """All numbers in arguments that may be lists of them."""
    if isinstance(args, int):
        return (args,)
    if isinstance(args, tuple | list):
        return tuple(number for item in args for number in _numbers(item))
    return ()


def facts(view: View[State], name: str, words: Words) -> str:
    match parts(name):
        case "seat", (seat,):
            return seat_facts(view.state, seat, words)
        case "space", (space,):
            return space_facts(view.state, space, words)
        case _:
            return ""


def seat_facts(state: State, seat: Seat, words: Words, *, counts: bool = True) -> str:
    """Where a philosopher stands and what he may; with ``counts`` also how he voted so far."""
    if not state.topics:
        return words.say(
            "{name} is {philosopher}", name=words.name(seat), philosopher=philosopher(state, seat)
        )
    told = [_where(state, seat, words)]
    told += [words.say("asks now")] if seat == state.asker else []
    told += [words.say("follows {name}", name=words.name(state.asker))] * (seat == state.disciple)
    told.append(
        words.say("may still follow once") if state.olive[seat] else words.say("has followed")
    )
    if counts:
        told.append(_voted(state, seat, words))
    return words.say(
        "{letter} {name} ({philosopher}): {facts}",
        letter=letter(state, seat),
        name=words.name(seat),
        philosopher=philosopher(state, seat),
        facts=" · ".join(told),
    )


def _voted(state: State, seat: Seat, words: Words) -> str:
    voted = {color: sum(past.votes[seat] == color for past in state.history) for color in COLORS}
    white, black = voted[COLORS[0]], voted[COLORS[1]]
    return words.say("{white} × white, {black} × black", white=white, black=black)


def _where(state: State, seat: Seat, words: Words) -> str:
    if seat in state.under:
        return words.say("under the Sun")
    space = state.space_of(seat)
    pile = state.path[space]
    if len(pile) < 2:
        return words.say("on {place}", place=place_name(space, words))
    return words.say(
        "on {place}, number {number} from the top of {size}",
        place=place_name(space, words),
        number=pile.index(seat) + 1,
        size=len(pile),
    )


def space_facts(state: State, space: int, words: Words) -> str:
    place = place_name(space, words)
    place = place[:1].upper() + place[1:]
    told = []
    if space == state.sun:
        told.append(words.say("the Sun shines here"))
    if space != TEMPLE:
        told.append(words.say("{number} to the Temple", number=TEMPLE - space))
    pile = state.path[space]
    if pile:
        told.append(words.say("from the top: {names}", names=names_of(pile, words)))
    return words.say("{place}: {facts}", place=place, facts=" · ".join(told) or words.say("nobody"))
