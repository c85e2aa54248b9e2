"""Somebody who plays in a real terminal, by keys alone, as a bot would.

What the person knows is read from the log and the secret in the home of that terminal; which keys
lead there is found in the model of the screen.
"""

from pathlib import Path
from typing import Any, Final

from p2pjeux.errors import PeerFault
from p2pjeux.games import load_game
from p2pjeux.language import words_for
from p2pjeux.log.file import LogReader
from p2pjeux.rules.drawing import Size
from p2pjeux.rules.requests import Seat, deciders
from p2pjeux.rules.source import SeededSource
from p2pjeux.store.home import KeptTable, Store
from p2pjeux.store.places import Places
from p2pjeux.table.events import Asked
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.seating import seat_secret
from p2pjeux.ui.screen.model import Model, hear
from p2pjeux.ui.wording.table_status import TableStatus
from tests.ui.mirror import play_by_keys

SIZE: Final = Size(80, 24)


class Autopilot:
    """Follows the newest table of one home."""

    def __init__(self, home: Path) -> None:
        self._store = _store(home)
        self._source = SeededSource(str(home).encode())
        self._table = b""
        self._ledger: Ledger | None = None
        self._seat: Seat = 0
        self._read = 0
        # Whose bot the person plays for, if it came late: the home of that machine, and the seat.
        self._lent: tuple[Store, Seat] | None = None

    def play_for(self, home: Path | None, seat: Seat = 0) -> None:
        """Take the seat of a bot whose secret is in another home, or none any more."""
        self._lent = None if home is None else (_store(home), seat)
        self._table = b""

    def follow(self) -> None:
        """Read what has been closed since the last look."""
        kept = self._newest()
        if kept is None:
            return
        if kept.signed.table != self._table:
            self._begin(kept)
        ledger = self._ledger
        assert ledger is not None
        try:
            reader = LogReader(kept.log_path.read_bytes())
            for number, step in enumerate(reader.steps()):
                reader.chain.attach(step)
                if number >= self._read:
                    ledger.adopt(step)
                    self._read += 1
        except PeerFault:
            # The last record is being written.
            return

    def _newest(self) -> KeptTable | None:
        store = self._store if self._lent is None else self._lent[0]
        me = store.identity().public
        seated = [one for one in store.tables() if one.signed.charter.seats_of(me)]
        return max(seated, key=lambda one: one.log_path.stat().st_mtime, default=None)

    def _begin(self, kept: KeptTable) -> None:
        signed = kept.signed
        store, seat = self._lent or (self._store, None)
        secret = store.secret_of(signed.table)
        assert secret is not None
        # The person is the one of its own machine that is no bot.
        held = signed.charter.seats_of(store.identity().public)
        own = next(one for one in held if not signed.charter.seats[one].is_bot)
        self._seat = own if seat is None else seat
        secrets = {self._seat: seat_secret(secret, signed.table, self._seat)}
        self._ledger = Ledger(signed, load_game(signed.charter.game_id), secrets)
        self._table, self._read = signed.table, 0

    @property
    def place(self) -> tuple[bytes, int]:
        """Which step is open at which table."""
        return self._table, 0 if self._ledger is None else self._ledger.number

    def keys(self) -> list[str] | None:
        """The keys that answer what is asked of the person now; None if nothing is."""
        ledger = self._ledger
        if ledger is None or ledger.bridge.over or self._seat not in ledger.asked:
            return None
        request = ledger.bridge.request
        if request is None or self._seat not in deciders(request):
            return None
        view = ledger.bridge.view(self._seat)
        words = words_for(
            "en", ledger.bridge.game.facts.id, tuple(s.name for s in ledger.signed.charter.seats)
        )
        model: Model = hear(
            Model(ledger.bridge.game, words, status=TableStatus((self._seat,))),
            Asked(request, view),
        )
        goal: Any = ledger.bridge.game.bot(view, self._source)
        return play_by_keys(model, goal, SIZE)[1]


def _store(home: Path) -> Store:
    return Store(Places(home / "data", home / "config", home / "cache"))
