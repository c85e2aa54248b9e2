"""The table of records in protocol/ is the one that the program reads and writes by."""

import re
from pathlib import Path

from p2pjeux.log.ballot import Accept, Back, Move, Proposal

PAGE = (Path(__file__).parents[2] / "protocol" / "10-agreement.md").read_text("utf-8")
ROW = re.compile(r"^\| `([a-z]+)` \| (\d+) \| (.*) \|$", re.MULTILINE)


def test_the_table_of_records_is_the_code() -> None:
    told = [
        (
            kind.FORM.purpose,
            str(kind.FORM.size_max),
            ", ".join(f"{one.name} ({one.words})" for one in kind.FORM.said) or "nothing",
        )
        for kind in (Accept, Move, Proposal, Back)
    ]

    assert ROW.findall(PAGE) == told
