"""Several real ``agree`` instances around a fake wire: the world of transcripts and explorer.

A peer's disk is the list of what it was told to keep, its ledger the steps it was told are closed.
A liar is two honest peers with one key, its *twins*, who are kept apart: whatever records can be
signed so convict it, and no code of its own is needed for that.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256

from p2pjeux.agree.assembly import Assembly
from p2pjeux.agree.effects import (
    Caught,
    Certified,
    Doing,
    Durable,
    Overruled,
    PassOn,
    Settled,
    Spread,
)
from p2pjeux.agree.promises import Promises
from p2pjeux.errors import Refused
from p2pjeux.log.ballot import Back, Ballot, Closing, closing_of
from p2pjeux.log.certificate import Certificate
from p2pjeux.log.charter import Charter, SignedCharter, seal_charter, sign_charter
from p2pjeux.log.conviction import Conviction
from p2pjeux.log.entry import Entry
from p2pjeux.log.holders import Sitter
from p2pjeux.log.identity import Identity
from p2pjeux.log.signed import Place, Signed

LETTERS = "ABCDEFGHIJKL"
BACK = b"back "
WRONG = b"wrong"


def identity_of(seat: int) -> Identity:
    return Identity(sha256(b"peer%d" % seat).digest())


def make_charter(keys: list[int], threshold: int) -> SignedCharter:
    """A charter of seats, each held by the peer whose number is given."""
    charter = Charter(
        game_id="fake",
        options=(),
        fingerprint=bytes(32),
        seats=tuple(
            Sitter(f"Seat {LETTERS[at]}", identity_of(key).public) for at, key in enumerate(keys)
        ),
        threshold=threshold,
        table_name="Scene",
        patience=60,
        nonce=bytes(32),
    )
    return seal_charter(charter, [sign_charter(identity_of(key), charter.id) for key in keys])


@dataclass
class Done:
    """A closed step in somebody's log."""

    place: Place
    closing: Closing
    certificate: Certificate
    entries: tuple[Entry, ...]
    present: frozenset[int]


@dataclass(frozen=True)
class Parcel:
    """What travels: entries and records of one peer, or of its log."""

    sender: str
    to: str
    entries: tuple[Entry, ...] = ()
    records: tuple[Ballot | Back, ...] = ()
    steps: tuple[Done, ...] = ()
    proofs: tuple[Conviction, ...] = ()
    shows_log: bool = False

    def __hash__(self) -> int:
        return id(self)


@dataclass
class Peer:
    """One machine: what it runs, what is on its disk, and what of that is in its head only."""

    name: str
    seats: tuple[int, ...]
    assembly: Assembly
    disk: list[Signed] = field(default_factory=list)
    log: list[Done] = field(default_factory=list)
    backs: dict[int, Back] = field(default_factory=dict)
    proofs: list[Conviction] = field(default_factory=list)
    is_up: bool = True
    # Seats of peers whose logs were seen since the start.
    shown: set[int] = field(default_factory=set)


class Scene:
    """The peers and the wire. ``tell`` is called with each line of what happens."""

    def __init__(self, keys: list[int], threshold: int, tell: Callable[[str], None]) -> None:
        self.signed = make_charter(keys, threshold)
        self.tell = tell
        self.now = 0.0
        self.asks = frozenset(range(len(keys)))
        self.wire: list[Parcel] = []
        self.cut: set[frozenset[str]] = set()
        self.held: list[Parcel] = []
        self.holding: set[str] = set()
        # Who gives entries and confirms nothing.
        self.abstaining: set[str] = set()
        self.keys = keys
        self.peers: dict[str, Peer] = {}
        for key in dict.fromkeys(keys):
            self.sit_down(LETTERS[keys.index(key)], key)

    # Peers.

    def sit_down(self, name: str, key: int, *, forgetful: bool = False) -> Peer:
        seats = tuple(seat for seat, one in enumerate(self.keys) if one == key)
        promises = Promises(self.signed, identity_of(key), forgetful=forgetful)
        peer = self.peers[name] = Peer(name, seats, Assembly(self.signed, promises))
        self.begin(peer)
        return peer

    def twin(self, name: str) -> None:
        """The peer lies: from now on two run with its key, and know nothing of each other."""
        key = self.keys[self.peers[name].seats[0]]
        twin = self.sit_down(name + "'", key)
        original = self.peers[name]
        self.cut.add(frozenset({name, twin.name}))
        self.restart_from(twin, original.disk, original.log)

    def restart_from(self, peer: Peer, disk: Iterable[Signed], log: Iterable[Done]) -> None:
        """Run a peer anew from what it kept."""
        peer.disk, peer.log = list(disk), list(log)
        promises = Promises(
            self.signed,
            identity_of(self.keys[peer.seats[0]]),
            forgetful=peer.assembly.promises.is_forgetful,
        )
        peer.assembly = Assembly(self.signed, promises)
        for record in peer.disk:
            if record.seat in peer.seats:
                promises.recall(record)
        if peer.log:
            last = peer.log.pop()
            self.begin(peer)
            self.give_step(peer, last)
        else:
            self.begin(peer)
        for proof in peer.proofs:
            self.do(peer, peer.assembly.convict(proof, self.now))
        self.recall(peer)

    def recall(self, peer: Peer) -> None:
        for record in peer.disk:
            self.receive(peer, record)

    def present(self, peer: Peer) -> frozenset[int]:
        """Who is present in the open step, by this peer's log."""
        here = set(range(len(self.keys)))
        for done in peer.log:
            here -= set(done.closing.absent)
            for entry in done.entries:
                if entry.body.startswith(BACK):
                    here |= set(entry.body[len(BACK) :])
        return frozenset(here)

    def begin(self, peer: Peer) -> None:
        place = Place(self.signed.table, len(peer.log), self.head(peer))
        present = self.present(peer)
        asked = self.asks & present or present
        self.do(peer, peer.assembly.begin(place, present, asked, can_lose=True, now=self.now))

    def head(self, peer: Peer) -> bytes:
        if not peer.log:
            return self.signed.start
        return peer.log[-1].closing.digest(peer.log[-1].place)

    # What comes in.

    def receive(self, peer: Peer, record: Signed) -> None:
        assembly = peer.assembly
        match record:
            case Entry(body=body) if body == WRONG:
                self.do(peer, assembly.blame({record.seat}, self.now))
            case Entry():
                self.do(peer, assembly.hold(record, self.now))
            case Back():
                peer.backs[record.seat] = record
            case _:
                assert not isinstance(record, Entry | Back)
                self.do(peer, assembly.hear([record], self.now))  # type: ignore[list-item]

    def give_step(self, peer: Peer, done: Done, upon: Iterable[int] = ()) -> None:
        for entry in done.entries:
            self.receive(peer, entry)
        assembly = peer.assembly
        took = assembly.take(done.place, done.closing, done.certificate, self.now, upon)
        self.do(peer, took)

    def deliver(self, parcel: Parcel) -> None:
        peer = self.peers[parcel.to]
        if not peer.is_up or frozenset({parcel.sender, parcel.to}) in self.cut:
            return
        peer.shown.update(self.peers[parcel.sender].seats if parcel.shows_log else ())
        for at, done in enumerate(parcel.steps):
            later = [entry.seat for above in parcel.steps[at + 1 :] for entry in above.entries]
            later += [
                seat for above in parcel.steps[at + 1 :] for seat, _ in above.certificate.votes
            ]
            self.give_step(peer, done, later)
        for proof in parcel.proofs:
            self.do(peer, peer.assembly.convict(proof, self.now))
        for one in (*parcel.entries, *parcel.records):
            self.receive(peer, one)

    def deliver_all(self) -> None:
        while self.wire:
            self.deliver(self.wire.pop(0))

    # What is done.

    def do(self, peer: Peer, doings: list[Doing]) -> None:
        for one in doings:
            self.tell_doing(peer, one)
            match one:
                case Durable(records=records):
                    peer.disk += records
                case Spread(records=records):
                    self.send(peer, records=records)
                case PassOn(entries=entries):
                    self.send(peer, entries=entries)
                case Certified():
                    self.close(peer, one)
                case Overruled():
                    del peer.log[one.place.step :]
                    self.close(peer, one)
                case Caught(conviction=conviction):
                    peer.proofs.append(conviction)
                    self.send(peer, proofs=(conviction,))
                case Settled():
                    pass

    def close(self, peer: Peer, one: Certified | Overruled) -> None:
        votes = peer.assembly._step(one.place)
        assert votes is not None
        found = [votes.votes.entry(digest) for _, digest in one.closing.entries]
        entries = tuple(entry for entry in found if entry is not None)
        assert len(entries) == len(found)
        present = self.present(peer)
        peer.log.append(Done(one.place, one.closing, one.certificate, entries, present))
        self.begin(peer)

    def send(
        self,
        peer: Peer,
        entries: tuple[Entry, ...] = (),
        records: tuple[Ballot | Back, ...] = (),
        proofs: tuple[Conviction, ...] = (),
    ) -> None:
        records = () if peer.name in self.abstaining else records
        for other in list(self.peers):
            if other != peer.name and frozenset({peer.name, other}) not in self.cut:
                parcel = Parcel(peer.name, other, entries, records, (), proofs)
                (self.held if peer.name in self.holding else self.wire).append(parcel)

    def enter(self, name: str, seat: int, body: bytes) -> None:
        """A seat gives its entry for the open step."""
        peer = self.peers[name]
        place = peer.assembly.open.terms.place
        try:
            entry, kept = peer.assembly.promises.entry(place, seat, body)
        except Refused as refused:
            self.tell(f"{name}: refuses: {refused}")
            return
        self.tell(f"{name}: gives {self.entry_name(entry)} for step {place.step}")
        peer.disk += kept.records
        self.send(peer, entries=(entry,))
        self.receive(peer, entry)

    def come_back(self, name: str) -> None:
        """Seats that a step left out say that they are here again."""
        peer = self.peers[name]
        for seat in peer.seats:
            for done in peer.log:
                if seat in done.closing.absent:
                    back, kept = peer.assembly.promises.back(done.place, seat, peer.shown)
                    peer.disk += kept.records
                    self.tell(f"{name}: is back, left out in step {done.place.step}")
                    self.send(peer, records=(back,))

    def tick(self, seconds: float) -> None:
        self.now += seconds
        for peer in list(self.peers.values()):
            if peer.is_up:
                self.do(peer, peer.assembly.tick(self.now))

    def catch_up(self) -> None:
        """Whoever is linked tells what it has; whoever has more sends it, also what is older."""
        for one in self.peers.values():
            for other in self.peers.values():
                if one is not other and one.is_up and other.is_up:
                    self.help(one, other)
        self.deliver_all()

    def help(self, peer: Peer, other: Peer) -> None:
        """What ``peer`` has and ``other`` lacks."""
        if peer.name in self.holding | self.abstaining:
            return
        same = 0
        for mine, theirs in zip(peer.log, other.log, strict=False):
            if mine.closing != theirs.closing:
                break
            same += 1
        steps = tuple(peer.log[same:])
        assembly = peer.assembly
        if (
            not steps
            and assembly.digest == other.assembly.digest
            and not self.is_richer(peer, other)
        ):
            return
        records = [one for place in assembly.places for one in assembly.bundle(place).records]
        entries = [one for known in assembly.open.votes.entries.values() for one in known]
        if frozenset({peer.name, other.name}) not in self.cut:
            proofs = tuple(peer.proofs)
            here = Parcel(peer.name, other.name, tuple(entries), tuple(records), steps, proofs)
            self.wire.append(replace(here, shows_log=True))

    def is_richer(self, peer: Peer, other: Peer) -> bool:
        """Whether one holds entries that the other lacks: another version of one counts too."""
        mine, theirs = peer.assembly.open.votes.entries, other.assembly.open.votes.entries
        return any(entry not in theirs.get(seat, []) for seat in mine for entry in mine[seat])

    # In words.

    def entry_name(self, entry: Entry) -> str:
        label = "" if entry.body in (b"", b"x") else f"({entry.body.decode('latin-1')})"
        if entry.body.startswith(BACK):
            label = f"(back: {''.join(LETTERS[seat] for seat in entry.body[len(BACK) :])})"
        return f"{LETTERS[entry.seat]}{label}"

    def closing_name(self, closing: Closing) -> str:
        entries = {
            entry.digest: entry for peer in self.peers.values() for entry in self.all_entries(peer)
        }
        named = (
            self.entry_name(entries[digest]) if digest in entries else f"{LETTERS[seat]}(?)"
            for seat, digest in closing.entries
        )
        absent = "".join(f" –{LETTERS[seat]}" for seat in closing.absent)
        return "{" + " ".join(named) + absent + "}"

    def all_entries(self, peer: Peer) -> Iterator[Entry]:
        for step in peer.assembly._steps:
            for known in step.votes.entries.values():
                yield from known
        for done in peer.log:
            yield from done.entries
        yield from (one for one in peer.disk if isinstance(one, Entry))

    def name_of(self, digest: bytes) -> str:
        """A closing by its digest, if anybody knows what it holds."""
        for peer in self.peers.values():
            for step in peer.assembly._steps:
                closing = step.votes.closing(digest)
                if closing is not None:
                    return self.closing_name(closing)
            for done in peer.log:
                if done.closing.digest(done.place) == digest:
                    return self.closing_name(done.closing)
            entries = [one for one in peer.disk if isinstance(one, Entry)]
            for place in {one.place for one in entries}:
                closing = closing_of((e.seat, e.digest) for e in entries if e.place == place)
                if closing.digest(place) == digest:
                    return self.closing_name(closing)
        return "?"

    def tell_doing(self, peer: Peer, one: Doing) -> None:
        match one:
            case Spread(records=records):
                words = self.record_words(records[-1])
                if len(records) > 1 and records[-1].FORM.purpose != "propose":
                    words = "says again what it signed"
                self.tell(f"{peer.name}: {words}")
            case PassOn(entries=entries):
                named = " ".join(self.entry_name(entry) for entry in entries)
                self.tell(f"{peer.name}: passes on {named}")
            case Certified() | Overruled():
                closing = self.closing_name(one.closing)
                what = "is closed:" if isinstance(one, Certified) else "is taken up again:"
                self.tell(
                    f"{peer.name}: step {one.place.step} {what} {closing},"
                    f" round {one.certificate.round}"
                )
            case Settled(place=place):
                self.tell(f"{peer.name}: step {place.step} is settled")
            case Caught(conviction=conviction):
                self.tell(f"{peer.name}: {conviction.reason}")
            case Durable():
                pass

    def record_words(self, record: Signed) -> str:
        match record.FORM.purpose:
            case "accept":
                return f"accepts {self.name_of(record.closing)} in round {record.round}"  # type: ignore[attr-defined]
            case "move":
                without = "".join(LETTERS[seat] for seat in record.without)  # type: ignore[attr-defined]
                told = record.highest  # type: ignore[attr-defined]
                text = f"moves to round {record.round}"  # type: ignore[attr-defined]
                text += f" without {without}" if without else ""
                return text + (f", having accepted in round {told[0]}" if told else "")
            case "propose":
                return f"proposes {self.closing_name(record.closing)} in round {record.round}"  # type: ignore[attr-defined]
            case _:
                return "is back"
