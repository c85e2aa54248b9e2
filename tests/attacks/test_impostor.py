"""Somebody who claims a seat, a key or a name that is another's."""

import re
from hashlib import sha256
from pathlib import Path

import pytest

from p2pjeux.judge.verdict import Finding
from p2pjeux.log.identity import Identity
from p2pjeux.net.hello import Hello, Papers
from p2pjeux.net.link import shake_hands
from p2pjeux.net.noise import Role
from p2pjeux.store.home import Store
from p2pjeux.table.events import Reached
from tests.app.programs import fresh, say_until, windows
from tests.app.tables import Seat, open_table
from tests.attacks.modified import Outcome, connection, is_cut, judged, play_under
from tests.net.people import draw, papers

OUTCOMES = (
    Outcome(
        "a stranger says in the handshake that he has the key of a seat",
        "there is no link, for he cannot sign with it; the seat keeps its own",
        "nobody: there is no key yet",
        "test_whoever_claims_the_key_of_a_seat_gets_no_link",
    ),
    Outcome(
        "somebody knocks under a name that you know, with a key that you do not",
        "“WARNING: this name had ANOTHER KEY before!”, and he waits at the door",
        "he, by the five words of his key",
        "test_a_known_name_with_another_key_is_shown_with_a_warning",
    ),
    Outcome(
        "somebody knocks under a name that looks like one you know",
        "“WARNING: this is NOT the … whom you know, but a name like it!”",
        "he, by the five words of his key",
        "test_a_name_that_looks_like_a_known_one_is_shown_with_a_warning",
    ),
)


class Pretender(Identity):
    """Says that its key is another's, and signs with its own."""

    def __init__(self, claimed: bytes) -> None:
        super().__init__(sha256(b"pretender").digest())
        self.public = claimed


@pytest.mark.slow
async def test_whoever_claims_the_key_of_a_seat_gets_no_link(tmp_path: Path) -> None:
    cut: list[bool] = []

    async def claim_the_key_of_a_seat(victim: Seat) -> None:
        seat = victim.peer.signed.charter.seats[1].public
        claiming = Papers(Pretender(seat), papers(81).static, Hello(seat, "Zoé 1"))
        async with connection(victim) as stream:
            await shake_hands(stream, Role.INITIATOR, claiming, draw())
            # The caller speaks last in a handshake, and goes on as if it had been believed.
            cut.append(await is_cut(stream))

    async with open_table(tmp_path, "course", 2) as table:
        await play_under(claim_the_key_of_a_seat, table)
        unlinked = [one for one in table[0].told if isinstance(one, Reached)]

    assert cut
    assert all(cut)
    assert unlinked == []
    assert judged(table).finding is Finding.GOOD


def knocking(folder: Path, known: str, claimed: str) -> tuple[str, str]:
    """What a host who knows ``known`` reads when a new key knocks as ``claimed``; and its words."""
    with windows(folder, 2) as (anne, eve):
        words = eve.run("keys").stdout.removeprefix("your key:").partition("(")[0].strip()
        book = Store.find({"P2PJEUX_HOME": str(anne.home)}).peers()
        book.remember(known, papers(5).identity.public)
        opened = anne.start("host", "europax", "--plain", "--table", fresh("porte"))
        link = re.findall(r"p2pjeux://\S+", say_until(opened, "(you)"))[0]
        eve.start("join", link, "--auto", "--name", claimed)
        return say_until(opened, "would like to come in"), words


@pytest.mark.slow
def test_a_known_name_with_another_key_is_shown_with_a_warning(tmp_path: Path) -> None:
    said, words = knocking(tmp_path, "Zoé", "Zoé")

    assert "this name had ANOTHER KEY before" in said
    assert words in said


@pytest.mark.slow
@pytest.mark.parametrize("known, claimed", [("Zoé", "Zoe"), ("Max", "Мах"), ("Rémi", "REMI…")])
def test_a_name_that_looks_like_a_known_one_is_shown_with_a_warning(
    known: str, claimed: str, tmp_path: Path
) -> None:
    said, words = knocking(tmp_path, known, claimed)

    assert f"this is NOT the “{known}” whom you know" in said
    assert words in said
