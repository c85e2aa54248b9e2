"""A short run of strangers' texts through everything that shows texts."""

import pytest

from tests.fuzz import foreign

SHORT = 300


@pytest.mark.slow
def test_only_what_is_seen_leaves() -> None:
    for seed in range(SHORT):
        foreign.try_one(seed)


def test_a_rendering_that_leaks_is_found() -> None:
    with pytest.raises(foreign.Leaked):
        foreign.check(["a\x1b[2Jb"], "a line")
