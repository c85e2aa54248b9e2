"""Pages of games for the tests, and the same spoilt in several ways."""

import json
import zlib
from base64 import b85decode
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from p2pjeux.export.page import PageSource, build_page, packed_letters
from p2pjeux.judge.replay import read_replay
from p2pjeux.language import words_for
from p2pjeux.log.file import write_log
from p2pjeux.log.holders import Sitter
from p2pjeux.table.ledger import Ledger
from tests.kit import Case
from tests.log.writing import STONEHENGE, Writer, identity_of, make_charter, secret_of, sign_by_all
from tests.replay.games import CASES, written

# Names have no angle brackets, but what a page could take for code or for one of its characters.
SCRIPT_NAME = '*/"&ltb&gt a()//'
TABLE_NAME = '"&lt/title&gt&ltimg&gt #(script)'
FILE_NAME = "</script><script>a()</script><img src=x onerror=a()> &amp;.p2pj"
DAY = "2026-11-19"
COURSE = next(case for case in CASES if case.game_id == "course")


def page_of(data: bytes, language: str = "en", file_name: str = "game.p2pj") -> str:
    return build_page(source_of(data, language, file_name))


def source_of(data: bytes, language: str = "en", file_name: str = "game.p2pj") -> PageSource:
    replay = read_replay(data)
    game_id = None if replay.game is None else replay.game.facts.id
    order = ("en", "fr") if language == "en" else ("fr", "en")
    languages = {one: words_for(one, game_id, replay.names) for one in order}
    return PageSource(data, replay, languages, file_name, DAY)


def read_letters(text: str) -> bytes:
    return zlib.decompress(b85decode(text.replace(",", "<")), -zlib.MAX_WBITS)


def unpacked(packed: str) -> dict[str, Any]:
    """What a page shows, read as the page reads it."""
    value: dict[str, Any] = json.loads(read_letters(packed))
    return value


def with_shown(page: str, change: Callable[[str], str]) -> str:
    """The page after somebody has changed what it shows, and packed it again."""
    before, found, rest = page.partition('<script type="text/plain" id="game">')
    assert found
    old, end, after = rest.partition("</script>")
    packed = packed_letters(change(read_letters(old).decode()).encode())
    return before + found + packed + end + after


@cache
def good_page(case: Case = COURSE) -> str:
    return page_of(written(case).data)


@cache
def tampered_log(case: Case = STONEHENGE, at: int = 40) -> bytes:
    """A whole log in which somebody changed one body and wrote all checksums again."""
    game = written(case)
    steps = list(game.steps)
    entry = steps[at].entries[0]
    changed = replace(entry, body=entry.body[:-1] + bytes([entry.body[-1] ^ 1]))
    steps[at] = replace(steps[at], entries=(changed, *steps[at].entries[1:]))
    return write_log(game.signed, steps)


def with_log(page: str, log: bytes) -> str:
    """The page with another log put into it."""
    before, found, rest = page.partition('<script type="text/plain" id="log">')
    assert found
    _old, end, after = rest.partition("</script>")
    return before + found + packed_letters(log) + end + after


@cache
def hostile_log() -> bytes:
    """A game of people with names that would be code if anybody took them for it."""
    case = COURSE
    writer = Writer(case)
    charter = make_charter(case)
    names = (SCRIPT_NAME, "-–&ltb id'bold'", *(one.name for one in charter.seats[2:]))
    sitters = tuple(Sitter(name, identity_of(seat).public) for seat, name in enumerate(names))
    writer.signed = sign_by_all(replace(charter, seats=sitters, table_name=TABLE_NAME))
    secrets = {seat: secret_of(seat) for seat in range(case.seats)}
    writer.ledger = Ledger(writer.signed, case.game, secrets)
    return writer.run().data


def save(folder: Path, page: str) -> Path:
    path = folder / "page.html"
    path.write_text(page, encoding="utf-8")
    return path
