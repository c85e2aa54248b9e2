"""Which of the games played here is meant, and how those ended of which it is not noted yet."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from p2pjeux.app.running.named_file import read_bytes
from p2pjeux.errors import UsageError
from p2pjeux.judge.verify import verify
from p2pjeux.log.charter import Charter
from p2pjeux.store.history import KeptResult, PastGame, evidence_beside, keep_result, past_games
from p2pjeux.store.home import Store
from p2pjeux.store.recovery import LOG_NAME
from p2pjeux.ui.wording.past_games import PlayedGame, SatDown

# An evening may go on past midnight, and two on one day are two.
EVENING_SECONDS: Final = 12 * 3600.0


def find_log(named: str | None, store: Store) -> Path:
    """The log that is meant: a file, a number of the history, or a table's name or identifier.

    A file goes before all else, and of several tables of one name the one begun last is meant:
    people who play often call every table alike.
    """
    if named is not None and (Path(named).exists() or named.endswith(".p2pj")):
        return Path(named)
    games = past_games(store)
    if not games:
        if named is None:
            raise UsageError("no table has been played here yet; name a file")
        raise UsageError("{named} is not a file, and no table has been played here", named=named)
    if named is None:
        return max(games, key=lambda game: game.kept.changed).kept.log_path
    meant = [game for game in games if _is_meant(game, named)]
    if not meant:
        raise UsageError(
            "{named} is neither a file, nor a number from p2pjeux history, nor a table that "
            "was played here",
            named=named,
        )
    return meant[-1].kept.log_path


def caught_at(log_path: Path) -> tuple[str, ...] | None:
    """Whom the evidence beside a log convicts; None where the file is not one that was kept here.

    What lies there proves nothing by lying there, so it is judged.
    """
    if log_path.name != LOG_NAME:
        return None
    verdicts = (verify(read_bytes(str(path))) for path in evidence_beside(log_path))
    names = (verdict.name for verdict in verdicts if verdict.proven)
    return tuple(sorted({name for name in names if name is not None}))


def _is_meant(game: PastGame, named: str) -> bool:
    if named.isascii() and named.isdecimal() and len(named) <= 6:
        return game.number == int(named)
    signed, asked = game.kept.signed, named.casefold()
    # So short a beginning of an identifier is a name that was mistyped.
    is_id = len(asked) >= 4 and signed.table.hex().startswith(asked)
    return signed.charter.table_name.casefold() == asked or is_id


def with_results(
    games: tuple[PastGame, ...], progress: Callable[[int, int], None]
) -> tuple[PastGame, ...]:
    """The games with their results; those that nobody has looked at yet are judged, and noted."""
    unknown = sum(game.kept.is_over and game.result is None for game in games)
    done, found = 0, []
    for game in games:
        if game.kept.is_over and game.result is None:
            progress(done, unknown)
            done += 1
            found.append(replace(game, result=_judged(game.kept.log_path)))
        else:
            found.append(game)
    progress(unknown, unknown)
    return tuple(found)


def _judged(log_path: Path) -> KeptResult | None:
    verdict = verify(read_bytes(str(log_path)))
    outcome = verdict.outcome
    if outcome is None:
        return None
    keep_result(log_path, outcome.scores, outcome.winners, good=verdict.ok)
    return KeptResult(outcome.scores, outcome.winners, verdict.ok)


def told_games(
    store: Store, progress: Callable[[int, int], None] | None = None
) -> tuple[PlayedGame, ...]:
    """All games played here, as they are told to people and programs."""
    games = with_results(past_games(store), progress or (lambda _done, _total: None))
    return tuple(_told(game) for game in games)


def evening_of(store: Store, charter: Charter, now: float) -> tuple[PlayedGame, ...]:
    """The games that the same people have finished here since this evening began.

    Only those of which it is noted how they ended: nobody waits here for old ones to be judged.
    """
    people = _people_of(charter)
    return tuple(
        _told(game)
        for game in past_games(store)
        if game.result is not None
        and now - game.begun < EVENING_SECONDS
        and _people_of(game.kept.signed.charter) == people
    )


def company_of(store: Store, now: float) -> frozenset[bytes]:
    """The machines with which a game was played here since this evening began."""
    kept = (one for one in store.tables() if now - one.changed < EVENING_SECONDS)
    return frozenset(sitter.public for one in kept for sitter in one.signed.charter.seats)


def _people_of(charter: Charter) -> frozenset[tuple[bytes, str]]:
    return frozenset((one.public, one.name) for one in charter.seats if not one.is_bot)


def _told(game: PastGame) -> PlayedGame:
    charter = game.kept.signed.charter
    result = game.result
    return PlayedGame(
        game.number,
        time.strftime("%Y-%m-%d %H:%M", time.localtime(game.begun)),
        charter.game_id,
        charter.table_name,
        tuple(SatDown(one.name, one.public) for one in charter.seats),
        () if result is None else result.scores,
        () if result is None else result.winners,
        good=result is None or result.good,
        log=str(game.kept.log_path),
    )
