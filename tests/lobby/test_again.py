"""Once more with the same people: one charter after the other, and nobody gathers alone."""

from dataclasses import dataclass, field

import pytest

from p2pjeux.errors import PeerFault
from p2pjeux.lobby.again import Again, AgainEffect, WantAgain, next_charter
from p2pjeux.lobby.lobby import Begun, KeepSecret, Post, encode_agree, encode_leave
from p2pjeux.log.charter import Charter, SignedCharter, sign_charter
from tests.lobby.hall import GUESTS, OPENER, make_ready, new_hall

PEOPLE = [OPENER, *GUESTS[:2]]


@dataclass
class After:
    """The same people after a game; what one says is heard by those who are linked to it."""

    again: dict[bytes, Again]
    seen: dict[bytes, list[AgainEffect]] = field(default_factory=dict)
    # Pairs that have no link.
    cut: set[frozenset[bytes]] = field(default_factory=set)

    def do(self, author: bytes, effects: list[AgainEffect] | None) -> None:
        self.seen.setdefault(author, []).extend(effects or [])
        for effect in effects or []:
            if isinstance(effect, Post):
                for public, one in self.again.items():
                    is_heard = effect.to in (None, public) and public != author
                    if is_heard and frozenset((author, public)) not in self.cut:
                        self.do(public, one.receive(author, effect.message))

    def want(self, number: int) -> None:
        public = PEOPLE[number].public
        self.do(public, self.again[public].want())

    def begun(self) -> list[SignedCharter]:
        return [one.signed for told in self.seen.values() for one in told if isinstance(one, Begun)]


def last_charter() -> Charter:
    hall = new_hall()
    make_ready(hall)
    return hall.begun()[0].charter


def after_a_game() -> After:
    last = last_charter()
    return After({one.public: Again(one, last) for one in PEOPLE})


def test_when_all_want_to_all_have_the_same_next_charter_without_an_opener() -> None:
    after = after_a_game()

    for number in (2, 0, 1):
        assert after.begun() == []
        after.want(number)

    assert len(after.begun()) == 3
    assert len({signed.encode() for signed in after.begun()}) == 1


def test_everybody_moves_up_a_seat_and_all_else_stays() -> None:
    last = last_charter()
    following = next_charter(last)

    assert [one.name for one in following.seats] == ["Bruno", "Chloé", "Anne"]
    assert (following.game_id, following.options, following.threshold, following.table_name) == (
        last.game_id,
        last.options,
        last.threshold,
        last.table_name,
    )


def test_no_two_tables_of_an_evening_are_one() -> None:
    first = last_charter()
    evening = [first]
    for _ in range(6):
        evening.append(next_charter(evening[-1]))

    assert len({charter.id for charter in evening}) == 7
    assert evening[3].seats == first.seats
    assert evening[3].nonce != first.nonce


def test_nobody_signs_the_next_charter_before_its_secret_is_durable() -> None:
    after = after_a_game()
    effects = after.again[OPENER.public].want()

    assert isinstance(effects[0], KeepSecret)
    assert isinstance(effects[1], Post)


def test_whoever_is_asked_to_play_again_hears_who_wants_to_and_who_has_gone() -> None:
    after = after_a_game()
    after.want(1)
    after.do(PEOPLE[2].public, after.again[PEOPLE[2].public].leave())

    told = [one for one in after.seen[OPENER.public] if isinstance(one, WantAgain)]
    assert told[-1] == WantAgain(frozenset({PEOPLE[1].public}), frozenset({PEOPLE[2].public}))


def test_nothing_begins_with_whoever_took_it_back() -> None:
    after = after_a_game()
    after.want(0)
    after.do(OPENER.public, after.again[OPENER.public].leave())

    after.want(1)
    after.want(2)

    assert after.begun() == []
    after.want(0)
    assert len(after.begun()) == 3


def test_who_lost_a_link_hears_the_rest_from_the_others() -> None:
    after = after_a_game()
    after.cut.add(frozenset((PEOPLE[0].public, PEOPLE[1].public)))

    for number in range(3):
        after.want(number)

    assert len({signed.encode() for signed in after.begun()}) == 1
    assert len(after.begun()) == 3


def test_who_was_away_is_told_what_it_has_missed_when_it_is_back() -> None:
    after = after_a_game()
    alone = PEOPLE[0].public
    after.cut = {frozenset((alone, other.public)) for other in PEOPLE[1:]}
    after.want(1)
    after.want(2)

    after.cut.clear()
    for other in PEOPLE[1:]:
        after.do(other.public, after.again[other.public].linked(alone))
    after.want(0)

    assert len(after.begun()) == 3


def test_a_wrong_signature_and_a_stranger_are_faults() -> None:
    last = last_charter()
    again, following = Again(OPENER, last), next_charter(last)
    of_another = sign_charter(PEOPLE[2], following.id)

    with pytest.raises(PeerFault):
        again.receive(PEOPLE[1].public, encode_agree(following.id, of_another))
    with pytest.raises(PeerFault):
        again.receive(
            GUESTS[2].public, encode_agree(following.id, sign_charter(GUESTS[2], following.id))
        )


def test_what_is_about_another_table_is_left_to_others() -> None:
    again = Again(OPENER, last_charter())

    assert again.receive(PEOPLE[1].public, encode_agree(bytes(32), bytes(64))) is None


def test_once_begun_nobody_takes_it_back() -> None:
    after = after_a_game()
    for number in range(3):
        after.want(number)

    assert after.again[OPENER.public].leave() == []
    assert after.again[OPENER.public].receive(PEOPLE[1].public, encode_leave()) == []
