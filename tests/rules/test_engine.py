"""The local engine, by way of a toy game that asks for everything."""

from types import NoneType
from typing import Any

import pytest

from p2pjeux.rules.contract import View
from p2pjeux.rules.engine import Engine, Happening, IllegalAction
from p2pjeux.rules.requests import Action, ChooseAll, Lay, Open, Request, Seal, Slot
from p2pjeux.rules.source import SeededSource
from tests.rules.toy import TOY, State


def new_engine(seats: int = 3, seed: bytes = b"toy") -> Engine[State]:
    return Engine(TOY, seats, {}, SeededSource(seed))


def run_until(engine: Engine[State], kind: type[Request] | type[None]) -> list[Happening[Any]]:
    """Play at random until a request of this kind is pending, or none at all."""
    source = SeededSource(b"players")
    happened = []
    while not isinstance(engine.request, kind):
        for seat in engine.waiting:
            engine.play(seat, TOY.sample(engine.view(seat), source))
        happening = engine.advance()
        assert happening is not None
        happened.append(happening)
    return happened


def test_a_game_that_asks_for_everything_comes_to_its_end() -> None:
    engine = new_engine()

    happened = run_until(engine, NoneType)

    assert len(happened) == 3 + 13
    assert engine.advance() is None
    assert TOY.outcome(engine.state) is not None


def test_nothing_goes_on_while_a_seat_is_waited_for() -> None:
    engine = new_engine()
    run_until(engine, ChooseAll)
    assert list(engine.waiting) == [0, 1, 2]

    engine.play(1, Action("yes"))

    assert list(engine.waiting) == [0, 2]
    assert engine.advance() is None


def test_a_seat_decides_only_once() -> None:
    engine = new_engine()
    run_until(engine, ChooseAll)
    engine.play(1, Action("yes"))

    with pytest.raises(IllegalAction, match="nothing is asked"):
        engine.play(1, Action("no"))


def test_a_seat_sees_its_own_sealed_choice_and_nobody_else_does() -> None:
    engine = new_engine()
    run_until(engine, Seal)
    run_until(engine, Open)

    sealed = [engine.view(seat).sealed for seat in (0, 1, 2, None)]

    assert all(isinstance(choice, Action) for choice in sealed[:3])
    assert sealed[3] is None


def test_only_the_seats_named_open() -> None:
    engine = new_engine()
    run_until(engine, Seal)
    run_until(engine, Open)

    happening = engine.advance()

    assert happening is not None
    assert [play.seat for play in happening.answer.plays] == [1]  # type: ignore[union-attr] # Open
    assert engine.view(1).sealed is None
    assert engine.view(0).sealed is not None


def test_faces_are_learnt_by_their_owner_and_shown_cards_by_all() -> None:
    engine = new_engine()
    run_until(engine, ChooseAll)
    played = Slot(0, 0)

    assert set(engine.view(1).faces) == {*engine.state.hands[1], *engine.view(None).faces}
    assert len(engine.view(None).faces) == 1
    assert played not in engine.view(1).faces or played in engine.view(None).faces


@pytest.mark.parametrize(
    "cards",
    [
        (Slot(0, 4),),  # a card of seat 1
        (Slot(9, 9),),  # a card of no deck
        (Slot(0, 1), Slot(0, 1)),  # one card twice
        (Slot(0, 1), Slot(0, 2), Slot(0, 3)),  # more than may be laid
    ],
)
def test_cards_that_cannot_be_laid_are_refused_and_nothing_changes(
    cards: tuple[Slot, ...],
) -> None:
    engine = new_engine()
    run_until(engine, Lay)
    before: View[State] = engine.view(0)

    with pytest.raises(IllegalAction):
        engine.play(0, Action("cards", cards=cards))

    assert engine.view(0) == before
    assert engine.waiting == (0,)


def test_another_seed_gives_another_game() -> None:
    stories = set()
    for seed in (b"1", b"2", b"3"):
        engine = new_engine(seed=seed)
        run_until(engine, NoneType)
        stories.add(engine.state.story)

    assert len(stories) == 3
