"""What happened, told from the news that the rules leave in the state."""

from collections.abc import Iterator
from itertools import groupby
from typing import assert_never

from p2pjeux.games.europax.cards import (
    START_DEMANDS,
    START_PRODUCTIONS,
    UNFORESEEN,
)
from p2pjeux.games.europax.rules import outcome
from p2pjeux.games.europax.state import Event, News, Phase, State, Terms, WhyOver
from p2pjeux.games.europax.texts import card_text, country_name, goods, money, product_name, run_by
from p2pjeux.rules.requests import Answer, Request, Seat
from p2pjeux.rules.words import Words


def tell(
    before: State, request: Request, answer: Answer, after: State, words: Words
) -> tuple[str, ...]:
    return (*_tell_deal(before, words), *_tell_news(after, words))


def _tell_deal(before: State, words: Words) -> tuple[str, ...]:
    if before.phase is Phase.DEMANDS:
        return (words.say("Every country receives {number} demand cards.", number=START_DEMANDS),)
    if before.phase is Phase.PRODUCTIONS:
        return (
            words.say(
                "Every country receives {number} production cards.", number=START_PRODUCTIONS
            ),
        )
    return ()


def _tell_news(state: State, words: Words) -> Iterator[str]:
    """One sentence for each thing, but only one for all the cards a country takes at once."""
    for (event, who), group in groupby(state.news, key=lambda item: (item.event, item.who)):
        items = list(group)
        if event is Event.STOCKED:
            taken = tuple(goods(item.what, item.units, words) for item in items)
            yield words.say(
                "{country} takes new production cards: {goods}.",
                country=country_name(who, words),
                goods=words.among(taken),
            )
        elif event is Event.REFILLED:
            yield words.count(
                "{country} has played its last demand card and takes {number} new one: {cards}.",
                "{country} has played its last demand card and takes {number} new ones: {cards}.",
                len(items),
                country=country_name(who, words),
                cards=words.among(tuple(str(item.what) for item in items)),
            )
        else:
            yield from (_tell(item, state.terms, words) for item in items)


def _tell(item: News, terms: Terms, words: Words) -> str:
    match item.event:
        case Event.SOLD | Event.ABROAD | Event.DELIVERED | Event.SKIPPED | Event.NO_SELLER:
            return _tell_goods(item, words)
        case Event.READ | Event.HOTEL | Event.NO_HOTEL | Event.TAKEN_BACK | Event.ENDED:
            return _tell_cards(item, words)
        case Event.POSED:
            return words.say(
                "{country} plays demand card {number}: {demands}.",
                country=run_by(item.who, terms, words),
                number=item.what,
                demands=card_text(item.what, terms, words),
            )
        case Event.LEADS:
            return words.say("{country} leads.", country=run_by(item.who, terms, words))
        case _:
            return _tell_money(item, terms, words)


def _tell_goods(item: News, words: Words) -> str:
    country, what = country_name(item.who, words), goods(item.what, item.units, words)
    match item.event:
        case Event.SOLD:
            return words.say(
                "{seller} sells {goods} to {buyer} for {amount}.",
                seller=country,
                goods=what,
                buyer=country_name(item.whom, words),
                amount=money(item.amount, words),
            )
        case Event.ABROAD:
            return words.say(
                "No partner has it: {country} buys {goods} abroad and pays the bank {amount}.",
                country=country,
                goods=what,
                amount=money(item.amount, words),
            )
        case Event.DELIVERED:
            return words.say(
                "{country} delivers {goods} from its own stock.", country=country, goods=what
            )
        case Event.SKIPPED:
            return words.say(
                "{country} takes no part: {goods} skipped.", country=country, goods=what
            )
        case _:
            return words.say(
                "No partner has any to sell, so {country} buys nothing: {product}.",
                country=country,
                product=product_name(item.what, words),
            )


def _tell_cards(item: News, words: Words) -> str:
    country = country_name(item.who, words)
    match item.event:
        case Event.READ:
            printed = UNFORESEEN[item.what]
            return words.say(
                "{country} draws an event card: “{text}”",
                country=country,
                text=words.choose(printed.fr, printed.en),
            )
        case Event.HOTEL if item.units:
            return words.say("{country} keeps the hotel card.", country=country)
        case Event.HOTEL:
            return words.say(
                "{country} already has a hotel card: this one goes to the bottom of the deck.",
                country=country,
            )
        case Event.NO_HOTEL:
            return words.say("{country} has no hotel card: no tourists come.", country=country)
        case Event.TAKEN_BACK:
            return words.count(
                "The deck is empty: {number} used demand card makes a new one.",
                "The deck is empty: {number} used demand cards make a new one.",
                item.units,
            )
        case _:
            return _tell_end(WhyOver(item.units), words)


def _tell_end(ending: WhyOver, words: Words) -> str:
    match ending:
        case WhyOver.DEMANDS:
            return words.say("No demand card is left to take: the game is over.")
        case WhyOver.PRODUCTIONS:
            return words.say("No production card is left to take: the game is over.")
        case WhyOver.IDLE:
            return words.say("Nothing has reached the market for too long: the game is over.")
        case _:
            assert_never(ending)


def _tell_money(item: News, terms: Terms, words: Words) -> str:
    country, amount = country_name(item.who, words), money(item.amount, words)
    match item.event:
        case Event.REWARDED:
            return words.say(
                "{country} has used up its production: the bank rewards it with {amount}.",
                country=country,
                amount=amount,
            )
        case Event.RECEIVED:
            return words.say("{country} receives {amount}.", country=country, amount=amount)
        case Event.PAID:
            return words.say("{country} pays the bank {amount}.", country=country, amount=amount)
        case Event.AIDED if terms.lends:
            return words.say(
                "{country} cannot pay: its partners lend {amount}.", country=country, amount=amount
            )
        case Event.AIDED:
            return words.say(
                "{country} cannot pay: its partners give {amount}.", country=country, amount=amount
            )
        case Event.FORGIVEN:
            return words.say(
                "{country} cannot pay all: {amount} forgiven.", country=country, amount=amount
            )
        case _:
            return _tell_loan(item, words)


def _tell_loan(item: News, words: Words) -> str:
    borrower, lender = country_name(item.who, words), country_name(item.whom, words)
    amount = money(item.amount, words)
    if item.event is Event.REPAID:
        return words.say(
            "{borrower} repays {amount} to {lender}.",
            borrower=borrower,
            amount=amount,
            lender=lender,
        )
    assert item.event is Event.LOST
    return words.say(
        "{borrower} cannot repay the last {amount} to {lender}.",
        borrower=borrower,
        amount=amount,
        lender=lender,
    )


def result(state: State, words: Words) -> tuple[str, ...]:
    ended = outcome(state)
    assert ended is not None
    players = [seat for seat in range(state.terms.seats) if state.terms.boards_of(seat)]
    players.sort(key=lambda seat: (seat not in ended.winners, -ended.scores[seat]))
    lines = [_standing(state, seat, ended.scores[seat], words) for seat in players]
    lines.append(
        words.say(
            "{name} kept the bank: its books close at {amount}.",
            name=words.name(state.terms.banker),
            amount=money(state.bank, words),
        )
    )
    names = words.among(tuple(words.name(seat) for seat in ended.winners))
    if len(ended.winners) > 1:
        lines.append(words.say("{names} share the victory.", names=names))
    else:
        lines.append(words.say("{name} is the best manager and wins.", name=names))
    return tuple(lines)


def _standing(state: State, seat: Seat, score: int, words: Words) -> str:
    boards = state.terms.boards_of(seat)
    cards = sum(sum(state.stocks[country]) for country in boards)
    return words.count(
        "{name} ({countries}): {amount} million Europas, {number} production card",
        "{name} ({countries}): {amount} million Europas, {number} production cards",
        cards,
        name=words.name(seat),
        countries=words.among(tuple(country_name(country, words) for country in boards)),
        amount=money(score, words),
    )
