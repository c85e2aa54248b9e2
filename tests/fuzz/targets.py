"""Everything that reads bytes from outside, each with honest samples to start from."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from p2pjeux import encoding, shapes
from p2pjeux.agree.grounds import StepTerms, check_certificate
from p2pjeux.agree.voters import voters_of
from p2pjeux.errors import LinkLost, PeerFault, Refused
from p2pjeux.fair import beacon, bodies, deck, group, sealed, shuffle
from p2pjeux.fair.transcript import Context
from p2pjeux.judge.verify import verify
from p2pjeux.lobby import lobby
from p2pjeux.lobby.guest import Guest
from p2pjeux.lobby.room import Member, Room
from p2pjeux.log import ballot, certificate, charter, consent, conviction, entry, file, frames, step
from p2pjeux.log import line as chat
from p2pjeux.log import records as by_name
from p2pjeux.log.identity import Identity
from p2pjeux.log.signed import Signed
from p2pjeux.net import addresses, announcement, hello, invite
from p2pjeux.net import frames as link_frames
from p2pjeux.net.addresses import Address, AddressBook
from p2pjeux.net.announcement import Announcement, OpenTable
from p2pjeux.net.fingerprint import fingerprint
from p2pjeux.net.invite import Invite
from p2pjeux.net.noise import Role
from p2pjeux.printable import shown
from p2pjeux.rules.requests import Action, Slot
from p2pjeux.store import journal, recovery
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
    "charter copy",
    "entry",
    "accept",
    "move",
    "propose",
    "back",
    "consent",
    "record by name",
    "step",
    "bundle",
    "certificate",
    "certificate that holds",
    "conviction",
    "conviction that holds",
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
    table, previous = signed.table, steps[0].place.previous
    logs = tuple(file.write_log(game.signed, game.steps[:6]) for game in games)
    absent = next(one for one in games[1].steps if one.absent)
    lie = replace(steps[3].entries[0], body=b"lie")
    files = (
        *logs,
        file.write_log(signed, games[1].steps[: absent.number + 1]),
        file.write_case(signed, games[0].steps[:3], lie),
        file.write_evidence(signed, _convictions()[0]),
    )
    return {
        "charter": Target(
            charter.decode_charter, (signed.charter.encode(),), write=_encoded, share=8
        ),
        "signed charter": Target(charter.decode_signed_charter, (signed.encode(),), write=_encoded),
        "charter copy": Target(_copied, (signed.encode(),), share=1, is_proved=True),
        **_of_records(steps),
        "step": Target(
            partial(step.decode_step, table=table, previous=previous),
            (*(one.data for one in steps[:40]), absent.data),
            write=lambda found: bytes(found.data),
            share=8,
        ),
        **_of_proof(absent),
        "log file": Target(file.read_log, logs, share=1),
        "evidence": Target(file.read_evidence, files[-1:]),
        "file frames": Target(_all_frames, logs),
        "journal": Target(
            partial(journal.read_journal, table=table), (_journal(table, steps, absent),)
        ),
        "verify": Target(verify, files, share=1),
    }


def _of_records(steps: list[step.Step]) -> Mapping[str, Target]:
    """Each kind of record by itself, and all of them by their names."""
    found: dict[type[Signed], list[by_name.Record]] = {}
    for one in _records(steps):
        found.setdefault(type(one), []).append(one)
    named = tuple(encoding.encode(by_name.write_record(some[0])) for some in found.values())
    own = {
        kind.FORM.purpose: Target(
            kind.decode, tuple(map(_encoded, some[:40])), write=_encoded, share=12
        )
        for kind, some in found.items()
    }
    return {**own, "record by name": Target(_by_name, named, write=_named, share=8)}


def _records(steps: list[step.Step]) -> Iterator[by_name.Record]:
    """Records of every kind as games have them, in the order of their names above."""
    closings = [one.certificate for one in steps if one.certificate is not None]
    yield from (one for closed in steps for one in closed.entries)
    for closed, found in zip(steps, closings, strict=True):
        yield from found.accepts(closed.digest)
    place = steps[0].place
    for kind in (ballot.Move, ballot.Proposal):
        yield from (one for found in closings for one in found.grounds.records if type(one) is kind)
    yield ballot.Back.sign(identity_of(1), place, 1)
    yield from _consents(place)


def _consents(place: entry.Place) -> tuple[consent.Consent, ...]:
    return tuple(consent.Consent.sign(identity_of(1), place, 1, kind, 1) for kind in consent.Kind)


def _by_name(data: bytes) -> by_name.Record:
    kind, record = shapes.fields(encoding.decode(data), 2)
    return by_name.read_record(kind, record)


def _named(record: by_name.Record) -> bytes:
    return encoding.encode(by_name.write_record(record))


def _copied(data: bytes) -> charter.SignedCharter:
    """The copy of a charter beside a log that is gone."""
    with TemporaryDirectory() as folder:
        (Path(folder) / recovery.CHARTER_NAME).write_bytes(data)
        found = recovery.read_beginning(Path(folder), 1 << 20)
    if found is None:
        raise Refused("no charter")
    return found


def _of_proof(absent: step.Step) -> Mapping[str, Target]:
    """What shows that a step is closed, and what convicts."""
    signed, place = game_with_absence(STONEHENGE).signed, absent.place
    shown = absent.certificate
    assert shown is not None
    seats = frozenset(range(signed.seats))
    terms = StepTerms(place, voters_of(signed, seats), absent.closing.asked)
    convicting = _convictions()
    return {
        "bundle": Target(
            certificate.decode_bundle, (shown.grounds.data,), write=lambda found: bytes(found.data)
        ),
        "certificate": Target(
            partial(certificate.decode_certificate, place),
            (shown.data,),
            write=lambda found: bytes(found.data),
            share=8,
        ),
        # Of three who are there two have accepted it, and none of the records can be spared.
        "certificate that holds": Target(
            lambda data: check_certificate(
                signed, terms, absent.closing, certificate.decode_certificate(place, data)
            ),
            (shown.data,),
            share=1,
            is_proved=True,
        ),
        "conviction": Target(
            conviction.decode_conviction, tuple(map(_encoded, convicting)), write=_encoded
        ),
        "conviction that holds": Target(
            lambda data: conviction.check_conviction(signed, conviction.decode_conviction(data)),
            tuple(map(_encoded, convicting)),
            share=1,
            is_proved=True,
        ),
    }


def _convictions() -> tuple[conviction.Conviction, ...]:
    """By two entries, and by an accept and a move that hides it."""
    place, key = Writer(STONEHENGE).ledger.place, identity_of(1)
    one, other = (entry.sign_entry(key, place, 1, body) for body in (b"one", b"two"))
    accept = ballot.Accept.sign(key, place, 1, 0, bytes(32), None)
    silent = ballot.Move.sign(key, place, 1, 1, None, (2,))
    return tuple(conviction.convictions([one, other, accept, silent]))


def _journal(table: bytes, steps: list[step.Step], absent: step.Step) -> bytes:
    records = list(_records([*steps[:3], absent]))
    lines: list[journal.Line] = [
        journal.Underlying(steps[2].place.previous, steps[2].data),
        journal.RolledBack(2, steps[2].digest),
        journal.Forgotten(),
    ]
    return journal.begin_journal(table, records) + b"".join(map(journal.write_line, lines))


def _all_frames(data: bytes) -> object:
    return list(frames.FrameReader(data, len(file.LOG_MAGIC)))


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
    closed = next(one for one in game.steps if one.absent)
    shown = closed.certificate
    assert shown is not None
    accepts = shown.accepts(closed.digest)
    back = ballot.Back.sign(identity_of(1), closed.place, 1)
    samples: tuple[messages.Message, ...] = (
        messages.Have(3, bytes(32), (0, 2), bytes(32)),
        messages.Parts(
            closed.entries,
            (certificate.bundle_of(closed.place, [*accepts, *shown.grounds.records]),),
            (back,),
            _consents(closed.place),
            _convictions(),
        ),
        messages.Steps(tuple(one.data for one in game.steps[:3])),
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
    line = chat.sign_line(identity_of(1), place.table, 1, 7, "Où sont les cartes ?")
    return {
        "taking back": Target(
            entry_body.unwrap_take_back, (entry_body.wrap_take_back(_consents(place)),)
        ),
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
