"""A table at which all seats are in this process: nobody is linked, but everything is kept.

It is a real sitting with real cards and a real log, so that it can be resumed, verified and
replayed like any other.
"""

import shutil
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from secrets import token_bytes
from typing import Final

import trio

from p2pjeux.app.interfaces.interface import Interface, TableShown
from p2pjeux.app.running.bot_skill import keep_skill
from p2pjeux.app.running.damaged_files import say_what_was_damaged
from p2pjeux.app.running.peer import NOBODY, Peer
from p2pjeux.app.running.table_runner import PlayableTable, seating_of
from p2pjeux.games import fingerprint, load_game
from p2pjeux.log.charter import Charter, SignedCharter, seal_charter, sign_charter, sort_options
from p2pjeux.log.holders import Sitter
from p2pjeux.log.identity import Identity
from p2pjeux.rules.contract import OptionValue, Skill
from p2pjeux.store.disk import guarded, replace
from p2pjeux.store.home import KeptTable, Store
from p2pjeux.store.table import OVER_FILE, TableFiles
from p2pjeux.ui.ending import Ending

# Nobody can be absent from a table in one process; a charter names a patience all the same.
PATIENCE: Final = 60
# The name of the file beside a log that holds the seed of its game.
_SEED: Final = "seed"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game to begin: the first ``people`` of the names are people, the others are bots."""

    game_id: str
    options: dict[str, OptionValue]
    names: tuple[str, ...]
    people: int
    # The same seed gives the same game; without one it is drawn.
    seed: str | None = None
    skill: Skill = Skill.USUAL


@dataclass(frozen=True, slots=True)
class Chance:
    """What a game hangs on; without ``secret`` the store draws one."""

    identity: Identity
    nonce: bytes
    secret: bytes | None = None


def from_seed(seed: str) -> Chance:
    """Nothing of such a game is secret, so it is not played with the person's own key."""
    key, nonce, secret = (
        sha256(f"p2pjeux solo {what} {seed}".encode()).digest()
        for what in ("key", "nonce", "secret")
    )
    return Chance(Identity(key), nonce, secret)


def sign_for_all(wanted: Wanted, chance: Chance) -> SignedCharter:
    identity = chance.identity
    charter = Charter(
        wanted.game_id,
        sort_options(wanted.options),
        fingerprint(wanted.game_id),
        tuple(
            Sitter(name, identity.public, is_bot=at >= wanted.people)
            for at, name in enumerate(wanted.names)
        ),
        # All of them are at this machine: there is nobody to share a key with.
        0,
        wanted.game_id,
        PATIENCE,
        chance.nonce,
    )
    return seal_charter(charter, [sign_charter(identity, charter.id)] * len(charter.seats))


def identity_of(kept: KeptTable, store: Store) -> Identity:
    """The key that plays at a table: our own, or that of the seed which a game here came from."""
    path = kept.log_path.with_name(_SEED)
    with guarded(path):
        seed = path.read_text("utf-8") if path.exists() else None
    return store.identity() if seed is None else from_seed(seed).identity


def begin(store: Store, wanted: Wanted) -> tuple[PlayableTable, Identity]:
    """Begin the log; a game from a seed that was left goes on, and begins anew once it is over."""
    if wanted.seed is None:
        chance = Chance(store.identity(), token_bytes(32))
    else:
        chance = from_seed(wanted.seed)
    signed = sign_for_all(wanted, chance)
    files = store.open_table(signed.charter, chance.secret)
    if (files.folder / OVER_FILE).exists():
        files.close()
        _put_aside(files.folder, is_needed=bool(wanted.people))
        files = store.open_table(signed.charter, chance.secret)
    if files.recovered is None:
        files.begin(signed)
        keep_skill(files.folder, wanted.skill)
    if wanted.seed is not None:
        replace(files.folder / _SEED, wanted.seed.encode())
    return PlayableTable(signed, files, auto=not wanted.people), chance.identity


def _put_aside(folder: Path, *, is_needed: bool) -> None:
    """Make room for the same game once more. What bots alone played would be played alike."""
    if not is_needed:
        shutil.rmtree(folder)
        return
    free = next(place for number in count(1) if not (place := _numbered(folder, number)).exists())
    folder.rename(free)


def _numbered(folder: Path, number: int) -> Path:
    return folder.with_name(f"{folder.name}-{number}")


def is_alone(signed: SignedCharter) -> bool:
    """Whether one peer holds all seats."""
    return len({sitter.public for sitter in signed.charter.seats}) == 1


def go_on(signed: SignedCharter, files: TableFiles, *, auto: bool) -> PlayableTable:
    """Take up again a table that was begun here."""
    return PlayableTable(signed, files, auto=auto)


def peer_of(playable: PlayableTable, identity: Identity) -> Peer:
    seating = seating_of(playable, identity)
    seats = range(len(playable.signed.charter.seats))
    people = [seat for seat in seats if seat not in seating.bots]
    return Peer(seating, playable.files, NOBODY, people)


async def resume_alone(playable: PlayableTable, identity: Identity, interface: Interface) -> Ending:
    """Play on until the game is over or the person leaves."""
    charter = playable.signed.charter
    peer = peer_of(playable, identity)
    say_what_was_damaged(peer, playable.files, interface.words)
    names = tuple(sitter.name for sitter in charter.seats)
    game = load_game(charter.game_id)
    shown = TableShown(game, charter.table_name, names, peer.people, in_company=False)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(peer.start)
        ending = await interface.sit(shown, peer.play)
        if ending is Ending.OVER:
            await peer.finish()
        nursery.cancel_scope.cancel()
    return ending
