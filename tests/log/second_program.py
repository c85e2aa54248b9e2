"""A second program, written from protocol/2-identity.md, 3-log.md and 4-file.md alone.

It shares no module with the real one: other libraries sign, pack and check. It reads a file and
says which digest it ends in and who is proved to have forked.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from zlib import crc32

import msgpack
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

LOG = b"p2pjeux log 1\n"
EVIDENCE = b"p2pjeux evidence 1\n"


class Bad(Exception):
    """The file is not what it should be."""


def pack(value: Any) -> bytes:
    return bytes(msgpack.packb(value, use_bin_type=True))


def unpack(data: bytes) -> Any:
    value = msgpack.unpackb(data, use_list=True)
    if pack(value) != data:
        raise Bad("another form of the same value")
    return value


def digest(purpose: str, *parts: Any) -> bytes:
    return sha256(pack([f"p2pjeux/1/{purpose}", *parts])).digest()


def check(key: bytes, signature: bytes, purpose: str, *parts: Any) -> None:
    try:
        VerifyKey(key).verify(pack([f"p2pjeux/1/{purpose}", *parts]), signature)
    except BadSignatureError as error:
        raise Bad("a signature does not hold") from error


def read_frames(data: bytes, at: int) -> tuple[list[bytes], bool]:
    """The whole records, and whether the last write was interrupted."""
    records: list[bytes] = []
    while at < len(data):
        head = data[at : at + 8]
        if len(head) < 8 or not any(data[at:]):
            return records, True
        if crc32(head[:4]).to_bytes(4, "big") != head[4:]:
            raise Bad("a length is damaged")
        size = int.from_bytes(head[:4], "big")
        if not 0 < size <= 1 << 21:
            raise Bad("a length is out of bounds")
        record, seal = data[at + 8 : at + 8 + size], data[at + 8 + size : at + 12 + size]
        if len(seal) < 4:
            return records, True
        if crc32(record).to_bytes(4, "big") != seal:
            raise Bad("a record is damaged")
        records.append(record)
        at += 12 + size
    return records, False


@dataclass
class Table:
    """A signed charter, and the digest of the steps that were read so far."""

    record: bytes
    id: bytes = b""
    keys: list[bytes] = field(default_factory=list)
    digest: bytes = b""
    next: int = 0

    def __post_init__(self) -> None:
        charter, signatures = unpack(self.record)
        self.id = digest("table", charter)
        self.keys = [key for _name, key, _is_bot in unpack(charter)[4]]
        for key, signature in zip(self.keys, signatures, strict=True):
            check(key, signature, "charter", self.id)
        self.digest = digest("start", self.record)

    def take(self, record: bytes) -> None:
        number, entries, statements = unpack(record)
        if number < self.next or not (entries or statements):
            raise Bad("a step out of order")
        if [entry[0] for entry in entries] != sorted({entry[0] for entry in entries}):
            raise Bad("entries out of order")
        place = [self.id, number, self.digest]
        for seat, body, signature in entries:
            check(self.keys[seat], signature, "entry", *place, seat, body)
        for signer, kind, subjects, signature in statements:
            check(self.keys[signer], signature, "statement", *place, signer, kind, subjects)
        self.digest = digest(
            "step",
            self.digest,
            number,
            [sha256(pack([*place, *entry])).digest() for entry in entries],
            [sha256(pack([*place, *statement])).digest() for statement in statements],
        )
        self.next = number + 1


def read_log(data: bytes) -> Table:
    if not data.startswith(LOG):
        raise Bad("no log")
    records, _torn = read_frames(data, len(LOG))
    table = Table(records[0])
    for record in records[1:]:
        table.take(record)
    return table


def check_contradiction(parts: list[Any]) -> None:
    """What one seat states in one place must not exclude each other."""
    (kind, said), (other, also) = ((part[4], set(part[5])) for part in parts)
    kinds, sets = {kind, other}, {"absent", "without"}
    crossing = kinds <= sets and not (said < also or also < said)
    if kinds == sets and said == also:
        crossing = False
    broken = "closed" in kinds and kinds & sets and said == also
    denied = kinds == {"absent", "object"} and said & also
    if parts[0][2] != parts[1][2] or not (crossing or broken or denied):
        raise Bad("they do not contradict each other")


def read_evidence(data: bytes) -> tuple[int, int]:
    """The seat that forked, and the step."""
    if not data.startswith(EVIDENCE):
        raise Bad("no evidence")
    (charter, fork), _torn = read_frames(data, len(EVIDENCE))
    return check_fork(Table(charter), fork)


def check_fork(table: Table, fork: bytes) -> tuple[int, int]:
    kind, one, other = unpack(fork)
    if one >= other:
        raise Bad("not in order")
    parts = [unpack(one), unpack(other)]
    for part in parts:
        *signed, signature = part
        purpose = "entry" if kind == "entries" else "statement"
        check(table.keys[part[3]], signature, purpose, *signed)
        if part[0] != table.id:
            raise Bad("of another table")
    if len({(part[1], part[3]) for part in parts}) != 1:
        raise Bad("they do not exclude each other")
    if kind == "statements":
        check_contradiction(parts)
    return int(parts[0][3]), int(parts[0][1])


def read_parting(table: Table, data: bytes) -> list[Any]:
    signed: list[Any]
    *signed, signature = unpack(data)
    if signed[0] != table.id or signed[3] >= len(table.keys) or not 1 <= signed[5] <= 4293:
        raise Bad("no parting of this table")
    check(table.keys[signed[3]], signature, "parting", *signed)
    return signed


def read_rift(table: Table, data: bytes) -> tuple[int, int, bool]:
    """The step, the highest age that is named, and whether it is proof."""
    fork, partings = unpack(data)
    seat, step = check_fork(table, fork)
    read = [read_parting(table, one) for one in partings]
    places = [one[:3] for one in read] + [unpack(one)[:3] for one in unpack(fork)[1:]]
    if any(place != places[0] for place in places) or any(one[4] == one[2] for one in read):
        raise Bad("not all of one step that was closed")
    signers, ages = [one[3] for one in read], [one[5] for one in read]
    digests = {one[4] for one in read}
    if signers != sorted(signers) or len(digests) != len(read) or max(ages) - min(ages) > 2:
        raise Bad("they have not parted")
    if len({table.keys[one] for one in (seat, *signers)}) <= len(signers):
        raise Bad("one peer in two roles")
    return step, max(ages), len(read) == 2
