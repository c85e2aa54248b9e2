"""Games against bots are tables like any other: kept, resumed, verified."""

import json
from pathlib import Path

import pytest

from p2pjeux.app.running import local_table
from p2pjeux.app.running.bot_skill import kept_skill
from p2pjeux.app.running.table_runner import PlayableTable, seating_of
from p2pjeux.games import game_ids, load_game
from p2pjeux.rules.contract import Skill
from p2pjeux.store.home import Store
from tests.app.programs import Window, windows


def verdict_of(window: Window) -> dict[str, object]:
    (log,) = window.logs
    value: dict[str, object] = json.loads(window.run("verify", "--json", str(log)).stdout)
    return value


@pytest.mark.slow
@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_against_bots_leaves_a_log_that_verifies(game_id: str, tmp_path: Path) -> None:
    with windows(tmp_path, 1) as (zoe,):
        done = zoe.run("solo", game_id, "--auto", "--plain")

        assert done.returncode == 0, done.stderr
        verdict = verdict_of(zoe)
        assert verdict["ok"]
        assert verdict["outcome"] is not None


@pytest.mark.slow
def test_a_game_that_was_left_goes_on_where_it_was(tmp_path: Path) -> None:
    with windows(tmp_path, 1) as (zoe,):
        zoe.run("solo", "stonehenge", "--plain", "--name", "Zoé", typed="1\n\n1\n")
        (log,) = zoe.logs
        began = log.read_bytes()

        done = zoe.run("resume", "--plain", typed="1\n\n" * 200)

        assert done.returncode == 0, done.stderr
        assert log.read_bytes().startswith(began)
        assert verdict_of(zoe)["outcome"] is not None
        # And then there is nothing left to go on with.
        assert zoe.run("resume").returncode == 6


@pytest.mark.slow
def test_a_game_that_a_person_plays_to_its_end_ends_the_program(tmp_path: Path) -> None:
    with windows(tmp_path, 1) as (zoe,):
        done = zoe.run("solo", "stonehenge", "--plain", "--name", "Zoé", typed="1\n\n" * 200)

        assert done.returncode == 0, done.stderr
        assert verdict_of(zoe)["outcome"] is not None


@pytest.mark.slow
def test_the_same_seed_plays_the_same_log_again(tmp_path: Path) -> None:
    arguments = ("solo", "course", "--auto", "--plain", "--seed", "7")
    with windows(tmp_path, 2) as (here, there):
        for window in (here, there, here):
            assert window.run(*arguments).returncode == 0

        assert [path.read_bytes() for path in here.logs] == [
            path.read_bytes() for path in there.logs
        ]
        assert len(here.logs) == 1


@pytest.mark.slow
def test_a_game_from_a_seed_that_was_left_goes_on_and_is_not_lost(tmp_path: Path) -> None:
    arguments = ("solo", "stonehenge", "--plain", "--name", "Zoé", "--seed", "7")
    with windows(tmp_path, 1) as (zoe,):
        zoe.run(*arguments, typed="1\n\n1\n")
        (log,) = zoe.logs
        began = log.read_bytes()

        again = zoe.run(*arguments, typed="1\n")
        assert log.read_bytes().startswith(began)
        assert "so far" in again.stdout
        done = zoe.run("resume", "--plain", typed="1\n\n" * 200)

        assert done.returncode == 0, done.stderr
        assert verdict_of(zoe)["outcome"] is not None
        # The same seed begins anew then, and what was played is kept beside it.
        zoe.run(*arguments, typed="1\n")
        assert len(zoe.logs) == 2


def begun(home: Path, skill: Skill) -> PlayableTable:
    wanted = local_table.Wanted("course", {}, ("Zoé", "Ada"), 1, skill=skill)
    playable, _identity = local_table.begin(Store.find({}, home), wanted)
    return playable


@pytest.mark.parametrize("skill", Skill)
def test_bots_play_as_well_as_was_asked_for_also_when_the_game_goes_on(
    skill: Skill, tmp_path: Path
) -> None:
    playable = begun(tmp_path, skill)
    identity = Store.find({}, tmp_path).identity()

    first = seating_of(playable, identity)
    playable.files.close()
    with Store.find({}, tmp_path).open_table(playable.signed.charter) as files:
        again = local_table.go_on(playable.signed, files, auto=False)
        later = seating_of(again, identity)

    assert first.skill is later.skill is skill


def test_a_level_that_nobody_knows_is_the_usual_one(tmp_path: Path) -> None:
    (tmp_path / "level").write_text("unbeatable")

    assert kept_skill(tmp_path) is Skill.USUAL


def test_options_that_do_not_fit_are_refused_before_anything_is_kept(tmp_path: Path) -> None:
    assert any(option.name == "boards" for option in load_game("europax").facts.options)
    with windows(tmp_path, 1) as (zoe,):
        done = zoe.run("solo", "europax", "--seats", "3", "--boards", "2", "--plain")

        assert done.returncode != 0
        assert done.stderr.count("\n") == 1
        assert not zoe.logs


@pytest.mark.slow
def test_a_log_that_rotted_is_told_of_and_the_game_goes_on(tmp_path: Path) -> None:
    with windows(tmp_path, 1) as (zoe,):
        zoe.run("solo", "stonehenge", "--plain", "--name", "Zoé", typed="1\n\n1\n")
        (log,) = zoe.logs
        data = bytearray(log.read_bytes())
        data[len(data) // 2] ^= 1
        log.write_bytes(data)

        done = zoe.run("resume", "--plain", typed="1\n\n" * 200)

        (aside,) = log.parent.glob("damaged-*")
        assert aside.read_bytes() == data
        assert "Files of this table were damaged" in done.stdout
        assert aside.name in done.stdout.replace("\n", "")
        assert done.returncode == 0, done.stderr
        assert log.exists()
