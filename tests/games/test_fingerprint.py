"""The fingerprint tells rules apart that decide otherwise, and nothing else."""

from pathlib import Path

import pytest

from p2pjeux.games import fingerprint, load_game
from p2pjeux.games.deciding import _text, deciding_files, fingerprint_of
from tests.kit import games_to_test


def files_of(game_id: str) -> dict[str, bytes]:
    return deciding_files(load_game(game_id), f"p2pjeux.games.{game_id}")


@pytest.mark.parametrize("game_id", games_to_test())
def test_rules_bot_and_data_count_and_presentation_does_not(game_id: str) -> None:
    names = set(files_of(game_id))

    assert {"game/__init__.py", "game/rules.py", "game/bot.py", "rules/door.py"} <= names
    assert any(name.endswith(".json") for name in names)
    assert not {name for name in names if "texts" in name or "board" in name or "locale" in name}


@pytest.mark.parametrize("game_id", games_to_test())
def test_every_deciding_file_counts(game_id: str) -> None:
    contents = files_of(game_id)
    assert fingerprint_of(contents) == fingerprint(game_id)

    for name in contents:
        changed = fingerprint_of(contents | {name: contents[name] + b"\n"})
        assert changed != fingerprint(game_id)
        assert fingerprint_of({k: v for k, v in contents.items() if k != name}) != changed


def test_games_have_different_fingerprints() -> None:
    found = {fingerprint(game_id) for game_id in games_to_test()}

    assert len(found) == len(games_to_test())


def test_names_and_contents_cannot_be_mistaken_for_each_other() -> None:
    assert fingerprint_of({"ab": b"c"}) != fingerprint_of({"a": b"bc"})
    assert fingerprint_of({"a": b"1", "b": b"2"}) == fingerprint_of({"b": b"2", "a": b"1"})


def test_line_ends_of_another_system_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "unix.py").write_bytes(b"one\ntwo\n")
    (tmp_path / "windows.py").write_bytes(b"one\r\ntwo\r\n")

    assert _text(tmp_path, "windows.py") == _text(tmp_path, "unix.py")
