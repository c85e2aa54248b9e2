"""Which tables are ours: those where our key has a seat, played or only signed for."""

from dataclasses import dataclass

from p2pjeux.app.running.table_search import Sight
from p2pjeux.log.charter import Charter
from p2pjeux.net.announcement import ID_LENGTH, Announcement
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.rules.words import Words
from p2pjeux.store.home import KeptTable, Store
from p2pjeux.store.promises import KeptPromise


@dataclass(frozen=True, slots=True)
class OwnTables:
    """What was on disk when we looked."""

    kept: tuple[KeptTable, ...]
    promised: tuple[KeptPromise, ...]

    @classmethod
    def find(cls, store: Store) -> "OwnTables":
        tables, promises = store.tables(), store.promises()
        if not tables and not promises:
            # Who has never played needs no key to look around.
            return cls((), ())
        me = store.identity().public
        return cls(tuple(one for one in tables if one.signed.charter.seats_of(me)), promises)

    def played(self, table: bytes) -> KeptTable | None:
        """The table with this identifier, if its log is here."""
        return next((one for one in self.kept if one.signed.table == table), None)

    def promise(self, table: bytes) -> KeptPromise | None:
        """What was signed for the table with this identifier, if its log is not here."""
        return next((one for one in self.promised if one.promise.charter.id == table), None)

    def note(self, sight: Sight, words: Words) -> str:
        """What a list says of a table that is ours; empty of any other."""
        if not self.are_in(sight):
            return ""
        return words.say(" · yours: p2pjeux join takes your seat again")

    def are_in(self, sight: Sight) -> bool:
        """Whether a table in sight is one of ours that is not over.

        A private one does not say which it is: then its name and the key of whoever announces it
        must do.
        """
        going = [one.signed.charter for one in self.kept if not one.is_over]
        charters = (*going, *(one.promise.charter for one in self.promised))
        return any(is_announced(charter, sight.announcement) for charter in charters)


def is_announced(charter: Charter, one: Announcement) -> bool:
    """Whether an announcement is of this table; of a private one as far as it says."""
    if one.details is not None and one.details.id:
        return charter.id.hex()[:ID_LENGTH] == one.details.id
    keys = {fingerprint(sitter.public) for sitter in charter.seats}
    return charter.table_name == one.table and one.key in keys
