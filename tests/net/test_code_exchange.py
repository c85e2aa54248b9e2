"""The code of a private table, asked and answered: both sides, without a link."""

import pytest

from p2pjeux.encoding import encode
from p2pjeux.errors import Fault
from p2pjeux.net.code_exchange import (
    CodeCaller,
    CodeKeeper,
    Needed,
    Passed,
    Verdict,
    Wrong,
    is_needed,
)
from tests.net.people import entropy, faulting

LINK, OTHER_LINK = b"1" * 32, b"2" * 32
WHERE = ("10.0.0.2", LINK)
PEER = b"p" * 32


def knock(keeper: CodeKeeper, code: str, now: float = 0.0) -> tuple[Verdict, Verdict]:
    """What the keeper and the caller hold of each other after one exchange."""
    caller = CodeCaller(code, LINK, entropy)
    answer, _ = keeper.receive(PEER, caller.first, WHERE, now)
    proof, _ = caller.receive(answer)
    assert proof is not None
    last, theirs = keeper.receive(PEER, proof, WHERE, now)
    _, ours = caller.receive(last)
    return theirs, ours


def test_who_knows_the_code_comes_in() -> None:
    keeper = CodeKeeper("cafe-du-port", 0.0, entropy)

    assert knock(keeper, "cafe-du-port") == (Passed(), Passed())
    assert keeper.passed == {PEER}


def test_who_does_not_know_it_stays_out() -> None:
    keeper = CodeKeeper("cafe-du-port", 0.0, entropy)

    assert knock(keeper, "cafe-du-parc") == (Wrong(0), Wrong(0))
    assert not keeper.passed


def test_after_three_wrong_codes_even_the_right_one_waits() -> None:
    keeper = CodeKeeper("cafe-du-port", 0.0, entropy)
    for _ in range(3):
        knock(keeper, "cafe-du-parc")

    refused, told = knock(keeper, "cafe-du-port", now=1.0)

    assert isinstance(refused, Wrong)
    assert refused == told
    assert refused.wait > 0
    assert knock(keeper, "cafe-du-port", now=1.0 + refused.wait) == (Passed(), Passed())


def test_whoever_must_wait_is_told_before_a_code_is_looked_at() -> None:
    keeper = CodeKeeper("cafe-du-port", 0.0, entropy)
    first = CodeCaller("cafe-du-port", LINK, entropy).first
    assert keeper.refuse(first, WHERE[0], 0.0) is None
    for _ in range(3):
        knock(keeper, "cafe-du-parc")

    answered = keeper.refuse(first, WHERE[0], 1.0)

    assert answered is not None
    said, verdict = answered
    assert verdict == Wrong(29)
    assert CodeCaller("cafe-du-port", LINK, entropy).receive(said) == (None, verdict)


def test_an_exchange_holds_on_one_link_only() -> None:
    keeper = CodeKeeper("cafe-du-port", 0.0, entropy)
    caller = CodeCaller("cafe-du-port", OTHER_LINK, entropy)
    answer, _ = keeper.receive(PEER, caller.first, WHERE, 0.0)
    proof, _ = caller.receive(answer)
    assert proof is not None

    assert keeper.receive(PEER, proof, WHERE, 0.0)[1] == Wrong(0)


def test_a_stranger_without_a_code_hears_that_one_is_needed() -> None:
    said = CodeKeeper("cafe-du-port", 0.0, entropy).needed()

    assert is_needed(said)
    assert CodeCaller("cafe-du-port", LINK, entropy).receive(said) == (None, Needed())


@pytest.mark.parametrize(
    "said",
    [["proof", bytes(32)], ["welcome", bytes(32)], ["nonsense"], ["answer", b"\xff" * 32]],
    ids=str,
)
def test_what_comes_out_of_turn_is_a_fault_on_either_side(said: list[str | bytes]) -> None:
    message = encode(said)

    with faulting(Fault.BAD_CODE):
        CodeKeeper("cafe-du-port", 0.0, entropy).receive(PEER, message, WHERE, 0.0)
    with faulting(Fault.BAD_CODE):
        CodeCaller("cafe-du-port", LINK, entropy).receive(message)


def test_exchanges_that_nobody_ends_are_forgotten() -> None:
    keeper = CodeKeeper("cafe-du-port", 0.0, entropy)
    first = CodeCaller("cafe-du-port", LINK, entropy)
    answer, _ = keeper.receive(PEER, first.first, WHERE, 0.0)
    for number in range(32):
        keeper.receive(b"%032d" % number, CodeCaller("x" * 4, LINK, entropy).first, WHERE, 0.0)
    proof, _ = first.receive(answer)
    assert proof is not None

    with faulting(Fault.BAD_CODE):
        keeper.receive(PEER, proof, WHERE, 0.0)
