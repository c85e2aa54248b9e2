"""The known answers under protocol/vectors are what the program gives, byte for byte."""

import json
from typing import Any

import pytest

from p2pjeux.errors import PeerFault
from p2pjeux.fair import deck, group, proofs, shuffle, shuffle_check
from p2pjeux.fair.group import Point
from p2pjeux.fair.transcript import Context, Scope
from tests.fair.make_vectors import FOLDER, MAKERS, text_of


def load(name: str) -> Any:
    return json.loads((FOLDER / name).read_text())


@pytest.mark.parametrize("name", MAKERS)
def test_the_vectors_are_made_again_alike(name: str) -> None:
    assert (FOLDER / name).read_text() == text_of(MAKERS, name)


def test_the_refused_forms_are_refused() -> None:
    vectors = load("fair-group.json")
    for data in vectors["refused_points"].values():
        with pytest.raises(PeerFault):
            group.decode_point(bytes.fromhex(data))
    for data in vectors["refused_scalars"].values():
        with pytest.raises(PeerFault):
            group.decode_scalar(bytes.fromhex(data))


def scope_of(vector: dict[str, Any]) -> Scope:
    place = Context(bytes.fromhex(vector["table"]), vector["step"], vector["seat"])
    return Scope(place, vector["purpose"], bytes.fromhex(vector["attached"]))


def point_of(text: str) -> Point:
    return group.decode_point(bytes.fromhex(text))


def test_the_proofs_hold() -> None:
    vectors = load("fair-proofs.json")
    scope = scope_of(vectors["scope"])
    known = vectors["knowledge"]
    proofs.check_knowledge(scope, point_of(known["public"]), bytes.fromhex(known["proof"]))
    for shares in vectors["shares"]:
        bases = [point_of(base) for base in shares["bases"]]
        message = bytes.fromhex(shares["message"])
        proofs.check_shares(scope, point_of(shares["public"]), bases, message)


def test_the_shuffles_hold() -> None:
    for vector in load("fair-shuffle.json"):
        points = [point_of(point) for point in vector["before"]]
        before = tuple(map(shuffle.MaskedCard, points[::2], points[1::2]))
        after, proof = shuffle.decode_message(bytes.fromhex(vector["message"]), len(before))
        statement = shuffle.ShuffleClaim(
            scope_of(vector["scope"]), point_of(vector["key"]), before, after
        )
        shuffle_check.check([(statement, proof)])


def test_the_deck_can_be_followed_from_its_messages_alone() -> None:
    vector = load("fair-deck.json")
    table = bytes.fromhex(vector["table"])
    current = deck.open_deck(vector["deck"], point_of(vector["joint_key"]), vector["faces"])
    turns = [
        (Context(table, 1 + seat, seat), bytes.fromhex(message))
        for seat, message in enumerate(vector["shuffles_at_steps_1_to_3"])
    ]
    current = deck.check_shuffles(current, turns)
    cards = [deck.deal(current, slot, len(turns)) for slot in vector["slots"]]
    for seat, message in enumerate(vector["shares_at_step_4"]):
        key = deck.check_key(Context(table, 0, seat), bytes.fromhex(vector["keys_at_step_0"][seat]))
        shares = deck.check_shares(
            Context(table, 4, seat), current, vector["slots"], key, bytes.fromhex(message)
        )
        cards = [card.with_share(seat, share) for card, share in zip(cards, shares, strict=True)]

    assert [deck.read_face(current, card) for card in cards] == vector["read"]
