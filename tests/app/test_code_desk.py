"""The budget of code exchanges: hosts take turns, and nobody's game waits."""

from collections.abc import Callable

import trio
from trio.testing import MockClock

from p2pjeux.app.running.code_desk import BURST, HOSTS_MAX, QUEUE_PER_HOST, RATE, CodeDesk
from p2pjeux.errors import PeerFault
from p2pjeux.net.code_exchange import CodeKeeper, Verdict

NOTHING = (b"", None)


class Keeper(CodeKeeper):
    """Answers at once, and remembers whom."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def receive(
        self, peer: bytes, data: bytes, where: tuple[str, bytes], now: float
    ) -> tuple[bytes, Verdict]:
        self.heard.append(where[0])
        return NOTHING


def desk(answered: Callable[[], object] = bool) -> CodeDesk:
    def answer(_peer: bytes, _answer: bytes, _verdict: Verdict) -> None:
        answered()

    def blame(_peer: bytes, fault: PeerFault) -> None:
        raise fault

    return CodeDesk(answer, blame)


def place(host: str) -> tuple[str, bytes]:
    return host, bytes(32)


async def test_one_host_fills_only_its_own_queue() -> None:
    codes, keeper = desk(), Keeper()

    taken = [codes.take(keeper, b"%d" % number, b"", place("10.0.0.1")) for number in range(50)]

    assert taken.count(True) == QUEUE_PER_HOST
    assert codes.take(keeper, b"friend", b"", place("10.0.0.2"))


async def test_there_are_only_so_many_queues() -> None:
    codes, keeper = desk(), Keeper()

    taken = [codes.take(keeper, b"x", b"", place(f"10.0.0.{number}")) for number in range(50)]

    assert taken.count(True) == HOSTS_MAX


async def test_a_friend_comes_after_one_stranger_of_each_host(autojump_clock: MockClock) -> None:
    all_heard = trio.Semaphore(0)
    codes, keeper = desk(all_heard.release), Keeper()
    for number in range(QUEUE_PER_HOST):
        for host in ("10.0.0.1", "10.0.0.2"):
            codes.take(keeper, b"%d" % number, b"", place(host))
    codes.take(keeper, b"friend", b"", place("10.0.0.9"))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(codes.run)
        for _ in range(2 * QUEUE_PER_HOST + 1):
            await all_heard.acquire()
        nursery.cancel_scope.cancel()

    assert keeper.heard.index("10.0.0.9") == 2


async def test_the_table_has_a_budget(autojump_clock: MockClock) -> None:
    codes, keeper = desk(), Keeper()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(codes.run)
        for second in range(60):
            for number in range(HOSTS_MAX):
                codes.take(keeper, b"%d" % second, b"", place(f"10.0.0.{number}"))
            await trio.sleep(1)
        nursery.cancel_scope.cancel()

    assert len(keeper.heard) <= BURST + 60 * RATE + 1
