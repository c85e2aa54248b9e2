"""What is hidden is shown only once the step below is settled, and whoever is late is named."""

import pytest

from p2pjeux.log.ballot import Accept
from p2pjeux.rules.requests import Seat
from p2pjeux.table.events import GoWithout, Left, NotLegal, Waiting
from p2pjeux.table.ledger import Ledger
from tests.kit import Case
from tests.sitting.people import PATIENCE, Evening

COURSE = Case("course", 3)


def ledger_of(evening: Evening, number: int = 0) -> Ledger:
    return evening.people[number].at_table.ledger


def mute(evening: Evening, late: Seat) -> None:
    """What this one sends reaches nobody; it hears all the same."""
    evening.carries = lambda sender, _to: sender != late


def unmute(evening: Evening) -> None:
    evening.carries = lambda _sender, _to: True


def go_on(evening: Evening) -> None:
    """All are heard again, until somebody is asked to decide."""
    unmute(evening)
    while ledger_of(evening).bridge.work != "decide":
        evening.wait(1)


def before_light() -> tuple[Evening, Seat]:
    """Somebody has decided, and cards are to be dealt; but what another confirms nobody hears."""
    evening = Evening(COURSE)
    for _ in range(20):
        (asked,) = evening.asked
        late = (asked + 1) % 3
        mute(evening, late)
        evening.play(asked)
        if ledger_of(evening, asked).gives_light:
            return evening, late
        go_on(evening)
    raise AssertionError("no cards are dealt")


@pytest.mark.slow
def test_nothing_is_shown_before_the_step_below_is_settled() -> None:
    evening, late = before_light()
    there = [ledger_of(evening, seat) for seat in range(3) if seat != late]
    number = there[0].number

    evening.wait(PATIENCE - 5)

    assert [ledger.number for ledger in there] == [number, number]
    assert [ledger.entries for ledger in there] == [{}, {}]
    unmute(evening)
    evening.wait(3)
    assert there[0].number > number


@pytest.mark.slow
def test_whoever_has_yet_to_confirm_is_named_to_all() -> None:
    evening, late = before_light()
    there = tuple(seat for seat in range(3) if seat != late)

    for number in there:
        assert evening.people[number].heard(Waiting)[-1] == Waiting("confirm", (late,), there)


@pytest.mark.slow
def test_whoever_confirms_nothing_for_long_is_gone_on_without() -> None:
    evening, late = before_light()
    there = tuple(seat for seat in range(3) if seat != late)
    person = evening.people[there[0]]
    evening.wait(PATIENCE + 1)
    assert person.heard(Waiting)[-1].is_long
    number = person.at_table.ledger.number

    for other in there:
        evening.tell(other, GoWithout((late,)))
    evening.wait(5)

    assert person.at_table.ledger.number > number
    assert person.heard(Left) == [Left(late, agreed=there)]
    assert not person.heard(NotLegal)


def confirms_nothing_from(evening: Evening, late: Seat, number: int) -> None:
    """This one gives what is asked of it, but what it confirms from a step on reaches nobody."""

    def carries(sender: int, _to: int) -> bool:
        signed = evening.people[late].signed if sender == late else ()
        return not any(isinstance(one, Accept) and one.step >= number for one in signed)

    evening.carries = carries


def before_an_open_card() -> tuple[Evening, Seat, Seat]:
    """A seat is about to play a card openly, upon a step that ``late`` has not confirmed."""
    evening = Evening(COURSE)
    for _ in range(20):
        (asked,) = evening.asked
        following = (asked + 1) % 3
        late = (asked + 2) % 3
        confirms_nothing_from(evening, late, ledger_of(evening).number + 1)
        evening.play(asked)
        ledger, sitting = ledger_of(evening, following), evening.people[following].at_table
        is_asked = ledger.bridge.may_show and ledger.asked == (following,)
        if is_asked and not sitting.is_settled and evening.decide(following).cards:
            return evening, following, late
        go_on(evening)
    raise AssertionError("no card is played openly")


@pytest.mark.slow
def test_a_decision_that_shows_cards_is_held_back_until_the_step_below_is_settled() -> None:
    evening, seat, late = before_an_open_card()
    number, sent = ledger_of(evening, seat).number, len(evening.people[seat].sent)

    evening.play(seat)
    evening.wait(3)

    assert ledger_of(evening, seat).entries == {}
    assert not any(entry.step == number for entry in evening.people[seat].signed)
    assert len(evening.people[seat].sent) - sent <= 3
    assert evening.people[seat].heard(Waiting)[-1].work == "confirm"
    assert evening.people[seat].heard(Waiting)[-1].lacking == (late,)
    unmute(evening)
    evening.wait(3)
    assert ledger_of(evening, seat).number > number
    assert ledger_of(evening).chain.entry(number, seat) is not None
    assert not evening.people[seat].heard(NotLegal)
