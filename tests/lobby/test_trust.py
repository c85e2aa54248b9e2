"""Who together could read a hand: who holds parts, what the lobby says, and that it is so."""

from collections import Counter
from itertools import combinations

import pytest

from p2pjeux.language import words_for
from p2pjeux.lobby.room import Member, Room
from p2pjeux.lobby.trust import readers_of
from p2pjeux.log.holders import (
    Sitter,
    can_go_without,
    default_threshold,
    holders_of,
    most_threshold,
)
from p2pjeux.ui.wording.trust import trust_line

KEYS = [bytes([number]) * 32 for number in range(12)]
NAMES = ("Anne", "Bruno", "Chloé", "David", "Émile", "Fanny", "Gaël", "Hélène", "Ida", "Jean")


def room(*machines: str, seats: int | None = None, threshold: int | None = None) -> Room:
    """Each machine is as many people (p) and then bots (b) as its text has letters."""
    names = iter(NAMES)
    members = tuple(
        Member(key, tuple(next(names) for _ in one), bots=one.count("b"))
        for key, one in zip(KEYS, machines, strict=False)
    )
    return Room("course", "Cabane", seats or sum(map(len, machines)), members, threshold)


def seats(*machines: str) -> tuple[Sitter, ...]:
    return room(*machines).sitters


@pytest.mark.parametrize(
    "machines, threshold",
    [
        (("p", "p"), 0),
        (("p", "p", "p"), 2),
        (("p",) * 4, 3),
        (("p",) * 5, 3),
        (("p",) * 6, 4),
        (("p",) * 10, 8),
        (("pb", "p"), 0),
        (("pb", "p", "p"), 2),
        (("pbb", "p", "p", "p"), 3),
        (("pp", "p", "p"), 0),
        (("pp", "p", "p", "p"), 3),
        (("pp", "pp", "p"), 3),
        (("ppp", "ppp"), 0),
        (("bb", "b", "b"), 0),
        (("b", "b", "b"), 2),
        (("ppbb",), 0),
    ],
)
def test_so_many_act_together_if_nobody_says_otherwise(
    machines: tuple[str, ...], threshold: int
) -> None:
    assert default_threshold(seats(*machines)) == threshold


@pytest.mark.parametrize(
    "machines",
    [
        ("p", "pb", "p"),
        ("pbb", "p"),
        ("pp", "p", "p", "pb"),
        ("pp", "pp", "pp"),
        ("ppp", "p", "p", "p"),
        ("p",) * 7,
        ("b", "bb", "b"),
    ],
)
def test_no_machine_alone_ever_holds_enough_by_default(machines: tuple[str, ...]) -> None:
    sitters = seats(*machines)
    threshold = default_threshold(sitters)
    for owner in range(len(sitters)):
        held = Counter(sitters[seat].public for seat in holders_of(sitters, owner))
        assert not threshold or max(held.values()) < threshold <= sum(held.values())


def test_a_bot_holds_nothing_and_so_its_host_cannot_read_a_hand_alone() -> None:
    """A host with one bot at a table of three held as many parts as the threshold."""
    sitters = seats("pb", "p")

    assert holders_of(sitters, 2) == {0}
    assert most_threshold(sitters) == default_threshold(sitters) == 0


def test_going_without_takes_the_threshold_of_people_at_other_machines() -> None:
    sitters = seats("pb", "p", "p", "p")

    assert can_go_without(sitters, 3, frozenset())
    assert can_go_without(sitters, 3, frozenset({2}))
    assert can_go_without(sitters, 2, frozenset({2, 3}))
    assert not can_go_without(sitters, 3, frozenset({2, 3}))
    # The bot of somebody who stays: its own machine holds no part of its keys.
    assert can_go_without(sitters, 3, frozenset({1}))
    assert not can_go_without(sitters, 3, frozenset({1, 2}))
    assert not can_go_without(sitters, 0, frozenset({2}))


@pytest.mark.parametrize("machines", [("p",) * 4, ("pp", "p", "p", "p"), ("ppp", "pp", "p", "pb")])
@pytest.mark.parametrize("threshold", [2, 3])
def test_those_who_are_named_suffice_and_no_fewer_machines_do(
    machines: tuple[str, ...], threshold: int
) -> None:
    table = room(*machines, threshold=threshold)
    readers = readers_of(table, KEYS[1])
    sitters = table.sitters
    held = Counter(sitters[seat].public for seat in holders_of(sitters, len(machines[0])))

    def enough(some: tuple[bytes, ...]) -> bool:
        return sum(held[one] for one in some) >= threshold

    assert any(map(enough, combinations(held, readers.fewest)))
    assert not any(map(enough, combinations(held, readers.fewest - 1)))
    names = {one.public: one.names[: len(one.names) - one.bots] for one in table.members}
    named = tuple(key for key in held if names[key] in readers.machines)
    chosen = list(combinations(named, readers.fewest))
    assert all(map(enough, chosen)) if readers.is_any else enough(named)


@pytest.mark.parametrize(
    "table, said",
    [
        (
            room("p", "p", "p", "p"),
            "Your hand: Bruno, Chloé and David, together and in secret, could read it; no fewer",
        ),
        (
            room("p", "p", "p", "p", "p"),
            "Your hand: any 3 of Bruno, Chloé, David and Émile, together and in secret",
        ),
        (room("pb", "p"), "Nobody else could read your hand; but whoever leaves stops the table"),
        (room("p", "pp", "p", threshold=2), "Your hand: Bruno & Chloé, at one machine, could"),
        (room("p", seats=5), "Your hand: as few as 3 of the others"),
    ],
)
def test_the_line_names_them(table: Room, said: str) -> None:
    assert trust_line(readers_of(table, KEYS[0]), words_for("en")).startswith(said)
    assert trust_line(readers_of(table, KEYS[0]), words_for("fr")) != said
