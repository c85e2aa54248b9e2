"""The conformance kit: every game gets these tests by being in its folder."""

from pathlib import Path
from typing import Any

import pytest

from p2pjeux.encoding import Value
from p2pjeux.games import load_breakdown, load_game
from p2pjeux.language import LANGUAGES, words_for
from p2pjeux.rules.contract import Cards, Choices, Pick, Several, View
from p2pjeux.rules.door import check_play
from p2pjeux.rules.drawing import STYLES, Size, line_width
from p2pjeux.rules.engine import Engine, IllegalAction
from p2pjeux.rules.requests import Action, Lay, Open, Request, Seal, Seat, Slot, deciders
from p2pjeux.rules.source import SeededSource, shuffled
from p2pjeux.rules.value import as_value, state_digest
from p2pjeux.rules.words import Words
from tests import playthroughs
from tests.kit import (
    Case,
    clone,
    default_cases,
    games_to_test,
    hidden_from,
    is_offered,
    option_cases,
    play_checked,
    steps,
)

# A few hundred games per game in the ordinary run; tests/random_play.py is the long one.
SEEDS = 20
SIZES = (Size(80, 24), Size(120, 40), Size(160, 50))
NAMES = tuple(f"Zoé n°{number}" for number in range(1, 13))

every_case = pytest.mark.parametrize("case", default_cases(), ids=str)
every_option = pytest.mark.parametrize("case", option_cases(), ids=str)


@pytest.mark.slow
@every_case
def test_random_play_ends_within_the_bound_and_keeps_the_contract(case: Case) -> None:
    for seed in range(SEEDS):
        play_checked(case, seed)


@pytest.mark.slow
@every_option
def test_random_play_keeps_the_contract_with_every_option(case: Case) -> None:
    for seed in range(2):
        play_checked(case, seed)


@pytest.mark.slow
@every_case
def test_the_same_seed_plays_the_same_game(case: Case) -> None:
    once, again = (
        [(as_value(step.answer), state_digest(step.after)) for step in steps(case.engine(5), 5)]
        for _ in range(2)
    )

    assert once == again


@pytest.mark.slow
@every_case
def test_only_seats_that_are_asked_have_choices(case: Case) -> None:
    engine = case.engine(2)
    for _step in steps(engine, 2):
        asked = set(engine.waiting)
        for seat in range(case.seats):
            choices = case.game.choices(engine.view(seat))
            assert bool(choices.actions or choices.forms) == (seat in asked)
        assert case.game.choices(engine.view(None)) == Choices()


@pytest.mark.slow
@every_case
def test_every_listed_action_is_legal(case: Case) -> None:
    engine = case.engine(3)
    for _step in steps(engine, 3):
        for seat in engine.waiting:
            view = engine.view(seat)
            for action in case.game.choices(view).actions:
                assert engine.request is not None
                faces = tuple(view.faces[card] for card in action.cards)
                refusal = check_play(case.game, engine.state, engine.request, seat, action, faces)
                assert refusal is None, f"{action}: {refusal}"


def corrupted(action: Action) -> list[Action]:
    """Actions that no game takes, made from one that it would."""
    foreign = Slot(99, 0)
    twice = (*action.cards, *action.cards) or (foreign, foreign)
    return [
        Action("no-such-verb", action.args, action.cards),
        Action(action.verb, (*action.args, "more"), action.cards),
        Action(action.verb, action.args, (*action.cards, foreign)),
        Action(action.verb, action.args, twice),
        *(
            Action(action.verb, put_wrong(action.args, at), action.cards)
            for at in range(len(action.args))
        ),
    ]


def put_wrong(args: tuple[Value, ...], at: int) -> tuple[Value, ...]:
    return (*args[:at], {"not": "an argument"}, *args[at + 1 :])


@pytest.mark.slow
@every_case
def test_illegal_actions_are_refused_with_a_reason_and_change_nothing(case: Case) -> None:
    engine = case.engine(4)
    source = SeededSource(b"illegal")
    for _step in steps(engine, 4):
        before, waiting = state_digest(engine.state), engine.waiting
        for seat in waiting[:2]:
            for action in corrupted(case.game.sample(engine.view(seat), source)):
                with pytest.raises(IllegalAction, match=r"\w"):
                    engine.play(seat, action)
        for seat in set(range(case.seats)) - set(waiting):
            with pytest.raises(IllegalAction):
                engine.play(seat, Action("pass"))
        assert (state_digest(engine.state), engine.waiting) == (before, waiting)


def knowledge(engine: Engine[Any], seat: Seat | None) -> object:
    """All that a seat or a watcher can see: view, choices and drawn screen.

    The parts are compared as they are; equal parts have equal bytes (tests/rules/test_value.py).
    """
    view = engine.view(seat)
    words = words_for("fr", engine.game.facts.id, NAMES)
    board = engine.game.presenter.board(view, words, SIZES[0])
    faces = dict(view.faces)
    return view.state, view.seat, faces, view.sealed, engine.game.choices(view), board


def scramble(engine: Engine[Any], seat: Seat | None, source: SeededSource) -> Engine[Any]:
    """Another world that ``seat`` cannot tell from this one: hidden faces moved about."""
    other = clone(engine)
    hidden = hidden_from(engine, seat)
    for deck in {slot.deck for slot in hidden}:
        slots = [slot for slot in hidden if slot.deck == deck]
        faces = shuffled(source, [engine._faces[slot] for slot in slots])
        other._faces.update(zip(slots, faces, strict=True))
    for learnt in other._learnt:
        learnt.update({slot: other._faces[slot] for slot in learnt})
    return other


def decide_otherwise(engine: Engine[Any], seat: Seat, like: Action, source: SeededSource) -> Action:
    """Another legal secret choice that shows the same count of cards, if chance finds one."""
    for _ in range(20):
        action = engine.game.sample(engine.view(seat), source)
        if len(action.cards) == len(like.cards) and action != like:
            return action
    raise LookupError


def is_secret(request: Request | None) -> bool:
    return isinstance(request, Seal | Lay)


@pytest.mark.slow
@every_case
@pytest.mark.parametrize("seed", range(2))
def test_what_a_seat_has_not_learnt_changes_nothing_for_it(case: Case, seed: int) -> None:
    """Non-interference: two worlds that differ only in what is hidden from a seat look the same."""
    engine = case.engine(seed)
    source = SeededSource(b"worlds%d" % seed)
    compared = different = 0
    for number, _step in enumerate(steps(engine, seed)):
        # Drawing and comparing everything is slow: each seed looks at another third of the steps.
        for seat in (number % case.seats, None) if number % 3 == seed else ():
            other = scramble(engine, seat, source)
            _seal_otherwise(engine, other, seat, source)
            different += other._faces != engine._faces or other._sealed != engine._sealed
            assert knowledge(other, seat) == knowledge(engine, seat)
            compared += 1
    assert compared
    # The test would be empty if no other world was ever tried, unless the game hides nothing.
    assert different or case.game.facts.information.value == "open"


def _seal_otherwise(
    engine: Engine[Any], other: Engine[Any], seat: Seat | None, source: SeededSource
) -> None:
    """Where seats seal or lay now, let the others decide otherwise in the other world."""
    request = engine.request
    if request is None or not is_secret(request):
        return
    others = [one for one in deciders(request) if one != seat and one in engine.waiting]
    # Two of them are enough at a time: the seats asked come round.
    for decider in others[:2]:
        try:
            here = engine.game.sample(engine.view(decider), source)
            there = decide_otherwise(other, decider, here, source)
        except LookupError:
            continue
        mine, theirs = clone(engine), other
        mine.play(decider, here)
        theirs.play(decider, there)
        assert knowledge(mine, seat) == knowledge(theirs, seat)
        theirs._sealed[decider] = there
        del theirs._decided[decider]


@pytest.mark.slow
@every_case
def test_sealed_choices_stay_unseen_until_they_open(case: Case) -> None:
    """After a seal, no other seat's view depends on what was sealed."""
    engine = case.engine(1)
    for number, step in enumerate(steps(engine, 1)):
        if isinstance(step.request, Open) or not engine._sealed:
            continue
        owner = list(engine._sealed)[number % len(engine._sealed)]
        other = clone(engine)
        other._sealed[owner] = Action("something else")
        for seat in ((owner + 1) % case.seats, None):
            assert knowledge(other, seat) == knowledge(engine, seat)


@pytest.mark.slow
@every_case
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_drawn_and_said(case: Case, language: str) -> None:
    words = words_for(language, case.game_id, NAMES)
    presenter = case.game.presenter
    engine = case.engine(8)
    for number, step in enumerate(steps(engine, 8)):
        for told in presenter.tell(step.before, step.request, step.answer, step.after, words):
            assert told.strip()
        view = engine.view(None if number % 3 == 0 else number % case.seats)
        check_boards(view, presenter, words)
        for seat in engine.waiting:
            check_choices(engine, seat, words)
    assert presenter.result(engine.state, words)
    check_boards(engine.view(0), presenter, words)


def check_boards(view: View[Any], presenter: Any, words: Words) -> None:
    for size in SIZES:
        board = presenter.board(view, words, size)
        assert len(board) <= (16 if size.rows == 24 else size.rows - 8)
        for drawn in board:
            assert line_width(drawn) <= size.columns
            assert {span.style for span in drawn} <= STYLES


def check_choices(engine: Engine[Any], seat: Seat, words: Words) -> None:
    view, presenter = engine.view(seat), engine.game.presenter
    assert engine.request is not None
    assert presenter.prompt(view, engine.request, words).strip()
    choices = engine.game.choices(view)
    labels = [presenter.label(view, action, words) for action in choices.actions]
    assert len(set(labels)) == len(labels), "two choices must not read the same"
    for form in choices.forms:
        for field in form.fields:
            if isinstance(field, Pick | Several):
                values = [
                    presenter.value(view, form, field.name, item, words) for item in field.among
                ]
                assert len(set(values)) == len(values)
            elif isinstance(field, Cards):
                assert all(presenter.card(view.faces[slot], words) for slot in field.among)
    action = engine.game.sample(view, SeededSource(b"label"))
    assert presenter.label(view, action, words).strip()


@pytest.mark.slow
@every_case
@pytest.mark.parametrize("seed", [2, 3])
def test_the_parts_of_every_score_add_up_to_it(case: Case, seed: int) -> None:
    breakdown = load_breakdown(case.game_id)
    if breakdown is None:
        pytest.skip("this game does not say where its points come from")
    engine = case.engine(seed)
    player = case.game.bot if seed == 3 else None
    states = [engine.state, *(step.after for step in steps(engine, seed, player))]
    outcome = case.game.outcome(engine.state)
    assert outcome is not None

    parts = breakdown.parts(states)

    words = words_for("fr", case.game_id, NAMES)
    assert len({words.say(part.label) for part in parts}) == len(parts)
    assert all(len(part.points) == case.seats for part in parts)
    assert tuple(map(sum, zip(*(part.points for part in parts), strict=True))) == outcome.scores
    # On the way too: whoever looks at the middle of a game sees sums that are right.
    for length in range(1, len(states), 7):
        seen = breakdown.parts(states[:length])
        sums = tuple(map(sum, zip(*(part.points for part in seen), strict=True)))
        assert sums == breakdown.standing(states[length - 1])
    assert breakdown.standing(states[-1]) == outcome.scores


@pytest.mark.slow
@every_case
def test_the_bot_plays_legally_from_its_own_view(case: Case) -> None:
    engine = case.engine(6)
    for length, _step in enumerate(steps(engine, 6, case.game.bot)):
        assert length < case.game.facts.length_most


@pytest.mark.slow
@every_case
def test_the_bot_decides_alike_in_worlds_it_cannot_tell_apart(case: Case) -> None:
    engine = case.engine(9)
    source = SeededSource(b"bots")
    for number, _step in enumerate(steps(engine, 9)):
        for seat in engine.waiting[:1] if number % 5 == 0 else ():
            other = scramble(engine, seat, source)
            decided = [
                case.game.bot(world.view(seat), SeededSource(b"same")) for world in (engine, other)
            ]
            assert decided[0] == decided[1]
            assert is_offered(case.game.choices(engine.view(seat)), decided[0])


@pytest.mark.slow
@pytest.mark.parametrize("path", playthroughs.files(), ids=lambda path: path.stem)
def test_golden_games_replay_step_by_step(path: Path) -> None:
    playthroughs.replay(path)


@pytest.mark.parametrize("game_id", games_to_test())
def test_every_game_has_golden_games_for_small_middle_and_large_tables(game_id: str) -> None:
    facts = load_game(game_id).facts
    recorded = {
        int(path.stem.split("-")[1])
        for path in playthroughs.files()
        if path.stem.startswith(game_id)
    }

    assert {facts.seats_least, facts.seats_most} <= recorded
    assert len(recorded) >= 3
