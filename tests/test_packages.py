"""What is packed, and that it runs from wherever it was packed into."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from p2pjeux.games import fingerprint, game_ids

ROOT = Path(__file__).parent.parent
# A megabyte more would be somebody's pictures or recorded games.
SIZE_MOST = 1_000_000


def packed_files() -> dict[str, Path]:
    return {
        one.distribution_path: Path(one.path)
        for one in WheelBuilder(str(ROOT)).recurse_included_files()
    }


def test_the_wheel_carries_the_program_and_no_recorded_game() -> None:
    packed = packed_files()

    assert "p2pjeux/cli/run.py" in packed
    for game_id in game_ids():
        assert f"p2pjeux/games/{game_id}/locale/fr/LC_MESSAGES/{game_id}.mo" in packed
        assert f"p2pjeux/games/{game_id}/rules.fr.md" in packed
    assert [name for name in packed if name.endswith((".jsonl", ".po"))] == []


def test_the_wheel_stays_small(tmp_path: Path) -> None:
    assert zipped(tmp_path).stat().st_size < SIZE_MOST


def zipped(folder: Path) -> Path:
    """All that the wheel carries in one file, as programs of one file have it."""
    path = folder / "p2pjeux.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, source in packed_files().items():
            file.write(source, name)
    return path


def run_zipped(folder: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-P", *command],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        env={
            **os.environ,
            "PYTHONPATH": str(zipped(folder)),
            "PYTHONUTF8": "1",
            "P2PJEUX_HOME": str(folder),
        },
    )
    return done.stdout


@pytest.mark.slow
def test_a_program_of_one_file_still_speaks_french(tmp_path: Path) -> None:
    game = ("solo", "stonehenge", "--auto", "--plain", "--seed", "7", "--lang", "fr")
    said = run_zipped(tmp_path, "-m", "p2pjeux", *game)

    assert "joue 1 carte face cachée" in said
    assert said.splitlines()[-1].endswith("gagne.")


@pytest.mark.slow
def test_the_rules_of_a_packed_game_have_the_fingerprint_of_those_here(tmp_path: Path) -> None:
    code = "from p2pjeux.games import *; print(*(fingerprint(one).hex() for one in game_ids()))"
    there = run_zipped(tmp_path, "-c", code).split()

    assert there == [fingerprint(game_id).hex() for game_id in game_ids()]
