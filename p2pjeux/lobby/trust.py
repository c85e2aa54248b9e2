"""Who together could read a hand, so that everybody knows before saying ready.

Whoever acts for a seat that is gone could also, in secret, look into it while it is there: as many
others as the threshold says, and no fewer (protocol/5-fairness.md, Acting by proxy).
"""

from collections import Counter
from dataclasses import dataclass

from p2pjeux.lobby.room import Room
from p2pjeux.log.holders import holders_of


@dataclass(frozen=True, slots=True)
class Readers:
    """Who would have to agree in secret to read the hand of a peer, if anybody could at all.

    ``machines`` are the names at each of the other machines; any ``fewest`` of them suffice if
    ``is_any``, else these very ones are the fewest. ``coming`` seats are still free.
    """

    threshold: int
    machines: tuple[tuple[str, ...], ...]
    fewest: int
    is_any: bool
    coming: int


def readers_of(room: Room, public: bytes) -> Readers:
    """Who could read the hands of the peer with this key."""
    sitters, threshold = room.sitters, room.acting
    owner = next(seat for seat, one in enumerate(sitters) if one.public == public)
    held = Counter(sitters[seat].public for seat in sorted(holders_of(sitters, owner)))
    chosen: list[bytes] = []
    # Whoever holds most parts first: fewer machines cannot come to the threshold.
    for machine, _parts in held.most_common():
        if sum(held[one] for one in chosen) < threshold:
            chosen.append(machine)
    is_any = len(set(held.values())) <= 1
    named = held if is_any else chosen
    return Readers(
        threshold,
        tuple(
            tuple(one.name for one in member.sitters if not one.is_bot) or member.names
            for member in room.members
            if member.public in named
        ),
        len(chosen),
        is_any,
        room.free,
    )
