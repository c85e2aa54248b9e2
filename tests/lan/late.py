"""Whoever comes late: plays instead of a bot once all agree, goes, and the bot plays on."""

from pathlib import Path
from typing import IO

from tests.lan.gathering import TABLE, players_of
from tests.lan.network import Network
from tests.lan.players import Player, Trouble, wait_until

SECONDS = 90.0


class Typist:
    """Somebody at plain lines, who takes the first of whatever is to be chosen."""

    def __init__(self, player: Player, *arguments: str) -> None:
        self.player = player
        typed = player.start(*arguments, "--plain", typed=True)
        assert typed is not None
        self._typed: IO[bytes] = typed
        self._answered = 0

    def type(self, line: str) -> None:
        self._typed.write(f"{line}\n".encode())
        self._typed.flush()

    def hears(self, words: str, times: int = 1) -> None:
        wait_until(
            lambda: self.player.count(words) >= times,
            SECONDS,
            f"“{words}” on host {self.player.host}: {self.player.tail()}",
        )

    def answer(self) -> int:
        """Answer what is asked by now; return how often anything was asked."""
        asked = self.player.count("Type the number") + self.player.count("Press Enter")
        if asked > self._answered:
            self._answered = asked
            lines = self.player.said.read_text("utf-8").splitlines()
            is_confirmed = any(line.startswith("Press Enter") for line in lines[-3:])
            self.type("" if is_confirmed else "1")
        return asked


def late_comer(folder: Path) -> str:
    with Network(3) as network, players_of(network, folder) as players:
        seats = ("--seats", "3", "--bots", "1", "--open", "--table", TABLE, "--patience", "600")
        anne = Typist(players[0], "host", "stonehenge", *seats, "--name", "Anne")
        anne.hears("The table is open")
        basile = Typist(players[1], "join", TABLE, "--name", "Basile")
        basile.hears("(you): not ready yet")
        anne.type("ready")
        basile.type("ready")
        _play([anne, basile], 12)
        dora = Typist(players[2], "join", TABLE, "--name", "Dora")
        dora.hears("Ask them?")
        bot = _bot_of(players[0])
        dora.type("yes")
        for one in (anne, basile):
            one.hears(f"Dora would like to play instead of {bot}")
            one.type(f"without {bot}")
        for one in (anne, basile):
            one.hears(f"Dora plays for {bot} now")
        dora.hears("You are")
        mine = _play([anne, basile, dora], 30, dora)
        players[2].kill()
        for one in (anne, basile):
            one.hears(f"The bot plays for {bot} again")
        _play([anne, basile], 12)
        logs = {player.steps() for player in players[:2]}
        return f"Dora decided {mine} times for {bot}; then the bot went on, to step {max(logs)}"


def _bot_of(player: Player) -> str:
    line = next(
        line for line in player.said.read_text("utf-8").splitlines() if "At the table:" in line
    )
    return next(
        part.strip(" .") for part in line.replace(" and ", ", ").split(",") if "(bot)" in part
    ).removeprefix("At the table: ")


def _play(typists: list[Typist], steps: int, last: Typist | None = None) -> int:
    """Play so many steps, and until ``last`` has decided; return how often that one was asked."""
    first = typists[0].player
    goal = first.steps() + steps
    counts = [0]

    def is_done() -> bool:
        asked = {id(one): one.answer() for one in typists}
        counts[0] = 0 if last is None else asked[id(last)]
        return first.steps() >= goal and (last is None or counts[0] > 1)

    wait_until(is_done, 2 * SECONDS, f"{steps} steps: {first.tail()}")
    if last is not None and not counts[0]:
        raise Trouble("whoever came late was never asked")
    return counts[0]


SCENES = {"late-comer": late_comer}
