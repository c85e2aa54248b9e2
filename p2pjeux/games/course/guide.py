"""A first race around the world, explained as it goes."""

from typing import Final

from p2pjeux.rules.contract import Guide, Hint
from p2pjeux.rules.words import later

SET_UP: Final = ("Mise en place", "Setting up")
TURN: Final = ("Un tour\N{NO-BREAK SPACE}: voler, ou rester", "A turn: fly, or stay")
STOCK: Final = ("Quand la pioche est vide", "When the deck is empty")

GUIDE: Final = Guide(
    welcome=later(
        "Fly around the world: touch Europe, Asia, America, Africa and Oceania, in any order, and "
        "come home first. Your cards are the routes that you can fly."
    ),
    hints={
        "draw dealer": Hint(
            later("Chance names the dealer; the player after the dealer begins."),
            *SET_UP,
        ),
        "deal": Hint(
            later(
                "These routes are your hand, seen by you alone. Each joins two cities and can be "
                "flown either way. A dotted line on a large map shows where they go."
            ),
            *SET_UP,
        ),
        "start": Hint(
            later(
                "Choose where you start, and where you have to come home to. Look for the city "
                "from which your cards lead farthest. Its continent gives you your first visa."
            ),
            *SET_UP,
        ),
        "turn": Hint(
            later(
                "Either fly: one or more routes, each beginning where the last one ended; you "
                "draw as many new cards. Or stay and exchange two cards. Flights are listed "
                "first; picking two cards makes an exchange. Only Sydney and Darwin give the "
                "Oceania visa."
            ),
            *TURN,
        ),
        "shuffle": Hint(
            later("The cards are shuffled: nobody knows in which order they will come."),
            *STOCK,
            is_common=False,
        ),
    },
    summary=later(
        "Now you can travel. Keep the routes that lead home, exchange those that lead nowhere, "
        "and watch what the others discard: it may be the very card you lack."
    ),
)
