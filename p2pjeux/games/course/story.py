"""What happened in a race around the world, and how it ended."""

from p2pjeux.games.course.flight import Flight, chain, fly
from p2pjeux.games.course.rules import outcome
from p2pjeux.games.course.state import Phase, State
from p2pjeux.games.course.texts import cards_told, city_name, source_told, visa_name, way_told
from p2pjeux.games.course.turn import FLY, START
from p2pjeux.games.course.world import (
    HAND_SIZE,
)
from p2pjeux.rules.requests import (
    Answer,
    Deal,
    Drawn,
    Play,
    Played,
    Request,
    Shuffle,
)
from p2pjeux.rules.words import Words


def tell(
    before: State, request: Request, answer: Answer, after: State, words: Words
) -> tuple[str, ...]:
    match answer:
        case Played(plays=(play,)) if play.action.verb == START:
            return (_tell_start(play, after, words),)
        case Played(plays=(play,)) if play.action.verb == FLY:
            return _tell_flight(before, play, words)
        case Played(plays=(play,)):
            return (_tell_exchange(before, play, words),)
        case Drawn(items=(dealer,)):
            first = words.name((dealer + 1) % before.seats)
            return (
                words.say("{name} deals; {first} begins.", name=words.name(dealer), first=first),
            )
        case _:
            return _tell_cards(before, request, after, words)


def _tell_start(play: Play, after: State, words: Words) -> str:
    return words.say(
        "{name} starts from {city} and gets the {visa} visa.",
        name=words.name(play.seat),
        city=city_name(after.homes[play.seat], words),
        visa=visa_name(after.visas[play.seat][0], words),
    )


def _tell_flight(before: State, play: Play, words: Words) -> tuple[str, ...]:
    seat, name = play.seat, words.name(play.seat)
    stops = chain(before.cities[seat], play.faces)
    assert stops is not None
    flight = fly(before.homes[seat], before.visas[seat], stops)
    way = way_told((before.cities[seat], *flight.stops), words)
    lines = [words.say("{name} flies {way}.", name=name, way=way)]
    lines += [
        words.say("{name} gets the {visa} visa.", name=name, visa=visa_name(visa, words))
        for visa in flight.new_visas
    ]
    if flight.wins:
        lines += _tell_arrival(before, play, flight, words)
    return tuple(lines)


def _tell_arrival(before: State, play: Play, flight: Flight, words: Words) -> list[str]:
    home = city_name(before.homes[play.seat], words)
    lines = [
        words.say(
            "{name} is back in {city} with all five visas.", name=words.name(play.seat), city=home
        )
    ]
    spare = len(play.faces) - len(flight.stops)
    if spare:
        lines.append(
            words.count(
                "{number} card of the chain was no longer needed.",
                "{number} cards of the chain were no longer needed.",
                spare,
            )
        )
    return lines


def _tell_exchange(before: State, play: Play, words: Words) -> str:
    return words.say(
        "{name} stays in {city}, discards {cards} and takes {source}.",
        name=words.name(play.seat),
        city=city_name(before.cities[play.seat], words),
        cards=cards_told(play.faces, words),
        source=source_told(before, play.action.args[0], words),
    )


def _tell_cards(before: State, request: Request, after: State, words: Words) -> tuple[str, ...]:
    match request:
        case Shuffle(faces=faces) if before.deck:
            return (
                words.count(
                    "The deck is empty: {number} card is reshuffled.",
                    "The deck is empty: {number} cards are reshuffled.",
                    len(faces),
                ),
            )
        case Deal() if before.phase is Phase.DEAL:
            return (
                words.say(
                    "Everybody gets {size} cards; {number} remain in the deck.",
                    size=HAND_SIZE[before.seats],
                    number=len(after.stock),
                ),
            )
        case Deal(hands=((seat, slots),)):
            return (
                words.count(
                    "{name} draws {number} card.",
                    "{name} draws {number} cards.",
                    len(slots),
                    name=words.name(seat),
                ),
            )
        case _:
            return ()


def result(state: State, words: Words) -> tuple[str, ...]:
    ended = outcome(state)
    assert ended is not None
    seats = sorted(range(state.seats), key=lambda seat: (-ended.scores[seat], seat))
    lines = [
        words.count(
            "{name}: {number} visa, in {city}",
            "{name}: {number} visas, in {city}",
            len(state.visas[seat]),
            name=words.name(seat),
            city=city_name(state.cities[seat], words),
        )
        for seat in seats
    ]
    names = words.among(tuple(words.name(seat) for seat in ended.winners))
    if state.winner is not None:
        lines.append(words.say("{name} is home first and wins the race.", name=names))
        return tuple(lines)
    lines.append(words.say("Nobody came home in {rounds} rounds.", rounds=state.rounds))
    if len(ended.winners) > 1:
        lines.append(words.say("{names} are equally near the end and share it.", names=names))
    else:
        lines.append(words.say("{name} is nearest to the end and wins.", name=names))
    return tuple(lines)
