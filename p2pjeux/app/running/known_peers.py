"""Whom we have met before: what an interface says of a peer beside its name."""

from typing import Final

from p2pjeux.lobby.room import Member
from p2pjeux.log.charter import SignedCharter
from p2pjeux.net.fingerprint import fingerprint_words
from p2pjeux.store.peers import Meeting, PeerBook
from p2pjeux.ui.lobby import Present

# How the name of a seat that a bot plays ends, for people to see; the charter says it too.
BOT_MARK: Final = " (bot)"


class KnownPeers:
    """Reads and writes the book of peers; both take a moment, so call them in a thread."""

    def __init__(self, book: PeerBook, me: bytes) -> None:
        self._book = book
        self._me = me

    def look_at(self, member: Member) -> Present:
        people = [sitter.name for sitter in member.sitters if not sitter.is_bot]
        meetings = {self._book.meet(name, member.public) for name in people}
        return Present(
            member.public,
            member.names,
            fingerprint_words(member.public),
            is_ready=member.ready,
            is_here=member.public == self._me,
            is_known=meetings == {Meeting.KNOWN},
            is_changed=Meeting.CHANGED in meetings,
            like=next(filter(None, (self._book.like(name, member.public) for name in people)), ""),
        )

    def remember(self, signed: SignedCharter) -> None:
        """Know those of a table again. A name that had another key keeps the key it had.

        Nor is one remembered that looks like a known name: the warning would be seen but once.
        """
        for sitter in signed.charter.seats:
            is_person = sitter.public != self._me and not sitter.is_bot
            if is_person and self._book.meet(sitter.name, sitter.public) is Meeting.NEW:
                self._book.remember(sitter.name, sitter.public)
