"""Councils made by hand, and the hands to move them: every action goes through the door."""

from collections.abc import Mapping

from p2pjeux.encoding import Value
from p2pjeux.games.ostrakon import GAME
from p2pjeux.games.ostrakon.calendar import COUNCILS, TEMPLE, DayRule
from p2pjeux.games.ostrakon.legality import ASK, DECLINE, FOLLOW, VOTE
from p2pjeux.games.ostrakon.rules import apply, request
from p2pjeux.games.ostrakon.state import BAD, BLACK, WHITE, Color, Phase, State
from p2pjeux.rules.contract import Refusal
from p2pjeux.rules.door import check_play
from p2pjeux.rules.requests import (
    Action,
    Choose,
    ChooseAll,
    Drawn,
    Open,
    Play,
    Played,
    Seal,
    Sealed,
    Seat,
)

Piles = Mapping[int, tuple[Seat, ...]]


def council(
    seats: int, piles: Piles, *, sun: int, rule: DayRule = DayRule.NORMAL, refusals: bool = False
) -> State:
    """Philosophers standing where they are put, before the question of the top of the lit pile."""
    assert sorted(seat for pile in piles.values() for seat in pile) == list(range(seats))
    path = tuple(tuple(piles.get(space, ())) for space in range(TEMPLE + 1))
    return State(
        seats=seats,
        refusals=refusals,
        phase=Phase.ASK,
        philosophers=tuple(range(seats)),
        morning=tuple(range(seats)),
        path=path,
        sun=sun,
        day=COUNCILS[seats].rules.index(rule),
        olive=(True,) * seats,
        topics=(0, 1, 2),
        stock=tuple(range(3, 16)),
        votes=(None,) * seats,
    )


def refusal(state: State, seat: Seat, action: Action) -> Refusal | None:
    asked = request(state)
    assert asked is not None
    return check_play(GAME, state, asked, seat, action, ())


def played(state: State, actions: Mapping[Seat, Action]) -> State:
    """The state after the seats that are asked have decided; every decision must be legal."""
    asked = request(state)
    assert isinstance(asked, Choose | ChooseAll)
    seats = asked.seats if isinstance(asked, ChooseAll) else (asked.seat,)
    assert set(actions) == set(seats)
    for seat, action in actions.items():
        assert refusal(state, seat, action) is None
    return apply(state, Played(tuple(Play(seat, actions[seat]) for seat in seats)))


def act(state: State, verb: str, *args: Value) -> State:
    """The asker decides."""
    return played(state, {state.asker: Action(verb, args)})


def ask(state: State, text: str = "Football or tennis?") -> State:
    return act(state, ASK, text, "tennis", "football")


def object_to(state: State, against: int) -> State:
    """Of the others so many call the question bad; all who answer lay black, like the asker."""
    votes: dict[Seat, Color] = dict.fromkeys(range(state.seats), BLACK)
    votes.update(dict.fromkeys(state.others[:against], BAD))
    return reveal(seal(state), votes)


def claim(state: State, *claims: Seat) -> State:
    """Of those who may follow, these do."""
    asked = request(state)
    assert isinstance(asked, ChooseAll)
    assert set(claims) <= set(asked.seats)
    return played(
        state, {seat: Action(FOLLOW if seat in claims else DECLINE) for seat in asked.seats}
    )


def seal(state: State) -> State:
    asked = request(state)
    assert isinstance(asked, Seal)
    return apply(state, Sealed(asked.seats))


def reveal(state: State, votes: Mapping[Seat, Color]) -> State:
    """Those who are asked to open show what they have sealed."""
    asked = request(state)
    assert isinstance(asked, Open)
    actions = {seat: Action(VOTE, (votes[seat],)) for seat in asked.seats}
    for seat, action in actions.items():
        assert refusal(state, seat, action) is None
    return apply(state, Played(tuple(Play(seat, action) for seat, action in actions.items())))


def ballot(state: State, agreeing: int) -> dict[Seat, Color]:
    """The asker bets on black, and so many of the others lay black too."""
    votes = dict.fromkeys(range(state.seats), WHITE)
    votes[state.asker] = BLACK
    votes.update(dict.fromkeys(state.others[:agreeing], BLACK))
    return votes


def vote(state: State, agreeing: int) -> State:
    """From the sealing to the end of the vote."""
    votes = ballot(state, agreeing)
    return reveal(seal(state), votes)


def turn(state: State, agreeing: int, *claims: Seat) -> State:
    """A whole turn of a normal day, up to the new topic card."""
    state = ask(state, f"Question {len(state.asked)}?")
    if state.phase is Phase.DISCIPLE:
        state = claim(state, *claims)
    return vote(state, agreeing)


def next_topic(state: State) -> State:
    assert state.phase is Phase.TOPIC
    return apply(state, Drawn((state.stock or state.used)[:1]))


def piles(state: State) -> dict[int, tuple[Seat, ...]]:
    return {space: pile for space, pile in enumerate(state.path) if pile}
