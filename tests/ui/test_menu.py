"""The menu: every way through it ends as a command, a setting, or out."""

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import trio
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
    Arranged,
    CallMe,
    GameCard,
    Known,
    LiveTable,
    Menu,
    OptionCard,
    Outcome,
    Page,
    Quit,
    RunCommand,
    Speak,
    TableCard,
    items,
)
from p2pjeux.ui.lines.keyboard import Keyboard
from p2pjeux.ui.lines.menu import PlainMenu
from p2pjeux.ui.lines.table import Lines
from p2pjeux.ui.screen.menu import MenuScreen, MenuShown, draw, hear, is_moved, press
from p2pjeux.ui.screen.screen_host import ScreenHost, run_session
from tests.ui.terminal import Desk

Live = tuple[LiveTable, ...]
ROUNDS = OptionCard("rounds", "rounds of the race", ("200", "100"), ("200", "100"))
GAMES = (
    GameCard("stonehenge", "Stonehenge, the auction", 3, 5, "an hour", "stones"),
    GameCard("course", "Race", 2, 6, "", "visas", (ROUNDS,)),
)
TABLES = (
    TableCard("ab12", "/logs/one", "Stonehenge · attic"),
    TableCard("cd34", "/logs/two", "Race · cellar", is_over=True),
)
KNOWN = Known(GAMES, TABLES, "Zoé")
TOP = ("host", "solo", "learn", "resume", "replay", "join", "name", "language", "quit")
MINE = LiveTable("mine", "resume", "attic", ("resume", "ab12"))
ANNE = LiveTable("anne", "sit down at “Anne”", "Race", ("join", "Anne"))
BJORN = LiveTable("björn", "look on at “Björn”", "Race", ("watch", "Björn"))


def menu(known: Known = KNOWN, language: str = "en") -> Menu:
    return Menu(words_for(language), known, is_looking=True)


def go(shown: MenuShown, *keys: str) -> MenuShown | Outcome:
    now: MenuShown | Outcome = shown
    for key in keys:
        assert isinstance(now, MenuShown)
        now = press(now, key)
    return now


def pressed(*keys: str, known: Known = KNOWN) -> MenuShown | Outcome:
    return go(MenuShown(menu(known)), *keys)


def asked(
    *lines: str, known: Known = KNOWN, out: io.StringIO | None = None, live: Live = ()
) -> Outcome:
    async def watch(tell: Callable[[Live], None]) -> None:
        tell(live)

    source = io.StringIO("".join(f"{line}\n" for line in lines))
    told = Lines(out or io.StringIO(), words_for("en"))
    return trio.run(PlainMenu(menu(known), Keyboard(source), told).run, watch)


HOST = ("host", "stonehenge", "--seats", "4", "--bots")
WAYS: list[tuple[list[str], Outcome]] = [
    (["1", "1", "4", "1"], RunCommand((*HOST, "0"))),
    # Digits choose the number that they show, not the place where it stands.
    (["1", "1", "4", "2", "2", "1"], RunCommand((*HOST, "2"))),
    (["1", "1", "4", "3", "2", "1"], RunCommand((*HOST, "0", "--code"))),
    (
        ["1", "2", "6", "3", "3", "4", "100", "1"],
        RunCommand(("host", "course", "--seats", "6", "--bots", "0", "--open", "--rounds", "100")),
    ),
    (["2", "2", "2"], RunCommand(("solo", "course", "--seats", "2"))),
    (["3", "2"], RunCommand(("learn", "course"))),
    (["4", "1"], RunCommand(("resume", "ab12"))),
    (["5", "2"], RunCommand(("replay", "/logs/two"))),
    (["8"], Speak("fr")),
    (["9"], Quit()),
]


@pytest.mark.parametrize(("numbers", "outcome"), WAYS)
def test_numbers_lead_to_a_command_on_the_screen_and_in_lines(
    numbers: list[str], outcome: Outcome
) -> None:
    assert pressed(*(key for number in numbers for key in (*number, "enter"))) == outcome
    assert asked(*numbers) == outcome


def test_every_entry_of_the_first_page_is_known() -> None:
    assert tuple(item.word for item in items(menu())) == TOP
    assert set(PAGES) == set(TOP) - {"language", "quit"}


@pytest.mark.parametrize(("_numbers", "outcome"), WAYS)
def test_what_the_menu_runs_can_be_typed(_numbers: list[str], outcome: Outcome) -> None:
    if isinstance(outcome, RunCommand):
        parser = build_parser(words_for("en"), ("stonehenge", "course"))
        assert parser.parse_args([*outcome.words, "--lang", "fr"]).command == outcome.words[0]


def test_arrows_and_enter_do_the_same() -> None:
    assert pressed("down", "enter", "down", "enter", "enter") == RunCommand(
        ("solo", "course", "--seats", "2")
    )
    assert pressed("end", "enter") == Quit()
    assert pressed("end", "down", "up", "enter") == Speak("fr")


def test_a_table_of_four_is_open_after_six_keys() -> None:
    keys = ("enter", "1", "enter", "4", "enter", "enter")

    assert pressed(*keys) == RunCommand((*HOST, "0"))


def test_escape_goes_back_page_by_page_and_then_out() -> None:
    now: MenuShown | Outcome = pressed("1", "enter", "1", "enter", "3", "enter", "2", "enter")
    pages = []
    while isinstance(now, MenuShown):
        pages.append(now.menu.page)
        now = press(now, "escape")
    assert pages == [Page.BOTS, Page.SETTLE, Page.SEATS, Page.GAME, Page.TOP]
    assert now == Quit()
    assert pressed("1", "c-c") == Quit()


def test_what_was_settled_for_one_game_is_not_settled_for_another() -> None:
    shown = pressed("1", "enter", "1", "enter", "4", "enter", "2", "enter", "3", "enter")
    assert isinstance(shown, MenuShown)
    assert shown.menu.settled == Arranged(bots=3)

    other = go(shown, "escape", "3", "enter", "enter")

    assert other == RunCommand(("host", "stonehenge", "--seats", "3", "--bots", "0"))


def test_whoever_has_pressed_nothing_sits_down_with_one_key_as_soon_as_a_table_appears() -> None:
    shown = hear(MenuShown(menu()), (ANNE,))

    assert press(shown, "enter") == RunCommand(("join", "Anne"))


def test_ones_own_table_comes_first() -> None:
    shown = hear(hear(MenuShown(menu()), (MINE,)), (MINE, ANNE))

    assert press(shown, "enter") == RunCommand(("resume", "ab12"))
    assert go(shown, "down", "enter") == RunCommand(("join", "Anne"))


def test_tables_that_come_and_go_never_move_what_is_selected_nor_change_its_number() -> None:
    shown = go(hear(MenuShown(menu()), (ANNE, BJORN)), "end")
    assert isinstance(shown, MenuShown)
    number = items(shown.menu)[shown.at].number

    shown = hear(shown, (BJORN, MINE))

    assert items(shown.menu)[shown.at].word == "björn"
    assert items(shown.menu)[shown.at].number == number
    assert press(shown, "enter") == RunCommand(("watch", "Björn"))


def test_a_table_that_appears_while_somebody_chooses_moves_nothing() -> None:
    shown = pressed("down")
    assert isinstance(shown, MenuShown)

    shown = hear(shown, (ANNE,))

    assert items(shown.menu)[shown.at].word == "solo"
    inside = pressed("1", "enter", "down")
    assert isinstance(inside, MenuShown)
    assert hear(inside, (ANNE,)).at == inside.at


def test_enter_pressed_as_a_table_appears_was_meant_for_what_stood_there_before() -> None:
    now = 0.0
    with create_pipe_input() as keyboard:
        desk = Desk(Size(80, 24), keyboard, ColorDepth.DEFAULT)
        screen = MenuScreen(menu(), desk.terminal, clock=lambda: now)
        screen.hear((ANNE,))

        screen.strike("enter")
        pages = [screen._shown.menu.page]
        now = 1.0
        screen.strike("1")
        screen.strike("enter")
        pages.append(screen._shown.menu.page)

    assert pages == [Page.TOP, Page.GAME]


def test_enter_means_a_table_whatever_it_says_of_its_free_seats_meanwhile() -> None:
    fewer = replace(ANNE, note="Race, 1 free seat")
    with create_pipe_input() as keyboard:
        now = 0.0
        desk = Desk(Size(80, 24), keyboard, ColorDepth.DEFAULT)
        screen = MenuScreen(menu(), desk.terminal, clock=lambda: now)
        screen.hear((ANNE,))
        now = 1.0
        screen.hear((fewer,))

        assert not is_moved(screen._shown, hear(screen._shown, (ANNE,)))
        assert screen._moved == 0.0


def test_lines_tell_a_table_when_it_appears_and_take_its_number() -> None:
    out = io.StringIO()

    assert asked("10", out=out, live=(ANNE,)) == RunCommand(("join", "Anne"))
    assert out.getvalue().count("10. sit down at “Anne”") >= 1


def test_the_first_page_says_that_it_waits_for_tables() -> None:
    alone, with_one = MenuShown(menu()), hear(MenuShown(menu()), (ANNE,))

    for shown, said in ((alone, "No table on this network yet"), (with_one, "Other tables")):
        rows = [plain(drawn) for drawn in draw(shown, Size(80, 24)).lines]
        assert any(said in row for row in rows)


def test_a_link_is_written_and_gone_to() -> None:
    link = "p2pjeux://10.0.0.1:4000/abcdefgh"

    assert pressed("6", "enter", *link, "enter") == RunCommand(("join", link))
    assert asked("6", link) == RunCommand(("join", link))
    assert asked("6", "", "quit") == Quit()


def test_a_name_is_written_from_the_one_there_is() -> None:
    assert pressed("7", "enter", "enter") == CallMe("Zoé")
    assert pressed("7", "enter", "backspace", "o", "l", "a", "enter") == CallMe("Zoola")
    assert asked("7", "  Jean   Luc ") == CallMe("Jean Luc")
    # An empty line leaves it as it is.
    assert asked("7", "", "quitter") == Quit()


def test_without_tables_there_is_nothing_to_go_on_with_and_it_is_said() -> None:
    shown = pressed("4", "enter", known=Known(GAMES))

    assert isinstance(shown, MenuShown)
    assert shown.menu.page is Page.TOP
    rows = [plain(line) for line in draw(shown, Size(80, 24)).lines]
    assert any("There is no such table on this machine yet." in row for row in rows)


def test_a_game_that_is_over_can_be_watched_but_not_gone_on_with() -> None:
    going_on, watching = pressed("4", "enter"), pressed("5", "enter")

    assert isinstance(going_on, MenuShown)
    assert isinstance(watching, MenuShown)
    assert [item.word for item in items(going_on.menu)] == ["ab12"]
    assert [item.word for item in items(watching.menu)] == ["/logs/one", "/logs/two"]
    over = pressed("4", "enter", known=Known(GAMES, TABLES[1:]))
    assert isinstance(over, MenuShown)
    assert over.menu.page is Page.TOP
    assert over.menu.refused


def test_a_wrong_number_is_explained_in_lines_and_the_end_of_them_quits() -> None:
    out = io.StringIO()

    outcome = asked("77", "nonsense", "1", "back", out=out)

    assert outcome == Quit()
    assert out.getvalue().count("There is no such number here.") == 2
    assert "Which game?" in out.getvalue()


@pytest.mark.parametrize("size", [Size(80, 24), Size(40, 12), Size(160, 50)])
@pytest.mark.parametrize("keys", [(), ("1", "enter"), ("5", "enter"), ("7", "enter"), ("end",)])
def test_every_page_fills_the_window_exactly(size: Size, keys: tuple[str, ...]) -> None:
    many = tuple(TableCard(str(one), f"/{one}", f"table {one} ") for one in range(60))
    shown = pressed(*keys, known=Known(GAMES, many, "Zoé"))
    assert isinstance(shown, MenuShown)

    frame = draw(shown, size)

    assert len(frame.lines) == size.rows
    assert {line_width(line) for line in frame.lines} == {size.columns}


def test_a_long_label_leaves_room_for_what_the_others_say() -> None:
    rounds = OptionCard(
        "rounds", "the race stops after so many rounds if nobody is home", ("9", "8"), ("9", "8")
    )
    race = GameCard("course", "The race around the world", 2, 6, "", "visas", (rounds,))
    shown = pressed("1", "enter", "1", "enter", "4", "enter", known=Known((race,), TABLES, "Zoé"))
    assert isinstance(shown, MenuShown)

    rows = [plain(line) for line in draw(shown, Size(80, 24)).lines]

    assert any("The race around the world, 4 seats" in row for row in rows)
    assert any("whoever knocks, and is let in by you" in row for row in rows)


def test_a_long_list_scrolls_with_the_selection() -> None:
    many = tuple(TableCard(str(one), f"/{one}", f"table {one}.") for one in range(60))
    shown = pressed("5", "enter", "end", known=Known(GAMES, many))
    assert isinstance(shown, MenuShown)

    rows = [plain(line) for line in draw(shown, Size(80, 24)).lines]

    assert any("▸60. table 59." in row for row in rows)


def shown_on(desk: Desk) -> Outcome:
    async def beside() -> None:
        await trio.sleep_forever()

    async def main(stage: ScreenHost) -> Outcome:
        return await stage.ask(MenuScreen(menu(), desk.terminal), beside)

    gone: Outcome = Quit()
    return run_session(main, gone)


def test_the_real_application_takes_keys_and_gives_the_terminal_back() -> None:
    with create_pipe_input() as keyboard:
        desk = Desk(Size(80, 24), keyboard, ColorDepth.DEFAULT)
        desk.press("2", "enter", "1", "enter", "down", "enter")

        outcome = shown_on(desk)

    assert outcome == RunCommand(("solo", "stonehenge", "--seats", "4"))
    assert desk.paper.written.rindex("\x1b[?1049l") > desk.paper.written.rindex("\x1b[?1049h")


def test_a_closed_terminal_ends_the_menu() -> None:
    with create_pipe_input() as keyboard:
        desk = Desk(Size(80, 24), keyboard, ColorDepth.DEFAULT)
        desk.unplug()

        with pytest.raises(EOFError):
            shown_on(desk)


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
