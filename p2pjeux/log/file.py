"""Log files and files of evidence: bytes in, records out (protocol/4-file.md)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.chain import Chain
from p2pjeux.log.charter import SignedCharter, decode_signed_charter
from p2pjeux.log.conviction import Conviction, decode_conviction
from p2pjeux.log.entry import Entry, decode_entry
from p2pjeux.log.frames import Frame, FrameReader, Tail, write_frame
from p2pjeux.log.step import Step, decode_step

LOG_MAGIC: Final = b"p2pjeux log 2\n"
EVIDENCE_MAGIC: Final = b"p2pjeux evidence 2\n"
# More than ten times the longest game; a file is held in memory as a whole.
FILE_SIZE_MAX: Final = 1 << 28
# A file that is cut within this many bytes, before any table is in it, is no log.
MAGIC_SIZE_MAX: Final = 32
# Which program reads what this one does not read any more.
_READERS: Final = {b"1": "p2pjeux 0.1"}


def begin_log(signed: SignedCharter) -> bytes:
    """The first bytes of a log file; each closed step then adds ``write_step``."""
    return LOG_MAGIC + write_frame(signed.encode())


def write_step(step: Step) -> bytes:
    return write_frame(step.data)


def write_log(signed: SignedCharter, steps: Iterable[Step]) -> bytes:
    return begin_log(signed) + b"".join(write_step(step) for step in steps)


def write_evidence(signed: SignedCharter, conviction: Conviction) -> bytes:
    """A file that convicts by itself: the signed charter and two records of one seat."""
    return EVIDENCE_MAGIC + write_frame(signed.encode()) + write_frame(conviction.encode())


def write_case(signed: SignedCharter, steps: Iterable[Step], entry: Entry) -> bytes:
    """A log that ends in an entry no honest seat signs; whoever verifies it sees why."""
    return write_log(signed, steps) + write_step(Step(entry.place, (entry,)))


def evidence_file(signed: SignedCharter, steps: Iterable[Step], proof: bytes) -> bytes:
    """A file that convicts by itself, from a conviction or a wrong entry and the log around it."""
    try:
        return write_evidence(signed, decode_conviction(proof))
    except PeerFault:
        entry = decode_entry(proof)
        return write_case(signed, [step for step in steps if step.number < entry.step], entry)


class LogReader:
    """Read a log step by step. ``at`` is the place of the record in hand, at the end the end.

    The caller attaches each step to ``chain`` before taking the next: the digest of a step is
    part of what the next one means. ``tail`` tells at the end how the last write was left.
    """

    def __init__(self, data: bytes) -> None:
        _check_size(data)
        check_magic(data, LOG_MAGIC)
        self._frames = FrameReader(data, len(LOG_MAGIC))
        self._records = iter(self._frames)
        self.chain = Chain(_first_charter(self._records))

    @property
    def at(self) -> int:
        return self._frames.at

    @property
    def tail(self) -> Tail | None:
        return self._frames.tail

    def steps(self) -> Iterator[Step]:
        """Every step, only its form being checked; raise PeerFault where the file is damaged."""
        for frame in self._records:
            table, previous = self.chain.signed.table, self.chain.digest
            yield decode_step(frame.record, table, previous)


@dataclass(frozen=True, slots=True)
class LogFile:
    """A log that holds together. Bytes from ``end`` on are what ``tail`` says."""

    chain: Chain
    end: int
    tail: Tail | None


def read_log(data: bytes) -> LogFile:
    """Read a whole log and check its chain and signatures; raise PeerFault if it is damaged."""
    reader = LogReader(data)
    for step in reader.steps():
        reader.chain.append(step)
    return LogFile(reader.chain, reader.at, reader.tail)


def read_evidence(data: bytes) -> tuple[SignedCharter, Conviction]:
    """The charter and the conviction in a file of evidence, the latter not yet checked."""
    _check_size(data)
    check_magic(data, EVIDENCE_MAGIC)
    frames = FrameReader(data, len(EVIDENCE_MAGIC))
    records = iter(frames)
    signed = _first_charter(records)
    found = [frame.record for frame in records]
    if len(found) != 1 or frames.tail is not None:
        text = "a file of evidence holds a charter and one conviction, nothing else"
        raise PeerFault(Fault.BAD_EVIDENCE, text)
    return signed, decode_conviction(found[0])


def _first_charter(records: Iterator[Frame]) -> SignedCharter:
    frame = next(records, None)
    if frame is None:
        raise PeerFault(Fault.BAD_FRAME, "the file ends before its charter does")
    return decode_signed_charter(frame.record)


def is_of_other_version(data: bytes, magic: bytes) -> bool:
    """Whether ``data`` begins as a file of this kind does that another program has written."""
    name, _, version = data[:MAGIC_SIZE_MAX].split(b"\n")[0].rpartition(b" ")
    return name == magic.rsplit(b" ", 1)[0] and version in _READERS


def check_magic(data: bytes, magic: bytes) -> None:
    """Raise PeerFault unless ``data`` begins with this line."""
    if data.startswith(magic):
        return
    kind = magic.rsplit(b" ", 1)[0]
    line = data[:MAGIC_SIZE_MAX].split(b"\n")[0]
    name, _, version = line.rpartition(b" ")
    if name == kind:
        known = magic.rsplit(b" ", 1)[1].strip().decode()
        reader = _READERS.get(version, "a newer p2pjeux")
        raise PeerFault(
            Fault.BAD_FRAME,
            f"the file is of another version than {known}, which this program reads: "
            f"{reader} reads it",
        )
    raise PeerFault(Fault.BAD_FRAME, f"the file does not begin as a {kind.decode()} does")


def _check_size(data: bytes) -> None:
    if len(data) > FILE_SIZE_MAX:
        text = f"a file of {len(data)} bytes; at most {FILE_SIZE_MAX} are read"
        raise PeerFault(Fault.BAD_FRAME, text)
