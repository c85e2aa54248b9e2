"""All that the page of a table shows, as one frozen record, and what events and taps change."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from p2pjeux.rules.contract import Game, View
from p2pjeux.rules.contract import Text as TextField
from p2pjeux.rules.drawing import Span
from p2pjeux.rules.requests import Request, Shuffle
from p2pjeux.rules.words import Words
from p2pjeux.table.events import (
    Agree,
    Agreeing,
    Agreement,
    Asked,
    Cheated,
    Command,
    Declined,
    Ended,
    Event,
    Forgot,
    GoOn,
    GoWithout,
    Happened,
    Left,
    Mended,
    NotLegal,
    Paused,
    Play,
    Reached,
    Returned,
    Said,
    Say,
    TookBack,
    WentOn,
)
from p2pjeux.ui.choosing import chooser as choosing
from p2pjeux.ui.choosing.chooser import Chooser, Stage
from p2pjeux.ui.wording.meantime import NONE_YET, Meantimes, decided, happened, marked
from p2pjeux.ui.wording.notices import notice
from p2pjeux.ui.wording.table_status import TableStatus, hear_status


@dataclass(frozen=True, slots=True)
class TouchModel:
    game: Game[Any]
    words: Words
    table_name: str
    status: TableStatus
    view: View[Any] | None = None
    steps: int = 0
    story: tuple[Span, ...] = ()
    # The sentences before this one were told before the person last decided.
    fresh_from: int = 0
    # The last question; once decided it stays, in case the table refuses the decision.
    chooser: Chooser | None = None
    is_over: bool = False
    meantimes: Meantimes = NONE_YET
    # Lines of chat: who, and what.
    said: tuple[tuple[int, str], ...] = ()
    # What the table refused that was no decision.
    refused: str = ""

    @property
    def asked(self) -> Chooser | None:
        """The question before the person, while it waits for an answer."""
        chooser = self.chooser
        return None if chooser is None or chooser.stage is Stage.DECIDED else chooser


def hear(model: TouchModel, event: Event) -> TouchModel:
    """The model after an event of the table."""
    model = replace(model, status=hear_status(model.status, event), refused="")
    match event:
        case Happened(happening=done, view=view):
            tell = model.game.presenter.tell
            told = tell(done.before, done.request, done.answer, done.after, model.words)
            spans = (*map(Span, told), *_proved(model, done.request))
            later = replace(
                model, steps=model.steps + 1, meantimes=happened(model.meantimes, done.after)
            )
            return _tell(_see(later, view), *spans)
        case Asked(request=request, view=view):
            seen = _see(model, view)
            assert seen.view is not None
            return replace(
                seen, chooser=choosing.begin(model.game, request, seen.view, model.words)
            )
        case NotLegal(refusal=refusal):
            return _hear_refusal(model, choosing.explain(refusal, model.words))
        case Declined(refusal=refusal):
            return replace(model, refused=choosing.explain(refusal, model.words))
        case Ended(view=view):
            result = model.game.presenter.result(view.state, model.words)
            ended = replace(model, is_over=True, chooser=None)
            return _tell(_see(ended, view), *(Span(line, "strong") for line in result))
        case Said(seat=seat, text=text):
            return replace(model, said=(*model.said, (seat, text)))
        case _:
            return _hear_table(model, event)


def _hear_table(model: TouchModel, event: Event) -> TouchModel:
    """What happens to the table beside the game."""
    match event:
        case TookBack(view=view):
            text = model.words.say("The last decision is taken back.")
            return _tell(_see(_asked_no_more(model), view), Span(text, "title"))
        case Mended(view=view):
            return _tell(_see(_asked_no_more(model), view), notice(event, model.words))
        case (
            Left()
            | Returned()
            | Cheated()
            | Forgot()
            | Reached()
            | Agreeing()
            | Paused()
            | WentOn()
        ):
            return _tell(model, notice(event, model.words))
        case _:
            return model


def _asked_no_more(model: TouchModel) -> TouchModel:
    """Whatever was asked came after the step that is taken up again; the table asks anew."""
    return replace(model, chooser=None, meantimes=NONE_YET)


def _tell(model: TouchModel, *sentences: Span) -> TouchModel:
    return replace(model, story=(*model.story, *sentences))


def _see(model: TouchModel, view: View[Any]) -> TouchModel:
    return replace(model, view=marked(model.meantimes, view))


def _proved(model: TouchModel, request: Request) -> tuple[Span, ...]:
    """Among people a shuffle is worth a word: everybody has mixed and proved it."""
    if not isinstance(request, Shuffle):
        return ()
    seats = len(model.words.names)
    text = model.words.say("Shuffled and proved by {done} of {total}.", done=seats, total=seats)
    return (Span(text, "good"),)


def _hear_refusal(model: TouchModel, reason: str) -> TouchModel:
    """A refused decision is asked again; anything else that was refused changes nothing."""
    chooser = model.chooser
    if chooser is None or chooser.stage is not Stage.DECIDED:
        return replace(model, refused=reason)
    # The chooser asks the same door as the table, so this is rare; but never a dead end.
    again = choosing.restart(replace(chooser, action=None))
    return replace(model, chooser=replace(again, refused=reason))


# Taps.


@dataclass(frozen=True, slots=True)
class Tapped:
    """What a tap leads to: the next model, and perhaps a command for the table."""

    model: TouchModel
    command: Command | None = None


def tap(model: TouchModel, said: Mapping[str, object]) -> Tapped:
    """What the page says that was tapped or written; what is not understood changes nothing."""
    chooser = model.asked
    match said:
        case {"tap": int(entry)} if chooser is not None:
            return _choose(model, choosing.choose(chooser, entry))
        case {"tap": "accept"} if chooser is not None:
            return _choose(model, choosing.accept(chooser))
        case {"tap": "back"} if chooser is not None:
            return _choose(model, choosing.back(chooser))
        case {"write": str(text)} if chooser is not None and isinstance(chooser.field, TextField):
            return _choose(model, choosing.write(chooser, text))
        case {"say": str(text)} if text.strip():
            return Tapped(model, Say(text.strip()))
        case _:
            return Tapped(model, _asked_of_table(said))


def _choose(model: TouchModel, chooser: Chooser) -> Tapped:
    if chooser.action is None:
        return Tapped(replace(model, chooser=chooser, refused=""))
    after = replace(
        model,
        chooser=chooser,
        refused="",
        fresh_from=len(model.story),
        meantimes=decided(model.meantimes, chooser.question.view),
    )
    return Tapped(after, Play(chooser.action, chooser.question.view.seat))


def _asked_of_table(said: Mapping[str, object]) -> Command | None:
    match said:
        case {"ask": "take back"}:
            return Agree(Agreement.TAKE_BACK)
        case {"ask": "pause"}:
            return Agree(Agreement.PAUSE)
        case {"ask": "go on"}:
            return GoOn()
        case {"ask": "go without", "seats": str(seats)}:
            # As they stood on the button: whoever is missing since was not agreed to.
            return GoWithout(tuple(int(seat) for seat in seats.split() if seat.isdecimal()))
        case _:
            return None
