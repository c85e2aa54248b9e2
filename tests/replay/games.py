"""Games of all kinds as files, written once for all tests of a run."""

from functools import cache

from p2pjeux.games import load_game
from p2pjeux.judge.replay import Replay, read_replay
from p2pjeux.log.consent import Consent, Kind
from p2pjeux.log.entry import sign_entry
from p2pjeux.table import entry_body
from tests.kit import Case, games_to_test
from tests.log.writing import OSTRAKON, Writer, Written, secret_of, whole_game

CASES = [Case(game_id, load_game(game_id).facts.seats_least) for game_id in games_to_test()]


def written(case: Case) -> Written:
    return whole_game(case)


def replayed(case: Case) -> Replay:
    return read_replay(whole_game(case).data)


@cache
def game_taken_back() -> Written:
    """A game in which all agree, as soon as they can, to take back the last two decisions."""
    writer = Writer(OSTRAKON).run(lambda one: len(one.ledger.bridge.decisions) > 1)
    ledger = writer.ledger
    goal = min(ledger.bridge.decisions)
    consents = tuple(
        Consent.sign(writer.identity(seat), ledger.place, seat, Kind.TAKE_BACK, goal)
        for seat in range(OSTRAKON.seats)
    )
    body = entry_body.wrap_take_back(consents)
    for seat in ledger.asked:
        ledger.accept(sign_entry(writer.identity(seat), ledger.place, seat, body))
    writer.close()
    writer.run()
    secrets = {seat: secret_of(seat) for seat in range(OSTRAKON.seats)}
    return Written(writer.signed, tuple(writer.steps), writer.data, secrets)
