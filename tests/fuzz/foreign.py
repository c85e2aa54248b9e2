"""Texts as strangers might write them, through everything that shows texts.

Names pass a rule and chat passes another before they come so far; here they do not, so that nothing
rests on one check alone. ``python -m tests.fuzz --screens N`` is the long run.
"""

import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Final

from p2pjeux.app.running.incidents import Incidents
from p2pjeux.app.running.table_search import Sight, sight_line, whose
from p2pjeux.errors import Fault, PeerFault, Refused
from p2pjeux.games import game_ids, load_game
from p2pjeux.judge.verdict import Finding, Verdict
from p2pjeux.language import words_for
from p2pjeux.net.addresses import Address
from p2pjeux.net.announcement import Announcement, OpenTable
from p2pjeux.phone.seat.outputs import Paint
from p2pjeux.printable import document, json_text, put, put_over, shown
from p2pjeux.rules.contract import Refusal
from p2pjeux.rules.drawing import Size, plain
from p2pjeux.rules.source import SeededSource
from p2pjeux.rules.words import Words
from p2pjeux.sitting.solo import SoloTable
from p2pjeux.table.events import Cheated, Ended, NotLegal, Play, Said
from p2pjeux.ui import lobby as room
from p2pjeux.ui.lines.table import Lines
from p2pjeux.ui.screen import lobby as room_screen
from p2pjeux.ui.screen.lobby_view import draw as draw_room
from p2pjeux.ui.screen.model import Model, Overlay, hear
from p2pjeux.ui.screen.render import render
from p2pjeux.ui.touch import model as touch
from p2pjeux.ui.touch.model import TouchModel
from p2pjeux.ui.touch.room import served_line, show_calling, show_out, show_room, show_welcome
from p2pjeux.ui.touch.table import show_table
from p2pjeux.ui.wording.notices import notice
from p2pjeux.ui.wording.table_status import TableStatus
from p2pjeux.ui.wording.verdicts import verdict_lines

# What moves a cursor, sets a title, answers for the person, turns a line, hides, or fills.
PIECES: Final = (
    *("\x1b[2J", "\x1b[1;1H", "\x1b]0;title\x07", "\x1b]52;c;ZXZpbA==\x07", "\x1b[6n", "\x9b31m"),
    *("\x90", "\n", "\r", "\t", "\b", "\x00", "\x7f", "\x85", "\u2028", "\u2029", "\x0b", "\x0c"),
    *("\u202e", "\u202d", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c", "\u200b", "\u2060"),
    *("\ufeff", "\u2800", "\u3164", "\u115f", "\uffa0", "\u034f", "\ufe0f", "\U000e0100", "\u00ad"),
    *("\U000e0041", "\u0488", "\u20dd", "\ud800", "\udfff", "\ue000", "\U0010ffff", "\u0378"),
    *("e" + "\u0301" * 20, "\ngood: 9 steps, 9 entries", "{", "}", "{name}", "{0}", "%s", "%(x)s"),
    *("</script>", "<b>", "&lt;", "Zoé", "李", "👩\u200d👧", "❤\ufe0f", " ", "\u00a0", "\u3000"),
    *("x" * 200, "אב", "؀"),
)
SIZES: Final = (Size(80, 24), Size(120, 40), Size(60, 20), Size(200, 60))
OVERLAYS: Final = (None, None, *Overlay)


class Leaked(AssertionError):
    """Something left that is not seen, or does more than be seen."""


def foreign(source: Random) -> str:
    """A text of a stranger."""
    pieces = source.choices(PIECES, k=source.randrange(1, 6))
    pieces.insert(source.randrange(len(pieces)), chr(source.randrange(0x110000)))
    return "".join(pieces)


def check(lines: Iterator[str] | tuple[str, ...] | list[str], what: str) -> None:
    for line in lines:
        if line != shown(line):
            raise Leaked(f"{what}: {line!a}")


def try_one(seed: int) -> None:
    """Put texts of one seed through one of the renderings."""
    source = Random(seed)
    source.choice(RENDERINGS)(source)


def _printed(print_it: Callable[[io.StringIO], None], what: str) -> None:
    out = io.StringIO()
    print_it(out)
    check(out.getvalue().removesuffix("\n").split("\n"), what)


def _of_a_game(source: Random) -> None:
    """A board, a question and a story on the full screen and in lines, with any names."""
    model = source.choice(_models())
    words = replace(model.words, names=tuple(foreign(source) for _ in model.words.names))
    model = replace(model, words=words, table_name=foreign(source), overlay=source.choice(OVERLAYS))
    seat = source.randrange(len(words.names))
    for event in (
        Said(seat, foreign(source)),
        Cheated(seat, foreign(source)),
        NotLegal(Refusal("there is no “{what}”", {"what": foreign(source)})),
    ):
        model = hear(model, event)
    size = source.choice(SIZES)
    frame = render(model, size, seconds=source.randrange(1000))
    check([span.text for line in frame.lines for span in line], "screen")
    assert model.view is not None
    board = model.game.presenter.board(model.view, words, size)
    _printed(lambda out: Lines(out, words).put(*map(plain, board)), "board in lines")


def _of_a_lobby(source: Random) -> None:
    words = words_for(source.choice(("fr", "en")))
    people = tuple(
        room.Present(
            bytes([number]) * 32, (foreign(source),), foreign(source), like=foreign(source)
        )
        for number in range(3)
    )
    changed = room.RoomChanged("course", foreign(source), 6, people)
    knocking = replace(people[0], is_changed=bool(source.randrange(2)), is_here=False)
    letter = room.Invitation(foreign(source), (), foreign(source), foreign(source))
    lobby = room_screen.Lobby(words, (foreign(source),))
    for event in (
        changed,
        room.DoorChanged((knocking,)),
        room.Invited(letter, at_once=bool(source.randrange(2))),
        room.Noted(foreign(source)),
    ):
        lobby = room_screen.hear(lobby, event)
    frame = draw_room(lobby, source.choice(SIZES))
    check([span.text for line in frame.lines for span in line], "room")
    _printed(lambda out: Lines(out, words).put(*room.room_lines(changed, words)), "room in lines")
    _printed(lambda out: Lines(out, words).put(room.knock_line(knocking, words)), "knock")


def _of_a_verdict(source: Random) -> None:
    verdict = Verdict(Finding.BODY, foreign(source), step=1)
    words = words_for(source.choice(("fr", "en")))
    _printed(lambda out: put(out, *verdict_lines(verdict, words)), "verdict")
    check(json_text(verdict.as_value(), indent=1).split("\n"), "verdict as JSON")


def _of_an_error(source: Random) -> None:
    text, words = foreign(source), words_for(source.choice(("fr", "en")))
    fault = PeerFault(Fault.BAD_SHAPE, text)
    refused = Refused("there is no table “{name}” on this network", name=text)
    check([fault.message, str(fault), str(refused)], "error")
    check([words.say(refused.text, **refused.values), words.say(text)], "sentence")
    check([notice(Cheated(0, text), replace(words, names=(text,))).text], "notice")


def _of_a_document(source: Random) -> None:
    value = {foreign(source): [foreign(source), {"x": foreign(source)}]}
    for text in (json_text(value), json_text(value, compact=True), json_text(value, indent=1)):
        check(text.split("\n"), "JSON")
        if json.loads(text) != json.loads(json.dumps(value)):
            raise Leaked(f"JSON means something else: {text!a}")
    check(document(foreign(source)).decode().removesuffix("\n").split("\n"), "document")
    over = io.StringIO()
    put_over(over, foreign(source))
    check([over.getvalue().removesuffix("\r")], "a line to be written over")


def _of_incidents(source: Random) -> None:
    path = _scratch() / "incidents.txt"
    path.unlink(missing_ok=True)
    Incidents(path).note(foreign(source), PeerFault(Fault.BAD_SHAPE, foreign(source)))
    lines = path.read_text("utf-8").removesuffix("\n").split("\n")
    check(lines, "incidents")
    if len(lines) != 1:
        raise Leaked(f"one incident makes {len(lines)} lines")


def _of_a_phone(source: Random) -> None:
    """The page of a seat on a phone: values, which a browser shows as they are."""
    drawn = source.choice(_models())
    words = replace(drawn.words, names=tuple(foreign(source) for _ in drawn.words.names))
    status = TableStatus(fingerprints=tuple(foreign(source) for _ in words.names))
    model = TouchModel(drawn.game, words, foreign(source), status, drawn.view)
    seat = source.randrange(len(words.names))
    for event in (
        Said(seat, foreign(source)),
        Cheated(seat, foreign(source)),
        NotLegal(Refusal("there is no “{what}”", {"what": foreign(source)})),
    ):
        model = touch.hear(model, event)
    _painted(show_table(model))
    present = room.Present(bytes(32), (foreign(source),), foreign(source))
    changed = room.RoomChanged("course", foreign(source), 6, (present,))
    chat = ((foreign(source), foreign(source)),)
    served = served_line(words, foreign(source), foreign(source), foreign(source))
    waits = room.RoomWaits(source.choice(tuple(room.RoomLack)), (foreign(source),), 2)
    _painted(show_room(changed, waits, words, chat, served))
    for page in (
        show_welcome(words, foreign(source), foreign(source)),
        show_calling(words, foreign(source), foreign(source)),
        show_out(words, foreign(source)),
    ):
        _painted(page)


def _painted(page: Mapping[str, object]) -> None:
    check(list(_texts(Paint(page).page)), "phone")


def _texts(value: object) -> Iterator[str]:
    """All texts in plain values, those that name a field left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def _of_tables_in_sight(source: Random) -> None:
    """What somebody announces, in the list of those in sight and in the line about his key."""
    words = words_for(source.choice(("fr", "en")))
    name = foreign(source)
    details = OpenTable(source.choice(("course", foreign(source))), 3, source.randrange(3), "")
    sights = [
        Sight(Announcement(name, foreign(source), details), (Address("10.0.0.1", 4000),)),
        Sight(Announcement(name, foreign(source), version=source.randrange(3)), ()),
    ]
    known = {sights[0].announcement.key: (foreign(source), bytes(32))}
    lines = [sight_line(one, words) + whose(one, sights, known, words) for one in sights]
    _printed(lambda out: put(out, *lines), "tables")


RENDERINGS: Final = (
    _of_a_phone,
    _of_tables_in_sight,
    _of_a_game,
    _of_a_lobby,
    _of_a_verdict,
    _of_an_error,
    _of_a_document,
    _of_incidents,
)


@cache
def _models() -> tuple[Model, ...]:
    """Questions from the middle of a game of each kind."""
    found: list[Model] = []
    for game_id in game_ids():
        game = load_game(game_id)
        seats = game.facts.seats_least
        for language in ("fr", "en"):
            words = words_for(language, game_id, tuple(f"N{seat}" for seat in range(seats)))
            found += _asked(SoloTable(game, seats, {}, b"fuzz", 0), words)
    return tuple(found)


def _asked(table: SoloTable, words: Words) -> list[Model]:
    source, found = SeededSource(b"fuzz"), []
    model = Model(table.game, words, "# Rules", "test")
    for _ in range(6):
        events = list(table.run())
        for event in events:
            model = hear(model, event)
        if isinstance(events[-1], Ended) or model.view is None:
            break
        found.append(model)
        assert table.command(Play(table.game.sample(model.view, source))) is None
    return found


@cache
def _scratch() -> Path:
    return Path(mkdtemp())
