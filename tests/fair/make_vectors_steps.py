"""Write the known answers for the steps of a table: ``python -m tests.fair.make_vectors_steps``.

The tables play the toy game of the tests. A reader needs none of its rules: what was asked, decided
and answered is written beside the bodies.
"""

import json
from dataclasses import fields
from typing import Any

from p2pjeux.fair import bodies
from p2pjeux.fair.transcript import frame
from p2pjeux.rules.requests import Action, Seat, Slot
from p2pjeux.rules.source import SeededSource
from p2pjeux.rules.value import as_value
from tests.fair.make_vectors import FOLDER, TABLE
from tests.fair.strangers import Strangers, table_secret, toy_table

NAME = "fair-steps.json"
ACTIONS = (
    Action("pass"),
    Action("bid", (), (Slot(0, 3), Slot(2, 179), Slot(65_536, 0))),
    Action("ask", ("Où ?", -1, 2**64 - 1, None, True, (1, ("deep",)), b"\0")),
)
BOUNDS = (6, 6, 20, 52, 1000, 2**31 + 1, 2**32, 1, 3, 3, 3)
KINDS = {
    "AnnounceKeys": "keys",
    "ShareKeys": "parts",
    "AcceptParts": "answers",
    "PlayOpenly": "choose",
    "SealChoice": "seal",
    "LayCards": "lay",
    "OpenChoice": "open",
    "GiveChance": "chance",
    "ShuffleTurn": "shuffle",
    "GiveShares": "shares",
    "StandIn": "proxy",
}
# In the second table this seat vanishes when its turn comes in this step: it has sealed by then.
LOST, LOST_AT = 1, 12

Vectors = dict[str, Any]


def vectors() -> Vectors:
    return {
        "actions": [
            {"action": plain(action), "bytes": bodies.encode_action(action).hex()}
            for action in ACTIONS
        ],
        "stream": stream(11, 2),
        "tables": [played(None), played(LOST)],
    }


def plain(record: Any) -> Any:
    """A request, action or answer in JSON, with its name."""
    value = as_value(record)
    assert isinstance(value, dict)
    named = {field.name: value[field.name] for field in fields(record)}
    return {"is": type(record).__name__.lower(), **json.loads(json.dumps(named, default=bytes.hex))}


def stream(answered: int, seat: Seat) -> Vectors:
    source = SeededSource(frame((TABLE, answered, seat)))
    numbers = [source.below(bound) for bound in BOUNDS]
    return {
        "table": TABLE.hex(),
        "answered": answered,
        "seat": seat,
        "below": list(BOUNDS),
        "numbers": numbers,
    }


def played(lost: Seat | None) -> Vectors:
    """A whole table of three seats, step by step."""
    strangers = Strangers(toy_table(3))
    steps = []
    while not strangers.over:
        if strangers.witness.number == LOST_AT and lost is not None:
            assert lost in strangers.witness.asked
            strangers.lost.add(lost)
        steps.append(step_of(strangers))
    return {
        "table": strangers.table.id.hex(),
        "threshold": strangers.table.threshold,
        "table_secrets": [table_secret(seat).hex() for seat in range(3)],
        "steps": steps,
        "answered": [
            {"request": plain(one.request), "answer": plain(one.answer)}
            for one in strangers.happened
        ],
    }


def step_of(strangers: Strangers) -> Vectors:
    peer = strangers.witness
    asked = peer.asked
    here = [seat for seat in asked if seat in strangers.here]
    decided = {seat: action for seat in here if (action := strangers.action(seat)) is not None}
    step = {
        "step": peer.number,
        "kind": KINDS[strangers.task],
        "asked": list(asked),
        "decided": {str(seat): plain(action) for seat, action in decided.items()},
        "bodies": {str(seat): strangers.body(seat).hex() for seat in here},
        "absent_from_here": [seat for seat in asked if seat in strangers.lost],
    }
    strangers.step()
    return step


def text() -> str:
    return json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    (FOLDER / NAME).write_text(text(), encoding="utf-8")
