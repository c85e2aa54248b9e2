"""What an answer changes: starts, flights, exchanges, draws. Numbers in brackets are rulings."""

from typing import Final, TypedDict

from p2pjeux.games.course.flight import chain, fly
from p2pjeux.games.course.state import OpenCard, Phase, Pile, State
from p2pjeux.games.course.world import AIRPORTS, FACES, HAND_SIZE, STARTS
from p2pjeux.rules.records import changed
from p2pjeux.rules.requests import Answer, Done, Drawn, Face, Play, Played, Seat, Slot
from p2pjeux.rules.tuples import put, without
from p2pjeux.rules.words import later

START: Final = "start"
FLY: Final = later("fly")
EXCHANGE: Final = later("exchange")
TURN: Final = "turn"

# Where the new cards of an exchange come from; what is not taken openly comes from the stock.
STOCK: Final = "stock"
LEFT: Final = "left"
RIGHT: Final = "right"
BOTH: Final = "both"
COMPARTMENTS: Final[dict[str, tuple[int, ...]]] = {STOCK: (), LEFT: (0,), RIGHT: (1,), BOTH: (0, 1)}
SOURCES: Final = tuple(COMPARTMENTS)
EXCHANGED: Final = 2


def first_hands(state: State) -> tuple[tuple[Seat, tuple[Slot, ...]], ...]:
    size = HAND_SIZE[state.seats]
    return tuple(
        ((state.dealer + 1 + turn) % state.seats, state.stock[turn * size : (turn + 1) * size])
        for turn in range(state.seats)
    )


def to_shuffle(state: State) -> tuple[Face, ...]:
    """The faces of the next stock: flown cards, else the discards below their top cards (10)."""
    if state.deck == 0:
        return FACES
    if state.flown:
        return state.flown
    return tuple(shown.face for pile in state.piles for shown in pile[:-1])


def apply(state: State, answer: Answer) -> State:
    match answer:
        case Played(plays=(play,)):
            return _played(state, play)
        case Done() if state.phase is Phase.SHUFFLE:
            return _shuffled(state)
        case Done() if state.phase is Phase.DEAL:
            return _dealt(state)
        case Done():
            return _drawn(state)
        case Drawn(items=(dealer,)):
            return changed(state, dealer=dealer, phase=Phase.SHUFFLE)
        case _:
            raise AssertionError(f"{answer} answers nothing that was asked")


def _shuffled(state: State) -> State:
    first = state.deck == 0
    faces = to_shuffle(state)
    left, right = state.piles
    return changed(
        state,
        deck=state.deck + 1,
        stock=tuple(Slot(state.deck, place) for place in range(len(faces))),
        shuffled=faces,
        flown=(),
        piles=state.piles if first or state.flown else (left[-1:], right[-1:]),
        phase=Phase.DEAL if first else Phase.DRAW,
    )


def _dealt(state: State) -> State:
    hands = tuple(slots for _seat, slots in sorted(first_hands(state)))
    stock = state.stock[state.seats * HAND_SIZE[state.seats] :]
    return changed(state, hands=hands, stock=stock, phase=Phase.START)


def _drawn(state: State) -> State:
    seat = state.acting
    slots = state.stock[: state.owed]
    hands = put(state.hands, seat, state.hands[seat] + slots)
    stock = state.stock[len(slots) :]
    if len(slots) == state.owed:
        over = _turn_over(state, state.piles, state.thrown)
        return changed(state, hands=hands, stock=stock, **over)
    return _go_on(changed(state, hands=hands, stock=stock, owed=state.owed - len(slots)))


def _go_on(state: State) -> State:
    """Draw what is owed, shuffling when the stock is out (11); nothing left ends the turn (12)."""
    if state.stock:
        return changed(state, phase=Phase.DRAW)
    if to_shuffle(state):
        return changed(state, phase=Phase.SHUFFLE)
    return changed(state, **_turn_over(state, state.piles, state.thrown))


class _TurnOver(TypedDict):
    phase: Phase
    turn: int
    owed: int
    piles: tuple[Pile, Pile]
    thrown: Pile


def _turn_over(state: State, piles: tuple[Pile, Pile], thrown: Pile) -> _TurnOver:
    """What ends a turn: thrown cards come down, the first on the left, the second on the right."""
    left, right = piles
    turn = state.turn + 1
    return {
        "phase": Phase.OVER if turn == state.rounds * state.seats else Phase.TURN,
        "turn": turn,
        "owed": 0,
        "piles": (left + thrown[:1], right + thrown[1:]) if thrown else piles,
        "thrown": (),
    }


def _played(state: State, play: Play) -> State:
    if state.phase is Phase.START:
        return _started(state, play)
    if play.action.verb == FLY:
        return _flown(state, play)
    return _exchanged(state, play)


def _started(state: State, play: Play) -> State:
    """The pawn goes to its start, and the visa of its continent is taken at once (15)."""
    seat, (city,) = play.seat, play.action.args
    assert isinstance(city, int)
    visa = AIRPORTS[city].continent
    homes = put(state.homes, seat, city)
    return changed(
        state,
        phase=Phase.TURN if all(home in STARTS for home in homes) else Phase.START,
        homes=homes,
        cities=put(state.cities, seat, city),
        visas=put(state.visas, seat, (visa,)),
        visas_left=put(state.visas_left, visa, state.visas_left[visa] - 1),
    )


def _flown(state: State, play: Play) -> State:
    seat, cards = play.seat, play.action.cards
    stops = chain(state.cities[seat], play.faces)
    assert stops is not None
    flight = fly(state.homes[seat], state.visas[seat], stops)
    left = list(state.visas_left)
    for visa in flight.new_visas:
        left[visa] -= 1
    flown = changed(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], cards)),
        taken=put(state.taken, seat, _kept(state, seat, cards)),
        flown=state.flown + play.faces,
        # Only the stock refills the hand after a flight (9).
        owed=0 if flight.wins else len(cards),
        cities=put(state.cities, seat, flight.stops[-1]),
        visas=put(state.visas, seat, flight.visas),
        visas_left=tuple(left),
        flight=(state.cities[seat], *flight.stops),
        phase=Phase.OVER if flight.wins else Phase.DRAW,
        winner=seat if flight.wins else None,
    )
    return flown if flight.wins or flown.stock else _go_on(flown)


def _exchanged(state: State, play: Play) -> State:
    """Take the open cards, then the stock's, and only then put the thrown ones down (4, 5)."""
    seat, cards = play.seat, play.action.cards
    (source,) = play.action.args
    assert isinstance(source, str)
    sides = COMPARTMENTS[source]
    tops, (left, right) = _take(state.piles, sides)
    kept = without(state.hands[seat], cards)
    hands = put(state.hands, seat, kept + tuple([shown.slot for shown in tops]))
    taken = put(state.taken, seat, _kept(state, seat, cards) + tops)
    thrown = tuple(map(OpenCard, cards, play.faces))
    owed = len(cards) - len(tops)
    if not owed:
        over = _turn_over(state, (left, right), thrown)
        return changed(state, hands=hands, taken=taken, flight=(), **over)
    exchanged = changed(
        state,
        hands=hands,
        taken=taken,
        piles=(left, right),
        thrown=thrown,
        owed=owed,
        flight=(),
        phase=Phase.DRAW,
    )
    return exchanged if state.stock else _go_on(exchanged)


def _take(piles: tuple[Pile, Pile], sides: tuple[int, ...]) -> tuple[Pile, tuple[Pile, Pile]]:
    """The top cards of these sides, and what is left of both piles."""
    if not sides:
        return (), piles
    left, right = piles
    tops = tuple([piles[side][-1] for side in sides])
    return tops, (left[:-1] if 0 in sides else left, right[:-1] if 1 in sides else right)


def _kept(state: State, seat: Seat, cards: tuple[Slot, ...]) -> Pile:
    """The openly taken cards of ``seat`` that do not leave its hand with ``cards``."""
    taken = state.taken[seat]
    return tuple([shown for shown in taken if shown.slot not in cards]) if taken else ()
