"""What just happened in a game of Le Panthéon de l'Europe, and how it ended."""

from p2pjeux.games.pantheon.auction import Bid
from p2pjeux.games.pantheon.legality import numbers
from p2pjeux.games.pantheon.men import CARDS, Man, lacks
from p2pjeux.games.pantheon.rules import outcome
from p2pjeux.games.pantheon.state import Phase, Sale, State
from p2pjeux.games.pantheon.texts import (
    card,
    man_name,
    nation_name,
    profession_name,
    signed,
    town_name,
    years,
)
from p2pjeux.rules.requests import (
    Answer,
    Deal,
    Drawn,
    Played,
    Request,
    Rolled,
    Sealed,
    Seat,
    Shuffle,
)
from p2pjeux.rules.words import Words


def tell(
    before: State, request: Request, answer: Answer, after: State, words: Words
) -> tuple[str, ...]:
    match answer:
        case Rolled(values=values):
            return (_tell_roll(before, after, values, words),)
        case Drawn(items=men):
            return (
                words.say("Round {number} of {rounds}.", number=after.round, rounds=after.rounds),
                *(_tell_stake(man, words) for man in men),
            )
        case Sealed():
            return (words.say("All bids are face down."),)
        case Played():
            return _tell_played(before, answer, after, words)
        case _:
            return _tell_cards(before, request, words)


def _tell_roll(before: State, after: State, values: tuple[int, ...], words: Words) -> str:
    if before.phase is Phase.STARTER:
        return words.say("The die decides: {name} starts.", name=words.name(after.starter))
    first, second = values
    return words.say(
        "{name} rolls {first} and {second}.",
        name=words.name(before.actor),
        first=first,
        second=second,
    )


def _tell_stake(man: Man, words: Words) -> str:
    printed = CARDS[man]
    return words.say(
        "Up for auction: {man}, {profession}, {nation}, born in {town} in {year}, worth {value}.",
        man=man_name(man, words),
        profession=profession_name(printed.profession, words),
        nation=nation_name(printed.nation, words),
        town=town_name(printed.town, words),
        year=printed.year,
        value=printed.value,
    )


def _tell_cards(before: State, request: Request, words: Words) -> tuple[str, ...]:
    match request:
        case Shuffle(faces=faces) if before.deck:
            return (
                words.count(
                    "The deck is empty: {number} spent card is reshuffled.",
                    "The deck is empty: {number} spent cards are reshuffled.",
                    len(faces),
                ),
            )
        case Shuffle():
            return (words.say("Great men and playing cards are shuffled."),)
        case Deal(hands=hands):
            drawn = tuple(
                words.say("{name} {number}", name=words.name(seat), number=len(slots))
                for seat, slots in hands
            )
            return (words.say("Cards are dealt: {hands}.", hands=words.among(drawn)),)
        case _:
            return ()


def _tell_played(before: State, answer: Played, after: State, words: Words) -> tuple[str, ...]:
    play = answer.plays[0]
    name, args = words.name(play.seat), numbers(play.action)
    match before.phase:
        case Phase.PLACE:
            return (
                words.say(
                    "{name} starts in {town} and on {years}.",
                    name=name,
                    town=town_name(args[0], words),
                    years=years(args[1]),
                ),
            )
        case Phase.MOVE:
            return _tell_move(before, after, play.seat, words)
        case Phase.NAME:
            return (
                words.say("{name} will bid for {man}.", name=name, man=man_name(args[0], words)),
            )
        case _:
            assert after.last is not None
            return _tell_sale(before, after.last, after, words)


def _tell_move(before: State, after: State, seat: Seat, words: Words) -> tuple[str, ...]:
    moved = words.say(
        "{name} goes from {left} to {town} and from {earlier} to {years}.",
        name=words.name(seat),
        left=town_name(before.towns[seat], words),
        town=town_name(after.towns[seat], words),
        earlier=years(before.squares[seat]),
        years=years(after.squares[seat]),
    )
    driven = tuple(
        words.say(
            "{name} is pushed back to {town}.",
            name=words.name(other),
            town=town_name(after.towns[other], words),
        )
        for other in range(after.seats)
        if other != seat and before.towns[other] != after.towns[other]
    )
    return (moved, *driven)


def _tell_sale(before: State, sale: Sale, after: State, words: Words) -> tuple[str, ...]:
    lines = []
    for man, winner in sale.winners:
        lines += [_tell_bid(bid, words) for bid in sale.bids if bid.man == man]
        if winner is None:
            lines.append(
                words.say("Nobody wants {man}: the card leaves the game.", man=man_name(man, words))
            )
        else:
            lines.append(
                words.say("{name} wins {man}.", name=words.name(winner), man=man_name(man, words))
            )
    for seat in range(after.seats):
        lines += _tell_series(before.won[seat], after.won[seat], words.name(seat), words)
    return tuple(lines)


def _tell_bid(bid: Bid, words: Words) -> str:
    return words.say(
        "  {name} for {man}: {cards} − {roads} − {squares} = {net}",
        name=words.name(bid.seat),
        man=man_name(bid.man, words),
        cards=" + ".join(card(face, words) for face in bid.faces),
        roads=bid.roads,
        squares=bid.squares,
        net=signed(bid.net),
    )


def _tell_series(
    before: tuple[Man, ...], after: tuple[Man, ...], name: str, words: Words
) -> list[str]:
    had, has = lacks(before), lacks(after)
    lines = []
    if had.nations and not has.nations:
        lines.append(words.say("{name} completes the series of nations.", name=name))
    if had.centuries and not has.centuries:
        lines.append(words.say("{name} completes the series of centuries.", name=name))
    if had.gaps and not has.gaps:
        lines.append(words.say("{name} completes the series of professions.", name=name))
    return lines


def result(state: State, words: Words) -> tuple[str, ...]:
    ended = outcome(state)
    assert ended is not None
    lines = [
        words.count(
            "{name}: {number} point, with {cards} and {series}",
            "{name}: {number} points, with {cards} and {series}",
            ended.scores[seat],
            name=words.name(seat),
            cards=words.count("{number} card", "{number} cards", len(state.won[seat])),
            series=words.count("{number} series", "{number} series", lacks(state.won[seat]).series),
        )
        for seat in sorted(range(state.seats), key=lambda seat: -ended.scores[seat])
    ]
    names = words.among(tuple(words.name(seat) for seat in ended.winners))
    if len(ended.winners) > 1:
        lines.append(words.say("{names} share the victory.", names=names))
    else:
        lines.append(words.say("{name} wins.", name=names))
    return tuple(lines)
