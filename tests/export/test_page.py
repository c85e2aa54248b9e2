"""The page as bytes: whole in itself, and nothing in it that a player wrote is code."""

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import pytest

from p2pjeux.export.page import POLICY, SIZES, build_page
from p2pjeux.export.runs import runs
from p2pjeux.judge.replay import Position, read_replay
from p2pjeux.language import words_for
from p2pjeux.rules.contract import Game
from p2pjeux.rules.drawing import Line, Size, Span, line, plain
from p2pjeux.rules.words import Words
from p2pjeux.ui.wording.replay import Eyes, Whose, eyes_of, secret_lines, secrets_of
from tests.export.pages import (
    DAY,
    FILE_NAME,
    SCRIPT_NAME,
    TABLE_NAME,
    good_page,
    hostile_log,
    page_of,
    read_letters,
    source_of,
    tampered_log,
    unpacked,
)
from tests.kit import Case
from tests.replay.games import CASES, replayed, written

# What a page of a game of three may weigh as it lies on a disk.
PAGE_MOST = 300_000
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
    return unpacked(Elements(page).texts["game"])


def board_in(game: dict[str, Any], at: int, size: str, eyes: int) -> list[str]:
    """What the page draws at a position: its film up to there, and the hands that are seen."""
    rows: dict[int, int] = {}
    for changes in game["films"][size]["en"][: at + 1]:
        rows.update(zip(changes[::2], changes[1::2], strict=True))
    hands = game["positions"][at]["hands"][size]["en"]
    seen = [line for seat in game["eyes"][eyes]["seats"] for line in hands.get(str(seat), [])]
    lines = [_text(game["lines"][line]) for _, line in sorted(rows.items()) if line >= 0]
    return [*lines, *([""] if seen else []), *(_text(game["lines"][line]) for line in seen)]


@pytest.mark.slow
def test_the_page_asks_for_nothing_outside_itself() -> None:
    elements = Elements(good_page())

    for _tag, attributes in elements.found:
        assert not attributes.keys() & {"src", "srcset", "data", "action", "style", "onclick"}
        assert (attributes.get("href") or "#").startswith("#")
    assert "@import" not in good_page()
    assert "url(" not in elements.texts["style"]


def test_the_policy_allows_this_code_its_loader_and_this_style_alone() -> None:
    elements = Elements(good_page())
    texts = elements.texts
    (policy,) = [
        meta["content"]
        for meta in elements.named("meta")
        if meta.get("http-equiv") == "Content-Security-Policy"
    ]

    def named(content: str) -> str:
        return "sha256-" + b64encode(sha256(content.encode()).digest()).decode()

    code = read_letters(texts["code"]).decode()
    assert policy == POLICY.format(
        loader=named(texts["script"]), code=named(code), style=named(texts["style"])
    )
    assert "unsafe" not in POLICY


@pytest.mark.slow
def test_the_log_is_in_the_page_byte_for_byte() -> None:
    case = CASES[0]
    assert read_letters(Elements(good_page(case)).texts["log"]) == written(case).data


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
    texts = Elements(good_page()).texts

    for script in (texts["script"], read_letters(texts["code"]).decode()):
        assert not re.search(r"</script|<!--", script, re.IGNORECASE)


@pytest.mark.slow
@every_kind
def test_the_boards_in_the_page_are_those_of_the_game(case: Case) -> None:
    replay = replayed(case)
    game = game_in(good_page(case))
    at = len(replay.positions) // 2
    words = words_for("en", case.game_id, replay.names)
    for name, size in SIZES.items():
        for number, eyes in enumerate(eyes_of(replay)):
            expected = _expected(replay.positions[at], case.game, eyes, words, size)
            assert board_in(game, at, name, number) == [
                plain(one).replace("\N{NO-BREAK SPACE}", " ").rstrip() for one in expected
            ]


def _expected(
    position: Position, game: Game[Any], eyes: Eyes, words: Words, size: Size
) -> list[Line]:
    """The board that everybody sees, and below it the hands of those whose eyes these are."""
    board = list(game.presenter.board(position.view(None), words, size))
    secrets = secrets_of(position, game, words)
    seats = position.learnt if eyes is Whose.ALL else [seat for seat in secrets if seat == eyes]
    below = [
        line
        for seat in secrets
        if seat in seats
        for line in secret_lines(secrets[seat], size.columns)
    ]
    return [*board, *([()] if below else []), *below]


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
        assert shown["digest"] == position.digest.hex()[:16]
        assert shown["step"] == position.step


@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in CASES if case.seats <= 3], ids=str)
def test_a_page_of_a_game_of_three_is_small(case: Case) -> None:
    assert len(good_page(case).encode()) < PAGE_MOST


@pytest.mark.slow
def test_a_page_tells_how_the_game_ended_and_on_which_day() -> None:
    game = game_in(good_page())
    ended = replayed(CASES[0]).positions[-1].state
    words = words_for("en", CASES[0].game_id, replayed(CASES[0]).names)

    assert game["result"]["en"] == list(CASES[0].game.presenter.result(ended, words))
    assert game["day"] == DAY


@pytest.mark.slow
def test_every_position_that_is_drawn_is_counted() -> None:
    data = written(CASES[0]).data
    heard: list[tuple[int, int]] = []

    build_page(source_of(data), lambda done, total: heard.append((done, total)))

    all_of_them = len(replayed(CASES[0]).positions)
    assert heard == [(done, all_of_them) for done in range(1, all_of_them + 1)]


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
