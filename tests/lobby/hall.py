"""An opener and its guests that only exchange bytes, for the tests of the lobby."""

from dataclasses import dataclass, field
from hashlib import sha256

from p2pjeux.games import fingerprint
from p2pjeux.lobby.guest import Guest
from p2pjeux.lobby.lobby import AtDoor, Begun, LobbyEffect, Opener, Post, TurnedAway
from p2pjeux.lobby.room import Member, Room
from p2pjeux.log.charter import Charter, SignedCharter
from p2pjeux.log.holders import Sitter
from p2pjeux.log.identity import Identity

OPENER = Identity(sha256(b"opener").digest())
GUESTS = [Identity(sha256(b"guest%d" % number).digest()) for number in range(3)]


def new_opener(*, asks_first: bool = False, seats: int = 3) -> Opener:
    template = Charter(
        "stonehenge",
        (),
        fingerprint("stonehenge"),
        (Sitter("nobody", OPENER.public),) * 2,
        0,
        "cabane",
        60,
        sha256(b"nonce").digest(),
    )
    room = Room("stonehenge", "cabane", seats, (Member(OPENER.public, ("Anne",)),))
    return Opener(OPENER, room, template, asks_first=asks_first)


@dataclass
class Hall:
    """An opener and guests; what one posts reaches the others, in order."""

    opener: Opener
    guests: dict[bytes, Guest]
    seen: list[LobbyEffect] = field(default_factory=list)

    def do(self, author: bytes, effects: list[LobbyEffect]) -> None:
        for effect in effects:
            self.seen.append(effect)
            if isinstance(effect, Post):
                self._post(author, effect)

    def _post(self, author: bytes, post: Post) -> None:
        for public, guest in self.guests.items():
            if author == OPENER.public and post.to in (None, public):
                self.do(public, guest.receive(author, post.message))
        if author != OPENER.public:
            self.do(OPENER.public, self.opener.receive(author, post.message))

    def begun(self) -> list[SignedCharter]:
        return [effect.signed for effect in self.seen if isinstance(effect, Begun)]


def new_hall(names: tuple[str, ...] = ("Bruno", "Chloé"), *, asks_first: bool = False) -> Hall:
    guests = {
        identity.public: Guest(identity, OPENER.public, (name,))
        for identity, name in zip(GUESTS, names, strict=False)
    }
    hall = Hall(new_opener(asks_first=asks_first), guests)
    for public, guest in guests.items():
        hall.do(public, guest.ask())
    return hall


def make_ready(hall: Hall) -> None:
    hall.do(OPENER.public, hall.opener.set_ready(ready=True))
    for public, guest in hall.guests.items():
        hall.do(public, guest.set_ready(ready=True))


def turned_away(hall: Hall) -> list[str]:
    return [effect.reason for effect in hall.seen if isinstance(effect, TurnedAway)]


def at_door(hall: Hall) -> list[tuple[str, ...]]:
    """Who stands at the door by the last word of it."""
    said = [effect.members for effect in hall.seen if isinstance(effect, AtDoor)]
    return [one.names for one in said[-1]]
