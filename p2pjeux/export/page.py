"""One page that plays a game back in a browser, needs nothing else, and checks its log itself.

Boards are drawn here, in every language and for two widths of window; the page only shows them,
and under them the hands that each pair of eyes knows. What is shown is packed, as the log is and
the code, and the code holds its digest: a sentence that somebody changed later is not taken for
ours. Whatever a player may have typed is data in the page, never part of it.
"""

import zlib
from base64 import b64encode, b85encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any, Final

from p2pjeux.export.album import Album, Film
from p2pjeux.export.page_texts import page_texts
from p2pjeux.judge.replay import Position, Replay
from p2pjeux.judge.verify import Progress
from p2pjeux.printable import json_text, shown
from p2pjeux.rules.contract import Game
from p2pjeux.rules.drawing import Size
from p2pjeux.rules.words import Words
from p2pjeux.ui.wording.receipt import receipt_lines
from p2pjeux.ui.wording.replay import (
    Eyes,
    Whose,
    eyes_name,
    eyes_of,
    moments,
    secret_lines,
    secrets_of,
    told,
)

# What unpacks the rest, and the rest in its order: each uses those before it.
LOADER: Final = "loader.js"
SCRIPTS: Final = (
    "encoding.js",
    "log.js",
    "records.js",
    "grounds.js",
    "chain.js",
    "reader.js",
    "drawing.js",
    "player.js",
)
# A phone or a small window gets the first, which fits 375 pixels; a large one the second.
SIZES: Final = {"narrow": Size(42, 40), "wide": Size(120, 40)}
POLICY: Final = (
    "default-src 'none'; script-src '{loader}' '{code}'; style-src '{style}'; "
    "base-uri 'none'; form-action 'none'"
)

# So many digits of a digest tell whether a position stands on the log that lies in the page.
DIGEST_DIGITS: Final = 16

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PageSource:
    """What a page is made from: the log as it is, and what was read in it."""

    data: bytes
    replay: Replay
    # The words for each language that the page speaks, the first one first.
    languages: Mapping[str, Words]
    file_name: str
    # The day on which the log was last written, as ``2026-11-19``; empty if nobody knows it.
    day: str = ""


def build_page(source: PageSource, progress: Progress | None = None) -> str:
    """The whole page as one text. ``progress`` hears how many positions are drawn, of all."""
    value = _game_value(source, progress or _say_nothing)
    packed = packed_letters(json_text(value, compact=True).encode())
    loader, code = _lean(_resource(LOADER)), "\n".join(_scripts(packed))
    style = _lean(_resource("page.css"))
    language, words = next(iter(source.languages.items()))
    parts = {
        "language": language,
        "policy": POLICY.format(loader=_hash(loader), code=_hash(code), style=_hash(style)),
        "title": escape(_title(source.replay, words)),
        "style": style,
        "no_script": escape(words.say("This page needs JavaScript to play the game back.")),
        "unreadable": escape(
            words.say("This page is damaged, or this browser is too old to unpack it.")
        ),
        "file_name": escape(shown(source.file_name)),
        "game": packed,
        "log": packed_letters(source.data),
        "code": packed_letters(code.encode()),
        "loader": loader,
    }
    page = _resource("page.html")
    before, *pieces = page.split("{")
    filled = [before]
    for piece in pieces:
        # The template has no other braces, and what is filled in is not looked at again.
        name, _, rest = piece.partition("}")
        filled += [parts[name], rest]
    return "".join(filled)


def _say_nothing(_done: int, _total: int) -> None:
    pass


def _scripts(packed: str) -> Iterator[str]:
    lookalikes = (files("p2pjeux.log") / "lookalikes.json").read_text("utf-8")
    yield f"const p2pjeuxLookalikes = {lookalikes.rstrip()};"
    # The policy names this very code, so whoever changes what is shown has to forge all three.
    yield f'const p2pjeuxShown = "{sha256(packed.encode()).hexdigest()}";'
    yield from (_lean(_resource(name)) for name in SCRIPTS)


def _lean(code: str) -> str:
    """Code without its indentation, its empty lines and the lines that are comments."""
    lines = (line.strip() for line in code.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def packed_letters(data: bytes) -> str:
    """Bytes deflated without a header, and written in base 85: no sign in it ends an element."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(data) + packer.flush()
    # A sixteenth shorter than base 64.
    return b85encode(packed).decode().replace("<", ",")


def _resource(name: str) -> str:
    return (files("p2pjeux.export") / name).read_text("utf-8")


def _hash(content: str) -> str:
    """How a content security policy names the one script, or the one style, that may be used."""
    return "sha256-" + b64encode(sha256(content.encode()).digest()).decode()


def _title(replay: Replay, words: Words) -> str:
    if replay.game is None:
        return "p2pjeux"
    return words.choose(replay.game.facts.title_fr, replay.game.facts.title_en)


def _game_value(source: PageSource, progress: Progress) -> Json:
    replay, languages = source.replay, source.languages
    signed = replay.verdict.signed
    return {
        "language": next(iter(languages)),
        "texts": {language: page_texts(words) for language, words in languages.items()},
        "title": {language: _title(replay, words) for language, words in languages.items()},
        "names": list(replay.names),
        "table": None if signed is None else signed.table.hex(),
        "table_name": "" if signed is None else signed.charter.table_name,
        "day": source.day,
        "verdict": replay.verdict.as_value(),
        "receipt": {
            language: list(receipt_lines(replay.verdict, words)) if replay.verdict.ok else []
            for language, words in languages.items()
        },
        "result": {language: _result(replay, words) for language, words in languages.items()},
        "eyes": [
            {"seats": _seats_of(eyes, replay), **_in_each(eyes, languages)}
            for eyes in eyes_of(replay)
        ],
        "rounds": [] if replay.game is None else _rounds(replay, replay.game, languages),
        **_pictures(source, progress),
    }


def _seats_of(eyes: Eyes, replay: Replay) -> list[int]:
    """The seats whose hands these eyes see."""
    match eyes:
        case Whose.ALL:
            return list(replay.known)
        case Whose.WATCHER:
            return []
        case _:
            return [eyes]


def _result(replay: Replay, words: Words) -> list[str]:
    """How the game ended, in its own words; nothing if it is not over."""
    if replay.game is None or not replay.verdict.finished or not replay.positions:
        return []
    return list(replay.game.presenter.result(replay.positions[-1].state, words))


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


def _pictures(source: PageSource, progress: Progress) -> Json:
    """The boards, the hands that belong under them, and what happened, position by position."""
    replay, languages = source.replay, source.languages
    album = Album()
    films = {(name, language): Film() for name in SIZES for language in languages}
    game = replay.game
    positions = []
    for done, position in enumerate(replay.positions if game is not None else (), 1):
        assert game is not None
        for (name, language), film in films.items():
            board = game.presenter.board(position.view(None), languages[language], SIZES[name])
            film.add(album.add(board))
        positions.append(_position(position, game, languages, album))
        progress(done, len(replay.positions))
    return {
        "sizes": [
            {
                "name": name,
                "columns": size.columns,
                "rows": max(films[name, language].rows_most for language in languages),
            }
            for name, size in SIZES.items()
        ],
        "styles": album.styles,
        "lines": album.lines,
        "films": {
            name: {language: films[name, language].changes for language in languages}
            for name in SIZES
        },
        "positions": positions,
    }


def _position(
    position: Position, game: Game[Any], languages: Mapping[str, Words], album: Album
) -> Json:
    secrets = {language: secrets_of(position, game, words) for language, words in languages.items()}

    def hands(language: str, columns: int) -> dict[int, list[int]]:
        return {
            seat: list(album.add(secret_lines(spans, columns)))
            for seat, spans in secrets[language].items()
        }

    return {
        "step": position.step,
        "digest": position.digest.hex()[:DIGEST_DIGITS],
        "told": {
            language: [[line.style, line.text] for line in told(position, game, words)]
            for language, words in languages.items()
        },
        "hands": {
            name: {language: hands(language, size.columns) for language in languages}
            for name, size in SIZES.items()
        },
    }
