"""What people at a table say to each other beside the game: agreements and chat.

Like the sitting it serves it does no I/O: it returns the effects that it asks for.
"""

from collections.abc import Iterable

from p2pjeux.errors import Refused
from p2pjeux.log.consent import Consent, Kind
from p2pjeux.log.identity import Identity
from p2pjeux.log.line import Line
from p2pjeux.rules.requests import Seat
from p2pjeux.table.effects import Effect, Keep, Send, Tell
from p2pjeux.table.events import Agreement, Said
from p2pjeux.table.ledger import Ledger
from p2pjeux.table.messages import Chatted, Parts, encode_message
from p2pjeux.talk.accord import Accord
from p2pjeux.talk.chat import Chat


class Talk:
    """``persons`` are the seats of people, not bots, at this machine."""

    def __init__(
        self, ledger: Ledger, identity: Identity, persons: tuple[Seat, ...], first_line: int
    ) -> None:
        self._ledger = ledger
        self._persons = persons
        self._accord = Accord(ledger, identity)
        self._chat = Chat(ledger.signed, identity, first_line)
        # A watcher passes nothing on.
        self._is_seated = bool(ledger.signed.charter.seats_of(identity.public))

    def begin(self, ledger: Ledger) -> list[Effect]:
        """A new step is open: what was agreed on in the last one lapses."""
        self._ledger = ledger
        return [Tell(event) for event in self._accord.begin(ledger)]

    @property
    def digest(self) -> bytes:
        """Equal for two peers exactly if they have heard the same consents."""
        return self._accord.digest

    @property
    def consents(self) -> tuple[Consent, ...]:
        return self._accord.consents

    # Agreements.

    @property
    def is_paused(self) -> bool:
        return self._accord.is_paused

    def check_not_paused(self) -> None:
        if self.is_paused:
            raise Refused("the table is paused; someone must end the pause first")

    def agree(self, to: Agreement) -> list[Effect]:
        """The people here propose this, or agree to what others have proposed."""
        if to is Agreement.PAUSE:
            return self._consent(Kind.PAUSE, self._accord.pause)
        own = [step for seat in self._persons if (step := self.can_take_back(seat)) is not None]
        target = self._accord.proposed
        if target is None and not own:
            raise Refused("there is no decision of yours that could still be taken back")
        return self._consent(Kind.TAKE_BACK, max(own) if target is None else target)

    def can_take_back(self, seat: Seat) -> int | None:
        """The step in which ``seat`` last decided, if all together may still go back to it."""
        ledger = self._ledger
        return max(
            (
                step
                for step, asked in ledger.bridge.decisions.items()
                if seat in asked and (step < ledger.number or seat in ledger.entries)
            ),
            default=None,
        )

    def take_back(self) -> tuple[Consent, ...]:
        """The consents of all to go back, if somebody who is asked may sign on them."""
        return self._accord.take_back()

    def go_on(self) -> list[Effect]:
        if not self.is_paused:
            raise Refused("the table is not paused")
        return self._consent(Kind.GO_ON, self._accord.pause)

    def _consent(self, kind: Kind, number: int) -> list[Effect]:
        consents = self._accord.agree(kind, number)
        if not consents:
            return []
        parts = Send(None, encode_message(Parts(consents=consents)))
        return [*_kept(consents), parts]

    def hear(self, consents: Iterable[Consent]) -> list[Effect]:
        """Take what others agree to; raise PeerFault if they did not sign it."""
        effects: list[Effect] = []
        for consent in consents:
            if not self._accord.hear(consent):
                continue
            effects += _kept((consent,))
            if not self._persons and self._accord.can_be_had(consent):
                # Bots have no objection.
                effects += self._consent(consent.kind, consent.number)
        return effects

    def news(self) -> list[Effect]:
        """What people should hear of agreements since this was last asked for."""
        return [Tell(event) for event in self._accord.news()]

    # Chat.

    def say(self, seat: Seat, text: str, now: float) -> list[Effect]:
        return self._passed_on(self._chat.say(seat, text, now))

    def hear_line(self, line: Line, now: float) -> list[Effect]:
        return self._passed_on(line) if self._chat.hear(line, now) else []

    def _passed_on(self, line: Line) -> list[Effect]:
        said = Tell(Said(line.seat, line.text))
        return [Send(None, encode_message(Chatted(line))), said] if self._is_seated else [said]


def _kept(consents: Iterable[Consent]) -> list[Effect]:
    """A pause outlasts a restart, so everybody keeps what makes it: tomorrow others may be late.

    An agreement to go back need not be kept; it is asked for again.
    """
    kept = tuple(consent for consent in consents if consent.kind is not Kind.TAKE_BACK)
    return [Keep(kept)] if kept else []
