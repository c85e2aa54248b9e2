"""The table of records in protocol/ is the one that the program reads and writes by."""

import re
from pathlib import Path

import pytest

from p2pjeux.errors import PeerFault
from p2pjeux.log.ballot import Accept, Back, Move, Proposal
from p2pjeux.log.consent import Consent
from p2pjeux.log.entry import Entry
from p2pjeux.log.records import read_record
from p2pjeux.log.signed import Signed

PAGE = (Path(__file__).parents[2] / "protocol" / "10-agreement.md").read_text("utf-8")
KINDS: tuple[type[Signed], ...] = (Entry, Accept, Move, Proposal, Back, Consent)
ROW = re.compile(r"^\| `([a-z]+)` \| (\d+) \| (.*) \|$", re.MULTILINE)


def test_the_table_of_records_is_the_code() -> None:
    told = [
        (
            kind.FORM.purpose,
            str(kind.FORM.size_max),
            ", ".join(f"{one.name} ({one.words})" for one in kind.FORM.said) or "nothing",
        )
        for kind in KINDS
    ]

    assert ROW.findall(PAGE) == told


def test_every_kind_on_the_page_is_read_by_its_name() -> None:
    for kind in KINDS:
        with pytest.raises(PeerFault) as caught:
            read_record(kind.FORM.purpose, b"\x90")
        assert (
            caught.value.message
            == f"a list of {5 + len(kind.FORM.said)} to {5 + len(kind.FORM.said)} items was due"
        )
