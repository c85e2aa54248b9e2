"""The bridge: whole games among strangers who exchange only bytes, and what each of them knows."""

import gc
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType

import pytest

from p2pjeux.errors import Refused
from p2pjeux.fair import group
from p2pjeux.fair.bridge import Bridge
from p2pjeux.fair.keybook import PURPOSES, secret_key
from p2pjeux.rules.engine import IllegalAction
from p2pjeux.rules.requests import Action, Deal, Seal, Seat, Slot
from tests.fair.strangers import (
    Strangers,
    common_digest,
    follow,
    make_table,
    remembered,
    table_secret,
    toy_table,
)
from tests.kit import Case, default_cases
from tests.vanish import check_what_lies_open, openings

SMALLEST = [case for case in default_cases() if case.seats == case.game.facts.seats_least]
LARGER = [case for case in default_cases() if case not in SMALLEST]


@pytest.fixture(scope="module", autouse=True)
def memory() -> Iterator[None]:
    with remembered():
        yield


def check_whole_game(strangers: Strangers) -> None:
    game = strangers.table.game
    census = dict(game.census(strangers.witness.state))

    strangers.run()

    assert len(strangers.digests()) == 1
    assert game.outcome(strangers.witness.state) is not None
    assert all(dict(game.census(happening.after)) == census for happening in strangers.happened)
    check_what_lies_open(strangers)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 12])
def test_everything_a_game_can_ask_for_works_among_strangers(seats: int) -> None:
    check_whole_game(Strangers(toy_table(seats)))


@pytest.mark.slow
@pytest.mark.parametrize("case", SMALLEST, ids=str)
def test_every_game_runs_to_its_end_among_strangers(case: Case) -> None:
    check_whole_game(Strangers(make_table(case)))


@pytest.mark.long
@pytest.mark.parametrize("case", LARGER, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_every_game_runs_to_its_end_at_larger_tables(case: Case, seed: int) -> None:
    check_whole_game(Strangers(make_table(case, seed), seed))


def test_one_peer_may_hold_several_seats() -> None:
    strangers = Strangers(toy_table(4))
    both = Bridge(strangers.table, {seat: table_secret(seat) for seat in (1, 2)})
    while not strangers.over:
        due = [seat for seat in (1, 2) if seat in both.asked]
        expected = {seat: strangers.body(seat) for seat in due}
        assert {seat: both.make(seat, strangers.action(seat)) for seat in due} == expected
        strangers.step()
        while strangers.history:
            follow(both, strangers.history.pop(0))

    assert common_digest(both) == common_digest(strangers.witness)
    for seat in (1, 2):
        assert both.view(seat).faces == strangers.peers[seat].view(seat).faces


def test_a_watcher_follows_with_no_secret_at_all() -> None:
    strangers = Strangers(toy_table(3))
    strangers.run()
    watcher = Bridge(strangers.table, {})
    for event in strangers.history:
        follow(watcher, event)

    assert common_digest(watcher) == common_digest(strangers.witness)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_peer_that_starts_again_sends_the_same_bytes(seats: int) -> None:
    """What a peer sends follows from the log, its own secret and its own decision."""
    strangers = Strangers(toy_table(seats))
    compared = 0
    while not strangers.over:
        for seat in strangers.witness.asked:
            action, before = strangers.action(seat), strangers.body(seat)
            again = strangers.rebuild(seat)
            assert again.make(seat, action) == before
            assert again.make(seat, action) == before
            compared += 1
        strangers.step()

    assert compared > strangers.witness.number


def test_the_order_in_which_bodies_arrive_changes_nothing() -> None:
    strangers = Strangers(toy_table(3))
    strangers.run()
    backwards = Bridge(strangers.table, {})
    waiting = []
    for event in strangers.history:
        if event[0] == "body":
            waiting.append(event)
            continue
        for late in reversed(waiting):
            follow(backwards, late)
        waiting.clear()
        follow(backwards, event)

    assert common_digest(backwards) == common_digest(strangers.witness)


def test_a_view_holds_the_public_faces_and_the_seats_own() -> None:
    strangers = Strangers(toy_table(4))
    told = 0
    while not strangers.over:
        strangers.step()
        if len(strangers.happened) > told:
            told = len(strangers.happened)
            check_what_lies_open(strangers)


def test_what_a_seat_sees_in_its_hand_is_what_all_see_later() -> None:
    strangers = Strangers(toy_table(3))
    strangers.run(
        lambda table: isinstance(table.happened[-1:] and table.happened[-1].request, Deal)
    )
    hands = [dict(peer.view(seat).faces) for seat, peer in enumerate(strangers.peers)]
    strangers.run()

    public = strangers.witness.view(None).faces
    compared = [(slot, face) for hand in hands for slot, face in hand.items() if slot in public]
    assert compared
    assert all(public[slot] == face for slot, face in compared)
    everything = {slot: face for hand in hands for slot, face in hand.items()}
    assert len(set(everything.values())) == len(everything) == 12


@pytest.mark.parametrize("kind", ["SealChoice", "LayCards"])
def test_a_seat_sees_its_own_sealed_choice_until_it_opens(kind: str) -> None:
    strangers = Strangers(toy_table(3))
    strangers.run(lambda table: table.task == kind)
    (seat, *_) = strangers.witness.asked
    action = strangers.action(seat)
    body = strangers.body(seat)
    peer = strangers.peers[seat]
    assert peer.view(seat).sealed is None

    strangers.deliver({seat: body})
    seen, told = [], len(strangers.happened)
    while not list(openings(strangers.happened[told:], seat)):
        seen.append(peer.view(seat).sealed)
        strangers.step()
    others_see = [strangers.peers[other].view(other).sealed for other in (0, 1, 2) if other != seat]

    assert set(seen) == {action}
    assert list(openings(strangers.happened[told:], seat)) == [action]
    assert peer.view(seat).sealed is None
    assert action not in others_see


def test_an_illegal_decision_is_refused_before_anything_is_sent() -> None:
    strangers = Strangers(toy_table(3))
    strangers.run(lambda table: table.task == "PlayOpenly")
    peer = strangers.peers[0]
    before = common_digest(peer)
    own, foreign = peer.request.hand[0], Slot(0, 4)  # type: ignore[union-attr]  # the toy asks for cards

    for action in (
        None,
        Action("no"),
        Action("cards"),
        Action("cards", ("more",), (own,)),
        Action("cards", (), (own, own)),
        Action("cards", (), (foreign,)),
        Action("cards", (), (Slot(9, 9),)),
    ):
        with pytest.raises(IllegalAction):
            peer.make(0, action)

    assert common_digest(peer) == before
    assert peer.needs_decision(0)


def test_nothing_is_made_for_a_seat_that_is_not_asked() -> None:
    strangers = Strangers(toy_table(3))
    strangers.run(lambda table: table.task == "PlayOpenly")

    with pytest.raises(Refused):
        strangers.peers[1].make(1)
    strangers.run()
    with pytest.raises(Refused):
        strangers.peers[1].make(1)
    assert strangers.witness.asked == ()
    assert strangers.witness.advance() == ()


def test_a_step_is_not_closed_while_somebody_is_waited_for() -> None:
    strangers = Strangers(toy_table(3))
    strangers.deliver({seat: strangers.body(seat) for seat in (0, 2)})
    before = common_digest(strangers.witness)

    assert strangers.witness.asked == (1,)
    assert strangers.witness.advance() == ()
    assert common_digest(strangers.witness) == before


def secrets_of(seat: Seat) -> tuple[bytes, set[int]]:
    secret = table_secret(seat)
    return secret, {secret_key(secret, purpose) for purpose in PURPOSES}


def test_no_body_contains_a_secret() -> None:
    strangers = Strangers(toy_table(3))
    strangers.run()
    everything = b"|".join(strangers.bodies())
    for seat in range(3):
        secret, keys = secrets_of(seat)
        assert secret not in everything
        assert not any(group.encode_scalar(key) in everything for key in keys)


def reachable(start: object) -> Iterator[object]:
    """All that an object holds, by whatever path, code and modules left aside."""
    seen, waiting = set(), [start]
    while waiting:
        thing = waiting.pop()
        code = isinstance(thing, ModuleType | FunctionType | BuiltinFunctionType | type)
        if id(thing) in seen or code or (isinstance(thing, dict) and "__builtins__" in thing):
            continue
        seen.add(id(thing))
        yield thing
        waiting += gc.get_referents(thing)


def test_no_peer_holds_a_secret_of_another() -> None:
    strangers = Strangers(toy_table(3))
    strangers.run(lambda table: table.task == "OpenChoice")
    for seat, peer in enumerate(strangers.peers):
        held = [thing for thing in reachable(peer) if isinstance(thing, bytes | int)]
        for other in range(3):
            secret, keys = secrets_of(other)
            assert (secret in held) == (other == seat)
            assert other == seat or not keys.intersection(held)


@pytest.mark.parametrize("case", SMALLEST, ids=str)
def test_the_size_of_a_sealed_body_tells_nothing_of_the_choice(case: Case) -> None:
    """A box has one of three sizes; all choices of one request must need the same."""
    strangers = Strangers(
        make_table(case),
        decide=lambda bridge, seat, source: bridge.game.sample(bridge.view(seat), source),
    )
    sizes = []
    for _ in range(120):
        if strangers.over:
            break
        if strangers.task == "SealChoice":
            sizes.append({len(strangers.body(seat)) for seat in strangers.witness.asked})
        strangers.step()

    assert all(len(size) == 1 for size in sizes)
    assert bool(sizes) == any(isinstance(one.request, Seal) for one in strangers.happened)
