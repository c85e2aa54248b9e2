"""Our key in words that can be read out, and the keys of those we met."""

import os
import sys
from pathlib import Path

from p2pjeux.errors import Refused
from p2pjeux.net.fingerprint import fingerprint, fingerprint_words
from p2pjeux.rules.words import Words
from p2pjeux.store.home import Store


def show_keys(words: Words, home: Path | None, *, forget: str | None) -> None:
    store = Store.find(os.environ, home)
    book = store.peers()
    if forget is not None:
        if book.look_up(forget) is None:
            raise Refused("nobody of the name {name} is known here", name=forget)
        book.forget(forget)
        sys.stdout.write(words.say("{name} is forgotten.", name=forget) + "\n")
        return
    public = store.identity().public
    sys.stdout.write(words.say("your key:") + f" {_both(public)}\n")
    for name, key in book.all().items():
        sys.stdout.write(f"{name:<20} {_both(key)}\n")


def _both(key: bytes) -> str:
    return f"{fingerprint_words(key)} ({fingerprint(key)})"
