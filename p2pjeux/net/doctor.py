"""Why do we not find or reach each other? Looks at every leg of the way and says what to do.

Findings are sentences for the catalogue with their values; whoever shows them translates them.
"""

import errno
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

import trio

from p2pjeux.errors import LinkLost, Loss, PeerFault
from p2pjeux.net.addresses import Address, Number, numeric
from p2pjeux.net.findings import Leg, LegFinding, Level
from p2pjeux.net.fingerprint import fingerprint_words
from p2pjeux.net.hello import Papers
from p2pjeux.net.interfaces import NetworkInterface, Sort, find_interfaces
from p2pjeux.net.link import shake_hands
from p2pjeux.net.multicast import PORT as MULTICAST_PORT
from p2pjeux.net.multicast import AnswersHeard, listen_for_others
from p2pjeux.net.noise import Role
from p2pjeux.net.reach import (
    ARP,
    ROUTES,
    CallResult,
    Way,
    call,
    find_gateway,
    is_gateway_heard,
    is_neighbour_heard,
    source_of,
)
from p2pjeux.net.system import (
    LOCAL_NETWORK,
    UNKNOWN,
    SystemState,
    ask_system,
    examine_system,
    rule_values,
)
from p2pjeux.rules.words import later


async def examine(
    target: Address | None,
    papers: Papers,
    interfaces: Sequence[NetworkInterface] | None = None,
    draw: Callable[[int], bytes] = secrets.token_bytes,
    system: SystemState | None = None,
) -> list[LegFinding]:
    """Look at the interfaces, at multicast on each, and at the way to ``target``, if any."""
    found = find_interfaces() if interfaces is None else tuple(interfaces)
    system = await ask_system() if system is None else system
    findings = examine_interfaces(found, system.unplugged)
    named = {one.name for one in found}
    on_network = any(
        one.sort is Sort.LAN and not one.is_idle and one.name not in system.unplugged
        for one in found
    )
    findings += examine_system(system, on_network=on_network, told=named)
    heard: dict[str, AnswersHeard] = {}

    async def listen(interface: NetworkInterface) -> None:
        heard[interface.name] = await listen_for_others(interface, draw)

    # Loopback too: whether this machine speaks multicast at all is a question of its own.
    listening = [one for one in found if one.sort in {Sort.LAN, Sort.LOOPBACK}]
    async with trio.open_nursery() as nursery:
        for interface in listening:
            nursery.start_soon(listen, interface)
    # The way is examined before multicast is judged: a host that answers calls, and is not heard,
    # is what a wifi that blocks multicast looks like.
    way = [] if target is None else await examine_way(target, papers, found, draw, system)
    answered = any(one.leg is Leg.HELLO and one.level is Level.GOOD for one in way)
    there = numeric(target.host) if target is not None and answered else None
    for interface in listening:
        findings += judge_multicast(interface, heard[interface.name], there, system)
    return findings + way


def examine_interfaces(
    interfaces: Sequence[NetworkInterface], unplugged: Collection[str] = ()
) -> list[LegFinding]:
    """Which interfaces there are, and what is odd about them."""
    looked_at = (_examine_interface(one, unplugged) for one in interfaces)
    findings = [finding for finding in looked_at if finding is not None]
    if not any(one.sort is Sort.LAN for one in interfaces):
        findings.append(
            LegFinding(
                Leg.INTERFACE,
                Level.BAD,
                later("this machine is on no network"),
                advice=later("join the wifi of the others, or open a hotspot for them"),
            )
        )
    return findings


def _examine_interface(one: NetworkInterface, unplugged: Collection[str]) -> LegFinding | None:
    values = {"name": one.name, "addresses": ", ".join(str(ip.ip) for ip in one.addresses)}
    # Idle VPNs are none: macOS always keeps some at hand.
    if one.sort is Sort.VPN and not one.is_idle:
        return LegFinding(
            Leg.VPN,
            Level.NOTE,
            later("{name} is a VPN ({addresses})"),
            values,
            later("if nobody is found, switch the VPN off while you play"),
        )
    if one.sort is not Sort.LAN:
        return None
    if one.name in unplugged:
        # An address that was given once stays when the cable goes.
        return LegFinding(
            Leg.INTERFACE,
            Level.BAD,
            later("{name} has an address ({addresses}), but its cable or wifi is gone"),
            values,
            later("plug its cable in, or join the wifi of the others"),
        )
    if one.is_idle:
        return LegFinding(
            Leg.INTERFACE,
            Level.NOTE,
            later("{name} has been given no address by the network ({addresses})"),
            values,
            later("leave the wifi and join it again, or restart the hotspot"),
        )
    return LegFinding(Leg.INTERFACE, Level.GOOD, later("{name} is up ({addresses})"), values)


def judge_multicast(
    interface: NetworkInterface,
    heard: AnswersHeard,
    there: Number | None = None,
    system: SystemState = UNKNOWN,
) -> list[LegFinding]:
    """What it means who was heard on an interface, where ``there`` is a peer that answers calls."""
    values = {"name": interface.name, "count": len(heard.others)}
    values |= rule_values(MULTICAST_PORT, "UDP")
    firewall = system.firewall.value
    by_address = later("join by address instead: p2pjeux join HOST:PORT, or its link or QR code")
    if heard.is_forbidden:
        text = later("{name}: a firewall on this machine forbids multicast")
        return [LegFinding(Leg.FIREWALL, Level.BAD, text, values, firewall)]
    if (
        heard.error is not None
        # Whoever has no permission gets this for every packet; on other systems it would be a
        # route.
        and heard.error.errno == errno.EHOSTUNREACH
        and system.may_deny_local_network
    ):
        text = later("{name}: macOS keeps this terminal from the local network")
        return [LegFinding(Leg.PERMISSION, Level.BAD, text, values, LOCAL_NETWORK)]
    if heard.error is not None:
        text = later("{name}: multicast cannot be sent ({error})")
        values = {**values, "error": heard.error.strerror or heard.error}
        return [LegFinding(Leg.MULTICAST, Level.BAD, text, values, by_address)]
    if not heard.echo:
        text = later("{name}: we do not even hear our own multicast")
        return [LegFinding(Leg.FIREWALL, Level.BAD, text, values, firewall)]
    if interface.sort is Sort.LOOPBACK:
        text = later("{name}: programs on this machine hear each other")
        return [LegFinding(Leg.MULTICAST, Level.GOOD, text, values)]
    if heard.others:
        text = later("{name}: multicast is heard from others ({count})")
        return [LegFinding(Leg.MULTICAST, Level.GOOD, text, values)]
    if there is not None and interface.holds(there):
        text = later("{name}: {host} answers calls, but no multicast is heard: the wifi blocks it")
        return [LegFinding(Leg.MULTICAST, Level.BAD, text, {**values, "host": there}, by_address)]
    text = later("{name}: nobody else is heard; nobody is there, or the wifi blocks multicast")
    return [LegFinding(Leg.MULTICAST, Level.NOTE, text, values, by_address)]


async def examine_way(
    target: Address,
    papers: Papers,
    interfaces: Sequence[NetworkInterface],
    draw: Callable[[int], bytes] = secrets.token_bytes,
    system: SystemState = UNKNOWN,
) -> list[LegFinding]:
    """Call ``target`` and say which leg fails."""
    reached = await call(target)
    findings = []
    vpn = _vpn_on_the_way(reached.number, target.port, interfaces)
    if vpn is not None:
        findings.append(
            LegFinding(
                Leg.VPN,
                Level.NOTE if reached.stream else Level.BAD,
                later("the route to {host} goes through the VPN {name}"),
                {"host": target.host, "name": vpn.name},
                later("switch the VPN off, or let it leave the local network alone"),
            )
        )
    if reached.stream is not None:
        return [*findings, await _say_hello(reached.stream, target, papers, draw)]
    # A call that a VPN swallowed says nothing about the legs after it.
    return findings or [await explain(reached, target, interfaces, system)]


def _vpn_on_the_way(
    number: Number | None, port: int, interfaces: Sequence[NetworkInterface]
) -> NetworkInterface | None:
    source = None if number is None else source_of(number, port)
    for one in interfaces:
        if one.sort is Sort.VPN and any(ip.ip == source for ip in one.addresses):
            return one
    return None


async def _say_hello(
    stream: trio.SocketStream, target: Address, papers: Papers, draw: Callable[[int], bytes]
) -> LegFinding:
    values: dict[str, object] = {"address": target}
    try:
        link = await shake_hands(stream, Role.INITIATOR, papers, draw(32))
    except PeerFault:
        return _not_ours(values)
    except LinkLost as lost:
        if lost.loss is Loss.VERSION:
            advice = later("all must have the same version of p2pjeux")
            return LegFinding(Leg.HELLO, Level.BAD, lost.text, lost.values, advice)
        if lost.loss is Loss.OURSELVES:
            text = later("{address} is this very program")
            return LegFinding(Leg.HELLO, Level.GOOD, text, values)
        return _not_ours(values)
    await trio.aclose_forcefully(stream)
    # Deriving the words takes a while, and other tasks may be running.
    words = await trio.to_thread.run_sync(fingerprint_words, link.peer)
    values |= {"words": words}
    text = later("{address} answers; the words of its key are: {words}")
    return LegFinding(Leg.HELLO, Level.GOOD, text, values)


def _not_ours(values: Mapping[str, object]) -> LegFinding:
    return LegFinding(
        Leg.HELLO,
        Level.BAD,
        later("something answers at {address}, but it is not p2pjeux, or it has no room for us"),
        values,
        later("ask for the address again; it changes when the table is reopened"),
    )


async def explain(
    reached: CallResult,
    target: Address,
    interfaces: Sequence[NetworkInterface],
    system: SystemState = UNKNOWN,
) -> LegFinding:
    """Why nobody answered."""
    values: dict[str, object] = {"host": target.host, **rule_values(target.port, "TCP")}
    same_wifi = later("be on the same wifi, or the same hotspot, as the others")
    match reached.way:
        case Way.NO_NAME:
            text = later("nobody knows where {host} is")
            advice = later("give the number of the address, such as 192.168.1.5")
            return LegFinding(Leg.ROUTE, Level.BAD, text, values, advice)
        case Way.REFUSED:
            text = later("{host} is there, but nothing listens on port {port}, or it is refused")
            advice = later("ask for the address again; it changes when the table is reopened")
            return LegFinding(Leg.PORT, Level.BAD, text, values, advice)
        case Way.FORBIDDEN:
            text = later("a firewall on this machine forbids the call to {host}")
            return LegFinding(Leg.FIREWALL, Level.BAD, text, values, system.firewall.value)
        case Way.NO_ROUTE:
            text = later("no network of this machine leads to {host}")
            return LegFinding(Leg.ROUTE, Level.BAD, text, values, same_wifi)
        case _:
            number = reached.number
            if number is None or not any(one.holds(number) for one in interfaces):
                text = later("{host} does not answer, and is not on a network of this machine")
                return LegFinding(Leg.ROUTE, Level.BAD, text, values, same_wifi)
            if reached.way is Way.NO_HOST and system.may_deny_local_network:
                text = later(
                    "{host} cannot be reached: it is off, or macOS keeps this terminal from the "
                    "local network"
                )
                return LegFinding(Leg.PERMISSION, Level.BAD, text, values, LOCAL_NETWORK)
            return await explain_silence(number, values)


async def explain_silence(
    number: Number, values: Mapping[str, object], arp: Path = ARP, routes: Path = ROUTES
) -> LegFinding:
    """Why a host on our own network says nothing: is it there, and does the wifi let us meet.

    The system keeps what it knows of neighbours and routes in ``arp`` and ``routes``, if at all.
    """
    # From near to far: the host itself, then the router. The first that is silent tells where the
    # way ends.
    heard = is_neighbour_heard(number, arp)
    if heard:
        text = later("{host} is there, but our call is dropped: a firewall is in the way")
        advice = later(
            "on that machine, or else on this one, allow TCP port {port} in the firewall"
        )
        return LegFinding(Leg.FIREWALL, Level.BAD, text, values, advice)
    gateway = find_gateway(routes)
    if heard is None or gateway is None:
        text = later("{host} does not answer: it is off, its firewall drops us, or the wifi does")
        advice = later("try a hotspot; many guest wifis keep their guests apart")
        return LegFinding(Leg.WIFI, Level.BAD, text, values, advice)
    values = {**values, "gateway": gateway}
    if await is_gateway_heard(gateway):
        text = later("the wifi answers ({gateway}), but {host} is not heard on it")
        advice = later(
            "if that machine is on, the wifi keeps its guests apart (client isolation): "
            "use another wifi or a hotspot"
        )
        return LegFinding(Leg.WIFI, Level.BAD, text, values, advice)
    text = later("neither {host} nor the wifi itself ({gateway}) answers")
    advice = later("leave the wifi and join it again, or restart the hotspot")
    return LegFinding(Leg.INTERFACE, Level.BAD, text, values, advice)
