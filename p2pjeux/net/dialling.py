"""Calling a peer: all its addresses, the first that answers, and when to try again."""

from collections.abc import Callable, Sequence
from typing import Final

import trio

from p2pjeux.errors import LinkLost, Loss
from p2pjeux.net.addresses import Address
from p2pjeux.net.sockets import Network
from p2pjeux.rules.words import later

# A system waits minutes for a host that drops packets; on a wifi whoever has not answered by now
# will not.
CONNECT_SECONDS: Final = 4.0
# The next address is tried before the last one has failed, but not at once.
STAGGER_SECONDS: Final = 0.2
# The table stands still while somebody is away, so the first tries come soon; the last are rare
# enough for a laptop that sleeps all night.
RETRY_FIRST: Final = 0.5
RETRY_MAX: Final = 15.0

Draw = Callable[[int], bytes]


class Backoff:
    """How long to wait before the next try: twice as long each time, and never all together."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._next = RETRY_FIRST

    @property
    def fresh(self) -> bool:
        """Whether nothing has failed since the last success."""
        return self._next == RETRY_FIRST

    def reset(self) -> None:
        self._next = RETRY_FIRST

    def delay(self, least: float = 0.0) -> float:
        """The next delay, at least half of ``least``."""
        chosen = max(self._next, least)
        self._next = min(2 * self._next, RETRY_MAX)
        # After a cut all peers find each other gone in the same moment; without chance they would
        # call in step for ever.
        return chosen * (0.5 + jitter(self._draw))


def jitter(draw: Draw) -> float:
    """A number from 0 to 1."""
    return int.from_bytes(draw(4), "big") / 2**32


async def first_to_connect(
    network: Network, addresses: Sequence[Address]
) -> tuple[trio.abc.Stream, Address]:
    """A stream to the first of ``addresses`` that answers; raise LinkLost if none does."""
    assert addresses
    found: list[tuple[trio.abc.Stream, Address]] = []
    failures: list[OSError] = []

    async def connect(address: Address, failed: trio.Event) -> None:
        try:
            stream = await network.connect(address)
        except OSError as error:
            failures.append(error)
            failed.set()
            return
        if found:
            # Two may answer between one step of this loop and the next; the second must not stay
            # open.
            await trio.aclose_forcefully(stream)
            return
        found.append((stream, address))
        # The first that answers: the other calls are broken off in the middle.
        nursery.cancel_scope.cancel()

    with trio.move_on_after(CONNECT_SECONDS + STAGGER_SECONDS * (len(addresses) - 1)):
        async with trio.open_nursery() as nursery:
            for address in addresses:
                failed = trio.Event()
                nursery.start_soon(connect, address, failed)
                with trio.move_on_after(STAGGER_SECONDS):
                    await failed.wait()
    if found:
        return found[0]
    raise unreachable(addresses[0], failures[0] if failures else None)


def unreachable(address: Address, error: OSError | None) -> LinkLost:
    lost = LinkLost(
        Loss.UNREACHABLE if error else Loss.TIMED_OUT,
        later("nobody can be reached at {address}"),
        address=address,
    )
    lost.__cause__ = error
    return lost
