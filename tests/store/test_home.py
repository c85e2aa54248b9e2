"""Where things are, who we are, whom we have met, and what we have played."""

import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from p2pjeux.errors import Refused, StoreFailed
from p2pjeux.store import peers as peer_room
from p2pjeux.store.home import Store
from p2pjeux.store.keys import HEADING, load_identity
from p2pjeux.store.peers import Meeting
from p2pjeux.store.places import find_places
from tests.log.writing import beginning, identity_of
from tests.store.kit import begun, make_store

ANNE, BJORN = identity_of(0).public, identity_of(1).public


def test_a_named_home_holds_everything(tmp_path: Path) -> None:
    places = find_places({"P2PJEUX_HOME": "elsewhere"}, tmp_path)

    assert (places.data, places.config) == (tmp_path / "data", tmp_path / "config")


def test_the_variable_names_the_home(tmp_path: Path) -> None:
    places = find_places({"P2PJEUX_HOME": str(tmp_path)})

    assert (places.data, places.config) == (tmp_path / "data", tmp_path / "config")
    assert find_places({"P2PJEUX_HOME": "~/games"}).data == Path.home() / "games" / "data"


def test_without_either_the_system_decides(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "etc"))

    for environ in ({}, {"P2PJEUX_HOME": ""}):
        places = find_places(environ)
        assert places.data.name == places.config.name == "p2pjeux"
        assert places.data != places.config


def test_nothing_is_made_before_it_is_needed(tmp_path: Path) -> None:
    store = Store.find({}, tmp_path / "home")

    assert store.tables() == ()
    assert not (tmp_path / "home").exists()


def test_an_identity_is_made_once(tmp_path: Path) -> None:
    first = make_store(tmp_path).identity()

    assert make_store(tmp_path).identity().public == first.public
    assert make_store(tmp_path / "other").identity().public != first.public


def test_two_who_begin_at_once_have_one_identity(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    with ThreadPoolExecutor(8) as pool:
        keys = {one.public for one in pool.map(load_identity, [path] * 8)}

    assert len(keys) == 1


@pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX")
def test_the_identity_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    load_identity(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    path.chmod(0o644)
    load_identity(path)

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "data",
    [b"", b"x", HEADING, HEADING + b"zz" * 32, HEADING + b"00" * 31, b"00" * 32, HEADING * 40],
)
def test_a_spoilt_identity_is_told_and_not_replaced(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "identity"
    path.write_bytes(data)

    with pytest.raises(StoreFailed):
        load_identity(path)

    assert path.read_bytes() == data


def test_people_are_new_known_or_changed(tmp_path: Path) -> None:
    book = make_store(tmp_path).peers()

    assert book.meet("Anne", ANNE) is Meeting.NEW
    book.remember("Anne", ANNE)
    assert book.meet("Anne", ANNE) is Meeting.KNOWN
    assert book.meet("Anne", BJORN) is Meeting.CHANGED
    assert book.meet("Björn", ANNE) is Meeting.NEW
    assert book.meet("Anné", BJORN) is Meeting.LOOK_ALIKE
    assert book.like("Anné", BJORN) == "Anne"
    assert book.name_of(ANNE) == "Anne"
    assert book.look_up("Anne") == ANNE


def test_people_are_remembered_by_the_next_program(tmp_path: Path) -> None:
    make_store(tmp_path).peers().remember("Anne", ANNE)
    make_store(tmp_path).peers().remember("Björn", BJORN)
    make_store(tmp_path).peers().remember("Anne", BJORN)

    assert make_store(tmp_path).peers().all() == {"Björn": BJORN, "Anne": BJORN}


def test_people_can_be_forgotten(tmp_path: Path) -> None:
    book = make_store(tmp_path).peers()
    book.remember("Anne", ANNE)
    book.forget("Anne")
    book.forget("Nobody")

    assert book.all() == {}


def test_the_oldest_acquaintances_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer_room, "PEERS_MAX", 3)
    book = make_store(tmp_path).peers()
    for name in ("a", "b", "c", "a", "d"):
        book.remember(name, ANNE)

    assert list(book.all()) == ["c", "a", "d"]


def test_two_who_write_at_once_lose_nobody(tmp_path: Path) -> None:
    book = make_store(tmp_path).peers()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: book.remember(f"peer{number}", ANNE), range(16)))

    assert len(book.all()) == 16


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"version": 2, "peers": {}}',
        '{"version": 1}',
        '{"version": 1, "peers": {"Anne": 5}}',
        '{"version": 1, "peers": {"Anne": "zz"}}',
        '{"version": 1, "peers": {"Anne": "00"}}',
        json.dumps({"version": 1, "peers": {"": ANNE.hex()}}),
    ],
)
def test_a_spoilt_list_of_people_is_told(tmp_path: Path, text: str) -> None:
    book = make_store(tmp_path).peers()
    (tmp_path / "data" / "peers.json").write_text(text)

    with pytest.raises(StoreFailed, match="damaged"):
        book.all()
    with pytest.raises(StoreFailed, match="damaged"):
        book.remember("Anne", ANNE)


def test_tables_are_listed_the_last_played_first(tmp_path: Path) -> None:
    begun(tmp_path).close()
    store = make_store(tmp_path)
    other = beginning(seed=1).signed
    with store.open_table(other.charter) as files:
        files.begin(other)
        os.utime(files.log_path, (1, 1))

    tables = store.tables()

    assert [table.signed for table in tables] == [beginning().signed, other]
    assert all(table.log_path.is_file() for table in tables)


def test_a_table_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    begun(tmp_path).close()
    tables = tmp_path / "data" / "tables"
    (tables / "no-table").mkdir()
    (tables / "broken").mkdir()
    (tables / "broken" / "log.p2pj").write_bytes(b"no log")

    assert len(make_store(tmp_path).tables()) == 1


def test_a_table_is_found_by_its_name_or_the_beginning_of_its_number(tmp_path: Path) -> None:
    begun(tmp_path).close()
    store, signed = make_store(tmp_path), beginning().signed

    assert store.find_table("chez anne").signed == signed
    assert store.find_table(signed.table.hex()[:6]).signed == signed
    with pytest.raises(Refused, match="no table"):
        store.find_table("zz")


def test_two_tables_of_one_name_are_told_apart_by_number(tmp_path: Path) -> None:
    begun(tmp_path).close()
    store, other = make_store(tmp_path), beginning(seed=1).signed
    with store.open_table(other.charter) as files:
        files.begin(other)

    with pytest.raises(Refused, match="several"):
        store.find_table("Chez Anne")
    assert store.find_table(other.table.hex()[:12]).signed == other
