"""All that a guest is given: wheels, the script that installs them, and the page that says how."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Final

from p2pjeux.printable import shown
from p2pjeux.rules.words import Words, later
from p2pjeux.share.installer import with_offer
from p2pjeux.share.wheels import Wheel, normal

INSTALLER: Final = "install.py"
PIP: Final = "pip"
# 128 bits: nobody finds another script with the same.
DIGEST_LENGTH: Final = 32
_SENTENCES: Final = {
    "old": later("p2pjeux needs Python 3.11 or newer"),
    "missing": later(
        "nothing here works with Python {python} on this machine ({project} is missing): the "
        "other laptop gets it with p2pjeux share --get, when it is online"
    ),
    "changed": later("{name} is not what was offered: somebody changed it on the way"),
    "installing": later("Installing into {folder}…"),
    "done": later("Done. Begin with: {program}"),
}
# It runs what it has fetched only if that is what the digest says. No certificate can be had in a
# cabin, so the digest has to come by another way than the script: with the line that is pasted.
# Nothing in it that a shell of any system would take for its own.
_LINE: Final = (
    '{python} -c "import sys,hashlib,urllib.request as r;'
    "s=r.urlopen(sys.argv[1]+'" + INSTALLER + "').read();"
    f"exec(s if hashlib.sha256(s).hexdigest()[:{DIGEST_LENGTH}]==sys.argv[2] "
    "else 'raise SystemExit(sys.argv[2])')\" {base} {digest}"
)


_STYLE: Final = (
    "body{font:1.1em/1.5 sans-serif;max-width:46em;margin:2em auto;padding:0 1em}"
    "pre{white-space:pre-wrap;word-break:break-all;background:#eee;color:#111;padding:.8em}"
)


@dataclass(frozen=True, slots=True)
class Offer:
    """``pages`` are the files by name, the script among them."""

    pages: Mapping[str, bytes]
    digest: str

    @property
    def size(self) -> int:
        return sum(len(data) for data in self.pages.values())


def make_offer(wheels: Iterable[Wheel], needed: Sequence[str], spoken: Sequence[Words]) -> Offer:
    """The offer of these wheels, of which a guest needs one of each project in ``needed``."""
    pages = {wheel.file_name: wheel.data for wheel in wheels}
    # Which projects are needed is said by who gives, for a guest has no index to ask; which wheel
    # of each fits is said by the guest’s own Python.
    projects: dict[str, list[str]] = {project: [] for project in needed}
    for name in sorted(pages):
        projects.setdefault(normal(name.partition("-")[0]), []).append(name)
    # Pip comes along and is not installed: Debian has taken it out of Python.
    pip = projects.pop(PIP)[-1]
    # The script names every wheel by its digest, so that the one digest of the script covers them
    # all.
    script = with_offer(
        (files("p2pjeux.share") / "installer.py").read_text("utf-8"),
        {
            "pip": pip,
            "projects": projects,
            "digests": {name: hashlib.sha256(data).hexdigest() for name, data in pages.items()},
            "sentences": {words.language: _sentences(words) for words in spoken},
        },
    ).encode()
    digest = hashlib.sha256(script).hexdigest()[:DIGEST_LENGTH]
    return Offer({**pages, INSTALLER: script}, digest)


def _sentences(words: Words) -> dict[str, str]:
    return {name: words.translate(text) for name, text in _SENTENCES.items()}


def line_to_paste(base: str, digest: str, *, windows: bool) -> str:
    """The one line that installs, for a terminal of any kind; ``base`` ends in a slash."""
    return _LINE.format(python="py" if windows else "python3", base=base, digest=digest)


def in_groups(digest: str) -> str:
    """A digest as two people compare it."""
    return " ".join(digest[at : at + 4] for at in range(0, len(digest), 4))


def write_page(offer: Offer, base: str, systems: Sequence[str], spoken: Sequence[Words]) -> bytes:
    """The page for a browser, in every language; its links are also an index for pip."""
    parts = [_part(offer, base, systems, words) for words in spoken]
    links = [
        f'<li><a href="{escape(name)}">{escape(name)}</a></li>' for name in sorted(offer.pages)
    ]
    lines = (
        '<!doctype html><html><head><meta charset="utf-8"><title>p2pjeux</title>',
        '<meta name="viewport" content="width=device-width">',
        f"<style>{_STYLE}</style></head><body>",
        *parts,
        f"<ul>{''.join(links)}</ul></body></html>\n",
    )
    return "\n".join(lines).encode()


def _part(offer: Offer, base: str, systems: Sequence[str], words: Words) -> str:
    say = words.say
    paste = say("Open a terminal, paste this line, and press Enter:")
    compare = say("The line must end in the same digest as on the other screen:")
    there = say("What is here works on: {systems}", systems="; ".join(systems))
    python = say("Python 3.11 or newer must be there already (on Windows from the Store).")
    posix = escape(line_to_paste(base, offer.digest, windows=False))
    windows = escape(line_to_paste(base, offer.digest, windows=True))
    return (
        f'<section lang="{words.language}"><h1>p2pjeux</h1><p>{escape(paste)}</p>'
        f"<p>macOS, Linux</p><pre>{posix}</pre><p>Windows</p><pre>{windows}</pre>"
        f"<p>{escape(compare)} <b>{in_groups(offer.digest)}</b></p>"
        f"<p>{escape(python)}<br>{escape(shown(there))}</p></section>"
    )
