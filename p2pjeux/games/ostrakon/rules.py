"""The rules of Ostrakon. Numbers in brackets are those of rulings.md."""

from collections.abc import Mapping
from typing import Final

from p2pjeux.errors import Refused
from p2pjeux.games.ostrakon.calendar import (
    COUNCILS,
    PHILOSOPHERS,
    SEATS_LEAST,
    SEATS_MOST,
    DayRule,
)
from p2pjeux.games.ostrakon.legality import FOLLOW, TURN
from p2pjeux.games.ostrakon.questions import Question, key
from p2pjeux.games.ostrakon.state import BLACK, WHITE, Color, Phase, State, other_color
from p2pjeux.games.ostrakon.turn import become_disciple, eligible, is_refused, refuse, settle
from p2pjeux.rules.contract import OptionValue, Outcome
from p2pjeux.rules.records import changed
from p2pjeux.rules.requests import (
    Action,
    Answer,
    Choose,
    ChooseAll,
    Draw,
    Drawn,
    Open,
    Play,
    Played,
    Request,
    Seal,
    Sealed,
)
from p2pjeux.rules.tuples import put, without


def set_up(seats: int, options: Mapping[str, OptionValue]) -> State:
    if seats not in COUNCILS:
        raise Refused(
            "Ostrakon is for {least} to {most} seats, not {seats}",
            least=SEATS_LEAST,
            most=SEATS_MOST,
            seats=seats,
        )
    return State(
        seats=seats,
        refusals=options.get("refusals", "yes") == "yes",
        chosen=options.get("philosophers", "chosen") == "chosen",
        olive=(True,) * seats,
        votes=(None,) * seats,
    )


# To ask a member of an enumeration for its value takes as long as to make a request.
_VOTE: Final = Phase.VOTE.value
_DISCIPLE: Final = Phase.DISCIPLE.value


def request(state: State) -> Request | None:
    match state.phase:
        case Phase.VOTE:
            return Seal(tuple(range(state.seats)), _VOTE)
        case Phase.ASK | Phase.CORRUPT | Phase.CONSULT | Phase.RECONSIDER | Phase.TRICK:
            return Choose(state.asker, state.phase.value)
        case Phase.DISCIPLE:
            return ChooseAll(eligible(state), _DISCIPLE)
        case Phase.OVER:
            return None
        case _:
            return _open_or_draw(state)


def _open_or_draw(state: State) -> Request:
    """What nobody has to think about, and taking one's philosopher."""
    if state.phase is Phase.REVEAL:
        return Open(without(tuple(range(state.seats)), state.consulted))
    seats, about = tuple(range(state.seats)), state.phase.value
    match state.phase:
        case Phase.CONSULTED:
            return Open(state.consulted)
        case Phase.TOPIC:
            return Draw(state.stock or state.used, 1, about)
        case Phase.TOPICS:
            return Draw(state.stock, 3, about)
        case Phase.PILE:
            return Draw(seats, state.seats, about)
        case _:
            return _philosophers(state)


def _philosophers(state: State) -> Request:
    assert state.phase is Phase.PHILOSOPHERS
    if state.chosen:
        return Choose(len(state.philosophers), state.phase.value)
    return Draw(tuple(range(len(PHILOSOPHERS))), state.seats, state.phase.value)


def apply(state: State, answer: Answer) -> State:
    match answer:
        case Drawn(items=items):
            return _drawn(state, items)
        case Played(plays=plays) if state.phase in (Phase.CONSULTED, Phase.REVEAL):
            return _opened(state, plays)
        case Played(plays=plays):
            return _decided(state, plays)
        case Sealed():
            oracle = state.rule is DayRule.ORACLE
            return changed(state, phase=Phase.CONSULT if oracle else Phase.REVEAL)
        case _:
            raise AssertionError(f"{answer} answers nothing that was asked")


def _drawn(state: State, items: tuple[int, ...]) -> State:
    match state.phase:
        case Phase.PHILOSOPHERS:
            return changed(state, philosophers=items, phase=Phase.PILE)
        case Phase.PILE:
            start = state.council.start
            path = put(state.path, start, items)
            return changed(state, morning=items, path=path, sun=start, phase=Phase.TOPICS)
        case Phase.TOPICS:
            # The first card ends up on the right, the others are laid over it leftwards.
            stock = without(state.stock, items)
            return changed(state, topics=items, stock=stock, phase=Phase.ASK)
        case _:
            return _slide(state, items)


def _slide(state: State, items: tuple[int, ...]) -> State:
    """A new card on the left; a stock that is out was remade from the used cards."""
    topics = (*state.topics, *items)
    if state.stock:
        return changed(state, topics=topics, stock=without(state.stock, items), phase=Phase.ASK)
    stock = without(state.used, items)
    return changed(state, topics=topics, stock=stock, used=(), phase=Phase.ASK)


def _decided(state: State, plays: tuple[Play, ...]) -> State:
    match state.phase:
        case Phase.PHILOSOPHERS:
            return _take(state, plays[0].action)
        case Phase.ASK:
            return _ask(state, plays[0].action)
        case Phase.DISCIPLE:
            claims = tuple(play.seat for play in plays if play.action.verb == FOLLOW)
            return changed(become_disciple(state, claims), phase=_after_claims(state))
        case Phase.CORRUPT | Phase.CONSULT:
            return _influence(state, plays[0].action)
        case _:
            return _reconsider(state, turned=plays[0].action.verb == TURN)


def _influence(state: State, action: Action) -> State:
    named = [_seats(value) for value in action.args]
    if state.phase is Phase.CONSULT:
        return changed(state, consulted=tuple(sorted(named[0])), phase=Phase.CONSULTED)
    white, black = named
    told = [(seat, WHITE) for seat in white] + [(seat, BLACK) for seat in black]
    return changed(state, corrupted=tuple(sorted(told)), phase=Phase.VOTE)


def _seats(value: object) -> tuple[int, ...]:
    """What the door has found to be a list of seats."""
    assert isinstance(value, tuple | list)
    return tuple(value)


def _take(state: State, action: Action) -> State:
    (number,) = action.args
    assert isinstance(number, int)
    taken = (*state.philosophers, number)
    left = without(tuple(range(len(PHILOSOPHERS))), taken)
    if len(taken) == state.seats - 1 and len(left) == 1:
        # The last of twelve has nothing to choose.
        taken += left
    phase = Phase.PILE if len(taken) == state.seats else Phase.PHILOSOPHERS
    return changed(state, philosophers=taken, phase=phase)


def _ask(state: State, action: Action) -> State:
    text, white, black = (str(value).strip() for value in action.args)
    return changed(
        state,
        question=Question(text, white, black),
        asked=(*state.asked, key(text)),
        phase=Phase.DISCIPLE if eligible(state) else _after_claims(state),
    )


def _after_claims(state: State) -> Phase:
    """Corruption comes after the claims (12)."""
    return Phase.CORRUPT if state.rule is DayRule.CORRUPTION else Phase.VOTE


def _opened(state: State, plays: tuple[Play, ...]) -> State:
    votes = list(state.votes)
    for play in plays:
        votes[play.seat] = str(play.action.args[0])
    if state.phase is Phase.CONSULTED:
        return changed(state, votes=tuple(votes), phase=Phase.RECONSIDER)
    final = _final(votes)
    if is_refused(final):
        return refuse(state)
    if state.turned:
        final = put(final, state.asker, other_color(final[state.asker]))
    if state.rule is DayRule.TROMPERIE:
        return changed(state, votes=final, phase=Phase.TRICK)
    return settle(state, final)


def _final(votes: list[Color | None]) -> tuple[Color, ...]:
    final = tuple(vote for vote in votes if vote is not None)
    assert len(final) == len(votes)
    return final


def _reconsider(state: State, *, turned: bool) -> State:
    """On an Oracle day the shard that may be turned is still hidden, on a Tromperie day not."""
    if state.phase is Phase.RECONSIDER:
        return changed(state, turned=turned, phase=Phase.REVEAL)
    votes = _final(list(state.votes))
    if turned:
        votes = put(votes, state.asker, other_color(votes[state.asker]))
    return settle(state, votes)


def outcome(state: State) -> Outcome | None:
    """The top of the foremost pile, where the Sun has come to rest; there is no tie (15)."""
    if state.phase is not Phase.OVER:
        return None
    scores = tuple(state.space_of(seat) for seat in range(state.seats))
    return Outcome(scores, (state.path[state.sun][0],))


def census(state: State) -> Mapping[str, int]:
    standing = sum(map(len, state.path)) + len(state.under)
    return {
        "philosophers": standing if state.morning else state.seats,
        "topic cards": len(state.stock) + len(state.used) + len(state.topics),
    }
