"""Strangers who say the code of a private table, one after the other and beside the game.

An exchange costs its asker nothing and us some of the processor. So the table gives
them a budget, each host has its own short queue, and the hosts take turns: whoever comes with many
keys keeps only others of his own host waiting.
"""

from collections import OrderedDict, deque
from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

import trio

from p2pjeux.errors import PeerFault
from p2pjeux.net.code_exchange import CodeKeeper, Verdict
from p2pjeux.net.gate import origin
from p2pjeux.net.limits import Meter

# Twelve friends at once wait for nothing; an evening of strangers takes a tenth of one core, and a
# friend among strangers of as many hosts as there may be waits for eight seconds.
RATE: Final = 4.0
BURST: Final = 24.0
QUEUE_PER_HOST: Final = 12
HOSTS_MAX: Final = 32

Answer: TypeAlias = Callable[[bytes, bytes, Verdict], None]
Blame: TypeAlias = Callable[[bytes, PeerFault], None]


class CodeDesk:
    """Hears what opens an exchange; ``answer`` and ``blame`` are told what came of each."""

    def __init__(self, answer: Answer, blame: Blame) -> None:
        self._answer = answer
        self._blame = blame
        self._queues: OrderedDict[str, deque[tuple[bytes, Callable[[], tuple[bytes, Verdict]]]]] = (
            OrderedDict()
        )
        self._work = trio.Event()

    def take(self, keeper: CodeKeeper, peer: bytes, data: bytes, where: tuple[str, bytes]) -> bool:
        """Put a message in its queue; False if there is no room for it."""
        source = origin(where[0])
        if source not in self._queues and len(self._queues) >= HOSTS_MAX:
            return False
        queue = self._queues.setdefault(source, deque())
        if len(queue) >= QUEUE_PER_HOST:
            return False
        queue.append((peer, partial(keeper.receive, peer, data, where, trio.current_time())))
        self._work.set()
        return True

    async def run(self) -> None:
        meter = Meter(RATE, BURST, trio.current_time())
        # Two at a time would only take the interpreter from each other, and from the game.
        limiter = trio.CapacityLimiter(1)
        while True:
            await self._work.wait()
            source, queue = self._queues.popitem(last=False)
            peer, hear = queue.popleft()
            if queue:
                # The other hosts come first now.
                self._queues[source] = queue
            elif not self._queues:
                self._work = trio.Event()
            await trio.sleep(meter.take(1, trio.current_time()))
            try:
                answer, verdict = await trio.to_thread.run_sync(hear, limiter=limiter)
            except PeerFault as fault:
                self._blame(peer, fault)
            else:
                self._answer(peer, answer, verdict)
