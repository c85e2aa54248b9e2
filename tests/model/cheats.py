"""What cheats can show in a step, given what honest peers have signed: computed, not explored.

A cheat signs anything at any time, so it has no state: a record of its counts if it rests upon
what it must rest upon (rule 7), and costs it a conviction only where two of its records meet.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Final

from tests.model.book import ACCEPT, MOVE, PROPOSE, Book, Record, members, seats_in
from tests.model.table import Table, mask

Numbers = tuple[int, ...]

Shown = tuple[tuple[int, Numbers, Numbers], ...]
"""Of each honest peer: the entry it has signed (none is 0), its moves, its proposals."""

FRESH: Final = -1


class Cheats:
    """The closings, moves, accepts and proposals that can be shown to somebody."""

    def __init__(self, table: Table, book: Book) -> None:
        self.table, self.book = table, book
        self.bundles = cache(self._bundles)
        self.offers = cache(self._offers)
        self.full = cache(self._full)
        self._moves = cache(self._all_moves)
        self._accepts = cache(self._all_accepts)

    def _full(self, entries: int) -> Numbers:
        """The closings of everybody's entries, given those that honest seats have signed."""
        honest = mask(self.table.honest) & self.table.asked
        if honest & ~seats_in(entries):
            return ()
        lied = members(self.table.asked & self.table.cheats)
        versions = product(*((1 << 2 * seat, 2 << 2 * seat) for seat in lied))
        return tuple(entries | sum(chosen) for chosen in versions)

    def obtainable(self, shown: Shown) -> Iterator[int]:
        """Any choice of the entries that have been signed, or could be by cheats."""
        bits = [1 << bit for bit in members(signed(shown))]
        for seat in members(self.table.asked & self.table.cheats):
            bits += [1 << 2 * seat, 2 << 2 * seat]
        for chosen in product((False, True), repeat=len(bits)):
            yield sum(bit for bit, is_in in zip(bits, chosen, strict=True) if is_in)

    def _bundles(self, number: int, shown: Shown) -> tuple[Numbers, ...]:
        """Every least quorum of moves of a round whose own records convict none of the movers."""
        choices: dict[int, Numbers] = {}
        for peer, (_, moves, _) in zip(self.table.honest, shown, strict=True):
            choices[peer] = tuple(one for one in moves if self.book.records[one].round == number)
        for cheat in members(self.table.cheats):
            choices[cheat] = self._moves(cheat, number, self.below(number, shown))
        found = []
        for group in self.table.quorums:
            for bundle in product(*(choices[peer] for peer in group)):
                convicted = self.book.convicted(self.book.grounds(bundle))
                if not convicted & mask(group) or "moves of convicts count" in self.table.slips:
                    found.append(bundle)
        return tuple(found)

    def _all_moves(self, cheat: int, number: int, shown: Shown) -> Numbers:
        """The moves to a round that a cheat can show. To go without more only makes more follow."""
        rests: list[Numbers] = [()]
        for earlier in range(number):
            below = self.below(earlier + 1, shown)
            rests += [(one,) for one in self._accepts(cheat, earlier, below)]
        asked = self.table.asked
        return tuple(self.book.note(Record(MOVE, cheat, number, 0, one, asked)) for one in rests)

    def _all_accepts(self, cheat: int, number: int, shown: Shown) -> Numbers:
        """The accepts of a round that a cheat can show."""
        if number == 0:
            told = [Record(ACCEPT, cheat, 0, closing) for closing in self.full(signed(shown))]
        elif "an accept without its proposal counts" in self.table.slips:
            told = [
                Record(ACCEPT, cheat, number, closing)
                for closing in dict.fromkeys(self.obtainable(shown))
                if self.could_be(closing)
            ]
        else:
            told = [
                Record(ACCEPT, cheat, number, self.book.records[offer].closing, (offer,))
                for offer in self.offers(number, shown)
            ]
        return tuple(self.book.note(one) for one in told)

    def _offers(self, number: int, shown: Shown) -> Numbers:
        """The proposals of a round that can be shown to somebody."""
        scribe = self.table.scribe(number)
        if not self.table.cheats >> scribe & 1:
            return tuple(
                one
                for _, _, proposals in shown
                for one in proposals
                if self.book.records[one].round == number
            )
        found: dict[int, None] = {}
        for bundle in self.bundles(number, shown):
            for closing in self._could_follow(bundle, shown):
                found[self.book.note(Record(PROPOSE, scribe, number, closing, bundle))] = None
        return tuple(found)

    def _could_follow(self, bundle: Numbers, shown: Shown) -> Iterator[int]:
        old = self.implied(bundle)
        if old != FRESH:
            yield old
            return
        agreed = self.agreed(bundle)
        for closing in self.obtainable(shown):
            if self.could_be(closing) and not self.table.absent(closing) & ~agreed:
                yield closing

    def could_be(self, closing: int) -> bool:
        """Whether this is a closing: one entry of a seat at most, and people enough."""
        one_each = all(closing >> 2 * seat & 3 != 3 for seat in members(self.table.cheats))
        return one_each and self.table.enough(closing)

    def agreed(self, bundle: Numbers) -> int:
        """The seats that a quorum of these moves goes on without."""
        moves = [self.book.records[one] for one in bundle]
        return mask(
            seat
            for seat in self.table.peers
            if self.table.is_quorum(mask(m.who for m in moves if m.without >> seat & 1))
        )

    def implied(self, bundle: Numbers) -> int:
        """The closing of the highest accept that these moves report, or FRESH."""
        weights: dict[int, dict[int, int]] = {}
        for one in bundle:
            move = self.book.records[one]
            for told in move.rests:
                accept = self.book.records[told]
                tally = weights.setdefault(accept.round, {})
                tally[accept.closing] = tally.get(accept.closing, 0) + self.table.weights[move.who]
        slips = self.table.slips
        if not weights or "fresh though accepts exist" in slips:
            return FRESH
        tally = weights[min(weights) if "the lowest accept is proposed" in slips else max(weights)]
        most = 0 if "the lesser digest before more weight" in slips else max(tally.values())
        return self.table.preferred(closing for closing in tally if tally[closing] >= most)

    def below(self, number: int, shown: Shown) -> Shown:
        """Only what counts for rounds below this one, so that less is computed anew."""
        records = self.book.records
        return tuple(
            (
                entry,
                tuple(one for one in moves if records[one].round < number),
                tuple(one for one in proposals if records[one].round < number),
            )
            for entry, moves, proposals in shown
        )


def signed(shown: Shown) -> int:
    """The entries of all honest peers."""
    entries = 0
    for entry, _, _ in shown:
        entries |= entry
    return entries


def rounds_of(book: Book, numbers: Iterable[int]) -> Iterator[int]:
    return (book.records[one].round for one in numbers)
