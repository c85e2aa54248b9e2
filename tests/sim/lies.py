"""What a lying peer makes of the messages that its honest program sends.

Each lie is told in the liar's own name and properly signed where it can be: what is not signed is
dropped at the door and proves nothing.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha512
from typing import Final

from nacl.bindings import crypto_scalarmult_ed25519_base_noclamp as times_base

from p2pjeux.log.entry import Entry, Place, sign_entry
from p2pjeux.log.identity import Identity
from p2pjeux.log.rift import age_of, sign_parting
from p2pjeux.log.statement import Kind, Statement, sign_statement
from p2pjeux.rules.source import SeededSource
from p2pjeux.table import entry_body
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.messages import Parts, Retreats, decode_message, encode_message
from p2pjeux.table.seating import seat_secret
from tests.sim.lan import Lan

_ORDER: Final = 2**252 + 27742317777372353535851937790883648493


class SecondHand(Identity):
    """Signs with the same key as another identity, but never in the same way."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        digest = bytearray(sha512(seed).digest()[:32])
        digest[0] &= 248
        digest[31] = digest[31] & 63 | 64
        self._secret = int.from_bytes(digest, "little")

    def sign(self, message: bytes) -> bytes:
        nonce = _number(sha512(b"second" + message).digest())
        point = times_base(nonce.to_bytes(32, "little"))
        factor = _number(sha512(point + self.public + message).digest())
        return point + ((nonce + factor * self._secret) % _ORDER).to_bytes(32, "little")


def _number(data: bytes) -> int:
    return int.from_bytes(data, "little") % _ORDER


@dataclass
class Liar:
    """One peer of a LAN that lies from ``start`` on, once the others could do without it."""

    lan: Lan
    number: int
    kind: str
    rng: random.Random
    start: float
    # How many lies that can be proved were sent.
    told: int = 0

    def __post_init__(self) -> None:
        self._identity = self.lan.peers[self.number].identity
        self._second = SecondHand(self.lan.seed_of(self.number))
        self._twins: dict[Place, Entry] = {}
        self._seats = self.lan.seats_of(self.number)
        self._others = [seat for seat in range(self.lan.case.seats) if seat not in self._seats]

    def twist(self, sender: int, to: int, message: bytes) -> bytes:
        sitting = self.lan.peers[self.number].sitting
        if sender != self.number or self.lan.now < self.start or sitting is None:
            return message
        ledger = sitting.ledger
        if not ledger.can_replace or ledger.complete or self._seats & ledger.bridge.absent:
            return message
        if self.kind == "babbles":
            noise = self.rng.randbytes(self.rng.randrange(200))
            return noise if self.rng.random() < 0.5 else message
        if self.kind == "retreats" and self.rng.random() < 0.3:
            return encode_message(self._false_retreat())
        told = decode_message(message)
        if not isinstance(told, Parts):
            return message
        return encode_message(LIES[self.kind](self, to, told))

    def spoils(self, _to: int, told: Parts) -> Parts:
        """Bodies that nobody asked for."""
        return self._with_entries(told, self._spoilt)

    def forks(self, to: int, told: Parts) -> Parts:
        """A wrong body for one peer, the right one for the others."""
        return self._with_entries(told, self._spoilt) if to == self._victim else told

    def doubles(self, to: int, told: Parts) -> Parts:
        """The same entry with two signatures, both of which hold: the table splits."""
        return self._with_entries(told, self._signed_again) if to == self._victim else told

    def splits(self, to: int, told: Parts) -> Parts:
        """Two decisions that are both legal, one for each half of the table."""
        return self._with_entries(told, self._decided_otherwise) if to % 2 else told

    def crosses(self, to: int, told: Parts) -> Parts:
        """One half hears that somebody is absent, the other half that somebody else is."""
        there = self._there
        lie = self._state(Kind.ABSENT, there[to % len(there)])
        return Parts(told.entries, (*told.statements, lie))

    def slanders(self, _to: int, told: Parts) -> Parts:
        """Everybody is absent, one by one, in every step."""
        return self._with_statements(told, Kind.ABSENT)

    def objects(self, _to: int, told: Parts) -> Parts:
        """Speaks up for everybody and gives nothing: whoever is gone shall not be missed."""
        kept = Parts((), told.statements)
        return self._with_statements(kept, Kind.OBJECT, provable=False)

    def contradicts(self, _to: int, told: Parts) -> Parts:
        """Somebody is absent and there."""
        one = self._there[0]
        both = (self._state(Kind.ABSENT, one), self._state(Kind.OBJECT, one))
        self.told += 1
        return Parts(told.entries, told.statements + both)

    def mute(self, _to: int, told: Parts) -> Parts:
        """Is there, hears and states everything, but gives no entry."""
        return Parts((), told.statements)

    def forges(self, to: int, told: Parts) -> Parts:
        """Entries of others, signed by the liar."""
        place = self._place
        forged = tuple(sign_entry(self._identity, place, seat, b"") for seat in self._others[:1])
        return Parts((*told.entries, *forged)[:12], told.statements)

    @property
    def _there(self) -> list[int]:
        """The others who are present: what is said of the absent means nothing."""
        sitting = self.lan.peers[self.number].sitting
        assert sitting is not None
        absent = sitting.ledger.bridge.absent
        return [seat for seat in self._others if seat not in absent]

    @property
    def _victim(self) -> int:
        return 0 if self.number else 1

    @property
    def _place(self) -> Place:
        sitting = self.lan.peers[self.number].sitting
        assert sitting is not None
        return sitting.ledger.place

    def _with_entries(self, told: Parts, change: Callable[[Entry], Entry]) -> Parts:
        entries = tuple(change(one) if one.seat in self._seats else one for one in told.entries)
        self.told += entries != told.entries
        return Parts(entries, told.statements)

    def _with_statements(self, told: Parts, kind: Kind, *, provable: bool = True) -> Parts:
        lies = tuple(self._state(kind, seat) for seat in self._there)
        self.told += provable and len(lies) > 1
        return Parts(told.entries, told.statements + lies)

    def _state(self, kind: Kind, seat: int) -> Statement:
        return sign_statement(self._identity, self._place, min(self._seats), kind, seat)

    def _false_retreat(self) -> Retreats:
        """Would go back to any step of the game, or to the open one, again and again."""
        sitting = self.lan.peers[self.number].sitting
        assert sitting is not None
        ledger = sitting.ledger
        places = [ledger.place, *(ledger.place_of(step) for step in ledger.chain.steps)]
        place, seat = self.rng.choice(places), min(self._seats)
        age = age_of(ledger.number) + self.rng.randint(1, 4)
        return Retreats((sign_parting(self._identity, place, seat, place.previous, age),))

    def _spoilt(self, entry: Entry) -> Entry:
        body, notes = entry_body.unwrap(entry.body)
        wrong = entry_body.wrap(bytes([body[0] ^ 1]) + body[1:] if body else b"\x00", notes)
        return sign_entry(self._identity, entry.place, entry.seat, wrong)

    def _decided_otherwise(self, entry: Entry) -> Entry:
        if entry.place not in self._twins:
            self._twins[entry.place] = self._decide(entry)
        return self._twins[entry.place]

    def _decide(self, entry: Entry) -> Entry:
        """Another entry for the same step, as legal as the first, or the same if there is none."""
        lan, peer = self.lan, self.lan.peers[self.number]
        assert peer.sitting is not None
        secrets = {seat: seat_secret(peer.secret, lan.signed.table, seat) for seat in self._seats}
        ledger = Ledger(lan.signed, lan.case.game, secrets)
        for step in peer.sitting.ledger.chain.steps:
            if step.number < entry.step:
                ledger.adopt(step)
        while not ledger.asked and not ledger.complete:
            ledger.close()
        bridge = ledger.bridge
        if ledger.place != entry.place or not bridge.needs_decision(entry.seat):
            return entry
        source = SeededSource(sha512(entry.signature).digest()[:32])
        action = bridge.game.sample(bridge.view(entry.seat), source)
        body = entry_body.wrap(bridge.make(entry.seat, action), entry_body.unwrap(entry.body)[1])
        return sign_entry(self._identity, entry.place, entry.seat, body)

    def _signed_again(self, entry: Entry) -> Entry:
        return sign_entry(self._second, entry.place, entry.seat, entry.body)


Lie = Callable[[Liar, int, Parts], Parts]

LIES: Final[dict[str, Lie]] = {
    "spoils": Liar.spoils,
    "forks": Liar.forks,
    "doubles": Liar.doubles,
    "splits": Liar.splits,
    "crosses": Liar.crosses,
    "slanders": Liar.slanders,
    "contradicts": Liar.contradicts,
    "objects": Liar.objects,
    "mute": Liar.mute,
    "forges": Liar.forges,
    "retreats": lambda _liar, _to, told: told,
    "babbles": lambda _liar, _to, told: told,
}
# Lies that leave proof with whoever hears them. Those that cross are told to different peers, and
# unless they have an effect the two never meet.
PROVABLE: Final = frozenset({"spoils", "forks", "doubles", "splits", "slanders", "contradicts"})
# Lies that prove nothing, whoever hears them.
UNPROVABLE: Final = frozenset({"objects", "mute", "forges", "retreats", "babbles"})
