"""What a seat may do, and a random one of these."""

from itertools import combinations
from typing import Final

from p2pjeux.games.pantheon.auction import roads_to
from p2pjeux.games.pantheon.europe import Town, destinations
from p2pjeux.games.pantheon.legality import BID, NAME, PLACE, free_capitals, open_squares, ways
from p2pjeux.games.pantheon.pack import CARDS_PER_BID
from p2pjeux.games.pantheon.rules import request
from p2pjeux.games.pantheon.state import Phase, State
from p2pjeux.games.pantheon.timeline import landings
from p2pjeux.rules.contract import Choices, Form, Pick, Source, View
from p2pjeux.rules.requests import Action, Seat, deciders
from p2pjeux.rules.source import pick
from p2pjeux.rules.words import later

# The fields of the forms.
CAPITAL: Final = later("capital")
TOWN: Final = later("town")
SQUARE: Final = later("square")


def choices(view: View[State]) -> Choices:
    state, asked = view.state, request(view.state)
    if asked is None or view.seat is None or view.seat not in deciders(asked):
        return Choices()
    match state.phase:
        case Phase.PLACE:
            fields = (Pick(CAPITAL, free_capitals(state)), Pick(SQUARE, open_squares(state)))
            return Choices(forms=(Form(PLACE, fields),))
        case Phase.MOVE:
            return Choices(forms=_moves(state, view.seat))
        case Phase.NAME:
            return Choices(tuple(Action(NAME, (man,)) for man in state.stakes))
        case _:
            pairs = combinations(state.hands[view.seat], CARDS_PER_BID)
            return Choices(tuple(Action(BID, cards=pair) for pair in pairs))


def _moves(state: State, seat: Seat) -> tuple[Form, ...]:
    """One form for each way to use the dice, so that every filling of it is legal."""
    return tuple(
        Form(
            verb,
            (
                Pick(TOWN, _nearest_first(state, destinations(state.towns[seat], roads))),
                Pick(SQUARE, landings(state.squares[seat], squares)),
            ),
        )
        for verb, (roads, squares) in ways(state).items()
    )


def _nearest_first(state: State, towns: tuple[Town, ...]) -> tuple[Town, ...]:
    """The towns by their distance from the nearest man at stake: a player reads from the top."""
    return tuple(sorted(towns, key=lambda town: min(roads_to(man, town) for man in state.stakes)))


def sample(view: View[State], source: Source) -> Action:
    state, seat = view.state, view.seat
    assert seat is not None
    match state.phase:
        case Phase.PLACE:
            return Action(
                PLACE, (pick(source, free_capitals(state)), pick(source, open_squares(state)))
            )
        case Phase.MOVE:
            verb, (roads, squares) = pick(source, tuple(ways(state).items()))
            town = pick(source, destinations(state.towns[seat], roads))
            return Action(verb, (town, pick(source, landings(state.squares[seat], squares))))
        case Phase.NAME:
            return Action(NAME, (pick(source, state.stakes),))
        case _:
            return Action(
                BID, cards=pick(source, tuple(combinations(state.hands[seat], CARDS_PER_BID)))
            )
