"""Whoever comes late plays instead of a bot once all agree, and the bot sits down again."""

from dataclasses import dataclass, field

import pytest

from p2pjeux.errors import PeerFault
from p2pjeux.lobby.late import (
    BOT_AGAIN,
    NO_BOT,
    Acted,
    LateComers,
    LateEffect,
    Lend,
    Lent,
    NotDone,
    NotLent,
    PlayedBy,
    Reclaim,
    Sought,
    Spoke,
    acting,
    illegal,
    lending,
    read_answer,
    refusal,
    rising,
    seeking,
    speaking,
)
from p2pjeux.lobby.lobby import NAME_TAKEN, Post, encode_message
from p2pjeux.log.charter import Charter
from p2pjeux.log.holders import Sitter
from p2pjeux.log.identity import Identity
from p2pjeux.rules.requests import Action, Slot

ANNE, BASILE, CELIA, DORA, EVE = (Identity(bytes([one]) * 32) for one in range(5))
PEOPLE = (ANNE, BASILE, CELIA)
BOT = 3
ACTION = Action("bid", (7, "red"), (Slot(0, 3),))


def charter() -> Charter:
    names = ("Anne", "Basile", "Célia")
    people = (Sitter(name, one.public) for name, one in zip(names, PEOPLE, strict=True))
    bot = Sitter("Aliénor", ANNE.public, is_bot=True)
    return Charter("course", (), bytes(32), (*people, bot), 2, "cabane", 60, bytes(32))


@dataclass
class Company:
    """Machines of a table that hear one another at once, and whoever asks for a seat there."""

    comers: dict[bytes, LateComers]
    linked: frozenset[bytes] = frozenset(one.public for one in (*PEOPLE, DORA, EVE))
    seen: dict[bytes, list[LateEffect]] = field(default_factory=dict)
    heard: dict[bytes, list[bytes]] = field(default_factory=dict)

    def hears(self, author: Identity, to: Identity, message: bytes) -> None:
        effects = self.comers[to.public].receive(author.public, message, self.linked)
        assert effects is not None
        self.do(to.public, effects)

    def do(self, author: bytes, effects: list[LateEffect]) -> None:
        self.seen.setdefault(author, []).extend(effects)
        for one in effects:
            if isinstance(one, Post):
                for key in self.linked - {author}:
                    if one.to not in (None, key):
                        continue
                    if key in self.comers:
                        told = self.comers[key].receive(author, one.message, self.linked)
                        self.do(key, told or [])
                    elif one.to == key:
                        self.heard.setdefault(key, []).append(one.message)

    def agrees(self, who: Identity) -> None:
        self.do(who.public, self.comers[who.public].agree(BOT, self.linked))

    def lent(self) -> list[Lend]:
        return [one for one in self.seen.get(ANNE.public, []) if isinstance(one, Lend)]

    def told(self, who: Identity) -> list[LateEffect]:
        return [one for one in self.seen.get(who.public, []) if isinstance(one, Sought | PlayedBy)]


TABLE = charter().id
SEEK = seeking(TABLE, BOT, "Dora")


def company(*, bots: tuple[Identity, ...] = ()) -> Company:
    return Company(
        {
            one.public: LateComers(one.public, charter(), has_person=one not in bots)
            for one in PEOPLE
        }
    )


def agreed() -> Company:
    them = company()
    them.hears(DORA, ANNE, SEEK)
    for one in PEOPLE:
        them.agrees(one)
    return them


def test_a_bots_seat_is_lent_when_everybody_has_agreed_and_not_before() -> None:
    them = company()

    them.hears(DORA, ANNE, SEEK)
    for one in (CELIA, ANNE):
        them.agrees(one)
        assert them.lent() == []
    them.agrees(BASILE)

    assert them.lent() == [Lend(BOT, DORA.public, "Dora")]
    for one in PEOPLE:
        assert them.told(one)[-1] == PlayedBy(BOT, "Dora")


def test_everybody_is_told_who_has_agreed_and_who_is_still_asked() -> None:
    them = company()

    them.hears(DORA, ANNE, SEEK)
    them.agrees(CELIA)

    others = tuple(sorted((ANNE.public, BASILE.public)))
    for one in PEOPLE:
        assert them.told(one)[-1] == Sought(BOT, "Dora", (CELIA.public,), others)


def test_a_machine_of_bots_has_no_objection() -> None:
    them = company(bots=(BASILE,))

    them.hears(DORA, ANNE, SEEK)
    them.agrees(ANNE)
    them.agrees(CELIA)

    assert len(them.lent()) == 1


def test_nobody_waits_for_the_answer_of_somebody_who_has_gone() -> None:
    them = company()
    them.hears(DORA, ANNE, SEEK)
    them.agrees(ANNE)
    them.agrees(CELIA)

    them.linked -= {BASILE.public}
    them.do(ANNE.public, them.comers[ANNE.public].forget(BASILE.public, them.linked))

    assert len(them.lent()) == 1


def test_whoever_asks_and_goes_is_not_let_play() -> None:
    them = company()
    them.hears(DORA, ANNE, SEEK)

    them.linked -= {DORA.public}
    them.do(ANNE.public, them.comers[ANNE.public].forget(DORA.public, them.linked))
    for one in PEOPLE:
        them.agrees(one)

    assert them.lent() == []
    assert them.told(BASILE)[-1] == Sought(BOT)


def test_whoever_plays_for_a_bot_decides_and_speaks_and_nobody_else_does() -> None:
    them = agreed()

    them.hears(DORA, ANNE, acting(TABLE, BOT, ACTION))
    them.hears(DORA, ANNE, speaking(TABLE, BOT, "bonsoir"))
    them.hears(EVE, ANNE, acting(TABLE, BOT, ACTION))

    done = [one for one in them.seen[ANNE.public] if isinstance(one, Acted | Spoke)]
    assert done == [Acted(BOT, ACTION), Spoke(BOT, "bonsoir")]


def test_the_bot_sits_down_again_when_its_person_goes_and_all_are_told() -> None:
    them = agreed()

    them.hears(DORA, ANNE, rising(TABLE, BOT))

    assert Reclaim(BOT) in them.seen[ANNE.public]
    assert them.told(BASILE)[-1] == PlayedBy(BOT, "")
    assert read_answer(them.heard[DORA.public][-1], TABLE, BOT) == NotLent(BOT_AGAIN)


def test_whoever_was_agreed_to_once_comes_back_unasked_and_others_do_not() -> None:
    them = agreed()
    them.hears(DORA, ANNE, rising(TABLE, BOT))

    them.hears(EVE, ANNE, seeking(TABLE, BOT, "Eve"))
    assert len(them.lent()) == 1
    them.linked -= {EVE.public}
    them.hears(DORA, ANNE, SEEK)

    assert [one.key for one in them.lent()] == [DORA.public, DORA.public]


def test_whoever_has_lost_the_link_is_given_the_seat_again() -> None:
    them = agreed()

    them.hears(DORA, ANNE, SEEK)

    assert len(them.lent()) == 2


@pytest.mark.parametrize(
    ("seat", "name", "why"),
    [
        (0, "Dora", NO_BOT),
        (1, "Dora", NO_BOT),
        (BOT, "Basi1e", NAME_TAKEN),
        (BOT, "Anne", NAME_TAKEN),
    ],
)
def test_a_seat_of_a_person_and_a_name_that_is_taken_are_refused(
    seat: int, name: str, why: str
) -> None:
    them = company()

    them.hears(DORA, ANNE, seeking(TABLE, seat, name))

    assert read_answer(them.heard[DORA.public][-1], TABLE, seat) == NotLent(why)
    assert them.told(BASILE) == []


def test_one_seat_is_for_one_who_asks() -> None:
    them = company()
    them.hears(DORA, ANNE, SEEK)

    them.hears(EVE, ANNE, seeking(TABLE, BOT, "Eve"))

    assert read_answer(them.heard[EVE.public][-1], TABLE, BOT) == NotLent(NO_BOT)


@pytest.mark.parametrize(
    "message",
    [
        encode_message("played-by", TABLE, BOT, "Eve"),
        encode_message("sought", TABLE, BOT, EVE.public, "Eve", [], [BASILE.public]),
    ],
)
def test_only_the_machine_of_a_seat_says_who_plays_there(message: bytes) -> None:
    them = company()

    for author in (CELIA, DORA):
        with pytest.raises(PeerFault):
            them.comers[BASILE.public].receive(author.public, message, them.linked)


def test_a_stranger_has_no_voice() -> None:
    them = company()
    them.hears(DORA, ANNE, SEEK)
    welcome = encode_message("welcome", TABLE, BOT, DORA.public)

    with pytest.raises(PeerFault):
        them.comers[ANNE.public].receive(DORA.public, welcome, them.linked)


def test_what_is_of_another_table_or_about_something_else_changes_nothing() -> None:
    comers = company().comers[ANNE.public]

    assert comers.receive(DORA.public, seeking(bytes(32), BOT, "Dora"), frozenset()) == []
    assert comers.receive(DORA.public, encode_message("leave"), frozenset()) is None


def test_what_the_holder_answers_is_read_as_it_was_written() -> None:
    answers = (
        lending(TABLE, BOT, bytes(32)),
        refusal(TABLE, BOT, "no"),
        illegal(TABLE, BOT, "not so"),
    )

    read = [read_answer(one, TABLE, BOT) for one in answers]

    assert read == [Lent(bytes(32)), NotLent("no"), NotDone("not so")]
    assert {read_answer(one, TABLE, 0) for one in answers} == {None}
