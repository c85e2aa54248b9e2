"""The one grammar of every list, menu and form. Pure.

A digit or an arrow moves, Space picks, Enter confirms, Escape goes back. Nothing else is ever
needed, and no key means one thing here and another there.
"""

from collections.abc import Sequence
from typing import Final

# So long a prompt is deaf to Enter: what is pressed sooner was meant for what stood there before.
DEAF_SECONDS: Final = 0.4
ARROWS: Final = ("up", "down", "left", "right", "home", "end", "pageup", "pagedown")
PAGE: Final = 5


def is_meant(key: str, seconds: float, deaf: float = DEAF_SECONDS) -> bool:
    """Whether a key that comes so long after the prompt appeared can be an answer to it."""
    return key != "enter" or seconds >= deaf


def step(key: str, place: int, count: int) -> int:
    """Where an arrow leads from ``place`` in a list of ``count``; edges hold."""
    last = count - 1
    steps = {"up": -1, "down": 1, "left": -1, "right": 1, "pageup": -PAGE, "pagedown": PAGE}
    if key in ("home", "end"):
        return 0 if key == "home" else last
    return max(0, min(last, place + steps[key]))


def step_in_rows(key: str, at: int, rows: Sequence[Sequence[int]]) -> int:
    """Where an arrow leads from entry ``at`` among rows of entries; edges hold.

    Rows may be of any length: up and down keep to the column, or to the end of a shorter row.
    """
    row = next((number for number, entries in enumerate(rows) if at in entries), None)
    if row is None:
        return rows[0][0] if rows else at
    if key in ("left", "right", "home", "end"):
        flat = [entry for entries in rows for entry in entries]
        return flat[step(key, flat.index(at), len(flat))]
    goal = rows[step(key, row, len(rows))]
    return goal[min(rows[row].index(at), len(goal) - 1)]


def type_digit(typed: str, digit: str, count: int) -> tuple[str, int | None]:
    """The digits typed so far, and the place they lead to.

    Digits are forgotten once no longer number can follow; one that leads nowhere begins anew.
    """
    for digits in (typed + digit, digit):
        if digits.isdecimal() and 1 <= int(digits) <= count:
            kept = digits if int(digits) * 10 <= count else ""
            return kept, int(digits) - 1
    return "", None
