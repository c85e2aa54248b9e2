"""The common market on a narrow screen: one line a country, the bank, the card, one's own cards."""

from dataclasses import dataclass
from typing import Final

from p2pjeux.games.europax.board_parts import (
    booked,
    fitted,
    heading_names,
    is_active,
    progress,
    short_card,
    short_demand,
    short_heading_names,
    shown_hands,
    signed,
    sought_now,
)
from p2pjeux.games.europax.board_wide import wide_board
from p2pjeux.games.europax.cards import (
    COUNTRY_NAMES,
    DEMANDS,
    PRICE_ABROAD,
    PRICE_EUROPE,
    PRODUCT_NAMES,
    PRODUCTS,
    Country,
)
from p2pjeux.games.europax.state import Heading, Phase, State
from p2pjeux.games.europax.texts import country_name, demand_text, money, run_by
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Line, Size, Span, about, clip, left, line, right, thing, width
from p2pjeux.rules.words import Words

CARDS_IN_A_LINE: Final = 3
# So wide is a demand card with three demands in short names.
CARD_LEAST: Final = 22
# From so many columns a cell holds a price, or three letters, apart from its neighbours.
CELL_ROOMY: Final = 4
WIDE: Final = Size(120, 40)
ROWS_MOST: Final = 18
ROOMY_ROWS: Final = 24


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide the columns of the table are; 0 leaves one out."""

    name: int
    cell: int
    total: int
    money: int
    demands: int


ROOMY: Final = Columns(12, 4, 5, 8, 5)
# The first that fits; from 40 columns on the last one does.
NARROWER: Final = (ROOMY, Columns(11, 3, 4, 7, 5), Columns(9, 3, 0, 7, 0), Columns(2, 3, 0, 0, 0))


def _columns(columns: int) -> Columns:
    return next((one for one in NARROWER if _taken(one) <= columns), NARROWER[-1])


def _taken(columns: Columns) -> int:
    cells = len(PRODUCTS) * columns.cell
    return 2 + columns.name + cells + columns.total + columns.money + columns.demands


def board(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    """A table of stocks and money, prices, the bank's ledger, the demand card and the hands."""
    if size.columns >= WIDE.columns and size.rows >= WIDE.rows:
        return wide_board(view, words, size)
    state, columns = view.state, _columns(size.columns)
    is_roomy = columns.cell >= CELL_ROOMY
    prices = [_prices(words.say("in Europe"), PRICE_EUROPE, columns)] if is_roomy else []
    lines = [
        *_header(columns, words),
        *(_country(view, country, columns, words) for country in state.terms.boards),
        *(prices or _price_list(size.columns, words)),
    ]
    if size.rows < ROOMY_ROWS:
        # A key shows the rest; the hand stands among the choices when it is asked for.
        lines.append(_table(state, size.columns, words))
    else:
        lines = [
            _title(state, size.columns, words),
            *lines,
            *([_prices(words.say("abroad"), PRICE_ABROAD, columns)] if is_roomy else []),
            _bank(state, size.columns, words),
            _table(state, size.columns, words),
        ]
        for country in shown_hands(view):
            lines.extend(_hand(view, country, size.columns, words))
    if not columns.money:
        lines.append(_purses(state, words))
    return tuple(fitted(drawn, size.columns) for drawn in lines[:ROWS_MOST])


def _title(state: State, columns: int, words: Words) -> Line:
    title = words.say("COMMON MARKET")
    length = words.say("long game") if state.terms.long else words.say("short game")
    stocks = words.say(
        "decks: {demands} demand, {productions} production, {unforeseen} event",
        demands=len(state.demand_stock),
        productions=sum(state.production_stock),
        unforeseen=len(state.unseen) + len(state.under),
    )
    head = f" ★ {title} · {length} "
    room = columns - width(head) - 1
    if width(stocks) > room:
        return line(Span(head, "title"))
    return line(Span(head, "title"), Span(right(stocks, room), "dim"))


def _header(columns: Columns, words: Words) -> list[Line]:
    """The short names of the goods; in narrow cells every other one stands a row lower."""
    names = [words.choose(name.short_fr, name.short_en) for name in PRODUCT_NAMES]
    blank = " " * (columns.name + 2)
    sums = (
        right(words.say("all"), columns.total)
        + right(words.say("money"), columns.money)
        + right(words.say("dem."), columns.demands)
    )
    if columns.cell >= CELL_ROOMY:
        cells = (
            Span(right(name, columns.cell), "dim", thing("product", product))
            for product, name in enumerate(names)
        )
        return [line(blank, *cells, Span(sums, "dim"))]
    rows = (
        "".join(
            right(name if number % 2 == row else "", columns.cell)
            for number, name in enumerate(names)
        )
        for row in (0, 1)
    )
    upper, lower = rows
    return [line(Span(blank + upper, "dim")), line(Span(blank + lower + sums, "dim"))]


def _country(view: View[State], country: Country, columns: Columns, words: Words) -> Line:
    state = view.state
    owner = state.terms.owners[country]
    mine = owner is not None and owner == view.seat
    stock = state.stocks[country]
    sought = sought_now(state)
    cells = [
        Span(
            right(str(units) if units else "·", columns.cell),
            _stock_style(units, product == sought),
            thing("stock", country, product),
        )
        for product, units in enumerate(stock)
    ]
    named = _named(state, country, columns, words, mine=mine)
    sums = (
        Span(right(str(sum(stock)), columns.total)),
        Span(right(money(state.money[country], words), columns.money), "strong"),
        Span(right(str(len(state.hands[country])), columns.demands), "dim"),
    )
    name = thing("country", country)
    return (
        Span("▸" if is_active(state, country) else " ", "strong"),
        *about(name, named),
        *cells,
        *about(name, sums),
    )


def _named(
    state: State, country: Country, columns: Columns, words: Words, *, mine: bool
) -> tuple[Span, Span]:
    """The name of a country, with a sign if it is one's own, and whether its hotels stand."""
    printed = COUNTRY_NAMES[country]
    style = "me" if mine else f"seat{state.terms.owners[country]}"
    hotel = Span("⌂ " if state.hotels[country] else "  ", "good")
    name = country_name(country, words) + ("°" if mine else "")
    if columns.name > 2:
        return Span(left(name, columns.name - 1), style), hotel
    short = words.choose(printed.short_fr, printed.short_en)
    return Span(left(short, 2), style), Span("°" if mine else " ", style)


def _purses(state: State, words: Words) -> Line:
    """What each country owns, where the table has no column for it."""
    spans = []
    for country in state.terms.boards:
        printed = COUNTRY_NAMES[country]
        short = words.choose(printed.short_fr, printed.short_en)
        spans.append(Span(f"{short} {state.money[country]} ", f"seat{state.terms.owners[country]}"))
    return tuple(spans)


def _stock_style(units: int, is_sought: bool) -> str:  # noqa: FBT001 - one of two looks
    if not units:
        return "dim"
    return "warn" if is_sought else ""


def _prices(title: str, prices: tuple[int, ...], columns: Columns) -> Line:
    cells = (
        Span(right(str(prices[product]), columns.cell), "dim", thing("product", product))
        for product in PRODUCTS
    )
    return line(Span("  " + left(title, columns.name), "dim"), *cells)


def _price_list(width_most: int, words: Words) -> list[Line]:
    """The prices in Europe with the goods they are for, where the table has no room for them."""
    lines = [" " + words.say("Eur.")]
    for product, name in enumerate(PRODUCT_NAMES):
        text = f" {words.choose(name.short_fr, name.short_en)} {PRICE_EUROPE[product]}"
        if width(lines[-1]) + width(text) > width_most:
            lines.append("    ")
        lines[-1] += text
    return [line(Span(text, "dim")) for text in lines]


def _bank(state: State, columns: int, words: Words) -> Line:
    """The balance, and all that has been booked since the start."""
    title = " " + words.say("BANK {amount}", amount=money(state.bank, words))
    room = columns - width(title)
    in_full = "  " + _booked(state, heading_names(words))
    sums = in_full if width(in_full) <= room else "  " + _booked(state, short_heading_names(words))
    return line(Span(title, "yellow"), Span(clip(sums, room), "dim"))


def _booked(state: State, names: tuple[str, ...]) -> str:
    return " ".join(
        f"{names[heading]} {signed(booked(state, heading))}"
        for heading in Heading
        if heading is not Heading.START
    )


def _table(state: State, columns: int, words: Words) -> Line:
    """The demand card being served, or who leads."""
    if state.phase is Phase.OVER:
        return line(Span(" " + words.say("The game is over."), "title"))
    if state.phase in (Phase.DEMANDS, Phase.PRODUCTIONS):
        return line(Span(" " + words.say("The cards are being dealt."), "dim"))
    if state.service is None:
        return _leader(state, columns, words)
    demands = DEMANDS[state.service.card]
    full = [demand_text(demand, state.terms, words) for demand in demands]
    title = " " + words.say("card {number}", number=state.service.card)
    if width(title) + sum(width(text) + 4 for text in full) > columns:
        full = [short_demand(demand, words) for demand in demands]
    spans = [Span(title, "strong")]
    for row, text in enumerate(full):
        style = "strong" if row == state.service.row else "dim"
        name = thing("stock", demands[row].country, demands[row].product)
        spans.append(Span(f"  {progress(state, row)} {text}", style, name))
    return tuple(spans)


def _leader(state: State, columns: int, words: Words) -> Line:
    text = words.say("{country} leads.", country=run_by(state.leader, state.terms, words))
    debts = sum(loan.amount for loan in state.loans)
    owed = "  " + words.say("aid to repay: {amount}", amount=money(debts, words))
    spans = (Span(" " + text, "strong"), Span(owed if debts else "", "warn"))
    return fitted(spans, columns)


def _hand(view: View[State], country: Country, columns: int, words: Words) -> list[Line]:
    """The demand cards of a country, up to three in a line behind its short name."""
    state = view.state
    name = COUNTRY_NAMES[country]
    short = words.choose(name.short_fr, name.short_en)
    in_a_line = max(1, min(CARDS_IN_A_LINE, (columns - 4) // CARD_LEAST))
    cell = (columns - 4) // in_a_line
    cards = [
        Span(left(short_card(card, state, words), cell), "", thing("demand", card))
        for card in state.hands[country]
    ]
    rows = [cards[at : at + in_a_line] for at in range(0, len(cards), in_a_line)]
    style = "me" if state.terms.owners[country] == view.seat else ""
    return [
        line(
            Span(f" {short if number == 0 else '  '}", style),
            Span("│", "dim"),
            *row,
        )
        for number, row in enumerate(rows)
    ]
