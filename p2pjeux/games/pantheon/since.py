"""What a collector has to know of the time since the last decision: from one board to the next."""

from itertools import pairwise

from p2pjeux.games.pantheon.auction import Bid, best
from p2pjeux.games.pantheon.men import CARDS, Man
from p2pjeux.games.pantheon.state import Sale, State
from p2pjeux.games.pantheon.texts import card, man_name, short_name, signed, town_name
from p2pjeux.rules.contract import View
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words


def since(states: tuple[State, ...], view: View[State], words: Words) -> tuple[str, ...]:
    """The auctions with their reasons, one's own cards and pawn, the men now up for auction."""
    steps = tuple(pairwise(states))
    lines = [
        _sold(after.last, man, view.seat, words)
        for before, after in steps
        if after.last is not None and after.last != before.last
        for man, _winner in after.last.winners
    ]
    lines += [_drawn(view, words)]
    lines += [text for before, after in steps for text in _pushed(before, after, view, words)]
    now = view.state
    if now.stakes and now.stakes != states[0].stakes:
        men = words.among(tuple(_with_value(man, words) for man in now.stakes))
        lines.append(words.say("Up for auction now: {men}.", men=men))
    if len(now.stakes) > 1:
        lines.append(_named(states[0], view, words))
    return tuple(filter(None, lines))


def _with_value(man: Man, words: Words) -> str:
    return f"{short_name(man, words)} {CARDS[man].value}"


def _sold(sale: Sale, man: Man, me: Seat | None, words: Words) -> str:
    bids = [bid for bid in sale.bids if bid.man == man]
    won = best(bids)
    if won is None:
        return words.say(
            "Nobody bid for {man}: the card leaves the game.", man=man_name(man, words)
        )
    told = {
        "man": man_name(man, words),
        "sum": _sum(won, words),
        "why": why_won(won, [bid for bid in bids if bid is not won], me, words),
    }
    if won.seat == me:
        return words.say("You won {man}: {sum}, {why}.", **told)
    return words.say("{name} won {man}: {sum}, {why}.", name=words.name(won.seat), **told)


def _sum(bid: Bid, words: Words) -> str:
    """``9♠ 7♥ − 4 = 12``: both distances are taken from the cards."""
    cards = " ".join(card(face, words) for face in bid.faces)
    return f"{cards} − {bid.roads + bid.squares} = {signed(bid.net)}"


def why_won(won: Bid, others: list[Bid], me: Seat | None, words: Words) -> str:
    """The larger result, or what parts equal ones: time line, map, order of play."""
    rival = best(others)
    if rival is None:
        return words.say("the only bid")
    if won.net > rival.net and rival.seat == me:
        return words.say("against your {net}", net=signed(rival.net))
    name = words.say("you") if rival.seat == me else words.name(rival.seat)
    if won.net > rival.net:
        return words.say("against {net} by {name}", net=signed(rival.net), name=name)
    if won.squares < rival.squares:
        return words.say("level with {name}, but nearer on the timeline", name=name)
    if won.roads < rival.roads:
        return words.say("level with {name}, but nearer on the map", name=name)
    return words.say("level with {name}, but earlier in the order of play", name=name)


def _drawn(view: View[State], words: Words) -> str:
    if view.seat is None:
        return ""
    mine = [slot for slot in view.state.hands[view.seat] if slot in view.fresh]
    mine.sort(key=lambda slot: view.faces[slot])
    cards = tuple(card(view.faces[slot], words) for slot in mine)
    return words.say("You drew {cards}.", cards=words.among(cards)) if cards else ""


def _pushed(before: State, after: State, view: View[State], words: Words) -> list[str]:
    """One's own pawn, sent by another to where that one came from."""
    mine = view.seat
    if mine is None or before.actor == mine or before.towns[mine] == after.towns[mine]:
        return []
    return [
        words.say(
            "{name} pushed you back from {left} to {town}.",
            name=words.name(before.actor),
            left=town_name(before.towns[mine], words),
            town=town_name(after.towns[mine], words),
        )
    ]


def _named(before: State, view: View[State], words: Words) -> str:
    """For whom the others have announced to bid since."""
    state = view.state
    if len(state.named) <= len(before.named):
        return ""
    told = []
    for man in state.stakes:
        seats = zip(state.order, state.named, strict=False)
        names = tuple(
            words.name(seat) for seat, named in seats if named == man and seat != view.seat
        )
        if names:
            told.append(
                words.say("{man}: {names}", man=short_name(man, words), names=words.among(names))
            )
    return words.say("Announced: {told}.", told=" · ".join(told)) if told else ""
