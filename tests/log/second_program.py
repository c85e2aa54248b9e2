"""A second program, written from protocol/2-identity.md, 3-log.md, 4-file.md and 10-agreement.md.

It shares no module with the real one: other libraries sign, pack and check. It reads a file and
says which digest it ends in and who is convicted. Of a certificate it checks every signature and
that the accepts are of the step; what weighs how much is left to the reader in JavaScript.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from zlib import crc32

import msgpack
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

LOG = b"p2pjeux log 2\n"
EVIDENCE = b"p2pjeux evidence 2\n"
PURPOSES = ("accept", "move", "propose")


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
        if not 0 < size <= 1 << 22:
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
        number, entries, absent, certificate = unpack(record)
        if number != self.next or not (entries or absent):
            raise Bad("a step out of order")
        seats = [entry[0] for entry in entries]
        if seats != sorted(set(seats)) or absent != sorted(set(absent)) or {*seats} & {*absent}:
            raise Bad("a seat out of order")
        place = [self.id, number, self.digest]
        for seat, body, signature in entries:
            check(self.keys[seat], signature, "entry", *place, seat, body)
        names = [[entry[0], sha256(pack([*place, *entry])).digest()] for entry in entries]
        after = digest("step", self.digest, number, names, absent)
        self.check_certificate(place, after, certificate)
        self.digest, self.next = after, number + 1

    def check_certificate(self, place: list[Any], closing: bytes, certificate: list[Any]) -> None:
        turn, proposal, votes, records = certificate
        for seat, signature in votes:
            check(self.keys[seat], signature, "accept", *place, seat, turn, closing, proposal)
        for kind, tail in records:
            *said, signature = tail
            check(self.keys[said[0]], signature, PURPOSES[kind], *place, *said)
        names = [sha256(pack([*place, *tail])).digest() for kind, tail in records if kind == 2]
        if (turn > 0 and proposal not in names) or (turn == 0 and (proposal or records)):
            raise Bad("a proposal that is not there")


def read_log(data: bytes) -> Table:
    if not data.startswith(LOG):
        raise Bad("no log")
    records, _torn = read_frames(data, len(LOG))
    table = Table(records[0])
    for record in records[1:]:
        table.take(record)
    return table


def exclude(one: list[Any], other: list[Any]) -> bool:
    """Whether no honest seat signs both: each is a purpose, what is signed, and its digest."""
    (kind, said, name), (also, told, _) = one, other
    if kind == also == "entry":
        return True
    if kind == also:
        return bool(said[4] == told[4])
    if (kind, also) != ("accept", "move") or said[4] >= told[4]:
        return False
    reported = told[5]
    if reported is None or reported[0] < said[4]:
        return True
    return bool(reported[0] == said[4] and reported[1] != name)


def read_evidence(data: bytes) -> tuple[int, int]:
    """The seat that is convicted, and the step."""
    if not data.startswith(EVIDENCE):
        raise Bad("no evidence")
    (charter, pair), _torn = read_frames(data, len(EVIDENCE))
    return check_conviction(Table(charter), pair)


def check_conviction(table: Table, data: bytes) -> tuple[int, int]:
    pair = unpack(data)
    if pair[0] >= pair[1]:
        raise Bad("not in order")
    parts: list[list[Any]] = []
    for kind, record in pair:
        *said, signature = unpack(record)
        check(table.keys[said[3]], signature, kind, *said)
        parts.append([kind, said, sha256(record).digest()])
    (_, said, _), (_, told, _) = parts
    if said[0] != table.id or said[:4] != told[:4] or not exclude(*parts):
        raise Bad("they do not exclude each other")
    return int(said[3]), int(said[1])
