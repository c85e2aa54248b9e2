"""Europax in sentences: what is asked, what may be chosen, how it ended.

Countries are named as on their boards, in capitals and without an article, and goods as ``2 ×
steel``: both go into any sentence of either language.
"""

from p2pjeux.encoding import Value
from p2pjeux.games.europax.cards import (
    COUNTRY_NAMES,
    DEMANDS,
    PRICE_EUROPE,
    PRODUCT_NAMES,
    Country,
    Demand,
    Product,
)
from p2pjeux.games.europax.state import Phase, State, Terms
from p2pjeux.rules.contract import Form, View
from p2pjeux.rules.requests import Action, Face, Request
from p2pjeux.rules.words import Words


def country_name(country: Country, words: Words) -> str:
    printed = COUNTRY_NAMES[country]
    return words.choose(printed.fr, printed.en)


def product_name(product: Product, words: Words) -> str:
    printed = PRODUCT_NAMES[product]
    return words.choose(printed.fr, printed.en).lower()


def goods(product: Product, units: int, words: Words) -> str:
    return f"{units} × {product_name(product, words)}"


def money(amount: int, words: Words) -> str:
    """Thousands apart, with a space that does not break in French and a comma in English."""
    grouped = f"{amount:,}"
    return words.choose(grouped.replace(",", "\u00a0"), grouped).replace("-", "−")


def run_by(country: Country, terms: Terms, words: Words) -> str:
    """A country with the player who runs it."""
    owner = terms.owners[country]
    name = country_name(country, words)
    return name if owner is None else f"{name} ({words.name(owner)})"


def demand_text(demand: Demand, terms: Terms | None, words: Words) -> str:
    """One demand; in brackets if the country takes no part."""
    product = product_name(demand.product, words)
    what = product if demand.units == 1 else goods(demand.product, demand.units, words)
    text = f"{country_name(demand.country, words)} {what}"
    absent = terms is not None and terms.owners[demand.country] is None
    return f"({text})" if absent else text


def card_text(card: int, terms: Terms | None, words: Words) -> str:
    return ", ".join(demand_text(demand, terms, words) for demand in DEMANDS[card])


def prompt(view: View[State], request: Request, words: Words) -> str:
    state = view.state
    if state.phase is Phase.LEAD:
        return words.say(
            "{country} leads: which demand card do you play?",
            country=country_name(state.leader, words),
        )
    product = state.sought
    price = money(PRICE_EUROPE[product], words)
    if state.phase is Phase.URGENT:
        return words.say(
            "Urgent purchase: from which country does {country} buy {goods} for {price}?",
            country=country_name(state.buyer, words),
            goods=goods(product, 1, words),
            price=price,
        )
    assert state.service is not None
    return words.say(
        "{country} still has to buy {goods}, {price} a card: which country sells next?",
        country=country_name(state.buyer, words),
        goods=goods(product, state.service.missing, words),
        price=price,
    )


def label(view: View[State], action: Action, words: Words) -> str:
    state, number = view.state, action.args[0]
    assert isinstance(number, int)
    if state.phase is Phase.LEAD:
        demands = card_text(number, state.terms, words)
        return words.say("card {number}: {demands}", number=number, demands=demands)
    held = goods(state.sought, state.stocks[number][state.sought], words)
    country = run_by(number, state.terms, words)
    return words.say("{country}, which has {goods}", country=country, goods=held)


def value(view: View[State], form: Form, name: str, item: Value, words: Words) -> str:
    raise AssertionError("all choices of Europax are listed")


def card(face: Face, words: Words) -> str:
    """A demand card by its number."""
    return words.say("card {number}: {demands}", number=face, demands=card_text(face, None, words))


def moment(state: State, words: Words) -> str:
    return words.say("demand {number}", number=len(state.used) + 1)
