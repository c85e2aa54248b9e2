"""A run by seed: which table, what the network does, what goes wrong, and who lies how.

Whatever happens, a run must keep to what ``check`` says: equal logs, nobody honest signing twice,
and every liar named by a file that convicts it. Once faults are over the game must end.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from p2pjeux.games import game_ids, load_game
from p2pjeux.judge.verify import verify
from p2pjeux.log.ballot import Accept, Move, Proposal
from p2pjeux.log.conviction import Convicting, convictions
from p2pjeux.log.entry import Entry
from p2pjeux.log.file import write_log
from p2pjeux.log.signed import Place
from tests.kit import Case
from tests.sim.coalitions import COALITIONS
from tests.sim.faults import FAULTS
from tests.sim.lan import Lan, Peer, Weather
from tests.sim.lies import LIES, PROVABLE, UNPROVABLE, Liar
from tests.sim.memo import remembered

# How long a game may take once it is calm, in simulated seconds: absences need patience each.
ENDS_WITHIN: Final = 3000.0
# Files of evidence that are verified in each run; the others differ but in who kept them.
VERIFIED_MAX: Final = 2
WEATHERS: Final = (
    Weather(),
    Weather(loss=0.05, twice=0.2),
    Weather(loss=0.25),
    Weather(delay=0.2, jitter=3.0, twice=0.3),
    Weather(delay=0.001, jitter=0.002),
)
PLANS: Final = ("calm", *FAULTS, *LIES, *COALITIONS)


@dataclass(frozen=True, slots=True)
class Report:
    """What a run came to; equal for equal seeds."""

    case: Case
    seed: int
    plan: tuple[str, ...]
    simulated: float
    messages: int
    log: bytes
    accused: frozenset[int]


def case_of(seed: int, game: str | None = None, seats: int | None = None) -> Case:
    """All games in turn; small tables more often than large ones, which take longer."""
    rng = random.Random(f"case/{seed}")
    chosen = game or game_ids()[seed % len(game_ids())]
    facts = load_game(chosen).facts
    sizes = range(facts.seats_least, facts.seats_most + 1)
    weights = [1 / size**2 for size in sizes]
    options = {"course": (("rounds", 25),)}.get(chosen, ())
    return Case(chosen, seats or rng.choices(sizes, weights)[0], options)


def run(case: Case, seed: int, plan: str | None = None) -> Report:
    """Run a whole table through a storm and hold it to what it promises."""
    with remembered():
        return _run(case, seed, plan)


def _run(case: Case, seed: int, plan: str | None) -> Report:
    rng = random.Random(f"storm/{case}/{seed}")
    chosen = tuple(plan.split("+")) if plan else _plan(rng, case)
    lan = Lan(case, seed, _holders(rng, case), rng.choice(WEATHERS), rng.choice((0, 0, 1, 2)))
    liar = _liar(lan, chosen, rng)
    for name in chosen:
        if name in COALITIONS:
            COALITIONS[name](lan, rng)
    for number in range(len(lan.peers)):
        lan.start(number)
    lan.was_cut = bool({"split", "links", "away", "gone", "crash", "forget"}.intersection(chosen))
    for name in chosen:
        if name in FAULTS:
            FAULTS[name](lan, rng)
    assert _ends(lan), f"{case} seed {seed} {chosen}: the game does not end"
    check(lan, liar)
    log = lan.logs().pop()
    accused = frozenset(seat for peer in lan.honest() for seat, _ in peer.disk.evidence)
    return Report(case, seed, chosen, lan.now, lan.messages, log, accused)


def _plan(rng: random.Random, case: Case) -> tuple[str, ...]:
    faults = rng.sample(list(FAULTS), rng.choice((0, 1, 1, 2, 3)))
    # With two seats nobody can go on without a liar; only noise is harmless there.
    lies = ["babbles"] if case.seats == 2 else [*LIES, *COALITIONS, *COALITIONS]
    lie = [rng.choice(lies)] if rng.random() < 0.6 else []
    return tuple(faults + lie) or ("calm",)


def _holders(rng: random.Random, case: Case) -> tuple[int, ...]:
    """A peer for each seat; now and then one holds two seats, at a table that can spare both."""
    holders = list(range(case.seats))
    if case.seats > 4 and rng.random() < 0.4:
        one = rng.randrange(case.seats - 1)
        holders = [peer if peer <= one else peer - 1 for peer in holders]
    return tuple(holders)


def _liar(lan: Lan, plan: tuple[str, ...], rng: random.Random) -> Liar | None:
    lies = [name for name in plan if name in LIES]
    if not lies:
        return None
    seated = [number for number in range(len(lan.peers)) if lan.seats_of(number)]
    number = rng.choice(seated)
    lan.liars = frozenset({number})
    liar = Liar(lan, number, lies[0], rng, rng.choice((0.0, rng.uniform(0.5, 8))))
    if liar.kind in UNPROVABLE:
        liar.end = liar.start + rng.uniform(50, 300)
    lan.twist = liar.twist
    return liar


def _ends(lan: Lan) -> bool:
    """Let the storm pass and the game end, with all logs alike; return False if it cannot."""
    lan.run(lan.calm_from)

    def is_over() -> bool:
        return lan.finished() and len(lan.logs()) == 1

    return lan.run(lan.calm_from + ENDS_WITHIN, is_over)


def check(lan: Lan, liar: Liar | None) -> None:
    """Hold a run that is over to all that is promised."""
    guilty = frozenset(seat for number in lan.liars for seat in lan.seats_of(number))
    logs = lan.logs()
    assert len(logs) == 1, "honest logs differ"
    for number, peer in enumerate(lan.peers):
        if number not in lan.liars:
            _check_honest(peer, guilty)
    _check_light(lan)
    if liar is not None and liar.kind in PROVABLE and liar.told:
        files = list(dict.fromkeys(_evidence(lan)))
        assert files, f"nobody has named the one who {liar.kind}"
        for file in files[:VERIFIED_MAX]:
            verdict = verify(file)
            assert verdict.exit_code in {3, 4, 5}
            assert verdict.proven
            assert verdict.seat in guilty
            assert verdict.name == f"Zoé {verdict.seat}"
    there = next(peer for peer in lan.honest() if peer.sitting is not None)
    assert verify(write_log(lan.signed, there.disk.steps)).ok


def _check_light(lan: Lan) -> None:
    """Promise 4: what an honest peer gave light to is in the log that holds.

    Only a cheat together with a real partition can cost one side its last steps (docs/threats.md).
    """
    if lan.liars and lan.was_cut:
        return
    there = next(peer.sitting for peer in lan.honest() if peer.sitting is not None)
    for place, digests in lan.lit.items():
        step = there.ledger.chain.closed(place.step)
        assert step is not None
        assert digests == {step.digest}, f"light upon step {place.step} was lost"


def _evidence(lan: Lan) -> Iterator[bytes]:
    for peer in lan.honest():
        yield from (file for _seat, file in peer.disk.evidence)


def _check_honest(peer: Peer, guilty: frozenset[int]) -> None:
    """Promises 1 and 3."""
    signed = {one for one in peer.signed if isinstance(one, Entry | Accept | Move | Proposal)}
    by_place: dict[tuple[Place, int], list[Convicting]] = {}
    for one in signed:
        by_place.setdefault((one.place, one.seat), []).append(one)
    for records in by_place.values():
        for found in convictions(records):
            raise AssertionError(f"an honest peer convicts itself: {found.reason}")
    assert {seat for seat, _ in peer.disk.evidence} <= guilty, "an honest peer is accused"
    assert guilty or not peer.rolled_back, "a closed step was opened again, and nobody lied"
    if peer.sitting is not None and peer.sitting.ledger.complete:
        log = peer.sitting.ledger.chain.steps
        # Certificates may differ: whose accepts they hold is no part of the log.
        assert [one.digest for one in log] == [one.digest for one in peer.disk.steps]
