"""Break text into lines by the columns it takes, styles kept. Only plain spaces may break."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from p2pjeux.rules.drawing import Line, Span, clip, line_width, width

# A word that may be glued from spans of several styles.
_Word = tuple[Span, ...]


@lru_cache(maxsize=4096)
def wrap_text(text: str, columns: int, style: str = "") -> tuple[Line, ...]:
    """``text`` in lines of at most ``columns``; what was indented stays so, and a bit more.

    Remembered, because every key draws the same story again.
    """
    bare = text.lstrip(" ")
    indent = " " * min(len(text) - len(bare), max(0, columns - 8))
    follow = indent + "  " if indent else ""
    return wrap_spans((Span(bare, style),), columns, indent, follow)


def wrap_spans(spans: Line, columns: int, first: str = "", follow: str = "") -> tuple[Line, ...]:
    """The spans in lines of at most ``columns``; lines begin with ``first``, then ``follow``."""
    lines: list[Line] = []
    now: list[Span] = []
    used = 0
    room = max(1, columns - max(width(first), width(follow)))
    for word in _pieces(spans, room):
        size = line_width(word)
        if now and used + 1 + size > room:
            lines.append(_joined(first if not lines else follow, now))
            now, used = [], 0
        if now:
            now.append(Span(" ", word[0].style if now[-1].style == word[0].style else ""))
            used += 1
        now += word
        used += size
    lines.append(_joined(first if not lines else follow, now))
    return tuple(lines)


def _joined(start: str, spans: list[Span]) -> Line:
    """One line; neighbours of one style become one span."""
    joined = [Span(start)] if start else []
    for span in spans:
        if joined and joined[-1].style == span.style:
            joined[-1] = Span(joined[-1].text + span.text, span.style)
        else:
            joined.append(span)
    return tuple(joined)


def _pieces(spans: Line, room: int) -> Iterator[_Word]:
    """The words, those wider than the room cut up."""
    for word in _words(spans):
        if line_width(word) <= room:
            yield word
            continue
        for span in word:
            yield from ((Span(part, span.style),) for part in _cut(span.text, room))


def _words(spans: Line) -> Iterator[_Word]:
    word: list[Span] = []
    for span in spans:
        first, *others = span.text.split(" ")
        if first:
            word.append(Span(first, span.style))
        for part in others:
            if word:
                yield tuple(word)
            word = [Span(part, span.style)] if part else []
    if word:
        yield tuple(word)


def _cut(text: str, room: int) -> Iterator[str]:
    while width(text) > room:
        kept = clip(text, room)[:-1]
        # A wide character in a room of one column still has to go somewhere.
        kept = kept or text[0]
        yield kept
        text = text[len(kept) :]
    if text:
        yield text


def fit(spans: Line, columns: int, style: str = "") -> Line:
    """The spans clipped, and padded in ``style``, to exactly ``columns``."""
    fitted: list[Span] = []
    used = 0
    for span in spans:
        size = width(span.text)
        if used + size > columns:
            span = replace(span, text=clip(span.text, columns - used))  # noqa: PLW2901 - the cut one takes its place
            size = width(span.text)
            fitted.append(span)
            used += size
            break
        fitted.append(span)
        used += size
    if used < columns:
        fitted.append(Span(" " * (columns - used), style))
    return tuple(fitted)
