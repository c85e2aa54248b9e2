"""A p2pjeux that dies before its Nth write: ``python -m tests.lan.mortal N COMMAND …``.

Nothing is flushed and nobody is told goodbye, as when the power goes.
"""

import os
import sys
from collections.abc import Callable
from itertools import count
from typing import Any

from p2pjeux.cli.run import main
from p2pjeux.store import disk

KILLED = 137


def die_at(number: int) -> None:
    """Let every write of the store be counted, and the world end before that number."""
    writes = count(1)

    def mortal(write: Callable[..., Any]) -> Callable[..., Any]:
        def before(*arguments: Any, **named: Any) -> Any:
            if next(writes) >= number:
                os._exit(KILLED)
            return write(*arguments, **named)

        return before

    disk.create = mortal(disk.create)
    disk.replace = mortal(disk.replace)
    disk.Appender.append = mortal(disk.Appender.append)  # type: ignore[method-assign]


if __name__ == "__main__":
    die_at(int(sys.argv[1]))
    raise SystemExit(main(sys.argv[2:]))
