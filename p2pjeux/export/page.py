"""One page that plays a game back in a browser, needs nothing else, and checks its log itself.

Boards are drawn here, in every language and for each pair of eyes; the page only shows them. What
is the same in several boards is written once. Whatever a player may have typed is data in the page,
never part of it.
"""

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any, Final

from p2pjeux.export.page_texts import page_texts
from p2pjeux.export.runs import runs
from p2pjeux.judge.replay import Position, Replay
from p2pjeux.printable import json_text, shown
from p2pjeux.rules.contract import Game
from p2pjeux.rules.drawing import STYLES, Line, Size
from p2pjeux.rules.words import Words
from p2pjeux.ui.wording.receipt import receipt_lines
from p2pjeux.ui.wording.replay import Eyes, beneath, eyes_name, eyes_of, moments, seat_of, told

# In their order in the page: each uses those before it.
SCRIPTS: Final = (
    "encoding.js",
    "log.js",
    "chain.js",
    "reader.js",
    "drawing.js",
    "player.js",
)
# A phone or a small window gets the first, a large one the second.
SIZES: Final = {"narrow": Size(80, 24), "wide": Size(120, 40)}
POLICY: Final = (
    "default-src 'none'; script-src '{script}'; style-src '{style}'; "
    "base-uri 'none'; form-action 'none'"
)

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PageSource:
    """What a page is made from: the log as it is, and what was read in it."""

    data: bytes
    replay: Replay
    # The words for each language that the page speaks, the first one first.
    languages: Mapping[str, Words]
    file_name: str


def build_page(source: PageSource) -> str:
    """The whole page as one text."""
    lookalikes = (files("p2pjeux.log") / "lookalikes.json").read_text("utf-8")
    scripts = (f"const p2pjeuxLookalikes = {lookalikes.rstrip()};", *map(_resource, SCRIPTS))
    script = "\n".join(scripts)
    style = _resource("page.css")
    language, words = next(iter(source.languages.items()))
    parts = {
        "language": language,
        "policy": POLICY.format(script=_hash(script), style=_hash(style)),
        "title": escape(_title(source.replay, words)),
        "style": style,
        "no_script": escape(words.say("This page needs JavaScript to play the game back.")),
        "file_name": escape(shown(source.file_name)),
        "game": _as_data(_game_value(source)),
        "log": b64encode(source.data).decode(),
        "script": script,
    }
    page = _resource("page.html")
    before, *pieces = page.split("{")
    filled = [before]
    for piece in pieces:
        # The template has no other braces, and what is filled in is not looked at again.
        name, _, rest = piece.partition("}")
        filled += [parts[name], rest]
    return "".join(filled)


def _resource(name: str) -> str:
    return (files("p2pjeux.export") / name).read_text("utf-8")


def _hash(content: str) -> str:
    """How a content security policy names the one script, or the one style, that may be used."""
    return "sha256-" + b64encode(sha256(content.encode()).digest()).decode()


def _as_data(value: Json) -> str:
    """JSON in which nothing can end the element that holds it."""
    text = json_text(value, compact=True)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _title(replay: Replay, words: Words) -> str:
    if replay.game is None:
        return "p2pjeux"
    return words.choose(replay.game.facts.title_fr, replay.game.facts.title_en)


def _game_value(source: PageSource) -> Json:
    replay, languages = source.replay, source.languages
    signed = replay.verdict.signed
    album = _Album()
    positions = [] if replay.game is None else _positions(replay, replay.game, languages, album)
    return {
        "language": next(iter(languages)),
        "texts": {language: page_texts(words) for language, words in languages.items()},
        "title": {language: _title(replay, words) for language, words in languages.items()},
        "names": list(replay.names),
        "table": None if signed is None else signed.table.hex(),
        "table_name": "" if signed is None else signed.charter.table_name,
        "verdict": replay.verdict.as_value(),
        "receipt": {
            language: list(receipt_lines(replay.verdict, words)) if replay.verdict.ok else []
            for language, words in languages.items()
        },
        "eyes": [_in_each(eyes, languages) for eyes in eyes_of(replay)],
        "rounds": [] if replay.game is None else _rounds(replay, replay.game, languages),
        "sizes": [
            {"name": name, "columns": size.columns, "rows": album.rows_most[name]}
            for name, size in SIZES.items()
        ],
        "styles": album.styles,
        "lines": list(album.lines.values()),
        "boards": [list(board) for board in album.boards],
        "positions": positions,
    }


def _in_each(eyes: Eyes, languages: Mapping[str, Words]) -> dict[str, str]:
    return {language: eyes_name(eyes, words) for language, words in languages.items()}


def _rounds(replay: Replay, game: Game[Any], languages: Mapping[str, Words]) -> list[Json]:
    """The rounds with their names in each language; they begin alike in all of them."""
    found = {language: moments(replay, game, words) for language, words in languages.items()}
    begins = [moment.at for moment in next(iter(found.values()))]
    labels = {
        language: {moment.at: moment.label for moment in each} for language, each in found.items()
    }
    return [
        {"at": at, **{language: labels[language].get(at) or "–" for language in languages}}
        for at in begins
    ]


class _Album:
    """Boards and their lines, each kept once."""

    def __init__(self) -> None:
        self.styles = sorted(STYLES)
        self._style_numbers = {style: number for number, style in enumerate(self.styles)}
        self._line_numbers: dict[Line, int] = {}
        self.lines: dict[int, list[list[Any]]] = {}
        self.boards: dict[tuple[int, ...], int] = {}
        self.rows_most = dict.fromkeys(SIZES, 1)

    def add(self, size_name: str, board: tuple[Line, ...]) -> int:
        """The number of this board."""
        self.rows_most[size_name] = max(self.rows_most[size_name], len(board))
        numbers = tuple(self._line(drawn_line) for drawn_line in board)
        return self.boards.setdefault(numbers, len(self.boards))

    def _line(self, drawn_line: Line) -> int:
        number = self._line_numbers.setdefault(drawn_line, len(self._line_numbers))
        if number not in self.lines:
            self.lines[number] = [
                [run.column, run.columns, self._style_numbers[run.style], run.text]
                for run in runs(drawn_line)
            ]
        return number


def _positions(
    replay: Replay, game: Game[Any], languages: Mapping[str, Words], album: _Album
) -> list[Json]:
    eyes = eyes_of(replay)

    def boards(position: Position, words: Words, name: str) -> list[int]:
        size = SIZES[name]
        # Several eyes look at one board, and drawing it is most of the work.
        by_seat = {
            seat: game.presenter.board(position.view(seat), words, size)
            for seat in dict.fromkeys(map(seat_of, eyes))
        }
        return [
            album.add(
                name,
                (*by_seat[seat_of(one)], *beneath(position, game, one, words, size.columns)),
            )
            for one in eyes
        ]

    return [
        {
            "step": position.step,
            "digest": position.digest.hex(),
            "told": {
                language: [[line.style, line.text] for line in told(position, game, words)]
                for language, words in languages.items()
            },
            "boards": {
                name: {
                    language: boards(position, words, name) for language, words in languages.items()
                }
                for name in SIZES
            },
        }
        for position in replay.positions
    ]
