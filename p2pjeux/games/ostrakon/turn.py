"""Counting the shards, and what it does to philosophers, Sun and Moon."""

from p2pjeux.games.ostrakon.state import BAD, COLORS, Color, Past, Phase, Result, State
from p2pjeux.rules.records import changed
from p2pjeux.rules.requests import Seat


def advance(agreeing: int, others: int) -> int:
    """Spaces for an asker with whom ``agreeing`` of the others voted; 0 means under the Sun.

    At least half must agree (1) but not everybody (2): each who disagrees is worth one space.
    """
    return others - agreeing if 2 * agreeing >= others else 0


def is_refused(votes: tuple[Color, ...]) -> bool:
    """Whether more than half of the others call the question bad (16)."""
    return 2 * votes.count(BAD) > len(votes) - 1


def refuse(state: State) -> State:
    """Back to the asker for a question that will stand; nothing of the turn has happened (16, 26).

    The colours laid with a refused question are not told, and teach nobody anything.
    """
    return changed(
        state,
        phase=Phase.ASK,
        question=None,
        refused=True,
        olive=tuple(shown or seat == state.disciple for seat, shown in enumerate(state.olive)),
        disciple=None,
        corrupted=(),
        consulted=(),
        turned=False,
        votes=(None,) * state.seats,
    )


def eligible(state: State) -> tuple[Seat, ...]:
    """Who may become a disciple: the tops of the piles behind the asker that show the olive (6)."""
    tops = (pile[0] for pile in state.path[: state.sun] if pile)
    return tuple(sorted(seat for seat in tops if state.olive[seat]))


def settle(state: State, votes: tuple[Color, ...]) -> State:
    """The state after all shards are final: pieces moved, and the next turn prepared."""
    result = _judge(state, votes)
    path, under = list(state.path), state.under
    lit, path[state.sun] = path[state.sun], path[state.sun][1:]
    if result.advance:
        path[result.landed] = (lit[0], *path[result.landed])
    else:
        # New failures go beneath those already there (8).
        under = (*under, lit[0])
    if result.followed and result.disciple is not None:
        start = state.space_of(result.disciple)
        path[start] = path[start][1:]
        reached = start + result.followed
        path[reached] = (result.disciple, *path[reached])
    sun, day = state.sun, state.day
    # A disciple who reached the Sun keeps it there (7).
    if not path[sun]:
        path[sun], under = under, ()
        sun, day = _next_light(path, sun, day)
    return _next_turn(
        changed(
            state,
            path=tuple(path),
            under=under,
            sun=sun,
            day=day,
            history=(*state.history, _past(state, votes)),
            last=result,
        )
    )


def _judge(state: State, votes: tuple[Color, ...]) -> Result:
    asker = state.asker
    agreeing = votes.count(votes[asker]) - 1
    # Whoever called a question bad that stands has not answered it (16).
    steps = advance(agreeing, sum(vote in COLORS for vote in votes) - 1)
    followed = 0
    if steps and state.disciple is not None:
        # Never past the space where the Sun shines.
        followed = min(steps, state.sun - state.space_of(state.disciple))
    return Result(asker, votes, agreeing, steps, state.sun + steps, state.disciple, followed)


def _next_light(path: list[tuple[Seat, ...]], sun: int, day: int) -> tuple[int, int]:
    """Back to the next pile; when there is none the day is over, and the leaders are lit."""
    for space in range(sun - 1, 0, -1):
        if path[space]:
            return space, day
    return max(space for space, pile in enumerate(path) if pile), day + 1


def _past(state: State, votes: tuple[Color, ...]) -> Past:
    """An asker bets and a corrupted voter obeys: neither says what he thinks."""
    assert state.question is not None
    silent = {state.asker, *(seat for seat, _ in state.corrupted)}
    sincere = tuple(
        None if seat in silent or vote == BAD else vote for seat, vote in enumerate(votes)
    )
    return Past(state.question, sincere)


def _next_turn(state: State) -> State:
    assert state.last is not None
    if state.day == state.council.days:
        return changed(state, phase=Phase.OVER, votes=state.last.votes)
    right, centre, left = state.topics
    return changed(
        state,
        phase=Phase.TOPIC,
        topics=(centre, left),
        used=(*state.used, right),
        question=None,
        refused=False,
        disciple=None,
        corrupted=(),
        consulted=(),
        turned=False,
        votes=(None,) * state.seats,
    )


def become_disciple(state: State, claims: tuple[Seat, ...]) -> State:
    """Among several the one farthest from the Temple (5); his card is turned for good."""
    if not claims:
        return state
    disciple = min(claims, key=state.space_of)
    olive = tuple(shown and seat != disciple for seat, shown in enumerate(state.olive))
    return changed(state, disciple=disciple, olive=olive)
