"""Acting for an absent seat: the others give its shares together, and its key is never rebuilt.

What a seat does with a key is always to multiply points by it: the masks of cards, the point of a
beacon, the mask of its sealed box. Each of the others multiplies the same points by its part of the
key, with a proof; ``threshold`` of these partial shares join to exactly the points that the seat
itself would have given (protocol/5-fairness.md, Escrow).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.fair import group, proofs
from p2pjeux.fair.escrow import Holding
from p2pjeux.fair.group import Point
from p2pjeux.fair.keybook import SHARED, KeyBook, KeyPurpose
from p2pjeux.fair.sharing import weights_at_zero
from p2pjeux.fair.transcript import Context, Scope, frame


@dataclass(frozen=True, slots=True)
class Errand:
    """What the others do for an absent seat: multiply ``bases`` by its key for ``purpose``."""

    absent: int
    purpose: KeyPurpose
    bases: tuple[Point, ...]


def give_partial(context: Context, holding: Holding, errand: Errand) -> bytes:
    """The message with this seat's partial shares of all the bases, under one proof.

    Only ever call it for what the log asks: together with others it is the absent seat's key.
    """
    assert context.seat == holding.seat
    parts = holding.parts[errand.absent]
    if parts is None:
        raise Refused(f"seat {holding.seat} holds no part of the keys of seat {errand.absent}")
    # The part of one purpose only: acting at the dice opens no card.
    part = parts[SHARED.index(errand.purpose)]
    return proofs.make_shares(_scope(context, errand), part, errand.bases)


def check_partial(
    context: Context, book: KeyBook, errand: Errand, message: bytes
) -> tuple[Point, ...]:
    """Return a proxy's partial shares; raise PeerFault against the proxy unless they are right."""
    if context.seat not in book.holders[errand.absent]:
        raise PeerFault(
            Fault.NOT_ASKED,
            f"seat {context.seat} holds no part of the keys of seat {errand.absent}",
            seat=context.seat,
            evidence=message,
        )
    part = book.part(errand.purpose, errand.absent, context.seat)
    return proofs.check_shares(_scope(context, errand), part, errand.bases, message)


def combine(
    book: KeyBook, errand: Errand, partials: Mapping[int, tuple[Point, ...]]
) -> tuple[Point, ...]:
    """Join checked partial shares, by proxy, to those of the absent seat.

    Any ``threshold`` of them give the same points; more are not needed and not used.
    """
    # The lowest seats, so that everybody joins the same ones; any others would give the same
    # points.
    proxies = sorted(partials)[: book.threshold]
    if len(proxies) < book.threshold:
        raise Refused(f"{len(proxies)} of {book.threshold} partial shares are in")
    assert errand.absent not in partials
    weights = weights_at_zero(proxies)
    return tuple(
        group.weighted_sum(
            [
                (weight, partials[proxy][place])
                for weight, proxy in zip(weights, proxies, strict=True)
            ]
        )
        for place in range(len(errand.bases))
    )


def _scope(context: Context, errand: Errand) -> Scope:
    return Scope(context, f"proxy-{errand.purpose.value}", frame((errand.absent,)))
