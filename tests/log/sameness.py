"""When two log files are of one game: all that was signed in it is the same to the last byte.

Beside each step every peer writes down whose accepts it had, which may be others (docs/decisions,
0061); the digest of the log covers all the rest.
"""

from p2pjeux.errors import PeerFault
from p2pjeux.log.file import LogReader


def digest_of(data: bytes) -> bytes:
    """The digest after the last step; that of nothing where it is no log."""
    try:
        reader = LogReader(data)
        for step in reader.steps():
            reader.chain.append(step)
    except PeerFault:
        return b""
    return reader.chain.digest
