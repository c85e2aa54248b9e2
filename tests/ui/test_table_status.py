"""People at other machines, and several at this one: what the screen says and what keys ask."""

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import trio

from p2pjeux.games import game_ids, load_game
from p2pjeux.language import words_for
from p2pjeux.rules.contract import Refusal, View
from p2pjeux.rules.drawing import Size, plain
from p2pjeux.rules.engine import Engine, Happening
from p2pjeux.rules.requests import Done, Seat, Shuffle, hand_of
from p2pjeux.rules.source import SeededSource
from p2pjeux.sitting.solo import SoloTable
from p2pjeux.table.events import (
    Agree,
    Agreeing,
    Agreement,
    Asked,
    Cheated,
    Command,
    Event,
    GoOn,
    Happened,
    Left,
    NotLegal,
    Paused,
    Play,
    Reached,
    Said,
    Say,
    TookBack,
    Waiting,
    WentOn,
)
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lines.table import run_plain
from p2pjeux.ui.screen.application import Look
from p2pjeux.ui.screen.key_commands import Reaction, click, press
from p2pjeux.ui.screen.model import Model, Overlay, hear, shown
from p2pjeux.ui.screen.render import render
from p2pjeux.ui.wording.table_status import TableStatus
from tests.ui import toy
from tests.ui.tables import NAMES, english, first_question, toy_table
from tests.ui.terminal import Condition, Desk, sit

SIZE = Size(100, 30)
WORDS_OF_KEYS = ("one two three", "four five six", "seven eight nine")
APART = TableStatus(people=(0,), is_apart=True, fingerprints=WORDS_OF_KEYS)


def asked(kind: str = "list", status: TableStatus = APART) -> Model:
    model = Model(toy.GAME, english(), "the rules", status=status, steps=3)
    return hear(model, first_question(toy_table(kind)))


def idle() -> Model:
    """At the table while another seat has to decide."""
    return hear(replace(asked(), chooser=None), Waiting("decide", (1,), ()))


def pressed(model: Model, *keys: str) -> Reaction:
    reaction = Reaction(model)
    for key in keys:
        reaction = press(reaction.model, key, render(reaction.model, SIZE))
    return reaction


def text(model: Model, seconds: int | None = None) -> str:
    return "\n".join(plain(line) for line in render(model, SIZE, seconds=seconds).lines)


def test_a_line_of_chat_goes_to_the_table_and_the_choice_stays_as_it_was() -> None:
    model = pressed(asked("many"), "1").model

    writing = pressed(model, "f4", *"hi all", "left", "backspace", "l").model

    assert "say to all: hi all" in text(writing)
    assert shown(writing) == shown(model)
    said = pressed(writing, "enter")
    assert said.command == Say("hi all")
    assert said.model == model


def test_an_empty_line_of_chat_says_nothing() -> None:
    assert pressed(asked(), "f4", " ", "enter").command is None
    assert pressed(asked(), "f4", "x", "escape").model.chat is None


def test_a_click_on_a_choice_does_nothing_while_one_writes_to_the_others() -> None:
    writing = pressed(asked("beside"), "f4").model

    assert click(writing, 1) == Reaction(writing)


def test_what_others_say_stands_in_the_story_under_their_name() -> None:
    assert "Basile: well played" in text(hear(asked(), Said(2, "well played")))


def test_keys_for_company_are_shown_only_among_people() -> None:
    alone = text(asked(status=TableStatus()))
    together = text(asked())

    for key in ("F3", "F4", "F9"):
        assert key in together
        assert key not in alone
    assert pressed(asked(status=TableStatus()), "f2").command is None
    assert pressed(asked(status=TableStatus()), "f4").model.chat is None


def test_alone_with_bots_a_decision_can_be_taken_back_without_asking() -> None:
    alone = asked(status=TableStatus((0,), reachable=1))

    assert "F2" in text(alone)
    assert "F3" not in text(alone)
    assert pressed(alone, "f2").command == Agree(Agreement.TAKE_BACK)
    assert pressed(alone, "f3").command is None
    help_text = text(pressed(alone, "f1").model)
    assert "take back the last decision" in help_text
    assert "F3" not in help_text


@pytest.mark.parametrize("game_id", game_ids())
def test_what_was_taken_back_against_bots_can_be_played_again_as_it_was(game_id: str) -> None:
    game = load_game(game_id)
    table = SoloTable(game, max(2, game.facts.seats_least), {}, b"back", 0)
    source = SeededSource(b"person")
    asked_before = list(table.run())[-1]
    for _number in range(5):
        assert isinstance(asked_before, Asked)
        action = game.bot(asked_before.view, source)
        assert table.command(Play(action)) is None
        told = list(table.run())

        assert table.command(Agree(Agreement.TAKE_BACK)) is None
        took, asked_again = table.run()

        assert isinstance(took, TookBack)
        assert took.view == asked_before.view
        assert asked_again == asked_before
        assert table.command(Play(action)) is None
        assert list(table.run()) == told
        asked_before = told[-1]


def test_there_is_nothing_to_take_back_before_the_first_decision() -> None:
    table = toy_table("list")
    first = list(table.run())

    refused = table.command(Agree(Agreement.TAKE_BACK))

    assert isinstance(refused, NotLegal)
    assert str(refused.refusal) == "there is nothing to take back"
    assert list(table.run()) == first[-1:]


def test_keys_take_a_decision_back_at_a_real_solo_table() -> None:
    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("▶")
        desk.press("f2")
        yield desk.shows("There is nothing to take back.")
        desk.press("down", "enter")
        yield lambda: desk.app.model.is_asked and "Camille: wait." in desk.text()
        desk.press("f2")
        yield lambda: desk.app.model.is_asked and "taken back" in desk.text()
        assert "market, 0 said" in desk.text()
        desk.press("enter")
        yield lambda: desk.app.model.is_asked and "Camille: pass." in desk.text()
        desk.press("c-c", "c-c")

    model = Model(toy.GAME, english(), status=TableStatus((0,)))
    ending, _desk = sit(toy_table("list"), english(), script, model=model)

    assert ending is Ending.INTERRUPTED


def test_a_decision_is_taken_back_in_plain_lines() -> None:
    out = io.StringIO()
    typed = io.StringIO("annuler\n2\ntake back\n1\nhelp\n")

    run_plain(toy_table("list"), english(), typed, out)

    told = out.getvalue()
    assert told.index("There is nothing to take back.") < told.index("Camille: wait.")
    assert told.index("Camille: wait.") < told.index("The last decision is taken back.")
    assert told.index("The last decision is taken back.") < told.index("Camille: pass.")
    assert "undo your last decision" in told


def test_a_text_may_be_any_word_of_the_program() -> None:
    out = io.StringIO()

    run_plain(toy_table("text"), english(), io.StringIO("takeback\n"), out)

    assert "Camille: say." in out.getvalue()


def test_nothing_can_be_taken_back_before_anything_has_happened() -> None:
    fresh = replace(asked(), steps=0)

    assert "F2" not in text(fresh)
    assert pressed(fresh, "f2").command is None


def test_a_take_back_is_proposed_once_and_agreed_to_by_the_same_key() -> None:
    assert pressed(asked(), "f2").command == Agree(Agreement.TAKE_BACK)
    proposed = hear(asked(), Agreeing(Agreement.TAKE_BACK, agreed=(1,), lacking=(0, 2)))
    assert "Aliénor would like to take back the last decision: F2 to agree." in text(proposed)
    assert pressed(proposed, "f2").command == Agree(Agreement.TAKE_BACK)
    agreed = hear(proposed, Agreeing(Agreement.TAKE_BACK, agreed=(0, 1), lacking=(2,)))
    assert "F2" not in text(agreed)
    assert pressed(agreed, "f2").command is None


def test_a_key_that_is_called_for_stays_in_the_narrowest_window() -> None:
    small = Size(80, 24)
    proposed = hear(asked("beside"), Agreeing(Agreement.TAKE_BACK, agreed=(1,), lacking=(0, 2)))
    late = hear(idle(), Waiting("decide", (1,), (), is_long=True))

    assert "F2" not in plain(render(replace(asked("beside"), typed="x"), small).lines[-1])
    assert "F2" in plain(render(proposed, small).lines[-1])
    assert "F9" in plain(render(late, small).lines[-1])


def test_after_a_take_back_the_old_question_is_gone() -> None:
    model = asked()
    assert model.view is not None

    taken = hear(model, TookBack(model.view))

    assert not taken.is_asked
    assert "taken back" in text(taken)


def test_a_pause_is_proposed_agreed_to_and_ended_by_one_key() -> None:
    assert pressed(asked(), "f3").command == Agree(Agreement.PAUSE)
    proposed = hear(asked(), Agreeing(Agreement.PAUSE, agreed=(2,), lacking=(0, 1)))
    assert "Basile would like a pause: F3 to agree." in text(proposed)
    paused = hear(proposed, Paused())
    assert "The table is paused; F3 resumes." in text(paused)
    assert pressed(paused, "f3").command == GoOn()
    assert "paused; F3" not in text(hear(paused, WentOn(1)))


def test_the_head_says_whom_the_table_waits_for_and_how_long() -> None:
    assert "waiting for Aliénor — 1:02" in text(idle(), 62)
    assert "waiting for" not in text(idle()).splitlines()[0]


def test_nobody_waits_for_the_people_here_or_in_a_pause() -> None:
    mine = hear(idle(), Waiting("decide", (0,), ()))

    assert mine.status.lacking == ()
    assert hear(idle(), Paused()).status.lacking == ()


@pytest.mark.parametrize(
    ("work", "line"),
    [
        ("seal", "▣ 1 of 3 choices are sealed"),
        ("open", "1 of 3 seals are open"),
        ("shuffle", "shuffled and proved by 1 of 3"),
        ("roll", "dice: 1 of 3 shares are in"),
        ("deal", "cards: 1 of 3 shares are in"),
        ("set up", "keys: 1 of 3 are in"),
        ("close", "result signed by 1 of 3"),
        ("stand in", "hand: 1 of 3 shares are in"),
        ("confirm", "Waiting for Aliénor and Basile to confirm"),
        ("decide", "Waiting for Aliénor and Basile"),
    ],
)
def test_what_is_proved_and_sealed_can_be_seen(work: str, line: str) -> None:
    assert line in text(hear(idle(), Waiting(work, (1, 2), (0,))))


def test_a_finished_shuffle_is_told_among_people_only() -> None:
    model = asked()
    assert model.view is not None
    state = model.view.state
    happened = Happened(Happening(state, Shuffle(0, (1, 2)), Done(), state), model.view)

    assert "Shuffled and proved by 3 of 3." in text(hear(model, happened))
    assert "proved" not in text(hear(asked(status=TableStatus()), happened))


def test_the_seats_show_links_and_the_words_of_their_keys() -> None:
    model = hear(hear(idle(), Reached(1, is_linked=False)), Left(2))

    seats = text(pressed(model, "f9").model)

    assert all(words in seats for words in WORDS_OF_KEYS)
    assert "asleep, or out of reach" in seats
    assert "gone: a stand-in plays" in seats
    back = text(pressed(hear(model, Reached(1, is_linked=True)), "f9").model)
    assert "asleep, or out of reach" not in back


def test_a_bot_of_this_machine_is_told_from_a_seat_elsewhere() -> None:
    bots = replace(APART, fingerprints=("one two", "one two", "three four"))

    seats = text(pressed(replace(idle(), status=bots), "f9").model)

    assert seats.count("a bot at this machine") == 1
    assert seats.count("here, and connected") == 1


def test_a_proposal_that_all_accept_is_told_in_two_words() -> None:
    agreed = hear(asked(), Agreeing(Agreement.PAUSE, agreed=(0, 1, 2), lacking=()))

    assert agreed.story[-1].text == "Everybody agrees."
    assert agreed.status.proposed is None


def test_a_cheat_is_named_in_red_and_it_is_said_what_can_be_done() -> None:
    told = hear(idle(), Cheated(1, "signed two versions of step 7")).story[-1]

    assert told.style == "warn"
    assert told.text.startswith("! Aliénor cheated, and there is proof of it: signed two versions")
    assert "carry on without Aliénor" in told.text


def test_a_refusal_while_nothing_is_decided_is_told_and_changes_nothing() -> None:
    refused = NotLegal(Refusal("nobody says no at a market"))
    model = pressed(asked("beside"), "2").model

    for before in (model, idle()):
        after = hear(before, refused)
        assert after.story[-1].text == "! Nobody says no at a market."
        assert replace(after, story=before.story, chooser=before.chooser) == before
        assert shown(after) == shown(before)


def test_the_waiting_is_counted_by_the_clock_of_the_shell() -> None:
    now = [100.0]

    async def play(
        events: trio.MemorySendChannel[Event], commands: trio.MemoryReceiveChannel[Command]
    ) -> None:
        async with events, commands:
            await events.send(Waiting("decide", (1,), ()))
            async for _command in commands:
                pass

    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("Waiting for Aliénor")
        assert "—" not in desk.text().splitlines()[0]
        now[0] += 42
        desk.press("pageup")
        yield desk.shows("waiting for Aliénor — 0:42")
        desk.press("c-c", "c-c")

    look = Look(pace=0, calls=False, clock=lambda: now[0])
    ending, _desk = sit(toy_table("list"), english(), script, look=look, play=play)

    assert ending is Ending.INTERRUPTED


# Several people at one machine.

SHARED = TableStatus(people=(0, 1))


def questions(game_id: str, seed: bytes) -> Iterator[tuple[Engine[Any], list[Event]]]:
    """The events between two questions to two people at one machine, and who answers at random."""
    game = load_game(game_id)
    engine = Engine(game, max(2, game.facts.seats_least), {}, SeededSource(seed))
    source = SeededSource(b"people" + seed)
    eyes: Seat = 0
    events: list[Event] = []
    while engine.request is not None:
        for seat in engine.waiting:
            if seat in SHARED.people:
                eyes = seat
                yield engine, [*events, Asked(engine.request, kept(engine, seat))]
                events = []
            engine.play(seat, game.sample(engine.view(seat), source))
        happening = engine.advance()
        assert happening is not None
        events.append(Happened(happening, kept(engine, eyes)))


def kept(engine: Engine[Any], seat: Seat) -> View[Any]:
    view = engine.view(seat)
    return View(view.state, view.seat, dict(view.faces), view.sealed)


def blinded(event: Event) -> Event:
    """The same event as one would see who knows no card."""
    if isinstance(event, Asked | Happened):
        view = event.view
        return replace(event, view=View(view.state, view.seat, {}))
    return event


@pytest.mark.parametrize("game_id", game_ids())
def test_nothing_of_a_hand_is_on_the_screen_until_its_person_draws_the_curtain(
    game_id: str,
) -> None:
    game = load_game(game_id)
    words = words_for("en", game_id, NAMES[: max(2, game.facts.seats_least)])
    model = Model(game, words, status=SHARED)
    curtains = 0
    for number, (_engine, events) in enumerate(questions(game_id, b"curtain")):
        blind = model
        for event in events:
            model, blind = hear(model, event), hear(blind, blinded(event))
            is_open = isinstance(event, Asked) and model.curtain is None
            if isinstance(event, Happened) and event.view.seat == model.before:
                # Still the same person: their own hand may change before their eyes.
                blind = replace(blind, view=model.view)
            assert is_open or render(model, SIZE) == render(blind, SIZE)
        asked_now = events[-1]
        assert isinstance(asked_now, Asked)
        if model.curtain is not None:
            curtains += 1
            check_curtain(model, asked_now)
            model = pressed(model, "enter").model
        assert model.view == asked_now.view
        assert model.is_asked
        if number > 40:
            break
    assert curtains > 5


def check_curtain(model: Model, asked_now: Asked) -> None:
    seat = asked_now.view.seat
    assert seat is not None
    seen = text(model)
    assert f"Pass the machine to {NAMES[seat]}." in seen
    for slot in hand_of(asked_now.request, seat):
        assert model.game.presenter.card(asked_now.view.faces[slot], model.words) not in seen
    for key in ("a", "1", " ", "f1", "f5", "f6", "f7", "f9", "down", "tab", "escape"):
        assert pressed(model, key).model == model
    assert pressed(model, "f8").model.overlay is Overlay.LEAVE
    assert f"Pass the machine to {NAMES[seat]}." in text(pressed(model, "f8", "escape").model)


def test_an_enter_too_many_does_not_lift_the_curtain_of_the_next_person() -> None:
    now = [100.0]

    async def play(
        events: trio.MemorySendChannel[Event], commands: trio.MemoryReceiveChannel[Command]
    ) -> None:
        async with events, commands:
            await events.send(first_question(toy_table("list")))
            async for _command in commands:
                pass

    def script(desk: Desk) -> Iterator[Condition]:
        yield desk.shows("Pass the machine to Camille.")
        now[0] += 0.3
        desk.press("enter", "f8")
        yield desk.shows("Leave the table?")
        assert desk.app.model.curtain is not None
        desk.press("escape")
        yield desk.hides("Leave the table?")
        now[0] += 0.2
        desk.press("enter")
        yield desk.shows("▶")
        desk.press("c-c", "c-c")

    look = Look(pace=0, calls=False, clock=lambda: now[0])
    model = Model(toy.GAME, english(), status=SHARED)
    ending, _desk = sit(toy_table("list"), english(), script, look=look, play=play, model=model)

    assert ending is Ending.INTERRUPTED


def test_a_decision_at_a_shared_machine_says_whose_it_is() -> None:
    model = hear(Model(toy.GAME, english(), status=SHARED), first_question(toy_table("list")))

    command = pressed(model, "enter", "enter").command

    assert command == Play(toy.PASS, 0)
    apart = replace(SHARED, is_apart=True)
    talking = hear(Model(toy.GAME, english(), status=apart), first_question(toy_table("list")))
    assert pressed(talking, "enter", "f4", "x", "enter").command == Say("x", 0)
