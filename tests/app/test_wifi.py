"""Tables between real programs: real sockets, real multicast DNS, real files, one machine."""

import json
import re
from pathlib import Path

import pytest

from tests.app.programs import end_of, fresh, say_until, type_in, windows
from tests.log.sameness import digest_of


@pytest.mark.slow
def test_three_programs_find_each_other_and_play_to_the_same_log(tmp_path: Path) -> None:
    table = fresh("cabane")
    with windows(tmp_path, 3) as (anne, bob, chloe):
        programs = [
            anne.start("host", "stonehenge", "--auto", "--table", table, "--name", "Anne"),
            bob.start("join", table, "--auto", "--name", "Bob"),
            chloe.start("join", table, "--auto", "--name", "Chloé"),
        ]
        ends = [end_of(program) for program in programs]

        assert [code for code, _ in ends] == [0, 0, 0], ends
        assert len({said.splitlines()[-1] for _, said in ends}) == 1
        (first,), (second,), (third,) = anne.logs, bob.logs, chloe.logs
        assert len({digest_of(log.read_bytes()) for log in (first, second, third)}) == 1
        verdict = json.loads(anne.run("verify", "--json", str(first)).stdout)
        assert verdict["ok"]
        # Whom one has played with one knows again.
        assert "Chloé" in bob.run("keys").stdout


@pytest.mark.slow
def test_a_private_table_lets_in_who_knows_its_code_and_nobody_else(tmp_path: Path) -> None:
    right, almost, other = (tmp_path / name for name in ("right", "almost", "other"))
    right.write_text("Café du Port\n", encoding="utf-8")
    almost.write_text("CAFE-DU-PORT", encoding="utf-8")
    other.write_text("cafe du parc", encoding="utf-8")
    with windows(tmp_path, 3) as (anne, bob, eve):
        opened = anne.start(
            "host", "europax", "--auto", "--table", fresh("secret"), "--code-file", str(right)
        )
        said = say_until(opened, "or with this link")
        address = re.findall(r"join ([0-9.]+:[0-9]+)", said)[0]

        wrong = eve.run("join", address, "--auto", "--name", "Mallory", "--code-file", str(other))
        none = eve.run("join", address, "--auto", "--name", "Mallory")
        joined = bob.start("join", address, "--auto", "--name", "Bob", "--code-file", str(almost))

        assert (wrong.returncode, none.returncode) == (1, 1)
        assert "not the code" in wrong.stderr
        assert "--code-file" in none.stderr
        code, told = end_of(joined)
        assert code == 0, told
        assert "Mallory" not in end_of(opened)[1]


@pytest.mark.slow
def test_strangers_wait_at_the_door_until_they_are_let_in(tmp_path: Path) -> None:
    with windows(tmp_path, 3) as (anne, bob, eve):
        opened = anne.start(
            "host", "europax", "--plain", "--table", fresh("porte"), "--name", "Anne"
        )
        said = say_until(opened, "Anne (you)")
        link = re.findall(r"p2pjeux://\S+", said)[0]
        turned = eve.start("join", link, "--auto", "--name", "Mallory")
        say_until(opened, "Mallory would like to come in")
        type_in(opened, "no\n")
        code, told = end_of(turned)
        assert code == 1
        assert "did not let you in" in told

        joined = bob.start("join", link, "--auto", "--name", "Bob")
        say_until(opened, "Bob would like to come in")
        type_in(opened, "yes\nready\n")
        say_until(opened, "At the table: Anne and Bob.")
        type_in(opened, "quit\n")

        code, told = end_of(opened)
        assert code == 0, told
        assert "You leave the table." in told
        joined.kill()


@pytest.mark.slow
def test_a_link_whose_key_is_not_that_of_the_table_leads_nowhere(tmp_path: Path) -> None:
    with windows(tmp_path, 2) as (anne, bob):
        opened = anne.start("host", "europax", "--auto", "--table", fresh("leurre"))
        link = re.findall(r"p2pjeux://\S+", say_until(opened, "or with this link"))[0]
        other = link[:-1] + ("a" if link[-1] != "a" else "b")

        done = bob.run("join", other, "--auto")

        assert done.returncode == 1
        assert "somebody else answers" in done.stderr


@pytest.mark.slow
def test_a_table_that_is_not_there_is_exit_code_6(tmp_path: Path) -> None:
    with windows(tmp_path, 1) as (anne,):
        nobody = anne.run("join", "127.0.0.1:9", "--auto", "--wait", "2")
        nothing = anne.run("resume")

        assert (nobody.returncode, nothing.returncode) == (6, 6)
        assert nobody.stderr.count("\n") == nothing.stderr.count("\n") == 1


@pytest.mark.slow
def test_several_people_and_bots_share_one_machine(tmp_path: Path) -> None:
    with windows(tmp_path, 1) as (anne,):
        people = ("--name", "Anne", "--name", "Luc", "--bots", "1", "--table", fresh("seuls"))
        opened = anne.start("host", "stonehenge", "--plain", *people)
        said = say_until(opened, "Type ready")
        type_in(opened, "ready\n")
        said += say_until(opened, "At the table")
        type_in(opened, "1\n\n" * 300)

        code, told = end_of(opened)

        assert code == 0, told
        assert "(bot)" in said
        # Nothing of what stood there before can still be seen.
        curtain = told.index("Pass the machine to Luc")
        assert told[:curtain].endswith("\n" * 60)


@pytest.mark.slow
def test_whoever_was_killed_comes_back_and_a_watcher_sees_it_all(tmp_path: Path) -> None:
    table = fresh("retour")
    with windows(tmp_path, 4) as (anne, bob, chloe, witness):
        names = ("--table", table, "--name", "Anne", "--patience", "100")
        opened = anne.start("host", "stonehenge", "--auto", *names)
        said = say_until(opened, "or with this link")
        link = re.findall(r"p2pjeux://\S+", said)[0]
        joined = bob.start("join", link, "--auto", "--name", "Bob")
        killed = chloe.start("join", link, "--auto", "--name", "Chloé")
        watching = witness.start("watch", link, "--auto")
        say_until(killed, "lays 1 card face down")
        killed.kill()

        back = chloe.start("resume", "--auto")

        ends = [end_of(program) for program in (opened, joined, back, watching)]
        assert [code for code, _ in ends] == [0, 0, 0, 0], ends
        logs = [window.logs[0].read_bytes() for window in (anne, bob, chloe, witness)]
        assert len(set(map(digest_of, logs))) == 1


@pytest.mark.slow
def test_a_name_that_nobody_chose_gives_way_to_one_that_is_taken(tmp_path: Path) -> None:
    with windows(tmp_path, 2) as (here, there):
        opened = here.start("host", "europax", "--auto", "--table", fresh("noms"))
        said = say_until(opened, "or with this link")
        address = re.findall(r"join ([0-9.]+:[0-9]+)", said)[0]

        joined = there.start("join", address, "--auto")

        code, told = end_of(joined)
        assert code == 0, told
        assert re.search(r"At the table: (.+) and \1 2\.", told)
        assert end_of(opened)[0] == 0
