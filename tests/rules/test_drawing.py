import pytest

from p2pjeux.rules.drawing import Span, clip, left, line, line_width, plain, right, width


@pytest.mark.parametrize(
    ("text", "columns"),
    [("abc", 3), ("é", 1), ("e\u0301", 1), ("日本", 4), ("●▸·", 3), ("", 0), ("a\u200bb", 2)],
)
def test_width_counts_columns_not_characters(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize("text", ["short", "Aliénor d’Aquitaine", "日本日本日本", "e\u0301" * 12])
@pytest.mark.parametrize("columns", [0, 1, 2, 7, 12])
def test_padded_text_takes_exactly_its_columns(text: str, columns: int) -> None:
    assert width(left(text, columns)) == columns
    assert width(right(text, columns)) == columns
    assert width(clip(text, columns)) <= columns


def test_numbers_stand_on_the_right() -> None:
    assert right("7", 3) == "  7"


def test_a_line_is_made_of_spans_and_plain_text() -> None:
    drawn = line("a", Span("b", "red"), "  ")

    assert line_width(drawn) == 4
    assert plain(drawn) == "ab"
