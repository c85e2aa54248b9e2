"""The game in one line."""

from typing import Final

from p2pjeux.rules.about import About, Effort
from p2pjeux.rules.words import later

ABOUT: Final = About(
    later("supply, trade and help among the countries of Europe"),
    minutes=75,
    effort=Effort.HARD,
    values={
        "short": later("short"),
        "long": later("long"),
        "gift": later("given"),
        "loan": later("repaid at the end"),
    },
)
