"""What an answer changes: pawns, bids, cards. Numbers in brackets are those of rulings.md."""

from p2pjeux.games.pantheon.auction import Bid, best, roads_to, squares_to
from p2pjeux.games.pantheon.legality import numbers
from p2pjeux.games.pantheon.men import Man
from p2pjeux.games.pantheon.pack import CARDS_PER_BID, FACES, HAND
from p2pjeux.games.pantheon.state import Phase, Sale, State
from p2pjeux.rules.dealing import deal_owed
from p2pjeux.rules.records import changed
from p2pjeux.rules.requests import (
    Action,
    Answer,
    Done,
    Drawn,
    Play,
    Played,
    Rolled,
    Sealed,
    Seat,
    Slot,
)
from p2pjeux.rules.tuples import put, without


def apply(state: State, answer: Answer) -> State:
    match answer:
        case Played(plays=plays):
            return _played(state, plays)
        case Rolled(values=values):
            return _rolled(state, values)
        case Sealed():
            return changed(state, phase=Phase.OPEN)
        case Drawn(items=men):
            return _revealed(state, men)
        case Done() if state.phase is Phase.SHUFFLE:
            return _shuffled(state)
        case Done():
            return _dealt(state)
        case _:
            raise AssertionError(f"{answer} answers nothing that was asked")


def _rolled(state: State, values: tuple[int, ...]) -> State:
    if state.phase is Phase.STARTER:
        return changed(state, starter=values[0] - 1, phase=Phase.PLACE)
    return changed(state, dice=values, phase=Phase.MOVE)


def _revealed(state: State, men: tuple[Man, ...]) -> State:
    return changed(
        state,
        round=state.round + 1,
        men=without(state.men, men),
        stakes=men,
        phase=Phase.ROLL,
    )


def _played(state: State, plays: tuple[Play, ...]) -> State:
    match state.phase:
        case Phase.PLACE:
            return _place(state, plays[0].action)
        case Phase.MOVE:
            return _move(state, plays[0].action)
        case Phase.NAME:
            return _name(state, plays[0].action)
        case _:
            return _sell(state, plays)


def _place(state: State, action: Action) -> State:
    town, square = numbers(action)
    last = state.turn + 1 == state.seats
    return changed(
        state,
        towns=put(state.towns, state.actor, town),
        squares=put(state.squares, state.actor, square),
        owed=tuple((seat, HAND) for seat in state.order) if last else (),
        turn=0 if last else state.turn + 1,
        phase=Phase.DEAL if last else Phase.PLACE,
    )


def _move(state: State, action: Action) -> State:
    """Both pawns stop; a pawn found in the town is sent where the mover came from (5–7)."""
    town, square = numbers(action)
    came_from = state.towns[state.actor]
    towns = tuple(came_from if other == town else other for other in state.towns)
    last = state.turn + 1 == state.seats
    choice = len(state.stakes) > 1
    return changed(
        state,
        towns=put(towns, state.actor, town),
        squares=put(state.squares, state.actor, square),
        dice=(),
        # With one man at stake there is nothing to announce.
        named=state.stakes * state.seats if last and not choice else (),
        turn=0 if last else state.turn + 1,
        phase=(Phase.NAME if choice else Phase.BID) if last else Phase.ROLL,
    )


def _name(state: State, action: Action) -> State:
    """Announcements are public, binding, and made in play order (10)."""
    last = state.turn + 1 == state.seats
    return changed(
        state,
        named=state.named + numbers(action),
        turn=0 if last else state.turn + 1,
        phase=Phase.BID if last else Phase.NAME,
    )


def _sell(state: State, plays: tuple[Play, ...]) -> State:
    """Each man goes to the best bid for him; one whom nobody named leaves the game (9, 20)."""
    bids = tuple(
        Bid(
            play.seat,
            man,
            play.faces,
            roads_to(man, state.towns[play.seat]),
            squares_to(man, state.squares[play.seat]),
        )
        for man, play in zip(state.named, plays, strict=True)
    )
    won, eliminated = list(state.won), state.eliminated
    winners: list[tuple[Man, Seat | None]] = []
    for man in state.stakes:
        bid = best(bid for bid in bids if bid.man == man)
        if bid is None:
            eliminated = (*eliminated, man)
            winners.append((man, None))
        else:
            won[bid.seat] = (*won[bid.seat], man)
            winners.append((man, bid.seat))
    hands = list(state.hands)
    for play in plays:
        hands[play.seat] = without(hands[play.seat], play.action.cards)
    return _end_round(
        changed(
            state,
            stakes=(),
            named=(),
            won=tuple(won),
            eliminated=eliminated,
            hands=tuple(hands),
            # Winning or not, all cards are spent.
            pile=state.pile + tuple(face for play in plays for face in play.faces),
            last=Sale(bids, tuple(winners)),
        )
    )


def _end_round(state: State) -> State:
    """Everybody draws two, and the next seat starts; without men left the game is over (20)."""
    if not state.men:
        return changed(state, phase=Phase.OVER)
    return changed(
        state,
        owed=tuple((seat, CARDS_PER_BID) for seat in state.order),
        starter=(state.starter + 1) % state.seats,
        phase=Phase.DEAL if state.stock else Phase.SHUFFLE,
    )


def _shuffled(state: State) -> State:
    """At the start the whole pack; later the pile of played cards becomes the stock (12)."""
    cards = len(state.pile) if state.deck else len(FACES)
    return changed(
        state,
        stock=tuple(Slot(state.deck, place) for place in range(cards)),
        pile=(),
        deck=state.deck + 1,
        phase=Phase.DEAL if state.deck else Phase.STARTER,
    )


def _dealt(state: State) -> State:
    """Hand out what the stock holds; what is still owed comes after a new shuffle (12)."""
    dealt = deal_owed(state.hands, state.owed, state.stock)
    phase = Phase.SHUFFLE if dealt.owed else Phase.REVEAL
    return changed(state, **dealt._asdict(), phase=phase)
