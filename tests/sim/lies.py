"""What a lying peer makes of the messages that its honest program sends.

Each lie is told in the liar's own name and properly signed where it can be: what is not signed is
dropped at the door and proves nothing. Those who lie in company are in ``coalitions``.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha512
from typing import Final

from nacl.bindings import crypto_scalarmult_ed25519_base_noclamp as times_base

from p2pjeux.log.ballot import Accept, Ballot, Move
from p2pjeux.log.certificate import Bundle, bundle_of
from p2pjeux.log.entry import Entry, Place, sign_entry
from p2pjeux.log.identity import Identity
from p2pjeux.rules.source import SeededSource
from p2pjeux.table import entry_body
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.messages import Parts, decode_message, encode_message
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
    # Whoever holds the others up, and comes back each time, could do so as long as a game lasts.
    end: float = math.inf
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
        if sender != self.number or not self.start <= self.lan.now < self.end or sitting is None:
            return message
        ledger = sitting.ledger
        if not ledger.can_replace or ledger.complete or self._seats & ledger.left_at.keys():
            return message
        if self.kind == "babbles":
            noise = self.rng.randbytes(self.rng.randrange(200))
            return noise if self.rng.random() < 0.5 else message
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
        """The same entry with two signatures, both of which hold."""
        return self._with_entries(told, self._signed_again) if to == self._victim else told

    def splits(self, to: int, told: Parts) -> Parts:
        """Two decisions that are both legal, one for each half of the table."""
        return self._with_entries(told, self._decided_otherwise) if to % 2 else told

    def slanders(self, _to: int, told: Parts) -> Parts:
        """Would go on without everybody else, one by one, in every step, from the first round."""
        place = self._place
        lies: list[Ballot] = []
        for seat in self._there:
            gone = tuple(sorted(self.lan.signed.seats_with(seat)))
            lies.append(Move.sign(self._identity, place, min(self._seats), 1, None, gone))
        self.told += len(lies) > 1
        return self._with_ballots(told, lies)

    def hides(self, _to: int, told: Parts) -> Parts:
        """Moves away from what it has accepted, and says that there was nothing."""
        lies = [
            Move.sign(self._identity, one.place, one.seat, one.round + 1, None, ())
            for bundle in told.bundles
            for one in bundle.records
            if isinstance(one, Accept) and one.seat in self._seats
        ]
        self.told += bool(lies)
        return self._with_ballots(told, lies)

    def runs(self, _to: int, told: Parts) -> Parts:
        """Moves on and on, to rounds where nobody is."""
        place, number = self._place, self.rng.randrange(40, 90)
        move = Move.sign(self._identity, place, min(self._seats), number, None, ())
        return self._with_ballots(told, [move])

    def mute(self, _to: int, told: Parts) -> Parts:
        """Is there, hears and votes, but gives no entry."""
        return Parts((), told.bundles, told.backs)

    def selects(self, to: int, told: Parts) -> Parts:
        """Speaks to one half of the table only."""
        return told if to % 2 else Parts(backs=told.backs)

    def withholds(self, _to: int, told: Parts) -> Parts:
        """Takes part in everything and gives no light: it has seen the bids, and shows none."""
        sitting = self.lan.peers[self.number].sitting
        assert sitting is not None
        is_light = sitting.ledger.gives_light
        return Parts((), told.bundles, told.backs) if is_light else told

    def abstains(self, _to: int, told: Parts) -> Parts:
        """Gives its entries and confirms nothing."""
        return Parts(told.entries, (), told.backs)

    def forges(self, to: int, told: Parts) -> Parts:
        """Entries of others, signed by the liar."""
        place = self._place
        forged = tuple(sign_entry(self._identity, place, seat, b"") for seat in self._others[:1])
        return Parts((*told.entries, *forged)[:12], told.bundles)

    @property
    def _there(self) -> list[int]:
        """The others who are present: what is said of the absent means nothing."""
        sitting = self.lan.peers[self.number].sitting
        assert sitting is not None
        return [seat for seat in self._others if seat not in sitting.ledger.left_at]

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
        return Parts(entries, told.bundles, told.backs)

    def _with_ballots(self, told: Parts, lies: Sequence[Ballot]) -> Parts:
        bundles: list[Bundle] = list(told.bundles)
        for lie in lies:
            same = [one for one in bundles if one.place == lie.place]
            rest = [one for one in bundles if one.place != lie.place]
            records = [record for one in same for record in one.records]
            bundles = [*rest, bundle_of(lie.place, [*records, lie])]
        return Parts(told.entries, tuple(bundles), told.backs)

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
        for step in peer.sitting.ledger.chain.steps[: entry.step]:
            ledger.adopt(step, is_certified=False)
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
    "slanders": Liar.slanders,
    "hides": Liar.hides,
    "runs": Liar.runs,
    "mute": Liar.mute,
    "selects": Liar.selects,
    "withholds": Liar.withholds,
    "abstains": Liar.abstains,
    "forges": Liar.forges,
    "babbles": lambda _liar, _to, told: told,
}
# Lies that leave proof with whoever hears them.
PROVABLE: Final = frozenset({"spoils", "forks", "doubles", "splits", "slanders", "hides"})
# A run may hide what was accepted, or not. Lies that prove nothing, whoever hears them.
UNPROVABLE: Final = frozenset({"mute", "selects", "withholds", "abstains", "forges", "babbles"})
