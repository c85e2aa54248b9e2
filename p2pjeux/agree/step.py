"""How one step closes, as one peer sees it and does its part (rules 1 to 6).

``Votes`` knows what was heard, ``Promises`` what we may sign; here is decided what we do about it.
Every act follows from these two and the clock, so it does not matter in which order things came.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Final

from p2pjeux.agree.branches import Branch, may_follow, overrules
from p2pjeux.agree.effects import Caught, Certified, Doing, Durable, Overruled, PassOn, Spread
from p2pjeux.agree.grounds import StepTerms, agreed_by
from p2pjeux.agree.promises import Given, Promises
from p2pjeux.agree.votes import Votes
from p2pjeux.log.ballot import Accept, Ballot, Closing, Move, Proposal, closing_of
from p2pjeux.log.certificate import Certificate
from p2pjeux.log.conviction import Conviction
from p2pjeux.log.entry import Entry
from p2pjeux.log.signed import Signed

# A round lasts twice as long as the one before, up to a cap: whoever is slow is met some time, and
# whoever drags out rounds cannot make them long.
ROUND_SECONDS: Final = 1.0
ROUND_SECONDS_MAX: Final = 8.0


def seconds_of(number: int) -> float:
    """How long a round has, once a quorum is in it."""
    return min(ROUND_SECONDS * 2.0 ** min(number, 16), ROUND_SECONDS_MAX)


class StepAgreement:
    """One step. ``guilty`` are the seats of convicted peers, shared by all steps of a table."""

    def __init__(self, terms: StepTerms, promises: Promises, guilty: set[int]) -> None:
        self.terms = terms
        self.votes = Votes(terms)
        self.effects: list[Doing] = []
        self._promises = promises
        self._guilty = guilty
        # Whom the people here agree to go on without.
        self.without: frozenset[int] = frozenset()
        # Of these, whom they gave up for keeping light back, whatever entries came.
        self.silent: frozenset[int] = frozenset()
        # Who has yet to accept the step below, so that no light is given in this one.
        self.late: frozenset[int] = frozenset()
        # By digest, the certified closings of which every entry is here.
        self.certified: dict[bytes, tuple[Closing, Certificate]] = {}
        # The one from which the table goes on here.
        self.chosen: bytes | None = None
        self.is_settled = False
        # Who has signed anything upon a closing of this step, by its digest.
        self.upon: dict[bytes, set[int]] = {}
        self._refused: set[bytes] = set()
        self._kept: set[bytes] = set()
        # As things stood when all was done that follows from them.
        self._done: tuple[object, ...] | None = None
        # Since when the time of the round that we are in has been running.
        self._running: tuple[int, float] | None = None

    @property
    def given(self) -> Given:
        """What we have signed in this step."""
        return self._promises.given(self.terms.place)

    @property
    def round(self) -> int:
        return self.given.round

    @property
    def _may_sign(self) -> bool:
        is_here = self._promises.held and self._promises.peer in self.terms.voters.peers
        is_barred = self._promises.is_barred(self.terms.place)
        return bool(is_here) and not (is_barred or self.given.is_lit or self._promises.is_forgetful)

    @property
    def guilty_peers(self) -> frozenset[int]:
        return self.terms.voters.peers_of(self._guilty)

    # What comes in.

    def hear(self, records: Iterable[Ballot]) -> None:
        """Records whose signatures hold."""
        for record in records:
            if self.votes.takes(record):
                self._convict(self.votes.hear(record))

    def hold(self, entry: Entry) -> None:
        """An entry whose signature and body are right."""
        if entry.seat in self.terms.seats:
            self._convict(self.votes.hold(entry))

    def _convict(self, found: Iterable[Conviction]) -> None:
        for conviction in found:
            if conviction.seat in self._promises.held:
                # Two machines run with our key. Others will go on without us; we know no better.
                continue
            self.effects.append(Caught(conviction))
            self._guilty.add(conviction.seat)

    def recall(self) -> None:
        """Take up again what we signed before a restart: the very same goes out again."""
        ballots = self.given.ballots
        for entry in self.given.entries.values():
            self.hold(entry)
        self.hear(ballots)
        self._kept |= {one.digest for one in chain(ballots, self.given.entries.values())}
        if ballots:
            self.effects.append(Spread(ballots))

    # What we do.

    def work(self, now: float) -> None:
        """Do whatever follows from what is known; every act may make another possible."""
        if self._standing() == self._done and (self.due is None or now < self.due):
            return
        self._certify()
        while self._may_sign and self._act(now):
            self._certify()
        self._bar()
        self._done = self._standing()

    def _standing(self) -> tuple[object, ...]:
        """All upon which it depends what we do, but the time."""
        upon = sum(map(len, self.upon.values()))
        heard, given = self.votes.version, self._promises.version
        return heard, given, len(self._guilty), self.stance, upon, self.is_settled

    def _act(self, now: float) -> bool:
        return (
            self._jump()
            or self._accept_all()
            or self._accept_proposal()
            or self._propose()
            or self._vote()
            or self._run_out(now)
        )

    def _sign(self, record: Ballot, kept: Durable) -> None:
        """Keep it with all it rests upon, in one write, and only then send it."""
        new = tuple(one for one in kept.records if one.digest not in self._kept)
        self._kept |= {one.digest for one in new}
        self.effects.append(Durable(new))
        self._convict(self.votes.hear(record))
        # What a proposal rests upon goes with it: who lacks a part of it could do nothing.
        rests = self.votes.under(record) if isinstance(record, Proposal) else ()
        self.effects.append(Spread((*rests, record)))

    def _move(self, number: int) -> bool:
        self._sign(*self._promises.move(self.terms.place, number, self.stance))
        return True

    def _jump(self) -> bool:
        """To a round where a quorum is one goes at once."""
        crowd = self.votes.crowd
        return crowd > self.round and self._move(crowd)

    def _may_move_on(self) -> bool:
        """Nobody goes beyond one round after the quorum's: else a liar drags the others far off."""
        return self.round <= self.votes.crowd

    # Accepting.

    def _may_accept(self, digest: bytes) -> bool:
        """Whoever has gone on from a closing accepts no other."""
        upon = self._promises.went_on_from(*self.certified)
        return upon is None or upon == digest

    def _accept_all(self) -> bool:
        """Rule 1: in round 0 nobody need propose that all entries are taken."""
        if self.round > 0 or self.given.accepts or self._lacking():
            return False
        entries = self.votes.entries
        closing = closing_of((seat, entries[seat][0].digest) for seat in self.terms.seats)
        if not self._may_accept(closing.digest(self.terms.place)):
            return False
        self.votes.learn(closing)
        self._sign(*self._promises.accept(self.terms.place, closing, None, self._entries(closing)))
        return True

    def _lacking(self) -> frozenset[int]:
        """Who was asked and of whom we hold no entry that counts."""
        return self.terms.seats - (self.votes.entries.keys() - self._guilty)

    def _entries(self, closing: Closing) -> list[Signed]:
        found = [self.votes.entry(digest) for _, digest in closing.entries]
        assert None not in found
        return [entry for entry in found if entry is not None]

    def _accept_proposal(self) -> bool:
        """Rule 6: the highest proposal that we have not gone past, if we hold all it names."""
        last = max(self.given.accepts, default=-1)
        for proposal in self.votes.proposals():
            if proposal.round < self.round or proposal.round <= last:
                break
            closing = proposal.closing
            digest = closing.digest(self.terms.place)
            if proposal.digest in self._refused or not self._may_accept(digest):
                continue
            lacked = [] if digest == self.chosen else self._lacked_by(proposal)
            if lacked:
                return self._refuse(proposal, lacked)
            if self.votes.lacking(closing):
                continue
            rests = [*self._entries(closing), *self.votes.under(proposal), proposal]
            self._sign(*self._promises.accept(self.terms.place, closing, proposal, rests))
            return True
        return False

    def _lacked_by(self, proposal: Proposal) -> list[Entry]:
        """Entries that we hold and a fresh closing lacks. An old one is never refused for that.

        Not those of the convicted; nor does a seat lack that is in it with another entry.
        """
        if any(move.highest is not None for move in self._moves_of(proposal)):
            return []
        lacked = self.terms.seats - proposal.closing.seats - self._guilty
        return [self.votes.entries[seat][0] for seat in sorted(lacked & self.votes.entries.keys())]

    def _moves_of(self, proposal: Proposal) -> list[Move]:
        named = (self.votes.records[digest] for digest in proposal.moves)
        return [move for move in named if isinstance(move, Move)]

    def _refuse(self, proposal: Proposal, lacked: list[Entry]) -> bool:
        """Send what it lacks, so that the next scribe has it, and move on."""
        self._refused.add(proposal.digest)
        self.effects.append(PassOn(tuple(lacked)))
        return proposal.round >= self.round and self._move(proposal.round + 1)

    # Proposing.

    def _propose(self) -> bool:
        """Rule 5: from a quorum of moves to our round, if it is ours to propose."""
        number = self.round
        is_ours = number > 0 and self.terms.scribe(number) == self._promises.peer
        if not is_ours or number in self.given.proposals:
            return False
        movers = [move for move in self.votes.moves(number) if move.seat not in self._guilty]
        moves = self._quorum(movers)
        claims = None if moves is None else self.votes.grounds.claims(moves)
        if moves is None or claims is None:
            return False
        if claims:
            closing = self.votes.closing(self.votes.grounds.chosen(claims))
        else:
            moves, closing = self._fresh(movers)
        if moves is None or closing is None:
            return False
        self._sign(*self._promises.propose(self.terms.place, number, closing, moves))
        return True

    def _quorum(self, movers: Iterable[Move]) -> list[Move] | None:
        """Moves of exactly a quorum, those first that report an accept of a high round.

        A move whose claim does not hold here cannot be shown to others, and is not used.
        """
        sound = [move for move in movers if self.votes.grounds.claims([move]) is not None]
        sound.sort(key=lambda move: -1 if move.highest is None else move.highest[0], reverse=True)
        return self._least(sound)

    def _least(self, moves: list[Move]) -> list[Move] | None:
        voters = self.terms.voters
        chosen: list[Move] = []
        for move in moves:
            if voters.is_quorum(one.seat for one in chosen):
                break
            chosen.append(move)
        if not voters.is_quorum(one.seat for one in chosen):
            return None
        for move in chosen[::-1]:
            fewer = [one for one in chosen if one is not move]
            if voters.is_quorum(one.seat for one in fewer):
                chosen = fewer
        return sorted(chosen, key=lambda move: move.seat)

    def _fresh(self, movers: list[Move]) -> tuple[list[Move] | None, Closing | None]:
        """What we hold, without those whom a quorum goes on without.

        What is held wins over what was agreed, except of the convicted, and of them too if there
        is no quorum to go on without them.
        """
        entries = self.votes.entries
        for lacking in (self._lacking(), self.terms.seats - entries.keys()):
            agreeing = [one for one in movers if one.highest is None and lacking <= {*one.without}]
            moves = self._least(agreeing)
            if moves is None:
                continue
            absent = lacking & agreed_by(moves)
            held = self.terms.seats - absent
            closing = closing_of(((seat, entries[seat][0].digest) for seat in held), absent)
            if self.terms.is_closing(closing):
                return moves, closing
        return None, None

    # Moving.

    @property
    def stance(self) -> frozenset[int]:
        """Without whom we would go on: as the people here agree, and without the convicted.

        A vote binds nobody against an entry that comes after all. But whoever gives an entry and
        does not accept the step below keeps all light back: without him that step is settled, and
        his entry is taken.
        """
        here = frozenset(self.votes.entries) - self._guilty - self.late
        return (self.without - here | self._guilty & self.terms.seats) - self._promises.held

    def give_up(self, seats: frozenset[int]) -> None:
        """The people here agree to go on without these too, unless too few would be left for it.

        Whoever was given up earlier, and keeps nobody waiting any more, does not stand in the way
        of it. What cannot be is forgotten: who is away when it can may be somebody else.
        """
        wanted = (seats & self.terms.voters.present) - self._promises.held
        for without in (self.without | wanted, wanted):
            lost = (without & self.terms.seats) - self.votes.entries.keys()
            if not lost or (self.terms.can_lose and self.terms.voters.may_lose(lost)):
                self.without = without
                self.silent |= seats & self.late
                return

    def _vote(self) -> bool:
        """Say without whom we would go on, by moving one round, unless we have said so."""
        if self.chosen is not None or not self._may_move_on():
            return False
        moves = self.given.moves
        said = moves[max(moves)].without if moves else ()
        return not self.stance <= frozenset(said) and self._move(self.round + 1)

    def is_possible(self) -> bool:
        """Whether the step could be closed now: all entries are here or given up by a quorum.

        Also if somebody has accepted a closing: what was accepted can be proposed again. The entry
        of a convict will do where no quorum goes on without it, since not all may know.
        """
        if self.votes.accepts():
            return True
        lacking = self.terms.seats - self.votes.entries.keys()
        if not lacking <= self.votes.given_up():
            return False
        return not lacking or (self.terms.can_lose and self.terms.voters.may_lose(lacking))

    def _run_out(self, now: float) -> bool:
        """Move when a closing is possible and the time of the round is over.

        The time of a round runs only once a quorum is in it or beyond: as long as people merely
        think nothing moves, and nobody runs away from the others.
        """
        number = self.round
        is_wanted = self.is_possible() if self.chosen is None else self._is_unreachable()
        if not is_wanted or not self._may_move_on():
            self._running = None
            return False
        if self._running is None or self._running[0] != number:
            self._running = (number, now)
        return now - self._running[1] >= seconds_of(number) and self._move(number + 1)

    @property
    def due(self) -> float | None:
        """When the time of our round is over, if it is running."""
        return None if self._running is None else self._running[1] + seconds_of(self._running[0])

    def _is_unreachable(self) -> bool:
        """Whether a certified step can be settled in no round that we have accepted it in.

        Somebody has gone past all of them; who merely is away may still accept there, and for him
        nobody need run.
        """
        accepted = [one for one in self.given.accepts.values() if one.closing == self.chosen]
        reached = self.votes.rounds()
        others = self.present_after() - {self._promises.peer}
        rounds = {one.round for one in accepted}
        return not any(
            all(reached[peer] <= number or self._has_accepted(peer, number) for peer in others)
            for number in rounds
        )

    def _has_accepted(self, peer: int, number: int) -> bool:
        accepts = (one for one in self.votes.accepts() if one.seat == peer)
        return any(one.round == number and one.closing == self.chosen for one in accepts)

    def present_after(self) -> frozenset[int]:
        """The peers that are present after the closing from which we go on, convicts aside."""
        assert self.chosen is not None
        closing, _ = self.certified[self.chosen]
        left = self.terms.voters.present - frozenset(closing.absent)
        return self.terms.voters.peers_of(left) - self.guilty_peers

    def accepted(self) -> frozenset[int]:
        """Who has accepted the closing from which we go on, in the last round that certified it.

        Only in one round do they say together that it stands, and nobody goes back to a lower one.
        """
        assert self.chosen is not None
        number = self.certified[self.chosen][1].round
        accepts = self.votes.accepts()
        return frozenset(
            one.seat for one in accepts if (one.round, one.closing) == (number, self.chosen)
        )

    # Certificates.

    def _certify(self) -> None:
        """Rule 2, and what to do about a second certificate."""
        for closing, certificate in self.votes.certificates():
            digest = closing.digest(self.terms.place)
            known = self.certified.get(digest)
            if not self.votes.lacking(closing) and (
                known is None or known[1].round < certificate.round
            ):
                self.certified[digest] = closing, certificate
        for digest in sorted(self.certified):
            self._choose(digest)

    def _choose(self, digest: bytes) -> None:
        closing, certificate = self.certified[digest]
        if digest == self.chosen or not self.may_follow(digest):
            return
        if self.chosen is None:
            self.chosen = digest
            self.effects.append(Certified(self.terms.place, closing, certificate))
        elif overrules(
            self.terms.voters, self.guilty_peers, self.branch(digest), self.branch(self.chosen)
        ):
            self.chosen = digest
            self.is_settled = False
            self.effects.append(Overruled(self.terms.place, closing, certificate))

    def branch(self, digest: bytes) -> Branch:
        """What speaks for a certified closing."""
        accepts = self.votes.last_accepts().items()
        return Branch(
            digest,
            self.certified[digest][1].round,
            frozenset(peer for peer, accept in accepts if accept.closing == digest),
            frozenset(self.upon.get(digest, ())),
        )

    def may_follow(self, digest: bytes) -> bool:
        """Whether we may sign upon this closing: not below what we have accepted ourselves."""
        last: Accept | None = self.given.accept
        if last is None or last.closing == digest:
            return True
        if last.round <= self.certified[digest][1].round:
            return True
        peer = self._promises.peer
        return may_follow(self.terms.voters, self.guilty_peers, self.branch(digest), peer)

    def _bar(self) -> None:
        """See to it that nothing is signed upon a closing that we may not follow just now."""
        for digest in self.certified:
            self._promises.bar(digest, is_barred=not self.may_follow(digest))
