"""Logs in which a seat lies under its own signature: bodies, actions, returns, results."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256

from p2pjeux.fair.bodies import encode_action, encode_laid, encode_play
from p2pjeux.fair.sealed import check_sealed, recall, seal
from p2pjeux.fair.transcript import Context
from p2pjeux.judge.verdict import Finding
from p2pjeux.log.ballot import Back
from p2pjeux.log.entry import Place, sign_entry
from p2pjeux.log.file import write_case, write_log
from p2pjeux.rules.contract import Outcome
from p2pjeux.rules.requests import Action, Choose, ChooseAll, Lay, Open, Seat, Slot
from p2pjeux.table import entry_body
from p2pjeux.table.last_steps import result_body, secret_body
from tests.judge.bad_files import BadLog, flipped
from tests.kit import Case
from tests.log.writing import (
    OSTRAKON,
    STONEHENGE,
    Writer,
    identity_of,
    secret_of,
    whole_game,
)


@cache
def _at(case: Case, steps: int) -> Writer:
    """A table about to begin a step. Not to be stepped on."""
    return Writer(case).run(lambda writer: len(writer.steps) == steps)


def lie(name: str, writer: Writer, seat: Seat, body: bytes, finding: Finding) -> BadLog:
    """A log that ends in a seat's own lie, signed in good order."""
    entry = writer.entry(seat, body)
    data = write_case(writer.signed, writer.steps, entry)
    return BadLog(name, data, finding, entry.step, seat, proven=True)


def body_lies() -> Iterator[BadLog]:
    for case, length in ((OSTRAKON, 10), (STONEHENGE, 22)):
        writer = Writer(case)
        for number in range(length):
            bridge, seat = writer.ledger.bridge, writer.ledger.asked[-1]
            # A changed byte of an open choice may be another choice.
            if not (bridge.needs_decision(seat) and isinstance(bridge.request, Choose | ChooseAll)):
                honest = writer.body(seat)
                wrong = flipped(honest, len(honest) // 2)
                name = f"{case}: a flipped byte in the body of step {number}"
                yield lie(name, writer, seat, wrong, Finding.BODY)
            writer.step()
    writer = _at(OSTRAKON, 5)
    yield lie("an empty body", writer, 2, b"", Finding.BODY)
    yield lie("a body of another step", writer, 2, _at(OSTRAKON, 4).body(2), Finding.BODY)
    yield lie("a body of another seat", writer, 2, writer.body(3), Finding.BODY)
    raw = sign_entry(identity_of(2), writer.ledger.place, 2, writer.body(2))
    data = write_case(writer.signed, writer.steps, raw)
    yield BadLog("a body that is not wrapped", data, Finding.BODY, 5, 2, proven=True)


def rule_lies() -> Iterator[BadLog]:
    """Actions that no rule allows, each signed by the seat whose turn it is."""
    writer = Writer(OSTRAKON).run(
        lambda it: isinstance(it.ledger.bridge.request, Choose) and len(it.ledger.asked) == 1
    )
    (seat,) = writer.ledger.asked
    for number, action in enumerate(
        [
            Action("dance"),
            Action("question", ("x" * 40, 2)),
            Action("question"),
            Action("", (1, 2, 3)),
            Action("question", (), (Slot(0, 0),)),
        ]
    ):
        body = encode_play(encode_action(action), [])
        yield lie(f"open choice {number} against the rules", writer, seat, body, Finding.RULES)
    yield from _lies_under_cover()


def _lies_under_cover() -> Iterator[BadLog]:
    """Stonehenge: what is laid face down is judged when it opens."""
    writer = Writer(STONEHENGE).run(lambda it: isinstance(it.ledger.bridge.request, Lay))
    request, number = writer.ledger.bridge.request, len(writer.steps)
    assert isinstance(request, Lay)
    seat, card = request.seat, request.hand[0]
    context = Context(writer.signed.table, writer.ledger.number, seat)
    foreign = Slot(0, next(place for place in range(60) if Slot(0, place) not in request.hand))

    def sealed(action: Action) -> bytes:
        return seal(context, secret_of(seat), encode_action(action))

    two = encode_laid(2, sealed(Action("bid", (), (card,))))
    yield lie("two cards laid where one may be", writer, seat, two, Finding.RULES)
    for name, action in (
        ("a bid that is none", Action("dance", (), (card,))),
        ("a card of another hand", Action("bid", (), (foreign,))),
    ):
        cheat = _lay(number, seat, sealed(action))
        yield lie(name, cheat, seat, cheat.body(seat), Finding.RULES)
    message = sealed(Action("bid"))
    cheat = _lay(number, seat, message)
    opening = recall(secret_of(seat), check_sealed(context, message))
    name = "another number of cards than was laid"
    yield lie(name, cheat, seat, encode_play(opening, []), Finding.BODY)


def _lay(number: int, seat: Seat, message: bytes) -> Writer:
    """A table at which a seat has laid one card, whatever it says under cover, about to open."""
    writer = Writer(STONEHENGE).run(lambda it: len(it.steps) == number)
    writer.step({seat: encode_laid(1, message)})
    return writer.run(lambda it: isinstance(it.ledger.bridge.request, Open))


def return_lies() -> Iterator[BadLog]:
    """Seat 1 is away; others say in their entries that somebody is back."""
    writer = Writer(OSTRAKON).run(lambda it: len(it.steps) == 10)
    writer.lost.add(1)
    writer.run(lambda it: 1 in it.ledger.left_at)
    ledger, carrier = writer.ledger, writer.ledger.asked[0]
    away = ledger.left_at[1]
    me = identity_of

    def bad(name: str, *notes: Back, finding: Finding = Finding.ABSENCE) -> BadLog:
        body = entry_body.wrap(writer.body(carrier), notes)
        entry = sign_entry(me(carrier), ledger.place, carrier, body)
        log = write_case(writer.signed, writer.steps, entry)
        return BadLog(name, log, finding, ledger.number, carrier)

    unsigned = replace(_back(1, away), signature=bytes(64))
    yield bad("a return nobody signed", unsigned, finding=Finding.SIGNATURE)
    by_another = Back.sign(me(2), away, 1)
    yield bad("a return signed by another", by_another, finding=Finding.SIGNATURE)
    yield bad("a return from another absence", _back(1, ledger.place))
    yield bad("a return of a seat that is here", _back(3, away))
    mine = writer.entry(1, b"I am still here")
    yield BadLog(
        "an absent seat plays on",
        write_case(writer.signed, writer.steps, mine),
        Finding.CHAIN,
        ledger.number,
        1,
        proven=True,
    )


def _back(seat: Seat, place: Place) -> Back:
    return Back.sign(identity_of(seat), place, seat)


def closing_lies() -> Iterator[BadLog]:
    game = whole_game()
    # The last two steps: the result, and the secrets. Nothing that is forged changes the writers.
    before = {at: _at(OSTRAKON, len(game.steps) + at) for at in (-2, -1)}
    truth = before[-2].ledger.outcome
    richer = Outcome((*truth.scores[:2], truth.scores[2] + 1, *truth.scores[3:]), truth.winners)

    def bad(name: str, finding: Finding, body: bytes, at: int) -> BadLog:
        last = game.steps[at]
        entries = (*last.entries[:2], before[at].entry(2, body), *last.entries[3:])
        data = write_log(game.signed, [*game.steps[:at], replace(last, entries=entries)])
        return BadLog(name, data, finding, last.number, 2, proven=True)

    def of_result(name: str, finding: Finding, body: bytes) -> BadLog:
        return bad(name, finding, body, -2)

    def of_secret(name: str, finding: Finding, body: bytes) -> BadLog:
        return bad(name, finding, body, -1)

    yield of_result("a forged score", Finding.RESULT, result_body(richer))
    loser = next(seat for seat in range(5) if seat not in truth.winners)
    another = Outcome(truth.scores, (loser,))
    yield of_result("a forged winner", Finding.RESULT, result_body(another))
    yield of_result("no winner", Finding.RESULT, result_body(Outcome(truth.scores, ())))
    few = Outcome((1, 2), truth.winners)
    yield of_result("a score too few", Finding.RESULT, result_body(few))
    mine = secret_of(2)
    yield of_result("a secret before the result is closed", Finding.BODY, secret_body(mine))
    yield of_result("a result of no form", Finding.BODY, b"\xc0")
    yield of_secret("a wrong secret", Finding.BODY, secret_body(sha256(b"lie").digest()))
    yield of_secret("another seat's secret", Finding.BODY, secret_body(secret_of(3)))
    yield of_secret("half a secret", Finding.BODY, secret_body(mine[:16]))
    yield of_secret("a long secret", Finding.BODY, secret_body(mine + b"\x00"))
    yield of_secret("a last body of no form", Finding.BODY, b"\xc0")
    yield of_secret("an empty last body", Finding.BODY, b"")
    last = game.steps[-1]
    left = replace(last, entries=last.entries[:4])
    data = write_log(game.signed, [*game.steps[:-1], left])
    yield BadLog("a last step without the last seat", data, Finding.CHAIN, last.number, 4)
