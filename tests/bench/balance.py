"""How fair the reconstructed data is: ``python -m tests.bench.balance [GAME-SEATS …] [--games N]``.

Europax: the share of victories of every country, how many games see a country run out and be
rewarded, and how many demand cards in a row are chosen without one seat deciding anything (the
longest such wait of each game). The race: the share of victories of each start among those who
chose it, how many turns are exchanges, and how long the race is. All seats are played by bots of
one level, or at random; game number n has the seed ``chance`` n, as everywhere in the tests.
"""

import argparse
import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from statistics import median
from typing import Any

from p2pjeux.games.course.state import Phase as Stage
from p2pjeux.games.course.turn import EXCHANGE, FLY
from p2pjeux.games.course.world import AIRPORTS
from p2pjeux.games.europax.cards import COUNTRY_NAMES
from p2pjeux.games.europax.state import Event, Phase
from p2pjeux.rules.engine import Happening
from p2pjeux.rules.requests import Played, deciders
from tests.bench.bots import LEVELS, RANDOM, player_of
from tests.kit import Case, steps

CASES = tuple(
    Case(game_id, seats)
    for game_id, most in (("europax", 5), ("course", 6))
    for seats in range(2, most + 1)
)


def main() -> int:
    parser = argparse.ArgumentParser(description="How fair the reconstructed data is.")
    parser.add_argument("names", nargs="*", metavar="GAME[-SEATS]")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--level", choices=(*LEVELS, RANDOM), default=RANDOM)
    asked = parser.parse_args()
    for case in CASES:
        if not asked.names or {case.game_id, str(case)} & set(asked.names):
            seeds = range(asked.first, asked.first + asked.games)
            measure = europax if case.game_id == "europax" else course
            measure(case, [played(case, seed, asked.level) for seed in seeds])
    return 0


def played(case: Case, seed: int, level: str) -> list[Happening[Any]]:
    return list(steps(case.engine(seed), seed, player_of(case.game, level)))


def share(part: float, games: int) -> str:
    """A share in points with half of its 95 % interval."""
    rate = part / games
    return f"{100 * rate:.1f} ±{196 * math.sqrt(rate * (1 - rate) / games):.1f}"


def europax(case: Case, games: list[list[Happening[Any]]]) -> None:
    wins: defaultdict[int, float] = defaultdict(float)
    rewarded, waits = 0, []
    for game in games:
        over = game[-1].after
        outcome = case.game.outcome(over)
        assert outcome is not None
        for seat in outcome.winners:
            for country in over.terms.boards_of(seat):
                wins[country] += 1 / len(outcome.winners)
        rewarded += any(news.event is Event.REWARDED for step in game for news in step.after.news)
        waits.append(max(_waits(game)))
    countries = ", ".join(
        f"{COUNTRY_NAMES[country].en} {share(wins[country], len(games))}"
        for country in games[0][0].after.terms.boards
    )
    told = f"{case}: {countries} (even {100 / case.seats:.1f}); rewarded"
    print(told, share(rewarded, len(games)), end=" %; ")
    print(f"longest wait {median(waits):.0f} cards", flush=True)


def _waits(game: list[Happening[Any]]) -> Iterator[int]:
    """How many demand cards others chose in a row, before a seat decided something again."""
    since = Counter[int]()
    for step in game:
        for seat in deciders(step.request):
            yield since.pop(seat, 0)
            if step.before.phase is Phase.LEAD:
                for other in range(step.before.terms.seats):
                    since[other] += other != seat
    yield from since.values()


def course(case: Case, games: list[list[Happening[Any]]]) -> None:
    wins: defaultdict[int, float] = defaultdict(float)
    chosen, kinds, turns = Counter[int](), Counter[str](), []
    for game in games:
        over = game[-1].after
        outcome = case.game.outcome(over)
        assert outcome is not None
        chosen.update(over.homes)
        for seat in outcome.winners:
            wins[over.homes[seat]] += 1 / len(outcome.winners)
        turns.append(over.turn / case.seats)
        kinds.update(_verbs(game))
    starts = ", ".join(
        f"{AIRPORTS[home].name_en} {share(wins[home], chosen[home])}" for home in sorted(chosen)
    )
    exchanges = share(kinds[EXCHANGE], kinds[EXCHANGE] + kinds[FLY])
    print(f"{case}: {starts} (even {100 / case.seats:.1f}); exchanges {exchanges} %; ", end="")
    print(f"{median(turns):.0f} rounds", flush=True)


def _verbs(game: list[Happening[Any]]) -> Iterator[str]:
    for step in game:
        if step.before.phase is Stage.TURN and isinstance(step.answer, Played):
            yield step.answer.plays[0].action.verb


if __name__ == "__main__":
    raise SystemExit(main())
