"""Known answers for sealed choices, beacon and escrow: ours, and a second program's."""

import json
from typing import Any

import pytest

from p2pjeux.errors import Fault
from p2pjeux.fair import beacon, escrow, group, keybook, proxy, sealed
from p2pjeux.fair.escrow import Sharing
from p2pjeux.fair.group import Point
from p2pjeux.fair.keybook import KeyBook, KeyPurpose
from p2pjeux.fair.proxy import Errand
from p2pjeux.fair.transcript import Context
from tests.fair import second_program as second
from tests.fair import second_program_sealed as plain
from tests.fair.honest import caught
from tests.fair.make_vectors import FOLDER, text_of
from tests.fair.make_vectors_sealed import MAKERS
from tests.kit import all_others

NAMES = ("deck", "beacon", "sealed", "letter")


def load(name: str) -> Any:
    return json.loads((FOLDER / name).read_text())


def raw(texts: list[str]) -> list[bytes]:
    return [bytes.fromhex(text) for text in texts]


def point_of(text: str) -> Point:
    return group.decode_point(bytes.fromhex(text))


@pytest.mark.parametrize("name", MAKERS)
def test_the_vectors_are_made_again_alike(name: str) -> None:
    assert (FOLDER / name).read_text() == text_of(MAKERS, name)


def test_the_sealed_choices_open() -> None:
    vectors = load("fair-sealed.json")
    key = point_of(vectors["key"])
    for vector in vectors["choices"]:
        place = Context(bytes.fromhex(vectors["table"]), vector["step"], vectors["seat"])
        choice = sealed.check_sealed(place, bytes.fromhex(vector["message"]))
        value = bytes.fromhex(vector["value"])
        assert sealed.check_opening(choice, key, bytes.fromhex(vector["opening"])) == value
        assert sealed.open_by_proxy(choice, key, point_of(vector["key_times_mask"])) == value


def test_the_sealed_choices_open_for_the_second_program_too() -> None:
    vectors = load("fair-sealed.json")
    table, secret = bytes.fromhex(vectors["table"]), bytes.fromhex(vectors["table_secret"])
    key = bytes.fromhex(vectors["key"])
    (secret_key,) = plain.secret_scalars(secret, "sealed-key")
    assert second.encode(second.times(secret_key, second.BASE)) == key
    for vector in vectors["choices"]:
        place = (table, vector["step"], vectors["seat"])
        message, opening, value, image = raw(
            [vector[name] for name in ("message", "opening", "value", "key_times_mask")]
        )
        commitment, mask, box = plain.sealed_parts(place, key, opening)
        proof = message[64:128]
        assert message == commitment + mask + proof + box
        assert second.knowledge_holds(("sealed-box", *place, commitment + box), mask, proof)
        assert opening == plain.opening_in(place, message, image)
        assert image == second.encode(second.times(secret_key, second.decode(mask)))
        salt = plain.secret_bytes(secret, "sealed-salt", *place, value, size=32)
        assert opening == salt + value


def test_the_values_of_the_beacon_follow_from_the_shares() -> None:
    vectors = load("fair-beacon.json")
    table = bytes.fromhex(vectors["table"])
    for vector in vectors["throws"]:
        throw, step = vector["throw"], vector["given_in_step"]
        shares = [
            beacon.check_share(Context(table, step, seat), point_of(key), message, throw)
            for seat, (key, message) in enumerate(
                zip(vectors["keys"], raw(vector["shares"]), strict=True)
            )
        ]
        assert beacon.join_shares(table, throw, shares).hex() == vector["value"]


def test_the_second_program_throws_the_same_dice() -> None:
    vectors = load("fair-beacon.json")
    table = bytes.fromhex(vectors["table"])
    for vector in vectors["throws"]:
        throw, value = vector["throw"], bytes.fromhex(vector["value"])
        base, shares = bytes.fromhex(vector["point"]), raw(vector["shares"])
        for seat, key in enumerate(raw(vectors["keys"])):
            scope = ("beacon-share", table, vector["given_in_step"], seat, b"")
            assert second.shares_hold(scope, key, [base], shares[seat])
        assert plain.beacon_value(table, throw, [share[:32] for share in shares]) == value
        stream = plain.words(value)
        assert all(plain.below(stream, bound) == number for bound, number in vector["below"])
        assert plain.dice(value, vector["roll"]["sides"]) == vector["roll"]["values"]
        draw = vector["draw"]
        assert plain.drawn(value, draw["pile"], draw["count"]) == draw["items"]


def book_of(vectors: Any) -> KeyBook:
    table = bytes.fromhex(vectors["table"])
    return keybook.open_book(
        [
            keybook.check_announcement(Context(table, 0, seat), message)
            for seat, message in enumerate(raw(vectors["keys_at_step_0"]))
        ],
        vectors["threshold"],
        all_others(len(vectors["keys_at_step_0"])),
    )


def sharings_of(vectors: Any, messages: list[bytes]) -> tuple[Sharing, ...]:
    table = bytes.fromhex(vectors["table"])
    return tuple(
        escrow.check_sharing(Context(table, 1, seat), book_of(vectors), message)
        for seat, message in enumerate(messages)
    )


def test_the_set_up_can_be_followed_from_its_messages_alone() -> None:
    vectors = load("fair-escrow.json")
    table = bytes.fromhex(vectors["table"])
    sharings = sharings_of(vectors, raw(vectors["sharings_at_step_1"]))
    book = escrow.complete_book(book_of(vectors), sharings)
    for seat, answer in enumerate(raw(vectors["answers_at_step_2"])):
        escrow.check_answer(Context(table, 2, seat), book, sharings, answer)
    for vector in vectors["proxy"]:
        bases = tuple(map(point_of, vector["bases"]))
        errand = Errand(vector["absent"], KeyPurpose(vector["purpose"]), bases)
        partials = {
            int(seat): proxy.check_partial(
                Context(table, 9, int(seat)), book, errand, bytes.fromhex(message)
            )
            for seat, message in vector["partials_at_step_9"].items()
        }
        joined = proxy.combine(book, errand, partials)
        assert [image.hex() for image in joined] == vector["joined"]


def test_the_complaint_names_the_liar() -> None:
    vectors = load("fair-escrow.json")
    complaint = vectors["complaint"]
    accused, complainer = complaint["accused"], complaint["complainer"]
    messages = raw(vectors["sharings_at_step_1"])
    messages[accused] = bytes.fromhex(complaint["sharing_at_step_1"])
    sharings = sharings_of(vectors, messages)
    book = escrow.complete_book(book_of(vectors), sharings)
    place = Context(bytes.fromhex(vectors["table"]), 2, complainer)
    answer = bytes.fromhex(complaint["answer_at_step_2"])
    caught(Fault.BAD_SHARE, accused, escrow.check_answer, place, book, sharings, answer)


def announced_keys(vectors: Any) -> list[dict[str, bytes]]:
    """The keys of each seat, proved to the second program."""
    table = bytes.fromhex(vectors["table"])
    seats = []
    for seat, message in enumerate(raw(vectors["keys_at_step_0"])):
        keys = {}
        for at, name in enumerate(NAMES):
            keys[name] = message[96 * at : 96 * at + 32]
            scope = (f"{name}-key", table, 0, seat, b"")
            assert second.knowledge_holds(scope, keys[name], message[96 * at + 32 : 96 * (at + 1)])
        seats.append(keys)
    return seats


def test_the_second_program_holds_the_same_parts() -> None:
    vectors = load("fair-escrow.json")
    table, count = bytes.fromhex(vectors["table"]), vectors["threshold"] - 1
    seats = announced_keys(vectors)
    secrets = raw(vectors["table_secrets"])
    for owner, message in enumerate(raw(vectors["sharings_at_step_1"])):
        writer, body = message[:32], message[96:]
        scope = ("escrow-writer", table, 1, owner, body)
        assert second.knowledge_holds(scope, writer, message[32:96])
        points, letters = body[: 96 * count], body[96 * count :]
        for at, name in enumerate(NAMES[:3]):
            published = second.fields(points)[at * count : (at + 1) * count]
            expected = vectors["public_parts"][owner][name]
            assert plain.public_parts(seats[owner][name], published, len(seats)) == expected
        for place, receiver in enumerate(seat for seat in range(len(seats)) if seat != owner):
            (key,) = plain.secret_scalars(secrets[receiver], "letter-key")
            opener = second.encode(second.times(key, second.decode(writer)))
            letter = letters[96 * place : 96 * (place + 1)]
            parts = plain.letter_parts(letter, opener, (table, 1, owner), receiver)
            assert [part.hex() for part in parts] == vectors["held_parts"][receiver][owner]
            for part, name in zip(parts, NAMES[:3], strict=True):
                public = second.encode(second.times(second.scalar_of(part), second.BASE))
                assert public.hex() == vectors["public_parts"][owner][name][receiver]


def test_the_second_program_derives_the_same_polynomials() -> None:
    vectors = load("fair-escrow.json")
    table, threshold = bytes.fromhex(vectors["table"]), vectors["threshold"]
    letter_keys = [keys["letter"] for keys in announced_keys(vectors)]
    for owner, secret in enumerate(raw(vectors["table_secrets"])):
        drawn_for = (table, 1, owner, threshold, *letter_keys)
        message = bytes.fromhex(vectors["sharings_at_step_1"][owner])
        (writer,) = plain.secret_scalars(secret, "escrow-writer", *drawn_for)
        assert second.encode(second.times(writer, second.BASE)) == message[:32]
        values = [
            value
            for name in NAMES[:3]
            for value in plain.secret_scalars(
                secret, "escrow-part", name, *drawn_for, count=threshold - 1
            )
        ]
        points = b"".join(second.encode(second.times(value, second.BASE)) for value in values)
        assert message[96 : 96 + len(points)] == points


def test_the_second_program_judges_the_complaint_alike() -> None:
    vectors = load("fair-escrow.json")
    complaint = vectors["complaint"]
    table, accused, complainer = (
        bytes.fromhex(vectors["table"]),
        complaint["accused"],
        complaint["complainer"],
    )
    message = bytes.fromhex(complaint["sharing_at_step_1"])
    answer = bytes.fromhex(complaint["answer_at_step_2"])
    key = announced_keys(vectors)[complainer]["letter"]
    scope = ("escrow-complaint", table, 2, complainer, second.frame(accused))

    assert answer[:2] == bytes([1, accused])
    assert second.shares_hold(scope, key, [message[:32]], answer[2:])
    letters = message[96 + 96 * (vectors["threshold"] - 1) :]
    place = complainer - (complainer > accused)
    letter = letters[96 * place : 96 * (place + 1)]
    parts = plain.letter_parts(letter, answer[2:34], (table, 1, accused), complainer)
    held = vectors["held_parts"][complainer][accused]
    assert [part.hex() == right for part, right in zip(parts, held, strict=True)] == [
        False,
        True,
        True,
    ]


def test_the_second_program_joins_the_same_shares() -> None:
    vectors = load("fair-escrow.json")
    table = bytes.fromhex(vectors["table"])
    for vector in vectors["proxy"]:
        absent, name, bases = vector["absent"], vector["purpose"], raw(vector["bases"])
        partials = {seat: bytes.fromhex(m) for seat, m in vector["partials_at_step_9"].items()}
        for seat, message in partials.items():
            part = bytes.fromhex(vectors["public_parts"][absent][name][int(seat)])
            scope = (f"proxy-{name}", table, 9, int(seat), second.frame(absent))
            assert second.shares_hold(scope, part, bases, message)
        (key,) = plain.secret_scalars(raw(vectors["table_secrets"])[absent], f"{name}-key")
        for at, base in enumerate(bases):
            images = {int(s): m[32 * at : 32 * at + 32] for s, m in partials.items()}
            assert plain.join_partials(images) == vector["joined"][at]
            own = second.encode(second.times(key, second.decode(base)))
            assert own.hex() == vector["joined"][at]
