"""Keys become commands, the same that the plain interface and the bots send. Pure.

A key is a name such as ``up`` or ``f1``, or the character itself.
"""

from dataclasses import dataclass, replace
from typing import Final

from p2pjeux.table.events import (
    Agree,
    Agreement,
    Command,
    GoOn,
    GoWithout,
    Leave,
    LetPlay,
    Play,
    Say,
)
from p2pjeux.ui.choosing import chooser as choosing
from p2pjeux.ui.choosing.chooser import Chooser
from p2pjeux.ui.choosing.moves import ARROWS, step_in_rows, type_digit
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.screen import line_editor as editing
from p2pjeux.ui.screen import looking
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.screen.line_editor import Draft
from p2pjeux.ui.screen.model import (
    AT_SECTION,
    Model,
    Overlay,
    ask,
    listed,
    open_question,
    shown,
    understood,
)
from p2pjeux.ui.wording.going_on import linked_among_missing
from p2pjeux.ui.wording.meantime import decided
from p2pjeux.ui.wording.tutor import hint_at

TYPED_MOST: Final = 200
PAGE: Final = 5
OVERLAYS: Final = {overlay.value: overlay for overlay in Overlay}
_SCROLLS: Final = {
    "up": -1,
    "down": 1,
    "pageup": -10,
    "pagedown": 10,
    " ": 10,
    "home": -100_000,
    "end": 100_000,
    "wheelup": -3,
    "wheeldown": 3,
}


@dataclass(frozen=True, slots=True)
class Reaction:
    """What a key does: the next model, perhaps a command for the table, perhaps the end."""

    model: Model
    command: Command | None = None
    ending: Ending | None = None
    # The person does not want to watch the bots one by one.
    hurries: bool = False


def press(model: Model, key: str, frame: Frame) -> Reaction:
    """React to a key pressed while ``frame`` was seen."""
    model = replace(
        model,
        overlay_top=model.overlay_top if model.overlay is None else frame.top,
        scrolled=min(model.scrolled, frame.scrolled_most),
    )
    if key == "c-c":
        return _interrupt(model)
    covered = _covered(model, key)
    if covered is not None:
        return covered
    if key in OVERLAYS:
        return _open(model, OVERLAYS[key])
    if key in ("f2", "f3", "f4"):
        return _with_others(model, key)
    if key in ("pageup", "pagedown", "wheelup", "wheeldown"):
        return Reaction(_scroll_story(model, key))
    looked = _look(model, key, frame)
    if looked is not None:
        return Reaction(looked)
    if model.is_over and key == "enter" and model.status.is_apart and model.status.people:
        # What follows shows the result again, and asks whether to leave.
        return Reaction(model, ending=Ending.OVER)
    if model.is_over:
        # A key too many from hurrying must not take the result away.
        return Reaction(replace(model, overlay=Overlay.LEAVE) if key == "enter" else model)
    if not model.is_asked:
        return Reaction(model, hurries=True)
    return _in_choice(model, key, frame)


def _look(model: Model, key: str, frame: Frame) -> Model | None:
    """What a key does to who looks around, or begins to; None if it means something else."""
    if not model.looked:
        begins = key == "tab" and not model.typed and not model.is_writing
        return looking.begin(model, frame.things) if begins else None
    if key in ARROWS:
        return looking.move(model, key, frame.things)
    if key in ("tab", "escape"):
        return replace(model, looked="")
    if key == "enter":
        entry = looking.entry_of(model, model.looked)
        return model if entry is None else replace(_put(model, entry), looked="")
    return None


def look_at(model: Model, thing: str) -> Model:
    """A click on the board: what it shows is looked at, and the first choice about it selected."""
    if model.overlay is not None or model.curtain is not None or model.lesson:
        return model
    entry = looking.entry_of(model, thing)
    there = model if entry is None else _put(model, entry)
    return replace(there, looked=thing, typed="" if not model.is_writing else model.typed)


def _interrupt(model: Model) -> Reaction:
    """Ctrl-C asks as F8 does; asked once more it is answered."""
    if model.overlay is Overlay.LEAVE or model.is_over:
        return Reaction(model, Leave(), Ending.INTERRUPTED)
    return Reaction(replace(model, overlay=Overlay.LEAVE))


def _covered(model: Model, key: str) -> Reaction | None:
    """What a key does to whatever lies over the table; None if nothing does."""
    if model.overlay is not None:
        return _in_overlay(model, model.overlay, key)
    if model.curtain is not None:
        return _at_curtain(model, key)
    if model.lesson:
        return _in_lesson(model, key)
    return None if model.chat is None else _in_chat(model, model.chat, key)


def _at_curtain(model: Model, key: str) -> Reaction:
    """Nothing but Enter draws it, and nothing but leaving can be done before it."""
    assert model.curtain is not None
    if key == "enter":
        return Reaction(open_question(model, model.curtain))
    return Reaction(replace(model, overlay=Overlay.LEAVE) if key == "f8" else model)


def _in_lesson(model: Model, key: str) -> Reaction:
    """A lesson stays until it is put away; the table waits so long."""
    if key in ("enter", " ", "escape"):
        return Reaction(understood(model), hurries=True)
    return Reaction(replace(model, overlay=Overlay.LEAVE) if key == "f8" else model)


def _with_others(model: Model, key: str) -> Reaction:
    """Take-back, pause and chat, where they apply."""
    status = model.status
    if not status.people or model.is_over:
        return Reaction(model)
    match key:
        case "f2" if status.may_propose(Agreement.TAKE_BACK) and model.steps:
            return Reaction(model, Agree(Agreement.TAKE_BACK))
        case "f3" if status.is_paused:
            return Reaction(model, GoOn())
        case "f3" if status.may_propose(Agreement.PAUSE):
            return Reaction(model, Agree(Agreement.PAUSE))
        case "f4" if status.is_apart:
            return Reaction(replace(model, chat=Draft()))
        case _:
            return Reaction(model)


def _in_chat(model: Model, chat: Draft, key: str) -> Reaction:
    closed = replace(model, chat=None)
    if key in ("escape", "f4"):
        return Reaction(closed)
    if key == "enter":
        text = chat.text.strip()
        seat = model.before if model.status.takes_turns else None
        return Reaction(closed, Say(text, seat) if text else None)
    if key in ("pageup", "pagedown", "wheelup", "wheeldown"):
        return Reaction(_scroll_story(model, key))
    return Reaction(replace(model, chat=editing.edit(chat, key)))


def _open(model: Model, overlay: Overlay) -> Reaction:
    if overlay is Overlay.LEAVE and model.is_over:
        return Reaction(model, ending=Ending.OVER)
    is_empty = overlay is Overlay.RULES and not model.rules_text
    if is_empty or (overlay is Overlay.SEATS and not model.status.is_apart):
        return Reaction(model)
    # The story opens at its newest sentence; the drawing takes too large a number as the end.
    top = {Overlay.STORY: 100_000, Overlay.RULES: AT_SECTION}.get(overlay, 0)
    return Reaction(replace(model, overlay=overlay, overlay_top=top))


def _in_overlay(model: Model, overlay: Overlay, key: str) -> Reaction:
    closed = replace(model, overlay=None, overlay_top=0)
    if overlay is Overlay.LEAVE:
        if key in ("enter", "y", "o", "f8"):
            return Reaction(closed, Leave(), Ending.OVER if model.is_over else Ending.LEFT)
        return Reaction(closed) if key in ("escape", "n") else Reaction(model)
    if overlay is Overlay.SEATS and key == "enter" and model.status.asks_us is not None:
        return Reaction(closed, LetPlay(model.status.asks_us.seat))
    if overlay in (Overlay.SEATS, Overlay.WITHOUT) and key == "enter" and model.status.is_long:
        if overlay is Overlay.SEATS and linked_among_missing(model.status):
            return Reaction(replace(model, overlay=Overlay.WITHOUT, overlay_top=0))
        return Reaction(closed, GoWithout(model.status.missing))
    if key in ("escape", "enter", "q", overlay.value):
        return Reaction(closed)
    if key in OVERLAYS:
        return _open(closed, OVERLAYS[key])
    return Reaction(replace(model, overlay_top=max(0, model.overlay_top + _SCROLLS.get(key, 0))))


def _scroll_story(model: Model, key: str) -> Model:
    step = {"pageup": PAGE, "pagedown": -PAGE, "wheelup": 2, "wheeldown": -2}[key]
    return replace(model, scrolled=max(0, model.scrolled + step))


def _in_choice(model: Model, key: str, frame: Frame) -> Reaction:
    chooser = model.chooser
    assert chooser is not None
    model = replace(model, looked="")
    if key == "escape":
        return Reaction(_step_back(model, chooser))
    if model.is_writing:
        if key == "enter":
            return decide(model, choosing.write(chooser, model.typed))
        draft = editing.edit(Draft(model.typed, model.behind), key)
        return Reaction(replace(model, typed=draft.text, behind=draft.behind))
    if key == "enter":
        return _enter(model, chooser)
    if key == " " and (chooser.is_toggling or not model.typed):
        toggled = choosing.toggle(chooser, model.at) if model.at in shown(model) else chooser
        return decide(model, toggled, keeps_place=True)
    if key in ARROWS:
        return Reaction(_move(model, key, frame))
    if key == "tab":
        return Reaction(_complete(model))
    if key == "?":
        question = chooser.question
        hint = hint_at(question.game, question.view, question.words, model.status)
        return Reaction(replace(model, lesson=(hint,)))
    return Reaction(_type(model, key))


def _step_back(model: Model, chooser: Chooser) -> Model:
    """Escape first forgets what is typed, then goes back in the form."""
    if model.typed and not model.is_writing:
        return replace(model, typed="", behind=0)
    return ask(model, choosing.back(chooser))


def _enter(model: Model, chooser: Chooser) -> Reaction:
    if model.at not in shown(model):
        return Reaction(model)
    return decide(model, choosing.confirm(chooser, model.at))


def decide(model: Model, chooser: Chooser, *, keeps_place: bool = False) -> Reaction:
    """Put the changed chooser in place; once it is decided it becomes a command."""
    if chooser.action is not None:
        after = replace(
            model,
            chooser=chooser,
            typed="",
            behind=0,
            at=0,
            looked="",
            decided_at=model.steps,
            fresh_from=len(model.story),
            meantimes=decided(model.meantimes, chooser.question.view),
        )
        seat = chooser.question.view.seat if model.status.takes_turns else None
        return Reaction(after, Play(chooser.action, seat))
    if keeps_place or chooser.refused:
        return Reaction(replace(model, chooser=chooser, typed=_kept(model), behind=0))
    return Reaction(ask(model, chooser))


def _kept(model: Model) -> str:
    return model.typed if model.is_writing else ""


def _move(model: Model, key: str, frame: Frame) -> Model:
    """Move the selection in the grid of the entries that are shown."""
    if not frame.rows:
        return model
    return _put(replace(model, typed=""), step_in_rows(key, model.at, frame.rows))


def _put(model: Model, at: int) -> Model:
    chooser = model.chooser
    assert chooser is not None
    return replace(model, at=at, chooser=replace(chooser, refused=""))


def _complete(model: Model) -> Model:
    """Tab writes out the label that is selected."""
    numbers = shown(model)
    if not model.typed or model.typed.isdecimal() or not numbers:
        return model
    at = model.at if model.at in numbers else numbers[0]
    return replace(model, at=at, typed=listed(model)[at].label)


def _type(model: Model, key: str) -> Model:
    """Letters look for an entry, digits move to its number."""
    if key == "backspace":
        return _seek(model, model.typed[:-1])
    if len(key) != 1 or not key.isprintable() or len(model.typed) >= TYPED_MOST:
        return model
    if not key.isdecimal() or (model.typed and not model.typed.isdecimal()):
        return _seek(model, model.typed + key)
    typed, goal = type_digit(model.typed, key, len(listed(model)))
    return replace(model if goal is None else _put(model, goal), typed=typed)


def _seek(model: Model, typed: str) -> Model:
    found = replace(model, typed=typed)
    numbers = shown(found)
    if not numbers or found.at in numbers:
        return found
    return _put(found, numbers[0])


def click(model: Model, entry: int) -> Reaction:
    """A click moves, and picks where there is something to pick; a second one confirms."""
    chooser = model.chooser
    if model.chat is not None or model.curtain is not None or model.lesson:
        return Reaction(model)
    if chooser is None or not model.is_asked or entry not in shown(model):
        return Reaction(model, hurries=not model.is_asked)
    was_selected = model.at == entry
    there = replace(_put(model, entry), typed="")
    if chooser.is_toggling and isinstance(listed(model)[entry].of, int):
        return decide(there, choosing.toggle(chooser, entry), keeps_place=True)
    return decide(there, choosing.confirm(chooser, entry)) if was_selected else Reaction(there)
