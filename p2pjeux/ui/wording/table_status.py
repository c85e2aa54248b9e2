"""The table beside the game: who sits here, whom it waits for, what is proposed, what is proved."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from p2pjeux.rules.requests import Choose, ChooseAll, Request, Seat, deciders
from p2pjeux.rules.words import Words
from p2pjeux.table.events import (
    Agreeing,
    Agreement,
    Away,
    Event,
    Happened,
    LateComer,
    Left,
    Paused,
    PlayedFor,
    Reached,
    Returned,
    TookBack,
    Waiting,
    WentOn,
)

# What machines do to bring something to light that nobody can hide again.
SHOWING_WORK: Final = frozenset({"open", "roll", "deal", "stand in"})


@dataclass(frozen=True, slots=True)
class TableStatus:
    """Empty at a table against bots, where nobody is waited for and nothing can be cheated at."""

    # The seats of people at this machine. With more than one, hands hide behind a curtain.
    people: tuple[Seat, ...] = ()
    # Whether there are people, or anybody at all, at other machines.
    is_apart: bool = False
    # For each seat the words of its key, to be compared aloud.
    fingerprints: tuple[str, ...] = ()
    waiting: Waiting | None = None
    agreeing: Agreeing | None = None
    is_paused: bool = False
    # The seats whose machines are not linked, and why.
    away: Mapping[Seat, Away] = field(default_factory=dict)
    gone: frozenset[Seat] = frozenset()
    # How many decisions of the people here the table may still go back to.
    reachable: int = 0
    # Who asks for the seat of a bot, and who plays for one.
    comer: LateComer | None = None
    played_for: Mapping[Seat, str] = field(default_factory=dict)

    @property
    def takes_turns(self) -> bool:
        """Whether the machine goes from hand to hand."""
        return len(self.people) > 1

    @property
    def gives_hints(self) -> bool:
        """Whether one person plays against bots: with others at the table each thinks alone."""
        return not self.is_apart and not self.takes_turns

    @property
    def lacking(self) -> tuple[Seat, ...]:
        """Those at other machines for whom the table waits."""
        if self.waiting is None or self.is_paused:
            return ()
        return tuple(seat for seat in self.waiting.lacking if seat not in self.people)

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Without whom the table could carry on: those it waits for now, and all who are away.

        Who is away and not waited for just now would be the next to be waited for in vain.
        """
        waiting = self.waiting
        if waiting is None or not self.lacking:
            return ()
        # Whoever shuffles later has not kept anybody waiting.
        asked = waiting.lacking[:1] if waiting.work == "shuffle" else waiting.lacking
        late = {seat for seat in asked if seat not in self.people and not is_here(self, seat)}
        return tuple(sorted(late | (self.away.keys() - self.gone))) if late else ()

    @property
    def withholding(self) -> tuple[Seat, ...]:
        """Whose machines are linked and give nothing for long, where no person has to think."""
        waiting = self.waiting
        if waiting is None or not waiting.is_long or waiting.work not in SHOWING_WORK:
            return ()
        here = (seat for seat in self.lacking if not is_here(self, seat))
        return tuple(seat for seat in here if seat not in self.away)

    @property
    def is_long(self) -> bool:
        """Whether the people here may go on without somebody; a watcher may not."""
        if self.waiting is None or not self.people:
            return False
        return self.waiting.is_long and bool(self.missing)

    @property
    def is_awaited(self) -> bool:
        """Whether the others may go on without the people here, whose turn it is."""
        waiting = self.waiting
        if waiting is None or self.is_paused:
            return False
        return waiting.is_long and bool(set(waiting.lacking) & set(self.people))

    @property
    def proposed(self) -> Agreement | None:
        """What others have proposed and the people here have not yet agreed to."""
        if self.agreeing is None or not set(self.agreeing.lacking) & set(self.people):
            return None
        return self.agreeing.to

    @property
    def asks_us(self) -> LateComer | None:
        """Whoever would like to play for a bot, and waits for the people here to agree."""
        comer = self.comer
        return comer if comer is not None and set(comer.lacking) & set(self.people) else None

    def may_propose(self, what: Agreement) -> bool:
        """Whether asking for it would say anything that has not been said.

        Bots agree to everything; a pause is for people only.
        """
        if not self.people or self.is_paused:
            return False
        if what is Agreement.PAUSE and not self.is_apart:
            return False
        return self.agreeing is None or self.agreeing.to is not what or self.proposed is what


# At a table against bots.
ALONE: Final = TableStatus()


def hear_status(status: TableStatus, event: Event) -> TableStatus:
    """The status of the table after an event of the table."""
    match event:
        case Waiting():
            return replace(status, waiting=event)
        case Agreeing():
            return replace(status, agreeing=event)
        case TookBack():
            return replace(status, agreeing=None, reachable=max(0, status.reachable - 1))
        case Happened(happening=done):
            # Whatever was to be taken back lies further behind now.
            moved = status if status.agreeing is None else _without_take_back(status)
            return replace(moved, reachable=_reachable(status, done.request))
        case Paused():
            return replace(status, is_paused=True, agreeing=None)
        case WentOn():
            return replace(status, is_paused=False)
        case LateComer(name=name):
            return replace(status, comer=event if name else None)
        case _:
            return _hear_seat(status, event)


def _hear_seat(status: TableStatus, event: Event) -> TableStatus:
    match event:
        case Left(seat=seat):
            return replace(status, gone=status.gone | {seat})
        case Returned(seat=seat):
            return replace(status, gone=status.gone - {seat})
        case PlayedFor(seat=seat, name=name):
            others = {one: who for one, who in status.played_for.items() if one != seat}
            # Whoever asked for it has got it.
            played = {**others, seat: name} if name else others
            return replace(status, played_for=played, comer=None)
        case Reached(seat=seat, is_linked=True):
            return replace(
                status, away={one: why for one, why in status.away.items() if one != seat}
            )
        case Reached(seat=seat, away=away):
            return replace(status, away={**status.away, seat: away})
        case _:
            return status


def _reachable(status: TableStatus, done: Request) -> int:
    """No way leads back past anything but open choices (protocol/3-log.md, Taking back)."""
    if not isinstance(done, Choose | ChooseAll):
        return 0
    return status.reachable + bool(set(deciders(done)) & set(status.people))


def _without_take_back(status: TableStatus) -> TableStatus:
    assert status.agreeing is not None
    is_pause = status.agreeing.to is Agreement.PAUSE
    return status if is_pause else replace(status, agreeing=None)


def progress(waiting: Waiting, words: Words) -> str:
    """How far the open step is, in words that say what is proved; empty for a plain decision."""
    done, total = len(waiting.given), len(waiting.given) + len(waiting.lacking)
    match waiting.work:
        case "seal":
            return "▣ " + words.say("{done} of {total} choices are sealed", done=done, total=total)
        case "open":
            return words.say("{done} of {total} seals are open", done=done, total=total)
        case "shuffle":
            return words.say("shuffled and proved by {done} of {total}", done=done, total=total)
        case "roll":
            return words.say("dice: {done} of {total} shares are in", done=done, total=total)
        case "deal":
            return words.say("cards: {done} of {total} shares are in", done=done, total=total)
        case "set up":
            return words.say("keys: {done} of {total} are in", done=done, total=total)
        case "stand in":
            return words.say("hand: {done} of {total} shares are in", done=done, total=total)
        case "close":
            return words.say("result signed by {done} of {total}", done=done, total=total)
        case _:
            return ""


def waited(status: TableStatus, seconds: int, words: Words) -> str:
    """Whom the table waits for, and how long, for the head of the screen."""
    if not status.lacking:
        return words.say("the others wait for you")
    names = words.among(tuple(words.name(seat) for seat in status.lacking))
    minutes, rest = divmod(seconds, 60)
    return words.say(
        "waiting for {names} — {minutes}:{seconds}",
        names=names,
        minutes=minutes,
        seconds=f"{rest:02}",
    )


def is_here(status: TableStatus, seat: Seat) -> bool:
    """Whether a seat has the key of this machine."""
    keys = status.fingerprints
    return seat < len(keys) and keys[seat] in {keys[mine] for mine in status.people}
