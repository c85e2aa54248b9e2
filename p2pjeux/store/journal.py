"""What a peer must not forget while a step is open (protocol/4-file.md, Journal).

All that was signed here is written before anybody sees it, together with what it rests upon, so
that a restart never signs twice and can go on. A closed step goes to the log; then its part of the
journal has nearly served its time.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pjeux import shapes
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.ballot import Back
from p2pjeux.log.charter import exact
from p2pjeux.log.consent import Consent
from p2pjeux.log.entry import STEP_MAX
from p2pjeux.log.file import check_magic
from p2pjeux.log.frames import RECORD_SIZE_MAX, FrameReader, Tail, write_frame
from p2pjeux.log.identity import DIGEST_SIZE
from p2pjeux.log.records import Record, read_record, write_record
from p2pjeux.log.signed import Signed
from p2pjeux.log.step import STEP_SIZE_MAX

MAGIC: Final = b"p2pjeux journal 2\n"
# Of so many closed steps what was signed stays: until they are settled they may be open again.
STEPS_KEPT: Final = 32


@dataclass(frozen=True, slots=True)
class Written:
    """Something signed, here or by others."""

    record: Signed


@dataclass(frozen=True, slots=True)
class RolledBack:
    """The log that ended in ``digest`` is to lose its steps from ``number`` on."""

    number: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class Underlying:
    """A closed step upon which something was signed: it is durable together with that.

    ``previous`` is the digest before it, ``data`` its form in a log.
    """

    previous: bytes
    data: bytes


@dataclass(frozen=True, slots=True)
class Since:
    """All that was signed here in the steps from ``number`` on is in this journal."""

    number: int


@dataclass(frozen=True, slots=True)
class Forgotten:
    """An earlier journal was lost: something may have been signed that is not known any more."""


Line: TypeAlias = Written | RolledBack | Underlying | Since | Forgotten


@dataclass(frozen=True, slots=True)
class Journal:
    """What a journal holds, up to where it is damaged if it is."""

    lines: tuple[Line, ...]
    records: tuple[Record, ...]
    is_damaged: bool = False

    @property
    def since(self) -> int:
        """From which step on it knows all that was signed here."""
        return max((line.number for line in self.lines if isinstance(line, Since)), default=0)

    def is_forgetful(self, number: int) -> bool:
        """Whether something may have been signed that nobody here knows of any more.

        ``number`` is the first step that may be signed in: what was signed below it was dropped
        because it could not matter, and matters again where the log has lost what came after.
        """
        return self.is_damaged or Forgotten() in self.lines or number < self.since

    @property
    def steps(self) -> tuple[Underlying, ...]:
        """Closed steps that the log may have lost; those before a roll-back count no more."""
        steps: list[Underlying] = []
        for line in self.lines:
            if isinstance(line, RolledBack):
                steps = []
            elif isinstance(line, Underlying):
                steps.append(line)
        return tuple(steps)


def first_needed(number: int) -> int:
    """The first step of which all that was signed is kept once those below ``number`` are."""
    return max(0, number - STEPS_KEPT)


def still_needed(records: Iterable[Record], number: int) -> tuple[Record, ...]:
    """What must be kept once the steps below ``number`` are in the log."""
    return tuple(one for one in records if _is_needed(one, number))


def _is_needed(record: Record, number: int) -> bool:
    if isinstance(record, Consent):
        return record.step >= number
    # A return is signed for the step that left a seat out, however long ago.
    return isinstance(record, Back) or record.step >= first_needed(number)


def begin_journal(
    table: bytes, records: Iterable[Signed] = (), *, since: int = 0, is_forgetful: bool = False
) -> bytes:
    """The first bytes of a journal that knows all that was signed from step ``since`` on."""
    lines: list[Line] = [Since(since)] if since else []
    lines += [Forgotten()] if is_forgetful else []
    lines += map(Written, records)
    return MAGIC + write_frame(encode(["table", table])) + b"".join(map(write_line, lines))


def write_line(line: Line) -> bytes:
    match line:
        case RolledBack(number=number, digest=digest):
            return write_frame(encode(["rollback", number, digest]))
        case Underlying(previous=previous, data=data):
            return write_frame(encode(["step", previous, data], RECORD_SIZE_MAX))
        case Since(number=number):
            return write_frame(encode(["since", number]))
        case Forgotten():
            return write_frame(encode(["forgotten"]))
        case Written(record=record):
            return write_frame(encode(["signed", *write_record(record)]))


def read_journal(data: bytes, table: bytes) -> Journal:
    """The journal of a table, as far as it is good and this table's.

    A last record that is torn was not yet durable, so nobody has seen what it says. One that is
    whole but spoilt may have been: then the journal is damaged, like one that is spoilt before.
    """
    lines: list[Line] = []
    try:
        check_magic(data, MAGIC)
        frames = FrameReader(data, len(MAGIC))
        for number, frame in enumerate(frames):
            value = decode(frame.record, RECORD_SIZE_MAX)
            if number > 0:
                lines.append(_line(value))
            elif value != ("table", table):
                return Journal((), (), is_damaged=True)
        is_damaged = frames.tail is Tail.SPOILT or frames.at == len(MAGIC)
    except PeerFault:
        is_damaged = True
    records = tuple(one.record for one in lines if isinstance(one, Written))
    return Journal(tuple(lines), records, is_damaged)  # type: ignore[arg-type]  # as they were read


def _line(value: Value) -> Line:
    kind, *rest = shapes.items(value, 1, 3)
    match kind, tuple(rest):
        case "signed", (name, data):
            return Written(read_record(name, data))
        case "step", (previous, data):
            return Underlying(exact(previous, DIGEST_SIZE), shapes.data(data, STEP_SIZE_MAX))
        case "since", (number,):
            return Since(shapes.number(number, 0, STEP_MAX))
        case "forgotten", ():
            return Forgotten()
        case "rollback", (number, digest):
            return RolledBack(shapes.number(number, 0, STEP_MAX), exact(digest, DIGEST_SIZE))
        case _:
            raise PeerFault(Fault.BAD_SHAPE, "there is no such record in a journal")
