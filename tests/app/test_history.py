"""The games that were played here: numbers that stay, results that are found out once."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from p2pjeux.app.running.past import company_of, evening_of, find_log, told_games
from p2pjeux.errors import UsageError
from p2pjeux.store.history import RESULT_FILE, load_result, past_games
from p2pjeux.store.home import Store
from p2pjeux.store.places import find_places
from p2pjeux.store.table import TableFiles
from p2pjeux.ui.wording.past_games import PlayedGame, SatDown, Tally, tallies
from tests.log.writing import OSTRAKON, Written, beginning, secret_of, whole_game
from tests.test_cli import p2pjeux


def keep(store: Store, game: Written) -> Path:
    """A game as a peer that played it has it."""
    with store.open_table(game.signed.charter, secret_of(0)) as files:
        files.begin(game.signed)
        for step in game.steps:
            files.append(step)
        if len(game.steps) == len(whole_game(OSTRAKON).steps):
            files.end()
        return path_of(files)


def path_of(files: TableFiles) -> Path:
    return files.log_path


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(find_places({}, tmp_path))


def begun_at(path: Path, seconds: int) -> None:
    os.utime(path.with_name("secret"), (seconds, seconds))


@pytest.mark.slow
def test_numbers_follow_the_order_of_beginning_and_stay(store: Store) -> None:
    first = keep(store, beginning(OSTRAKON, 1))
    begun_at(first, 1000)
    second = keep(store, beginning(OSTRAKON, 2))
    begun_at(second, 2000)
    third = keep(store, beginning(OSTRAKON, 3))
    begun_at(third, 3000)
    # Going on with the first one makes it the last one written, but not another number.
    first.touch()

    assert [game.kept.log_path for game in past_games(store)] == [first, second, third]
    assert find_log("2", store) == second
    assert find_log(None, store) == first


def test_of_tables_of_one_name_the_last_begun_is_meant(store: Store) -> None:
    begun_at(keep(store, beginning(OSTRAKON, 1)), 1000)
    newer = keep(store, beginning(OSTRAKON, 2))
    begun_at(newer, 2000)

    assert find_log("chez anne", store) == newer


def test_a_file_goes_before_a_number(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(store, beginning(OSTRAKON, 1))
    monkeypatch.chdir(tmp_path)
    Path("1").write_bytes(b"")

    assert find_log("1", store) == Path("1")


@pytest.mark.parametrize("named", ["7", "0", "Chez Zorro", "-1", "٢"])
def test_what_names_nothing_is_said_to(store: Store, named: str) -> None:
    keep(store, beginning(OSTRAKON, 1))

    with pytest.raises(UsageError):
        find_log(named, store)


@pytest.mark.slow
def test_a_result_is_found_out_once_and_kept(store: Store) -> None:
    path = keep(store, whole_game(OSTRAKON))
    assert past_games(store)[0].result is None

    (game,) = told_games(store)

    assert game.is_over
    assert game.good
    kept = load_result(past_games(store)[0].kept)
    assert kept is not None
    assert (kept.scores, kept.winners) == (game.scores, game.winners)
    # What is noted is believed: nothing is judged a second time.
    path.with_name(RESULT_FILE).write_text('{"scores":[9,9,9,9,9],"winners":[0],"good":true}')
    assert told_games(store)[0].scores == (9,) * 5


@pytest.mark.parametrize(
    "damage",
    ["", "[]", "{}", '{"scores":[1],"winners":[0]}', '{"scores":[1,1,1,1,1],"winners":[5]}'],
)
def test_a_damaged_result_is_none(store: Store, damage: str) -> None:
    path = keep(store, beginning(OSTRAKON, 1))
    path.with_name("over").touch()
    path.with_name(RESULT_FILE).write_text(damage)

    assert past_games(store)[0].result is None


def test_people_are_told_apart_by_key_and_bots_are_no_people() -> None:
    anne, other_anne = SatDown("Anne", b"a"), SatDown("Anne", b"b")
    bot = SatDown("Ada (bot)", b"a")
    games = [
        PlayedGame(1, "", "x", "t", (anne, bot), (3, 5), (1,)),
        PlayedGame(2, "", "x", "t", (anne, other_anne), (3, 2), (0,)),
        PlayedGame(3, "", "x", "t", (anne, other_anne)),
    ]

    assert tallies(games, " (bot)") == (Tally("Anne", 2, 1), Tally("Anne", 1, 0))


@pytest.mark.slow
def test_the_history_is_listed_and_its_numbers_are_taken(store: Store, tmp_path: Path) -> None:
    keep(store, whole_game(OSTRAKON))

    listed = p2pjeux("history", "--home", str(tmp_path))
    valued = p2pjeux("history", "--json", "--home", str(tmp_path))
    verified = p2pjeux("verify", "1", "--home", str(tmp_path), "--lang", "fr")

    assert "Chez Anne" in listed.stdout
    assert "games won" in listed.stdout or "game won" in listed.stdout
    (value,) = json.loads(valued.stdout)
    assert value["number"] == 1
    assert value["over"] is True
    assert len(value["people"]) == 5
    assert all(len(bytes.fromhex(one["key"])) == 32 for one in value["people"])
    assert verified.returncode == 0
    assert "Aucune triche constatée." in verified.stdout


def test_the_company_of_an_evening_are_those_of_tables_played_since_it_began(store: Store) -> None:
    path = keep(store, beginning(OSTRAKON, 1))
    played = path.stat().st_mtime
    keys = {one.public for one in beginning(OSTRAKON, 1).signed.charter.seats}

    assert company_of(store, played + 3600) == keys
    assert company_of(store, played + 13 * 3600) == frozenset()


@pytest.mark.slow
def test_an_evening_is_what_the_same_people_have_finished(store: Store) -> None:
    first = keep(store, whole_game(OSTRAKON))
    charter = whole_game(OSTRAKON).signed.charter
    begun = first.with_name("secret").stat().st_mtime
    others = replace(charter, seats=charter.seats[1:])

    assert evening_of(store, charter, begun + 60) == ()
    told_games(store)

    assert [game.log for game in evening_of(store, charter, begun + 60)] == [str(first)]
    assert evening_of(store, charter, begun + 13 * 3600) == ()
    assert evening_of(store, others, begun + 60) == ()
