"""The game in one line."""

from typing import Final

from p2pjeux.rules.about import About, Effort
from p2pjeux.rules.words import later

ABOUT: Final = About(
    later("great men at blind auctions, on a map and through five centuries"),
    minutes=75,
    effort=Effort.HARD,
)
