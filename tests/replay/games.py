"""Games of all kinds as files, written once for all tests of a run."""

from p2pjeux.games import load_game
from p2pjeux.table.replay import Replay, read_replay
from tests.kit import Case, games_to_test
from tests.log.writing import Written, whole_game

CASES = [Case(game_id, load_game(game_id).facts.seats_least) for game_id in games_to_test()]


def written(case: Case) -> Written:
    return whole_game(case)


def replayed(case: Case) -> Replay:
    return read_replay(whole_game(case).data)
