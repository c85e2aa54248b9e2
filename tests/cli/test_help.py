"""Help, suggestions, completion and the manual page."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from p2pjeux.cli.about import completion, manual
from p2pjeux.cli.parser import SHELLS, build_parser, commands_of, parse
from p2pjeux.errors import UsageError
from p2pjeux.games import game_ids, load_game
from p2pjeux.language import LANGUAGES, words_for
from tests.cli.program import complaint, run
from tests.manual import page

ENGLISH = words_for("en")


def refused(*typed: str) -> str:
    with pytest.raises(UsageError) as caught:
        parse(typed, ENGLISH)
    return str(caught.value)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (("hots", "pantheon"), "host"),
        (("--lang", "fr", "relay"), "replay"),
        (("doctr",), "doctor"),
        (("help", "jion"), "join"),
        (("host", "pantheon", "--sets", "3"), "--seats"),
        (("join", "--nmae=Zoé"), "--name"),
        (("solo", "europax", "--lenght", "long"), "--length"),
        (("solo", "europax", "--left_out", "italy"), "--left-out"),
        (("host", "stonehange"), "stonehenge"),
        (("rules", "Panthéon"), "pantheon"),
        (("help", "solo", "osrakon"), "ostrakon"),
        (("course",), "p2pjeux solo course"),
    ],
)
def test_a_slip_of_the_finger_is_answered_with_what_was_meant(
    typed: tuple[str, ...], meant: str
) -> None:
    if typed[:2] == ("help", "jion"):
        parser = build_parser(ENGLISH)
        assert "join" in commands_of(parser)
        said = complaint(run(typed, None))
    else:
        said = refused(*typed)

    assert f"did you mean “{meant}”?" in said


def test_what_is_like_nothing_gets_no_suggestion() -> None:
    assert refused("xyzzy") == "there is no command “xyzzy”; p2pjeux help names them all"
    assert refused("games", "--zzz") == "“--zzz” is not understood"


@pytest.mark.parametrize(
    "typed",
    [
        ("host", "europax", "--code", "café-du-port"),
        ("host", "europax", "--code=café-du-port"),
        ("join", "cabane", "--code", "café-du-port"),
        ("watch", "--code=café-du-port"),
    ],
)
def test_a_code_that_is_typed_is_refused_and_not_repeated(typed: tuple[str, ...]) -> None:
    said = refused(*typed)

    assert "--code-file" in said
    assert "port" not in said


def test_half_an_option_is_answered_with_the_whole() -> None:
    assert (
        refused("solo", "course", "--pla") == "“--pla” is not understood; did you mean “--plain”?"
    )


@pytest.mark.slow
def test_the_help_of_a_command_is_the_same_by_both_ways(tmp_path: Path) -> None:
    assert run(("help", "host"), tmp_path).stdout == run(("host", "--help"), tmp_path).stdout
    assert run(("help",), tmp_path).stdout == run(("--help",), tmp_path).stdout
    assert run(("-V",), tmp_path).stdout == run(("--version",), tmp_path).stdout


@pytest.mark.parametrize("command", ["host", "solo"])
def test_the_help_shows_the_options_of_every_game_and_what_holds_by_default(
    command: str,
) -> None:
    shown = " ".join(commands_of(build_parser(ENGLISH, game_ids()))[command].format_help().split())

    for game_id in game_ids():
        for option in load_game(game_id).facts.options:
            assert f"--{option.name.replace('_', '-')} " in shown
            assert f"{option.help} (default: {option.among[0]})" in shown
    assert "(default: the fewest the game allows)" in shown


def test_defaults_are_those_that_hold() -> None:
    commands = commands_of(build_parser(ENGLISH))
    shown = {name: " ".join(one.format_help().split()) for name, one in commands.items()}

    assert "(default: 120; with --auto 20)" in shown["host"]
    assert "seats for bots (default: 0)" in shown["host"]
    assert "0: nobody can (default: as suits those at the table)" in shown["host"]
    assert "how many seconds to look (default: 2)" in shown["tables"]
    assert "what to write (default: text)" in shown["export"]


def test_no_option_shows_how_it_is_called_inside() -> None:
    for name, command in commands_of(build_parser(ENGLISH, game_ids())).items():
        shown = command.format_help()
        assert "NAMES" not in shown, name
        assert "_" not in shown.replace("P2PJEUX_HOME", ""), name


@pytest.mark.parametrize("command", ["games", "tables", "keys", "doctor", "verify"])
def test_every_table_can_be_had_for_programs(command: str) -> None:
    arguments = [command, "--json", *(["a.log"] if command == "verify" else [])]

    assert parse(arguments, ENGLISH)[1].json is True


def test_keys_for_programs(tmp_path: Path) -> None:
    value = json.loads(run(("keys", "--json"), tmp_path).stdout)

    assert value["known"] == []
    assert len(bytes.fromhex(value["yours"]["key"])) == 32
    assert len(value["yours"]["words"].split()) == 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("verify", "missing", "--json"), 2),
        (("keys", "--json", "--forget", "nobody"), 1),
        (("verify", "--json"), 2),
        (("doctor", "no address", "--json"), 2),
    ],
)
def test_a_failure_is_told_to_programs_too_and_in_english(
    arguments: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    french = run(arguments, tmp_path, LC_ALL="fr_FR.UTF-8")

    assert french.returncode == code
    error = json.loads(french.stdout)["error"]
    assert error["code"] == code
    assert error == json.loads(run(arguments, tmp_path).stdout)["error"]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_can_complete_commands_options_and_games(shell: str) -> None:
    script = completion(shell, ENGLISH)

    for word in ("host", "join", "resume", "seats", "left-out", "stonehenge", "benelux"):
        assert word in script


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (("p2pjeux", "ho"), "host"),
        (("p2pjeux", "host", "stone"), "stonehenge"),
        (("p2pjeux", "host", "--se"), "--seats"),
        (("p2pjeux", "export", "--format", "ht"), "html"),
        (("p2pjeux", "--lang", "f"), "fr"),
    ],
)
def test_bash_completes(typed: tuple[str, ...], offered: str, tmp_path: Path) -> None:
    script = tmp_path / "p2pjeux.bash"
    script.write_text(completion("bash", ENGLISH), "utf-8")
    function = "$(complete -p p2pjeux | sed 's/.*-F \\([^ ]*\\).*/\\1/')"
    words = " ".join(typed)
    code = (
        f"source {script}; COMP_WORDS=({words}); COMP_CWORD={len(typed) - 1}; "
        f'f={function}; $f p2pjeux "{typed[-1]}" "{typed[-2]}"; echo "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True)

    assert offered in done.stdout.split()


@pytest.mark.skipif(shutil.which("fish") is None, reason="no fish here")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("p2pjeux ho", "host"),
        ("p2pjeux host stone", "stonehenge"),
        ("p2pjeux host stonehenge --left", "--left-out"),
        ("p2pjeux --lang ", "fr"),
    ],
)
def test_fish_completes(typed: str, offered: str, tmp_path: Path) -> None:
    script = tmp_path / "p2pjeux.fish"
    script.write_text(completion("fish", ENGLISH), "utf-8")
    code = f'source {script}; complete -C "{typed}"'
    # A home of its own: fish keeps things there, and reads settings.
    environ = {**os.environ, "HOME": str(tmp_path)}
    done = subprocess.run(
        ["fish", "-N", "-c", code], capture_output=True, text=True, check=True, env=environ
    )

    assert offered in {line.split("\t")[0] for line in done.stdout.splitlines()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manual_page_is_in_step(language: str) -> None:
    written = page(language).read_text("utf-8")

    assert written == manual(words_for(language)), "python -m tests.manual writes it anew"


@pytest.mark.skipif(shutil.which("man") is None, reason="no man here")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manual_page_is_one_that_man_understands(language: str) -> None:
    command = ["man", "--warnings", "-E", "UTF-8", "-l", str(page(language))]
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert done.stderr == ""
    assert "--left-out" in done.stdout.replace("‐", "-")
