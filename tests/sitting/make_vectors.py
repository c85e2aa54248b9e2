"""Write the known answers of protocol/6-table.md: ``python -m tests.sitting.make_vectors``.

The table is that of the vectors of the log: bodies are any bytes, so new rules change nothing.
"""

import json
from typing import Any

from p2pjeux.lobby.guest import Guest
from p2pjeux.lobby.lobby import Post, encode_begin, encode_room
from p2pjeux.lobby.room import Member, Room
from p2pjeux.log.consent import Consent, Kind, sign_consent
from p2pjeux.log.entry import sign_entry
from p2pjeux.log.identity import Domain
from p2pjeux.log.line import sign_line
from p2pjeux.log.step import Step
from p2pjeux.table import entry_body
from p2pjeux.table.messages import Chatted, Have, Message, Parts, Retreats, Steps, encode_message
from tests.log.make_vectors import FOLDER, PEERS, entry, identity, whole_chain
from tests.log.rift_vectors import PROOF, retreats

NAME = "table-messages.json"
# The step that is open after those of the log's vectors; seat 2 is absent.
OPEN = 5
PRESENT = (0, 1, 3)


def consents() -> tuple[Consent, ...]:
    place = whole_chain().place(OPEN)
    agreed = [(seat, Kind.TAKE_BACK, 4) for seat in PRESENT]
    agreed += [(1, Kind.PAUSE, 1), (3, Kind.GO_ON, 1)]
    return tuple(
        sign_consent(identity(seat), place, seat, kind, number) for seat, kind, number in agreed
    )


def take_back_step() -> Step:
    chain = whole_chain()
    wrapped = entry_body.wrap_take_back(consents()[: len(PRESENT)])
    return Step(OPEN, (sign_entry(identity(0), chain.place(OPEN), 0, wrapped),))


def heard() -> bytes:
    agreed = Domain("agreed").digest(sorted([list(one.rank) for one in consents()]))
    return Domain("heard").digest(Domain("said").digest([]), agreed)


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
    said = {
        "ask": guest.ask(),
        "ready": guest.set_ready(ready=True),
        "say": guest.say("On attend qui ?"),
        "leave": guest.leave(),
    }
    sent = {word: effects[0] for word, effects in said.items()}
    return {
        **{word: post.message for word, post in sent.items() if isinstance(post, Post)},
        "room": encode_room(room),
        "begin": encode_begin(whole_chain().signed),
    }


def vectors() -> dict[str, Any]:
    chain = whole_chain()
    line = sign_line(identity(1), chain.signed.table, 1, 7, "À toi, Chloé !")
    step = take_back_step()
    messages: dict[str, Message] = {
        "have": Have(OPEN, chain.digest, (0,), heard()),
        "parts": Parts((entry(chain, OPEN, 1, b"body"),), (), consents()),
        "steps": Steps(tuple(one.encode() for one in chain.steps)),
        "chat": Chatted(line),
        "rift": PROOF,
        "retreat": Retreats(retreats()),
    }
    return {
        "open_step": OPEN,
        "previous": chain.digest.hex(),
        "consents": [
            {
                "signer": one.signer,
                "kind": one.kind.value,
                "number": one.number,
                "bytes": one.encode().hex(),
            }
            for one in consents()
        ],
        "line": {"seat": 1, "counter": 7, "text": line.text, "bytes": line.encode().hex()},
        "messages": {word: encode_message(one).hex() for word, one in messages.items()},
        "lobby": {word: message.hex() for word, message in lobby_messages().items()},
        "taking_back": {"step": step.encode().hex(), "digest": step.digest(chain.digest).hex()},
    }


def text() -> str:
    return json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    (FOLDER / NAME).write_text(text(), encoding="utf-8")
