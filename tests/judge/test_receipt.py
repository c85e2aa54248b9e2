"""The receipt counts what a log proves; each number is found a second time by other means."""

from collections import Counter

import pytest

from p2pjeux.judge.receipt import Receipt
from p2pjeux.judge.verify import verify
from p2pjeux.language import words_for
from p2pjeux.log.file import write_log
from p2pjeux.rules.engine import Happening
from p2pjeux.rules.requests import Deal, Draw, Lay, Open, Played, Roll, Seal, Shuffle
from p2pjeux.table.ledger import Ledger
from p2pjeux.ui.wording.receipt import receipt_lines
from tests.kit import Case
from tests.log.writing import OSTRAKON, STONEHENGE, Written, game_with_absence, whole_game


def receipt_of(game: Written) -> Receipt:
    return verify(game.data).receipt


def happenings(game: Written, case: Case) -> list[Happening[object]]:
    ledger = Ledger(game.signed, case.game, {})
    found: list[Happening[object]] = []
    for step in game.steps:
        found += ledger.adopt(step).happenings
    return found


@pytest.mark.slow
@pytest.mark.parametrize("case", [OSTRAKON, STONEHENGE, Case("pantheon", 2)], ids=str)
def test_an_undisturbed_game_is_counted_as_it_was_played(case: Case) -> None:
    game = whole_game(case)
    asked = [one.request for one in happenings(game, case)]
    kinds = Counter(type(request) for request in asked)

    receipt = receipt_of(game)

    assert receipt.machines == case.seats
    assert receipt.decks == kinds[Shuffle]
    assert receipt.shufflers == (case.seats if kinds[Shuffle] else 0)
    assert receipt.throws == kinds[Roll] + kinds[Draw]
    assert receipt.shares == case.seats * receipt.throws
    dealt = [slots for one in asked if isinstance(one, Deal) for _seat, slots in one.hands]
    assert receipt.cards_dealt == sum(map(len, dealt))
    sealed = sum(len(one.seats) for one in asked if isinstance(one, Seal)) + kinds[Lay]
    assert receipt.sealed == receipt.opened == sealed
    assert receipt.away == ()


@pytest.mark.slow
@pytest.mark.parametrize("case", [OSTRAKON, STONEHENGE], ids=str)
def test_what_a_stand_in_chose_is_nobodys_sealed_choice(case: Case) -> None:
    game = game_with_absence(case)
    plays = sum(
        len(one.answer.plays)
        for one in happenings(game, case)
        if isinstance(one.request, Open) and isinstance(one.answer, Played)
    )

    receipt = receipt_of(game)

    assert receipt.away == (1, case.seats - 1)
    assert all(receipt.stood_in[seat] > 0 for seat in receipt.away)
    assert sum(receipt.stood_in) == receipt.stood_in[1] + receipt.stood_in[case.seats - 1]
    assert 0 < receipt.opened < plays
    assert receipt.shares <= case.seats * receipt.throws


@pytest.mark.slow
def test_every_signature_of_the_file_is_counted() -> None:
    game = game_with_absence(STONEHENGE)
    certificates = [step.certificate for step in game.steps if step.certificate is not None]
    accepts = sum(len(one.votes) for one in certificates)
    rounds = sum(len(one.grounds.records) for one in certificates)
    entries = sum(len(step.entries) for step in game.steps)

    assert len(certificates) == len(game.steps)
    assert rounds > 0
    assert verify(game.data).signatures == entries + accepts + rounds + STONEHENGE.seats


def test_the_beginning_of_a_game_has_opened_nothing() -> None:
    game = whole_game(STONEHENGE)

    verdict = verify(write_log(game.signed, game.steps[:4]))

    assert verdict.ok
    assert verdict.receipt.opened == 0
    assert verdict.receipt.machines == STONEHENGE.seats


@pytest.mark.slow
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_receipt_is_said_with_names_and_numbers(language: str) -> None:
    verdict = verify(game_with_absence(STONEHENGE).data)
    words = words_for(language)

    said = "\n".join(receipt_lines(verdict, words))

    assert f"{verdict.signatures}" in said
    assert "Björn" in said
    assert "Chloé" in said
    assert "Anne" in said, "she opened her hand"
