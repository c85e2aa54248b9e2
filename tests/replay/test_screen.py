"""The full screen of a replay: its keys, its drawings in every size, and the real thing."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest
from prompt_toolkit.application import Application
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import ColorDepth

from p2pjeux.judge.replay import Replay, read_replay
from p2pjeux.language import words_for
from p2pjeux.rules.drawing import Size, line_width, plain
from p2pjeux.ui.screen.replay import ReplayScreen, run_replay
from p2pjeux.ui.screen.replay_model import SPEEDS, Cover, Watching, press, tick
from p2pjeux.ui.screen.replay_view import render
from p2pjeux.ui.wording.replay import Whose, eyes_of, moments
from tests.export.pages import tampered_log
from tests.kit import Case
from tests.log.writing import STONEHENGE
from tests.replay.games import CASES, replayed
from tests.ui.terminal import TIMEOUT_SECONDS, Desk

SIZES = [Size(80, 24), Size(100, 30), Size(120, 40), Size(200, 60), Size(40, 10)]
Condition = Callable[[], bool]


def watching(replay: Replay, language: str = "en") -> Watching:
    assert replay.game is not None
    words = words_for(language, replay.game.facts.id, replay.names)
    rounds = moments(replay, replay.game, words)
    return Watching(replay, replay.game, words, rounds, eyes_of(replay)[0])


@cache
def stonehenge() -> Watching:
    return watching(replayed(STONEHENGE))


def pressed(model: Watching, *keys: str) -> Watching:
    for key in keys:
        model = press(model, key, 1000)
    return model


def screen_text(model: Watching, size: Size = Size(80, 24)) -> str:  # noqa: B008 - frozen
    return "\n".join(plain(line) for line in render(model, size).lines)


@pytest.mark.slow
def test_arrows_step_and_stop_at_the_edges() -> None:
    model = stonehenge()

    assert pressed(model, "right", "right", "left").at == 1
    assert pressed(model, "left").at == 0
    assert pressed(model, "end").at == model.last
    assert pressed(model, "end", "right").at == model.last
    assert pressed(model, "end", "home").at == 0


def test_page_keys_go_from_round_to_round() -> None:
    model = stonehenge()
    begins = [moment.at for moment in model.moments]

    assert [pressed(model, *["pagedown"] * times).at for times in (1, 2, 3)] == begins[1:4]
    inside = replace(model, at=begins[3] + 2)
    assert pressed(inside, "pageup").at == begins[3]
    assert pressed(inside, "pageup", "pageup").at == begins[2]
    assert pressed(replace(model, at=model.last), "pagedown").at == model.last


def test_digits_and_enter_go_to_a_position() -> None:
    model = stonehenge()

    assert pressed(model, "4", "2", "enter").at == 42
    assert pressed(model, "4", "2", "backspace", "enter").at == 4
    assert pressed(model, "4", "escape").typed == ""
    assert not pressed(model, "4", "escape").is_left
    assert pressed(model, "9", "9", "9", "9", "enter").at == model.last


def test_e_changes_whose_eyes() -> None:
    model = stonehenge()

    seen = [pressed(model, *["e"] * times).eyes for times in range(6)]

    assert seen == [Whose.ALL, Whose.WATCHER, 0, 1, 2, Whose.ALL]


def test_it_goes_on_by_itself_until_a_hand_or_the_end_stops_it() -> None:
    model = pressed(stonehenge(), " ")

    assert model.is_playing
    assert tick(tick(model)).at == 2
    assert not pressed(tick(model), "right").is_playing
    assert not pressed(model, " ").is_playing
    near = replace(model, at=model.last - 1)
    assert not tick(near).is_playing
    assert tick(near).at == model.last
    assert pressed(replace(stonehenge(), at=model.last), " ").at == 0


def test_plus_and_minus_change_the_speed_within_bounds() -> None:
    model = stonehenge()

    assert pressed(model, "+").pause < model.pause
    assert pressed(model, *["+"] * 20).speed == len(SPEEDS) - 1
    assert pressed(model, *["-"] * 20).speed == 0


def test_the_list_of_rounds_leads_to_one() -> None:
    model = pressed(stonehenge(), "r")
    assert model.cover is Cover.ROUNDS

    assert pressed(model, "down", "down", "enter").at == model.moments[2].at
    assert pressed(model, "escape").cover is None
    assert pressed(model, "end", "enter").at == model.moments[-1].at


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_screen_fills_its_window_exactly(case: Case, size: Size) -> None:
    model = watching(replayed(case), "fr")
    for at in range(0, model.last + 1, max(1, model.last // 7)):
        for eyes in eyes_of(model.replay):
            for cover in (None, *Cover):
                frame = render(replace(model, at=at, eyes=eyes, cover=cover), size)
                assert len(frame.lines) == size.rows
                assert {line_width(line) for line in frame.lines} == {size.columns}


def test_all_hands_are_in_sight_in_the_smallest_window() -> None:
    text = screen_text(replace(stonehenge(), at=60))

    for name in ("Anne", "Björn", "Chloé"):
        assert any(line.startswith(f" {name} ") for line in text.splitlines())
    assert "view: all hands" in text


def test_a_bad_log_is_marked_on_every_screen_and_ends_where_it_is_bad() -> None:
    model = watching(read_replay(tampered_log()))

    for at in (0, model.last):
        assert "✗ NOT good (signature)" in screen_text(replace(model, at=at), Size(120, 40))
    assert model.last < stonehenge().last


def test_the_story_does_not_tell_what_is_still_to_come() -> None:
    model = replace(stonehenge(), at=9, cover=Cover.STORY)

    text = screen_text(model, Size(80, 60))

    assert "Auction 1" in text
    assert "Auction 2" not in text


class Seat:
    """A person before the real application, on a fake terminal, who follows a script."""

    def __init__(self, desk: Desk, screen: ReplayScreen, script: Iterator[Condition]) -> None:
        self._app: Application[None] = screen.app
        self._script = script
        self._waited: Condition | None = next(script)
        self._desk = desk
        screen.app.after_render += self._on_render
        screen.app.pre_run_callables.append(self._begin)

    def _begin(self) -> None:
        asyncio.get_running_loop().call_later(TIMEOUT_SECONDS, self._give_up)

    def _on_render(self, _app: Application[None]) -> None:
        try:
            if self._waited is not None and self._waited():
                self._waited = next(self._script, None)
        except Exception as error:  # noqa: BLE001 - a failed assertion ends the application
            self._app.exit(exception=error)

    def _give_up(self) -> None:
        if self._app.is_running and not self._app.is_done:
            error = TimeoutError("the script does not go on; last seen:\n" + self._desk.text())
            self._app.exit(exception=error)


def act(
    script: Callable[[Desk], Iterator[Condition]], model: Watching
) -> tuple[bool, ReplayScreen]:
    with create_pipe_input() as keyboard:
        desk = Desk(Size(80, 24), keyboard, ColorDepth.DEFAULT)
        screen = ReplayScreen(model, desk.terminal, ColorDepth.DEFAULT)
        Seat(desk, screen, script(desk))
        return screen.run(), screen


def test_the_real_screen_steps_jumps_and_leaves() -> None:
    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("0/")
        desk.press("right", "right")
        yield desk.shows(" 2/")
        desk.press("60", "enter")
        yield desk.shows(" 60/")
        desk.press("e", "e")
        yield desk.shows("view: Anne")
        assert "your hand" in desk.text()
        desk.press("r")
        yield desk.shows("Rounds")
        desk.press("enter")
        yield desk.hides("Rounds")
        desk.press("f1")
        yield desk.shows("what the keys do")
        desk.press("escape")
        yield desk.hides("what the keys do")
        desk.press("q")

    is_whole, screen = act(script, stonehenge())

    assert is_whole
    assert screen.model.eyes == 0


def test_the_real_screen_plays_by_itself() -> None:
    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("0/")
        desk.press("++++", " ")
        # Nothing is pressed from here on: time alone draws.
        yield desk.shows(" 3/")
        desk.press("q")

    _, screen = act(script, stonehenge())

    assert screen.model.at >= 3


def test_a_click_on_a_key_presses_it() -> None:
    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("0/")
        desk.click(23, desk.pyte.display[23].index("→"))
        yield desk.shows(" 1/")
        desk.press("q")

    _, screen = act(script, stonehenge())

    assert screen.model.at == 1


def test_ctrl_c_leaves_at_once_and_says_so() -> None:
    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("0/")
        desk.press("c-c")

    is_whole, _ = act(script, stonehenge())

    assert not is_whole


def test_a_kill_leaves_the_terminal_as_it_was() -> None:
    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("0/")
        os.kill(os.getpid(), signal.SIGTERM)

    is_whole, _ = act(script, stonehenge())

    assert not is_whole


def test_a_closed_terminal_ends_it() -> None:
    with create_pipe_input() as keyboard:
        desk = Desk(Size(80, 24), keyboard, ColorDepth.DEFAULT)
        desk.unplug()
        model = stonehenge()

        assert run_replay(model.replay, Whose.ALL, model.words, desk.terminal, ColorDepth.DEFAULT)
