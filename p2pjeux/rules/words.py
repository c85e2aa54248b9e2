"""The voice of a game in one language: catalogue look-ups as arguments, so that games stay pure."""

from collections.abc import Callable
from dataclasses import dataclass

from p2pjeux.encoding import Value


@dataclass(frozen=True, slots=True)
class Words:
    """``say`` and ``count`` are the extraction keywords of the catalogues."""

    language: str
    translate: Callable[[str], str]
    translate_count: Callable[[str, str, int], str]
    names: tuple[str, ...] = ()

    def say(self, message: str, /, **values: Value) -> str:
        return self.translate(message).format(**values)

    def count(self, one: str, many: str, number: int, /, **values: Value) -> str:
        return self.translate_count(one, many, number).format(number=number, **values)

    def name(self, seat: int) -> str:
        return self.names[seat]

    def choose(self, fr: str, en: str) -> str:
        """For names printed on the games' own material, which the data carries in both."""
        return fr if self.language == "fr" else en

    def among(self, items: tuple[str, ...]) -> str:
        """The items as a list in a sentence."""
        if len(items) < 2:
            return "".join(items)
        return self.say("{first} and {last}", first=", ".join(items[:-1]), last=items[-1])
