"""The game in one line."""

from typing import Final

from p2pjeux.rules.about import About, Effort
from p2pjeux.rules.words import later

ABOUT: Final = About(
    later("around the world with a hand of routes, and home with five visas"),
    minutes=50,
    effort=Effort.EASY,
)
