"""Why do we not find each other? Say what was found on each leg of the way, and what to do."""

import os
import secrets
import sys
from pathlib import Path
from typing import Final

import trio

from p2pjeux.app.for_programs import print_json
from p2pjeux.app.running.table_search import read_target
from p2pjeux.errors import StoreFailed, UsageError
from p2pjeux.log.identity import SEED_SIZE, Identity
from p2pjeux.net.addresses import Address
from p2pjeux.net.doctor import examine
from p2pjeux.net.findings import Leg, LegFinding, Level
from p2pjeux.net.hello import Hello, Papers
from p2pjeux.printable import put
from p2pjeux.rules.words import Words, later
from p2pjeux.store.home import Store

_MARKS: Final = {Level.GOOD: "+", Level.NOTE: "?", Level.BAD: "!"}


def consult(words: Words, asked: str | None, home: Path | None, *, as_json: bool) -> bool:
    """Examine and print; return whether nothing is wrong."""
    target = _address(asked)
    identity, missing = _find_identity(home)
    papers = Papers(identity, secrets.token_bytes(32), Hello(identity.public))
    if not as_json:
        put(sys.stdout, words.say("Listening and calling; this takes a few seconds…"))
    findings = [*missing, *trio.run(examine, target, papers)]
    if as_json:
        rows = [_value(finding) for finding in findings]
        print_json(rows)
    for finding in () if as_json else findings:
        put(sys.stdout, f"{_MARKS[finding.level]} {words.say(finding.text, **finding.values)}")
        if finding.advice:
            put(sys.stdout, f"  → {words.say(finding.advice, **finding.values)}")
    return all(finding.level is not Level.BAD for finding in findings)


def _value(finding: LegFinding) -> dict[str, str]:
    return {
        "leg": finding.leg.value,
        "level": finding.level.value,
        "text": finding.text.format(**finding.values),
        "advice": finding.advice.format(**finding.values),
    }


def _find_identity(home: Path | None) -> tuple[Identity, list[LegFinding]]:
    """Our key; where none can be kept one for this examination, and what that means for games."""
    try:
        return Store.find(os.environ, home).identity(), []
    except StoreFailed as failed:
        advice = later("choose a writable folder with --home, or free some space")
        finding = LegFinding(Leg.HOME, Level.BAD, failed.text, failed.values, advice)
        return Identity(secrets.token_bytes(SEED_SIZE)), [finding]


def _address(asked: str | None) -> Address | None:
    if asked is None:
        return None
    target = read_target(asked)
    if target is None:
        raise UsageError("“{text}” is neither an address nor a link", text=asked)
    return target.addresses[0]
