"""What a manager has to know of the time since the last decision: from one board to the next."""

from collections.abc import Iterator

from p2pjeux.games.europax.cards import PRODUCTS, Country, Product
from p2pjeux.games.europax.state import Event, News, State
from p2pjeux.games.europax.texts import country_name, goods, money, product_name
from p2pjeux.rules.contract import View
from p2pjeux.rules.words import Words


def since(states: tuple[State, ...], view: View[State], words: Words) -> tuple[str, ...]:
    """For each country of one's own what changed and why; then what the others were paid."""
    if view.seat is None:
        return ()
    before, after = states[0], view.state
    news = [item for state in states[1:] for item in state.news]
    mine = after.terms.boards_of(view.seat)
    told = (_country(before, after, country, news, words) for country in mine)
    rewarded = (
        words.say(
            "{country} ran out of cards and was rewarded with {amount}.",
            country=country_name(item.who, words),
            amount=money(item.amount, words),
        )
        for item in news
        if item.event is Event.REWARDED and item.who not in mine
    )
    return tuple(text for texts in (*told, rewarded) for text in texts)


def _country(
    before: State, after: State, country: Country, news: list[News], words: Words
) -> Iterator[str]:
    name = country_name(country, words)
    changed = after.money[country] - before.money[country]
    reasons = _reasons(news, country, words)
    if changed or reasons:
        yield words.say(
            "{country} {change}, now {amount}: {reasons}.",
            country=name,
            change=_signed(changed, words),
            amount=money(after.money[country], words),
            reasons=", ".join(reasons),
        )
    drawn = tuple(
        goods(product, after.stocks[country][product] - before.stocks[country][product], words)
        for product in PRODUCTS
        if after.stocks[country][product] > before.stocks[country][product]
    )
    if drawn:
        yield words.say("{country} drew {goods}.", country=name, goods=words.among(drawn))
    cards = tuple(card for card in after.hands[country] if card not in before.hands[country])
    if cards:
        yield words.count(
            "{country} drew demand card {cards}.",
            "{country} drew demand cards {cards}.",
            len(cards),
            country=name,
            cards=words.among(tuple(map(str, cards))),
        )


def _signed(amount: int, words: Words) -> str:
    return f"+{money(amount, words)}" if amount > 0 else money(amount, words)


def _reasons(news: list[News], country: Country, words: Words) -> list[str]:
    """Why the money of a country changed: the goods of each kind of trade with their sum."""
    trades: dict[str, list[News]] = {}
    for item in news:
        kind = _kind(item, country, words)
        if kind:
            trades.setdefault(kind, []).append(item)
    return [_trade(kind, items, country, words) for kind, items in trades.items()]


def _kind(item: News, country: Country, words: Words) -> str:
    """What kind of business this news is for a country; empty if it is none of its business."""
    if item.whom == country and item.event is Event.SOLD:
        return words.say("bought")
    if item.whom == country and item.event is Event.REPAID:
        return words.say("repaid by partners")
    if item.who != country:
        return ""
    kinds = {
        Event.SOLD: words.say("sold"),
        Event.ABROAD: words.say("bought abroad"),
        Event.DELIVERED: words.say("delivered from its own stock"),
        Event.AIDED: words.say("aid of the partners"),
        Event.REWARDED: words.say("reward"),
        Event.RECEIVED: words.say("from the bank"),
        Event.PAID: words.say("to the bank"),
        Event.REPAID: words.say("aid repaid"),
    }
    return kinds.get(item.event, "")


def _trade(kind: str, items: list[News], country: Country, words: Words) -> str:
    paid = (Event.ABROAD, Event.PAID)
    total = 0
    units: dict[Product, int] = {}
    for item in items:
        gives = item.event in paid or (item.event is Event.REPAID and item.who == country)
        buys = item.event is Event.SOLD and item.whom == country
        total += -item.amount if gives or buys else item.amount
        if item.event in (Event.SOLD, Event.ABROAD, Event.DELIVERED):
            units[item.what] = units.get(item.what, 0) + item.units
    what = ", ".join(
        product_name(product, words) if count == 1 else goods(product, count, words)
        for product, count in units.items()
    )
    return " ".join(part for part in (kind, what, _signed(total, words) if total else "") if part)
