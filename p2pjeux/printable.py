"""What others wrote, made fit to be shown: nothing in it moves a cursor, hides, or turns a line.

``shown`` is the one function through which a foreign text passes on its way to a terminal, a file
or a page; a test looks for any other way (docs/decisions/0041-foreign-text.md).
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, TextIO

# What joins pictures to one picture, or asks for colours, says nothing: it is left out.
_IN_PICTURES: Final = re.compile(
    "(?<=[\u2190-\u2bff\u3030-\u32ff\U0001f000-\U0001faff])[\u200d\ufe0e\ufe0f]+"
)
# French is written with both.
_BLANKS: Final = frozenset("\u0020\u00a0\u202f")
# Characters that are not seen although their category is that of letters, marks or symbols:
# fillers, joiners, variation selectors, and a pattern of dots without a dot.
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# More marks on one letter than any language needs reach into the lines above and below.
_MARKS_MOST: Final = 3
# Whatever is to be looked at: all but our letters, arrows, and what boards are drawn with.
_OTHERS: Final = re.compile(
    "[^\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2013-\u2026\u202f\u2190-\u23ff\u2500-\u27bf]+"
)


_WORDS_MOST: Final = 80


def shown(text: str) -> str:
    """The text with every character that cannot be seen, or does more than be seen, spelled out.

    The result is one line, and is its own ``shown``.
    """
    return _shown(text) if len(text) > _WORDS_MOST else _words_shown(text)


def _shown(text: str) -> str:
    if not _OTHERS.search(text):
        return text
    return _OTHERS.sub(_seen, _IN_PICTURES.sub("", text))


# Boards are drawn again at every key, from mostly the same few words.
_words_shown: Final = lru_cache(maxsize=4096)(_shown)


def _seen(found: re.Match[str]) -> str:
    return _spell(found.group(), _spelled)


def _spell(text: str, spelled: Callable[[str], str]) -> str:
    marks = 0
    parts: list[str] = []
    for character in text:
        marks = marks + 1 if unicodedata.combining(character) else 0
        is_fit = _is_seen(character) and marks <= _MARKS_MOST
        parts.append(character if is_fit else spelled(character))
    return "".join(parts)


def _is_seen(character: str) -> bool:
    if character in _BLANKS:
        return True
    # C is controls, formats, surrogates, private and unassigned; Z is blanks and line ends.
    return unicodedata.category(character)[0] not in "CZ" and not _UNSEEN.match(character)


def _spelled(character: str) -> str:
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def shown_values(value: Any) -> Any:
    """Plain values with every text in them as it is shown; what is named in them stays."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, Mapping):
        return {key: shown_values(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [shown_values(one) for one in value]
    return value


def json_text(value: object, *, indent: int | None = None, compact: bool = False) -> str:
    """JSON that is safe to print and means the same when read: what is not seen is escaped."""
    separators = (",", ":") if compact else None
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)
    return _OTHERS.sub(_json_seen, text)


def _json_seen(found: re.Match[str]) -> str:
    return _spell(found.group(), _escaped)


def _escaped(character: str) -> str:
    # Between the values of JSON stand line ends of our own; those in texts are escaped already.
    return character if character == "\n" else json.dumps(character)[1:-1]


def put(out: TextIO, *lines: str) -> None:
    """Print lines, each of them one line whatever stands in it.

    What is at the other end, a screen reader or a program, does not wait for a full buffer.
    """
    out.write(lines_text(lines))
    out.flush()


def put_document(out: TextIO, text: str) -> None:
    """Print a text of several lines that is our own, but for what stands in its lines."""
    put(out, *text.removesuffix("\n").split("\n"))


def put_over(out: TextIO, line: str) -> None:
    """Print to a terminal a line over which the next is written; an empty one clears it."""
    out.write(shown(line) + ("\r" if line else "\r\x1b[K"))
    out.flush()


def document(text: str) -> bytes:
    """A text of several lines as the contents of a file."""
    return lines_text(text.removesuffix("\n").split("\n")).encode()


def lines_text(lines: Iterable[str]) -> str:
    """Lines as the contents of a text file."""
    return "".join(shown(line) + "\n" for line in lines)
