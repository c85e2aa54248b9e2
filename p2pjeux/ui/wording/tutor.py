"""A first game, explained as it goes: what has been told, what has been tried. Pure."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from p2pjeux.rules.contract import Advice, Game, Guide, Hint, Skill, View
from p2pjeux.rules.requests import Request, Seat, deciders, topic_of
from p2pjeux.rules.source import SeededSource
from p2pjeux.rules.words import Words
from p2pjeux.ui.wording.table_status import TableStatus

# The tutor after a request, and the texts to be told about it.
Lesson: TypeAlias = Callable[["Tutor", Request, Words], tuple["Tutor", tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class Tutor:
    """Remembers what has been explained to the person on ``seat``, and what that person did."""

    guide: Guide
    seat: Seat
    told: frozenset[str] = frozenset()
    tried: frozenset[str] = frozenset()
    # Of what was told, the decisions; they have to be tried as well.
    asked: frozenset[str] = frozenset()
    is_done: bool = False


def explain(tutor: Tutor, request: Request, words: Words) -> tuple[Tutor, tuple[str, ...]]:
    """The lesson of a request that is met for the first time, if there is one."""
    topic = topic_of(request)
    hint = tutor.guide.hints.get(topic)
    if hint is None or topic in tutor.told:
        return tutor, ()
    asked = tutor.asked | {topic} if deciders(request) else tutor.asked
    told = replace(tutor, told=tutor.told | {topic}, asked=asked)
    return told, (words.translate(hint.lesson),)


def after(tutor: Tutor, request: Request, words: Words) -> tuple[Tutor, tuple[str, ...]]:
    """What to say once a request has been answered: its lesson, and the summary when all is tried.

    A decision is explained to the person when it comes, not when the others make it.
    """
    lessons: tuple[str, ...] = ()
    if tutor.seat in deciders(request):
        tutor = replace(tutor, tried=tutor.tried | {topic_of(request)})
    elif not deciders(request):
        tutor, lessons = explain(tutor, request, words)
    if tutor.is_done or not _is_complete(tutor):
        return tutor, lessons
    tutor, last = conclude(tutor, words)
    return tutor, (*lessons, *last)


def _is_complete(tutor: Tutor) -> bool:
    common = {topic for topic, hint in tutor.guide.hints.items() if hint.is_common}
    return common <= tutor.told and common & tutor.asked <= tutor.tried


def conclude(tutor: Tutor, words: Words) -> tuple[Tutor, tuple[str, ...]]:
    """The summary, once."""
    if tutor.is_done or not tutor.guide.summary:
        return tutor, ()
    return replace(tutor, is_done=True), (words.translate(tutor.guide.summary),)


def advise(game: Game[Any], view: View[Any], words: Words) -> str:
    """What a bot would do in this place, and why; it knows no more than the person does."""
    presenter, source = game.presenter, SeededSource(b"advice")
    if presenter.advise is None:
        advice = Advice(game.player(Skill.STRONG)(view, source))
    else:
        advice = presenter.advise(view, source, words)
    action = presenter.label(view, advice.action, words)
    told = words.say("A bot would do this: {action}.", action=action)
    return f"{told} {advice.reason}".rstrip()


def hint_at(game: Game[Any], view: View[Any], words: Words, status: TableStatus) -> str:
    """The advice, where nobody else is at the table; else why there is none."""
    if status.gives_hints:
        return advise(game, view, words)
    return words.say("Hints are for games against bots; among people everyone thinks alone.")


def hint_of(game: Game[Any], request: Request | None) -> Hint | None:
    return None if request is None else game.presenter.guide.hints.get(topic_of(request))


def section_of(game: Game[Any], request: Request | None, words: Words) -> str:
    """The heading of the rules that speaks of a request; empty if the game names none."""
    hint = hint_of(game, request)
    return "" if hint is None else words.choose(hint.section_fr, hint.section_en)
