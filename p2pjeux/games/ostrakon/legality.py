"""What players may do, and whether they may do it now. Numbers in brackets: rulings.md."""

from collections.abc import Callable
from typing import Final

from p2pjeux.encoding import Value
from p2pjeux.games.ostrakon.calendar import PHILOSOPHERS
from p2pjeux.games.ostrakon.questions import ANSWER_MOST, QUESTION_MOST, check_text, key
from p2pjeux.games.ostrakon.state import BAD, COLORS, Phase, State
from p2pjeux.rules.contract import Refusal
from p2pjeux.rules.requests import Action, Face, Seat
from p2pjeux.rules.words import later

# Take a philosopher: (number,).
TAKE: Final = "take"
# Ask a question: (text, white answer, black answer).
ASK: Final = later("ask")
FOLLOW: Final = "follow"
DECLINE: Final = "decline"
# Corrupt others: (seats told to lay white, seats told to lay black).
CORRUPT: Final = later("corrupt")
# Lay a shard, or call the question bad: (WHITE,), (BLACK,) or (BAD,).
VOTE: Final = "vote"
# Consult others: (seats,).
CONSULT: Final = later("consult")
KEEP: Final = "keep"
TURN: Final = "turn"

_ALTERNATIVES: Final = {
    Phase.DISCIPLE: (FOLLOW, DECLINE),
    Phase.RECONSIDER: (KEEP, TURN),
    Phase.TRICK: (KEEP, TURN),
}


_VOTING: Final = (Phase.VOTE, Phase.CONSULTED, Phase.REVEAL)
_BALLOT: Final = (*COLORS, BAD)


def check(state: State, seat: Seat, action: Action, faces: tuple[Face, ...]) -> Refusal | None:
    """Why ``action`` is not legal in this phase. A sealed shard is judged when it opens, too."""
    phase = state.phase
    # Most actions are votes, and a tuple is searched faster than members of an enumeration hash.
    if phase in _VOTING:
        return _check_vote(state, seat, action)
    if phase in _ALTERNATIVES:
        legal = action.verb in _ALTERNATIVES[phase] and not action.args
        return None if legal else _out_of_place()
    if phase in _CHECKS:
        return _CHECKS[phase](state, action)
    return _out_of_place()


def _out_of_place() -> Refusal:
    return Refusal("that cannot be done at this moment")


def _check_philosopher(state: State, action: Action) -> Refusal | None:
    if action.verb != TAKE or len(action.args) != 1 or not _is_number(action.args[0]):
        return _out_of_place()
    if action.args[0] not in range(len(PHILOSOPHERS)):
        return Refusal("there is no such philosopher")
    if action.args[0] in state.philosophers:
        return Refusal("this philosopher is already taken")
    return None


def _check_question(state: State, action: Action) -> Refusal | None:
    if action.verb != ASK or len(action.args) != 3:
        return _out_of_place()
    text, white, black = action.args
    for written, most in ((text, QUESTION_MOST), (white, ANSWER_MOST), (black, ANSWER_MOST)):
        refusal = check_text(written, most)
        if refusal is not None:
            return refusal
    # The texts have just been found to be texts.
    if key(str(white)) == key(str(black)):
        return Refusal("the two answers must differ")
    if key(str(text)) in state.asked:
        return Refusal("this question was already asked in this game")
    return None


def _check_vote(state: State, seat: Seat, action: Action) -> Refusal | None:
    if action.verb != VOTE or len(action.args) != 1 or action.args[0] not in _BALLOT:
        return _out_of_place()
    told = dict(state.corrupted).get(seat) if state.corrupted else None
    if action.args[0] == BAD and told is None:
        return _check_objection(state, seat)
    if told is not None and action.args[0] != told:
        return Refusal("whoever is corrupted votes the colour that was named")
    return None


def _check_objection(state: State, seat: Seat) -> Refusal | None:
    if seat == state.asker:
        return Refusal("you cannot call your own question bad")
    if not state.may_refuse:
        return Refusal("this question stands: answer it with white or black")
    return None


def _check_corruption(state: State, action: Action) -> Refusal | None:
    if action.verb != CORRUPT or len(action.args) != 2:
        return _out_of_place()
    white, black = (_seats(value) for value in action.args)
    if white is None or black is None:
        return _out_of_place()
    return _check_influence(state, (*white, *black))


def _check_consultation(state: State, action: Action) -> Refusal | None:
    if action.verb != CONSULT or len(action.args) != 1:
        return _out_of_place()
    seats = _seats(action.args[0])
    return _out_of_place() if seats is None else _check_influence(state, seats)


def _check_influence(state: State, seats: tuple[Seat, ...]) -> Refusal | None:
    """Exactly as many as the summary card says, all different, and never oneself (14)."""
    number = state.council.influenced
    if len(seats) != number:
        return Refusal(
            "exactly {number} others must be named, not {count}",
            {"number": number, "count": len(seats)},
        )
    if len(set(seats)) != len(seats):
        return Refusal("a philosopher is named twice")
    if not all(seat in state.others for seat in seats):
        return Refusal("only other philosophers of this table can be named")
    return None


def _seats(value: Value) -> tuple[Seat, ...] | None:
    """A list of numbers as seats, or None if it is anything else."""
    if not isinstance(value, tuple | list):
        return None
    numbers = tuple(item for item in value if isinstance(item, int) and _is_number(item))
    return numbers if len(numbers) == len(value) else None


def _is_number(value: Value) -> bool:
    # True counts as 1 in Python, but not in the log.
    return isinstance(value, int) and not isinstance(value, bool)


_CHECKS: Final[dict[Phase, Callable[[State, Action], Refusal | None]]] = {
    Phase.PHILOSOPHERS: _check_philosopher,
    Phase.ASK: _check_question,
    Phase.CORRUPT: _check_corruption,
    Phase.CONSULT: _check_consultation,
}
