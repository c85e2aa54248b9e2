"""What is explored by name, and the slips that must be found."""

from dataclasses import replace
from typing import Final, NamedTuple

from tests.model.branches import Branches
from tests.model.closing import Closing
from tests.model.table import Table

LIAR: Final = 0b100

SCENARIOS: Final[dict[str, Table]] = {
    # Three honest peers who may stop anywhere, for good or for a while: who stops does no act.
    "crash": Table(),
    "crash-3-rounds": Table(rounds=3),
    # One liar of three. Its place among the scribes matters: of rounds 1, 2, or neither.
    "liar": Table(cheats=LIAR, step=1),
    "liar-second": Table(cheats=LIAR, step=0),
    "liar-third": Table(cheats=LIAR, step=2),
    "liar-3-rounds": Table(cheats=LIAR, step=1, rounds=3),
    "liar-short": Table(cheats=LIAR, step=1, rounds=1),
    "crash-short": Table(rounds=1),
    # Four and five peers, one step in which one seat is asked.
    "four-crash-short": Table(weights=(1, 1, 1, 1), asked=0b1000, rounds=1),
    "four-liar": Table(weights=(1, 1, 1, 1), cheats=0b1000, asked=0b1000),
    "five-friends-short": Table(
        weights=(1, 1, 1, 1, 1), cheats=0b11000, asked=0b10000, rounds=1, threshold=3
    ),
    # Weights: two people at one machine, and a peer whose seats are bots.
    "couple": Table(weights=(2, 1, 1), cheats=LIAR, step=1),
    "bot": Table(weights=(1, 1, 1, 0), cheats=LIAR, asked=0b0111, step=1, rounds=1),
}


class Slip(NamedTuple):
    """A mistake in the rule, where to look for it, and the promise that it breaks."""

    scenario: str
    promise: int


SLIPS: Final[dict[str, Slip]] = {
    "light before the step is settled": Slip("liar-short", 4),
    "the longer branch first": Slip("liar-short", 4),
    "the lower round first": Slip("liar-short", 4),
    "the longer branch before the higher round": Slip("liar-short", 4),
    "the longer branch before the lesser digest": Slip("liar-short", 4),
    "every accept weighs": Slip("liar-short", 4),
    "the weight of convicts counts": Slip("liar-short", 4),
    "follows a certificate below its own accept": Slip("liar-short", 4),
    "moves of convicts count": Slip("liar-short", 4),
    "rounds are counted together": Slip("liar-short", 4),
    "an accept without its proposal counts": Slip("liar", 2),
    "a move forgets its accept": Slip("crash-short", 1),
    "accepts in a round it left": Slip("crash-short", 1),
    "proposes twice": Slip("crash", 1),
    "fresh though accepts exist": Slip("crash", 2),
    "the lowest accept is proposed": Slip("crash", 2),
    "a quorum of exactly half": Slip("four-crash-short", 2),
}


def world(scenario: str, slip: str | None = None) -> Branches:
    """The world of a scenario, with a slip planted or none."""
    table = SCENARIOS[scenario]
    if slip is not None:
        assert slip in SLIPS
        table = replace(table, slips=frozenset({slip}))
    return Branches(Closing(table))
