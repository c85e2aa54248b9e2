"""The common market on a narrow screen: one line a country, the bank, the card, one's own cards."""

from typing import Final

from p2pjeux.games.europax.cards import (
    COUNTRY_NAMES,
    DEMANDS,
    PRICE_ABROAD,
    PRICE_EUROPE,
    PRODUCT_NAMES,
    PRODUCTS,
    Country,
)
from p2pjeux.games.europax.marks import (
    booked,
    fitted,
    is_active,
    progress,
    short_card,
    short_demand,
    short_heading_names,
    shown_hands,
    signed,
    sought_now,
)
from p2pjeux.games.europax.state import Heading, Phase, State
from p2pjeux.games.europax.texts import country_name, demand_text, money, run_by
from p2pjeux.games.europax.wide import wide_board
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Line, Size, Span, clip, left, line, right, width
from p2pjeux.rules.words import Words

NAME: Final = 12
CELL: Final = 4
MONEY: Final = 8
TOTAL: Final = 5
CARDS_IN_A_LINE: Final = 3
WIDE: Final = Size(120, 40)
ROWS_MOST: Final = 16


def board(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    """A table of stocks and money, prices, the bank's ledger, the demand card and the hands."""
    if size.columns >= WIDE.columns and size.rows >= WIDE.rows:
        return wide_board(view, words, size)
    state = view.state
    lines = [
        _title(state, size.columns, words),
        _header(words),
        *(_country(view, country, words) for country in state.terms.boards),
        _prices(words.say("in Europe"), PRICE_EUROPE),
        _prices(words.say("abroad"), PRICE_ABROAD),
        _bank(state, size.columns, words),
        _table(state, size.columns, words),
    ]
    for country in shown_hands(view):
        lines.extend(_hand(view, country, size.columns, words))
    return tuple(lines[:ROWS_MOST])


def _title(state: State, columns: int, words: Words) -> Line:
    title = words.say("COMMON MARKET")
    length = words.say("long game") if state.terms.long else words.say("short game")
    stocks = words.say(
        "stocks: {demands} demand, {productions} production, {unforeseen} unforeseen",
        demands=len(state.demand_stock),
        productions=sum(state.production_stock),
        unforeseen=len(state.unseen) + len(state.under),
    )
    head = f" ★ {title} · {length}"
    return line(Span(head, "title"), Span(right(stocks, columns - len(head) - 1), "dim"))


def _header(words: Words) -> Line:
    names = "".join(
        right(words.choose(name.short_fr, name.short_en), CELL) for name in PRODUCT_NAMES
    )
    sums = (
        right(words.say("all"), TOTAL)
        + right(words.say("money"), MONEY)
        + right(words.say("dem."), TOTAL)
    )
    return line(Span(" " * (NAME + 2) + names + sums, "dim"))


def _country(view: View[State], country: Country, words: Words) -> Line:
    state = view.state
    owner = state.terms.owners[country]
    mine = owner is not None and owner == view.seat
    stock = state.stocks[country]
    sought = sought_now(state)
    cells = [
        Span(right(str(units) if units else "·", CELL), _stock_style(units, product == sought))
        for product, units in enumerate(stock)
    ]
    name = country_name(country, words) + ("°" if mine else "")
    return (
        Span("▸" if is_active(state, country) else " ", "strong"),
        Span(left(name, NAME - 1), "me" if mine else f"seat{owner}"),
        Span("⌂ " if state.hotels[country] else "  ", "good"),
        *cells,
        Span(right(str(sum(stock)), TOTAL)),
        Span(right(money(state.money[country], words), MONEY), "strong"),
        Span(right(str(len(state.hands[country])), TOTAL), "dim"),
    )


def _stock_style(units: int, is_sought: bool) -> str:  # noqa: FBT001 - one of two looks
    if not units:
        return "dim"
    return "warn" if is_sought else ""


def _prices(title: str, prices: tuple[int, ...]) -> Line:
    cells = "".join(right(str(prices[product]), CELL) for product in PRODUCTS)
    return line(Span("  " + left(title, NAME) + cells, "dim"))


def _bank(state: State, columns: int, words: Words) -> Line:
    """The balance, and all that has been booked since the start."""
    names = short_heading_names(words)
    sums = " ".join(
        f"{names[heading]} {signed(booked(state, heading))}"
        for heading in Heading
        if heading is not Heading.START
    )
    title = " " + words.say("BANK {amount}", amount=money(state.bank, words))
    return line(Span(title, "yellow"), Span(clip("  " + sums, columns - len(title)), "dim"))


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
        spans.append(Span(f"  {progress(state, row)} {text}", style))
    return tuple(spans)


def _leader(state: State, columns: int, words: Words) -> Line:
    text = words.say("{country} leads.", country=run_by(state.leader, state.terms, words))
    debts = sum(loan.amount for loan in state.loans)
    owed = "  " + words.say("aid to repay: {amount}", amount=money(debts, words))
    spans = (Span(" " + text, "strong"), Span(owed if debts else "", "warn"))
    return fitted(spans, columns)


def _hand(view: View[State], country: Country, columns: int, words: Words) -> list[Line]:
    """The demand cards of a country, three in a line behind its short name."""
    state = view.state
    name = COUNTRY_NAMES[country]
    short = words.choose(name.short_fr, name.short_en)
    cell = (columns - 4) // CARDS_IN_A_LINE
    cards = [short_card(card, state, words) for card in state.hands[country]]
    rows = [cards[at : at + CARDS_IN_A_LINE] for at in range(0, len(cards), CARDS_IN_A_LINE)]
    style = "me" if state.terms.owners[country] == view.seat else ""
    return [
        line(
            Span(f" {short if number == 0 else '  '}", style),
            Span("│", "dim"),
            *(left(text, cell) for text in row),
        )
        for number, row in enumerate(rows)
    ]
