"""The game in one line."""

from typing import Final

from p2pjeux.rules.about import About, Effort
from p2pjeux.rules.words import later

ABOUT: Final = About(
    later("ask what splits the others, and guess what they think"),
    minutes=60,
    effort=Effort.EASY,
    values={
        "yes": later("yes"),
        "no": later("no"),
        "chosen": later("chosen in turn"),
        "drawn": later("drawn by lot"),
    },
)
