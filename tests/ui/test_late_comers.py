"""Somebody would like to play instead of a bot: who is asked, how one agrees, how it is shown."""

import pytest

from p2pjeux.games import load_game
from p2pjeux.language import words_for
from p2pjeux.rules.drawing import Size, plain
from p2pjeux.table.events import GoWithout, LateComer, LetPlay, PlayedFor
from p2pjeux.ui.choosing.table_words import command_in
from p2pjeux.ui.screen.key_commands import press
from p2pjeux.ui.screen.model import Model, Overlay, hear
from p2pjeux.ui.screen.render import render
from p2pjeux.ui.wording.notices import notice
from p2pjeux.ui.wording.presence import presence_line, seat_line
from p2pjeux.ui.wording.table_status import TableStatus, hear_status

SIZE = Size(80, 24)
NAMES = ("Anne", "Aliénor (bot)", "Basile")
BOT = 1
ASKS = LateComer(BOT, "Dora", (2,), (0,))
AGREED = LateComer(BOT, "Dora", (0,), (2,))


def model_of(status: TableStatus) -> Model:
    return Model(load_game("course"), words_for("en", "course", NAMES), "", "cabane", status)


def seated(event: LateComer | PlayedFor | None = None) -> Model:
    status = TableStatus((0,), is_apart=True, fingerprints=("a", "a", "b"))
    model = model_of(status)
    return model if event is None else hear(model, event)


def shown(model: Model) -> str:
    return "\n".join(plain(line) for line in render(model, SIZE).lines)


def test_two_keys_agree_to_a_late_comer() -> None:
    opened = press(seated(ASKS), "f9", render(seated(ASKS), SIZE)).model

    reaction = press(opened, "enter", render(opened, SIZE))

    assert opened.overlay is Overlay.SEATS
    assert "let Dora play" in shown(opened)
    assert reaction.command == LetPlay(BOT)


@pytest.mark.parametrize("event", [None, AGREED, LateComer(BOT, "")])
def test_enter_agrees_to_nothing_where_nothing_is_asked_of_us(
    event: LateComer | None,
) -> None:
    opened = press(seated(event), "f9", render(seated(event), SIZE)).model

    assert press(opened, "enter", render(opened, SIZE)).command is None


def test_whoever_is_asked_by_the_game_sees_the_request_too() -> None:
    assert "? Dora would like to play instead of Aliénor (bot): F9 to agree." in shown(seated(ASKS))
    assert "F9 to agree" not in shown(seated(AGREED))


@pytest.mark.parametrize("typed", ["without Aliénor (bot)", "sans alienor (bot)"])
def test_in_plain_lines_the_name_of_the_bot_agrees(typed: str) -> None:
    assert command_in(typed, words_for("en", "course", NAMES)) == GoWithout((BOT,))


@pytest.mark.parametrize(("language", "word"), [("en", "instead of"), ("fr", "à la place de")])
def test_it_is_said_who_asks_who_agrees_and_who_is_still_asked(language: str, word: str) -> None:
    told = notice(ASKS, words_for(language, "course", NAMES)).text

    assert all(part in told for part in ("Dora", "Aliénor (bot)", "Anne", "Basile", word, "F9"))


def test_the_board_says_who_plays_for_the_bot_until_it_plays_again() -> None:
    words = words_for("en", "course", NAMES)
    status = hear_status(seated().status, PlayedFor(BOT, "Dora"))

    assert "played by Dora" in plain(presence_line(status, words, 80))
    assert "played by Dora" in seat_line(status, BOT, words)
    assert hear_status(status, PlayedFor(BOT, "")).played_for == {}


@pytest.mark.parametrize("over", [LateComer(BOT, ""), PlayedFor(BOT, "Dora")])
def test_a_request_that_is_over_is_asked_no_more(over: LateComer | PlayedFor) -> None:
    assert hear_status(seated(ASKS).status, over).asks_us is None
