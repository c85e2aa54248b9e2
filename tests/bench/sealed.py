"""What sealed choices, dice and absences cost: ``python -m tests.bench.sealed``.

Each time is set against its floor: the group operations it makes times what libsodium takes for
one. All is processor time, which a busy machine disturbs less than the clock on the wall; the cost
of an operation is measured again beside every run, and the ratio is the median over the runs. Small
works spend a fair part of their time in hashing and in the interpreter; no limit is demanded of
them.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from statistics import median
from time import process_time

from nacl import bindings

from p2pjeux.fair import beacon, escrow, group, keybook, proxy, sealed
from p2pjeux.fair.escrow import Holding, Sharing
from p2pjeux.fair.keybook import KeyBook, KeyPurpose
from p2pjeux.fair.proxy import Errand
from p2pjeux.fair.transcript import Context
from tests.bench.fair import OPERATIONS, counting
from tests.bench.figures import figure
from tests.kit import all_others, two_may_go

TABLE = sha256(b"bench").digest()
REPEATS = 15
CALLS = 20
RUN_SECONDS = 0.003
FIGURES = {
    "seal of 11 bytes",
    "check sealed of 11 bytes",
    "beacon: give a share",
    "beacon: check a share",
    "proxy: join 1 points, 10 of 11",
}


def secret(seat: int) -> bytes:
    return sha256(b"bench secret %d" % seat).digest()


@dataclass(frozen=True)
class Result:
    """The fastest run of a work in seconds, its time to its floor, and its operations."""

    seconds: float
    ratio: float
    counts: Counter[str]

    def __str__(self) -> str:
        counts = self.counts
        operations = (
            f"{counts['multiply']:4d}·m {counts['multiply base']:3d}·b "
            f"{counts['add'] + counts['subtract']:4d}·a {counts['check point']:3d}·c"
        )
        return f"{self.seconds * 1e3:7.3f} | {self.ratio:5.2f} | {operations}"


@dataclass
class Bench:
    ratios: list[float] = field(default_factory=list)

    def measure(self, work: Callable[[], object]) -> Result:
        with counting() as counts:
            work()
        # A work shorter than the clock is exact is done several times over.
        times = 1 + int(RUN_SECONDS / timed(work))
        pairs = [(timed(work, times), floor_of(counts)) for _ in range(REPEATS)]
        ratio = median(seconds / floor for seconds, floor in pairs)
        self.ratios.append(ratio)
        return Result(min(seconds for seconds, _ in pairs), ratio, counts)

    def row(self, what: str, work: Callable[[], object], size: int = 0) -> None:
        result = self.measure(work)
        print(f"| {what:35s} | {result} | {size or '':>5} |")
        if what in FIGURES:
            figure(what, f"{result.seconds * 1e3:.2f} ms", result.ratio, "its group operations")


def timed(work: Callable[[], object], times: int = 1) -> float:
    start = process_time()
    for _ in range(times):
        work()
    return (process_time() - start) / times


def floor_of(counts: Counter[str]) -> float:
    """What these operations cost now."""
    scalar = sha256(b"scalar").digest()[:31] + b"\x05"
    left = bindings.crypto_scalarmult_ed25519_base_noclamp(scalar)
    arguments: dict[str, tuple[bytes, ...]] = {
        "multiply": (scalar, left),
        "multiply base": (scalar,),
        "add": (left, left),
        "subtract": (left, left),
        "check point": (left,),
    }
    floor = 0.0
    for name, count in counts.items():
        function = getattr(bindings, OPERATIONS[name])
        floor += count * timed(partial(function, *arguments[name]), CALLS)
    return floor


@dataclass(frozen=True)
class Messages:
    """All that the seats of one table send while it is set up."""

    keys: list[bytes]
    sharings: list[bytes]
    answers: list[bytes]


def places(step: int, seats: int) -> list[Context]:
    return [Context(TABLE, step, seat) for seat in range(seats)]


def read_keys(messages: list[bytes], threshold: int) -> KeyBook:
    pairs = zip(places(0, len(messages)), messages, strict=True)
    announced = [keybook.check_announcement(*pair) for pair in pairs]
    return keybook.open_book(announced, threshold, all_others(len(messages)))


def read_sharings(book: KeyBook, messages: list[bytes]) -> tuple[Sharing, ...]:
    pairs = zip(places(1, len(messages)), messages, strict=True)
    return tuple(escrow.check_sharing(place, book, message) for place, message in pairs)


def all_messages(seats: int, threshold: int) -> Messages:
    keys = [keybook.announce(place, secret(place.seat)) for place in places(0, seats)]
    if not threshold:
        return Messages(keys, [], [])
    book = read_keys(keys, threshold)
    shared = [escrow.share_out(place, secret(place.seat), book) for place in places(1, seats)]
    read = read_sharings(book, shared)
    answers = [escrow.answer(place, secret(place.seat), read) for place in places(2, seats)]
    return Messages(keys, shared, answers)


def set_up_one_seat(messages: Messages, threshold: int) -> tuple[KeyBook, Holding | None]:
    """All that seat 0 does: its own messages, and the check of everybody's."""
    here = [Context(TABLE, step, 0) for step in range(3)]
    keybook.announce(here[0], secret(0))
    book = read_keys(messages.keys, threshold)
    if not threshold:
        return book, None
    escrow.share_out(here[1], secret(0), book)
    sharings = read_sharings(book, messages.sharings)
    escrow.answer(here[2], secret(0), sharings)
    for place, answer in zip(places(2, len(messages.keys)), messages.answers, strict=True):
        escrow.check_answer(place, book, sharings, answer)
    return escrow.complete_book(book, sharings), escrow.hold(0, secret(0), sharings)


def bench_set_up(bench: Bench, seats: int, threshold: int) -> None:
    messages = all_messages(seats, threshold)
    sent = sum(
        len(kind[0]) for kind in (messages.keys, messages.sharings, messages.answers) if kind
    )
    result = bench.measure(lambda: set_up_one_seat(messages, threshold))
    print(f"| {seats:5d} | {threshold:9d} | {result} | {sent:5d} | {seats * sent:6d} |")


def bench_sealed(bench: Bench) -> None:
    place, key = Context(TABLE, 5, 1), group.multiply_base(sealed.secret_key(secret(1)))
    for value in (b"a short bid", bytes(1024)):
        message = sealed.seal(place, secret(1), value)
        choice = sealed.check_sealed(place, message)
        opening = sealed.recall(secret(1), choice)
        name = f"of {len(value)} bytes"
        bench.row(f"seal {name}", partial(sealed.seal, place, secret(1), value), len(message))
        bench.row(f"check sealed {name}", partial(sealed.check_sealed, place, message))
        bench.row(
            f"make the opening {name}", partial(sealed.recall, secret(1), choice), len(opening)
        )
        bench.row(
            f"check the opening {name}",
            partial(sealed.check_opening, choice, key, opening),
        )
        image = group.multiply(sealed.secret_key(secret(1)), choice.mask)
        bench.row(
            f"open by proxy {name}, joined",
            partial(sealed.open_by_proxy, choice, key, image),
        )


def bench_beacon(bench: Bench) -> None:
    place, key = Context(TABLE, 9, 1), group.multiply_base(beacon.secret_key(secret(1)))
    message = beacon.give_share(place, secret(1), 4)
    share = beacon.check_share(place, key, message, 4)
    bench.row("beacon: give a share", lambda: beacon.give_share(place, secret(1), 4), len(message))
    bench.row("beacon: check a share", lambda: beacon.check_share(place, key, message, 4))
    for seats in (3, 12):
        shares = [share] * seats
        bench.row(f"beacon: join {seats} shares", partial(beacon.join_shares, TABLE, 9, shares))


def bench_proxy(bench: Bench, seats: int, bases: int) -> None:
    threshold = two_may_go(seats)
    messages = all_messages(seats, threshold)
    book, _ = set_up_one_seat(messages, threshold)
    sharings = read_sharings(book, messages.sharings)
    points = tuple(group.hash_to_point(bytes([n]), "bench") for n in range(bases))
    errand = Errand(seats - 1, KeyPurpose.DECK, points)
    holdings = [escrow.hold(seat, secret(seat), sharings) for seat in range(seats - 1)]
    here = places(9, seats - 1)
    given = [
        proxy.give_partial(place, holding, errand)
        for place, holding in zip(here, holdings, strict=True)
    ]
    partials = {
        place.seat: proxy.check_partial(place, book, errand, message)
        for place, message in zip(here, given, strict=True)
    }
    name = f"{bases} points, {threshold} of {seats - 1}"
    bench.row(
        f"proxy: give {name}",
        lambda: proxy.give_partial(here[0], holdings[0], errand),
        len(given[0]),
    )
    bench.row(
        f"proxy: check one {name}", lambda: proxy.check_partial(here[0], book, errand, given[0])
    )
    bench.row(f"proxy: join {name}", lambda: proxy.combine(book, errand, partials))


def main() -> None:
    print("m multiply, b multiply base, a add or subtract, c check point\n")
    bench = Bench()
    print("Set-up, all that one seat does; bytes of one seat and of all:")
    print("| seats | threshold | ms | ratio | operations | bytes | in all |")
    for seats in range(2, 13):
        bench_set_up(bench, seats, two_may_go(seats))
    bench_set_up(bench, 12, 11)
    set_up_worst = max(bench.ratios)
    print("\n| work | ms | ratio | operations | bytes |")
    bench_sealed(bench)
    bench_beacon(bench)
    for seats, bases in ((3, 1), (5, 1), (12, 1), (5, 10), (12, 10)):
        bench_proxy(bench, seats, bases)
    print(f"\nworst ratio {set_up_worst:.2f} for a set-up, {max(bench.ratios):.2f} of all")


if __name__ == "__main__":
    main()
