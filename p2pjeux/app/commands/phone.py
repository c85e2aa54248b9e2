"""What phones need to sit down by a page: whether it is here, whose it is, and fetching it."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from p2pjeux.phone.compiled import are_compiled, compile_for_pages
from p2pjeux.phone.fetch import fetch
from p2pjeux.phone.parts import PACKAGES, are_here, folder_in
from p2pjeux.printable import put
from p2pjeux.rules.words import Words
from p2pjeux.store.places import find_places
from p2pjeux.ui.lobby import phone_line


@dataclass(frozen=True, slots=True)
class Phone:
    """``get``: fetch what is missing."""

    get: bool = False
    home: Path | None = None


def phone(asked: Phone, words: Words) -> None:
    folder = folder_in(find_places(os.environ, asked.home).cache)
    if asked.get and not are_here(folder):
        put(sys.stdout, words.say("Fetching what the phone page needs (7 MB)…"))
        for package in fetch(folder):
            put(sys.stdout, f"+ {package.name} {package.version}")
    if asked.get and not are_compiled(folder):
        put(sys.stdout, words.say("Compiling it for this version of the games (some seconds)…"))
        if not compile_for_pages(folder):
            put(sys.stdout, words.say("Without node it is not compiled: phones start slower."))
    if are_here(folder):
        put(
            sys.stdout,
            words.say("Everything the phone page needs is here, including the work of others:"),
        )
        for package in PACKAGES:
            line = f"{package.name} {package.version} · {package.licence} · {package.home}"
            put(sys.stdout, f"  {line}")
        put(sys.stdout, "  Python (in Pyodide) · PSF-2.0 · https://python.org")
        return
    put(sys.stdout, phone_line("", words))
