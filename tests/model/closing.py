"""How one step closes among honest peers and cheats. What follows is in branches.py.

What is left out, and why nothing is lost by it, stands in docs/model.md. In short: what an
honest peer has signed may be used by anybody from then on, or never; an entry is taken when it is
needed; timers and people may let a peer move whenever the rule does not forbid it.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.model.book import ACCEPT, MOVE, PROPOSE, Book, Record, members, seats_in
from tests.model.cheats import FRESH, Cheats, Numbers, Shown, rounds_of, signed
from tests.model.table import Table, mask

State = tuple[int, ...]
"""The number of each honest peer's ``Local``."""


class Local(NamedTuple):
    """An honest peer: entries that it is known to hold, and all that it has signed, in order.

    ``upon`` are the closings upon which it signed something of the next step, and what.
    """

    held: int = 0
    moves: Numbers = ()
    accepts: Numbers = ()
    proposals: Numbers = ()
    upon: tuple[tuple[int, str], ...] = ()


class Closing:
    """The acts of honest peers in one step."""

    def __init__(self, table: Table) -> None:
        self.table, self.book = table, Book()
        self.cheats = Cheats(table, self.book)
        self.locals: list[Local] = []
        self._numbers: dict[Local, int] = {}
        self._acts = cache(self._all_acts)

    def number(self, local: Local) -> int:
        known = self._numbers.get(local)
        if known is None:
            known = self._numbers[local] = len(self.locals)
            self.locals.append(local)
        return known

    def start(self) -> Iterator[State]:
        yield tuple(self.number(Local()) for _ in self.table.honest)

    def shown(self, state: State) -> Shown:
        shown = []
        for peer, one in zip(self.table.honest, state, strict=True):
            local = self.locals[one]
            shown.append((local.held & 3 << 2 * peer, local.moves, local.proposals))
        return tuple(shown)

    def steps(self, state: State) -> Iterator[State]:
        shown = self.shown(state)
        for place, one in enumerate(state):
            for after in self._acts(place, one, shown):
                yield (*state[:place], after, *state[place + 1 :])

    def _all_acts(self, place: int, one: int, shown: Shown) -> Numbers:
        local, peer = self.locals[one], self.table.honest[place]
        if any(what != "choice" for _, what in local.upon):
            return ()  # whoever has given light signs nothing more in that step
        acts = (self._sign_entry, self._accept_all, self._move, self._propose, self._accept)
        after = (self.number(new) for act in acts for new in act(peer, local, shown))
        return tuple(dict.fromkeys(after))

    def round_of(self, local: Local) -> int:
        """The round a peer is in: the highest that it moved to or accepted in."""
        return max(rounds_of(self.book, (*local.moves[-1:], *local.accepts[-1:])), default=0)

    def may_accept(self, local: Local, closing: int) -> bool:
        """Whoever holds a certificate, and has shown it by going on, accepts no other closing."""
        if "a certificate's holder accepts another" in self.table.slips:
            return True
        return not local.upon or local.upon[-1][0] == closing

    def _sign_entry(self, peer: int, local: Local, shown: Shown) -> Iterator[Local]:
        if self.table.asked >> peer & 1 and not local.held >> 2 * peer & 3:
            yield local._replace(held=local.held | 1 << 2 * peer)

    def _accept_all(self, peer: int, local: Local, shown: Shown) -> Iterator[Local]:
        if local.accepts or (local.moves and "accepts in a round it left" not in self.table.slips):
            return
        for closing in self.cheats.full(signed(shown)):
            if self.may_accept(local, closing):
                accept = self.book.note(Record(ACCEPT, peer, 0, closing))
                yield local._replace(held=local.held | closing, accepts=(accept,))

    def _move(self, peer: int, local: Local, shown: Shown) -> Iterator[Local]:
        now = self.round_of(local)
        lacking = self.table.asked & ~seats_in(local.held) & ~(1 << peer)
        told = () if "a move forgets its accept" in self.table.slips else local.accepts[-1:]
        for number in sorted({now + 1, self.crowd(shown)}):
            if now < number <= self.table.rounds:
                move = self.book.note(Record(MOVE, peer, number, 0, told, lacking))
                yield local._replace(moves=(*local.moves, move))

    def crowd(self, shown: Shown) -> int:
        """The highest round that a quorum may have moved to or beyond; cheats are anywhere."""
        at = {
            peer: max(rounds_of(self.book, moves), default=0)
            for peer, (_, moves, _) in zip(self.table.honest, shown, strict=True)
        }
        for number in range(self.table.rounds, 0, -1):
            there = mask(peer for peer in at if at[peer] >= number)
            if self.table.is_quorum(there | self.table.cheats):
                return number
        return 0

    def _propose(self, peer: int, local: Local, shown: Shown) -> Iterator[Local]:
        now = self.round_of(local)
        if not now or self.table.scribe(now) != peer:
            return
        if (
            now in rounds_of(self.book, local.proposals)
            and "proposes twice" not in self.table.slips
        ):
            return
        for bundle in self.cheats.bundles(now, shown):
            for closing, held in self._follows(bundle, local.held, shown):
                made = self.book.note(Record(PROPOSE, peer, now, closing, bundle))
                if made not in local.proposals:
                    yield local._replace(held=held, proposals=(*local.proposals, made))

    def _follows(self, bundle: Numbers, held: int, shown: Shown) -> Iterator[tuple[int, int]]:
        """What an honest scribe may propose from these moves, each with what it holds then."""
        old = self.cheats.implied(bundle)
        if old != FRESH:
            yield old, held | old
            return
        agreed = self.cheats.agreed(bundle)
        for got in self.cheats.obtainable(shown):
            closing = holding = held | got
            for seat in members(self.table.cheats):
                if holding >> 2 * seat & 3 == 3:
                    closing &= ~(3 << 2 * seat)
            if not self.table.absent(closing) & ~agreed and self.table.enough(closing):
                yield closing, holding

    def _accept(self, peer: int, local: Local, shown: Shown) -> Iterator[Local]:
        last = max(rounds_of(self.book, local.accepts[-1:]), default=0)
        first = max(last + 1, self.round_of(local))
        if "accepts in a round it left" in self.table.slips:
            first = last + 1
        for number in range(first, self.table.rounds + 1):
            for offer in self.cheats.offers(number, shown):
                closing = self.book.records[offer].closing
                if self.may_accept(local, closing) and not self.lacks(offer, local.held):
                    accept = self.book.note(Record(ACCEPT, peer, number, closing, (offer,)))
                    yield local._replace(
                        held=local.held | closing, accepts=(*local.accepts, accept)
                    )

    def lacks(self, offer: int, held: int) -> bool:
        """Whether a peer that holds these entries must refuse the proposal for want of one.

        An entry of a cheat is never lacking: a cheat can be convicted whenever it likes.
        """
        proposal = self.book.records[offer]
        if self.cheats.implied(proposal.rests) != FRESH:
            return False
        return bool(seats_in(held) & ~seats_in(proposal.closing) & ~self.table.cheats)
