"""Scenes as text: commands, and under each what happened (after etcd's raft).

A transcript is a file of ``testdata/``: lines with ``#`` tell the story, a command is one line,
``----`` and what the machine said follow, and a blank line ends it. The answers are written anew by
``python -m tests.agree.record``; what changed is then for people to review.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from p2pjeux.agree.assembly import Assembly
from p2pjeux.agree.promises import Promises
from tests.agree.scene import BACK, LETTERS, WRONG, Peer, Scene, identity_of

TESTDATA: Final = Path(__file__).parent / "testdata"
RULE: Final = "----"
TICK: Final = 0.5


def seats_in(letters: str) -> list[int]:
    return [LETTERS.index(letter) for letter in letters]


class Stage:
    """A scene with commands."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._scene: Scene | None = None

    @property
    def scene(self) -> Scene:
        assert self._scene is not None, "a scene begins with its table"
        return self._scene

    def run(self, line: str) -> list[str]:
        """Do one command and return what happened."""
        self.lines = []
        name, *words = line.split()
        command: Callable[..., None] = getattr(self, "do_" + name.replace("-", "_"))
        command(*words)
        return self.lines or ["(nothing)"]

    def tell(self, line: str) -> None:
        self.lines.append(line)

    def do_table(self, seats: str, threshold: str = "2") -> None:
        """``AAB``: two seats of A, one of B; peers take letters in the order of their seats."""
        keys = [seats.index(letter) for letter in seats]
        self._scene = Scene(keys, int(threshold), self.tell)

    def do_asks(self, seats: str) -> None:
        """From the next step on these seats are asked."""
        self.scene.asks = frozenset(seats_in(seats))

    def do_enter(self, *words: str) -> None:
        """``A``, ``A=body``, or ``C'=body`` for a twin."""
        for word in words:
            name, _, body = word.partition("=")
            peer = self.scene.peers.get(name) or self.holder(name)
            self.scene.enter(peer.name, LETTERS.index(name[0]), body.encode())

    def holder(self, letter: str) -> Peer:
        seat = LETTERS.index(letter)
        return next(peer for peer in self.scene.peers.values() if seat in peer.seats)

    def do_wrong(self, name: str) -> None:
        """A seat gives a body that is not what was asked."""
        self.scene.enter(name, LETTERS.index(name), WRONG)

    def do_notes(self, name: str, absent: str) -> None:
        """A seat passes on in its entry that others are back."""
        body = BACK + bytes(seats_in(absent))
        self.scene.enter(name, LETTERS.index(name), body)

    def do_deliver(self, *to: str) -> None:
        """All that is under way, or only what is under way to some."""
        scene = self.scene
        if not to:
            scene.deliver_all()
            return
        while any(parcel.to in to for parcel in scene.wire):
            parcel = next(one for one in scene.wire if one.to in to)
            scene.wire.remove(parcel)
            scene.deliver(parcel)

    def do_drop(self, *to: str) -> None:
        """What is under way is lost."""
        self.scene.wire = [one for one in self.scene.wire if to and one.to not in to]

    def do_twice(self) -> None:
        """All that is under way comes twice."""
        self.scene.wire += self.scene.wire

    def do_backwards(self) -> None:
        """What was sent last comes first."""
        self.scene.wire.reverse()

    def do_hold(self, name: str) -> None:
        """What a peer sends from now on is kept back."""
        self.scene.holding.add(name)

    def do_release(self, name: str) -> None:
        self.scene.holding.discard(name)
        scene = self.scene
        scene.wire += [one for one in scene.held if one.sender == name]
        scene.held = [one for one in scene.held if one.sender != name]

    def do_abstains(self, name: str) -> None:
        """A peer gives entries from now on, and confirms nothing."""
        self.scene.abstaining.add(name)

    def do_cut(self, one: str, *others: str) -> None:
        """No link between the first and the others."""
        self.scene.cut |= {frozenset({one, other}) for other in others}

    def do_join(self, one: str, *others: str) -> None:
        self.scene.cut -= {frozenset({one, other}) for other in others}

    def do_gone(self, *names: str) -> None:
        for name in names:
            self.scene.peers[name].is_up = False

    def do_returns(self, name: str) -> None:
        """A peer starts again from its disk."""
        peer = self.scene.peers[name]
        peer.is_up = True
        self.scene.restart_from(peer, peer.disk, peer.log)

    def do_wakes(self, name: str) -> None:
        """A peer goes on where it stood, without having lost anything."""
        self.scene.peers[name].is_up = True

    def do_forgets(self, name: str) -> None:
        """A peer starts again without its disk."""
        peer = self.scene.peers[name]
        peer.is_up, peer.disk, peer.log = True, [], []
        key = self.scene.keys[peer.seats[0]]
        promises = Promises(self.scene.signed, identity_of(key), forgetful=True)
        peer.assembly = Assembly(self.scene.signed, promises)
        self.scene.begin(peer)

    def do_goes_on(self, name: str, without: str) -> None:
        """The people at a peer agree to go on without some seats."""
        peer = self.scene.peers[name]
        self.scene.do(peer, peer.assembly.go_without(seats_in(without), self.scene.now))

    def do_back(self, name: str) -> None:
        self.scene.come_back(name)

    def do_twin(self, name: str) -> None:
        self.scene.twin(name)
        self.tell(f"{name} lies from now on: {name}' signs with the same key")

    def do_wait(self, seconds: str) -> None:
        """Time goes on; whatever is sent arrives, and whoever has more than another sends it."""
        for _ in range(int(float(seconds) / TICK)):
            self.scene.tick(TICK)
            self.scene.deliver_all()
            self.scene.catch_up()

    def do_tick(self, seconds: str) -> None:
        """Time goes on, and nothing arrives."""
        for _ in range(int(float(seconds) / TICK)):
            self.scene.tick(TICK)

    def do_catch_up(self) -> None:
        self.scene.catch_up()

    def do_light(self, *names: str) -> None:
        """Who would now give a share, an opening or a shown card in the open step?"""
        for name in names:
            assembly = self.scene.peers[name].assembly
            if assembly.is_settled:
                for below in assembly.places[-2:-1]:
                    assembly.promises.light(below)
                self.tell(f"{name}: gives light in step {assembly.open.terms.place.step}")
            else:
                waits = ", ".join(
                    f"{LETTERS[one.seat]} ({one.lack.value})"
                    for one in assembly.missing(gives_light=True)
                )
                self.tell(f"{name}: gives no light; the table waits for {waits}")

    def do_show(self) -> None:
        for peer in self.scene.peers.values():
            self.tell(self.standing(peer))

    def standing(self, peer: Peer) -> str:
        if not peer.is_up:
            return f"{peer.name}: gone"
        step = peer.assembly.open
        closed = [self.scene.closing_name(done.closing) for done in peer.log]
        missing = [f"{LETTERS[one.seat]} ({one.lack.value})" for one in peer.assembly.missing()]
        agreed = [
            f"{LETTERS[seat]} by {''.join(LETTERS[one] for one in sorted(peers))}"
            for seat, peers in sorted(peer.assembly.agreed.items())
        ]
        text = f"{peer.name}: {' '.join(closed) or 'nothing closed'}; step {step.terms.place.step}"
        text += f" open, round {step.round}"
        text += f", waits for {', '.join(missing)}" if missing else ""
        return text + (f", goes on without {', '.join(agreed)}" if agreed else "")


def walk(text: str) -> Iterator[str]:
    """The transcript with the answers as they are now, line by line."""
    stage = Stage()
    lines = iter(text.splitlines())
    for line in lines:
        yield line
        if not line or line.startswith("#"):
            continue
        for old in lines:
            if not old:
                break
        yield RULE
        yield from stage.run(line)
        yield ""


def played(text: str) -> str:
    return "\n".join(walk(text)).rstrip("\n") + "\n"
