"""Two certified closings of one step: which of the two holds, and who may go on from which.

Only a cheat makes two (protocol/10-agreement.md), and nothing else ever opens a step again. The
order between them is a function of what was signed, so that all who have seen the same go the
same way, and light that was given upon a settled step is not lost (docs/decisions/0060).
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from p2pjeux.agree.voters import Voters


@dataclass(frozen=True, slots=True)
class Branch:
    """What speaks for one closing of a step. Peers are named as voters are."""

    digest: bytes
    # The highest round in which it is certified.
    round: int
    # Whose accept of the highest round is of this closing.
    accepted: frozenset[int]
    # Who has signed anything of a later step upon it.
    upon: frozenset[int] = frozenset()


def weight(voters: Voters, guilty: AbstractSet[int], branch: Branch, other: Branch) -> int:
    """What speaks for a branch beside another: seats that were present and are not convicted.

    Whoever has signed upon the other and not upon this has gone over to it, whatever it had
    accepted before. An accept below a later one does not count: its signer has left it.
    """
    gone_over = other.upon - branch.upon
    return voters.weight((branch.upon | branch.accepted - gone_over) - guilty)


def overrules(voters: Voters, guilty: AbstractSet[int], theirs: Branch, ours: Branch) -> bool:
    """Whether another certified closing holds against ours.

    More weight, then the higher round, then the lesser digest. Length does not count: two friends
    could make their branch the longer one after they have seen what was shown upon ours.
    """
    here = (weight(voters, guilty, ours, theirs), ours.round)
    there = (weight(voters, guilty, theirs, ours), theirs.round)
    return there > here or (there == here and theirs.digest < ours.digest)


def may_follow(voters: Voters, guilty: AbstractSet[int], branch: Branch, peer: int) -> bool:
    """Whether a peer may go on from a branch although it has accepted another one since.

    The other one may be certified too, and more may have accepted it than this peer knows. So it
    waits until those who have signed upon this branch are, with itself, more than half of all who
    are not convicted: then the other can no longer outweigh it.
    """
    innocent = frozenset(voters.peers) - guilty
    followers = (branch.upon | {peer}) & innocent
    return 2 * voters.weight(followers) > voters.weight(innocent)
