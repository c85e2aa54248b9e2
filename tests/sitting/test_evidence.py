"""Whoever is caught is caught for everybody: a proof is kept, told and shown, once."""

import pytest

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.conviction import decode_conviction, find_conviction
from p2pjeux.log.entry import Entry, sign_entry
from p2pjeux.rules.source import SeededSource
from p2pjeux.sitting.evidence import Evidence
from p2pjeux.table.effects import Effect, KeepEvidence, Tell
from p2pjeux.table.entry_body import wrap
from p2pjeux.table.events import Cheated, GoWithout, Left
from p2pjeux.table.messages import Parts, decode_message, encode_message
from tests.kit import Case
from tests.log.writing import STONEHENGE, Writer, identity_of
from tests.sitting.people import PATIENCE, Evening

TABLE = Writer(STONEHENGE)
EUROPAX = Case("europax", 3)


def entry(body: bytes, seat: int = 1) -> Entry:
    return sign_entry(identity_of(seat), TABLE.ledger.place, seat, body)


def named(effects: list[Effect]) -> list[int]:
    told = [one.event for one in effects if isinstance(one, Tell)]
    return [event.seat for event in told if isinstance(event, Cheated)]


def test_two_entries_are_kept_and_told() -> None:
    evidence = Evidence(TABLE.signed)
    conviction = find_conviction(entry(b"two"), entry(b"one"))
    assert conviction is not None

    found = evidence.convict(conviction)

    kept = [one for one in found if isinstance(one, KeepEvidence)]
    assert [decode_conviction(one.evidence).seat for one in kept] == [1]
    assert named(found) == [1]
    assert evidence.guilty == {1}
    assert evidence.convictions == {1: conviction}


def test_a_wrong_entry_is_kept_with_what_is_wrong_with_it() -> None:
    evidence = Evidence(TABLE.signed)
    wrong = entry(b"wrong")

    found = evidence.show_wrong(PeerFault(Fault.BAD_PROOF, "a lie", seat=1), wrong)

    assert [one.evidence for one in found if isinstance(one, KeepEvidence)] == [wrong.data]
    assert [one.event for one in found if isinstance(one, Tell)] == [Cheated(1, "a lie")]
    assert evidence.wrong_entries == {1: wrong}


def test_whoever_is_caught_again_is_not_told_again() -> None:
    evidence = Evidence(TABLE.signed)
    conviction = find_conviction(entry(b"two"), entry(b"one"))
    assert conviction is not None
    evidence.convict(conviction)

    assert evidence.convict(conviction) == []
    assert evidence.show_wrong(PeerFault(Fault.BAD_PROOF, "a lie", seat=1), entry(b"x")) == []


def test_a_wrong_entry_that_its_seat_did_not_sign_is_its_senders_fault() -> None:
    evidence = Evidence(TABLE.signed)
    forged = sign_entry(identity_of(0), TABLE.ledger.place, 1, b"wrong")

    with pytest.raises(PeerFault) as caught:
        evidence.show_wrong(PeerFault(Fault.BAD_PROOF, "a lie", seat=1), forged)

    assert caught.value.fault is Fault.BAD_SIGNATURE
    assert evidence.guilty == set()


def test_all_seats_of_a_key_are_guilty_together() -> None:
    evening = Evening(EUROPAX, holders=(0, 1, 1))
    evidence = Evidence(evening.signed)
    place = evening.people[0].at_table.ledger.place
    wrong = sign_entry(evening.people[1].identity, place, 2, b"wrong")

    evidence.show_wrong(PeerFault(Fault.BAD_PROOF, "a lie", seat=2), wrong)

    assert evidence.guilty == {1, 2}


# At a table.


def deceived(evening: Evening, liar: int, body: bytes) -> Entry:
    """An entry of a liar for the open step that no honest program makes."""
    place = evening.people[liar].at_table.ledger.place
    return sign_entry(evening.people[liar].identity, place, liar, wrap(body))


def test_a_wrong_entry_is_shown_to_all_and_the_table_goes_on_without_its_seat_unasked() -> None:
    evening = Evening(EUROPAX)
    (liar,) = evening.asked
    others = [number for number in range(3) if number != liar]
    wrong = encode_message(Parts((deceived(evening, liar, b"nothing legal"),)))
    evening.get_up(liar)

    assert evening.deliver(liar, others[0], wrong) is None
    evening.carry()
    evening.wait(5)

    assert all(evening.people[number].accused == [liar] for number in others)
    assert all(evening.people[number].heard(Left)[0].seat == liar for number in others)
    assert len(evening.logs()) == 1


def test_two_entries_that_went_to_two_halves_of_a_table_convict_once_the_two_meet() -> None:
    evening = Evening(EUROPAX)
    (liar,) = evening.asked
    one, other = (number for number in range(3) if number != liar)
    sitting = evening.people[liar].at_table
    actions = {evening.case.game.bot(sitting.view(liar), SeededSource(b"%d" % n)) for n in range(9)}
    actions |= {evening.decide(liar)}
    assert len(actions) > 1
    place, bridge = sitting.ledger.place, sitting.ledger.bridge
    first, second = (
        sign_entry(evening.people[liar].identity, place, liar, wrap(bridge.make(liar, action)))
        for action in sorted(actions, key=repr)[:2]
    )
    evening.get_up(liar)
    evening.carries = lambda _sender, _to: False
    evening.deliver(liar, one, encode_message(Parts((first,))))
    evening.deliver(liar, other, encode_message(Parts((second,))))
    evening.carry()
    assert not evening.people[one].accused
    evening.carries = lambda _sender, _to: True

    evening.wait(20)

    assert all(evening.people[number].accused == [liar] for number in (one, other))
    assert len(evening.logs()) == 1


def test_proof_reaches_whoever_was_away_when_it_was_found() -> None:
    evening = Evening(EUROPAX)
    (liar,) = evening.asked
    one, other = (number for number in range(3) if number != liar)
    wrong = encode_message(Parts((deceived(evening, liar, b"nothing legal"),)))
    evening.get_up(liar)
    evening.carries = lambda _sender, _to: False
    evening.deliver(liar, one, wrong)
    evening.carry()
    assert evening.people[one].accused == [liar]
    assert evening.people[other].accused == []
    evening.carries = lambda _sender, _to: True

    evening.wait(5)

    assert evening.people[other].accused == [liar]
    assert len(evening.logs()) == 1


def test_nobody_is_named_for_being_gone() -> None:
    evening = Evening(EUROPAX)
    (gone,) = evening.asked
    others = [number for number in range(3) if number != gone]
    evening.get_up(gone)
    evening.wait(PATIENCE + 1)
    for number in others:
        evening.tell(number, GoWithout((gone,)))
    evening.wait(3)

    assert all(evening.people[number].heard(Left) for number in others)
    assert not any(person.accused for person in evening.people)
    sent = (decode_message(one) for person in evening.people for one in person.sent)
    assert not any(said.convictions for said in sent if isinstance(said, Parts))
