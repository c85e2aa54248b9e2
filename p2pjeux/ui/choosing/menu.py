"""The menu that opens when no command is typed. Pure: both interfaces show the same pages.

A choice ends as the words of a command, so the menu can do nothing that could not be typed.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, TypeAlias

from p2pjeux.rules.words import Words


@dataclass(frozen=True, slots=True)
class GameCard:
    id: str
    title: str
    seats_least: int
    seats_most: int


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table that is kept here: how it can be named to a command, and to a person."""

    id: str
    log_path: str
    label: str
    is_over: bool = False


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
    BOTS = "bots"
    TABLE = "table"
    NAME = "name"


# Which pages a command needs; each answers with one word of it.
PAGES: Final = {
    "host": (Page.GAME, Page.SEATS, Page.BOTS),
    "join": (),
    "solo": (Page.GAME, Page.SEATS),
    "learn": (Page.GAME,),
    "resume": (Page.TABLE,),
    "replay": (Page.TABLE,),
    "name": (Page.NAME,),
}


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


@dataclass(frozen=True, slots=True)
class Menu:
    words: Words
    known: Known
    verb: str = ""
    answers: tuple[str, ...] = ()
    # Why the last choice could not be taken.
    refused: str = ""

    @property
    def page(self) -> Page:
        return PAGES[self.verb][len(self.answers)] if self.verb else Page.TOP


def title(menu: Menu) -> str:
    words = menu.words
    titles = {
        Page.TOP: words.say("What would you like to do?"),
        Page.GAME: words.say("Which game?"),
        Page.SEATS: words.say("How many play?"),
        Page.BOTS: words.say("How many of them are bots?"),
        Page.TABLE: words.say("Which table?"),
        Page.NAME: words.say("What are you called at a table?"),
    }
    return titles[menu.page]


def items(menu: Menu) -> tuple[Item, ...]:
    """What can be chosen on this page; none where something is to be written."""
    match menu.page:
        case Page.TOP:
            return _top(menu)
        case Page.GAME:
            return tuple(_game(menu.words, card) for card in menu.known.games)
        case Page.SEATS:
            card = _card(menu)
            numbers = range(card.seats_least, card.seats_most + 1)
            return tuple(Item(str(number), "", str(number)) for number in numbers)
        case Page.BOTS:
            return tuple(Item(str(bots), "", str(bots)) for bots in range(int(menu.answers[1])))
        case Page.TABLE:
            is_replay = menu.verb == "replay"
            return tuple(
                Item(table.label, "", table.log_path if is_replay else table.id)
                for table in menu.known.tables
                if is_replay or not table.is_over
            )
        case Page.NAME:
            return ()


def _top(menu: Menu) -> tuple[Item, ...]:
    words = menu.words
    return (
        Item(words.say("open a table"), words.say("for the others on this wifi"), "host"),
        Item(words.say("sit down at a table"), words.say("that somebody has opened"), "join"),
        Item(words.say("play against bots"), words.say("alone, at once"), "solo"),
        Item(words.say("learn a game"), words.say("a first game, explained as it goes"), "learn"),
        Item(words.say("go on with a table"), words.say("that was left or paused"), "resume"),
        Item(words.say("watch a replay"), words.say("of a table that is kept here"), "replay"),
        Item(words.say("your name"), menu.known.name, "name"),
        # Whoever does not read this language must find the way to the other one.
        Item("English / français", words.say("now: English"), "language"),
        Item(words.say("quit"), "", "quit"),
    )


def _game(words: Words, card: GameCard) -> Item:
    note = words.say("{least} to {most} seats", least=card.seats_least, most=card.seats_most)
    return Item(card.title, note, card.id)


def _card(menu: Menu) -> GameCard:
    return next(card for card in menu.known.games if card.id == menu.answers[0])


def choose(menu: Menu, number: int) -> Menu | Outcome:
    """Take an item of this page, counted from 0."""
    listed = items(menu)
    if not 0 <= number < len(listed):
        return replace(menu, refused=menu.words.say("There is no such number here."))
    word = listed[number].word
    if menu.page is Page.TOP:
        return _begin(menu, word)
    return _answer(menu, word)


def _begin(menu: Menu, word: str) -> Menu | Outcome:
    if word == "quit":
        return Quit()
    if word == "language":
        return Speak("en" if menu.words.language == "fr" else "fr")
    begun = replace(menu, verb=word, refused="")
    if not PAGES[word]:
        return RunCommand((word,))
    if begun.page is Page.TABLE and not items(begun):
        return replace(menu, refused=menu.words.say("There is no such table on this machine yet."))
    return begun


def write(menu: Menu, text: str) -> Menu | Outcome:
    """Answer a page that wants a text."""
    name = " ".join(text.split())
    return CallMe(name) if name else back(menu)


def _answer(menu: Menu, word: str) -> Menu | Outcome:
    answers = (*menu.answers, word)
    if len(answers) < len(PAGES[menu.verb]):
        return replace(menu, answers=answers, refused="")
    return RunCommand(command(menu.verb, answers))


def command(verb: str, answers: tuple[str, ...]) -> tuple[str, ...]:
    """The words that do the same when they are typed."""
    options = ("", "--seats", "--bots")
    typed = [verb]
    for option, answer in zip(options, answers, strict=False):
        typed += [option, answer] if option else [answer]
    return tuple(typed)


def back(menu: Menu) -> Menu | Outcome:
    """One page back; from the first one, out."""
    if not menu.verb:
        return Quit()
    if not menu.answers:
        return replace(menu, verb="", refused="")
    return replace(menu, answers=menu.answers[:-1], refused="")
