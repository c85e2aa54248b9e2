"""Phones at a real table: pages in Chromium over plain HTTP, with keys of their own."""

from pathlib import Path

import pytest

from p2pjeux.judge.verify import verify
from tests.app.programs import end_of
from tests.export.browser import browser_pipe
from tests.log.sameness import digest_of
from tests.phone.people import laptop, log_in, phones, play_on


@pytest.mark.slow
def test_two_phones_play_stonehenge_with_a_laptop_by_random_taps(tmp_path: Path) -> None:
    with laptop(tmp_path / "home") as host, browser_pipe(tmp_path / "browser") as pipe:
        host.host("stonehenge", 4, "Bob", "Ana")
        seated = phones(pipe, "Zoé", "Max")
        for phone in seated:
            phone.sit_down(host.address)
        for phone in seated:
            phone.be_ready()

        play_on(seated)

        code, said = end_of(host.program)
        assert code == 0, said
        assert {digest_of(log_in(phone)) for phone in seated} == {digest_of(host.log)}
        assert verify(host.log).ok
        for phone in seated:
            assert not phone.is_too_wide
            # The laptop has gone home, and the page calls it still.
            assert [one for one in phone.page.complaints if "CONNECTION" not in one] == []
