"""What a table says of itself to the whole network (protocol/8-discovery.md, Text).

Anybody can announce anything: nothing here is trusted, and what is out of shape is a fault. A
private table says no more than its name, and how to reach it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.charter import SEATS_MAX
from p2pjeux.log.names import TABLE_NAME_MAX, check_name
from p2pjeux.net.fingerprint import SHORT_LENGTH
from p2pjeux.net.hello import VERSION

# What fits one packet beside the addresses, on any wifi (protocol/8-discovery.md, Text).
TEXT_SIZE_MAX: Final = 512
RULES_LENGTH: Final = 16
# Of the identifier of a table that is being played.
ID_LENGTH: Final = 16
# The longest label of DNS is 63 bytes; a number may be added if two tables have one name.
_LABEL_SIZE_MAX: Final = 56

# One way to write each number and key, so that one table cannot look like two.
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,5}")
_GAME: Final = re.compile(r"[a-z][a-z0-9-]{0,31}")
_KEY: Final = re.compile(rf"[a-z2-7]{{{SHORT_LENGTH}}}")
_RULES: Final = re.compile(rf"[0-9a-f]{{{RULES_LENGTH}}}")
_ID: Final = re.compile(rf"[0-9a-f]{{{ID_LENGTH}}}")


@dataclass(frozen=True, slots=True)
class OpenTable:
    """What a table says that is not private."""

    game: str
    seats: int
    free: int
    # The first half of the fingerprint of its rules, in hexadecimal digits.
    rules: str
    # Once it is being played, the first quarter of its identifier; empty before.
    id: str = ""

    @property
    def is_played(self) -> bool:
        return bool(self.id)


@dataclass(frozen=True, slots=True)
class Announcement:
    """``key`` is the fingerprint of the opener's key; ``details`` is None at a private table.

    Of a table that speaks another version only its name and its version are known.
    """

    table: str
    key: str = ""
    details: OpenTable | None = None
    version: int = VERSION

    @property
    def private(self) -> bool:
        return self.details is None

    @property
    def label(self) -> str:
        """The name of the service: that of the table, as far as DNS can carry it."""
        label = self.table.replace(".", "·")
        while len(label.encode()) > _LABEL_SIZE_MAX:
            # By characters: bytes cut in the middle of one would be no text.
            label = label[:-1]
        return label.strip()


def write_announcement(announcement: Announcement) -> dict[str, str]:
    texts = {
        "v": str(announcement.version),
        "table": announcement.table,
        "key": announcement.key,
    }
    details = announcement.details
    if details is None:
        return {**texts, "code": "1"}
    return {
        **texts,
        "game": details.game,
        "seats": str(details.seats),
        "free": str(details.free),
        "rules": details.rules,
        **({"id": details.id} if details.id else {}),
    }


def read_announcement(texts: Mapping[bytes, bytes | None]) -> Announcement:
    """What was announced; raise PeerFault unless it could be a table's.

    Texts that we do not know are passed over: a later version may say more.
    """
    if sum(len(key) + len(value or b"") for key, value in texts.items()) > TEXT_SIZE_MAX:
        raise _fault("an announcement is too long")
    table = check_name(_text(texts, "table"), TABLE_NAME_MAX)
    version = _number(texts, "v", 1, 999_999)
    # Before the key and the rest: another version may write these otherwise, and all we say of it
    # is that it is another.
    if version != VERSION:
        return Announcement(table, version=version)
    key = _match(_KEY, _text(texts, "key"))
    # A private table tells the wifi nothing of its game; whatever more was said is not looked at.
    if b"code" in texts:
        return Announcement(table, key)
    seats = _number(texts, "seats", 1, SEATS_MAX)
    details = OpenTable(
        _match(_GAME, _text(texts, "game")),
        seats,
        _number(texts, "free", 0, seats),
        _match(_RULES, _text(texts, "rules")),
        _match(_ID, _text(texts, "id")) if b"id" in texts else "",
    )
    return Announcement(table, key, details)


def _text(texts: Mapping[bytes, bytes | None], key: str) -> str:
    value = texts.get(key.encode())
    if value is None:
        raise _fault(f"an announcement lacks its {key}")
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        raise _fault(f"the {key} of an announcement is not UTF-8") from None


def _number(texts: Mapping[bytes, bytes | None], key: str, least: int, most: int) -> int:
    value = int(_match(_NUMBER, _text(texts, key)))
    if not least <= value <= most:
        raise _fault(f"the {key} of an announcement is out of range")
    return value


def _match(pattern: re.Pattern[str], text: str) -> str:
    if not pattern.fullmatch(text):
        raise _fault("a text of an announcement is out of shape")
    return text


def _fault(message: str) -> PeerFault:
    return PeerFault(Fault.BAD_SHAPE, message)
