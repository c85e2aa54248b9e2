"""The real application: keys through a pipe, its drawing in a model of a terminal."""

import errno
import os
import re
import signal
from collections.abc import Iterator

import pytest
import trio
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import ColorDepth

from p2pjeux.rules.drawing import Size
from p2pjeux.table.events import Command, Event
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.screen import trio_bridge as bridge
from p2pjeux.ui.screen.application import Look
from p2pjeux.ui.screen.solo_table import run_screen
from tests.ui.record import CASES, FOLDER, Case, screens
from tests.ui.tables import english, french, stonehenge_table, toy_table
from tests.ui.terminal import Condition, Desk, Script, sit

QUIET = Look(deaf=0, pace=0, calls=False)
COLOR_CODE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_screens_are_those_on_record(case: Case) -> None:
    for moment, text in screens(case).items():
        assert text == case.path(moment).read_text("utf-8"), moment


def test_no_record_is_left_over() -> None:
    names = {str(case) for case in CASES}
    for path in FOLDER.glob("*.txt"):
        assert any(path.name.startswith(name) for name in names), path.name


def play_to_the_end(desk: Desk) -> Iterator[Condition]:
    """Space for the card on which the cursor stands, Enter to confirm, and so on to the end."""
    decided = -1

    def is_asked() -> bool:
        model = desk.app.model
        return model.is_over or (model.is_asked and model.steps > decided)

    while True:
        yield is_asked
        if desk.app.model.is_over:
            break
        decided = desk.app.model.steps
        desk.press(" ", "enter")
    assert "The game is over." in desk.text()
    desk.press("enter", "enter")


@pytest.mark.slow
def test_keys_alone_play_a_whole_game() -> None:
    ending, desk = sit(stonehenge_table(), english("stonehenge"), play_to_the_end)

    assert ending is Ending.OVER
    assert desk.app.model.story[-1].text.endswith(("wins.", "victory."))
    assert desk.app.model.steps > 50


def test_a_prompt_is_deaf_to_enter_until_it_has_stood_for_a_while() -> None:
    now = [0.0]
    look = Look(pace=0, calls=False, clock=lambda: now[0])

    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("▶")
        desk.press(*["enter"] * 90, "x")
        yield desk.shows("no choice matches")
        assert desk.app.model.is_asked
        now[0] = 0.5
        desk.press("escape", "enter")
        yield desk.shows("Camille: pass.")
        desk.press("c-c", "c-c")

    sit(toy_table("list"), english(), script, look=look)


@pytest.mark.slow
def test_bots_alone_can_be_watched() -> None:
    def script(desk: Desk) -> Iterator[Condition]:
        # The board says so one event before the table does.
        yield lambda: desk.app.model.is_over
        desk.press("f8")

    ending, desk = sit(stonehenge_table(person=None), english("stonehenge"), script)

    assert ending is Ending.OVER
    assert "wins" in desk.app.model.story[-1].text


def test_the_window_may_change_in_mid_game() -> None:
    sizes = [Size(120, 40), Size(60, 10), Size(200, 60), Size(80, 24)]

    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("▶")
        for size in sizes:
            desk.resize(size)
            small = size.columns < 80
            yield desk.shows("enlarge" if small else "▶")
            assert len(desk.text().splitlines()) == size.rows
            assert max(map(len, desk.text().splitlines())) <= size.columns
        desk.press(" ", "enter")
        yield desk.shows("Your bid for")
        desk.press("c-c", "c-c")

    ending, _desk = sit(stonehenge_table(), english("stonehenge"), script, size=Size(100, 30))

    assert ending is Ending.INTERRUPTED


def restored(desk: Desk) -> bool:
    """Off the alternate screen, cursor shown, mouse and paste modes off: the last word on each."""
    last = dict(re.findall(r"\x1b\[\?([0-9]+)([hl])", desk.paper.written))
    return {mode: last.get(mode) for mode in ("1049", "25", "1000", "2004")} == {
        "1049": "l",
        "25": "h",
        "1000": "l",
        "2004": "l",
    }


def after_the_question(*keys: str) -> Script:
    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("▶")
        assert not restored(desk)
        desk.press(*keys)

    return script


def test_the_interrupt_key_restores_the_terminal() -> None:
    ending, desk = sit(toy_table("list"), english(), after_the_question("c-c", "c-c"))

    assert ending is Ending.INTERRUPTED
    assert restored(desk)


@pytest.mark.parametrize(
    "number", [signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)]
)
def test_a_signal_restores_the_terminal(number: signal.Signals) -> None:
    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("▶")
        os.kill(os.getpid(), number)

    # The tests may themselves be run under nohup, which ignores a signal.
    outside = signal.getsignal(number)
    before = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
    signal.signal(number, before)
    try:
        ending, desk = sit(toy_table("list"), english(), script)
        after = signal.getsignal(number)
    finally:
        signal.signal(number, outside)

    assert ending is Ending.INTERRUPTED
    assert restored(desk)
    assert after == before


def test_leaving_by_key_restores_the_terminal() -> None:
    ending, desk = sit(toy_table("list"), english(), after_the_question("f8", "enter"))

    assert ending is Ending.LEFT
    assert restored(desk)


def test_a_closed_terminal_is_like_leaving() -> None:
    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("▶")
        desk.unplug()

    ending, desk = sit(toy_table("list"), english(), script)

    assert ending is Ending.LEFT
    assert restored(desk)


def test_a_terminal_that_takes_no_drawing_any_more_is_like_leaving() -> None:
    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("▶")
        desk.paper.is_gone = True
        desk.press("down")

    ending, _desk = sit(toy_table("list"), english(), script)

    assert ending is Ending.LEFT


def test_an_error_of_the_disk_is_not_taken_for_a_closed_terminal() -> None:
    async def full_disk(
        events: trio.MemorySendChannel[Event], commands: trio.MemoryReceiveChannel[Command]
    ) -> None:
        async with events, commands:
            await trio.lowlevel.checkpoint()
            raise OSError(errno.EIO, "the disk")

    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("never")

    with pytest.raises(OSError, match="the disk"):
        sit(toy_table("list"), english(), script, play=full_disk)


async def broken_table(
    events: trio.MemorySendChannel[Event], commands: trio.MemoryReceiveChannel[Command]
) -> None:
    async with events, commands:
        await trio.lowlevel.checkpoint()
        raise RuntimeError("the table broke")


def test_an_error_of_the_table_restores_the_terminal_and_is_raised() -> None:
    desks: list[Desk] = []

    def script(desk: Desk) -> Iterator[Condition]:
        desks.append(desk)
        yield desk.shows("never")

    with pytest.raises(RuntimeError, match="the table broke"):
        sit(toy_table("list"), english(), script, play=broken_table)

    assert restored(desks[0])
    assert "Traceback" not in desks[0].paper.written


def test_an_error_of_the_drawing_restores_the_terminal_and_is_raised() -> None:
    desks: list[Desk] = []

    def script(desk: Desk) -> Iterator[Condition]:
        desks.append(desk)
        yield desk.shows("▶")
        # A model that cannot be drawn, as a bug would leave it.
        desk.app.model = None  # type: ignore[assignment]  # wrong on purpose
        desk.app.app.invalidate()

    with pytest.raises(AttributeError):
        sit(toy_table("list"), english(), script)

    assert restored(desks[0])
    assert "Traceback" not in desks[0].paper.written


def test_an_error_in_a_key_restores_the_terminal_and_is_raised() -> None:
    desks: list[Desk] = []

    def script(desk: Desk) -> Iterator[Condition]:
        desks.append(desk)
        yield desk.shows("▶")
        desk.app.outlets = None
        desk.app.model = object()  # type: ignore[assignment]  # wrong on purpose
        desk.press("enter")

    with pytest.raises((AttributeError, TypeError)):
        sit(toy_table("list"), english(), script)

    assert restored(desks[0])


def colors_written(depth: ColorDepth) -> set[str]:
    """The parts of every colour and attribute sequence of a short sitting."""
    look = Look(depth=depth, pace=0, calls=False, deaf=0)
    _ending, desk = sit(
        stonehenge_table(), english("stonehenge"), after_the_question("c-c", "c-c"), look=look
    )
    return {
        part for code in COLOR_CODE.findall(desk.paper.written) for part in code[2:-1].split(";")
    }


def test_without_colour_only_bold_underline_and_reverse_are_written() -> None:
    assert colors_written(ColorDepth.MONOCHROME) <= {"", "0", "1", "4", "7"}


def test_sixteen_colours_need_no_longer_codes() -> None:
    parts = colors_written(ColorDepth.ANSI_COLORS_ONLY)

    assert "38" not in parts
    assert parts & {"93", "97"}


def test_more_colours_use_the_longer_codes() -> None:
    assert {"38", "48", "5"} <= colors_written(ColorDepth.DEFAULT)
    assert {"38", "48", "2"} <= colors_written(ColorDepth.TRUE_COLOR)


def test_a_bell_and_the_title_call_the_person() -> None:
    _ending, desk = sit(
        toy_table("list"), french(), after_the_question("c-c", "c-c"), look=Look(pace=0, deaf=0)
    )

    assert "\a" in re.sub(r"\x1b\]2;[^\a]*\a", "", desk.paper.written)
    assert "\x1b]2;● À vous — Le marché\x07" in desk.paper.written


def test_the_call_can_be_turned_off() -> None:
    _ending, desk = sit(toy_table("list"), french(), after_the_question("c-c", "c-c"), look=QUIET)

    assert "\a" not in desk.paper.written


def test_a_mouse_click_picks_a_card_and_a_key_of_the_bar() -> None:
    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("▶")
        desk.click(desk.row_of("number 12"), 10)
        yield desk.shows("→ Enter: sell 12")
        desk.click(23, desk.text().splitlines()[23].index("F8"))
        yield desk.shows("Leave the table?")
        desk.press("escape")
        yield desk.hides("Leave the table?")
        desk.press("enter")
        yield desk.shows("Camille: sell.")
        desk.press("c-c", "c-c")

    ending, _desk = sit(toy_table("beside"), english(), script)

    assert ending is Ending.INTERRUPTED


def test_pasted_text_goes_into_a_text_field() -> None:
    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("▶")
        desk.press("\x1b[200~good\ntea\x1b[201~", "enter")
        yield desk.shows("Camille: say.")
        desk.press("c-c", "c-c")

    ending, _desk = sit(toy_table("text"), english(), script)

    assert ending is Ending.INTERRUPTED


def test_a_key_skips_the_pauses_between_what_the_bots_do() -> None:
    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("▶")
        desk.press("enter")
        # With an hour per line told, only a key brings the next question.
        yield desk.shows("Camille: pass.")
        assert not desk.app.model.is_asked
        desk.press(" ")
        yield desk.shows("▶")
        assert "Basile: pass." in desk.text()
        desk.press("c-c", "c-c")

    ending, _desk = sit(
        toy_table("list"), english(), script, look=Look(pace=3600, calls=False, deaf=0)
    )

    assert ending is Ending.INTERRUPTED


def test_a_watcher_skips_one_pause_with_one_key() -> None:
    def script(desk: Desk) -> Iterator[Condition]:
        # With an hour per line told, each key brings one line.
        yield desk.shows("Camille: pass.")
        assert "Aliénor: pass." not in desk.text()
        desk.press(" ")
        yield desk.shows("Aliénor: pass.")
        assert "Basile: pass." not in desk.text()
        desk.press(" ")
        yield desk.shows("Basile: pass.")
        desk.press("c-c", "c-c")

    table = toy_table("list", person=None)
    ending, _desk = sit(table, english(), script, look=Look(pace=3600, calls=False, deaf=0))

    assert ending is Ending.INTERRUPTED


def test_the_table_hears_the_goodbye_before_it_is_cut_off() -> None:
    heard: list[Command] = []

    async def polite(
        events: trio.MemorySendChannel[Event], commands: trio.MemoryReceiveChannel[Command]
    ) -> None:
        async with events, commands:
            heard.extend([command async for command in commands])

    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("One moment")
        desk.press("f8", "enter")

    ending, _desk = sit(toy_table("list"), english(), script, play=polite)

    assert ending is Ending.LEFT
    assert [type(command).__name__ for command in heard] == ["Leave"]


def test_a_table_that_does_not_answer_the_goodbye_is_cut_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bridge, "GOODBYE_SECONDS", 0.01)

    async def deaf(
        events: trio.MemorySendChannel[Event], commands: trio.MemoryReceiveChannel[Command]
    ) -> None:
        await trio.sleep_forever()

    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("One moment")
        desk.press("c-c", "c-c")

    ending, _desk = sit(toy_table("list"), english(), script, play=deaf)

    assert ending is Ending.INTERRUPTED


def test_spaces_that_do_not_break_are_drawn_as_plain_spaces() -> None:
    _ending, desk = sit(
        stonehenge_table(), french("stonehenge"), after_the_question("c-c", "c-c"), look=QUIET
    )

    # prompt_toolkit would underline them.
    codes = {
        part for code in COLOR_CODE.findall(desk.paper.written) for part in code[2:-1].split(";")
    }
    assert "4" not in codes
    assert "vente :" in desk.paper.written


def test_the_door_for_the_composition_root_opens_the_same_screen() -> None:
    with create_pipe_input() as keyboard:
        desk = Desk(Size(80, 24), keyboard, ColorDepth.DEFAULT)
        desk.press("c-c", "c-c")

        ending = run_screen(toy_table("list"), english(), "", QUIET, desk.terminal)

    assert ending is Ending.INTERRUPTED
    assert "The market" in desk.paper.written
    assert "against bots" in desk.paper.written
    assert restored(desk)


def test_the_result_stays_in_the_window_after_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    with create_pipe_input() as keyboard:
        desk = Desk(Size(80, 24), keyboard, ColorDepth.DEFAULT)

        def leave_when_over() -> None:
            if "The game is over." in desk.text():
                desk.press("f8")

        desk.paper.on_flush = leave_when_over
        ending = run_screen(toy_table("list", person=None), english(), "", QUIET, desk.terminal)

    assert ending is Ending.OVER
    assert capsys.readouterr().out == "Camille wins.\n"
