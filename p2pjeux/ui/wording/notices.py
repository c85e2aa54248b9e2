"""What happens to the table itself, beside the game, in plain sentences."""

from typing import Final, TypeAlias

from p2pjeux.rules.drawing import Span
from p2pjeux.rules.words import Words, later
from p2pjeux.table.events import (
    Advised,
    Agreeing,
    Agreement,
    Away,
    Cheated,
    Forgot,
    LateComer,
    Left,
    Mended,
    Paused,
    PlayedFor,
    Reached,
    Returned,
    Said,
    WentOn,
)

Notice: TypeAlias = (
    Left
    | Returned
    | Cheated
    | Mended
    | Forgot
    | Reached
    | Said
    | Advised
    | LateComer
    | PlayedFor
    | Agreeing
    | Paused
    | WentOn
)


_PARTINGS: Final = {
    Away.LEFT: later("{name} has left; the seat is kept, and p2pjeux resume brings a player back."),
    Away.ENDED: later(
        "{name} is cut off: the program there stopped, or its link broke. It is called again and "
        "again."
    ),
    Away.SILENT: later(
        "Nothing is heard of {name}: the machine sleeps, or is out of reach. It is called again "
        "and again."
    ),
}


def notice(event: Notice, words: Words) -> Span:
    """One sentence; a warning begins with a sign, so that not only its colour says so."""
    match event:
        case Left() | Returned() | Cheated() | Mended() | Forgot():
            return _of_faults(event, words)
        case Reached():
            return _of_links(event, words)
        case Advised(text=text):
            return Span(text, "title")
        case Said(seat=seat, text=text):
            return Span(words.say("{name}: {text}", name=words.name(seat), text=text), "cyan")
        case LateComer() | PlayedFor():
            return Span(_of_late_comers(event, words), "title")
        case Agreeing():
            return Span(_of_agreement(event, words), "title")
        case Paused():
            return Span(words.say("The table is paused. Anyone can end the pause."), "title")
        case WentOn(seat=seat):
            return Span(words.say("{name} ends the pause.", name=words.name(seat)), "good")


def _of_links(event: Reached, words: Words) -> Span:
    """Leaving, a crash and a cable do not look alike."""
    name = words.name(event.seat)
    if event.is_linked:
        is_new = event.away is Away.NOT_YET
        there = words.say("{name} is here.", name=name)
        return Span(there if is_new else words.say("{name} is connected again.", name=name), "good")
    if event.away is Away.NOT_YET:
        return Span(words.say("{name} is not here yet.", name=name), "dim")
    return Span("! " + words.say(_PARTINGS[event.away], name=name), "warn")


def _of_late_comers(event: LateComer | PlayedFor, words: Words) -> str:
    bot = words.name(event.seat)
    if isinstance(event, PlayedFor):
        if not event.name:
            return words.say("The bot plays for {bot} again.", bot=bot)
        return words.say(
            "{name} plays for {bot} now; the machine that holds this seat can see that hand.",
            name=event.name,
            bot=bot,
        )
    if not event.name:
        return words.say("Nobody asks for the seat of {bot} any more.", bot=bot)
    return words.say(
        "{name} would like to play instead of {bot}. In favour: {agreed}. Still to answer: "
        "{lacking}. F9, or without {bot}, agrees.",
        name=event.name,
        bot=bot,
        agreed=words.among(tuple(words.name(seat) for seat in event.agreed)) or "–",
        lacking=words.among(tuple(words.name(seat) for seat in event.lacking)),
    )


def _of_agreement(event: Agreeing, words: Words) -> str:
    if not event.lacking:
        return words.say("Everybody agrees.")
    agreed = words.among(tuple(words.name(seat) for seat in event.agreed))
    lacking = words.among(tuple(words.name(seat) for seat in event.lacking))
    if event.to is Agreement.PAUSE:
        return words.say(
            "A pause? In favour: {agreed}. Still to answer: {lacking}.",
            agreed=agreed,
            lacking=lacking,
        )
    return words.say(
        "Take back the last decision? In favour: {agreed}. Still to answer: {lacking}.",
        agreed=agreed,
        lacking=lacking,
    )


def _of_faults(event: Left | Returned | Cheated | Mended | Forgot, words: Words) -> Span:
    match event:
        case Left(seat=seat, agreed=agreed):
            text = words.say(
                "{name} is gone: that hand is face up, and a stand-in plays it. A player who "
                "comes back gets the seat back.",
                name=words.name(seat),
            )
            if agreed:
                names = words.among(tuple(words.name(one) for one in agreed))
                text += " " + words.say("Agreed by {names}.", names=names)
            return Span("! " + text, "warn")
        case Returned(seat=seat):
            return Span(words.say("{name} is back at the table.", name=words.name(seat)), "good")
        case Cheated(seat=seat, reason=reason):
            text = words.say(
                "{name} cheated, and there is proof of it: {reason}. The proof is kept beside "
                "the log; the rest of the table can carry on without {name}.",
                name=words.name(seat),
                reason=words.translate(reason),
            )
            return Span("! " + text, "warn")
        case Mended():
            return Span("! " + _of_going_back(event, words), "warn")
        case Forgot(is_for_good=is_for_good):
            return Span("! " + _of_forgetting(words, is_for_good=is_for_good), "warn")


def _of_forgetting(words: Words, *, is_for_good: bool) -> str:
    if is_for_good:
        return words.say(
            "The notes of what this machine signed were lost or damaged. So that it never signs "
            "twice, it plays no more at this table; and too few are there to carry on without it."
        )
    return words.say(
        "The notes of what this machine signed were lost or damaged. So that it never signs twice, "
        "it plays again once the others have carried on without it (F9 there) and taken it back."
    )


def _of_going_back(event: Mended, words: Words) -> str:
    if event.seat is None:
        return words.say(
            "Step {number} had been closed in two ways: the game stands where most of the table "
            "does.",
            number=event.number,
        )
    return words.say(
        "{name} had closed step {number} in two ways, one for each half of the table: the game "
        "stands where most of the table does, and carries on without {name}.",
        name=words.name(event.seat),
        number=event.number,
    )
