"""No wait lasts fifteen seconds without a sentence that says why, for whom, and what can be done.

Every place that waits for others stands here, with who speaks meanwhile. A new one does not pass
before it is decided what a person reads there.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from p2pjeux.app.running import reach_table, table_runner, table_search
from p2pjeux.language import words_for
from p2pjeux.ui.lines import waiting
from p2pjeux.ui.lobby import RoomLack, RoomWaits, WentAway, gone_line, wait_line
from p2pjeux.ui.wording.waits import SILENCE_MOST

PACKAGE: Final = Path(__file__).parent.parent / "p2pjeux"
# Where people wait for machines: everything that sits behind an interface, and plain lines.
ROOMS: Final = ("app", "ui/lines")

# Nobody looks at these: they run beside what a person waits for.
BEHIND: Final = {
    *("ends.py:_follow", "ends.py:_give", "lookout.py:look_out", "reach_table.py:_follow"),
    *("station.py:follow_keys", "station.py:run", "code_desk.py:run", "table_runner.py:_give_way"),
    # Their answers come from this machine, or from the person before it.
    *("peer.py:finish", "table.py:_read_lines", "keyboard.py:run"),
    "peer.py:give_all",
    # What is told after a game, and by what a replay ends.
    *("after_game.py:_tell", "after_game.py:_follow_rematch", "after_game.py:_judge"),
    *("on_screen.py:replay", "on_screen.py:close", "in_lines.py:_cancel_after"),
}
# What is said before or during the wait, by this name in the same file.
SPOKEN: Final = {
    "reach_table.py:reach": "_say_trying",
    "reach_table.py:say_code": "interface.put",
    "table_search.py:_find_port": "interface.put",
    "table_search.py:_listen": "_say_listening",
    "seat_again.py:charter_from": "interface.put",
    "look_on.py:charter_shown": "interface.put",
    # Who has still to agree, or whose machine is looked for.
    "late_place.py:ask_for_seat": "interface.put",
    # The page is announced, and so is the end of a log that is not whole yet.
    "after_game.py:_obey": "_note",
    "after_game.py:_read": "_replay",
    # The lobby says what the table lacks as soon as it lacks it.
    "lobby_runner.py:gather": "_ask_again",
}
# What is told of the end of a game while the others take it.
AT_THE_END: Final = {"peer.py:stay": ("table_runner.py", "_say_later")}


def waits(path: Path) -> Iterator[str]:
    """The functions of a file that wait for an event or until a deadline."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.AsyncFunctionDef) and any(map(_is_wait, ast.walk(node))):
            yield node.name


def _is_wait(node: ast.AST) -> bool:
    match node:
        case ast.Await(value=ast.Call(func=ast.Attribute(attr="wait" | "sleep_forever"))):
            return True
        case ast.Call(func=ast.Attribute(attr="move_on_after" | "fail_after")):
            return True
        case _:
            return False


def body_of(file_name: str, function: str) -> str:
    (path,) = [
        path for path in PACKAGE.rglob(file_name) if path.parent.name in {"running", "lines"}
    ]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef) and node.name == function:
            return ast.unparse(node)
    raise AssertionError(f"{file_name} has no {function}")


def test_whatever_waits_says_so_or_is_waited_for_by_nobody() -> None:
    found = {
        f"{path.name}:{name}"
        for room in ROOMS
        for path in sorted((PACKAGE / room).rglob("*.py"))
        for name in waits(path)
    }

    assert found == BEHIND | SPOKEN.keys() | AT_THE_END.keys()


@pytest.mark.parametrize("place", SPOKEN)
def test_the_sentence_of_a_wait_is_said_where_it_is_waited(place: str) -> None:
    file_name, function = place.split(":")

    assert SPOKEN[place] in body_of(file_name, function)


def test_the_end_of_a_game_is_spoken_of_by_whoever_stays() -> None:
    for file_name, function in AT_THE_END.values():
        assert "interface.put" in body_of(file_name, function)
        assert f"{function}, peer" in body_of(file_name, "_play_one")


def test_all_who_speak_do_so_in_time() -> None:
    delays = (
        table_search.SAY_AFTER,
        waiting.SAY_AFTER + waiting.LOOK_EVERY,
        table_runner.ALONE_SECONDS,
        reach_table.CODE_SECONDS,
    )

    assert max(delays) < SILENCE_MOST


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("lack", RoomLack)
def test_whatever_a_lobby_lacks_is_said_with_the_names(lack: RoomLack, language: str) -> None:
    words = words_for(language)

    told = wait_line(RoomWaits(lack, ("Zoé", "Yves"), 2), words)

    ours = lack in {RoomLack.PEOPLE, RoomLack.OURSELVES}
    assert len(told) > len("Zoé")
    assert ours or all(name in told for name in ("Zoé", "Yves"))
    assert wait_line(RoomWaits(lack, (), 2), words).count("{") == 0


def test_whoever_is_no_longer_in_the_room_is_named() -> None:
    assert "Zoé" in gone_line(WentAway(("Zoé",)), words_for("en"))
