"""Write a game down for others."""

import sys
from functools import partial
from pathlib import Path

from p2pjeux.app.for_programs import print_utf8
from p2pjeux.app.running.kept_game import KeptGame, WantedGame, find_game, game_words, say_verdict
from p2pjeux.app.running.named_file import show_progress
from p2pjeux.errors import UsageError
from p2pjeux.export.page import PageSource, build_page
from p2pjeux.export.text import transcript
from p2pjeux.export.values import replay_value
from p2pjeux.language import LANGUAGES
from p2pjeux.printable import document, json_text, lines_text, put_document


def export_game(asked: WantedGame, language: str, form: str, out: str | None, *, own: bool) -> int:
    """Write the game down; return the exit code of what was found in the log."""
    found = find_game(asked, language, own=own)
    text = _written(found, language, form)
    if out is None or out == "-":
        (partial(put_document, sys.stdout) if form == "text" else print_utf8)(text)
    else:
        _write(Path(out), text)
    say_verdict(found.replay, found.words)
    return found.replay.verdict.exit_code


def _written(found: KeptGame, language: str, form: str) -> str:
    replay = found.replay
    others = [other for other in LANGUAGES if other != language]
    languages = {one: game_words(one, replay) for one in (language, *others)}
    match form:
        case "html":
            source = PageSource(found.data, replay, languages, found.file_name, found.day)
            return build_page(source, show_progress if sys.stderr.isatty() else None)
        case "json":
            value = replay_value(replay, languages)
            return json_text(value, indent=1)
        case _:
            return lines_text(transcript(replay, found.eyes, found.words))


def _write(path: Path, text: str) -> None:
    try:
        path.write_bytes(document(text))
    except OSError as error:
        raise UsageError(
            "{file} cannot be written: {reason}", file=path, reason=error.strerror or error
        ) from None
