"""The links in use, one for each peer, and which of two is kept. Does no I/O."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

import trio

from p2pjeux.net.addresses import numeric
from p2pjeux.net.frames import Reason
from p2pjeux.net.gate import origin
from p2pjeux.net.link import Ending, Link
from p2pjeux.net.outbox import Outbox

STRANGERS_MAX: Final = 32
STRANGERS_PER_HOST: Final = 16
# Two peers that call each other at the same moment have two links for so long, not longer.
CROSSING_SECONDS: Final = 3.0


@dataclass(eq=False)
class KeptLink:
    """A link with what waits to be sent on it. ``called`` says whether the call was ours."""

    link: Link
    host: str
    called: bool
    since: float
    outbox: Outbox = field(default_factory=Outbox)
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    ended: trio.Event = field(default_factory=trio.Event)
    why: Ending = None

    @property
    def peer(self) -> bytes:
        return self.link.peer

    @property
    def is_local(self) -> bool:
        """Whether the other end is on this machine."""
        number = numeric(self.host)
        return number is not None and number.is_loopback

    def close(self, reason: Reason) -> None:
        """Say goodbye after what waits."""
        self.link.farewell = reason
        self.outbox.close()

    def break_off(self, why: Ending) -> None:
        """End without a word."""
        if not self.scope.cancel_called:
            self.why = why
            self.scope.cancel()


class KeptLinks:
    """At most one link for each peer, and a bounded number for strangers."""

    def __init__(self, ours: bytes) -> None:
        self._ours = ours
        self._links: dict[bytes, KeptLink] = {}

    def __contains__(self, peer: bytes) -> bool:
        return peer in self._links

    def get(self, peer: bytes) -> KeptLink | None:
        return self._links.get(peer)

    def all(self) -> list[KeptLink]:
        return list(self._links.values())

    def put(self, kept: KeptLink) -> bool:
        """Whether ``kept`` is now the link to its peer; if so, an older one is closed."""
        old = self._links.get(kept.peer)
        if old is not None:
            if not self._is_better(kept, old):
                return False
            old.close(Reason.REPLACED)
        self._links[kept.peer] = kept
        return True

    def remove(self, kept: KeptLink) -> bool:
        """Whether ``kept`` was the link to its peer until now."""
        if self._links.get(kept.peer) is not kept:
            return False
        del self._links[kept.peer]
        return True

    def make_room(self, host: str, known: frozenset[bytes]) -> bool:
        """Whether a stranger from ``host`` may have a link.

        If there are too many strangers, the host with most of them gives way.
        """
        # Counted without those we said goodbye to: their places are free already, though they
        # linger.
        strangers = [
            kept
            for kept in self._links.values()
            if kept.peer not in known and not kept.outbox.closed
        ]
        count = Counter(origin(kept.host) for kept in strangers)
        source = origin(host)
        if count[source] >= STRANGERS_PER_HOST:
            return False
        if len(strangers) < STRANGERS_MAX:
            return True
        # The most crowded host gives way to one that has fewer, never to itself: a lone guest
        # always finds room, and a crowd cannot push its own links out and in again.
        crowd, number = count.most_common(1)[0]
        if count[source] >= number:
            return False
        oldest = min(
            (kept for kept in strangers if origin(kept.host) == crowd), key=lambda kept: kept.since
        )
        oldest.close(Reason.BUSY)
        return True

    def _is_better(self, new: KeptLink, old: KeptLink) -> bool:
        """Both ends decide this alone and must agree.

        Who calls although there is a link has lost it, so the new one counts. Only when both call
        at the same moment that is wrong: then the call of the smaller key counts.
        """
        if new.called == old.called:
            return True
        if new.called == (self._ours < new.peer):
            return True
        return new.since - old.since > CROSSING_SECONDS
