"""One command from beginning to end: words in, an exit code out, and no traceback for users."""

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from p2pjeux import __version__
from p2pjeux.cli.console import abandon_output, is_output_lost, open_console
from p2pjeux.errors import JeuxError, NobodyThere, OtherVersion, UsageError
from p2pjeux.printable import put

if TYPE_CHECKING:
    from p2pjeux.rules.words import Words

EXIT_GOOD: Final = 0
EXIT_FAILED: Final = 1
EXIT_USAGE: Final = 2
EXIT_NOBODY: Final = 6
EXIT_VERSION: Final = 7
EXIT_INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None, *, is_in_menu: bool = False) -> int:
    """Run one command and return its exit code; heavy imports wait until they are needed.

    In the menu the wish for another game is answered there, and returned as ANOTHER_GAME.
    """
    typed = list(sys.argv[1:] if arguments is None else arguments)
    # First of all, so that whatever goes wrong from here on can be said.
    open_console()
    try:
        if typed in (["--version"], ["-V"]):
            # Answered before anything is imported: scripts ask it often.
            put(sys.stdout, f"p2pjeux {__version__}")
            code = EXIT_GOOD
        else:
            code = _run(typed, is_in_menu=is_in_menu)
        # What cannot be written must show here, not when Python ends.
        sys.stdout.flush()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except OSError as error:
        # A file or a link that fails is told by whoever holds it; here only our own output is left.
        if not is_output_lost(error):
            raise
        abandon_output(error)
        return EXIT_FAILED
    return code


def _run(typed: list[str], *, is_in_menu: bool) -> int:
    from p2pjeux.language import pick_language, system_language, words_for

    # Until it is known which language is wanted, for that itself may be typed wrongly.
    words = words_for("en")
    try:
        asked = _asked_language(typed) or _remembered()
        words = words_for(pick_language(asked, os.environ, system_language()))
        return _call(typed, words, is_in_menu=is_in_menu)
    except JeuxError as error:
        code = _exit_code(error)
        # A program gets its answer where it reads, in one language, and the person one line beside
        # it.
        if "--json" in typed:
            from p2pjeux.app.for_programs import print_json

            print_json({"error": {"code": code, "text": str(error)}}, None)
        put(sys.stderr, f"p2pjeux: {words.say(error.text, **error.values)}")
        return code


def _call(typed: list[str], words: "Words", *, is_in_menu: bool) -> int:
    from p2pjeux.cli.calls import ANOTHER_GAME, call
    from p2pjeux.cli.parser import parse

    parser, chosen = parse(typed, words)
    wants_another = False
    if chosen.command is not None:
        code = call(chosen, words)
        wants_another = code == ANOTHER_GAME
        if not wants_another or is_in_menu:
            return code
    elif not is_terminal():
        parser.print_help()
        return EXIT_GOOD
    from p2pjeux.app.commands.menu import run_menu

    in_menu = partial(main, is_in_menu=True)
    return run_menu(words.language, in_menu, ANOTHER_GAME, wants_another=wants_another)


def is_terminal() -> bool:
    """Whether there is somebody whom a menu could ask."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _exit_code(error: JeuxError) -> int:
    match error:
        case UsageError():
            return EXIT_USAGE
        case NobodyThere():
            return EXIT_NOBODY
        case OtherVersion():
            return EXIT_VERSION
        case _:
            return EXIT_FAILED


def _asked_language(typed: list[str]) -> str | None:
    """The value of ``--lang``, needed before the help can be written."""
    for at, word in enumerate(typed):
        if word == "--lang" and at + 1 < len(typed):
            return typed[at + 1]
        if word.startswith("--lang="):
            return word.partition("=")[2]
    return None


def _remembered() -> str | None:
    """The language chosen in the menu, if it is one that can be spoken."""
    from p2pjeux.language import LANGUAGES
    from p2pjeux.store.settings import find_settings

    language = find_settings(os.environ).language
    return language if language in LANGUAGES else None
