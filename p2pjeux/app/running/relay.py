"""What a peer says at the table goes on at once to those who cannot be called.

A page in a browser calls others and is never called, so two pages have no link to each other. They
would hear each other when somebody next says what he has; a second for each step is too long.
"""

from collections import OrderedDict
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from p2pjeux.net.events import Linked
from p2pjeux.table.messages import Have, Steps, decode_message

# More than is under way at once at the largest table.
_REMEMBERED: Final = 512


class Relay:
    """Says who else is to hear a message. What is passed on proves itself, whoever brings it."""

    def __init__(self) -> None:
        self._passed: OrderedDict[bytes, None] = OrderedDict()

    def hearers(self, peer: bytes, data: bytes, links: Mapping[bytes, Linked]) -> tuple[bytes, ...]:
        """Whom ``data``, which came from ``peer``, should be sent on to, of those linked."""
        is_called = peer not in links or links[peer].hello.port
        others = [one for one in links if one != peer]
        hearers = [one for one in others if not is_called or not links[one].hello.port]
        # What is about its sender, or long, is not passed on: it would be said in our name.
        if not hearers or isinstance(decode_message(data), Have | Steps):
            return ()
        digest = sha256(data).digest()
        if digest in self._passed:
            # Several laptops of the table pass on the same.
            return ()
        self._passed[digest] = None
        if len(self._passed) > _REMEMBERED:
            self._passed.popitem(last=False)
        return tuple(hearers)
