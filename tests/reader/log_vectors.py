"""Logs that must be refused: what was done to them, and what every reader must say of it.

Like all vectors of the log they follow no game: bodies are any bytes, and what would take rules to
find is not among them. Written by ``python -m tests.reader.make_vectors``.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from p2pjeux.encoding import Value, decode, encode
from p2pjeux.log.chain import Chain
from p2pjeux.log.entry import sign_entry
from p2pjeux.log.file import LOG_MAGIC, begin_log, write_evidence, write_log
from p2pjeux.log.forks import Fork, fork_of
from p2pjeux.log.frames import write_frame
from p2pjeux.log.statement import Kind, sign_statement
from p2pjeux.log.step import Step
from tests.log.make_vectors import entry, identity, signed_charter, statement, whole_chain
from tests.log.rift_vectors import up_to_the_second_age


@dataclass(frozen=True, slots=True)
class Refused:
    """``step`` follows the last good one, ``seat`` is whom the finding names; None if nobody."""

    name: str
    data: bytes
    fault: str
    step: int | None = None
    seat: int | None = None

    def value(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "file": self.data.hex(),
            "fault": self.fault,
            "step": self.step,
            "seat": self.seat,
        }


def up_to(number: int) -> Chain:
    """The vectors' own log up to the step before this one."""
    chain = Chain(signed_charter())
    for step in whole_chain().steps:
        if step.number < number:
            chain.append(step)
    return chain


def ending_in(number: int, step: Step) -> bytes:
    chain = up_to(number)
    return write_log(chain.signed, [*chain.steps, step])


def with_value(number: int, change: Callable[[list[Any]], Value]) -> bytes:
    """The log up to a step, whose record is written anew from changed fields."""
    chain = up_to(number)
    step = next(step for step in whole_chain().steps if step.number == number)
    whole: Any = decode(step.encode())
    fields = [whole[0], [list(one) for one in whole[1]], [list(one) for one in whole[2]]]
    return write_log(chain.signed, chain.steps) + write_frame(encode(change(fields)))


def _set(path: tuple[int, ...], value: Value, fields: list[Any]) -> list[Any]:
    inner = fields
    for place in path[:-1]:
        inner = inner[place]
    inner[path[-1]] = value
    return fields


def frames() -> Iterator[Refused]:
    data = write_log(signed_charter(), whole_chain().steps)
    first = len(begin_log(signed_charter()))

    def flipped(at: int) -> bytes:
        return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]

    yield Refused("no bytes", b"", "bad-frame")
    yield Refused("another magic", b"q" + data[1:], "bad-frame")
    yield Refused("a later version", data.replace(b"log 1", b"log 2", 1), "bad-frame")
    yield Refused("the magic alone", LOG_MAGIC, "bad-frame")
    yield Refused("a length with a flipped bit", flipped(first + 1), "bad-frame", 0)
    yield Refused("a record with a flipped bit", flipped(first + 30), "bad-frame", 0)
    yield Refused("a record of no bytes", data[:first] + bytes(12) + data[first:], "bad-frame", 0)
    yield Refused("a spoilt tail", flipped(len(data) - 1), "bad-frame", 3)


def charters() -> Iterator[Refused]:
    signed = signed_charter()
    charter, signatures = signed.charter, list(signed.signatures)
    fields: Any = decode(charter.encode())

    def file(agreed: bytes, given: list[bytes]) -> bytes:
        return LOG_MAGIC + write_frame(encode([agreed, list(given)]))

    def loose(at: int, value: Value) -> bytes:
        return file(encode([*fields[:at], value, *fields[at + 1 :]]), signatures)

    forged = [bytes([signatures[0][0] ^ 1]) + signatures[0][1:], *signatures[1:]]
    keys = [list(seat) for seat in fields[4]]
    yield Refused("a charter of version 1", loose(0, 1), "bad-charter")
    yield Refused("a signature short", file(charter.encode(), signatures[:3]), "bad-charter")
    yield Refused("a forged signature", file(charter.encode(), forged), "bad-signature", None, 0)
    yield Refused("a game in capitals", loose(1, "Ostrakon"), "bad-shape")
    yield Refused("a truth for a number", loose(5, value=True), "bad-shape")
    yield Refused("a threshold of more than all others", loose(5, 3), "bad-charter")
    yield Refused("one who reads alone", loose(5, 1), "bad-charter")
    yield Refused("no patience", loose(7, 0), "bad-shape")
    yield Refused("a short nonce", loose(8, bytes(31)), "bad-shape")
    yield Refused("one seat", loose(4, keys[:1]), "bad-shape")
    unsure = [[*keys[0][:2], 1], *keys[1:]]
    yield Refused("a number for a truth", loose(4, unsure), "bad-shape")
    same = [["ANNE", *keys[1][1:]] if number == 1 else one for number, one in enumerate(keys)]
    yield Refused("two names that differ in case", loose(4, same), "bad-shape")
    blank = [["Anne  B", *keys[0][1:]], *keys[1:]]
    yield Refused("a name with two spaces", loose(4, blank), "bad-shape")
    apart = [["Chloe\u0301", *keys[0][1:]], *keys[1:]]
    yield Refused("a name that is not composed", loose(4, apart), "bad-shape")
    turned = [["A\u202enne", *keys[0][1:]], *keys[1:]]
    yield Refused("a name that turns the writing", loose(4, turned), "bad-shape")
    for name, key in (("zero", bytes(32)), ("one", b"\x01" + bytes(31)), ("y = p", _P)):
        weak = [["Anne", key, False], *keys[1:]]
        yield Refused(f"a key that binds nobody: {name}", loose(4, weak), "bad-point")


_P = (2**255 - 19).to_bytes(32, "little")


def steps() -> Iterator[Refused]:
    zero, one, *_more = whole_chain().steps
    chain = up_to(1)
    two_of_one = sorted(
        (entry(chain, 1, 1, b"one"), entry(chain, 1, 1, b"other")), key=lambda it: it.encode()
    )
    yield Refused("an empty step", ending_in(1, Step(1, ())), "bad-chain", 1)
    yield Refused("an earlier number", ending_in(1, replace(zero, number=0)), "bad-chain", 1)
    ages = up_to_the_second_age()
    early = write_log(ages.signed, [*ages.steps, Step(1, (entry(ages, ages.next, 0, b""),))])
    yield Refused("a number of an earlier age", early, "bad-chain", ages.next)
    order = Step(0, (zero.entries[1], zero.entries[0], *zero.entries[2:]))
    yield Refused("entries out of order", ending_in(0, order), "bad-chain", 0, 0)
    twice = Step(0, (zero.entries[0], *zero.entries))
    yield Refused("an entry twice", ending_in(0, twice), "bad-chain", 0, 0)
    yield Refused("two entries of one seat", ending_in(1, Step(1, tuple(two_of_one))), "fork", 1, 1)
    forged = replace(one.entries[0], signature=bytes(64))
    yield Refused("no signature", ending_in(1, Step(1, (forged,))), "bad-signature", 1, 1)
    other = replace(one.entries[0], body=b"x")
    yield Refused("another body", ending_in(1, Step(1, (other,))), "bad-signature", 1, 1)
    strange = sign_entry(identity(1), chain.place(1), 2, b"")
    yield Refused("another's key", ending_in(1, Step(1, (strange,))), "bad-signature", 1, 2)
    elsewhere = sign_entry(identity(1), up_to(0).place(1), 1, b"")
    yield Refused(
        "signed after other steps", ending_in(1, Step(1, (elsewhere,))), "bad-signature", 1, 1
    )
    misshapen: tuple[tuple[str, tuple[int, ...], Value], ...] = (
        ("a step of text", (0,), "1"),
        ("a seat of 12", (1, 0, 0), 12),
        ("a body of text", (1, 0, 1), "body"),
        ("a signature of 63 bytes", (1, 0, 2), bytes(63)),
    )
    for name, path, value in misshapen:
        yield Refused(name, with_value(1, partial(_set, path, value)), "bad-shape", 1)
    yield Refused("a field too many", with_value(1, lambda fields: [*fields, 0]), "bad-shape", 1)
    yield Refused("no list", with_value(1, lambda _fields: {"step": 1}), "bad-shape", 1)
    long = one.encode().replace(b"\x93\x01", b"\x93\xcc\x01", 1)
    longer = write_log(chain.signed, chain.steps) + write_frame(long)
    yield Refused("a number in a longer form", longer, "bad-encoding", 1)


def absences() -> Iterator[Refused]:
    chain = up_to(2)
    given = (entry(chain, 2, 0, b"x"),)

    def bad(name: str, seat: int | None, *stated: tuple[int, tuple[int, ...]]) -> Refused:
        signed = [statement(chain, 2, signer, Kind.ABSENT, *gone) for signer, gone in stated]
        ordered = tuple(sorted(signed, key=lambda one: one.rank))
        return Refused(name, ending_in(2, Step(2, given, ordered)), "bad-statement", 2, seat)

    yield bad("an absence that one did not state", 3, (0, (2,)), (1, (2,)))
    yield bad("two that state other absences", 3, (0, (2,)), (1, (2,)), (3, (1, 2)))
    yield bad("too few are left", None, (0, (1, 2, 3)))
    for name, kind, subject, seat in (
        ("an objection in a closed step", Kind.OBJECT, 2, 0),
        ("a return in a closed step", Kind.BACK, 0, 0),
        ("word of a closing in a closed step", Kind.CLOSED, 2, 0),
    ):
        stated = (statement(chain, 2, 0, kind, subject),)
        yield Refused(name, ending_in(2, Step(2, given, stated)), "bad-statement", 2, seat)
    mixed = tuple(
        statement(chain, 2, signer, kind, 2)
        for signer, kind in ((0, Kind.ABSENT), (3, Kind.ABSENT), (1, Kind.WITHOUT))
    )
    both_kinds = ending_in(2, Step(2, given, mixed))
    yield Refused("one set in two kinds", both_kinds, "bad-statement", 2, 1)
    own = (sign_statement(identity(1), chain.place(2), 1, Kind.ABSENT, 1),)
    yield Refused("its own absence", ending_in(2, Step(2, given, own)), "bad-statement", 2, 1)
    right = whole_chain().steps[2]
    backwards = replace(right, statements=right.statements[::-1])
    yield Refused("statements backwards", ending_in(2, backwards), "bad-chain", 2, 1)
    both = replace(right, entries=(*right.entries, entry(chain, 2, 2, b"here")))
    yield Refused("an absent seat's entry", ending_in(2, both), "bad-chain", 2)
    again = up_to(4)
    absent = tuple(statement(again, 4, signer, Kind.ABSENT, 2) for signer in (0, 1, 3))
    twice = Step(4, (entry(again, 4, 0, b""),), absent)
    yield Refused("absent a second time", ending_in(4, twice), "bad-statement", 3, 0)


def evidence() -> Iterator[Refused]:
    chain = whole_chain()
    honest = chain.steps[1].entries[0]
    other = sign_entry(identity(1), honest.place, 1, b"another body")
    good = fork_of(honest, other)
    one, two = good.pair
    assert isinstance(one, type(honest))
    assert isinstance(two, type(honest))

    def bad(name: str, fork: Fork, fault: str = "bad-evidence") -> Refused:
        return Refused(name, write_evidence(chain.signed, fork), fault)

    yield bad("the parts in the other order", Fork((two, one)))
    yield bad("the same entry twice", Fork((one, one)))
    forged = replace(two, signature=bytes(64))
    pair = sorted((one, forged), key=lambda it: it.encode())
    yield bad("a forged part", Fork((pair[0], pair[1])))
    seats = sorted(
        (chain.steps[0].entries[0], chain.steps[0].entries[1]), key=lambda it: it.encode()
    )
    yield bad("entries of two seats", Fork((seats[0], seats[1])))
    place = chain.steps[2].statements[0].place
    small = sign_statement(identity(0), place, 0, Kind.ABSENT, 2)
    large = sign_statement(identity(0), place, 0, Kind.ABSENT, 1, 2)
    nested = sorted((small, large), key=lambda it: it.encode())
    yield bad("absences one of which contains the other", Fork((nested[0], nested[1])))
    kinds = [sign_statement(identity(0), place, 0, kind, 2) for kind in (Kind.ABSENT, Kind.WITHOUT)]
    kinds.sort(key=lambda it: it.encode())
    yield bad("one set in each kind", Fork((kinds[0], kinds[1])))
    without = sign_statement(identity(0), place, 0, Kind.WITHOUT, 1, 2)
    for name, gone in (("a part of it", (1,)), ("others", (3,))):
        closed = sign_statement(identity(0), place, 0, Kind.CLOSED, *gone)
        apart = sorted((without, closed), key=lambda it: it.encode())
        yield bad(f"one set stated, and {name} refused", Fork((apart[0], apart[1])))
    objection = sign_statement(identity(0), place, 0, Kind.OBJECT, 2)
    closed = sign_statement(identity(0), place, 0, Kind.CLOSED, 2)
    spoken = sorted((objection, closed), key=lambda it: it.encode())
    yield bad("an objection, and a refusal", Fork((spoken[0], spoken[1])))
    more = write_evidence(chain.signed, good) + write_frame(b"\xc0")
    yield Refused("a record too many", more, "bad-evidence")


def refused() -> tuple[Refused, ...]:
    return (*frames(), *charters(), *steps(), *absences(), *evidence())
