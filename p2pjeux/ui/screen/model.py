"""All that the full screen shows, as one frozen record, and what events change in it."""

from dataclasses import dataclass, replace
from enum import Enum
from functools import reduce
from typing import Any, Final

from p2pjeux.rules.contract import Game, View
from p2pjeux.rules.contract import Text as TextField
from p2pjeux.rules.drawing import Span
from p2pjeux.rules.requests import Request, Seat, Shuffle, deciders
from p2pjeux.rules.words import Words
from p2pjeux.table.events import (
    Agreement,
    Asked,
    Declined,
    Ended,
    Event,
    Happened,
    Mended,
    NotLegal,
    Recalled,
    TookBack,
    Waiting,
)
from p2pjeux.ui.choosing import chooser as choosing
from p2pjeux.ui.choosing.chooser import Chooser, Selectable, Stage
from p2pjeux.ui.choosing.matching import matches
from p2pjeux.ui.screen.line_editor import Draft
from p2pjeux.ui.wording.meantime import NONE_YET, Meantimes, happened, marked
from p2pjeux.ui.wording.notices import notice
from p2pjeux.ui.wording.presence import marked_names
from p2pjeux.ui.wording.table_status import ALONE, TableStatus, hear_status
from p2pjeux.ui.wording.tutor import Lesson, Tutor, after, conclude, explain

# The top of an overlay that opens where its content says, such as the rules about what is asked.
AT_SECTION: Final = -1


class Overlay(Enum):
    """What can lie over the table."""

    HELP = "f1"
    RULES = "f5"
    STORY = "f6"
    BOARD = "f7"
    LEAVE = "f8"
    SEATS = "f9"
    # Once more, before the hand of somebody who is there is laid open.
    WITHOUT = "without"


@dataclass(frozen=True, slots=True)
class Model:
    game: Game[Any]
    words: Words
    rules_text: str = ""
    table_name: str = ""
    status: TableStatus = ALONE
    view: View[Any] | None = None
    steps: int = 0
    story: tuple[Span, ...] = ()
    # The sentences before this one were told before the person last decided.
    fresh_from: int = 0
    # The last question; once decided it stays, in case the table refuses the decision.
    chooser: Chooser | None = None
    is_over: bool = False
    # The number of the selected entry, and what is typed to find one or to fill a text.
    at: int = 0
    # The step that was open when the person last decided.
    decided_at: int | None = None
    typed: str = ""
    # How many characters of ``typed`` lie behind the cursor.
    behind: int = 0
    # Lines scrolled back from the newest sentence.
    scrolled: int = 0
    overlay: Overlay | None = None
    overlay_top: int = 0
    # In a guided game: what has been explained, and what is being explained now.
    tutor: Tutor | None = None
    lesson: tuple[str, ...] = ()
    # What happened since the people here last decided; and the thing of the board looked at.
    meantimes: Meantimes = NONE_YET
    looked: str = ""
    # The line of chat that is being written.
    chat: Draft | None = None
    # Where several people share the machine: who sits before it, and who is to sit there next.
    before: Seat | None = None
    curtain: Asked | None = None
    # Shown to a whole room, where nobody acts.
    is_television: bool = False

    @property
    def is_asked(self) -> bool:
        return self.chooser is not None and self.chooser.stage is not Stage.DECIDED

    @property
    def may_take_back(self) -> bool:
        """Whether a decision from here can still be undone, or somebody asks for one to be."""
        status = self.status
        if not status.may_propose(Agreement.TAKE_BACK):
            return False
        is_decided = self.chooser is not None and self.chooser.stage is Stage.DECIDED
        is_pending = is_decided and self.decided_at == self.steps
        return bool(status.reachable) or is_pending or status.proposed is Agreement.TAKE_BACK

    @property
    def prompt(self) -> object:
        """What waits for an Enter; another object means that another prompt has appeared.

        None where an Enter is an answer at once: to what the person has just opened.
        """
        if self.overlay is Overlay.LEAVE and self.is_over:
            return self.overlay
        if self.overlay is not None or self.chat is not None:
            return None
        if self.curtain is not None:
            return self.curtain
        if self.lesson:
            return self.lesson
        if self.is_asked and self.chooser is not None:
            return self.chooser.question
        return self.is_over

    @property
    def is_writing(self) -> bool:
        """Whether typed characters are the text of a field."""
        return self.chooser is not None and isinstance(self.chooser.field, TextField)


def hear(model: Model, event: Event) -> Model:
    """The model after an event of the table."""
    model = replace(model, status=hear_status(model.status, event))
    match event:
        case Happened(happening=done, view=view):
            tell = model.game.presenter.tell
            voice = marked_names(model.status, model.words)
            told = tell(done.before, done.request, done.answer, done.after, voice)
            spans = (*map(Span, told), *_proved(model, done.request))
            # What was asked behind a curtain has been answered otherwise.
            model = replace(model, curtain=None, meantimes=happened(model.meantimes, done.after))
            told_now = _tell(_see(replace(model, steps=model.steps + 1), view), *spans)
            return _teach(told_now, after, done.request)
        case Recalled(events=events):
            known = reduce(hear, events, model)
            return replace(known, fresh_from=len(known.story))
        case Asked():
            return _hear_question(model, event)
        case NotLegal(refusal=refusal) | Declined(refusal=refusal):
            reason = choosing.explain(refusal, model.words)
            return _hear_refusal(model, reason, is_of_decision=isinstance(event, NotLegal))
        case Ended(view=view):
            result = model.game.presenter.result(view.state, model.words)
            ended = replace(model, is_over=True, chooser=None, curtain=None)
            return _teach_last(_tell(_see(ended, view), *map(Span, result)))
        case Mended(view=view):
            # Whatever was asked came after that step; the table asks again.
            asked_no_more = replace(model, chooser=None, curtain=None, meantimes=NONE_YET)
            return _tell(_see(asked_no_more, view), notice(event, model.words))
        case TookBack(view=view):
            text = model.words.say("The last decision is taken back.")
            again = replace(model, chooser=None, curtain=None, meantimes=NONE_YET)
            return _tell(_see(again, view), Span(text, "title"))
        case Waiting():
            return model
        case _:
            return _tell(model, notice(event, model.words))


def _tell(model: Model, *sentences: Span) -> Model:
    return replace(model, story=(*model.story, *sentences))


def _proved(model: Model, request: Request) -> tuple[Span, ...]:
    """Among people a shuffle is worth a word: everybody has mixed and proved it."""
    if not model.status.is_apart or not isinstance(request, Shuffle):
        return ()
    seats = len(model.words.names)
    text = model.words.say("Shuffled and proved by {done} of {total}.", done=seats, total=seats)
    return (Span(text, "good"),)


def _see(model: Model, view: View[Any]) -> Model:
    """Show a view; but nobody sees a hand before whom the machine does not stand."""
    if model.status.takes_turns and view.seat != model.before:
        view = View(view.state, None, {})
    return replace(model, view=marked(model.meantimes, view))


def _hear_question(model: Model, asked: Asked) -> Model:
    model = replace(model, scrolled=0)
    if model.status.takes_turns and asked.view.seat != model.before:
        return _see(replace(model, before=None, curtain=asked, chooser=None), asked.view)
    return open_question(model, asked)


def open_question(model: Model, asked: Asked) -> Model:
    """Put a question before its person, who is the one to see the screen from now on."""
    view = marked(model.meantimes, asked.view)
    chooser = choosing.begin(model.game, asked.request, view, model.words)
    seen = replace(model, before=asked.view.seat, curtain=None, view=view)
    return _teach(ask(seen, chooser), explain, asked.request)


def _teach(model: Model, lesson: Lesson, request: Request) -> Model:
    if model.tutor is None:
        return model
    tutor, texts = lesson(model.tutor, request, model.words)
    return explained(replace(model, tutor=tutor), texts)


def _teach_last(model: Model) -> Model:
    if model.tutor is None:
        return model
    tutor, texts = conclude(model.tutor, model.words)
    return explained(replace(model, tutor=tutor), texts)


def explained(model: Model, texts: tuple[str, ...]) -> Model:
    """Lay these texts over the table, one after the other."""
    return replace(model, lesson=(*model.lesson, *texts))


def understood(model: Model) -> Model:
    """Put the first lesson away; it stays in the story, to be read again."""
    told = Span("» " + model.lesson[0], "cyan")
    return _tell(replace(model, lesson=model.lesson[1:]), told)


def _hear_refusal(model: Model, reason: str, *, is_of_decision: bool) -> Model:
    """A refused decision is asked again; anything else that was refused changes nothing."""
    chooser = model.chooser
    if not is_of_decision or chooser is None or chooser.stage is not Stage.DECIDED:
        told = _tell(model, Span("! " + reason, "warn"))
        # News may cover the story, but whoever has pressed a key looks for what became of it.
        return replace(told, chooser=replace(chooser, refused=reason)) if chooser else told
    # The chooser asks the same door as the table, so this is rare; but never a dead end.
    again = choosing.restart(replace(chooser, action=None))
    return ask(model, replace(again, refused=reason))


def ask(model: Model, chooser: Chooser) -> Model:
    """Put this chooser before the person, the selection on its first harmless entry."""
    listed = choosing.entries(chooser)
    items = (number for number, entry in enumerate(listed) if isinstance(entry.of, int))
    first = next(items, 0)
    return replace(model, chooser=chooser, at=first, typed=chooser.text, behind=0)


def pending(model: Model) -> Request | None:
    """What the game waits for."""
    return None if model.view is None else model.game.request(model.view.state)


def waiting_for(model: Model) -> tuple[Seat, ...]:
    """The seats that must decide before the game goes on."""
    request = pending(model)
    if model.view is None or request is None:
        return ()
    # Who has already sealed a choice is not known to us, save for ourselves.
    return tuple(seat for seat in deciders(request) if seat != model.view.seat)


def listed(model: Model) -> tuple[Selectable, ...]:
    """What can be selected now."""
    chooser = model.chooser
    if chooser is None or chooser.stage is Stage.DECIDED:
        return ()
    return choosing.entries(chooser)


def shown(model: Model) -> tuple[int, ...]:
    """The numbers of the entries that fit what is typed; all when nothing is, or only digits."""
    labels = listed(model)
    if not model.typed or model.typed.isdecimal():
        return tuple(range(len(labels)))
    return tuple(at for at, entry in enumerate(labels) if matches(model.typed, entry.label))
