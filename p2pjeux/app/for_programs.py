"""What programs read on standard output: UTF-8, whatever this console or pipe takes from people."""

import json
import sys
from typing import Any


def print_json(value: Any, indent: int | None = 1) -> None:
    print_utf8(json.dumps(value, ensure_ascii=False, indent=indent) + "\n")


def print_utf8(text: str) -> None:
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        # Somebody who calls us from Python has put a stream of text in the place of ours.
        sys.stdout.write(text)
        return
    # What was written as text before goes out before.
    sys.stdout.flush()
    # A file name need not be text; in JSON this is how such a sign is written.
    binary.write(text.encode("utf-8", "backslashreplace"))
    binary.flush()
