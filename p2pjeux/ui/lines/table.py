"""Append-only lines: for screen readers, pipes, dumb terminals and whoever prefers them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, TextIO

import trio

from p2pjeux.printable import put
from p2pjeux.rules.contract import Game, View
from p2pjeux.rules.contract import Text as TextField
from p2pjeux.rules.drawing import plain
from p2pjeux.rules.requests import Request, Seat
from p2pjeux.rules.words import Words
from p2pjeux.sitting.solo import SoloTable
from p2pjeux.table.events import (
    Agree,
    Agreement,
    Asked,
    Command,
    Declined,
    Ended,
    Event,
    GoWithout,
    Happened,
    Leave,
    Mended,
    NotLegal,
    Play,
    Recalled,
    TookBack,
    Waiting,
)
from p2pjeux.ui.choosing import chooser as choosing
from p2pjeux.ui.choosing.chooser import Chooser
from p2pjeux.ui.choosing.matching import fold
from p2pjeux.ui.choosing.table_words import choice_help, command_in, talk_help
from p2pjeux.ui.choosing.typed_line import WORDS, Word, take, word_in
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lines.going_on import GoingOn
from p2pjeux.ui.lines.keyboard import Keyboard, LineSource
from p2pjeux.ui.lines.legible import letters_for
from p2pjeux.ui.lines.position import Spoken
from p2pjeux.ui.lines.recall import retold
from p2pjeux.ui.lines.waiting import WaitSpeaker
from p2pjeux.ui.solo_task import play_solo
from p2pjeux.ui.tasks import COMMANDS_MOST, SeatTask, first_of
from p2pjeux.ui.wording.markdown import PLAIN_COLUMNS, cut_section, format_markdown
from p2pjeux.ui.wording.meantime import NONE_YET, decided, happened, marked, since
from p2pjeux.ui.wording.notices import notice
from p2pjeux.ui.wording.presence import marked_names, seat_line
from p2pjeux.ui.wording.questions import question
from p2pjeux.ui.wording.table_status import TableStatus, hear_status, progress
from p2pjeux.ui.wording.tutor import Lesson, Tutor, after, conclude, explain, hint_at, section_of

# Between two people at one machine: nothing of the other's hand is left to be seen.
CURTAIN_LINES: Final = 60


@dataclass(frozen=True, slots=True)
class Lines:
    """Where lines go to, and what may be printed on request."""

    out: TextIO
    words: Words
    rules_text: str = ""

    def put(self, *lines: str) -> None:
        letters = letters_for(self.out, self.words)
        put(self.out, *(line.rstrip().translate(letters) for line in lines))


def run_plain(
    table: SoloTable, words: Words, lines_in: LineSource, out: TextIO, rules_text: str = ""
) -> Ending:
    """Play at a solo table in plain lines until the game is over or the person leaves."""
    people = () if table.person is None else (table.person,)
    return _run_solo(table, Sitters(people), Lines(out, words, rules_text), lines_in)


def run_plain_lesson(
    table: SoloTable, words: Words, lines_in: LineSource, out: TextIO, rules_text: str = ""
) -> Ending:
    """The same, everything explained as it comes."""
    assert table.person is not None
    tutor = Tutor(table.game.presenter.guide, table.person)
    sitters = Sitters((table.person,), tutor=tutor)
    return _run_solo(table, sitters, Lines(out, words, rules_text), lines_in)


def _run_solo(table: SoloTable, sitters: "Sitters", lines: "Lines", lines_in: LineSource) -> Ending:

    async def main() -> Ending:
        keyboard = Keyboard(lines_in)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keyboard.run)
            shown = PlainTable(table.game, lines, keyboard, sitters)
            ending = await shown.run(partial(play_solo, table))
            nursery.cancel_scope.cancel()
        return ending

    return run_interruptibly(main, lines)


def run_interruptibly(main: Callable[[], Awaitable[Ending]], lines: Lines) -> Ending:
    """Run on trio; Ctrl-C is a way to leave, and an error comes out alone, not in a group."""
    try:
        return trio.run(main)
    except (KeyboardInterrupt, BaseExceptionGroup) as error:
        first = first_of(error)
        if not isinstance(first, KeyboardInterrupt):
            raise first from None
    lines.put("", lines.words.say("Interrupted: you leave the table."))
    return Ending.INTERRUPTED


@dataclass(frozen=True, slots=True)
class Sitters:
    """Who sits here: the seats of people at this machine, and whether there are others to hear."""

    people: tuple[Seat, ...] = ()
    # Among people on other machines a line may be typed at any time, not only when one is asked.
    in_company: bool = False
    # Where everything is explained when it is first met.
    tutor: Tutor | None = None
    # For each seat the words of its key.
    fingerprints: tuple[str, ...] = ()


class PlainTable:
    """One table in plain lines. ``keyboard`` is None where nobody types, as with bots only."""

    def __init__(
        self, game: Game[Any], lines: Lines, keyboard: Keyboard | None, sitters: Sitters
    ) -> None:
        self._game = game
        self._lines = lines
        self._words = lines.words
        self._keyboard = keyboard
        self._sitters = sitters
        self._tutor = sitters.tutor
        self._status = TableStatus(sitters.people, sitters.in_company, sitters.fingerprints)
        self._chooser: Chooser | None = None
        self._asked: Asked | None = None
        # Whether it was answered, and the table has not taken the answer yet.
        self._is_decided = False
        # Who sits before the machine; None while it is being passed on.
        self._before: Seat | None = next(iter(sitters.people), None)
        self._is_asked = trio.Event()
        may_act = bool(sitters.in_company and sitters.people)
        self._waits = WaitSpeaker(lines.put, lines.words, may_act=may_act)
        self._view: View[Any] | None = None
        self._spoken = Spoken(game, lines.words)
        self._meantimes = NONE_YET
        self._going_on = GoingOn(lines.put, lines.words)

    async def run(self, play: SeatTask) -> Ending:
        """Show a table until the game is over or the person leaves."""
        self._greet()
        to_ui, events = trio.open_memory_channel[Event](0)
        to_table, commands = trio.open_memory_channel[Command](COMMANDS_MOST)
        ending = Ending.LEFT
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play, to_ui, commands)
            nursery.start_soon(self._waits.run)
            if self._keyboard is not None:
                nursery.start_soon(self._read_lines, self._keyboard, to_table)
            # Closed without a pause: the table must not find it closed before it is cancelled.
            with events:
                async for event in events:
                    self._hear(event)
                    is_asked = self._asked is not None and not self._is_decided
                    self._waits.hear(event, self._status, is_asked=is_asked)
                    if isinstance(event, Ended):
                        ending = Ending.OVER
                        break
            # The table ends by itself when there is nobody to tell and nothing to obey.
            to_table.close()
            nursery.cancel_scope.cancel()
        return ending

    def _greet(self) -> None:
        words, facts = self._words, self._game.facts
        self._lines.put(words.choose(facts.title_fr, facts.title_en))
        self._lines.put(words.say("At the table: {names}.", names=words.among(words.names)))
        if self._sitters.people:
            name = words.among(tuple(words.name(seat) for seat in self._sitters.people))
            self._lines.put(
                words.say("You are {name}. Type help to see what you can type.", name=name)
            )
        if self._tutor is not None:
            self._lines.put(words.translate(self._tutor.guide.welcome))
            self._lines.put(words.say("Type hint to see what a bot would do in your place."))
        self._lines.put("")

    # What the table tells.

    def _hear(self, event: Event) -> None:
        presenter, lines = self._game.presenter, self._lines
        self._status = hear_status(self._status, event)
        match event:
            case Happened(happening=done, view=view):
                self._view = view
                self._meantimes = happened(self._meantimes, done.after)
                self._settle()
                voice = marked_names(self._status, self._words)
                lines.put(
                    *presenter.tell(done.before, done.request, done.answer, done.after, voice)
                )
                self._teach(after, done.request)
            case Recalled():
                self._recall(event)
            case Asked(view=view):
                marked_view = marked(self._meantimes, view)
                self._asked = Asked(event.request, marked_view)
                self._view, self._is_decided = marked_view, False
                self._ask()
            case NotLegal() | Declined():
                self._hear_refusal(event)
            case Ended(view=view):
                lines.put("", *presenter.result(view.state, self._words))
                self._teach_last()
            case Waiting():
                self._settle()
            case TookBack(view=view):
                self._forget_question()
                lines.put(self._words.say("The last decision is taken back."))
                self._view = view
            case Mended(view=view):
                self._forget_question()
                lines.put(notice(event, self._words).text)
                self._view = view
            case _:
                lines.put(notice(event, self._words).text)

    def _recall(self, recalled: Recalled) -> None:
        for event in recalled.events:
            self._status = hear_status(self._status, event)
            if isinstance(event, Happened | TookBack | Mended):
                self._view = event.view
        self._lines.put(*retold(self._game, recalled, self._words))

    def _teach(self, lesson: Lesson, request: Request) -> None:
        if self._tutor is not None:
            self._tutor, texts = lesson(self._tutor, request, self._words)
            self._lines.put(*texts)

    def _teach_last(self) -> None:
        if self._tutor is not None:
            self._tutor, texts = conclude(self._tutor, self._words)
            self._lines.put(*texts)

    def _settle(self) -> None:
        """A decision that was sent has been taken: a later refusal is about something else."""
        if self._is_decided:
            self._is_decided, self._asked = False, None

    def _hear_refusal(self, event: NotLegal | Declined) -> None:
        self._lines.put(choosing.explain(event.refusal, self._words))
        if isinstance(event, NotLegal):
            self._ask_again()

    def _ask_again(self) -> None:
        """The decision was refused; if something else was, an open question just stays."""
        if self._asked is None:
            return
        if self._is_decided:
            self._is_decided = False
            self._put_question(self._asked)
        self._is_asked.set()

    def _forget_question(self) -> None:
        self._is_decided = False
        self._asked = self._chooser = None
        self._wait_to_be_asked()

    def _wait_to_be_asked(self) -> None:
        """Read no line until the next question. Whoever waits already must not wait in vain."""
        if self._is_asked.is_set():
            self._is_asked = trio.Event()

    def _ask(self) -> None:
        assert self._asked is not None
        seat = self._asked.view.seat
        if len(self._sitters.people) > 1 and seat is not None and seat != self._before:
            self._draw_curtain(seat)
        else:
            self._lines.put(*self._spoken.news(self._asked.view))
            self._put_question(self._asked)
        self._is_asked.set()

    def _draw_curtain(self, seat: Seat) -> None:
        self._before = None
        self._lines.put(*[""] * CURTAIN_LINES)
        name = self._words.name(seat)
        self._lines.put(
            self._words.say("Pass the machine to {name}, who then presses Enter.", name=name)
        )

    def _put_question(self, asked: Asked) -> None:
        self._teach(explain, asked.request)
        self._lines.put(self._game.presenter.prompt(asked.view, asked.request, self._words))
        self._chooser = choosing.begin(self._game, asked.request, asked.view, self._words)
        self._show_choices(self._chooser)

    # What the person types.

    async def _read_lines(
        self, keyboard: Keyboard, to_table: trio.MemorySendChannel[Command]
    ) -> None:
        words = self._words
        try:
            while True:
                if not self._sitters.in_company:
                    await self._is_asked.wait()
                command = self._take_line(await keyboard.line())
                if command is not None:
                    await to_table.send(command)
                if isinstance(command, Leave):
                    self._lines.put(words.say("You leave the table."))
                    return
        except EOFError:
            self._lines.put("", words.say("There is nothing more to read: you leave the table."))
            await to_table.send(Leave())

    def _take_line(self, typed: str) -> Command | None:
        """What a line asks of the table, if it asks anything of it."""
        asked = self._asked
        if asked is not None and len(self._sitters.people) > 1 and self._before is None:
            self._before = asked.view.seat
            self._spoken.forget()
            self._lines.put(*self._spoken.news(asked.view))
            self._put_question(asked)
            return None
        chooser = self._chooser
        command = self._asked_of_the_table(typed)
        if command is not None:
            return command
        word = word_in(chooser, typed) if chooser is not None else _lone_word(typed)
        if word is not None:
            return self._obey(word)
        if chooser is None:
            self._lines.put(self._words.say("Nothing is asked of you now; type help."))
            return None
        return self._choose(take(chooser, typed))

    def _asked_of_the_table(self, typed: str) -> Command | None:
        """Chat, agreements and the like; alone with bots only a decision can be taken back.

        Whoever writes a text needs a slash for it: any word may be meant for the text.
        """
        chooser = self._chooser
        is_text = chooser is not None and isinstance(chooser.field, TextField)
        if is_text and not typed.startswith("/"):
            return None
        command = command_in(typed, self._words)
        if isinstance(command, GoWithout):
            in_company = self._sitters.in_company
            return self._going_on.ask(command, self._status) if in_company else None
        if self._sitters.in_company or command != Agree(Agreement.TAKE_BACK):
            return command if self._sitters.in_company else None
        # The table asks again, or says that there is nothing to take back.
        self._wait_to_be_asked()
        return command

    def _choose(self, after: Chooser) -> Command | None:
        if after.action is not None:
            assert self._asked is not None
            self._lines.put("")
            seat = self._asked.view.seat
            self._is_decided = True
            self._wait_to_be_asked()
            self._chooser = None
            self._meantimes = decided(self._meantimes, self._asked.view)
            return Play(after.action, seat)
        if after.refused:
            self._lines.put(after.refused)
        else:
            self._show_choices(after)
        self._chooser = replace(after, refused="")
        return None

    def _obey(self, word: Word) -> Command | None:
        chooser = self._chooser
        match word:
            case Word.QUIT:
                return Leave()
            case Word.HINT if chooser is not None:
                hint = hint_at(self._game, chooser.question.view, self._words, self._status)
                self._lines.put(*_wrapped(hint))
            case Word.AGAIN if chooser is not None:
                self._show_choices(chooser)
            case Word.BACK if chooser is not None:
                return self._choose(choosing.back(chooser))
            case _:
                self._show(word)
        return None

    # What can be seen at any time.

    def _show(self, word: Word) -> None:
        words, lines = self._words, self._lines
        if word in _TOPICS:
            self._tell_position(_TOPICS[word])
            return
        match word:
            case Word.SINCE:
                nothing = words.say("Nothing has happened since your last turn.")
                told = since(self._game, self._meantimes, self._view, words)
                lines.put(*(told or (nothing,)))
            case Word.RULES:
                missing = words.say("The rules are not available here.")
                lines.put(*_wrapped(lines.rules_text or missing))
            case Word.NOW:
                lines.put(*_wrapped(self._rules_now()))
            case Word.SEATS:
                lines.put(*self._seats())
            case Word.HELP:
                lines.put(*choice_help(words, alone=not self._sitters.in_company))
                if self._sitters.in_company:
                    lines.put(*talk_help(words))
            case _:
                pass

    def _tell_position(self, topic: str | None) -> None:
        if self._view is not None:
            self._lines.put(*self._spoken.about(self._view, topic))

    def _rules_now(self) -> str:
        """The section of the rules about what the game waits for."""
        pending = None if self._view is None else self._game.request(self._view.state)
        heading = section_of(self._game, pending, self._words)
        section = cut_section(self._lines.rules_text, heading)[1]
        return section or self._words.say(
            "The rules say nothing about this; type rules to read them all."
        )

    def _seats(self) -> list[str]:
        """Everybody at the table, how they are doing, and the words of their keys."""
        status, words = self._status, self._words
        lines = []
        for seat, name in enumerate(words.names):
            keys = status.fingerprints[seat : seat + 1]
            state = seat_line(status, seat, words) if status.is_apart else ""
            lines.append(" · ".join(part for part in (name, state, *keys) if part))
        if status.waiting is not None:
            lines.append(progress(status.waiting, words))
        return [line for line in lines if line]

    def _show_choices(self, chooser: Chooser) -> None:
        lines = self._lines
        lines.put(question(chooser))
        for number, entry in enumerate(choosing.entries(chooser), 1):
            # Words, not a sign alone: a screen reader may skip signs.
            chosen = lines.words.say(" (chosen)") if entry.mark else ""
            lines.put(f"{number}. {entry.label}{chosen}")
        lines.put(_how(chooser, lines.words))


# The word for each topic of a position, and the one for all of it.
_TOPICS: Final = {
    Word.ALL: None,
    Word.BOARD: "board",
    Word.HAND: "hand",
    Word.PRICES: "prices",
    Word.WHO: "who",
}


def _wrapped(text: str) -> list[str]:
    """Prose in lines of a window's width, as the rules are read on the full screen."""
    return [plain(drawn) for drawn in format_markdown(text, PLAIN_COLUMNS)]


def _lone_word(typed: str) -> Word | None:
    """A word that is typed while nothing is asked."""
    return WORDS.get(fold(typed).removeprefix("/"))


def _how(chooser: Chooser, words: Words) -> str:
    if isinstance(chooser.field, TextField):
        return words.say("Write your line, or /back, /help, /quit.")
    if chooser.is_toggling:
        return words.say("Type the numbers of your choice, with spaces between them.")
    return words.say("Type the number of your choice.")
