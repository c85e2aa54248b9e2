"""Random runs of the real classes: a bad network, crashes, sleepers, liars; and what must hold.

``python -m tests.agree.chaos [RUNS] [--peers N] [--seed S]``. A liar is two honest twins with one
key whom the network shows to different people; two friends are two such pairs.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from p2pjeux.agree.effects import Caught, Doing, Overruled
from p2pjeux.log.ballot import Ballot
from p2pjeux.log.conviction import convictions
from p2pjeux.log.entry import Entry
from p2pjeux.log.signed import Place
from tests.agree.scene import LETTERS, Peer, Scene

STEPS = 3


class Broken(AssertionError):
    """A promise that did not hold."""


@dataclass
class Run:
    """One run. ``lit`` are the closings upon which an honest peer has given light."""

    rng: random.Random
    scene: Scene
    liars: frozenset[str]
    lines: list[str] = field(default_factory=list)
    lit: dict[Place, set[bytes]] = field(default_factory=dict)
    signed: dict[bytes, Ballot | Entry] = field(default_factory=dict)

    @property
    def honest(self) -> list[Peer]:
        return [one for one in self.scene.peers.values() if one.name[0] not in self.liars]


class Watched(Scene):
    """A scene that tells a run of everything that is sent and done."""

    run: Run | None = None

    def do(self, peer: Peer, doings: list[Doing]) -> None:
        super().do(peer, doings)
        if self.run is None:
            return
        for one in doings:
            match one:
                case Caught(conviction=conviction):
                    if LETTERS[conviction.seat] not in self.run.liars:
                        raise Broken(f"1: {peer.name} caught {conviction.reason}")
                case Overruled(place=place) if peer in self.run.honest:
                    if not self.run.liars:
                        raise Broken(f"3: step {place.step} is open again, and nobody lied")
                case _:
                    pass


def make_run(seed: int, peers: int) -> Run:
    rng = random.Random(seed)
    lines: list[str] = []
    threshold = min(peers - 1, 2 if peers < 4 else 3)
    scene = Watched(list(range(peers)), threshold, lines.append)
    most = (peers - 1) // 2
    liars = frozenset(rng.sample(LETTERS[:peers], rng.randint(0, most)))
    run = Run(rng, scene, liars, lines)
    scene.run = run
    for name in sorted(liars):
        scene.twin(name)
    return run


def act(run: Run) -> None:
    """Something happens: mostly a message arrives, in any order."""
    peer = run.rng.choice(list(run.scene.peers.values()))
    run.rng.choices(list(ACTS), list(ACTS.values()))[0](run, peer)


def deliver(run: Run, peer: Peer) -> None:
    """Now and then a message comes twice."""
    wire = run.scene.wire
    if wire:
        at = run.rng.randrange(len(wire))
        run.scene.deliver(wire[at] if run.rng.random() < 0.1 else wire.pop(at))


def lose(run: Run, peer: Peer) -> None:
    if run.scene.wire:
        run.scene.wire.pop(run.rng.randrange(len(run.scene.wire)))


def wait(run: Run, peer: Peer) -> None:
    run.scene.tick(run.rng.choice((0.5, 1.0, 4.0)))


def help_somebody(run: Run, peer: Peer) -> None:
    other = run.rng.choice(list(run.scene.peers.values()))
    if other is not peer and peer.is_up and other.is_up:
        run.scene.help(peer, other)


def give_up(run: Run, peer: Peer) -> None:
    """People press F9 for whatever reason."""
    gone = {seat for seat in range(len(run.scene.keys)) if run.rng.random() < 0.4}
    if peer.is_up:
        run.scene.do(peer, peer.assembly.go_without(gone - set(peer.seats), run.scene.now))


def crash_or_return(run: Run, peer: Peer) -> None:
    if "'" in peer.name:
        return
    peer.is_up = not peer.is_up
    if peer.is_up:
        run.scene.restart_from(peer, peer.disk, peer.log)
        relight(run, peer)


def toggle_link(run: Run, peer: Peer) -> None:
    other = run.rng.choice(list(run.scene.peers))
    link = frozenset({peer.name, other})
    if len(link) == 2 and peer.name[0] != other[0]:
        run.scene.cut ^= {link}


def enter(run: Run, peer: Peer) -> None:
    """A seat that is asked gives its entry; the twins of a liar give different ones."""
    step = peer.assembly.open
    if not peer.is_up or step.terms.place.step >= STEPS:
        return
    for seat in peer.seats:
        if seat in step.terms.seats and seat not in step.given.entries:
            body = b"y" if "'" in peer.name else b"x"
            run.scene.enter(peer.name, seat, body)


def give_light(run: Run, peer: Peer) -> None:
    """Whoever may shows something upon the step below the open one."""
    assembly = peer.assembly
    if peer.is_up and assembly.is_settled and len(assembly.places) > 1 and peer in run.honest:
        place = assembly.places[-2]
        assembly.promises.light(place)
        run.lit.setdefault(place, set()).add(peer.log[-1].closing.digest(place))


# What happens, and how often.
ACTS: dict[Callable[[Run, Peer], None], float] = {
    deliver: 55,
    lose: 5,
    enter: 12,
    wait: 6,
    help_somebody: 5,
    give_up: 5,
    toggle_link: 4,
    crash_or_return: 3,
    give_light: 5,
}


def relight(run: Run, peer: Peer) -> None:
    for done in peer.log:
        if done.closing.digest(done.place) in run.lit.get(done.place, ()):
            peer.assembly.promises.light(done.place)


def check(run: Run) -> None:
    """What must hold at every moment, seen by somebody who knows all that was sent."""
    logs = [peer.log for peer in run.honest]
    for one in logs:
        for other in logs:
            for mine, theirs in zip(one, other, strict=False):
                if mine.place == theirs.place and mine.closing != theirs.closing:
                    check_split(run, mine.place)
                    break


def check_split(run: Run, place: Place) -> None:
    records: dict[bytes, Ballot | Entry] = {}
    for peer in run.scene.peers.values():
        for record in peer.disk:
            if record.place == place:
                records[record.digest] = record  # type: ignore[assignment]
    if not list(convictions(records.values())):
        raise Broken(f"2: step {place.step} is closed in two ways, and nobody is convicted")


def settle_down(run: Run) -> None:
    """The network is well, liars are silent, all who live are up and wish to go on."""
    scene = run.scene
    for peer in scene.peers.values():
        if peer.name[0] in run.liars:
            peer.is_up = False
        elif not peer.is_up:
            peer.is_up = True
            scene.restart_from(peer, peer.disk, peer.log)
            relight(run, peer)
    scene.cut = {link for link in scene.cut if len({name[0] for name in link}) == 1}
    silent = {seat for peer in scene.peers.values() if not peer.is_up for seat in peer.seats}
    for _ in range(150):
        live = run.honest
        for peer in live:
            enter(run, peer)
        scene.deliver_all()
        scene.catch_up()
        if all(len(peer.log) >= STEPS for peer in live):
            break
        scene.tick(0.5)
        for peer in live:
            if silent:
                scene.do(peer, peer.assembly.go_without(silent - set(peer.seats), scene.now))
    scene.deliver_all()
    scene.catch_up()


def check_end(run: Run) -> None:
    present = [peer for peer in run.honest if set(peer.seats) & run.scene.present(peer)]
    low = min(len(peer.log) for peer in run.honest)
    if low < STEPS:
        raise Broken(f"5: the table stands still at step {low}: {stuck(run)}")
    logs = {tuple(done.closing.digest(done.place) for done in peer.log[:STEPS]) for peer in present}
    if len(logs) > 1:
        raise Broken("the logs of the honest differ in the end")
    for place, digests in run.lit.items():
        if not run_is_excused(run) and digests != {
            peer.log[place.step].closing.digest(place) for peer in run.honest
        }:
            raise Broken(f"4: light upon step {place.step} was lost")


def run_is_excused(run: Run) -> bool:
    """A cheat and a real partition can cost one side the last steps (docs/threats.md)."""
    return bool(run.liars)


def stuck(run: Run) -> str:
    return " | ".join(
        f"{peer.name}: step {len(peer.log)}, round {peer.assembly.open.round}"
        for peer in run.honest
    )


def play(seed: int, peers: int, acts: int = 150) -> Run:
    run = make_run(seed, peers)
    try:
        for _ in range(acts):
            act(run)
            check(run)
        settle_down(run)
        check(run)
        check_end(run)
    except Exception as error:
        error.add_note(f"seed {seed}, {peers} peers, liars {sorted(run.liars)}")
        raise
    return run


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.agree.chaos")
    parser.add_argument("runs", nargs="?", type=int, default=200)
    parser.add_argument("--peers", type=int, default=0)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--tell", action="store_true")
    asked = parser.parse_args()
    found: Counter[str] = Counter()
    seeds = [asked.seed] if asked.seed is not None else range(asked.runs)
    for seed in seeds:
        peers = asked.peers or 3 + seed % 3
        try:
            run = play(seed, peers)
            found["good"] += 1
            if asked.tell:
                print("\n".join(run.lines))
        except Exception as error:  # noqa: BLE001
            found[type(error).__name__ + " " + str(error)[:2]] += 1
            print(seed, peers, type(error).__name__, str(error)[:600])
    print(dict(found))


if __name__ == "__main__":
    main()
