"""What one call asks to be done, and what it has to say to all, gathered into one message."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from p2pjeux.log.ballot import Back, Ballot
from p2pjeux.log.certificate import bundle_of
from p2pjeux.log.conviction import Conviction
from p2pjeux.log.entry import Entry
from p2pjeux.log.signed import Place
from p2pjeux.table.effects import Effect, Send, Tell
from p2pjeux.table.events import Event
from p2pjeux.table.messages import Have, Message, Parts, encode_message


@dataclass
class Outbox:
    """An accept and the next entry travel together: half as many messages, and one sync.

    ``is_seated`` is whether anything is held here. A watcher only ever says what it has: nobody
    waits for it.
    """

    is_seated: bool
    _effects: list[Effect] = field(default_factory=list)
    _entries: dict[bytes, Entry] = field(default_factory=dict)
    _ballots: dict[Place, dict[bytes, Ballot]] = field(default_factory=dict)
    _backs: dict[int, Back] = field(default_factory=dict)
    _convictions: dict[int, Conviction] = field(default_factory=dict)

    def do(self, effects: Iterable[Effect]) -> None:
        self._effects += effects

    def tell(self, *events: Event) -> None:
        self._effects += map(Tell, events)

    def send(self, peer: bytes | None, message: Message) -> None:
        """Send to one or to all."""
        if self.is_seated or isinstance(message, Have):
            self._effects.append(Send(peer, encode_message(message)))

    def say(self, *records: Entry | Ballot | Back) -> None:
        """To all, with whatever else this call has to say."""
        for record in records:
            if isinstance(record, Entry):
                self._entries[record.digest] = record
            elif isinstance(record, Back):
                self._backs[record.seat] = record
            else:
                self._ballots.setdefault(record.place, {})[record.digest] = record

    def show(self, conviction: Conviction) -> None:
        self._convictions[conviction.seat] = conviction

    def drain(self) -> list[Effect]:
        """What is to be done, in this order: all that is kept comes before all that is sent."""
        bundles = (bundle_of(place, some.values()) for place, some in self._ballots.items())
        parts = Parts(
            tuple(self._entries.values()),
            tuple(bundles),
            tuple(self._backs.values()),
            (),
            tuple(self._convictions.values()),
        )
        if parts != Parts():
            self.send(None, parts)
        self._entries, self._ballots, self._backs, self._convictions = {}, {}, {}, {}
        effects, self._effects = self._effects, []
        return effects
