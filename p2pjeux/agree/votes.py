"""What was heard in one step, and what it amounts to: rounds, quorums, certificates, lies.

Nothing is decided here and nothing is signed. Whoever asks learns what the records prove, the same
whatever order they came in.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar

from p2pjeux.agree.grounds import Grounds, StepTerms, grounds_of
from p2pjeux.log.ballot import Accept, Ballot, Closing, Move, Proposal, closing_of
from p2pjeux.log.certificate import Certificate, certificate_of
from p2pjeux.log.conviction import Conviction, find_conviction
from p2pjeux.log.entry import Entry

ResultT = TypeVar("ResultT")

# Honest peers are within one round of a quorum. What is further off is a lie, or will come again.
AHEAD_MAX: Final = 64
# Different records of one kind, round and seat: two convict, and each honest peer may need another.
SAME_MAX: Final = 12
# Different entries of one seat, for the same reason; as many closings are tried as this allows.
VERSIONS_MAX: Final = 12


class Votes:
    """The records of one step whose signatures hold, and the entries that it has so far."""

    def __init__(self, terms: StepTerms) -> None:
        self.terms = terms
        self.records: dict[bytes, Ballot] = {}
        self.grounds = Grounds(terms, self.records)
        # By seat, the first one heard first: an honest seat has one.
        self.entries: dict[int, list[Entry]] = {}
        self._slots: dict[tuple[type[Ballot], int, int], list[Ballot]] = {}
        # Grows with everything that is heard: what follows from it is worked out once for each.
        self.version = 0
        self._worked_out: dict[str, Any] = {}
        # What a closing holds, by its digest, as far as anybody has said it.
        self._closings: dict[bytes, Closing] = {}

    # What comes in.

    def takes(self, record: Ballot) -> bool:
        """Whether a record is news, of somebody with a say, and can be of use."""
        slot = self._slots.get((type(record), record.seat, record.round), [])
        return (
            record.digest not in self.records
            and record.seat in self.terms.voters.peers
            and record.round <= self.crowd + AHEAD_MAX
            and len(slot) < SAME_MAX
        )

    def hear(self, record: Ballot) -> Iterator[Conviction]:
        """A record whose signature holds; yields what it proves of its signer."""
        assert record.place == self.terms.place
        others = [one for one in self.records.values() if one.seat == record.seat]
        self.records[record.digest] = record
        self._grow()
        self._slots.setdefault((type(record), record.seat, record.round), []).append(record)
        if isinstance(record, Proposal):
            self.learn(record.closing)
        for other in others:
            if found := find_conviction(record, other):
                yield found

    def hold(self, entry: Entry) -> Iterator[Conviction]:
        """An entry whose signature and body are right; yields what it proves of its seat."""
        assert entry.place == self.terms.place
        known = self.entries.setdefault(entry.seat, [])
        if entry in known or len(known) >= VERSIONS_MAX:
            return
        if known and (found := find_conviction(entry, known[0])):
            yield found
        known.append(entry)
        self._grow()

    def _grow(self) -> None:
        self.version += 1
        self._worked_out = {}

    def _once(self, name: str, work_out: Callable[[], ResultT]) -> ResultT:
        if name not in self._worked_out:
            self._worked_out[name] = work_out()
        found: ResultT = self._worked_out[name]
        return found

    def learn(self, closing: Closing) -> None:
        """What a closing holds: records name it by its digest only."""
        digest = closing.digest(self.terms.place)
        if digest not in self._closings:
            self._closings[digest] = closing
            self._grow()

    # Closings.

    def closing(self, digest: bytes) -> Closing | None:
        """What the closing with this digest holds, if it can be found out here.

        One of round 0 holds an entry of each seat, and is known to whoever holds the entries; where
        a seat has lied it is one of few.
        """
        if digest not in self._closings:
            for one in self._full():
                self.learn(one)
        return self._closings.get(digest)

    def _full(self) -> Iterator[Closing]:
        first = {seat: known[0].digest for seat, known in self.entries.items() if known}
        if not self.terms.seats <= first.keys():
            return
        plain = {seat: first[seat] for seat in self.terms.seats}
        yield closing_of(plain.items())
        # One liar at a time: several at once are sorted out by the rounds that follow.
        for seat in sorted(self.terms.seats):
            for entry in self.entries[seat][1:]:
                yield closing_of((plain | {seat: entry.digest}).items())

    def entry(self, digest: bytes) -> Entry | None:
        """The entry with this digest, if it is here."""
        everything = (entry for known in self.entries.values() for entry in known)
        return next((entry for entry in everything if entry.digest == digest), None)

    def lacking(self, closing: Closing) -> tuple[bytes, ...]:
        """The digests of entries that a closing names and that are not here."""
        return tuple(digest for _, digest in closing.entries if self.entry(digest) is None)

    # Rounds.

    def _of(self, kind: type[Ballot], number: int) -> Iterator[Ballot]:
        for seat in self.terms.voters.peers:
            yield from self._slots.get((kind, seat, number), ())

    def moves(self, number: int) -> list[Move]:
        """The moves to a round, of each peer the first that was heard."""
        found: dict[int, Move] = {}
        for move in self._of(Move, number):
            if isinstance(move, Move):
                found.setdefault(move.seat, move)
        return list(found.values())

    def proposals(self) -> list[Proposal]:
        """Proposals that follow from what is here, the highest round first."""
        return self._once("proposals", self._find_proposals)

    def _find_proposals(self) -> list[Proposal]:
        found = [one for one in self.records.values() if isinstance(one, Proposal)]
        # From the lowest up: what a later one rests upon has been judged by then.
        found.sort(key=lambda one: (one.round, one.digest))
        return [one for one in found if self.grounds.follows(one)][::-1]

    def accepts(self) -> list[Accept]:
        """The accepts that count: with what they rest upon."""
        return self._once("accepts", self._find_accepts)

    def _find_accepts(self) -> list[Accept]:
        found = [one for one in self.records.values() if isinstance(one, Accept)]
        return [one for one in found if self.grounds.is_grounded(one)]

    def rounds(self) -> dict[int, int]:
        """The highest round in which each peer was seen, by moving there or accepting in it."""
        return self._once("rounds", self._find_rounds)

    def _find_rounds(self) -> dict[int, int]:
        found = dict.fromkeys(self.terms.voters.peers, 0)
        for record in self.records.values():
            if not isinstance(record, Proposal):
                found[record.seat] = max(found[record.seat], record.round)
        return found

    @property
    def crowd(self) -> int:
        """The highest round that a quorum has reached: there, and one beyond it, things happen."""
        return self._once("crowd", self._find_crowd)

    def _find_crowd(self) -> int:
        at = self.rounds()
        reached = (
            number
            for number in set(at.values())
            if self.terms.voters.is_quorum(peer for peer in at if at[peer] >= number)
        )
        return max(reached, default=0)

    def last_moves(self) -> dict[int, Move]:
        """Of each peer its move to the highest round: how it stands now."""
        found: dict[int, Move] = {}
        for record in self.records.values():
            if isinstance(record, Move):
                known = found.get(record.seat)
                if known is None or known.round < record.round:
                    found[record.seat] = record
        return found

    def agreed(self) -> dict[int, frozenset[int]]:
        """By seat: the peers that agree, as they stand now, to go on without it."""
        found: dict[int, set[int]] = {}
        for peer, move in self.last_moves().items():
            for seat in move.without:
                found.setdefault(seat, set()).add(peer)
        return {seat: frozenset(peers) for seat, peers in found.items()}

    def given_up(self) -> frozenset[int]:
        """The seats that a quorum agrees to go on without."""
        agreed = self.agreed().items()
        return frozenset(seat for seat, peers in agreed if self.terms.voters.is_quorum(peers))

    # What is proved.

    def last_accepts(self) -> dict[int, Accept]:
        """Of each peer the accept of the highest round: what it holds to."""
        found: dict[int, Accept] = {}
        for accept in sorted(self.accepts(), key=lambda one: (one.round, one.digest)):
            found[accept.seat] = accept
        return found

    def by_claim(self) -> dict[tuple[int, bytes, bytes | None], dict[int, Accept]]:
        """The accepts that count, by round, closing and proposal, then by peer."""
        return self._once("claims", self._find_claims)

    def _find_claims(self) -> dict[tuple[int, bytes, bytes | None], dict[int, Accept]]:
        found: dict[tuple[int, bytes, bytes | None], dict[int, Accept]] = {}
        for accept in self.accepts():
            claim = (accept.round, accept.closing, accept.proposal)
            found.setdefault(claim, {})[accept.seat] = accept
        return found

    def certificates(self) -> list[tuple[Closing, Certificate]]:
        """Every certificate that lies in these records and whose closing is known.

        In round 0 nobody is left out, so a closing that is found must be of everybody.
        """
        return self._once("certificates", lambda: list(self._find_certificates()))

    def _find_certificates(self) -> Iterator[tuple[Closing, Certificate]]:
        for (_, digest, _), accepts in sorted(self.by_claim().items(), key=lambda one: one[0][:2]):
            closing = self.closing(digest)
            if closing is None or not self.terms.voters.is_quorum(accepts):
                continue
            first = next(iter(accepts.values()))
            if first.round > 0 or not closing.absent:
                yield closing, certificate_of(accepts.values(), self.under(first))

    def under(self, record: Ballot) -> Iterable[Ballot]:
        return grounds_of(record, self.records).values()
