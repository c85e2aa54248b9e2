"""A small table of real classes as a world that can be explored state by state.

What somebody has sent may arrive from then on or never, at each peer by itself, so that a peer that
crashes is one that does nothing more. Timers end when they like, and people give up whom they may.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from p2pjeux.log.conviction import convictions
from p2pjeux.log.signed import Signed
from tests.agree.machines import Bench, Machine, Message
from tests.agree.scene import LETTERS, Done, Parcel, Peer

State = tuple[int, ...]
"""The number of each peer's machine."""

# So many acts in a row, well linked, close all steps that are left, or the table stands still.
PATIENCE: Final = 400


@dataclass(frozen=True)
class Table:
    """``gone`` are seats that people may give up at any time, whether or not they are there."""

    seats: int = 3
    threshold: int = 2
    steps: int = 1
    rounds: int = 1
    asks: str = "ABC"
    gone: str = ""
    liar: str = ""
    # Who may start again once, from its disk or, forgetful, without it.
    restarts: str = ""
    forgets: str = ""
    # Whether each peer hears another in the order in which that one spoke.
    in_order: bool = True
    gives_light: bool = False
    # Whether from every state the table must go on, once all who are honest are linked.
    goes_on: bool = True


class Act(NamedTuple):
    """``whom`` is a seat, or the peer whose message ``place`` is delivered."""

    kind: str
    whom: int = 0
    place: int = 0
    message: int = 0


class Real:
    """The world: see ``World`` in tests/model/explore.py."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.bench = Bench(list(range(table.seats)), table.threshold)
        self.bench.asks = frozenset(map(LETTERS.index, table.asks))
        for name in list(self.bench.peers):
            self.bench.begin(self.bench.peers[name])
        if table.liar:
            self.bench.twin(table.liar)
        self.names = sorted(self.bench.peers)
        self.honest = [at for at, name in enumerate(self.names) if name[0] != table.liar]
        self.messages: list[Message] = []
        self._message_numbers: dict[object, int] = {}
        self.machines: list[Machine] = []
        self._numbers: dict[object, int] = {}
        self._after: dict[tuple[int, int, Act], int] = {}
        self._own_acts = cache(self._all_own_acts)
        self._goes_on: dict[State, bool] = {}
        self._splits = cache(self._all_splits)
        # States that were not followed further, since a round beyond the bound was reached.
        self.cut_off = 0

    # Machines.

    def number(self, machine: Machine) -> int:
        name = machine.identity()
        known = self._numbers.get(name)
        if known is None:
            known = self._numbers[name] = len(self.machines)
            self.machines.append(machine)
        return known

    def start(self) -> Iterator[State]:
        none = (0,) * len(self.names)
        able = self.table.restarts + self.table.forgets
        yield tuple(
            self.number(Machine(self.bench.peers[name], received=none, restarts=int(name in able)))
            for name in self.names
        )

    def after(self, at: int, one: int, act: Act) -> int:
        known = self._after.get((at, one, act))
        if known is None:
            known = self._after[at, one, act] = self.number(self._run(at, self.machines[one], act))
        return known

    def _run(self, at: int, machine: Machine, act: Act) -> Machine:
        peer = self.bench.run(machine, lambda one: self._do(one, act))
        received = list(machine.received)
        lit, restarts = machine.lit, machine.restarts
        if act.kind == "deliver":
            received[act.whom] |= 1 << act.place
        elif act.kind == "light":
            done = peer.log[-1]
            lit |= {(done.place, done.closing.digest(done.place))}
        elif act.kind in ("restart", "forget"):
            restarts -= 1
            received = [0] * len(received)
        sent = list(machine.sent)
        for message in self.bench.out:
            number = self._note(message)
            if number not in sent:
                sent.append(number)
        broken = machine.broken | frozenset(self._broken_by(machine, peer))
        return Machine(peer, tuple(sent), tuple(received), lit, restarts, broken)

    def _note(self, message: Message) -> int:
        name = message.name()
        if name not in self._message_numbers:
            self._message_numbers[name] = len(self.messages)
            self.messages.append(message)
        return self._message_numbers[name]

    # Acts.

    def steps(self, state: State) -> Iterator[State]:
        if any(self._is_beyond(one) for one in state):
            self.cut_off += 1
            return
        for at, one in enumerate(state):
            for act in (*self._own_acts(at, one), *self._arriving(state, at)):
                after = self.after(at, one, act)
                if after != one:
                    yield (*state[:at], after, *state[at + 1 :])

    def _is_beyond(self, one: int) -> bool:
        facts = self.machines[one].facts
        if "beyond" not in facts:
            steps = self.machines[one].peer.assembly._steps
            facts["beyond"] = any(step.round > self.table.rounds for step in steps)
        return bool(facts["beyond"])

    def _arriving(self, state: State, at: int) -> Iterator[Act]:
        here = self.machines[state[at]]
        for whom, one in enumerate(state):
            if whom == at or self.names[whom][0] == self.names[at][0]:
                continue
            had = here.received[whom]
            for place, message in enumerate(self.machines[one].sent):
                if not had >> place & 1:
                    yield Act("deliver", whom, place, message)
                    if self.table.in_order:
                        break

    def _all_own_acts(self, at: int, one: int) -> tuple[Act, ...]:
        machine, table = self.machines[one], self.table
        assembly = machine.peer.assembly
        acts: list[Act] = []
        if self._can_enter(machine.peer):
            acts.append(Act("enter"))
        if assembly.due is not None:
            acts.append(Act("tick"))
        step = assembly.open
        if step.terms.place.step < table.steps:
            gone = {LETTERS.index(name) for name in table.gone} & step.terms.voters.present
            acts += [
                Act("give up", seat)
                for seat in sorted(gone - step.without - set(machine.peer.seats))
            ]
        if table.gives_light and at in self.honest and self._can_light(machine):
            acts.append(Act("light"))
        if machine.restarts:
            acts.append(Act("forget" if table.forgets else "restart"))
        return tuple(acts)

    def _can_enter(self, peer: Peer) -> bool:
        step = peer.assembly.open
        return (
            step.terms.place.step < self.table.steps
            and peer.assembly.may_sign
            and bool(step.terms.seats & set(peer.seats))
            and not step.given.entries
        )

    def _can_light(self, machine: Machine) -> bool:
        assembly = machine.peer.assembly
        if not assembly.is_settled or len(assembly.places) < 2:
            return False
        return not assembly.promises.given(assembly.places[-2]).is_lit

    def _do(self, peer: Peer, act: Act) -> None:
        bench = self.bench
        match act.kind:
            case "deliver":
                message = self.messages[act.message]
                sender = self.names[act.whom]
                bench.deliver(
                    Parcel(sender, peer.name, message.entries, message.records, (), message.proofs)
                )
            case "enter":
                body = b"y" if peer.name.endswith("'") else b"x"
                bench.enter(peer.name, peer.seats[0], body)
            case "tick":
                due = peer.assembly.due
                assert due is not None
                bench.now = due
                bench.do(peer, peer.assembly.tick(due))
            case "give up":
                bench.do(peer, peer.assembly.go_without({act.whom}, bench.now))
            case "light":
                peer.assembly.promises.light(peer.assembly.places[-2])
            case "restart":
                bench.restart_from(peer, peer.disk, peer.log)
            case _:
                bench.forget(peer)

    # Promises.

    def _broken_by(self, machine: Machine, peer: Peer) -> Iterator[str]:
        """What an act shows by itself to have gone wrong."""
        if peer.name[0] == self.table.liar:
            return
        for one in self.bench.overruled:
            if not self.table.liar:
                yield "3: a step is open again, and nobody lied"
            for place, lit in machine.lit:
                left = next(done for done in machine.peer.log if done.place == place)
                spares = all(LETTERS[seat] == self.table.liar for seat in left.closing.absent)
                if place.step == one.place.step and spares:
                    assert lit != one.closing.digest(one.place)
                    yield "4: light upon a settled step was lost by who gave it"

    def broken(self, state: State) -> Iterator[str]:
        for at in self.honest:
            yield from self._broken_alone(at, state[at])
        logs = tuple(sorted({self._log(state[at]) for at in self.honest}))
        yield from self._splits(logs)
        if self.table.goes_on and not self._must_go_on(state):
            yield "5: all who are honest are linked, and the table stands still"

    def _broken_alone(self, at: int, one: int) -> tuple[str, ...]:
        machine = self.machines[one]
        if "alone" not in machine.facts:
            found = list(machine.broken)
            seat = machine.peer.seats[0]
            signed: list[Signed] = []
            for number in machine.sent:
                message = self.messages[number]
                signed += [one for one in (*message.entries, *message.records) if one.seat == seat]
            if any(convictions(signed)):  # type: ignore[arg-type]
                found.append("1: somebody honest has signed two records that convict it")
            named = machine.peer.assembly.guilty | machine.peer.assembly._caught
            if any(LETTERS[seat] != self.table.liar for seat in named):
                found.append("1: somebody honest is named")
            machine.facts["alone"] = tuple(found)
        alone: tuple[str, ...] = machine.facts["alone"]
        return alone

    def _log(self, one: int) -> int:
        """The number of a machine with this log; of equal logs the first."""
        machine = self.machines[one]
        if "log" not in machine.facts:
            name = ("log", tuple(done.closing.digest(done.place) for done in machine.peer.log))
            machine.facts["log"] = self._numbers.setdefault(name, one)
        log: int = machine.facts["log"]
        return log

    def _all_splits(self, logs: tuple[int, ...]) -> tuple[str, ...]:
        """Two certificates of a step convict somebody by themselves."""
        found: list[str] = []
        for one, other in combinations((self.machines[log].peer.log for log in logs), 2):
            for mine, theirs in zip(one, other, strict=False):
                if mine.place == theirs.place and mine.closing != theirs.closing:
                    shown = {one.digest: one for one in (*_shown(mine), *_shown(theirs))}
                    if not any(convictions(shown.values())):  # type: ignore[arg-type]
                        found.append("2: two certificates of a step convict nobody")
        return tuple(dict.fromkeys(found))

    # Going on.

    def _must_go_on(self, state: State) -> bool:
        """Whether, linked and without more crashes, all who are honest close what is left."""
        way: list[State] = []
        known = self._goes_on.get(state)
        while known is None:
            way.append(state)
            after = self._next(state)
            if after is None or len(way) > PATIENCE:
                known = all(self._is_done(state[at]) for at in self.honest)
            else:
                state = after
                known = self._goes_on.get(state)
        self._goes_on.update(dict.fromkeys(way, known))
        return known

    def _is_done(self, one: int) -> bool:
        return len(self.machines[one].peer.log) >= self.table.steps

    def _next(self, state: State) -> State | None:
        """What a good network and patient people do next; None if nothing is left to do."""
        if all(self._is_done(state[at]) for at in self.honest):
            return None
        for at in self.honest:
            for act in self._arriving(state, at):
                if act.whom in self.honest or self._is_passed_on(state, act):
                    return self._put(state, at, act)
        return (
            self._own(state, "enter") or self._give_up_the_liar(state) or self._own(state, "tick")
        )

    def _own(self, state: State, kind: str) -> State | None:
        for at in self.honest:
            for act in self._own_acts(at, state[at]):
                if act.kind == kind:
                    return self._put(state, at, act)
        return None

    def _give_up_the_liar(self, state: State) -> State | None:
        liar = LETTERS.find(self.table.liar) if self.table.liar else -1
        for at in self.honest:
            step = self.machines[state[at]].peer.assembly.open
            if liar in step.terms.voters.present - step.without:
                after = self._put(state, at, Act("give up", liar))
                if after != state:
                    return after
        return None

    def _is_passed_on(self, state: State, act: Act) -> bool:
        """Of a silent liar's messages those that somebody honest has."""
        return any(
            self.machines[state[at]].received[act.whom] >> act.place & 1 for at in self.honest
        )

    def _put(self, state: State, at: int, act: Act) -> State:
        return (*state[:at], self.after(at, state[at], act), *state[at + 1 :])

    # In words.

    def tell(self, state: State) -> str:
        return "\n".join(
            f"  {name}: step {len(machine.peer.log)}, "
            f"round {machine.peer.assembly.open.round}, sent {len(machine.sent)} messages"
            for name, machine in zip(self.names, (self.machines[one] for one in state), strict=True)
        )


def _shown(done: Done) -> tuple[Signed, ...]:
    """What a log shows of a step."""
    accepts = done.certificate.accepts(done.closing.digest(done.place))
    return (*accepts, *done.certificate.grounds.records, *done.entries)
