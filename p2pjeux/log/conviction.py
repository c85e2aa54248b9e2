"""Two records of one seat of which an honest one signs at most one (protocol/10-agreement.md).

It needs nothing but the signed charter: neither the log nor the word of whoever found it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.ballot import Accept, Move, Proposal
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.entry import ENTRY_SIZE_MAX, Entry, check_entry, decode_entry

CONVICTION_SIZE_MAX: Final = 2 * ENTRY_SIZE_MAX + 64
KIND_MAX: Final = 16

Convicting: TypeAlias = Entry | Accept | Move | Proposal

_NAMES: Final[dict[type[Convicting], str]] = {
    Accept: "accept",
    Entry: "entry",
    Move: "move",
    Proposal: "propose",
}


@dataclass(frozen=True, slots=True)
class Conviction:
    """The one of the lesser kind and bytes stands first, so that a conviction has one byte form."""

    pair: tuple[Convicting, Convicting]

    @property
    def seat(self) -> int:
        return self.pair[0].seat

    @property
    def step(self) -> int:
        return self.pair[0].step

    @property
    def reason(self) -> str:
        first, second = self.pair
        if isinstance(first, Entry):
            what = "signed two different entries"
        elif isinstance(first, Accept) and isinstance(second, Move):
            what = f"moved to round {second.round} and hid what it had accepted in {first.round}"
        else:
            kind = {Accept: "accepts", Move: "moves", Proposal: "proposals"}[type(first)]
            what = f"signed two different {kind} in round {first.round}"
        return f"seat {self.seat} {what} of step {self.step}"

    def encode(self) -> bytes:
        return encode([[_NAMES[type(one)], one.encode()] for one in self.pair])


def find_conviction(one: Convicting, other: Convicting) -> Conviction | None:
    """The conviction that two records make, if they make one; signatures are not checked."""
    if (one.place, one.seat) != (other.place, other.seat) or one == other:
        return None
    first, second = sorted((one, other), key=lambda part: (_NAMES[type(part)], part.encode()))
    return Conviction((first, second)) if _exclude(first, second) else None


def _exclude(one: Convicting, other: Convicting) -> bool:
    """Whether no honest peer signs both, which differ and are of one seat and place."""
    if isinstance(one, Entry) or isinstance(other, Entry):
        return type(one) is type(other)
    if isinstance(one, Accept) and isinstance(other, Move):
        return hides(other, one)
    return type(one) is type(other) and one.round == other.round


def hides(move: Move, accept: Accept) -> bool:
    """Whether a move to a later round reports a lower accept than this, none, or another."""
    if accept.round >= move.round:
        return False
    told = move.highest
    if told is None or told[0] < accept.round:
        return True
    return told[0] == accept.round and told[1] != accept.digest


def convictions(records: Iterable[Convicting]) -> Iterator[Conviction]:
    """Every conviction that lies in these records."""
    for one, other in combinations(tuple(records), 2):
        if found := find_conviction(one, other):
            yield found


def decode_conviction(data: bytes) -> Conviction:
    """The conviction in ``data``, signatures not yet checked; raise PeerFault if it is none."""
    one, other = (_read(part) for part in shapes.fields(decode(data, CONVICTION_SIZE_MAX), 2))
    found = find_conviction(one, other)
    if found is None or found.encode() != data:
        raise PeerFault(Fault.BAD_EVIDENCE, "these two do not exclude each other", evidence=data)
    return found


def _read(value: Value) -> Convicting:
    kind, data = shapes.fields(value, 2)
    raw = shapes.data(data, ENTRY_SIZE_MAX)
    match shapes.text(kind, KIND_MAX):
        case "entry":
            return decode_entry(raw)
        case "accept":
            return Accept.decode(raw)
        case "move":
            return Move.decode(raw)
        case "propose":
            return Proposal.decode(raw)
        case _:
            raise PeerFault(Fault.BAD_EVIDENCE, "no record of this kind convicts")


def check_conviction(signed: SignedCharter, conviction: Conviction) -> None:
    """Raise PeerFault unless the seat that it names really signed both."""
    for part in conviction.pair:
        try:
            if isinstance(part, Entry):
                check_entry(signed, part)
            else:
                part.check(signed)
        except PeerFault as fault:
            # The one who forged the evidence is unknown; the seat in it is not to blame.
            text = f"the evidence against seat {conviction.seat} is false: {fault.message}"
            raise PeerFault(Fault.BAD_EVIDENCE, text, evidence=conviction.encode()) from None
