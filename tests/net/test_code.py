"""Private tables: who knows the code gets in, who does not learns nothing and waits."""

import pytest

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.net.code import (
    TRIES,
    WAIT_FIRST,
    WAIT_MAX,
    WRONG_BURST,
    WRONG_RATE,
    CodeGuard,
    CodeGuest,
    CodeHost,
    draw_code,
    normal_code,
)
from p2pjeux.net.fingerprint import fingerprint, fingerprint_words
from p2pjeux.net.wordlist import WORDS
from tests.net.people import entropy, faulting, papers

LINK = bytes(range(32))


def guest(code: str, link: bytes = LINK) -> CodeGuest:
    return CodeGuest(code, link, entropy)


def host(code: str, link: bytes = LINK) -> CodeHost:
    return CodeHost(code, link, entropy)


def test_who_knows_the_code_is_let_in_and_knows_the_host() -> None:
    asks, has = guest("lune-pomme-ours"), host("lune-pomme-ours")

    proof = has.check(asks.prove(has.answer(asks.first)))

    asks.check(proof)


def test_another_code_is_noticed_by_the_host_and_tells_the_guest_nothing() -> None:
    asks, has = guest("lune-pomme-ours"), host("lune-pomme-loup")
    guess = asks.prove(has.answer(asks.first))

    with faulting(Fault.BAD_CODE):
        has.check(guess)


def test_a_host_that_does_not_know_the_code_is_noticed() -> None:
    asks, has = guest("lune-pomme-ours"), host("lune-pomme-ours")
    asks.prove(has.answer(asks.first))

    with faulting(Fault.BAD_CODE):
        asks.check(bytes(32))


def test_an_exchange_carried_over_to_another_link_does_not_hold() -> None:
    """One in the middle has two links, with two hashes."""
    asks, has = guest("lune-pomme-ours"), host("lune-pomme-ours", link=bytes(32))
    proof = asks.prove(has.answer(asks.first))

    with faulting(Fault.BAD_CODE):
        has.check(proof)


def test_our_own_proof_sent_back_does_not_hold() -> None:
    asks, has = guest("lune-pomme-ours"), host("lune-pomme-ours")
    proof = asks.prove(has.answer(asks.first))

    with faulting(Fault.BAD_CODE):
        asks.check(proof)


@pytest.mark.parametrize(
    "element",
    [
        b"",
        bytes(31),
        bytes(33),
        bytes(32),
        (1).to_bytes(32, "little"),
        (2).to_bytes(32, "little"),
        (2**255 - 20).to_bytes(32, "little"),
        (2**255 - 18).to_bytes(32, "little"),
        b"\xff" * 32,
    ],
)
def test_what_is_no_element_of_the_group_is_refused(element: bytes) -> None:
    with faulting(Fault.BAD_CODE):
        host("lune").answer(element)
    with faulting(Fault.BAD_CODE):
        guest("lune").prove(element)


def test_a_reflected_element_is_refused() -> None:
    asks = guest("lune")

    with faulting(Fault.BAD_CODE):
        asks.prove(asks.first)


def attempt(guard: CodeGuard, code: str, where: str, now: float) -> bool:
    asks, has = guest(code), host("lune-pomme-ours")
    try:
        guard.check(has, asks.prove(has.answer(asks.first)), where, now)
    except PeerFault:
        return False
    return True


def test_three_wrong_codes_make_a_host_wait_longer_and_longer() -> None:
    guard = CodeGuard(0)
    for _ in range(TRIES):
        assert guard.wait("10.0.0.1", 0) == 0
        assert not attempt(guard, "wrong", "10.0.0.1", 0)

    assert guard.wait("10.0.0.1", 0) == WAIT_FIRST
    assert guard.wait("10.0.0.2", 0) == 0
    with pytest.raises(Refused) as caught:
        attempt(guard, "lune-pomme-ours", "10.0.0.1", 1)
    assert caught.value.values == {"seconds": 29}
    assert not attempt(guard, "wrong", "10.0.0.1", WAIT_FIRST)
    assert guard.wait("10.0.0.1", WAIT_FIRST) == 2 * WAIT_FIRST


def test_exchanges_begun_at_once_do_not_go_round_the_wait() -> None:
    guard = CodeGuard(0)
    exchanges = [(guest("wrong"), host("lune-pomme-ours")) for _ in range(10)]
    proofs = [asks.prove(has.answer(asks.first)) for asks, has in exchanges]
    outcomes = []
    for (_, has), proof in zip(exchanges, proofs, strict=True):
        with pytest.raises((PeerFault, Refused)) as caught:
            guard.check(has, proof, "10.0.0.1", 0)
        outcomes.append(caught.type)

    assert outcomes == [PeerFault] * TRIES + [Refused] * (10 - TRIES)


def test_many_hosts_together_cannot_guess_fast() -> None:
    guard = CodeGuard(0)
    wrong = 0
    for number in range(2 * WRONG_BURST):
        if guard.wait(f"10.0.0.{number}", 0) == 0:
            guard._count(f"10.0.0.{number}", 0)
            wrong += 1

    assert wrong == WRONG_BURST
    assert guard.wait("10.0.1.1", 0) == pytest.approx(1 / WRONG_RATE)
    assert guard.wait("10.0.1.1", 1 / WRONG_RATE) == pytest.approx(0)


def test_the_right_code_clears_the_record() -> None:
    guard = CodeGuard(0)
    for _ in range(TRIES - 1):
        attempt(guard, "wrong", "10.0.0.1", 0)
    assert attempt(guard, "lune-pomme-ours", "10.0.0.1", 0)

    attempt(guard, "wrong", "10.0.0.1", 0)
    assert guard.wait("10.0.0.1", 0) == 0


def test_no_wait_is_longer_than_the_longest() -> None:
    guard = CodeGuard(0)
    now = 0.0
    waits = []
    for _ in range(20):
        guard._count("10.0.0.1", now)
        waits.append(guard.wait("10.0.0.1", now))
        now += waits[-1]

    assert max(waits) == waits[-1] == WAIT_MAX


@pytest.mark.parametrize(
    "typed", ["lune-pomme-ours", "Lune Pomme Ours", "  LÛNE,pomme -- ours\n", "ｌune_pomme_ours"]
)
def test_a_code_is_the_same_however_it_is_typed(typed: str) -> None:
    assert normal_code(typed) == "lune-pomme-ours"


@pytest.mark.parametrize("typed", ["", "ab", "- - -", "x" * 65, "!!!!!!"])
def test_what_cannot_be_a_code_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        normal_code(typed)


def test_a_drawn_code_is_three_words_and_typed_as_it_stands() -> None:
    code = draw_code(lambda size: bytes(range(size)))

    assert code == "-".join(WORDS[:3])
    assert normal_code(code) == code


def test_the_words_can_be_told_apart() -> None:
    assert len(WORDS) == len(set(WORDS)) == 256
    assert len({word[:4] for word in WORDS}) == 256
    assert all(word.isascii() and word.islower() and 3 <= len(word) <= 7 for word in WORDS)
    assert list(WORDS) == sorted(WORDS)


def test_no_two_words_differ_in_one_letter_only() -> None:
    seen: set[str] = set()
    for word in WORDS:
        shapes = {word[:at] + "?" + word[at + 1 :] for at in range(len(word))}
        shorter = {word[:at] + word[at + 1 :] for at in range(len(word))}
        assert seen.isdisjoint(shapes)
        assert shorter.isdisjoint(WORDS)
        seen |= shapes


def test_fingerprints_are_stable_and_differ() -> None:
    one, two = papers(1).identity.public, papers(2).identity.public

    assert fingerprint(bytes(32)) == "4t4wk35gjdxyku5f"
    assert fingerprint_words(bytes(32)) == "castor cheval oasis lampe ecole"
    assert fingerprint(one) != fingerprint(two)
    assert fingerprint_words(one) != fingerprint_words(two)
    assert len(fingerprint_words(one).split()) == 5
