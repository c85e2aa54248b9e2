"""A log as the positions it went through, for whoever wants to look at a game again.

The log is judged while it is read, so what is shown is what was found good; where the file goes
wrong, the positions end. Hidden cards are known as far as table secrets are: those that seats
opened after the game, and one's own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from p2pjeux.errors import PeerFault, Refused
from p2pjeux.fair.bridge import Bridge
from p2pjeux.fair.transcript import Context
from p2pjeux.judge.verdict import Verdict
from p2pjeux.judge.verify import Progress, Witness, verify
from p2pjeux.log.file import LogReader
from p2pjeux.log.step import Step
from p2pjeux.rules.contract import Game, View
from p2pjeux.rules.door import check_play
from p2pjeux.rules.engine import Happening
from p2pjeux.rules.requests import Action, Deal, Face, Lay, Seal, Seat, Slot, deciders
from p2pjeux.table import entry_body
from p2pjeux.table.events import Left, Returned
from p2pjeux.table.last_steps import is_secret_of, opened_secret
from p2pjeux.table.ledger import Closed, Ledger
from p2pjeux.table.seating import seat_secret


@dataclass(frozen=True, slots=True)
class WentBack:
    """By agreement of all the game stands again where it stood when this step began."""

    step: int


Notice: TypeAlias = Left | Returned | WentBack
_Faces: TypeAlias = Mapping[Slot, Face]


@dataclass(frozen=True, slots=True)
class Position:
    """The game at one moment, and what each pair of eyes knew then."""

    # The step that led here, and the digest of the log after it; None before the first one.
    step: int | None
    digest: bytes
    # What happened last; None where the game did not go on, or has not begun.
    happening: Happening[Any] | None
    # What happened to seats rather than in the game.
    notices: tuple[Notice, ...]
    state: Any
    absent: frozenset[Seat]
    public: _Faces
    # Of the seats whose secrets are known: the faces that each had learnt, and what it had sealed.
    learnt: Mapping[Seat, _Faces]
    sealed: Mapping[Seat, Action]
    # All cards that were ever dealt to each seat, in order.
    dealt: Mapping[Seat, tuple[Slot, ...]]

    def view(self, seat: Seat | None) -> View[Any]:
        """What a seat whose secret is known, or a watcher, knew at this moment."""
        if seat is None:
            return View(self.state, None, self.public)
        return View(self.state, seat, self.learnt[seat], self.sealed.get(seat))

    def hidden(self, seat: Seat) -> tuple[Slot, ...]:
        """The cards that only ``seat`` had seen at this moment; its secret must be known."""
        known = self.learnt[seat]
        return tuple(
            slot for slot in self.dealt.get(seat, ()) if slot in known and slot not in self.public
        )


@dataclass(frozen=True, slots=True)
class Replay:
    """A log read again: the verdict on it, and every position that was found good.

    ``game`` is None, and there are no positions, where the file has no charter that can be played
    here; the verdict says why.
    """

    verdict: Verdict
    game: Game[Any] | None
    positions: tuple[Position, ...]
    # The seats whose hands are known.
    known: tuple[Seat, ...]
    names: tuple[str, ...]


def read_replay(
    data: bytes, own_secret: bytes | None = None, progress: Progress | None = None
) -> Replay:
    """Read a log file. Never raises for anything that is in it.

    ``own_secret`` is the table secret of the peer who looks, if it had a seat at this table.
    """
    secrets = _find_secrets(data, own_secret)
    scribe = _Scribe(secrets)
    verdict = verify(data, progress, Witness(secrets, scribe.saw))
    signed = verdict.signed
    names = () if signed is None else tuple(seat.name for seat in signed.charter.seats)
    return Replay(verdict, scribe.game, tuple(scribe.positions), tuple(sorted(secrets)), names)


def _find_secrets(data: bytes, own_secret: bytes | None) -> dict[Seat, bytes]:
    """The secrets of seats in the last step of a log, and our own; each is a true one.

    Nothing of the log is checked here but that these secrets give the keys of step 0.
    """
    try:
        reader = LogReader(data)
    except PeerFault:
        return {}
    steps = _read_steps(reader)
    if not steps:
        return {}
    table = reader.chain.signed.table
    candidates = [(entry.seat, _opened(entry.body)) for entry in steps[-1].entries]
    if own_secret is not None:
        seats = range(reader.chain.signed.seats)
        candidates += [(seat, seat_secret(own_secret, table, seat)) for seat in seats]
    announced = {entry.seat: _unwrapped(entry.body) for entry in steps[0].entries}
    return {
        seat: secret
        for seat, secret in candidates
        if secret is not None
        and seat in announced
        and is_secret_of(Context(table, steps[0].number, seat), secret, announced[seat])
    }


def _read_steps(reader: LogReader) -> Sequence[Step]:
    """The steps of a log as far as they can be read at all."""
    try:
        for step in reader.steps():
            reader.chain.check_layout(step)
            reader.chain.attach(step)
    except PeerFault:
        pass
    return reader.chain.steps


def _opened(body: bytes) -> bytes | None:
    try:
        return opened_secret(entry_body.unwrap(body)[0])
    except PeerFault:
        return None


def _unwrapped(body: bytes) -> bytes:
    try:
        return entry_body.unwrap(body)[0]
    except PeerFault:
        return b""


def _notices(closed: Closed) -> tuple[Notice, ...]:
    back = () if closed.taken_back is None else (WentBack(closed.taken_back),)
    gone = tuple(Left(seat, closed.step.agreed_without(seat)) for seat in sorted(closed.gone))
    return (*back, *gone, *(Returned(seat) for seat in sorted(closed.back)))


class _Scribe:
    """Writes down the positions that a log goes through while it is judged."""

    def __init__(self, secrets: Mapping[Seat, bytes]) -> None:
        self._secrets = secrets
        self._dealt: dict[Seat, tuple[Slot, ...]] = {}
        # The last legal choice that each seat has sealed.
        self._chosen: dict[Seat, Action] = {}
        self.game: Game[Any] | None = None
        self.positions: list[Position] = []

    def saw(self, ledger: Ledger, closed: Closed | None) -> None:
        if closed is None:
            self.game = ledger.bridge.game
            self.positions.append(self._position(ledger, None))
            return
        notices = _notices(closed)
        for happening in closed.happenings:
            self._deal(happening)
            now = self._position(ledger, happening)
            self.positions.append(replace(now, notices=notices))
            notices = ()
        if notices:
            self.positions.append(replace(self._position(ledger, None), notices=notices))

    def _deal(self, happening: Happening[Any]) -> None:
        request = happening.request
        if isinstance(request, Deal):
            for seat, slots in request.hands:
                self._dealt[seat] = (*self._dealt.get(seat, ()), *slots)

    def _position(self, ledger: Ledger, happening: Happening[Any] | None) -> Position:
        bridge, steps = ledger.bridge, ledger.chain.steps
        public = bridge.view(None).faces
        views = {seat: self._view(bridge, seat, public) for seat in self._secrets}
        if happening is not None:
            self._take_choices(bridge.game, happening, views)
        return Position(
            steps[-1].number if steps else None,
            ledger.chain.digest,
            happening,
            (),
            bridge.state if happening is None else happening.after,
            bridge.absent,
            public,
            {seat: view.faces for seat, view in views.items()},
            {seat: action for seat, action in self._chosen.items() if views[seat].sealed == action},
            dict(self._dealt),
        )

    def _view(self, bridge: Bridge, seat: Seat, public: _Faces) -> View[Any]:
        try:
            return bridge.view(seat)
        except (Refused, PeerFault):
            # The seat sealed what is no choice: that comes out when it is opened, not here.
            before = self.positions[-1].learnt[seat] if self.positions else {}
            return View(bridge.state, seat, {**before, **public})

    def _take_choices(
        self, game: Game[Any], happening: Happening[Any], views: Mapping[Seat, View[Any]]
    ) -> None:
        """Keep what seats have just sealed, if the rules allow it: nobody has checked it yet."""
        request = happening.request
        if not isinstance(request, Seal | Lay):
            return
        for seat in deciders(request):
            action = views[seat].sealed if seat in views else None
            if action is None or not all(card in views[seat].faces for card in action.cards):
                continue
            faces = tuple(views[seat].faces[card] for card in action.cards)
            if check_play(game, happening.before, request, seat, action, faces) is None:
                self._chosen[seat] = action
