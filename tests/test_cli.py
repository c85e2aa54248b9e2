"""The commands as a user types them, in a process of their own."""

import os
import subprocess
import sys
import tempfile

import pytest

from p2pjeux import __version__
from p2pjeux.cli.parser import build_parser
from p2pjeux.games import game_ids, load_game
from p2pjeux.language import words_for


def p2pjeux(
    *arguments: str, typed: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    # Each run has a home of its own: what is kept must not reach the next.
    with tempfile.TemporaryDirectory() as home:
        own = {"P2PJEUX_HOME": home, "LC_ALL": "C", "PYTHONUTF8": "1"}
        return subprocess.run(
            [sys.executable, "-m", "p2pjeux", *arguments],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            env={**os.environ, **own, **environment},
        )


def test_the_version_is_printed() -> None:
    assert p2pjeux("--version").stdout == f"p2pjeux {__version__}\n"


def test_the_version_imports_nothing_heavy() -> None:
    code = "import sys, p2pjeux.cli; p2pjeux.cli.main(['--version']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    heavy = {"trio", "prompt_toolkit", "zeroconf", "nacl", "cryptography", "msgpack"}
    assert heavy.isdisjoint(done.stdout.split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("solo", "nosuch"), "there is no game “nosuch”"),
        (("rules", "nosuch"), "there is no game “nosuch”"),
        (("solo", "stonehenge", "--seats", "9"), "for 3 to 5 seats, not 9"),
        (("solo", "stonehenge", "--seats", "many"), "--seats"),
        (("solo", "stonehenge", "--lang", "xx"), "there is no language “xx”"),
        (("solo", "stonehenge", "--name", "x" * 21), "a name has 1 to 20 characters"),
        (("solo", "stonehenge", "--name", "a\x1b[2Jb"), "a name has 1 to 20 characters"),
        (("solo",), "required"),
        (("nosuch",), "nosuch"),
        (("solo", "stonehenge", "--nosuch"), "--nosuch"),
    ],
)
def test_wrong_use_gets_one_clear_line_and_exit_code_2(
    arguments: tuple[str, ...], said: str
) -> None:
    done = p2pjeux(*arguments)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert said in done.stderr


def test_wrong_use_is_answered_in_french_too() -> None:
    done = p2pjeux("solo", "nosuch", LC_ALL="fr_FR.UTF-8")

    assert "il n’y a pas de jeu" in done.stderr


@pytest.mark.slow
def test_help_is_in_both_languages_and_names_every_command() -> None:
    english, french = p2pjeux("--help").stdout, p2pjeux("--help", "--lang", "fr").stdout

    for command in ("solo", "games", "rules"):
        assert command in english
        assert command in french
    assert "show this help" in english
    assert "show this help" not in french


@pytest.mark.slow
def test_no_command_prints_the_help() -> None:
    assert p2pjeux().stdout == p2pjeux("--help").stdout


@pytest.mark.slow
@pytest.mark.parametrize("game_id", game_ids())
def test_an_unattended_game_repeats_to_the_byte_from_its_seed(game_id: str) -> None:
    # Another hash seed each time: nothing may depend on the order of a set of strings.
    once, again = (
        p2pjeux("solo", game_id, "--auto", "--plain", "--seed", "7", PYTHONHASHSEED=hash_seed)
        for hash_seed in ("1", "2")
    )

    assert once.returncode == 0, once.stderr
    assert once.stdout == again.stdout
    assert len(once.stdout.splitlines()) > 20


@pytest.mark.slow
def test_an_unattended_game_ends_with_the_scores() -> None:
    lines = p2pjeux("solo", "stonehenge", "--auto", "--plain", "--seed", "7").stdout.splitlines()

    assert sum(line.startswith("Auction ") for line in lines) >= 10
    assert lines[-1].endswith("wins.")


@pytest.mark.slow
def test_the_end_of_input_leaves_the_table_cleanly() -> None:
    done = p2pjeux("solo", "stonehenge", "--plain", "--seed", "1", typed="nonsense\n")

    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    arguments = [sys.executable, "-m", "p2pjeux", "solo", "stonehenge", "--auto", "--plain"]
    with (
        tempfile.TemporaryDirectory() as home,
        subprocess.Popen(
            arguments,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "P2PJEUX_HOME": home},
        ) as program,
    ):
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        complaint = program.stderr.read()

    assert complaint == b""


@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_rules_are_there_in_both_languages(game_id: str, language: str) -> None:
    text = p2pjeux("rules", game_id, "--lang", language).stdout

    assert text.startswith("# ")
    assert len(text.splitlines()) > 30


def test_the_games_are_listed() -> None:
    listed = p2pjeux("games").stdout

    assert all(game_id in listed for game_id in game_ids())


@pytest.mark.parametrize("game_id", game_ids())
def test_the_options_of_a_game_are_options_of_the_command(game_id: str) -> None:
    parser = build_parser(words_for("en"), [game_id])
    for option in load_game(game_id).facts.options:
        for value in option.among:
            chosen = parser.parse_args(
                ["solo", game_id, f"--{option.name.replace('_', '-')}", str(value)]
            )
            assert getattr(chosen, f"option_{option.name}") == str(value)
