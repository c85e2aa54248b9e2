"""A sitting in a page: its effects as outputs, its events on the page."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from p2pjeux.games import load_game
from p2pjeux.judge.verify import verify
from p2pjeux.language import rules_text, words_for
from p2pjeux.lobby.lobby import Post
from p2pjeux.log.identity import Identity
from p2pjeux.log.signed import Signed
from p2pjeux.log.step import Step
from p2pjeux.net.fingerprint import fingerprint_words
from p2pjeux.net.purposes import label_table, mark_of
from p2pjeux.phone.seat.kept import PageFiles
from p2pjeux.phone.seat.outputs import Write
from p2pjeux.sitting.sitting import Sitting
from p2pjeux.table.effects import Effect, Keep, KeepEvidence, KeepStep, Regain, RollBack, Send, Tell
from p2pjeux.table.events import Away, Ended, Event, Happened, Reached
from p2pjeux.table.seating import Seating
from p2pjeux.ui.touch.model import TouchModel, hear, tap
from p2pjeux.ui.touch.rules import show_rules
from p2pjeux.ui.touch.table import Shown, advice, show_receipt, show_table
from p2pjeux.ui.wording.table_status import TableStatus


class PageTable:
    """What is to be done is a list of writes and of messages to laptops, in this order."""

    def __init__(self, files: PageFiles, identity: Identity, language: str, clock: int) -> None:
        self.files = files
        charter = files.signed.charter
        game = load_game(charter.game_id)
        names = tuple(sitter.name for sitter in charter.seats)
        held = charter.seats_of(identity.public)
        keys = tuple(fingerprint_words(sitter.public) for sitter in charter.seats)
        self._names = names
        self._sitting = Sitting(
            Seating(files.signed, game, identity, files.secret, one_step=True, first_line=clock)
        )
        words = words_for(language, charter.game_id, names)
        status = TableStatus(held, is_apart=True, fingerprints=keys)
        self.model = TouchModel(game, words, charter.table_name, status)
        self.is_over = False
        # Whether somebody wants to know what the log proves, which takes seconds.
        self._is_to_judge = False

    @property
    def is_due(self) -> bool:
        """Whether more is to be done at once; ``work_on`` does it."""
        return self._sitting.is_due or self._is_to_judge

    @property
    def members(self) -> frozenset[bytes]:
        return frozenset(sitter.public for sitter in self.files.signed.charter.seats)

    def is_of(self, mark: bytes) -> bool:
        return mark == mark_of(self.files.signed.table)

    # What comes in. Each returns what is to be done.

    def start(self, now: float) -> list[Write | Post]:
        """Sit down, or take up what was kept; of what happened before only the last is told."""
        files = self.files
        effects = self._sitting.start(now, files.steps, files.records, forgetful=files.is_forgetful)
        return self._do(_abridged(effects) if files.steps else effects)

    def linked(self, peer: bytes) -> list[Write | Post]:
        self._say_reached(peer, is_linked=True)
        return self._do(self._sitting.linked(peer))

    def unlinked(self, peer: bytes, away: Away) -> None:
        self._sitting.unlinked(peer)
        self._say_reached(peer, is_linked=False, away=away)

    def receive(self, peer: bytes, message: bytes) -> list[Write | Post]:
        """A message of a linked laptop; raise PeerFault if no honest peer sends it."""
        return self._do(self._sitting.receive(peer, message))

    def tick(self, now: float) -> list[Write | Post]:
        return self._do(self._sitting.tick(now))

    def work_on(self) -> list[Write | Post]:
        return self._do(self._sitting.work_on())

    def tapped(self, said: Mapping[str, object]) -> list[Write | Post]:
        done = tap(self.model, said)
        self.model = done.model
        return [] if done.command is None else self._do(self._sitting.command(done.command))

    def receipt(self) -> Shown:
        """What the log proves is found out next; until then that it is being looked at."""
        self._is_to_judge = True
        return show_receipt(None, self.model.words)

    def judge(self) -> Shown | None:
        """What the log proves, if somebody has asked."""
        if not self._is_to_judge:
            return None
        self._is_to_judge = False
        return show_receipt(verify(self.files.log), self.model.words)

    def speak(self, language: str) -> None:
        """Another language from now on; what was told stays as it was told."""
        charter = self.files.signed.charter
        words = words_for(language, charter.game_id, self._names)
        chooser = self.model.chooser
        if chooser is not None:
            chooser = replace(chooser, question=replace(chooser.question, words=words))
        self.model = replace(self.model, words=words, chooser=chooser)

    # What is seen.

    def show(self) -> Shown:
        return show_table(self.model)

    def rules(self) -> Shown:
        charter, words = self.files.signed.charter, self.model.words
        return show_rules(self.model, rules_text(charter.game_id, words.language))

    def advice(self) -> str:
        return advice(self.model)

    # Effects.

    def _do(self, effects: Iterable[Effect]) -> list[Write | Post]:
        asked = list(effects)
        done: list[Write | Post] = []
        if not any(isinstance(effect, RollBack) for effect in asked):
            # All of a call is kept in one go, and before anything is sent.
            done.append(self._kept(asked))
            asked = [effect for effect in asked if not isinstance(effect, Keep | KeepStep)]
        for effect in asked:
            done += self._do_one(effect)
        if self._sitting.ledger.complete and not self.is_over:
            self.is_over = True
            done.append(self.files.end())
        return done

    def _kept(self, effects: Iterable[Effect]) -> Write:
        records: list[Signed] = []
        steps: list[Step] = []
        for effect in effects:
            match effect:
                case Keep(records=some):
                    records += some
                case KeepStep(step=step):
                    steps.append(step)
                case _:
                    pass
        return self.files.keep(records, steps)

    def _do_one(self, effect: Effect) -> list[Write | Post]:
        match effect:
            case Keep() | KeepStep():
                return [self._kept([effect])]
            case RollBack(number=number):
                self.is_over = False
                return [self.files.roll_back(number)]
            case Regain():
                return [self.files.regain()]
            case Send(to=to, message=message):
                return [Post(to, label_table(self.files.signed.table, message))]
            case Tell(event=event):
                self._tell(event)
                return []
            case KeepEvidence():
                # Every laptop of the table keeps it too, and a file of it can be shown there.
                return []

    def _tell(self, event: Event) -> None:
        view: Any = getattr(event, "view", None)
        held = self.model.status.people
        if isinstance(event, Happened | Ended) and view.seat not in (None, *held[:1]):
            # The same is told for every seat held here; one pair of eyes is enough.
            return
        self.model = hear(self.model, event)

    def _say_reached(self, peer: bytes, *, is_linked: bool, away: Away = Away.ENDED) -> None:
        for seat in self.files.signed.charter.seats_of(peer):
            if (seat in self.model.status.away) == is_linked:
                self._tell(Reached(seat, is_linked, away))


def _abridged(effects: Iterable[Effect]) -> list[Effect]:
    """Of all that has happened, the last only: a page starts from there."""
    kept = list(effects)
    happened = [one for one in kept if isinstance(one, Tell) and isinstance(one.event, Happened)]
    return [one for one in kept if one not in happened[:-1]]
