"""Logs that must be refused: what was done to them, and what every reader must say of it.

Like all vectors of the log they follow no game: what would take rules to find is not among them.
Written by ``python -m tests.reader.make_vectors``.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from p2pjeux.encoding import Value, decode, encode
from p2pjeux.log.ballot import Accept, Back, Move, closing_of
from p2pjeux.log.certificate import Certificate
from p2pjeux.log.chain import Chain
from p2pjeux.log.charter import Charter, seal_charter, sign_charter
from p2pjeux.log.consent import Consent, Kind
from p2pjeux.log.conviction import Conviction
from p2pjeux.log.entry import sign_entry
from p2pjeux.log.file import LOG_MAGIC, begin_log, write_evidence, write_log
from p2pjeux.log.frames import write_frame
from p2pjeux.log.step import Step
from p2pjeux.table import entry_body
from tests.log.make_vectors import (
    accept_alone,
    charter,
    closed,
    convict,
    entry,
    identity,
    pairs,
    signed_charter,
    up_to,
    whole_chain,
)
from tests.reader.refused_log import Refused, _set, ending_in, with_value
from tests.reader.round_vectors import Round, rounds, second_round


def frames() -> Iterator[Refused]:
    data = write_log(signed_charter(), whole_chain().steps)
    first = len(begin_log(signed_charter()))

    def flipped(at: int) -> bytes:
        return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]

    yield Refused("no bytes", b"", "bad-frame")
    yield Refused("another magic", b"q" + data[1:], "bad-frame")
    yield Refused("an earlier version", data.replace(b"log 2", b"log 1", 1), "bad-frame")
    yield Refused("a later version", data.replace(b"log 2", b"log 3", 1), "bad-frame")
    yield Refused("the magic alone", LOG_MAGIC, "bad-frame")
    yield Refused("a length with a flipped bit", flipped(first + 1), "bad-frame", 0)
    yield Refused("a record with a flipped bit", flipped(first + 30), "bad-frame", 0)
    yield Refused("a record of no bytes", data[:first] + bytes(12) + data[first:], "bad-frame", 0)
    yield Refused("a spoilt tail", flipped(len(data) - 1), "bad-frame", 5)


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
    zero, one, two, *_more = whole_chain().steps
    chain = up_to(1)
    two_of_one = (entry(chain, 1, b"one"), entry(chain, 1, b"other"))
    yield Refused("an empty step", ending_in(1, Step(chain.place, ())), "bad-chain", 1)
    yield Refused("an earlier number", ending_in(1, zero), "bad-chain", 1)
    yield Refused("a later number", ending_in(1, two), "bad-chain", 1)
    order = replace(zero, entries=(zero.entries[1], zero.entries[0], *zero.entries[2:]))
    yield Refused("entries out of order", ending_in(0, order), "bad-chain", 0, 0)
    twice = replace(zero, entries=(zero.entries[0], *zero.entries))
    yield Refused("an entry twice", ending_in(0, twice), "bad-chain", 0, 0)
    fork = Step(chain.place, two_of_one)
    yield Refused("two entries of one seat", ending_in(1, fork), "fork", 1, 1)
    for name, wrong, seat in (
        ("no signature", replace(one.entries[0], signature=bytes(64)), 1),
        ("another body", replace(one.entries[0], body=b"x"), 1),
        ("another's key", sign_entry(identity(1), chain.place, 2, b""), 2),
        ("signed after other steps", entry(up_to(2), 1, b""), 1),
    ):
        step = replace(one, entries=(replace(wrong, place=chain.place),))
        yield Refused(name, ending_in(1, step), "bad-signature", 1, seat)
    strange = replace(one, entries=(replace(one.entries[0], seat=7),))
    yield Refused("an entry of no seat", ending_in(1, strange), "bad-shape", 1)
    misshapen: tuple[tuple[str, tuple[int, ...], Value], ...] = (
        ("a step of text", (0,), "1"),
        ("a seat of 12", (1, 0, 0), 12),
        ("a body of text", (1, 0, 1), "body"),
        ("a signature of 63 bytes", (1, 0, 2), bytes(63)),
        ("absences that are no list", (2,), None),
        ("absences out of order", (2,), [3, 2]),
        ("a certificate of three fields", (3,), [0, None, []]),
        ("a certificate of no votes", (3, 2), []),
        ("a round beyond all rounds", (3, 0), 65_536),
        ("a proposal of 31 bytes", (3, 1), bytes(31)),
        ("a record of a fourth kind", (3, 3), [[3, []]]),
        ("a record of a field too few", (3, 3), [[0, [0, 0, bytes(32), bytes(64)]]]),
    )
    for name, path, value in misshapen:
        yield Refused(name, with_value(1, partial(_set, path, value)), "bad-shape", 1)
    yield Refused("a field too many", with_value(1, lambda fields: [*fields, 0]), "bad-shape", 1)
    yield Refused("no list", with_value(1, lambda _fields: {"step": 1}), "bad-shape", 1)
    long = one.data.replace(b"\x94\x01", b"\x94\xcc\x01", 1)
    longer = write_log(chain.signed, chain.steps) + write_frame(long)
    yield Refused("a number in a longer form", longer, "bad-encoding", 1)


def bodies() -> Iterator[Refused]:
    """What stands around the bytes that the rules ask for."""
    chain = up_to(4)
    left = whole_chain().steps[2].place

    def bad(name: str, fault: str, body: bytes) -> Refused:
        given = sign_entry(identity(1), chain.place, 1, body)
        return Refused(name, ending_in(4, closed(chain, given)), fault, 4, 1)

    def back(name: str, fault: str, note: Back) -> Refused:
        return bad(name, fault, entry_body.wrap(b"body", [note]))

    yield bad("a body that is not wrapped", "bad-shape", b"x")
    yield bad("a body that is no value", "bad-encoding", b"\xc1")
    yield bad("a note that is no record", "bad-shape", encode([b"body", [b"\x90"]]))
    yield bad("thirteen notes", "bad-shape", encode([b"body", [b"\x90"] * 13]))
    yield back("a return to another step", "bad-statement", Back.sign(identity(2), chain.place, 2))
    yield back("a return of one who is here", "bad-statement", Back.sign(identity(0), left, 0))
    yield back("a return signed by another", "bad-signature", Back.sign(identity(1), left, 2))

    def agreed(name: str, fault: str, *consents: Consent) -> Refused:
        return bad(name, fault, entry_body.wrap_take_back(consents))

    def consent(seat: int, kind: Kind = Kind.TAKE_BACK, number: int = 1) -> Consent:
        return Consent.sign(identity(seat), chain.place, seat, kind, number)

    all_here = [consent(seat) for seat in (0, 1, 3)]
    yield agreed("a step taken back without all", "bad-consent", *all_here[:2])
    yield agreed("a step taken back by one who is absent", "bad-consent", *all_here, consent(2))
    yield agreed("two steps taken back", "bad-consent", *all_here[:2], consent(3, number=2))
    yield agreed("a pause for a step back", "bad-consent", *all_here[:2], consent(3, Kind.PAUSE))
    later = [consent(seat, number=5) for seat in (0, 1, 3)]
    yield agreed("a step taken back that is to come", "bad-consent", *later)
    forged = replace(all_here[2], signature=bytes(64))
    yield agreed("a consent that nobody signed", "bad-signature", *all_here[:2], forged)
    absent = up_to(3)
    step = closed(absent, entry(absent, 2, b"here"))
    yield Refused("an entry of an absent seat", ending_in(3, step), "not-asked", 3, 2)


def absences() -> Iterator[Refused]:
    chain = up_to(2)
    given = entry(chain, 0, b"x")
    right = whole_chain().steps[2]
    both = replace(right, entries=(*right.entries, entry(chain, 2, b"here")))
    yield Refused("an absent seat's entry", ending_in(2, both), "bad-chain", 2)
    nobody = replace(right, absent=(2, 4))
    yield Refused("a seat left out that there is not", ending_in(2, nobody), "bad-chain", 2)
    many = closed(chain, given, absent=(1, 2), peers=(0,), number=0)
    yield Refused("too few are left", ending_in(2, many), "bad-statement", 2)
    none = closed(chain, given, absent=(2,), peers=(0, 1), number=0)
    yield Refused("a seat left out in round 0", ending_in(2, none), "bad-statement", 2)
    again = up_to(3)
    twice = closed(again, entry(again, 0, b"x"), absent=(2,), number=0)
    yield Refused("absent a second time", ending_in(3, twice), "bad-statement", 3)


def votes() -> Iterator[Refused]:
    """Accepts that close nothing."""
    chain, one = up_to(1), whole_chain().steps[1]
    assert one.certificate is not None
    certificate = one.certificate

    def bad(name: str, seat: int | None, wrong: Certificate | None, fault: str) -> Refused:
        return Refused(name, ending_in(1, replace(one, certificate=wrong)), fault, 1, seat)

    def voted(*given: tuple[int, bytes]) -> Certificate:
        return replace(certificate, votes=given)

    zero, one_more = certificate.votes
    yield bad("no certificate", None, None, "bad-chain")
    yield bad("too few accepts", None, voted(one_more), "bad-statement")
    forged = voted(zero, (1, bytes(64)))
    yield bad("a forged accept", 1, forged, "bad-signature")
    swapped = voted((0, one_more[1]), (1, zero[1]))
    yield bad("accepts of each other", 0, swapped, "bad-signature")
    yield bad("accepts out of order", None, voted(one_more, zero), "bad-shape")
    yield bad("an accept twice", None, voted(zero, zero, one_more), "bad-shape")
    other = Accept.sign(identity(1), chain.place, 1, 0, bytes(32), None)
    elsewhere = voted(zero, (1, other.signature))
    yield bad("an accept of another closing", 1, elsewhere, "bad-signature")
    second = voted(zero, one_more, (3, zero[1]))
    yield bad("an accept by a peer's second seat", 3, second, "bad-statement")
    late = replace(certificate, round=1)
    yield bad("an accept of another round", 0, late, "bad-statement")
    named = replace(certificate, proposal=bytes(32))
    yield bad("a proposal in round 0", 0, named, "bad-statement")
    away = up_to(3)
    step = whole_chain().steps[3]
    assert step.certificate is not None
    vote = accept_of(away, 2, step)
    absent = replace(step.certificate, votes=(*step.certificate.votes, vote))
    counted = replace(step, certificate=absent)
    yield Refused("an accept of one who is absent", ending_in(3, counted), "bad-statement", 3, 2)


def accept_of(chain: Chain, seat: int, step: Step) -> tuple[int, bytes]:
    """A vote of a seat for the closing and round of a step."""
    assert step.certificate is not None
    number, proposal = step.certificate.round, step.certificate.proposal
    made = Accept.sign(identity(seat), chain.place, seat, number, step.digest, proposal)
    return seat, made.signature


def sound() -> list[bytes]:
    """Logs that end in rounds like those above, in which nothing is wrong."""
    chain = up_to(2)
    turn = Round(chain.place, entry(chain, 0, b"x"))
    moves = (turn.move(0), turn.move(1))
    steps_of_rounds = [turn.step(turn.propose(*moves), *moves), second_round(turn, None)]
    return [*(ending_in(2, step) for step in steps_of_rounds), choice_by_weight(0)]


def begun(agreed: Charter) -> Chain:
    """The first step of the table of the vectors, had it had this charter."""
    signed = seal_charter(agreed, [sign_charter(identity(seat), agreed.id) for seat in range(4)])
    chain = Chain(signed)
    chain.append(closed(chain, *(entry(chain, seat, b"body") for seat in range(4))))
    return chain


def other_charters() -> Iterator[Refused]:
    """What follows from who sits where."""
    nobody_acts = begun(replace(charter(), threshold=0))
    gone = closed(nobody_acts, entry(nobody_acts, 0, b"x"), absent=(2,))
    data = write_log(nobody_acts.signed, [*nobody_acts.steps, gone])
    yield Refused("left out where nobody acts for anybody", data, "bad-statement", 1)
    lighter = choice_by_weight(1)
    yield Refused("proposed what the lighter of two has accepted", lighter, "bad-statement", 1)


def choice_by_weight(chosen: int) -> bytes:
    """Peer 0 has two seats and peer 1 has one; each has accepted another closing in round 0.

    What the one of them has accepted is proposed, and closes the step.
    """
    seats = tuple(replace(one, is_bot=False) for one in charter().seats)
    chain = begun(replace(charter(), seats=seats))
    given = [entry(chain, 0, body) for body in (b"one", b"another")]
    given.sort(key=lambda it: closing_of([(0, it.digest)]).digest(chain.place), reverse=True)
    told = tuple(accept_alone(chain, peer, given[peer]) for peer in (0, 1))
    step = closed(chain, given[chosen], peers=(0, 1), number=1, told=told)
    return write_log(chain.signed, [*chain.steps, step])


def evidence() -> Iterator[Refused]:
    signed = signed_charter()
    good = convict(*pairs()[0])
    one, two = good.pair
    zero = whole_chain().steps[0].entries

    def bad(name: str, wrong: Conviction, fault: str = "bad-evidence") -> Refused:
        return Refused(name, write_evidence(signed, wrong), fault)

    def written(name: str, value: Value) -> Refused:
        begun = write_evidence(signed, good)[: -len(write_frame(good.encode()))]
        return Refused(name, begun + write_frame(encode(value)), "bad-evidence")

    yield bad("the parts in the other order", Conviction((two, one)))
    yield bad("the same entry twice", Conviction((one, one)))
    forged = convict(one, replace(two, signature=bytes(64)))
    yield bad("a forged part", forged)
    yield bad("entries of two seats", Conviction((zero[0], zero[1])))
    (accept, _), (_, move) = pairs()[1], pairs()[3]
    assert isinstance(accept, Accept)
    true = Move.sign(identity(1), accept.place, 1, 1, (0, accept.digest), (2,))
    yield bad("an accept, and a move that reports it", Conviction((accept, true)))
    yield bad("an accept and an entry", Conviction((accept, replace(one, seat=1))))
    higher = Move.sign(identity(1), accept.place, 1, 2, (0, accept.digest), (2,))
    yield bad("moves to two rounds", Conviction((move, higher)))
    back = Back.sign(identity(1), accept.place, 1)
    parts: list[Value] = [["back", back.encode()], ["entry", one.encode()]]
    yield written("a record that convicts nobody", parts)
    more = write_evidence(signed, good) + write_frame(b"\xc0")
    yield Refused("a record too many", more, "bad-evidence")


def refused() -> tuple[Refused, ...]:
    return (
        *frames(),
        *charters(),
        *steps(),
        *bodies(),
        *absences(),
        *votes(),
        *rounds(),
        *other_charters(),
        *evidence(),
    )
