"""The laptops that a page calls: one link to each of the table that it can reach, kept up.

Two pages have no link to each other; what they say goes through any laptop (protocol/7-links.md).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pjeux.errors import JeuxError, LinkLost, Loss, PeerFault
from p2pjeux.net.addresses import Address, read_told
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.net.frames import Bye, Reason
from p2pjeux.net.hello import Hello, Papers
from p2pjeux.phone.seat.outputs import Dial, HangUp, Output, Transmit
from p2pjeux.phone.seat.page_link import PageLink
from p2pjeux.rules.words import later
from p2pjeux.table.events import Away

# As a laptop marks what goes over a link: for the peer at the other end, or where others are.
_APPLICATION: Final = b"\x00"
_ADDRESSES: Final = b"\x01"
RETRY_FIRST: Final = 0.5
RETRY_MAX: Final = 8.0
# Who said goodbye is called later.
REST_SECONDS: Final = 10.0
# So many laptops are at no table, even with several addresses each.
ADDRESSES_MAX: Final = 48


@dataclass(frozen=True, slots=True)
class LaptopFound:
    """A link stands."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class LaptopGone:
    """``away`` is why, as far as can be told from here."""

    key: bytes
    away: Away


@dataclass(frozen=True, slots=True)
class LaptopSaid:
    key: bytes
    message: bytes


@dataclass(frozen=True, slots=True)
class LaptopStrange:
    """Somebody answers where a laptop should be, and it is not that one, or breaks the rules."""

    address: Address
    why: JeuxError


LaptopNews: TypeAlias = LaptopFound | LaptopGone | LaptopSaid | LaptopStrange


@dataclass(slots=True)
class _Call:
    """A place that is called; ``short`` is the fingerprint of whoever should be there, or empty."""

    address: Address
    short: str
    number: int | None = None
    link: PageLink | None = None
    not_before: float = 0.0
    pause: float = RETRY_FIRST


class Laptops:
    """``outputs`` collects what is to be done; every method that hears returns the news."""

    def __init__(self, papers: Papers, draw: Callable[[int], bytes]) -> None:
        self.outputs: list[Output] = []
        self._papers = papers
        self._draw = draw
        self._calls: list[_Call] = []
        self._links: dict[bytes, _Call] = {}
        self._last = 0

    @property
    def linked(self) -> frozenset[bytes]:
        return frozenset(self._links)

    def handshake_hash(self, key: bytes) -> bytes:
        """What is the same at both ends of the link to a laptop, and at no other link."""
        link = self._links[key].link
        assert link is not None
        return link.handshake_hash

    def look_at(self, address: Address, short: str = "") -> None:
        """Call there from now on, whoever is there unless a fingerprint says who should be."""
        known = [one for one in self._calls if one.address == address]
        if not known and len(self._calls) < ADDRESSES_MAX:
            self._calls.append(_Call(address, short))

    def send(self, key: bytes | None, message: bytes, now: float) -> None:
        """Send to one laptop, or to all that are linked; nothing where there is no link."""
        for peer, call in self._links.items():
            if key in (None, peer) and call.link is not None:
                call.link.send(_APPLICATION + message, now)
                self._flush(call)

    def tick(self, now: float) -> list[LaptopNews]:
        news: list[LaptopNews] = []
        for call in self._calls:
            if call.link is not None:
                try:
                    call.link.tick(now)
                except LinkLost as lost:
                    news += self._end(call, lost, now)
                    continue
                self._flush(call)
            elif call.number is None and now >= call.not_before and not self._is_here(call):
                self._last += 1
                call.number = self._last
                # A call to where nobody is may hang for minutes: then it is made anew.
                call.not_before = now + RETRY_MAX
                self.outputs.append(Dial(call.number, f"ws://{call.address}/link"))
            elif call.number is not None and now >= call.not_before:
                news += self._end(call, None, now)
        return news

    def wake(self, now: float) -> None:
        """The phone was asleep, perhaps: what waits to be called again is called at once."""
        for call in self._calls:
            if call.number is None:
                call.not_before, call.pause = now, RETRY_FIRST

    def opened(self, number: int, now: float) -> None:
        call = self._of(number)
        if call is not None:
            short = call.short
            call.link = PageLink(
                self._papers,
                self._draw(32),
                lambda key: short in ("", fingerprint(key)),
                now,
            )
            self._flush(call)

    def heard(self, number: int, data: bytes, now: float) -> list[LaptopNews]:
        call = self._of(number)
        if call is None or call.link is None:
            return []
        was_known = call.link.hello is not None
        try:
            received = call.link.receive(data, now)
        except (LinkLost, PeerFault) as error:
            return self._end(call, error, now)
        self._flush(call)
        news: list[LaptopNews] = []
        hello = call.link.hello
        if hello is None:
            return []
        if not was_known:
            if hello.key in self._links:
                # At two addresses there is one laptop: one link is enough.
                return self._end(call, None, now)
            self._links[hello.key] = call
            call.short, call.pause = fingerprint(hello.key), RETRY_FIRST
            news.append(LaptopFound(hello))
        for message in received:
            if isinstance(message, Bye):
                return [*news, *self._end(call, _loss_of(message), now)]
            news += self._take(hello.key, message)
        return news

    def closed(self, number: int, now: float) -> list[LaptopNews]:
        call = self._of(number)
        return [] if call is None else self._end(call, None, now, is_closed=True)

    def blame(self, key: bytes, fault: PeerFault, now: float) -> list[LaptopNews]:
        """What a laptop said breaks the rules: the link ends."""
        call = self._links.get(key)
        return [] if call is None else self._end(call, fault, now)

    def _take(self, key: bytes, message: bytes) -> Iterable[LaptopNews]:
        if message[:1] == _APPLICATION:
            yield LaptopSaid(key, message[1:])
        elif message[:1] == _ADDRESSES:
            # Only of a local network, and kept small: nobody shall make us call whom he likes.
            for peer, address in read_told(message[1:], loopback=False):
                self.look_at(address, fingerprint(peer))

    def _end(
        self, call: _Call, why: JeuxError | None, now: float, *, is_closed: bool = False
    ) -> list[LaptopNews]:
        number, hello = call.number, None if call.link is None else call.link.hello
        call.number, call.link = None, None
        rests = isinstance(why, PeerFault) or (
            isinstance(why, LinkLost) and why.loss in (Loss.REFUSED, Loss.BUSY, Loss.OTHER_KEY)
        )
        call.not_before = now + (REST_SECONDS if rests else call.pause)
        call.pause = min(2 * call.pause, RETRY_MAX)
        if number is not None and not is_closed:
            self.outputs.append(HangUp(number))
        news: list[LaptopNews] = []
        if rests and why is not None:
            news.append(LaptopStrange(call.address, why))
        if hello is not None and self._links.get(hello.key) is call:
            del self._links[hello.key]
            news.append(LaptopGone(hello.key, _away(why)))
        return news

    def _is_here(self, call: _Call) -> bool:
        """Whether there is a link to whoever should be at that place."""
        return any(call.short == fingerprint(key) for key in self._links)

    def _of(self, number: int) -> _Call | None:
        return next((one for one in self._calls if one.number == number), None)

    def _flush(self, call: _Call) -> None:
        assert call.link is not None
        data = call.link.outgoing()
        if data and call.number is not None:
            self.outputs.append(Transmit(call.number, data))


def _loss_of(bye: Bye) -> LinkLost | None:
    losses = {Reason.REFUSED: Loss.REFUSED, Reason.BUSY: Loss.BUSY, Reason.LEAVING: Loss.CLOSED}
    loss = losses.get(bye.reason)
    return None if loss is None else LinkLost(loss, later("the other side refused the link"))


def _away(why: JeuxError | None) -> Away:
    if isinstance(why, LinkLost):
        return {Loss.CLOSED: Away.LEFT, Loss.TIMED_OUT: Away.SILENT}.get(why.loss, Away.ENDED)
    return Away.ENDED
