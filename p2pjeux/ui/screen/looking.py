"""Looking around on the board: from thing to thing, each with a line of facts. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from p2pjeux.rules.drawing import Line, Span, width
from p2pjeux.ui.choosing.chooser import things
from p2pjeux.ui.screen.frame import Place
from p2pjeux.ui.screen.model import Model, shown

# A row of a terminal is about twice as high as a column is wide.
ROW_COLUMNS: Final = 2


def places(lines: Sequence[Line], top: int = 0) -> tuple[Place, ...]:
    """All things in these lines, as they are read; the first line is row ``top``."""
    found = []
    for row, drawn in enumerate(lines, top):
        column = 0
        for about, spans in groupby(drawn, lambda span: span.about):
            end = column + sum(width(span.text) for span in spans)
            if about:
                found.append(Place(row, column, end, about))
            column = end
    return tuple(found)


def chosen_things(model: Model) -> tuple[str, ...]:
    """What the selected choice is about."""
    if model.chooser is None or model.at not in shown(model):
        return ()
    return things(model.chooser)[model.at]


def lit(model: Model, lines: Sequence[Line]) -> tuple[Line, ...]:
    """The board with what is looked at or selected, and what else is legal, lit."""
    chosen = (model.looked,) if model.looked else chosen_things(model)
    legal: set[str] = set()
    if model.chooser is not None and model.is_asked:
        legal.update(*things(model.chooser))
    if not chosen and not legal:
        return tuple(lines)
    return tuple(tuple(_lit(span, chosen, legal) for span in drawn) for drawn in lines)


def _lit(span: Span, chosen: Sequence[str], legal: set[str]) -> Span:
    if not span.about or not span.text.strip():
        return span
    if span.about in chosen:
        return replace(span, style="selected")
    return replace(span, style=f"{span.style} lit".strip()) if span.about in legal else span


def begin(model: Model, seen: tuple[Place, ...]) -> Model:
    """Look at what the selected choice is about, or at the first thing there is."""
    if not seen:
        return model
    drawn = [place.about for place in seen]
    first = next((thing for thing in chosen_things(model) if thing in drawn), drawn[0])
    return replace(model, looked=first, typed="")


def move(model: Model, key: str, seen: tuple[Place, ...]) -> Model:
    """Look at the next thing in the direction of an arrow; edges hold."""
    here = next((place for place in seen if place.about == model.looked), None)
    if here is None:
        return begin(replace(model, looked=""), seen)
    others = [place for place in seen if place.about != model.looked]
    if key in ("home", "end"):
        return replace(model, looked=seen[0 if key == "home" else -1].about)
    find = _beside if key in ("left", "right") else _beyond
    goal = find(here, others, key)
    return model if goal is None else replace(model, looked=goal.about)


def _beside(here: Place, others: list[Place], key: str) -> Place | None:
    """The next thing as one reads, or the last one."""
    at = (here.row, here.start)
    if key == "right":
        return next((place for place in others if (place.row, place.start) > at), None)
    return next((place for place in reversed(others) if (place.row, place.start) < at), None)


def _beyond(here: Place, others: list[Place], key: str) -> Place | None:
    """The nearest thing above or below."""
    sign = -1 if key in ("up", "pageup") else 1
    there = [place for place in others if (place.row - here.row) * sign > 0]

    def distance(place: Place) -> float:
        return abs(place.row - here.row) * ROW_COLUMNS + abs(place.middle - here.middle)

    return min(there, key=distance, default=None)


def entry_of(model: Model, thing: str) -> int | None:
    """The first choice about a thing."""
    if model.chooser is None or not model.is_asked:
        return None
    about = things(model.chooser)
    return next((number for number in shown(model) if thing in about[number]), None)


def facts(model: Model) -> str:
    """One line about what is looked at, or about what the selected choice would touch."""
    view = model.view
    if view is None:
        return ""
    tell = model.game.presenter.facts
    if model.looked:
        return tell(view, model.looked, model.words)
    told = (tell(view, thing, model.words) for thing in chosen_things(model))
    return next((text for text in told if text), "")
