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
class Outgoing:
    """An accept and the next entry travel together: half as many messages, and one sync.

    ``others`` are those with whom we sit, none if nothing is held here: a watcher only ever says
    what it has, for nobody waits for it, and hears of a step when that is settled and not before.
    """

    is_seated: bool
    others: tuple[bytes, ...]
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

    def _send_seated(self, parts: Parts) -> None:
        """Send to all who sit here; whoever looks on asks for what is settled."""
        if self.is_seated:
            data = encode_message(parts)
            self._effects += (Send(peer, data) for peer in self.others)

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
            self._send_seated(parts)
        self._entries, self._ballots, self._backs, self._convictions = {}, {}, {}, {}
        effects, self._effects = self._effects, []
        return effects
