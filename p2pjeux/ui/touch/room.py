"""The way to a table as a page is given it: a name, the room, and why nothing begins yet."""

from typing import Final

from p2pjeux.lobby.trust import Readers
from p2pjeux.rules.words import Words
from p2pjeux.ui.lobby import Present, RoomChanged, RoomWaits, room_title, wait_line
from p2pjeux.ui.touch.table import Shown, labels
from p2pjeux.ui.wording.trust import trust_line

CHAT_MOST: Final = 80


def show_welcome(words: Words, name: str, refused: str = "") -> Shown:
    """Whoever sits down says how the others know him."""
    return {
        "screen": "welcome",
        "language": words.language,
        "title": words.say("A seat at this table"),
        "asks": "name",
        "question": words.say("Your name, as the others know you:"),
        "value": name,
        "go": words.say("Sit down"),
        "refused": refused,
        "about": words.say(
            "Your phone becomes a player of its own: it draws its own secrets, checks every "
            "shuffle itself, and nobody else can see your hand. Nothing is installed."
        ),
        "labels": labels(words),
    }


def show_code(words: Words, refused: str) -> Shown:
    """A private table lets in whoever knows its code."""
    return {
        "screen": "welcome",
        "language": words.language,
        "title": words.say("A seat at this table"),
        "asks": "code",
        "question": words.say("The code of the table:"),
        "value": "",
        "go": words.say("Go in"),
        "refused": refused,
        "about": words.say(
            "The table is private: whoever opened it sees its code, three words. Your phone proves "
            "that it knows them without sending them."
        ),
        "labels": labels(words),
    }


def show_calling(words: Words, host: str, wrong: str = "") -> Shown:
    """The laptop that served the page does not answer yet, or is not the one that it should be."""
    text = wrong or words.say("Calling {host}…", host=host)
    return {
        "screen": "calling",
        "language": words.language,
        "title": words.say("A seat at this table"),
        "text": text,
        "wrong": bool(wrong),
        "labels": labels(words),
    }


def show_out(words: Words, reason: str) -> Shown:
    """There is no seat here, for this reason."""
    return {
        "screen": "out",
        "language": words.language,
        "title": words.say("No seat at this table"),
        "text": reason,
        "again": words.say("Try again"),
        "labels": labels(words),
    }


def show_room(
    room: RoomChanged | None,
    waits: RoomWaits,
    words: Words,
    chat: tuple[tuple[str, str], ...],
    served: str,
) -> Shown:
    """The room before the table begins. ``served`` names the machine that the page came from."""
    present = () if room is None else room.present
    ours = next((one for one in present if one.is_here), None)
    is_ready = ours is not None and ours.is_ready
    return {
        "screen": "room",
        "language": words.language,
        "title": words.say("A seat at this table") if room is None else room_title(room, words),
        "people": [_person(one, words) for one in present],
        "trust": _trust(None if room is None else room.readers, words),
        "waits": wait_line(waits, words),
        "in": ours is not None,
        "ready": is_ready,
        "go": words.say("Not ready after all") if is_ready else words.say("I am ready"),
        "leave": words.say("Leave"),
        "chat": [list(line) for line in chat[-CHAT_MOST:]],
        "served": served,
        "labels": labels(words),
    }


def _person(one: Present, words: Words) -> Shown:
    return {
        "name": words.among(one.names),
        "state": words.say("ready") if one.is_ready else words.say("not ready yet"),
        "ready": one.is_ready,
        "me": one.is_here,
        "key": one.words,
    }


def _trust(readers: Readers | None, words: Words) -> str:
    return "" if readers is None else trust_line(readers, words)


def served_line(words: Words, name: str, host: str, key: str) -> str:
    """Whose program this is: whoever served the page could have served another."""
    return words.say(
        "This page came from the laptop of {name} ({host}), key: {key}.",
        name=name or "?",
        host=host,
        key=key,
    )
