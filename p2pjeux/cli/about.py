"""What the command line says about itself: help, completion for shells, the manual page."""

import sys
from argparse import Action
from collections.abc import Iterator

import shtab

from p2pjeux.cli.parser import Parser, build_parser, commands_of, find_command
from p2pjeux.games import game_ids
from p2pjeux.language import LANGUAGES
from p2pjeux.rules.words import Words

_FILES = {"file": shtab.FILE, "code_file": shtab.FILE, "out": shtab.FILE, "home": shtab.DIRECTORY}


def explain(command: str | None, game: str | None, words: Words) -> None:
    """Print the help of a command, with the options of one game or of all."""
    parser = build_parser(words, game_ids() if game is None else (game,))
    if command is not None:
        parser = find_command(parser, command)
    parser.print_help(sys.stdout)


def completion(shell: str, words: Words) -> str:
    """What a shell must read in order to complete our commands."""
    parser = build_parser(words, game_ids())
    # A parser of its own, made for the completion alone: what parses keeps no choices, for its own
    # answers are better than those of argparse.
    for one in (parser, *commands_of(parser).values()):
        _enrich(one, tuple(commands_of(parser)))
    return str(shtab.complete(parser, shell))


def _enrich(parser: Parser, commands: tuple[str, ...]) -> None:
    """Say what the parser itself leaves open, in order to answer in our own words."""
    for action in parser.actions:
        if action.dest == "game":
            action.choices = game_ids()
        elif action.dest == "about":
            action.choices = commands
        elif action.dest == "lang":
            action.choices = LANGUAGES
        elif action.dest in _FILES:
            action.complete = _FILES[action.dest]  # type: ignore[attr-defined]  # shtab reads it


def manual(words: Words) -> str:
    """The manual page, in the language of troff."""
    parser = build_parser(words, game_ids())
    lines = [
        # No date and no version: the page changes when the command line does, and a test sees it.
        '.TH P2PJEUX 1 "" "p2pjeux"',
        f".SH {words.say('NAME')}",
        f"p2pjeux \\- {_plain(parser.description or '')}",
        f".SH {words.say('SYNOPSIS')}",
        f".B p2pjeux\n{words.say('COMMAND')} [...]",
        f".SH {words.say('COMMANDS')}",
    ]
    for name, command in commands_of(parser).items():
        lines += [f".SS {name}", _plain(command.description or "")]
        for _title, actions in command.groups:
            for action in actions:
                lines += _entry(action)
    lines += [f".SH {words.say('EXIT CODES')}", ".nf"]
    lines += [_plain(line) for line in (parser.epilog or "").splitlines()[1:]]
    return "\n".join((*lines, ".fi")) + "\n"


def _entry(action: Action) -> Iterator[str]:
    metavar = str(action.metavar or "")
    names = ", ".join(action.option_strings)
    takes = metavar if action.nargs != 0 else ""
    yield ".TP"
    yield f".B {_plain(' '.join(part for part in (names, takes) if part))}"
    yield _plain(action.help or "")


def _plain(text: str) -> str:
    """Text in which troff sees no command."""
    return text.replace("\\", "\\e").replace("-", "\\-").replace("%%", "%")
