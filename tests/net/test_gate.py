"""The bounds on strangers: knocks, links, rates, and what waits."""

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from p2pjeux.errors import Loss
from p2pjeux.net.addresses import Address
from p2pjeux.net.dialling import RETRY_FIRST, RETRY_MAX, Backoff, first_to_connect
from p2pjeux.net.frames import FrameReader, Reason
from p2pjeux.net.gate import HOSTS_MAX, KNOCKS_BURST, KNOCKS_RATE, PENDING_PER_HOST, Gate, origin
from p2pjeux.net.hello import Hello
from p2pjeux.net.kept_links import STRANGERS_MAX, STRANGERS_PER_HOST, KeptLink, KeptLinks
from p2pjeux.net.limits import Meter
from p2pjeux.net.link import Link
from p2pjeux.net.noise import CipherState, Transport
from p2pjeux.net.outbox import Outbox
from tests.net.people import draw, losing
from tests.net.wires import World


def test_a_meter_lets_a_burst_pass_and_then_its_rate() -> None:
    meter = Meter(rate=10, burst=50, now=0)

    assert [meter.take(10, 0) for _ in range(5)] == [0] * 5
    assert meter.take(10, 0) == 1
    assert meter.take(0, 1) == 0
    assert meter.take(50, 1000) == 0
    assert meter.take(1, 1000) == pytest.approx(0.1)


def test_a_host_may_knock_a_few_times_at_once_and_then_slowly() -> None:
    gate = Gate()

    def knock(now: float) -> bool:
        entered = gate.enter("10.0.0.1", now)
        if entered:
            gate.leave("10.0.0.1")
        return entered

    assert sum(knock(0) for _ in range(1000)) == KNOCKS_BURST
    assert sum(knock(10) for _ in range(1000)) == 10 * KNOCKS_RATE
    assert gate.enter("10.0.0.2", 10)


def test_a_host_has_few_handshakes_under_way() -> None:
    gate = Gate()

    assert sum(gate.enter("10.0.0.1", 0) for _ in range(30)) == PENDING_PER_HOST
    gate.leave("10.0.0.1")
    assert gate.enter("10.0.0.1", 0)


def test_a_gate_remembers_a_bounded_number_of_hosts() -> None:
    gate = Gate()
    for number in range(3 * HOSTS_MAX):
        host = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
        assert gate.enter(host, 0)
        gate.leave(host)

    assert len(gate._meters) == HOSTS_MAX
    assert not gate._pending


def test_one_network_of_a_host_with_many_addresses_is_one_origin() -> None:
    assert origin("fd77::1") == origin("fd77::ffff:1")
    assert origin("fd77::1") != origin("fd78::1")
    assert origin("fe80::1%eth0") != origin("fe80::2%eth0")
    assert origin("10.0.0.1") != origin("10.0.0.2")


def kept(key: bytes, host: str = "10.0.0.1", since: float = 0, *, called: bool = False) -> KeptLink:
    one, _ = memory_stream_pair()
    transport = Transport(CipherState(bytes(32)), CipherState(bytes(32)), bytes(32), bytes(32))
    return KeptLink(Link(one, FrameReader(1), transport, Hello(key)), host, called, since)


@pytest.mark.parametrize(
    "ours, new_called, age, wins",
    [
        # Their second call, and our second call: the first is lost, whatever its age.
        (b"a", None, 0.0, True),
        # A crossing: the call of the smaller key counts at both ends.
        (b"a", True, 0.1, True),
        (b"z", True, 0.1, False),
        (b"a", False, 0.1, False),
        (b"z", False, 0.1, True),
        # No crossing lasts so long: who calls has lost its link.
        (b"z", True, 10.0, True),
        (b"a", False, 10.0, True),
    ],
)
async def test_which_of_two_links_is_kept(
    *, ours: bytes, new_called: bool | None, age: float, wins: bool
) -> None:
    links = KeptLinks(ours)
    old = kept(b"m", called=not new_called if new_called is not None else True)
    new = kept(b"m", since=age, called=True if new_called is None else new_called)
    assert links.put(old)

    assert links.put(new) is wins

    assert links.get(b"m") is (new if wins else old)
    assert old.outbox.closed is wins
    assert old.link.farewell is (Reason.REPLACED if wins else Reason.LEAVING)


async def test_one_host_cannot_take_all_places_of_strangers() -> None:
    links = KeptLinks(b"us")
    taken = 0
    while links.make_room("10.0.0.1", frozenset()):
        assert links.put(kept(b"stranger %d" % taken))
        taken += 1

    assert taken == STRANGERS_PER_HOST
    assert links.make_room("10.0.0.2", frozenset())


async def test_the_host_with_most_strangers_gives_way() -> None:
    links = KeptLinks(b"us")
    crowd = [kept(b"a%d" % number, "10.0.0.1", number) for number in range(STRANGERS_PER_HOST)]
    others = [
        kept(b"b%d" % number, f"10.0.1.{number}")
        for number in range(STRANGERS_MAX - STRANGERS_PER_HOST)
    ]
    for one in crowd + others:
        links.put(one)

    assert links.make_room("10.0.2.1", frozenset())

    assert [one.outbox.closed for one in crowd] == [True] + [False] * (STRANGERS_PER_HOST - 1)
    assert not any(one.outbox.closed for one in others)


async def test_members_take_no_place_of_strangers() -> None:
    links = KeptLinks(b"us")
    members = [b"member %d" % number for number in range(STRANGERS_MAX + 1)]
    for key in members:
        links.put(kept(key))

    assert links.make_room("10.0.0.1", frozenset(members))


async def test_an_outbox_is_bounded_in_bytes_and_in_messages() -> None:
    outbox = Outbox(10_000)

    assert outbox.put(bytes(9_000))
    assert not outbox.put(bytes(1_000))
    assert await outbox.take() == bytes(9_000)
    assert outbox.put(bytes(1_000))
    assert sum(outbox.put(b"") for _ in range(10_000)) < 200


async def test_a_closed_outbox_gives_what_it_has_and_takes_no_more() -> None:
    outbox = Outbox()
    outbox.put(b"last")
    outbox.close()

    assert outbox.put(b"late")
    assert await outbox.take() == b"last"
    with pytest.raises(trio.EndOfChannel):
        await outbox.take()


def test_the_time_between_tries_doubles_up_to_its_limit_and_never_agrees() -> None:
    one, other = Backoff(draw), Backoff(draw)
    delays = [one.delay() for _ in range(10)]

    for number, delay in enumerate(delays):
        middle = min(RETRY_FIRST * 2**number, RETRY_MAX)
        assert 0.5 * middle <= delay <= 1.5 * middle
    assert delays != [other.delay() for _ in range(10)]
    one.reset()
    assert one.delay() <= 1.5 * RETRY_FIRST


async def test_a_dead_address_does_not_hold_up_a_living_one(autojump_clock: MockClock) -> None:
    world = World()
    listening = await world.host("10.0.0.2").listen(None, 4000)
    world.cut("10.0.0.9")
    dead, living = Address("10.0.0.9", 4000), Address("10.0.0.2", listening.port)
    began = trio.current_time()

    _, address = await first_to_connect(world.host("10.0.0.1"), [dead, living])

    assert address == living
    assert trio.current_time() - began < 0.5


async def test_addresses_that_refuse_are_passed_at_once(autojump_clock: MockClock) -> None:
    world = World()
    began = trio.current_time()

    with losing(Loss.UNREACHABLE):
        await first_to_connect(
            world.host("10.0.0.1"), [Address("10.0.0.2", port) for port in range(1, 9)]
        )

    assert trio.current_time() == began


async def test_addresses_that_are_silent_are_given_up_in_time(autojump_clock: MockClock) -> None:
    world = World()
    world.cut("10.0.0.9")
    began = trio.current_time()

    with losing(Loss.TIMED_OUT):
        await first_to_connect(
            world.host("10.0.0.1"), [Address("10.0.0.9", port) for port in range(1, 9)]
        )

    assert trio.current_time() - began < 6
