"""Write the known answers of protocol/6-table.md: ``python -m tests.sitting.make_vectors``.

The table is that of the vectors of the log: it follows no game, so new rules change nothing.
"""

import json
from typing import Any

from p2pjeux.encoding import Value
from p2pjeux.lobby.guest import Guest
from p2pjeux.lobby.lobby import Post, encode_begin, encode_room
from p2pjeux.lobby.room import Member, Room
from p2pjeux.log.ballot import Accept, Back, Move, closing_of
from p2pjeux.log.certificate import Bundle, bundle_of
from p2pjeux.log.consent import Consent, Kind
from p2pjeux.log.entry import Entry, sign_entry
from p2pjeux.log.identity import Domain
from p2pjeux.log.line import sign_line
from p2pjeux.log.step import Step
from p2pjeux.table import entry_body
from p2pjeux.table.messages import Chatted, Have, Message, Parts, Steps, encode_message
from tests.log.make_vectors import (
    FOLDER,
    PEERS,
    closed,
    convict,
    entry,
    identity,
    pairs,
    signed_charter,
    up_to,
    whole_chain,
)

NAME = "table-messages.json"
# The step of the log's vectors that is open: seat 2 is absent, and says that it is back.
OPEN = 4
PRESENT = (0, 1, 3)
CHAIN = up_to(OPEN)


def consents() -> tuple[Consent, ...]:
    agreed = [(seat, Kind.TAKE_BACK, 3) for seat in PRESENT]
    agreed += [(1, Kind.PAUSE, 1), (3, Kind.GO_ON, 1)]
    return tuple(
        Consent.sign(identity(seat), CHAIN.place, seat, kind, number)
        for seat, kind, number in agreed
    )


def given() -> Entry:
    return entry(CHAIN, 1, b"body")


def back() -> Back:
    return Back.sign(identity(2), CHAIN.steps[2].place, 2)


def ballots() -> Bundle:
    """Peer 0 has accepted what seat 1 gave, peer 1 has moved on."""
    digest = closing_of([(1, given().digest)]).digest(CHAIN.place)
    accept = Accept.sign(identity(0), CHAIN.place, 0, 0, digest, None)
    move = Move.sign(identity(1), CHAIN.place, 1, 1, None, (0, 3))
    return bundle_of(CHAIN.place, [accept, move])


def take_back_step() -> Step:
    wrapped = entry_body.wrap_take_back(consents()[: len(PRESENT)])
    return closed(CHAIN, sign_entry(identity(1), CHAIN.place, 1, wrapped))


def said() -> bytes:
    """A digest of all that was heard, in the words of protocol/6-table.md."""
    ranks: list[Value] = [list(rank) for rank in sorted(one.rank for one in consents())]
    below = CHAIN.steps[-1].certificate
    assert below is not None
    records = [*below.accepts(CHAIN.digest), *below.grounds.records]
    return Domain("said").digest(
        [sorted(one.digest for one in some) for some in (records, ballots().records)],
        [given().digest],
        [back().digest],
        Domain("agreed").digest(ranks),
        [],
    )


def lobby_messages() -> dict[str, bytes]:
    """What opener and guest say, in the order in which it is said."""
    opener, guest = PEERS[0].public, Guest(PEERS[1], PEERS[0].public, ("Björn",), ("10.0.0.2",))
    room = Room(
        "ostrakon",
        "Chez Anne",
        4,
        (
            Member(opener, ("Anne", "Anne’s bot"), bots=1, ready=True),
            Member(guest.identity.public, ("Björn",)),
        ),
    )
    spoken = {
        "ask": guest.ask(),
        "ready": guest.set_ready(ready=True),
        "say": guest.say("On attend qui ?"),
        "leave": guest.leave(),
    }
    sent = {word: effects[0] for word, effects in spoken.items()}
    return {
        **{word: post.message for word, post in sent.items() if isinstance(post, Post)},
        "room": encode_room(room),
        "begin": encode_begin(signed_charter()),
    }


def vectors() -> dict[str, Any]:
    line = sign_line(identity(1), CHAIN.signed.table, 1, 7, "À toi, Chloé !")
    step = take_back_step()
    messages: dict[str, Message] = {
        "have": Have(OPEN, CHAIN.digest, (1,), said()),
        "parts": Parts((given(),), (ballots(),), (back(),), consents(), (convict(*pairs()[1]),)),
        "steps": Steps(tuple(one.data for one in whole_chain().steps)),
        "chat": Chatted(line),
    }
    return {
        "open_step": OPEN,
        "previous": CHAIN.digest.hex(),
        "consents": [
            {
                "seat": one.seat,
                "kind": one.kind.value,
                "number": one.number,
                "bytes": one.encode().hex(),
            }
            for one in consents()
        ],
        "line": {"seat": 1, "counter": 7, "text": line.text, "bytes": line.encode().hex()},
        "messages": {word: encode_message(one).hex() for word, one in messages.items()},
        "lobby": {word: message.hex() for word, message in lobby_messages().items()},
        "taking_back": {"step": step.data.hex(), "digest": step.digest.hex()},
    }


def text() -> str:
    return json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    (FOLDER / NAME).write_text(text(), encoding="utf-8")
