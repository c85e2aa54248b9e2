"""Everything that reads bytes from outside, each with honest samples to start from."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from random import Random
from typing import Any

from p2pjeux import encoding
from p2pjeux.errors import LinkLost, PeerFault, Refused
from p2pjeux.fair import beacon, bodies, deck, group, sealed, shuffle
from p2pjeux.fair.transcript import Context
from p2pjeux.judge.verify import verify
from p2pjeux.lobby import lobby
from p2pjeux.lobby.guest import Guest
from p2pjeux.lobby.room import Member, Room
from p2pjeux.log import charter, consent, entry, file, forks, frames, rift, statement, step
from p2pjeux.log import line as chat
from p2pjeux.log.identity import Identity
from p2pjeux.net import addresses, announcement, hello, invite
from p2pjeux.net import frames as link_frames
from p2pjeux.net.addresses import Address, AddressBook
from p2pjeux.net.announcement import Announcement, OpenTable
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.net.invite import Invite
from p2pjeux.net.noise import Role
from p2pjeux.printable import shown
from p2pjeux.rules.requests import Action, Slot
from p2pjeux.store import journal
from p2pjeux.table import entry_body, messages
from tests.fair.strangers import Strangers, toy_table
from tests.fuzz.mutate import mutations
from tests.log.writing import STONEHENGE, Writer, game_with_absence, identity_of, whole_game
from tests.net.people import papers

# The only ends that bytes from outside may come to, beside being read.
ANSWERS = (PeerFault, Refused, LinkLost)
KEY = b"\1" * 32


class Finding(AssertionError):
    """Bytes were read that no honest program writes: another form of a value, or a forgery."""


@dataclass(frozen=True, slots=True)
class Target:
    """``read`` takes bytes or answers with a fault; ``share`` is how many of all inputs it gets."""

    read: Callable[[bytes], object]
    samples: tuple[bytes, ...]
    share: int = 4
    # Writes again what was read, where every value has one form.
    write: Callable[[Any], bytes] | None = None
    # Whether nothing but the samples themselves may ever be read.
    is_proved: bool = False

    def try_one(self, data: bytes) -> bool:
        """Feed it; return whether it was read. Anything but an honest answer is raised."""
        try:
            found = self.read(data)
        except ANSWERS as answer:
            # It is printed, and may quote what was read.
            if str(answer) != shown(str(answer)):
                raise Finding("an answer that cannot be shown") from answer
            return False
        if self.write is not None and self.write(found) != data:
            raise Finding("read, but it is written otherwise")
        if self.is_proved and data not in self.samples:
            raise Finding("a proof was forged")
        return True


def inputs(target: Target, seed: int, count: int) -> Iterator[bytes]:
    """``count`` mutations of the target's samples, some of them mutated again and again."""
    source = Random(seed)
    return islice(_endless(target, source), count)


def _endless(target: Target, source: Random) -> Iterator[bytes]:
    while True:
        data = source.choice(target.samples)
        for _ in range(source.choice((1, 1, 1, 2, 4))):
            for other in mutations(source, data, 8):
                yield other
                data = other


def _encoded(record: Any) -> bytes:
    written: bytes = record.encode()
    return written


# Named here too: their samples are whole games, which are not played to count the tests.
NAMES = (
    "encoding",
    "charter",
    "signed charter",
    "entry",
    "statement",
    "step",
    "fork",
    "parting",
    "rift",
    "rift that holds",
    "log file",
    "evidence",
    "file frames",
    "journal",
    "verify",
    "key",
    "shuffle proof",
    "shares",
    "beacon share",
    "sealed choice",
    "action",
    "play",
    "laid cards",
    "list of bodies",
    "shuffle",
    "point",
    "scalars",
    "message",
    "entry_body",
    "consent",
    "taking back",
    "chat",
    "lobby of a guest",
    "lobby of an opener",
    "hello",
    "told addresses",
    "link frames",
    "link pieces",
    "announcement",
    "invitation",
)


@cache
def targets() -> Mapping[str, Target]:
    found = {**_of_encoding(), **_of_logs(), **_of_fairness(), **_of_tables(), **_of_links()}
    assert tuple(found) == NAMES
    return found


def _of_encoding() -> Mapping[str, Target]:
    values: tuple[encoding.Value, ...] = (
        None,
        [1, -1, 2**63, "é", b"\0" * 40, {"a": [True], "b": {"c": None}}],
        {"verb": "bid", "cards": [[0, 1], [0, 2]], "text": "x" * 300},
        [[[[[["deep"]]]]]],
    )
    samples = tuple(encoding.encode(value) for value in values)
    return {"encoding": Target(encoding.decode, samples, 20, encoding.encode)}


def _of_logs() -> Mapping[str, Target]:
    games = [whole_game(STONEHENGE), game_with_absence(STONEHENGE)]
    signed = games[0].signed
    steps = [one for game in games for one in game.steps]
    entries = [one for closed in steps for one in closed.entries]
    said = [one for closed in steps for one in closed.statements]
    table, previous = signed.table, entries[0].place.previous
    fork = _fork()
    logs = tuple(file.write_log(game.signed, game.steps[:6]) for game in games)
    parted = _rift()
    parts: list[rift.Kept] = [*entries[:3], *said[:3], *_retreats(), parted]
    records = [journal.Signed(one, own=True) for one in parts]
    return {
        "charter": Target(
            charter.decode_charter, (signed.charter.encode(),), write=_encoded, share=8
        ),
        "signed charter": Target(charter.decode_signed_charter, (signed.encode(),), write=_encoded),
        "entry": Target(
            entry.decode_entry, tuple(map(_encoded, entries[:40])), write=_encoded, share=12
        ),
        "statement": Target(
            statement.decode_statement, tuple(map(_encoded, said)), write=_encoded, share=12
        ),
        "step": Target(
            partial(step.decode_step, table=table, previous=previous),
            tuple(map(_encoded, steps[:40])),
            write=_encoded,
            share=8,
        ),
        "fork": Target(forks.decode_fork, (fork.encode(),), write=_encoded),
        "parting": Target(
            rift.decode_parting,
            tuple(map(_encoded, (*parted.partings, *_retreats()))),
            write=_encoded,
            share=8,
        ),
        "rift": Target(rift.decode_rift, (parted.encode(),), write=_encoded),
        "rift that holds": Target(
            partial(_held_rift, signed), _proved_rifts(parted), share=1, is_proved=True
        ),
        "log file": Target(file.read_log, logs, share=1),
        "evidence": Target(file.read_evidence, (file.write_evidence(signed, fork),)),
        "file frames": Target(_all_frames, logs),
        "journal": Target(
            partial(journal.read_journal, table=table), (journal.begin_journal(table, records),)
        ),
        "verify": Target(verify, logs, share=1),
    }


def _all_frames(data: bytes) -> object:
    return list(frames.FrameReader(data, len(file.LOG_MAGIC)))


def _fork() -> forks.Fork:
    writer = Writer(STONEHENGE)
    place = writer.ledger.place
    both = (entry.sign_entry(identity_of(1), place, 1, body) for body in (b"one", b"two"))
    fork = forks.find_fork(*both)
    assert fork is not None
    return fork


def _rift() -> rift.Rift:
    """Seat 1 forks; the two others have closed the step in two ways."""
    fork = _fork()
    place = fork.pair[0].place
    closed = ((0, b"one"), (2, b"two"))
    return rift.Rift(
        fork,
        tuple(
            rift.sign_parting(identity_of(seat), place, seat, body.ljust(32), 1)
            for seat, body in closed
        ),
    )


def _proved_rifts(proof: rift.Rift) -> tuple[bytes, ...]:
    """All that can be made of it: a rift with one of its partings holds by itself."""
    questions = (rift.Rift(proof.fork, (one,)) for one in proof.partings)
    return (proof.encode(), *map(_encoded, questions))


def _retreats() -> tuple[rift.Parting, ...]:
    place = _fork().pair[0].place
    return tuple(
        rift.sign_parting(identity_of(seat), place, seat, place.previous, age)
        for seat, age in ((0, 1), (1, 2))
    )


def _held_rift(signed: charter.SignedCharter, data: bytes) -> rift.Rift:
    read = rift.decode_rift(data)
    rift.check_rift(signed, read)
    return read


def _of_fairness() -> Mapping[str, Target]:
    found: dict[str, bytes] = {}
    strangers = Strangers(toy_table(3, 1), 1)
    while not strangers.over:
        asked = strangers.witness.asked
        if asked:
            found.setdefault(strangers.task, strangers.body(asked[0]))
        strangers.step()
    some = tuple(found.values())
    actions = (
        Action("bid", (), (Slot(0, 3), Slot(1, 2))),
        Action("ask", ("Où ?", -1, (1, ("a",)))),
    )
    faces = deck.open_deck(0, group.BASE, (1, 2, 3, 4))
    _, shuffled = deck.shuffle_deck(Context(KEY, 5, 2), faces, KEY)
    return {
        **_of_proofs(),
        "action": Target(
            bodies.decode_action,
            tuple(map(bodies.encode_action, actions)),
            write=bodies.encode_action,
        ),
        "play": Target(bodies.decode_play, some),
        "laid cards": Target(bodies.decode_laid, some),
        "list of bodies": Target(
            partial(bodies.decode_list, count=3), (bodies.encode_list([b"one", b"", b"three"]),)
        ),
        "shuffle": Target(partial(shuffle.decode_message, count=4), (shuffled,)),
        "point": Target(group.decode_point, (bytes(group.BASE),), share=2, write=bytes),
        "scalars": Target(group.decode_scalars, (b"\1" + bytes(31), bytes(64))),
    }


def _of_proofs() -> Mapping[str, Target]:
    """Checks that only the honest message passes; they multiply points, so they get few inputs."""
    context, secret = Context(KEY, 5, 2), bytes(range(32))
    key = group.multiply_base(deck.secret_key(secret))
    faces = deck.open_deck(0, key, (1, 2, 3, 4))
    shuffled, proof = deck.shuffle_deck(context, faces, secret)
    beacon_key = group.multiply_base(beacon.secret_key(secret))
    shares = deck.give_shares(context, shuffled, (0, 2), secret)
    return {
        name: Target(check, (message,), share=1, is_proved=True)
        for name, check, message in (
            ("key", partial(deck.check_key, context), deck.announce_key(context, secret)),
            ("shuffle proof", partial(deck.check_shuffle, context, faces), proof),
            ("shares", partial(deck.check_shares, context, shuffled, (0, 2), key), shares),
            (
                "beacon share",
                partial(beacon.check_share, context, beacon_key, throw=4),
                beacon.give_share(context, secret, 4),
            ),
            (
                "sealed choice",
                partial(sealed.check_sealed, context),
                sealed.seal(context, secret, b"value"),
            ),
        )
    }


def _of_tables() -> Mapping[str, Target]:
    game = game_with_absence(STONEHENGE)
    closed = next(one for one in game.steps if one.statements)
    samples: tuple[messages.Message, ...] = (
        messages.Have(3, bytes(32), (0, 2), bytes(32)),
        messages.Parts(closed.entries, closed.statements),
        messages.Steps(tuple(one.encode() for one in game.steps[:3])),
        _rift(),
        messages.Retreats(_retreats()),
    )
    opener, guest = identity_of(0), Identity(KEY)
    room = Room("stonehenge", "Chez Anne", 3, (Member(opener.public, ("Anne",)),))
    asking = Guest(guest, opener.public, ("Zoé",))
    (ask,), (ready,) = asking.ask(), asking.set_ready(ready=True)
    assert isinstance(ask, lobby.Post)
    assert isinstance(ready, lobby.Post)
    told = (lobby.encode_room(room), ask.message, ready.message)
    parcels = tuple(one.body for some in game.steps for one in some.entries)
    return {
        "message": Target(
            messages.decode_message,
            tuple(map(messages.encode_message, samples)),
            write=messages.encode_message,
            share=12,
        ),
        "entry_body": Target(entry_body.unwrap, parcels[:40]),
        **_of_talk(game.steps[5].entries[0].place),
        "lobby of a guest": Target(partial(asking.receive, opener.public), told),
        "lobby of an opener": Target(
            lambda data: lobby.Opener(opener, room, game.signed.charter).receive(KEY, data), told
        ),
    }


def _of_talk(place: entry.Place) -> Mapping[str, Target]:
    consents = tuple(
        consent.sign_consent(identity_of(1), place, 1, kind, 1) for kind in consent.Kind
    )
    line = chat.sign_line(identity_of(1), place.table, 1, 7, "Où sont les cartes ?")
    return {
        "consent": Target(consent.decode_consent, tuple(map(_encoded, consents)), write=_encoded),
        "taking back": Target(entry_body.unwrap_take_back, (entry_body.wrap_take_back(consents),)),
        "chat": Target(chat.decode_line, (line.encode(),), write=_encoded),
    }


def _of_links() -> Mapping[str, Target]:
    zoe = papers(1, "Zoé")
    link_key, hashed = bytes(32), bytes(32)
    greeting = hello.write_hello(zoe, Role.INITIATOR, link_key, hashed)
    book = AddressBook()
    book.learn(zoe.hello.key, Address("192.168.1.7", 4242))
    told = addresses.write_told(book, [zoe.hello.key], loopback=True)
    pieces = tuple(link_frames.cut(b"message" * 30000))
    key = fingerprint(zoe.hello.key)
    tables = (
        Announcement("Chez Anne", key, OpenTable("course", 4, 2, "0123456789abcdef")),
        Announcement("Chez Anne", key),
    )
    texts = tuple(encoding.encode(announcement.write_announcement(table)) for table in tables)
    invites = tuple(
        str(Invite(Address(host, 4242), key, code=code)).encode()
        for host in ("192.168.1.7", "fe80::1%wlan0", "laptop.local")
        for code in (True, False)
    )
    return {
        "hello": Target(
            lambda data: hello.read_hello(data, Role.INITIATOR, link_key, hashed), (greeting,)
        ),
        "told addresses": Target(partial(addresses.read_told, loopback=True), (told,)),
        "link frames": Target(_link_frames, (link_frames.write_frame(b"x" * 100) * 3,)),
        "link pieces": Target(
            _join, (pieces[0], pieces[-1], link_frames.write_bye(link_frames.Reason.LEAVING))
        ),
        "announcement": Target(_announced, texts),
        "invitation": Target(_invited, invites),
    }


def _link_frames(data: bytes) -> object:
    reader = link_frames.FrameReader(512)
    reader.receive_data(data)
    return list(iter(reader.next_frame, None))


def _join(data: bytes) -> object:
    return link_frames.Joiner(1 << 16).add(data)


def _announced(data: bytes) -> object:
    """The texts of an announcement, carried in a map."""
    texts = encoding.decode(data)
    if not isinstance(texts, dict):
        return None
    return announcement.read_announcement(
        {
            name.encode(): text.encode() if isinstance(text, str) else None
            for name, text in texts.items()
        }
    )


def _invited(data: bytes) -> object:
    return invite.parse_invite(data.decode("utf-8", "replace"))
