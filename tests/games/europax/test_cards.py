"""The data against what the rulebook prints, and against its own reconstruction."""

from collections import Counter

from p2pjeux.games.europax.cards import (
    AID,
    ALL_MONEY,
    BENELUX,
    BOARDS_OF_THREE,
    BOARDS_OF_TWO,
    COUNTRIES,
    DEMAND_CARDS,
    DEMANDS,
    ENGLAND,
    FRANCE,
    MORE_DEMANDS,
    MORE_PRODUCTIONS,
    PRICE_ABROAD,
    PRICE_EUROPE,
    PRODUCTION_CARDS,
    PRODUCTS,
    REWARD,
    START_DEMANDS,
    START_MONEY,
    START_PRODUCTIONS,
    TONNES,
    UNFORESEEN,
    UNFORESEEN_CARDS,
    Country,
    UnforeseenKind,
    demand_cards,
)
from tests.games.europax.scene import CEREALS, STEEL, WOOL


def test_there_are_as_many_cards_as_the_rulebook_counts() -> None:
    assert len(DEMAND_CARDS) == 56
    assert len(UNFORESEEN_CARDS) == 43
    assert sum(PRODUCTION_CARDS) == 173


def test_the_notes_and_the_sums_are_the_rulebook_s() -> None:
    assert ALL_MONEY == 120 * 5 + 60 * 50 + 60 * 100 + 24 * 500 == 21_600
    assert START_MONEY == 4 * 500 + 10 * 100 + 10 * 50 + 20 * 5 == 3_600
    assert (REWARD, AID) == (2 * 500, 300)
    assert (START_DEMANDS, START_PRODUCTIONS) == (8, 15)
    assert (MORE_DEMANDS, MORE_PRODUCTIONS) == (7, 10)


def test_the_prices_and_tonnages_that_the_rulebook_names_are_kept() -> None:
    assert (TONNES[CEREALS], PRICE_EUROPE[CEREALS], PRICE_ABROAD[CEREALS]) == (3_000_000, 160, 250)
    assert (TONNES[STEEL], PRICE_ABROAD[STEEL]) == (3_000_000, 170)
    assert TONNES[WOOL] == 25_000


def test_abroad_is_dearer_for_every_product() -> None:
    assert all(PRICE_ABROAD[product] > PRICE_EUROPE[product] for product in PRODUCTS)


def test_the_unforeseen_cards_split_into_five_kinds() -> None:
    kinds = Counter(UNFORESEEN[card].kind for card in UNFORESEEN_CARDS)

    assert kinds == {
        UnforeseenKind.HOTEL: 5,
        UnforeseenKind.TOURISTS: 6,
        UnforeseenKind.URGENT: 10,
        UnforeseenKind.GAIN: 12,
        UnforeseenKind.LOSS: 10,
    }
    sums = Counter[UnforeseenKind]()
    for card in UNFORESEEN_CARDS:
        sums[UNFORESEEN[card].kind] += UNFORESEEN[card].amount
    assert (sums[UnforeseenKind.GAIN], sums[UnforeseenKind.LOSS]) == (1_460, 1_085)


def test_demands_are_spread_evenly() -> None:
    demands = [demand for card in DEMAND_CARDS for demand in DEMANDS[card]]

    assert Counter(len(DEMANDS[card]) for card in DEMAND_CARDS) == {1: 18, 2: 22, 3: 16}
    assert Counter(demand.country for demand in demands) == dict.fromkeys(COUNTRIES, 22)
    units = Counter[Country]()
    for demand in demands:
        units[demand.country] += demand.units
    assert units == dict.fromkeys(COUNTRIES, 34)
    for card in DEMAND_CARDS:
        asked = DEMANDS[card]
        assert len({demand.country for demand in asked}) == len(asked)
        assert len({demand.product for demand in asked}) == len(asked)


def naming(boards: tuple[Country, ...]) -> set[int]:
    """The demand cards that name one of these countries."""
    return {
        card for card in DEMAND_CARDS if any(demand.country in boards for demand in DEMANDS[card])
    }


def test_ruling_25_the_removal_lists_are_complete() -> None:
    assert (BOARDS_OF_TWO, BOARDS_OF_THREE) == ((FRANCE, BENELUX), (FRANCE, ENGLAND, BENELUX))
    assert len(DEMAND_CARDS) - len(demand_cards(2)) == 23
    assert len(DEMAND_CARDS) - len(demand_cards(3)) == 9
    # Exactly the cards that name no country of the table are removed.
    assert set(demand_cards(2)) == naming(BOARDS_OF_TWO)
    assert set(demand_cards(3)) == naming(BOARDS_OF_THREE)
    assert demand_cards(4) == demand_cards(5) == DEMAND_CARDS
