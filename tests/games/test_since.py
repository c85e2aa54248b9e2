"""Since your last turn: sentences from boards alone, for every game and whatever happens."""

from typing import Any

import pytest

from p2pjeux.games import game_ids, load_game
from p2pjeux.language import LANGUAGES, words_for
from p2pjeux.rules.contract import TOPICS, Game, View
from p2pjeux.rules.drawing import Size, parts
from p2pjeux.rules.engine import Engine
from p2pjeux.rules.source import SeededSource
from p2pjeux.ui.wording.meantime import NONE_YET, decided, happened, marked, since
from tests.ui.tables import NAMES

GAMES = pytest.mark.parametrize("game_id", game_ids())
SIZES = (Size(80, 24), Size(60, 20), Size(130, 45))


def told(game: Game[Any], seats: int, language: str) -> list[tuple[View[Any], tuple[str, ...]]]:
    """What seat 0 is told at each of its questions in a game that bots play."""
    words = words_for(language, game.facts.id, NAMES[:seats])
    engine = Engine(game, seats, {}, SeededSource(b"since"))
    sources = [SeededSource(b"%d" % seat) for seat in range(seats)]
    meantimes, found = NONE_YET, []
    while engine.request is not None:
        for seat in engine.waiting:
            view = engine.view(seat)
            if seat == 0:
                view = View(view.state, 0, dict(view.faces), view.sealed)
                found.append((marked(meantimes, view), since(game, meantimes, view, words)))
                meantimes = decided(meantimes, view)
            engine.play(seat, game.bot(engine.view(seat), sources[seat]))
        engine.advance()
        meantimes = happened(meantimes, engine.state)
    last = engine.view(0)
    return [*found, (last, since(game, meantimes, last, words))]


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_question_but_the_first_comes_with_what_happened_since(
    game_id: str, language: str
) -> None:
    game = load_game(game_id)
    news = told(game, game.facts.seats_least, language)

    assert news[0][1] == ()
    assert any(sentences for _view, sentences in news)
    for _view, sentences in news:
        assert all(sentence and "{" not in sentence for sentence in sentences)
        assert len(set(sentences)) == len(sentences)


@pytest.mark.slow
@GAMES
def test_what_was_drawn_is_marked_on_the_board_at_every_size(game_id: str) -> None:
    """Where hands are hidden; in the other games the cards of all lie open."""
    game = load_game(game_id)
    words = words_for("en", game_id, NAMES[: game.facts.seats_least])
    for view, _sentences in told(game, game.facts.seats_least, "en"):
        bare = View(view.state, view.seat, view.faces, view.sealed)
        hand = getattr(view.state, "hands", ())
        mine = set(hand[0]) & view.fresh if hand else set()
        for size in SIZES:
            drawn = game.presenter.board(view, words, size)
            is_marked = drawn != game.presenter.board(bare, words, size)

            assert is_marked == bool(mine), (size, mine)


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_on_the_board_and_every_choice_has_a_line_of_facts(
    game_id: str, language: str
) -> None:
    game = load_game(game_id)
    seats = game.facts.seats_least
    words = words_for(language, game_id, NAMES[:seats])
    kinds, touched = set(), set()
    for view, _sentences in told(game, seats, language)[::3]:
        names = {
            span.about
            for size in SIZES
            for drawn in game.presenter.board(view, words, size)
            for span in drawn
            if span.about
        }
        chosen = {
            name
            for action in game.choices(view).actions
            for name in game.presenter.things(view, action)
        }
        for name in names | chosen:
            fact = game.presenter.facts(view, name, words)
            assert fact, name
            assert "\n" not in fact
        kinds |= {parts(name)[0] for name in names}
        touched |= names & chosen
    assert len(kinds) >= 2
    assert touched


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_position_is_told_in_sentences_without_signs(game_id: str, language: str) -> None:
    game = load_game(game_id)
    seats = game.facts.seats_least
    words = words_for(language, game_id, NAMES[:seats])
    for view, _sentences in told(game, seats, language)[::9]:
        for one in game.presenter.position(view, words):
            assert one.topic in TOPICS
            assert one.sentence.endswith((".", "!", "?"))
            assert not set(one.sentence) & set("░▮●○│─▸★☆⌂◧◨")


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["pantheon", "stonehenge"])
def test_in_auctions_whoever_reads_is_you(game_id: str) -> None:
    sentences = [one for _view, news in told(load_game(game_id), 3, "en") for one in news]

    assert any(one.startswith("You won ") for one in sentences)
    assert any(" your " in one for one in sentences)
    assert not any("by Camille" in one or "Camille won" in one for one in sentences)
