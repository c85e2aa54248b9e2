"""The one grammar of every list, menu and form. Pure.

A digit or an arrow moves, Space picks, Enter confirms, Escape goes back. Nothing else is ever
needed, and no key means one thing here and another there.
"""

from typing import Final

# So long a prompt is deaf to Enter: what is pressed sooner was meant for what stood there before.
DEAF_SECONDS: Final = 0.4
ARROWS: Final = ("up", "down", "left", "right", "home", "end", "pageup", "pagedown")
PAGE: Final = 5


def is_meant(key: str, seconds: float, deaf: float = DEAF_SECONDS) -> bool:
    """Whether a key that comes so long after the prompt appeared can be an answer to it."""
    return key != "enter" or seconds >= deaf


def step(key: str, place: int, count: int, columns: int = 1) -> int:
    """Where an arrow leads from ``place`` among ``count`` in so many columns; edges hold."""
    last = count - 1
    steps = {
        "up": -columns,
        "down": columns,
        "left": -1,
        "right": 1,
        "home": -last,
        "end": last,
        "pageup": -PAGE * columns,
        "pagedown": PAGE * columns,
    }
    goal = place + steps[key]
    if key in ("up", "down") and not 0 <= goal <= last:
        # From a ragged last row, down still reaches the end; elsewhere the edge holds.
        below = key == "down" and place // columns < last // columns
        goal = last if below else place
    return max(0, min(last, goal))


def type_digit(typed: str, digit: str, count: int) -> tuple[str, int | None]:
    """The digits typed so far, and the place they lead to.

    Digits are forgotten once no longer number can follow; one that leads nowhere begins anew.
    """
    for digits in (typed + digit, digit):
        if digits.isdecimal() and 1 <= int(digits) <= count:
            kept = digits if int(digits) * 10 <= count else ""
            return kept, int(digits) - 1
    return "", None
