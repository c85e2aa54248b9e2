"""When a table has parted, and when somebody only says so (protocol/3-log.md, Rift).

Seat 1 has signed two entries for a step. Seats 0 and 3 closed it with the first of them, seats 2
and 4 with the second; the peer in question holds seat 0 and is at the first log, unless a test says
otherwise. Whole tables that part and come together again are in the simulation.
"""

from dataclasses import replace

import pytest

from p2pjeux.log.entry import sign_entry
from p2pjeux.log.forks import fork_of
from p2pjeux.log.identity import Identity
from p2pjeux.log.rift import AGE, Rift, check_rift, sign_parting
from p2pjeux.log.statement import Kind, sign_statement
from p2pjeux.log.step import Step
from p2pjeux.rules.requests import Seat
from p2pjeux.sitting.rifts import FORKS_MAX, Rifts
from p2pjeux.table.ledger import Ledger
from tests.log.writing import identity_of
from tests.sitting.one_step import DECISION, KEYS, OPEN, beginning, entries_after
from tests.sitting.parted import (
    LIAR,
    fork_in,
    ledger_of,
    left_out,
    log,
    parting,
    place_of,
    rift,
    signed_again,
)

FIRST = log()
SECOND = log(second=True)
WATCHER = identity_of(9)


def rifts_of(key: Identity = KEYS[0]) -> Rifts:
    return Rifts(beginning().signed, key)


def seats(*some: Seat) -> frozenset[Seat]:
    return frozenset(some)


def with_entry_of(seat: Seat, ledger: Ledger) -> Ledger:
    """The seat has signed for the open step too."""
    ledger.accept(entries_after(ledger.chain.steps)[seat])
    return ledger


def ask(ledger: Ledger, theirs: Step = SECOND[OPEN], sender: Seat = 2) -> Rift | None:
    """What seat 0 asks everybody when ``sender`` shows another closing of a step."""
    rifts = rifts_of()
    forks = rifts.forks_between(ledger, theirs, ())
    return rifts.ask(ledger, theirs.number, forks, seats(sender), ledger.number)


# Asking.


def test_whoever_hears_of_another_closing_asks_who_made_it() -> None:
    question = ask(ledger_of(0, FIRST))

    assert question == rift(parting(0, FIRST))
    assert question is not None
    check_rift(beginning().signed, question)
    assert not question.is_proof
    assert question.fork.seat == LIAR


def test_nobody_asks_because_of_one_who_has_gone_on_from_our_closing() -> None:
    assert ask(with_entry_of(2, ledger_of(0, FIRST))) is None
    assert ask(ledger_of(0, log(OPEN + 2))) is None
    assert ask(with_entry_of(3, ledger_of(0, FIRST))) is not None


def test_a_word_about_the_absent_is_going_on_too() -> None:
    steps = log(DECISION)
    theirs = log(DECISION, DECISION - 1, second=True)[-1]
    assert ask(ledger_of(0, steps), theirs) is not None

    assert ask(ledger_of(0, (*steps, left_out(steps, 5, 6))), theirs) is None


def test_nobody_asks_because_of_one_who_had_no_say() -> None:
    steps = (*FIRST[:OPEN], _without(5, 6))
    entries = entries_after(steps)
    last = Step(OPEN + 1, tuple(entries[seat] for seat in sorted(entries)))
    rifts, ledger, forks = rifts_of(), ledger_of(0, (*steps, last)), (fork_in(),)

    assert rifts.ask(ledger, OPEN, forks, seats(5, 6), OPEN) is not None
    assert rifts.ask(ledger, OPEN + 1, forks, seats(5, 6), OPEN) is None
    assert rifts.ask(ledger, OPEN, forks, seats(), OPEN) is None


def test_without_a_fork_nobody_asks() -> None:
    same_but_less = Step(OPEN, FIRST[OPEN].entries[1:])

    assert ask(ledger_of(0, FIRST), same_but_less) is None


def test_a_watcher_asks_nothing() -> None:
    ledger = ledger_of(None, FIRST)

    asked = rifts_of(WATCHER).ask(ledger, OPEN, (fork_in(),), seats(2), 0)

    assert asked is None


def test_whoever_was_absent_from_a_step_asks_nothing_about_it() -> None:
    steps = (*FIRST[:OPEN], _without(5, 6))
    entries = entries_after(steps)
    last = Step(OPEN + 1, tuple(entries[seat] for seat in sorted(entries)))
    ledger = ledger_of(5, (*steps, last))
    fork = fork_of(entries[LIAR], signed_again(entries[LIAR]))

    assert rifts_of(KEYS[5]).ask(ledger, OPEN + 1, (fork,), seats(2), OPEN) is None
    assert rifts_of(KEYS[0]).ask(ledger, OPEN + 1, (fork,), seats(2), OPEN) is not None


# Forks between two closings.


def test_a_fork_is_found_between_two_closings_of_a_step() -> None:
    found = rifts_of().forks_between(ledger_of(0, FIRST), SECOND[OPEN], ())

    assert found == (fork_in(),)


def test_what_is_forged_is_no_fork() -> None:
    (_zero, entry, *_rest) = FIRST[OPEN].entries
    forged = Step(OPEN, (replace(entry, body=b"other"),))

    assert rifts_of().forks_between(ledger_of(0, FIRST), forged, ()) == ()


def test_statements_beside_a_closing_can_be_a_fork_with_what_was_said() -> None:
    place = place_of(OPEN, FIRST)
    absent = sign_statement(KEYS[LIAR], place, LIAR, Kind.ABSENT, 2)
    objection = sign_statement(KEYS[LIAR], place, LIAR, Kind.OBJECT, 2)
    theirs = Step(OPEN, (), (absent,))
    ledger = ledger_of(0, FIRST)

    assert rifts_of().forks_between(ledger, theirs, ()) == ()
    assert rifts_of().forks_between(ledger, theirs, (objection,)) == (fork_of(absent, objection),)


def test_a_fork_that_was_noted_while_the_step_was_open_counts_for_that_step_only() -> None:
    place = place_of(OPEN, FIRST)
    said = [sign_statement(KEYS[LIAR], place, LIAR, Kind.ABSENT, seat) for seat in (2, 3)]
    fork = fork_of(*said)
    rifts = rifts_of()
    rifts.note(fork)
    ledger = ledger_of(0, log(OPEN + 2))

    assert rifts.forks_between(ledger, FIRST[OPEN], ()) == (fork,)
    assert rifts.forks_between(ledger, log(OPEN + 2)[-1], ()) == ()


def test_only_the_last_noted_forks_are_remembered() -> None:
    place = place_of(OPEN, FIRST)
    rifts, ledger = rifts_of(), ledger_of(0, FIRST)
    rifts.note(fork_in())
    for number in range(OPEN + 1, OPEN + FORKS_MAX):
        elsewhere = replace(place, step=number)
        pair = [sign_entry(KEYS[LIAR], elsewhere, LIAR, body) for body in (b"1", b"2")]
        rifts.note(fork_of(*pair))
    assert rifts.forks_between(ledger, FIRST[OPEN], ()) == (fork_in(),)

    elsewhere = replace(place, step=OPEN + FORKS_MAX)
    pair = [sign_entry(KEYS[LIAR], elsewhere, LIAR, body) for body in (b"1", b"2")]
    rifts.note(fork_of(*pair))

    assert rifts.forks_between(ledger, FIRST[OPEN], ()) == ()


def test_a_step_that_is_open_here_has_no_two_closings() -> None:
    assert rifts_of().forks_between(ledger_of(0, FIRST[:OPEN]), SECOND[OPEN], ()) == ()


# Answering.


def test_whoever_closed_the_step_otherwise_answers_with_the_proof() -> None:
    proof = rifts_of(KEYS[2]).hear(ledger_of(2, SECOND), rift(parting(0, FIRST)), OPEN)

    assert proof == rift(parting(0, FIRST), parting(2, SECOND))
    assert proof is not None
    check_rift(beginning().signed, proof)
    assert (proof.step, proof.age) == (OPEN, 1)


def test_whoever_closed_the_step_alike_or_not_yet_does_not_answer() -> None:
    question = rift(parting(0, FIRST))

    assert rifts_of(KEYS[3]).hear(ledger_of(3, FIRST), question, OPEN) is None
    assert rifts_of(KEYS[3]).hear(ledger_of(3, FIRST[:OPEN]), question, OPEN) is None


def test_whoever_has_gone_on_from_our_closing_is_not_believed() -> None:
    """Seat 2 says that it closed the step otherwise, but has signed for the next one here."""
    question = rift(parting(2, SECOND))

    assert rifts_of().hear(ledger_of(0, FIRST), question, OPEN) is not None
    assert rifts_of().hear(with_entry_of(2, ledger_of(0, FIRST)), question, OPEN) is None


def test_a_second_entry_for_an_old_step_takes_nothing_back() -> None:
    """The liar shows it late, with a friend who has signed since."""
    late = rift(parting(2, SECOND))
    ledger = ledger_of(0, log(DECISION))

    assert rifts_of().hear(ledger, late, DECISION) is None
    assert ask(ledger) is None


def test_the_one_who_lied_cannot_also_be_one_who_parted() -> None:
    question = rift(parting(LIAR, SECOND))

    assert rifts_of().hear(ledger_of(0, FIRST), question, OPEN) is None


def test_a_watcher_does_not_answer() -> None:
    question = rift(parting(2, SECOND))

    assert rifts_of(WATCHER).hear(ledger_of(None, FIRST), question, 0) is None


# Going back.


@pytest.mark.parametrize("seat", [0, 2, 3, 4, LIAR])
@pytest.mark.parametrize("steps", [FIRST, SECOND, FIRST[:OPEN]])
def test_a_proof_moves_everybody_wherever_his_log_has_come_to(
    seat: Seat, steps: tuple[Step, ...]
) -> None:
    proof = rift(parting(0, FIRST), parting(2, SECOND))
    ledger = ledger_of(seat, steps)

    assert rifts_of(KEYS[seat]).concerns(ledger, proof)
    assert rifts_of(KEYS[seat]).hear(ledger, proof, ledger.number) == proof


def test_a_proof_by_those_who_have_gone_on_otherwise_moves_nobody() -> None:
    """Both have signed since, upon a closing that neither of them names now."""
    proof = rift(parting(0, FIRST), parting(2, SECOND))

    assert rifts_of(KEYS[3]).hear(ledger_of(3, log(DECISION)), proof, 0) is None


def test_a_proof_moves_a_watcher() -> None:
    proof = rift(parting(0, FIRST), parting(2, SECOND))

    assert rifts_of(WATCHER).hear(ledger_of(None, FIRST), proof, 0) == proof


def test_a_proof_of_a_step_that_is_not_reached_moves_nobody() -> None:
    proof = rift(parting(0, FIRST), parting(2, SECOND))

    assert rifts_of().hear(ledger_of(0, FIRST[: OPEN - 1]), proof, OPEN - 1) is None


def test_a_proof_of_a_step_to_come_moves_nobody_though_it_names_the_right_digest() -> None:
    ledger = ledger_of(0, FIRST[:OPEN])
    place = replace(ledger.place, step=OPEN + 1)
    pair = [sign_entry(KEYS[LIAR], place, LIAR, body) for body in (b"1", b"2")]
    one, other = (sign_parting(KEYS[seat], place, seat, bytes([seat]) * 32, 1) for seat in (2, 3))
    proof = Rift(fork_of(*pair), (one, other))
    check_rift(beginning().signed, proof)

    assert rifts_of().hear(ledger, proof, OPEN) is None


def test_a_rift_of_another_branch_does_not_concern_us() -> None:
    later, other = OPEN + 1, log(OPEN + 2, second=True)
    again = log(OPEN + 2, OPEN + 1, second=True)[-1]
    entry = next(one for one in other[later].entries if one.seat == LIAR)
    twin = sign_entry(KEYS[LIAR], entry.place, LIAR, again.entries[LIAR].body + b"\x00")
    proof = Rift(
        fork_of(entry, twin),
        (parting(2, other, later), replace(parting(4, other, later), digest=bytes(32))),
    )
    ledger = ledger_of(0, log(OPEN + 2))

    assert not rifts_of().concerns(ledger, proof)
    assert rifts_of().hear(ledger, proof, OPEN + 1) is None
    assert rifts_of(KEYS[2]).concerns(ledger_of(2, other), proof)


def test_those_who_parted_must_have_had_a_say() -> None:
    gone = (*FIRST[:OPEN], _without(5, 6))
    ledger = ledger_of(0, gone)
    place = ledger.place
    pair = [sign_entry(KEYS[LIAR], place, LIAR, body) for body in (b"1", b"2")]
    there, not_there = (
        replace(parting(seat, FIRST), place=place, digest=bytes([seat]) * 32) for seat in (2, 5)
    )
    also = replace(there, signer=3, digest=bytes(32))
    fork = fork_of(*pair)

    assert rifts_of().hear(ledger, Rift(fork, (there, not_there)), OPEN) is None
    assert rifts_of().hear(ledger, Rift(fork, (there, also)), OPEN) is not None


def _without(*gone: Seat) -> Step:
    """Step OPEN as all others close it without these seats."""
    entries = entries_after(FIRST[:OPEN])
    left = [seat for seat in sorted(entries) if seat not in gone]
    place = place_of(OPEN, FIRST)
    stated = (sign_statement(KEYS[seat], place, seat, Kind.ABSENT, *gone) for seat in left)
    return Step(OPEN, tuple(entries[seat] for seat in left), tuple(stated))


# Ages.


def test_whoever_has_signed_in_the_age_to_come_names_the_next() -> None:
    proof = rift(parting(0, FIRST), parting(2, SECOND))

    beyond = rifts_of().hear(ledger_of(0, FIRST), proof, AGE)

    assert beyond == rift(parting(0, FIRST, age=2), parting(2, SECOND))
    assert beyond is not None
    assert beyond.age == 2
    assert rifts_of(KEYS[2]).hear(ledger_of(2, SECOND), beyond, OPEN) == beyond


def test_a_question_names_the_age_after_the_last_in_which_was_signed() -> None:
    ledger, rifts = ledger_of(0, FIRST), rifts_of()

    asked = rifts.ask(ledger, OPEN, (fork_in(),), seats(2), 3 * AGE + 7)

    assert asked == rift(parting(0, FIRST, age=4))


def test_whoever_follows_into_an_age_asks_for_the_one_after_it() -> None:
    entries = entries_after(FIRST[:OPEN], age=1)
    first_of_age = Step(AGE, tuple(entries[seat] for seat in sorted(entries)))
    ledger = ledger_of(0, (*FIRST[:OPEN], first_of_age))
    fork = fork_of(entries[LIAR], signed_again(entries[LIAR]))

    asked = rifts_of().ask(ledger, AGE, (fork,), seats(2), OPEN)

    assert asked is not None
    assert asked.age == 2


def test_the_same_proof_moves_nobody_twice() -> None:
    proof = rift(parting(0, FIRST), parting(2, SECOND))
    ledger = ledger_of(0, FIRST[:OPEN])
    ledger.begin_age(1)
    rifts = rifts_of()
    assert rifts.concerns(ledger, proof)

    assert rifts.hear(ledger, proof, OPEN) is None

    assert rifts.mended == proof
    assert not rifts.concerns(ledger, proof)


def test_whoever_has_followed_into_the_next_age_knows_the_proof_for_mended() -> None:
    proof = rift(parting(0, FIRST), parting(2, SECOND))
    ledger = ledger_of(0, FIRST[:OPEN])
    ledger.begin_age(1)
    entries = entries_after(FIRST[:OPEN], age=1)
    ledger.adopt(Step(AGE, tuple(entries[seat] for seat in sorted(entries))))
    rifts = rifts_of()

    assert rifts.hear(ledger, proof, AGE) is None
    assert rifts.mended == proof


def test_a_question_is_no_reason_why_the_table_went_back() -> None:
    ledger = ledger_of(0, FIRST[:OPEN])
    ledger.begin_age(1)
    rifts = rifts_of()

    assert rifts.hear(ledger, rift(parting(2, SECOND)), OPEN) is None

    assert rifts.mended is None


# Those who had no say.


def test_whoever_had_no_say_follows_one_who_had() -> None:
    rifts, ledger = rifts_of(WATCHER), ledger_of(None, FIRST)

    assert rifts.is_to_follow(ledger, OPEN, (fork_in(),), seats(2))
    assert not rifts.is_to_follow(ledger, OPEN, (), seats(2))
    assert not rifts.is_to_follow(ledger, OPEN, (fork_in(),), seats())


def test_whoever_had_a_say_does_not_simply_follow() -> None:
    assert not rifts_of().is_to_follow(ledger_of(0, FIRST), OPEN, (fork_in(),), seats(2))


def test_whoever_was_absent_follows_one_who_was_not() -> None:
    steps = (*FIRST[:OPEN], _without(5, 6))
    rifts, ledger = rifts_of(KEYS[5]), ledger_of(5, steps)

    assert rifts.is_to_follow(ledger, OPEN + 1, (fork_in(),), seats(2))
    assert not rifts.is_to_follow(ledger, OPEN + 1, (fork_in(),), seats(5, 6))
    assert not rifts.is_to_follow(ledger, OPEN, (fork_in(),), seats(2))
