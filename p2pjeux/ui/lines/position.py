"""The position for whoever hears it: in sentences, and of those only what is new unless asked."""

from typing import Any, Final

from p2pjeux.rules.contract import TOPICS, Game, Told, View
from p2pjeux.rules.drawing import Size, plain
from p2pjeux.rules.words import Words

# A game without sentences is drawn; lines are not bound to a window, so for the smallest one.
BOARD_SIZE: Final = Size(80, 24)
# What is told without being asked for. Prices hardly ever change, and are long.
UNASKED: Final = tuple(topic for topic in TOPICS if topic != "prices")


class Spoken:
    """Remembers what one listener has heard of a position."""

    def __init__(self, game: Game[Any], words: Words) -> None:
        self._game = game
        self._words = words
        self._heard: frozenset[str] = frozenset()

    def forget(self) -> None:
        """Somebody else listens from now on."""
        self._heard = frozenset()

    def news(self, view: View[Any]) -> list[str]:
        """What has changed since it was last told."""
        told = self._told(view)
        if not told:
            return self._drawn(view)
        unasked = [one.sentence for one in told if one.topic in UNASKED]
        fresh = [sentence for sentence in unasked if sentence not in self._heard]
        self._heard = frozenset(unasked)
        return fresh

    def about(self, view: View[Any], topic: str | None) -> list[str]:
        """All about one topic, or with None simply all."""
        told = self._told(view)
        if not told:
            return self._drawn(view)
        chosen = [one.sentence for one in told if topic in (None, one.topic)]
        return chosen or [self._words.say("There is nothing to say about that here.")]

    def _told(self, view: View[Any]) -> list[Told]:
        """The sentences, without the dots that part facts where they stand in one line."""
        told = self._game.presenter.position(view, self._words)
        return [Told(one.topic, one.sentence.replace(" · ", ", ")) for one in told]

    def _drawn(self, view: View[Any]) -> list[str]:
        drawn = self._game.presenter.board(view, self._words, BOARD_SIZE)
        return ["", *map(plain, drawn), ""]
