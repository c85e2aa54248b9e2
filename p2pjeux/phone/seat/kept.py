"""What a page keeps, as names and bytes for its database (protocol/4-file.md tells the records).

    seed                    the identity: 32 bytes, drawn once
    name, language          what the person said last
    code                    of the private table that let us in last
    TABLE/secret            drawn before the charter of TABLE is signed
    TABLE/promise           the charter that was signed here, and who gathers the signatures
    TABLE/charter           the charter that all have signed
    TABLE/journal/NUMBER    what was signed here, in the order in which it was
    TABLE/step/NUMBER       a closed step
    TABLE/over              the log is whole

TABLE is the first half of its identifier in hexadecimal.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from p2pjeux import shapes
from p2pjeux.encoding import decode, encode
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
from p2pjeux.store.journal import (
    Written,
    begin_journal,
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
        log = begin_log(signed) + b"".join(_listed(kept, f"{self._folder}/step/"))
        reader = LogReader(log)
        for step in reader.steps():
            reader.chain.check_layout(step)
            reader.chain.attach(step)
        self._chain = reader.chain
        records = _listed(kept, f"{self._folder}/journal/")
        journal = read_journal(begin_journal(signed.table) + b"".join(records), signed.table)
        needed = still_needed(journal.records, self._chain.next)
        self.steps: tuple[Step, ...] = tuple(self._chain.steps)
        self.records: tuple[Record, ...] = needed
        self._next = len(records)

    @property
    def log(self) -> bytes:
        return begin_log(self.signed) + b"".join(map(write_step, self._chain.steps))

    def begin(self) -> Write:
        names = {"charter": self.signed.encode(), "promise": None, "secret": self.secret}
        return Write({f"{self._folder}/{name}": data for name, data in names.items()})

    def keep(self, records: Iterable[Signed]) -> Write:
        """What was signed here: on disk before it is sent."""
        written: dict[str, bytes | None] = {}
        for record in records:
            written[f"{self._folder}/journal/{self._next:08}"] = write_line(Written(record))
            self._next += 1
        return Write(written)

    def append(self, step: Step) -> Write:
        """A closed step need not be on disk before what is sent: others have it too.

        What is signed upon it is written later, and so never without it.
        """
        self._chain.attach(step)
        return Write({self._name(step): write_step(step)}, durable=False)

    def roll_back(self, number: int) -> Write:
        gone = {self._name(step): None for step in self._chain.steps[number:]}
        self._chain.roll_back(number)
        return Write(gone)

    def end(self) -> Write:
        return Write({f"{self._folder}/over": b"1"})

    def _name(self, step: Step) -> str:
        return f"{self._folder}/step/{step.number:08}"


def _listed(kept: Mapping[str, bytes], prefix: str) -> list[bytes]:
    return [kept[name] for name in sorted(kept) if name.startswith(prefix)]


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
        if last == "charter" and f"{folder}/over" not in kept:
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
