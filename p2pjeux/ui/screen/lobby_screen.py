"""The control that shows the room before a table begins, and takes its keys."""

from collections.abc import Callable

from p2pjeux.ui.choosing.moves import is_meant
from p2pjeux.ui.ending import Ending
from p2pjeux.ui.lobby import LobbyCommand, LobbyEvent
from p2pjeux.ui.screen.application import Look
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.screen.full_screen import FullScreen, Terminal
from p2pjeux.ui.screen.lobby import KEY_NAMES, Lobby, click, hear, press
from p2pjeux.ui.screen.lobby_view import draw


class LobbyScreen(FullScreen[Ending]):
    """Owns the room that is shown; ``send`` takes what the person wants."""

    def __init__(self, lobby: Lobby, look: Look, terminal: Terminal) -> None:
        self.lobby = lobby
        self.send: Callable[[LobbyCommand], None] = lambda _command: None
        self._look = look
        # When somebody else last came to be the one whom the keys of the door mean.
        self._turned = look.clock() - look.deaf
        super().__init__(KEY_NAMES, terminal, look.depth)

    def hear(self, event: LobbyEvent) -> None:
        before = {one.key for one in self.lobby.door}
        self._take(hear(self.lobby, event))
        is_new = any(one.key not in before for one in self.lobby.door)
        if is_new and self._look.calls:
            self.app.output.bell()
        self.app.invalidate()

    def close(self) -> None:
        if self.app.is_running:
            self.finish(Ending.OVER)

    def frame(self) -> Frame:
        return draw(self.lobby, self.size)

    def press(self, name: str) -> None:
        self._go(*press(self.lobby, name))

    def strike(self, name: str) -> None:
        # What is pressed at once was not meant for whoever has just come to the door.
        means_door = name in ("f2", "f3")
        if not means_door or is_meant("enter", self._look.clock() - self._turned, self._look.deaf):
            self.press(name)

    def click(self, number: int) -> None:
        self._go(*click(self.lobby, number))

    def _go(self, after: Lobby, command: LobbyCommand | None) -> None:
        self._take(after)
        if command is not None:
            self.send(command)

    def _take(self, after: Lobby) -> None:
        if after.first != self.lobby.first:
            self._turned = self._look.clock()
        self.lobby = after
