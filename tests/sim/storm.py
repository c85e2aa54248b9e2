"""A run by seed: which table, what the network does, who crashes, who is cut off, who lies."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from p2pjeux.log.entry import Entry, sign_entry
from p2pjeux.log.statement import Kind, sign_statement
from p2pjeux.table import parcel
from p2pjeux.table.messages import Parts, decode_message, encode_message
from tests.kit import Case
from tests.sim.lan import Lan, Weather

# Faults stop here, in simulated seconds; the game must end some time after.
CALM_FROM = 120.0
END_AT = 4000.0


@dataclass(frozen=True, slots=True)
class Report:
    """What a run came to; equal for equal seeds."""

    case: Case
    seed: int
    plan: str
    simulated: float
    messages: int
    log: bytes
    accused: frozenset[int]


def run(case: Case, seed: int, plan: str | None = None) -> Report:
    """Run a whole table through a storm and hold it to what it promises."""
    rng = random.Random(f"storm/{case}/{seed}")
    chosen = plan or rng.choice(PLANS)
    weather = Weather(loss=rng.choice((0.0, 0.05, 0.25)), twice=rng.choice((0.0, 0.2)))
    lan = Lan(case, seed, weather=weather)
    for number in range(len(lan.peers)):
        lan.start(number)
    {
        "calm": _calm,
        "crash": _crash,
        "split": _split,
        "away": _away,
        "gone": _gone,
        **{lie: _lie(lie) for lie in LIES},
    }[chosen](lan, rng)
    ended = lan.run(END_AT, lambda: lan.now > CALM_FROM and lan.finished())
    assert ended, f"{case} seed {seed} {chosen}: the game does not end"
    check(lan)
    (log,) = lan.logs()
    accused = frozenset(seat for peer in lan.peers for seat, _ in peer.disk.evidence)
    return Report(case, seed, chosen, lan.now, lan.messages, log, accused)


LIES = ("spoils", "forks", "babbles", "slanders")
PLANS = ("calm", "crash", "split", "away", "gone", *LIES)
LIAR = 1


def check(lan: Lan) -> None:
    """All honest logs are equal, nobody honest signed twice, nobody honest is accused."""
    assert len(lan.logs()) == 1
    for number, peer in enumerate(lan.peers):
        if number == lan.liar:
            continue
        signed: dict[tuple[int, int], bytes] = {}
        for one in peer.disk.signed:
            if isinstance(one, Entry):
                known = signed.setdefault((one.step, one.seat), one.encode())
                assert known == one.encode(), "an honest peer signed two entries for one step"
        accused = {seat for seat, _ in peer.disk.evidence}
        assert accused <= {lan.liar}


def _calm(lan: Lan, rng: random.Random) -> None:
    pass


def _crash(lan: Lan, rng: random.Random) -> None:
    """Peers crash now and then and come back soon, with what is on their disks."""

    def strike() -> None:
        if lan.now > CALM_FROM - 15:
            return
        victim = rng.randrange(len(lan.peers))
        if lan.peers[victim].sitting is not None:
            lan.crash(victim)
            lan.at(rng.uniform(0.1, 8), lambda: lan.start(victim))
        lan.at(rng.uniform(1, 12), strike)

    lan.at(rng.uniform(0, 5), strike)


def _split(lan: Lan, rng: random.Random) -> None:
    """The table is cut in two for longer than its patience."""
    side = set(rng.sample(range(len(lan.peers)), rng.randint(1, len(lan.peers) - 1)))

    def cut() -> None:
        for one in range(len(lan.peers)):
            for other in range(one):
                if (one in side) != (other in side):
                    lan.cut.add(frozenset((one, other)))

    lan.at(rng.uniform(0.5, 10), cut)
    lan.at(rng.uniform(30, 100), lan.cut.clear)


def _away(lan: Lan, rng: random.Random) -> None:
    """One peer goes, is stood in for, and comes back."""
    who = rng.randrange(len(lan.peers))
    lan.at(rng.uniform(1, 10), lambda: lan.crash(who))
    lan.at(rng.uniform(50, 90), lambda: lan.start(who))


def _gone(lan: Lan, rng: random.Random) -> None:
    """One peer goes for good, as soon as the others can do without it."""
    who = rng.randrange(len(lan.peers))

    def go() -> None:
        # Before the keys are shared out nobody can be replaced: such a table begins anew.
        sitting = lan.peers[who].sitting
        if sitting is not None and sitting.ledger.number > 3:
            lan.crash(who)
        else:
            lan.at(1, go)

    lan.at(rng.uniform(0.5, 10), go)


def _lie(kind: str) -> Callable[[Lan, random.Random], None]:
    def begin(lan: Lan, rng: random.Random) -> None:
        start = rng.uniform(1, 6)
        lan.liar = LIAR
        lan.twist = lambda sender, to, message: (
            _twisted(lan, kind, to, message, rng)
            if sender == LIAR and lan.now >= start and _can_be_replaced(lan)
            else message
        )

    return begin


def _can_be_replaced(lan: Lan) -> bool:
    sitting = lan.peers[LIAR].sitting
    return sitting is not None and sitting.ledger.number > 3


def _twisted(lan: Lan, kind: str, to: int, message: bytes, rng: random.Random) -> bytes:
    """What a lying peer sends in place of an honest message."""
    told = decode_message(message)
    if kind == "babbles":
        return rng.randbytes(rng.randrange(200)) if rng.random() < 0.5 else message
    if not isinstance(told, Parts):
        return message
    if kind == "spoils":
        entries = tuple(_spoilt(lan, one) for one in told.entries)
        return encode_message(Parts(entries, told.statements))
    if kind == "forks":
        entries = tuple(_spoilt(lan, one) if to == 0 else one for one in told.entries)
        return encode_message(Parts(entries, told.statements))
    identity = lan.peers[LIAR].identity
    slander = tuple(
        sign_statement(identity, one.place, LIAR, Kind.ABSENT, seat)
        for one in told.entries
        if one.seat == LIAR
        for seat in range(lan.case.seats)
        if seat != LIAR
    )
    return encode_message(Parts(told.entries, told.statements + slander))


def _spoilt(lan: Lan, entry: Entry) -> Entry:
    """The liar's own entry with a body that nobody asked for, properly signed."""
    if entry.seat != LIAR:
        return entry
    body, notes = parcel.unwrap(entry.body)
    wrong = parcel.wrap(bytes([body[0] ^ 1]) + body[1:] if body else b"\x00", notes)
    return sign_entry(lan.peers[LIAR].identity, entry.place, LIAR, wrong)
