"""What was signed in a lobby is found again, and what is damaged is none."""

from dataclasses import replace
from pathlib import Path

import pytest

from p2pjeux.errors import PeerFault
from p2pjeux.log.charter import Charter
from p2pjeux.log.identity import Identity
from p2pjeux.store.home import Store
from p2pjeux.store.lobbies import KeptLobby, LobbyBook
from p2pjeux.store.places import Places
from p2pjeux.store.promises import Promise, decode_promise, drop_promise, keep_promise
from tests.app.tables import charter_of

PEOPLE = [Identity(bytes([number]) * 32) for number in (1, 2)]
SIGNED = charter_of("course", PEOPLE)
LOBBY = KeptLobby(
    "ab" * 32, "course", "cabane", 3, ("Anne", "Luc (bot)"), 27275, level="hard", code="café"
)


def promise_of(charter: Charter) -> Promise:
    return Promise(charter, PEOPLE[0].public, ("10.0.0.1:27275",), "cafe-du-port")


def open_store(home: Path) -> Store:
    return Store(Places(home / "data", home / "config", home / "cache"))


def promise(store: Store, charter: Charter) -> None:
    with store.open_table(charter) as files:
        keep_promise(files.folder, promise_of(charter))


def test_a_promise_is_read_as_it_was_written() -> None:
    assert decode_promise(promise_of(SIGNED.charter).encode()) == promise_of(SIGNED.charter)


def test_whoever_signed_finds_the_charter_and_the_secret_after_a_crash(tmp_path: Path) -> None:
    promise(open_store(tmp_path), SIGNED.charter)

    again = open_store(tmp_path)

    assert [kept.promise for kept in again.promises()] == [promise_of(SIGNED.charter)]
    assert again.has_secret(SIGNED.charter)


def test_a_promise_that_was_kept_or_that_lapsed_is_none(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    promise(store, SIGNED.charter)
    other = replace(SIGNED.charter, nonce=bytes(32))
    promise(store, other)

    with store.open_table(SIGNED.charter) as files:
        files.begin(SIGNED)
    with store.open_table(other) as files:
        drop_promise(files.folder)

    assert store.promises() == ()
    assert store.has_secret(other)


def test_of_one_lobby_what_was_signed_last_counts(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    later = replace(SIGNED.charter, seats=SIGNED.charter.seats[::-1])
    promise(store, SIGNED.charter)
    promise(store, later)

    assert [kept.promise.charter for kept in store.promises()] == [later]


@pytest.mark.parametrize("at", range(0, 400, 20))
def test_a_promise_with_a_flipped_bit_is_none(tmp_path: Path, at: int) -> None:
    data = bytearray(promise_of(SIGNED.charter).encode())
    data[at % len(data)] ^= 1
    with pytest.raises(PeerFault):
        decode_promise(bytes(data))

    store = open_store(tmp_path)
    with store.open_table(SIGNED.charter) as files:
        (files.folder / "promise").write_bytes(bytes(data))
    assert store.promises() == ()


def test_a_lobby_is_found_as_it_was_opened_until_it_is_closed(tmp_path: Path) -> None:
    book = LobbyBook(tmp_path / "lobbies")
    assert book.all() == ()
    book.keep(LOBBY)

    (found,) = book.all()
    assert replace(found, changed=0.0) == LOBBY

    book.drop(LOBBY.nonce)
    assert book.all() == ()


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"names": 3}', "\x00", '{"names": ["a"]}'])
def test_a_file_that_is_no_lobby_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text, encoding="utf-8")

    assert LobbyBook(tmp_path).all() == ()
