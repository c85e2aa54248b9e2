"""What a peer brings to a table."""

from dataclasses import dataclass
from typing import Any

from p2pjeux.fair.transcript import derive_bytes
from p2pjeux.log.charter import SignedCharter
from p2pjeux.log.identity import Identity
from p2pjeux.rules.contract import Game, Skill
from p2pjeux.rules.requests import Seat


@dataclass(frozen=True, slots=True)
class Seating:
    signed: SignedCharter
    game: Game[Any]
    identity: Identity
    # One table secret of this peer; each of its seats has a secret of its own made from it.
    secret: bytes
    bots: frozenset[Seat] = frozenset()
    # How well they play; a stand-in for an absent seat plays the same whatever is said here.
    skill: Skill = Skill.USUAL
    # Whether to declare seats absent as soon as the table's patience is over, without being told.
    hasty: bool = False
    # Whether to show the table secrets after the game, so that a replay can show every hand.
    open_secrets: bool = True
    # Whether each call closes one step at most, so that what it asks for is done before the work of
    # the next step begins; ``Sitting.work_on`` does that work.
    one_step: bool = False
    # Lines of chat are numbered from here: higher than in any earlier sitting at this table.
    first_line: int = 0


def seat_secret(secret: bytes, table: bytes, seat: Seat) -> bytes:
    """The secret of one seat at one table, from the table secret of its peer."""
    return derive_bytes(secret, "seat", table, seat)
