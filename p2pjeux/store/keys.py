"""The signing key of this peer: made once, readable by its owner alone."""

from binascii import Error as NotHex
from binascii import unhexlify
from pathlib import Path
from secrets import token_bytes
from typing import Final

from p2pjeux.errors import StoreFailed
from p2pjeux.log.identity import SEED_SIZE, Identity
from p2pjeux.rules.words import later
from p2pjeux.store import disk

HEADING: Final = b"p2pjeux identity 1, keep it secret\n"
FILE_SIZE_MAX: Final = 1024


def load_identity(path: Path) -> Identity:
    """The key in ``path``; a new one is drawn and kept there if there is none."""
    with disk.guarded(path):
        is_new = not path.exists()
    if is_new:
        # If two processes begin at once, one of them makes the file and both read it.
        disk.create(path, HEADING + token_bytes(SEED_SIZE).hex().encode() + b"\n")
    # At each start, not only when it is made: copies and backups lose the mode.
    disk.keep_private(path)
    data = disk.read(path, FILE_SIZE_MAX) or b""
    try:
        seed = unhexlify(data.removeprefix(HEADING).strip())
    except NotHex:
        seed = b""
    # A damaged key is never replaced by a new one: with it the person would be somebody else at
    # every table that was begun.
    if not data.startswith(HEADING) or len(seed) != SEED_SIZE:
        raise StoreFailed(later("{path} holds no key of p2pjeux"), path=path)
    return Identity(seed)
