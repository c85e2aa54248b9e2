"""What this system itself puts in the way: firewalls, permissions, public networks, cables.

The systems are asked in their own ways; what they answer is read by functions without I/O.
"""

import json
import re
import sys
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

import trio

from p2pjeux.net.findings import Leg, LegFinding, Level
from p2pjeux.rules.words import later

ASK_SECONDS: Final = 8.0
_UNKNOWN: Final = 0
_POWERSHELL: Final = (
    # One call for all, for PowerShell takes seconds to start; and in UTF-8, for it would answer in
    # the code page of the terminal, in which “Réseau” is another word.
    "[Console]::OutputEncoding = [Text.Encoding]::UTF8; "
    "@{public = @(Get-NetConnectionProfile | Where-Object NetworkCategory -eq 'Public' |"
    " Select-Object Name, InterfaceAlias, InterfaceIndex); "
    "unplugged = @(Get-NetAdapter -Physical | Where-Object MediaConnectState -eq 2 |"
    " Select-Object -ExpandProperty Name)} | ConvertTo-Json -Depth 3 -Compress"
)


class Firewall(Enum):
    """By what a port is opened; the values say how, and take ``rule``, ``protocol``, ``port``."""

    ANY = later("allow {protocol} port {port} in the firewall of this machine")
    UFW = later("in a terminal: sudo ufw allow {rule}")
    FIREWALLD = later("in a terminal: sudo firewall-cmd --add-port={rule}")
    MACOS = later(
        "System Settings → Network → Firewall → Options: allow incoming connections for Python"
    )
    WINDOWS = later(
        "Windows Security → Firewall & network protection → Allow an app through firewall: "
        "tick Python under Private"
    )


@dataclass(frozen=True, slots=True)
class PublicNetwork:
    """A network of which Windows believes that strangers are on it."""

    name: str
    interface: str
    index: int


@dataclass(frozen=True, slots=True)
class SystemState:
    """``platform`` is ``sys.platform``; ``unplugged`` are the cards that are on no network."""

    platform: str = ""
    firewall: Firewall = Firewall.ANY
    public: tuple[PublicNetwork, ...] = ()
    unplugged: tuple[str, ...] = ()

    @property
    def may_deny_local_network(self) -> bool:
        """Whether programs need a permission to reach their own network."""
        return self.platform == "darwin"


# A system of which nothing is known.
UNKNOWN: Final = SystemState()
LOCAL_NETWORK: Final = later(
    "System Settings → Privacy & Security → Local Network: switch on the terminal that runs "
    "p2pjeux, and start it anew; Apple’s own Terminal needs no permission"
)


def rule_values(port: int, protocol: str) -> dict[str, object]:
    """What the advice of a Firewall takes."""
    return {"port": port, "protocol": protocol, "rule": f"{port}/{protocol.lower()}"}


async def ask_system(platform: str = sys.platform, root: Path = Path("/")) -> SystemState:
    """What can be learnt without rights, within a few seconds."""
    match platform:
        case "win32":
            answer = await _output_of("powershell", "-NoProfile", "-Command", _POWERSHELL)
            # The firewall itself cannot be asked without rights; it is the one of Windows unless
            # somebody has bought another.
            public, unplugged = read_windows(answer)
            return SystemState(platform, Firewall.WINDOWS, public, unplugged)
        case "darwin":
            ports = await _output_of("networksetup", "-listallhardwareports")
            states = await _output_of("ifconfig")
            return SystemState(platform, Firewall.MACOS, unplugged=read_macos(ports, states))
        case _:
            firewall = find_firewall(root)
            return SystemState(
                platform, firewall, unplugged=unplugged_cards(root / "sys/class/net")
            )


async def _output_of(*command: str) -> str:
    """What a command prints; nothing if it is not there, fails, or takes too long."""
    # What cannot be asked is not known, and nothing is said of it: a doctor must not fail over a
    # question.
    with trio.move_on_after(ASK_SECONDS), suppress(OSError):
        done = await trio.run_process(
            command, capture_stdout=True, capture_stderr=True, check=False
        )
        return bytes(done.stdout).decode("utf-8", "replace")
    return ""


def read_windows(answer: str) -> tuple[tuple[PublicNetwork, ...], tuple[str, ...]]:
    """Public networks and unplugged cards in what PowerShell says."""
    try:
        value = json.loads(answer)
    except ValueError:
        return (), ()
    if not isinstance(value, dict):
        return (), ()
    public = tuple(
        PublicNetwork(str(one.get("Name")), str(one.get("InterfaceAlias")), _index(one))
        for one in _items(value.get("public"))
        if isinstance(one, dict)
    )
    unplugged = tuple(one for one in _items(value.get("unplugged")) if isinstance(one, str))
    return public, unplugged


def _items(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _index(one: dict[str, Any]) -> int:
    index = one.get("InterfaceIndex")
    return index if isinstance(index, int) else _UNKNOWN


def read_macos(ports: str, states: str) -> tuple[str, ...]:
    """The cards for wifi and cables that are on no network."""
    # Thunderbolt, Bluetooth and phones are ports too, and mostly unused.
    cards = dict(re.findall(r"Hardware Port: (.+)\nDevice: (\w+)", ports))
    wanted = {device for port, device in cards.items() if re.search(r"Wi-Fi|Ethernet|LAN", port)}
    paragraphs = re.findall(r"^(\w+): (.*(?:\n[ \t].*)*)", states, re.MULTILINE)
    return tuple(name for name, said in paragraphs if name in wanted and "status: inactive" in said)


def find_firewall(root: Path) -> Firewall:
    """Which of the usual firewalls of Linux is in use, as far as everybody may know."""
    with suppress(OSError, UnicodeDecodeError):
        if "ENABLED=yes" in (root / "etc/ufw/ufw.conf").read_text("utf-8").splitlines():
            return Firewall.UFW
    if (root / "run/firewalld").exists():
        return Firewall.FIREWALLD
    return Firewall.ANY


def unplugged_cards(folder: Path) -> tuple[str, ...]:
    """The cards of Linux that have no carrier: no cable, or no wifi. Bridges are no cards."""
    cards = sorted(folder.iterdir()) if folder.is_dir() else []
    return tuple(card.name for card in cards if _is_card(card) and not _is_up(card))


def _is_card(card: Path) -> bool:
    """Whether an interface leads out. That of a virtual machine is no device, but has a carrier."""
    if (card / "device").exists():
        return True
    return _carrier(card) == "0" and not (card / "bridge").exists()


def _is_up(card: Path) -> bool:
    return _carrier(card) == "1"


def _carrier(card: Path) -> str:
    try:
        return (card / "carrier").read_text("ascii").strip()
    except OSError:
        # So the kernel says that the card is switched off.
        return ""


def examine_system(
    system: SystemState, *, on_network: bool, told: Collection[str] = ()
) -> Iterable[LegFinding]:
    """What is odd about the system; cards without a network matter only if there is no other.

    ``told`` are those of which something was said already.
    """
    for network in system.public:
        yield LegFinding(
            Leg.FIREWALL,
            Level.NOTE,
            later("Windows takes {network} for a public network, and may let nobody call us"),
            {"network": network.name, "name": network.interface, "index": network.index},
            later(
                "Settings → Network & internet → {name} → properties: Private network; or in "
                "PowerShell as administrator: "
                "Set-NetConnectionProfile -InterfaceIndex {index} -NetworkCategory Private"
            ),
        )
    for name in () if on_network else (one for one in system.unplugged if one not in told):
        yield LegFinding(
            Leg.INTERFACE,
            Level.NOTE,
            later("{name} is not connected"),
            {"name": name},
            later("plug its cable in, or join the wifi of the others"),
        )
