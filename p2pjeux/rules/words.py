"""The voice of a game in one language: catalogue look-ups as arguments, so that games stay pure."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from p2pjeux.printable import shown

_PRINTED: Final = (
    ("'", "’"),
    (" :", "\N{NO-BREAK SPACE}:"),
    (" ;", "\N{NARROW NO-BREAK SPACE};"),
    (" ?", "\N{NARROW NO-BREAK SPACE}?"),
    (" !", "\N{NARROW NO-BREAK SPACE}!"),
)


def later(message: str) -> str:
    """Mark a message for the catalogues; it is translated where it is shown."""
    return message


@lru_cache(maxsize=1024)
def typeset(french: str) -> str:
    """French as it is printed: the apostrophe curved, and signs that no line end may part off."""
    for plain, printed in _PRINTED:
        french = french.replace(plain, printed)
    return french


def _fit(values: dict[str, object]) -> dict[str, object]:
    """Values as they stand in a sentence; the text of somebody else does nothing more there."""
    return {key: shown(one) if isinstance(one, str) else one for key, one in values.items()}


@dataclass(frozen=True, slots=True)
class Words:
    """``say`` and ``count`` mark messages for the catalogues, as ``later`` does."""

    language: str
    translate: Callable[[str], str]
    translate_count: Callable[[str, str, int], str]
    names: tuple[str, ...] = ()

    def say(self, message: str, /, **values: object) -> str:
        """The message in this language, with values that may be anybody's."""
        spoken = self.translate(message)
        # What argparse says has no values, and may quote what was typed, braces too.
        return spoken.format(**_fit(values)) if values else shown(spoken)

    def count(self, one: str, many: str, number: int, /, **values: object) -> str:
        return self.translate_count(one, many, number).format(number=number, **_fit(values))

    def name(self, seat: int) -> str:
        return self.names[seat]

    def choose(self, fr: str, en: str) -> str:
        """For what is printed on the games' own material, which the data carries in both."""
        return typeset(fr) if self.language == "fr" else en

    def among(self, items: tuple[str, ...]) -> str:
        """The items as a list in a sentence."""
        if len(items) < 2:
            return "".join(items)
        return self.say("{first} and {last}", first=", ".join(items[:-1]), last=items[-1])
