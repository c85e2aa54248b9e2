"""A cheat who is asked alone cannot lead a part of the table into another age."""

import pytest

from p2pjeux.log.entry import Place, sign_entry
from p2pjeux.log.rift import AGE
from p2pjeux.log.step import Step
from p2pjeux.table import entry_body
from p2pjeux.table.messages import Steps, encode_message
from tests.kit import Case
from tests.sitting.people import Evening


def asks_one(evening: Evening) -> bool:
    ledger = evening.people[0].at_table.ledger
    alone = len(ledger.asked) == 1 and ledger.asked[0] != 0
    return alone and len(ledger.chain.steps) > 12 and ledger.bridge.needs_decision(ledger.asked[0])


@pytest.mark.parametrize("age", [1, 4, 4294])
def test_a_step_of_a_later_age_is_not_followed_without_a_reason(age: int) -> None:
    evening = Evening(Case("europax", 3))
    evening.play_until(asks_one)
    (liar,) = evening.asked
    ledger = evening.people[liar].at_table.ledger
    number = ledger.number
    place = Place(ledger.signed.table, age * AGE, ledger.chain.digest)
    ledger.bridge.renumber(place.step)
    body = entry_body.wrap(ledger.bridge.make(liar, evening.decide(liar)))
    ledger.bridge.renumber(number)
    entry = sign_entry(evening.people[liar].identity, place, liar, body)
    step = Step(place.step, (entry,))

    assert evening.deliver(liar, 0, encode_message(Steps((step.encode(),)))) is None

    assert evening.people[0].at_table.ledger.number == number
    assert evening.people[0].at_table.ledger.asked == (liar,)
