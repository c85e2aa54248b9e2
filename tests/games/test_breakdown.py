"""Where points come from, against the numbers of the rulebooks."""

from dataclasses import replace

from p2pjeux.games import course, pantheon, stonehenge
from p2pjeux.games.course.breakdown import BREAKDOWN as COURSE
from p2pjeux.games.europax import GAME as EUROPAX_GAME
from p2pjeux.games.europax.breakdown import BREAKDOWN as EUROPAX
from p2pjeux.games.europax.cards import START_MONEY
from p2pjeux.games.ostrakon.breakdown import BREAKDOWN as OSTRAKON
from p2pjeux.games.ostrakon.calendar import COUNCILS
from p2pjeux.games.pantheon.breakdown import BREAKDOWN as PANTHEON
from p2pjeux.games.pantheon.men import CARDS, MEN
from p2pjeux.games.stonehenge.breakdown import BREAKDOWN as STONEHENGE
from p2pjeux.games.stonehenge.cards import RING_SPACES
from p2pjeux.games.stonehenge.state import Sale
from p2pjeux.rules.breakdown import Part
from tests.kit import Case, steps


def points(parts: tuple[Part, ...]) -> dict[str, tuple[int, ...]]:
    return {part.label: part.points for part in parts}


def test_a_complete_series_of_the_pantheon_is_worth_twenty() -> None:
    """Score = printed values + 20 per complete series (rules/pantheon.md)."""
    start = pantheon.GAME.set_up(2, {})
    all_of_them = replace(start, won=(MEN, ()))

    found = points(PANTHEON.parts([start, all_of_them]))

    assert found["cards"] == (sum(card.value for card in CARDS), 0)
    assert found["series of nations"] == (20, 0)
    assert found["series of centuries"] == (20, 0)
    assert found["series of professions"] == (20, 0)


def test_a_pantheon_without_one_nation_has_no_series_of_nations() -> None:
    start = pantheon.GAME.set_up(2, {})
    nation = CARDS[MEN[0]].nation
    men = tuple(man for man in MEN if CARDS[man].nation != nation)

    found = points(PANTHEON.parts([replace(start, won=(men, ()))]))

    assert found["series of nations"] == (0, 0)


def test_ring_and_dolmens_of_stonehenge_are_told_apart() -> None:
    """Ring stones score 1 each so far, dolmens double (rules/stonehenge.md, ring and dolmens)."""
    start = stonehenge.GAME.set_up(3, {})
    ring = replace(start, scores=(0, 4, 0), last=Sale(3, (), 1, 4))
    unsold = replace(ring, last=Sale(4, (), None, 0))
    dolmen = replace(unsold, scores=(0, 10, 0), last=Sale(RING_SPACES, (), 1, 6))

    found = points(STONEHENGE.parts([start, ring, ring, unsold, dolmen]))

    assert found == {"stones of the ring": (0, 4, 0), "dolmens": (0, 6, 0)}


def test_only_the_winner_of_a_race_has_the_point_for_coming_home() -> None:
    start = course.GAME.set_up(3, {})
    ended = replace(start, visas=((0, 1, 2, 3, 4), (0, 1), ()), winner=0)

    found = points(COURSE.parts([start, ended]))

    assert found == {"visas": (5, 2, 0), "home first": (1, 0, 0)}


def test_all_begin_europax_with_the_money_of_the_rulebook() -> None:
    start = EUROPAX_GAME.set_up(5, {})

    found = points(EUROPAX.parts([start]))

    assert found["at the start"] == (START_MONEY,) * 5
    assert all(not any(sums) for label, sums in found.items() if label != "at the start")


def test_what_one_country_gains_by_trade_others_lose() -> None:
    engine = Case("europax", 4).engine(4)
    states = [engine.state, *(step.after for step in steps(engine, 4))]

    found = points(EUROPAX.parts(states))

    assert sum(found["sales and aid between countries"]) == 0
    assert any(found["sales and aid between countries"])


def test_all_philosophers_start_on_the_space_of_their_council() -> None:
    case = Case("ostrakon", 7, (("philosophers", "drawn"),))
    engine = case.engine(1)
    states = [engine.state, *(step.after for step in steps(engine, 1))]

    found = points(OSTRAKON.parts(states))

    assert found["at the start"] == (COUNCILS[7].start,) * 7
    assert sum(found["by own questions"]) > 0
