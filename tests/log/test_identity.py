"""Keys and signatures: RFC 8032, strict, and bound to their purpose."""

from contextlib import nullcontext
from hashlib import sha256, sha512

import pytest
from nacl import bindings

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.log.identity import Domain, Identity, check_public, check_signature

SEED = sha256(b"seed").digest()
ORDER = 2**252 + 27742317777372353535851937790883648493


def test_the_first_answer_of_rfc_8032_comes_out() -> None:
    seed = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    identity = Identity(seed)

    assert identity.public.hex() == (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    )
    assert identity.sign(b"").hex() == (
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b"
        "46bd25bf5f0595bbe24655141438e7a100b"
    )


def test_another_library_agrees_on_signatures() -> None:
    identity = Identity(SEED)

    signed = bindings.crypto_sign_open(identity.sign(b"message") + b"message", identity.public)

    assert signed == b"message"


def test_the_same_message_has_the_same_signature_after_a_restart() -> None:
    assert Identity(SEED).sign(b"entry") == Identity(SEED).sign(b"entry")


def test_a_key_is_made_of_exactly_32_bytes() -> None:
    with pytest.raises(Refused):
        Identity(SEED[:31])


@pytest.mark.parametrize("byte", range(64))
def test_a_signature_with_one_flipped_bit_is_refused(byte: int) -> None:
    identity = Identity(SEED)
    signature = bytearray(identity.sign(b"message"))
    signature[byte] ^= 1

    with pytest.raises(PeerFault) as caught:
        check_signature(identity.public, b"message", bytes(signature))

    assert caught.value.fault is Fault.BAD_SIGNATURE


@pytest.mark.parametrize("size", [0, 63, 65, 128])
def test_a_signature_of_another_length_is_refused(size: int) -> None:
    identity = Identity(SEED)

    with pytest.raises(PeerFault):
        check_signature(identity.public, b"message", bytes(size))


def test_nobody_can_make_a_second_signature_from_the_first() -> None:
    # A fork may be two signatures of one entry, so only the signer may be able to make them.
    identity = Identity(SEED)
    signature = identity.sign(b"message")
    shifted = int.from_bytes(signature[32:], "little") + ORDER

    with pytest.raises(PeerFault):
        check_signature(
            identity.public, b"message", signature[:32] + shifted.to_bytes(32, "little")
        )


def test_a_signature_with_a_part_of_small_order_is_refused() -> None:
    # Checked with the cofactor it would hold: then some would take it and others refuse it.
    secret, nonce = (
        int.from_bytes(sha256(word).digest(), "little") % ORDER for word in (b"a", b"r")
    )
    public, point = (
        bindings.crypto_scalarmult_ed25519_base_noclamp(number.to_bytes(32, "little"))
        for number in (secret, nonce)
    )
    torsion = bytes.fromhex(SMALL[3])
    for shift, is_good in ((None, True), (torsion, False)):
        first = point if shift is None else bindings.crypto_core_ed25519_add(point, shift)
        challenge = int.from_bytes(sha512(first + public + b"message").digest(), "little")
        second = (nonce + challenge * secret) % ORDER
        expected = nullcontext() if is_good else pytest.raises(PeerFault)
        with expected:
            check_signature(public, b"message", first + second.to_bytes(32, "little"))


SMALL = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]
SECOND_FORMS = [
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
]


@pytest.mark.parametrize("key", SMALL + SECOND_FORMS)
def test_a_key_under_which_anybody_could_sign_is_refused(key: str) -> None:
    with pytest.raises(PeerFault) as caught:
        check_public(bytes.fromhex(key))

    assert caught.value.fault is Fault.BAD_POINT


def test_the_keys_refused_as_small_are_those_that_eight_times_vanish() -> None:
    # libsodium refuses exactly the points that are not in the group of prime order.
    for key in SMALL:
        assert not bindings.crypto_core_ed25519_is_valid_point(bytes.fromhex(key))


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33), None, 5, "x" * 32])
def test_a_key_is_32_bytes(key: bytes | None) -> None:
    with pytest.raises(PeerFault):
        check_public(key)


def test_an_honest_key_is_taken() -> None:
    assert check_public(Identity(SEED).public) == Identity(SEED).public


def test_one_purpose_never_passes_for_another() -> None:
    assert Domain("entry").message(1) != Domain("statement").message(1)
    assert Domain("entry").digest(1) != Domain("step").digest(1)
