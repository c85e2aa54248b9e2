"""The end of a game in plain lines: the same sentences, and a word for each way to go on."""

from typing import Final

import trio

from p2pjeux.rules.words import Words
from p2pjeux.ui.after import (
    AfterChoice,
    AfterCommand,
    AfterEvent,
    AfterNote,
    AfterShown,
    AfterTask,
    AllWilling,
    Checking,
    GameTold,
    PlayAgain,
    WritePage,
)
from p2pjeux.ui.choosing.matching import fold
from p2pjeux.ui.lines.keyboard import Keyboard
from p2pjeux.ui.lines.table import Lines
from p2pjeux.ui.wording.after import (
    proof_lines,
    rank_lines,
    series_lines,
    turning_lines,
)
from p2pjeux.ui.wording.willing import Willing, willing_line

# Both languages always, so that a habit or a script works in either.
_AGAIN: Final = frozenset({"again", "encore", "rejouer"})
_NOT_AGAIN: Final = frozenset({"wait", "attendre", "not again", "pas encore"})
_PAGE: Final = "page"
_CHOICES: Final = {
    **dict.fromkeys(("another", "autre", "un autre"), AfterChoice.ANOTHER),
    **dict.fromkeys(("replay", "revoir"), AfterChoice.REPLAY),
    **dict.fromkeys(("leave", "quit", "quitter", "partir"), AfterChoice.LEAVE),
}


class PlainAfter:
    """The time after a game, for as long as nothing is chosen."""

    def __init__(self, lines: Lines, words: Words, keyboard: Keyboard, after: AfterShown) -> None:
        self._lines = lines
        self._words = words
        self._keyboard = keyboard
        self._after = after
        self._choice = AfterChoice.LEAVE

    async def run(self, task: AfterTask) -> AfterChoice:
        to_ui, events = trio.open_memory_channel[AfterEvent](0)
        to_task, commands = trio.open_memory_channel[AfterCommand](4)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(task, to_ui, commands)
            nursery.start_soon(self._read_lines, to_task, nursery.cancel_scope)
            async for event in events:
                self._hear(event)
            nursery.cancel_scope.cancel()
        return self._choice

    def _hear(self, event: AfterEvent) -> None:
        put, words = self._lines.put, self._words
        match event:
            case GameTold():
                summary = event.summary
                put("", *rank_lines(self._after, summary, words))
                if summary is not None:
                    put(*turning_lines(summary, self._after.game, words))
                put(*proof_lines(event, words), *series_lines(event, words))
                self._say_how()
            case Willing():
                line = willing_line(event, words)
                put(*([line] if line else []))
            case AfterNote(text=text):
                put(text)
            case AllWilling():
                self._choice = AfterChoice.BEGUN
            case Checking():
                # A number that goes up says nothing to whoever listens.
                pass

    def _say_how(self) -> None:
        self._lines.put(
            self._words.say(
                "Type again to play with the same people, another for another game, replay, page, "
                "or leave."
            )
        )

    async def _read_lines(
        self, to_task: trio.MemorySendChannel[AfterCommand], scope: trio.CancelScope
    ) -> None:
        try:
            while True:
                typed = fold(await self._keyboard.line())
                if typed in _AGAIN | _NOT_AGAIN:
                    await to_task.send(PlayAgain(is_wanted=typed in _AGAIN))
                elif typed == _PAGE:
                    await to_task.send(WritePage())
                elif typed in _CHOICES:
                    self._choice = _CHOICES[typed]
                    break
                elif typed:
                    self._say_how()
        except EOFError:
            self._choice = AfterChoice.LEAVE
        scope.cancel()
