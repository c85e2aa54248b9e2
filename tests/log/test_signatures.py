"""The edges of Ed25519: one judgement, whatever library is behind it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from nacl import bindings
from nacl.exceptions import BadSignatureError

from p2pjeux.errors import PeerFault
from p2pjeux.log.identity import check_public, check_signature
from tests.log.make_vectors import FOLDER
from tests.log.signature_vectors import NAME, text_of
from tests.reader.node import ask

VECTORS: list[dict[str, Any]] = json.loads((FOLDER / NAME).read_text("utf-8"))


def parts(vector: dict[str, Any]) -> tuple[bytes, bytes, bytes]:
    public, message, signature = (
        bytes.fromhex(vector[key]) for key in ("public", "message", "signature")
    )
    return public, message, signature


def by_us(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        check_public(public)
        check_signature(public, message, signature)
    except PeerFault:
        return False
    return True


def by_openssl(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def by_libsodium(public: bytes, message: bytes, signature: bytes) -> bool:
    try:
        bindings.crypto_sign_open(signature + message, public)
    except BadSignatureError:
        return False
    return True


def test_the_vectors_are_made_again_alike() -> None:
    assert (FOLDER / NAME).read_text("utf-8") == text_of()


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["what"])
def test_we_judge_a_signature_as_the_protocol_says(vector: dict[str, Any]) -> None:
    assert by_us(*parts(vector)) == vector["good"]


def test_the_second_reader_judges_alike() -> None:
    questions = [
        ("signature", [vector[key] for key in ("public", "message", "signature")])
        for vector in VECTORS
    ]

    answers = ask(questions)

    assert answers == [vector["good"] for vector in VECTORS]


@pytest.mark.parametrize("library", [by_openssl, by_libsodium])
def test_no_library_refuses_what_is_good(library: Callable[..., bool]) -> None:
    assert all(library(*parts(vector)) for vector in VECTORS if vector["good"])


def test_libraries_differ_where_the_protocol_decides() -> None:
    differing = [one for one in VECTORS if by_openssl(*parts(one)) != by_libsodium(*parts(one))]

    assert differing
    assert not any(by_us(*parts(vector)) for vector in differing)


def test_a_key_on_no_curve_signs_nothing() -> None:
    public = (2).to_bytes(32, "little")
    assert not bindings.crypto_core_ed25519_is_valid_point(public)

    with pytest.raises(PeerFault):
        check_signature(public, b"message", parts(VECTORS[0])[2])
