"""Foreign text that is made fit to be shown."""

import io
import json
import unicodedata

import pytest

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.printable import json_text, lines_text, put, put_over, shown

OURS = "Zoé : « à l’œuvre » – 12\u00a0000 ★ ♠ 李 さくら ▣ → ┌─┐ 🎲"


def test_what_we_write_ourselves_is_shown_as_it_is() -> None:
    assert shown(OURS) == OURS


@pytest.mark.parametrize(
    "text, seen",
    [
        ("a\x1b[2Jb", "a\\x1b[2Jb"),
        ("a\nb\rc\td", "a\\x0ab\\x0dc\\x09d"),
        ("a\u2028b\x85c", "a\\u2028b\\x85c"),
        ("\u202eevil", "\\u202eevil"),
        ("Zo\u3164é\u2800", "Zo\\u3164é\\u2800"),
        ("\U000e0041", "\\U000e0041"),
        ("\ud800", "\\ud800"),
        ("e" + "\u0301" * 5, "e" + "\u0301" * 3 + "\\u0301" * 2),
    ],
)
def test_what_would_move_the_cursor_hide_or_turn_the_line_is_spelled(text: str, seen: str) -> None:
    assert shown(text) == seen


def test_pictures_are_taken_apart() -> None:
    assert shown("❤\ufe0f 👩\u200d👧") == "❤ 👩👧"
    assert shown("a\u200db") == "a\\u200db"


@pytest.mark.slow
def test_of_every_character_only_one_that_is_seen_is_left() -> None:
    for code in range(0x110000):
        character = chr(code)
        left = shown(f"a{character}b")
        assert left == shown(left)
        if left == f"a{character}b":
            assert character in "\u00a0\u202f" or character.isprintable()
            assert unicodedata.category(character)[0] != "C"


def test_no_line_becomes_two() -> None:
    out = io.StringIO()

    put(out, "steps: “x”\ngood: 9 steps, 9 entries", "next")

    assert out.getvalue() == "steps: “x”\\x0agood: 9 steps, 9 entries\nnext\n"
    assert lines_text(["a\nb"]) == "a\\x0ab\n"


def test_json_means_the_same_and_shows_nothing_unseen() -> None:
    value = {"name": "\u202e\x1bZoé\u3164\U000e0041\u2028", "list": [1, "♠"]}
    for text in (json_text(value), json_text(value, compact=True), json_text(value, indent=1)):
        assert json.loads(text) == value
        assert "Zoé" in text
        assert all(line == shown(line) for line in text.split("\n"))


def test_a_line_that_is_written_over_moves_the_cursor_by_itself_only() -> None:
    out = io.StringIO()

    put_over(out, "12 %\x1b[2J")
    put_over(out, "")

    assert out.getvalue() == "12 %\\x1b[2J\r\r\x1b[K"


def test_no_error_carries_what_cannot_be_shown() -> None:
    refusal = Refused("no table “{name}”", name="\x1b[2J")
    fault = PeerFault(Fault.BAD_SHAPE, "no such “\u202e”").by(2, b"")

    assert str(refusal) == "no table “\\x1b[2J”"
    assert fault.message == str(fault) == "no such “\\u202e”"
