"""Hand-made tables for the tests of the race. Slot (0, n) always holds card n."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from p2pjeux.games.course import GAME
from p2pjeux.games.course.state import OpenCard, Phase, State, new_state
from p2pjeux.games.course.turn import EXCHANGE, FLY, apply
from p2pjeux.games.course.world import AIRPORTS, CONTINENTS, FACES, HAND_SIZE, ROUTES, city_number
from p2pjeux.rules.contract import Refusal, View
from p2pjeux.rules.door import check_play
from p2pjeux.rules.requests import Action, Choose, Done, Face, Play, Played, Request, Slot

EUROPE, ASIA, AMERICA, AFRICA, OCEANIA = range(len(CONTINENTS))
ALL_BUT_AFRICA = (EUROPE, ASIA, AMERICA, OCEANIA)
ALL = (*ALL_BUT_AFRICA, AFRICA)


def card(a: str, b: str, copy: int = 0) -> Face:
    """The card of this pair of cities, by their French names; ``copy`` 1 is the second one."""
    pair = {city_number(a), city_number(b)}
    return [face for face in FACES if set(ROUTES[face]) == pair][copy]


def trip(*cities: str) -> tuple[Face, ...]:
    """Cards that lead from the first city to the last; a pair met twice uses both cards."""
    faces: list[Face] = []
    for a, b in pairwise(cities):
        faces.append(card(a, b, copy=sum(1 for face in faces if face == card(a, b))))
    return tuple(faces)


def slots(faces: Iterable[Face]) -> tuple[Slot, ...]:
    return tuple(Slot(0, face) for face in faces)


def shown(*faces: Face) -> tuple[OpenCard, ...]:
    return tuple(OpenCard(Slot(0, face), face) for face in faces)


def at(
    city: str,
    hand: tuple[Face, ...],
    *,
    home: str = "Paris",
    visas: tuple[int, ...] = (EUROPE,),
    piles: tuple[tuple[Face, ...], tuple[Face, ...]] = ((), ()),
    flown: tuple[Face, ...] = (),
    seats: int = 2,
    stock: int | None = None,
) -> State:
    """Seat 0 is to act in ``city`` with ``hand``, filled up to its size with cards that do not fit.

    The other seats are in Tokyo. Cards for which nobody has a use are in the stock, or in the left
    pile at the bottom where ``stock`` says how many the stock holds.
    """
    used = [*hand, *piles[0], *piles[1], *flown]
    here = city_number(city)
    rest = [face for face in FACES if face not in used]
    touched = {here, *(city for face in hand for city in ROUTES[face])}
    idle = [face for face in rest if here not in ROUTES[face]]
    idle.sort(key=lambda face: not touched.isdisjoint(ROUTES[face]))
    mine = (*hand, *idle[: HAND_SIZE[seats] - len(hand)])
    rest = [face for face in rest if face not in mine]
    size = HAND_SIZE[seats]
    hands = [mine, *(tuple(rest[size * seat : size * (seat + 1)]) for seat in range(seats - 1))]
    rest = rest[size * (seats - 1) :]
    stocked = rest if stock is None else rest[:stock]
    tokyo = city_number("Tokyo")
    state = replace(
        new_state(seats, 200),
        phase=Phase.TURN,
        dealer=seats - 1,
        deck=1,
        stock=slots(stocked),
        shuffled=FACES,
        hands=tuple(slots(faces) for faces in hands),
        piles=(shown(*rest[len(stocked) :], *piles[0]), shown(*piles[1])),
        flown=flown,
        homes=(city_number(home), *[tokyo] * (seats - 1)),
        cities=(here, *[tokyo] * (seats - 1)),
        visas=(visas, *[(ASIA,)] * (seats - 1)),
    )
    left = list(state.visas_left)
    for held in state.visas:
        for visa in held:
            left[visa] -= 1
    return replace(state, visas_left=tuple(left))


def faces_of(cards: tuple[Slot, ...]) -> tuple[Face, ...]:
    return tuple(slot.place for slot in cards)


def pending(state: State) -> Request:
    asked = GAME.request(state)
    assert asked is not None
    return asked


def refusal(state: State, action: Action) -> Refusal | None:
    """What the one door says to this action of the acting seat."""
    faces = faces_of(action.cards)
    return check_play(GAME, state, pending(state), state.acting, action, faces)


def play(state: State, action: Action) -> State:
    """The state after an action that must be legal, before any card is drawn."""
    refused = refusal(state, action)
    assert refused is None, str(refused)
    return apply(state, Played((Play(state.acting, action, faces_of(action.cards)),)))


def flight(*faces: Face) -> Action:
    return Action(FLY, cards=slots(faces))


def exchange(source: str, *faces: Face) -> Action:
    return Action(EXCHANGE, (source,), slots(faces))


def settled(state: State) -> State:
    """Shuffle and deal until somebody has to decide, or the game is over."""
    while GAME.request(state) is not None and not isinstance(GAME.request(state), Choose):
        state = apply(state, Done())
    return state


def view_of(state: State, seat: int = 0) -> View[State]:
    """What a seat of a hand-made table knows: its own hand, and whatever lies open."""
    known = {slot: slot.place for slot in state.hands[seat]}
    for pile in (*state.piles, *state.taken):
        known.update(pile)
    return View(state, seat, known)


def city_of(state: State, seat: int = 0) -> str:
    return AIRPORTS[state.cities[seat]].name_fr
