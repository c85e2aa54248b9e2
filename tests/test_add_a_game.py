"""The sixth game of docs/add-a-game.md works as it stands on that page."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "add-a-game.md"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program and its kit, with the files of the page put where the page says."""
    here = tmp_path_factory.mktemp("sixth")
    for room in ("p2pjeux", "tests/games"):
        shutil.copytree(ROOT / room, here / room, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("__init__.py", "kit.py", "playthroughs.py"):
        shutil.copy(ROOT / "tests" / name, here / "tests" / name)
    files = re.findall(
        r"^File `(\S+)`:\n\n```\w+\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert len(files) == 3
    for name, text in files:
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_text(text, "utf-8")
    return here


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "P2PJEUX_TEST_GAMES": "mourre", "PYTHONPATH": str(copy)}
    environ |= {"P2PJEUX_HOME": str(copy / "home"), "PYTHONSAFEPATH": "1"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_sixth_game_keeps_the_contract(copy: Path) -> None:
    kit = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games/test_conformance.py")
    done = run(copy, *kit, "-k", "not golden")

    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\d\d passed", done.stdout), done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_sixth_game_is_played_to_its_end(copy: Path, language: str) -> None:
    played = run(
        copy, "-m", "p2pjeux", "solo", "mourre", "--seats", "3", "--auto", "--plain", "--lang",
        language,
    )  # fmt: skip

    assert played.returncode == 0, played.stderr
    assert {"fr": "Gagné", "en": "Won by"}[language] in played.stdout


def test_the_sixth_game_is_about_a_hundred_lines() -> None:
    code = re.search(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert code is not None
    lines = [one for one in code[1].splitlines() if one.strip()]

    assert len(lines) <= 130
