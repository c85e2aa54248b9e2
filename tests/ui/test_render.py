"""The drawing for any window: right in size, nothing lost, nothing that only a colour says."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from prompt_toolkit.output import ColorDepth

from p2pjeux.rules.drawing import STYLES, Size, Span, line_width, plain, width
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.screen.grid import Group
from p2pjeux.ui.screen.key_commands import press
from p2pjeux.ui.screen.model import Model, Overlay, hear
from p2pjeux.ui.screen.render import render
from p2pjeux.ui.screen.theme import SCREEN_STYLES, pick_depth, style_rules
from p2pjeux.ui.wording.markdown import format_markdown
from p2pjeux.ui.wording.wrap import fit, wrap_spans, wrap_text
from tests.ui import toy
from tests.ui.tables import english, first_question, french, stonehenge_table, toy_table

SMALL = Size(80, 24)


def middle_of_stonehenge() -> Model:
    """A person's question in the middle of a game, the passes before it played by keys."""
    table = stonehenge_table()
    model = Model(table.game, french("stonehenge"), "# Règles", "contre des robots")
    for _turn in range(8):
        for event in table.run():
            model = hear(model, event)
        picked = press(model, " ", render(model, SMALL)).model
        reaction = press(picked, "enter", render(picked, SMALL))
        model = reaction.model
        assert reaction.command is not None
        table.command(reaction.command)
    for event in table.run():
        model = hear(model, event)
    return model


STONEHENGE = middle_of_stonehenge()


def market(kind: str) -> Model:
    return hear(Model(toy.GAME, english(), "the rules"), first_question(toy_table(kind)))


def text(frame: Frame) -> str:
    return "\n".join(plain(line) for line in frame.lines)


def exact(frame: Frame, size: Size) -> bool:
    return len(frame.lines) == size.rows and all(
        line_width(line) == size.columns for line in frame.lines
    )


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1, 240),
    st.integers(1, 80),
    st.sampled_from([None, *Overlay]),
    st.sampled_from(["", "x", "ja", "1"]),
)
def test_every_window_is_filled_exactly(
    columns: int, rows: int, overlay: Overlay | None, typed: str
) -> None:
    size = Size(columns, rows)
    model = replace(STONEHENGE, overlay=overlay, typed=typed)

    assert exact(render(model, size), size)


def test_a_window_that_is_too_small_says_how_large_it_should_be() -> None:
    frame = render(STONEHENGE, Size(59, 20))

    assert "60 × 20" in text(frame)
    assert exact(render(STONEHENGE, Size(1, 1)), Size(1, 1))


def test_only_known_styles_are_drawn_with() -> None:
    known = STYLES | SCREEN_STYLES
    for overlay in (None, *Overlay):
        for size in (SMALL, Size(170, 50)):
            frame = render(replace(STONEHENGE, overlay=overlay), size)
            assert {one for line in frame.lines for span in line for one in span.style.split()} <= (
                known
            )


def test_each_choice_and_each_key_can_be_clicked_where_it_stands() -> None:
    for size in (SMALL, Size(170, 50)):
        frame = render(market("beside"), size)
        for spot in frame.spots:
            row = "".join(span.text for span in frame.lines[spot.row])
            shown = row[spot.start : spot.end]
            if isinstance(spot.means, int):
                assert f"{spot.means + 1}. " in shown
            assert frame.at(spot.row, spot.start) == spot.means
            assert frame.at(spot.row, spot.end - 1) == spot.means
        entries = {spot.means for spot in frame.spots if isinstance(spot.means, int)}
        assert entries == set(range(6))


def test_the_story_stands_beside_the_board_in_a_wide_window() -> None:
    frame = render(STONEHENGE, Size(170, 50))

    beside = [plain(drawn).partition("│── ")[2] for drawn in frame.lines]
    assert beside[1].startswith("Depuis votre dernier tour ")
    assert any(row.startswith("Récit ") for row in beside)


def test_a_large_list_of_choices_scrolls_with_the_selection() -> None:
    model = replace(market("many"), story=(Span("line"),) * 30)
    small = Size(80, 24)

    assert "25. buy 24" in text(render(replace(model, at=24), small))
    assert " 1. buy 0" in text(render(replace(model, at=0), small))


def test_the_place_of_the_prompt_does_not_change_while_one_question_is_answered() -> None:
    model = market("beside")

    def prompt_row(model: Model) -> int:
        return next(
            row for row, line in enumerate(render(model, SMALL).lines) if plain(line)[:1] == "▶"
        )

    picked = press(model, " ", render(model, SMALL)).model
    searching = press(model, "p", render(model, SMALL)).model
    assert prompt_row(model) == prompt_row(picked) == prompt_row(searching)


@pytest.mark.parametrize(
    ("kind", "keys", "line"),
    [
        ("list", [], "→ Enter: pass"),
        ("list", ["x"], "› x   no choice matches; Backspace or Esc"),
        ("list", ["w"], "› w   1 choice matches"),
        ("beside", [], "› Choose 1 to 3 cards."),
        ("beside", ["2"], "› Choose 1 to 3 cards."),
        ("beside", ["2", " "], "→ Enter: sell 6"),
        ("beside", ["1"], "→ Enter: pass"),
        ("beside", ["2", " ", "5", " "], "! The cards must sum to an even number, not 29."),
        (
            "beside",
            ["2", " ", "3", " ", "4", " ", "6", " ", "enter"],
            "! 1 to 3 must be chosen here, not 4.",
        ),
        ("beside", ["enter"], "! Pick with Space first; Enter then confirms."),
        ("text", ["h", "o"], "› ho"),
        ("many", ["1"], "› 1   another digit may follow"),
    ],
)
def test_the_input_line_says_what_is_going_on(kind: str, keys: list[str], line: str) -> None:
    model = market(kind)
    for key in keys:
        model = press(model, key, render(model, SMALL)).model

    assert plain(render(model, SMALL).lines[-2]) == line


def test_the_cursor_stands_where_one_writes() -> None:
    model = market("text")
    for key in ("a", "é", "b", "left"):
        model = press(model, key, render(model, SMALL)).model

    assert render(model, SMALL).cursor == (22, 4)
    assert render(market("list"), SMALL).cursor is None


def test_a_long_text_scrolls_with_its_cursor() -> None:
    model = replace(market("text"), typed="x" * 150)

    cursor = render(model, SMALL).cursor

    assert cursor is not None
    assert cursor[1] < 80


def test_whom_the_table_waits_for_is_said() -> None:
    table = toy_table("list", person=None)
    model = Model(toy.GAME, english())
    events = table.run()
    model = hear(hear(model, next(events)), next(events))

    assert "Waiting for Camille…" in text(render(model, SMALL))


@pytest.mark.parametrize(
    ("keys", "shown", "hidden"),
    [
        ([], " ↑↓ 1–9 move Space pick Enter confirm ", " Esc "),
        ([" "], " Esc back ", " F7 "),
    ],
)
def test_only_keys_that_apply_are_shown(keys: list[str], shown: str, hidden: str) -> None:
    model = market("beside")
    for key in keys:
        model = press(model, key, render(model, SMALL)).model

    # In a narrow window the keys stand closer.
    bar = "".join(span.text for span in render(model, SMALL).lines[-1]).replace("  ", " ")

    assert shown in bar
    assert hidden not in bar
    assert " F8 leave " in bar


def test_a_board_that_does_not_fit_is_cut_and_offered_whole() -> None:
    model = market("list")
    game = replace(model.game, presenter=replace(model.game.presenter, board=tall_board(40)))
    model = replace(model, game=game)

    frame = render(model, SMALL)

    assert exact(frame, SMALL)
    assert "… F7 shows the whole board" in text(frame)
    assert " F7 board " in "".join(span.text for span in frame.lines[-1])
    opened = render(replace(model, overlay=Overlay.BOARD, overlay_top=100), SMALL)
    assert "row 39" in text(opened)


words = st.text(st.sampled_from("abé漢字e\u0301 \u00a0-"), max_size=60)


@settings(deadline=None)
@given(words, st.integers(2, 30))
def test_wrapped_lines_fit_and_lose_nothing(sentence: str, columns: int) -> None:
    lines = wrap_text(sentence, columns)

    assert all(line_width(line) <= columns for line in lines)
    kept = "".join(span.text for line in lines for span in line)
    assert kept.replace(" ", "") == sentence.replace(" ", "")


def test_spaces_that_do_not_break_hold_a_line_together() -> None:
    assert [plain(line) for line in wrap_text("bon\u00a0: oui", 6)] == ["bon\u00a0:", "oui"]


def test_indented_sentences_stay_indented() -> None:
    assert [plain(line) for line in wrap_text("  one two", 10)] == ["  one", "    two"]


def test_styles_survive_the_breaking() -> None:
    lines = wrap_spans((Span("a "), Span("bold word", "strong"), Span(".")), 7)

    assert lines == ((Span("a "), Span("bold", "strong")), (Span("word", "strong"), Span(".")))


@settings(deadline=None)
@given(words, st.integers(0, 20))
def test_fitted_lines_have_exactly_their_width(sentence: str, columns: int) -> None:
    assert line_width(fit((Span(sentence), Span("end", "dim")), columns)) == columns


MARKDOWN = """# Title

A paragraph with **bold** and
*soft* words.

## Part
- first item that is long
- second

1. one

| Players | Cards |
|---|---|
| 2 | 10 |
"""


def test_markdown_becomes_lines() -> None:
    lines = format_markdown(MARKDOWN, 24)

    assert [plain(line) for line in lines] == [
        "Title",
        "",
        "A paragraph with bold",
        "and soft words.",
        "",
        "Part",
        "",
        " • first item that is",
        "   long",
        " • second",
        " 1. one",
        "",
        "Players  Cards",
        "2        10",
    ]
    assert Span("bold", "strong") in lines[2]


def test_a_table_too_wide_for_the_window_becomes_sentences() -> None:
    lines = format_markdown("| one | two |\n|---|---|\n| three | four five six |", 14)

    assert [plain(line) for line in lines] == [
        " • one — two",
        " • three —",
        "   four five",
        "   six",
    ]


@settings(deadline=None)
@given(st.text(max_size=200), st.integers(10, 40))
def test_any_text_can_be_shown_as_markdown(source: str, columns: int) -> None:
    printable = "".join(c for c in source if c.isprintable() or c == "\n")

    assert all(line_width(line) <= columns for line in format_markdown(printable, columns))


@pytest.mark.parametrize("depth", list(ColorDepth))
def test_every_style_has_a_look_at_every_depth(depth: ColorDepth) -> None:
    rules = style_rules(depth)

    assert set(rules) == (STYLES - {""}) | SCREEN_STYLES
    if depth is ColorDepth.MONOCHROME:
        assert not any("#" in rule or "ansi" in rule for rule in rules.values())
    else:
        # The whole screen has its own ground, so every colour has a known one behind it.
        assert all(rules.values())
        assert "bg:" in rules["screen"]


@pytest.mark.parametrize("depth", [ColorDepth.DEFAULT, ColorDepth.TRUE_COLOR])
def test_every_colour_can_be_read_on_its_ground(depth: ColorDepth) -> None:
    rules = dict(style_rules(depth))
    ground = rules["screen"].rpartition("bg:")[2]

    lit = rules.pop("lit").removeprefix("bg:")
    for name, rule in rules.items():
        front = rule.split()[0]
        behind = next((part[3:] for part in rule.split() if part.startswith("bg:")), ground)
        # 4.5 is what WCAG asks for text; lines that only separate may be fainter.
        least = 2.0 if name == "rule" else 4.5
        assert contrast(front, behind) >= least, name
        if name in STYLES and behind == ground and name != "rule":
            assert contrast(front, lit) >= 4.5, name


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(color: str) -> float:
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("environ", "depth"),
    [
        ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, ColorDepth.MONOCHROME),
        ({"NO_COLOR": "", "COLORTERM": "truecolor"}, ColorDepth.TRUE_COLOR),
        ({"TERM": "xterm-256color"}, ColorDepth.DEFAULT),
        ({"TERM": "linux"}, ColorDepth.ANSI_COLORS_ONLY),
        ({"TERM": "vt220"}, ColorDepth.MONOCHROME),
        ({"TERM": "foot"}, None),
    ],
)
def test_the_environment_decides_how_many_colours(
    environ: dict[str, str], depth: ColorDepth | None
) -> None:
    assert pick_depth(environ) is depth


def test_wide_and_combining_characters_keep_the_columns_right() -> None:
    model = replace(market("list"), story=(Span("漢字 e\u0301te\u0301 — 漢字" * 12),))

    assert exact(render(model, SMALL), SMALL)
    assert width("漢字e\u0301") == 5


def test_a_text_field_says_what_to_write_above_its_line() -> None:
    assert plain(render(market("text"), SMALL).lines[-3]) == "  word: write at most 10 characters."


def test_a_long_label_is_wrapped_where_entries_stand_one_below_the_other() -> None:
    model = market("list")
    long = "a very long thing to do " * 8
    presenter = replace(model.game.presenter, label=lambda *_arguments: long.strip())
    model = hear(
        replace(model, game=replace(model.game, presenter=presenter)),
        first_question(toy_table("list")),
    )

    frame = render(model, SMALL)

    rows = [spot.row for spot in frame.spots if spot.means == 0]
    assert len(rows) == 3
    assert plain(frame.lines[rows[0]]).startswith("▸1. a very long")
    assert plain(frame.lines[rows[1]]).startswith("    ")


def test_choices_out_of_sight_are_counted() -> None:
    presenter = replace(toy.GAME.presenter, board=tall_board(15))
    model = replace(market("many"), game=replace(toy.GAME, presenter=presenter))

    assert "↓ " in text(render(model, SMALL))
    assert "↑ " in text(render(replace(model, at=24), SMALL))


def tall_board(rows: int) -> Callable[..., tuple[tuple[Span, ...], ...]]:
    return lambda *_arguments: tuple((Span(f"row {number}"),) for number in range(rows))


def test_one_long_label_does_not_widen_every_column() -> None:
    group = Group((0, 1, 2, 3), (39, 20, 20, 20), 74)

    assert group.cells == (39,)
    assert group.may_grow
    assert replace(group, columns=2).cells == (39, 20)
    assert not replace(group, columns=2, usable=81).may_grow
