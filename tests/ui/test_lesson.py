"""The guided first game, and the rules at the moment: texts for every game, in both languages."""

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib.resources import files
from typing import Any

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import ColorDepth

from p2pjeux.games import game_ids, load_game
from p2pjeux.rules.contract import Game
from p2pjeux.rules.drawing import Size, plain
from p2pjeux.rules.engine import Engine
from p2pjeux.rules.requests import deciders, topic_of
from p2pjeux.rules.source import SeededSource
from p2pjeux.sitting.solo import SoloTable
from p2pjeux.table.events import Asked, Ended, Happened, Play
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lines.table import run_plain, run_plain_lesson
from p2pjeux.ui.screen.application import Look
from p2pjeux.ui.screen.key_commands import Reaction, press
from p2pjeux.ui.screen.lesson import run_lesson
from p2pjeux.ui.screen.model import Model, explained, hear
from p2pjeux.ui.screen.render import render
from p2pjeux.ui.wording.markdown import cut_section
from p2pjeux.ui.wording.table_status import TableStatus
from p2pjeux.ui.wording.tutor import Tutor, advise, section_of
from tests.ui.tables import english, first_question, toy_table
from tests.ui.terminal import Condition, Desk, sit
from tests.ui.test_every_game import GAMES, LANGUAGES, table_of, words_of

SIZE = Size(80, 24)


def rules_of(game_id: str, language: str) -> str:
    return (files(f"p2pjeux.games.{game_id}") / f"rules.{language}.md").read_text("utf-8")


def pressed(model: Model, *keys: str) -> Reaction:
    reaction = Reaction(model)
    for key in keys:
        reaction = press(reaction.model, key, render(reaction.model, SIZE))
    return reaction


def text(model: Model, size: Size = SIZE) -> str:
    return "\n".join(plain(line) for line in render(model, size).lines)


def decisions(game: Game[Any], seats: int) -> set[str]:
    """The topics of all decisions in a few games of bots."""
    found: set[str] = set()
    for seed in (b"1", b"2"):
        for event in SoloTable(game, seats, {}, seed, None).run():
            if isinstance(event, Happened) and deciders(event.happening.request):
                found.add(topic_of(event.happening.request))
    return found


@pytest.mark.slow
@GAMES
def test_every_decision_of_every_game_is_explained(game_id: str) -> None:
    game = load_game(game_id)
    seats = min(max(game.facts.seats_least, 4), game.facts.seats_most)

    assert decisions(game, seats) <= set(game.presenter.guide.hints)
    assert game.presenter.guide.welcome
    assert game.presenter.guide.summary


@GAMES
@LANGUAGES
def test_every_hint_names_a_section_that_the_rules_have(game_id: str, language: str) -> None:
    rules = rules_of(game_id, language)
    for topic, hint in load_game(game_id).presenter.guide.hints.items():
        heading = hint.section_fr if language == "fr" else hint.section_en
        before, section, behind = cut_section(rules, heading)
        assert section.startswith(f"## {heading}\n"), topic
        assert before + section + behind == rules


@GAMES
@LANGUAGES
def test_the_rules_open_at_what_is_asked_and_mark_it(game_id: str, language: str) -> None:
    words = words_of(game_id, language)
    asked = first_question(table_of(game_id, b"4"))
    model = hear(Model(load_game(game_id), words, rules_of(game_id, language)), asked)
    heading = section_of(model.game, asked.request, words)

    opened = pressed(model, "f5").model

    rows = text(opened).splitlines()
    marked = [row for row in rows if "▌" in row]
    assert marked[0].strip() == f"▌ {heading}"
    assert rows.index(marked[0]) == 2 or text(opened) == text(pressed(opened, "end").model)
    # From there one can read on, and back to the beginning.
    assert text(pressed(opened, "home").model).splitlines()[2].strip() == rules_of(
        game_id, language
    ).splitlines()[0].removeprefix("# ")


def test_rules_without_such_a_section_open_at_their_beginning() -> None:
    model = hear(
        Model(toy_table("list").game, english(), "# Market\n\n## Selling\n\nAll."),
        first_question(toy_table("list")),
    )

    assert "Market" in text(pressed(model, "f5").model).splitlines()[2]


def test_a_section_ends_where_the_next_of_its_rank_begins() -> None:
    rules = "# A\n\n## One\n\nx\n\n### Inner\n\ny\n\n## Two\n\nz\n"

    assert cut_section(rules, "One")[1] == "## One\n\nx\n\n### Inner\n\ny\n\n"
    assert cut_section(rules, "Two")[1] == "## Two\n\nz\n"
    assert cut_section(rules, "Three") == (rules, "", "")


def learn(game_id: str, language: str) -> Iterator[Model]:
    """The model after each event of a guided game in which a bot decides for the person."""
    table, words = table_of(game_id, b"6"), words_of(game_id, language)
    source = SeededSource(b"learner")
    guide = table.game.presenter.guide
    model = Model(table.game, words, tutor=Tutor(guide, 0))
    while True:
        for event in table.run():
            model = hear(model, event)
            yield model
            model = replace(model, lesson=())
        if isinstance(event, Ended):
            return
        assert isinstance(event, Asked)
        assert table.command(Play(table.game.bot(event.view, source))) is None


@GAMES
@LANGUAGES
def test_a_guided_game_explains_each_thing_once_and_ends_with_a_summary(
    game_id: str, language: str
) -> None:
    told: list[str] = []
    for model in learn(game_id, language):
        told += model.lesson
        if model.lesson:
            for size in (SIZE, Size(120, 40)):
                rows = text(model, size).splitlines()
                assert len(rows) == size.rows
                # Nothing of a lesson is cut.
                assert model.lesson[0].split()[-1] in " ".join(rows)

    guide, words = model.game.presenter.guide, words_of(game_id, language)
    common = [hint.lesson for hint in guide.hints.values() if hint.is_common]
    assert {words.translate(lesson) for lesson in common} <= set(told)
    assert len(told) == len(set(told))
    assert told.count(words.translate(guide.summary)) == 1
    assert model.tutor is not None
    assert model.tutor.is_done


def asked_by_a_tutor() -> Model:
    game = load_game("stonehenge")
    model = Model(game, english("stonehenge"), tutor=Tutor(game.presenter.guide, 0))
    return hear(model, first_question(table_of("stonehenge", b"6")))


def test_a_lesson_lies_over_the_table_until_it_is_put_away() -> None:
    model = asked_by_a_tutor()
    assert model.lesson

    assert pressed(model, "1", "a", "f5", "down").model == model
    away = pressed(model, "enter")
    assert away.model.lesson == ()
    assert away.hurries
    assert away.command is None
    assert "» Your bid: play cards" in " ".join(span.text for span in away.model.story)


def test_a_hint_says_what_a_bot_would_do_and_plays_nothing() -> None:
    model = replace(asked_by_a_tutor(), lesson=())
    assert "? hint" in text(model)
    assert model.view is not None

    hinted = pressed(model, "?")

    assert hinted.command is None
    assert hinted.model.lesson == (advise(model.game, model.view, model.words),)
    assert "A bot would do this: bid" in text(hinted.model)


def test_hints_are_given_outside_a_lesson_too_but_only_against_bots() -> None:
    model = replace(asked_by_a_tutor(), lesson=(), tutor=None)
    company = replace(model, status=TableStatus((0,), is_apart=True))
    family = replace(model, status=TableStatus((0, 1)))

    assert "? hint" in text(model)
    assert "A bot would do this: bid" in text(pressed(model, "?").model)
    for among_people in (company, family):
        assert "? hint" not in text(among_people)
        assert "everyone thinks alone" in text(pressed(among_people, "?").model)


@pytest.mark.slow
@LANGUAGES
@GAMES
def test_every_hint_of_every_game_has_a_reason(game_id: str, language: str) -> None:
    game, words = load_game(game_id), words_of(game_id, language)
    seats = game.facts.seats_least
    engine = Engine(game, seats, {}, SeededSource(b"hints"))
    source = SeededSource(b"others")
    topics: dict[str, int] = {}
    while engine.request is not None:
        for seat in engine.waiting:
            view, topic = engine.view(seat), topic_of(engine.request)
            topics[topic] = topics.get(topic, 0) + 1
            if topics[topic] in (1, 2, 5, 20):
                told = advise(game, view, words)
                assert re.search(r"[.!] [A-ZÀÉÊ].*\.$", told), told
            engine.play(seat, game.bot(view, source))
        engine.advance()


def has_another_lesson(desk: Desk, before: tuple[str, ...]) -> bool:
    return desk.app.model.lesson not in ((), before)


def test_a_guided_game_waits_while_it_explains() -> None:
    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("Explanation")
        for lessons in range(2, 20):
            assert desk.app.model.steps <= lessons + 3
            if desk.app.model.is_asked:
                break
            before = desk.app.model.lesson
            desk.press("enter")
            yield partial(has_another_lesson, desk, before)
        assert "Your bid: play cards" in desk.text()
        desk.press("enter")
        yield desk.hides("Explanation")
        desk.press("c-c", "c-c")

    game = load_game("stonehenge")
    words = english("stonehenge")
    model = Model(game, words, tutor=Tutor(game.presenter.guide, 0))
    table = SoloTable(game, 3, {}, b"6", 0)

    ending, _desk = sit(table, words, script, model=explained(model, ("Welcome.",)))

    assert ending is Ending.INTERRUPTED


def test_the_door_for_the_composition_root_begins_with_a_welcome() -> None:
    table = SoloTable(load_game("stonehenge"), 3, {}, b"6", 0)
    with create_pipe_input() as keyboard:
        desk = Desk(SIZE, keyboard, ColorDepth.DEFAULT)
        desk.press("c-c", "c-c")
        words = english("stonehenge")
        ending = run_lesson(table, words, "", Look(pace=0, calls=False), desk.terminal)

    assert ending is Ending.INTERRUPTED
    assert "a guided game" in desk.paper.written
    assert "Stones are sold one after the other." in desk.paper.written


@LANGUAGES
def test_a_guided_game_in_plain_lines_explains_and_advises(language: str) -> None:
    words, out = words_of("stonehenge", language), io.StringIO()
    typed = io.StringIO("hint\nconseil\nnow\nseats\n1\n\n")

    ending = run_plain_lesson(
        table_of("stonehenge", b"6"), words, typed, out, rules_of("stonehenge", language)
    )

    assert ending is Ending.LEFT
    told = out.getvalue()
    guide = load_game("stonehenge").presenter.guide
    for lesson in (guide.welcome, guide.hints["bid"].lesson, guide.hints["open"].lesson):
        assert told.count(words.translate(lesson)) == 1
    assert told.count(words.translate("A bot would do this: {action}.").split("{")[0]) == 2
    assert f"{words.choose('Une vente', 'An auction')}\n" in told
    assert "Robot2\nRobot3\n" in told


def test_without_a_tutor_nothing_is_explained_in_plain_lines() -> None:
    out = io.StringIO()

    run_plain(table_of("stonehenge", b"6"), english("stonehenge"), io.StringIO("hint\n"), out)

    # A hint is there for the asking.
    assert out.getvalue().count("A bot would do this") == 1
    assert "Type hint" not in out.getvalue()
    assert "Explanation" not in out.getvalue()


def test_every_game_has_a_guide() -> None:
    assert all(load_game(game_id).presenter.guide.hints for game_id in game_ids())
