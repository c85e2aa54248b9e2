"""Cheats at the bridge: every false body is refused, names its author, and changes nothing."""

from collections.abc import Callable, Iterator

import pytest

from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.fair import beacon, bodies, escrow, keys, proofs, proxy
from p2pjeux.fair.bodies import BODY_SIZE_MAX
from p2pjeux.fair.bridge import Bridge
from p2pjeux.fair.keybook import KeyPurpose, secret_key
from p2pjeux.fair.proxy import Errand
from p2pjeux.fair.tasks import AcceptParts, ShareKeys, StandIn
from p2pjeux.fair.transcript import Context, Scope, derive_scalar, frame
from p2pjeux.rules.requests import Action, Seat, Slot
from tests.fair.strangers import Strangers, common_digest, remembered, table_secret, toy_table
from tests.rules.toy import HAND

# Steps whose bodies carry no proof when no card is played: the signature of the entry is theirs.
PLAIN = ("AcceptParts", "PlayOpenly")
LISTS = ("PlayOpenly", "LayCards", "OpenChoice", "GiveShares", "StandIn")


@pytest.fixture(scope="module", autouse=True)
def memory() -> Iterator[None]:
    with remembered():
        yield


def at(kind: str, seats: int = 3, seat: Seat | None = None) -> Strangers:
    """The toy game, waiting for such a step (of this seat, if one is named)."""
    strangers = Strangers(toy_table(seats))
    strangers.run(lambda table: table.task == kind and (seat in (None, *table.witness.asked)))
    return strangers


def snapshot(peer: Bridge) -> tuple[bytes, tuple[Seat, ...]]:
    return common_digest(peer), tuple(peer._given)


def refuse(
    strangers: Strangers, seat: Seat, body: bytes, fault: Fault, blamed: Seat | None = None
) -> None:
    assert refusals(strangers, seat, body) == {(fault, seat if blamed is None else blamed)}


def refusals(strangers: Strangers, seat: Seat, body: bytes) -> set[tuple[Fault, Seat | None]]:
    """What everybody says to a body that nobody takes."""
    said = set()
    for other in strangers.here:
        peer = strangers.peers[other]
        before = snapshot(peer)
        with pytest.raises(PeerFault) as caught:
            peer.accept(seat, body)
        assert caught.value.evidence or not body
        assert snapshot(peer) == before
        said.add((caught.value.fault, caught.value.seat))
    return said


def goes_on(strangers: Strangers) -> None:
    """The honest bodies are taken after all, and the game comes to its end."""
    strangers.run()
    assert len(strangers.digests()) == 1


def with_somebody_gone(seats: int) -> Strangers:
    strangers = Strangers(toy_table(seats))
    strangers.run_to(3)
    strangers.lost.add(seats - 1)
    return strangers


both_tables = pytest.mark.parametrize(
    "begin", [lambda: Strangers(toy_table(4)), lambda: with_somebody_gone(4)], ids=["all", "gone"]
)


def is_plain(strangers: Strangers, body: bytes) -> bool:
    if strangers.task == "PlayOpenly":
        return not bodies.decode_play(body)[1]
    return strangers.task in PLAIN


@both_tables
def test_what_another_seat_would_send_is_refused_at_every_step(
    begin: Callable[[], Strangers],
) -> None:
    strangers = begin()
    tried = set()
    while not strangers.over:
        asked = [seat for seat in strangers.witness.asked if seat in strangers.here]
        for thief, victim in zip(asked, [*asked[1:], asked[0]] if asked else [], strict=True):
            if thief != victim and not is_plain(strangers, strangers.body(victim)):
                said = refusals(strangers, thief, strangers.body(victim))
                assert {seat for _, seat in said} == {thief}
                tried.add(strangers.task)
        strangers.step()

    assert tried >= {"GiveChance", "GiveShares", "SealChoice", "OpenChoice"}
    assert len(strangers.digests()) == 1


@both_tables
def test_what_a_seat_sent_earlier_is_refused_later(begin: Callable[[], Strangers]) -> None:
    strangers = begin()
    sent: dict[Seat, list[bytes]] = {seat: [] for seat in range(4)}
    tried = 0
    while not strangers.over:
        for seat in strangers.witness.asked:
            if seat in strangers.lost:
                continue
            honest = strangers.body(seat)
            for earlier in sent[seat]:
                if earlier != honest:
                    assert {name for _, name in refusals(strangers, seat, earlier)} == {seat}
                    tried += 1
            sent[seat].append(honest)
        strangers.step()

    assert tried > 200
    assert len(strangers.digests()) == 1


def test_what_is_right_at_another_table_is_refused_at_every_step() -> None:
    strangers, others = Strangers(toy_table(3)), Strangers(toy_table(3, seed=1))
    tried = set()
    while not strangers.over:
        for seat in strangers.witness.asked:
            foreign = others.body(seat)
            if not is_plain(strangers, foreign):
                assert {name for _, name in refusals(strangers, seat, foreign)} == {seat}
                tried.add(strangers.task)
        strangers.step()
        others.step()

    assert len(tried) == 9


@both_tables
def test_cut_lengthened_and_oversized_bodies_are_refused_at_every_step(
    begin: Callable[[], Strangers],
) -> None:
    strangers = begin()
    while not strangers.over:
        for seat in [seat for seat in strangers.witness.asked if seat in strangers.here][:1]:
            body = strangers.body(seat)
            for bad in (
                b"",
                body[:-1],
                body[1:],
                body + b"\0",
                body + body,
                bytes(len(body)),
                bytes(BODY_SIZE_MAX + 1),
                body + bytes(BODY_SIZE_MAX),
            ):
                if bad != body:
                    assert {name for _, name in refusals(strangers, seat, bad)} == {seat}
        strangers.step()


@both_tables
def test_lists_with_more_fewer_or_other_fields_are_refused(
    begin: Callable[[], Strangers],
) -> None:
    strangers = begin()
    tried = set()
    while not strangers.over:
        for seat in [seat for seat in strangers.witness.asked if seat in strangers.here][:1]:
            if strangers.task not in LISTS:
                continue
            fields = decode(strangers.body(seat))
            assert isinstance(fields, tuple)
            spoiled: list[Value] = [
                (*fields, b""),
                (*fields, ()),
                fields[:-1],
                (fields,),
                (None,) * len(fields),
                {"fields": fields},
                tuple(str(field) for field in fields),
            ]
            for value in spoiled:
                said = refusals(strangers, seat, encode(value))
                assert said <= {(Fault.BAD_SHAPE, seat), (Fault.BAD_ENCODING, seat)}
            tried.add(strangers.task)
        strangers.step()

    assert tried >= {"PlayOpenly", "LayCards", "OpenChoice", "GiveShares"}


def test_nobody_speaks_out_of_turn_or_twice() -> None:
    strangers = at("ShuffleTurn")
    body = strangers.body(0)
    refuse(strangers, 1, body, Fault.NOT_ASKED)
    refuse(strangers, 7, body, Fault.NOT_ASKED)
    strangers.deliver({0: body})
    refuse(strangers, 0, body, Fault.NOT_ASKED)
    strangers.close()
    goes_on(strangers)
    refuse(strangers, 0, body, Fault.NOT_ASKED)


def play_body(
    strangers: Strangers, seat: Seat, action: Action, shown: tuple[Slot, ...] | None = None
) -> bytes:
    """An open play with true shares of the cards in it, or of those that are ``shown``."""
    cards = strangers.peers[seat]._script.cards
    if shown is None:
        shown = tuple(
            slot for slot in cards.hidden(action.cards) if slot.deck == 0 and slot.place < 14
        )
    shares = cards.give_shares(strangers.context(seat), sorted(set(shown)))
    return bodies.encode_play(bodies.encode_action(action), shares)


OWN, OWN_TOO, FOREIGN, UNDEALT = Slot(0, 0), Slot(0, 1), Slot(0, HAND), Slot(0, 3 * HAND)


@pytest.mark.parametrize(
    "action",
    [
        Action("cards", (), (FOREIGN,)),
        Action("cards", (), (UNDEALT,)),
        Action("cards", (), (Slot(0, 170),)),
        Action("cards", (), (Slot(1, 0),)),
        Action("cards", (), (Slot(60_000, 0),)),
        Action("cards", (), (OWN, OWN)),
        Action("cards", (), (OWN, FOREIGN)),
        Action("cards", (), (OWN, OWN_TOO)),
        Action("cards", (1,), (OWN,)),
        Action("cards", ({"a": ((), None)},), (OWN,)),
        Action("cards", (), ()),
        Action("no", (), (OWN,)),
        Action("", (), ()),
    ],
    ids=str,
)
def test_an_illegal_open_action_is_refused(action: Action) -> None:
    strangers = at("PlayOpenly")
    refuse(strangers, 0, play_body(strangers, 0, action), Fault.ILLEGAL_ACTION)
    goes_on(strangers)


def test_a_card_that_was_played_already_is_refused() -> None:
    strangers = at("PlayOpenly")
    honest = strangers.action(0)
    assert honest is not None
    strangers.step()
    assert honest.cards[0] in strangers.witness.view(None).faces
    body = bodies.encode_play(bodies.encode_action(Action("yes", (), honest.cards)), ())
    refuse(strangers, 0, body, Fault.ILLEGAL_ACTION)
    goes_on(strangers)


def test_the_cards_shown_must_be_the_cards_played() -> None:
    strangers = at("PlayOpenly")
    action = strangers.action(0)
    assert action is not None
    (card,) = action.cards
    other = next(slot for slot in strangers.witness.request.hand if slot != card)  # type: ignore[union-attr]  # the toy asks for cards
    refuse(strangers, 0, play_body(strangers, 0, action, ()), Fault.BAD_SHAPE)
    refuse(strangers, 0, play_body(strangers, 0, action, (other,)), Fault.BAD_PROOF)
    refuse(strangers, 0, play_body(strangers, 0, action, (card, other)), Fault.BAD_SHAPE)
    data, shares = bodies.decode_play(play_body(strangers, 0, action))
    refuse(strangers, 0, bodies.encode_play(data, (*shares, *shares)), Fault.BAD_SHAPE)
    goes_on(strangers)


def test_a_share_made_with_another_key_is_refused() -> None:
    strangers = at("PlayOpenly")
    action = strangers.action(0)
    assert action is not None
    cards = strangers.peers[0]._script.cards
    scope = Scope(strangers.context(0), "deck-share", frame((0, action.cards[0].place)))
    for key in (
        secret_key(table_secret(0), KeyPurpose.SEALED),
        secret_key(table_secret(1), KeyPurpose.DECK),
    ):
        share = proofs.make_shares(scope, key, cards.masks(action.cards))
        body = bodies.encode_play(bodies.encode_action(action), (share,))
        refuse(strangers, 0, body, Fault.BAD_PROOF)
    goes_on(strangers)


def test_shares_of_other_slots_or_fewer_or_in_another_order_are_refused() -> None:
    strangers = at("GiveShares")
    cards = strangers.peers[0]._script.cards
    due = [slot for seat in (1, 2) for slot in cards.hand(seat)]
    for slots in (cards.hand(0) + cards.hand(1), due[:-1], [*due, UNDEALT], due[::-1], due[1:]):
        body = bodies.encode_list(cards.give_shares(strangers.context(0), slots))
        said = refusals(strangers, 0, body)
        assert said <= {(Fault.BAD_PROOF, 0), (Fault.BAD_SHAPE, 0)}
    (message,) = bodies.decode_list(strangers.body(0), 1)
    swapped = message[32:64] + message[:32] + message[64:]
    refuse(strangers, 0, bodies.encode_list([swapped]), Fault.BAD_PROOF)
    refuse(strangers, 0, bodies.encode_list([message, message]), Fault.BAD_SHAPE)
    refuse(strangers, 0, bodies.encode_list([]), Fault.BAD_SHAPE)
    goes_on(strangers)


def test_who_must_show_its_cards_cannot_show_others() -> None:
    strangers = at("GiveShares")
    strangers.step()
    strangers.run(lambda table: table.task == "GiveShares")
    assert strangers.witness.asked == (1,)
    cards = strangers.peers[1]._script.cards
    body = bodies.encode_list(cards.give_shares(strangers.context(1), cards.hand(0)[:1]))
    refuse(strangers, 1, body, Fault.BAD_SHAPE)
    count = len(cards.hidden(cards.hand(1)))
    foreign = bodies.encode_list(cards.give_shares(strangers.context(1), cards.hand(0)[:count]))
    refuse(strangers, 1, foreign, Fault.BAD_PROOF)
    goes_on(strangers)


def test_a_dice_share_of_another_step_throw_or_key_is_refused() -> None:
    strangers = at("GiveChance")
    here = strangers.context(2)
    elsewhere = Context(here.table, here.step + 1, here.seat)
    refuse(strangers, 2, beacon.give_share(elsewhere, table_secret(2), 0), Fault.BAD_PROOF)
    refuse(strangers, 2, beacon.give_share(here, table_secret(2), 1), Fault.BAD_PROOF)
    refuse(strangers, 2, beacon.give_share(here, table_secret(1), 0), Fault.BAD_PROOF)
    point = beacon.throw_point(here.table, 1)
    key = secret_key(table_secret(2), KeyPurpose.BEACON)
    biased = proofs.make_shares(Scope(here, "beacon-share"), key, (point,))
    refuse(strangers, 2, biased, Fault.BAD_PROOF)
    goes_on(strangers)


def standing_in() -> tuple[Strangers, StandIn]:
    """Seat 2 has vanished at the dice, and seats 0 and 1 give its share."""
    strangers = at("GiveChance")
    strangers.lost.add(2)
    strangers.run(lambda table: table.task == "StandIn")
    step = strangers.witness._step
    assert step is not None
    assert isinstance(step.task, StandIn)
    return strangers, step.task


def test_a_false_partial_share_names_the_proxy() -> None:
    strangers, task = standing_in()
    (errand,) = task.errands
    here = strangers.context(0)
    holding = escrow.hold(0, table_secret(0), task.sharings)
    part = holding.parts[2]
    assert part is not None
    scope = Scope(here, "proxy-beacon", frame((2,)))
    other_point = beacon.throw_point(here.table, 1)
    false = [
        proofs.make_shares(scope, secret_key(table_secret(0), KeyPurpose.BEACON), errand.bases),
        proofs.make_shares(scope, part[0], errand.bases),
        proofs.make_shares(scope, part[1], (other_point,)),
        proxy.give_partial(here, holding, Errand(1, errand.purpose, errand.bases)),
        proxy.give_partial(here, holding, Errand(2, KeyPurpose.SEALED, errand.bases)),
    ]
    for message in false:
        refuse(strangers, 0, bodies.encode_list([message]), Fault.BAD_PROOF)
    (true,) = bodies.decode_list(strangers.body(0), 1)
    refuse(strangers, 0, bodies.encode_list([true, true]), Fault.BAD_SHAPE)
    refuse(strangers, 0, bodies.encode_list([]), Fault.BAD_SHAPE)
    refuse(strangers, 2, bodies.encode_list([true]), Fault.NOT_ASKED)
    goes_on(strangers)


def test_the_cheating_proxy_can_be_left_behind_where_enough_remain() -> None:
    strangers = at("GiveChance", seats=4)
    strangers.lost.add(3)
    strangers.run(lambda table: table.task == "StandIn")
    body = bytearray(strangers.body(0))
    body[10] ^= 1
    assert {seat for _, seat in refusals(strangers, 0, bytes(body))} == {0}
    strangers.lost.add(0)
    goes_on(strangers)

    assert strangers.witness.absent == {0, 3}


def test_a_bad_letter_names_its_writer_when_the_receiver_complains() -> None:
    strangers = Strangers(toy_table(3))
    strangers.step()
    assert isinstance(strangers.witness._step and strangers.witness._step.task, ShareKeys)
    honest = strangers.body(1)
    head, body = honest[: keys.ANNOUNCEMENT_SIZE], bytearray(honest[keys.ANNOUNCEMENT_SIZE :])
    body[-1] ^= 1
    writer_scope = Scope(strangers.context(1), "escrow-writer", bytes(body))
    false = keys.announce(writer_scope, writer_secret(strangers, 1)) + bytes(body)
    assert false[:32] == head[:32]
    strangers.deliver({0: strangers.body(0), 1: false, 2: strangers.body(2)})
    strangers.close()

    refuse(strangers, 2, strangers.body(2), Fault.BAD_SHARE, blamed=1)
    strangers.deliver({0: strangers.body(0), 1: strangers.body(1)})
    assert strangers.witness.asked == (2,)


def writer_secret(strangers: Strangers, seat: Seat) -> int:
    book = strangers.witness._script.book
    parts = (strangers.table.id, strangers.witness.number, seat, book.threshold)
    return derive_scalar(table_secret(seat), "escrow-writer", *parts, *book.keys(KeyPurpose.LETTER))


def test_a_false_complaint_names_the_complainer() -> None:
    strangers = at("AcceptParts")
    task = strangers.witness._step and strangers.witness._step.task
    assert isinstance(task, AcceptParts)
    scope = Scope(strangers.context(2), "escrow-complaint", frame((1,)))
    key = secret_key(table_secret(2), KeyPurpose.LETTER)
    shown = proofs.make_shares(scope, key, (task.sharings[1].writer,))
    refuse(strangers, 2, b"\x01\x01" + shown, Fault.BAD_SHARE)
    refuse(strangers, 2, b"\x01\x00" + shown, Fault.BAD_PROOF)
    refuse(strangers, 2, b"\x01\x02" + shown, Fault.BAD_SHAPE)
    refuse(strangers, 2, b"\x03", Fault.BAD_SHAPE)
    goes_on(strangers)


def test_keys_of_another_seat_and_sharings_of_another_step_are_refused() -> None:
    strangers = Strangers(toy_table(3))
    refuse(strangers, 0, strangers.body(1), Fault.BAD_PROOF)
    strangers.step()
    body = strangers.body(0)
    said = refusals(strangers, 0, body[:96] + strangers.body(1)[96:])
    assert said == {(Fault.BAD_PROOF, 0)}
    refuse(strangers, 1, body, Fault.BAD_PROOF)
    goes_on(strangers)
