"""Bots of three levels: legal, each from its seat's view alone, and no part of the rules."""

import pytest

from p2pjeux.games import load_game
from p2pjeux.games.deciding import deciding_files
from p2pjeux.rules.contract import Skill
from p2pjeux.rules.source import SeededSource
from tests.kit import Case, clone, default_cases, games_to_test, hidden_from, is_offered, steps


@pytest.mark.parametrize("game_id", games_to_test())
def test_the_usual_level_is_the_stand_in(game_id: str) -> None:
    game = load_game(game_id)

    assert game.player(Skill.USUAL) is game.bot


@pytest.mark.parametrize("game_id", games_to_test())
def test_levels_are_no_part_of_the_rules(game_id: str) -> None:
    """Whoever seats a bot chooses how well it plays; the others need not have the same one."""
    names = set(deciding_files(load_game(game_id), f"p2pjeux.games.{game_id}"))

    assert not {name for name in names if "levels" in name or "careless" in name}


@pytest.mark.slow
@pytest.mark.parametrize("skill", [Skill.EASY, Skill.STRONG])
@pytest.mark.parametrize("case", default_cases(), ids=str)
def test_bots_of_every_level_decide_what_was_offered(case: Case, skill: Skill) -> None:
    game, engine = case.game, case.engine(0)
    decide = game.player(skill)
    source = SeededSource(b"level")
    turns = 0
    for _ in steps(engine, 0):
        for seat in engine.waiting:
            view = engine.view(seat)
            turns += 1
            if turns % 7 == 0:
                assert is_offered(game.choices(view), decide(view, source))
    assert turns >= 7


@pytest.mark.slow
@pytest.mark.parametrize("skill", Skill)
@pytest.mark.parametrize("case", default_cases(), ids=str)
def test_bots_of_every_level_know_their_seat_alone(case: Case, skill: Skill) -> None:
    """With hidden cards exchanged among those who cannot see them, they decide the same."""
    decide = case.game.player(skill)
    engine = case.engine(1)
    turns = 0
    for _ in steps(engine, 1):
        for seat in engine.waiting:
            turns += 1
            if turns % 11:
                continue
            twin = clone(engine)
            hidden = hidden_from(twin, seat)
            faces = [twin._faces[slot] for slot in hidden]
            twin._faces.update(zip(hidden, reversed(faces), strict=True))
            before, after = (one.view(seat) for one in (engine, twin))
            chosen = [decide(view, SeededSource(b"same")) for view in (before, after)]
            assert chosen[0] == chosen[1]
