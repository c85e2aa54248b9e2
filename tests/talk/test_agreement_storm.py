"""Evenings by seed: people play, change their minds, pause, crash, and half the mail is lost."""

import random

import pytest

from p2pjeux.judge.verify import verify
from p2pjeux.log.entry import Entry
from p2pjeux.log.file import write_log
from p2pjeux.table.events import Agree, Agreement, GoOn, Play, TookBack
from tests.kit import Case
from tests.sitting.people import Evening

TURNS = 300


def whims(evening: Evening, rng: random.Random) -> None:
    """One peer does something, wise or not."""
    number = rng.randrange(len(evening.people))
    person = evening.people[number]
    if person.sitting is None:
        evening.sit_down(number)
        return
    roll = rng.random()
    if roll < 0.3:
        evening.wait(1)
    elif roll < 0.5:
        for seat in evening.seats_of(number):
            if person.sitting.ledger.bridge.needs_decision(seat):
                evening.tell(number, Play(evening.decide(seat), seat))
    elif roll < 0.85:
        evening.tell(number, Agree(Agreement.TAKE_BACK))
    elif roll < 0.9:
        evening.tell(number, Agree(Agreement.PAUSE))
    elif roll < 0.97:
        evening.tell(number, GoOn())
    else:
        evening.get_up(number)


def all_agree(evening: Evening, first: int) -> None:
    for number in (first, *sorted(set(evening.holders) - {first})):
        evening.tell(number, Agree(Agreement.TAKE_BACK))


def calm_down(evening: Evening) -> None:
    """Everybody is there, all mail arrives, and the game goes on."""
    evening.carries = lambda _sender, _to: True
    for number, person in enumerate(evening.people):
        if person.sitting is None:
            evening.sit_down(number)
    evening.wait(4)
    for number in range(len(evening.people)):
        evening.tell(number, GoOn())
    evening.wait(4)
    sitting = evening.people[0].at_table
    while not sitting.ledger.complete:
        seat = evening.asked[0]
        evening.play(seat)
        if sitting.can_take_back(seat) is not None:
            all_agree(evening, evening.holders[seat])
            break
    for _ in range(5):
        if not sitting.ledger.complete:
            evening.play(evening.asked[0])
    evening.wait(4)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_whatever_people_agree_to_all_have_one_log(seed: int) -> None:
    rng = random.Random(seed)
    case = Case(("europax", "course", "pantheon")[seed % 3], 3)
    evening = Evening(case, holders=(0, 1, 1) if seed % 2 else (), watchers=1)
    evening.carries = lambda _sender, _to: rng.random() < 0.8

    for _ in range(TURNS):
        whims(evening, rng)
    number = max(one.sitting.ledger.number for one in evening.people if one.sitting)
    calm_down(evening)

    assert len(evening.logs()) == 1
    assert all(person.at_table.ledger.number > number for person in evening.people)
    assert not any(person.accused for person in evening.people)
    ledger = evening.people[0].at_table.ledger
    assert ledger.complete or any(person.heard(TookBack) for person in evening.people)
    assert verify(write_log(evening.signed, ledger.chain.steps)).ok
    for person in evening.people:
        signed: dict[tuple[int, int], Entry] = {}
        for one in person.signed:
            if isinstance(one, Entry):
                assert signed.setdefault((one.step, one.seat), one) == one
