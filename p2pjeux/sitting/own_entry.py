"""What a seat gives to the open step without asking anybody."""

from p2pjeux.fair.transcript import derive_bytes
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.source import SeededSource
from p2pjeux.table.last_steps import result_body, secret_body
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.seating import Seating


def due_body(seating: Seating, ledger: Ledger, seat: Seat, secret: bytes) -> bytes | None:
    """The body of a seat held here; None if somebody has to decide."""
    bridge = ledger.bridge
    if ledger.shows_secrets:
        return secret_body(secret if seating.open_secrets else None)
    if bridge.over:
        return result_body(ledger.outcome)
    return None if bridge.needs_decision(seat) else bridge.make(seat)


def bot_action(seating: Seating, ledger: Ledger, seat: Seat, secret: bytes) -> Action:
    """What the bot of a seat decides: the same whenever it is asked in this step."""
    source = SeededSource(derive_bytes(secret, "bot", ledger.number))
    decide = ledger.bridge.game.player(seating.skill)
    return decide(ledger.bridge.view(seat), source)
