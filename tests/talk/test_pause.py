"""Pausing by agreement of all, and going on by the word of one."""

import pytest

from p2pjeux.errors import PeerFault
from p2pjeux.log.consent import PAUSES_MAX, Consent, Kind
from p2pjeux.table.events import (
    Agree,
    Agreeing,
    Agreement,
    Asked,
    GoOn,
    GoWithout,
    NotLegal,
    Paused,
    Play,
    Waiting,
    WentOn,
)
from p2pjeux.table.messages import Parts, encode_message
from tests.kit import Case
from tests.sitting.people import PATIENCE, Evening

EUROPAX = Case("europax", 3)
PAUSE = Agree(Agreement.PAUSE)


def paused() -> Evening:
    evening = Evening(EUROPAX)
    for number in range(3):
        evening.tell(number, PAUSE)
    return evening


def test_the_table_pauses_once_all_agree() -> None:
    evening = Evening(EUROPAX)
    evening.tell(0, PAUSE)
    evening.tell(1, PAUSE)
    assert not any(person.at_table.is_paused for person in evening.people)
    assert evening.people[2].heard(Agreeing)[-1] == Agreeing(Agreement.PAUSE, (0, 1), (2,))

    evening.tell(2, PAUSE)

    assert all(person.at_table.is_paused for person in evening.people)
    assert all(len(person.heard(Paused)) == 1 for person in evening.people)


def test_nobody_plays_in_a_pause_and_is_told_so() -> None:
    evening = paused()
    (seat,) = evening.asked

    evening.tell(seat, Play(evening.decide(seat)))

    texts = [str(event.refusal) for event in evening.people[seat].heard(NotLegal)]
    assert texts == ["the table is paused; someone must end the pause first"]


def test_nobody_loses_patience_in_a_pause() -> None:
    evening = paused()
    (seat,) = evening.asked
    other = (seat + 1) % 3

    evening.wait(3 * PATIENCE)
    evening.tell(other, GoWithout((seat,)))

    assert not any(event.is_long for event in evening.people[other].heard(Waiting))
    assert len(evening.people[other].heard(NotLegal)) == 1


def test_one_voice_ends_the_pause_and_patience_begins_anew() -> None:
    evening = paused()
    evening.wait(3 * PATIENCE)
    (seat,) = evening.asked
    other = (seat + 1) % 3

    evening.tell(other, GoOn())

    assert not any(person.at_table.is_paused for person in evening.people)
    assert all(person.heard(WentOn) == [WentOn(other)] for person in evening.people)
    evening.wait(PATIENCE - 2)
    assert not any(event.is_long for event in evening.people[other].heard(Waiting))
    evening.play(seat)
    assert not evening.people[seat].heard(NotLegal)


def test_a_table_may_pause_again_in_the_same_step() -> None:
    evening = paused()
    evening.tell(0, GoOn())

    for number in range(3):
        evening.tell(number, PAUSE)

    assert all(person.at_table.is_paused for person in evening.people)
    assert all(len(person.heard(Paused)) == 2 for person in evening.people)


def test_going_on_without_a_pause_is_refused() -> None:
    evening = Evening(EUROPAX)

    evening.tell(0, GoOn())

    assert len(evening.people[0].heard(NotLegal)) == 1


def test_tomorrow_the_table_is_still_paused_whoever_comes_first() -> None:
    evening = paused()
    (seat,) = evening.asked
    for number in range(3):
        evening.get_up(number)
    evening.people[seat].events.clear()

    evening.sit_down(seat)
    evening.carry()

    assert evening.people[seat].at_table.is_paused
    assert not evening.people[seat].heard(Asked)
    for number in range(3):
        if number != seat:
            evening.sit_down(number)
    evening.carry()
    evening.tell((seat + 1) % 3, GoOn())
    assert evening.people[seat].heard(Asked)
    evening.play(seat)
    assert len(evening.logs()) == 1


def test_a_pause_leaves_no_trace_in_the_log() -> None:
    evening = paused()
    evening.tell(0, GoOn())
    plain = Evening(EUROPAX)

    for _ in range(6):
        evening.play(evening.asked[0])
        plain.play(plain.asked[0])

    assert evening.logs() == plain.logs()


def test_an_entry_that_was_on_its_way_ends_the_pause() -> None:
    evening = Evening(EUROPAX)
    (seat,) = evening.asked
    others = [number for number in range(3) if number != seat]
    for number in (seat, others[0]):
        evening.tell(number, PAUSE)
    evening.carries = lambda sender, _to: sender != seat
    evening.play(seat)
    evening.tell(others[1], PAUSE)
    assert evening.people[others[1]].at_table.is_paused
    evening.carries = lambda _sender, _to: True

    evening.wait(3)

    assert evening.people[others[1]].heard(WentOn) == [WentOn(seat)]
    assert not any(person.at_table.is_paused for person in evening.people)
    assert len(evening.logs()) == 1


def test_bots_agree_to_a_pause_but_never_end_it() -> None:
    evening = Evening(EUROPAX, bots=frozenset({1, 2}))
    evening.play_until(lambda one: one.asked == (0,))

    evening.tell(0, PAUSE)

    assert all(person.at_table.is_paused for person in evening.people)
    evening.wait(PATIENCE)
    assert all(person.at_table.is_paused for person in evening.people)


def test_a_watcher_has_no_say() -> None:
    evening = Evening(EUROPAX, watchers=1)

    evening.tell(3, PAUSE)

    assert len(evening.people[3].heard(NotLegal)) == 1
    assert not evening.people[0].heard(Agreeing)


@pytest.mark.parametrize(
    ("kind", "number", "key"),
    [
        (Kind.PAUSE, 0, 1),
        (Kind.PAUSE, PAUSES_MAX + 1, 1),
        (Kind.GO_ON, 0, 1),
        (Kind.TAKE_BACK, 10_000, 1),
        (Kind.PAUSE, 1, 2),
    ],
)
def test_a_consent_that_cannot_be_is_a_fault(kind: Kind, number: int, key: int) -> None:
    evening = Evening(EUROPAX)
    place = evening.people[0].at_table.ledger.place
    consent = Consent.sign(evening.people[key].identity, place, 1, kind, number)

    fault = evening.deliver(1, 0, encode_message(Parts(consents=(consent,))))

    assert isinstance(fault, PeerFault)
    assert not evening.people[0].at_table.is_paused


def test_consents_for_other_steps_are_passed_over() -> None:
    evening = Evening(EUROPAX)
    place = evening.people[0].at_table.ledger.place
    old = Consent.sign(evening.people[1].identity, place, 1, Kind.PAUSE, 1)
    evening.play(evening.asked[0])

    assert evening.deliver(1, 0, encode_message(Parts(consents=(old,)))) is None
    assert not evening.people[0].heard(Agreeing)


@pytest.mark.parametrize(
    ("kind", "number"), [(Kind.TAKE_BACK, 0), (Kind.PAUSE, 5), (Kind.GO_ON, 1)]
)
def test_bots_do_not_sign_what_cannot_be_had(kind: Kind, number: int) -> None:
    evening = Evening(EUROPAX, bots=frozenset({1, 2}))
    evening.play_until(lambda one: one.asked == (0,))
    ledger = evening.people[0].at_table.ledger
    consent = Consent.sign(evening.people[0].identity, ledger.place, 0, kind, number)
    before = len(evening.people[1].sent)

    assert evening.deliver(0, 1, encode_message(Parts(consents=(consent,)))) is None

    assert len(evening.people[1].sent) == before
