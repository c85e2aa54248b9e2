"""The games that were played here, and who won how many of them, in plain lines."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from p2pjeux.rules.words import Words
from p2pjeux.ui.wording.verdicts import game_title


@dataclass(frozen=True, slots=True)
class SatDown:
    """Somebody at a table. A key is one person's, or of several at one machine and their bots."""

    name: str
    key: bytes


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of the past; without scores it is not over."""

    number: int
    # As the clock on the wall said.
    date: str
    game_id: str
    table: str
    people: tuple[SatDown, ...]
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    good: bool = True
    log: str = ""

    @property
    def is_over(self) -> bool:
        return bool(self.scores)


@dataclass(frozen=True, slots=True)
class Tally:
    """What one person has played and won."""

    name: str
    games: int
    won: int


def past_line(game: PlayedGame, words: Words) -> str:
    """A game in one line: when, what, who with how much, who won."""
    title = game_title(game.game_id, words)
    head = f"{game.number:>3}  {game.date}  {title} · {game.table}"
    if not game.is_over:
        return head + " · " + words.say("not over")
    ranked = sorted(range(len(game.scores)), key=lambda s: (s not in game.winners, -game.scores[s]))
    standing = ", ".join(f"{game.people[seat].name} {game.scores[seat]}" for seat in ranked)
    won = words.among(tuple(game.people[seat].name for seat in game.winners))
    line = f"{head} · {standing} · " + words.say("won: {names}", names=won)
    return line if game.good else line + " · " + words.say("its log is NOT good")


def tallies(games: Iterable[PlayedGame], bot_mark: str) -> tuple[Tally, ...]:
    """Who played how many games that are over, and won how many; bots are left out.

    People are told apart by their keys and names together: two may share a machine, and two may
    be called alike.
    """
    found: dict[tuple[bytes, str], Tally] = {}
    for game in games:
        for seat, one in enumerate(game.people if game.is_over else ()):
            if one.name.endswith(bot_mark):
                continue
            known = found.get((one.key, one.name), Tally(one.name, 0, 0))
            won = known.won + (seat in game.winners)
            found[one.key, one.name] = Tally(one.name, known.games + 1, won)
    return tuple(sorted(found.values(), key=lambda tally: (-tally.won, tally.games, tally.name)))


def tally_lines(found: Iterable[Tally], words: Words) -> Iterator[str]:
    for tally in found:
        yield words.count(
            "{name}: {won} of {number} game won",
            "{name}: {won} of {number} games won",
            tally.games,
            name=tally.name,
            won=tally.won,
        )
