"""The little Markdown that rules for players are written in, as styled lines."""

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from p2pjeux.rules.drawing import Line, Span, left, width
from p2pjeux.ui.wording.wrap import wrap_spans

_INLINE: Final = re.compile(r"\*\*(?P<strong>.+?)\*\*|\*(?P<soft>[^*\s][^*]*?)\*|`(?P<code>[^`]+)`")
_ITEM: Final = re.compile(r"(?P<indent> *)(?P<mark>[-*]|[0-9]+\.) +(?P<text>.*)")
_HEADING: Final = re.compile(r"(?P<level>#{1,6}) +(?P<text>.*)")
# Lines of prose longer than this are hard to read; plain lines are made for the smallest window.
PROSE_MOST: Final = 96
PLAIN_COLUMNS: Final = 78
_STYLES: Final = {"strong": "strong", "soft": "title", "code": "strong"}


def format_markdown(text: str, columns: int) -> tuple[Line, ...]:
    """Headings, paragraphs, lists and tables in lines of at most ``columns``."""
    lines: list[Line] = []
    for block in _blocks(text):
        if lines and not (_ITEM.match(block[0]) and _ends_item(lines)):
            lines.append(())
        lines += _format(block, columns)
    return tuple(lines)


def cut_section(text: str, heading: str) -> tuple[str, str, str]:
    """The text before the section of that heading, the section, and what follows it."""
    lines = text.splitlines(keepends=True)
    found = [_HEADING.fullmatch(line.rstrip("\n")) for line in lines]
    for at, match in enumerate(found):
        if match is None or match["text"].strip() != heading:
            continue
        level = len(match["level"])
        ends = (
            place
            for place, other in enumerate(found[at + 1 :], at + 1)
            if other is not None and len(other["level"]) <= level
        )
        end = next(ends, len(lines))
        return "".join(lines[:at]), "".join(lines[at:end]), "".join(lines[end:])
    return text, "", ""


def _ends_item(lines: list[Line]) -> bool:
    """Whether the last line belongs to a list, which goes on without an empty line."""
    return bool(lines[-1]) and lines[-1][0].text.startswith(" ")


def _blocks(text: str) -> Iterator[list[str]]:
    """Lines that belong together: a paragraph, one item of a list, a table, a heading."""
    block: list[str] = []
    for line in text.splitlines():
        starts = bool(_HEADING.match(line) or _ITEM.match(line))
        was_table = bool(block) and block[0].startswith("|")
        if block and (not line.strip() or starts or line.startswith("|") != was_table):
            yield block
            block = []
        if line.strip():
            block.append(line)
        if _HEADING.match(line):
            yield block
            block = []
    if block:
        yield block


def _format(block: list[str], columns: int) -> tuple[Line, ...]:
    heading = _HEADING.fullmatch(block[0])
    if heading is not None:
        style = "title" if len(heading["level"]) < 3 else "strong"
        spans = tuple(Span(span.text, style) for span in _inline(heading["text"]))
        return wrap_spans(spans, columns)
    if block[0].startswith("|"):
        return _table(block, columns)
    item = _ITEM.fullmatch(block[0])
    if item is not None:
        mark = "•" if item["mark"] in "-*" else item["mark"]
        first = item["indent"] + " " + mark + " "
        text = " ".join([item["text"], *(line.strip() for line in block[1:])])
        return wrap_spans(_inline(text), columns, first, " " * width(first))
    return wrap_spans(_inline(" ".join(line.strip() for line in block)), columns)


def _inline(text: str) -> Line:
    spans: list[Span] = []
    at = 0
    for found in _INLINE.finditer(text):
        spans.append(Span(text[at : found.start()]))
        name = found.lastgroup
        assert name is not None
        spans.append(Span(found[name], _STYLES[name]))
        at = found.end()
    spans.append(Span(text[at:]))
    return tuple(span for span in spans if span.text)


def _table(block: list[str], columns: int) -> tuple[Line, ...]:
    """Cells in columns, or, where the window is too narrow, each row as a sentence."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block]
    rows = [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]
    texts = [["".join(span.text for span in _inline(cell)) for cell in row] for row in rows]
    widths = [max(map(width, cells)) for cells in zip_longest(*texts, fillvalue="")]
    if sum(widths) + 2 * len(widths) > columns:
        sentences = (" — ".join(cell for cell in row if cell) for row in rows)
        return tuple(
            line
            for sentence in sentences
            for line in wrap_spans(_inline(sentence), columns, " • ", "   ")
        )
    return tuple(
        (
            Span(
                "  ".join(left(cell, size) for cell, size in zip(row, widths, strict=False)),
                "strong" if number == 0 else "",
            ),
        )
        for number, row in enumerate(texts)
    )
