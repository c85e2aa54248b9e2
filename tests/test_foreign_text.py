"""There is no other way out: what leaves for a terminal, a file or a page goes through one file.

What a file of the package writes by itself is listed here, with what it writes. Anything else is a
way for a stranger's text to get past ``shown``.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2pjeux.language import words_for
from p2pjeux.phone.seat.outputs import Paint
from p2pjeux.printable import shown
from p2pjeux.rules.drawing import Span
from p2pjeux.rules.words import Words

PACKAGE = Path(__file__).parent.parent / "p2pjeux"
WRITERS = frozenset(
    {
        "write",
        "writelines",
        "write_text",
        "write_bytes",
        "set_title",
        "write_raw",
        "print_help",
    }
)
# A canvas of characters that a board draws itself, bytes of a link, a line that is being typed, a
# part of what is signed.
HARMLESS = {
    *("canvas.write", "handshake.write", "self._handshake.write", "choosing.write", "field.write"),
}
# What argparse prints of ourselves, and bytes that are documents already. The room ``store`` writes
# logs, keys and settings, which nobody prints as they are.
KNOWN = {
    "printable.py": {"out.write"},
    "cli/run.py": {"parser.print_help"},
    "cli/about.py": {"parser.print_help"},
    "app/for_programs.py": {"binary.write"},
    "ui/screen/application.py": {"output.set_title"},
    "app/commands/export.py": {"path.write_bytes"},
    "app/running/after_game.py": {"(folder / name).write_bytes"},
    # Rooms of ours, compiled for the page of a phone.
    "phone/compiled.py": {"rooms.write_bytes"},
    # On a guest's machine there is nothing of ours yet, and all it says is our own.
    "share/installer.py": {"sys.stdout.write", "path.write_bytes"},
    "share/systems.py": {"(folder / _FETCHED).write_text"},
}
# Files of our own that nobody prints as they are; so are those of the room ``store``. The page of a
# phone gets spans, which can be shown by their type.
JSON_FILES = {
    *("printable.py", "share/installer.py", "share/systems.py", "phone/seat/boundary.py"),
}


def calls(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)


def writes(call: str) -> bool:
    thing, _, method = call.rpartition(".")
    if call in HARMLESS:
        return False
    return call == "print" or (bool(thing) and method in WRITERS)


def sources() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), path


def test_nothing_is_written_but_where_it_is_known() -> None:
    found = {
        name: writing
        for name, path in sources()
        if not name.startswith("store/") and (writing := set(filter(writes, calls(path))))
    }

    assert found == KNOWN


def test_json_is_made_in_one_place() -> None:
    made = {
        name
        for name, path in sources()
        if not name.startswith("store/") and {"json.dumps", "json.dump"} & set(calls(path))
    }

    assert made == JSON_FILES


def test_what_prompt_toolkit_draws_are_spans() -> None:
    makers = {
        name
        for name, path in sources()
        if "prompt_toolkit.formatted_text" in path.read_text("utf-8")
    }

    assert makers == {"ui/screen/full_screen.py"}


@pytest.mark.parametrize("text", ["\x1b[2J", "\u202eevil", "a\nb", "\u3164", "\u2800"])
def test_by_its_type_a_span_can_be_shown(text: str) -> None:
    assert Span(text).text == shown(text) != text


def test_by_its_type_what_a_phone_paints_can_be_shown() -> None:
    page = {"chat": [["Zoé", "\x1b[2J"], ("\u202e",)], "over": False, "steps": 3, "choice": None}

    assert Paint(page).page == {
        **page,
        "chat": [["Zoé", "\\x1b[2J"], ["\\u202e"]],
    }


def test_no_script_of_a_page_makes_elements_of_texts() -> None:
    ways = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|Function\(")
    scripts = [path for path in PACKAGE.rglob("*") if path.suffix in {".js", ".mjs", ".html"}]

    assert scripts
    assert [path.name for path in scripts if ways.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_sentence_holds_what_can_be_shown(language: str) -> None:
    words: Words = words_for(language)

    said = words.say("{name}: {text}", name="\x1b[2J", text="a\ngood: 9 steps")
    counted = words.count(
        "{table}: {title}, {number} free seat of {seats}",
        "{table}: {title}, {number} free seats of {seats}",
        1,
        table="\u202e",
        title="x",
        seats=2,
    )

    assert (said, counted) == (shown(said), shown(counted))
    assert "\\x1b[2J" in said


def test_a_sentence_without_values_is_taken_as_it_is() -> None:
    assert words_for("en").say("argument {x}: invalid {0}") == "argument {x}: invalid {0}"
