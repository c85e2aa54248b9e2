"""A game to look back at: which file is meant, what it tells, and through whose eyes."""

import os
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from p2pjeux.app.running.named_file import read_bytes, show_progress
from p2pjeux.app.running.past import find_log
from p2pjeux.errors import PeerFault, UsageError
from p2pjeux.judge.replay import Replay, read_replay
from p2pjeux.language import words_for
from p2pjeux.log.file import LogReader
from p2pjeux.printable import put
from p2pjeux.rules.words import Words
from p2pjeux.store.home import Store
from p2pjeux.ui.wording.replay import Eyes, eyes_name, eyes_of, find_eyes
from p2pjeux.ui.wording.verdicts import verdict_lines


@dataclass(frozen=True, slots=True)
class WantedGame:
    """Which game, and through whose eyes, as asked for on the command line."""

    # A file, a number of the history, or the name of a table; None is the one played last.
    named: str | None
    seat: str | None = None
    home: Path | None = None


@dataclass(frozen=True, slots=True)
class KeptGame:
    data: bytes
    file_name: str
    replay: Replay
    words: Words
    eyes: Eyes
    # The day on which the log was last written; empty if the system does not say.
    day: str = ""


def find_game(asked: WantedGame, language: str, *, own: bool) -> KeptGame:
    store = Store.find(os.environ, asked.home)
    path = find_log(asked.named, store)
    data = read_bytes(str(path))
    secret = _own_secret(data, store) if own else None
    replay = read_replay(data, secret, show_progress if sys.stderr.isatty() else None)
    words = game_words(language, replay)
    return KeptGame(data, path.name, replay, words, _eyes(asked.seat, replay, words), _day(path))


def _day(path: Path) -> str:
    try:
        return datetime.fromtimestamp(path.stat().st_mtime).astimezone().date().isoformat()
    except (OSError, OverflowError, ValueError):
        return ""


def _own_secret(data: bytes, store: Store) -> bytes | None:
    try:
        return store.secret_of(LogReader(data).chain.signed.table)
    except PeerFault:
        return None


def game_words(language: str, replay: Replay) -> Words:
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


def say_verdict(replay: Replay, words: Words) -> None:
    """Nobody should take a game for good that is not."""
    if not replay.verdict.ok:
        put(sys.stderr, *verdict_lines(replay.verdict, words))
