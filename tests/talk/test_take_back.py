"""Taking decisions back by agreement of the whole table, and never past what came to light."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.judge.verify import verify
from p2pjeux.log.consent import Consent, Kind
from p2pjeux.log.entry import Entry, sign_entry
from p2pjeux.log.file import write_case, write_log
from p2pjeux.log.identity import Identity
from p2pjeux.rules.requests import Seal
from p2pjeux.table import entry_body
from p2pjeux.table.events import (
    Agree,
    Agreeing,
    Agreement,
    Asked,
    NotLegal,
    Play,
    TookBack,
    Waiting,
)
from p2pjeux.table.ledger import Ledger
from tests.kit import Case
from tests.log.writing import Writer
from tests.sitting.people import Evening

EUROPAX = Case("europax", 3)
OSTRAKON = Case("ostrakon", 5)
TAKE_BACK = Agree(Agreement.TAKE_BACK)


def after_a_decision(case: Case = EUROPAX, watchers: int = 0) -> tuple[Evening, int]:
    """A table at which a seat has just decided openly and nothing has come to light since."""
    evening = Evening(case, watchers=watchers)
    while True:
        (seat, *_) = evening.asked
        evening.play(seat)
        sitting = evening.people[0].at_table
        if sitting.can_take_back(seat) is not None and seat not in sitting.ledger.asked:
            return evening, seat


def all_agree(evening: Evening, first: int) -> None:
    """Whoever wants its decision back asks; the others agree."""
    for number in (first, *(one for one in range(evening.case.seats) if one != first)):
        evening.tell(number, TAKE_BACK)


def ledger_of(evening: Evening) -> Ledger:
    return evening.people[0].at_table.ledger


def test_all_agree_and_the_game_stands_where_it_stood() -> None:
    evening = Evening(EUROPAX)
    seat = first = -1
    before = None
    while first < 0 or evening.people[0].at_table.can_take_back(seat) != first:
        (seat,) = evening.asked
        before, first = ledger_of(evening).bridge.state, ledger_of(evening).number
        evening.play(seat)
    assert ledger_of(evening).bridge.state != before

    all_agree(evening, seat)

    assert evening.asked == (seat,)
    assert ledger_of(evening).bridge.state == before
    assert ledger_of(evening).number == first + 2
    assert all(len(person.heard(TookBack)) == 1 for person in evening.people)
    assert len(evening.logs()) == 1


def test_nothing_happens_while_one_has_not_agreed() -> None:
    evening, seat = after_a_decision()
    state = ledger_of(evening).bridge.state

    evening.tell(seat, TAKE_BACK)
    evening.tell((seat + 1) % 3, TAKE_BACK)

    assert ledger_of(evening).bridge.state == state
    last = evening.people[(seat + 2) % 3].heard(Agreeing)[-1]
    assert last.lacking == ((seat + 2) % 3,)
    assert set(last.agreed) == {seat, (seat + 1) % 3}


def test_who_is_asked_may_play_on_and_the_proposal_lapses() -> None:
    evening, seat = after_a_decision()
    evening.tell(seat, TAKE_BACK)
    (asked, *_) = evening.asked

    evening.play(asked)

    assert not any(person.heard(TookBack) for person in evening.people)
    assert len(evening.logs()) == 1


def test_the_decision_can_be_made_anew_and_otherwise() -> None:
    evening, seat = after_a_decision()
    all_agree(evening, seat)
    before = ledger_of(evening)
    number, state = before.number, before.bridge.state

    evening.play(seat)

    assert not evening.people[seat].heard(NotLegal)
    assert ledger_of(evening).number > number
    assert ledger_of(evening).bridge.state != state


def test_the_seat_is_asked_again() -> None:
    evening, seat = after_a_decision()
    evening.people[seat].events.clear()

    all_agree(evening, seat)

    assert [type(event) for event in evening.people[seat].events[-3:]] == [TookBack, Asked, Waiting]


def test_a_vote_that_is_sealed_may_be_taken_back_while_others_are_lacking() -> None:
    evening = Evening(OSTRAKON)
    evening.play_until(lambda one: isinstance(ledger_of(one).bridge.request, Seal))
    step = ledger_of(evening).number
    evening.play(0)
    evening.play(1)

    all_agree(evening, 0)

    assert ledger_of(evening).number == step + 1
    assert evening.asked == (0, 1, 2, 3, 4)
    assert evening.people[0].at_table.view(0).sealed is None
    assert len(evening.logs()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["ostrakon", "europax", "stonehenge", "pantheon", "course"])
def test_there_is_no_way_back_past_what_came_to_light(game_id: str) -> None:
    writer = Writer(Case(game_id, 5 if game_id == "ostrakon" else 3))
    run: list[int] = []
    ways_back = 0
    while not writer.ledger.complete and len(writer.steps) < 150:
        ledger = writer.ledger
        number, work = ledger.number, ledger.bridge.work
        reachable = ledger.bridge.decisions
        if work in ("decide", "seal", "lay"):
            assert number in reachable
            assert set(reachable) <= {*run, number}
            ways_back += len(reachable) > 1
        else:
            assert reachable == {}
        if len(writer.steps) == 60:
            writer.lost.add(1)
        writer.step()
        closed = writer.steps[-1]
        run = [*run, number] if work == "decide" and not closed.absent else []

    # At Stonehenge every decision is laid face down.
    assert ways_back or game_id == "stonehenge"


def test_a_command_without_anything_to_take_back_is_refused() -> None:
    evening = Evening(EUROPAX)

    evening.tell(0, TAKE_BACK)

    texts = [str(event.refusal) for event in evening.people[0].heard(NotLegal)]
    assert texts == ["there is no decision of yours that could still be taken back"]


def test_bots_have_no_objection() -> None:
    evening = Evening(EUROPAX, bots=frozenset({1, 2}))
    while evening.people[0].at_table.can_take_back(0) is None:
        evening.play(0)
    state = ledger_of(evening).bridge.state

    evening.tell(0, TAKE_BACK)

    assert evening.people[0].heard(TookBack)
    assert ledger_of(evening).bridge.state != state


def test_consents_that_were_lost_come_with_the_next_greeting() -> None:
    evening, seat = after_a_decision()
    evening.tell(seat, TAKE_BACK)
    evening.carries = lambda _sender, _to: False
    all_agree(evening, seat)
    assert evening.asked != (seat,)
    evening.carries = lambda _sender, _to: True

    evening.wait(3)

    assert evening.asked == (seat,)
    assert len(evening.logs()) == 1


def test_whoever_was_away_follows_a_take_back() -> None:
    evening, seat = after_a_decision(watchers=1)
    late = 3
    evening.get_up(late)
    all_agree(evening, seat)
    evening.sit_down(late)

    evening.wait(3)

    assert len(evening.logs()) == 1
    assert evening.people[late].at_table.ledger.bridge.state == ledger_of(evening).bridge.state


def test_a_log_with_decisions_taken_back_verifies() -> None:
    evening, seat = after_a_decision()
    all_agree(evening, seat)
    for _ in range(8):
        evening.play(evening.asked[0])

    verdict = verify(write_log(evening.signed, ledger_of(evening).chain.steps))

    assert verdict.ok
    assert verdict.counts.steps == len(ledger_of(evening).chain.steps)


def test_a_restart_repeats_the_game_with_what_was_taken_back() -> None:
    evening, seat = after_a_decision()
    all_agree(evening, seat)
    state = ledger_of(evening).bridge.state
    evening.get_up(1)

    evening.sit_down(1)

    assert evening.people[1].at_table.ledger.bridge.state == state


# What a liar may try.

Forgery = Callable[[tuple[Consent, ...], Evening], tuple[Consent, ...]]


def key_of(evening: Evening, seat: int) -> Identity:
    return evening.person_at(seat).identity


def signed_by_all(evening: Evening, kind: Kind, target: int) -> tuple[Consent, ...]:
    place = ledger_of(evening).place
    return tuple(
        Consent.sign(key_of(evening, seat), place, seat, kind, target) for seat in range(3)
    )


def _elsewhere(consents: tuple[Consent, ...], evening: Evening) -> tuple[Consent, ...]:
    place = ledger_of(evening).chain.steps[-1].entries[0].place
    return tuple(
        Consent.sign(key_of(evening, one.seat), place, one.seat, one.kind, 0) for one in consents
    )


def _past_a_roll(consents: tuple[Consent, ...], evening: Evening) -> tuple[Consent, ...]:
    return signed_by_all(evening, Kind.TAKE_BACK, min(ledger_of(evening).bridge.decisions) - 1)


FORGERIES: dict[str, Forgery] = {
    "no consents": lambda consents, evening: (),
    "one is missing": lambda consents, evening: consents[:2],
    "one is given twice": lambda consents, evening: (consents[0], *consents),
    "another order": lambda consents, evening: consents[::-1],
    "a pause": lambda consents, evening: signed_by_all(evening, Kind.PAUSE, 1),
    "different steps": lambda consents, evening: (
        *consents[:2],
        signed_by_all(evening, Kind.TAKE_BACK, ledger_of(evening).number)[2],
    ),
    "a foreign signature": lambda consents, evening: (
        *consents[:2],
        replace(consents[2], signature=consents[1].signature),
    ),
    "of another step": _elsewhere,
    "past a roll": _past_a_roll,
}


@pytest.mark.parametrize("name", FORGERIES)
def test_wrong_consents_convict_whoever_signs_on_them(name: str) -> None:
    evening, _ = after_a_decision()
    ledger = ledger_of(evening)
    target = max(number for number in ledger.bridge.decisions if number < ledger.number)
    good = signed_by_all(evening, Kind.TAKE_BACK, target)
    liar = evening.asked[0]

    def entry(consents: tuple[Consent, ...]) -> Entry:
        wrapped = entry_body.wrap_take_back(consents)
        return sign_entry(key_of(evening, liar), ledger.place, liar, wrapped)

    bad = entry(FORGERIES[name](good, evening))
    with pytest.raises(PeerFault) as caught:
        ledger.accept(bad)
    assert caught.value.seat == liar
    assert caught.value.fault in (Fault.BAD_CONSENT, Fault.BAD_SIGNATURE)
    verdict = verify(write_case(evening.signed, ledger.chain.steps, bad))
    assert not verdict.ok
    assert verdict.seat == liar
    ledger.accept(entry(good))


def test_a_play_after_consenting_is_no_offence() -> None:
    evening, seat = after_a_decision()
    (asked, *_) = evening.asked
    evening.tell(seat, TAKE_BACK)
    evening.tell(asked, TAKE_BACK)

    evening.tell(asked, Play(evening.decide(asked), asked))

    assert not evening.people[asked].heard(NotLegal)
    assert not any(person.accused for person in evening.people)
