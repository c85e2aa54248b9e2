"""The common market on a large screen: stocks as bars, the bank's books, and everybody's cards."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from p2pjeux.games.europax.board_parts import (
    booked,
    fitted,
    heading_names,
    is_active,
    progress,
    short_card,
    signed,
    sought_now,
)
from p2pjeux.games.europax.cards import (
    COUNTRY_NAMES,
    DEMANDS,
    PRICE_ABROAD,
    PRICE_EUROPE,
    PRODUCT_NAMES,
    PRODUCTS,
    TONNES,
    Country,
    Product,
)
from p2pjeux.games.europax.state import Heading, Phase, State
from p2pjeux.games.europax.texts import country_name, money, product_name, run_by
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Line, Size, Span, about, clip, left, line, right, thing
from p2pjeux.rules.words import Words

PRODUCT: Final = 20
TONNAGE: Final = 7
PRICE: Final = 6
COUNTRY_LEAST: Final = 10
COUNTRY_MOST: Final = 16
# The bank's books stand to the right of the table: at least a name and a sum, and where there is
# room a column for each country.
BOOKS: Final = 23
ENTRY: Final = 12
SUM: Final = 8
HAND_ROWS: Final = 8


def wide_board(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    state = view.state
    boards = len(state.terms.boards)
    detailed = ENTRY + SUM * (boards + 1)
    room = size.columns - _width(COUNTRY_LEAST, boards) - 1
    by_country = room >= detailed
    spare = room - (detailed if by_country else BOOKS)
    cell = min(COUNTRY_MOST, COUNTRY_LEAST + max(0, spare) // boards)
    columns = size.columns - _width(cell, boards) - 1
    if by_country:
        books = _detailed_books(state, min(columns, detailed), words)
    else:
        books = _books(state, columns, words)
    lines = [fitted(_title(state, words), size.columns)]
    for row, book in zip_longest(_table(view, cell, words), books, fillvalue=()):
        drawn = row or line(" " * _width(cell, boards))
        lines.append((*drawn, Span(" "), *book))
    lines.extend(_hands(view, size.columns, words))
    return tuple(lines)


def _width(cell: int, boards: int) -> int:
    return 2 + PRODUCT + TONNAGE + 2 * PRICE + (cell + 1) * boards


def _title(state: State, words: Words) -> Line:
    length = words.say("long game") if state.terms.long else words.say("short game")
    aid = words.say("aid is lent") if state.terms.lends else words.say("aid is given")
    text = f" ★ {words.say('COMMON MARKET')} · {length} · {aid}"
    return line(Span(text, "title"), Span("  " + _state_of_play(state, words), "strong"))


def _state_of_play(state: State, words: Words) -> str:
    if state.phase is Phase.OVER:
        return words.say("The game is over.")
    if state.phase in (Phase.DEMANDS, Phase.PRODUCTIONS):
        return words.say("The cards are being dealt.")
    return words.say("{country} leads.", country=run_by(state.leader, state.terms, words))


def _rule(start: str, cross: str, end: str, cell: int, boards: int) -> Line:
    first = "─" * (PRODUCT + TONNAGE + 2 * PRICE)
    return line(Span(start + first + (cross + "─" * cell) * boards + end, "rule"))


def _row(first: Sequence[Span], cells: Sequence[Span]) -> Line:
    """The product's columns, then a cell for each country, between bars."""
    bar = Span("│", "rule")
    return (bar, *first, *(span for cell in cells for span in (bar, cell)), bar)


def _label(text: str) -> list[Span]:
    return [Span(left(" " + text, PRODUCT + TONNAGE + 2 * PRICE), "dim")]


def _table(view: View[State], cell: int, words: Words) -> list[Line]:
    state = view.state
    boards = state.terms.boards
    heads = [
        Span(" " * PRODUCT),
        Span(right(words.say("t/card"), TONNAGE), "dim"),
        Span(right(words.say("Eur."), PRICE), "dim"),
        Span(right(words.say("abr."), PRICE), "dim"),
    ]
    return [
        _rule("┌", "┬", "┐", cell, len(boards)),
        _row(heads, [_head(view, country, cell, words) for country in boards]),
        _row(_label(""), [_owner(view, country, cell, words) for country in boards]),
        _rule("├", "┼", "┤", cell, len(boards)),
        *(_product(state, product, cell, words) for product in PRODUCTS),
        _rule("├", "┼", "┤", cell, len(boards)),
        *_sums(state, cell, words),
        _rule("└", "┴", "┘", cell, len(boards)),
    ]


def _head(view: View[State], country: Country, cell: int, words: Words) -> Span:
    text = left(country_name(country, words), cell)
    return Span(text, _style(view, country), thing("country", country))


def _style(view: View[State], country: Country) -> str:
    owner = view.state.terms.owners[country]
    return "me" if owner == view.seat else f"seat{owner}"


def _owner(view: View[State], country: Country, cell: int, words: Words) -> Span:
    owner = view.state.terms.owners[country]
    assert owner is not None
    mark = "▸" if is_active(view.state, country) else " "
    text = left(mark + words.name(owner), cell)
    return Span(text, _style(view, country), thing("country", country))


def _product(state: State, product: Product, cell: int, words: Words) -> Line:
    printed = PRODUCT_NAMES[product]
    name = words.choose(printed.fr, printed.en)
    sought = product == sought_now(state)
    first = [
        Span(left(("▸" if sought else " ") + name, PRODUCT), "warn" if sought else ""),
        Span(right(_tonnes(TONNES[product], words), TONNAGE), "dim"),
        Span(right(str(PRICE_EUROPE[product]), PRICE), "good"),
        Span(right(str(PRICE_ABROAD[product]), PRICE), "red"),
    ]
    cells = [
        replace(
            _units(state.stocks[country][product], cell), about=thing("stock", country, product)
        )
        for country in state.terms.boards
    ]
    return _row(about(thing("product", product), tuple(first)), cells)


def _tonnes(tonnes: int, words: Words) -> str:
    """``3 Mt``, ``0,8 Mt`` or ``25 kt``."""
    if tonnes < 100_000:
        return f"{tonnes // 1000} kt"
    millions = f"{tonnes / 1_000_000:g}"
    return words.choose(millions.replace(".", ","), millions) + " Mt"


def _units(units: int, cell: int) -> Span:
    if not units:
        return Span(left("  ·", cell), "dim")
    return Span(clip(left(f" {units:2} " + "▮" * units, cell), cell))


def _sums(state: State, cell: int, words: Words) -> list[Line]:
    boards = state.terms.boards
    yes = words.say("⌂ yes")
    return [
        _row(
            _label(words.say("production cards")),
            [Span(left(f" {sum(state.stocks[country]):2}", cell)) for country in boards],
        ),
        _row(
            _label(words.say("demand cards")),
            [Span(left(f" {len(state.hands[country]):2}", cell)) for country in boards],
        ),
        _row(
            _label(words.say("hotels equipped")),
            [
                Span(left("  " + (yes if state.hotels[country] else "·"), cell), "good")
                for country in boards
            ],
        ),
        _row(
            _label(words.say("money (millions of Europas)")),
            [
                Span(left("  " + money(state.money[country], words), cell), "strong")
                for country in boards
            ],
        ),
    ]


def _books(state: State, columns: int, words: Words) -> list[Line]:
    """The bank's ledger in sums, the stocks, and the demand card on the table."""
    lines = [line(Span(clip(_bank_title(state, words), columns), "yellow"))]
    lines.extend(
        _entry(name, signed(booked(state, heading)), columns, "dim")
        for heading, name in zip(Heading, heading_names(words), strict=True)
    )
    lines.append(_entry(words.say("balance"), money(state.bank, words), columns, "strong"))
    debts = sum(loan.amount for loan in state.loans)
    if debts:
        lines.append(_entry(words.say("aid to repay"), money(debts, words), columns, "warn"))
    lines.append(line(Span(clip(words.say("DECKS"), columns), "title")))
    lines.extend(_stocks(state, columns, words))
    lines.append(())
    for text, style in _service(state, "\n", words):
        lines.extend(line(Span(clip(part, columns), style)) for part in text.split("\n"))
    return lines


def _detailed_books(state: State, columns: int, words: Words) -> list[Line]:
    """The same with a column for each country."""
    boards = state.terms.boards
    heads = [
        *(
            words.choose(name.short_fr, name.short_en)
            for name in map(COUNTRY_NAMES.__getitem__, boards)
        ),
        words.say("total"),
    ]
    lines = [line(Span(clip(_bank_title(state, words), columns), "yellow"))]
    lines.append(_sums_line("", heads, "dim"))
    for heading, name in zip(Heading, heading_names(words), strict=True):
        sums = [state.ledger[country][heading] for country in boards]
        lines.append(_sums_line(name, [signed(amount) for amount in (*sums, sum(sums))], "dim"))
    lines.append(_entry(words.say("balance"), money(state.bank, words), columns, "strong"))
    if state.loans:
        debts = [
            sum(loan.amount for loan in state.loans if loan.borrower == country)
            for country in boards
        ]
        owed = [money(amount, words) for amount in (*debts, sum(debts))]
        lines.append(_sums_line(words.say("to repay"), owed, "warn"))
    lines.append(line(Span(words.say("DECKS"), "title")))
    lines.extend(_stocks(state, columns, words))
    lines.append(())
    lines.extend(
        line(Span(clip(text, columns), style)) for text, style in _service(state, "", words)
    )
    return lines


def _sums_line(name: str, sums: Sequence[str], style: str) -> Line:
    return line(Span(left(" " + name, ENTRY) + "".join(right(text, SUM) for text in sums), style))


def _bank_title(state: State, words: Words) -> str:
    return words.say("BANK, kept by {name}", name=words.name(state.terms.banker))


def _entry(name: str, amount: str, columns: int, style: str) -> Line:
    return line(Span(left(" " + name, columns - len(amount)) + amount, style))


def _stocks(state: State, columns: int, words: Words) -> list[Line]:
    counts = (
        (words.say("demands"), len(state.demand_stock)),
        (words.say("productions"), sum(state.production_stock)),
        (words.say("events unread"), len(state.unseen)),
    )
    lines = [_entry(name, str(count), columns, "dim") for name, count in counts]
    if not state.unseen and state.under:
        # The pack has gone round: everybody can know what comes next.
        lines.append(
            _entry(
                words.say("next event"),
                words.say("no. {number}", number=state.under[0]),
                columns,
                "warn",
            )
        )
    return lines


def _service(state: State, between: str, words: Words) -> list[tuple[str, str]]:
    """The demand card on the table as texts with their styles."""
    if state.service is None:
        return []
    card = state.service.card
    texts = [(words.say("ON THE TABLE: card {number}", number=card), "title")]
    for row, demand in enumerate(DEMANDS[card]):
        name = country_name(demand.country, words)
        if state.terms.owners[demand.country] is None:
            name = f"({name})"
        what = f"  {demand.units}× {product_name(demand.product, words)}"
        style = "strong" if row == state.service.row else "dim"
        texts.append((f" {progress(state, row)} {name}{between}{what}", style))
    return texts


def _hands(view: View[State], columns: int, words: Words) -> list[Line]:
    """The demand cards of all countries in columns, for all lie open."""
    state = view.state
    boards = state.terms.boards
    cell = columns // len(boards)
    title = words.say("demand cards")
    heads = [
        Span(left(f" {country_name(country, words)} · {title}", cell), _style(view, country))
        for country in boards
    ]
    lines = [tuple(heads)]
    for row in range(HAND_ROWS):
        cards = [_posed(state, country, row, cell, words) for country in boards]
        if any(card.about for card in cards):
            lines.append(tuple(cards))
    return lines


def _posed(state: State, country: Country, row: int, cell: int, words: Words) -> Span:
    """One demand card of a column, or the blank below the last."""
    hand = state.hands[country]
    if row >= len(hand):
        return Span(" " * cell)
    text = left(" " + short_card(hand[row], state, words), cell)
    return Span(text, "", thing("demand", hand[row]))
