"""A seat vanishes: the others play on, its hand lies open, and it gains nothing by it."""

from collections.abc import Iterator
from itertools import permutations

import pytest

from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.fair.script import Table
from p2pjeux.games import load_game
from p2pjeux.rules.requests import Answer, Choose, Deal, Draw, Played, Roll, topic_of
from tests.fair.strangers import (
    Strangers,
    common_digest,
    make_table,
    remembered,
    toy_table,
)
from tests.kit import Case, games_to_test
from tests.vanish import (
    chance_to_come,
    check_what_lies_open,
    go_on_without,
    hands_dealt,
    openings,
    play_on,
    sealed_by,
)

SET_UP = 3
KINDS = (
    "GiveChance",
    "ShuffleTurn",
    "GiveShares",
    "PlayOpenly",
    "SealChoice",
    "LayCards",
    "OpenChoice",
)


@pytest.fixture(scope="module", autouse=True)
def memory() -> Iterator[None]:
    with remembered(1 << 17):
        yield


def points(seats: int) -> list[tuple[int, int, str]]:
    """Every step of the toy game with every seat that it asks, once the keys are shared out."""
    strangers = Strangers(toy_table(seats))
    strangers.run_to(SET_UP)
    found = []
    while not strangers.over:
        found += [
            (strangers.witness.number, seat, strangers.task) for seat in strangers.witness.asked
        ]
        strangers.step()
    return found


def at_step(seats: int, number: int, threshold: int | None = None) -> Strangers:
    strangers = Strangers(toy_table(seats, threshold=threshold))
    strangers.run_to(number)
    return strangers


def at_task(strangers: Strangers, kind: str) -> Strangers:
    strangers.run(lambda table: table.over or table.task == kind)
    return strangers


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
def test_any_seat_may_vanish_at_any_step(seats: int) -> None:
    tried = points(seats)
    for number, seat, _kind in tried:
        go_on_without(at_step(seats, number), seat)

    assert {kind for _, _, kind in tried} == set(KINDS)
    assert {seat for _, seat, _ in tried} == set(range(seats))


def smallest_with_three(game_id: str) -> Case:
    return Case(game_id, max(3, load_game(game_id).facts.seats_least))


@pytest.mark.slow
@pytest.mark.parametrize("game_id", games_to_test())
def test_a_seat_may_vanish_at_each_kind_of_step_of_every_game(game_id: str) -> None:
    table = make_table(smallest_with_three(game_id))
    first: dict[str, int] = {}
    main = at_random(table)
    main.run_to(SET_UP)
    while not main.over and main.witness.number < 60:
        first.setdefault(main.task, main.witness.number)
        main.step()
    assert "GiveChance" in first
    assert len(first) > 1

    for number in first.values():
        strangers = at_random(table)
        strangers.run_to(number)
        go_on_without(strangers, strangers.witness.asked[-1], steps=8)


def at_random(table: Table) -> Strangers:
    return Strangers(
        table, decide=lambda peer, seat, source: peer.game.sample(peer.view(seat), source)
    )


@pytest.mark.slow
@pytest.mark.parametrize("game_id", games_to_test())
def test_a_seat_may_vanish_when_a_game_begins_and_the_others_play_it_to_the_end(
    game_id: str,
) -> None:
    strangers = Strangers(make_table(smallest_with_three(game_id)))
    strangers.run_to(SET_UP)

    go_on_without(strangers, 1)


@pytest.mark.slow
@pytest.mark.parametrize("first,second", list(permutations(range(4), 2)))
def test_two_seats_may_vanish_one_after_the_other(first: int, second: int) -> None:
    tried = points(4)
    for number, seat, kind in tried:
        if seat != first or kind not in ("GiveChance", "GiveShares", "OpenChoice", "LayCards"):
            continue
        strangers = at_step(4, number)
        strangers.lost.add(first)
        play_on(strangers, 4)
        promised = sealed_by(strangers, second)
        told = len(strangers.happened)
        strangers.lost.add(second)
        play_on(strangers)
        check_what_lies_open(strangers)
        if promised is not None and strangers.witness.absent == {first, second}:
            assert next(openings(strangers.happened[told:], second)) == promised


@pytest.mark.slow
@pytest.mark.parametrize("seats", [4, 5])
def test_two_seats_may_vanish_in_the_same_step(seats: int) -> None:
    for number, seat, _kind in points(seats)[::3]:
        strangers = at_step(seats, number)
        strangers.lost |= {seat, (seat + 1) % seats}
        play_on(strangers)
        check_what_lies_open(strangers)


@pytest.mark.slow
def test_a_seat_may_vanish_in_the_middle_of_standing_in() -> None:
    tried = 0
    for number, seat, _kind in points(4):
        strangers = at_step(4, number)
        strangers.lost.add(seat)
        at_task(strangers, "StandIn")
        if strangers.over:
            continue
        proxies = strangers.witness.asked
        assert seat not in proxies
        go_on_without(strangers, proxies[tried % 3])
        tried += 1

    assert tried > 20


def test_all_who_are_gone_can_be_declared_absent_at_once() -> None:
    """One who is gone cannot state that another is: also whom the step does not ask may go."""
    strangers = at_task(Strangers(toy_table(4)), "PlayOpenly")
    assert strangers.witness.asked == (0,)
    strangers.lost |= {0, 2}
    for seat in (0, 2):
        strangers.tell(("absent", seat, b""))
    strangers.close()
    play_on(strangers)

    assert strangers.witness.absent == {0, 2}
    check_what_lies_open(strangers)


def test_the_dice_are_what_they_would_have_been() -> None:
    strangers = at_task(Strangers(toy_table(3)), "GiveChance")
    honest = at_task(Strangers(toy_table(3)), "GiveChance")
    expected = chance_to_come(strangers)
    go_on_without(strangers, 2, steps=1)
    honest.step()

    assert expected == honest.happened[0].answer == strangers.happened[0].answer


def throws(strangers: Strangers) -> list[Answer]:
    """All dice and draws as they fell, in their order."""
    return [one.answer for one in strangers.happened if isinstance(one.request, Roll | Draw)]


def test_no_later_throw_falls_otherwise_because_somebody_left() -> None:
    """A seat that goes adds steps, by proxy; the k-th throw is the k-th throw all the same."""
    honest = Strangers(toy_table(3))
    honest.run()
    assert len(throws(honest)) > 1
    for number, seat, _kind in points(3)[::2]:
        strangers = at_step(3, number)
        strangers.lost.add(seat)
        play_on(strangers)
        assert throws(strangers) == throws(honest)[: len(throws(strangers))]


def test_who_speaks_last_and_leaves_cannot_change_the_dice() -> None:
    strangers = at_task(Strangers(toy_table(3)), "GiveChance")
    expected = chance_to_come(strangers)
    strangers.deliver({seat: strangers.body(seat) for seat in (0, 1)})
    strangers.lost.add(2)
    strangers.tell(("absent", 2, b""))
    strangers.close()
    play_on(strangers, 1)

    assert strangers.happened[0].answer == expected


def test_a_sealed_choice_opens_as_it_was_though_its_owner_is_gone() -> None:
    strangers = at_task(Strangers(toy_table(3)), "OpenChoice")
    assert strangers.witness.asked == (1,)
    sealed = sealed_by(strangers, 1)
    assert sealed is not None

    go_on_without(strangers, 1)

    assert next(openings(strangers.happened, 1)) == sealed


@pytest.mark.parametrize(
    "kind", ["SealChoice", "LayCards", "OpenChoice", "GiveChance", "GiveShares", "ShuffleTurn"]
)
def test_whoever_withholds_has_nothing_asked_anew(kind: str) -> None:
    """Sealed, laid, dealt, shown or thrown: what was fixed is opened by the others as it was."""
    honest = Strangers(toy_table(3))
    honest.run()
    withheld = 0
    for number, seat, task in points(3):
        if task != kind:
            continue
        strangers = at_step(3, number)
        promised = {other: sealed_by(strangers, other) for other in range(3)}
        go_on_without(strangers, seat)
        withheld += 1
        assert [topic_of(one.request) for one in strangers.happened] == [
            topic_of(one.request) for one in honest.happened
        ]
        later = strangers.happened[len(at_step(3, number).happened) :]
        for other, action in promised.items():
            assert action is None or next(openings(later, other)) == action

    assert withheld


def test_a_box_is_opened_only_at_its_time() -> None:
    """A seat that vanishes before the opening keeps its secret until then, but for its cards."""
    strangers = at_task(Strangers(toy_table(3)), "OpenChoice")
    sealed = sealed_by(strangers, 0)
    strangers.lost.add(0)
    strangers.tell(("absent", 0, b""))
    strangers.deliver({1: strangers.body(1)})
    strangers.close()
    strangers.step()

    assert not list(openings(strangers.happened, 0))
    assert set(strangers.witness.view(None).faces) >= hands_dealt(strangers.happened, 3)[0]
    play_on(strangers)
    assert next(openings(strangers.happened, 0)) == sealed


def test_a_seat_comes_back_and_plays_its_hidden_cards_again() -> None:
    strangers = at_task(Strangers(toy_table(3)), "ShuffleTurn")
    strangers.lost.add(0)
    strangers.step()
    assert strangers.witness.absent == {0}
    strangers.bring_back(0)
    while 0 in strangers.witness.absent:
        strangers.step()
        assert len(strangers.digests()) == 1

    at_task(strangers, "PlayOpenly")
    hidden = set(strangers.peers[0].view(0).faces) - set(strangers.peers[1].view(1).faces)
    assert len(hidden) == 4
    assert strangers.witness.asked == (0,)
    play_on(strangers)
    check_what_lies_open(strangers)
    first = next(one for one in strangers.happened if isinstance(one.request, Choose))
    assert isinstance(first.answer, Played)
    assert set(first.answer.plays[0].action.cards) <= hidden


def test_a_seat_that_is_back_knows_what_was_shown_and_keeps_its_new_cards_secret() -> None:
    strangers = at_task(Strangers(toy_table(3)), "PlayOpenly")
    (hand,) = {frozenset(strangers.peers[0].view(0).faces)}
    strangers.lost.add(0)
    play_on(strangers, 2)
    assert hand <= set(strangers.witness.view(None).faces)
    strangers.bring_back(0)
    play_on(strangers)

    new = {
        slot
        for one in strangers.happened
        if isinstance(one.request, Deal) and one.request.hands[0][1][0].deck == 1
        for _seat, slots in one.request.hands
        for slot in slots
    }
    assert new
    assert new <= set(strangers.peers[0].view(0).faces)
    assert not new & set(strangers.peers[1].view(1).faces)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
def test_a_seat_may_come_back_at_any_step_after_it_vanished_at_any(seats: int) -> None:
    tried = 0
    for number, seat, _kind in points(seats)[::4]:
        for later in (1, 2, 5):
            strangers = at_step(seats, number)
            strangers.lost.add(seat)
            strangers.run_to(number + later)
            if strangers.over or seat not in strangers.witness.absent:
                continue
            strangers.bring_back(seat)
            assert common_digest(strangers.peers[seat]) == common_digest(strangers.peers[seat - 1])
            play_on(strangers)
            tried += 1

    assert tried > 15


def test_a_seat_may_vanish_come_back_and_vanish_again() -> None:
    strangers = at_task(Strangers(toy_table(3)), "GiveShares")
    strangers.lost.add(1)
    play_on(strangers, 1)
    strangers.bring_back(1)
    at_task(strangers, "SealChoice")
    assert 1 in strangers.witness.asked
    strangers.step()

    go_on_without(strangers, 1)


def test_what_a_stand_in_sealed_stays_although_the_person_is_back() -> None:
    strangers = at_task(Strangers(toy_table(3)), "SealChoice")
    strangers.lost.add(1)
    while strangers.task != "OpenChoice" and not strangers.over:
        strangers.step()
    strangers.bring_back(1)
    known = strangers.peers[1].view(1).sealed
    strangers.run()

    # Seat 1 opens first, and what stood in for it was no secret.
    assert list(openings(strangers.happened, 1))
    assert known in (None, next(openings(strangers.happened, 1)))
    assert len(strangers.digests()) == 1


def test_with_two_seats_nobody_can_stand_in() -> None:
    strangers = Strangers(toy_table(2))
    while not strangers.over:
        before = common_digest(strangers.witness)
        with pytest.raises(Refused, match="shared out"):
            strangers.witness.declare_absent(1)
        assert common_digest(strangers.witness) == before
        strangers.step()


def test_nobody_is_absent_before_the_keys_are_shared_out() -> None:
    strangers = Strangers(toy_table(3))
    for _ in range(SET_UP):
        with pytest.raises(Refused, match="shared out"):
            strangers.witness.declare_absent(2)
        strangers.step()

    go_on_without(strangers, 2, steps=1)


@pytest.mark.parametrize(
    "seats,threshold,may_go", [(3, 2, 1), (4, 3, 1), (4, 2, 2), (5, 2, 3), (6, 4, 2)]
)
def test_no_more_may_go_than_leave_enough_to_act(seats: int, threshold: int, may_go: int) -> None:
    strangers = at_step(seats, SET_UP, threshold)
    for seat in range(may_go):
        strangers.lost.add(seat)
        strangers.step()

    with pytest.raises(Refused, match="too few"):
        strangers.witness.declare_absent(may_go)
    play_on(strangers)
    assert strangers.witness.absent == set(range(may_go))


def test_an_entry_of_a_seat_that_the_step_is_closed_without_is_void() -> None:
    strangers = at_step(3, SET_UP)
    strangers.deliver({1: strangers.body(1)})

    strangers.witness.declare_absent(1)

    assert strangers.witness.absent == {1}
    assert 1 not in strangers.witness.given


def test_only_an_absent_seat_can_come_back() -> None:
    strangers = at_step(3, SET_UP)

    with pytest.raises(Refused, match="absent"):
        strangers.witness.declare_back(1)


def test_an_absent_seat_is_not_asked_and_its_bodies_are_refused() -> None:
    strangers = at_step(3, SET_UP)
    late = strangers.body(2)
    strangers.lost.add(2)
    strangers.tell(("absent", 2, b""))

    for peer in (strangers.peers[0], strangers.peers[1]):
        assert peer.asked == (0, 1)
        with pytest.raises(PeerFault) as caught:
            peer.accept(2, late)
        assert (caught.value.fault, caught.value.seat) == (Fault.NOT_ASKED, 2)
    with pytest.raises(Refused):
        strangers.peers[0].make(2)


def test_a_seat_that_signed_two_bodies_gives_the_one_that_was_chosen() -> None:
    strangers = at_step(4, SET_UP)
    body = strangers.body(1)
    before = common_digest(strangers.witness)

    strangers.witness.accept(1, body)
    strangers.witness.drop(1)

    assert common_digest(strangers.witness) == before
    strangers.witness.accept(1, body)
    assert 1 in strangers.witness.given


def test_a_seat_that_comes_back_during_the_last_request_is_there_at_the_end() -> None:
    for early in (True, False):
        strangers = at_task(Strangers(toy_table(3)), "PlayOpenly")
        strangers.lost.add(0)
        strangers.run(lambda table: table.over or len(table.happened) == 15)
        if not early:
            strangers.run()
        strangers.bring_back(0)
        strangers.run()

        assert strangers.witness.absent == frozenset()
        assert len(strangers.digests()) == 1
