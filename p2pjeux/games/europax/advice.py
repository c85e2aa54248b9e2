"""What the strong bot would do, and why, from its own weighing."""

from p2pjeux.games.europax.bot import Weighed
from p2pjeux.games.europax.market import Market, lay_out
from p2pjeux.games.europax.state import Phase, State
from p2pjeux.games.europax.strong import weigh
from p2pjeux.games.europax.texts import country_name, money
from p2pjeux.games.europax.turn import answer_choice, run
from p2pjeux.rules.contract import Advice, Source, View
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.rules.words import Words


def advise(view: View[State], source: Source, words: Words) -> Advice:
    assert view.seat is not None
    best, *others = weigh(view.state, source)
    parts = (_at_once(view.state, view.seat, best.action, words), _later(view, best, others, words))
    return Advice(best.action, " ".join(part for part in parts if part))


def _at_once(state: State, seat: Seat, action: Action, words: Words) -> str:
    """What a demand card brings or costs before anybody else decides anything."""
    if state.phase is not Phase.LEAD:
        return ""
    market = lay_out(state)
    number = action.args[0]
    assert isinstance(number, int)
    run(market, answer_choice(market, number))
    gain = _wealth(market, seat) - sum(map(state.money.__getitem__, state.terms.boards_of(seat)))
    if gain > 0:
        return words.say("It brings you {money} at once.", money=money(gain, words))
    if gain < 0:
        return words.say("It costs you {money} at once.", money=money(-gain, words))
    return words.say("It costs you nothing.")


def _wealth(market: Market, seat: Seat) -> int:
    return sum(map(market.money.__getitem__, market.terms.boards_of(seat)))


def _later(view: View[State], best: Weighed, others: list[Weighed], words: Words) -> str:
    """Where the best choice and the second best one lead, in the futures that were played out."""
    if not others:
        return words.say("There is no other choice.")
    return words.say(
        "In the games it played out in its head this leaves you {standing} on average, rewards in "
        "sight included; {other} would leave you {less}.",
        standing=_standing(best, words),
        other=_named(view, others[0].action, words),
        less=_standing(others[0], words),
    )


def _named(view: View[State], action: Action, words: Words) -> str:
    """The other choice in few words."""
    number = action.args[0]
    assert isinstance(number, int)
    if view.state.phase is Phase.LEAD:
        return words.say("playing card {number}", number=number)
    return words.say("buying from {country}", country=country_name(number, words))


def _standing(choice: Weighed, words: Words) -> str:
    # To the nearest ten: the mean of a few dozen games is no more exact than that.
    lead = round(choice.lead / choice.futures / 10) * 10
    if lead < 0:
        return words.say("{money} behind the richest", money=money(-lead, words))
    return words.say("{money} ahead", money=money(lead, words))
