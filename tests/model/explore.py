"""Walk through every state of a world, breadth first, and say which promises break, and how."""

import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

State = TypeVar("State", bound=Hashable)


class World(Protocol[State]):
    """What can be explored. States are values: equal ones are one."""

    def start(self) -> Iterable[State]: ...

    def steps(self, state: State) -> Iterable[State]:
        """Every state that one act of anybody leads to."""
        ...

    def broken(self, state: State) -> Iterable[str]:
        """The promises that do not hold here, in words that begin with their number."""
        ...

    def tell(self, state: State) -> str:
        """The state in words."""
        ...


@dataclass(slots=True)
class Found(Generic[State]):
    """What an exploration came to. ``broken`` has the first state of each kind, nearest first."""

    states: int = 0
    edges: int = 0
    depth: int = 0
    exhausted: bool = False
    seconds: float = 0.0
    broken: dict[str, tuple[State, ...]] = field(default_factory=dict)
    times: dict[str, int] = field(default_factory=dict)

    @property
    def promises(self) -> set[int]:
        """The numbers of the promises that broke."""
        return {int(kind.split(":")[0]) for kind in self.broken}


def explore(
    world: World[State],
    *,
    states_most: int = 50_000_000,
    stop_at_first: bool = False,
    progress: Callable[[Found[State]], None] | None = None,
) -> Found[State]:
    """Explore until nothing is new, ``states_most`` are known, or (if asked) a promise breaks."""
    began = time.process_time()
    found: Found[State] = Found()
    came_from: dict[State, State | None] = dict.fromkeys(world.start())
    layer = list(came_from)
    while layer:
        nexts: list[State] = []
        for state in layer:
            for kind in world.broken(state):
                found.times[kind] = found.times.get(kind, 0) + 1
                if kind not in found.broken:
                    found.broken[kind] = way_to(state, came_from)
            if stop_at_first and found.broken:
                break
            for after in world.steps(state):
                found.edges += 1
                if after not in came_from:
                    came_from[after] = state
                    nexts.append(after)
        found.states, found.seconds = len(came_from), time.process_time() - began
        if (stop_at_first and found.broken) or found.states > states_most:
            return found
        layer = nexts
        found.depth += bool(layer)
        if progress is not None:
            progress(found)
    found.exhausted = True
    return found


def way_to(state: State, came_from: dict[State, State | None]) -> tuple[State, ...]:
    """The states from a first one to this."""
    way = [state]
    while (before := came_from[way[-1]]) is not None:
        way.append(before)
    return tuple(reversed(way))
