"""What a mesh tells."""

from dataclasses import dataclass
from typing import TypeAlias

from p2pjeux.errors import LinkLost, PeerFault
from p2pjeux.net.addresses import Address
from p2pjeux.net.hello import Hello


@dataclass(frozen=True, slots=True)
class Linked:
    """A link to ``peer`` stands; told again if a new link has taken the place of the last one.

    ``host`` is where the peer is. ``handshake_hash`` is the same at both ends and at no other link.
    """

    peer: bytes
    hello: Hello
    host: str
    handshake_hash: bytes


@dataclass(frozen=True, slots=True)
class Unlinked:
    """There is no link to ``peer`` any more; ``why`` is None if one side said goodbye."""

    peer: bytes
    why: LinkLost | PeerFault | None


@dataclass(frozen=True, slots=True)
class Received:
    """A message of a peer, member or not."""

    peer: bytes
    message: bytes


@dataclass(frozen=True, slots=True)
class Unreached:
    """A call failed and is tried again; told once until one succeeds.

    ``peer`` is None if only an address is known.
    """

    peer: bytes | None
    address: Address
    why: LinkLost | PeerFault


MeshEvent: TypeAlias = Linked | Unlinked | Received | Unreached
