"""What a page finds when it is loaded again: all of it, some of it, or of another program."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from p2pjeux.lobby.lobby import Post
from p2pjeux.log.ballot import Back
from p2pjeux.net.purposes import read_label, read_mark
from p2pjeux.phone.seat.kept import PageFiles, find_table
from p2pjeux.phone.seat.outputs import Write
from p2pjeux.phone.seat.page_table import PageTable
from p2pjeux.store.journal import Journal, read_journal
from p2pjeux.table.effects import Effect, Send
from p2pjeux.table.events import GoWithout
from tests.kit import Case
from tests.sitting.people import PATIENCE, Evening

FORGETFUL = "never signs twice"


class Loaded:
    """A page at its table, with the calls of a sitting; ``kept`` outlives it."""

    def __init__(self, evening: Evening, kept: dict[str, bytes]) -> None:
        me = evening.people[0]
        self.kept = kept
        self._random = Random(18)
        files = find_table(kept)
        if files is None:
            files = PageFiles(evening.signed, me.secret, kept)
            self._done([files.begin()])
        else:
            self._done([files.resume()])
        self.page = PageTable(files, me.identity, "en", 0)

    def start(self, now: float) -> list[Effect]:
        return self._all(self.page.start(now))

    def receive(self, peer: bytes, message: bytes) -> list[Effect]:
        return self._all(self.page.receive(peer, message))

    def tick(self, now: float) -> list[Effect]:
        return self._all(self.page.tick(now))

    def tap(self) -> list[Effect]:
        """Something that can be tapped, as somebody with patience would."""
        choice = self.page.show()["choice"]
        what: int | str = self._random.randrange(max(1, len(choice["entries"])))
        if choice["accept"] and self._random.random() < 0.5:
            what = "accept"
        done = self.page.tapped({"tap": what})
        return self._all(done)

    def _all(self, done: list[Write | Post]) -> list[Effect]:
        sent = self._done(done)
        while self.page.is_due:
            sent += self._done(self.page.work_on())
        return sent

    def _done(self, done: Iterable[Write | Post]) -> list[Effect]:
        sent: list[Effect] = []
        for one in done:
            if isinstance(one, Post):
                _, data = read_label(one.message)
                sent.append(Send(one.to, read_mark(data)[1]))
                continue
            for name, value in one.kept.items():
                self.kept.pop(name, None)
                if value is not None:
                    self.kept[name] = value
        return sent


class PageEvening(Evening):
    """Seat 0 is a page."""

    def __init__(self, seats: int = 3) -> None:
        self.kept: dict[str, bytes] = {}
        super().__init__(Case("europax", seats))

    def sit_down(self, number: int, *, forgetful: bool = False) -> None:
        if number > 0:
            super().sit_down(number, forgetful=forgetful)
            return
        loaded: Any = Loaded(self, self.kept)
        self.people[0].sitting = loaded
        self.do(0, loaded.start(self.now))

    def load_again(self) -> None:
        self.sit_down(0)
        self.carry()
        self.wait(3)

    @property
    def loaded(self) -> Loaded:
        loaded: Any = self.people[0].sitting
        return loaded  # type: ignore[no-any-return]  # it is what sit_down put there

    @property
    def laptop(self) -> Any:
        return self.people[1].at_table

    @property
    def told(self) -> str:
        return " ".join(span.text for span in self.loaded.page.model.story)

    def journal(self) -> Journal:
        lines = [self.kept[name] for name in sorted(self.kept) if "/journal/" in name]
        return read_journal(b"".join(lines), self.signed.table)

    def is_silent_since(self, number: int) -> bool:
        """Whether nothing was signed from this step on; what others show of it is kept too."""
        return all(one.step < number for one in self.journal().records)

    def move(self) -> None:
        """Whoever is asked decides."""
        if self.loaded.page.model.asked is not None:
            self.do(0, self.loaded.tap())
            self.carry()
        ledger = self.laptop.ledger
        if ledger.bridge.work == "decide":
            for seat in set(ledger.asked) - {0}:
                self.play(seat)
        self.wait(1)

    def reach(self, number: int) -> None:
        while self.laptop.ledger.number < number and not self.laptop.ledger.complete:
            self.move()

    def is_the_same_everywhere(self) -> bool:
        found = find_table({name: self.kept[name] for name in self.kept if "/over" not in name})
        assert found is not None
        ours = found.steps[-1].digest
        return {ours} == {one.at_table.ledger.chain.digest for one in self.people[1:]}


def lose(kept: dict[str, bytes], part: str) -> None:
    for name in [name for name in kept if part in name]:
        del kept[name]


@pytest.mark.slow
def test_a_page_loaded_again_after_every_few_steps_plays_its_game_to_the_end() -> None:
    evening = PageEvening()
    number = 0
    while not evening.laptop.ledger.complete:
        number += 5
        evening.reach(number)
        evening.load_again()
        assert not evening.journal().is_forgetful(number)

    evening.wait(3)
    assert evening.is_the_same_everywhere()
    assert not any(one.accused for one in evening.people)
    assert "".join(evening.kept).count("/over") == 1


def test_a_journal_is_cut_when_the_page_is_loaded_again() -> None:
    evening = PageEvening()
    evening.reach(40)
    written = len(evening.journal().records)

    evening.load_again()

    assert evening.journal().since > 0
    assert len(evening.journal().records) < written


def test_whoever_has_lost_the_journal_signs_nothing_and_hears_why() -> None:
    evening = PageEvening()
    evening.reach(12)
    lose(evening.kept, "/journal/")

    evening.load_again()

    assert FORGETFUL in evening.told
    assert evening.loaded.page.model.asked is None
    assert evening.is_silent_since(12)


def test_it_stays_lost_when_the_page_is_loaded_once_more() -> None:
    evening = PageEvening()
    evening.reach(12)
    lose(evening.kept, "/journal/")
    evening.load_again()

    evening.load_again()

    assert FORGETFUL in evening.told
    assert evening.is_silent_since(12)


@pytest.mark.parametrize("line", [0, 1, 3])
def test_a_journal_of_which_some_is_lost_is_a_lost_one(line: int) -> None:
    evening = PageEvening()
    evening.reach(12)
    lose(evening.kept, f"/journal/{line:08}")

    evening.load_again()

    assert FORGETFUL in evening.told


def test_whoever_was_left_out_and_taken_back_signs_again_and_remembers_it() -> None:
    evening = PageEvening()
    evening.reach(12)
    lose(evening.kept, "/journal/")
    evening.load_again()
    for _ in range(4):
        # Until nobody but the page is waited for.
        evening.move()
    evening.wait(PATIENCE + 1)
    for number in (1, 2):
        evening.tell(number, GoWithout((0,)))
    evening.wait(5)

    evening.reach(evening.laptop.ledger.number + 12)
    signed = [one for one in evening.journal().records if one.step >= 12]
    evening.load_again()

    assert isinstance(signed[0], Back)
    assert len(signed) > 1
    assert FORGETFUL not in evening.told
    assert not evening.journal().is_forgetful(evening.laptop.ledger.number)
    assert evening.is_the_same_everywhere()
    assert not any(one.accused for one in evening.people)


def test_steps_that_cannot_be_read_come_again_from_the_others() -> None:
    evening = PageEvening()
    evening.reach(12)
    (spoilt,) = [name for name in evening.kept if "/step/00000005" in name]
    evening.kept[spoilt] = evening.kept[spoilt][:-1] + b"\x00"
    found = find_table(evening.kept)
    assert found is not None
    assert len(found.steps) == 5

    evening.load_again()

    assert evening.is_the_same_everywhere()
    assert FORGETFUL not in evening.told


def test_a_table_of_an_earlier_program_is_passed_over() -> None:
    evening = PageEvening()
    (first,) = [name for name in evening.kept if "/journal/00000000" in name]
    # It wrote each record by itself, without a line that says what it is.
    evening.kept[first] = evening.kept[first].partition(b"\n")[2]

    assert find_table(evening.kept) is None
