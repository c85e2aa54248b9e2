"""Check a whole log, or a piece of evidence, from its bytes alone (DESIGN §4).

Whoever verifies need not have played, and need not trust the one who hands over the file: format,
signatures, digests, proofs and rules are all checked again, by the same code that plays, and the
result is computed anew.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.judge.receipt import Auditor
from p2pjeux.judge.unruled import Unruled
from p2pjeux.judge.verdict import FINDINGS, Counts, Finding, Verdict
from p2pjeux.lobby.playable import OtherRules, game_of
from p2pjeux.log.conviction import check_conviction
from p2pjeux.log.file import EVIDENCE_MAGIC, LogReader, read_evidence
from p2pjeux.log.frames import Tail
from p2pjeux.log.step import Step
from p2pjeux.primitives.portion import WHOLE, Portion
from p2pjeux.rules.requests import Seat
from p2pjeux.table import entry_body
from p2pjeux.table.last_steps import opened_secret
from p2pjeux.table.ledger import Closed, Ledger

# Bytes that are done, and all of them.
Progress: TypeAlias = Callable[[int, int], None]


def _say_nothing(_done: int, _total: int) -> None:
    pass


def _see_nothing(_ledger: Ledger, _closed: Closed | None) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Witness:
    """Who looks on while a log is judged.

    ``saw`` is called once before the first step, with None, and after each that was found good.
    With the table secrets of seats, which must be true ones, the ledger knows their hands too.
    """

    secrets: Mapping[Seat, bytes] = field(default_factory=dict)
    saw: Callable[[Ledger, Closed | None], None] = _see_nothing


def verify(
    data: bytes,
    progress: Progress | None = None,
    witness: Witness | None = None,
    portion: Portion = WHOLE,
) -> Verdict:
    """Judge a file. Never raises for anything that is in it.

    With a ``portion`` of all checks, GOOD means only that none of these fails: a log is good if it
    is found so with each portion. What else is found is then not the first fault, and may even not
    be one at all; nor is it promised then that nothing is raised.
    """
    witness = witness or Witness()
    if data.startswith(EVIDENCE_MAGIC):
        return _verify_evidence(data)
    try:
        reader = LogReader(data)
    except PeerFault as fault:
        finding = _finding_of(fault, Finding.CHARTER)
        return Verdict(finding, fault.message, seat=fault.seat, position=0)
    signed = reader.chain.signed
    try:
        game = game_of(signed.charter)
    except OtherRules as refusal:
        return _verify_unruled(reader, str(refusal))
    except Refused as refusal:
        return Verdict(Finding.CHARTER, str(refusal), signed=signed, position=0)
    ledger = Ledger(replace(signed, portion=portion), game, witness.secrets)
    auditor = Auditor()

    def saw(seen: Ledger, closed: Closed | None) -> None:
        auditor.saw(seen, closed)
        witness.saw(seen, closed)

    saw(ledger, None)
    watched = replace(witness, saw=saw)
    verdict = _verify_log(data, reader, ledger, watched, progress or _say_nothing)
    return replace(verdict, receipt=auditor.receipt, signed=signed)


def _verify_evidence(data: bytes) -> Verdict:
    try:
        signed, proof = read_evidence(data)
        check_conviction(signed, proof)
    except PeerFault as fault:
        return Verdict(_finding_of(fault, Finding.EVIDENCE), fault.message)
    return Verdict(Finding.FORK, proof.reason, proof.step, proof.seat, signed=signed, proven=True)


def _verify_unruled(reader: LogReader, reason: str) -> Verdict:
    """What can be said of a game whose rules are not those here: all that takes no rules."""
    log = Unruled(reader.chain.signed)
    reader.chain = log.chain
    try:
        for step in reader.steps():
            log.append(step)
        _check_tail(reader)
    except PeerFault as fault:
        finding = _finding_of(fault, Finding.FORMAT)
        signed = reader.chain.signed
        return Verdict(finding, fault.message, log.chain.next, fault.seat, reader.at, signed)
    return Verdict(Finding.OTHER_RULES, reason, position=0, signed=reader.chain.signed)


def _verify_log(
    data: bytes, reader: LogReader, ledger: Ledger, witness: Witness, progress: Progress
) -> Verdict:
    reader.chain = ledger.chain
    try:
        for step in reader.steps():
            _follow(ledger, step, witness)
            progress(reader.at, len(data))
        _check_tail(reader)
    except PeerFault as fault:
        return _judge(reader, ledger, fault)
    progress(len(data), len(data))
    return _judge(reader, ledger, None)


def _follow(ledger: Ledger, step: Step, witness: Witness) -> None:
    witness.saw(ledger, ledger.adopt(step))


def _check_tail(reader: LogReader) -> None:
    """An interrupted write may be passed over; spoilt bytes may have been anything."""
    if reader.tail is Tail.SPOILT:
        text = f"the last record is damaged, at byte {reader.at}"
        raise PeerFault(Fault.BAD_FRAME, text)


def _finding_of(fault: PeerFault, unnamed: Finding) -> Finding:
    """What a fault means; ``unnamed`` if it is one of form and nobody's entry."""
    by_itself = FINDINGS.get(fault.fault)
    if by_itself is not None:
        return by_itself
    return unnamed if fault.seat is None else Finding.BODY


def _judge(reader: LogReader, ledger: Ledger, fault: PeerFault | None) -> Verdict:
    """What has been found up to here: the first fault, or nothing wrong."""
    steps = ledger.chain.steps
    over = ledger.bridge.over
    return Verdict(
        _finding_of(fault, Finding.FORMAT) if fault else Finding.GOOD,
        fault.message if fault else "",
        ledger.number if fault else None,
        fault.seat if fault else None,
        reader.at if fault else None,
        reader.chain.signed,
        _count(steps),
        finished=over,
        torn=reader.tail is Tail.TORN,
        outcome=ledger.outcome if over else None,
        absent=tuple(sorted(ledger.left_at)),
        secrets=_opened(ledger),
        proven=fault is not None and _is_proof(fault),
    )


def _count(steps: Sequence[Step]) -> Counts:
    certificates = [step.certificate for step in steps if step.certificate is not None]
    return Counts(
        len(steps),
        sum(len(step.entries) for step in steps),
        sum(len(one.votes) for one in certificates),
        sum(len(one.grounds.records) for one in certificates),
    )


def _is_proof(fault: PeerFault) -> bool:
    """Whether the fault is in something that the seat itself signed, and signed for here."""
    if fault.seat is None:
        return False
    return fault.fault is Fault.NOT_ASKED or _finding_of(fault, Finding.FORMAT) in (
        Finding.BODY,
        Finding.RULES,
        Finding.RESULT,
        Finding.FORK,
    )


def _opened(ledger: Ledger) -> dict[Seat, bytes]:
    """The table secrets that the last step shows; they were checked when it was taken."""
    if not ledger.complete:
        return {}
    found = {
        entry.seat: opened_secret(entry_body.unwrap(entry.body)[0])
        for entry in ledger.chain.steps[-1].entries
    }
    return {seat: secret for seat, secret in found.items() if secret}
