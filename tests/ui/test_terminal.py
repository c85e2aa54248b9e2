import pytest

from p2pjeux.ui.terminal import takes_full_screen


class Tty:
    def isatty(self) -> bool:
        return True


class Pipe:
    def isatty(self) -> bool:
        return False


@pytest.mark.parametrize(
    ("term", "platform", "full"),
    [
        ("xterm-256color", "linux", True),
        ("tmux", "darwin", True),
        ("dumb", "linux", False),
        ("", "linux", False),
        (None, "linux", False),
        (None, "win32", True),
        ("dumb", "win32", True),
    ],
)
def test_the_terminal_decides(term: str | None, platform: str, full: bool) -> None:  # noqa: FBT001 - a row of the table
    environ = {} if term is None else {"TERM": term}

    assert takes_full_screen(Tty(), Tty(), environ, platform) is full


def test_a_pipe_at_either_end_means_plain_lines() -> None:
    environ = {"TERM": "xterm"}

    assert not takes_full_screen(Pipe(), Tty(), environ, "linux")
    assert not takes_full_screen(Tty(), Pipe(), environ, "linux")
    assert not takes_full_screen(Pipe(), Pipe(), environ, "win32")
