"""For whom a table waits, and why, in words that do not change."""

from typing import Final

from p2pjeux.table.events import Waiting
from p2pjeux.table.ledger import Ledger

# What the seats do in the step after the game; all other work is named by its task.
CLOSING: Final = "close"


def waiting_for(ledger: Ledger, *, is_long: bool) -> Waiting | None:
    """What the open step lacks and has; None once the log is closed for good."""
    if ledger.complete:
        return None
    bridge = ledger.bridge
    if bridge.work is None:
        return Waiting(CLOSING, ledger.asked, tuple(sorted(ledger.entries)), is_long)
    return Waiting(bridge.work, bridge.lacking, bridge.given, is_long)
