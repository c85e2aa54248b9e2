"""The menu that opens when no command is typed. Pure: both interfaces show the same pages.

A choice ends as the words of a command, so the menu can do nothing that could not be typed. The
first page lives: tables that are seen on the network come and go while it is shown. What was
listed keeps its number, and what comes is listed behind it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, TypeAlias

from p2pjeux.rules.words import Words


@dataclass(frozen=True, slots=True)
class OptionCard:
    """A choice that a game leaves to the table; the first of ``among`` is the usual one."""

    name: str
    help: str
    among: tuple[str, ...]
    # What each of them is called.
    shown: tuple[str, ...]

    def called(self, value: str) -> str:
        return self.shown[self.among.index(value)]


@dataclass(frozen=True, slots=True)
class GameCard:
    id: str
    title: str
    seats_least: int
    seats_most: int
    # How long and how hard, and what it is.
    effort: str = ""
    about: str = ""
    options: tuple[OptionCard, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table that is kept here: how it can be named to a command, and to a person."""

    id: str
    log_path: str
    label: str
    is_over: bool = False
    # What it is called, and the rest that is known of it, where a list has room for both.
    name: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table that can be gone to now: one's own, or one that is seen on the network."""

    # What tells it from others for as long as it is seen.
    key: str
    # What Enter does with it, as a verb with its object; and the rest that is known of it.
    label: str
    note: str
    # The command.
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """What the menu offers besides its own entries."""

    games: tuple[GameCard, ...]
    tables: tuple[TableCard, ...] = ()
    name: str = ""


class Page(Enum):
    TOP = "top"
    GAME = "game"
    SEATS = "seats"
    # All that is to be settled about a table before it is opened, each with its usual value.
    SETTLE = "settle"
    BOTS = "bots"
    DOOR = "door"
    OPTION = "option"
    TABLE = "table"
    NAME = "name"
    LINK = "link"


# Pages on which something is written rather than chosen.
WRITTEN: Final = (Page.NAME, Page.LINK)
# Which pages a command needs, in order.
PAGES: Final = {
    "host": (Page.GAME, Page.SEATS, Page.SETTLE),
    "solo": (Page.GAME, Page.SEATS),
    "learn": (Page.GAME,),
    "resume": (Page.TABLE,),
    "replay": (Page.TABLE,),
    "join": (Page.LINK,),
    "name": (Page.NAME,),
}
# Who comes in: whoever is let in after knocking, whoever has the code, or everybody.
DOORS: Final = ("knock", "code", "open")
_DOOR_OPTIONS: Final = {"knock": (), "code": ("--code",), "open": ("--open",)}


@dataclass(frozen=True, slots=True)
class RunCommand:
    """The words of a command."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CallMe:
    name: str


@dataclass(frozen=True, slots=True)
class Speak:
    language: str


@dataclass(frozen=True, slots=True)
class Quit:
    pass


Outcome: TypeAlias = RunCommand | CallMe | Speak | Quit


@dataclass(frozen=True, slots=True)
class Item:
    label: str
    # What it is, for whoever does not know; and the word that it adds to the command.
    note: str
    word: str
    # What is typed to choose it, and shown before it.
    number: int
    # A sentence about it, beneath.
    more: str = ""


@dataclass(frozen=True, slots=True)
class Arranged:
    """What is settled about a table so far; what is not is as usual."""

    bots: int = 0
    door: str = DOORS[0]
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Menu:
    words: Words
    known: Known
    verb: str = ""
    answers: tuple[str, ...] = ()
    settled: Arranged = field(default_factory=Arranged)
    # What of it is being changed: "bots", "door", or the name of an option.
    changing: str = ""
    # In the order in which they were first seen; None stands where one has gone again.
    live: tuple[LiveTable | None, ...] = ()
    # Whether anybody looks around for tables.
    is_looking: bool = False
    # Why the last choice could not be taken.
    refused: str = ""

    @property
    def page(self) -> Page:
        if self.changing:
            pages = {"bots": Page.BOTS, "door": Page.DOOR}
            return pages.get(self.changing, Page.OPTION)
        return PAGES[self.verb][len(self.answers)] if self.verb else Page.TOP


def see(menu: Menu, tables: tuple[LiveTable, ...]) -> Menu:
    """These tables are to be seen now: those that were listed keep their places."""
    by_key = {table.key: table for table in tables}
    kept = tuple(None if old is None else by_key.pop(old.key, None) for old in menu.live)
    return replace(menu, live=(*kept, *by_key.values()))


def title(menu: Menu) -> str:
    words = menu.words
    titles = {
        Page.TOP: words.say("What would you like to do?"),
        Page.GAME: words.say("Which game?"),
        Page.SEATS: words.say("How many play?"),
        Page.SETTLE: words.say("The table is ready to be opened; all of this can be changed."),
        Page.BOTS: words.say("How many of them are bots?"),
        Page.DOOR: words.say("Who may come in?"),
        Page.TABLE: words.say("Which table?"),
        Page.NAME: words.say("Your name?"),
        Page.LINK: words.say("The link or the address that the others gave you"),
    }
    return titles.get(menu.page) or _option(menu).help


def items(menu: Menu) -> tuple[Item, ...]:
    """What can be chosen on this page; none where something is to be written."""
    match menu.page:
        case Page.TOP:
            return (*_top(menu), *_live(menu))
        case Page.GAME:
            return tuple(
                _game(menu.words, card, number) for number, card in enumerate(menu.known.games, 1)
            )
        case Page.SEATS:
            card = _card(menu)
            return _numbers(range(card.seats_least, card.seats_most + 1))
        case Page.SETTLE:
            return _counted(_settle(menu))
        case Page.BOTS:
            return _numbers(range(int(menu.answers[1])))
        case Page.DOOR:
            return _counted([(_door(menu.words, door), "", door) for door in DOORS])
        case Page.OPTION:
            return _values(_option(menu))
        case Page.TABLE:
            return _counted(_kept(menu))
        case Page.NAME | Page.LINK:
            return ()


def _values(option: OptionCard) -> tuple[Item, ...]:
    # Where the values are numbers, a digit chooses the one it shows.
    if all(value.isdecimal() for value in option.among):
        return _numbers(map(int, option.among))
    return _counted([(option.called(value), "", value) for value in option.among])


def _kept(menu: Menu) -> list[tuple[str, str, str]]:
    is_replay = menu.verb == "replay"
    return [
        (table.label, "", table.log_path if is_replay else table.id)
        for table in menu.known.tables
        if is_replay or not table.is_over
    ]


def _counted(listed: list[tuple[str, str, str]]) -> tuple[Item, ...]:
    return tuple(Item(*one, number) for number, one in enumerate(listed, 1))


def _numbers(numbers: Iterable[int]) -> tuple[Item, ...]:
    """Numbers to choose from: each is chosen by itself, not by its place."""
    return tuple(Item("", "", str(number), number) for number in numbers)


def _top(menu: Menu) -> tuple[Item, ...]:
    words = menu.words
    return _counted(
        [
            (words.say("open a table"), words.say("for the others on this wifi"), "host"),
            (words.say("play against bots"), words.say("alone, at once"), "solo"),
            (words.say("learn a game"), words.say("a first game, explained as it goes"), "learn"),
            (words.say("resume a table"), words.say("that you left or paused"), "resume"),
            (words.say("watch a replay"), words.say("of a table that is kept here"), "replay"),
            (words.say("sit down by a link"), words.say("or by an address"), "join"),
            (words.say("your name"), menu.known.name, "name"),
            # Whoever does not read this language must find the way to the other one.
            ("English / français", words.say("now: English"), "language"),
            (words.say("quit"), "", "quit"),
        ]
    )


def _live(menu: Menu) -> tuple[Item, ...]:
    first = len(_top(menu)) + 1
    return tuple(
        Item(table.label, table.note, table.key, number)
        for number, table in enumerate(menu.live, first)
        if table is not None
    )


def _game(words: Words, card: GameCard, number: int) -> Item:
    seats = words.say("{least} to {most} seats", least=card.seats_least, most=card.seats_most)
    note = f"{seats} · {card.effort}" if card.effort else seats
    return Item(card.title, note, card.id, number, card.about)


def _settle(menu: Menu) -> list[tuple[str, str, str]]:
    words, settled = menu.words, menu.settled
    chosen = dict(settled.options)
    seats = words.count("{number} seat", "{number} seats", int(menu.answers[1]))
    return [
        (words.say("open the table"), f"{_card(menu).title}, {seats}", "open"),
        (words.say("bots"), str(settled.bots), "bots"),
        (words.say("who may come in"), _door(words, settled.door), "door"),
        *(
            (option.help, option.called(chosen.get(option.name, option.among[0])), option.name)
            for option in _card(menu).options
        ),
    ]


def _door(words: Words, door: str) -> str:
    return {
        "knock": words.say("whoever knocks, and is let in by you"),
        "code": words.say("whoever has the code: the table is private"),
        "open": words.say("everybody on this network"),
    }[door]


def _card(menu: Menu) -> GameCard:
    return next(card for card in menu.known.games if card.id == menu.answers[0])


def _option(menu: Menu) -> OptionCard:
    return next(option for option in _card(menu).options if option.name == menu.changing)


def place_of(menu: Menu, number: int) -> int | None:
    """Where on this page the item stands that shows this number."""
    return next((at for at, item in enumerate(items(menu)) if item.number == number), None)


def choose(menu: Menu, place: int | None) -> Menu | Outcome:
    """Take an item of this page by its place, counted from 0."""
    listed = items(menu)
    if place is None or not 0 <= place < len(listed):
        return replace(menu, refused=menu.words.say("There is no such number here."))
    word = listed[place].word
    match menu.page:
        case Page.TOP:
            return _begin(menu, word)
        case Page.SETTLE if word == "open":
            return RunCommand(command(menu))
        case Page.SETTLE:
            return replace(menu, changing=word, refused="")
        case Page.BOTS:
            return _settled(menu, replace(menu.settled, bots=int(word)))
        case Page.DOOR:
            return _settled(menu, replace(menu.settled, door=word))
        case Page.OPTION:
            options = dict(menu.settled.options) | {menu.changing: word}
            return _settled(menu, replace(menu.settled, options=tuple(options.items())))
        case _:
            return _answer(menu, word)


def _settled(menu: Menu, settled: Arranged) -> Menu:
    return replace(menu, settled=settled, changing="", refused="")


def _begin(menu: Menu, word: str) -> Menu | Outcome:
    if word == "quit":
        return Quit()
    if word == "language":
        return Speak("en" if menu.words.language == "fr" else "fr")
    table = next((one for one in menu.live if one is not None and one.key == word), None)
    if table is not None:
        return RunCommand(table.words)
    begun = replace(menu, verb=word, refused="")
    if begun.page is Page.TABLE and not items(begun):
        return replace(menu, refused=menu.words.say("There is no such table on this machine yet."))
    return begun


def write(menu: Menu, text: str) -> Menu | Outcome:
    """Answer a page that wants a text."""
    written = " ".join(text.split())
    if not written:
        return back(menu)
    return CallMe(written) if menu.page is Page.NAME else RunCommand((menu.verb, written))


def _answer(menu: Menu, word: str) -> Menu | Outcome:
    answered = replace(menu, answers=(*menu.answers, word), refused="")
    if len(answered.answers) < len(PAGES[menu.verb]):
        return answered
    return RunCommand(command(answered))


def command(menu: Menu) -> tuple[str, ...]:
    """The words that do the same when they are typed."""
    typed = [menu.verb, *menu.answers[:1]]
    if len(menu.answers) > 1:
        typed += ["--seats", menu.answers[1]]
    if menu.verb == "host":
        typed += ["--bots", str(menu.settled.bots), *_DOOR_OPTIONS[menu.settled.door]]
        for name, value in menu.settled.options:
            typed += ["--" + name.replace("_", "-"), value]
    return tuple(typed)


def back(menu: Menu) -> Menu | Outcome:
    """One page back; from the first one, out."""
    if not menu.verb:
        return Quit()
    if menu.changing:
        return replace(menu, changing="", refused="")
    if not menu.answers:
        return replace(menu, verb="", refused="")
    # What was settled was settled for this game and so many seats.
    return replace(menu, answers=menu.answers[:-1], settled=Arranged(), refused="")
