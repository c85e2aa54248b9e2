"""What happened, told to everybody."""

from p2pjeux.games.ostrakon.calendar import PHILOSOPHERS, TEMPLE, DayRule
from p2pjeux.games.ostrakon.legality import FOLLOW, TURN
from p2pjeux.games.ostrakon.state import BAD, COLORS, Phase, Result, State
from p2pjeux.games.ostrakon.texts import (
    color_name,
    names_of,
    rule_name,
    spoken,
    topic_name,
)
from p2pjeux.rules.requests import Answer, Open, Play, Played, Request, Sealed, Seat
from p2pjeux.rules.words import Words


def tell(
    before: State, request: Request, answer: Answer, after: State, words: Words
) -> tuple[str, ...]:
    match answer:
        case Played(plays=plays) if isinstance(request, Open):
            return _tell_opening(before, plays, after, words)
        case Played(plays=plays):
            return _tell_decision(before, plays, after, words)
        case Sealed():
            return (words.say("All shards are down."),)
        case _:
            return _tell_draw(before, after, words)


def _tell_draw(before: State, after: State, words: Words) -> tuple[str, ...]:
    match before.phase:
        case Phase.PHILOSOPHERS:
            return tuple(_tell_philosopher(after, seat, words) for seat in range(after.seats))
        case Phase.PILE:
            return (
                words.say(
                    "The philosophers meet on space {space}. They speak in this order: {names}.",
                    space=after.sun,
                    names=names_of(after.morning, words),
                ),
            )
        case _ if before.phase is Phase.TOPIC and not before.stock:
            again = words.say("The deck is empty: the used topic cards are reshuffled.")
            return (again, *_announce(after, words))
        case _:
            return _announce(after, words)


def _tell_philosopher(state: State, seat: int, words: Words) -> str:
    philosopher = PHILOSOPHERS[state.philosophers[seat]].name
    return words.say("{name} is {philosopher}.", name=words.name(seat), philosopher=philosopher)


def _announce(state: State, words: Words) -> tuple[str, ...]:
    """Topic and asker, and those to come, as the dealer announces them."""
    now = words.say(
        "Topic: {topic}. {name} asks.",
        topic=topic_name(state.topic, words),
        name=words.name(state.asker),
    )
    topic = topic_name(state.next_topic, words)
    if state.next_asker is None:
        return (now, words.say("Next topic: {topic}, on the next day.", topic=topic))
    following = words.name(state.next_asker)
    return (now, words.say("Next topic: {topic}, for {name}.", topic=topic, name=following))


def _tell_decision(
    before: State, plays: tuple[Play, ...], after: State, words: Words
) -> tuple[str, ...]:
    match before.phase:
        case Phase.PHILOSOPHERS:
            seats = range(len(before.philosophers), len(after.philosophers))
            return tuple(_tell_philosopher(after, seat, words) for seat in seats)
        case Phase.ASK:
            return _tell_question(after, before.asker, words)
        case Phase.DISCIPLE:
            return (_tell_claims(before, plays, after, words),)
        case Phase.CORRUPT | Phase.CONSULT:
            return (_tell_influence(before, after, words),)
        case _:
            return _tell_reconsidered(before, plays[0], after, words)


def _tell_question(state: State, asker: int, words: Words) -> tuple[str, ...]:
    assert state.question is not None
    question = spoken(state.question, words)
    return (
        words.say("{name} asks: {question}", name=words.name(asker), question=question.text),
        words.say("White: {white}. Black: {black}.", white=question.white, black=question.black),
    )


def _tell_claims(before: State, plays: tuple[Play, ...], after: State, words: Words) -> str:
    claims = [play.seat for play in plays if play.action.verb == FOLLOW]
    if after.disciple is None:
        return words.say("Nobody becomes a disciple.")
    name, asker = words.name(after.disciple), words.name(before.asker)
    others = [seat for seat in claims if seat != after.disciple]
    if not others:
        return words.say("{name} becomes the disciple of {asker}.", name=name, asker=asker)
    return words.say(
        "{name}, farthest from the Temple, becomes the disciple of {asker}, before {names}.",
        name=name,
        asker=asker,
        names=names_of(others, words),
    )


def _tell_influence(before: State, after: State, words: Words) -> str:
    asker = words.name(before.asker)
    if before.phase is Phase.CONSULT:
        names = names_of(after.consulted, words)
        return words.say("{asker} consults {names}.", asker=asker, names=names)
    told = tuple(
        words.say("{name}: {color}", name=words.name(seat), color=color_name(color, words))
        for seat, color in after.corrupted
    )
    return words.say("{asker} corrupts {told}.", asker=asker, told=words.among(told))


def _tell_reconsidered(before: State, play: Play, after: State, words: Words) -> tuple[str, ...]:
    name = words.name(play.seat)
    if play.action.verb == TURN:
        told = words.say("{name} turns the shard over.", name=name)
    else:
        told = words.say("{name} keeps the shard as it is.", name=name)
    return (told, *_tell_result(before, after, words))


def _tell_opening(
    before: State, plays: tuple[Play, ...], after: State, words: Words
) -> tuple[str, ...]:
    """Shards as they lay; a shard turned on an Oracle day counts with its other side.

    Of a question that is refused only the objections are told, not the answers.
    """
    if after.refused and not before.refused:
        # On an Oracle day some of the objections lay open already.
        shown = [seat for seat in before.consulted if before.votes[seat] == BAD]
        names = names_of([*shown, *_who_laid(BAD, plays)], words)
        return (
            words.say("“Bad question”, say {names}: it is refused.", names=names),
            words.say("{name} asks another one, which will stand.", name=words.name(before.asker)),
        )
    white, black, bad = (names_of(_who_laid(laid, plays), words) for laid in (*COLORS, BAD))
    white, black = white or "–", black or "–"
    lines = [words.say("White shards: {white}. Black shards: {black}.", white=white, black=black)]
    if bad:
        lines.append(words.say("“Bad question”, say {names}, and do not answer.", names=bad))
    if before.phase is Phase.REVEAL and before.turned:
        lines.append(
            words.say("The shard of {name} counts turned over.", name=words.name(before.asker))
        )
    return (*lines, *_tell_result(before, after, words))


def _who_laid(vote: str, plays: tuple[Play, ...]) -> list[Seat]:
    return [play.seat for play in plays if play.action.args[0] == vote]


def _tell_result(before: State, after: State, words: Words) -> tuple[str, ...]:
    """What the votes did, once they are final; nothing before that."""
    if len(after.history) == len(before.history) or after.last is None:
        return ()
    lines = [_tell_move(after.last, words)]
    lines.extend(_tell_follower(after.last, words))
    lines.extend(_tell_sun(before, after, after.last, words))
    return tuple(lines)


def _tell_move(result: Result, words: Words) -> str:
    name, others = words.name(result.asker), result.answering
    if result.agreeing == others:
        return words.say("All vote like {name}, who goes under the Sun.", name=name)
    if not result.advance:
        return words.say(
            "With {agreeing} of {others} others, fewer than half, {name} goes under the Sun.",
            agreeing=result.agreeing,
            others=others,
            name=name,
        )
    values = {"agreeing": result.agreeing, "others": others, "name": name}
    if result.landed == TEMPLE:
        return words.say(
            "With {agreeing} of {others} others, {name} reaches the Temple of Wisdom!", **values
        )
    return words.count(
        "With {agreeing} of {others} others, {name} advances {number} space, to space {space}.",
        "With {agreeing} of {others} others, {name} advances {number} spaces, to space {space}.",
        result.advance,
        space=result.landed,
        **values,
    )


def _tell_follower(result: Result, words: Words) -> tuple[str, ...]:
    if result.disciple is None:
        return ()
    name = words.name(result.disciple)
    if not result.followed:
        return (words.say("{name}, the disciple, stays behind as well.", name=name),)
    return (
        words.count(
            "{name}, the disciple, goes along: {number} space.",
            "{name}, the disciple, goes along: {number} spaces.",
            result.followed,
            name=name,
        ),
    )


def _tell_sun(before: State, after: State, result: Result, words: Words) -> tuple[str, ...]:
    """Who comes out from under the Sun, where it goes, and the evening."""
    lines = []
    fallen = before.under if result.advance else (*before.under, result.asker)
    if fallen and not after.under:
        lines.append(
            words.say(
                "Back on space {space} from under the Sun: {names}.",
                space=before.sun,
                names=names_of(fallen, words),
            )
        )
    if after.day == before.day:
        if after.sun != before.sun:
            lines.append(words.say("The Sun goes back to space {space}.", space=after.sun))
        return tuple(lines)
    lines.append(words.say("Day {day} is over; the Moon moves on.", day=after.day))
    if after.phase is not Phase.OVER:
        lines.append(
            words.say(
                "Day {day} ({rule}): the Sun shines on space {space}.",
                day=after.day + 1,
                rule=rule_name(after.rule, words),
                space=after.sun,
            )
        )
        lines.extend(_tell_source(after, words))
    return tuple(lines)


def _tell_source(state: State, words: Words) -> tuple[str, ...]:
    """What of today's rule is not the rulebook's."""
    match state.rule:
        case DayRule.NORMAL:
            return ()
        case DayRule.CORRUPTION:
            return (words.say("The rulebook’s paragraph on Corruption is lost: we rebuilt it."),)
        case _:
            return (words.say("The rule of today is printed; on which day it comes, we rebuilt."),)


def result(state: State, words: Words) -> tuple[str, ...]:
    """Everybody from the foremost pile down, each pile from its top; then the winner."""
    lines = []
    for space in range(TEMPLE, 0, -1):
        names = names_of(state.path[space], words)
        if space == TEMPLE and names:
            lines.append(words.say("Temple of Wisdom: {names}", names=names))
        elif names:
            lines.append(words.say("Space {space}: {names}", space=space, names=names))
    winner = words.name(state.path[state.sun][0])
    if state.sun == TEMPLE:
        lines.append(words.say("Supreme Victory for {name}!", name=winner))
    else:
        lines.append(words.say("{name} wins.", name=winner))
    return tuple(lines)
