"""The records of one step, written from the rule alone, and what they prove of those who signed.

Every record is kept once and known by a small number, so that a state of the model is a tuple of
integers. A closing is a mask with two bits a seat: the two entries that a cheat may sign, or of
an honest seat its plain entry and the one whose body holds somebody's ``back``.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

ACCEPT: Final = "accept"
MOVE: Final = "move"
PROPOSE: Final = "propose"

NOTHING: Final = frozenset[int]()


class Record(NamedTuple):
    """``rests`` are the records it names: an accept its proposal, a proposal its moves, a move the
    accept that it reports. ``closing`` is empty in a move, ``without`` (seats) in all others.
    """

    kind: str
    who: int
    round: int
    closing: int = 0
    rests: tuple[int, ...] = ()
    without: int = 0


def members(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, the lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def seats_in(closing: int) -> int:
    """The seats whose entries a closing holds, as a mask."""
    seats = 0
    for bit in members(closing):
        seats |= 1 << bit // 2
    return seats


class Book:
    """All records that were thought of in one exploration."""

    def __init__(self) -> None:
        self.records: list[Record] = [Record("", -1, -1)]
        self._numbers: dict[Record, int] = {}
        self._grounds: list[frozenset[int]] = [NOTHING]
        self._convicted: dict[frozenset[int], int] = {}

    def note(self, record: Record) -> int:
        """The number of a record; numbers begin at 1."""
        number = self._numbers.get(record)
        if number is None:
            number = self._numbers[record] = len(self.records)
            self.records.append(record)
            self._grounds.append(self.grounds(record.rests) | {number})
        return number

    def grounds(self, numbers: Iterable[int]) -> frozenset[int]:
        """These records and all that they rest upon: what their reader has been shown."""
        return NOTHING.union(*(self._grounds[number] for number in numbers))

    def told(self, move: Record) -> int:
        """The round of the accept that a move reports, or -1."""
        return self.records[move.rests[0]].round if move.rests else -1

    def convicted(self, shown: frozenset[int]) -> int:
        """The seats that these records convict, as a mask."""
        seats = self._convicted.get(shown)
        if seats is None:
            seats = self._convicted[shown] = self._convict([self.records[one] for one in shown])
        return seats

    def _convict(self, shown: list[Record]) -> int:
        seats = entries = 0
        signed: dict[tuple[str, int, int], Record] = {}
        for record in shown:
            entries |= record.closing
            if signed.setdefault((record.kind, record.who, record.round), record) != record:
                seats |= 1 << record.who
        for seat in members(seats_in(entries)):
            if entries >> 2 * seat & 3 == 3:
                seats |= 1 << seat
        accepts = [record for record in shown if record.kind == ACCEPT]
        for move in shown:
            if move.kind == MOVE:
                hidden = range(self.told(move) + 1, move.round)
                for accept in accepts:
                    if accept.who == move.who and accept.round in hidden:
                        seats |= 1 << move.who
        return seats
