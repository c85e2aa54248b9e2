"""Once more with the same people, on the links that a page has (protocol/6-table.md, Again).

It listens from the beginning of a table on: others may have seen its end before we do.
"""

from collections.abc import Callable, Collection, Iterable, Mapping

from p2pjeux.lobby.again import Again, AgainEffect, WantAgain
from p2pjeux.lobby.lobby import Begun, KeepSecret, Post
from p2pjeux.log.charter import Charter
from p2pjeux.log.identity import Identity
from p2pjeux.net.purposes import Purpose, label
from p2pjeux.phone.seat.kept import SECRET_SIZE, PageFiles, promise, secret_of
from p2pjeux.phone.seat.outputs import Write
from p2pjeux.rules.words import Words
from p2pjeux.ui.touch.table import Shown
from p2pjeux.ui.wording.willing import Willing, willing_line


class PageAgain:
    """``files`` is there once all have signed the next charter.

    What a method returns is to be done in this order: a secret is kept before it is signed with.
    """

    def __init__(
        self,
        identity: Identity,
        last: Charter,
        kept: Mapping[str, bytes],
        draw: Callable[[int], bytes],
    ) -> None:
        self.files: PageFiles | None = None
        self._again = Again(identity, last)
        self._last = last
        self._kept = kept
        self._draw = draw
        self._told = WantAgain(frozenset(), frozenset())
        self._secret: bytes | None = None

    def want(self, host: bytes | None) -> list[Write | Post]:
        """The person wants to play again; after a reload ``host`` is asked how it stands."""
        return self._do(self._again.want(), host)

    def leave(self) -> list[Write | Post]:
        return self._do(self._again.leave())

    def linked(self, peer: bytes) -> list[Write | Post]:
        return self._do(self._again.linked(peer))

    def receive(self, peer: bytes, data: bytes) -> list[Write | Post]:
        """What a laptop of the table says of it; raise PeerFault if no honest peer says that."""
        return self._do(self._again.receive(peer, data) or [])

    def show(self, words: Words, linked: Collection[bytes]) -> Shown:
        """Whether we have said it, and who else has."""
        keys = list(dict.fromkeys(one.public for one in self._last.seats))
        wanting = [key for key in keys if key in self._told.wanting]
        gone = [key for key in keys if key in self._told.gone and key not in wanting]
        # Another phone says it to laptops only: of those that we cannot hear nothing is claimed.
        silent = [key for key in keys if key in linked and key not in wanting and key not in gone]
        willing = Willing(
            self._names(wanting), self._names(silent), self._names(gone), self._again.is_wanted
        )
        return {
            "wanted": self._again.is_wanted,
            "line": willing_line(willing, words),
            "offer": words.say("Once more with the same people"),
            # Without a laptop nobody would hear of it.
            "possible": any(key in linked for key in keys),
        }

    def _names(self, keys: Iterable[bytes]) -> tuple[str, ...]:
        return tuple(one.name for key in keys for one in self._last.seats if one.public == key)

    def _do(self, effects: Iterable[AgainEffect], host: bytes | None = None) -> list[Write | Post]:
        done: list[Write | Post] = []
        for effect in effects:
            match effect:
                case Post(to=to, message=message):
                    done.append(Post(to, label(Purpose.LOBBY, message)))
                case KeepSecret(charter=charter):
                    self._secret = secret_of(self._kept, charter.id) or self._draw(SECRET_SIZE)
                    asked = host or charter.seats[0].public
                    done.append(promise(charter, asked, self._secret))
                case WantAgain():
                    self._told = effect
                case Begun(signed=signed):
                    secret = self._secret or secret_of(self._kept, signed.table)
                    # Without it we have not signed, and a second one would make a second player.
                    if secret is not None:
                        self.files = PageFiles(signed, secret, self._kept)
                        done.append(self.files.begin())
        return done
