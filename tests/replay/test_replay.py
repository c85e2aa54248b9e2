"""A log read again: every position, whose eyes saw what, and how far a bad file is good."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from p2pjeux.fair.bodies import encode_action
from p2pjeux.fair.sealed import seal
from p2pjeux.fair.transcript import Context
from p2pjeux.judge.replay import WentBack, read_replay
from p2pjeux.judge.verify import verify
from p2pjeux.log.file import write_case, write_log
from p2pjeux.rules.requests import Action, Deal, Lay, Open, Played, Seal
from p2pjeux.rules.value import state_digest, view_value
from p2pjeux.table.events import Left, Returned
from p2pjeux.table.last_steps import secret_body
from tests.judge.bad_files import BadLog
from tests.judge.test_verify import KINDS, bad_logs
from tests.kit import Case
from tests.log.writing import OSTRAKON, STONEHENGE, Writer, game_with_absence, secret_of, whole_game
from tests.replay.games import CASES, game_taken_back, replayed
from tests.sim.lan import Lan

every_kind = pytest.mark.parametrize("case", CASES, ids=str)


@pytest.mark.slow
@every_kind
def test_positions_follow_from_one_another_to_the_end(case: Case) -> None:
    replay = replayed(case)

    first, *others = replay.positions
    assert first.happening is None
    assert state_digest(first.state) == state_digest(
        case.game.set_up(case.seats, dict(case.options))
    )
    state = first.state
    for position in others:
        assert position.happening is not None
        assert position.happening.before == state
        state = position.state
    assert case.game.outcome(state) == replay.verdict.outcome


@pytest.mark.slow
@every_kind
def test_every_seat_s_eyes_see_what_the_seat_saw_while_it_played(case: Case) -> None:
    writer = Writer(case)
    seen = []
    while not writer.ledger.complete:
        before = writer.ledger.bridge.state
        writer.step()
        bridge = writer.ledger.bridge
        if bridge.state is not before:
            seen.append([view_value(bridge.view(seat)) for seat in range(case.seats)])

    positions = read_replay(writer.data).positions[1:]

    again = [
        [view_value(position.view(seat)) for seat in range(case.seats)] for position in positions
    ]
    assert again == seen


@pytest.mark.slow
@every_kind
def test_a_watcher_knows_no_card_that_was_not_shown(case: Case) -> None:
    for position in replayed(case).positions:
        view = position.view(None)
        assert view.seat is None
        assert view.sealed is None
        assert dict(view.faces) == dict(position.public)


@pytest.mark.slow
def test_hidden_cards_are_those_that_one_seat_alone_has_seen() -> None:
    replay = replayed(STONEHENGE)
    dealt = next(
        position
        for position in replay.positions
        if position.happening is not None and isinstance(position.happening.request, Deal)
    )

    for seat in range(3):
        assert dealt.hidden(seat) == dealt.state.hands[seat]
        assert set(dealt.hidden(seat)) <= set(dealt.learnt[seat])
    for position in replay.positions:
        shown = {slot for seat in range(3) for slot in position.hidden(seat)}
        assert not shown & set(position.public)


@pytest.mark.slow
def test_a_sealed_choice_is_known_from_its_sealing_to_its_opening() -> None:
    replay = replayed(OSTRAKON)
    pending: dict[int, object] = {}
    opened = 0
    for position in replay.positions[1:]:
        assert position.happening is not None
        request, answer = position.happening.request, position.happening.answer
        if isinstance(request, Seal):
            pending = {seat: position.sealed[seat] for seat in request.seats}
        elif isinstance(request, Open) and isinstance(answer, Played):
            for play in answer.plays:
                assert pending.pop(play.seat) == play.action
                opened += 1
    assert opened > 10


@pytest.mark.slow
def test_a_laid_bid_is_known_too() -> None:
    laid = [
        position
        for position in replayed(STONEHENGE).positions
        if position.happening is not None and isinstance(position.happening.request, Lay)
    ]

    assert laid
    for position in laid:
        assert position.happening is not None
        request = position.happening.request
        assert isinstance(request, Lay)
        assert request.seat in position.sealed


@pytest.mark.slow
def test_absence_and_return_stand_where_they_happened() -> None:
    replay = read_replay(game_with_absence(OSTRAKON).data)

    noticed = [notice for position in replay.positions for notice in position.notices]

    assert noticed == [Left(1, agreed=(0, 2, 3)), Returned(1), Left(4, agreed=(0, 1, 2))]
    assert replay.positions[-1].absent == frozenset({4})


@pytest.mark.slow
def test_decisions_that_were_taken_back_are_shown_as_such() -> None:
    replay = read_replay(game_taken_back().data)
    (at,) = [number for number, one in enumerate(replay.positions) if one.notices]
    back = replay.positions[at]

    assert replay.verdict.ok
    assert isinstance(back.notices[0], WentBack)
    assert back.happening is None
    earlier = [one for one in replay.positions[:at] if one.state == back.state]
    assert earlier
    assert (earlier[-1].step or 0) < back.notices[0].step
    assert replay.positions[at - 1].state != back.state


def test_of_an_unfinished_game_only_what_all_know_is_shown() -> None:
    writer = Writer(STONEHENGE).run(lambda one: len(one.steps) == 20)

    replay = read_replay(writer.data)

    assert replay.verdict.ok
    assert replay.known == ()
    assert len(replay.positions) > 2
    assert replay.positions[-1].learnt == {}


@pytest.mark.slow
def test_with_one_s_own_secret_one_s_own_hand_is_shown() -> None:
    lan = Lan(STONEHENGE, 1)
    for number in range(3):
        lan.start(number)
    mine = lan.peers[1]
    assert lan.run(600, lambda: len(mine.disk.steps) >= 20)

    replay = read_replay(write_log(lan.signed, mine.disk.steps), mine.secret)

    assert replay.known == (1,)
    assert replay.positions[-1].hidden(1)
    assert replay.positions[-1].learnt.keys() == {1}


def test_a_secret_of_another_table_shows_nothing() -> None:
    writer = Writer(STONEHENGE).run(lambda one: len(one.steps) == 20)

    assert read_replay(writer.data, bytes(32)).known == ()


@pytest.mark.slow
def test_a_seat_that_declines_to_open_keeps_its_hand() -> None:
    writer = Writer(STONEHENGE)
    writer.declining.add(2)
    replay = read_replay(writer.run().data)

    assert replay.known == (0, 1)
    assert replay.positions[-1].learnt.keys() == {0, 1}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_of_a_bad_file_it_says_what_verify_says(kind: Callable[[], Iterator[BadLog]]) -> None:
    # Every third: the judge is the same, only somebody looks on.
    for bad in bad_logs(kind)[::3]:
        replay = read_replay(bad.data)
        assert replay.verdict == verify(bad.data), bad.name
        assert bool(replay.positions) == (replay.game is not None)


@pytest.mark.slow
def test_a_damaged_file_shows_what_is_good_up_to_there() -> None:
    game = whole_game(STONEHENGE)
    whole = read_replay(game.data)
    entry = game.steps[60].entries[0]
    spoilt = replace(entry, signature=bytes(64))
    steps = list(game.steps)
    steps[60] = replace(steps[60], entries=(spoilt, *steps[60].entries[1:]))

    replay = read_replay(write_log(game.signed, steps))

    assert not replay.verdict.ok
    assert replay.verdict.step == game.steps[60].number
    assert 5 < len(replay.positions) < len(whole.positions)
    assert replay.positions == whole.positions[: len(replay.positions)]


def test_a_sealed_lie_with_an_opened_secret_does_not_stop_a_replay() -> None:
    """A cheat may hand over his secret, and a box in which there is nothing legal."""
    writer = Writer(OSTRAKON).run(lambda one: isinstance(one.ledger.bridge.request, Seal))
    bridge = writer.ledger.bridge
    for seat in writer.ledger.asked:
        body = None
        if seat == 2:
            context = Context(writer.signed.table, bridge.number, seat)
            body = seal(context, secret_of(2), encode_action(Action("dance", ("x", 9))))
        writer.ledger.accept(writer.entry(seat, body))
    writer.close()
    last = writer.entry(2, secret_body(secret_of(2)))

    replay = read_replay(write_case(writer.signed, writer.steps, last))

    assert replay.known == (2,)
    assert not replay.verdict.ok
    assert 2 not in replay.positions[-1].sealed
