"""Whether the others have gone on from a closing that we did not want, and without us.

Whatever we stated then cannot close the step any more (decision 0015): those who went on are most
of those who were present, and one at least of them would have had to state the same.
"""

from collections.abc import Iterable, Sequence

from p2pjeux.errors import PeerFault
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.statement import Statement, check_statement
from p2pjeux.log.step import Step, decode_step
from p2pjeux.rules.requests import Seat
from p2pjeux.table.ledger import Ledger


def are_left_out(
    ledger: Ledger, held: Iterable[Seat], closing: Step, later: Sequence[bytes]
) -> bool:
    """Whether, after ``closing`` of the open step, ``later`` steps leave the seats ``held`` out.

    What was signed after a closing is signed upon its digest, so signatures prove all that counts.
    """
    roll, table = ledger.roll, ledger.signed.table
    ours = frozenset(held) & roll.present
    previous = closing.digest(ledger.chain.digest)
    for data in later:
        step = decode_step(data, table, previous)
        if step.statements:
            # We have signed nothing there, so the first absence must be ours.
            signers = frozenset(one.signer for one in step.statements) & roll.present
            return (
                bool(ours)
                and ours <= step.absent - signers
                and roll.can_go(roll.present - signers)
                and _are_signed(ledger.signed, step.statements)
            )
        previous = step.digest(previous)
    return False


def _are_signed(signed: SignedCharter, statements: Iterable[Statement]) -> bool:
    try:
        for statement in statements:
            check_statement(signed, statement)
    except PeerFault:
        return False
    return True
