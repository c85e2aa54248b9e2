"""Whole sittings in plain lines, driven by what a person might type."""

import io

import pytest

from p2pjeux.sitting.solo import SoloTable
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lines.table import run_plain
from tests.ui.tables import english, french, stonehenge_table, toy_table


class Typist:
    """Types the same lines over and over, so that any game comes to its end."""

    def __init__(self, *lines: str) -> None:
        self._lines = lines
        self._at = 0

    def readline(self) -> str:
        line = self._lines[self._at % len(self._lines)]
        self._at += 1
        assert self._at < 10_000, "a dead end"
        return line + "\n"


class Interrupted:
    def readline(self) -> str:
        raise KeyboardInterrupt


def sit(table: SoloTable, typed: str, **words: str) -> tuple[Ending, str]:
    out = io.StringIO()
    game_id = None if table.game.facts.id == "toy" else table.game.facts.id
    voice = (french if words.get("language") == "fr" else english)(game_id)
    return run_plain(
        table, voice, io.StringIO(typed), out, "the rules, all of them"
    ), out.getvalue()


def test_without_a_person_the_whole_story_and_the_result_are_told() -> None:
    ending, told = sit(stonehenge_table(person=None), "")

    assert ending is Ending.OVER
    assert told.startswith("Stonehenge, the auction\nAt the table: Camille, Aliénor and Basile.\n")
    assert told.count("Auction ") >= 10
    assert told.rstrip().endswith(("wins.", "victory."))


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes() -> None:
    assert sit(stonehenge_table(person=None), "") == sit(stonehenge_table(person=None), "")
    other = sit(stonehenge_table(person=None, seed=b"8"), "")
    assert other != sit(stonehenge_table(person=None), "")


def test_plain_lines_hold_no_control_characters_at_all() -> None:
    _ending, told = sit(stonehenge_table(), "1\n\n" * 40)

    assert all(character == "\n" or character.isprintable() for character in told)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game_is_played_by_numbers(language: str) -> None:
    out = io.StringIO()
    voice = (french if language == "fr" else english)("stonehenge")

    # In the first auction 1 is a card to be confirmed, afterwards it is the pass.
    ending = run_plain(stonehenge_table(), voice, Typist("1", ""), out)

    assert ending is Ending.OVER
    assert "Camille" in out.getvalue().splitlines()[1]


def test_a_whole_game_is_played_through_nonsense() -> None:
    out = io.StringIO()
    nonsense = ("", "help", "xyzzy", "1 2 3 4 5 6 7", "0", "99999999", "-1", "\x00\x1b[2J", "/quux")

    ending = run_plain(stonehenge_table(), english("stonehenge"), Typist(*nonsense, "1"), out)

    assert ending is Ending.OVER
    assert "This is not one of the choices" in out.getvalue()


def test_the_end_of_input_leaves_the_table_and_says_so() -> None:
    ending, told = sit(toy_table("list"), "")

    assert ending is Ending.LEFT
    assert told.endswith("There is nothing more to read: you leave the table.\n")


def test_an_interruption_leaves_the_table_and_says_so() -> None:
    out = io.StringIO()

    ending = run_plain(toy_table("list"), english(), Interrupted(), out)

    assert ending is Ending.INTERRUPTED
    assert out.getvalue().endswith("Interrupted: you leave the table.\n")


@pytest.mark.parametrize("word", ["quit", "quitter", "QUITTER", "/quit"])
def test_quit_works_in_both_languages(word: str) -> None:
    ending, told = sit(toy_table("list"), word + "\n")

    assert ending is Ending.LEFT
    assert told.endswith("You leave the table.\n")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("help", "What you can type, in French or in English:"),
        ("aide", "What you can type, in French or in English:"),
        ("rules", "the rules, all of them"),
        ("règles", "the rules, all of them"),
        ("REGLES", "the rules, all of them"),
        ("/rules", "the rules, all of them"),
        ("maybe", "This is not one of the choices; type a number, or help."),
        ("", "Type the number of a choice, or help."),
        ("3", "There is no such choice."),
    ],
)
def test_a_line_gets_its_answer_and_the_question_stands(typed: str, answer: str) -> None:
    ending, told = sit(toy_table("list"), f"{typed}\npass\nwait\n")

    assert ending is Ending.OVER
    assert answer in told.splitlines()


@pytest.mark.parametrize("word", ["board", "plateau"])
def test_the_board_is_shown_again_on_request(word: str) -> None:
    _ending, told = sit(toy_table("list"), word + "\n")

    assert told.count("market, 0 said") == 2


def test_choices_can_be_typed_by_how_they_begin() -> None:
    ending, told = sit(toy_table("list"), "WA\np\n")

    assert ending is Ending.OVER
    assert "Camille: wait." in told
    assert "Camille: pass." in told


def test_a_beginning_of_several_choices_is_refused() -> None:
    _ending, told = sit(toy_table("many"), "buy\nbuy 1\n")

    assert "Several choices begin like this; type a number." in told
    # The exact label is meant, although others begin with it.
    assert "Camille: buy." in told


def test_numbers_in_a_line_pick_cards_and_the_line_confirms_them() -> None:
    ending, told = sit(toy_table("beside"), "2 3\n2,4\n")

    assert ending is Ending.OVER
    assert told.count("Camille: sell.") == 2


def test_an_illegal_filling_is_explained_before_it_is_sent() -> None:
    _ending, told = sit(toy_table("beside"), "2 5\n")

    assert "The cards must sum to an even number, not 29." in told.splitlines()


def test_a_whole_form_is_filled_in_lines() -> None:
    typed = ("3", "4 1", "tea", "", "help", "3", "1 2", "tea", "1 3", "/back", "2 1", "for you")

    ending, told = sit(toy_table("forms"), "\n".join(typed) + "\n")

    assert ending is Ending.OVER
    # In a text field a word is text, and back needs its slash.
    assert told.count("Camille: trade_goods.") == 2
    assert told.count("with: choose 0 to 2.") == 3


def test_plain_lines_speak_french() -> None:
    ending, told = sit(toy_table("list"), "peut-être\n1\n1\n", language="fr")

    assert ending is Ending.OVER
    assert "À la table\u00a0: Camille, Aliénor et Basile." in told
    assert "Ce n’est pas l’un des choix\u202f; tapez un numéro, ou «\u00a0aide\u00a0»." in told
