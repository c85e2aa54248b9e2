"""One link between two peers: a handshake, then messages both ways, over any stream of bytes."""

import math
from collections.abc import Awaitable, Callable
from typing import Final, NoReturn, TypeAlias

import trio

from p2pjeux.errors import Fault, LinkLost, Loss, PeerFault
from p2pjeux.net.frames import PING, Bye, FrameReader, Joiner, Reason, cut, write_bye, write_frame
from p2pjeux.net.hello import (
    HANDSHAKE_SIZE_MAX,
    PROLOGUE,
    Hello,
    Papers,
    read_hello,
    write_hello,
)
from p2pjeux.net.limits import PING_EVERY, SILENCE_MAX, STRANGER, Limits, Meter
from p2pjeux.net.noise import MESSAGE_SIZE_MAX as NOISE_SIZE_MAX
from p2pjeux.net.noise import Handshake, Role, Transport, public_key
from p2pjeux.net.outbox import Outbox
from p2pjeux.rules.words import later

Ending: TypeAlias = LinkLost | PeerFault | None
Deliver: TypeAlias = Callable[[bytes], Awaitable[None]]

# For the whole handshake, however slowly its bytes drip in.
HANDSHAKE_SECONDS: Final = 5.0
# How long one frame may wait for a peer that does not read.
SEND_SECONDS: Final = 10.0
# How often all this is looked at: one task that watches is cheaper than a deadline for each frame.
WATCH_EVERY: Final = 1.0
# To close with bytes unread would make the other side lose our goodbye: it may close first.
FAREWELL_SECONDS: Final = 1.0
READ_SIZE: Final = 1 << 16

_LOSS_OF: Final = {
    Reason.REFUSED: Loss.REFUSED,
    Reason.BUSY: Loss.BUSY,
    Reason.REPLACED: Loss.REPLACED,
}
_SAID: Final = {
    Loss.REFUSED: later("the other side refused the link"),
    Loss.BUSY: later("the other side has no room for another link"),
    Loss.REPLACED: later("the other side has a newer link"),
}


class Link:
    """A peer whose identity has been checked, at the other end of ``stream``.

    ``handshake_hash`` is the same at both ends and different for every link. ``limits`` may be
    changed at any time; they begin as those of a stranger. ``farewell`` is the reason that is given
    when the link is closed from here.
    """

    def __init__(
        self, stream: trio.abc.Stream, reader: FrameReader, transport: Transport, hello: Hello
    ) -> None:
        self.stream = stream
        self.hello = hello
        self.peer = hello.key
        self.handshake_hash = transport.handshake_hash
        self.limits: Limits = STRANGER
        self.farewell = Reason.LEAVING
        self._reader = reader
        self._transport = transport
        # Since when we wait for a frame, or for one to be taken; when we last sent one.
        self._receiving_since = math.inf
        self._sending_since = math.inf
        self._sent_at = trio.current_time()

    async def until_ready(self) -> None:
        """Return when the stream takes more at once; what waits longer than that waits with us."""
        self._sending_since = trio.current_time()
        try:
            await self.stream.wait_send_all_might_not_block()
        except trio.BrokenResourceError as error:
            raise _closed() from error
        self._sending_since = math.inf

    async def send_piece(self, piece: bytes) -> None:
        """Send at once; whoever has more than one to send asks for each ``until_ready`` before."""
        frame = write_frame(self._transport.send.encrypt(piece))
        # Set before the wait, so that the watcher sees a peer that takes nothing.
        self._sending_since = self._sent_at = trio.current_time()
        await _send(self.stream, frame)
        self._sending_since = math.inf

    async def receive_piece(self) -> bytes:
        self._receiving_since = trio.current_time()
        frame = await _receive_frame(self.stream, self._reader)
        self._receiving_since = math.inf
        return self._transport.receive.decrypt(frame)

    def check_pulse(self, now: float) -> bool:
        """Whether a ping is due; raise LinkLost if the peer seems to be gone.

        Only whole frames count: who drips bytes is as good as silent.
        """
        if now - self._receiving_since >= SILENCE_MAX:
            raise LinkLost(Loss.TIMED_OUT, later("nothing was heard from the other side"))
        if now - self._sending_since >= SEND_SECONDS:
            raise LinkLost(Loss.SLOW, later("the other side does not read what is sent"))
        return now - self._sent_at >= PING_EVERY


async def shake_hands(
    stream: trio.abc.Stream,
    role: Role,
    papers: Papers,
    ephemeral: bytes,
    expected: bytes | None = None,
) -> Link:
    """Make a link; raise LinkLost or PeerFault, with ``stream`` closed, if that cannot be done.

    ``ephemeral`` is 32 random bytes, never used before. An initiator that expects a certain peer
    tells any other nothing of itself.
    """
    try:
        # One deadline for all of it: a deadline for each read could be drawn out byte by byte.
        with trio.move_on_after(HANDSHAKE_SECONDS) as scope:
            handshake = Handshake(role, papers.static, ephemeral, PROLOGUE)
            # No larger frame can be part of a handshake; a stranger makes us keep no more than
            # this.
            reader = FrameReader(HANDSHAKE_SIZE_MAX)
            if role is Role.INITIATOR:
                hello = await _initiate(stream, reader, handshake, papers, expected)
            else:
                hello = await _respond(stream, reader, handshake, papers)
            # The peer is known from here on; pieces may follow in the same bytes.
            reader.size_max = NOISE_SIZE_MAX
            return Link(stream, reader, handshake.split(), hello)
    # Also when we are cancelled: no socket outlives its handshake.
    except BaseException:
        await trio.aclose_forcefully(stream)
        raise
    assert scope.cancelled_caught
    await trio.aclose_forcefully(stream)
    raise LinkLost(Loss.TIMED_OUT, later("the other side did not finish the handshake"))


async def _initiate(
    stream: trio.abc.Stream,
    reader: FrameReader,
    handshake: Handshake,
    papers: Papers,
    expected: bytes | None,
) -> Hello:
    await _send(stream, write_frame(handshake.write()))
    # The responder shows its key first and the initiator may stop here: so a wrong or forged table
    # learns nothing of who called (protocol/7-links.md, Handshake).
    hello = await _receive_hello(stream, reader, handshake, Role.RESPONDER)
    if hello.key == papers.identity.public:
        raise LinkLost(Loss.OURSELVES, later("this address is our own"))
    if expected is not None and hello.key != expected:
        raise LinkLost(Loss.OTHER_KEY, later("somebody else answers at this address"))
    await _send_hello(stream, handshake, papers, Role.INITIATOR)
    return hello


async def _respond(
    stream: trio.abc.Stream, reader: FrameReader, handshake: Handshake, papers: Papers
) -> Hello:
    # It is not sealed yet: anything in it could be changed on the way, so nothing may stand there.
    if handshake.read(await _receive_frame(stream, reader)):
        raise PeerFault(Fault.BAD_HANDSHAKE, "the first message carries something in the clear")
    await _send_hello(stream, handshake, papers, Role.RESPONDER)
    hello = await _receive_hello(stream, reader, handshake, Role.INITIATOR)
    if hello.key == papers.identity.public:
        raise LinkLost(Loss.OURSELVES, later("this address is our own"))
    return hello


async def _send_hello(
    stream: trio.abc.Stream, handshake: Handshake, papers: Papers, role: Role
) -> None:
    payload = write_hello(papers, role, public_key(papers.static), handshake.hash)
    await _send(stream, write_frame(handshake.write(payload)))


async def _receive_hello(
    stream: trio.abc.Stream, reader: FrameReader, handshake: Handshake, role: Role
) -> Hello:
    # The hash before this message: what its author signed when writing it.
    signed_hash = handshake.hash
    payload = handshake.read(await _receive_frame(stream, reader))
    link_key = handshake.remote_static
    assert link_key is not None
    return read_hello(payload, role, link_key, signed_hash)


async def run_link(link: Link, outbox: Outbox, deliver: Deliver) -> LinkLost | PeerFault | None:
    """Carry messages both ways; return why the link ended, or None if either side said goodbye.

    Every message that comes is handed to ``deliver``; nothing more is read while it waits, and the
    link ends if it raises trio.BrokenResourceError. Closing the outbox says goodbye after what
    waits in it. Owns the link's stream and the outbox: both are closed when it returns, however it
    returns.
    """
    ended: list[Ending] = []

    async def run(task: Callable[[], Awaitable[Ending]], linger: float) -> None:
        try:
            ending = await task()
        except (LinkLost, PeerFault) as error:
            ending = error
        # The first entry counts: what the others meet afterwards is only the consequence.
        ended.append(ending)
        if ending is None:
            await trio.sleep(linger)
        nursery.cancel_scope.cancel()

    try:
        async with trio.open_nursery() as nursery:
            # Who has said goodbye lingers, for a stream that is closed with bytes unread may lose
            # what was sent last; who has heard it need not.
            nursery.start_soon(run, lambda: _send_messages(link, outbox), FAREWELL_SECONDS)
            nursery.start_soon(run, lambda: _receive_messages(link, deliver), 0)
            nursery.start_soon(run, lambda: _watch(link, outbox), 0)
    finally:
        outbox.close()
        await trio.aclose_forcefully(link.stream)
    return ended[0]


async def _watch(link: Link, outbox: Outbox) -> NoReturn:
    while True:
        await trio.sleep(WATCH_EVERY)
        if link.check_pulse(trio.current_time()):
            outbox.put_ping()


async def _send_messages(link: Link, outbox: Outbox) -> None:
    while True:
        try:
            await link.until_ready()
            message = await outbox.take()
        except trio.EndOfChannel:
            await link.send_piece(write_bye(link.farewell))
            return
        first, *rest = (PING,) if message is None else cut(message)
        await link.send_piece(first)
        for piece in rest:
            await link.until_ready()
            await link.send_piece(piece)


async def _receive_messages(link: Link, deliver: Deliver) -> Ending:
    joiner = Joiner(link.limits.message_size)
    pace = _Pace(link.limits)
    while True:
        piece = await link.receive_piece()
        # A stranger became a member in the middle of its link: it starts with a full measure.
        if pace.limits is not link.limits:
            pace = _Pace(link.limits)
        joiner.size_max = link.limits.message_size
        # Judged before the pause below: a frame out of shape ends the link at once, however fast it
        # came.
        received = joiner.add(piece)
        wait = pace.wait_for(len(piece))
        if wait:
            await trio.sleep(wait)
        if isinstance(received, Bye):
            loss = _LOSS_OF.get(received.reason)
            return None if loss is None else LinkLost(loss, _SAID[loss])
        if received is not None:
            try:
                await deliver(received)
            except trio.BrokenResourceError:
                # Whoever listened here has gone.
                return None


class _Pace:
    """Bytes and frames of one link against its limits."""

    def __init__(self, limits: Limits) -> None:
        now = trio.current_time()
        self.limits = limits
        self._bytes = Meter(limits.byte_rate, limits.byte_burst, now)
        self._frames = Meter(limits.frame_rate, limits.frame_burst, now)

    def wait_for(self, size: int) -> float:
        now = trio.current_time()
        return max(self._bytes.take(size, now), self._frames.take(1, now))


async def _send(stream: trio.abc.Stream, data: bytes) -> None:
    try:
        await stream.send_all(data)
    except trio.BrokenResourceError as error:
        raise _closed() from error


async def _receive_frame(stream: trio.abc.Stream, reader: FrameReader) -> bytes:
    while True:
        frame = reader.next_frame()
        if frame is not None:
            return frame
        try:
            data = await stream.receive_some(READ_SIZE)
        except trio.BrokenResourceError as error:
            raise _closed() from error
        if not data:
            raise _closed()
        reader.receive_data(data)


def _closed() -> LinkLost:
    return LinkLost(Loss.CLOSED, later("the other side closed the link"))
