"""The whole position in sentences."""

from collections.abc import Iterator

from p2pjeux.games.pantheon.facts import man_facts, seat_facts
from p2pjeux.games.pantheon.men import CARDS, lacks
from p2pjeux.games.pantheon.state import State
from p2pjeux.games.pantheon.texts import card, lacking_names, short_name, spent_told
from p2pjeux.rules.contract import Told, View
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words


def position(view: View[State], words: Words) -> tuple[Told, ...]:
    return tuple(_told(view, words))


def _told(view: View[State], words: Words) -> Iterator[Told]:
    state, seat = view.state, view.seat
    for other in range(state.seats):
        yield Told("who", seat_facts(state, other, words) + ".")
    for man in state.stakes:
        yield Told("board", words.say("Up for auction: {man}.", man=man_facts(state, man, words)))
    spent = spent_told(state, words)
    if spent:
        yield Told("board", spent + ".")
    if seat is None:
        return
    men = tuple(f"{short_name(man, words)} {CARDS[man].value}" for man in state.won[seat])
    if men:
        yield Told("board", words.say("You have {men}.", men=words.among(men)))
    yield Told("prices", _lacking(state, seat, words))
    slots = sorted(state.hands[seat], key=lambda slot: view.faces[slot])
    if slots:
        cards = words.among(tuple(card(view.faces[slot], words) for slot in slots))
        yield Told("hand", words.say("Your hand: {cards}.", cards=cards))


def _lacking(state: State, seat: Seat, words: Words) -> str:
    items = lacking_names(lacks(state.won[seat]), words)
    if not items:
        return words.say("All your series are complete.")
    return words.say("Your series lack: {items}.", items=", ".join(items))
