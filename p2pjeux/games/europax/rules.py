"""The rules of Europax as the contract wants them. Numbers in brackets are rulings."""

from collections.abc import Mapping
from typing import Final, assert_never

from p2pjeux.errors import Refused
from p2pjeux.games.europax.cards import (
    BOARDS_OF_THREE,
    BOARDS_OF_TWO,
    COUNTRIES,
    COUNTRY_NAMES,
    MORE_DEMANDS,
    MORE_PRODUCTIONS,
    PRODUCTION_CARDS,
    PRODUCTS,
    START_DEMANDS,
    START_MONEY,
    START_PRODUCTIONS,
    UNFORESEEN_CARDS,
    Country,
    demand_cards,
)
from p2pjeux.games.europax.state import Heading, Phase, State, Terms
from p2pjeux.games.europax.turn import (
    whole_stock,
)
from p2pjeux.rules.contract import OptionValue, Outcome
from p2pjeux.rules.requests import (
    Choose,
    Draw,
    Request,
    Seat,
)

LENGTH: Final = "length"
AID: Final = "aid"
BOARDS: Final = "boards"
LEFT_OUT: Final = "left_out"
# Italy first: the four that remain are those of three players with Germany.
LEFT_OUT_AMONG: Final = ("italy", "germany", "england", "france", "benelux")


def set_up(seats: int, options: Mapping[str, OptionValue]) -> State:
    """The bank has paid out the start money; the cards are still to be dealt."""
    terms = agree(seats, options)
    taking_part = [country in terms.boards for country in COUNTRIES]
    start = tuple(-START_MONEY if heading is Heading.START else 0 for heading in Heading)
    nothing = (0,) * len(Heading)
    return State(
        terms=terms,
        phase=Phase.DEMANDS,
        leader=_first(terms),
        money=tuple(START_MONEY if part else 0 for part in taking_part),
        ledger=tuple(start if part else nothing for part in taking_part),
        loans=(),
        hands=((),) * len(COUNTRIES),
        demand_stock=demand_cards(len(terms.boards)),
        used=(),
        stocks=((0,) * len(PRODUCTS),) * len(COUNTRIES),
        production_stock=PRODUCTION_CARDS,
        market=(0,) * len(PRODUCTS),
        unseen=UNFORESEEN_CARDS,
        under=(),
        hotels=(0,) * len(COUNTRIES),
        dry=(),
        emptied=(),
        idle=0,
        service=None,
        urgent=None,
        news=(),
    )


def agree(seats: int, options: Mapping[str, OptionValue]) -> Terms:
    """The terms for these seats; raise Refused if the options do not fit them."""
    each = options.get(BOARDS, 1)
    left_out = options.get(LEFT_OUT, LEFT_OUT_AMONG[0])
    if each == 2 and seats != 2:
        raise Refused("two boards for each player are for two players only")
    boards = _boards(seats * int(each), str(left_out))
    owners: list[Seat | None] = [None] * len(COUNTRIES)
    for place, country in enumerate(boards):
        # Two boards of one player lie side by side.
        owners[country] = place // int(each)
    return Terms(
        seats=seats,
        boards=boards,
        owners=tuple(owners),
        long=options.get(LENGTH) == "long",
        lends=options.get(AID) == "loan",
        demands=len(demand_cards(len(boards))),
    )


def _boards(wanted: int, left_out: str) -> tuple[Country, ...]:
    """Which countries take part; there are never more than five (23)."""
    if wanted != 4 and left_out != LEFT_OUT_AMONG[0]:
        raise Refused("a country to leave out can be named only where four boards are used")
    match wanted:
        case 2:
            return BOARDS_OF_TWO
        case 3:
            return BOARDS_OF_THREE
        case 4:
            return tuple(
                country for country in COUNTRIES if COUNTRY_NAMES[country].en.lower() != left_out
            )
        case _:
            return COUNTRIES


def _first(terms: Terms) -> Country:
    """The country on the banker's right: the one before his in clockwise order (24)."""
    before = [country for country in terms.boards if terms.owners[country] != terms.banker]
    return before[-1]


def request(state: State) -> Request | None:
    boards = len(state.terms.boards)
    match state.phase:
        case Phase.LEAD | Phase.SELLER | Phase.URGENT:
            assert state.asked is not None
            return Choose(state.asked, state.phase.name.lower())
        case Phase.UNFORESEEN:
            return Draw(state.unseen, 1, "unforeseen")
        case Phase.STOCK:
            return Draw(whole_stock(state.production_stock), MORE_PRODUCTIONS, "productions")
        case Phase.HAND:
            return Draw(state.demand_stock, MORE_DEMANDS, "demands")
        case Phase.DEMANDS:
            return Draw(state.demand_stock, START_DEMANDS * boards, "demands")
        case Phase.PRODUCTIONS:
            stock = whole_stock(state.production_stock)
            return Draw(stock, START_PRODUCTIONS * boards, "productions")
        case Phase.OVER:
            return None
        case _:
            assert_never(state.phase)


def outcome(state: State) -> Outcome | None:
    """Most money, then most production cards, then shared (19, 20).

    A player with two boards counts both. The sixth player keeps the bank: his score is 0, for he
    has no country, and he cannot win.
    """
    if state.phase is not Phase.OVER:
        return None
    terms = state.terms
    scores, ranks = [0] * terms.seats, {}
    for seat in range(terms.seats):
        boards = terms.boards_of(seat)
        if boards:
            scores[seat] = sum(state.money[country] for country in boards)
            cards = sum(sum(state.stocks[country]) for country in boards)
            ranks[seat] = (scores[seat], cards)
    best = max(ranks.values())
    return Outcome(tuple(scores), tuple(seat for seat, rank in ranks.items() if rank == best))


def census(state: State) -> Mapping[str, int]:
    """Money with the bank's, and the three kinds of cards, the production cards by product."""
    held = sum(map(len, state.hands)) + (state.service is not None)
    kept = sum(1 for card in state.hotels if card)
    productions = zip(*state.stocks, state.production_stock, state.market, strict=True)
    return {
        "money": sum(state.money) + state.bank,
        "demand cards": held + len(state.demand_stock) + len(state.used),
        "unforeseen cards": kept + len(state.unseen) + len(state.under),
        **{f"product {number}": sum(counts) for number, counts in enumerate(productions)},
    }
