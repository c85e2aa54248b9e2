"""What happens to the table itself, beside the game, in plain sentences."""

from typing import TypeAlias

from p2pjeux.rules.drawing import Span
from p2pjeux.rules.words import Words
from p2pjeux.table.events import Cheated, Left, Returned, Superseded

Notice: TypeAlias = Left | Returned | Cheated | Superseded


def notice(event: Notice, words: Words) -> Span:
    """One sentence; a warning begins with a sign, so that not only its colour says so."""
    match event:
        case Left(seat=seat):
            text = words.say(
                "{name} is gone: the hand of that seat lies open, and a stand-in plays for it.",
                name=words.name(seat),
            )
            return Span("! " + text, "warn")
        case Returned(seat=seat):
            return Span(words.say("{name} is back at the table.", name=words.name(seat)), "good")
        case Cheated(seat=seat, reason=reason):
            text = words.say(
                "{name} cheated, and there is proof of it: {reason}",
                name=words.name(seat),
                reason=words.translate(reason),
            )
            return Span("! " + text, "warn")
        case Superseded(number=number):
            text = words.say(
                "The table went on without you: what you did from step {number} on is void.",
                number=number,
            )
            return Span("! " + text, "warn")
