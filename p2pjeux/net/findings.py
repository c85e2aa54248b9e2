"""What the doctor finds: sentences for the catalogue with their values, and what to do."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Leg(Enum):
    """A part of the way between two peers."""

    HOME = "home"
    INTERFACE = "interface"
    VPN = "vpn"
    MULTICAST = "multicast"
    ROUTE = "route"
    WIFI = "wifi"
    FIREWALL = "firewall"
    PERMISSION = "permission"
    PORT = "port"
    HELLO = "hello"


class Level(Enum):
    GOOD = "good"
    NOTE = "note"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class LegFinding:
    """What is the case on one leg; ``advice`` is what to do about it, or empty.

    Both are messages for the catalogue, and both take ``values``.
    """

    leg: Leg
    level: Level
    text: str
    values: Mapping[str, object] = field(default_factory=dict)
    advice: str = ""
