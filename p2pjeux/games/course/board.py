"""The world with its travellers, their visas, the open discards and one's own hand."""

from itertools import pairwise
from typing import Final

from p2pjeux.games.course.board_map import (
    LARGE_COLUMNS,
    Routes,
    large_map,
    pawn,
    small_map,
)
from p2pjeux.games.course.state import Phase, Pile, State
from p2pjeux.games.course.texts import city_name, visa_name
from p2pjeux.games.course.world import (
    AIRPORTS,
    CITIES,
    LEADS,
    NOWHERE,
    ROUTES,
    VISAS,
    City,
)
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import (
    Line,
    Size,
    Span,
    about,
    clipped,
    left,
    line,
    line_width,
    right,
    thing,
    width,
)
from p2pjeux.rules.requests import Face, Seat, Slot
from p2pjeux.rules.words import Words

LARGE: Final = Size(120, 40)
# With this many columns the travellers stand beside the large map instead of below it.
BESIDE: Final = LARGE_COLUMNS + 40
# So much a traveller takes below the small map: name, start, city, visas, cards.
TRAVELLER: Final = 40
# And so much without the start, where rows are scarce.
TRAVELLER_SHORT: Final = 29
# What everybody saw being taken is told at such length; a larger window tells it all.
SEEN_ROWS_MOST: Final = 2
# So many rows a board has in a window of 24.
BOARD_ROWS: Final = 16
# In a lower window there is no map but a list of where one can fly.
MAP_ROWS: Final = 24
# Between the codes of two cities, where room is scarce.
SHORT: Final = "-"
# A card of one's hand that everybody saw being taken.
SEEN: Final = "°"
# And one that came since one last decided.
NEW: Final = "+"


def board(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    if size.columns < LARGE.columns or size.rows < LARGE.rows:
        return _small(view, words, size)
    return _large(view, words, size)


def _pawns(view: View[State]) -> dict[City, tuple[Seat, ...]]:
    """Who is where; one's own pawn comes first."""
    state = view.state
    seats = sorted(range(state.seats), key=lambda seat: seat != view.seat)
    return {
        city: tuple(seat for seat in seats if state.cities[seat] == city)
        for city in state.cities
        if city != NOWHERE
    }


def _hand(view: View[State]) -> list[tuple[Slot, bool, bool]]:
    """One's hand, what leaves from here first: the card, leaves from here, seen by all."""
    if view.seat is None:
        return []
    state = view.state
    here = state.cities[view.seat]
    seen = {shown.slot for shown in state.taken[view.seat]}
    slots = sorted(state.hands[view.seat], key=lambda slot: rank(view, slot))
    return [
        (slot, here in LEADS[view.faces[slot]], slot in seen)
        for slot in slots
        if slot in view.faces
    ]


def rank(view: View[State], slot: Slot) -> tuple[int, ...]:
    """What leaves from here stands first in a hand."""
    face = view.faces.get(slot)
    if face is None or view.seat is None:
        return (2,)
    leaves = view.state.cities[view.seat] in LEADS[face]
    return (0 if leaves else 1, face)


def _small(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    state, columns = view.state, size.columns
    names = tuple(city_name(city, words) for city in CITIES)
    codes = tuple(airport.code for airport in AIRPORTS)
    is_low = size.rows < MAP_ROWS
    if is_low:
        lines = _ways_from_here(view, names, words, columns)
    else:
        lines = small_map(_pawns(view), _routes(view), names, min(columns, LARGE_COLUMNS))
    cells = [
        (_short_seat if is_low else _small_seat)(view, seat, words) for seat in range(state.seats)
    ]
    side_by_side = max(1, columns // (TRAVELLER_SHORT if is_low else TRAVELLER))
    lines += [
        tuple(span for cell in cells[at : at + side_by_side] for span in cell)
        for at in range(0, len(cells), side_by_side)
    ]
    seen = () if is_low else (*_seen_in_hands(view, words), *_legend(view, words))
    hand = _hand_lines(view, codes, SHORT, words, columns)
    # Five travellers leave less room; the hand goes before what was seen.
    room = max(1, min(SEEN_ROWS_MOST, BOARD_ROWS - len(lines) - len(hand)))
    lines += _broken((*_piles(state, codes, SHORT, words), *seen), columns)[:room]
    lines += hand
    return tuple(clipped(drawn, columns) for drawn in lines if drawn)


def _routes(view: View[State]) -> Routes:
    held = [(ROUTES[view.faces[slot]], leaves) for slot, leaves, _seen in _hand(view)]
    return Routes(
        tuple(route for route, leaves in held if not leaves),
        tuple(route for route, leaves in held if leaves),
        tuple(pairwise(view.state.flight)),
    )


def _ways_from_here(
    view: View[State], names: tuple[str, ...], words: Words, columns: int
) -> list[Line]:
    """Where one's own cards lead from here, in as many lines as that takes."""
    if view.seat is None or view.state.cities[view.seat] == NOWHERE:
        return []
    here = view.state.cities[view.seat]
    faces = (view.faces[slot] for slot, leaves, _seen in _hand(view) if leaves)
    there = dict.fromkeys(LEADS[face][here] for face in faces)
    lead = words.say("From {city} to:", city=names[here])
    ways = [Span(" " + lead, "strong")]
    ways += [Span(" " + names[city], "good", thing("city", city)) for city in there] or [
        Span(" —", "dim")
    ]
    return _broken(tuple(ways), columns)


def _broken(spans: Line, columns: int) -> list[Line]:
    """The spans in as many lines as they take; none is cut but where it is wider than a line."""
    lines: list[Line] = [()]
    for span in spans:
        if lines[-1] and line_width(lines[-1]) + width(span.text) > columns:
            lines.append(())
        lines[-1] = (*lines[-1], span)
    return lines


def _side_by_side(chart: list[Line], panel: list[Line], gap: str) -> list[Line]:
    assert len(panel) <= len(chart)
    return [
        (*drawn, Span(gap), *(panel[number] if number < len(panel) else ()))
        for number, drawn in enumerate(chart)
    ]


def _small_seat(view: View[State], seat: Seat, words: Words) -> Line:
    """One line of 40 columns: name, start and city, visas and number of cards."""
    state = view.state
    where = ""
    if state.homes[seat] != NOWHERE:
        where = f"⌂{AIRPORTS[state.homes[seat]].code} {AIRPORTS[state.cities[seat]].code}"
    return (
        *_traveller(view, seat, 9, words),
        Span(" " + left(where, 9)),
        Span(left(" ".join(_visa_letters(state, seat, words)), 14), "good"),
        Span(right(f"{len(state.hands[seat])}▮", 3) + " ", "dim"),
    )


def _short_seat(view: View[State], seat: Seat, words: Words) -> Line:
    """The same in 29 columns, without the start."""
    state = view.state
    here = "" if state.cities[seat] == NOWHERE else AIRPORTS[state.cities[seat]].code
    return (
        *_traveller(view, seat, 8, words),
        Span(" " + left(here, 4)),
        Span("".join(_visa_letters(state, seat, words)), "good"),
        Span(right(f"{len(state.hands[seat])}▮", 3), "dim"),
    )


def _visa_letters(state: State, seat: Seat, words: Words) -> list[str]:
    return [
        visa_name(visa, words)[:2] if visa in state.visas[seat] else "··" for visa in range(VISAS)
    ]


def _traveller(view: View[State], seat: Seat, columns: int, words: Words) -> Line:
    """``▸1 Alice`` when it is her turn, ``★1 Alice`` when she has won."""
    state = view.state
    if state.winner == seat:
        mark = "★"
    elif state.phase in (Phase.START, Phase.TURN, Phase.DRAW) and state.acting == seat:
        mark = "▸"
    else:
        mark = " "
    name = Span(left(words.name(seat), columns), "me" if seat == view.seat else f"seat{seat}")
    drawn = line(Span(mark, "strong"), Span(pawn(seat) + " ", f"seat{seat}"), name)
    return about(thing("seat", seat), drawn)


def _route(face: Face, names: tuple[str, ...], dash: str, here: City = NOWHERE) -> str:
    """The two cities of a card, the present one first."""
    a, b = ROUTES[face]
    return f"{names[b]}{dash}{names[a]}" if here == b else f"{names[a]}{dash}{names[b]}"


def _piles(state: State, names: tuple[str, ...], dash: str, words: Words) -> Line:
    tops = [_route(pile[-1].face, names, dash) if pile else "—" for pile in state.piles]
    flown = words.say("flown {number}", number=len(state.flown))
    return (
        Span(" " + words.say("round {number}/{rounds}", number=state.round, rounds=state.rounds)),
        Span("  " + words.say("deck {number}", number=len(state.stock))),
        *(() if dash == SHORT else (Span("  " + flown, "dim"),)),
        Span("  " + words.say("discards:"), "title"),
        Span(" ◧ " + tops[0], "strong", thing("pile", 0)),
        Span("  ◨ " + tops[1], "strong", thing("pile", 1)),
    )


def _legend(view: View[State], words: Words) -> Line:
    """What the mark on some of one's own cards means, if there are any."""
    if view.seat is None or not view.state.taken[view.seat]:
        return ()
    return (Span("  " + words.say("{mark} seen by all", mark=SEEN), "dim"),)


def _seen_in_hands(view: View[State], words: Words) -> Line:
    """The cards that others took openly, and have not played yet."""
    spans = [
        Span("  " + pawn(seat) + ": " + _codes(pile), f"seat{seat}")
        for seat, pile in enumerate(view.state.taken)
        if pile and seat != view.seat
    ]
    return (Span("  " + words.say("seen:"), "dim"), *spans) if spans else ()


def _codes(pile: Pile) -> str:
    codes = tuple(airport.code for airport in AIRPORTS)
    return " ".join(_route(shown.face, codes, SHORT) for shown in pile)


def _hand_lines(
    view: View[State], names: tuple[str, ...], dash: str, words: Words, columns: int
) -> list[Line]:
    hand = _hand(view)
    if not hand or view.seat is None:
        return []
    here = view.state.cities[view.seat]
    lines: list[list[Span]] = [[Span(" " + words.say("your hand:"), "strong")]]
    for slot, leaves, seen in hand:
        lead = NEW if slot in view.fresh else "▸" if leaves else " "
        text = lead + _route(view.faces[slot], names, dash, here) + (SEEN if seen else " ")
        if sum(width(span.text) for span in lines[-1]) + width(text) > columns:
            lines.append([])
        lines[-1].append(Span(text, "good" if leaves else "", thing("card", *slot)))
    return [tuple(spans) for spans in lines]


def _large(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    state = view.state
    names = tuple(city_name(city, words) for city in CITIES)
    chart = large_map(_pawns(view), _routes(view), names)
    if size.columns >= BESIDE:
        panel = [row for seat in range(state.seats) for row in _beside(view, seat, words)]
        lines = _side_by_side(chart, panel, "  ")
    else:
        lines = [*chart, *(_below(view, seat, words) for seat in range(state.seats))]
    piles = _piles(state, names, " – ", words)
    lines.append((*piles, Span("  "), *_legend(view, words)))
    lines.extend(_hand_lines(view, names, "–", words, size.columns))
    return tuple(clipped(drawn, size.columns) for drawn in lines)


def _below(view: View[State], seat: Seat, words: Words) -> Line:
    """One line: name, where, start, visas, cards, and what was seen of them."""
    state = view.state
    here, home = ("", "") if state.homes[seat] == NOWHERE else _where(state, seat, words)
    return (
        *_traveller(view, seat, 14, words),
        Span(" " + left(here, 15)),
        Span("⌂ " + left(home, 9), "dim"),
        *_visas(state, seat, words),
        Span(right(f"{len(state.hands[seat])}▮ ", 5), "dim"),
        Span(_codes(state.taken[seat]), "dim"),
    )


def _where(state: State, seat: Seat, words: Words) -> tuple[str, str]:
    return city_name(state.cities[seat], words), city_name(state.homes[seat], words)


def _visas(state: State, seat: Seat, words: Words) -> list[Span]:
    """All five continents, ticked or dotted."""
    spans = []
    for visa in range(VISAS):
        has = visa in state.visas[seat]
        name = visa_name(visa, words)
        spans.append(Span(("✓" if has else "·") + name + " ", "good" if has else "dim"))
    return spans


def _beside(view: View[State], seat: Seat, words: Words) -> list[Line]:
    """Three lines beside the map: name and cards; city and start; visas and cards seen."""
    state = view.state
    here, home = ("", "") if state.homes[seat] == NOWHERE else _where(state, seat, words)
    cards = words.count("{number} card", "{number} cards", len(state.hands[seat]))
    letters = " ".join(_visa_letters(state, seat, words))
    return [
        (*_traveller(view, seat, 18, words), Span(" " + cards, "dim")),
        (Span(f"   {left(here, 15)} "), Span("⌂ " + home, "dim")),
        (Span("   " + letters, "good"), Span("  " + _codes(state.taken[seat]), "dim")),
    ]
