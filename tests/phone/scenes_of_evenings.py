"""Evenings as people live them, in several browsers, with pictures of what is seen."""

import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final, cast

from tests.export.browser import Browser, browser_pipe
from tests.lan.network import Network
from tests.lan.players import Trouble, wait_until
from tests.lan.scenes import answer, signed_in, type_line
from tests.log.sameness import digest_of
from tests.phone.engines import engine_page
from tests.phone.house import (
    GAME_SECONDS,
    Home,
    agree,
    all_logs,
    gather,
    house,
    noted,
    tap_away,
    until_over,
    within,
)
from tests.phone.people import Phone, log_in
from tests.phone.scenes_of_trouble import MIDWAY, PATIENCE, second_laptop

CHAT: Final = "rendez-vous derriere le dolmen"
# What one laptop plays with three phones, and how many people sit at it.
AT_LAPTOP: Final = {"ostrakon": 2, "stonehenge": 2, "pantheon": 1, "europax": 1, "course": 1}


def one_of_each(game: str, folder: Path) -> str:
    """Chromium, Firefox and WebKitGTK at one table with a laptop."""
    with ExitStack() as stack:
        network = stack.enter_context(Network(4))
        laptop = Home(network, 1, folder)
        stack.callback(laptop.kill)
        phones = three_engines(stack, network, folder, first=2)
        names = [word for name in ("Bob", "Ana")[: AT_LAPTOP[game]] for word in ("--name", name)]
        laptop.host_table(game, 3 + AT_LAPTOP[game], *names)
        gather(phones, laptop.address)
        began = time.monotonic()
        tap_away(phones)
        until_over(phones)
        laptop.finish(GAME_SECONDS)
        took = time.monotonic() - began
        told, seen = agree(all_logs([laptop], phones)), noted(phones)
        for phone in phones:
            phone.page.photograph(folder / f"{phone.name}.png")
        return f"{told}; played in {took:.0f} s with {seen['taps']} taps"


def three_engines(stack: ExitStack, network: Network, folder: Path, first: int) -> list[Phone]:
    """A page in each, at a host of its own."""
    pipe = stack.enter_context(browser_pipe(folder / "browser", *within(network, first)))
    pages: list[object] = [Browser(pipe, isolated=True)]
    pages += [
        stack.enter_context(engine_page(engine, *within(network, host)))
        for host, engine in enumerate(("firefox", "webkit"), first + 1)
    ]
    # They are asked alike, though only one of them can be killed.
    return [
        Phone(cast("Browser", page), name)
        for page, name in zip(pages, ("Chromium", "Firefox", "WebKit"), strict=True)
    ]


def one_of_each_and_nobody(folder: Path) -> str:
    """The same three, and the laptop that served them is cut off for good."""
    with ExitStack() as stack:
        network = stack.enter_context(Network(5))
        laptops = [Home(network, host, folder) for host in (1, 2)]
        for one in laptops:
            stack.callback(one.kill)
        first, second = laptops
        phones = three_engines(stack, network, folder, first=3)
        first.host_table("stonehenge", 5, "--name", "Bob", "--patience", PATIENCE)
        address = first.address.split("/")[2]
        second.start("join", address, "--auto", "--plain", "--name", "Ana")
        gather(phones, first.address)
        tap_away(phones)
        wait_until(lambda: second.steps() >= MIDWAY, GAME_SECONDS, "the middle of the game")
        network.cut(1)
        at = second.steps()
        until_over(phones)
        second.finish(GAME_SECONDS)
        return f"cut at step {at}; {agree(all_logs([second], phones))}"


def overheard(folder: Path) -> str:
    """Everything on the wire is written down: no name, card, vote or line is in it."""
    capture = folder / "wire.pcap"
    with house(folder, phones=4) as here:
        (laptop,), phones = here.laptops, here.phones
        here.network.capture(capture)
        # A table without a name of its own is announced under that of its opener, to everybody.
        laptop.host_table("ostrakon", 5, "--name", "Bartholomée", "--table", "cabane")
        gather(phones, laptop.address)
        zoe = phones[0]
        tap_away(phones)
        wait_until(lambda: laptop.steps() >= MIDWAY, GAME_SECONDS, "the middle of the game")
        zoe.wait("document.querySelector('[data-tab=chat]') !== null")
        zoe.page.ask("document.querySelector('[data-tab=chat]').click()")
        zoe.wait("document.querySelector('form.writer input:not([data-write])') !== null")
        zoe.page.ask(
            "(() => { const field = document.querySelector('form.writer input:not([data-write])');"
            f" field.value = '{CHAT}'; field.form.requestSubmit(); }})()"
        )
        until_over(phones)
        laptop.finish(GAME_SECONDS)
        told = agree(all_logs([laptop], phones))
        kept = [data for name, data in zoe.kept.items() if name.endswith(("/secret", "seed"))]
    if CHAT not in laptop.said.read_text("utf-8"):
        raise Trouble("the line of chat was not heard")
    wire = capture.read_bytes()
    texts = [CHAT, "Bartholomée", *(phone.name for phone in phones if len(phone.name) > 3)]
    looked_for = [*(text.encode() for text in texts), *kept, *signed_in(laptop)]
    found = [one for one in looked_for if one in wire]
    if found:
        raise Trouble(f"in the clear on the wire: {found[:5]}")
    return f"{told}; none of {len(looked_for)} texts, votes and secrets in {len(wire) >> 10} KiB"


def evening(folder: Path) -> str:
    """Two laptops and five phones, two games in a row; a page is loaded anew, a laptop closed."""
    with house(folder, laptops=2, phones=5) as here:
        (first, second), phones = here.laptops, here.phones
        album = Album(folder / "pictures")
        first.host_table("ostrakon", 7, "--name", "Bob", "--patience", PATIENCE)
        second_laptop(here)
        album.arrive(phones[0], first.address)
        gather(phones[1:], first.address)
        album.gathered(phones[0])
        album.table(phones[0], "ostrakon")
        tap_away(phones)
        wait_until(lambda: first.steps() >= MIDWAY, GAME_SECONDS, "the middle of the game")
        phones[2].open(first.address)
        second.kill()
        until_over(phones)
        album.ended(phones[0], "ostrakon")
        first.finish(GAME_SECONDS)
        told = [agree(all_logs([first], phones))]
        first.said.unlink()
        first.host_table("pantheon", 6, "--name", "Bob", "--patience", PATIENCE)
        for phone in phones:
            next_game(phone)
        album.table(phones[0], "pantheon")
        until_over(phones)
        album.ended(phones[0], "pantheon")
        first.finish(GAME_SECONDS)
        logs = {digest_of(path.read_bytes()) for path in first.home.glob("data/tables/*/log.p2pj")}
        for phone in phones:
            if digest_of(log_in(phone)) not in logs:
                raise Trouble(f"{phone.name} has another log of the second game")
        noted(phones)
        return f"{'; '.join(told)}; a second game, {len(logs)} logs; {album.count} pictures"


def private(folder: Path) -> str:
    """A private table: a wrong code is asked for again, the right one opens it."""
    code = folder / "code.txt"
    code.write_text("lune-pomme-ours\n")
    with house(folder, phones=1) as here:
        (laptop,), (zoe,) = here.laptops, here.phones
        names = ("--name", "Bob", "--name", "Ana")
        laptop.host_table("stonehenge", 3, *names, "--code-file", str(code))
        zoe.open(laptop.address)
        zoe.say_name()
        for said in ("lune-pomme-loup", "Lune pomme ours"):
            zoe.wait("document.getElementById('code')?.value === ''")
            zoe.write("code", said)
        zoe.wait("document.querySelector('button[data-ready]') !== null")
        zoe.page.kill()
        zoe.open(laptop.address)
        zoe.wait("document.querySelector('button[data-ready]') !== null")
        zoe.be_ready()
        tap_away([zoe])
        until_over([zoe])
        laptop.finish(GAME_SECONDS)
        return agree(all_logs([laptop], [zoe]))


def once_more(folder: Path) -> str:
    """All say that they play again: the next table begins on the same links, without a lobby."""
    with house(folder, phones=2) as here:
        (laptop,), phones = here.laptops, here.phones
        typed = laptop.host_typed("stonehenge", 3, "--name", "Bob")
        gather(phones, laptop.address)
        type_line(typed, "ready")
        tap_away(phones)
        wait_until(partial(answer, laptop, typed), GAME_SECONDS, "the end of the game")
        until_over(phones)
        for phone in phones:
            phone.wait("document.querySelector('[data-again]') !== null")
            phone.page.ask("document.querySelector('[data-again]').click()")
        type_line(typed, "again")
        for phone in phones:
            phone.wait("document.querySelector('#status p.good') === null")
        wait_until(partial(answer, laptop, typed), GAME_SECONDS, "the end of the second game")
        until_over(phones)
        logs = [path.read_bytes() for path in laptop.home.glob("data/tables/*/log.p2pj")]
        kept = {digest_of(log_in(phone)) for phone in phones}
        if len(logs) != 2 or not kept <= set(map(digest_of, logs)) or len(kept) != 1:
            raise Trouble(f"{len(logs)} logs at the laptop, {len(kept)} last ones in the pages")
        for log in logs:
            agree({"laptop": log})
        return f"two games, the logs {[len(log) for log in logs]} bytes"


def next_game(phone: Phone) -> None:
    """Tap at what leads to the next table, and be ready there."""
    phone.wait("document.querySelector('[data-next]') !== null")
    phone.page.ask("document.querySelector('[data-next]').click()")
    phone.wait("document.querySelector('button[data-ready]') !== null")
    phone.be_ready()


class Album:
    """Pictures of every screen that a phone shows, at 360 px, to be looked at."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.count = 0
        folder.mkdir(parents=True)

    def take(self, phone: Phone, name: str) -> None:
        """A picture of the whole page, however long, dark and light."""
        if phone.is_too_wide:
            raise Trouble(f"{name} scrolls sideways")
        for scheme in ("dark", "light"):
            phone.page.prefer(scheme)
            path = self._folder / f"{self.count:02}-{name}-{scheme}.png"
            phone.page.photograph(path, is_whole=True)
        self.count += 1

    def arrive(self, phone: Phone, address: str) -> None:
        phone.open(address)
        self.take(phone, "welcome")
        phone.say_name()
        phone.wait("document.querySelector('button[data-ready]') !== null")
        self.take(phone, "room")

    def gathered(self, phone: Phone) -> None:
        self.take(phone, "room-full")
        phone.be_ready()
        phone.wait("document.body.dataset.screen === 'table'")

    def table(self, phone: Phone, game: str) -> None:
        phone.wait("document.querySelector('#tab .board')?.textContent.length > 9")
        for tab in ("board", "story", "chat", "seats"):
            phone.page.ask(f"document.querySelector('[data-tab={tab}]').click()")
            self.take(phone, f"{game}-{tab}")
        phone.page.ask("document.querySelector('[data-tab=rules]').click()")
        phone.wait("document.querySelector('dialog') !== null")
        self.take(phone, f"{game}-rules")
        phone.page.ask("document.querySelector('dialog button').click()")
        phone.page.ask("document.querySelector('[data-tab=board]').click()")
        phone.wait("document.querySelector('#choice [data-entry], #choice [data-write]') !== null")
        self.take(phone, f"{game}-asked")

    def ended(self, phone: Phone, game: str) -> None:
        self.take(phone, f"{game}-over")
        phone.page.ask("document.querySelector('[data-tab=seats]').click()")
        self.take(phone, f"{game}-over-seats")
        phone.page.ask("document.querySelector('[data-tab=story]').click()")
        self.take(phone, f"{game}-over-story")
        phone.page.ask("document.querySelector('[data-receipt]').click()")
        phone.wait("document.querySelectorAll('[data-over=receipt] .prose p').length > 1")
        self.take(phone, f"{game}-over-receipt")
        phone.page.ask("document.querySelector('dialog button').click()")
        phone.page.ask("document.querySelector('[data-tab=board]').click()")
