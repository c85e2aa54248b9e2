"""Who gives a step up, and when enough have (protocol/3-log.md, Retreat).

Seven seats as in ``one_step``: the last peer holds seats 5 and 6, so four seats are a majority. The
peer in question holds seat 0 and is in the step after the one that ``parted`` closes.
"""

from dataclasses import replace

import pytest

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.charter import seal_charter, sign_charter
from p2pjeux.log.entry import Entry, Place
from p2pjeux.log.rift import AGE, Parting, sign_parting
from p2pjeux.log.statement import Kind, Statement
from p2pjeux.rules.requests import Seat
from p2pjeux.sitting.retreats import SILENT_AFTER, Retreating, Stuck, reasons_in
from p2pjeux.sitting.sitting import Sitting
from p2pjeux.table.effects import Send
from p2pjeux.table.events import GoWithout, Mended, NotLegal
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.messages import Retreats, encode_message
from p2pjeux.table.seating import Seating
from tests.kit import Case
from tests.log.writing import Writer
from tests.sitting.one_step import CASE, DECISION, KEYS, OPEN, OneStep, beginning, entries_after
from tests.sitting.parted import ledger_of, log
from tests.sitting.people import PATIENCE, Evening

NOW = 100.0
NOBODY = frozenset[Seat]()


def retreating(seat: Seat = 0) -> Retreating:
    return Retreating(beginning().signed, KEYS[seat])


def open_ledger() -> Ledger:
    return ledger_of(0, log())


def from_place(place: Place, *seats: Seat, age: int = 1) -> tuple[Parting, ...]:
    """Retreats of these seats."""
    return tuple(sign_parting(KEYS[seat], place, seat, place.previous, age) for seat in seats)


def stuck(
    last_signed: int = OPEN, spoke: frozenset[Seat] | None = None, guilty: frozenset[Seat] = NOBODY
) -> Stuck:
    return Stuck(last_signed, NOW, spoke, guilty)


def with_others(*seats: Seat, at: float = NOW, number: int = OPEN + 1) -> Retreating:
    """The peer at seat 0 after these have said what they have."""
    one = retreating()
    for seat in seats:
        one.hear_from(KEYS[seat].public, at, number)
    return one


# Enough.


@pytest.mark.parametrize(
    ("seats", "enough"),
    [
        ((0, 2, 3), False),
        ((1, 2, 3), False),
        ((5,), False),
        ((1, 2, 3, 4), True),
        # The last peer signs for both its seats.
        ((0, 2, 5), True),
        ((0, 6), False),
    ],
)
def test_it_takes_a_majority_and_no_less(seats: tuple[Seat, ...], *, enough: bool) -> None:
    one, ledger = retreating(), open_ledger()

    one.hear(ledger, from_place(ledger.place, *seats))

    assert [retreat.signer for retreat in one.proof(ledger, OPEN)] == list(seats if enough else ())


def test_those_who_retreat_must_be_enough_to_act_for_all_others() -> None:
    charter = replace(beginning().signed.charter, threshold=5)
    signed = seal_charter(charter, [sign_charter(key, charter.id) for key in KEYS])
    ledger, one = Ledger(signed, CASE.game, {}), Retreating(signed, KEYS[0])
    one.hear(ledger, from_place(ledger.place, 0, 1, 2, 3))
    assert one.proof(ledger, 0) == ()

    one.hear(ledger, from_place(ledger.place, 4))

    assert len(one.proof(ledger, 0)) == 5


def test_newcomers_do_not_count() -> None:
    writer = Writer(Case("europax", 5))
    writer.run(lambda one: one.ledger.can_replace and 3 in one.ledger.asked)
    writer.lost.add(3)
    writer.run(lambda one: 3 in one.ledger.left_at)
    writer.lost.clear()
    writer.returning.add(3)
    writer.run(lambda one: not one.returning)
    ledger = writer.ledger
    assert ledger.roll.newcomers == {3}
    one = Retreating(writer.signed, writer.identity(0))
    made = [
        sign_parting(writer.identity(seat), ledger.place, seat, ledger.place.previous, 1)
        for seat in range(5)
    ]

    one.hear(ledger, (made[0], made[1], made[3]))
    assert one.proof(ledger, 0) == ()

    one.hear(ledger, (made[2],))
    assert one.proof(ledger, 0) == (made[0], made[1], made[2], made[3])


def test_whoever_was_absent_as_the_step_began_has_no_voice() -> None:
    step = OneStep()
    step.go_on(step.closed_without(Kind.ABSENT, 5, 6))
    one, ledger = retreating(), step.ledger
    one.hear(ledger, from_place(ledger.place, 0, 2, 5))
    assert one.proof(ledger, OPEN) == ()
    assert [retreat.signer for retreat in one.heard(ledger)] == [0, 2]

    one.hear(ledger, from_place(ledger.place, 3))

    assert [retreat.signer for retreat in one.proof(ledger, OPEN)] == [0, 2, 3]


def test_whoever_was_absent_does_not_retreat() -> None:
    step = OneStep(seat=5)
    step.go_on(step.closed_without(Kind.ABSENT, 5, 6))
    one = retreating(5)
    for seat in range(5):
        one.hear_from(KEYS[seat].public, NOW, OPEN + 1)

    assert one.retreat(step.ledger, stuck()) is None


# Ages.


def test_the_table_goes_on_in_the_last_of_the_ages_that_are_named() -> None:
    one, ledger = retreating(), open_ledger()
    one.hear(ledger, from_place(ledger.place, 0, 2, 3))
    one.hear(ledger, from_place(ledger.place, 4, age=3))

    assert {retreat.age for retreat in one.proof(ledger, OPEN)} == {1, 3}
    assert one.proof(ledger, 2 * AGE) != ()
    # We have signed in that age already: the others have to name a later one.
    assert one.proof(ledger, 3 * AGE) == ()


def test_a_majority_that_is_too_far_apart_is_none() -> None:
    one, ledger = retreating(), open_ledger()
    one.hear(ledger, from_place(ledger.place, 0, 2, 3))
    one.hear(ledger, from_place(ledger.place, 4, age=4))

    assert one.proof(ledger, OPEN) == ()


def test_one_who_names_a_far_age_keeps_no_majority_from_retreating() -> None:
    one, ledger = retreating(), open_ledger()
    one.hear(ledger, from_place(ledger.place, 1, age=4))

    one.hear(ledger, from_place(ledger.place, 0, 2, 3, 4))

    assert {0, 2, 3, 4} <= {retreat.signer for retreat in one.proof(ledger, OPEN)}


@pytest.mark.parametrize(("age", "counts"), [(1, False), (2, True), (5, True), (6, False)])
def test_ages_must_be_to_come_and_near_our_own(age: int, *, counts: bool) -> None:
    ledger = ledger_of(0, log(OPEN))
    ledger.begin_age(1)
    one = retreating()

    one.hear(ledger, from_place(ledger.place, 2, age=age))

    assert bool(one.heard(ledger)) is counts


def test_of_each_seat_one_retreat_is_remembered_that_goes_farthest() -> None:
    one, ledger = retreating(), open_ledger()
    before = ledger.place_of(ledger.chain.steps[-1])
    for place, age in ((ledger.place, 1), (before, 1), (ledger.place, 1)):
        one.hear(ledger, from_place(place, 2, age=age))
    assert one.heard(ledger) == from_place(before, 2)

    for place, age in ((ledger.place, 2), (before, 1)):
        one.hear(ledger, from_place(place, 2, age=age))

    assert one.heard(ledger) == from_place(ledger.place, 2, age=2)


def test_whoever_has_signed_in_an_age_names_the_one_after_it() -> None:
    ledger = open_ledger()

    made = with_others(2, 3, 4).retreat(ledger, stuck(last_signed=AGE + 7))

    assert made == from_place(ledger.place, 0, age=2)[0]


# What is said.


def test_a_forged_retreat_is_refused() -> None:
    one, ledger = retreating(), open_ledger()
    (made,) = from_place(ledger.place, 2)

    with pytest.raises(PeerFault) as caught:
        one.hear(ledger, [replace(made, signer=3)])

    assert (caught.value.fault, caught.value.seat) == (Fault.BAD_SIGNATURE, 3)
    assert one.heard(ledger) == ()


def test_a_parting_that_is_no_retreat_and_one_of_another_log_mean_nothing() -> None:
    one, ledger = retreating(), open_ledger()
    place = ledger.place
    closed = sign_parting(KEYS[2], place, 2, bytes(32), 1)
    other = ledger_of(0, log(second=True)).place
    to_come = replace(place, step=place.step + 1)

    one.hear(ledger, (closed, *from_place(other, 2), *from_place(to_come, 2)))

    assert one.heard(ledger) == ()


# Where to.


def test_others_hear_of_the_first_step_first() -> None:
    one, ledger = retreating(), open_ledger()
    before = ledger.place_of(ledger.chain.steps[-1])
    one.hear(ledger, from_place(ledger.place, 3))
    one.hear(ledger, from_place(before, 4))

    assert one.heard(ledger) == (*from_place(before, 4), *from_place(ledger.place, 3))


def test_whoever_is_stuck_joins_those_who_go_farther_back() -> None:
    one, ledger = with_others(2, 3, 4), open_ledger()
    before = ledger.place_of(ledger.chain.steps[-1])
    one.hear(ledger, from_place(before, 2))

    assert one.retreat(ledger, stuck()) == from_place(before, 0)[0]


def test_nobody_is_drawn_back_by_one_who_has_gone_on_from_there_himself() -> None:
    one, ledger = with_others(2, 3, 4), open_ledger()
    before = ledger.place_of(ledger.chain.steps[-1])
    ledger.accept(entries_after(ledger.chain.steps)[2])
    one.hear(ledger, from_place(before, 2))

    assert one.heard(ledger) == ()
    assert not one.are_waited_for(ledger)
    assert one.retreat(ledger, stuck()) == from_place(ledger.place, 0)[0]


def test_whoever_has_gone_on_counts_where_a_majority_goes_back() -> None:
    """It closed the step and signed for the next one, but the others have lost what it has."""
    one, ledger = retreating(), open_ledger()
    before = ledger.place_of(ledger.chain.steps[-1])
    ledger.accept(entries_after(ledger.chain.steps)[2])

    one.hear(ledger, from_place(before, 0, 2, 3, 4))

    assert [retreat.signer for retreat in one.proof(ledger, OPEN)] == [0, 2, 3, 4]


def test_those_are_waited_for_who_are_asked_retreat_and_cannot_be_done_without() -> None:
    ledger = ledger_of(0, log(DECISION))
    before = ledger.place_of(ledger.chain.steps[-1])
    assert ledger.asked == (5,)

    def are_waited_for(place: Place, *seats: Seat) -> bool:
        one = retreating()
        one.hear(ledger, from_place(place, *seats))
        return one.are_waited_for(ledger)

    assert not are_waited_for(ledger.place)
    # Too many to go on without, but none of them is asked.
    assert not are_waited_for(ledger.place, 1, 2, 3, 4)
    # The one who is asked, without whom the others can go on.
    assert not are_waited_for(ledger.place, 6)
    assert are_waited_for(ledger.place, 1, 2, 6)
    assert are_waited_for(before, 1, 2, 6)


def test_a_majority_for_a_later_step_counts_if_there_is_none_for_an_earlier_one() -> None:
    one, ledger = retreating(), open_ledger()
    before = ledger.place_of(ledger.chain.steps[-1])
    one.hear(ledger, from_place(before, 1))
    one.hear(ledger, from_place(ledger.place, 0, 2, 3, 4))

    assert {retreat.place for retreat in one.proof(ledger, OPEN)} == {ledger.place}


# When.


def test_nobody_retreats_unless_those_who_were_heard_lately_could_go_on() -> None:
    ledger = open_ledger()

    assert with_others(2, 3).retreat(ledger, stuck()) is None
    assert with_others(2, 3, 4).retreat(ledger, stuck()) is not None
    assert with_others(2, 3, 4, at=NOW - SILENT_AFTER).retreat(ledger, stuck()) is None
    assert with_others(2, 5).retreat(ledger, stuck()) is not None


def test_only_those_count_who_are_stuck_too_or_ahead() -> None:
    ledger = open_ledger()
    spoke = frozenset({2, 3})

    assert with_others(2, 3, 4).retreat(ledger, stuck(spoke=spoke)) is None
    assert with_others(2, 3, 4).retreat(ledger, stuck(spoke=spoke | {4})) is not None
    ahead = with_others(2, 3, 4, number=OPEN + 2)
    assert ahead.retreat(ledger, stuck(spoke=spoke)) is not None


def test_a_proven_cheat_is_not_counted_on() -> None:
    ledger = open_ledger()

    assert with_others(1, 2, 3).retreat(ledger, stuck(guilty=frozenset({1}))) is None


def test_nobody_retreats_twice_into_one_age() -> None:
    one, ledger = with_others(2, 3, 4), open_ledger()
    assert one.retreat(ledger, stuck()) is not None

    assert one.retreat(ledger, stuck()) is None
    again = one.retreat(ledger, stuck(last_signed=AGE))
    assert again is not None
    assert again.age == 2


# The promise.


def test_whoever_retreats_promises_to_sign_nothing_in_earlier_ages() -> None:
    one, ledger = with_others(2, 3, 4), open_ledger()
    one.hear(ledger, from_place(ledger.place, 2, age=3))
    assert one.promised == 0

    made = one.retreat(ledger, stuck())

    assert one.promised == AGE
    assert made is not None
    again = retreating()
    again.recall([made])
    assert again.promised == AGE


def evening_of_one_who_has_retreated(asked: Seat) -> Evening:
    """Of three one is asked for a decision; seat 0 has retreated, and was started again since."""
    evening = Evening(Case("europax", 3))
    evening.play_until(
        lambda one: one.people[0].at_table.ledger.number > 8 and one.asked == (asked,)
    )
    person = evening.people[0]
    place = person.at_table.ledger.place
    person.signed.append(sign_parting(person.identity, place, 0, place.previous, 1))
    evening.get_up(0)
    evening.sit_down(0)
    evening.carry()
    return evening


def signed_by(evening: Evening, number: int) -> list[Entry | Statement]:
    kept = evening.people[number].signed
    return [one for one in kept if isinstance(one, Entry | Statement)]


def test_after_a_restart_whoever_has_retreated_gives_no_entry() -> None:
    evening = evening_of_one_who_has_retreated(0)
    before = signed_by(evening, 0)

    evening.play(0)

    assert evening.people[0].heard(NotLegal)
    assert signed_by(evening, 0) == before


def test_after_a_restart_whoever_has_retreated_gives_nobody_up() -> None:
    evening = evening_of_one_who_has_retreated(1)
    evening.get_up(1)
    before = signed_by(evening, 0)
    evening.wait(PATIENCE + 1)

    evening.tell(0, GoWithout(1))

    assert signed_by(evening, 0) == before
    evening.tell(2, GoWithout(1))
    assert [one for one in signed_by(evening, 2) if isinstance(one, Statement)]


def test_whoever_may_have_forgotten_what_it_signed_names_the_age_after_next() -> None:
    evening = Evening(Case("europax", 3))
    evening.play_until(lambda one: one.people[1].at_table.ledger.number > 8 and one.asked == (1,))
    person = evening.people[1]
    person.signed.clear()
    evening.get_up(1)
    seating = Seating(evening.signed, evening.case.game, person.identity, person.secret)
    person.sitting = Sitting(seating)
    evening.do(1, person.sitting.start(evening.now, tuple(person.steps), (), forgetful=True))
    evening.wait(PATIENCE)
    evening.tell(0, GoWithout(1))

    evening.wait(3 * PATIENCE)

    made = [one for one in person.signed if isinstance(one, Parting) and one.signer == 1]
    assert {one.age for one in made} == {2}


# Those who come later, and those who would misuse it.


def test_why_the_table_went_back_is_known_after_a_restart_in_the_order_of_ages() -> None:
    ledger = ledger_of(0, log(OPEN))
    first = from_place(ledger.place, 0, 1, 2, 3)
    ledger.begin_age(1)
    second = from_place(ledger.place, 1, 2, 3, 4, age=2)

    assert reasons_in((*second, *first)) == [Retreats(first), Retreats(second)]


def test_whoever_was_away_for_two_retreats_goes_on_by_the_last() -> None:
    """No step was closed in between, so nothing else would lead there."""
    ledger = ledger_of(0, log(OPEN))
    there = replace(ledger.place, step=AGE)
    second = from_place(there, 1, 2, 3, 4, age=2)
    one = retreating()

    one.hear(ledger, second)

    assert one.proof(ledger, OPEN) == second


def tell_retreat(evening: Evening, liar: int, number: int) -> None:
    """One peer says to all others that it retreats from step ``number``, whatever they do."""
    chain = evening.people[0].at_table.ledger.chain
    place = Place(evening.signed.table, number, chain.digest_before(number))
    lie = sign_parting(evening.people[liar].identity, place, liar, place.previous, 1)
    evening.do(liar, [Send(None, encode_message(Retreats((lie,))))])
    evening.carry()


def last_signed(evening: Evening, seat: Seat) -> int:
    steps = evening.people[0].at_table.ledger.chain.steps
    return max(step.number for step in steps if seat in {entry.seat for entry in step.entries})


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_one_retreat_from_an_old_step_takes_nobody_back_while_a_person_thinks(seats: int) -> None:
    """Nobody is stuck: the liar alone names a step from which he has gone on himself."""
    evening = Evening(Case("europax", seats))
    evening.play_until(lambda one: one.people[0].at_table.ledger.number > 12)
    number = evening.people[0].at_table.ledger.number
    tell_retreat(evening, seats - 1, 0)

    evening.wait(4 * PATIENCE)

    assert not any(person.heard(Mended) for person in evening.people)
    assert {person.at_table.ledger.number for person in evening.people} == {number}


@pytest.mark.parametrize("seats", [3, 4])
def test_one_retreat_takes_back_no_decision_of_others_while_a_person_thinks(seats: int) -> None:
    """The liar has signed nothing since, but nobody is stuck."""
    evening = Evening(Case("europax", seats))
    liar = seats - 1

    def has_missed_two(one: Evening) -> bool:
        number = one.people[0].at_table.ledger.number
        return number > 12 and number > last_signed(one, liar) + 2 and liar not in one.asked

    evening.play_until(has_missed_two)
    number = evening.people[0].at_table.ledger.number
    tell_retreat(evening, liar, last_signed(evening, liar) + 1)

    evening.wait(PATIENCE + 5)

    assert {person.at_table.ledger.number for person in evening.people} == {number}
