"""The time after a game: judge its log, tell the evening, and see who plays again."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import trio

from p2pjeux.app.interfaces.interface import Interface, TableShown
from p2pjeux.app.running.kept_game import game_words
from p2pjeux.app.running.known_peers import BOT_MARK
from p2pjeux.app.running.named_file import read_bytes
from p2pjeux.app.running.past import caught_at, evening_of
from p2pjeux.app.running.rematch import Rematch
from p2pjeux.errors import StoreFailed
from p2pjeux.export.page import PageSource, build_page
from p2pjeux.games import load_breakdown
from p2pjeux.judge.replay import Replay, read_replay
from p2pjeux.judge.summary import summary_of
from p2pjeux.language import LANGUAGES
from p2pjeux.log.charter import Charter
from p2pjeux.printable import document
from p2pjeux.rules.contract import Outcome
from p2pjeux.rules.words import later
from p2pjeux.store.history import keep_result
from p2pjeux.store.home import Store
from p2pjeux.store.table import TableFiles
from p2pjeux.ui.after import (
    AfterChoice,
    AfterCommand,
    AfterEvent,
    AfterNote,
    AfterShown,
    AllWilling,
    Checking,
    GameTold,
    PlayAgain,
    WritePage,
)
from p2pjeux.ui.wording.past_games import tallies
from p2pjeux.ui.wording.replay import eyes_of
from p2pjeux.ui.wording.willing import Willing

# A series is worth telling from the second game on.
SERIES_LEAST: Final = 2
# Of a name only this stands in the name of a file, on every system.
_KEPT: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over: its files, and what was shown of it."""

    shown: TableShown
    outcome: Outcome
    charter: Charter
    files: TableFiles
    # Set once the whole log is here, with the hands that were opened at its end.
    complete: trio.Event


class AfterGame:
    """Lives from the last step until the next table begins, or the people here get up."""

    def __init__(
        self, played: FinishedGame, store: Store, rematch: Rematch, interface: Interface
    ) -> None:
        self._played = played
        self._store = store
        self._rematch = rematch
        self._interface = interface
        self._checking = Checking(0)
        self._replay: Replay | None = None
        self._told: GameTold | None = None
        self._notes: list[AfterNote] = []
        # Set and replaced whenever there is something new to tell.
        self._news = trio.Event()

    async def run(self) -> AfterChoice:
        """Show what there is until it is decided how to go on: BEGUN, ANOTHER or LEAVE."""
        shown = self._played.shown
        after = AfterShown(shown.game, shown.table_name, shown.names, self._played.outcome)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._judge)
            while True:
                choice = await self._interface.conclude(after, self._tell)
                if choice is not AfterChoice.REPLAY:
                    break
                await self._look_again()
            nursery.cancel_scope.cancel()
        if choice is not AfterChoice.BEGUN:
            await self._rematch.want(is_wanted=False)
        return choice

    # What is told.

    async def _tell(
        self,
        events: trio.MemorySendChannel[AfterEvent],
        commands: trio.MemoryReceiveChannel[AfterCommand],
    ) -> None:
        """Be the task behind the interface: all that is known, and whatever is new."""
        with events, commands:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._obey, commands)
                nursery.start_soon(self._follow_rematch)
                said: dict[type[AfterEvent], AfterEvent] = {}
                told_notes = 0
                while not self._rematch.begun.is_set():
                    news = self._news
                    known: list[AfterEvent] = [self._told or self._checking, self._willing()]
                    for event in known:
                        if said.get(type(event)) != event:
                            said[type(event)] = event
                            await events.send(event)
                    for note in self._notes[told_notes:]:
                        await events.send(note)
                    told_notes = len(self._notes)
                    await news.wait()
                await events.send(AllWilling())
                nursery.cancel_scope.cancel()

    async def _obey(self, commands: trio.MemoryReceiveChannel[AfterCommand]) -> None:
        async for command in commands:
            match command:
                case PlayAgain(is_wanted=is_wanted):
                    if not self._played.complete.is_set():
                        words = self._interface.words
                        self._note(words.say("Waiting until the others have the whole log…"))
                    # Nobody plays on before the last game is whole here: others may need it of us.
                    await self._played.complete.wait()
                    await self._rematch.want(is_wanted=is_wanted)
                case WritePage():
                    await self._write_page()

    async def _follow_rematch(self) -> None:
        while True:
            changed = self._rematch.changed
            self._say_news()
            if self._rematch.begun.is_set():
                return
            await changed.wait()

    def _say_news(self) -> None:
        self._news.set()
        self._news = trio.Event()

    def _willing(self) -> Willing:
        told, here = self._rematch.told, self._rematch.linked()
        machines = list(dict.fromkeys(one.public for one in self._played.charter.seats))
        away = [key for key in machines if key in told.gone or key not in here]
        wanting = [key for key in machines if key in told.wanting]
        silent = [key for key in machines if key not in told.wanting and key not in away]
        gone = [key for key in away if key not in told.wanting]
        return Willing(
            self._names(wanting), self._names(silent), self._names(gone), self._rematch.is_wanted
        )

    def _names(self, machines: list[bytes]) -> tuple[str, ...]:
        """The people at these machines; bots where there is nobody else."""
        seats = self._played.charter.seats
        people = [
            one.name
            for key in machines
            for one in seats
            if one.public == key and (not one.is_bot or not _has_people(self._played.charter, key))
        ]
        return tuple(people)

    # The log.

    async def _judge(self) -> None:
        await self._played.complete.wait()
        token = trio.lowlevel.current_trio_token()

        def progress(done: int, total: int) -> None:
            token.run_sync_soon(self._hear_progress, 100 * done // max(1, total))

        judged = await trio.to_thread.run_sync(
            partial(_judged, self._played, self._store, progress), abandon_on_cancel=True
        )
        self._replay, self._told = judged
        self._say_news()

    def _hear_progress(self, percent: int) -> None:
        # Every ten is often enough to see that it goes on.
        if percent // 10 != self._checking.percent // 10:
            self._checking = Checking(percent)
            self._say_news()

    async def _look_again(self) -> None:
        replay = await self._read()
        if replay.game is not None:
            await self._interface.replay(replay, eyes_of(replay)[0], self._rematch.begun)

    async def _read(self) -> Replay:
        while self._replay is None:
            await self._news.wait()
        return self._replay

    async def _write_page(self) -> None:
        words = self._interface.words
        self._note(words.say("The page is being written…"))
        replay = await self._read()
        write = partial(_write_page, self._played, replay, words.language)
        try:
            path = await trio.to_thread.run_sync(write)
        except StoreFailed as error:
            text = words.say(error.text, **error.values)
        else:
            text = words.say("The game is written down as a page: {file}", file=str(path))
        self._note(text)

    def _note(self, text: str) -> None:
        self._notes.append(AfterNote(text))
        self._say_news()


def _has_people(charter: Charter, key: bytes) -> bool:
    return any(not charter.seats[seat].is_bot for seat in charter.seats_of(key))


def _judged(
    played: FinishedGame, store: Store, progress: Callable[[int, int], None]
) -> tuple[Replay, GameTold]:
    path = played.files.log_path
    replay = read_replay(read_bytes(str(path)), played.files.secret, progress)
    verdict = replay.verdict
    outcome = verdict.outcome
    if outcome is not None:
        # Whoever asks for the history has not to wait for this once more.
        keep_result(path, outcome.scores, outcome.winners, good=verdict.ok)
    summary = summary_of(replay, load_breakdown(played.charter.game_id))
    games = evening_of(store, played.charter, time.time())
    series = tallies(games, BOT_MARK) if len(games) >= SERIES_LEAST else ()
    return replay, GameTold(verdict, summary, caught_at(path) or (), series)


def _write_page(played: FinishedGame, replay: Replay, language: str) -> Path:
    """Where the person is, or, where nothing can be written there, beside the log."""
    languages = {
        one: game_words(one, replay)
        for one in (language, *(other for other in LANGUAGES if other != language))
    }
    data = read_bytes(str(played.files.log_path))
    name = _page_name(played.charter)
    text = document(build_page(PageSource(data, replay, languages, played.files.log_path.name)))
    reason = ""
    for folder in (Path.cwd(), played.files.folder):
        try:
            (folder / name).write_bytes(text)
        except OSError as error:
            reason = error.strerror or str(error)
        else:
            return folder / name
    raise StoreFailed(later("{path} cannot be written: {why}"), path=name, why=reason)


def _page_name(charter: Charter) -> str:
    table = "".join(sign if sign in _KEPT else "-" for sign in charter.table_name.lower())
    when = time.strftime("%Y-%m-%d-%H%M")
    return f"{charter.game_id}-{table.strip('-') or 'table'}-{when}.html"
