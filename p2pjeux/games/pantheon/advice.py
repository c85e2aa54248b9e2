"""What the strong bot would do, and why, from its own weighing."""

from typing import Final

from p2pjeux.games.pantheon.bot import worths_of
from p2pjeux.games.pantheon.europe import Town
from p2pjeux.games.pantheon.legality import BID, numbers
from p2pjeux.games.pantheon.men import Man
from p2pjeux.games.pantheon.pack import WORTH
from p2pjeux.games.pantheon.state import Phase, State
from p2pjeux.games.pantheon.strong import (
    WeighedPair,
    best_pair,
    decide,
    steps_from,
    weigh,
    weigh_moves,
)
from p2pjeux.games.pantheon.texts import man_name
from p2pjeux.games.pantheon.timeline import Square
from p2pjeux.games.pantheon.worth import POINT
from p2pjeux.rules.contract import Advice, Source, View
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.words import Words

# Who wins less often than this bids to lose little.
FAINT: Final = 0.1


def advise(view: View[State], source: Source, words: Words) -> Advice:
    seat = view.seat
    assert seat is not None
    if view.state.phase is Phase.BID:
        weighed = weigh(view, seat, source)
        best = best_pair(weighed)
        return Advice(Action(BID, cards=best.cards), _bidding(view, best, weighed, words))
    action = decide(view, source)
    match view.state.phase:
        case Phase.PLACE:
            reason = words.say(
                "From there the great men are nearest on average, on the map and on the timeline."
            )
        case Phase.MOVE:
            reason = _moving(view, seat, action, words)
        case _:
            reason = _naming(view, seat, action, words)
    return Advice(action, reason)


def _points(view: View[State], seat: Seat, man: Man) -> int:
    """What the man is worth to this seat, with what he does for its series."""
    state = view.state
    return max(1, round(worths_of(state, seat)[state.stakes.index(man)] / POINT))


def _moving(view: View[State], seat: Seat, action: Action, words: Words) -> str:
    state = view.state
    town, square = numbers(action)
    man, far = _nearest(state, town, square)
    least = min(steps_from(man, *numbers(other)) for _worth, other in weigh_moves(view, seat))
    if far > least:
        return words.count(
            "That leaves you {number} step from {man}; a little less would be possible, but this "
            "is nearer to the great men still to come.",
            "That leaves you {number} steps from {man}; a little less would be possible, but this "
            "is nearer to the great men still to come.",
            far,
            man=man_name(man, words),
        )
    return words.count(
        "That leaves you {number} step from {man}, as near as these dice allow.",
        "That leaves you {number} steps from {man}, as near as these dice allow.",
        far,
        man=man_name(man, words),
    )


def _nearest(state: State, town: Town, square: Square) -> tuple[Man, int]:
    """The man up for auction to whom it is least far from there."""
    far = {man: steps_from(man, town, square) for man in state.stakes}
    man = min(far, key=far.__getitem__)
    return man, far[man]


def _naming(view: View[State], seat: Seat, action: Action, words: Words) -> str:
    (man,) = numbers(action)
    return words.count(
        "With what he adds to your series he is worth about {number} point to you, and your way to "
        "him is not too long: the better prospect of the two.",
        "With what he adds to your series he is worth about {number} points to you, and your way "
        "to him is not too long: the better prospect of the two.",
        _points(view, seat, man),
    )


def _bidding(view: View[State], best: WeighedPair, weighed: list[WeighedPair], words: Words) -> str:
    state, seat = view.state, view.seat
    assert seat is not None
    man = state.named[state.order.index(seat)]
    if state.named.count(man) == 1:
        return words.say("Nobody else bids for him: any two cards will do, so keep the good ones.")
    if best.chance < FAINT:
        return words.say("You can hardly win him, so these are the two cards you will miss least.")
    strongest = max(weighed, key=lambda pair: sum(WORTH[view.faces[slot]] for slot in pair.cards))
    told = words.count(
        "They win about {chance} times out of 100, and he is worth about {number} point to you.",
        "They win about {chance} times out of 100, and he is worth about {number} points to you.",
        _points(view, seat, man),
        chance=round(100 * best.chance),
    )
    if strongest.chance <= best.chance:
        return told
    more = words.say(
        "Your strongest pair would win about {chance} times, but those cards are better kept.",
        chance=round(100 * strongest.chance),
    )
    return f"{told} {more}"
