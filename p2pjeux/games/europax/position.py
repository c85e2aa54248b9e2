"""The whole position in sentences."""

from collections.abc import Iterator

from p2pjeux.games.europax.board_parts import progress, shown_hands
from p2pjeux.games.europax.cards import DEMANDS, PRODUCTS
from p2pjeux.games.europax.facts import country_facts, product_facts
from p2pjeux.games.europax.state import Phase, State
from p2pjeux.games.europax.texts import (
    card_text,
    country_name,
    demand_text,
    money,
    run_by,
)
from p2pjeux.rules.contract import Told, View
from p2pjeux.rules.words import Words


def position(view: View[State], words: Words) -> tuple[Told, ...]:
    if view.state.phase in (Phase.DEMANDS, Phase.PRODUCTIONS):
        return ()
    return tuple(_told(view, words))


def _told(view: View[State], words: Words) -> Iterator[Told]:
    state = view.state
    for country in state.terms.boards:
        yield Told("who", country_facts(state, country, words) + ".")
    for product in PRODUCTS:
        yield Told("prices", product_facts(state, product, words) + ".")
    if state.phase is not Phase.OVER:
        leader = run_by(state.leader, state.terms, words)
        yield Told("board", words.say("{country} leads.", country=leader))
    if state.service is not None:
        yield Told("board", _service(state, words))
    yield Told(
        "board",
        words.say(
            "The bank holds {amount}. Decks: {demands} demand cards, {productions} production "
            "cards, {unforeseen} event cards.",
            amount=money(state.bank, words),
            demands=len(state.demand_stock),
            productions=sum(state.production_stock),
            unforeseen=len(state.unseen) + len(state.under),
        ),
    )
    for country in shown_hands(view):
        for card in state.hands[country]:
            yield Told(
                "hand",
                words.say(
                    "{country}, demand card {number}: {demands}.",
                    country=country_name(country, words),
                    number=card,
                    demands=card_text(card, state.terms, words),
                ),
            )


def _service(state: State, words: Words) -> str:
    assert state.service is not None
    signs = {"✓": words.say("served"), "▸": words.say("now"), "○": words.say("to come")}
    told = (
        f"{demand_text(demand, state.terms, words)} ({signs[progress(state, row)]})"
        for row, demand in enumerate(DEMANDS[state.service.card])
    )
    return words.say(
        "On the table, card {number}: {demands}.",
        number=state.service.card,
        demands=", ".join(told),
    )
