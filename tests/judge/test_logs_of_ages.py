"""Logs in which a step was taken up again in a later age: good, and with the chance of before."""

from collections.abc import Callable
from functools import partial

import pytest

from p2pjeux.fair import beacon
from p2pjeux.fair.transcript import Context
from p2pjeux.judge.verdict import Finding
from p2pjeux.judge.verify import verify
from p2pjeux.log.file import write_log
from p2pjeux.log.rift import AGE, first_step
from p2pjeux.log.step import Step
from p2pjeux.rules.requests import Roll
from tests.kit import Case
from tests.log.writing import OSTRAKON, STONEHENGE, Writer, secret_of

DICE = Case("pantheon", 4)


def _has(steps: int, writer: Writer) -> bool:
    return len(writer.steps) == steps


def taken_up(case: Case, *at: int) -> Writer:
    """A whole game; the steps at these places of the log are each taken up in another age."""
    writer = Writer(case)
    for age, place in enumerate(at, start=1):
        writer.run(partial(_has, place))
        writer.ledger.begin_age(age)
    return writer.run()


@pytest.mark.slow
@pytest.mark.parametrize("case", [OSTRAKON, STONEHENGE, DICE], ids=str)
@pytest.mark.parametrize("at, begun", [((3,), [1]), ((5, 6), [1, 2]), ((4, 4, 9), [2, 3])], ids=str)
def test_a_game_of_several_ages_is_good(case: Case, at: tuple[int, ...], begun: list[int]) -> None:
    writer = taken_up(case, *at)

    verdict = verify(writer.data)

    assert (verdict.finding, verdict.reason) == (Finding.GOOD, "")
    assert verdict.finished
    assert len(verdict.secrets) == case.seats
    numbers = [step.number for step in writer.steps]
    assert numbers == sorted(numbers)
    assert [number for number in numbers[1:] if number % AGE == 0] == list(map(first_step, begun))


def rolls(writer: Writer) -> bool:
    ledger = writer.ledger
    return ledger.bridge.is_set_up and isinstance(ledger.bridge.request, Roll)


def before_a_roll(number: int = 1) -> Writer:
    """A game whose peers are about to roll dice, for the first time or a later one."""
    writer = Writer(DICE).run(rolls)
    for _ in range(number - 1):
        while rolls(writer):
            writer.step()
        writer.run(rolls)
    return writer


def plain(writer: Writer) -> None:
    """Nothing happens to this table."""


def once(writer: Writer) -> None:
    writer.ledger.begin_age(1)


def twice(writer: Writer) -> None:
    writer.ledger.begin_age(2)
    writer.ledger.begin_age(5)


def without_a_seat(writer: Writer) -> None:
    writer.lost.add(1)


def without_a_seat_in_another_age(writer: Writer) -> None:
    writer.lost.add(1)
    writer.ledger.begin_age(1)


def with_proxies_in_another_age(writer: Writer) -> None:
    """The roll itself is closed; what others give for the absent seat is asked for again."""
    writer.lost.add(1)
    writer.step()
    writer.ledger.begin_age(1)


def after_the_roll(change: Callable[[Writer], None], number: int = 1) -> object:
    """How the game stands once the dice have fallen."""
    writer = before_a_roll(number)
    change(writer)
    state = writer.ledger.bridge.state
    while writer.ledger.bridge.state == state:
        writer.step()
    assert verify(writer.data).ok
    return writer.ledger.bridge.state


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize(
    "change, before",
    [
        (once, plain),
        (twice, plain),
        (without_a_seat_in_another_age, without_a_seat),
        (with_proxies_in_another_age, without_a_seat),
    ],
)
def test_dice_that_are_asked_for_again_fall_alike(
    change: Callable[[Writer], None], before: Callable[[Writer], None], number: int
) -> None:
    assert after_the_roll(change, number) == after_the_roll(before, number)


@pytest.mark.slow
def test_later_dice_fall_alike_too() -> None:
    kept, other = before_a_roll(), before_a_roll()
    other.ledger.begin_age(1)
    states = []
    for writer in (kept, other):
        while rolls(writer):
            writer.step()
        for _ in range(8):
            writer.run(rolls)
            writer.step()
        states.append(writer.ledger.bridge.state)

    assert states[0] == states[1]


def test_a_share_of_another_throw_is_a_lie() -> None:
    writer = before_a_roll()
    writer.ledger.begin_age(1)
    context = Context(writer.signed.table, first_step(1), 2)
    wrong = beacon.give_share(context, secret_of(2), 1)
    right = beacon.give_share(context, secret_of(2), 0)
    assert writer.body(2) == right

    entries = [writer.entry(seat, wrong if seat == 2 else None) for seat in range(4)]
    step = Step(first_step(1), tuple(entries))
    verdict = verify(write_log(writer.signed, [*writer.steps, step]))

    assert (verdict.finding, verdict.seat, verdict.proven) == (Finding.BODY, 2, True)
