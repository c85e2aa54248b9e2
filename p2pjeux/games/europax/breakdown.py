"""Where the money came from: the books of the bank, and what was traded between countries."""

from collections.abc import Sequence
from typing import Final

from p2pjeux.games.europax.state import Heading, State
from p2pjeux.rules.breakdown import Breakdown, Part
from p2pjeux.rules.words import later

_LABELS: Final = {
    Heading.START: later("at the start"),
    Heading.REWARDS: later("rewards"),
    Heading.TOURISTS: later("tourists"),
    Heading.GAINS: later("event gains"),
    Heading.LOSSES: later("event losses"),
    Heading.ABROAD: later("bought abroad"),
}


def standing(state: State) -> tuple[int, ...]:
    return _by_seat(state, state.money)


def parts(states: Sequence[State]) -> tuple[Part, ...]:
    state = states[-1]
    # The books are the bank's: what it paid out stands in them below zero.
    of_bank = [
        Part(label, _by_seat(state, [-country[heading] for country in state.ledger]))
        for heading, label in _LABELS.items()
    ]
    rest = [money + sum(country) for money, country in zip(state.money, state.ledger, strict=True)]
    return (*of_bank, Part(later("sales and aid between countries"), _by_seat(state, rest)))


def _by_seat(state: State, by_country: Sequence[int]) -> tuple[int, ...]:
    terms = state.terms
    return tuple(
        sum(by_country[country] for country in terms.boards_of(seat)) for seat in range(terms.seats)
    )


BREAKDOWN: Final = Breakdown(standing, parts)
