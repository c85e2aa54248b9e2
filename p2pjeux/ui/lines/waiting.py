"""Why nothing happens, in plain lines, before anybody has to ask."""

from collections.abc import Callable
from typing import Final

import trio

from p2pjeux.rules.words import Words
from p2pjeux.table.events import Event, Happened, Waiting, WentOn
from p2pjeux.ui.wording.going_on import who_agreed
from p2pjeux.ui.wording.table_status import TableStatus
from p2pjeux.ui.wording.waits import SILENCE_MOST, Ways, wait_sentences

# Sooner than a wait may be silent, and late enough that a table at play is not talked over.
SAY_AFTER: Final = SILENCE_MOST - 5.0
LOOK_EVERY: Final = 1.0


class WaitSpeaker:
    """Hears what the table tells; ``run`` speaks up when it has told nothing for a while."""

    def __init__(self, put: Callable[[str], None], words: Words, *, may_act: bool) -> None:
        self._put = put
        self._words = words
        self._may_act = may_act
        # Since when a wait has not been spoken of, in its present form.
        self._since: float | None = None
        self._told: tuple[str, ...] = ()
        self._sentences: tuple[str, ...] = ()
        self._was_long = False
        self._agreed: tuple[str, ...] = ()

    def hear(self, event: Event, status: TableStatus, *, is_asked: bool) -> None:
        """Take an event and the status after it; ``is_asked`` if a person here has to decide."""
        if isinstance(event, Happened | WentOn):
            # Whatever is waited for now is a new wait.
            self._since, self._told, self._was_long = None, (), False
        self._sentences = () if is_asked else wait_sentences(status, self._words, Ways.TYPED)
        if not self._sentences:
            self._since = None
        elif self._since is None:
            self._since = trio.current_time()
        if isinstance(event, Waiting):
            self._hear_patience(event, status)

    def _hear_patience(self, event: Waiting, status: TableStatus) -> None:
        """The end of the table's patience is worth a line at once; another to who is waited for."""
        if event.is_long and not self._was_long and self._may_act:
            if status.lacking:
                self._say()
            if set(event.lacking) & set(status.people):
                self._put(
                    self._words.say("The others are waiting for you, and may carry on without you.")
                )
        self._was_long = event.is_long
        # Whoever may be left out, and whoever has agreed to it, is named at once.
        agreed, before = who_agreed(status, self._words), self._agreed
        self._agreed = agreed
        for sentence in agreed:
            if sentence not in before:
                self._put(sentence)

    async def run(self) -> None:
        """Speak until cancelled."""
        while True:
            await trio.sleep(LOOK_EVERY)
            if self._since is not None and trio.current_time() - self._since >= SAY_AFTER:
                self._say()

    def _say(self) -> None:
        if self._sentences and self._sentences != self._told:
            self._told, self._since = self._sentences, trio.current_time()
            self._put(" ".join(self._sentences))
