"""What an interface shows and asks before a table begins: the room, who knocks, who is ready.

The same for plain lines and the full screen, and free of I/O.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from p2pjeux.games import load_game
from p2pjeux.lobby.trust import Readers
from p2pjeux.rules.words import Words
from p2pjeux.ui.wording.trust import trust_line


@dataclass(frozen=True, slots=True)
class Present:
    """A peer in the room, or at its door, with the people it brings.

    ``words`` are those of its key, to be compared aloud. ``is_changed`` if somebody of that name
    had another key before. ``like`` is the name of somebody else whom we know, and for whom this
    one could be mistaken.
    """

    key: bytes
    names: tuple[str, ...]
    words: str
    is_ready: bool = False
    is_here: bool = False
    is_known: bool = False
    is_changed: bool = False
    like: str = ""

    @property
    def is_suspect(self) -> bool:
        """Whether this may be somebody who poses as another."""
        return self.is_changed or bool(self.like)


@dataclass(frozen=True, slots=True)
class Ready:
    """The people here are ready to begin, or not any more."""

    is_ready: bool = True


@dataclass(frozen=True, slots=True)
class LetIn:
    key: bytes


@dataclass(frozen=True, slots=True)
class TurnAway:
    key: bytes


@dataclass(frozen=True, slots=True)
class LeaveRoom:
    """The people here go before the table begins."""


@dataclass(frozen=True, slots=True)
class SayInRoom:
    """A line of chat for everybody in the room."""

    text: str


@dataclass(frozen=True, slots=True)
class Settle:
    """One of the terms of the table is to have this value from now on."""

    name: str
    value: str


LobbyCommand: TypeAlias = Ready | LetIn | TurnAway | LeaveRoom | SayInRoom | Settle


@dataclass(frozen=True, slots=True)
class Term:
    """Something that is settled about a table, in the person's words: what, and how it stands.

    ``among`` are the values that the opener may choose from, each with what it is called.
    """

    name: str
    label: str
    value: str
    among: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RoomChanged:
    """Who is there now; the table begins when nobody is missing and all are ready."""

    game_id: str
    table_name: str
    seats: int
    present: tuple[Present, ...]
    # Who could read the hands of the people here, as long as these have seats.
    readers: Readers | None = None
    terms: tuple[Term, ...] = ()

    @property
    def free(self) -> int:
        return self.seats - sum(len(one.names) for one in self.present)


@dataclass(frozen=True, slots=True)
class DoorChanged:
    """Who wants to come in, the first one first; the opener answers with LetIn or TurnAway."""

    knocking: tuple[Present, ...]


@dataclass(frozen=True, slots=True)
class Invitation:
    """How others find the table. ``dots`` are a QR code, True where it is dark.

    It is of ``page``, where a browser finds a seat, or of the link where no page is served.
    """

    table: str
    addresses: tuple[str, ...]
    link: str = ""
    code: str = ""
    # The words of the opener's key, by which whoever comes knows whom it has reached.
    words: str = ""
    dots: tuple[tuple[bool, ...], ...] = ()
    page: str = ""


@dataclass(frozen=True, slots=True)
class Invited:
    """``at_once`` if the invitation is to be seen now: nobody hears the table announced."""

    invitation: Invitation
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Noted:
    """A sentence about the way to the others, already in the person's language."""

    text: str


@dataclass(frozen=True, slots=True)
class WentAway:
    """These are not in the room any more: they left, or are cut off."""

    names: tuple[str, ...]


class RoomLack(Enum):
    """What a table lacks before it can begin."""

    # A link to the opener: not yet, or not any more.
    OPENER = "opener"
    LET_IN = "let in"
    PEOPLE = "people"
    OURSELVES = "ourselves"
    READY = "ready"
    SIGNATURES = "signatures"


@dataclass(frozen=True, slots=True)
class RoomWaits:
    """What the table lacks now, and by whom; ``free`` seats if it is people."""

    lack: RoomLack
    names: tuple[str, ...] = ()
    free: int = 0


LobbyEvent: TypeAlias = RoomChanged | DoorChanged | Invited | Noted | WentAway | RoomWaits


def gone_line(gone: WentAway, words: Words) -> str:
    return words.say(
        "No longer in the room, gone or cut off: {names}. Whoever is only cut off comes back "
        "unbidden while a seat is free.",
        names=words.among(gone.names),
    )


def wait_line(waits: RoomWaits, words: Words) -> str:
    """Why nothing begins, for whom it waits, and what can be done; never empty."""
    names = words.among(waits.names) or words.say("whoever opened the table")
    match waits.lack:
        case RoomLack.OPENER if not waits.names:
            return words.say(
                "Whoever opened the table cannot be reached. Your seat will be asked for again as "
                "soon as p2pjeux runs there; wait, or leave."
            )
        case RoomLack.OPENER:
            return words.say(
                "{names}, who opened the table, cannot be reached. Your seat will be asked for "
                "again as soon as p2pjeux runs there; wait, or leave.",
                names=names,
            )
        case RoomLack.LET_IN:
            return words.say(
                "Waiting until {names} lets you in; call out if nobody looks there.", names=names
            )
        case RoomLack.PEOPLE:
            return words.count(
                "Waiting for {number} more to come: they type p2pjeux join.",
                "Waiting for {number} more to come: they type p2pjeux join.",
                waits.free,
            )
        case RoomLack.OURSELVES:
            return words.say("The table waits for you: say that you are ready.")
        case RoomLack.READY:
            return words.say(
                "Not ready yet: {names}. The opener may turn away whoever is not there.",
                names=names,
            )
        case RoomLack.SIGNATURES:
            return words.say(
                "All are ready. Still to sign: the machines of {names}. It takes a moment; a "
                "machine that was cut off signs once it is back.",
                names=names,
            )


def room_title(room: RoomChanged, words: Words) -> str:
    free = words.count("{number} seat is free", "{number} seats are free", room.free)
    if not room.free:
        free = words.say("all seats are taken")
    facts = load_game(room.game_id).facts
    title = words.choose(facts.title_fr, facts.title_en)
    return words.say(
        "{title} · table “{table}” · {free}", title=title, table=room.table_name, free=free
    )


def room_lines(room: RoomChanged, words: Words) -> list[str]:
    """The room in plain lines."""
    people = ("  " + present_line(one, words) for one in room.present)
    trust = () if room.readers is None else (trust_line(room.readers, words),)
    return [room_title(room, words), *people, *trust]


def term_line(term: Term, words: Words) -> str:
    return words.say("{what}: {value}", what=term.label, value=term.value)


def present_line(one: Present, words: Words) -> str:
    names = words.among(one.names)
    state = words.say("ready") if one.is_ready else words.say("not ready yet")
    if one.is_here:
        # Whoever compares keys aloud needs both ends of the comparison.
        return words.say(
            "{names} (you): {state} · your key: {key}", names=names, state=state, key=one.words
        )
    met = "" if one.is_known else words.say(" (met for the first time)")
    return words.say(
        "{names}: {state} · key: {key}{met}",
        names=names,
        state=state,
        key=one.words,
        met=_warning(one, words) or met,
    )


def _warning(one: Present, words: Words) -> str:
    if one.is_changed:
        return words.say(" — WARNING: this name had ANOTHER KEY before!")
    if one.like:
        return words.say(
            " — WARNING: this is NOT the “{known}” whom you know, but a name like it!",
            known=one.like,
        )
    return ""


def knock_line(who: Present, words: Words) -> str:
    line = words.say(
        "{names} would like to come in · key: {key}", names=words.among(who.names), key=who.words
    )
    return line + _warning(who, words)


def first_at_door(door: tuple[Present, ...], answered: frozenset[bytes]) -> Present | None:
    """Who is to be answered now; ``answered`` are those whose answer is still on its way."""
    return next((one for one in door if one.key not in answered), None)


def invitation_lines(invitation: Invitation, words: Words) -> list[str]:
    """What is to be sent to the others, to be pasted whole."""
    link = invitation.link
    lines = [
        words.say("Come and play at “{table}”:", table=invitation.table),
        f"p2pjeux join {link or (invitation.addresses or ('',))[0]}".rstrip(),
    ]
    lines.append(phone_line(invitation.page, words))
    if invitation.code:
        lines.append(words.say("The code of the table: {code}", code=invitation.code))
    if invitation.words:
        lines.append(words.say("My key: {key}", key=invitation.words))
    return lines


def phone_line(page: str, words: Words) -> str:
    """How a phone gets a seat, or what is missing for it."""
    if page:
        return words.say("On a phone, nothing to install: {page}", page=page)
    return words.say("For a seat on a phone, once and while online: p2pjeux phone --get")
