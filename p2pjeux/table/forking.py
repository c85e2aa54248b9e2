"""What two closings of one step prove, of which honest peers make but one."""

from collections.abc import Iterator
from itertools import product

from p2pjeux.errors import PeerFault
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.entry import Entry
from p2pjeux.log.forks import Fork, check_fork, find_fork
from p2pjeux.log.statement import Statement
from p2pjeux.log.step import Step


def forks_between(signed: SignedCharter, ours: Step, theirs: Step) -> Iterator[Fork]:
    """Everybody who has signed for both what nobody signs twice.

    Nothing in ``theirs`` has been checked: whoever sent it may have forged a part.
    """
    pairs: list[tuple[Entry, Entry] | tuple[Statement, Statement]] = [
        *product(ours.entries, theirs.entries),
        *product(ours.statements, theirs.statements),
    ]
    for one, other in pairs:
        fork = find_fork(one, other)
        if fork is not None and _holds(signed, fork):
            yield fork


def _holds(signed: SignedCharter, fork: Fork) -> bool:
    try:
        check_fork(signed, fork)
    except PeerFault:
        return False
    return True
