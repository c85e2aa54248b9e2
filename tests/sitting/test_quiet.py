"""How little is said at a table that thinks, and what is sent before what takes long."""

import pytest

from p2pjeux.errors import PeerFault
from p2pjeux.log.entry import Entry
from p2pjeux.sitting.sitting import HAVE_EVERY_MAX
from p2pjeux.table import entry_body
from p2pjeux.table.effects import Effect, KeepStep, Send
from p2pjeux.table.messages import Have, Parts, decode_message
from tests.kit import Case
from tests.sitting.people import Evening

EUROPAX = Case("europax", 3)
COURSE = Case("course", 2)


def haves(evening: Evening, number: int) -> int:
    return sum(isinstance(decode_message(one), Have) for one in evening.people[number].sent)


def test_a_table_that_thinks_says_less_and_less_often_what_it_has() -> None:
    evening = Evening(EUROPAX)
    evening.wait(30)
    before = [haves(evening, number) for number in range(3)]

    evening.wait(60)

    after = [haves(evening, number) for number in range(3)]
    said = [now - then for then, now in zip(before, after, strict=True)]
    assert said == [round(60 / HAVE_EVERY_MAX)] * 3


def test_after_a_quiet_time_what_was_lost_comes_as_quickly_as_ever() -> None:
    evening = Evening(EUROPAX)
    evening.wait(60)
    evening.carries = lambda _sender, _to: False
    number = evening.people[0].at_table.ledger.number
    evening.play(evening.asked[0])
    evening.carries = lambda _sender, _to: True

    evening.wait(3)

    assert len(evening.logs()) == 1
    assert evening.people[0].at_table.ledger.number > number


def test_a_watcher_asks_as_often_as_ever() -> None:
    evening = Evening(EUROPAX, watchers=1)
    evening.wait(30)
    before = haves(evening, 3)

    evening.wait(20)

    assert haves(evening, 3) - before == 20


class OneStepEvening(Evening):
    """What each call asks for is done before the work of the next step begins, and noted."""

    one_step = True

    def __init__(self, case: Case) -> None:
        self.calls: list[list[Effect]] = []
        super().__init__(case)

    def do(self, number: int, effects: list[Effect]) -> None:
        self.calls.append(effects)
        super().do(number, effects)
        if self.people[number].at_table.is_due:
            self.do(number, self.people[number].at_table.work_on())


def places_said(effects: list[Effect]) -> set[int]:
    messages = [decode_message(one.message) for one in effects if isinstance(one, Send)]
    parts = [one for one in messages if isinstance(one, Parts)]
    return {entry.step for one in parts for entry in one.entries}


def test_the_accept_of_a_step_is_sent_before_a_shuffle_for_the_next_is_made() -> None:
    evening = OneStepEvening(COURSE)
    evening.play_until(lambda one: one.people[0].at_table.ledger.number > 12)

    closing = [
        (max(one.step.number for one in effects if isinstance(one, KeepStep)), effects)
        for effects in evening.calls
        if any(isinstance(one, KeepStep) for one in effects)
    ]

    # Keys, their parts, shuffles, cards: in a course all that comes before the first decision.
    assert len(closing) > 12
    assert all(max(places_said(effects), default=0) <= number for number, effects in closing)


def test_an_own_entry_is_taken_without_a_look_at_its_signature() -> None:
    evening = Evening(EUROPAX)
    seat = evening.asked[0]
    ledger = evening.person_at(seat).at_table.ledger
    body = entry_body.wrap(ledger.bridge.make(seat, evening.decide(seat)))
    entry = Entry(ledger.place, seat, body, bytes(64))
    with pytest.raises(PeerFault):
        ledger.accept(entry)

    ledger.accept_own(entry)

    assert ledger.entries[seat] == entry


def test_what_was_read_is_not_written_a_second_time() -> None:
    evening = Evening(EUROPAX)
    (entry, *_) = evening.people[0].at_table.ledger.chain.steps[0].entries
    data = bytes(bytearray(entry.data))

    read = Entry.decode(data)

    assert read == entry
    assert read.data is data
