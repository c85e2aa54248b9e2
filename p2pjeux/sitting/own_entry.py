"""What a seat gives to the open step without asking anybody."""

from collections.abc import Set as AbstractSet

from p2pjeux.fair.transcript import derive_bytes
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.source import SeededSource
from p2pjeux.table.last_steps import result_body, secret_body
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.seating import Seating


def due_body(
    seating: Seating, ledger: Ledger, seat: Seat, secret: bytes, back: AbstractSet[Seat]
) -> bytes:
    """What no decision is asked for, of a seat held here; its entry says that ``back`` are."""
    bridge = ledger.bridge
    if ledger.shows_secrets:
        return secret_body(secret if seating.open_secrets else None)
    if bridge.over:
        return result_body(ledger.outcome)
    return bridge.make(seat, back=back)


def bot_action(seating: Seating, ledger: Ledger, seat: Seat, secret: bytes) -> Action:
    """What the bot of a seat decides: the same whenever it is asked in this step."""
    source = SeededSource(derive_bytes(secret, "bot", ledger.number))
    decide = ledger.bridge.game.player(seating.skill)
    return decide(ledger.bridge.view(seat), source)
