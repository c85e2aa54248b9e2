"""Pages that are killed, overtaken and emptied in the middle of a game: nothing is signed twice."""

from pathlib import Path

import pytest

from p2pjeux.judge.verify import verify
from tests.app.programs import end_of
from tests.export.browser import browser_pipe
from tests.log.sameness import digest_of
from tests.phone.people import Laptop, Phone, laptop, log_in, phones, play_on

pytestmark = pytest.mark.slow
# Every so many taps something happens to the page.
OFTEN = 7


def gathered(host: Laptop, *seated: Phone) -> None:
    host.host("stonehenge", 3, *("Bob", "Ana")[: 3 - len(seated)])
    for phone in seated:
        phone.sit_down(host.address)
    for phone in seated:
        phone.be_ready()


def test_a_page_killed_again_and_again_finds_its_seat_and_signs_nothing_twice(
    tmp_path: Path,
) -> None:
    with laptop(tmp_path / "home") as host, browser_pipe(tmp_path / "browser") as pipe:
        (zoe,) = phones(pipe, "Zoé")
        gathered(host, zoe)
        killed = 0
        while zoe.tap():
            if zoe.taps > OFTEN * (killed + 1) and killed < 4:
                # At whatever step it is just now, between sealing and opening too.
                zoe.page.kill()
                zoe.open(host.address)
                killed += 1

        code, said = end_of(host.program)

        assert code == 0, said
        assert killed == 4
        assert digest_of(log_in(zoe)) == digest_of(host.log)
        assert verify(host.log).ok
        # A second signature would be a fork, and forks are kept beside the log.
        assert list(host.home.glob("data/tables/*/evidence*")) == []


def test_the_tab_opened_last_has_the_seat_and_the_other_says_so(tmp_path: Path) -> None:
    with laptop(tmp_path / "home") as host, browser_pipe(tmp_path / "browser") as pipe:
        (zoe,) = phones(pipe, "Zoé")
        gathered(host, zoe)
        while zoe.taps < OFTEN:
            zoe.tap()
        tab = Phone(zoe.page.another(), "Zoé")
        tab.open(host.address)

        play_on([tab])

        zoe.page.wait("document.body.dataset.screen === 'overtaken'")
        code, said = end_of(host.program)
        assert code == 0, said
        assert digest_of(log_in(tab)) == digest_of(host.log)
        assert verify(host.log).ok
        assert list(host.home.glob("data/tables/*/evidence*")) == []


def test_whoever_has_lost_all_that_was_kept_is_somebody_else(tmp_path: Path) -> None:
    with laptop(tmp_path / "home") as host, browser_pipe(tmp_path / "browser") as pipe:
        (zoe,) = phones(pipe, "Zoé")
        gathered(host, zoe)
        while zoe.taps < OFTEN:
            zoe.tap()
        zoe.page.call("Storage.clearDataForOrigin", origin=host.origin, storageTypes="all")
        zoe.page.kill()

        zoe.open(host.address)
        zoe.say_name()
        zoe.wait("document.body.dataset.screen === 'out'")

        assert not [name for name in zoe.kept if "/journal/" in name]
