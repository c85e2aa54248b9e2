"""What ``verify`` finds out, for people and for programs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from p2pjeux.encoding import Value
from p2pjeux.errors import Fault
from p2pjeux.judge.receipt import NO_RECEIPT, Receipt
from p2pjeux.log.charter import SignedCharter
from p2pjeux.rules.contract import Outcome
from p2pjeux.rules.requests import Seat


class Finding(Enum):
    """The first thing that is wrong. The values stand in the machine's answer: only ever add."""

    GOOD = "good"
    # The file: its beginning, its frames, the form of its records.
    FORMAT = "format"
    # The charter cannot be read, is not signed by all, or names a game that cannot be played.
    CHARTER = "charter"
    # Chain and signatures hold, but the rules here are not those the game was played by.
    OTHER_RULES = "other-rules"
    # A step or entry in the wrong place; one that is missing or was not asked for.
    CHAIN = "chain"
    SIGNATURE = "signature"
    ABSENCE = "absence"
    # A signed body that is not what was due: a proof, a share, an opening that does not hold.
    BODY = "body"
    # Evidence that proves nothing.
    EVIDENCE = "evidence"
    RULES = "rules"
    RESULT = "result"
    FORK = "fork"


EXIT_GOOD: Final = 0
EXIT_INVALID: Final = 3
EXIT_RULES: Final = 4
EXIT_FORK: Final = 5
_EXITS: Final = {
    Finding.GOOD: EXIT_GOOD,
    Finding.RULES: EXIT_RULES,
    Finding.RESULT: EXIT_RULES,
    Finding.FORK: EXIT_FORK,
}

# What a fault means by itself; every other fault of an entry is one of its body.
FINDINGS: Final = {
    Fault.BAD_FRAME: Finding.FORMAT,
    Fault.BAD_CHARTER: Finding.CHARTER,
    Fault.BAD_CHAIN: Finding.CHAIN,
    Fault.NOT_ASKED: Finding.CHAIN,
    Fault.BAD_SIGNATURE: Finding.SIGNATURE,
    Fault.BAD_STATEMENT: Finding.ABSENCE,
    Fault.ILLEGAL_ACTION: Finding.RULES,
    Fault.BAD_RESULT: Finding.RESULT,
    Fault.BAD_EVIDENCE: Finding.EVIDENCE,
    Fault.FORK: Finding.FORK,
}


@dataclass(frozen=True, slots=True)
class Counts:
    """How much was found good."""

    steps: int = 0
    entries: int = 0
    accepts: int = 0
    # Accepts, moves and proposals upon which those rest that closed a step.
    grounds: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """``finding`` GOOD, or the first thing wrong: where in the file, in which step, and who."""

    finding: Finding
    reason: str = ""
    step: int | None = None
    seat: Seat | None = None
    # The byte of the file at which the record in question begins.
    position: int | None = None
    signed: SignedCharter | None = None
    counts: Counts = Counts()
    finished: bool = False
    # The last write was interrupted; what it left was passed over.
    torn: bool = False
    outcome: Outcome | None = None
    absent: tuple[Seat, ...] = ()
    # The table secrets that seats opened after the game, each found true.
    secrets: Mapping[Seat, bytes] = field(default_factory=dict)
    # The seat signed what is wrong: the file convicts it, and not whoever handed over the file.
    proven: bool = False
    # What was found good up to here, counted.
    receipt: Receipt = NO_RECEIPT

    @property
    def signatures(self) -> int:
        """How many signatures were checked and found good."""
        charter = 0 if self.signed is None else len(self.signed.charter.seats)
        counts = self.counts
        return charter + counts.entries + counts.accepts + counts.grounds

    @property
    def ok(self) -> bool:
        return self.finding is Finding.GOOD

    @property
    def exit_code(self) -> int:
        return _EXITS.get(self.finding, EXIT_INVALID)

    @property
    def name(self) -> str | None:
        """The name of the seat that the finding is about."""
        if self.signed is None or self.seat is None:
            return None
        return self.signed.name(self.seat)

    def as_value(self) -> dict[str, Value]:
        """The same as plain values, for ``--json``; never translated."""
        return {
            "ok": self.ok,
            "exit": self.exit_code,
            "finding": self.finding.value,
            "reason": self.reason,
            "step": self.step,
            "seat": self.seat,
            "name": self.name,
            "proven": self.proven,
            "position": self.position,
            "table": None if self.signed is None else _table_value(self.signed),
            "steps": self.counts.steps,
            "entries": self.counts.entries,
            "accepts": self.counts.accepts,
            "finished": self.finished,
            "torn": self.torn,
            "outcome": None if self.outcome is None else _outcome_value(self.outcome),
            "absent": list(self.absent),
            "opened": sorted(self.secrets),
            "signatures": self.signatures,
            "receipt": self.receipt.as_value(),
        }


def _table_value(signed: SignedCharter) -> dict[str, Value]:
    charter = signed.charter
    return {
        "id": signed.table.hex(),
        "name": charter.table_name,
        "game": charter.game_id,
        "options": dict(charter.options),
        "rules": charter.fingerprint.hex(),
        "seats": [{"name": one.name, "key": one.public.hex()} for one in charter.seats],
        "threshold": charter.threshold,
    }


def _outcome_value(outcome: Outcome) -> dict[str, Value]:
    return {"scores": list(outcome.scores), "winners": list(outcome.winners)}
