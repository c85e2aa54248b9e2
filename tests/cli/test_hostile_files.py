"""A log in which somebody put other texts: what commands print of it is lines, and ours.

Each text of the file, however deep it stands, is replaced by one that moves a cursor, forges a
line or turns it; the frames around it are right again.
"""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from p2pjeux.cli.run import main
from p2pjeux.encoding import Value, decode, encode
from p2pjeux.errors import PeerFault
from p2pjeux.log.file import LOG_MAGIC
from p2pjeux.log.frames import FrameReader, write_frame
from p2pjeux.printable import shown
from tests.log.writing import STONEHENGE, game_with_absence

# Short enough for every field.
EVIL = "\x1b[2J\u202e\ngood: 9"
COMMANDS = (
    ("verify",),
    ("verify", "--json"),
    ("replay", "--plain"),
    ("export",),
    ("export", "--format", "json"),
)


def _walk(value: Value) -> Iterator[str]:
    """The texts in a value, and in the bytes in it that are values themselves."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, bytes):
        yield from _walk(_inner(value))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _walk(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _walk(one)


def _inner(data: bytes) -> Value:
    try:
        value = decode(data)
    except PeerFault:
        return None
    return value if isinstance(value, list | tuple) else None


def with_evil(value: Value, which: list[int]) -> Value:
    """The value with the text that ``which`` counts down to replaced."""
    if isinstance(value, str):
        which[0] -= 1
        return EVIL if which[0] == -1 else value
    if isinstance(value, bytes):
        inner = _inner(value)
        return value if inner is None else encode(with_evil(inner, which))
    if isinstance(value, list | tuple):
        return [with_evil(one, which) for one in value]
    if isinstance(value, dict):
        return {key: with_evil(one, which) for key, one in value.items()}
    return value


def hostile_logs() -> Iterator[bytes]:
    """The log of a game that somebody left, with one text after the other replaced.

    A kind of record is tried once: the first and the last time that a text stands there.
    """
    data = game_with_absence(STONEHENGE).data
    records = [frame.record for frame in FrameReader(data, len(LOG_MAGIC))]
    places: dict[str, list[tuple[int, int]]] = {}
    for number, record in enumerate(records):
        for which, text in enumerate(_walk(decode(record))):
            places.setdefault(text, []).append((number, which))
    for found in places.values():
        for number, which in {found[0], found[-1]}:
            changed = encode(with_evil(decode(records[number]), [which]))
            frames = [*records[:number], changed, *records[number + 1 :]]
            yield LOG_MAGIC + b"".join(map(write_frame, frames))


@pytest.mark.slow
def test_no_text_of_a_log_writes_on_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PJEUX_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", StringIO())
    logs = list(hostile_logs())
    # Names, options and words of the charter: a step has no texts any more.
    assert len(logs) >= 5

    for number, log in enumerate(logs):
        path = tmp_path / f"{number}.p2pj"
        path.write_bytes(log)
        for command in COMMANDS:
            code = main([*command, str(path), "--lang", "en"])
            printed = capsys.readouterr()
            lines = (printed.out + printed.err).split("\n")
            assert code != 0, (number, command)
            assert [line for line in lines if line != shown(line)] == []
            assert not any(line.startswith("good:") for line in lines)
