"""The menu: every way through it ends as a command, a setting, or out."""

import io
from pathlib import Path

import pytest
from prompt_toolkit.data_structures import Point
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth

from p2pjeux.cli.parser import build_parser
from p2pjeux.language import words_for
from p2pjeux.rules.drawing import Size, line_width, plain
from p2pjeux.store.places import Places
from p2pjeux.store.settings import FILE_NAME, Settings, load_settings, save_settings
from p2pjeux.ui.choosing.menu import (
    PAGES,
    CallMe,
    GameCard,
    Known,
    Menu,
    Outcome,
    Page,
    Quit,
    RunCommand,
    Speak,
    TableCard,
    items,
)
from p2pjeux.ui.lines.menu import ask_menu
from p2pjeux.ui.screen.menu import MenuScreen, MenuShown, draw, press, show_menu
from tests.ui.terminal import Desk

GAMES = (GameCard("stonehenge", "Stonehenge, the auction", 3, 5), GameCard("course", "Race", 2, 6))
TABLES = (
    TableCard("ab12", "/logs/one", "Stonehenge · attic"),
    TableCard("cd34", "/logs/two", "Race · cellar", is_over=True),
)
KNOWN = Known(GAMES, TABLES, "Zoé")
TOP = ("host", "join", "solo", "learn", "resume", "replay", "name", "language", "quit")


def menu(known: Known = KNOWN, language: str = "en") -> Menu:
    return Menu(words_for(language), known)


def pressed(*keys: str, known: Known = KNOWN) -> MenuShown | Outcome:
    shown: MenuShown | Outcome = MenuShown(menu(known))
    for key in keys:
        assert isinstance(shown, MenuShown)
        shown = press(shown, key)
    return shown


def asked(*lines: str, known: Known = KNOWN) -> Outcome:
    return ask_menu(menu(known), io.StringIO("".join(f"{line}\n" for line in lines)), io.StringIO())


WAYS: list[tuple[list[str], Outcome]] = [
    (["1", "1", "2", "3"], RunCommand(("host", "stonehenge", "--seats", "4", "--bots", "2"))),
    (["2"], RunCommand(("join",))),
    (["3", "2", "1"], RunCommand(("solo", "course", "--seats", "2"))),
    (["4", "2"], RunCommand(("learn", "course"))),
    (["5", "1"], RunCommand(("resume", "ab12"))),
    (["6", "2"], RunCommand(("replay", "/logs/two"))),
    (["8"], Speak("fr")),
    (["9"], Quit()),
]


@pytest.mark.parametrize(("numbers", "outcome"), WAYS)
def test_numbers_lead_to_a_command_on_the_screen_and_in_lines(
    numbers: list[str], outcome: Outcome
) -> None:
    assert pressed(*(key for number in numbers for key in (number, "enter"))) == outcome
    assert asked(*numbers) == outcome


def test_every_entry_of_the_first_page_is_known() -> None:
    assert tuple(item.word for item in items(menu())) == TOP
    assert set(PAGES) == set(TOP) - {"language", "quit"}


@pytest.mark.parametrize(("_numbers", "outcome"), WAYS)
def test_what_the_menu_runs_can_be_typed(_numbers: list[str], outcome: Outcome) -> None:
    if isinstance(outcome, RunCommand):
        parser = build_parser(words_for("en"))
        assert parser.parse_args([*outcome.words, "--lang", "fr"]).command == outcome.words[0]


def test_arrows_and_enter_do_the_same() -> None:
    assert pressed("down", "down", "enter", "down", "enter", "enter") == RunCommand(
        ("solo", "course", "--seats", "2")
    )
    assert pressed("end", "enter") == Quit()
    assert pressed("end", "down", "up", "enter") == Speak("fr")


def test_escape_goes_back_page_by_page_and_then_out() -> None:
    shown = pressed("1", "enter", "1", "enter", "1", "enter")
    assert isinstance(shown, MenuShown)
    assert shown.menu.page is Page.BOTS
    back = pressed(*["1", "enter"] * 3, "escape", "escape", "escape")
    assert isinstance(back, MenuShown)
    assert back.menu.page is Page.TOP
    assert pressed("escape") == Quit()
    assert pressed("1", "c-c") == Quit()


def test_a_name_is_written_from_the_one_there_is() -> None:
    assert pressed("7", "enter", "enter") == CallMe("Zoé")
    assert pressed("7", "enter", "backspace", "o", "l", "a", "enter") == CallMe("Zoola")
    assert asked("7", "  Jean   Luc ") == CallMe("Jean Luc")
    # An empty line leaves it as it is.
    assert asked("7", "", "quitter") == Quit()


def test_without_tables_there_is_nothing_to_go_on_with_and_it_is_said() -> None:
    shown = pressed("5", "enter", known=Known(GAMES))

    assert isinstance(shown, MenuShown)
    assert shown.menu.page is Page.TOP
    rows = [plain(line) for line in draw(shown, Size(80, 24)).lines]
    assert any("There is no such table on this machine yet." in row for row in rows)


def test_a_game_that_is_over_can_be_watched_but_not_gone_on_with() -> None:
    going_on, watching = pressed("5", "enter"), pressed("6", "enter")

    assert isinstance(going_on, MenuShown)
    assert isinstance(watching, MenuShown)
    assert [item.word for item in items(going_on.menu)] == ["ab12"]
    assert [item.word for item in items(watching.menu)] == ["/logs/one", "/logs/two"]
    over = pressed("5", "enter", known=Known(GAMES, TABLES[1:]))
    assert isinstance(over, MenuShown)
    assert over.menu.page is Page.TOP
    assert over.menu.refused


def test_a_wrong_number_is_explained_in_lines_and_the_end_of_them_quits() -> None:
    out = io.StringIO()

    outcome = ask_menu(menu(), io.StringIO("77\nnonsense\n1\nback\n"), out)

    assert outcome == Quit()
    assert out.getvalue().count("There is no such number here.") == 2
    assert "Which game?" in out.getvalue()


@pytest.mark.parametrize("size", [Size(80, 24), Size(40, 12), Size(160, 50)])
@pytest.mark.parametrize("keys", [(), ("1", "enter"), ("6", "enter"), ("7", "enter"), ("end",)])
def test_every_page_fills_the_window_exactly(size: Size, keys: tuple[str, ...]) -> None:
    many = tuple(TableCard(str(one), f"/{one}", f"table {one} ") for one in range(60))
    shown = pressed(*keys, known=Known(GAMES, many, "Zoé"))
    assert isinstance(shown, MenuShown)

    frame = draw(shown, size)

    assert len(frame.lines) == size.rows
    assert {line_width(line) for line in frame.lines} == {size.columns}


def test_a_long_list_scrolls_with_the_selection() -> None:
    many = tuple(TableCard(str(one), f"/{one}", f"table {one}.") for one in range(60))
    shown = pressed("6", "enter", "end", known=Known(GAMES, many))
    assert isinstance(shown, MenuShown)

    rows = [plain(line) for line in draw(shown, Size(80, 24)).lines]

    assert any("▸60. table 59." in row for row in rows)


def test_the_real_application_takes_keys_and_gives_the_terminal_back() -> None:
    with create_pipe_input() as keyboard:
        desk = Desk(Size(80, 24), keyboard, ColorDepth.DEFAULT)
        desk.press("3", "enter", "1", "enter", "down", "enter")

        outcome = show_menu(menu(), desk.terminal)

    assert outcome == RunCommand(("solo", "stonehenge", "--seats", "4"))
    assert desk.paper.written.rindex("\x1b[?1049l") > desk.paper.written.rindex("\x1b[?1049h")


def test_a_closed_terminal_quits_the_menu() -> None:
    with create_pipe_input() as keyboard:
        desk = Desk(Size(80, 24), keyboard, ColorDepth.DEFAULT)
        desk.unplug()

        assert show_menu(menu(), desk.terminal) == Quit()


def test_a_click_moves_and_a_second_one_confirms() -> None:
    with create_pipe_input() as keyboard:
        desk = Desk(Size(80, 24), keyboard, ColorDepth.DEFAULT)
        screen = MenuScreen(menu(), desk.terminal)
        at = Point(10, 6)
        down = MouseEvent(at, MouseEventType.MOUSE_DOWN, MouseButton.LEFT, frozenset())

        screen.mouse_handler(down)
        assert plain(draw(screen._shown, Size(80, 24)).lines[6]).strip().startswith("▸")
        screen.mouse_handler(down)

        row = plain(draw(screen._shown, Size(80, 24)).lines[2])
        assert row.strip() == "Which game?"


def test_settings_are_remembered_and_junk_is_as_good_as_none(tmp_path: Path) -> None:
    places = Places(tmp_path / "data", tmp_path / "config", tmp_path / "cache")
    assert load_settings(places) == Settings()

    save_settings(places, Settings("Zoé", "fr"))

    assert load_settings(places) == Settings("Zoé", "fr")
    for junk in (
        b"",
        b"[]",
        b"{",
        b'{"name": 5}',
        b'{"name": "a\\u0007"}',
        b"x" * 9000,
        b"[" * 4000,
    ):
        (places.config / FILE_NAME).write_bytes(junk)
        assert load_settings(places) == Settings()
