"""What players read: prompts, labels, the story and the result."""

from dataclasses import replace

import pytest

from p2pjeux.games.pantheon import GAME
from p2pjeux.games.pantheon.europe import TOWNS
from p2pjeux.games.pantheon.legality import LARGER
from p2pjeux.games.pantheon.state import Phase, State
from p2pjeux.language import words_for
from p2pjeux.rules.contract import Pick, View
from p2pjeux.rules.requests import Action, Choose, Deal, Done, Open, Play, Played, Roll, Rolled
from tests.games.pantheon.tables import face, faces, men, move, moving, sold, table

ENGLISH = words_for("en", "pantheon", ("Ann", "Bob", "Cleo", "Dan"))
FRENCH = words_for("fr", "pantheon", ("Anne", "Bob", "Cléo", "Dan"))


def told(before: State, after: State) -> list[str]:
    """The story of an auction."""
    return list(
        GAME.presenter.tell(before, Open(before.order), Played(_opened(before)), after, ENGLISH)
    )


def _opened(state: State) -> tuple[Play, ...]:
    return tuple(
        Play(seat, Action("bid", cards=state.hands[seat][:2]), faces("2♠ 3♠"))
        for seat in state.order
    )


def test_an_auction_is_told_bid_by_bid_with_its_arithmetic() -> None:
    towns = tuple(TOWNS[name] for name in ("La Ferté-Milon", "Madrid"))
    stakes = men("Molière")
    state = table(2, towns=towns, squares=(16, 8), named=stakes * 2, stakes=stakes)
    state = replace(state, phase=Phase.OPEN)

    lines = told(state, sold(state, "9♠ 4♥", "K♠ 2♥"))

    assert lines == [
        "  Ann for Molière: 9♠ + 4♥ − 1 − 8 = 4",
        "  Bob for Molière: K♠ + 2♥ − 5 − 0 = −3",
        "Ann wins Molière.",
    ]


def test_an_unwanted_man_and_a_completed_series_are_told() -> None:
    stakes = men("Molière", "Pasteur")
    won = (men("Shakespeare", "Bach", "Verdi", "Goya"), (), (), ())
    state = table(named=(stakes[0],) * 4, won=won, phase=Phase.OPEN)

    lines = told(state, sold(state, "A♠ A♥", "2♠ 2♥", "3♠ 3♥", "4♠ 4♥"))

    assert "Ann wins Molière." in lines
    assert "Nobody wants Louis Pasteur: the card leaves the game." in lines
    assert "Ann completes the series of nations." in lines


def test_a_move_and_who_is_driven_out_are_told() -> None:
    towns = tuple(TOWNS[name] for name in ("Dole", "Dijon", "Berlin", "Madrid"))
    before = moving((1, 1), towns=towns)
    after = move(before, LARGER, "Dijon", 11)
    answer = Played((Play(0, Action(LARGER, (TOWNS["Dijon"], 11))),))

    lines = GAME.presenter.tell(before, Choose(0, "move"), answer, after, ENGLISH)

    assert lines == (
        "Ann goes from Dole to Dijon and from 1650–1674 to 1675–1699.",
        "Bob is pushed back to Dole.",
    )


def test_a_throw_and_the_start_are_told() -> None:
    before = table()
    thrown = GAME.presenter.tell(
        before, Roll((6, 6), "move"), Rolled((2, 5)), moving((2, 5)), ENGLISH
    )
    start = GAME.apply(GAME.set_up(3, {}), Done())
    started = GAME.apply(start, Rolled((3,)))

    assert thrown == ("Ann rolls 2 and 5.",)
    assert GAME.presenter.tell(start, Roll((3,), "starter"), Rolled((3,)), started, ENGLISH) == (
        "The die decides: Cleo starts.",
    )


def test_a_deal_is_told_by_numbers_never_by_cards() -> None:
    state = table(2)
    deal = Deal(((0, state.stock[:2]), (1, state.stock[2:3])))

    assert GAME.presenter.tell(state, deal, Done(), state, ENGLISH) == (
        "Cards are dealt: Ann 2 and Bob 1.",
    )


def test_a_town_is_offered_with_its_distances_and_who_is_driven_out() -> None:
    state = moving((1, 1), stakes=men("Molière", "Pasteur"))
    state = replace(state, towns=(TOWNS["Dole"], TOWNS["Dijon"], *state.towns[2:]))
    view = View(state, 0, {})
    (form,) = GAME.choices(view).forms
    field = form.fields[0]
    assert isinstance(field, Pick)

    labels = [GAME.presenter.value(view, form, field.name, item, ENGLISH) for item in field.among]

    assert "DIJ Dijon — Molière 1, Pasteur 1 — pushes Bob back" in labels
    assert "MIL Milan — Molière 3, Pasteur 1" in labels


def test_towns_are_offered_nearest_first() -> None:
    state = moving((5, 6), stakes=men("Fleming", "Newton"))
    for form in GAME.choices(View(state, 0, {})).forms:
        field = form.fields[0]
        assert isinstance(field, Pick)
        labels = [
            GAME.presenter.value(View(state, 0, {}), form, field.name, item, ENGLISH)
            for item in field.among
        ]
        nearest = [
            min(int(part.split()[1]) for part in label.split("— ")[1].split(", "))
            for label in labels
        ]
        assert nearest == sorted(nearest)


@pytest.mark.parametrize(
    "name, english, french",
    [("J♠", "J♠", "V♠"), ("Q♥", "Q♥", "D♥"), ("K♦", "K♦", "R♦"), ("10♣", "10♣", "10♣")],
)
def test_court_cards_have_their_letters_in_each_language(
    name: str, english: str, french: str
) -> None:
    assert GAME.presenter.card(face(name), ENGLISH) == english
    assert GAME.presenter.card(face(name), FRENCH) == french


def test_a_bid_is_offered_with_what_it_comes_to() -> None:
    state = table(2, phase=Phase.BID, named=men("Pasteur", "Pasteur"))
    hand = state.hands[0]
    view = View(state, 0, dict(zip(hand, faces("K♠ 2♥ 9♦ A♣"), strict=True)))

    # Dole is two roads from Paris, by Dijon; 1800 is six squares from 1650.
    assert GAME.presenter.label(view, Action("bid", cards=hand[:2]), ENGLISH) == (
        "K♠ 2♥: 2 − 8 = −6"
    )


def test_the_result_names_all_and_a_shared_victory() -> None:
    state = table(3, phase=Phase.OVER, won=(men("Newton"), men("Léonard"), men("More")))

    assert GAME.presenter.result(state, ENGLISH) == (
        "Ann: 9 points, with 1 card and 0 series",
        "Bob: 9 points, with 1 card and 0 series",
        "Cleo: 5 points, with 1 card and 0 series",
        "Ann and Bob share the victory.",
    )
