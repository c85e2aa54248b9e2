"""``p2pjeux replay`` and ``p2pjeux export`` as a user types them."""

import json
from pathlib import Path

import pytest

from p2pjeux.store.home import Store
from p2pjeux.store.places import find_places
from tests.export.pages import tampered_log
from tests.log.writing import STONEHENGE, Writer, whole_game
from tests.sim.lan import Lan
from tests.test_cli import p2pjeux


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.p2pj"
    path.write_bytes(whole_game(STONEHENGE).data)
    return path


@pytest.mark.slow
def test_plain_replay_goes_step_by_step(log: Path) -> None:
    typed = "\n\nback\n60\neyes Anne\nboard\nround\nrounds\nfirst\nlast\nquit\n"

    done = p2pjeux("replay", str(log), "--plain", typed=typed)

    assert done.returncode == 0
    assert "good:" in done.stdout
    assert "your hand" in done.stdout
    assert "On sale" in done.stdout
    assert "wins" in done.stdout
    assert done.stderr == ""


@pytest.mark.slow
def test_plain_replay_understands_french_and_helps(log: Path) -> None:
    typed = "aide\nsuivant\nretour\nvue personne\ntour 3\nfin\nquatre\nquitter\n"

    done = p2pjeux("replay", str(log), "--lang", "fr", typed=typed)

    assert done.returncode == 0
    assert "quitter (quit)" in done.stdout
    assert "Quelle vue" in done.stdout
    assert "La relecture ne connaît pas ce mot" in done.stdout


@pytest.mark.slow
def test_replay_ends_with_its_input(log: Path) -> None:
    assert p2pjeux("replay", str(log), typed="all\n").returncode == 0


@pytest.mark.slow
def test_replay_through_the_eyes_of_one_seat(log: Path) -> None:
    done = p2pjeux("replay", str(log), "--seat", "björn", typed="60\nq\n")

    assert "your hand" in done.stdout


@pytest.mark.slow
def test_a_seat_that_does_not_exist_is_named(log: Path) -> None:
    done = p2pjeux("replay", str(log), "--seat", "Zorro")

    assert done.returncode == 2
    assert done.stderr.startswith("p2pjeux: this game cannot be seen by “Zorro”; choose one of: ")
    assert "Anne" in done.stderr


@pytest.mark.slow
def test_a_bad_log_is_shown_as_far_as_it_is_good_and_then_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.p2pj"
    path.write_bytes(tampered_log())

    done = p2pjeux("replay", str(path), typed="last\nq\n")

    assert done.returncode == p2pjeux("verify", str(path)).returncode == 3
    assert "draws" in done.stdout
    assert "NOT good (signature): the signature does not hold" in done.stderr
    assert "step 40" in done.stderr


@pytest.mark.slow
def test_what_is_no_log_is_told_in_the_words_of_verify(tmp_path: Path) -> None:
    path = tmp_path / "junk.p2pj"
    path.write_bytes(b"junk")

    done = p2pjeux("replay", str(path))

    assert done.returncode == 3
    assert done.stderr.splitlines() == p2pjeux("verify", str(path)).stdout.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("command", ["replay", "export"])
def test_a_file_that_is_not_there_is_one_line(command: str, tmp_path: Path) -> None:
    done = p2pjeux(command, str(tmp_path / "none.p2pj"))

    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
def test_export_writes_a_transcript_to_the_terminal(log: Path) -> None:
    done = p2pjeux("export", str(log))

    assert done.returncode == 0
    assert done.stdout.startswith("Stonehenge, the auction\n")
    assert "Anne holds" in done.stdout


@pytest.mark.slow
def test_export_writes_values_into_a_file(log: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.json"

    done = p2pjeux("export", str(log), "--format", "json", "-o", str(out))

    assert (done.returncode, done.stdout) == (0, "")
    assert json.loads(out.read_text("utf-8"))["verdict"]["ok"] is True


@pytest.mark.slow
def test_export_writes_a_page_in_the_language_asked_for(log: Path, tmp_path: Path) -> None:
    out = tmp_path / "game.html"

    done = p2pjeux("export", str(log), "--format", "html", "-o", str(out), "--lang", "fr")

    assert done.returncode == 0
    assert '<html lang="fr">' in out.read_text("utf-8")


@pytest.mark.slow
def test_export_says_where_it_cannot_write(log: Path, tmp_path: Path) -> None:
    done = p2pjeux("export", str(log), "-o", str(tmp_path / "no" / "such" / "folder"))

    assert done.returncode == 2
    assert "cannot be written" in done.stderr


@pytest.mark.slow
def test_the_export_of_a_bad_log_is_written_and_its_exit_code_tells(tmp_path: Path) -> None:
    path, out = tmp_path / "bad.p2pj", tmp_path / "bad.txt"
    path.write_bytes(tampered_log())

    done = p2pjeux("export", str(path), "-o", str(out))

    assert done.returncode == 3
    assert "NOT good" in done.stderr
    assert "NOT good" in out.read_text("utf-8")


def keep_table(home: Path) -> Lan:
    """A table of three that was played here for a while, and left."""
    lan = Lan(STONEHENGE, 1)
    for number in range(3):
        lan.start(number)
    mine = lan.peers[1]
    assert lan.run(600, lambda: len(mine.disk.steps) >= 20)
    with Store(find_places({}, home)).open_table(lan.signed.charter) as files:
        files.begin(lan.signed)
        for step in mine.disk.steps:
            files.append(step)
        secret = files.folder / "secret"
    secret.write_bytes(mine.secret)
    return lan


@pytest.mark.slow
def test_a_table_played_here_is_found_by_its_name_and_shows_one_s_own_hand(tmp_path: Path) -> None:
    lan = keep_table(tmp_path)
    name = lan.signed.charter.table_name

    by_name = p2pjeux("replay", name, "--home", str(tmp_path), typed="last\nq\n")
    last = p2pjeux("replay", "--home", str(tmp_path), typed="last\nq\n")

    assert by_name.returncode == 0
    assert "the game is not over" in by_name.stdout
    assert "your hand" in by_name.stdout
    assert last.stdout == by_name.stdout


@pytest.mark.slow
def test_an_export_holds_one_s_own_hand_only_if_that_is_wanted(tmp_path: Path) -> None:
    keep_table(tmp_path)

    public = p2pjeux("export", "--home", str(tmp_path))
    own = p2pjeux("export", "--home", str(tmp_path), "--own")

    assert "holds" not in public.stdout
    assert "holds" in own.stdout


@pytest.mark.slow
def test_without_any_table_one_is_asked_to_name_a_file(tmp_path: Path) -> None:
    done = p2pjeux("replay", "--home", str(tmp_path))

    assert done.returncode == 2
    assert "no table has been played here yet" in done.stderr


@pytest.mark.slow
def test_an_unfinished_game_can_be_replayed_by_anybody(tmp_path: Path) -> None:
    path = tmp_path / "begun.p2pj"
    path.write_bytes(Writer(STONEHENGE).run(lambda one: len(one.steps) == 25).data)

    done = p2pjeux("replay", str(path), typed="last\nq\n")

    assert done.returncode == 0
    assert "the game is not over" in done.stdout
