"""Known answers for whoever writes a second program: ``python -m tests.net.make_vectors``.

Everything that a peer would draw is fixed here. Writes protocol/vectors/noise-link.json.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from p2pjeux.log.identity import Identity
from p2pjeux.net.addresses import Address, AddressBook, write_told
from p2pjeux.net.code import CodeGuest, CodeHost
from p2pjeux.net.fingerprint import fingerprint, fingerprint_words
from p2pjeux.net.frames import PING, Reason, cut, write_bye, write_frame
from p2pjeux.net.hello import PROLOGUE, Hello, Papers, write_hello
from p2pjeux.net.noise import Handshake, Role, public_key

PATH: Final = Path(__file__).parents[2] / "protocol" / "vectors" / "noise-link.json"


def secret(what: str, size: int = 32) -> bytes:
    return b"".join(sha256(f"vector {what} {n}".encode()).digest() for n in (0, 1))[:size]


def person(name: str, port: int, table: bytes = b"") -> tuple[Papers, bytes]:
    identity = Identity(secret(f"identity {name}"))
    hello = Hello(identity.public, name, table, port)
    return Papers(identity, secret(f"link {name}"), hello), secret(f"ephemeral {name}")


def make_link() -> dict[str, Any]:
    (zoe, zoe_once), (max_, max_once) = person("Zoé", 40123), person("Max", 0, secret("table"))
    caller = Handshake(Role.INITIATOR, zoe.static, zoe_once, PROLOGUE)
    answerer = Handshake(Role.RESPONDER, max_.static, max_once, PROLOGUE)
    first = caller.write()
    answerer.read(first)
    answer = write_hello(max_, Role.RESPONDER, public_key(max_.static), answerer.hash)
    second = answerer.write(answer)
    caller.read(second)
    claim = write_hello(zoe, Role.INITIATOR, public_key(zoe.static), caller.hash)
    third = caller.write(claim)
    answerer.read(third)
    ours, theirs = caller.split(), answerer.split()
    message = b"\x00" + bytes(70_000)
    return {
        "prologue": PROLOGUE.hex(),
        "initiator": _person(zoe, zoe_once),
        "responder": _person(max_, max_once),
        "hello_of_responder": answer.hex(),
        "hello_of_initiator": claim.hex(),
        "handshake_frames": [write_frame(one).hex() for one in (first, second, third)],
        "handshake_hash": ours.handshake_hash.hex(),
        "from_initiator": [
            {
                "sent": "a message: the byte 00, then 70000 bytes 00",
                "sha256_of_frames": sha256(
                    b"".join(write_frame(ours.send.encrypt(piece)) for piece in cut(message))
                ).hexdigest(),
            },
            {"sent": "a ping", "frame": write_frame(ours.send.encrypt(PING)).hex()},
        ],
        "from_responder": [
            {
                "sent": "a message: the bytes 00 68 69",
                "frame": write_frame(theirs.send.encrypt(next(cut(b"\x00hi")))).hex(),
            },
            {
                "sent": "a goodbye: leaving",
                "frame": write_frame(theirs.send.encrypt(write_bye(Reason.LEAVING))).hex(),
            },
        ],
    }


def _person(papers: Papers, ephemeral: bytes) -> dict[str, Any]:
    return {
        "identity_seed": secret(f"identity {papers.hello.name}").hex(),
        "identity_key": papers.identity.public.hex(),
        "link_key_private": papers.static.hex(),
        "ephemeral_private": ephemeral.hex(),
        "name": papers.hello.name,
        "table": papers.hello.table.hex(),
        "port": papers.hello.port,
    }


def make_code() -> dict[str, Any]:
    code, link = "lune-pomme-ours", secret("handshake hash")
    guest = CodeGuest(code, link, lambda size: secret("guest", size))
    host = CodeHost(code, link, lambda size: secret("host", size))
    answer = host.answer(guest.first)
    proof = guest.prove(answer)
    return {
        "code": code,
        "handshake_hash": link.hex(),
        "guest_entropy": secret("guest", 64).hex(),
        "host_entropy": secret("host", 64).hex(),
        "first": guest.first.hex(),
        "answer": answer.hex(),
        "proof_of_guest": proof.hex(),
        "proof_of_host": host.check(proof).hex(),
    }


def make_addresses() -> dict[str, Any]:
    key = Identity(secret("identity Zoé")).public
    book = AddressBook()
    book.learn(key, Address("192.168.1.5", 40123))
    book.learn(key, Address("fd77::5", 40123))
    return {
        "peer": key.hex(),
        "addresses": ["192.168.1.5:40123", "[fd77::5]:40123"],
        "message": (b"\x01" + write_told(book, [key], loopback=False)).hex(),
    }


def make() -> dict[str, Any]:
    keys = [bytes(32), Identity(secret("identity Zoé")).public]
    return {
        "about": "Known answers for protocol/7-links.md; values are hexadecimal or text.",
        "link": make_link(),
        "addresses": make_addresses(),
        "code": make_code(),
        "fingerprints": [
            {"key": key.hex(), "short": fingerprint(key), "words": fingerprint_words(key)}
            for key in keys
        ],
    }


if __name__ == "__main__":
    PATH.write_text(json.dumps(make(), ensure_ascii=False, indent=1) + "\n", "utf-8")
