"""Hand-made tables for the tests: names instead of numbers, and a state in mid-game."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from p2pjeux.games.pantheon import GAME
from p2pjeux.games.pantheon.europe import TOWNS
from p2pjeux.games.pantheon.men import CARDS, Man
from p2pjeux.games.pantheon.pack import RANKS, SUITS
from p2pjeux.games.pantheon.state import Phase, State, new_state
from p2pjeux.rules.engine import Engine
from p2pjeux.rules.requests import Action, Face, Play, Played, Rolled, Slot
from p2pjeux.rules.source import SeededSource

HOMES = ("Paris", "Londres", "Berlin", "Gênes", "Rotterdam", "Madrid")


def man(short: str) -> Man:
    (found,) = (number for number, card in enumerate(CARDS) if card.short_fr == short)
    return found


def men(*shorts: str) -> tuple[Man, ...]:
    return tuple(man(short) for short in shorts)


def face(name: str) -> Face:
    """``face("10♠")``."""
    return RANKS.index(name[:-1]) * len(SUITS) + SUITS.index(name[-1])


def faces(text: str) -> tuple[Face, ...]:
    return tuple(face(name) for name in text.split())


def table(seats: int = 4, **changes: Any) -> State:
    """The first round: pawns in the capitals and on square 10, four slots in each hand."""
    slots = tuple(Slot(0, place) for place in range(52))
    hands = tuple(slots[4 * seat : 4 * seat + 4] for seat in range(seats))
    start = new_state(seats)
    stakes = changes.pop("stakes", men("Molière", "Pasteur")[: start.stakes_per_round])
    state = replace(
        start,
        phase=Phase.ROLL,
        round=1,
        deck=1,
        men=tuple(other for other in start.men if other not in stakes),
        stakes=stakes,
        towns=tuple(TOWNS[name] for name in HOMES[:seats]),
        squares=(10,) * seats,
        hands=hands,
        stock=slots[4 * seats :],
    )
    return replace(state, **changes)


def moving(dice: tuple[int, int], seats: int = 4, **changes: Any) -> State:
    """The first seat has thrown the dice and is to move."""
    return GAME.apply(table(seats, **changes), Rolled(dice))


def move(state: State, verb: str, town: str, square: int) -> State:
    """The state after a move that must be legal."""
    action = Action(verb, (TOWNS[town], square))
    refusal = GAME.check(state, state.actor, action, ())
    assert refusal is None, str(refusal)
    return GAME.apply(state, Played((Play(state.actor, action),)))


def sold(state: State, *bids: str) -> State:
    """The state after these bids, one for each seat in play order, cards as ``"9♠ 4♥"``."""
    plays = tuple(
        Play(seat, Action("bid", cards=state.hands[seat][:2]), faces(bid))
        for seat, bid in zip(state.order, bids, strict=True)
    )
    return GAME.apply(replace(state, phase=Phase.OPEN), Played(plays))


def played_until(
    stop: Callable[[Engine[State]], bool], seats: int, seed: bytes = b""
) -> Engine[State]:
    """An engine that random players have brought to where ``stop`` says so."""
    engine = Engine(GAME, seats, {}, SeededSource(b"chance" + seed))
    source = SeededSource(b"players" + seed)
    while not stop(engine):
        for seat in engine.waiting:
            engine.play(seat, GAME.sample(engine.view(seat), source))
        assert engine.advance() is not None
    return engine
