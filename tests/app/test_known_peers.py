"""Whom we have met: a stranger under a known name is noticed."""

from pathlib import Path

from p2pjeux.app.running.known_peers import KnownPeers
from p2pjeux.language import words_for
from p2pjeux.lobby.room import Member
from p2pjeux.log.identity import Identity
from p2pjeux.net.fingerprint import fingerprint_words
from p2pjeux.store.peers import PeerBook
from p2pjeux.ui.lobby import knock_line, present_line
from tests.app.tables import charter_of

ME, BOB, OTHER = (Identity(bytes([number]) * 32) for number in range(1, 4))


def test_whom_we_played_with_we_know_again(tmp_path: Path) -> None:
    known = KnownPeers(PeerBook(tmp_path / "peers.json"), ME.public)
    signed = charter_of("course", [ME, BOB])
    name = signed.charter.seats[1].name
    assert not known.look_at(Member(BOB.public, (name,))).is_known

    known.remember(signed)

    seen = known.look_at(Member(BOB.public, (name,)))
    assert seen.is_known
    assert seen.words == fingerprint_words(BOB.public)


def test_another_key_under_a_known_name_is_said_loudly_and_changes_nothing(tmp_path: Path) -> None:
    book = PeerBook(tmp_path / "peers.json")
    known = KnownPeers(book, ME.public)
    book.remember("Zoé 1", BOB.public)

    seen = known.look_at(Member(OTHER.public, ("Zoé 1",)))
    known.remember(charter_of("course", [ME, OTHER]))

    assert seen.is_changed
    assert "ANOTHER KEY" in present_line(seen, words_for("en"))
    assert "AUTRE CLÉ" in present_line(seen, words_for("fr"))
    assert book.look_up("Zoé 1") == BOB.public


def test_a_name_like_a_known_one_is_said_loudly_and_is_not_remembered(tmp_path: Path) -> None:
    book = PeerBook(tmp_path / "peers.json")
    known = KnownPeers(book, ME.public)
    book.remember("Zoe 1", BOB.public)

    seen = known.look_at(Member(OTHER.public, ("Zoé 1",)))
    known.remember(charter_of("course", [ME, OTHER]))

    assert seen.like == "Zoe 1"
    assert "NOT the “Zoe 1” whom you know" in present_line(seen, words_for("en"))
    assert "n’est PAS" in knock_line(seen, words_for("fr"))
    assert book.all() == {"Zoe 1": BOB.public}


def test_somebody_we_know_may_call_himself_almost_as_before(tmp_path: Path) -> None:
    book = PeerBook(tmp_path / "peers.json")
    book.remember("Zoe", BOB.public)

    seen = KnownPeers(book, ME.public).look_at(Member(BOB.public, ("Zoé",)))

    assert not seen.is_suspect


def test_the_names_of_bots_are_nobody_s(tmp_path: Path) -> None:
    book = PeerBook(tmp_path / "peers.json")
    book.remember("Basile (bot)", BOB.public)
    known = KnownPeers(book, ME.public)

    assert not known.look_at(Member(OTHER.public, ("Zoé", "Basile (bot)"), bots=1)).is_changed
