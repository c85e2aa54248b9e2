"""Cheats with sealed and laid cards: found at the opening, named, and left behind."""

from collections.abc import Iterator

import pytest

from p2pjeux.encoding import encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import bodies, group, proofs, sealed
from p2pjeux.fair.tasks import PendingSeal
from p2pjeux.fair.transcript import Scope, derive_scalar
from p2pjeux.rules.door import check_play
from p2pjeux.rules.requests import Action, Laid, Lay, Played, Seal, Slot
from tests.fair.strangers import Strangers, make_table, remembered, table_secret, toy_table
from tests.fair.test_bridge_cheats import goes_on, refusals, refuse
from tests.kit import Case
from tests.rules.toy import HAND
from tests.vanish import check_what_lies_open, openings

CHEAT = 0
ILLEGAL = (
    "of another seat",
    "dealt to nobody",
    "of another deck",
    "of no deck",
    "outside the deck",
    "named twice",
    "one too many",
    "played before",
    "none",
    "of no verb",
    "with arguments",
)


@pytest.fixture(scope="module", autouse=True)
def memory() -> Iterator[None]:
    with remembered():
        yield


def waiting_for(kind: str, seed: int = 0) -> Strangers:
    strangers = Strangers(toy_table(3, seed), seed)
    strangers.run(lambda table: table.task == kind and CHEAT in table.witness.asked)
    return strangers


def seal_instead(strangers: Strangers, value: bytes) -> None:
    """The cheat seals something of its own making; nobody can see what, and the game goes on."""
    secret = table_secret(CHEAT, strangers.seed)
    false = sealed.seal(strangers.context(CHEAT), secret, value)
    assert strangers.task == "SealChoice"
    others = [seat for seat in strangers.witness.asked if seat != CHEAT]
    strangers.deliver({CHEAT: false} | {seat: strangers.body(seat) for seat in others})
    strangers.close()
    strangers.run(lambda table: table.task == "OpenChoice" and CHEAT in table.witness.asked)


def opening(strangers: Strangers) -> bytes:
    """The true opening of what the cheat has sealed."""
    closed = strangers.witness._script.closed[CHEAT]
    assert isinstance(closed, PendingSeal)
    return sealed.recall(table_secret(CHEAT, strangers.seed), closed.sealed)


def opening_body(strangers: Strangers, action: Action | None = None) -> bytes:
    """The body that opens it, with true shares of all the cards that can have one."""
    cards = strangers.peers[CHEAT]._script.cards
    named = () if action is None else cards.hidden(action.cards)
    able = sorted({slot for slot in named if slot.deck == 0 and slot.place < 14})
    shares = cards.give_shares(strangers.context(CHEAT), able)
    return bodies.encode_play(opening(strangers), shares)


def leave_behind(strangers: Strangers) -> Action:
    """The others declare the cheat absent and play on; return what then stands for its choice."""
    told = len(strangers.happened)
    strangers.lost.add(CHEAT)
    goes_on(strangers)
    check_what_lies_open(strangers)
    return next(openings(strangers.happened[told:], CHEAT))


def forbidden_card(strangers: Strangers) -> Slot | None:
    """The card that may not be hidden, if the cheat has it."""
    faces = strangers.peers[CHEAT].view(CHEAT).faces
    return next((slot for slot in own_cards(strangers) if faces[slot] == 0), None)


def played_card(strangers: Strangers) -> Slot:
    """The card that the cheat has played openly before."""
    return next(
        slot
        for happening in strangers.happened
        if isinstance(happening.answer, Played) and happening.answer.plays[0].seat == CHEAT
        for slot in happening.answer.plays[0].action.cards
    )


def own_cards(strangers: Strangers) -> tuple[Slot, ...]:
    request = strangers.witness.request
    assert isinstance(request, Seal | Lay)
    return request.hands[CHEAT] if isinstance(request, Seal) else request.hand


def illegal_actions(strangers: Strangers) -> dict[str, Action]:
    first, second, *_ = own_cards(strangers)
    cards = {
        "of another seat": (Slot(0, HAND),),
        "dealt to nobody": (Slot(0, 3 * HAND),),
        "of another deck": (Slot(1, 0),),
        "of no deck": (Slot(9, 9),),
        "outside the deck": (Slot(0, 170),),
        "named twice": (first, first),
        "one too many": (first, second),
        "played before": (played_card(strangers),),
        "none": (),
    }
    actions = {name: Action("cards", (), slots) for name, slots in cards.items()}
    assert (*actions, *ILLEGAL[len(actions) :]) == ILLEGAL
    return actions | {
        "of no verb": Action("steal", (), (first,)),
        "with arguments": Action("cards", (2**64 - 1, {"a": None}), (first,)),
    }


@pytest.mark.parametrize("name", ILLEGAL)
def test_an_illegal_sealed_choice_is_found_at_the_opening(name: str) -> None:
    strangers = waiting_for("SealChoice")
    illegal = illegal_actions(strangers)[name]
    seal_instead(strangers, bodies.encode_action(illegal))
    refuse(strangers, CHEAT, opening_body(strangers, illegal), Fault.ILLEGAL_ACTION)
    refuse(strangers, CHEAT, opening_body(strangers), _without_shares(strangers, illegal))

    replaced = leave_behind(strangers)

    assert replaced != illegal
    assert_legal(strangers, replaced)


def _without_shares(strangers: Strangers, action: Action) -> Fault:
    """Own hidden cards without their shares are found first; else the rules refuse the choice."""
    cards = strangers.witness._script.cards
    hidden = cards.hidden(action.cards)
    own = all(cards.owner(slot) == CHEAT for slot in hidden) and len(set(hidden)) == len(hidden)
    return Fault.BAD_SHAPE if hidden and own else Fault.ILLEGAL_ACTION


def assert_legal(strangers: Strangers, action: Action) -> None:
    """The action was legal when it should have been sealed."""
    happening = next(one for one in strangers.happened if isinstance(one.request, Seal))
    public = strangers.witness.view(None).faces
    faces = tuple(public[slot] for slot in action.cards)
    game = strangers.table.game
    assert check_play(game, happening.before, happening.request, CHEAT, action, faces) is None


@pytest.mark.slow
def test_a_face_that_may_not_be_hidden_is_found_at_the_opening() -> None:
    """The second level of legality: only the opened faces show it."""
    strangers, card = next(
        (strangers, card)
        for strangers in (waiting_for("SealChoice", seed=seed) for seed in range(40))
        if (card := forbidden_card(strangers)) is not None
    )
    illegal = Action("cards", (), (card,))
    seal_instead(strangers, bodies.encode_action(illegal))
    refuse(strangers, CHEAT, strangers.body(CHEAT), Fault.ILLEGAL_ACTION)

    replaced = leave_behind(strangers)

    assert replaced != illegal
    assert_legal(strangers, replaced)


@pytest.mark.parametrize(
    "value",
    [
        b"",
        b"\xc1",
        b"no action at all",
        encode(["cards", []]),
        encode(["cards", [], [], []]),
        encode(["cards", [], [[0]]]),
        encode(["cards", [], [[0, 1 << 40]]]),
        encode(["cards", [], [[True, 0]]]),
        encode([b"cards", [], []]),
        encode(["c" * 33, [], []]),
        encode(["cards", [None] * 17, []]),
        encode({"verb": "cards"}),
        bytes(1024),
    ],
)
def test_a_sealed_value_that_is_no_action_is_found_at_the_opening(value: bytes) -> None:
    strangers = waiting_for("SealChoice")
    seal_instead(strangers, value)
    said = refusals(strangers, CHEAT, opening_body(strangers))
    assert said <= {(Fault.BAD_ENCODING, CHEAT), (Fault.BAD_SHAPE, CHEAT)}

    assert_legal(strangers, leave_behind(strangers))


def test_an_opening_of_something_else_is_refused_and_the_true_choice_stands() -> None:
    strangers = waiting_for("OpenChoice")
    action = strangers.peers[CHEAT].view(CHEAT).sealed
    assert action is not None
    true = opening(strangers)
    cards = strangers.peers[CHEAT]._script.cards
    hidden = cards.hidden(cards.hand(CHEAT))
    other = Action("cards", (), (next(slot for slot in hidden if slot not in action.cards),))
    salt, shares = (
        true[: sealed.SALT_SIZE],
        cards.give_shares(strangers.context(CHEAT), other.cards),
    )
    false = bodies.encode_play(salt + bodies.encode_action(other), shares)

    refuse(strangers, CHEAT, false, Fault.BAD_OPENING)
    refuse(strangers, CHEAT, bodies.encode_play(salt[1:], ()), Fault.BAD_SHAPE)
    refuse(strangers, CHEAT, bodies.encode_play(salt, ()), Fault.BAD_OPENING)
    refuse(strangers, CHEAT, bodies.encode_play(bytes(1500), ()), Fault.BAD_SHAPE)
    mixed = bodies.encode_play(true, shares)
    refuse(strangers, CHEAT, mixed, Fault.BAD_PROOF)
    assert leave_behind(strangers) == action


def test_a_box_that_does_not_hold_the_opening_is_found_either_way() -> None:
    for opens_itself in (True, False):
        strangers = waiting_for("SealChoice")
        action = strangers.action(CHEAT)
        assert action is not None
        context, salt = strangers.context(CHEAT), bytes(sealed.SALT_SIZE)
        commitment = sealed.commit(context, salt, bodies.encode_action(action))
        place = (context.table, context.step, context.seat)
        factor = derive_scalar(salt, "sealed-mask", *place, commitment)
        box = bytes(98)
        honest = strangers.body(CHEAT)
        assert len(box) == len(honest) - 128
        scope = Scope(context, "sealed-box", commitment + box)
        mask = group.multiply_base(factor)
        false = commitment + mask + proofs.prove_knowledge(scope, factor) + box
        strangers.deliver({CHEAT: false} | {other: strangers.body(other) for other in (1, 2)})
        strangers.close()
        strangers.run(lambda table: table.task == "OpenChoice" and CHEAT in table.witness.asked)
        if opens_itself:
            cards = strangers.peers[CHEAT]._script.cards
            shares = cards.give_shares(strangers.context(CHEAT), action.cards)
            body = bodies.encode_play(salt + bodies.encode_action(action), shares)
            refuse(strangers, CHEAT, body, Fault.BAD_COMMITMENT)

        assert_legal(strangers, leave_behind(strangers))


def lay_instead(strangers: Strangers, count: int, action: Action) -> bytes:
    message = sealed.seal(
        strangers.context(CHEAT), table_secret(CHEAT, strangers.seed), bodies.encode_action(action)
    )
    return bodies.encode_laid(count, message)


@pytest.mark.parametrize("count,laid", [(2, 1), (1, 2), (0, 1), (1, 0)])
def test_a_count_that_differs_from_the_cards_laid_is_found(count: int, laid: int) -> None:
    strangers = waiting_for("LayCards")
    action = Action("cards", (), own_cards(strangers)[:laid])
    strangers.deliver({CHEAT: lay_instead(strangers, count, action)})
    strangers.close()
    strangers.run(lambda table: table.task == "OpenChoice")
    refuse(strangers, CHEAT, opening_body(strangers, action), Fault.BAD_OPENING)

    replaced = leave_behind(strangers)

    assert len(replaced.cards) == count
    assert any(
        isinstance(one.answer, Laid) and one.answer.count == count for one in strangers.happened
    )


@pytest.mark.parametrize("count", [3, 4, 180])
def test_more_cards_than_may_be_laid_are_refused_at_once(count: int) -> None:
    strangers = waiting_for("LayCards")
    action = Action("cards", (), own_cards(strangers))
    refuse(strangers, CHEAT, lay_instead(strangers, count, action), Fault.ILLEGAL_ACTION)
    refuse(strangers, CHEAT, lay_instead(strangers, 181, action), Fault.BAD_SHAPE)
    goes_on(strangers)


def test_where_no_legal_bid_has_the_laid_count_some_legal_bid_stands() -> None:
    """Stonehenge: a cheat lays a hand of several colours, which no bid can hold."""
    strangers = Strangers(make_table(Case("stonehenge", 3)))
    strangers.run(
        lambda table: (
            table.task == "LayCards"
            and CHEAT in table.witness.asked
            and table.witness.state.sale == 1
        )
    )
    hand = own_cards(strangers)
    illegal = Action("bid", (), hand)
    strangers.deliver({CHEAT: lay_instead(strangers, len(hand), illegal)})
    strangers.close()
    strangers.run(lambda table: table.task == "OpenChoice")
    said = refusals(strangers, CHEAT, strangers.body(CHEAT))
    assert said == {(Fault.ILLEGAL_ACTION, CHEAT)}
    told = len(strangers.happened)
    strangers.lost.add(CHEAT)
    for _ in range(4):
        strangers.step()

    replaced = next(openings(strangers.happened[told:], CHEAT))
    assert len(replaced.cards) < len(hand)
    assert set(replaced.cards) <= set(hand)
    assert len(strangers.digests()) == 1


def test_a_fault_at_the_opening_carries_what_was_opened() -> None:
    strangers = waiting_for("SealChoice")
    illegal = Action("steal")
    seal_instead(strangers, bodies.encode_action(illegal))
    body = opening_body(strangers)
    with pytest.raises(PeerFault) as caught:
        strangers.witness.accept(CHEAT, body)

    assert caught.value.evidence == body
    assert f"seat {CHEAT}" in str(caught.value)
