"""The control that shows the end of a game, and takes its keys."""

from collections.abc import Callable

from p2pjeux.ui.after import AfterChoice, AfterCommand, AfterEvent, AllWilling
from p2pjeux.ui.choosing.moves import is_meant
from p2pjeux.ui.screen.after import KEY_NAMES, After, click, draw, hear, press
from p2pjeux.ui.screen.application import Look
from p2pjeux.ui.screen.frame import Frame
from p2pjeux.ui.screen.full_screen import FullScreen, Terminal


class AfterScreen(FullScreen[AfterChoice]):
    """Owns what is shown of the end; ``send`` takes what is to be said to the others."""

    def __init__(self, after: After, look: Look, terminal: Terminal) -> None:
        self.after = after
        self.send: Callable[[AfterCommand], None] = lambda _command: None
        self._look = look
        # Whoever hurried through the last turns is not to choose anything by that.
        self._appeared = look.clock()
        super().__init__(KEY_NAMES, terminal, look.depth)

    def hear(self, event: AfterEvent) -> None:
        was_wanted = bool(self.after.willing.wanting)
        self.after = hear(self.after, event)
        if self.after.willing.wanting and not was_wanted and self._look.calls:
            self.app.output.bell()
        if isinstance(event, AllWilling):
            self.finish(AfterChoice.BEGUN)
        self.app.invalidate()

    def frame(self) -> Frame:
        return draw(self.after, self.size)

    def press(self, name: str) -> None:
        self._go(press(self.after, name, self.frame()))

    def strike(self, name: str) -> None:
        if is_meant(name, self._look.clock() - self._appeared, self._look.deaf):
            self.press(name)

    def click(self, number: int) -> None:
        self._go(click(self.after, number, self.frame()))

    def _go(self, done: After | AfterCommand | AfterChoice) -> None:
        match done:
            case After():
                self.after = done
            case AfterChoice():
                self.finish(done)
            case _:
                self.send(done)
