"""What every game must keep to, whatever its rules. Shared by the tests and the long run."""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Any

from p2pjeux.errors import Refused
from p2pjeux.games import game_ids, load_game
from p2pjeux.rules.contract import Cards, Choices, Form, Game, OptionValue, Source, View
from p2pjeux.rules.engine import Engine, Happening
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.source import SeededSource

Player = Callable[[View[Any], Source], Action]


@dataclass(frozen=True, slots=True)
class Case:
    """A game with a number of seats and options for it."""

    game_id: str
    seats: int
    options: tuple[tuple[str, OptionValue], ...] = ()

    @property
    def game(self) -> Game[Any]:
        return load_game(self.game_id)

    def engine(self, seed: int) -> Engine[Any]:
        return Engine(self.game, self.seats, dict(self.options), SeededSource(b"chance%d" % seed))

    def __str__(self) -> str:
        chosen = "".join(f"-{name}={value}" for name, value in self.options)
        return f"{self.game_id}-{self.seats}{chosen}"


def two_may_go(seats: int) -> int:
    """A threshold that lets two seats vanish where that can be, and one at a table of three."""
    return 0 if seats == 2 else max(2, seats - 2)


def all_others(seats: int) -> tuple[frozenset[Seat], ...]:
    """Each seat at a machine of its own: all others hold parts of its keys."""
    return tuple(frozenset(range(seats)) - {seat} for seat in range(seats))


def games_to_test() -> tuple[str, ...]:
    """All games, or those that P2PJEUX_TEST_GAMES names: for one who is still writing a game."""
    named = os.environ.get("P2PJEUX_TEST_GAMES")
    return tuple(named.split(",")) if named else game_ids()


def default_cases() -> list[Case]:
    """Every game with every number of seats, default options."""
    return [
        Case(game_id, seats)
        for game_id in games_to_test()
        for seats in range(
            load_game(game_id).facts.seats_least, load_game(game_id).facts.seats_most + 1
        )
    ]


def option_cases() -> list[Case]:
    """Every game with every number of seats and every combination of options that it takes."""
    cases = []
    for case in default_cases():
        options = case.game.facts.options
        for values in product(*(option.among for option in options)):
            chosen = tuple(
                (option.name, value) for option, value in zip(options, values, strict=True)
            )
            if _fits(case.game, case.seats, dict(chosen)):
                cases.append(Case(case.game_id, case.seats, chosen))
    return cases


def _fits(game: Game[Any], seats: int, options: Mapping[str, OptionValue]) -> bool:
    try:
        game.set_up(seats, options)
    except Refused:
        return False
    return True


def steps(engine: Engine[Any], seed: int, player: Player | None = None) -> Iterator[Happening[Any]]:
    """Play a game to its end; every seat decides by ``player``, at random by default."""
    decide = player or engine.game.sample
    source = SeededSource(b"players%d" % seed)
    while engine.request is not None:
        for seat in engine.waiting:
            engine.play(seat, decide(engine.view(seat), source))
        happening = engine.advance()
        assert happening is not None
        yield happening


def play_checked(case: Case, seed: int) -> Engine[Any]:
    """Play at random and hold the game to its contract at every step."""
    game, engine = case.game, case.engine(seed)
    census = dict(game.census(engine.state))
    length = 0
    for happening in steps(engine, seed, lambda view, source: sample_checked(game, view, source)):
        length += 1
        assert dict(game.census(happening.after)) == census, f"{case} seed {seed} step {length}"
        over = game.request(happening.after) is None
        assert (game.outcome(happening.after) is not None) == over
    assert length <= game.facts.length_most, f"{case} seed {seed} took {length} requests"
    outcome = game.outcome(engine.state)
    assert outcome is not None
    assert len(outcome.scores) == case.seats
    assert outcome.winners
    assert set(outcome.winners) <= set(range(case.seats))
    return engine


def sample_checked(game: Game[Any], view: View[Any], source: Source) -> Action:
    """A random action that must be one the seat was offered."""
    choices = game.choices(view)
    assert choices.actions or choices.forms
    action = game.sample(view, source)
    assert is_offered(choices, action), f"{action} is not among {choices}"
    return action


def is_offered(choices: Choices, action: Action) -> bool:
    return action in choices.actions or any(fits_form(form, action) for form in choices.forms)


def fits_form(form: Form, action: Action) -> bool:
    """Whether the action is a filling of the form, legal or not."""
    cards = [field for field in form.fields if isinstance(field, Cards)]
    arguments = len(form.fields) - len(cards)
    if action.verb != form.verb or len(action.args) != arguments:
        return False
    if not cards:
        return not action.cards
    (field,) = cards
    return field.least <= len(action.cards) <= field.most and set(action.cards) <= set(field.among)


def clone(engine: Engine[Any]) -> Engine[Any]:
    """An engine that goes its own way from here; its chance is its own too."""
    twin = object.__new__(Engine)
    twin.__dict__.update(engine.__dict__)
    twin._faces = dict(engine._faces)
    twin._public = dict(engine._public)
    twin._learnt = [dict(learnt) for learnt in engine._learnt]
    twin._shown = [MappingProxyType(learnt) for learnt in twin._learnt]
    twin._decided = dict(engine._decided)
    twin._sealed = dict(engine._sealed)
    twin._source = SeededSource(b"twin")
    return twin


def hidden_from(engine: Engine[Any], seat: Seat | None) -> list[Any]:
    """The slots whose faces this seat (or a watcher) has not learnt."""
    known = engine.view(seat).faces
    return [slot for slot in engine._faces if slot not in known]
