"""Mutations of every body and of every decision: nothing comes of them but a fault with a name."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import PeerFault
from p2pjeux.fair import bodies, sealed
from p2pjeux.fair.tasks import LayCards, OpenChoice, PlayOpenly, Rulebook, SealChoice
from p2pjeux.fair.transcript import Context
from p2pjeux.rules.contract import Refusal
from p2pjeux.rules.door import check_play
from p2pjeux.rules.engine import Engine
from p2pjeux.rules.requests import Action, Lay, Seat, Slot
from p2pjeux.rules.value import as_value, state_digest
from tests.fair.strangers import Strangers, make_table, remembered, table_secret, toy_table
from tests.fuzz.mutate import JUNK, encoded, mutate_value, mutations
from tests.kit import Case, clone, games_to_test, option_cases, steps
from tests.vanish import play_on

STEPS_MUTATED = 12


@pytest.fixture(scope="module", autouse=True)
def memory() -> Iterator[None]:
    with remembered():
        yield


def try_mutations(strangers: Strangers, seat: Seat, source: Random, count: int) -> int:
    """Feed mutated bodies of a seat to another peer; return how many it took for legal ones."""
    peer = strangers.peers[(seat + 1) % strangers.table.seats]
    taken = 0
    for body in mutations(source, strangers.body(seat), count):
        fault = fault_of(partial(peer.accept, seat, body))
        if fault is None:
            # Without a proof around it a mutated decision may be another legal one.
            assert strangers.task in ("PlayOpenly", "LayCards")
            del peer._given[seat]
            taken += 1
        else:
            assert fault.seat == seat
    return taken


def fault_of(work: Callable[[], object]) -> PeerFault | None:
    """The only thing that may come of what a peer sends, beside its being right."""
    try:
        work()
    except PeerFault as fault:
        return fault
    return None


@pytest.mark.parametrize("seed", range(2))
def test_no_mutated_body_does_more_than_name_its_author(seed: int) -> None:
    strangers, source = Strangers(toy_table(4, seed), seed), Random(seed)
    strangers.run_to(4 if seed else 0)
    if seed:
        strangers.lost.add(0)
    kinds = set()
    while not strangers.over:
        for seat in strangers.witness.asked:
            if seat in (0, 3):
                continue
            count = 6 if strangers.task == "ShuffleTurn" else STEPS_MUTATED
            try_mutations(strangers, seat, source, count)
            kinds.add(strangers.task)
        strangers.step()

    assert len(strangers.digests()) == 1
    assert {"StandIn"} <= kinds if seed else {"AcceptParts", "OpenChoice"} <= kinds


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200))
def test_no_mutated_body_of_many_does_more_than_name_its_author(seed: int) -> None:
    strangers, source = Strangers(toy_table(3, seed), seed), Random(seed)
    while not strangers.over:
        for seat in strangers.witness.asked:
            try_mutations(strangers, seat, source, 100)
        strangers.step()


def junk_actions(source: Random, action: Action, slots: tuple[Slot, ...]) -> Iterator[Action]:
    """Decoded actions that differ from an honest one in verb, arguments or cards."""
    honest: Value = decode(bodies.encode_action(action))
    yield from (
        Action(action.verb, (value, *action.args[1:]), action.cards)
        for value in source.sample(JUNK, 8)
    )
    if slots:
        yield Action(action.verb, action.args, tuple(source.sample(slots, 1)))
        yield Action(action.verb, action.args, slots)
    for _ in range(14):
        data = encoded(mutate_value(source, honest))
        if data is None:
            continue
        try:
            yield bodies.decode_action(data)
        except PeerFault:
            continue


SEEDS = 3
every_game = pytest.mark.parametrize("game_id", games_to_test())


@pytest.mark.slow
@every_game
def test_no_junk_action_makes_the_rules_stumble(game_id: str) -> None:
    """Whatever is decoded, the rules refuse it with a sentence or can apply it."""
    refused = 0
    cases = [case for case in option_cases() if case.game_id == game_id]
    for seed in range(SEEDS):
        source = Random(seed)
        for case in source.sample(cases, min(len(cases), 4)):
            engine = case.engine(seed)
            for _happening in steps(engine, seed):
                refused += sum(try_junk(engine, seat, source) for seat in engine.waiting[:2])

    assert refused > 100


def try_junk(engine: Engine[Any], seat: Seat, source: Random) -> int:
    request = engine.request
    assert request is not None
    view = engine.view(seat)
    honest = engine.game.sample(view, _Chance(source))
    refused = 0
    for action in junk_actions(source, honest, tuple(sorted(view.faces))):
        # The bridge asks the rules only about cards whose faces are known by then.
        if not all(slot in view.faces for slot in action.cards):
            continue
        faces = tuple(view.faces[slot] for slot in action.cards)
        refusal = check_play(engine.game, engine.state, request, seat, action, faces)
        if refusal is None:
            apply_junk(engine, seat, action)
        else:
            assert isinstance(refusal, Refusal)
            assert str(refusal).strip()
            refused += 1
    return refused


def apply_junk(engine: Engine[Any], seat: Seat, action: Action) -> None:
    """What the rules take must also be played, by all others honestly, and kept in order."""
    other = clone(engine)
    census = dict(other.game.census(other.state))
    other.play(seat, action)
    for waiting in other.waiting:
        other.play(waiting, other.game.sample(other.view(waiting), _Chance(Random(0))))
    happening = other.advance()
    assert happening is not None
    # Nothing gets into a state that could not be written down.
    assert encode(as_value(happening.answer))
    assert state_digest(other.state)
    assert dict(other.game.census(other.state)) == census


class _Chance:
    """A source for ``sample`` out of the same random stream."""

    def __init__(self, source: Random) -> None:
        self._source = source

    def below(self, bound: int) -> int:
        return self._source.randrange(bound)


def judges(rulebook: Rulebook, context: Context) -> Callable[[Action], object]:
    """How strangers judge an action: openly, or sealed and then opened."""
    seat, cards = context.seat, rulebook.cards
    secret = table_secret(seat)
    later = Context(context.table, context.step + 1, seat)

    def shares(action: Action, where: Context) -> tuple[bytes, ...]:
        own = {slot for slot in cards.hidden(action.cards) if cards.owner(slot) == seat}
        return cards.give_shares(where, sorted(own))

    def openly(action: Action) -> object:
        body = bodies.encode_play(bodies.encode_action(action), shares(action, context))
        return PlayOpenly(rulebook).check(context, body)

    def sealed_first(action: Action) -> object:
        message = sealed.seal(context, secret, bodies.encode_action(action))
        if isinstance(rulebook.request, Lay):
            count = min(len(action.cards), rulebook.request.most)
            laid = bodies.encode_laid(max(count, rulebook.request.least), message)
            closed = LayCards(rulebook).check(context, laid)
        else:
            closed = SealChoice(rulebook).check(context, message)
        opening = sealed.recall(secret, closed.sealed)
        body = bodies.encode_play(opening, shares(action, later))
        return OpenChoice({seat: closed}).check(later, body)

    choose = type(rulebook.request).__name__.startswith("Choose")
    return openly if choose else sealed_first


@pytest.mark.slow
@every_game
def test_no_junk_action_among_strangers_does_more_than_name_its_author(game_id: str) -> None:
    case = min((case for case in option_cases() if case.game_id == game_id), key=lambda c: c.seats)
    strangers = Strangers(
        make_table(Case(game_id, case.seats)),
        decide=lambda peer, seat, source: peer.game.sample(peer.view(seat), source),
    )
    source, named = Random(7), 0
    while not strangers.over and strangers.witness.number < 70:
        for seat in strangers.witness.asked[:1]:
            honest = strangers.action(seat)
            if honest is None:
                continue
            peer = strangers.peers[seat]
            assert peer.request is not None
            judge = judges(peer._script._rulebook(peer.request), strangers.context(seat))
            assert judge(honest)
            for action in junk_actions(source, honest, tuple(sorted(peer.view(seat).faces))):
                fault = fault_of(partial(judge, action))
                # What sees only bytes names nobody; the bridge then names the sender.
                assert fault is None or fault.seat in (seat, None)
                named += fault is not None
        strangers.step()

    assert named > 50
    play_on(strangers, 1)
