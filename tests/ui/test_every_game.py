"""Every game that is in its folder can be played by both interfaces; none is listed here."""

import io
import unicodedata
from collections.abc import Iterator

import pytest
from prompt_toolkit.utils import get_cwidth as wcwidth

from p2pjeux.games import game_ids, load_game
from p2pjeux.language import words_for
from p2pjeux.rules.drawing import STYLES, Size, line_width
from p2pjeux.rules.requests import Action
from p2pjeux.rules.source import SeededSource
from p2pjeux.rules.words import Words
from p2pjeux.sitting.solo import SoloTable
from p2pjeux.table.events import Asked, Ended, Play
from p2pjeux.ui.choosing.chooser import begin
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lines.table import run_plain
from p2pjeux.ui.screen.model import Model, hear
from p2pjeux.ui.screen.render import render
from p2pjeux.ui.screen.theme import SCREEN_STYLES
from tests.ui.reach import reach

NAMES = ("Camille", *(f"Robot{number}" for number in range(2, 13)))
SIZES = (Size(60, 20), Size(80, 24), Size(120, 40), Size(170, 50))
GAMES = pytest.mark.parametrize("game_id", game_ids())
LANGUAGES = pytest.mark.parametrize("language", ["en", "fr"])


def table_of(game_id: str, seed: bytes, person: int | None = 0) -> SoloTable:
    game = load_game(game_id)
    return SoloTable(game, game.facts.seats_least, {}, seed, person)


def words_of(game_id: str, language: str) -> Words:
    return words_for(language, game_id, NAMES[: load_game(game_id).facts.seats_least])


def questions(table: SoloTable, words: Words, seed: bytes) -> Iterator[tuple[Asked, Model]]:
    """All questions to the person in one game; a random legal action answers each."""
    source = SeededSource(seed)
    model = Model(table.game, words, "# Rules", "test")
    while True:
        for event in table.run():
            model = hear(model, event)
        if isinstance(event, Ended):
            return
        assert isinstance(event, Asked)
        yield event, model
        assert table.command(Play(table.game.sample(event.view, source))) is None


def canonical(action: Action) -> tuple[object, ...]:
    """An action without the order and the spaces that do not count."""
    return action.verb, tuple(map(bare, action.args)), tuple(sorted(action.cards))


def bare(value: object) -> object:
    if isinstance(value, str):
        return value.replace(" ", "")
    return tuple(sorted(map(str, value))) if isinstance(value, tuple | list) else value


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize("seed", [b"1", b"2", b"3"])
def test_what_a_bot_or_chance_would_do_can_be_chosen(game_id: str, seed: bytes) -> None:
    table, words = table_of(game_id, seed), words_of(game_id, "en")
    source = SeededSource(b"goal" + seed)
    for asked, _model in questions(table, words, seed):
        for decide in (table.game.sample, table.game.bot):
            goal = decide(asked.view, source)
            chooser = begin(table.game, asked.request, asked.view, words)

            decided = reach(chooser, goal)

            assert decided.action is not None
            assert canonical(decided.action) == canonical(goal)


@pytest.mark.slow
@GAMES
@LANGUAGES
def test_every_question_fits_every_window(game_id: str, language: str) -> None:
    table, words = table_of(game_id, b"4"), words_of(game_id, language)
    known = STYLES | SCREEN_STYLES
    for asked, model in questions(table, words, b"4"):
        for size in SIZES:
            frame = render(model, size)

            assert len(frame.lines) == size.rows
            assert {line_width(line) for line in frame.lines} == {size.columns}
            styles = {span.style for line in frame.lines for span in line}
            assert {one for style in styles for one in style.split()} <= known
            assert any(isinstance(spot.means, int) for spot in frame.spots) or model.is_writing
        assert asked.view.seat == 0


WIDE_NAMES = ("日本太郎", "Zoé", "e\u0301\u0323lan", "김민준", "Ｗｉｄｅ", "ไทย", *NAMES[6:])


@GAMES
def test_wide_and_combining_names_keep_every_line_its_width(game_id: str) -> None:
    table = table_of(game_id, b"8")
    names = WIDE_NAMES[: table.game.facts.seats_least]
    words = words_for("fr", game_id, names)
    for number, (_asked, model) in enumerate(questions(table, words, b"8")):
        for size in SIZES:
            for line in render(model, size).lines:
                assert sum(wcwidth(one) for span in line for one in span.text) == size.columns
        if number > 12:
            break


@GAMES
@LANGUAGES
def test_bots_play_a_whole_game_in_plain_lines(game_id: str, language: str) -> None:
    out = io.StringIO()
    words = words_of(game_id, language)

    ending = run_plain(table_of(game_id, b"5", person=None), words, io.StringIO(), out)

    assert ending is Ending.OVER
    assert len(out.getvalue().splitlines()) > 20
    assert not any(unicodedata.category(one) == "Cc" for one in out.getvalue().replace("\n", ""))
