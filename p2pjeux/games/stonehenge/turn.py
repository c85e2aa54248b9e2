"""What an answer changes: bids, sales, cards. Numbers in brackets are those of rulings.md."""

from p2pjeux.games.stonehenge.auction import Bid, judge, points
from p2pjeux.games.stonehenge.cards import (
    FACES,
    GOAL,
    SALES,
    START_HAND,
)
from p2pjeux.games.stonehenge.state import Phase, Sale, State
from p2pjeux.rules.dealing import deal_owed
from p2pjeux.rules.records import changed
from p2pjeux.rules.requests import (
    Answer,
    Done,
    Drawn,
    Laid,
    Play,
    Played,
    Seat,
    Slot,
)
from p2pjeux.rules.tuples import put, without


def apply(state: State, answer: Answer) -> State:
    match answer:
        case Laid(count=count):
            laid = (*state.laid, count)
            phase = Phase.OPEN if len(laid) == state.seats else Phase.LAY
            return changed(state, laid=laid, phase=phase)
        case Played(plays=plays):
            return _sell(state, plays)
        case Drawn(items=items):
            return _drawn(state, items)
        case Done() if state.phase is Phase.SHUFFLE:
            return _shuffled(state)
        case Done():
            return _dealt(state)
        case _:
            raise AssertionError(f"{answer} answers nothing that was asked")


def _drawn(state: State, items: tuple[int, ...]) -> State:
    match state.phase:
        case Phase.STONES:
            return changed(state, stones=items, phase=Phase.DOLMENS)
        case Phase.DOLMENS:
            # Dolmen 1 is next to ring space 1, the others follow clockwise (14, 15).
            return changed(state, stones=state.stones + items, phase=Phase.STARTER)
        case _:
            return changed(state, starter=items[0], phase=Phase.SHUFFLE)


def _shuffled(state: State) -> State:
    first = state.last is None
    size = len(FACES) if first else len(state.discards)
    stock = tuple(Slot(state.deck, place) for place in range(size))
    state = changed(state, deck=state.deck + 1, stock=stock, discards=())
    if first:
        owed = tuple((seat, START_HAND) for seat in state.order)
        return changed(state, owed=owed, phase=Phase.DEAL)
    return _draw_next(state)


def _dealt(state: State) -> State:
    dealt = deal_owed(state.hands, state.owed, state.stock)
    return _draw_next(changed(state, **dealt._asdict()))


def _draw_next(state: State) -> State:
    """Deal what is still owed; reshuffle only when a draw finds the stock empty (20)."""
    if state.owed and state.stock:
        return changed(state, phase=Phase.DRAW)
    if state.owed and state.discards:
        return changed(state, phase=Phase.SHUFFLE)
    # Nothing left to draw: the hands stay short (12).
    return changed(state, owed=(), phase=Phase.LAY)


def _sell(state: State, plays: tuple[Play, ...]) -> State:
    bids = tuple(Bid(play.seat, play.faces) for play in plays)
    verdict = judge(bids, state.trump)
    hands = list(state.hands)
    for play in plays:
        hands[play.seat] = without(hands[play.seat], play.action.cards)
    opened = tuple(face for bid in bids for face in bid.faces)
    state = changed(state, hands=tuple(hands), discards=state.discards + opened, laid=())
    if verdict.winner is None:
        state = _withdraw(state, bids)
    else:
        state = _award(state, bids, verdict.winner)
    if state.phase is Phase.OVER:
        return state
    return _draw_next(changed(state, owed=tuple(draw for draw in verdict.draws if draw[1])))


def _withdraw(state: State, bids: tuple[Bid, ...]) -> State:
    """Nobody bid above zero: the stone leaves the game, and the same seat starts again (10)."""
    sale = Sale(state.sale, bids, None, 0)
    return _move_on(changed(state, removed=(*state.removed, state.trump), last=sale))


def _award(state: State, bids: tuple[Bid, ...], winner: Seat) -> State:
    color = state.trump
    owned = state.owned[winner]
    scored = points(state.sale, owned[color])
    owned = put(owned, color, owned[color] + 1)
    state = changed(
        state,
        scores=put(state.scores, winner, state.scores[winner] + scored),
        owned=put(state.owned, winner, owned),
        starter=winner,
        last=Sale(state.sale, bids, winner, scored),
    )
    return _move_on(state)


def _move_on(state: State) -> State:
    """The auctioneer moves after each sale (1); the altar reached, or the last dolmen, ends it."""
    sale = state.sale + 1
    over = sale == SALES or max(state.scores) >= GOAL
    return changed(state, sale=sale, phase=Phase.OVER if over else state.phase)
