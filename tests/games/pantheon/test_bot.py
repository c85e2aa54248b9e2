"""What the bot is expected to see, and that it beats chance by far."""

from dataclasses import replace

import pytest

from p2pjeux.games.pantheon import GAME
from p2pjeux.games.pantheon.auction import roads_to, squares_to
from p2pjeux.games.pantheon.europe import TOWNS, destinations
from p2pjeux.games.pantheon.foresight import STEP, expected_steps
from p2pjeux.games.pantheon.legality import ways
from p2pjeux.games.pantheon.men import CARDS, MEN, MEN_FOR_FEW
from p2pjeux.games.pantheon.pack import WORTH
from p2pjeux.games.pantheon.state import Phase, State
from p2pjeux.games.pantheon.timeline import landings
from p2pjeux.games.pantheon.worth import POINT, prospects, worth
from p2pjeux.rules.contract import View
from p2pjeux.rules.engine import Engine
from p2pjeux.rules.requests import Action
from p2pjeux.rules.source import SeededSource
from tests.games.pantheon.tables import faces, man, men, moving, table


def decided(state: State, seat: int = 0, hand: str = "9♠ 4♥ K♦ 2♣") -> Action:
    known = dict(zip(state.hands[seat], faces(hand), strict=True))
    return GAME.bot(View(state, seat, known), SeededSource(b"bot"))


def test_the_bot_comes_as_near_to_the_only_man_as_the_dice_let_it() -> None:
    fleming = man("Fleming")
    state = moving(
        (3, 4), seats=2, stakes=(fleming,), men=(), towns=(TOWNS["Londres"], TOWNS["Madrid"])
    )

    action = decided(state)

    roads, squares = ways(state)[action.verb]
    best = min(
        roads_to(fleming, town) + squares_to(fleming, square)
        for roads, squares in ways(state).values()
        for town in destinations(TOWNS["Londres"], roads)
        for square in landings(10, squares)
    )
    town, square = action.args
    assert isinstance(town, int)
    assert isinstance(square, int)
    assert roads_to(fleming, town) + squares_to(fleming, square) == best
    assert roads + squares == 7


def test_the_bot_names_the_man_that_nobody_else_wants() -> None:
    stakes = men("Molière", "Lavoisier")
    towns = tuple(TOWNS[name] for name in ("Paris", "Orléans", "Calais", "Dijon"))
    state = table(
        stakes=stakes, towns=towns, squares=(11,) * 4, starter=1, turn=3, named=(stakes[0],) * 3
    )

    assert decided(replace(state, phase=Phase.NAME)) == Action("name", (stakes[1],))


def test_the_bot_does_not_waste_good_cards_on_an_uncontested_man() -> None:
    stakes = men("Molière", "Pasteur")
    state = table(named=(stakes[0], stakes[1], stakes[1], stakes[1]), phase=Phase.BID)

    action = decided(state, hand="A♠ K♥ Q♦ 10♣")

    assert action.cards == state.hands[0][1:3]


def test_the_bot_gives_its_best_in_the_last_round() -> None:
    stakes = men("Shakespeare")
    state = table(2, stakes=stakes, named=stakes * 2, men=(), phase=Phase.BID)

    action = decided(state, hand="A♠ K♥ Q♦ 10♣")

    values = sorted(WORTH[faces("A♠ K♥ Q♦ 10♣")[slot.place]] for slot in action.cards)
    assert values == [10, 11]


def test_a_man_who_completes_a_series_is_worth_its_bonus() -> None:
    owned = men("Shakespeare", "Bach", "Verdi", "Goya")
    moliere = man("Molière")

    assert worth(moliere, owned, (), 4) == (CARDS[moliere].value + 20) * POINT
    assert worth(moliere, (*owned, man("Pasteur")), (), 4) == CARDS[moliere].value * POINT


def test_prospects_grow_with_the_men_to_come_and_end_with_the_truth() -> None:
    owned = men("Shakespeare", "Bach")

    assert prospects(owned, (), 3) == 0
    assert 0 < prospects(owned, MEN_FOR_FEW[10:], 3) < prospects(owned, MEN, 3) < 60 * POINT
    assert prospects(MEN, (), 3) == 60 * POINT


def test_the_expected_distance_lies_between_the_best_and_no_move() -> None:
    pasteur = man("Pasteur")
    for town in (TOWNS["Madrid"], TOWNS["Dole"], TOWNS["Darvel"]):
        for square in (0, 10, 16):
            assert 0 <= expected_steps(town, square, pasteur) <= 31 * STEP
    far, near = (
        expected_steps(TOWNS["Séville"], 0, pasteur),
        expected_steps(TOWNS["Lyon"], 12, pasteur),
    )
    assert far > near


@pytest.mark.slow
def test_one_bot_beats_two_random_players_nearly_always() -> None:
    wins = 0
    for seed in range(12):
        engine = Engine(GAME, 3, {}, SeededSource(b"strength%d" % seed))
        source, bot = SeededSource(b"players%d" % seed), seed % 3
        while engine.request is not None:
            for seat in engine.waiting:
                player = GAME.bot if seat == bot else GAME.sample
                engine.play(seat, player(engine.view(seat), source))
            engine.advance()
        outcome = GAME.outcome(engine.state)
        assert outcome is not None
        wins += bot in outcome.winners
    # By chance alone ten or more of twelve come once in two thousand times.
    assert wins >= 10
