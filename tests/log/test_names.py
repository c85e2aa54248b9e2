"""Names: what can stand in one, and which can be mistaken for each other."""

import pytest

from p2pjeux.errors import PeerFault
from p2pjeux.log.names import NAME_MAX, SIGNS, WRITINGS, are_alike, check_distinct, check_name
from tests.log.make_lookalikes import letters

# Fillers, joiners, selectors, blanks and marks: not seen, or seen in the lines above and below.
UNSEEN = (
    "\u2800\u3164\u034f\ufe0f\ufe00\U000e0100\u115f\u1160\uffa0\u17b4\u180b\u180e\u200b\u200d"
    "\u2060\ufeff"
    "\u00ad\u061c\u202a\u202e\u2066\u2069\u0301\u0489\u20dd\u00a0\u2003\u3000\x1b\x9b\n\x7f\U000e0041"
)


@pytest.mark.parametrize("character", UNSEEN, ids=lambda one: f"U+{ord(one):04X}")
@pytest.mark.parametrize("name", ["Zoé{}", "Zo{}é", "{}Zoé", "{}"])
def test_nothing_unseen_stands_in_a_name(name: str, character: str) -> None:
    with pytest.raises(PeerFault):
        check_name(name.format(character), NAME_MAX)


@pytest.mark.parametrize(
    "name",
    [
        "Zoé",
        "Jean-Pierre",
        "D’Artagnan",
        "Łukasz",
        "Đặng",
        "Ελένη",
        "Наталья",
        "Գոհար",
        "თამარ",
        "李小龍",
        "さくら",
        "タロー",
        "佐々木",
        "지우",
        "李 (bot)",
        "R2-D2 ★",
        "7",
    ],
)
def test_a_name_of_any_of_the_writings_is_taken(name: str) -> None:
    assert check_name(name, NAME_MAX) == name


@pytest.mark.parametrize("name", ["Zоé", "Αnne", "Аnne", "Jսlie", "Aかn", "Zo李"])
def test_a_word_of_two_writings_is_refused(name: str) -> None:
    with pytest.raises(PeerFault, match="two writings"):
        check_name(name, NAME_MAX)


@pytest.mark.parametrize(
    "one, other",
    [
        ("Zoé", "Zoe"),
        ("Zoé", "ZOÉ"),
        ("Zoé", "Zo é"),
        ("Zoé", "Zoé!"),
        ("Zoé", "Z0é"),
        ("Zoé", "Zøe"),
        ("Iris", "lris"),
        ("IRIS", "iris"),
        ("Emma", "Ernrna"),
        ("Marie 1", "Marie l"),
        ("coco", "сосо"),
        ("ANNA", "АNNА".replace("N", "Ν")),
        ("Jean-Pierre", "Jean·Pierre"),
        ("Ælfric", "AElfric"),
        ("カロ", "力口"),
    ],
)
def test_names_that_can_be_mistaken_are_alike(one: str, other: str) -> None:
    assert are_alike(one, other)
    with pytest.raises(PeerFault, match="look alike"):
        check_distinct(["Somebody", one, other])


@pytest.mark.parametrize(
    "one, other",
    [("Zoé", "Chloé"), ("Lia", "Ila"), ("Marie 2", "Marie 3"), ("Anna", "Hanna"), ("Léo", "Théo")],
)
def test_names_that_anybody_tells_apart_are_not_alike(one: str, other: str) -> None:
    assert not are_alike(one, other)
    check_distinct([one, other])


def test_no_letter_is_of_two_writings_and_no_sign_is_a_letter() -> None:
    seen = [code for ranges in WRITINGS.values() for first, last in ranges
            for code in range(first, last + 1)]  # fmt: skip

    assert len(seen) == len(set(seen))
    assert not SIGNS & set(letters()) - SIGNS
    assert not SIGNS & set(map(chr, seen))
