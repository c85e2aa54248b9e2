"""The games that were played here, in the order in which they were begun.

A game is its log; beside it stands only what would take seconds to find out again: its result.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from p2pjeux.errors import StoreFailed
from p2pjeux.store import disk
from p2pjeux.store.home import KeptTable, Store
from p2pjeux.store.table import SECRET_FILE

RESULT_FILE: Final = "result.json"
# A file that is larger was not written here.
_SIZE_MOST: Final = 1 << 12


@dataclass(frozen=True, slots=True)
class KeptResult:
    """How a game ended, as its log was judged here. ``good`` is False if something in it is not."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    good: bool = True


@dataclass(frozen=True, slots=True)
class PastGame:
    """``number`` counts from the first game that was begun here, so it stays when others come."""

    number: int
    kept: KeptTable
    # In seconds since 1970.
    begun: float
    # None if the game is not over, or nobody has looked yet how it ended.
    result: KeptResult | None = None

    @property
    def is_alone(self) -> bool:
        """Whether all seats were on one machine."""
        return len({one.public for one in self.kept.signed.charter.seats}) == 1


def past_games(store: Store) -> tuple[PastGame, ...]:
    """All games that are kept here, the first one first."""
    begun = sorted((_begun(kept), kept.log_path.parent.name, kept) for kept in store.tables())
    return tuple(
        PastGame(number, kept, when, load_result(kept) if kept.is_over else None)
        for number, (when, _folder, kept) in enumerate(begun, 1)
    )


def _begun(kept: KeptTable) -> float:
    """When the table was begun: its secret is written once, before anything is signed."""
    try:
        return kept.log_path.with_name(SECRET_FILE).stat().st_mtime
    except OSError:
        return kept.changed


def load_result(kept: KeptTable) -> KeptResult | None:
    """What is noted beside a log; what is damaged is as good as nothing, and is found out again."""
    path = kept.log_path.with_name(RESULT_FILE)
    seats = len(kept.signed.charter.seats)
    try:
        data = path.read_bytes()[: _SIZE_MOST + 1]
        found = json.loads(data) if len(data) <= _SIZE_MOST else None
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    scores, winners = _numbers(found.get("scores")), _numbers(found.get("winners"))
    if len(scores) != seats or not all(0 <= seat < seats for seat in winners):
        return None
    return KeptResult(scores, winners, found.get("good") is True)


def _numbers(value: object) -> tuple[int, ...]:
    """Whole numbers; none if it is anything else."""
    found = tuple(one for one in value if type(one) is int) if isinstance(value, list) else ()
    return found if isinstance(value, list) and len(found) == len(value) else ()


def keep_result(
    log_path: Path, scores: Sequence[int], winners: Sequence[int], *, good: bool
) -> None:
    """Note beside a log how the game ended. Where nothing can be written it is found out again."""
    text = json.dumps({"scores": list(scores), "winners": list(winners), "good": good}) + "\n"
    with suppress(StoreFailed):
        disk.replace(log_path.with_name(RESULT_FILE), text.encode())


def evidence_beside(log_path: Path) -> tuple[Path, ...]:
    """The files that convict somebody at this table."""
    with suppress(OSError):
        return tuple(sorted(log_path.parent.glob("evidence-*.p2pj")))
    return ()
