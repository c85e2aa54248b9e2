"""Certificates of a step, what is signed upon them, and which of two branches holds.

A step's own records come first here, what is signed upon its certificates after them. That leaves
out no outcome: certificates stay, and who does not know one yet acts as if there were none.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Final, NamedTuple

from tests.model.book import ACCEPT, Record, members
from tests.model.cheats import Numbers
from tests.model.closing import Closing, Local, State
from tests.model.table import mask

LIGHT_OF_ALL: Final = "light upon a step that all have accepted"
LIGHT_BY_VOTES: Final = "light upon a step that was settled by votes of the next"

Certificates = dict[tuple[int, int], dict[int, int]]
"""By round and closing: the accepts of honest peers that a certificate can hold."""


class Branch(NamedTuple):
    """What counts for a closing: honest peers by accept, by signing upon it, and cheats."""

    closing: int
    accepted: int
    upon: int
    cheats: int
    round: int
    longer: bool


class Branches:
    """The world of one step: its records, and for each state what may become of its branches."""

    def __init__(self, closing: Closing) -> None:
        self.closing, self.table, self.book = closing, closing.table, closing.book
        self.start, self.steps = closing.start, closing.steps
        self._certificates = cache(self._all_certificates)
        self._splits = cache(self._all_splits)
        self._guilty = cache(self._convicts_itself)
        self._fates = cache(self._all_fates)

    def broken(self, state: State) -> Iterator[str]:
        for peer, one in zip(self.table.honest, state, strict=True):
            if self._guilty(one) >> peer & 1:
                yield "1: an honest peer has signed two records that convict it"
        accepts = tuple(self.closing.locals[one].accepts for one in state)
        if len({closing for _, closing in self._certificates(accepts)}) > 1:
            yield from self._splits(accepts)
            yield from self._fates(accepts)

    def own(self, local: Local) -> Numbers:
        return (*local.moves, *local.accepts, *local.proposals)

    def _convicts_itself(self, one: int) -> int:
        return self.book.convicted(self.book.grounds(self.own(self.closing.locals[one])))

    # Certificates.

    def _all_certificates(self, accepts: tuple[Numbers, ...]) -> Certificates:
        found: Certificates = {}
        for peer, signed in zip(self.table.honest, accepts, strict=True):
            for one in signed:
                record = self.book.records[one]
                number = 0 if "rounds are counted together" in self.table.slips else record.round
                found.setdefault((number, record.closing), {})[peer] = one
        return {
            certificate: signers
            for certificate, signers in found.items()
            if self.table.is_quorum(mask(signers) | self.table.cheats)
        }

    def _forms(self, number: int, closing: int, signers: dict[int, int]) -> Iterator[Numbers]:
        """The accepts of each least quorum that can make this certificate."""
        rests = self.book.records[next(iter(signers.values()))].rests
        for group in self.table.quorums:
            if not mask(group) & ~(mask(signers) | self.table.cheats):
                yield tuple(
                    signers[peer]
                    if peer in signers
                    else self.book.note(Record(ACCEPT, peer, number, closing, rests))
                    for peer in group
                )

    def _all_splits(self, accepts: tuple[Numbers, ...]) -> tuple[str, ...]:
        """Two certificates must convict somebody by themselves, whatever else is known."""
        for (one, signers), (two, others) in combinations(self._certificates(accepts).items(), 2):
            if one[1] == two[1]:
                continue
            for form, other in product(self._forms(*one, signers), self._forms(*two, others)):
                if not self.book.convicted(self.book.grounds((*form, *other))):
                    return ("2: two certificates of the step convict nobody",)
        return ()

    # What may become of light.

    def _all_fates(self, accepts: tuple[Numbers, ...]) -> tuple[str, ...]:
        certificates = self._certificates(accepts)
        closings = sorted({closing for _, closing in certificates})
        found: dict[str, None] = {}
        for lit in closings:
            for what in self.lights(certificates, lit):
                for rival in closings:
                    if rival != lit and self.is_lost(accepts, lit, rival, what):
                        found[f"4: {what}, which does not hold"] = None
        return tuple(found)

    def lights(self, certificates: Certificates, lit: int) -> Iterator[str]:
        """By what right light may be given upon a closing, where the rule promises that it holds.

        Not where an honest peer is left out by the closing, or by votes: then a cheat and a real
        partition can cost one side its last steps (docs/threats.md).
        """
        present = self.table.everybody & ~self.table.absent(lit)
        honest = mask(self.table.honest)
        if "light before the step is settled" in self.table.slips:
            yield LIGHT_OF_ALL
        if honest & ~present:
            return
        if any(c == lit and not honest & ~mask(who) for (_, c), who in certificates.items()):
            yield LIGHT_OF_ALL
        if self.table.is_quorum(honest, present):
            yield LIGHT_BY_VOTES

    def is_lost(self, accepts: tuple[Numbers, ...], lit: int, rival: int, what: str) -> bool:
        """Whether cheats and ignorance can make the rival win after light was given.

        Some, ``early``, have signed upon the rival before they learnt of the lit one, and have
        shown its certificate. After light of all, those who do not know yet may still do so;
        after votes nobody honest is left who does not know.
        """
        honest = mask(self.table.honest)
        followers = self.followers(accepts, rival)
        voters = self.followers(accepts, lit)
        if what == LIGHT_BY_VOTES and voters != honest:
            return False
        for giver, early in product(members(voters), range(honest + 1)):
            if early & ~followers or (what == LIGHT_OF_ALL and early & ~(1 << giver)):
                continue
            here = self.branch(accepts, lit, honest if what == LIGHT_BY_VOTES else 1 << giver)
            there = self.branch(accepts, rival, early)
            knows = bool(early) or self.is_made_by_honest(accepts, rival)
            if knows and self.rank(there) > self.rank(here):
                continue  # whoever prefers the rival gives no light
            later = early if what == LIGHT_BY_VOTES else early | followers & ~(1 << giver)
            if self._cheats_win(accepts, here, there._replace(upon=later), what):
                return True
        return False

    def followers(self, accepts: tuple[Numbers, ...], closing: int) -> int:
        """The honest peers that may sign upon a certificate of this closing.

        Not who is absent after it; nor who has accepted another in a higher round than any in
        which this one is certified, for that one may be certified too.
        """
        highest = max(number for number, other in self._certificates(accepts) if other == closing)
        found = 0
        for peer, signed in zip(self.table.honest, accepts, strict=True):
            last = self.book.records[signed[-1]] if signed else None
            bound = last is not None and last.closing != closing and last.round > highest
            if "follows a certificate below its own accept" in self.table.slips:
                bound = False
            if not bound:
                found |= 1 << peer
        return found & ~self.table.absent(closing)

    def is_made_by_honest(self, accepts: tuple[Numbers, ...], rival: int) -> bool:
        """Whether all who are linked know of a certificate, since honest accepts make it."""
        if "a certificate's holder accepts another" in self.table.slips:
            return False
        return any(
            closing == rival and self.table.is_quorum(mask(signers))
            for (_, closing), signers in self._certificates(accepts).items()
        )

    def _cheats_win(
        self, accepts: tuple[Numbers, ...], ours: Branch, rival: Branch, what: str
    ) -> bool:
        """Whether the rival wins by some choice of those who stand in both certificates."""
        slips = self.table.slips
        own = tuple(one for signed in accepts for one in signed)
        present = self.table.everybody & ~self.table.absent(rival.closing)
        longer = self.table.is_quorum(rival.upon | self.table.cheats, present)
        for form, other in product(
            self.all_forms(accepts, ours.closing), self.all_forms(accepts, rival.closing)
        ):
            convicted = self.book.convicted(self.book.grounds((*own, *form, *other)))
            free = self.table.cheats & ~convicted
            lying = mask(self.book.records[one].who for one in other) & self.table.cheats
            counted = lying if "the weight of convicts counts" in slips else lying & free
            # Who is not convicted has accepted what all have accepted.
            shared = what == LIGHT_OF_ALL and "light before the step is settled" not in slips
            with_cheats = ours._replace(cheats=free if shared else 0)
            theirs = rival._replace(cheats=counted, longer=longer)
            if self.rank(theirs) > self.rank(with_cheats):
                return True
        return False

    def all_forms(self, accepts: tuple[Numbers, ...], closing: int) -> Iterator[Numbers]:
        for (number, other), signers in self._certificates(accepts).items():
            if other == closing:
                yield from self._forms(number, closing, signers)

    def branch(self, accepts: tuple[Numbers, ...], closing: int, upon: int) -> Branch:
        weighed = 0
        for peer, signed in zip(self.table.honest, accepts, strict=True):
            counted = signed if "every accept weighs" in self.table.slips else signed[-1:]
            if any(self.book.records[one].closing == closing for one in counted):
                weighed |= 1 << peer
        number = max(number for number, other in self._certificates(accepts) if other == closing)
        return Branch(closing, weighed, upon, 0, number, longer=False)

    def rank(self, branch: Branch) -> tuple[int, ...]:
        """The order between two certified closings of a step: the greater goes on."""
        weight = self.table.weight(branch.accepted | branch.upon | branch.cheats)
        lesser = branch.closing if self.table.greater_digest_first else -branch.closing
        length = int(branch.longer)
        if "the lower round first" in self.table.slips:
            return -branch.round, weight, length, lesser
        if "the longer branch first" in self.table.slips:
            return length, weight, branch.round, lesser
        if "the longer branch before the higher round" in self.table.slips:
            return weight, length, branch.round, lesser
        if "the longer branch before the lesser digest" in self.table.slips:
            return weight, branch.round, length, lesser
        return weight, branch.round, lesser

    # In words.

    def tell(self, state: State) -> str:
        return "\n".join(
            self._tell_peer(peer, self.closing.locals[one])
            for peer, one in zip(self.table.honest, state, strict=True)
        )

    def _tell_peer(self, peer: int, local: Local) -> str:
        signed = "; ".join(self.name(one) for one in self.own(local))
        return f"  {chr(65 + peer)} holds {entries(local.held)}: {signed}"

    def name(self, one: int) -> str:
        record = self.book.records[one]
        rests = " ".join(self.name(below) for below in record.rests)
        words = f"{chr(65 + record.who)} {record.kind}@{record.round}"
        if record.closing:
            words += " " + entries(record.closing)
        return f"{words} ({rests})" if rests else words


def entries(closing: int) -> str:
    letters = "".join(chr(97 + bit // 2) + "'" * (bit % 2) for bit in members(closing))
    return "{" + letters + "}"
