"""A whole evening by keys alone, in real terminals of 80 × 24 on a pretend LAN.

``python -m tests.lan evening``, as root and with tmux. Everybody types ``p2pjeux`` and nothing
else; key presses and seconds are counted, and the invitation is read from the screen as a camera
does.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final

from p2pjeux.judge.verify import verify
from p2pjeux.ui.choosing.moves import DEAF_SECONDS
from tests.lan.autopilot import SIZE, Autopilot
from tests.lan.camera import read_code
from tests.lan.network import Network
from tests.lan.players import Trouble
from tests.ui.pane import Pane
from tests.ui.svg import picture

NAMES: Final = ("Zoé", "Ada", "Bastien", "Dora")
GAME_SECONDS: Final = 900.0
# A key that was pressed as something appeared may have meant nothing.
AGAIN_SECONDS: Final = 4.0


class Person:
    """One home in one terminal, and whoever presses the keys there."""

    def __init__(self, network: Network, host: int, folder: Path, stack: ExitStack) -> None:
        self.name = NAMES[host - 1]
        self.home = folder / f"home{host}"
        self._space = network.space(host)
        self._folder = folder
        self._stack = stack
        self._pilot = Autopilot(self.home)
        self._answered: tuple[bytes, int] = (b"", -1)
        self._when = 0.0
        self.pressed = 0
        self.is_late = False
        self.sit_down()

    def play_for(self, home: Path | None, seat: int = 0) -> None:
        """Take the seat of somebody's bot, or a seat of one's own again."""
        self._pilot.play_for(home, seat)
        self.is_late = home is not None

    def sit_down(self) -> None:
        """Type p2pjeux in a new terminal."""
        within = ("ip", "netns", "exec", self._space, "env", f"LOGNAME={self.name}")
        self.pane = self._stack.enter_context(Pane((), SIZE, self.home, within))
        self.began = time.monotonic()

    def press(self, *keys: str) -> None:
        self.pane.press(*keys)
        self.pressed += len(keys)

    def sees(self, *words: str) -> str:
        """The screen, once all of these stand on it; what has just come may be deaf to Enter."""
        seen = self.pane.wait(lambda text: all(word in text for word in words))
        time.sleep(2 * DEAF_SECONDS)
        return seen

    def keep(self, name: str) -> None:
        (self._folder / f"{name}.txt").write_text(self.pane.text(), "utf-8")
        (self._folder / f"{name}.svg").write_text(picture(self.pane.colours(), SIZE), "utf-8")

    def play(self) -> None:
        """Answer what is asked, once for each question, and again if that had no effect."""
        self._pilot.follow()
        now = time.monotonic()
        if self._pilot.place == self._answered and now - self._when < AGAIN_SECONDS:
            return
        keys = self._pilot.keys()
        if keys is None or "▶" not in self.pane.text():
            return
        time.sleep(DEAF_SECONDS)
        self.press(*keys)
        self._answered, self._when = self._pilot.place, time.monotonic()


def until(people: Sequence[Person], is_so: Callable[[], bool], what: str) -> None:
    """Play on until it is so."""
    ends = time.monotonic() + GAME_SECONDS
    while not is_so():
        if time.monotonic() > ends:
            screens = "\n".join(f"--- {one.name}\n{one.pane.text()}" for one in people)
            raise Trouble(f"not within {GAME_SECONDS} s: {what}\n{screens}")
        for one in people:
            one.play()
        time.sleep(0.05)


def is_over(person: Person) -> bool:
    return "The game is over." in person.pane.text()


def evening(folder: Path) -> str:
    try:
        return _evening(folder)
    except TimeoutError as error:
        raise Trouble(str(error)) from None


def _evening(folder: Path) -> str:
    with Network(len(NAMES)) as network, ExitStack() as stack:
        people = [Person(network, host, folder, stack) for host in network.hosts]
        zoe, ada, bastien, dora = people
        told = [_first_table(zoe, [ada, bastien])]
        told.append(_come_late(dora, [zoe, ada, bastien]))
        _play_out(people, "first")
        dora.sees("Enter goes back to the menu")
        dora.press("enter")
        dora.play_for(None)
        told.append(_rematch(zoe, [ada, bastien]))
        _leave_and_return(bastien, [zoe, ada])
        _play_out([zoe, ada, bastien], "second")
        told.append(_another_game(zoe, [ada, bastien], dora))
        _play_out(people, "third")
        for one in people:
            one.press("f8")
        for one in people:
            one.sees("Enter goes back to the menu")
        total = sum(one.pressed for one in people)
        return "; ".join([*told, f"{total} keys in all", *_logs(people)])


def _first_table(opener: Person, guests: Sequence[Person]) -> str:
    _open(opener, "1", "4", bots="1")
    opener.keep("lobby")
    keys, seconds = opener.pressed, time.monotonic() - opener.began
    opener.press("f6")
    opener.sees("To send to the others", "p2pjeux://")
    opener.keep("invitation")
    link = read_code(opener.pane.colours(), SIZE)
    opener.press("f6")
    for guest in guests:
        guest.sees("▸", "sit down at")
        guest.keep("menu")
        guest.press("enter")
    for guest in guests:
        opener.sees(f"{guest.name} would like to come in")
        opener.keep("knock")
        opener.press("f2")
    _get_ready([opener, *guests])
    now = time.monotonic()
    counted = ", ".join(
        f"{one.name} {one.pressed} keys and {now - one.began:.1f} s" for one in (opener, *guests)
    )
    return (
        f"open after {keys} keys and {seconds:.1f} s, cards after {counted}, of which F6 twice; "
        f"the camera reads {link}"
    )


def _come_late(late: Person, others: Sequence[Person]) -> str:
    """Somebody plays instead of the bot, which is the second seat of the first machine."""
    before = late.pressed
    until(others, lambda: _steps(others[0]) >= 12, "a game under way")
    late.sees("sit down at", "instead of a bot")
    late.keep("late-menu")
    late.press(*_number(late.pane.text(), "sit down at"))
    late.sees("▸", "instead of a bot")
    late.press("enter")
    late.sees("Ask them?")
    late.press(*"yes", "enter")
    for one in others:
        one.sees(f"{late.name} would like to play")
        one.press("f9")
        one.sees(f"let {late.name} play")
        one.keep(f"late-{one.name}")
        one.press("enter")
    late.pane.wait(lambda text: "step" in text)
    late.play_for(others[0].home, 1)
    # Whoever is asked something has no room for who is there.
    is_told = partial(_is_told_of, late, others)
    until((), lambda: is_told() is not None, "who plays for the bot")
    told = is_told()
    if told is not None:
        told.keep("late-played")
    keys = late.pressed - before
    return f"{late.name} came late: {keys} keys, and two of each of the others"


def _is_told_of(late: Person, others: Sequence[Person]) -> Person | None:
    words = f"played by {late.name}"
    return next((one for one in others if words in one.pane.text()), None)


def _number(screen: str, words: str) -> str:
    """The number that stands before an entry of the menu."""
    (row,) = (row for row in screen.splitlines() if words in row)
    return row.strip(" ▸").partition(".")[0]


def _open(opener: Person, game: str, seats: str, bots: str = "") -> None:
    """Open a table from the first page of the menu, or from the list of the games."""
    seen = opener.pane.wait(lambda text: "open a table" in text or "Which game?" in text)
    if "Which game?" not in seen:
        opener.press("enter")
    opener.sees("Which game?")
    opener.press(game, "enter")
    opener.sees("How many play?")
    opener.press(seats, "enter")
    opener.sees("ready to be opened")
    if bots:
        opener.press("2", "enter")
        opener.sees("are bots?")
        opener.press(bots, "enter")
        opener.sees("ready to be opened")
    opener.press("enter")
    opener.sees("ready to begin")


def _get_ready(people: Sequence[Person]) -> None:
    for one in people:
        one.sees("ready to begin")
        one.press("enter")
    for one in people:
        one.pane.wait(lambda text: "step" in text)


def _play_out(people: Sequence[Person], name: str) -> None:
    """To the end of a game, and to the page that tells it and says what the log has proved.

    Who plays for a bot has no page: no log of its own says more than that of the others.
    """
    until(people, lambda: all(map(is_over, people)), "the end of a game")
    people[0].keep(f"{name}-over")
    for one in people:
        one.sees("The game is over.")
        one.press("enter")
    for one in (one for one in people if not one.is_late):
        one.sees("again with the same people", "signatures of")
    people[0].keep(f"{name}-told")


def _rematch(zoe: Person, others: Sequence[Person]) -> str:
    began, before = time.monotonic(), sum(one.pressed for one in (zoe, *others))
    zoe.press("f2")
    others[0].sees("They wait for you")
    others[0].keep("again")
    for one in others:
        one.press("f2")
    for one in (zoe, *others):
        one.pane.wait(lambda text: "step" in text)
    keys = sum(one.pressed for one in (zoe, *others)) - before
    return f"again after {keys} keys and {time.monotonic() - began:.1f} s"


def _leave_and_return(leaver: Person, others: Sequence[Person]) -> None:
    until([leaver, *others], lambda: _steps(leaver) >= 12, "a game under way")
    leaver.press("f8")
    leaver.sees("Enter  leave")
    leaver.press("enter")
    others[0].sees(f"{leaver.name} has left")
    others[0].keep("left")
    leaver.sees("Enter goes back to the menu")
    leaver.press("enter")
    leaver.sees("▸", "resume “")
    leaver.keep("resume")
    leaver.press("enter")
    leaver.pane.wait(lambda text: "step" in text)
    leaver.keep("back")


def _steps(person: Person) -> int:
    head = person.pane.text().partition("\n")[0]
    last = head.split()[-1:] if "step" in head else []
    return int(last[0]) if last and last[0].isdecimal() else 0


def _another_game(zoe: Person, others: Sequence[Person], late: Person) -> str:
    began, before = time.monotonic(), sum(one.pressed for one in (zoe, *others, late))
    zoe.press("f5")
    for one in others:
        one.press("f8")
        one.sees("Enter goes back to the menu")
        one.press("enter")
    _open(zoe, "2", "4")
    for one in (*others, late):
        one.sees("sit down at")
        one.keep(f"menu-{one.name}")
        one.press("enter")
    zoe.sees(f"{late.name} would like to come in")
    zoe.press("f2")
    _get_ready([zoe, *others, late])
    keys = sum(one.pressed for one in (zoe, *others, late)) - before
    return f"another game after {keys} keys of four and {time.monotonic() - began:.1f} s"


def _logs(people: Sequence[Person]) -> list[str]:
    """All logs of a table are one, and good."""
    logs: dict[str, set[bytes]] = {}
    for one in people:
        for path in one.home.glob("data/tables/*/log.p2pj"):
            logs.setdefault(path.parent.name, set()).add(path.read_bytes())
    told = []
    for same in logs.values():
        verdict = verify(next(iter(same)))
        if len(same) != 1 or not verdict.ok or verdict.outcome is None:
            raise Trouble(f"{len(same)} different logs, {verdict.finding.value} {verdict.reason}")
        told.append(f"a log of {verdict.counts.steps} steps")
    return told


SCENES = {"evening": evening}
