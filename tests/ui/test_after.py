"""The end of a game: what is told of it, and a key or a word for each way to go on."""

import io
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest
import trio
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from p2pjeux.games import load_game
from p2pjeux.judge.receipt import Receipt
from p2pjeux.judge.summary import Summary
from p2pjeux.judge.turning import Leap, Turning
from p2pjeux.judge.verdict import Counts, Finding, Verdict
from p2pjeux.language import words_for
from p2pjeux.rules.breakdown import Part
from p2pjeux.rules.contract import Outcome
from p2pjeux.rules.drawing import Size, line_width, plain
from p2pjeux.ui.after import (
    AfterChoice,
    AfterCommand,
    AfterEvent,
    AfterNote,
    AfterShown,
    AllWilling,
    Checking,
    GameTold,
    PlayAgain,
    WritePage,
)
from p2pjeux.ui.lines.after import PlainAfter
from p2pjeux.ui.lines.keyboard import Keyboard
from p2pjeux.ui.lines.table import Lines
from p2pjeux.ui.screen.after import After, click, draw, hear, press
from p2pjeux.ui.screen.after_screen import AfterScreen
from p2pjeux.ui.screen.application import Look
from p2pjeux.ui.screen.full_screen import Terminal
from p2pjeux.ui.wording.after import rank_lines, ranked, turning_lines
from p2pjeux.ui.wording.past_games import Tally
from p2pjeux.ui.wording.willing import Willing, willing_line

SIZE = Size(80, 24)
NAMES = ("Anne", "Björn", "Chloé")
SERIES = (Tally("Anne", 2, 2), Tally("Björn", 2, 0))


OUTCOME = Outcome((20, 12, 6), (0,))


@cache
def told() -> GameTold:
    """What the log of a game has proved."""
    set_up = load_game("stonehenge").set_up
    parts = (Part("stones of the ring", (14, 12, 6)), Part("dolmens", (6, 0, 0)))
    turning = Turning(2, 0, 3, Leap(1, 5, 2))
    summary = Summary(OUTCOME, parts, turning, tuple(set_up(3, {}) for _ in range(5)))
    receipt = Receipt(machines=3, decks=2, shufflers=3, cards_dealt=93, absences=(0, 0, 0))
    verdict = Verdict(Finding.GOOD, counts=Counts(entries=295), outcome=OUTCOME, receipt=receipt)
    return GameTold(verdict, summary, (), SERIES)


def over() -> AfterShown:
    return AfterShown(load_game("stonehenge"), "Cabane", NAMES, OUTCOME)


def ended(language: str = "en", *events: AfterEvent) -> After:
    after = After(words_for(language, "stonehenge", NAMES), over())
    for event in events:
        after = hear(after, event)
    return after


def screen_of(after: After, size: Size = SIZE) -> str:
    frame = draw(after, size)
    assert len(frame.lines) == size.rows
    assert all(line_width(drawn) <= size.columns for drawn in frame.lines)
    return "\n".join(plain(drawn) for drawn in frame.lines)


def test_the_ranking_is_there_before_the_log_has_been_judged() -> None:
    seen = screen_of(ended("en", Checking(40)))

    assert "the game is over" in seen
    assert all(name in seen for name in NAMES)
    assert "The log is being checked: 40 %" in seen


@pytest.mark.parametrize(
    "language, sentences",
    [
        (
            "en",
            (
                "stones of the ring 14 · dolmens 6",
                "The lead changed hands",
                "of 3 machines, all good",
            ),
        ),
        (
            "fr",
            (
                "pierres de l’anneau 14 · dolmens 6",
                "La tête a changé",
                "de 3 machines, toutes bonnes",
            ),
        ),
    ],
)
def test_the_judged_game_tells_sources_turns_evening_and_proof(
    language: str, sentences: tuple[str, ...]
) -> None:
    seen = screen_of(ended(language, told()), Size(80, 40))

    assert all(sentence in seen for sentence in sentences)


def test_those_who_share_a_place_have_the_same_number() -> None:
    after = replace(over(), outcome=Outcome((7, 9, 9), (1, 2)))

    assert ranked(after) == ((1, 1), (1, 2), (3, 0))


def test_a_winner_comes_first_whatever_the_points_say() -> None:
    after = replace(over(), outcome=Outcome((12, 9, 3), (2,)))

    assert [seat for _place, seat in ranked(after)] == [2, 0, 1]


def test_points_of_one_source_only_are_told_without_it() -> None:
    summary = Summary(OUTCOME, (Part("cards", (3, 2, 1)),))
    lines = list(rank_lines(over(), summary, words_for("en", "stonehenge", NAMES)))

    assert not any("cards" in line for line in lines)


def test_a_leap_is_told_with_the_moment_in_which_it_came_about() -> None:
    summary = told().summary
    assert summary is not None
    turned = replace(summary, turning=Turning(0, None, None, Leap(1, 5, 4)))
    numbers = {id(state): number for number, state in enumerate(turned.states)}
    presenter = replace(over().game.presenter, moment=lambda state, _: f"sale {numbers[id(state)]}")
    game = replace(over().game, presenter=presenter)

    (line,) = turning_lines(turned, game, words_for("en", "stonehenge", NAMES))

    assert line == "The greatest leap: Björn, 5 points at once (sale 3)."


@pytest.mark.parametrize("size", [Size(60, 20), SIZE, Size(160, 50)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_twelve_people_and_a_long_proof_fit_any_window_by_scrolling(
    size: Size, language: str
) -> None:
    names = tuple(f"Nom numéro {number}" for number in range(12))
    shown = replace(over(), names=names, outcome=Outcome(tuple(range(12)), (11,)))
    many = After(words_for(language, "stonehenge", names), shown)
    after = hear(many, replace(told(), summary=None))

    frame = draw(after, size)
    screen_of(after, size)
    below = press(after, "pagedown", frame)

    assert isinstance(below, After)
    assert size.rows > 40 or screen_of(below, size) != screen_of(after, size)


@pytest.mark.parametrize(
    "key, done",
    [
        ("f2", PlayAgain()),
        ("f5", AfterChoice.ANOTHER),
        ("f6", AfterChoice.REPLAY),
        ("f7", WritePage()),
        ("f8", AfterChoice.LEAVE),
        ("c-c", AfterChoice.LEAVE),
    ],
)
def test_each_way_to_go_on_has_one_key(key: str, done: AfterCommand | AfterChoice) -> None:
    after = ended("en", told())

    assert press(after, key, draw(after, SIZE)) == done


@pytest.mark.parametrize("number", range(5))
def test_a_digit_moves_and_enter_does_what_its_key_does(number: int) -> None:
    after = ended("en", told())
    frame = draw(after, SIZE)
    moved = press(after, str(number + 1), frame)
    assert isinstance(moved, After)

    key = ("f2", "f5", "f6", "f7", "f8")[number]
    assert press(moved, "enter", frame) == press(after, key, frame)
    assert click(moved, number, frame) == press(after, key, frame)


def test_nobody_looks_again_at_what_has_not_been_read() -> None:
    after = ended("en", Checking(0))

    assert press(after, "f6", draw(after, SIZE)) == after


def test_again_is_taken_back_by_the_same_key() -> None:
    after = ended("en", Willing(("Anne",), ("Björn", "Chloé"), (), is_ours=True))

    assert "Again: Anne. Waiting for Björn and Chloé." in screen_of(after)
    assert press(after, "f2", draw(after, SIZE)) == PlayAgain(is_wanted=False)


@pytest.mark.parametrize(
    "willing, line",
    [
        (Willing((), NAMES), ""),
        (Willing(("Björn",), ("Anne", "Chloé")), "Again: Björn. They wait for you."),
        (
            Willing(("Björn",), ("Anne",), ("Chloé",)),
            "Again: Björn. Gone: Chloé. They wait for you.",
        ),
    ],
)
def test_who_plays_again_is_said_in_one_line(willing: Willing, line: str) -> None:
    assert willing_line(willing, words_for("en")) == line


def test_enter_from_hurrying_through_the_last_turn_chooses_nothing() -> None:
    now, sent = 100.0, list[AfterCommand]()
    with create_pipe_input() as keys:
        look = Look(calls=False, clock=lambda: now)
        screen = AfterScreen(ended(), look, Terminal(keys, DummyOutput()))
        screen.send = sent.append
        screen.strike("enter")
        assert sent == []

        now += 1
        screen.strike("enter")

    assert sent == [PlayAgain()]


Commands = trio.MemoryReceiveChannel[AfterCommand]


def typed(
    lines: Iterable[str], *events: AfterEvent, language: str = "en"
) -> tuple[AfterChoice, list[AfterCommand], str]:
    """How the end in plain lines ended, what was asked for, and what was printed."""
    out, sent = io.StringIO(), list[AfterCommand]()
    words = words_for(language, "stonehenge", NAMES)
    keyboard = Keyboard(io.StringIO("".join(line + "\n" for line in lines)))

    async def task(to_ui: trio.MemorySendChannel[AfterEvent], commands: Commands) -> None:
        async with to_ui, commands:
            for event in events:
                await to_ui.send(event)
            async for command in commands:
                sent.append(command)

    async def main() -> AfterChoice:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keyboard.run)
            choice = await PlainAfter(Lines(out, words), words, keyboard, over()).run(task)
            nursery.cancel_scope.cancel()
        return choice

    return trio.run(main), sent, out.getvalue()


@pytest.mark.parametrize(
    "line, choice",
    [
        ("another", AfterChoice.ANOTHER),
        ("autre", AfterChoice.ANOTHER),
        ("replay", AfterChoice.REPLAY),
        ("revoir", AfterChoice.REPLAY),
        ("leave", AfterChoice.LEAVE),
        ("quitter", AfterChoice.LEAVE),
    ],
)
def test_each_way_to_go_on_has_a_word_in_both_languages(line: str, choice: AfterChoice) -> None:
    assert typed([line])[0] is choice


def test_words_in_lines_ask_for_another_round_and_for_a_page() -> None:
    _, sent, _ = typed(["encore", "wait", "page", "partir"])

    assert sent == [PlayAgain(), PlayAgain(is_wanted=False), WritePage()]


@pytest.mark.parametrize("language, word", [("en", "Type again"), ("fr", "Tapez encore")])
def test_lines_tell_the_whole_end(language: str, word: str) -> None:
    events = (told(), Willing(("Björn",), ("Anne",)), AfterNote("written"), AllWilling())

    _, _, printed = typed(["…", "leave"], *events, language=language)

    assert word in printed
    assert "1. " in printed
    assert "written" in printed
