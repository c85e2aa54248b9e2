"""Write the known answers of protocol/3-log.md and 4-file.md: ``python -m tests.log.make_vectors``.

They do not follow any game: bodies are any bytes, so that new rules leave them as they are.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from p2pjeux.log.chain import Chain
from p2pjeux.log.charter import Charter, SignedCharter, seal_charter, sign_charter
from p2pjeux.log.entry import Entry, sign_entry
from p2pjeux.log.file import write_evidence, write_log
from p2pjeux.log.forks import fork_of
from p2pjeux.log.holders import Sitter
from p2pjeux.log.identity import Identity
from p2pjeux.log.statement import Kind, Statement, sign_statement
from p2pjeux.log.step import Step

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
NAMES = ("Anne", "Björn", "Chloé", "Anne’s bot")
# The fourth seat is held by the first peer.
HOLDERS = (0, 1, 2, 0)
SEEDS = tuple(sha256(b"identity of peer %d" % peer).digest() for peer in range(3))
PEERS = tuple(Identity(seed) for seed in SEEDS)

Vectors = dict[str, Any]


def identity(seat: int) -> Identity:
    return PEERS[HOLDERS[seat]]


def charter() -> Charter:
    return Charter(
        game_id="ostrakon",
        options=(("length", 3), ("refusals", "yes")),
        fingerprint=sha256(b"rules of the vectors").digest(),
        seats=tuple(
            Sitter(name, identity(seat).public, is_bot=seat == 3) for seat, name in enumerate(NAMES)
        ),
        threshold=2,
        table_name="Chez Anne",
        patience=120,
        nonce=sha256(b"nonce of the vectors").digest(),
    )


def signed_charter() -> SignedCharter:
    agreed = charter()
    return seal_charter(agreed, [sign_charter(identity(seat), agreed.id) for seat in range(4)])


def entry(chain: Chain, number: int, seat: int, body: bytes) -> Entry:
    return sign_entry(identity(seat), chain.place(number), seat, body)


def statement(chain: Chain, number: int, signer: int, kind: Kind, *subjects: int) -> Statement:
    return sign_statement(identity(signer), chain.place(number), signer, kind, *subjects)


def whole_chain() -> Chain:
    """Everybody; one seat; seat 2 absent; a step passed over; and two entries again."""
    chain = Chain(signed_charter())
    chain.append(Step(0, tuple(entry(chain, 0, seat, b"body %d" % seat) for seat in range(4))))
    chain.append(Step(1, (entry(chain, 1, 1, b""),)))
    absent = tuple(statement(chain, 2, signer, Kind.ABSENT, 2) for signer in (0, 1, 3))
    chain.append(Step(2, (entry(chain, 2, 0, bytes(300)),), absent))
    chain.append(Step(4, tuple(entry(chain, 4, seat, b"after") for seat in (0, 3))))
    return chain


def charter_vectors() -> Vectors:
    signed = signed_charter()
    agreed = signed.charter
    return {
        "seeds": [seed.hex() for seed in SEEDS],
        "public_keys": [peer.public.hex() for peer in PEERS],
        "holders_of_seats": HOLDERS,
        "terms": {
            "game": agreed.game_id,
            "options": dict(agreed.options),
            "rules": agreed.fingerprint.hex(),
            "names": [sitter.name for sitter in agreed.seats],
            "bots": [sitter.is_bot for sitter in agreed.seats],
            "threshold": agreed.threshold,
            "table_name": agreed.table_name,
            "patience": agreed.patience,
            "nonce": agreed.nonce.hex(),
        },
        "charter": agreed.encode().hex(),
        "table": agreed.id.hex(),
        "signatures": [signature.hex() for signature in signed.signatures],
        "signed_charter": signed.encode().hex(),
        "start": signed.start.hex(),
        "people": sorted(agreed.people),
        "holders": [sorted(holders) for holders in signed.holders],
    }


def entry_value(one: Entry) -> Vectors:
    return {
        "seat": one.seat,
        "body": one.body.hex(),
        "signature": one.signature.hex(),
        "entry": one.encode().hex(),
    }


def statement_value(one: Statement) -> Vectors:
    return {
        "signer": one.signer,
        "kind": one.kind.value,
        "subjects": one.subjects,
        "signature": one.signature.hex(),
        "statement": one.encode().hex(),
    }


def step_vectors() -> Vectors:
    chain = whole_chain()
    return {
        "start": chain.signed.start.hex(),
        "steps": [
            {
                "number": step.number,
                "before": chain.digest_before(step.number).hex(),
                "entries": [entry_value(one) for one in step.entries],
                "statements": [statement_value(one) for one in step.statements],
                "record": step.encode().hex(),
                "digest": step.digest(chain.digest_before(step.number)).hex(),
            }
            for step in chain.steps
        ],
    }


def file_vectors() -> Vectors:
    chain = whole_chain()
    data = write_log(chain.signed, chain.steps)
    last = len(data) - len(write_log(chain.signed, chain.steps[:-1]))
    cut = data[: -last + 20]
    return {
        "log": data.hex(),
        "digest": chain.digest.hex(),
        "torn": cut.hex(),
        "digest_of_torn": chain.digest_before(4).hex(),
        "spoilt_at": len(data) - last,
        "spoilt": (data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]).hex(),
    }


def fork_vectors() -> list[Vectors]:
    chain = whole_chain()
    honest = chain.steps[1].entries[0]
    other = sign_entry(identity(1), honest.place, 1, b"another body")
    absent = chain.steps[2].statements[0]
    objection = sign_statement(identity(0), absent.place, 0, Kind.OBJECT, 2)
    several, crossing = (
        sign_statement(identity(0), absent.place, 0, Kind.ABSENT, 1, subject) for subject in (2, 3)
    )
    without = sign_statement(identity(0), absent.place, 0, Kind.WITHOUT, 1, 2)
    closed = sign_statement(identity(0), absent.place, 0, Kind.CLOSED, 1, 2)
    return [
        {
            "seat": fork.seat,
            "step": fork.step,
            "fork": fork.encode().hex(),
            "evidence": write_evidence(chain.signed, fork).hex(),
        }
        for fork in (
            fork_of(honest, other),
            fork_of(absent, objection),
            fork_of(several, crossing),
            fork_of(without, closed),
        )
    ]


MAKERS = {
    "log-charter.json": charter_vectors,
    "log-steps.json": step_vectors,
    "log-file.json": file_vectors,
    "log-forks.json": fork_vectors,
}


def text_of(name: str) -> str:
    return json.dumps(MAKERS[name](), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in MAKERS:
        (FOLDER / name).write_text(text_of(name), encoding="utf-8")


if __name__ == "__main__":
    main()
