"""The edges of keys, seals and points: one answer, whatever library is behind it."""

import json
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from p2pjeux.primitives import native
from p2pjeux.primitives.backend import BACKEND
from tests.log import signature_vectors
from tests.log.make_vectors import FOLDER
from tests.phone.parts import run_in_page, zipped
from tests.primitives import answers as ours
from tests.primitives.make_vectors import PATH, text_of
from tests.reader.node import ask, node

VECTORS: Final[dict[str, list[dict[str, Any]]]] = {
    **json.loads(PATH.read_text("utf-8")),
    "signatures": json.loads((FOLDER / signature_vectors.NAME).read_text("utf-8")),
}
EXPECTED: Final = {
    "exchanges": [one["secret"] for one in VECTORS["exchanges"]],
    "points": [one["member"] for one in VECTORS["points"]],
    "products": [one["product"] for one in VECTORS["products"]],
    "seals": [one["plain"] for one in VECTORS["seals"]],
    "signatures": [one["good"] for one in VECTORS["signatures"]],
}
WEB: Final = Path(__file__).with_name("webcrypto.mjs")


def test_the_edges_are_written_again_alike() -> None:
    assert PATH.read_text("utf-8") == text_of()


def test_both_answers_stand_among_the_edges() -> None:
    for answers in EXPECTED.values():
        assert {one in (None, False) for one in answers} == {True, False}


def test_laptops_judge_the_edges_as_the_protocol_says() -> None:
    assert BACKEND is native
    assert ours.answers(VECTORS) == EXPECTED


@pytest.mark.slow
def test_the_page_judges_the_edges_as_the_protocol_says() -> None:
    source = Path(ours.__file__).read_text("utf-8")

    answered = run_in_page(zipped("primitives"), f"{source}\nanswer = answers(given)", VECTORS)

    assert answered == EXPECTED


def by_webcrypto(asked: list[list[str]]) -> list[Any]:
    done = subprocess.run(
        [node(), WEB],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


def test_webcrypto_agrees_on_what_libraries_are_asked() -> None:
    """It takes keys that we refuse before anybody is asked, so it is asked what is left."""
    plain = [one for one in VECTORS["exchanges"] if one["secret"] is not None]

    answered = by_webcrypto([["exchange", one["private"], one["public"]] for one in plain])

    assert answered == [one["secret"] for one in plain]


def test_the_reader_judges_signatures_alike_with_webcrypto() -> None:
    asked = [
        ("signature", [one[part] for part in ("public", "message", "signature")], "web")
        for one in VECTORS["signatures"]
    ]

    assert ask(asked) == EXPECTED["signatures"]
