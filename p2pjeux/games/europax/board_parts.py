"""What the narrow and the wide board have in common."""

from collections.abc import Iterable
from dataclasses import replace

from p2pjeux.games.europax.cards import (
    COUNTRY_NAMES,
    DEMANDS,
    PRODUCT_NAMES,
    Country,
    Demand,
    Product,
)
from p2pjeux.games.europax.state import Heading, Phase, State
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import Line, Span, clip, width
from p2pjeux.rules.words import Words


def shown_hands(view: View[State]) -> tuple[Country, ...]:
    """One's own boards; for the sixth player and for watchers the leader's."""
    own = () if view.seat is None else view.state.terms.boards_of(view.seat)
    return own or (view.state.leader,)


def sought_now(state: State) -> Product | None:
    """The product that somebody has to buy now."""
    return state.sought if state.phase in (Phase.SELLER, Phase.URGENT) else None


def is_active(state: State, country: Country) -> bool:
    """Whether the game waits for this country, or it leads."""
    if state.phase is Phase.OVER:
        return False
    decider = state.decider
    return country == (state.leader if decider is None else decider)


def heading_names(words: Words) -> tuple[str, ...]:
    """In the order of the headings."""
    return (
        words.say("start"),
        words.say("rewards"),
        words.say("tourists"),
        words.say("gains"),
        words.say("losses"),
        words.say("abroad"),
    )


def short_heading_names(words: Words) -> tuple[str, ...]:
    return (
        words.say("start"),
        words.say("rew."),
        words.say("tour."),
        words.say("gains"),
        words.say("loss."),
        words.say("abr."),
    )


def booked(state: State, heading: Heading) -> int:
    """What the bank received under a heading, all countries together."""
    return sum(row[heading] for row in state.ledger)


def signed(amount: int) -> str:
    if not amount:
        return "0"
    return f"+{amount}" if amount > 0 else f"−{-amount}"


def progress(state: State, row: int) -> str:
    """Done, being served, or still to come."""
    assert state.service is not None
    if row < state.service.row:
        return "✓"
    return "▸" if row == state.service.row else "○"


def short_demand(demand: Demand, words: Words) -> str:
    """``Al2cot``, or ``It lég`` for a single card."""
    country, product = COUNTRY_NAMES[demand.country], PRODUCT_NAMES[demand.product]
    return (
        words.choose(country.short_fr, country.short_en)
        + (" " if demand.units == 1 else str(demand.units))
        + words.choose(product.short_fr, product.short_en)
    )


def short_card(card: int, state: State, words: Words) -> str:
    """``12 Al2cot It lég``; demands on countries that take no part are left out, for they pass."""
    owners = state.terms.owners
    parts = [
        short_demand(demand, words)
        for demand in DEMANDS[card]
        if owners[demand.country] is not None
    ]
    return f"{card:2} " + (" ".join(parts) or "—")


def fitted(spans: Iterable[Span], columns: int) -> Line:
    """As much of these spans as the columns hold."""
    kept, left = [], columns
    for span in spans:
        text = clip(span.text, left)
        kept.append(replace(span, text=text))
        left -= width(text)
    return tuple(kept)
