"""What a page keeps, as names and bytes for its database (protocol/4-file.md tells the records).

    seed                    the identity: 32 bytes, drawn once
    name, language          what the person said last
    code                    of the private table that let us in last
    TABLE/secret            drawn before the charter of TABLE is signed
    TABLE/promise           the charter that was signed here, and who gathers the signatures
    TABLE/charter           the charter that all have signed
    TABLE/journal/NUMBER    the journal, cut at each reload: what was signed here, in its order
    TABLE/step/NUMBER       a closed step
    TABLE/over              the log is whole

TABLE is the first half of its identifier in hexadecimal.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import decode, encode
from p2pjeux.errors import PeerFault
from p2pjeux.log.chain import Chain
from p2pjeux.log.charter import (
    CHARTER_SIZE_MAX,
    Charter,
    SignedCharter,
    decode_charter,
    decode_signed_charter,
    exact,
)
from p2pjeux.log.file import LogReader, begin_log, write_step
from p2pjeux.log.identity import PUBLIC_SIZE
from p2pjeux.log.records import Record
from p2pjeux.log.signed import Signed
from p2pjeux.log.step import Step
from p2pjeux.phone.seat.outputs import Write
from p2pjeux.sitting.sitting import OPENED_AGAIN
from p2pjeux.store.journal import (
    MAGIC,
    Written,
    begin_journal,
    first_needed,
    read_journal,
    still_needed,
    write_line,
)

SECRET_SIZE: Final = 32
# Games that are over stay until so many newer ones are there.
PAST_MAX: Final = 4


def folder_of(table: bytes) -> str:
    return table.hex()[:32]


@dataclass(frozen=True, slots=True)
class Beginning:
    """A charter that was signed here and may have begun since, or may not."""

    charter: Charter
    opener: bytes
    secret: bytes


class PageFiles:
    """The files of one table in a page. What a method returns is to be done before going on."""

    def __init__(self, signed: SignedCharter, secret: bytes, kept: Mapping[str, bytes]) -> None:
        self.signed = signed
        self.secret = secret
        self._folder = folder_of(signed.table)
        steps = _listed(kept, f"{self._folder}/step/")
        self._chain = _read_steps(signed, steps.values())
        self.steps: tuple[Step, ...] = tuple(self._chain.steps)
        # What follows a step that cannot be read any more.
        self._stale = tuple(steps)[len(self.steps) :]
        lines = _listed(kept, f"{self._folder}/journal/")
        journal = read_journal(b"".join(lines.values()), signed.table)
        is_new = f"{self._folder}/charter" not in kept
        is_whole = list(lines) == [self._line(number) for number in range(len(lines))]
        first = max(0, self._chain.next - OPENED_AGAIN)
        # Whether something may have been signed here that is not known any more.
        self.is_forgetful = not is_new and (not is_whole or journal.is_forgetful(first))
        self.records: tuple[Record, ...] = still_needed(journal.records, self._chain.next)
        self._kept: list[Signed] = list(self.records)
        self._since = journal.since
        self._lines = tuple(lines)
        # Closed steps that are not surely on disk.
        self._unsafe: dict[str, bytes] = {}

    @property
    def log(self) -> bytes:
        return begin_log(self.signed) + b"".join(map(write_step, self._chain.steps))

    def begin(self) -> Write:
        names = {"charter": self.signed.encode(), "promise": None, "secret": self.secret}
        begun = {f"{self._folder}/{name}": data for name, data in names.items()}
        return Write({**begun, **self.resume().kept})

    def resume(self) -> Write:
        """Keep of what was found what is good and still needed, and that the rest was lost."""
        stale, self._stale = self._stale, ()
        return Write({**dict.fromkeys(stale), **self._cut()})

    def regain(self) -> Write:
        """Nothing that was signed and forgotten can matter any more."""
        self.is_forgetful = False
        return Write(self._cut())

    def _cut(self) -> dict[str, bytes | None]:
        """The journal anew, with what is still needed."""
        known = self._chain.next
        self._kept = list(still_needed(self._kept, known))  # type: ignore[arg-type]  # all are
        self._since = max(self._since, first_needed(known))
        data = begin_journal(
            self.signed.table, self._kept, since=self._since, is_forgetful=self.is_forgetful
        )
        gone, self._lines = self._lines, (self._line(0),)
        return {**dict.fromkeys(gone), self._line(0): data}

    def keep(self, records: Iterable[Signed], steps: Iterable[Step]) -> Write:
        """What was signed here, and which steps have closed: on disk before anything is sent.

        A closed step alone need not be, for others have it too; it is written once more with what
        is signed upon it.
        """
        closed: dict[str, bytes] = {}
        for step in steps:
            self._chain.attach(step)
            closed[self._step(step)] = write_step(step)
        self._unsafe |= closed
        signed = list(records)
        if not signed:
            return Write(dict(closed), durable=False)
        unsafe, self._unsafe = self._unsafe, {}
        line = self._line(len(self._lines))
        self._lines += (line,)
        self._kept += signed
        return Write({**unsafe, line: b"".join(write_line(Written(one)) for one in signed)})

    def roll_back(self, number: int) -> Write:
        """Take steps off the log; the game may have been over here, but not for the table."""
        gone = [self._step(step) for step in self._chain.steps[number:]]
        self._chain.roll_back(number)
        self._unsafe = {}
        return Write(dict.fromkeys((*gone, f"{self._folder}/over")))

    def end(self) -> Write:
        return Write({f"{self._folder}/over": b"1"})

    def _step(self, step: Step) -> str:
        return f"{self._folder}/step/{step.number:08}"

    def _line(self, number: int) -> str:
        return f"{self._folder}/journal/{number:08}"


def _listed(kept: Mapping[str, bytes], prefix: str) -> dict[str, bytes]:
    return {name: kept[name] for name in sorted(kept) if name.startswith(prefix)}


def _read_steps(signed: SignedCharter, steps: Iterable[bytes]) -> Chain:
    """The steps that are good. Bodies are checked when they are taken up."""
    reader = LogReader(begin_log(signed) + b"".join(steps))
    with suppress(PeerFault):
        for step in reader.steps():
            reader.chain.check_layout(step)
            reader.chain.attach(step)
    return reader.chain


def promise(charter: Charter, opener: bytes, secret: bytes) -> Write:
    """Our word for a charter, and the secret without which nobody signs one."""
    folder = folder_of(charter.id)
    given = encode([charter.encode(), opener], 2 * CHARTER_SIZE_MAX)
    return Write({f"{folder}/secret": secret, f"{folder}/promise": given})


def lapse(charter: Charter) -> Write:
    """Our word does not count: the lobby was left, or closed, in so many words."""
    folder = folder_of(charter.id)
    return Write({f"{folder}/promise": None})


def find_beginning(kept: Mapping[str, bytes]) -> Beginning | None:
    """A lobby where we signed and of which nothing was heard since."""
    for name in sorted(kept):
        folder, _, last = name.partition("/")
        if last == "promise":
            charter, opener = shapes.fields(decode(kept[name], 2 * CHARTER_SIZE_MAX), 2)
            return Beginning(
                decode_charter(shapes.data(charter, CHARTER_SIZE_MAX)),
                exact(opener, PUBLIC_SIZE),
                kept[f"{folder}/secret"],
            )
    return None


def find_table(kept: Mapping[str, bytes]) -> PageFiles | None:
    """The table that is being played here, if one is."""
    for name in sorted(kept):
        folder, _, last = name.partition("/")
        first = kept.get(f"{folder}/journal/{0:08}", MAGIC)
        is_ours = first.startswith(MAGIC)
        # Programs before this one wrote journals without a beginning, and steps of other forms.
        if last == "charter" and is_ours and f"{folder}/over" not in kept:
            signed = decode_signed_charter(kept[name])
            return PageFiles(signed, kept[f"{folder}/secret"], kept)
    return None


def secret_of(kept: Mapping[str, bytes], table: bytes) -> bytes | None:
    return kept.get(f"{folder_of(table)}/secret")


def let_go(kept: Mapping[str, bytes]) -> Write:
    """The oldest games that are over make room for those to come; names have no age, so any."""
    over = sorted(name.partition("/")[0] for name in kept if name.endswith("/over"))
    gone = over[PAST_MAX:]
    return Write({name: None for name in kept if name.partition("/")[0] in gone})
