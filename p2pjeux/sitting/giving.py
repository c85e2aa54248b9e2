"""What is due from the seats held here: made, signed, kept and sent, or asked of a person."""

from p2pjeux.agree.promises import Promises
from p2pjeux.errors import Refused
from p2pjeux.rules.requests import Action, Seat
from p2pjeux.sitting.log_keeper import LogKeeper
from p2pjeux.sitting.outgoing import Outgoing
from p2pjeux.sitting.own_entry import bot_action, due_body
from p2pjeux.sitting.returns import Returns
from p2pjeux.table import entry_body
from p2pjeux.table.events import Asked
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.seating import Seating
from p2pjeux.talk.talk import Talk


class Giving:
    """Asks the agreement before it signs: whether it may at all, and whether light may be given."""

    def __init__(
        self, seating: Seating, secrets: dict[Seat, bytes], promises: Promises, out: Outgoing
    ) -> None:
        # Which seats are those of bots may change.
        self.seating, self._secrets = seating, secrets
        self._promises = promises
        self._out = out
        # The peers that are linked, and whether the open step has only just begun.
        self.linked: set[bytes] = set()
        self.is_early = False
        # Seats held here that have been told that they are asked in the open step.
        self._told: set[Seat] = set()
        # Decisions of people that would show cards, until those may be shown.
        self._decided: dict[Seat, Action] = {}

    def waits_to_show(self, keeper: LogKeeper) -> bool:
        """Whether something is given from here once the step below is settled, and not before."""
        ledger, bridge = keeper.ledger, keeper.ledger.bridge
        if ledger.complete or keeper.assembly.is_settled:
            return False
        ours = self._promises.held.intersection(ledger.asked)
        decided = self.seating.bots | self._decided.keys() if bridge.may_show else frozenset()
        return bool(ours if ledger.gives_light else ours & decided)

    def begin(self) -> None:
        """Another step is open."""
        self._told = set()
        self._decided = {}

    def is_work(self, seat: Seat, ledger: Ledger) -> bool:
        """Whether it takes a while to give what is due from a seat.

        A throw or an opening, too, take as long as all else in a step, and are made at all machines
        at once when no accept waits for them. A person is only asked, and the result is known.
        """
        bridge = ledger.bridge
        is_asked = bridge.needs_decision(seat) and seat not in self.seating.bots
        return not (bridge.over or is_asked)

    def give(self, seat: Seat, keeper: LogKeeper, talk: Talk, returns: Returns) -> None:
        """Give what is due from a seat in the open step, if it can be given now."""
        ledger, bridge = keeper.ledger, keeper.ledger.bridge
        signed = self._promises.given(ledger.place).entries.get(seat)
        if signed is not None:
            # Signed before a restart: the very same entry goes out again.
            keeper.put_own(*self._promises.entry(ledger.place, seat, signed.body))
            return
        is_settled = keeper.assembly.is_settled
        if talk.is_paused or not keeper.assembly.may_sign:
            return
        if ledger.gives_light and not is_settled:
            return
        agreed = talk.take_back() if bridge.needs_decision(seat) else ()
        if agreed:
            self._sign(seat, entry_body.wrap_take_back(agreed), keeper)
        elif seat in self._decided:
            if is_settled:
                self.decide(seat, self._decided[seat], keeper, returns)
        elif not self._give_by_itself(seat, keeper, returns) and seat not in self._told:
            self._told.add(seat)
            assert bridge.request is not None
            self._out.tell(Asked(bridge.request, bridge.view(seat)))

    def _give_by_itself(self, seat: Seat, keeper: LogKeeper, returns: Returns) -> bool:
        """Give what no person has to decide, unless it is too early; return whether none has."""
        ledger, secret = keeper.ledger, self._secrets[seat]
        if ledger.bridge.needs_decision(seat):
            if seat not in self.seating.bots:
                return False
            self.decide(seat, bot_action(self.seating, ledger, seat, secret), keeper, returns)
        elif not self._may_be_back(keeper, returns):
            back = self._back(keeper, returns)
            self._sign_body(
                seat, due_body(self.seating, ledger, seat, secret, back), keeper, returns
            )
        return True

    def decide(self, seat: Seat, action: Action, keeper: LogKeeper, returns: Returns) -> None:
        """A decision of a person or bot; raise Refused, and change nothing, if it cannot be."""
        ledger, assembly = keeper.ledger, keeper.assembly
        if seat in ledger.entries or seat not in ledger.due or not assembly.may_sign:
            raise Refused("nothing is asked of this seat now")
        body = ledger.bridge.make(seat, action)
        if action.cards and ledger.bridge.may_show and not assembly.is_settled:
            self._decided[seat] = action
            return
        self._sign_body(seat, body, keeper, returns)

    def _back(self, keeper: LogKeeper, returns: Returns) -> frozenset[Seat]:
        """The seats whose return the next entry will say."""
        notes = returns.notes(keeper.ledger, keeper.evidence.guilty)
        return frozenset(note.seat for note in notes)

    def _may_be_back(self, keeper: LogKeeper, returns: Returns) -> bool:
        """Whether a hand is to be shown of somebody who is linked, and may only have been late.

        There is a moment in which he can still say that he is back.
        """
        shown = keeper.ledger.bridge.shows_hands - keeper.evidence.guilty
        lacking = shown - self._back(keeper, returns)
        keys = (keeper.ledger.signed.public(seat) for seat in lacking)
        return self.is_early and any(key in self.linked for key in keys)

    def _sign_body(self, seat: Seat, body: bytes, keeper: LogKeeper, returns: Returns) -> None:
        notes = returns.notes(keeper.ledger, keeper.evidence.guilty)
        self._sign(seat, entry_body.wrap(body, notes), keeper)

    def _sign(self, seat: Seat, wrapped: bytes, keeper: LogKeeper) -> None:
        keeper.put_own(*self._promises.entry(keeper.ledger.place, seat, wrapped))
