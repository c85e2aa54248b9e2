"""The peer in a page, whole: who it is, which laptops it calls, the room, the table, the next one.

A machine without I/O. The Worker tells it what came and what time it is, and does what it answers.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from p2pjeux.errors import Fault, JeuxError, PeerFault
from p2pjeux.language import words_for
from p2pjeux.lobby.lobby import Post
from p2pjeux.log.identity import SEED_SIZE, Identity
from p2pjeux.log.names import NAME_MAX, check_name
from p2pjeux.net.addresses import Address
from p2pjeux.net.fingerprint import fingerprint, fingerprint_words
from p2pjeux.net.hello import Hello, Papers
from p2pjeux.net.purposes import Purpose, label, read_label, read_mark
from p2pjeux.phone.seat.kept import PageFiles, find_beginning, find_table, let_go
from p2pjeux.phone.seat.laptops import (
    LaptopFound,
    LaptopGone,
    LaptopNews,
    Laptops,
    LaptopSaid,
    LaptopStrange,
)
from p2pjeux.phone.seat.outputs import Hand, Output, Paint, Write
from p2pjeux.phone.seat.page_again import PageAgain
from p2pjeux.phone.seat.page_code import PageCode
from p2pjeux.phone.seat.page_lobby import PageLobby, guest_of
from p2pjeux.phone.seat.page_table import PageTable
from p2pjeux.rules.words import Words
from p2pjeux.table.events import Away
from p2pjeux.ui.touch.room import (
    served_line,
    show_calling,
    show_code,
    show_out,
    show_welcome,
)
from p2pjeux.ui.touch.table import Shown

# What lies over the page until it is put away.
_OVER: Final = ("rules", "advice", "receipt")
# How often a guest that is not in the room asks again: what it asked may have come too early.
ASK_EVERY: Final = 5.0


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Where a page finds itself: who served it, who should be there, and what it speaks.

    ``short`` is the fingerprint in the link, empty if there was none. ``clock`` counts milliseconds
    since 1970.
    """

    host: Address
    short: str
    language: str
    clock: int


class PageSeat:
    """``outputs`` takes what is to be done; everything else only hears."""

    def __init__(
        self,
        kept: Mapping[str, bytes],
        around: Circumstances,
        draw: Callable[[int], bytes],
        now: float,
    ) -> None:
        self._kept = dict(kept)
        self._around = around
        self._draw = draw
        self._out: list[Output] = []
        self._language = self._text("language") or around.language
        self._name = self._text("name")
        seed = self._kept.get("seed")
        if seed is None:
            seed = draw(SEED_SIZE)
            self._write(Write({"seed": seed}))
        self._identity = Identity(seed)
        self._code = PageCode(self._text("code"), draw)
        self._lobby: PageLobby | None = None
        self._table: PageTable | None = None
        # Whether those at this table play once more.
        self._again: PageAgain | None = None
        self._host_key: bytes | None = None
        self._host_name = ""
        self._trouble = ""
        self._asked_at = now
        self._laptops = self._call_laptops()
        if (found := find_table(self._kept)) is not None:
            self._write(found.resume())
            self._sit(found, now)
        self._paint()

    def _call_laptops(self) -> Laptops:
        papers = Papers(self._identity, self._draw(32), Hello(self._identity.public, self._name))
        laptops = Laptops(papers, self._draw)
        laptops.look_at(self._around.host, self._around.short)
        return laptops

    @property
    def is_due(self) -> bool:
        """Whether more is to be done at once; ``work_on`` does it."""
        return self._table is not None and self._table.is_due

    def outputs(self) -> list[Output]:
        """What is to be done now, in this order."""
        self._collect()
        taken, self._out = self._out, []
        return taken

    # What the Worker tells.

    def opened(self, link: int, now: float) -> None:
        self._laptops.opened(link, now)

    def closed(self, link: int, now: float) -> None:
        self._hear(self._laptops.closed(link, now), now)

    def heard(self, link: int, data: bytes, now: float) -> None:
        self._hear(self._laptops.heard(link, data, now), now)

    def tick(self, now: float) -> None:
        if self._is_calling:
            self._hear(self._laptops.tick(now), now)
        table, lobby = self._table, self._lobby
        if table is not None:
            before = table.model
            self._post(table.tick(now), now)
            self._repaint(table.model is not before)
        elif lobby is not None and self._is_to_ask(lobby, now):
            self._asked_at = now
            self._do_in_lobby(lobby.ask(), now)

    def _is_to_ask(self, lobby: PageLobby, now: float) -> bool:
        is_heard = lobby.guest.is_in or lobby.refused is not None or self._code.is_asked
        return lobby.is_linked and not is_heard and now - self._asked_at >= ASK_EVERY

    def work_on(self, now: float) -> None:
        if self._table is not None:
            before = self._table.model
            judged = self._table.judge()
            self._post(self._table.work_on(), now)
            self._repaint(self._table.model is not before)
            if judged is not None:
                self._out.append(Paint(judged))

    def awake(self, now: float) -> None:
        """The person looks at the page again; links may have died meanwhile."""
        self._laptops.wake(now)
        self.tick(now)

    def tapped(self, said: Mapping[str, object], now: float) -> None:
        """What the person tapped or wrote; what has no meaning here changes nothing."""
        match said:
            case {"speak": ("fr" | "en") as language}:
                self._speak(str(language))
            case {"name": str(name)}:
                self._sit_down(name, now)
            case {"code": str(code)}:
                self._code.take(code)
                self._say_code(now)
            case {"again": True} if self._again is not None:
                self._post(self._again.want(self._host_key), now)
                self._follow(now)
            case {"next": True}:
                self._begin_anew(now)
            case _ if self._lobby is not None:
                self._tapped_in_lobby(self._lobby, said, now)
            case _ if self._table is not None:
                over = self._opened_over(self._table, said)
                if over is not None:
                    self._out.append(over)
                    return
                self._post(self._table.tapped(said), now)
            case _:
                pass
        self._paint()

    def _tapped_in_lobby(self, lobby: PageLobby, said: Mapping[str, object], now: float) -> None:
        match said:
            case {"ready": bool(ready)}:
                self._do_in_lobby(lobby.set_ready(ready=ready), now)
            case {"say": str(text)}:
                self._do_in_lobby(lobby.say(text), now)
            case {"leave": True}:
                self._do_in_lobby(lobby.leave(), now)
                self._lobby, self._name = None, ""
                self._code = PageCode("", self._draw)
                self._write(Write({"code": None}))
            case _:
                pass

    def _opened_over(self, table: PageTable, said: Mapping[str, object]) -> Output | None:
        """What the person opens over the table, or takes along."""
        match said:
            case {"rules": True}:
                return Paint({"screen": "rules", **table.rules()})
            case {"advice": True}:
                return Paint({"screen": "advice", "text": table.advice()})
            case {"receipt": True} if table.is_over:
                return Paint(table.receipt())
            case {"save": True}:
                return Hand(f"{table.files.signed.table.hex()[:16]}.p2pj", table.files.log)
            case _:
                return None

    # Links.

    @property
    def _is_calling(self) -> bool:
        """Nobody is called before there is a name to give."""
        return bool(self._name) or self._table is not None

    def _hear(self, news: Iterable[LaptopNews], now: float) -> None:
        for one in news:
            match one:
                case LaptopFound(hello=hello):
                    self._found(hello, now)
                case LaptopGone(key=key, away=away):
                    self._gone(key, away)
                case LaptopSaid(key=key, message=message):
                    try:
                        self._take(key, message, now)
                    except PeerFault as fault:
                        self._hear(self._laptops.blame(key, fault, now), now)
                case LaptopStrange(address=address, why=why):
                    if address == self._around.host and self._host_key is None:
                        self._trouble = self._words.say(why.text, **why.values)
                        self._paint()

    def _found(self, hello: Hello, now: float) -> None:
        if self._host_key is None and self._is_host(hello.key):
            self._host_key, self._host_name = hello.key, hello.name
        self._trouble = ""
        if self._table is not None:
            if hello.key in self._table.members:
                self._post(self._table.linked(hello.key), now)
                if self._again is not None:
                    self._post(self._again.linked(hello.key), now)
        elif hello.key == self._host_key:
            self._enter(hello, now)
        self._paint()

    def _is_host(self, key: bytes) -> bool:
        return self._around.short in ("", fingerprint(key))

    def _enter(self, hello: Hello, now: float) -> None:
        """Ask for a seat, or go back to the lobby where we signed."""
        lobby = self._lobby
        if lobby is None:
            beginning = find_beginning(self._kept)
            guest, secret = guest_of(self._identity, hello.key, self._name, beginning)
            lobby = PageLobby(guest, hello.name, self._kept, self._draw, secret)
            self._lobby = lobby
        lobby.is_linked = True
        self._asked_at = now
        self._do_in_lobby(lobby.ask(), now)

    def _gone(self, key: bytes, away: Away) -> None:
        if self._table is not None:
            self._table.unlinked(key, away)
        elif self._lobby is not None and key == self._lobby.guest.opener:
            self._code.lose_link()
            # It may be back under the same key: nothing is lost yet.
            self._lobby.is_linked = self._lobby.guest.is_in = False
        self._paint()

    def _take(self, key: bytes, message: bytes, now: float) -> None:
        purpose, data = read_label(message)
        match purpose:
            case Purpose.LOBBY if self._table is None and self._lobby is not None:
                self._do_in_lobby(self._lobby.receive(key, data), now)
                self._paint()
            case Purpose.CODE if key == self._host_key and self._lobby is not None:
                self._hear_code(data, now)
                self._paint()
            case Purpose.LOBBY if self._again is not None and self._is_seated(key):
                self._post(self._again.receive(key, data), now)
                self._follow(now)
                self._paint()
            case Purpose.TABLE if self._table is not None:
                mark, said = read_mark(data)
                if self._table.is_of(mark):
                    before = self._table.model
                    self._post(self._table.receive(key, said), now)
                    self._repaint(self._table.model is not before)
            case Purpose.WATCH:
                raise PeerFault(Fault.NOT_ASKED, "a page has no room for watchers")
            case _:
                # What is said of another table, or asked of laptops only.
                pass

    # The lobby.

    def _say_code(self, now: float) -> None:
        key = self._host_key
        if key is not None and key in self._laptops.linked:
            self._answer_code(self._code.say(self._laptops.handshake_hash(key)), now)

    def _hear_code(self, data: bytes, now: float) -> None:
        assert self._host_key is not None
        answer, is_through = self._code.hear(data, self._laptops.handshake_hash(self._host_key))
        self._answer_code(answer, now)
        if is_through and self._lobby is not None:
            # Needed again if the opener is killed before the game begins.
            self._write(Write({"code": self._code.code.encode()}))
            self._do_in_lobby(self._lobby.ask(), now)

    def _answer_code(self, answer: bytes | None, now: float) -> None:
        if answer is not None:
            self._post([Post(self._host_key, label(Purpose.CODE, answer))], now)

    def _sit_down(self, name: str, now: float) -> None:
        try:
            self._name = check_name(name.strip(), NAME_MAX)
        except PeerFault:
            self._trouble = self._words.say(
                "A name has 1 to {most} visible characters.", most=NAME_MAX
            )
            return
        self._trouble = ""
        self._write(Write({"name": self._name.encode()}))
        # A hello tells the name, so whoever was called before is called anew.
        self._laptops = self._call_laptops()
        self._hear(self._laptops.tick(now), now)

    def _do_in_lobby(self, done: Iterable[Write | Post], now: float) -> None:
        lobby = self._lobby
        assert lobby is not None
        self._post(done, now)
        if lobby.files is not None:
            self._sit(lobby.files, now)

    # The table.

    def _sit(self, files: PageFiles, now: float) -> None:
        """A table begins, or is taken up again."""
        table = PageTable(files, self._identity, self._language, self._around.clock)
        self._lobby, self._table = None, table
        charter = files.signed.charter
        self._again = PageAgain(self._identity, charter, self._kept, self._draw)
        self._post(table.start(now), now)
        for key in sorted(self._laptops.linked & table.members):
            self._post(table.linked(key), now)

    def _is_seated(self, key: bytes) -> bool:
        return self._table is not None and key in self._table.members

    def _follow(self, now: float) -> None:
        """Once all have said that they play again, the next table begins where we are."""
        if self._again is not None and self._again.files is not None:
            self._write(let_go(self._kept))
            self._sit(self._again.files, now)

    def _begin_anew(self, now: float) -> None:
        """Another table of the laptop that served us, or another try after a refusal."""
        if self._table is not None and not self._table.is_over:
            return
        if self._again is not None:
            self._post(self._again.leave(), now)
        self._table = self._lobby = self._again = None
        self._write(let_go(self._kept))
        if self._host_key in self._laptops.linked:
            assert self._host_key is not None
            self._enter(Hello(self._host_key, self._host_name), now)

    # What is done.

    def _post(self, done: Iterable[Write | Post], now: float) -> None:
        for one in done:
            match one:
                case Write():
                    self._write(one)
                case Post(to=to, message=message):
                    self._laptops.send(to, message, now)
                    self._collect()

    def _write(self, write: Write) -> None:
        for name, data in write.kept.items():
            if data is None:
                self._kept.pop(name, None)
            else:
                self._kept[name] = data
        if write.kept:
            self._collect()
            self._out.append(write)

    def _collect(self) -> None:
        """What the links want done comes in its place among the rest."""
        laptops = getattr(self, "_laptops", None)
        if laptops is not None and laptops.outputs:
            self._out += laptops.outputs
            laptops.outputs = []

    # What is seen.

    @property
    def _words(self) -> Words:
        return words_for(self._language)

    def _text(self, name: str) -> str:
        return self._kept.get(name, b"").decode("utf-8", "replace")

    def _speak(self, language: str) -> None:
        self._language = language
        self._write(Write({"language": language.encode()}))
        if self._table is not None:
            self._table.speak(language)

    def _repaint(self, is_changed: bool) -> None:  # noqa: FBT001  # whether anything changed
        if is_changed:
            self._paint()

    def _paint(self) -> None:
        # Only the last of several pictures is ever seen.
        self._out = [
            one for one in self._out if not isinstance(one, Paint) or one.page["screen"] in _OVER
        ]
        self._out.append(Paint(self._picture()))

    def _picture(self) -> Shown:
        words, lobby = self._words, self._lobby
        if self._table is not None:
            again = self._again
            following = None if again is None else again.show(words, self._laptops.linked)
            return {**self._table.show(), "served": self._served(), "again": following}
        if not self._name:
            return show_welcome(words, "", self._trouble)
        if lobby is None:
            return show_calling(words, str(self._around.host), self._trouble)
        if lobby.refused is not None:
            return show_out(words, _said(lobby.refused, words))
        if self._code.is_asked:
            refused = self._code.refused
            return show_code(words, "" if refused is None else _said(refused, words))
        return lobby.show(words, self._served())

    def _served(self) -> str:
        if self._host_key is None:
            return ""
        host, key = str(self._around.host), fingerprint_words(self._host_key)
        return served_line(self._words, self._host_name, host, key)


def _said(error: JeuxError, words: Words) -> str:
    text = words.say(error.text, **error.values)
    return text[:1].upper() + text[1:]
