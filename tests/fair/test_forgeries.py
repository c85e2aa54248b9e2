"""Proofs of false statements, by cheats who choose something only after they know the challenge.

Each of these succeeds against a challenge that leaves out one thing. The tests weaken the challenge
in just that way to show it, and then demand that the real one refuses the same cheat.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import group, proofs, shuffle, shuffle_check, transcript
from p2pjeux.fair.group import BASE, ORDER, Point
from p2pjeux.fair.shuffle import Proof, ShuffleClaim
from p2pjeux.fair.transcript import Scope
from tests.fair.honest import Shuffled, caught, context, point, shuffled

SEAT = 1
SECRET = 0xFEDCBA0987654321 << 140
PUBLIC = group.multiply_base(SECRET)
SCOPE = Scope(context(7, SEAT), "test")
BASES = tuple(map(point, range(5)))

Patch = tuple[object, str, Callable[..., Any]]


@contextmanager
def weakened(*patches: Patch) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        for module, name, function in patches:
            patched.setattr(module, name, function)
        yield


def leaving_out(function: Callable[..., Any], *places: int) -> Callable[..., Any]:
    """The same hash without the arguments in these places."""

    def weak(*arguments: Any) -> Any:
        return function(*(each for at, each in enumerate(arguments) if at not in places))

    return weak


def current(module: ModuleType, name: str) -> Callable[..., Any]:
    """What a module calls by this name just now, weakened or not."""
    function: Callable[..., Any] = getattr(module, name)
    return function


def overheard(module: ModuleType, name: str, call: Callable[[], object]) -> Any:
    """What a function last returned while an attempt was refused."""
    results: list[Any] = []
    original = current(module, name)

    def listening(*arguments: Any) -> Any:
        results.append(original(*arguments))
        return results[-1]

    with weakened((module, name, listening)), pytest.raises(PeerFault):
        call()
    return results[-1]


def join(chosen: int, response: int) -> bytes:
    return group.encode_scalar(chosen) + group.encode_scalar(response)


def inverse(scalar: int) -> int:
    return pow(scalar, -1, ORDER)


def succeeds_only_if_weak(
    attack: Callable[[], tuple[Callable[..., object], tuple[Any, ...]]], seat: int, *patches: Patch
) -> None:
    with weakened(*patches):
        check, arguments = attack()
        check(*arguments)
    check, arguments = attack()
    caught(Fault.BAD_PROOF, seat, check, *arguments)


Attack = tuple[Callable[..., object], tuple[Any, ...]]


def test_a_key_chosen_after_the_challenge_carries_no_proof() -> None:
    def attack() -> Attack:
        decoy, first = point(60), join(3, 4)
        trial = group.subtract(group.multiply_base(4), group.multiply(3, decoy))
        chosen = overheard(proofs, "challenge", lambda: proofs.check_knowledge(SCOPE, decoy, first))
        key = group.multiply(inverse(chosen), group.subtract(group.multiply_base(9), trial))
        return proofs.check_knowledge, (SCOPE, key, join(chosen, 9))

    weak = leaving_out(transcript.challenge, 3)
    succeeds_only_if_weak(attack, SEAT, (proofs, "challenge", weak))


def test_an_image_chosen_after_the_challenge_carries_no_proof() -> None:
    def attack() -> Attack:
        bases, decoy, nonce = BASES[:1], point(61), 77
        first = join(3, nonce + 3 * SECRET)
        trial = group.subtract(
            group.multiply(nonce + 3 * SECRET, bases[0]), group.multiply(3, decoy)
        )
        chosen = overheard(
            proofs,
            "challenge",
            lambda: proofs.check_equality(SCOPE, PUBLIC, bases, [decoy], first),
        )
        response = nonce + chosen * SECRET
        image = group.multiply(
            inverse(chosen), group.subtract(group.multiply(response, bases[0]), trial)
        )
        assert image != group.multiply(SECRET, bases[0])
        arguments = (SCOPE, PUBLIC, bases, [image], join(chosen, response))
        return proofs.check_equality, arguments

    weak = leaving_out(transcript.challenge, 5)
    succeeds_only_if_weak(attack, SEAT, (proofs, "challenge", weak))


def prove_for(images: Sequence[Point]) -> bytes:
    """The honest prover's work for images that are not honest."""
    statement = proofs._statement(BASE, PUBLIC, BASES, images)
    weights = proofs._weights(SCOPE, statement, len(BASES))
    combined = group.weighted_sum(list(zip(weights, BASES, strict=True)))
    trials = (group.multiply_base(55), group.multiply(55, combined))
    chosen = current(proofs, "challenge")(SCOPE, "equality", *statement, *trials)
    return join(chosen, 55 + chosen * SECRET)


def cancelling(first: int, second: int) -> list[Point]:
    """Images with two errors that cancel where the first two are weighted like this."""
    images = [group.multiply(SECRET, base) for base in BASES]
    images[0] = group.add(images[0], group.multiply_base(second))
    images[1] = group.subtract(images[1], group.multiply_base(first))
    return images


def test_errors_that_cancel_in_the_plain_sum_are_refused() -> None:
    def attack() -> Attack:
        images = cancelling(1, 1)
        return proofs.check_equality, (SCOPE, PUBLIC, BASES, images, prove_for(images))

    succeeds_only_if_weak(attack, SEAT, (proofs, "_weights", lambda *_: (1,) * len(BASES)))


def test_errors_that_cancel_under_foreseen_weights_are_refused() -> None:
    def attack() -> Attack:
        honest = tuple(group.multiply(SECRET, base) for base in BASES)
        statement = proofs._statement(BASE, PUBLIC, BASES, honest)
        first, second, *_ = proofs._weights(SCOPE, statement, len(BASES))
        images = cancelling(first, second)
        return proofs.check_equality, (SCOPE, PUBLIC, BASES, images, prove_for(images))

    weak = leaving_out(transcript.challenges, 6)
    succeeds_only_if_weak(attack, SEAT, (proofs, "challenges", weak))


@pytest.mark.parametrize(
    "images",
    [
        [group.multiply(SECRET, base) for base in (*BASES[1:], BASES[0])],
        [group.multiply(SECRET, base) for base in (*BASES[1:], BASES[1])],
        [group.multiply(SECRET + 1, base) for base in BASES],
        [point(70), *(group.multiply(SECRET, base) for base in BASES[1:])],
    ],
    ids=["moved", "repeated", "re-randomised", "one wrong"],
)
def test_the_prover_cannot_prove_wrong_images(images: list[Point]) -> None:
    honest = [group.multiply(SECRET, base) for base in BASES]
    proofs.check_equality(SCOPE, PUBLIC, BASES, honest, prove_for(honest))
    caught(
        Fault.BAD_PROOF,
        SEAT,
        proofs.check_equality,
        *(SCOPE, PUBLIC, BASES, images, prove_for(images)),
    )


def test_grinding_nonces_does_not_prove_a_false_share() -> None:
    base, false = BASES[0], point(55)
    for nonce in range(1, 200):
        trials = (group.multiply_base(nonce), group.multiply(nonce, base))
        chosen = transcript.challenge(SCOPE, "equality", BASE, PUBLIC, base, false, *trials)
        forged = join(chosen, nonce + chosen * SECRET)
        caught(Fault.BAD_PROOF, SEAT, proofs.check_equality, SCOPE, PUBLIC, [base], [false], forged)


COUNT = 4


def foreign_deck(case: Shuffled) -> ShuffleClaim:
    """A claim with a card that was never in the deck."""
    foreign = replace(case.after[0], masked=group.add(case.after[0].masked, point(80)))
    return case.claim((foreign, *case.after[1:]))


def simulate(statement: ShuffleClaim, chosen: int) -> Proof:
    """A proof of anything, by whoever may choose the last challenge: trials fitted last."""
    count = len(statement.before)
    subject, scope = statement.subject(), statement.scope
    commitments, chain, _, responses, card_responses = decoy_fields(count)
    factors = shuffle.card_challenges(scope, subject, commitments)
    joins = shuffle.chain_challenges(scope, subject, commitments, chain)
    product = 1
    for factor in factors:
        product = product * factor % ORDER
    start, *places = map(shuffle.generator, range(count + 1))
    steps = [join * card for join, card in zip(joins, card_responses, strict=True)]
    left = (
        weigh([responses[0]], [BASE]),
        weigh([responses[1]], [BASE]),
        weigh((responses[2], *card_responses), (BASE, *places)),
        weigh((-responses[3], *card_responses), (BASE, *statement.after[::2])),
        weigh((-responses[3], *card_responses), (statement.key, *statement.after[1::2])),
        weigh((responses[4], *steps), (BASE, start, *chain[:-1])),
    )
    right = (
        weigh([1] * count + [-1] * count, (*commitments, *places)),
        weigh((1, -product), (chain[-1], start)),
        weigh(factors, commitments),
        weigh(factors, [card.mask for card in statement.before]),
        weigh(factors, [card.masked for card in statement.before]),
        weigh(joins, chain),
    )
    trials = tuple(
        group.subtract(whole, group.multiply(chosen, part))
        for whole, part in zip(left, right, strict=True)
    )
    return Proof(commitments, chain, trials, responses, card_responses)


def decoy_fields(
    count: int,
) -> tuple[
    tuple[Point, ...], tuple[Point, ...], tuple[Point, ...], tuple[int, ...], tuple[int, ...]
]:
    return (
        tuple(map(point, range(500, 500 + count))),
        tuple(map(point, range(700, 700 + count))),
        tuple(map(point, range(900, 900 + shuffle.EQUATIONS))),
        tuple(range(11, 11 + shuffle.RESPONSES)),
        tuple(range(31, 31 + count)),
    )


def weigh(scalars: Sequence[int], points: Sequence[bytes]) -> Point:
    return group.weighted_sum(list(zip(scalars, points, strict=True)))


def test_trials_fitted_after_the_challenge_prove_no_false_deck() -> None:
    claim = foreign_deck(shuffled(COUNT))
    decoy = Proof(*decoy_fields(COUNT))

    def attack() -> Attack:
        challenge = current(shuffle_check, "final_challenge")
        chosen = challenge(claim.scope, claim.subject(), decoy)
        return shuffle_check.check, ([(claim, simulate(claim, chosen))],)

    def weak(scope: Scope, subject: bytes, proof: Proof) -> int:
        return shuffle.final_challenge(scope, subject, replace(proof, trials=()))

    succeeds_only_if_weak(attack, 0, (shuffle_check, "final_challenge", weak))


def test_grinding_the_last_challenge_proves_no_false_deck() -> None:
    claim = foreign_deck(shuffled(2))
    for chosen in range(1, 60):
        caught(Fault.BAD_PROOF, 0, shuffle_check.check, [(claim, simulate(claim, chosen))])


def test_a_deck_changed_after_the_challenge_is_refused() -> None:
    # Two new cards are moved so that their weighted sum, with the responses known, stays the same.
    case = shuffled(COUNT)

    def attack() -> Attack:
        proof = shuffle.prove(case.statement, case.witness)
        points = list(map(Point, case.statement.after))
        first, second = proof.card_responses[:2]
        points[1] = group.add(points[1], group.multiply(second, point(90)))
        points[3] = group.subtract(points[3], group.multiply(first, point(90)))
        return shuffle_check.check, ([(replace(case.statement, after=tuple(points)), proof)],)

    def weak(statement: ShuffleClaim) -> bytes:
        before = b"".join(shuffle.flatten(statement.before))
        return transcript.digest(statement.scope, "shuffle", statement.key, before)

    succeeds_only_if_weak(attack, 0, (ShuffleClaim, "subject", weak))


def test_a_chain_made_after_its_challenges_is_refused() -> None:
    # Two links are falsified so that, with the joining challenges foreseen, the sum still holds.
    case = shuffled(COUNT)
    make_links = shuffle._make_links

    def attack() -> Attack:
        honest = shuffle.prove(case.statement, case.witness)
        scope, subject = case.scope, case.statement.subject()
        factors = shuffle.card_challenges(scope, subject, honest.commitments)
        permuted = [factors[source] for source in case.witness.order]
        joins = shuffle.chain_challenges(scope, subject, honest.commitments, honest.chain)
        slopes = [joins[at + 1] * permuted[at + 1] - joins[at] for at in range(2)]

        def falsified(*arguments: Any) -> list[shuffle._ChainLink]:
            links = make_links(*arguments)
            links[1] = replace(links[1], product=links[1].product + slopes[1])
            links[2] = replace(links[2], product=links[2].product - slopes[0])
            return links

        with weakened((shuffle, "_make_links", falsified)):
            forged = shuffle.prove(case.statement, case.witness)
        assert forged.chain != honest.chain
        return shuffle_check.check, ([(case.statement, forged)],)

    def weak(scope: Scope, subject: bytes, commitments: Any, chain: Sequence[bytes]) -> Any:
        return transcript.challenges(scope, "weak", len(chain), subject, b"".join(commitments))

    patches = ((module, "chain_challenges", weak) for module in (shuffle, shuffle_check))
    succeeds_only_if_weak(attack, 0, *patches)


def test_errors_in_two_equations_do_not_cancel_under_foreseen_weights() -> None:
    case = shuffled(COUNT)

    def attack() -> Attack:
        honest = shuffle.prove(case.statement, case.witness)
        nudged = replace(honest, responses=(honest.responses[0] + 1, *honest.responses[1:]))
        weights = overheard(
            shuffle_check, "challenges", lambda: shuffle_check.check([(case.statement, nudged)])
        )
        responses = list(honest.responses)
        responses[0] = (responses[0] + weights[1]) % ORDER
        responses[1] = (responses[1] - weights[0]) % ORDER
        forged = replace(honest, responses=tuple(responses))
        return shuffle_check.check, ([(case.statement, forged)],)

    def weak(scope: Scope, label: str, count: int, *_: bytes) -> tuple[int, ...]:
        return transcript.challenges(scope, label, count)

    succeeds_only_if_weak(attack, 0, (shuffle_check, "challenges", weak))


def test_every_part_of_a_claim_is_hashed() -> None:
    claim = shuffled(COUNT).statement
    subjects = {
        each.subject()
        for each in (
            claim,
            replace(claim, scope=SCOPE),
            replace(claim, key=point(1)),
            replace(claim, before=claim.before[::-1]),
            replace(claim, after=claim.after[::-1]),
        )
    }
    assert len(subjects) == 5


@pytest.mark.parametrize("stage", ["card", "chain", "final"])
def test_every_challenge_depends_on_all_that_was_sent_before_it(stage: str) -> None:
    commitments, chain, trials, responses, cards = decoy_fields(COUNT)

    def challenged(subject: bytes, proof: Proof) -> Any:
        if stage == "card":
            return shuffle.card_challenges(SCOPE, subject, proof.commitments)
        if stage == "chain":
            return shuffle.chain_challenges(SCOPE, subject, proof.commitments, proof.chain)
        return shuffle.final_challenge(SCOPE, subject, proof)

    proof = Proof(commitments, chain, trials, responses, cards)
    changed = [
        challenged(b"other", proof),
        challenged(b"subject", replace(proof, commitments=commitments[::-1])),
    ]
    if stage != "card":
        changed.append(challenged(b"subject", replace(proof, chain=chain[::-1])))
    if stage == "final":
        changed.append(challenged(b"subject", replace(proof, trials=trials[::-1])))
    assert challenged(b"subject", proof) not in changed
