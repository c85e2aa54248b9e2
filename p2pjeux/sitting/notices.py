"""What the people at one machine are told when a step has closed."""

from collections.abc import Iterator, Sequence

from p2pjeux.rules.requests import Seat
from p2pjeux.table.events import Ended, Event, Happened, Left, Returned, TookBack
from p2pjeux.table.ledger import Closed, Ledger


def tidings(
    ledger: Ledger, closed: Closed, eyes: Sequence[Seat | None], *, is_news: bool
) -> Iterator[Event]:
    """Each thing once for every pair of eyes; the end only while it ``is_news``."""
    bridge = ledger.bridge
    for happening in closed.happenings:
        yield from (Happened(happening, bridge.view(seat)) for seat in eyes)
    if closed.taken_back is not None:
        yield from (TookBack(bridge.view(seat)) for seat in eyes)
    yield from (Left(seat, closed.step.agreed_without(seat)) for seat in sorted(closed.gone))
    yield from (Returned(seat) for seat in sorted(closed.back))
    if bridge.over and is_news:
        yield from (Ended(bridge.view(seat)) for seat in eyes)
