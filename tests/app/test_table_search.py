"""What is in sight, and whether one can play there."""

from pathlib import Path

import pytest

from p2pjeux.app.running.table_search import (
    called,
    check_rules,
    in_sight,
    known_keys,
    read_target,
    sight_line,
    whose,
)
from p2pjeux.errors import OtherVersion, Refused
from p2pjeux.games import fingerprint as rules_fingerprint
from p2pjeux.language import words_for
from p2pjeux.net.addresses import Address
from p2pjeux.net.announcement import Announcement, OpenTable
from p2pjeux.net.discovery import Found
from p2pjeux.net.fingerprint import fingerprint, fingerprint_words
from p2pjeux.store.peers import PeerBook

OURS, THEIRS, OTHERS = (fingerprint(bytes([number]) * 32) for number in range(3))
RULES = rules_fingerprint("course").hex()[:16]


def found(
    name: str, key: str, free: int = 1, rules: str = RULES, number: int = 1, table: str = ""
) -> Found:
    details = OpenTable("course", 3, free, rules, table)
    announcement = Announcement(name, key, details)
    return Found(f"{name} {number}", announcement, (Address(f"10.0.0.{number}", 4000),))


def test_our_own_table_is_not_offered_to_us() -> None:
    sights = in_sight([found("a", OURS), found("b", THEIRS)], OURS)

    assert [sight.announcement.table for sight in sights] == ["b"]


def test_a_table_that_several_announce_while_it_is_played_is_one() -> None:
    played = [
        found("a", key, free=0, number=at, table="0" * 16)
        for at, key in enumerate((THEIRS, OTHERS), 1)
    ]

    assert len(in_sight(played)) == 1


def test_two_tables_of_one_name_that_are_played_are_two() -> None:
    played = [
        found("a", key, free=0, number=at, table=f"{at}" * 16)
        for at, key in enumerate((THEIRS, OTHERS), 1)
    ]

    assert len(in_sight(played)) == 2


def test_two_open_tables_of_one_name_are_two() -> None:
    assert len(in_sight([found("a", THEIRS), found("a", OTHERS, number=2)])) == 2


@pytest.mark.parametrize(
    "announcement",
    [
        Announcement("a", version=99),
        Announcement("a", THEIRS, OpenTable("course", 3, 1, "0" * 16)),
        Announcement("a", THEIRS, OpenTable("nosuch", 3, 1, RULES)),
    ],
    ids=["protocol", "rules", "game"],
)
def test_other_versions_are_told_before_anybody_calls(announcement: Announcement) -> None:
    with pytest.raises(OtherVersion):
        check_rules(announcement)


def test_the_same_rules_are_no_hindrance() -> None:
    check_rules(found("a", THEIRS).announcement)


@pytest.mark.parametrize("asked", ["cabane", "café: le retour", "::", "a:b:c"])
def test_what_is_no_address_is_the_name_of_a_table(asked: str) -> None:
    assert read_target(asked) is None


def test_addresses_and_links_lead_to_a_table() -> None:
    link = f"p2pjeux://10.0.0.1:4000/{THEIRS}/code"
    target = read_target(link)

    assert target is not None
    assert (target.addresses, target.fingerprint) == ((Address("10.0.0.1", 4000),), THEIRS)
    assert target.private
    assert read_target("[fe80::1]:4000") is not None
    with pytest.raises(Refused):
        read_target("p2pjeux://nonsense")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_kind_of_table_has_a_line(language: str) -> None:
    words = words_for(language)
    kinds = [
        found("a", THEIRS),
        found("a", THEIRS, free=0),
        found("a", THEIRS, free=0, table="0" * 16),
        Found("b", Announcement("a", THEIRS), (Address("10.0.0.1", 1),)),
        Found("c", Announcement("a", version=99), (Address("10.0.0.1", 1),)),
    ]
    lines = [sight_line(in_sight([one])[0], words) for one in kinds]

    assert len(set(lines)) == 5
    assert all(line.startswith("a") for line in lines)


def test_of_two_tables_of_one_name_it_is_said_whose_key_is_known(tmp_path: Path) -> None:
    book = PeerBook(tmp_path / "peers.json")
    book.remember("Anne", bytes([1]) * 32)
    ours = in_sight(
        [found("cabane", THEIRS), found("cabané", OTHERS, number=2), found("b", OTHERS)]
    )
    known = known_keys(book)

    said = {one.announcement.key: whose(one, ours[:3], known, words_for("en")) for one in ours[1:]}

    assert "key of Anne, whom you know: " in said[THEIRS]
    assert fingerprint_words(bytes([1]) * 32) in said[THEIRS]
    assert said[OTHERS] == f" · UNKNOWN key {OTHERS}"
    assert whose(ours[0], ours, known, words_for("en")) == ""


def test_a_name_like_the_one_that_was_typed_can_be_meant() -> None:
    sights = in_sight([found("Chez Zoé", THEIRS), found("Chez Zοе", OTHERS, number=2)])

    assert len(called("chez zoe", sights)) == 2
    assert called("chez zo", sights) == []
