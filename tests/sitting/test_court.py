"""Whoever is caught is caught for everybody: a proof is kept, told and shown, once."""

import pytest
from p2pjeux.log.forks import decode_fork
from p2pjeux.log.statement import Kind, sign_statement

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.entry import Entry, sign_entry
from p2pjeux.sitting.evidence import LATE_MAX, Court
from p2pjeux.table.effects import Effect, KeepEvidence, Send, Tell
from p2pjeux.table.events import Cheated
from p2pjeux.table.messages import Parts, decode_message
from tests.log.writing import STONEHENGE, Writer, identity_of

TABLE = Writer(STONEHENGE)


def entry(body: bytes) -> Entry:
    return sign_entry(identity_of(1), TABLE.ledger.place, 1, body)


def shown(effects: list[Effect]) -> list[Entry]:
    messages = (decode_message(one.message) for one in effects if isinstance(one, Send))
    return [one for said in messages if isinstance(said, Parts) for one in said.entries]


def test_a_fork_is_kept_told_and_shown_to_all() -> None:
    court = Court(TABLE.signed)
    found = court.compare(entry(b"two"), entry(b"one"))

    kept = [one for one in found if isinstance(one, KeepEvidence)]
    assert [decode_fork(one.evidence).seat for one in kept] == [1]
    assert [
        one.event.seat for one in found if isinstance(one, Tell) and isinstance(one.event, Cheated)
    ] == [1]
    assert shown(found) == [entry(b"two")]
    assert court.guilty == {1}


def test_a_wrong_entry_is_shown_to_all_so_that_others_can_prove_a_fork() -> None:
    court = Court(TABLE.signed)
    found = court.convict(PeerFault(Fault.BAD_PROOF, "a lie", seat=1), entry(b"wrong"))

    assert shown(found) == [entry(b"wrong")]


def test_whoever_is_caught_again_is_not_told_again() -> None:
    court = Court(TABLE.signed)
    court.compare(entry(b"two"), entry(b"one"))

    assert court.compare(entry(b"three"), entry(b"one")) == []
    assert court.convict(PeerFault(Fault.BAD_PROOF, "a lie", seat=1), entry(b"wrong")) == []


def test_the_same_entry_twice_is_no_fork() -> None:
    assert Court(TABLE.signed).compare(entry(b"one"), entry(b"one")) == []


def test_whoever_contradicts_himself_about_another_step_is_caught_in_one_breath() -> None:
    place = TABLE.ledger.place
    absent = sign_statement(identity_of(1), place, 1, Kind.ABSENT, 2)
    there = sign_statement(identity_of(1), place, 1, Kind.OBJECT, 2)
    court = Court(TABLE.signed)

    assert list(court.find_late([absent, there], place)) == []
    (fork,) = court.find_late([absent, there], None)

    assert fork.seat == 1
    assert list(court.find_late([absent] * LATE_MAX + [there], None)) == []


def test_a_forged_contradiction_is_its_senders_fault() -> None:
    place = TABLE.ledger.place
    absent = sign_statement(identity_of(1), place, 1, Kind.ABSENT, 2)
    forged = sign_statement(identity_of(0), place, 1, Kind.OBJECT, 2)

    with pytest.raises(PeerFault) as caught:
        list(Court(TABLE.signed).find_late([absent, forged], None))

    assert caught.value.fault is Fault.BAD_EVIDENCE
