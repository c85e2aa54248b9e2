"""What is told of a game to whoever comes back to it: how far it is, and what happened last."""

from typing import Any, Final

from p2pjeux.rules.contract import Game
from p2pjeux.rules.words import Words
from p2pjeux.table.events import Happened, Recalled

# So many steps are told again; the whole story would keep a listener for minutes.
STEPS_TOLD: Final = 4


def retold(game: Game[Any], recalled: Recalled, words: Words) -> list[str]:
    done = [event.happening for event in recalled.events if isinstance(event, Happened)]
    if not done:
        return []
    lines = [
        words.count(
            "{number} step has been played so far. The last of it:",
            "{number} steps have been played so far. The last of them:",
            len(done),
        )
    ]
    for one in done[-STEPS_TOLD:]:
        lines += game.presenter.tell(one.before, one.request, one.answer, one.after, words)
    return lines
