"""Append-only lines: for screen readers, pipes, dumb terminals and whoever prefers them."""

from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, TextIO

from p2pjeux.rules.contract import Game, View
from p2pjeux.rules.contract import Text as TextField
from p2pjeux.rules.drawing import Size, plain
from p2pjeux.rules.requests import Action
from p2pjeux.rules.words import Words
from p2pjeux.table.events import (
    Asked,
    Ended,
    Happened,
    Leave,
    NotLegal,
    Play,
    TookBack,
    Waiting,
)
from p2pjeux.table.solo import SoloTable
from p2pjeux.ui import chooser as choosing
from p2pjeux.ui.chooser import Chooser, Stage
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.notices import notice
from p2pjeux.ui.questions import question
from p2pjeux.ui.typed import Word, take, word_in

# Lines are not bound to a window; the boards are drawn for the smallest one.
BOARD_SIZE: Final = Size(80, 24)


class LineSource(Protocol):
    """Where a person's lines come from; an empty one without its end is the end of them."""

    def readline(self) -> str: ...


class _Quit(Exception):
    """The person gets up in the middle of a choice."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Where lines come from and go to, and what may be printed on request."""

    lines_in: LineSource
    out: TextIO
    words: Words
    rules_text: str

    def put(self, *lines: str) -> None:
        for line in lines:
            self.out.write(_writable(line.rstrip(), self.out) + "\n")
        # A screen reader or a program at the other end of a pipe must not wait for a full buffer.
        self.out.flush()

    def read(self) -> str:
        """The next line; raise EOFError when there is none any more."""
        line = self.lines_in.readline()
        if not line:
            raise EOFError
        return line.strip()


def _writable(text: str, out: TextIO) -> str:
    """What the stream can take of it: an old console has no stones, but must not stop the game."""
    encoding = out.encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def run_plain(
    table: SoloTable, words: Words, lines_in: LineSource, out: TextIO, rules_text: str = ""
) -> Ending:
    """Play at a table in plain lines until the game is over or the person leaves."""
    lines = Lines(lines_in, out, words, rules_text)
    try:
        _greet(table, lines)
        _play(table, lines)
    except EOFError:
        lines.put("", words.say("There is nothing more to read: you leave the table."))
    except _Quit:
        lines.put(words.say("You leave the table."))
    except KeyboardInterrupt:
        lines.put("", words.say("Interrupted: you leave the table."))
        table.command(Leave())
        return Ending.INTERRUPTED
    else:
        return Ending.OVER
    table.command(Leave())
    return Ending.LEFT


def _greet(table: SoloTable, lines: Lines) -> None:
    words, facts = lines.words, table.game.facts
    lines.put(words.choose(facts.title_fr, facts.title_en))
    lines.put(words.say("At the table: {names}.", names=words.among(words.names)))
    if table.person is not None:
        name = words.name(table.person)
        lines.put(words.say("You are {name}. Type help for what can be typed.", name=name))
    lines.put("")


def _play(table: SoloTable, lines: Lines) -> None:
    presenter = table.game.presenter
    while True:
        for event in table.run():
            match event:
                case Happened(happening=done):
                    lines.put(
                        *presenter.tell(
                            done.before, done.request, done.answer, done.after, lines.words
                        )
                    )
                case Asked():
                    _answer(table, event, lines)
                case Ended(view=view):
                    lines.put("", *presenter.result(view.state, lines.words))
                    return
                case NotLegal():
                    raise AssertionError("a solo table refuses in command, not in run")
                case Waiting() | TookBack():
                    pass
                case _:
                    lines.put(notice(event, lines.words).text)


def _answer(table: SoloTable, asked: Asked, lines: Lines) -> None:
    """Ask until an action is decided and the table takes it."""
    _show_board(table.game, asked.view, lines)
    while True:
        lines.put(table.game.presenter.prompt(asked.view, asked.request, lines.words))
        refused = table.command(Play(_decide(table.game, asked, lines)))
        if refused is None:
            lines.put("")
            return
        lines.put(choosing.explain(refused.refusal, lines.words))


def _show_board(game: Game[Any], view: View[Any], lines: Lines) -> None:
    drawn = game.presenter.board(view, lines.words, BOARD_SIZE)
    lines.put("", *(plain(line) for line in drawn), "")


def _decide(game: Game[Any], asked: Asked, lines: Lines) -> Action:
    """Lead the person through the chooser to an action."""
    chooser = choosing.begin(game, asked.request, asked.view, lines.words)
    _show_choices(chooser, lines)
    while True:
        typed = lines.read()
        word = word_in(chooser, typed)
        after = take(chooser, typed) if word is None else _obey(word, chooser, lines)
        if after.action is not None and after.is_decided:
            return after.action
        if after.refused:
            lines.put(after.refused)
        elif word not in (Word.HELP, Word.BOARD, Word.RULES):
            _show_choices(after, lines)
        chooser = replace(after, refused="")


def _obey(word: Word, chooser: Chooser, lines: Lines) -> Chooser:
    words = lines.words
    match word:
        case Word.QUIT:
            raise _Quit
        case Word.BACK:
            return choosing.back(chooser)
        case Word.BOARD:
            _show_board(chooser.question.game, chooser.question.view, lines)
        case Word.RULES:
            lines.put(lines.rules_text or words.say("The rules are not at hand here."))
        case Word.HELP:
            lines.put(*_help(words))
        case Word.AGAIN:
            pass
    return chooser


def _show_choices(chooser: Chooser, lines: Lines) -> None:
    lines.put(question(chooser))
    for number, entry in enumerate(choosing.entries(chooser), 1):
        # Words, not a sign alone: a screen reader may skip signs.
        chosen = lines.words.say(" (chosen)") if entry.mark else ""
        lines.put(f"{number}. {entry.label}{chosen}")
    lines.put(_how(chooser, lines.words))


def _how(chooser: Chooser, words: Words) -> str:
    if chooser.stage is Stage.READY:
        return words.say("Press Enter to play this, or type back to change it.")
    if isinstance(chooser.field, TextField):
        return words.say("Write your line, or /back, /help, /quit.")
    if chooser.is_toggling:
        return words.say("Type the numbers of your choice, with spaces between them.")
    return words.say("Type the number of your choice.")


def _help(words: Words) -> tuple[str, ...]:
    return (
        words.say("What can be typed, in French or in English:"),
        words.say("  a number: that choice; several numbers where several may be chosen"),
        words.say("  the beginning of a choice: that choice, if no other begins like it"),
        words.say("  back (retour): one step back while a choice is not complete"),
        words.say("  again (encore): the choices once more"),
        words.say("  board (plateau): the board as it is now"),
        words.say("  rules (règles): the rules of the game"),
        words.say("  quit (quitter): leave the table"),
    )
