"""One line about a country, a product, a stock or a demand card; and what a choice touches."""

from p2pjeux.games.europax.cards import (
    DEMANDS,
    PRICE_ABROAD,
    PRICE_EUROPE,
    Country,
    Product,
)
from p2pjeux.games.europax.legality import POSE
from p2pjeux.games.europax.state import State
from p2pjeux.games.europax.texts import (
    card_text,
    country_name,
    goods,
    money,
    product_name,
    run_by,
)
from p2pjeux.rules.contract import View
from p2pjeux.rules.drawing import parts, thing
from p2pjeux.rules.requests import Action
from p2pjeux.rules.words import Words


def things(view: View[State], choice: Action) -> tuple[str, ...]:
    """The demand card with the stocks that it asks for; or the seller with what is sought."""
    (number,) = choice.args
    assert isinstance(number, int)
    if choice.verb == POSE:
        asked = (thing("stock", one.country, one.product) for one in DEMANDS[number])
        return (thing("demand", number), *asked)
    return thing("stock", number, view.state.sought), thing("country", number)


def facts(view: View[State], name: str, words: Words) -> str:
    state = view.state
    match parts(name):
        case "country", (country,):
            return country_facts(state, country, words)
        case "product", (product,):
            return product_facts(state, product, words)
        case "stock", (country, product):
            return _stock_facts(state, country, product, words)
        case "demand", (card,):
            return _demand_facts(state, card, words)
        case _:
            return ""


def country_facts(state: State, country: Country, words: Words) -> str:
    held = tuple(
        goods(product, units, words) for product, units in enumerate(state.stocks[country]) if units
    )
    told = words.say(
        "{country}: {amount}; has {goods}; demand cards: {demands}",
        country=run_by(country, state.terms, words),
        amount=money(state.money[country], words),
        goods=", ".join(held) or words.say("no goods"),
        demands=len(state.hands[country]),
    )
    owed = sum(loan.amount for loan in state.loans if loan.borrower == country)
    parts_told = [told]
    if state.hotels[country]:
        parts_told.append(words.say("hotels equipped"))
    if owed:
        parts_told.append(words.say("aid to repay: {amount}", amount=money(owed, words)))
    return " · ".join(parts_told)


def product_facts(state: State, product: Product, words: Words) -> str:
    held = tuple(
        f"{country_name(country, words)} {state.stocks[country][product]}"
        for country in state.terms.boards
        if state.stocks[country][product]
    )
    return words.say(
        "{product}: {europe} in Europe, {abroad} abroad; held by {held}; in the deck: {stock}",
        product=product_name(product, words),
        europe=PRICE_EUROPE[product],
        abroad=PRICE_ABROAD[product],
        held=", ".join(held) or words.say("nobody"),
        stock=state.production_stock[product],
    )


def _stock_facts(state: State, country: Country, product: Product, words: Words) -> str:
    if state.terms.owners[country] is None:
        return words.say("{country} takes no part", country=country_name(country, words))
    return words.say(
        "{country} has {goods}; {europe} a card in Europe, {abroad} abroad",
        country=country_name(country, words),
        goods=goods(product, state.stocks[country][product], words),
        europe=PRICE_EUROPE[product],
        abroad=PRICE_ABROAD[product],
    )


def _demand_facts(state: State, card: int, words: Words) -> str:
    """What each demand would find: who has it, or that it comes from abroad."""
    told = []
    for demand in DEMANDS[card]:
        if state.terms.owners[demand.country] is None:
            continue
        own = state.stocks[demand.country][demand.product]
        others = sum(state.stocks[other][demand.product] for other in state.terms.boards) - own
        what = product_name(demand.product, words)
        if own >= demand.units:
            told.append(words.say("{what}: own stock", what=what))
        elif own + others >= demand.units:
            told.append(words.say("{what}: partners", what=what))
        else:
            told.append(words.say("{what}: abroad", what=what))
    return " · ".join(told) or card_text(card, state.terms, words)
