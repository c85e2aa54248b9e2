"""Links over a wire in memory, on a clock that jumps: what honest and hostile peers meet."""

from contextlib import suppress
from functools import partial

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair, wait_all_tasks_blocked

from p2pjeux.errors import Fault, LinkLost, Loss, PeerFault
from p2pjeux.net.frames import PIECE_SIZE, FrameKind, Reason, cut, write_frame
from p2pjeux.net.limits import MEMBER, PING_EVERY, SILENCE_MAX, STRANGER
from p2pjeux.net.link import (
    HANDSHAKE_SECONDS,
    SEND_SECONDS,
    WATCH_EVERY,
    Link,
    shake_hands,
)
from p2pjeux.net.noise import Role
from p2pjeux.table.messages import MESSAGE_SIZE_MAX
from tests.net.people import draw, faulting, link_pair, losing, papers, start


async def answer(stream: trio.abc.Stream) -> Link:
    return await shake_hands(stream, Role.RESPONDER, papers(2), draw())


async def test_both_ends_know_each_other_and_share_a_hash(autojump_clock: MockClock) -> None:
    ours, theirs = await link_pair()

    assert ours.hello == papers(2).hello
    assert theirs.hello == papers(1).hello
    assert ours.handshake_hash == theirs.handshake_hash


async def test_two_links_of_the_same_peers_have_different_hashes(autojump_clock: MockClock) -> None:
    assert (await link_pair())[0].handshake_hash != (await link_pair())[0].handshake_hash


async def test_messages_of_every_size_cross_in_order(autojump_clock: MockClock) -> None:
    messages = [b"", b"one", bytes(PIECE_SIZE), bytes(MESSAGE_SIZE_MAX), b"last"]
    async with trio.open_nursery() as nursery:
        ours, theirs = (start(link, nursery) for link in await link_pair())
        theirs.link.limits = MEMBER
        for message in messages:
            assert ours.outbox.put(message)
        assert theirs.outbox.put(b"and back")

        received = [await theirs.inbox.receive() for _ in messages]

        assert received == messages
        assert await ours.inbox.receive() == b"and back"
        nursery.cancel_scope.cancel()


async def test_a_goodbye_ends_the_link_at_both_ends_after_what_was_waiting(
    autojump_clock: MockClock,
) -> None:
    async with trio.open_nursery() as nursery:
        ours, theirs = (start(link, nursery) for link in await link_pair())
        ours.outbox.put(b"last words")
        ours.outbox.close()

        assert await theirs.inbox.receive() == b"last words"
        await theirs.ended.wait()
        await ours.ended.wait()

    assert ours.why is None
    assert theirs.why is None


@pytest.mark.parametrize(
    "reason, loss",
    [
        (Reason.REFUSED, Loss.REFUSED),
        (Reason.BUSY, Loss.BUSY),
        (Reason.REPLACED, Loss.REPLACED),
    ],
)
async def test_a_goodbye_can_say_that_the_link_is_not_wanted(
    reason: Reason, loss: Loss, autojump_clock: MockClock
) -> None:
    async with trio.open_nursery() as nursery:
        ours, theirs = (start(link, nursery) for link in await link_pair())
        ours.link.farewell = reason
        ours.outbox.close()

    assert isinstance(theirs.why, LinkLost)
    assert theirs.why.loss is loss


async def test_a_closed_wire_is_a_lost_link(autojump_clock: MockClock) -> None:
    ours, theirs = await link_pair()
    async with trio.open_nursery() as nursery:
        running = start(ours, nursery)
        await theirs.stream.aclose()

    assert isinstance(running.why, LinkLost)
    assert running.why.loss is Loss.CLOSED


async def test_silent_links_stay_up_by_their_pings(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        ours, theirs = (start(link, nursery) for link in await link_pair())

        await trio.sleep(20 * SILENCE_MAX)

        assert not ours.ended.is_set()
        assert not theirs.ended.is_set()
        nursery.cancel_scope.cancel()


async def test_a_dead_wire_is_noticed_in_time(autojump_clock: MockClock) -> None:
    ours, _theirs = await link_pair()
    began = trio.current_time()
    async with trio.open_nursery() as nursery:
        running = start(ours, nursery)

    assert isinstance(running.why, LinkLost)
    assert running.why.loss is Loss.TIMED_OUT
    assert SILENCE_MAX <= trio.current_time() - began <= SILENCE_MAX + WATCH_EVERY
    assert (PING_EVERY + WATCH_EVERY) * 3 < SILENCE_MAX


async def test_who_drips_a_frame_byte_by_byte_is_dropped_as_if_silent(
    autojump_clock: MockClock,
) -> None:
    ours, theirs = await link_pair()
    began = trio.current_time()
    async with trio.open_nursery() as nursery:
        running = start(ours, nursery)
        await theirs.stream.send_all((1000).to_bytes(2, "big"))
        while not running.ended.is_set():
            with trio.move_on_after(1):
                await running.ended.wait()
            if not running.ended.is_set():
                await theirs.stream.send_all(b"x")

    assert isinstance(running.why, LinkLost)
    assert running.why.loss is Loss.TIMED_OUT
    assert trio.current_time() - began <= SILENCE_MAX + 2


async def test_who_does_not_read_is_dropped(autojump_clock: MockClock) -> None:
    # A lockstep stream takes bytes only when they are read: a full window from the first byte.
    ours, theirs = trio.testing.lockstep_stream_pair()
    link, other = await link_pair((ours, theirs))
    async with trio.open_nursery() as nursery:
        running = start(link, nursery)
        running.outbox.put(b"hello?")

        while not running.ended.is_set():
            with trio.move_on_after(PING_EVERY):
                await running.ended.wait()
            with suppress(LinkLost):
                await other.send_piece(bytes([FrameKind.PING]))

    assert isinstance(running.why, LinkLost)
    assert running.why.loss is Loss.SLOW
    assert SEND_SECONDS <= 10


async def test_garbage_after_the_handshake_ends_the_link(autojump_clock: MockClock) -> None:
    ours, theirs = await link_pair()
    async with trio.open_nursery() as nursery:
        running = start(ours, nursery)
        await theirs.stream.send_all(write_frame(bytes(100)))

    assert isinstance(running.why, PeerFault)
    assert running.why.fault is Fault.BAD_SEAL


async def test_a_message_longer_than_a_stranger_may_send_ends_the_link(
    autojump_clock: MockClock,
) -> None:
    async with trio.open_nursery() as nursery:
        ours, theirs = (start(link, nursery) for link in await link_pair())
        theirs.outbox.put(bytes(STRANGER.message_size + 1))

    assert isinstance(ours.why, PeerFault)
    assert ours.why.fault is Fault.BAD_FRAME
    assert isinstance(theirs.why, LinkLost)


async def test_who_floods_is_read_at_the_pace_of_its_limits(autojump_clock: MockClock) -> None:
    count = int(STRANGER.frame_burst + 30 * STRANGER.frame_rate)
    began = trio.current_time()
    async with trio.open_nursery() as nursery:
        ours, theirs = (start(link, nursery) for link in await link_pair())
        for _ in range(count):
            theirs.outbox.put(b"spam")

        for _ in range(count):
            assert await ours.inbox.receive() == b"spam"

        nursery.cancel_scope.cancel()
    assert trio.current_time() - began == pytest.approx(30, abs=1)


async def test_while_nobody_takes_messages_no_more_than_one_is_kept(
    autojump_clock: MockClock,
) -> None:
    ours, theirs = await link_pair()
    async with trio.open_nursery() as nursery:
        running = start(ours, nursery)
        for number in range(10):
            for piece in cut(b"%d" % number):
                await theirs.send_piece(piece)
        await wait_all_tasks_blocked()

        assert running.inbox.statistics().tasks_waiting_send == 1
        assert [await running.inbox.receive() for _ in range(10)] == [b"%d" % n for n in range(10)]
        nursery.cancel_scope.cancel()


async def test_when_the_listener_has_gone_the_link_ends_without_blame(
    autojump_clock: MockClock,
) -> None:
    async with trio.open_nursery() as nursery:
        ours, theirs = (start(link, nursery) for link in await link_pair())
        ours.inbox.close()
        theirs.outbox.put(b"anybody?")

    assert ours.why is None


async def test_a_handshake_that_drips_is_given_up_in_time(autojump_clock: MockClock) -> None:
    ours, theirs = memory_stream_pair()
    began = trio.current_time()

    async def drip() -> None:
        # All 32 bytes would be there after 6.4 seconds.
        await theirs.send_all((32).to_bytes(2, "big"))
        while True:
            await trio.sleep(0.2)
            await theirs.send_all(b"\x00")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(drip)
        with losing(Loss.TIMED_OUT):
            await answer(ours)
        nursery.cancel_scope.cancel()

    assert trio.current_time() - began == HANDSHAKE_SECONDS


@pytest.mark.parametrize(
    "garbage",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        bytes(64),
        b"\xff\xff" + bytes(100),
        b"\x00\x1f" + bytes(31),
        b"\x00\x20" + bytes(32),
        b"\x00\x21" + b"\x09" + bytes(32),
    ],
)
async def test_garbage_instead_of_a_handshake_is_a_fault(
    garbage: bytes, autojump_clock: MockClock
) -> None:
    ours, theirs = memory_stream_pair()
    await theirs.send_all(garbage)

    with pytest.raises(PeerFault):
        await answer(ours)
    with pytest.raises(trio.ClosedResourceError):
        await ours.send_all(b"closed")


async def test_a_peer_that_hangs_up_in_the_handshake_is_nobody_s_fault(
    autojump_clock: MockClock,
) -> None:
    ours, theirs = memory_stream_pair()
    await theirs.aclose()

    with losing(Loss.CLOSED):
        await answer(ours)


class Tap:
    """A wire on which everything that crosses is written down."""

    def __init__(self) -> None:
        self.one, self.two = memory_stream_pair()
        self.sent: list[bytes] = []
        send = self.one.send_stream.send_all

        async def noted(data: bytes) -> None:
            self.sent.append(bytes(data))
            await send(data)

        self.one.send_all = noted  # type: ignore[method-assign, assignment]  # a tap on a real wire


async def test_a_replayed_handshake_leads_nowhere(autojump_clock: MockClock) -> None:
    tap = Tap()
    await link_pair((tap.one, tap.two))
    ours, theirs = memory_stream_pair()
    for data in tap.sent:
        await theirs.send_all(data)

    with faulting(Fault.BAD_SEAL):
        await answer(ours)


async def test_another_peer_than_the_expected_learns_nothing_of_us(
    autojump_clock: MockClock,
) -> None:
    ours, theirs = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        failing = partial(expect_loss, Loss.CLOSED, theirs)
        nursery.start_soon(failing)
        with losing(Loss.OTHER_KEY):
            await shake_hands(
                ours, Role.INITIATOR, papers(1), draw(), expected=papers(3).identity.public
            )


async def expect_loss(loss: Loss, stream: trio.abc.Stream) -> None:
    with losing(loss):
        await answer(stream)


async def test_to_call_oneself_is_noticed(autojump_clock: MockClock) -> None:
    ours, theirs = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(expect_loss, Loss.CLOSED, theirs)
        with losing(Loss.OURSELVES):
            await shake_hands(ours, Role.INITIATOR, papers(2), draw())


async def test_nothing_said_on_a_link_can_be_read_on_the_wire(autojump_clock: MockClock) -> None:
    tap = Tap()
    async with trio.open_nursery() as nursery:
        ours, theirs = (start(link, nursery) for link in await link_pair((tap.one, tap.two)))
        ours.outbox.put(b"my sealed bid is seven")
        await theirs.inbox.receive()
        nursery.cancel_scope.cancel()

    wire = b"".join(tap.sent)
    assert b"sealed bid" not in wire
    assert papers(1).identity.public not in wire
    assert papers(1).hello.name.encode() not in wire
