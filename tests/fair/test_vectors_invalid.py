"""Every damaged message of the vectors is refused, for the reason that stands beside it."""

import json

import pytest

from p2pjeux.errors import PeerFault
from tests.fair.make_vectors import FOLDER
from tests.fair.make_vectors_invalid import NAME, SEAT, text, works

VECTORS = json.loads((FOLDER / NAME).read_text("utf-8"))


def test_the_vectors_are_made_again_alike() -> None:
    assert (FOLDER / NAME).read_text("utf-8") == text()


@pytest.mark.parametrize("name", works())
def test_the_honest_message_passes_and_the_damaged_ones_do_not(name: str) -> None:
    work, vectors = works()[name], VECTORS["works"][name]
    work.check(bytes.fromhex(vectors["honest"]))
    for case in vectors["refused"]:
        with pytest.raises(PeerFault) as caught:
            work.check(bytes.fromhex(case["message"]))
        said = caught.value.fault.value, caught.value.message, caught.value.seat
        assert said == (case["fault"], case["reason"], SEAT), case["why"]
    assert len(vectors["refused"]) > 10
