"""Files of a table that had rotted on the disk are told of in one sentence."""

from p2pjeux.app.running.peer import Peer
from p2pjeux.rules.words import Words
from p2pjeux.store.table import TableFiles


def say_what_was_damaged(peer: Peer, files: TableFiles, words: Words) -> None:
    """Said before anything else is told, as soon as a person listens."""
    kept = files.recovered
    if kept is not None and kept.aside:
        text = words.say(
            "Files of this table were damaged: all that is good of them is used, and the damaged "
            "ones are kept as {names}.",
            names=words.among(tuple(str(path) for path in kept.aside)),
        )
        peer.advise(text)
