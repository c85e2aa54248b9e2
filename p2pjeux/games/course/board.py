"""The world with its travellers, their visas, the open discards and one's own hand."""

from itertools import pairwise
from typing import Final

from p2pjeux.games.course.chart import LARGE_COLUMNS, SMALL_COLUMNS, large_map, pawn, small_map
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
from p2pjeux.rules.drawing import Line, Size, Span, clip, left, line, right, width
from p2pjeux.rules.requests import Face, Seat, Slot
from p2pjeux.rules.words import Words

LARGE: Final = Size(120, 40)
# With this many columns the travellers stand beside the large map instead of below it.
BESIDE: Final = LARGE_COLUMNS + 40
# What the travellers take beside the small map.
PANEL_COLUMNS: Final = 25
# A card of one's hand that everybody saw being taken.
SEEN: Final = "°"


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


def _hand(view: View[State]) -> list[tuple[Face, bool, bool]]:
    """The faces of one's hand, what leaves from here first: face, leaves from here, seen by all."""
    if view.seat is None:
        return []
    state = view.state
    here = state.cities[view.seat]
    seen = {shown.slot for shown in state.taken[view.seat]}
    slots = sorted(state.hands[view.seat], key=lambda slot: rank(view, slot))
    return [
        (view.faces[slot], here in LEADS[view.faces[slot]], slot in seen)
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
    state = view.state
    leaving = [face for face, leaves, _seen in _hand(view) if leaves]
    here = NOWHERE if view.seat is None else state.cities[view.seat]
    chart = small_map(_pawns(view), (LEADS[face][here] for face in leaving))
    panel = [row for seat in range(state.seats) for row in _small_seat(view, seat, words)]
    if size.columns < SMALL_COLUMNS + 1 + PANEL_COLUMNS:
        lines = [*chart, *panel]
    else:
        lines = _side_by_side(chart, panel, " ")
    codes = tuple(airport.code for airport in AIRPORTS)
    lines.append(_piles(state, codes, "-", words))
    lines.append((*_legend(view, words), *_seen_in_hands(view, words)))
    lines.extend(_hand_lines(view, codes, "-", words, size.columns))
    return tuple(_clipped(drawn, size.columns) for drawn in lines)


def _side_by_side(chart: list[Line], panel: list[Line], gap: str) -> list[Line]:
    assert len(panel) <= len(chart)
    return [
        (*drawn, Span(gap), *(panel[number] if number < len(panel) else ()))
        for number, drawn in enumerate(chart)
    ]


def _small_seat(view: View[State], seat: Seat, words: Words) -> list[Line]:
    """Two lines of 25 columns: name, start and city; visas and number of cards."""
    state = view.state
    where = ""
    if state.homes[seat] != NOWHERE:
        where = f"⌂{AIRPORTS[state.homes[seat]].code} {AIRPORTS[state.cities[seat]].code}"
    return [
        (*_traveller(view, seat, 12, words), Span(" " + left(where, 9))),
        line(
            "   ",
            Span(" ".join(_visa_letters(state, seat, words)), "good"),
            Span(right(f"{len(state.hands[seat])}▮", 7), "dim"),
        ),
    ]


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
    return line(Span(mark, "strong"), Span(pawn(seat) + " ", f"seat{seat}"), name)


def _route(face: Face, names: tuple[str, ...], dash: str, here: City = NOWHERE) -> str:
    """The two cities of a card, the present one first."""
    a, b = ROUTES[face]
    return f"{names[b]}{dash}{names[a]}" if here == b else f"{names[a]}{dash}{names[b]}"


def _piles(state: State, names: tuple[str, ...], dash: str, words: Words) -> Line:
    tops = [_route(pile[-1].face, names, dash) if pile else "—" for pile in state.piles]
    return (
        Span(" " + words.say("round {number}/{rounds}", number=state.round, rounds=state.rounds)),
        Span("  " + words.say("stock {number}", number=len(state.stock))),
        Span("  " + words.say("flown {number}", number=len(state.flown)), "dim"),
        Span("  " + words.say("open:"), "title"),
        Span(" ◧ " + tops[0], "strong"),
        Span("  ◨ " + tops[1], "strong"),
    )


def _clipped(drawn: Line, columns: int) -> Line:
    kept: list[Span] = []
    room = columns
    for span in drawn:
        wanted = width(span.text)
        if wanted > room:
            return (*kept, Span(clip(span.text, room), span.style))
        kept.append(span)
        room -= wanted
    return tuple(kept)


def _legend(view: View[State], words: Words) -> Line:
    """What the mark on some of one's own cards means, if there are any."""
    if view.seat is None or not view.state.taken[view.seat]:
        return ()
    return (Span(" " + words.say("{mark} seen by all", mark=SEEN), "dim"),)


def _seen_in_hands(view: View[State], words: Words) -> Line:
    """The cards that others took openly, and have not played yet."""
    spans = [
        Span("  " + pawn(seat) + ": " + _codes(pile), f"seat{seat}")
        for seat, pile in enumerate(view.state.taken)
        if pile and seat != view.seat
    ]
    return (Span(" " + words.say("seen in hands:"), "dim"), *spans) if spans else ()


def _codes(pile: Pile) -> str:
    codes = tuple(airport.code for airport in AIRPORTS)
    return " ".join(_route(shown.face, codes, "-") for shown in pile)


def _hand_lines(
    view: View[State], names: tuple[str, ...], dash: str, words: Words, columns: int
) -> list[Line]:
    hand = _hand(view)
    if not hand or view.seat is None:
        return []
    here = view.state.cities[view.seat]
    lines: list[list[Span]] = [[Span(" " + words.say("your hand:"), "strong")]]
    for face, leaves, seen in hand:
        text = ("▸" if leaves else " ") + _route(face, names, dash, here) + (SEEN if seen else " ")
        if sum(width(span.text) for span in lines[-1]) + width(text) > columns:
            lines.append([])
        lines[-1].append(Span(text, "good" if leaves else ""))
    return [tuple(spans) for spans in lines]


def _large(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    state = view.state
    names = tuple(city_name(city, words) for city in CITIES)
    held = [ROUTES[face] for face, _leaves, _seen in _hand(view)]
    chart = large_map(_pawns(view), held, pairwise(state.flight), names)
    if size.columns >= BESIDE:
        panel = [row for seat in range(state.seats) for row in _beside(view, seat, words)]
        lines = _side_by_side(chart, panel, "  ")
    else:
        lines = [*chart, *(_below(view, seat, words) for seat in range(state.seats))]
    piles = _piles(state, names, " – ", words)
    lines.append((*piles, Span("  "), *_legend(view, words)))
    lines.extend(_hand_lines(view, names, "–", words, size.columns))
    return tuple(_clipped(drawn, size.columns) for drawn in lines)


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
        # Only the first word: the visa of Oceania says Australia too.
        name = visa_name(visa, words).split(" ")[0]
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
