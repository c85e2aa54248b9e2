"""A game for programs: everything that follows from a log, as plain values (docs/export.md)."""

import re
from collections.abc import Mapping
from typing import Any, Final

from p2pjeux.judge.replay import Notice, Position, Replay, WentBack
from p2pjeux.rules.contract import Game
from p2pjeux.rules.requests import Face, Slot
from p2pjeux.rules.value import as_value
from p2pjeux.rules.words import Words
from p2pjeux.table.events import Left, Returned

# Raised when a program that reads this form could be misled by the next one.
FORMAT: Final = 1

Json = dict[str, Any]


def replay_value(replay: Replay, languages: Mapping[str, Words]) -> Json:
    """The whole game; only the names of cards are translated, and given in each language."""
    return {
        "format": FORMAT,
        "verdict": replay.verdict.as_value(),
        "known": list(replay.known),
        "positions": [
            _position_value(number, position) for number, position in enumerate(replay.positions)
        ],
        "cards": {} if replay.game is None else _cards(replay, replay.game, languages),
    }


def _position_value(number: int, position: Position) -> Json:
    done = position.happening
    return {
        "number": number,
        "step": position.step,
        "digest": position.digest.hex(),
        "notices": [_notice_value(notice) for notice in position.notices],
        "request": None if done is None else _record(done.request),
        "answer": None if done is None else _record(done.answer),
        "state": _plain(as_value(position.state)),
        "absent": sorted(position.absent),
        "public": _faces(position.public),
        "hidden": {
            str(seat): _faces({slot: faces[slot] for slot in position.hidden(seat)})
            for seat, faces in sorted(position.learnt.items())
        },
        "sealed": {
            str(seat): _plain(as_value(action)) for seat, action in sorted(position.sealed.items())
        },
    }


def _notice_value(notice: Notice) -> Json:
    match notice:
        case Left(seat=seat):
            return {"kind": "left", "seat": seat}
        case Returned(seat=seat):
            return {"kind": "returned", "seat": seat}
        case WentBack(step=step):
            return {"kind": "went-back", "step": step}


def _record(record: Any) -> Json:
    """A request or an answer; its kind is the name it has in the protocol."""
    name = re.sub(r"(?<!^)(?=[A-Z])", "-", type(record).__name__).lower()
    return {"kind": name, **_plain(as_value(record))}


def _plain(value: Any) -> Any:
    """The value with bytes as hexadecimal digits, since JSON has none."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value


def _faces(faces: Mapping[Slot, Face]) -> list[list[int]]:
    return [[slot.deck, slot.place, face] for slot, face in sorted(faces.items())]


def _cards(replay: Replay, game: Game[Any], languages: Mapping[str, Words]) -> Json:
    """What is printed on every card that is known at the end."""
    faces = {
        face
        for position in replay.positions[-1:]
        for known in (position.public, *position.learnt.values())
        for face in known.values()
    }
    return {
        str(face): {
            language: game.presenter.card(face, words) for language, words in languages.items()
        }
        for face in sorted(faces)
    }
