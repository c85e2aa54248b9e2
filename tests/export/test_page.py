"""The page as bytes: whole in itself, and nothing in it that a player wrote is code."""

import json
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import pytest

from p2pjeux.export.page import POLICY
from p2pjeux.export.runs import runs
from p2pjeux.judge.replay import read_replay
from p2pjeux.language import words_for
from p2pjeux.rules.drawing import Size, Span, line, plain
from p2pjeux.ui.wording.replay import drawn, eyes_of
from tests.export.pages import (
    FILE_NAME,
    SCRIPT_NAME,
    TABLE_NAME,
    good_page,
    hostile_log,
    page_of,
    tampered_log,
)
from tests.kit import Case
from tests.replay.games import CASES, replayed, written

every_kind = pytest.mark.parametrize("case", CASES, ids=str)


class Elements(HTMLParser):
    """What a browser would find: elements, and the first text in each, by its id or its tag."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self._open = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._open = dict(attrs).get("id") or tag

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        self.texts[self._open] = self.texts.get(self._open, "") + data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def game_in(page: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(Elements(page).texts["game"])
    return value


@pytest.mark.slow
def test_the_page_asks_for_nothing_outside_itself() -> None:
    elements = Elements(good_page())

    for _tag, attributes in elements.found:
        assert not attributes.keys() & {"src", "srcset", "data", "action", "style", "onclick"}
        assert (attributes.get("href") or "#").startswith("#")
    assert "@import" not in good_page()
    assert "url(" not in elements.texts["style"]


def test_the_policy_allows_this_script_and_this_style_alone() -> None:
    elements = Elements(good_page())
    texts = elements.texts
    (policy,) = [
        meta["content"]
        for meta in elements.named("meta")
        if meta.get("http-equiv") == "Content-Security-Policy"
    ]

    def named(content: str) -> str:
        return "sha256-" + b64encode(sha256(content.encode()).digest()).decode()

    assert policy == POLICY.format(script=named(texts["script"]), style=named(texts["style"]))
    assert "unsafe" not in POLICY


@pytest.mark.slow
def test_the_log_is_in_the_page_byte_for_byte() -> None:
    case = CASES[0]
    assert b64decode(Elements(good_page(case)).texts["log"]) == written(case).data


@pytest.mark.slow
def test_names_that_look_like_code_are_data() -> None:
    page = page_of(hostile_log(), file_name=FILE_NAME)
    plain_page = good_page()

    game = game_in(page)

    assert game["names"][0] == SCRIPT_NAME
    assert game["table_name"] == TABLE_NAME
    # The same elements as in the page of a harmless game, one by one.
    assert [tag for tag, _ in Elements(page).found] == [
        tag for tag, _ in Elements(plain_page).found
    ]
    for wrong in ("<script>a()", "<img", '<b id="bold"'):
        assert wrong not in page


def test_the_scripts_hold_nothing_that_ends_them() -> None:
    script = Elements(good_page()).texts["script"]

    assert not re.search(r"</script|<!--", script, re.IGNORECASE)


@pytest.mark.slow
@every_kind
def test_the_boards_in_the_page_are_those_of_the_game(case: Case) -> None:
    replay = replayed(case)
    game = game_in(good_page(case))
    at = len(replay.positions) // 2
    for number, eyes in enumerate(eyes_of(replay)):
        index = game["positions"][at]["boards"]["narrow"]["en"][number]
        lines = [game["lines"][line_number] for line_number in game["boards"][index]]
        words = words_for("en", case.game_id, replay.names)
        expected = drawn(replay.positions[at], case.game, eyes, words, Size(80, 24))
        assert [_text(runs_) for runs_ in lines] == [
            plain(one).replace("\N{NO-BREAK SPACE}", " ") for one in expected
        ]


def _text(found: list[list[Any]]) -> str:
    """A line put together again from its runs."""
    text = ""
    for column, _columns, _style, piece in found:
        text = text.ljust(column) + piece
    return text.replace("\N{NO-BREAK SPACE}", " ").rstrip()


@pytest.mark.slow
@every_kind
def test_every_position_carries_the_digest_of_its_step(case: Case) -> None:
    game = game_in(good_page(case))

    for shown, position in zip(game["positions"], replayed(case).positions, strict=True):
        assert shown["digest"] == position.digest.hex()
        assert shown["step"] == position.step


@pytest.mark.slow
def test_a_page_of_a_bad_log_says_so_and_shows_what_is_good() -> None:
    game = game_in(page_of(tampered_log()))

    assert game["verdict"]["ok"] is False
    assert game["verdict"]["step"] == 40
    assert len(game["positions"]) == len(read_replay(tampered_log()).positions) > 1


def test_a_page_can_be_made_of_what_is_no_log() -> None:
    game = game_in(page_of(b"no log at all"))

    assert game["positions"] == []
    assert game["verdict"]["finding"] == "format"


def test_lines_and_symbols_are_runs_of_their_own() -> None:
    drawn_line = line("  ab c   ──x ", Span("●", "red"), Span(" é ", "me"))

    assert [(run.column, run.columns, run.style, run.text) for run in runs(drawn_line)] == [
        (2, 4, "", "ab c"),
        (9, 2, "", "──"),
        (11, 2, "", "x "),
        (13, 1, "red", "●"),
        (14, 3, "me", " é "),
    ]


def test_wide_characters_take_two_columns() -> None:
    assert [(run.column, run.columns) for run in runs(line("漢字 a", Span("b", "dim")))] == [
        (0, 6),
        (6, 1),
    ]
