"""A house with one wifi, laptops and phones in it: namespaces, whole programs, and browsers."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Final

from p2pjeux.judge.verify import verify
from tests.export.browser import Browser, browser_pipe
from tests.lan.network import Network
from tests.lan.players import Player, Trouble, wait_until
from tests.log.sameness import digest_of
from tests.phone.parts import fetched
from tests.phone.people import Phone, log_in
from tests.phone.tapping import IS_OVER, TAPPER

GAME_SECONDS: Final = 900.0
NAMES: Final = (
    *("Zoé", "Max", "Léa", "Tom", "Eva", "Noé"),
    *("Lou", "Jade", "Paul", "Rose", "Luc"),
)
PAGES_EACH: Final = 3
# In milliseconds: how long the idle hand waits between two taps.
PAUSE: Final = 60


class Home(Player):
    """A laptop with what ``phone --get`` fetches; ``address`` is where pages find it."""

    def __init__(self, network: Network, host: int, folder: Path) -> None:
        super().__init__(network, host, folder)
        cache = self.home / "cache" / "phone"
        cache.parent.mkdir(parents=True)
        cache.symlink_to(fetched().parent)
        self.address = ""

    def host_table(self, game: str, seats: int, *options: str) -> None:
        """Open a table at which whoever comes may sit down."""
        self.start("host", game, "--seats", str(seats), "--plain", "--open", "--auto", *options)
        self.find_address()

    def host_typed(self, game: str, seats: int, *options: str) -> IO[bytes]:
        """The same, where somebody types; return where."""
        asked = ("--seats", str(seats), "--plain", "--open", *options)
        typed = self.start("host", game, *asked, typed=True)
        assert typed is not None
        self.find_address()
        return typed

    def find_address(self) -> None:
        """Read where pages find us, from what the program says last."""
        wanted = re.compile(r"http://[0-9.]+:\d+/#[a-z2-7]{16}\S*")
        found: list[str] = []

        def is_told() -> bool:
            found[:] = wanted.findall(self.said.read_text("utf-8")) if self.said.exists() else []
            return bool(found)

        wait_until(is_told, 60, "an address for phones")
        self.address = found[-1]

    @property
    def whole_log(self) -> bytes:
        path = self.log
        return b"" if path is None else path.read_bytes()


class House:
    """``laptops`` are at hosts 1, 2 …; ``phones`` at those after them, a few at each."""

    def __init__(self, network: Network, laptops: list[Home], phones: list[Phone]) -> None:
        self.network = network
        self.laptops = laptops
        self.phones = phones


@contextmanager
def house(folder: Path, laptops: int = 1, phones: int = 0) -> Iterator[House]:
    """Each phone is a page that shares nothing with the others; a few stand for one machine.

    A machine of its own for each would be a browser of its own for each.
    """
    browsers = -(-phones // PAGES_EACH)
    with ExitStack() as stack:
        network = stack.enter_context(Network(laptops + browsers))
        homes = [Home(network, host, folder) for host in range(1, laptops + 1)]
        for home in homes:
            stack.callback(home.kill)
        pipes = [
            stack.enter_context(browser_pipe(folder / f"browser{host}", *within(network, host)))
            for host in range(laptops + 1, laptops + browsers + 1)
        ]
        yield House(
            network,
            homes,
            [
                Phone(Browser(pipes[at // PAGES_EACH], isolated=True), NAMES[at])
                for at in range(phones)
            ],
        )


def within(network: Network, host: int) -> tuple[str, ...]:
    """The words before a command that say at which host it runs."""
    return ("ip", "netns", "exec", network.space(host))


def gather(phones: list[Phone], address: str) -> None:
    """Everybody opens the page, says his name, and is ready."""
    for phone in phones:
        phone.sit_down(address)
    for phone in phones:
        phone.be_ready()


def tap_away(phones: list[Phone], pause: int = PAUSE) -> None:
    """Let idle hands play in each page from now on, also after it is loaded again."""
    for phone in phones:
        script = TAPPER.replace("PAUSE", str(pause))
        phone.page.always(f"addEventListener('DOMContentLoaded', () => {script})")
        phone.page.ask(script)


def until_over(phones: list[Phone], seconds: float = GAME_SECONDS) -> None:
    """Wait for the end of the game in every page; raise Trouble with what the pages show."""
    until = time.monotonic() + seconds
    for phone in phones:
        while not phone.page.ask(IS_OVER):
            if time.monotonic() > until:
                shown = {one.name: one.page.text("main")[:400] for one in phones}
                raise Trouble(f"no end at {phone.name}: {shown}")
            time.sleep(0.5)


def agree(logs: dict[str, bytes]) -> str:
    """Raise Trouble unless all logs are one, whole and good; say how long it is."""
    if len({digest_of(log) for log in logs.values()}) != 1:
        sizes = {name: len(log) for name, log in logs.items()}
        raise Trouble(f"different logs: {sizes}")
    log = next(iter(logs.values()))
    verdict = verify(log)
    if not verdict.ok or verdict.outcome is None:
        raise Trouble(f"verify: {verdict.finding.value} {verdict.reason}")
    return f"{len(logs)} equal logs of {verdict.counts.steps} steps, {len(log)} bytes"


def all_logs(laptops: list[Home], phones: list[Phone]) -> dict[str, bytes]:
    ours = {f"laptop {one.host}": one.whole_log for one in laptops}
    return ours | {one.name: log_in(one) for one in phones}


def no_evidence(laptops: list[Home]) -> None:
    """Raise Trouble if somebody was convicted of anything, as who signs twice is."""
    found = [path for one in laptops for path in one.home.glob("data/tables/*/evidence*")]
    if found:
        raise Trouble(f"there is evidence: {found}")


def _blocks(found: list[int]) -> str:
    return f"{len(found)}, the longest {max(found, default=0)} ms"


def noted(phones: list[Phone]) -> dict[str, Any]:
    """What the idle hands saw, of all pages together; raise Trouble if a page was too wide."""
    found = [json.loads(one.page.ask("JSON.stringify(window.noted)")) for one in phones]
    if any(one["wide"] > 0 for one in found):
        raise Trouble(f"a page scrolls sideways: {[one['wide'] for one in found]}")
    small = sorted({text for one in found for text in one["small"]})
    if small:
        raise Trouble(f"too small for a finger: {small}")
    # Laptops that went home are called still.
    complaints = [
        text for one in phones for text in one.page.complaints if "CONNECTION" not in text
    ]
    if complaints:
        raise Trouble(f"a page complains: {complaints[:3]}")
    return {
        "taps": sum(one["taps"] for one in found),
        "blocked": _blocks([ms for one in found for ms in one["blocked"]]),
    }
