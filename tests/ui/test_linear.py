"""Plain lines are heard, not seen: sentences, only what changed, and any code page."""

import io
import re

import pytest

from p2pjeux.cli.console import open_console
from p2pjeux.games import game_ids, load_game
from p2pjeux.language import words_for
from p2pjeux.sitting.solo import SoloTable
from p2pjeux.table.events import Asked, Happened
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lines.position import Spoken
from p2pjeux.ui.lines.table import run_plain
from tests.ui.by_ear import Taste, collectors_taste, no_taste, play_by_ear
from tests.ui.tables import NAMES
from tests.ui.test_lines import Typist

POINTS = re.compile(r"^Camille: (\d+) points?, with", re.MULTILINE)
GAMES = pytest.mark.parametrize("game_id", game_ids())
DRAWN = frozenset("░▒▓█▀▄▮●○◌◍│─┌┐└┘├┤┬┴┼╱╲▸★☆⌂◧◨◆▫☀☾❦")


def played(game_id: str, language: str, out: io.TextIOBase, *lines: str) -> Ending:
    seats = max(3, load_game(game_id).facts.seats_least)
    table = SoloTable(load_game(game_id), seats, {}, b"lines", 0)
    words = words_for(language, game_id, NAMES[:seats])
    return run_plain(table, words, Typist(*lines), out)  # type: ignore[arg-type]


@pytest.mark.slow
@GAMES
def test_no_drawing_is_in_a_whole_game_heard(game_id: str) -> None:
    out = io.StringIO()

    typed = ("1", "1 2", "x", "/hand", "2") if game_id != "ostrakon" else ("1",)
    ending = played(game_id, "en", out, *typed) if game_id != "course" else _some(out)

    assert ending in (Ending.OVER, Ending.LEFT)
    assert not DRAWN & set(out.getvalue())


def _some(out: io.StringIO) -> Ending:
    """A race takes long where one types at random: its beginning."""
    table = SoloTable(load_game("course"), 3, {}, b"lines", 0)
    words = words_for("en", "course", NAMES[:3])
    return run_plain(table, words, io.StringIO("1\n" * 30 + "?\nprices\nwho\n"), out)


@pytest.mark.parametrize(
    ("typed", "heard"),
    [
        ("?", ("Your hand:", "On sale:", "0 of 20 points")),
        ("tout", ("Your hand:", "On sale:", "0 of 20 points")),
        ("hand", ("Your hand:",)),
        ("main", ("Your hand:",)),
        ("who", ("0 of 20 points",)),
        ("plateau", ("On sale:",)),
    ],
)
def test_the_position_or_a_part_of_it_is_told_when_asked_for(
    typed: str, heard: tuple[str, ...]
) -> None:
    table = SoloTable(load_game("stonehenge"), 3, {}, b"lines", 0)
    out = io.StringIO()

    run_plain(table, words_for("en", "stonehenge", NAMES[:3]), io.StringIO(typed + "\n"), out)

    for part in heard:
        assert out.getvalue().count(part) >= 2
    if typed == "hand":
        assert out.getvalue().count("On sale:") == 1


@GAMES
def test_what_was_heard_is_not_told_again(game_id: str) -> None:
    seats = max(3, load_game(game_id).facts.seats_least)
    table = SoloTable(load_game(game_id), seats, {}, b"lines", 0)
    spoken = Spoken(table.game, words_for("en", game_id, NAMES[:seats]))
    views = [event.view for event in table.run() if isinstance(event, Happened | Asked)]

    first = spoken.news(views[-1])

    assert first
    assert spoken.news(views[-1]) == []
    assert set(spoken.about(views[-1], None)) >= set(first)
    spoken.forget()
    assert spoken.news(views[-1]) == first


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "ascii"])
def test_an_old_code_page_loses_nothing(game_id: str, language: str, encoding: str) -> None:
    """No sign becomes a question mark, and cards of different suits stay different."""
    open_console()
    kept = io.BytesIO()
    out = io.TextIOWrapper(kept, encoding=encoding, errors="p2pjeux.lookalike")
    modern = io.StringIO()
    for target in (out, modern):
        seats = max(3, load_game(game_id).facts.seats_least)
        table = SoloTable(load_game(game_id), seats, {}, b"lines", 0)
        words = words_for(language, game_id, NAMES[:seats])
        run_plain(table, words, io.StringIO("1\n" * 12 + "?\nprices\nsince\n"), target)
    out.flush()
    old = kept.getvalue().decode(encoding)

    assert old.count("?") == modern.getvalue().count("?")
    assert len(set(old.splitlines())) == len(set(modern.getvalue().splitlines()))


@pytest.mark.slow
@GAMES
def test_a_whole_game_is_played_by_whoever_only_hears_it(game_id: str) -> None:
    ending, heard = play_by_ear(game_id, 1)

    assert ending is Ending.OVER
    assert not DRAWN & set(heard)


@pytest.mark.slow
def test_what_is_heard_is_enough_to_play_well() -> None:
    """Choosing by the sentences brings more points than picking any number."""

    def points(taste: Taste) -> int:
        told = (play_by_ear("pantheon", seed, taste)[1] for seed in range(4))
        return sum(int(POINTS.findall(one)[-1]) for one in told)

    assert points(collectors_taste) > points(no_taste)
