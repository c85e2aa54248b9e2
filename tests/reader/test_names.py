"""Names as two programs judge them: which are right, and which can be mistaken for each other."""

import unicodedata

from p2pjeux.errors import PeerFault
from p2pjeux.log.names import NAME_MAX, check_name
from tests.reader.node import ask

# All that is in use, and a sample of the rest; what this Python does not know another may.
CHARACTERS = [
    chr(code)
    for code in (*range(0x20, 0x3100), *range(0x3100, 0x30000, 11))
    if unicodedata.category(chr(code)) not in ("Cn", "Cs")
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
)


def is_name(text: str) -> bool:
    try:
        return check_name(text, NAME_MAX) == text
    except PeerFault:
        return False


def test_both_programs_take_the_same_names() -> None:
    names = [*CHARACTERS, *(f"a{character}b" for character in CHARACTERS), *MORE]

    answers = ask([("name", name, NAME_MAX) for name in names])

    assert [name for name, good in zip(names, answers, strict=True) if good != is_name(name)] == []
    assert 0 < sum(answers) < len(answers)


def test_both_programs_find_the_same_letters_alike() -> None:
    """Folded forms may differ, as long as the same letters fall together."""
    letters = [one for one in CHARACTERS if unicodedata.category(one)[0] == "L"]
    folded = [unicodedata.normalize("NFKC", letter).casefold() for letter in letters]

    answers = ask([("fold", letter) for letter in letters])

    pairs = set(zip(folded, answers, strict=True))
    assert len(pairs) == len(set(folded)) == len(set(answers))
