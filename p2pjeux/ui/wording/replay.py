"""A replay in words and drawings, the same for the screen, plain lines and exports. Pure."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeAlias

from p2pjeux.judge.replay import Notice, Position, Replay, WentBack
from p2pjeux.rules.contract import Game
from p2pjeux.rules.drawing import Line, Size, Span
from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words
from p2pjeux.ui.choosing.matching import fold
from p2pjeux.ui.wording.notices import notice
from p2pjeux.ui.wording.wrap import wrap_spans


class Whose(Enum):
    """Eyes that are no seat's."""

    # Everything that the file tells: all hands that were opened after the game.
    ALL = "all"
    # What everybody at the table could see.
    WATCHER = "watcher"


Eyes: TypeAlias = Seat | Whose

_INDENT: Final = "    "


@dataclass(frozen=True, slots=True)
class Moment:
    """A round, day or sale, and the number of the position with which it begins."""

    at: int
    label: str


def eyes_of(replay: Replay) -> tuple[Eyes, ...]:
    """Whose eyes a replay can be seen with, the best ones first."""
    if len(replay.known) == 1:
        # One's own hand, or that of the only one who opened: all that is known is in one view.
        return (*replay.known, Whose.WATCHER)
    return (*((Whose.ALL,) if replay.known else ()), Whose.WATCHER, *replay.known)


def eyes_name(eyes: Eyes, words: Words) -> str:
    match eyes:
        case Whose.ALL:
            return words.say("all hands")
        case Whose.WATCHER:
            return words.say("a watcher")
        case _:
            return words.name(eyes)


# Both languages always, so that a habit or a script works in either; names of players go first.
_CALLED: Final = {
    "all": Whose.ALL,
    "tout": Whose.ALL,
    "watcher": Whose.WATCHER,
    "spectateur": Whose.WATCHER,
}


def find_eyes(replay: Replay, typed: str, words: Words) -> Eyes | None:
    """The eyes that are called so: the name of a seat, or what the words here call the others."""
    names = {fold(eyes_name(eyes, words)): eyes for eyes in eyes_of(replay)}
    for called, whose in _CALLED.items():
        if whose in names.values():
            names.setdefault(called, whose)
    return names.get(fold(typed))


def moments(replay: Replay, game: Game[Any], words: Words) -> tuple[Moment, ...]:
    """The rounds of a game; the first begins with the first position, whatever it is called."""
    found: list[Moment] = []
    for number, position in enumerate(replay.positions):
        label = game.presenter.moment(position.state, words)
        if not found or label != found[-1].label:
            found.append(Moment(number, label))
    return tuple(found)


def told(position: Position, game: Game[Any], words: Words) -> tuple[Span, ...]:
    """What happened last, in sentences; the result too when that ended the game."""
    lines = [_of_table(one, words) for one in position.notices]
    done = position.happening
    if done is not None:
        tell = game.presenter.tell
        lines += map(Span, tell(done.before, done.request, done.answer, done.after, words))
        if game.request(position.state) is None:
            lines += (Span(text, "strong") for text in game.presenter.result(done.after, words))
    return tuple(lines)


def _of_table(one: Notice, words: Words) -> Span:
    if isinstance(one, WentBack):
        return Span(words.say("The last decision is taken back."), "title")
    return notice(one, words)


def drawn(
    position: Position, game: Game[Any], eyes: Eyes, words: Words, size: Size
) -> tuple[Line, ...]:
    """The board through these eyes, and what they know besides under it."""
    board = game.presenter.board(position.view(seat_of(eyes)), words, size)
    return (*board, *beneath(position, game, eyes, words, size.columns))


def seat_of(eyes: Eyes) -> Seat | None:
    """The seat whose board these eyes see; those that see all look at the board of a watcher."""
    return None if isinstance(eyes, Whose) else eyes


def beneath(
    position: Position, game: Game[Any], eyes: Eyes, words: Words, columns: int
) -> tuple[Line, ...]:
    """What belongs under the board: all hidden hands, or the choice that one's own seat hides."""
    match eyes:
        case Whose.ALL:
            shown = hands(position, game, words, columns)
            return ((), *shown) if shown else ()
        case Whose.WATCHER:
            return ()
        case _:
            choice = chosen(position, game, eyes, words)
            if choice is None:
                return ()
            label = words.say("your choice, still hidden: {choice}", choice=choice)
            return wrap_spans((Span(label, "dim"),), columns, " ", _INDENT)


def hands(position: Position, game: Game[Any], words: Words, columns: int) -> tuple[Line, ...]:
    """What each seat alone knows: its hidden cards, and what it has sealed."""
    secrets = secrets_of(position, game, words)
    return tuple(line for spans in secrets.values() for line in secret_lines(spans, columns))


def secrets_of(position: Position, game: Game[Any], words: Words) -> dict[Seat, tuple[Span, Span]]:
    """For each seat that hides something its name, and what only it knows."""
    told = {seat: _secrets_of_seat(position, game, seat, words) for seat in sorted(position.learnt)}
    return {
        seat: (Span(words.name(seat) + " ", f"seat{seat}"), Span(text))
        for seat, text in told.items()
        if text
    }


def secret_lines(spans: tuple[Span, Span], columns: int) -> tuple[Line, ...]:
    return wrap_spans(spans, columns, " ", _INDENT)


def _secrets_of_seat(position: Position, game: Game[Any], seat: Seat, words: Words) -> str:
    cards = hand(position, game, seat, words)
    choice = chosen(position, game, seat, words)
    parts = [" · ".join(cards)] if cards else []
    if choice is not None:
        parts.append(words.say("hidden choice: {choice}", choice=choice))
    return " — ".join(parts)


def hand(position: Position, game: Game[Any], seat: Seat, words: Words) -> tuple[str, ...]:
    """The cards that only this seat has seen, as the game sorts and names them."""
    view = position.view(seat)
    slots = sorted(position.hidden(seat), key=lambda slot: game.presenter.rank(view, slot))
    # Spaces within a card do not break, so that lists of cards break between them.
    return tuple(
        game.presenter.card(view.faces[slot], words).replace(" ", "\N{NO-BREAK SPACE}")
        for slot in slots
    )


def chosen(position: Position, game: Game[Any], seat: Seat, words: Words) -> str | None:
    """What the seat has sealed or laid and not opened yet."""
    action = position.sealed.get(seat)
    if action is None:
        return None
    return game.presenter.label(position.view(seat), action, words)
