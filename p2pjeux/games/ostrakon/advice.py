"""What the strong bot would do, and why, from its own weighing."""

from p2pjeux.games.ostrakon.bot import Outlook
from p2pjeux.games.ostrakon.calendar import PHILOSOPHERS
from p2pjeux.games.ostrakon.choices import asking
from p2pjeux.games.ostrakon.legality import FOLLOW, TURN
from p2pjeux.games.ostrakon.opinions import expected
from p2pjeux.games.ostrakon.state import BLACK, Color, Phase, State, other_color
from p2pjeux.games.ostrakon.strong import best_question, decide, outlook, weigh
from p2pjeux.games.ostrakon.texts import color_name
from p2pjeux.rules.contract import Advice, Source, View
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.words import Words


def advise(view: View[State], source: Source, words: Words) -> Advice:
    state, seat = view.state, view.seat
    assert seat is not None
    if state.phase is Phase.ASK:
        best = best_question(weigh(state, source))
        reason = words.say(
            "Of the questions it knows about the topic, this one should divide the others best: "
            "about {spaces} on average with a {color} shard.",
            spaces=_spaces(best.spaces, words),
            color=color_name(best.bet, words),
        )
        return Advice(asking(best.question), reason)
    action = decide(view, source)
    return Advice(action, _reason(view, seat, action, words))


def _spaces(number: float, words: Words) -> str:
    """A mean with one decimal, as it is written in this language."""
    written = f"{number:.1f}"
    # French says 1,9 case and 2,0 cases; English has 1.0 spaces.
    plural = int(float(written)) if words.language == "fr" else 2
    if words.language == "fr":
        written = written.replace(".", ",")
    return words.count("{spaces} space", "{spaces} spaces", plural, spaces=written)


def _reason(view: View[State], seat: Seat, action: Action, words: Words) -> str:
    state = view.state
    match state.phase:
        case Phase.PHILOSOPHERS:
            return words.say(
                "No philosopher plays better than another, but the others will expect you to "
                "answer in character."
            )
        case Phase.CORRUPT:
            return words.say(
                "Their answers are the hardest to guess, so an order is worth most with them."
            )
        case Phase.CONSULT:
            return words.say("The answers of the others are easier to guess.")
        case Phase.DISCIPLE:
            return _following(outlook(view), action, words)
        case Phase.VOTE:
            return _voting(outlook(view), action, words)
        case _:
            return _turning(outlook(view), action, words)


def _voting(mind: Outlook, action: Action, words: Words) -> str:
    state, color = mind.view.state, str(action.args[0])
    if mind.seat in dict(state.corrupted):
        return words.say("You were told to: there is no other vote.")
    if mind.seat == state.asker:
        return _betting(mind, color, words)
    philosopher = PHILOSOPHERS[state.philosophers[mind.seat]].name
    return words.say(
        "You are only asked what you think, and gain nothing either way; this is how {philosopher} "
        "would feel about it.",
        philosopher=philosopher,
    )


def _betting(mind: Outlook, color: Color, words: Words) -> str:
    blacks, seats = mind.blacks(), mind.view.state.seats
    agreeing = sum(blacks) if color == BLACK else len(blacks) - sum(blacks)
    return words.say(
        "Going by their characters and past votes, about {agreeing} of the {others} others will "
        "vote {color}: that promises {spaces}, and the other colour {less}.",
        agreeing=round(agreeing),
        others=len(blacks),
        color=color_name(color, words),
        spaces=_spaces(expected(blacks, color, seats), words),
        less=_spaces(expected(blacks, other_color(color), seats), words),
    )


def _following(mind: Outlook, action: Action, words: Words) -> str:
    promised = _spaces(mind.gain(), words)
    if action.verb == FOLLOW:
        return words.say(
            "It would probably bring you {spaces}, a lot for the one time you may follow.",
            spaces=promised,
        )
    return words.say(
        "It would probably bring you only {spaces}, and you may follow only once in the game.",
        spaces=promised,
    )


def _turning(mind: Outlook, action: Action, words: Words) -> str:
    bet = mind.bet()
    if bet is None:
        return words.say("Nothing speaks for turning it over.")
    blacks, seats = mind.blacks(), mind.view.state.seats
    kept, turned = (expected(blacks, color, seats) for color in (bet, other_color(bet)))
    more, less = (turned, kept) if action.verb == TURN else (kept, turned)
    return words.say(
        "After what has been shown it promises {spaces}, and the other side {less}.",
        spaces=_spaces(more, words),
        less=_spaces(less, words),
    )
