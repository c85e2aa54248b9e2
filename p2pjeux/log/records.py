"""All kinds of signed records by name, for wherever one may be of any kind: journals, evidence."""

from typing import Final, TypeAlias

from p2pjeux import shapes
from p2pjeux.encoding import Value
from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.ballot import Accept, Back, Move, Proposal
from p2pjeux.log.consent import Consent
from p2pjeux.log.entry import ENTRY_SIZE_MAX, Entry
from p2pjeux.log.signed import Signed

Record: TypeAlias = Entry | Accept | Move | Proposal | Back | Consent

KIND_MAX: Final = 16
_KINDS: Final[dict[str, type[Record]]] = {
    kind.FORM.purpose: kind for kind in (Entry, Accept, Move, Proposal, Back, Consent)
}


def write_record(record: Signed) -> list[Value]:
    return [record.FORM.purpose, record.data]


def read_record(kind: Value, data: Value) -> Record:
    """The record in ``data``, its signature not yet checked; raise PeerFault if it is none."""
    found = _KINDS.get(shapes.text(kind, KIND_MAX))
    if found is None:
        raise PeerFault(Fault.BAD_SHAPE, "there is no record of this kind")
    return found.decode(shapes.data(data, ENTRY_SIZE_MAX))
