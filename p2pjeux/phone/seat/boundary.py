"""Where the page's Worker and the peer in it meet: values of JavaScript in, plain lists out."""

import json
import os
from typing import Any

from p2pjeux.net.addresses import Address
from p2pjeux.phone.seat.outputs import Dial, Hand, HangUp, Output, Paint, Transmit, Write
from p2pjeux.phone.seat.page_seat import Circumstances, PageSeat


class Boundary:
    """What ``files/worker.mjs`` calls. Each call returns what is to be done, as lists."""

    def __init__(self, kept: Any, around: Any, now: float) -> None:
        told = json.loads(around)
        host = Address(told["host"], told["port"])
        circumstances = Circumstances(host, told["short"], told["language"], told["clock"])
        found = {str(name): bytes(data) for name, data in kept.to_py().items()}
        self._seat = PageSeat(found, circumstances, os.urandom, now)

    def is_due(self) -> bool:
        return self._seat.is_due

    def begin(self) -> list[list[Any]]:
        return self._outputs()

    def opened(self, link: int, now: float) -> list[list[Any]]:
        self._seat.opened(link, now)
        return self._outputs()

    def closed(self, link: int, now: float) -> list[list[Any]]:
        self._seat.closed(link, now)
        return self._outputs()

    def heard(self, link: int, data: Any, now: float) -> list[list[Any]]:
        self._seat.heard(link, data.to_bytes(), now)
        return self._outputs()

    def tick(self, now: float) -> list[list[Any]]:
        self._seat.tick(now)
        return self._outputs()

    def awake(self, now: float) -> list[list[Any]]:
        self._seat.awake(now)
        return self._outputs()

    def work_on(self, now: float) -> list[list[Any]]:
        self._seat.work_on(now)
        return self._outputs()

    def tapped(self, said: str, now: float) -> list[list[Any]]:
        self._seat.tapped(json.loads(said), now)
        return self._outputs()

    def _outputs(self) -> list[list[Any]]:
        return [_plain(one) for one in self._seat.outputs()]


def _plain(output: Output) -> list[Any]:
    match output:
        case Write(kept=kept, durable=durable):
            return ["write", [[name, data] for name, data in kept.items()], durable]
        case Dial(link=link, url=url):
            return ["dial", link, url]
        case Transmit(link=link, data=data):
            return ["send", link, data]
        case HangUp(link=link):
            return ["hang up", link]
        case Paint(page=page):
            return ["paint", json.dumps(page, ensure_ascii=False)]
        case Hand(name=name, data=data):
            return ["hand", name, data]
