"""Which library computes here."""

import sys
from typing import Final

from p2pjeux.primitives.library import Library


def _find() -> Library:
    # Pyodide calls its system so.
    if sys.platform == "emscripten":
        from p2pjeux.primitives import page  # noqa: PLC0415  # what it imports is there alone

        return page
    from p2pjeux.primitives import native  # noqa: PLC0415  # and this is not there

    return native


BACKEND: Final[Library] = _find()
