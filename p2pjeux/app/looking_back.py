"""Look at a game again, or write it down for others."""

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from p2pjeux.app.verifying import read_bytes, show_progress
from p2pjeux.errors import PeerFault, Refused, UsageError
from p2pjeux.export.page import Source, build_page
from p2pjeux.export.text import transcript
from p2pjeux.export.values import replay_value
from p2pjeux.language import LANGUAGES, words_for
from p2pjeux.log.file import LogReader
from p2pjeux.rules.words import Words
from p2pjeux.store.home import Store
from p2pjeux.table.replay import Replay, read_replay
from p2pjeux.ui.choose_interface import takes_full_screen
from p2pjeux.ui.retelling import Eyes, eyes_name, eyes_of, find_eyes
from p2pjeux.ui.verdicts import verdict_lines

EXIT_INTERRUPTED: Final = 130


@dataclass(frozen=True, slots=True)
class LookBack:
    """Which game, and through whose eyes, as asked for on the command line."""

    # A file, or the name or identifier of a table that was played here; None is the last one.
    named: str | None
    seat: str | None = None
    home: Path | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    data: bytes
    file_name: str
    replay: Replay
    words: Words
    eyes: Eyes


def replay_game(asked: LookBack, language: str, *, plain: bool) -> int:
    """Show the game until the person leaves; return the exit code of what was found in the log."""
    found = _find(asked, language, own=True)
    replay, words = found.replay, found.words
    if replay.game is None:
        _say_verdict(replay, words)
        return replay.verdict.exit_code
    if plain or not takes_full_screen(sys.stdin, sys.stdout, os.environ, sys.platform):
        from p2pjeux.ui.plain_replay import run_plain_replay

        is_whole = run_plain_replay(replay, found.eyes, words, sys.stdin, sys.stdout)
    else:
        from p2pjeux.ui.screen.replay import run_replay

        is_whole = run_replay(replay, found.eyes, words)
    _say_verdict(replay, words)
    return replay.verdict.exit_code if is_whole else EXIT_INTERRUPTED


def export_game(asked: LookBack, language: str, form: str, out: str | None, *, own: bool) -> int:
    """Write the game down; return the exit code of what was found in the log."""
    found = _find(asked, language, own=own)
    text = _written(found, language, form)
    if out is None or out == "-":
        sys.stdout.write(text)
    else:
        _write(Path(out), text)
    _say_verdict(found.replay, found.words)
    return found.replay.verdict.exit_code


def _written(found: _Found, language: str, form: str) -> str:
    replay = found.replay
    others = [other for other in LANGUAGES if other != language]
    languages = {one: _words(one, replay) for one in (language, *others)}
    match form:
        case "html":
            return build_page(Source(found.data, replay, languages, found.file_name))
        case "json":
            value = replay_value(replay, languages)
            return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
        case _:
            return "\n".join(transcript(replay, found.eyes, found.words)) + "\n"


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(
            "{file} cannot be written: {reason}", file=path, reason=error.strerror or error
        ) from None


def _find(asked: LookBack, language: str, *, own: bool) -> _Found:
    store = Store.find(os.environ, asked.home)
    path = _locate(asked.named, store)
    data = read_bytes(str(path))
    secret = _own_secret(data, store) if own else None
    replay = read_replay(data, secret, show_progress if sys.stderr.isatty() else None)
    words = _words(language, replay)
    return _Found(data, path.name, replay, words, _eyes(asked.seat, replay, words))


def _locate(named: str | None, store: Store) -> Path:
    """The log that is meant; a file goes before a table of the same name."""
    if named is None:
        kept = store.tables()
        if not kept:
            raise UsageError("no table has been played here yet; name a file")
        return kept[0].log_path
    if Path(named).exists() or named.endswith(".p2pj"):
        return Path(named)
    try:
        return store.find_table(named).log_path
    except Refused as refusal:
        raise UsageError(
            "{named} is no file, and {reason}", named=named, reason=str(refusal)
        ) from None


def _own_secret(data: bytes, store: Store) -> bytes | None:
    try:
        return store.secret_of(LogReader(data).chain.signed.table)
    except PeerFault:
        return None


def _words(language: str, replay: Replay) -> Words:
    game_id = None if replay.game is None else replay.game.facts.id
    return words_for(language, game_id, replay.names)


def _eyes(seat: str | None, replay: Replay, words: Words) -> Eyes:
    among = eyes_of(replay)
    if seat is None:
        return among[0]
    eyes = find_eyes(replay, seat, words)
    if eyes is None:
        raise UsageError(
            "this game cannot be seen by “{asked}”; choose one of: {names}",
            asked=seat,
            names=", ".join(eyes_name(one, words) for one in among),
        )
    return eyes


def _say_verdict(replay: Replay, words: Words) -> None:
    """Nobody should take a game for good that is not."""
    if not replay.verdict.ok:
        sys.stderr.write("\n".join(verdict_lines(replay.verdict, words)) + "\n")
