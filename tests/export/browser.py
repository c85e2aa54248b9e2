"""A headless Chromium driven through a pipe: no port, no driver, nothing beside the browser.

It speaks the browser's own protocol (Chrome DevTools): JSON objects with a zero byte after each.
"""

import json
import os
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
SECONDS_MOST = 60.0
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    # Several pages are several phones, and each is looked at.
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--remote-debugging-pipe",
)
# The browser wants its pipes as descriptors 3 and 4, whatever numbers they have here.
LAUNCH = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
for wanted, end in enumerate(ends, 3):
    os.dup2(end, wanted)
os.execv(sys.argv[3], sys.argv[3:])
"""
KEY_CODES = {"ArrowRight": 39, "ArrowLeft": 37, "PageUp": 33, "PageDown": 34, "Home": 36, "End": 35}


def find_browser() -> str:
    """The path of Chromium; skip the test where there is none, or where no pipe can be passed."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        # Where .ci/run has seen to it that there is one, its lack is no excuse.
        excuse = pytest.fail if os.environ.get("P2PJEUX_TESTS_FETCH") else pytest.skip
        excuse("no Chromium is installed, and the page is tested in it")
    if os.name != "posix":
        pytest.skip("Chromium is driven through pipes that only a POSIX system passes on")
    return found


class Pipe:
    """The way to one browser, which may have several pages."""

    def __init__(self, reading: int, writing: int) -> None:
        self._reading = reading
        self._writing = writing
        self._buffer = b""
        self._number = 0
        # Who hears the events of each page.
        self.hearers: dict[str, Callable[[dict[str, Any]], None]] = {}

    def call(self, session: str | None, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        os.write(self._writing, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer)
                result: dict[str, Any] = answer["result"]
                return result
            hear = self.hearers.get(answer.get("sessionId", ""))
            if hear is not None:
                hear(answer)

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select([self._reading], [], [], SECONDS_MOST)
            assert ready, "the browser does not answer"
            data = os.read(self._reading, 1 << 20)
            assert data, "the browser is gone"
            self._buffer += data
        message, self._buffer = self._buffer.split(b"\0", 1)
        answer: dict[str, Any] = json.loads(message)
        return answer


class Browser:
    """One page in one browser; ``isolated``, it shares nothing with the others, as on a phone."""

    def __init__(self, pipe: Pipe, *, isolated: bool = False) -> None:
        self._pipe = pipe
        # What the page complained about: errors of scripts, and what its policy forbade.
        self.complaints: list[str] = []
        # Every address that the page asked for.
        self.requests: list[str] = []
        self._context: dict[str, str] = {}
        if isolated:
            made = pipe.call(None, "Target.createBrowserContext", {})
            self._context = {"browserContextId": made["browserContextId"]}
        self._attach()

    def _attach(self) -> None:
        opened = {"url": "about:blank", **self._context}
        self._target = self._pipe.call(None, "Target.createTarget", opened)["targetId"]
        wanted = {"targetId": self._target, "flatten": True}
        self._session = self._pipe.call(None, "Target.attachToTarget", wanted)["sessionId"]
        self._pipe.hearers[self._session] = self._hear
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def another(self) -> "Browser":
        """A second page that shares what this one keeps, as another tab does."""
        tab = object.__new__(Browser)
        tab.__dict__.update(self.__dict__, complaints=[], requests=[])
        tab._attach()
        return tab

    def kill(self) -> None:
        """Close the page at once, and open an empty one in its place: what it kept stays."""
        self._pipe.call(None, "Target.closeTarget", {"targetId": self._target})
        self._attach()

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._pipe.call(self._session, method, parameters)

    def _hear(self, event: dict[str, Any]) -> None:
        parameters = event.get("params", {})
        match event.get("method"):
            case "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(parameters["exceptionDetails"]))
            case "Log.entryAdded":
                self.complaints.append(parameters["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])
            case _:
                pass

    def open(self, path: Path, fragment: str = "") -> None:
        """Show a page of this machine, and wait until it has checked its log."""
        self.go(path.as_uri() + fragment)
        self.wait("document.documentElement?.dataset.checked !== undefined")

    def go(self, address: str) -> None:
        """Leave whatever is shown, and show what is served there."""
        # Another fragment of the page that is open would only scroll in it.
        self.call("Page.navigate", url="about:blank")
        self.wait("location.href === 'about:blank'")
        self.requests.clear()
        self.call("Page.navigate", url=address)

    def promise(self, expression: str) -> Any:
        """What a promise in the page comes to."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def always(self, script: str) -> None:
        """Run a script in every page that is opened from now on, before anything of its own."""
        self.call("Page.addScriptToEvaluateOnNewDocument", source=script)

    def wait(self, condition: str) -> None:
        """Wait until an expression is true in the page."""
        promise = (
            "new Promise((done) => { const look = () => "
            f"({condition}) ? done(true) : setTimeout(look, 20); look(); }})"
        )
        for _ in range(5):
            try:
                self.call("Runtime.evaluate", expression=promise, awaitPromise=True)
            except AssertionError:
                # The page changed while it was asked.
                continue
            return
        raise AssertionError(f"{condition} does not come true")

    def ask(self, expression: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def text(self, element: str) -> str:
        return str(self.ask(f"document.getElementById('{element}').textContent"))

    def press(self, key: str) -> None:
        """Press a key as a person does."""
        code = KEY_CODES.get(key, ord(key.upper()[0]))
        named = {"key": key, "windowsVirtualKeyCode": code}
        typed = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", **named, **typed)
        self.call("Input.dispatchKeyEvent", type="keyUp", **named)

    def click(self, element: str) -> None:
        """Click in the middle of an element."""
        self.ask(f"document.getElementById('{element}').scrollIntoView()")
        place = self.ask(
            f"(() => {{ const box = document.getElementById('{element}').getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call(
                "Input.dispatchMouseEvent",
                type=kind,
                x=place[0],
                y=place[1],
                button="left",
                clickCount=1,
            )

    def resize(self, width: int, height: int, *, is_phone: bool = False) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if is_phone else 1,
            mobile=is_phone,
        )

    def prefer(self, scheme: str) -> None:
        """Ask for dark or light colours."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def photograph(self, path: Path, *, is_whole: bool = False) -> None:
        """What is seen; ``is_whole``, all of a page that is longer than its window."""
        asked = {"format": "png", "captureBeyondViewport": is_whole}
        if is_whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            asked["clip"] = {**size, "scale": 1}
        picture = self.call("Page.captureScreenshot", **asked)["data"]
        path.write_bytes(b64decode(picture))


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """A browser of one's own with one page; ``folder`` keeps what it writes down."""
    with browser_pipe(folder) as pipe:
        yield Browser(pipe)


@contextmanager
def browser_pipe(folder: Path, *before: str) -> Iterator[Pipe]:
    """A browser without a page; ``before`` are words before its command: where it runs."""
    program = find_browser()
    to_browser, writing = os.pipe()
    reading, from_browser = os.pipe()
    ends = [str(to_browser), str(from_browser)]
    process = subprocess.Popen(
        [
            *(*before, sys.executable, "-c", LAUNCH, *ends),
            *(program, *FLAGS, f"--user-data-dir={folder}", "about:blank"),
        ],
        pass_fds=(to_browser, from_browser),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(to_browser)
    os.close(from_browser)
    try:
        yield Pipe(reading, writing)
    finally:
        os.close(writing)
        os.close(reading)
        process.terminate()
        process.wait(timeout=SECONDS_MOST)
