"""A bot gets up for a person at another machine, who sees its hand, and sits down again."""

from typing import Any

import pytest

from p2pjeux.app.running.late_guest import LateGuest
from p2pjeux.app.running.local_table import Wanted, from_seed, sign_for_all
from p2pjeux.games import load_game
from p2pjeux.language import words_for
from p2pjeux.lobby.late import acting, illegal, lending, refusal, speaking
from p2pjeux.rules.contract import Refusal
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.source import SeededSource
from p2pjeux.sitting.sitting import Sitting
from p2pjeux.table.effects import Effect, Tell
from p2pjeux.table.events import (
    Advised,
    Agree,
    Agreement,
    Asked,
    Ended,
    Event,
    Happened,
    NotLegal,
    Play,
    Recalled,
    Say,
)
from p2pjeux.table.seating import Seating, seat_secret

PERSON, BOT = 0, 1
NAMES = ("Anne", "Basile (bot)", "Célia (bot)")


class Table:
    """One machine with a person and two bots, and somebody who plays for the first of these."""

    def __init__(self, game_id: str = "course") -> None:
        chance = from_seed("late")
        assert chance.secret is not None
        self.signed = sign_for_all(Wanted(game_id, {}, NAMES, 1, "late"), chance)
        self.game: Any = load_game(game_id)
        bots = frozenset({1, 2})
        self.sitting = Sitting(
            Seating(self.signed, self.game, chance.identity, chance.secret, bots)
        )
        secret = seat_secret(chance.secret, self.signed.table, BOT)
        self.guest = LateGuest(self.signed, self.game, BOT, secret)
        self.source = SeededSource(b"late")
        self.effects: list[Effect] = self.sitting.start(0.0)

    def asked(self) -> dict[Seat, Asked]:
        """Whom the machine asks now."""
        told = [one.event for one in self.effects if isinstance(one, Tell)]
        return {one.view.seat: one for one in told if isinstance(one, Asked)}  # type: ignore[misc]

    def plays(self, seat: Seat, asked: Asked) -> None:
        self.effects = self.sitting.command(Play(self.game.bot(asked.view, self.source), seat))

    def until_asked(self, seat: Seat) -> Asked:
        """The person plays on until this seat is asked."""
        while seat not in self.asked():
            self.plays(PERSON, self.asked()[PERSON])
        return self.asked()[seat]


def test_whoever_plays_for_a_bot_is_asked_what_the_bot_would_have_decided() -> None:
    table = Table()
    first = table.guest.follow(table.sitting.ledger.chain)

    table.effects += table.sitting.lend(BOT)
    asked = table.until_asked(BOT)
    told = table.guest.follow(table.sitting.ledger.chain)

    assert isinstance(first[0], Recalled)
    (question,) = [one for one in told if isinstance(one, Asked)]
    assert (question.request, question.view) == (asked.request, asked.view)


def test_the_hand_of_the_bot_is_seen_and_no_other() -> None:
    table = Table()
    table.effects += table.sitting.lend(BOT)
    table.until_asked(BOT)

    told = table.guest.follow(table.sitting.ledger.chain)

    (question,) = [one for one in told if isinstance(one, Asked)]
    assert question.view == table.sitting.view(BOT)
    assert question.view != table.sitting.view(PERSON)


def test_a_question_is_asked_once_and_what_follows_it_is_told_as_it_happens() -> None:
    table = Table()
    table.effects += table.sitting.lend(BOT)
    asked = table.until_asked(BOT)
    table.guest.follow(table.sitting.ledger.chain)

    again = table.guest.follow(table.sitting.ledger.chain)
    table.plays(BOT, asked)
    told = table.guest.follow(table.sitting.ledger.chain)

    assert again == []
    assert isinstance(told[0], Happened)


def test_the_bot_decides_again_also_what_was_asked_meanwhile() -> None:
    table = Table()
    table.effects += table.sitting.lend(BOT)
    table.until_asked(BOT)

    table.effects = table.sitting.reclaim(BOT)

    assert BOT not in table.sitting.ledger.asked
    assert set(table.asked()) <= {PERSON}


@pytest.mark.slow
def test_the_end_is_told_to_whoever_came_late() -> None:
    table = Table()
    table.effects += table.sitting.lend(BOT)
    told: list[Event] = []

    while not table.sitting.ledger.bridge.over:
        asked = table.asked()
        seat = next(iter(asked))
        table.plays(seat, asked[seat])
        told += table.guest.follow(table.sitting.ledger.chain)

    assert isinstance(told[-1], Ended)


def test_what_the_person_decides_and_says_is_sent_to_the_machine_of_the_seat() -> None:
    table = Table()
    table.effects += table.sitting.lend(BOT)
    action = table.game.bot(table.until_asked(BOT).view, table.source)
    of = table.signed.table

    assert table.guest.message_of(Play(action)) == acting(of, BOT, action)
    assert table.guest.message_of(Say("bonsoir")) == speaking(of, BOT, "bonsoir")
    assert table.guest.message_of(Agree(Agreement.PAUSE)) is None


def test_a_refusal_is_told_and_other_messages_are_not() -> None:
    table = Table()
    of, words = table.signed.table, words_for("en")

    heard = [
        table.guest.hear(one, words)
        for one in (
            illegal(of, BOT, "not so"),
            refusal(of, BOT, "no more"),
            lending(of, BOT, bytes(32)),
            illegal(of, PERSON, "not so"),
        )
    ]

    assert heard == [NotLegal(Refusal("not so")), Advised("no more"), None, None]
