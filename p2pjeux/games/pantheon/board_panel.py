"""What stands beside the map: the round, the men at stake, and what everybody has won."""

from collections.abc import Iterable
from typing import Final

from p2pjeux.games.pantheon.auction import best, roads_to, squares_to
from p2pjeux.games.pantheon.board_map import PAWNS, STARS, seat_style
from p2pjeux.games.pantheon.europe import PLACES
from p2pjeux.games.pantheon.men import CARDS, CENTURIES, Man, lacks, score
from p2pjeux.games.pantheon.state import NOWHERE, Phase, State
from p2pjeux.games.pantheon.texts import (
    man_name,
    nation_name,
    nation_sign,
    profession_name,
    short_name,
    signed,
    spent_told,
    town_name,
)
from p2pjeux.games.pantheon.timeline import QUARTERS
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Line, Span, about, clip, left, line, right, thing, width
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words

# Columns for a player's name, points and series.
PLAYER_LEAST: Final = 22


def small_panel(view: View[State], words: Words, columns: int, rows: int) -> list[Line]:
    """Everything in few columns; where rows are left, one's own great men."""
    state = view.state
    lines = [_round(state, columns, words)]
    for star, man in zip(STARS, state.stakes, strict=False):
        printed = CARDS[man]
        born = f"{PLACES[printed.town].code} {printed.year}"
        name = left(f"{short_name(man, words)} {printed.value}", columns - 2 - width(born))
        drawn = line(Span(f"{star} ", "warn"), Span(name, "strong"), born)
        lines.append(about(thing("man", man), drawn))
        trade = profession_name(printed.profession, words)
        lines.append(line(clip(f"  {nation_sign(printed.nation, words)} · {trade}", columns)))
    lines += _last(state, columns, words)
    lines += [_player(view, seat, columns, words) for seat in range(state.seats)]
    if view.seat is not None and state.won[view.seat] and len(lines) + 1 < rows:
        lines.append(line(Span(clip(words.say("Your great men:"), columns), "dim")))
        lines += _collection(state.won[view.seat], columns, words)
    return [*lines, *_spent(state, columns, words)][:rows]


def low_panel(view: View[State], words: Words, columns: int) -> list[Line]:
    """Without a map: the men with their towns, and how far from them everybody stands."""
    state = view.state
    lines = [_round(state, columns, words)]
    for star, man in zip(STARS, state.stakes, strict=False):
        printed = CARDS[man]
        where = f"{town_name(printed.town, words)} {printed.year}"
        trade = profession_name(printed.profession, words)
        nation = nation_sign(printed.nation, words)
        text = f"{short_name(man, words)} {printed.value} · {where} · {nation} · {trade}"
        drawn = line(Span(f"{star} ", "warn"), Span(clip(text, columns - 2), "strong"))
        lines.append(about(thing("man", man), drawn))
    lines += _last(state, columns, words)
    for seat in range(state.seats):
        where = _whereabouts(state, seat)
        room = max(PLAYER_LEAST, columns - width(where))
        lines.append((*_player(view, seat, room, words), Span(clip(where, columns - room), "dim")))
    return lines


def _whereabouts(state: State, seat: Seat) -> str:
    """``  PAR 1425 ★3 ☆5``: the town, the quarter, and all the steps to each man."""
    town, square = state.towns[seat], state.squares[seat]
    if NOWHERE in (town, square):
        return ""
    far = " ".join(
        f"{star}{roads_to(man, town) + squares_to(man, square)}"
        for star, man in zip(STARS, state.stakes, strict=False)
    )
    return f" {PLACES[town].code} {QUARTERS[square].from_year} {far}".rstrip()


def full_panel(view: View[State], words: Words, columns: int) -> list[Line]:
    """The men at stake as on their cards, and everybody's great men."""
    state = view.state
    lines = [_round(state, columns, words)]
    for star, man in zip(STARS, state.stakes, strict=False):
        printed = CARDS[man]
        name = clip(f"{man_name(man, words)} {printed.value}", columns - 2)
        place, trade = town_name(printed.town, words), profession_name(printed.profession, words)
        nation = nation_name(printed.nation, words)
        lines += [
            about(thing("man", man), line(Span(f"{star} ", "warn"), Span(name, "strong"))),
            line(clip(f"  {place}, {printed.year} · {CENTURIES[printed.century]}", columns)),
            line(clip(f"  {trade} · {nation}", columns)),
        ]
    lines += _last(state, columns, words)
    for seat in range(state.seats):
        lines.append(_player(view, seat, columns, words))
        lines += _collection(state.won[seat], columns, words)
    return [*lines, *_spent(state, columns, words)]


def _spent(state: State, columns: int, words: Words) -> list[Line]:
    """For whoever counts cards: those that lie face up and will be reshuffled."""
    told = spent_told(state, words)
    return fold_dim(told, columns) if told else []


def filled(lines: list[Line], rows: int) -> list[Line]:
    """Exactly so many rows."""
    return lines[:rows] + [line("")] * (rows - len(lines))


def fold_dim(text: str, columns: int) -> list[Line]:
    """A sentence in as many lines as it needs, broken at spaces."""
    rows = [""]
    for word in text.split(" "):
        longer = f"{rows[-1]} {word}".strip()
        if width(longer) <= columns - 1:
            rows[-1] = longer
        else:
            rows.append(word)
    return [line(Span(clip(f" {row}", columns), "dim")) for row in rows]


def _round(state: State, columns: int, words: Words) -> Line:
    if state.phase is Phase.OVER:
        return line(Span(clip(words.say("The game is over."), columns), "title"))
    if state.round == 0:
        return line(Span(clip(words.say("Setting up"), columns), "title"))
    text = words.say("Round {number}/{rounds}", number=state.round, rounds=state.rounds)
    stock = words.say("deck {number}", number=len(state.stock))
    return line(Span(text, "title"), Span(clip(f"  {stock}", columns - width(text)), "dim"))


def _last(state: State, columns: int, words: Words) -> list[Line]:
    """The last auction, until the next men are revealed."""
    if state.stakes or state.last is None:
        return []
    lines = []
    for man, _winner in state.last.winners:
        bid = best(bid for bid in state.last.bids if bid.man == man)
        name = short_name(man, words)
        if bid is None:
            text = words.say("{man}: out of the game", man=name)
        else:
            text = words.say(
                "{man}: {name} with {net}",
                man=name,
                name=words.name(bid.seat),
                net=signed(bid.net),
            )
        lines.append(line(clip(text, columns)))
    return lines


def _player(view: View[State], seat: Seat, columns: int, words: Words) -> Line:
    """``▸❶ Ann    ★  34 G3 H2 P4``: whose turn, announced, points, how much of each series."""
    state = view.state
    is_acting = state.phase in (Phase.PLACE, Phase.ROLL, Phase.MOVE, Phase.NAME)
    mark = "▸" if is_acting and seat == state.actor else " "
    missing = lacks(state.won[seat])
    series = " ".join(
        (
            words.say("G") + _filled(len(missing.nations)),
            words.say("H") + _filled(len(missing.centuries)),
            words.say("P") + _filled(missing.gaps),
        )
    )
    name = left(words.name(seat), columns - 9 - width(series))
    drawn = line(
        Span(mark, "strong"),
        Span(f"{PAWNS[seat]} {name}", seat_style(view, seat)),
        Span(_announced(state, seat), "warn"),
        Span(right(str(score(state.won[seat])), 4), "strong"),
        Span(f" {series}", "dim"),
    )
    return about(thing("seat", seat), drawn)


def _filled(missing: int) -> str:
    """How many of the five of a series are there."""
    return str(5 - missing) if missing else "✓"


def _announced(state: State, seat: Seat) -> str:
    turn = state.order.index(seat)
    # With one man at stake there is nothing to announce.
    if turn >= len(state.named) or len(state.stakes) < len(STARS):
        return " "
    return STARS[state.stakes.index(state.named[turn])]


def _collection(men: Iterable[Man], columns: int, words: Words) -> list[Line]:
    """Names with values, as many to a line as fit."""
    lines: list[str] = []
    for man in men:
        text = f"{short_name(man, words)} {CARDS[man].value}"
        if lines and width(lines[-1]) + 2 + width(text) < columns:
            lines[-1] += f", {text}"
        else:
            lines.append(f"   {text}")
    return [line(Span(clip(text, columns), "dim")) for text in lines]
