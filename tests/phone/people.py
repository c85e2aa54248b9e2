"""Laptops and phones at one table: whole programs, and pages in Chromium that are tapped at."""

import json
import re
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from p2pjeux.phone.seat.kept import find_table
from tests.app.programs import Window, fresh, say_until
from tests.export.browser import Browser, Pipe
from tests.phone.parts import fetched

# What a person with patience would do: look, then tap anything that can be tapped.
LOOK: Final = """(() => {
  const all = (what) => [...document.querySelectorAll(`#choice ${what}`)];
  return JSON.stringify({
    broken: document.body.dataset.broken ?? "",
    over: document.querySelector("#status p.good") !== null,
    entries: all("[data-entry]").map((one) => one.getAttribute("aria-pressed") === "true"),
    accept: all("[data-accept]").length > 0,
    writes: all("[data-write]").length > 0,
    prompt: all("#prompt").map((one) => one.textContent).join(""),
  });
})()"""
WRITE: Final = """(() => {
  const field = document.querySelector("#choice [data-write]");
  field.value = `Clef ${Math.floor(Math.random() * 1000)} ?`; field.form.requestSubmit();
})()"""
# All that a page keeps, as names and bytes in base 64.
KEPT: Final = """new Promise((done) => {
  const asked = indexedDB.open("p2pjeux", 1);
  asked.onsuccess = () => {
    const store = asked.result.transaction("kept").objectStore("kept");
    const names = store.getAllKeys(), values = store.getAll();
    values.onsuccess = () => {
      const text = (data) => btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(""));
      done(JSON.stringify(names.result.map((name, at) => [name, text(values.result[at])])));
      asked.result.close();
    };
  };
})"""


class Laptop(Window):
    """A home with what ``phone --get`` fetches, and a program that hosts."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        cache = home / "cache" / "phone"
        cache.parent.mkdir(parents=True)
        cache.symlink_to(fetched().parent)
        self.address = self.origin = ""

    def host(self, game: str, seats: int, *names: str, port: int = 0) -> None:
        """Open a table that nobody has to be let into; ``address`` is where a page finds it."""
        named = [word for name in names for word in ("--name", name)]
        asked = ("--seats", str(seats), *named, "--table", fresh(game), "--open", "--plain")
        self.program = self.start("host", game, *asked, "--auto", "--port", str(port))
        said = say_until(self.program, "p2pjeux://")
        found = re.search(r"p2pjeux://\S*?:(\d+)/([a-z2-7]{16})", said)
        assert found is not None, said
        self.port = int(found[1])
        self.origin = f"http://127.0.0.1:{found[1]}"
        self.address = f"http://127.0.0.1:{found[1]}/#{found[2]}"
        self.table = asked[asked.index("--table") + 1]

    @property
    def log(self) -> bytes:
        (log,) = self.logs
        return log.read_bytes()


class Phone:
    """A page at 360 px, and somebody who taps."""

    def __init__(self, page: Browser, name: str) -> None:
        self.page = page
        self.name = name
        self._random = Random(name)
        self.taps = 0
        page.resize(360, 740, is_phone=True)

    def open(self, address: str) -> None:
        """Go to the address of a table and wait until the page has come up."""
        self.page.go(address)
        self.wait("document.body?.dataset.ready === '1'")

    def say_name(self) -> None:
        self.write("name", self.name)

    def write(self, field: str, text: str) -> None:
        """Fill the one field of the page, and confirm."""
        filled = f"document.getElementById('{field}').value = {json.dumps(text)}"
        self.page.ask(f"({filled}, document.querySelector('#body button.go').click())")

    def sit_down(self, address: str) -> None:
        self.open(address)
        self.say_name()
        self.wait("document.querySelector('button[data-ready]') !== null")

    def be_ready(self) -> None:
        self.page.ask("document.querySelector('button[data-ready=false]').click()")

    def wait(self, condition: str) -> None:
        """Wait until this is so; fail if the page breaks before."""
        self.page.wait(f"document.body?.dataset.broken !== undefined || ({condition})")
        broken = self.page.ask("document.body.dataset.broken")
        assert broken is None, broken

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.page.ask(LOOK))
        assert not found["broken"], found["broken"]
        return found

    def tap(self) -> bool:
        """Tap at something, if anything is asked; whether the game goes on."""
        seen = self.look()
        off = [at for at, is_on in enumerate(seen["entries"]) if not is_on]
        if seen["writes"]:
            self.page.ask(WRITE)
        elif seen["accept"] and (not off or self._random.random() < 0.5):
            self._click("[data-accept]")
        elif off:
            self._click(f"[data-entry='{self._random.choice(off)}']")
        self.taps += bool(seen["writes"] or seen["accept"] or off)
        return not seen["over"]

    def _click(self, what: str) -> None:
        # It may have gone since it was looked at.
        self.page.ask(f"document.querySelector(`#choice {what}`)?.click()")

    @property
    def kept(self) -> dict[str, bytes]:
        named = json.loads(self.page.promise(KEPT))
        return {name: b64decode(data) for name, data in named}

    @property
    def is_too_wide(self) -> bool:
        return bool(self.page.ask("document.documentElement.scrollWidth > innerWidth"))


def play_on(phones: list[Phone]) -> None:
    """Tap until the game is over everywhere."""
    going = list(phones)
    while going:
        going = [phone for phone in going if phone.tap()]


def log_in(phone: Phone) -> bytes:
    """The log that a page has kept, whether or not its game is over."""
    kept = {name: data for name, data in phone.kept.items() if not name.endswith("/over")}
    found = find_table(kept)
    assert found is not None
    return found.log


@contextmanager
def laptop(folder: Path) -> Iterator[Laptop]:
    opened = Laptop(folder)
    try:
        yield opened
    finally:
        opened.close()


def phones(pipe: Pipe, *names: str) -> list[Phone]:
    """A page for each, which share nothing."""
    return [Phone(Browser(pipe, isolated=True), name) for name in names]
