"""What programs read on standard output: UTF-8, whatever this console or pipe takes from people."""

import sys
from typing import Any

from p2pjeux.printable import document, json_text, put_document


def print_json(value: Any, indent: int | None = 1) -> None:
    print_utf8(json_text(value, indent=indent))


def print_utf8(text: str) -> None:
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        # Somebody who calls us from Python has put a stream of text in the place of ours.
        put_document(sys.stdout, text)
        return
    # What was written as text before goes out before.
    sys.stdout.flush()
    binary.write(document(text))
    binary.flush()
