"""Another table under the name of the one that is looked for."""

import json
import re
from pathlib import Path

import pytest

from p2pjeux.store.home import Store
from tests.app.programs import Window, end_of, fresh, say_until, type_in, windows
from tests.attacks.modified import Outcome

OUTCOMES = (
    Outcome(
        "somebody opens another table under the same name, or one that looks the same",
        "both are listed, each with the words of its key and whether you know it; nobody is sent "
        "to one of them",
        "the twin, as an UNKNOWN key",
        "test_of_two_tables_of_one_name_the_known_key_is_said_and_none_is_taken",
    ),
    Outcome(
        "somebody answers at the address in a link, in the place of the table",
        "“somebody else answers”: he learns neither name nor code",
        "nobody",
        "test_whoever_answers_in_the_place_of_the_table_of_a_link_is_left",
    ),
)


def open_table(window: Window, table: str) -> None:
    say_until(window.start("host", "europax", "--plain", "--table", table), "(you)")


@pytest.mark.slow
def test_of_two_tables_of_one_name_the_known_key_is_said_and_none_is_taken(
    tmp_path: Path,
) -> None:
    name = fresh("cabane")
    with windows(tmp_path, 3) as (anne, eve, zoe):
        key = json.loads(anne.run("keys", "--json").stdout)["yours"]
        Store.find({"P2PJEUX_HOME": str(zoe.home)}).peers().remember(
            "Anne", bytes.fromhex(key["key"])
        )
        open_table(anne, name)
        open_table(eve, name.replace("cabane", "Cabané"))

        joins = zoe.start("join", name, "--plain")
        said = say_until(joins, "Type the number of a table")
        listed = zoe.run("tables", "--wait", "4").stdout
        bots = zoe.run("join", name, "--auto")

        for lines in (said, listed):
            assert f"key of Anne, whom you know: {key['words']}" in lines
            assert "UNKNOWN key" in lines
        assert bots.returncode != 0
        assert "several tables match" in bots.stderr


@pytest.mark.slow
def test_whoever_answers_in_the_place_of_the_table_of_a_link_is_left(tmp_path: Path) -> None:
    with windows(tmp_path, 3) as (anne, eve, zoe):
        twin = eve.start("host", "europax", "--plain", "--table", fresh("leurre"))
        there = re.findall(r"p2pjeux://\S+", say_until(twin, "(you)"))[0].rpartition("/")[0]
        key = json.loads(anne.run("keys", "--json").stdout)["yours"]["fingerprint"]

        done = zoe.run("join", f"{there}/{key}", "--auto", "--name", "Zoé")
        type_in(twin, "quit\n")

        assert done.returncode == 1
        assert "somebody else answers" in done.stderr
        assert "Zoé" not in end_of(twin)[1]
