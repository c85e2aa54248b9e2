"""For whom a table waits, and why, in words that do not change."""

from typing import Final

from p2pjeux.agree.assembly import Assembly, Lack
from p2pjeux.rules.requests import Seat
from p2pjeux.table.events import Waiting
from p2pjeux.table.ledger import Ledger

# What the seats do in the step after the game; all other work is named by its task.
CLOSING: Final = "close"
# All entries are in, and somebody has yet to say that it has them too.
CONFIRM: Final = "confirm"


def waiting_for(
    ledger: Ledger,
    assembly: Assembly,
    held: frozenset[Seat],
    *,
    waits_to_show: bool,
    is_long: bool,
) -> Waiting | None:
    """What the open step lacks and has; None once the log is closed for good.

    ``waits_to_show`` if something is given from here as soon as the step below is settled.
    """
    if ledger.complete:
        return None
    agreed = tuple((seat, tuple(sorted(peers))) for seat, peers in sorted(assembly.agreed.items()))
    # After the patience it is those who are late without whom one may go on: whoever decides openly
    # may be kept from it by them.
    is_kept = waits_to_show or (is_long and ledger.bridge.may_show)
    late = late_seats(ledger, assembly, held, waits_to_show=is_kept)
    if late:
        there = tuple(sorted(ledger.present - late))
        return Waiting(CONFIRM, tuple(sorted(late)), there, is_long, agreed)
    bridge = ledger.bridge
    if bridge.work is None:
        return Waiting(CLOSING, ledger.asked, tuple(sorted(ledger.entries)), is_long, agreed)
    return Waiting(bridge.work, bridge.lacking, bridge.given, is_long, agreed)


def late_seats(
    ledger: Ledger, assembly: Assembly, held: frozenset[Seat], *, waits_to_show: bool
) -> frozenset[Seat]:
    """Seats of peers that have yet to confirm the open step, or the one below what is shown.

    As long as there are some nobody gives light, so that no entry is anybody's fault but theirs.
    """
    silent = [
        one.seat
        for one in assembly.missing(gives_light=ledger.gives_light or waits_to_show)
        if one.lack is not Lack.ENTRY and one.seat not in held
    ]
    seats = (ledger.signed.seats_with(seat) for seat in silent)
    return frozenset().union(*seats) & ledger.present


def missing_seats(ledger: Ledger, assembly: Assembly, held: frozenset[Seat]) -> frozenset[Seat]:
    """Everybody at other machines for whom the table waits, with all seats of their machines."""
    late = late_seats(ledger, assembly, held, waits_to_show=ledger.bridge.may_show)
    if late:
        return late
    lacking = (ledger.signed.seats_with(seat) for seat in ledger.asked if seat not in held)
    return frozenset().union(*lacking) & ledger.present
