"""Draw a replay for a window of any size. Pure: the same model and size give the same screen."""

from typing import Final

from p2pjeux.rules.drawing import Line, Size, Span, clip, left, line, width
from p2pjeux.rules.words import Words
from p2pjeux.ui.screen.bars import Key, draw_keys, rule
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.screen.replay_model import SPEEDS, Cover, Watching
from p2pjeux.ui.screen.window_size import HEIGHTS, too_small
from p2pjeux.ui.wording.replay import Whose, drawn, eyes_name, hands, told
from p2pjeux.ui.wording.verdicts import verdict_lines
from p2pjeux.ui.wording.wrap import fit, wrap_text

TOLD_LEAST: Final = 3
HANDS_MOST: Final = 6
BAR_MOST: Final = 40


def render(model: Watching, size: Size) -> Frame:
    """The whole screen, exactly ``size.rows`` lines of exactly ``size.columns`` columns."""
    small = too_small(model.words, size)
    if small is not None:
        return small
    return _replay(model, size) if model.cover is None else _covered(model, model.cover, size)


def _filled(lines: tuple[Line, ...], rows: int) -> tuple[Line, ...]:
    return (*lines[:rows], *((),) * (rows - len(lines)))


def _replay(model: Watching, size: Size) -> Frame:
    sentences = _told(model, size.columns)
    verdict = _verdict(model, size.columns)
    # Title, the line with the place, and the keys.
    room = size.rows - 3 - len(verdict) - TOLD_LEAST
    board, is_cut = _board(model, size, room)
    rest = size.rows - 3 - len(verdict) - len(board)
    lines = (
        _title(model, size.columns),
        *verdict,
        *board,
        *_filled(_under_rule(model, sentences, rest, size.columns), rest),
        _place(model, size.columns),
    )
    keys, spots = draw_keys(_keys(model, is_cut=is_cut), size.columns, size.rows - 1)
    return Frame(tuple(fit(one, size.columns) for one in (*lines, keys)), spots)


def _title(model: Watching, columns: int) -> Line:
    words, facts = model.words, model.game.facts
    signed = model.replay.verdict.signed
    name = "" if signed is None else signed.charter.table_name
    title = " " + words.choose(facts.title_fr, facts.title_en)
    end = words.say("{table} · replay", table=name) + " "
    start = clip(title, columns - width(end) - 1)
    blank = " " * (columns - width(start) - width(end))
    return line(Span(start, "bar-title"), Span(blank + end, "bar"))


def _verdict(model: Watching, columns: int) -> tuple[Line, ...]:
    """A warning above the board if the log is not good, at all times."""
    verdict = model.replay.verdict
    if verdict.ok:
        return ()
    _about, *said = verdict_lines(verdict, model.words)
    return (fit((Span("✗ " + " · ".join(said), "warn"),), columns),)


def _board(model: Watching, size: Size, rows_most: int) -> tuple[tuple[Line, ...], bool]:
    """The board as large as fits with the hands under it, and whether it had to be cut."""
    position, game, words = model.position, model.game, model.words
    under: tuple[Line, ...] = ()
    eyes = model.eyes
    if eyes is Whose.ALL:
        eyes = Whose.WATCHER
        under = hands(position, game, words, size.columns)[:HANDS_MOST]
    most = rows_most - len(under)
    board: tuple[Line, ...] = ()
    for rows in (size.rows, *HEIGHTS):
        smaller = Size(size.columns, min(size.rows, rows))
        board = drawn(position, game, eyes, words, smaller)
        if len(board) <= most:
            return (*board, *under), smaller.rows < HEIGHTS[0]
    note = words.say("… F7 shows the whole board")
    return (*board[: most - 1], line(Span(note, "dim")), *under), True


def _told(model: Watching, columns: int) -> tuple[Line, ...]:
    return tuple(
        wrapped
        for sentence in told(model.position, model.game, model.words)
        for wrapped in wrap_text(sentence.text, columns - 1, sentence.style or "strong")
    )


def _under_rule(
    model: Watching, sentences: tuple[Line, ...], rows: int, columns: int
) -> tuple[Line, ...]:
    """What happened last, under a line with the round; without the line where there is no room.

    Where there is more room, what happened before stands above it.
    """
    if len(sentences) + 1 > rows:
        note = line(Span(model.words.say("… F6 shows the whole story"), "dim"))
        return sentences if len(sentences) <= rows else (*sentences[: rows - 1], note)
    before: tuple[Line, ...] = ()
    for position in reversed(model.replay.positions[: model.at]):
        if len(before) + len(sentences) + 1 >= rows:
            break
        earlier = (
            drawn_line
            for sentence in told(position, model.game, model.words)
            for drawn_line in wrap_text(sentence.text, columns - 1, "dim")
        )
        before = (*earlier, *before)
    kept = before[max(0, len(before) + len(sentences) + 1 - rows) :]
    return (rule(model.moments[model.round].label, columns), *kept, *sentences)


def _place(model: Watching, columns: int) -> Line:
    """How far it is, whose eyes, and how fast it goes by itself."""
    words = model.words
    if model.typed:
        note = words.say("Enter goes to position {number}", number=model.typed)
        return line(Span("› " + note, "prompt"))
    speed = f"{SPEEDS[model.speed]:g} ×"
    parts = (
        f"{model.at}/{model.last}",
        words.say("view: {eyes}", eyes=eyes_name(model.eyes, words)),
        words.say("plays by itself, {speed}", speed=speed) if model.is_playing else "",
    )
    note = "  ".join(part for part in parts if part)
    room = max(8, min(BAR_MOST, columns - width(note) - 6))
    done = room * model.at // max(1, model.last)
    mark = "▶ " if model.is_playing else "  "
    return line(
        Span(mark, "good"), Span("█" * done, "title"), Span("░" * (room - done), "dim"), "  " + note
    )


def _keys(model: Watching, *, is_cut: bool) -> list[Key]:
    say = model.words.say
    keys = [
        Key("left", "←", say("back")),
        Key("right", "→", say("forward")),
        Key("pagedown", say("PgUp PgDn"), say("round")),
        Key(" ", say("Space"), say("pause") if model.is_playing else say("play")),
    ]
    if model.is_playing:
        keys.append(Key("+", "+ −", say("speed")))
    keys += [Key("e", "E", say("view")), Key("r", "R", say("rounds")), Key("f1", "F1", say("help"))]
    if is_cut:
        keys.append(Key("f7", "F7", say("board")))
    keys.append(Key("q", "Q", say("leave")))
    return keys


def _covered(model: Watching, cover: Cover, size: Size) -> Frame:
    """The screen with a text over the board."""
    lines, selected = _content(model, cover, size)
    room = size.rows - 3
    top_most = max(0, len(lines) - room)
    top = min(model.top, top_most)
    if selected is not None:
        top = max(0, min(top_most, selected - room // 2))
    body = [fit((Span("  "), *one), size.columns) for one in lines[top : top + room]]
    body += [fit((), size.columns)] * (room - len(body))
    keys, spots = draw_keys(_cover_keys(model.words, cover), size.columns, size.rows - 1)
    heading = rule(_heading(model.words, cover), size.columns)
    return Frame((_title(model, size.columns), heading, *body, keys), spots, top_most=top_most)


def _heading(words: Words, cover: Cover) -> str:
    return {
        Cover.HELP: words.say("Help: what the keys do"),
        Cover.ROUNDS: words.say("Rounds"),
        Cover.STORY: words.say("Story"),
        Cover.BOARD: words.say("Board"),
    }[cover]


def _cover_keys(words: Words, cover: Cover) -> list[Key]:
    keys = [Key("escape", words.say("Esc"), words.say("close"))]
    if cover is Cover.ROUNDS:
        keys.insert(0, Key("enter", words.say("Enter"), words.say("go there")))
    return [*keys, Key("up", "↑", words.say("up")), Key("down", "↓", words.say("down"))]


def _content(model: Watching, cover: Cover, size: Size) -> tuple[tuple[Line, ...], int | None]:
    """The lines, and the number of the selected one if one is."""
    match cover:
        case Cover.HELP:
            return _help(model.words, size.columns - 4), None
        case Cover.ROUNDS:
            return _rounds(model), model.top
        case Cover.STORY:
            return _story(model, size.columns - 4), None
        case Cover.BOARD:
            board = drawn(model.position, model.game, model.eyes, model.words, size)
            return board, None


def _rounds(model: Watching) -> tuple[Line, ...]:
    return tuple(
        line(
            Span(
                f"{'▸' if number == model.top else ' '}{number + 1:>3}. {moment.label or '–'}"
                f" · {moment.at} ",
                "selected" if number == model.top else "",
            )
        )
        for number, moment in enumerate(model.moments)
    )


def _story(model: Watching, columns: int) -> tuple[Line, ...]:
    """Everything up to the position that is looked at; what comes later would tell too much."""
    return tuple(
        wrapped
        for number, position in enumerate(model.replay.positions[: model.at + 1])
        for sentence in told(position, model.game, model.words)
        for wrapped in wrap_text(f"{number:>4}  {sentence.text}", columns, sentence.style)
    )


def _help(words: Words, columns: int) -> tuple[Line, ...]:
    say = words.say
    rows = (
        ("← →", say("one position back or forward; the mouse wheel too")),
        (say("PgUp PgDn"), say("the beginning of a round")),
        (say("Home End"), say("the first and the last position")),
        (say("digits"), say("then Enter: that position")),
        (say("Space"), say("play by itself, and stop")),
        ("+ −", say("faster and slower")),
        ("E", say("the view: all hands, a watcher, or a seat that opened its secret")),
        ("R", say("the list of rounds, to jump to one")),
        ("F6", say("the story up to here")),
        ("F7", say("the board alone, as large as the window")),
        ("Q", say("leave the replay")),
    )
    wide = max(width(key) for key, _ in rows) + 2
    lines: list[Line] = [()]
    for key, does in rows:
        first, *others = wrap_text(does, columns - wide)
        lines.append((Span(left(key, wide), "strong"), *first))
        lines += [(Span(" " * wide), *more) for more in others]
    return tuple(lines)
