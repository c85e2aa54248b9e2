"""Logs that somebody has tampered with, each with what a verifier must say of it.

Here the damage is done by whoever hands over the file; lies under one's own name are in
``bad_plays``.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from zlib import crc32

import msgpack

from p2pjeux.encoding import Value, decode, encode
from p2pjeux.judge.verdict import Finding
from p2pjeux.log.ballot import Accept, Move, Proposal, closing_of
from p2pjeux.log.charter import Charter, sign_charter
from p2pjeux.log.conviction import Convicting, Conviction, find_conviction
from p2pjeux.log.entry import Entry, Place, sign_entry
from p2pjeux.log.file import (
    EVIDENCE_MAGIC,
    LOG_MAGIC,
    begin_log,
    write_evidence,
    write_log,
    write_step,
)
from p2pjeux.log.frames import RECORD_SIZE_MAX, write_frame
from p2pjeux.log.holders import Sitter
from p2pjeux.log.identity import DIGEST_SIZE
from p2pjeux.log.step import Step
from p2pjeux.rules.requests import Seat
from p2pjeux.table import entry_body
from tests.kit import Case
from tests.log.writing import (
    OSTRAKON,
    Writer,
    beginning,
    identity_of,
    make_charter,
    sign_by_all,
    whole_game,
)


@dataclass(frozen=True, slots=True)
class BadLog:
    """What was done, and the finding, step and seat that it must lead to."""

    name: str
    data: bytes
    finding: Finding
    step: int | None = None
    seat: Seat | None = None
    proven: bool = False


def frames(data: bytes) -> list[bytes]:
    """The frames of a log, charter first, magic left out."""
    found, at = [], len(LOG_MAGIC)
    while at < len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        found.append(data[at:end])
        at = end
    return found


def with_frame(number: int, frame: bytes) -> bytes:
    """The beginning of a game, one frame exchanged; frame 0 is the charter."""
    all_frames = frames(beginning().data)
    return LOG_MAGIC + b"".join([*all_frames[:number], frame, *all_frames[number + 1 :]])


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def framed_head(size: int) -> bytes:
    length = size.to_bytes(4, "big")
    return length + crc32(length).to_bytes(4, "big")


def step_value(number: int) -> list[Value]:
    """A step of the beginning as nested lists, to be written otherwise."""
    value = decode(beginning().steps[number].data)
    assert isinstance(value, tuple)
    return list(value)


def with_step_value(number: int, value: Value) -> bytes:
    return with_frame(number + 1, write_frame(encode(value)))


def with_step(number: int, step: Step) -> bytes:
    return with_frame(number + 1, write_step(step))


def with_entries(number: int, *entries: Entry) -> bytes:
    """The beginning of a game, one step of which holds these entries."""
    return with_step(number, replace(beginning().steps[number], entries=entries))


def renumbered(step: Step, number: int) -> Step:
    return replace(step, place=replace(step.place, step=number))


def with_entry(number: int, place: int, entry: Entry) -> bytes:
    entries = beginning().steps[number].entries
    return with_entries(number, *entries[:place], entry, *entries[place + 1 :])


def format_damage() -> Iterator[BadLog]:
    data = beginning().data
    third = len(LOG_MAGIC) + sum(map(len, frames(data)[:3]))
    fourth = frames(data)[3]
    torn = fourth[: len(fourth) // 2]
    rest = data[third + len(fourth) :]

    def bad(name: str, wrong: bytes, step: int | None = None) -> BadLog:
        return BadLog(name, wrong, Finding.FORMAT, step)

    yield bad("empty file", b"")
    yield bad("wrong magic", b"q" + data[1:])
    yield bad("newer version", data.replace(b"log 2\n", b"log 9\n", 1))
    yield bad("magic and nothing else", LOG_MAGIC)
    yield bad("charter torn", data[: len(LOG_MAGIC) + 100])
    yield bad("not a log at all", bytes(range(256)) * 10)
    yield bad("length flipped", flipped(data, third + 2), 2)
    yield bad("checksum of length flipped", flipped(data, third + 5), 2)
    yield bad("record flipped", flipped(data, third + 40), 2)
    yield bad("checksum of record flipped", flipped(data, third + len(fourth) - 1), 2)
    yield bad("last record flipped", flipped(data, len(data) - 30), 7)
    yield bad("last checksum flipped", flipped(data, len(data) - 1), 7)
    yield bad("torn write in the middle", data[:third] + torn + rest, 2)
    yield bad("zeros in the middle", data[:third] + bytes(64) + data[third:], 2)
    yield bad("a byte too many in the middle", data[:third] + b"\x00" + data[third:], 2)
    yield bad("a byte missing in the middle", data[:third] + data[third + 1 :], 2)
    yield bad("oversize frame", data[:third] + framed_head(RECORD_SIZE_MAX + 1) + bytes(99), 2)
    yield bad("record of no bytes", data[:third] + framed_head(0) + bytes(4) + data[third:], 2)
    yield from _misshapen_steps()


def _misshapen_steps() -> Iterator[BadLog]:
    """Whole frames whose records are no steps."""

    def bad(name: str, wrong: bytes, step: int) -> BadLog:
        return BadLog(name, wrong, Finding.FORMAT, step)

    yield bad("text where a record should be", with_frame(3, write_frame(b"hello")), 2)
    yield bad("a map for a step", with_step_value(2, {"number": 2}), 2)
    yield bad("a field too many", with_step_value(2, [*step_value(2), 0]), 2)
    yield bad("a field too few", with_step_value(2, step_value(2)[:3]), 2)
    yield bad("a step with a text for its number", with_step_value(2, ["2", *step_value(2)[1:]]), 2)
    yield bad("a step with a truth for its number", with_step_value(2, [True, [], [], None]), 2)
    yield bad("an entry of two fields", with_step_value(2, [2, [[0, b"x"]], [], None]), 2)
    yield bad("a short signature", with_step_value(2, [2, [[0, b"x", bytes(63)]], [], None]), 2)
    yield bad("an entry of seat 12", with_step_value(2, [2, [[12, b"x", bytes(64)]], [], None]), 2)
    yield bad(
        "a seat not at this table", with_step_value(2, [2, [[9, b"x", bytes(64)]], [], None]), 2
    )
    yield bad(
        "more entries than seats", with_step_value(2, [2, [[0, b"", bytes(64)]] * 14, [], None]), 2
    )
    yield bad(
        "a body beyond its limit", with_step_value(2, [2, [[0, bytes(140_000), b""]], [], None]), 2
    )
    loose = msgpack.packb(step_value(2), use_bin_type=True).replace(b"\x94\x02", b"\x94\xcc\x02", 1)
    yield bad("a number written too long", with_frame(3, write_frame(loose)), 2)
    yield bad(
        "bytes after the value", with_frame(3, write_frame(encode(step_value(2)) + b"\xc0")), 2
    )


def charter_damage() -> Iterator[BadLog]:
    yield from _forged_agreements()
    yield from _impossible_terms()
    yield from _wrong_tables()


def _with_charter(
    name: str, record: bytes, finding: Finding = Finding.CHARTER, seat: Seat | None = None
) -> BadLog:
    return BadLog(name, with_frame(0, write_frame(record)), finding, seat=seat)


def _forged_agreements() -> Iterator[BadLog]:
    bad, good = _with_charter, make_charter(OSTRAKON)
    honest = sign_by_all(good).signatures

    def signatures(*by: bytes) -> bytes:
        return encode([good.encode(), list(by)])

    yield bad("charter of no meaning", b"\xc0")
    yield bad("a signature missing", signatures(*honest[:4]))
    yield bad("a signature too many", signatures(*honest, bytes(64)))
    for seat in (0, 4):
        forged = [*honest]
        forged[seat] = sign_charter(identity_of(9), good.id)
        yield bad(f"seat {seat} signed by a stranger", signatures(*forged), Finding.SIGNATURE, seat)
    exchanged = signatures(*honest[:3], honest[4], honest[3])
    yield bad("signatures exchanged", exchanged, Finding.SIGNATURE, 3)
    renamed = replace(good, seats=(replace(good.seats[0], name="Zoé"), *good.seats[1:]))
    record = encode([renamed.encode(), list(honest)])
    yield bad("a name changed after signing", record, Finding.SIGNATURE, 0)
    swapped = replace(good, seats=(Sitter("Zoé", good.seats[1].public), *good.seats[1:]))
    by_zoe = [sign_charter(identity_of(seat), swapped.id) for seat in range(5)]
    record = encode([swapped.encode(), by_zoe])
    yield bad("a seat signed by another's key", record, Finding.SIGNATURE, 0)


def _impossible_terms() -> Iterator[BadLog]:
    """Charters that all have signed, and that cannot be played all the same."""
    bad, good = _with_charter, make_charter(OSTRAKON)

    def signed_by_all(charter: Charter) -> bytes:
        return sign_by_all(charter).encode()

    def loose(*terms: Value) -> bytes:
        """A charter that its own encoder would refuse."""
        data = encode(list(terms))
        table = sha256(encode(["p2pjeux/1/table", data])).digest()
        return encode([data, [sign_charter(identity_of(seat), table) for seat in range(5)]])

    terms = list(decode(good.encode()))  # type: ignore[arg-type]  # a list, as we know
    seats: list[Value] = [[one.name, one.public, one.is_bot] for one in good.seats]
    yield bad("no such game", signed_by_all(replace(good, game_id="chess")))
    yield bad("too few seats for the game", signed_by_all(make_charter(Case("ostrakon", 4))))
    yield bad("no such option", signed_by_all(replace(good, options=(("speed", 3),))))
    yield bad("no such choice", signed_by_all(replace(good, options=(("refusals", "maybe"),))))
    yield bad("another version", loose(9, *terms[1:]))
    yield bad("a threshold out of bounds", loose(*terms[:5], 5, *terms[6:]))
    yield bad("two seats of one name", loose(*terms[:4], [seats[0], *seats[:4]], *terms[5:]))
    weak: list[Value] = [["Zoé", b"\x01" + bytes(31), False], *seats[1:]]
    yield bad("a key that binds nobody", loose(*terms[:4], weak, *terms[5:]))
    yield bad("no patience", loose(*terms[:7], 0, terms[8]))


def _wrong_tables() -> Iterator[BadLog]:
    rest = b"".join(frames(beginning().data)[1:])
    other_rules = sign_by_all(replace(make_charter(OSTRAKON), fingerprint=bytes(32)))
    yield BadLog("played by other rules", write_log(other_rules, []), Finding.OTHER_RULES)
    data = begin_log(other_rules) + rest
    yield BadLog("other rules, and a bad chain", data, Finding.SIGNATURE, 0, 0)
    other = sign_by_all(make_charter(OSTRAKON, seed=1), seed=1)
    yield BadLog("the charter of another table", begin_log(other) + rest, Finding.SIGNATURE, 0, 0)


def chain_damage() -> Iterator[BadLog]:
    steps = beginning().steps
    five = steps[5]
    all_frames = frames(beginning().data)

    def log(*chosen: bytes) -> bytes:
        return LOG_MAGIC + b"".join(chosen)

    def bad(
        name: str, wrong: bytes, step: int, seat: Seat | None = None, *, proven: bool = False
    ) -> BadLog:
        return BadLog(name, wrong, Finding.CHAIN, step, seat, proven)

    yield bad("first step missing", log(all_frames[0], *all_frames[2:]), 0)
    yield bad("a step missing", log(*all_frames[:4], *all_frames[5:]), 3)
    yield bad("a step twice", log(*all_frames[:5], *all_frames[4:]), 4)
    yield bad("two steps exchanged", log(*all_frames[:4], all_frames[5], all_frames[4]), 3)
    yield bad("an empty step", with_entries(5), 5)
    yield bad("a step with a later number", with_step(5, renumbered(five, 6)), 5)
    yield bad("a step with an earlier number", with_step(5, renumbered(five, 4)), 5)
    for seat in range(5):
        left = tuple(entry for entry in five.entries if entry.seat != seat)
        yield bad(f"entry of seat {seat} missing", with_entries(5, *left), 5, seat)
    one, two, *more = five.entries
    yield bad("entries out of order", with_entries(5, two, one, *more), 5, 0)
    yield bad("entries backwards", with_entries(5, *five.entries[::-1]), 5, 3)
    yield bad("an entry twice", with_entries(5, one, one, two, *more), 5, 0)
    asked = steps[6].entries[0].seat
    stranger = (asked + 1) % 5
    writer = Writer(OSTRAKON).run(lambda it: len(it.steps) == 6)
    extra = writer.entry(stranger, b"me too")
    both = with_entries(6, *sorted((*steps[6].entries, extra), key=lambda entry: entry.seat))
    yield bad("an entry nobody asked for", both, 6, stranger, proven=True)
    instead = with_entries(6, extra)
    yield bad("somebody else's turn", instead, 6, stranger, proven=True)
    yield bad("a step after the last", _after_the_end(), len(whole_game().steps))


def _after_the_end() -> bytes:
    game = whole_game()
    writer = Writer(OSTRAKON).run()
    place = writer.ledger.place
    more = sign_entry(identity_of(0), place, 0, entry_body.wrap(b"one more"))
    return game.data + write_step(Step(place, (more,)))


def signature_damage() -> Iterator[BadLog]:
    five = beginning().steps[5]

    def bad(name: str, seat: Seat, wrong: Entry) -> BadLog:
        return BadLog(name, with_entry(5, seat, wrong), Finding.SIGNATURE, 5, seat)

    for seat, entry in enumerate(five.entries):
        yield bad(f"signature of seat {seat} flipped", seat, _flip_signature(entry))
        yield bad(f"body of seat {seat} changed", seat, replace(entry, body=flipped(entry.body, 9)))
        key = identity_of((seat + 1) % 5)
        forged = sign_entry(key, entry.place, seat, entry.body)
        yield bad(f"seat {seat} signed by another key", seat, forged)
    entry = five.entries[3]
    earlier = beginning().steps[4].entries[3]
    yield bad("no signature", 3, replace(entry, signature=bytes(64)))
    yield bad("the signature of an earlier step", 3, replace(entry, signature=earlier.signature))
    yield bad(
        "signed for another step",
        3,
        sign_entry(identity_of(3), replace(entry.place, step=6), 3, entry.body),
    )
    yield bad(
        "signed after other steps",
        3,
        sign_entry(identity_of(3), replace(entry.place, previous=bytes(32)), 3, entry.body),
    )
    yield bad(
        "signed for another table",
        3,
        sign_entry(identity_of(3), replace(entry.place, table=bytes(32)), 3, entry.body),
    )
    yield BadLog(
        "two seats under each other's names",
        with_entries(
            5,
            replace(five.entries[1], seat=0),
            replace(five.entries[0], seat=1),
            *five.entries[2:],
        ),
        Finding.SIGNATURE,
        5,
        0,
    )


def _flip_signature(entry: Entry) -> Entry:
    return replace(entry, signature=flipped(entry.signature, 20))


def forks() -> Iterator[BadLog]:
    game = beginning()
    five = game.steps[5]
    honest = five.entries[3]
    other = sign_entry(identity_of(3), honest.place, 3, b"other")
    twice = sorted((*five.entries, other), key=lambda entry: entry.seat)
    yield BadLog(
        "two entries of one seat in a step",
        with_entries(5, *twice),
        Finding.FORK,
        5,
        3,
        proven=True,
    )
    pairs = {"two bodies": (honest, other), **_two_ballots(honest.place)}
    for name, pair in pairs.items():
        found = find_conviction(*pair)
        assert found is not None
        data = write_evidence(game.signed, found)
        yield BadLog(f"evidence: {name}", data, Finding.FORK, 5, 3, proven=True)
    yield from _false_evidence(honest, other)


def _two_ballots(place: Place) -> dict[str, tuple[Convicting, Convicting]]:
    """What seat 3 signs and no honest peer does."""
    key = identity_of(3)
    one, two = (Accept.sign(key, place, 3, 0, bytes([byte]) * DIGEST_SIZE, None) for byte in (1, 2))
    silent, telling = (
        Move.sign(key, place, 3, 1, highest, ()) for highest in (None, (0, one.digest))
    )
    here, gone = (
        Proposal.sign(key, place, 3, 1, closing_of([(0, one.digest)], absent), (silent.digest,))
        for absent in ((), (1,))
    )
    return {
        "two accepts": (one, two),
        "two moves": (silent, telling),
        "two proposals": (here, gone),
        "an accept and a move that hides it": (one, silent),
    }


def _false_evidence(honest: Entry, other: Entry) -> Iterator[BadLog]:
    signed, place = beginning().signed, honest.place
    # The lesser bytes stand first.
    pair = sorted((honest, other), key=lambda one: one.data)
    good = write_evidence(signed, Conviction((pair[0], pair[1])))
    false = find_conviction(honest, replace(other, body=b"never signed"))
    assert false is not None
    elsewhere = sign_entry(identity_of(3), replace(place, previous=bytes(32)), 3, b"x")
    accept = Accept.sign(identity_of(3), place, 3, 0, bytes(DIGEST_SIZE), None)
    telling = Move.sign(identity_of(3), place, 3, 1, (0, accept.digest), ())
    foreign = sign_by_all(make_charter(OSTRAKON, seed=1), seed=1)
    for name, wrong, finding in (
        ("forged", write_evidence(signed, false), Finding.EVIDENCE),
        ("of two logs", write_evidence(signed, Conviction((honest, elsewhere))), Finding.EVIDENCE),
        (
            "of an accept and a move that reports it",
            write_evidence(signed, Conviction((accept, telling))),
            Finding.EVIDENCE,
        ),
        (
            "of another table",
            write_evidence(foreign, Conviction((pair[0], pair[1]))),
            Finding.EVIDENCE,
        ),
        ("torn", good[:-5], Finding.EVIDENCE),
        ("flipped", flipped(good, len(good) - 50), Finding.EVIDENCE),
        ("with more behind it", good + b"\x00" * 9, Finding.EVIDENCE),
        ("without a charter", good[: len(EVIDENCE_MAGIC)], Finding.FORMAT),
        ("flipped in the charter", flipped(good, 60), Finding.FORMAT),
    ):
        yield BadLog(f"evidence {name}", wrong, finding)
