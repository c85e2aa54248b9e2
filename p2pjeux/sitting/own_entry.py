"""What a seat gives to the open step without asking anybody."""

from p2pjeux.fair.transcript import derive_bytes
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.source import SeededSource
from p2pjeux.table.last_steps import result_body, secret_body
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.seating import Seating


def due_body(seating: Seating, ledger: Ledger, seat: Seat, secret: bytes) -> bytes | None:
    """The body of a seat held here; None if its person has to decide."""
    bridge = ledger.bridge
    if ledger.shows_secrets:
        return secret_body(secret if seating.open_secrets else None)
    if bridge.over:
        return result_body(ledger.outcome)
    if not bridge.needs_decision(seat):
        return bridge.make(seat)
    if seat in seating.bots:
        source = SeededSource(derive_bytes(secret, "bot", ledger.number))
        decide = bridge.game.player(seating.skill)
        return bridge.make(seat, decide(bridge.view(seat), source))
    return None
