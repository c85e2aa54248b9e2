"""A real terminal for a real process: tmux, one private server for each pane."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from p2pjeux.rules.drawing import Size

ROOT: Final = Path(__file__).parent.parent.parent
TIMEOUT_SECONDS: Final = 60.0
POLL_SECONDS: Final = 0.02
EXITED: Final = "exited with "
# tmux's own names of keys, where they are not those of the program.
KEYS: Final = {
    "enter": "Enter",
    "escape": "Escape",
    "backspace": "BSpace",
    "c-c": "C-c",
    "c-u": "C-u",
    "home": "Home",
    "end": "End",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    " ": "Space",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}


class Pane:
    """``p2pjeux`` with these arguments in a window of that size; ``within`` is put before it."""

    def __init__(
        self,
        arguments: tuple[str, ...],
        size: Size,
        home: Path,
        within: tuple[str, ...] = (),
    ) -> None:
        self.size = size
        self._server = f"p2pjeux-{uuid.uuid4().hex[:12]}"
        environment = {
            "TERM": "tmux-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "P2PJEUX_HOME": str(home),
        }
        # The pane outlives the program, so that it can be looked at when that has ended.
        shell = f'"$@"; echo "{EXITED}$?."; exec sleep 1000000'
        program = (sys.executable, "-m", "p2pjeux", *arguments)
        variables = (f"{name}={value}" for name, value in environment.items())
        window = ("-x", str(size.columns), "-y", str(size.rows))
        self._tmux(
            *("-f", "/dev/null", "new-session", "-d", "-s", "p", *window, "-c", str(ROOT)),
            *("env", *variables, "sh", "-c", shell, "sh", *within, *program),
        )

    def _tmux(self, *arguments: str) -> str:
        done = subprocess.run(
            ["tmux", "-u", "-L", self._server, *arguments],
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    def press(self, *keys: str) -> None:
        """Press keys by the names that the program has for them; other strings are typed."""
        for key in keys:
            if key in KEYS:
                self._tmux("send-keys", "-t", "p", KEYS[key])
            else:
                self._tmux("send-keys", "-t", "p", "-l", key)

    def text(self) -> str:
        lines = self._tmux("capture-pane", "-p", "-t", "p").split("\n")[: self.size.rows]
        return "\n".join(line.rstrip() for line in lines)

    def colours(self) -> str:
        """The screen with the codes of its colours, a line for each row."""
        return self._tmux("capture-pane", "-e", "-N", "-p", "-t", "p")

    def wait(self, is_right: Callable[[str], bool]) -> str:
        """The screen, once it is right."""
        until = time.monotonic() + TIMEOUT_SECONDS
        while not is_right(seen := self.text()):
            if time.monotonic() > until:
                raise TimeoutError("never seen; the screen is:\n" + seen)
            time.sleep(POLL_SECONDS)
        return seen

    def exit_code(self) -> int:
        """The exit code of the program, once it has ended."""
        seen = self.wait(lambda text: EXITED in text)
        # A program that was killed leaves its screen behind, on both sides of this.
        return int(seen.rpartition(EXITED)[2].partition(".")[0])

    def is_restored(self) -> bool:
        """Whether the terminal is off the other screen, shows its cursor and reports no mouse."""
        return self._display("#{alternate_on} #{cursor_flag} #{mouse_any_flag}") == "0 1 0"

    def kill(self) -> None:
        """End the program as a crash would: without a word."""
        shell = self._display("#{pane_pid}")
        found = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", shell], capture_output=True, text=True, check=True
        )
        os.kill(int(found.stdout.split()[0]), signal.SIGKILL)
        self.exit_code()

    def resize(self, size: Size) -> None:
        self.size = size
        self._tmux("resize-window", "-t", "p", "-x", str(size.columns), "-y", str(size.rows))

    def _display(self, what: str) -> str:
        return self._tmux("display-message", "-p", "-t", "p", what).strip()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        subprocess.run(
            ["tmux", "-L", self._server, "kill-server"], capture_output=True, check=False
        )
