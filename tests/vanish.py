"""The long sweep: ``python -m tests.vanish GAME … [--seats N] [--every K] [--seed S] [--jobs J]``.

Plays one game among strangers. At every K-th step, for each seat that is asked there, the world is
split in two: in the other world that seat vanishes and the rest must play on to the end, agreeing
byte for byte and laying open exactly what they should.
"""

import argparse
import os
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from p2pjeux.fair import beacon, group
from p2pjeux.fair.tasks import PendingSeal
from p2pjeux.games import game_ids
from p2pjeux.rules.engine import Happening
from p2pjeux.rules.requests import (
    Action,
    Answer,
    Deal,
    Draw,
    Drawn,
    Open,
    Played,
    Roll,
    Rolled,
    Seat,
    Show,
    Slot,
)
from tests.fair.strangers import Strangers, make_table, remembered, table_secret, toy_table
from tests.kit import Case

Happenings = Sequence[Happening[Any]]


def go_on_without(strangers: Strangers, seat: Seat, steps: int | None = None) -> None:
    """Lose a seat that is asked now, play on to the end, and hold the table to its promises.

    With ``steps`` only so many more are played, and what it takes to answer the last request.
    """
    promised, chance = sealed_by(strangers, seat), chance_to_come(strangers)
    told = len(strangers.happened)
    strangers.lost.add(seat)
    play_on(strangers, steps)
    later = strangers.happened[told:]
    if promised is not None:
        opened = next(openings(later, seat), None)
        assert opened == promised or (opened is None and not strangers.over)
    if chance is not None:
        assert later[0].answer == chance
    check_what_lies_open(strangers)


def play_on(strangers: Strangers, steps: int | None = None) -> None:
    """To the end, or for some steps and to the end of the request they lead to."""
    played = 0
    while not strangers.over:
        told = len(strangers.happened)
        strangers.step()
        played += 1
        assert len(strangers.digests()) == 1
        if steps is not None and played >= steps and len(strangers.happened) > told:
            return
    assert strangers.witness.game.outcome(strangers.witness.state)


def sealed_by(strangers: Strangers, seat: Seat) -> Action | None:
    """What the seat has in a box now; nobody else can tell."""
    peer = strangers.peers[seat]
    if isinstance(peer._script.closed.get(seat), PendingSeal):
        return peer.view(seat).sealed
    return None


def chance_to_come(strangers: Strangers) -> Answer | None:
    """What the dice or the draw of the present step are bound to give, from all the secrets."""
    table, request = strangers.table, strangers.witness.request
    if strangers.task != "GiveChance" or not isinstance(request, Roll | Draw):
        return None
    throw = sum(isinstance(one.request, Roll | Draw) for one in strangers.happened)
    point = beacon.throw_point(table.id, throw)
    secrets = [table_secret(seat, strangers.seed) for seat in range(table.seats)]
    shares = [group.multiply(beacon.secret_key(secret), point) for secret in secrets]
    value = beacon.join_shares(table.id, throw, shares)
    if isinstance(request, Roll):
        return Rolled(beacon.roll(value, request.sides))
    return Drawn(beacon.draw(value, request.pile, request.count))


def openings(happened: Happenings, seat: Seat) -> Iterator[Action]:
    """What a seat was seen to have sealed."""
    for happening in happened:
        if isinstance(happening.request, Open) and isinstance(happening.answer, Played):
            for play in happening.answer.plays:
                if play.seat == seat:
                    yield play.action


def check_what_lies_open(strangers: Strangers) -> None:
    """Everybody knows what was played, shown, or dealt to an absent seat; and his own hand."""
    played = {slot for happening in strangers.happened for slot in opened_in(happening)}
    hands = hands_dealt(strangers.happened, strangers.table.seats)
    public = played.union(*(hands[seat] for seat in strangers.witness.absent))
    assert set(strangers.witness.view(None).faces) == public
    for seat in strangers.here:
        assert set(strangers.peers[seat].view(seat).faces) == public | hands[seat]


def opened_in(happening: Happening[Any]) -> tuple[Slot, ...]:
    """The cards that a request laid open to all."""
    if isinstance(happening.answer, Played):
        return tuple(slot for play in happening.answer.plays for slot in play.action.cards)
    return happening.request.slots if isinstance(happening.request, Show) else ()


def hands_dealt(happened: Happenings, seats: int) -> list[set[Slot]]:
    """All cards that each seat was ever dealt."""
    hands: list[set[Slot]] = [set() for _ in range(seats)]
    for happening in happened:
        if isinstance(happening.request, Deal):
            for seat, slots in happening.request.hands:
                hands[seat].update(slots)
    return hands


@dataclass
class Worlds:
    """Copies of this process, at most ``most`` at once; each tries one thing and ends."""

    most: int
    running: dict[int, str] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    def split(self, label: str, work: Callable[[], None]) -> None:
        if len(self.running) == self.most:
            self.wait()
        child = os.fork()
        if child:
            self.running[child] = label
            return
        try:
            work()
        except BaseException:  # noqa: BLE001  # whatever it is, the world must end here
            traceback.print_exc()
            os._exit(1)
        os._exit(0)

    def wait(self) -> None:
        child, status = os.wait()
        label = self.running.pop(child)
        if status:
            self.failed.append(label)
            print(f"FAILED {label}", flush=True)

    def wait_for_all(self) -> None:
        while self.running:
            self.wait()


def sweep(strangers: Strangers, name: str, every: int, jobs: int) -> bool:
    """Try every point of one game; return whether all went well."""
    worlds, start, points = Worlds(jobs), time.perf_counter(), 0
    while not strangers.over:
        number = strangers.witness.number
        if number % every == 0 and strangers.witness._script.is_set_up:
            for seat in strangers.witness.asked:
                label = f"{name} step {number} ({strangers.task}) without seat {seat}"
                worlds.split(label, partial(go_on_without, strangers, seat))
                points += 1
        strangers.step()
        if number % 25 == 0:
            seconds = time.perf_counter() - start
            print(f"{name}: step {number}, {points} points, {seconds:.0f} s", flush=True)
    worlds.wait_for_all()
    seconds = time.perf_counter() - start
    print(
        f"{name}: {strangers.witness.number} steps, vanished at {points} points, "
        f"{len(worlds.failed)} failed, {seconds:.0f} s",
        flush=True,
    )
    return not worlds.failed


def strangers_for(name: str, seats: int | None, seed: int) -> Strangers:
    if name == "toy":
        return Strangers(toy_table(seats or 3, seed), seed)
    least = max(Case(name, 3).game.facts.seats_least, 3)
    return Strangers(make_table(Case(name, seats or least), seed), seed)


def main() -> int:
    parser = argparse.ArgumentParser(description="A seat vanishes at every step of a game.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them if none is named")
    parser.add_argument("--seats", type=int, help="as few as the game allows, but three at least")
    parser.add_argument("--every", type=int, default=1, metavar="K", help="only every K-th step")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    good = True
    for name in asked.games or ("toy", *game_ids()):
        with remembered(1 << 17):
            strangers = strangers_for(name, asked.seats, asked.seed)
            label = f"{name}-{strangers.table.seats}"
            good &= sweep(strangers, label, asked.every, asked.jobs)
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
