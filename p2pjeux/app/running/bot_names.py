"""What bots are called at a table."""

from collections.abc import Sequence
from typing import Final

from p2pjeux.log.names import are_alike

BOT_NAMES: Final = (
    "Aliénor",
    "Basile",
    "Colette",
    "Désiré",
    "Éloïse",
    "Fabien",
    "Gaëlle",
    "Hector",
    "Inès",
    "Jules",
    "Léonie",
    "Marcel",
)


def bot_names(number: int, taken: Sequence[str]) -> tuple[str, ...]:
    """Names for bots that nobody at the table has."""
    free = (name for name in BOT_NAMES if not any(are_alike(name, other) for other in taken))
    return tuple(free)[:number]
