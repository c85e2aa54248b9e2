"""Our key in words that can be read out, and the keys of those we met."""

import os
import sys
from pathlib import Path

from p2pjeux.app.for_programs import print_json
from p2pjeux.errors import Refused
from p2pjeux.net.fingerprint import fingerprint, fingerprint_words
from p2pjeux.printable import put
from p2pjeux.rules.words import Words
from p2pjeux.store.home import Store


def show_keys(words: Words, home: Path | None, *, forget: str | None, as_json: bool) -> None:
    store = Store.find(os.environ, home)
    book = store.peers()
    if forget is not None:
        if book.look_up(forget) is None:
            raise Refused("nobody called {name} is known here", name=forget)
        book.forget(forget)
        if not as_json:
            put(sys.stdout, words.say("{name} is forgotten.", name=forget))
            return
    own, known = store.identity().public, book.all()
    if as_json:
        rows = [{"name": name, **_value(key)} for name, key in known.items()]
        value = {"yours": _value(own), "known": rows}
        print_json(value)
        return
    put(sys.stdout, words.say("your key:") + f" {_both(own)}")
    for name, key in known.items():
        put(sys.stdout, f"{name:<20} {_both(key)}")


def _both(key: bytes) -> str:
    return f"{fingerprint_words(key)} ({fingerprint(key)})"


def _value(key: bytes) -> dict[str, str]:
    return {"key": key.hex(), "fingerprint": fingerprint(key), "words": fingerprint_words(key)}
