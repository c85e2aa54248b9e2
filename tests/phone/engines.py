"""Pages in Firefox and WebKitGTK, as Debian has them: one small driver for each of their protocols.

Marionette for Firefox: a length, a colon and JSON on a socket; WebDriver over HTTP for WebKit. Both
run in a namespace, and so does this file where it speaks to them: as a program that is given one
question a line and answers in one line.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import IO, Any, Final

MARIONETTE: Final = 2828
WEBDRIVER: Final = 4444
DISPLAY: Final = ":77"
MINI_BROWSER: Final = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
START_SECONDS: Final = 90
WAIT_SECONDS: Final = 300.0
PREFERENCES: Final = {
    "marionette.port": MARIONETTE,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.auto": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutwelcome.enabled": False,
    "dom.security.https_only_mode": False,
    "dom.security.https_first": False,
}


class Marionette:
    """Firefox."""

    def __init__(self, folder: Path) -> None:
        profile = folder / "profile"
        profile.mkdir()
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines))
        words = ("firefox-esr", "--headless", "--marionette", "--no-remote", "--width=500")
        self._programs = [_start(folder, *words, "--profile", str(profile), "about:blank")]
        self._socket: socket.socket = _until(_call_marionette)
        self._buffer = b""
        self._number = 0
        self._receive()
        timeouts = {"script": 300_000, "pageLoad": 300_000}
        self._ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"timeouts": timeouts}}})

    def go(self, address: str) -> None:
        self._ask("WebDriver:Navigate", {"url": address})

    def run(self, script: str, *, is_promise: bool = False) -> Any:
        kind = "ExecuteAsyncScript" if is_promise else "ExecuteScript"
        return self._ask(f"WebDriver:{kind}", {"script": script, "args": []})["value"]

    def photograph(self) -> str:
        return str(self._ask("WebDriver:TakeScreenshot", {"full": False})["value"])

    def close(self) -> None:
        _stop(self._programs)

    def _ask(self, name: str, given: dict[str, Any]) -> Any:
        self._number += 1
        data = json.dumps([0, self._number, name, given]).encode()
        self._socket.sendall(b"%d:%b" % (len(data), data))
        _, _, error, value = self._receive()
        if error:
            raise RuntimeError(f"{error['error']}: {error['message'][:600]}")
        return value

    def _receive(self) -> Any:
        while b":" not in self._buffer:
            self._buffer += self._more()
        size, _, rest = self._buffer.partition(b":")
        while len(rest) < int(size):
            rest += self._more()
        self._buffer = rest[int(size) :]
        return json.loads(rest[: int(size)])

    def _more(self) -> bytes:
        data = self._socket.recv(1 << 20)
        if not data:
            raise RuntimeError("Firefox is gone")
        return data


class WebKit:
    """MiniBrowser of WebKitGTK, on a screen that nobody sees."""

    def __init__(self, folder: Path) -> None:
        screen = ("-screen", "0", "800x1000x24", "-nolisten", "tcp")
        self._programs = [_start(folder, "Xvfb", DISPLAY, *screen)]
        time.sleep(1)
        self._programs.append(_start(folder, "WebKitWebDriver", f"--port={WEBDRIVER}"))
        _until(lambda: self._ask("GET", "/status"))
        options = {"binary": MINI_BROWSER, "args": ["--automation"]}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
        made = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._session = f"/session/{made['sessionId']}"
        self._tell("timeouts", {"script": 300_000, "pageLoad": 300_000})
        self._tell("window/rect", {"width": 500, "height": 900})

    def go(self, address: str) -> None:
        self._tell("url", {"url": address})

    def run(self, script: str, *, is_promise: bool = False) -> Any:
        kind = "async" if is_promise else "sync"
        return self._tell(f"execute/{kind}", {"script": script, "args": []})

    def photograph(self) -> str:
        return str(self._ask("GET", f"{self._session}/screenshot"))

    def close(self) -> None:
        with suppress(OSError, RuntimeError):
            self._ask("DELETE", self._session)
        _stop(self._programs)

    def _tell(self, what: str, given: dict[str, Any]) -> Any:
        return self._ask("POST", f"{self._session}/{what}", given)

    def _ask(self, method: str, path: str, given: dict[str, Any] | None = None) -> Any:
        connection = HTTPConnection("127.0.0.1", WEBDRIVER, timeout=300)
        body = None if given is None else json.dumps(given)
        connection.request(method, path, body, {"Content-Type": "application/json"})
        value = json.loads(connection.getresponse().read())["value"]
        if isinstance(value, dict) and value.get("error"):
            raise RuntimeError(f"{value['error']}: {value['message'][:600]}")
        return value


ENGINES: Final[dict[str, type[Marionette] | type[WebKit]]] = {
    "firefox": Marionette,
    "webkit": WebKit,
}


def _call_marionette() -> socket.socket:
    return socket.create_connection(("127.0.0.1", MARIONETTE))


def _start(folder: Path, *words: str) -> subprocess.Popen[bytes]:
    places = {
        name: str(folder)
        for name in ("HOME", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")
    }
    more = {"DISPLAY": DISPLAY, "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"}
    with (folder / f"{Path(words[0]).name}.txt").open("wb") as said:
        return subprocess.Popen(
            words, env={**os.environ, **places, **more}, stdout=said, stderr=said
        )


def _until(tried: Any) -> Any:
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            return tried()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.5)


def _stop(programs: list[subprocess.Popen[bytes]]) -> None:
    for program in programs:
        program.terminate()
    for program in programs:
        try:
            program.wait(20)
        except subprocess.TimeoutExpired:
            program.kill()


class EnginePage:
    """A page in one of them, asked as ``Browser`` is; its complaints are not told."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.complaints: list[str] = []
        self._process = process
        self._always: list[str] = []

    def go(self, address: str) -> None:
        self._say("go", "about:blank")
        self._say("go", address)
        for script in self._always:
            self.ask(script)

    def always(self, script: str) -> None:
        self._always.append(script)

    def ask(self, expression: str) -> Any:
        return self._say("run", f"return ({expression.rstrip().removesuffix(';')})")

    def promise(self, expression: str) -> Any:
        return self._say("promise", f"({expression}).then(arguments[arguments.length - 1])")

    def wait(self, condition: str) -> None:
        until = time.monotonic() + WAIT_SECONDS
        while not self.ask(f"Boolean({condition})"):
            assert time.monotonic() < until, f"{condition} does not come true"
            time.sleep(0.1)

    def text(self, element: str) -> str:
        return str(self.ask(f"document.getElementById('{element}').textContent"))

    def resize(self, width: int, height: int, *, is_phone: bool = False) -> None:
        """The window is as narrow as these browsers let it be."""

    def photograph(self, path: Path) -> None:
        path.write_bytes(b64decode(self._say("photograph", "")))

    def _say(self, what: str, given: str) -> Any:
        sent, came = self._process.stdin, self._process.stdout
        assert sent is not None
        assert came is not None
        sent.write(json.dumps([what, given]) + "\n")
        sent.flush()
        line = came.readline()
        assert line, "the driver is gone"
        kind, value = json.loads(line)
        assert kind == "value", value
        return value


@contextmanager
def engine_page(engine: str, *before: str) -> Iterator[EnginePage]:
    """A page in Firefox or WebKitGTK; ``before`` are words before a command: where it runs."""
    words = (*before, sys.executable, "-m", "tests.phone.engines", engine)
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        try:
            yield EnginePage(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(60)


def answer(engine: str, asked: IO[str], answers: IO[str]) -> None:
    """Do what each line asks for, until there are no more."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = ENGINES[engine](Path(folder))
        try:
            for line in asked:
                what, given = json.loads(line)
                try:
                    found = ["value", _do(page, what, given)]
                except (RuntimeError, OSError) as error:
                    found = ["error", str(error)]
                answers.write(json.dumps(found) + "\n")
                answers.flush()
        finally:
            page.close()


def _do(page: Marionette | WebKit, what: str, given: str) -> Any:
    match what:
        case "go":
            return page.go(given)
        case "run":
            return page.run(given)
        case "promise":
            return page.run(given, is_promise=True)
        case _:
            return page.photograph()


if __name__ == "__main__":
    answer(sys.argv[1], sys.stdin, sys.stdout)
