"""Who may knock, and how often. Knows no sockets; the clock is an argument."""

from collections import OrderedDict
from ipaddress import IPv6Address, ip_network
from typing import Final

from p2pjeux.net.addresses import numeric
from p2pjeux.net.limits import Meter

# A host makes a few connections at once when several people play on it; more is an attack.
KNOCKS_BURST: Final = 60
KNOCKS_RATE: Final = 5.0
PENDING_PER_HOST: Final = 8
HOSTS_MAX: Final = 1024


def origin(host: str) -> str:
    """What counts as one host: an address, or the network of one that has addresses at will."""
    number = numeric(host)
    if isinstance(number, IPv6Address) and not number.is_link_local:
        return str(ip_network((number, 64), strict=False))
    return str(number or host)


class Gate:
    """Bounds the handshakes under way, and the knocks a second, of each host."""

    def __init__(self) -> None:
        self._meters: OrderedDict[str, Meter] = OrderedDict()
        self._pending: dict[str, int] = {}

    def enter(self, host: str, now: float) -> bool:
        """Whether a connection from ``host`` may begin a handshake; if so, ``leave`` follows."""
        source = origin(host)
        # Out and in again: the meters stand in the order in which hosts knocked last, and the one
        # forgotten is the one that has been quiet longest.
        meter = self._meters.pop(source, None) or Meter(KNOCKS_RATE, KNOCKS_BURST, now)
        self._meters[source] = meter
        if len(self._meters) > HOSTS_MAX:
            self._meters.popitem(last=False)
        if self._pending.get(source, 0) >= PENDING_PER_HOST or meter.level(now) < 1:
            return False
        # Only who enters pays: whoever is turned away while its handshakes hang is not punished
        # twice.
        meter.take(1, now)
        self._pending[source] = self._pending.get(source, 0) + 1
        return True

    def leave(self, host: str) -> None:
        source = origin(host)
        self._pending[source] -= 1
        if not self._pending[source]:
            del self._pending[source]
