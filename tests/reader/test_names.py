"""Names as two programs judge them: which are right, and which can be mistaken for each other."""

import unicodedata

import pytest

from p2pjeux.errors import PeerFault
from p2pjeux.log.names import NAME_MAX, check_name, is_letter, looks
from tests.reader.node import ask

# All that is in use, and a sample of the rest; what this Python does not know another may.
CHARACTERS = [
    chr(code)
    for code in (*range(0x20, 0x3100), *range(0x3100, 0x30000, 11), *range(0xE0000, 0xE0200))
    if unicodedata.category(chr(code)) != "Cs"
]
MORE = (
    "",
    " ",
    "a b",
    "a  b",
    " a",
    "a ",
    "a" * 20,
    "a" * 21,
    "\N{DIE FACE-6}" * 20,
    "e\u0301",
    "é",
    "★",
    "★ 1",
    "Zоé",
    "Zoé Иван",
    "Д’Артаньян-2",
)


def is_name(text: str) -> bool:
    try:
        return check_name(text, NAME_MAX) == text
    except PeerFault:
        return False


@pytest.mark.slow
def test_both_programs_take_the_same_names() -> None:
    names = [*CHARACTERS, *(f"a{character}b" for character in CHARACTERS), *MORE]

    answers = ask([("name", name, NAME_MAX) for name in names])

    assert [name for name, good in zip(names, answers, strict=True) if good != is_name(name)] == []
    assert 0 < sum(answers) < len(answers)


def test_both_programs_find_the_same_names_alike() -> None:
    letters = [one for one in CHARACTERS if is_letter(one)]
    names = [*letters, *"0123456789", "Zoé", "Marie-Ève", "Straße", "СОСО", "Emma", "Ernrna"]

    answers = ask([("looks", name) for name in names])

    for at in (0, 1):
        ours = [looks(name)[at] for name in names]
        theirs = [answer[at] for answer in answers]
        assert len(set(zip(ours, theirs, strict=True))) == len(set(ours)) == len(set(theirs))
