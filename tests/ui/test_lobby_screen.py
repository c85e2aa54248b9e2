"""The room before a table, on the full screen: what is seen, what can be chosen, what is asked."""

import os
import signal
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest
import trio
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from p2pjeux.language import words_for
from p2pjeux.net.invite import qr_dots
from p2pjeux.rules.drawing import Size, line_width, plain
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lobby import (
    DoorChanged,
    Invitation,
    Invited,
    LeaveRoom,
    LetIn,
    LobbyCommand,
    LobbyEvent,
    Noted,
    Present,
    Ready,
    RoomChanged,
    SayInRoom,
    Settle,
    Term,
    TurnAway,
)
from p2pjeux.ui.screen.application import Look
from p2pjeux.ui.screen.full_screen import Terminal
from p2pjeux.ui.screen.lobby import Lobby, choices, hear, press
from p2pjeux.ui.screen.lobby_screen import LobbyScreen
from p2pjeux.ui.screen.lobby_view import draw
from p2pjeux.ui.screen.screen_host import ScreenHost, run_session

SIZE = Size(80, 24)
ANNE = Present(b"a", ("Anne",), "algue blason jade", is_here=True)
ZOE = Present(b"z", ("Zoé",), "mouche heron jupe", is_ready=True)
YVES = Present(b"y", ("Yves",), "loup")
PAUL = Present(b"p", ("Paul",), "lama")
TERMS = (
    Term("seats", "seats", "3", (("3", "3"), ("4", "4"), ("5", "5"))),
    Term("patience", "patience", "2 minutes", (("60", "1 minute"), ("120", "2 minutes"))),
)
ROOM = RoomChanged("stonehenge", "Cabane", 3, (ANNE, ZOE), terms=TERMS)
LINK = "p2pjeux://192.168.1.17:27275/abcdefgh234567ij"
LETTER = Invitation(
    "Cabane", ("192.168.1.17:27275",), LINK, "loup-algue", ANNE.words, qr_dots(LINK.upper())
)


def opened(language: str = "en", *events: LobbyEvent) -> Lobby:
    lobby = Lobby(words_for(language), ("The others type: p2pjeux join Cabane",))
    for event in (ROOM, *events):
        lobby = hear(lobby, event)
    return lobby


def screen_of(lobby: Lobby, size: Size = SIZE) -> str:
    frame = draw(lobby, size)
    assert len(frame.lines) == size.rows
    assert all(line_width(drawn) <= size.columns for drawn in frame.lines)
    return "\n".join(plain(drawn) for drawn in frame.lines)


def test_the_room_shows_who_is_there_how_to_come_and_what_was_said() -> None:
    seen = screen_of(opened("en", Noted("Zoé: hello")))

    assert "table “Cabane” · 1 seat is free" in seen
    assert "p2pjeux join Cabane" in seen
    assert "✓ Zoé: ready · key: mouche heron jupe" in seen
    assert "· Anne (you): not ready yet · your key: algue blason jade" in seen
    assert "Zoé: hello" in seen


def test_a_full_room_invites_nobody() -> None:
    full = RoomChanged("stonehenge", "Cabane", 2, (ANNE, ZOE))

    assert "p2pjeux join" not in screen_of(hear(opened(), full))


def test_another_key_under_a_known_name_is_said_loudly() -> None:
    stranger = Present(b"y", ("Zoé",), "wort wort", is_changed=True)

    assert "ANOTHER KEY" in screen_of(opened("en", DoorChanged((stranger,))))


@pytest.mark.parametrize("key, command", [("f2", LetIn(b"y")), ("f3", TurnAway(b"y"))])
def test_one_key_lets_in_whoever_came_first_and_another_turns_them_away(
    key: str, command: LobbyCommand
) -> None:
    lobby = opened("en", DoorChanged((YVES, PAUL)))
    seen = screen_of(lobby)
    assert "Yves would like to come in · key: loup" in seen
    assert "1 more at the door" in seen

    after, sent = press(lobby, key)

    assert sent == command
    assert "Paul would like to come in" in screen_of(after)
    assert "Yves" not in screen_of(after)


def test_nobody_is_let_in_by_the_same_key_twice() -> None:
    lobby, _ = press(opened("en", DoorChanged((YVES,))), "f2")

    # The answer is still on its way when somebody else comes to the door.
    lobby = hear(lobby, DoorChanged((YVES, PAUL)))

    assert press(lobby, "f2")[1] == LetIn(b"p")


@pytest.mark.parametrize("at", range(6))
def test_a_knock_moves_nothing_that_could_be_chosen(at: int) -> None:
    lobby = replace(opened("en", Invited(LETTER)), at=at)
    before = choices(lobby)

    after = hear(lobby, DoorChanged((YVES,)))

    assert after.at == at
    assert choices(after) == before
    assert press(after, "enter")[1] == press(lobby, "enter")[1]


def test_what_is_listed_stays_in_its_place_when_people_come_and_go() -> None:
    alone = opened(
        "en", Invited(LETTER), RoomChanged("stonehenge", "Cabane", 3, (ANNE,), terms=TERMS)
    )

    assert [one.label for one in choices(alone)] == [
        one.label for one in choices(opened("en", Invited(LETTER)))
    ]


def test_the_opener_puts_somebody_out_whoever_else_comes_meanwhile() -> None:
    lobby, _ = press(opened("en", Invited(LETTER)), "f7")
    assert "put Zoé out" in screen_of(lobby)

    lobby = hear(lobby, RoomChanged("stonehenge", "Cabane", 4, (ANNE, PAUL, ZOE)))
    after, sent = press(lobby, "enter")

    assert sent == TurnAway(b"z")
    assert "put Zoé out" not in screen_of(after)


def test_whoever_goes_while_being_put_out_saves_everybody_else() -> None:
    lobby, _ = press(opened("en", Invited(LETTER)), "f7")

    lobby = hear(lobby, RoomChanged("stonehenge", "Cabane", 4, (ANNE, PAUL)))

    assert press(lobby, "enter")[1] == Ready()


def test_a_guest_puts_nobody_out() -> None:
    lobby, sent = press(opened(), "f7")

    assert "Zoé out" not in screen_of(lobby)
    assert sent is None


def test_the_opener_changes_a_term_by_its_page_and_comes_back_to_it() -> None:
    lobby, _ = press(opened("en", Invited(LETTER)), "f5")
    assert "2. patience: 2 minutes" in screen_of(lobby)

    for key in ("2", "enter", "1"):
        lobby, sent = press(lobby, key)
        assert sent is None
    assert "1. 1 minute" in screen_of(lobby)
    lobby, sent = press(lobby, "enter")

    assert sent == Settle("patience", "60")
    assert "▸2. patience" in screen_of(lobby)
    assert press(press(lobby, "escape")[0], "enter")[1] == Ready()


def test_a_digit_chooses_the_number_that_it_shows() -> None:
    lobby, _ = press(opened("en", Invited(LETTER)), "f5")
    for key in ("enter", "5"):
        lobby, _ = press(lobby, key)

    assert "▸5" in screen_of(lobby)
    assert press(lobby, "enter")[1] == Settle("seats", "5")


def test_a_guest_sees_what_is_settled_and_changes_nothing() -> None:
    lobby, _ = press(opened(), "f5")
    assert "patience: 2 minutes" in screen_of(lobby)

    assert press(lobby, "enter") == (lobby, None)


def test_the_invitation_is_one_page_with_all_that_is_to_be_sent() -> None:
    lobby, _ = press(opened("en", Invited(LETTER)), "f6")
    seen = screen_of(lobby)

    for told in (f"p2pjeux join {LINK}", "loup-algue", "algue blason jade", "▄"):
        assert told in seen
    assert screen_of(press(lobby, "escape")[0]) == screen_of(opened("en", Invited(LETTER)))


@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20), Size(120, 40)])
def test_the_code_stands_whole_on_the_screen_row_by_row(size: Size) -> None:
    lobby, _ = press(opened("fr", Invited(LETTER), DoorChanged((YVES,))), "f6")

    coded = [[span for span in one if "qr" in span.style] for one in draw(lobby, size).lines]
    seen: list[tuple[bool, ...]] = []
    for spans in filter(None, coded):
        cells = [(span.style == "qr-dark", dot != " ") for span in spans for dot in span.text]
        seen += [
            tuple(ground for ground, _ in cells),
            tuple(ground != is_drawn for ground, is_drawn in cells),
        ]

    assert tuple(seen[: len(LETTER.dots)]) == LETTER.dots
    assert not any(any(row) for row in seen[len(LETTER.dots) :])


def test_where_nobody_hears_the_table_the_invitation_is_shown_unasked() -> None:
    assert "loup-algue" in screen_of(opened("en", Invited(LETTER, at_once=True)))


@pytest.mark.parametrize("language, word", [("en", "F2, F3"), ("fr", "Lisez")])
def test_help_is_one_key_and_closes_by_the_same(language: str, word: str) -> None:
    lobby, _ = press(opened(language, Invited(LETTER)), "f1")

    assert word in screen_of(lobby)
    assert screen_of(press(lobby, "f1")[0]) == screen_of(opened(language, Invited(LETTER)))


def test_enter_makes_ready_and_the_same_choice_takes_it_back() -> None:
    lobby, sent = press(opened(), "enter")
    assert sent == Ready()

    ready = RoomChanged("stonehenge", "Cabane", 3, (replace(ANNE, is_ready=True), ZOE))
    moved, nothing = press(hear(lobby, ready), "1")
    assert nothing is None
    _, again = press(moved, "enter")
    assert again == Ready(is_ready=False)


def test_arrows_stay_within_the_choices() -> None:
    lobby = opened()
    for key in ("up", "down", "down", "down", "down"):
        lobby, sent = press(lobby, key)
        assert sent is None
    assert lobby.at == len(choices(lobby)) - 1
    assert press(lobby, "enter")[1] == LeaveRoom()
    assert press(lobby, "9") == (lobby, None)


def test_a_line_of_chat_is_written_and_sent() -> None:
    lobby, _ = press(opened(), "f4")
    for key in "hi !":
        lobby, sent = press(lobby, key)
        assert sent is None
    assert "say to all: hi !" in screen_of(lobby)

    after, sent = press(lobby, "enter")
    assert sent == SayInRoom("hi !")
    assert after.chat is None
    given_up, sent = press(lobby, "escape")
    assert (given_up.chat, sent) == (None, None)


@pytest.mark.parametrize("key", ["f8", "c-c"])
def test_leaving_is_always_one_key(key: str) -> None:
    assert press(opened(), key)[1] == LeaveRoom()


@pytest.mark.parametrize("size", [Size(80, 24), Size(40, 12), Size(160, 50)])
def test_twelve_people_and_much_talk_fit_any_window(size: Size) -> None:
    people = tuple(
        Present(bytes([n]), (f"Nom numéro {n}",), "un deux trois quatre") for n in range(12)
    )
    lobby = opened("fr", RoomChanged("ostrakon", "Cabane", 12, people))
    for number in range(60):
        lobby = hear(lobby, Noted(f"ligne {number}"))

    assert "Ostrakon" in screen_of(lobby, size)
    assert size.rows < 24 or "ligne 59" in screen_of(lobby, Size(size.columns, size.rows + 20))


Commands = trio.MemoryReceiveChannel[LobbyCommand]


def run_room(
    play: Callable[[PipeInput, Commands], AsyncIterator[LobbyCommand]],
) -> tuple[Lobby, list[LobbyCommand]]:
    """A room on a screen as it is left, and what ``play``, who has the keys, received from it."""
    screen: LobbyScreen
    sent: list[LobbyCommand] = []

    async def gather(events: trio.MemorySendChannel[LobbyEvent], commands: Commands) -> None:
        async with events, commands:
            await events.send(ROOM)
            sent.extend([command async for command in play(keys, commands)])

    async def main(stage: ScreenHost) -> Ending:
        nonlocal screen
        look, terminal = Look(calls=False), Terminal(keys, DummyOutput())
        screen = LobbyScreen(Lobby(words_for("en")), look, terminal)
        await stage.gather(screen, gather)
        return Ending.OVER

    with create_pipe_input() as keys:
        assert run_session(main, Ending.INTERRUPTED) is Ending.OVER
    return screen.lobby, sent


def test_a_room_on_the_screen_hears_events_and_sends_commands_until_it_closes() -> None:
    async def play(keys: PipeInput, commands: Commands) -> AsyncIterator[LobbyCommand]:
        keys.send_text("\r")
        yield await commands.receive()

    lobby, sent = run_room(play)

    assert lobby.room == ROOM
    assert sent == [Ready()]


@pytest.mark.skipif(os.name == "nt", reason="loops of Windows know no signals")
def test_a_signal_leaves_the_room() -> None:
    async def play(keys: PipeInput, commands: Commands) -> AsyncIterator[LobbyCommand]:
        keys.send_text("\r")
        yield await commands.receive()
        os.kill(os.getpid(), signal.SIGTERM)
        yield await commands.receive()

    assert run_room(play)[1] == [Ready(), LeaveRoom()]
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_a_terminal_that_closes_leaves_the_room() -> None:
    async def play(keys: PipeInput, commands: Commands) -> AsyncIterator[LobbyCommand]:
        keys.close()
        yield await commands.receive()

    assert run_room(play)[1] == [LeaveRoom()]


def test_what_is_pressed_as_somebody_comes_to_the_door_answers_nobody() -> None:
    now = 100.0
    sent: list[LobbyCommand] = []
    with create_pipe_input() as keys:
        look = Look(calls=False, clock=lambda: now)
        screen = LobbyScreen(Lobby(words_for("en")), look, Terminal(keys, DummyOutput()))
        screen.send = sent.append
        screen.hear(ROOM)
        screen.hear(DoorChanged((YVES,)))
        screen.strike("f2")
        assert sent == []

        now += 1
        screen.strike("f2")

    assert sent == [LetIn(b"y")]
