"""The room before a table in plain lines: what is said, and what can be typed."""

import io
import threading
from collections.abc import Iterable

import pytest
import trio

from p2pjeux.language import words_for
from p2pjeux.net.invite import qr_dots
from p2pjeux.ui.lines.keyboard import Keyboard
from p2pjeux.ui.lines.lobby import PlainLobby
from p2pjeux.ui.lines.table import Lines
from p2pjeux.ui.lobby import (
    DoorChanged,
    Invitation,
    Invited,
    LeaveRoom,
    LetIn,
    LobbyCommand,
    LobbyEvent,
    Present,
    Ready,
    RoomChanged,
    Settle,
    Term,
    TurnAway,
)

ANNE = Present(b"a", ("Anne",), "algue blason jade", is_here=True)
ZOE = Present(b"z", ("Zoé",), "mouche heron jupe", is_ready=True)
YVES = Present(b"y", ("Yves",), "loup")
PAUL = Present(b"p", ("Paul",), "lama")
TERMS = (
    Term("seats", "places", "3", (("3", "3"), ("4", "4"))),
    Term("patience", "patience", "2 minutes", (("60", "1 minute"), ("120", "2 minutes"))),
)
ROOM = RoomChanged("stonehenge", "Cabane", 3, (ANNE, ZOE), terms=TERMS)
LETTER = Invitation("Cabane", ("10.0.0.1:4",), "p2pjeux://x", "", ANNE.words, qr_dots("X"))
Commands = trio.MemoryReceiveChannel[LobbyCommand]


class AfterAll:
    """Lines of a person who types once all events are told."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self.told = threading.Event()

    def readline(self) -> str:
        self.told.wait()
        return next((line + "\n" for line in self._lines), "")


def typed(
    lines: Iterable[str], *events: LobbyEvent, language: str = "en"
) -> tuple[list[LobbyCommand], str]:
    """What is asked of the room, and what is printed, when these lines are typed after events."""
    out = io.StringIO()
    sent: list[LobbyCommand] = []
    source = AfterAll(lines)
    keyboard = Keyboard(source)

    async def gather(to_ui: trio.MemorySendChannel[LobbyEvent], commands: Commands) -> None:
        async with to_ui, commands:
            for event in events:
                await to_ui.send(event)
            source.told.set()
            async for command in commands:
                if isinstance(command, LeaveRoom):
                    return
                sent.append(command)

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keyboard.run)
            await PlainLobby(Lines(out, words_for(language)), keyboard).run(gather)
            nursery.cancel_scope.cancel()

    trio.run(main)
    return sent, out.getvalue()


@pytest.mark.parametrize("yes, no", [("yes", "no"), ("oui", "non")])
def test_whoever_knocks_is_answered_one_after_the_other(yes: str, no: str) -> None:
    sent, printed = typed([yes, no, yes], ROOM, DoorChanged((YVES, PAUL)))

    assert sent == [LetIn(b"y"), TurnAway(b"p")]
    assert "Let Yves in?" in printed


def test_a_knock_is_told_once_however_often_the_door_is_told_of() -> None:
    _, printed = typed([], DoorChanged((YVES,)), DoorChanged((YVES, PAUL)))

    assert printed.count("Yves would like to come in") == 1
    assert printed.count("Let Yves in?") == 1
    assert "Paul would like to come in" in printed


def test_when_the_first_one_goes_the_next_one_is_asked_about() -> None:
    _, printed = typed([], DoorChanged((YVES, PAUL)), DoorChanged((PAUL,)))

    assert printed.index("Let Yves in?") < printed.index("Let Paul in?")


@pytest.mark.parametrize("line", ["put out Zoé", "put out ZOE", "mettre dehors Zoé"])
def test_the_opener_puts_out_by_name(line: str) -> None:
    assert typed([line], ROOM, Invited(LETTER))[0] == [TurnAway(b"z")]


@pytest.mark.parametrize("line", ["put out Anne", "put out Nobody"])
def test_nobody_is_put_out_who_is_not_there_or_is_oneself(line: str) -> None:
    sent, printed = typed([line], ROOM, Invited(LETTER))

    assert sent == []
    assert "nobody of that name" in printed


def test_a_guest_puts_nobody_out_in_lines_either() -> None:
    assert typed(["put out Zoé"], ROOM)[0] == []


@pytest.mark.parametrize(
    "line, told",
    [
        ("who", "key: mouche heron jupe"),
        ("?", "put out NAME"),
        ("invite", "p2pjeux join p2pjeux://x"),
    ],
)
def test_what_is_asked_about_the_room_is_answered_in_lines(line: str, told: str) -> None:
    before = typed([], ROOM, Invited(LETTER))[1]
    after = typed([line], ROOM, Invited(LETTER))[1]

    assert told in after.removeprefix(before)


def test_the_code_is_drawn_unasked_where_nobody_hears_the_table() -> None:
    assert "█" not in typed([], Invited(LETTER))[1]
    assert "█" in typed([], Invited(LETTER, at_once=True))[1]


def test_words_work_in_both_languages() -> None:
    sent, printed = typed(["prêt", "attendre", "qui"], ROOM, language="fr")

    assert sent == [Ready(), Ready(is_ready=False)]
    assert "votre clé" in printed


@pytest.mark.parametrize(
    "line, sent",
    [
        ("set seats 4", [Settle("seats", "4")]),
        ("régler places 4", [Settle("seats", "4")]),
        ("set patience 1 minute", [Settle("patience", "60")]),
        ("set seats 9", []),
        ("set nonsense 4", []),
    ],
)
def test_the_opener_sets_terms_by_name_or_label_to_values_that_are_listed(
    line: str, sent: list[LobbyCommand]
) -> None:
    assert typed([line], ROOM, Invited(LETTER))[0] == sent


def test_a_guest_sets_nothing_but_hears_what_is_settled() -> None:
    sent, printed = typed(["set seats 4", "terms"], ROOM)

    assert sent == []
    assert "patience: 2 minutes (patience: 60, 120)" in printed
