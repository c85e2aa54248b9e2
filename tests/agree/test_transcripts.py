"""Every transcript comes out as it was written down and reviewed."""

from pathlib import Path

import pytest

from tests.agree.script import TESTDATA, played

TRANSCRIPTS = sorted(TESTDATA.glob("*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_transcript_is_as_it_was_reviewed(path: Path) -> None:
    text = path.read_text("utf-8")

    assert played(text) == text
