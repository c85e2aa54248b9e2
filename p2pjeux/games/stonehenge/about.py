"""The game in one line."""

from typing import Final

from p2pjeux.rules.about import About, Effort
from p2pjeux.rules.words import later

ABOUT: Final = About(
    later("standing stones at auction: hidden hands, open nerves"), minutes=40, effort=Effort.MEDIUM
)
