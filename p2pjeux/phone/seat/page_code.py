"""The code of a private table, said by a page (protocol/7-links.md, Codes)."""

from collections.abc import Callable

from p2pjeux.errors import Refused
from p2pjeux.net.code import normal_code
from p2pjeux.net.code_exchange import CodeCaller, Passed, Wrong, is_needed


class PageCode:
    """``is_asked`` while the person has to type a code; ``code`` is what was typed last.

    It is said on one link, and anew on the next.
    """

    def __init__(self, code: str, draw: Callable[[int], bytes]) -> None:
        self.code = code
        self.is_asked = False
        self.refused: Refused | None = None
        self._draw = draw
        self._caller: CodeCaller | None = None
        self._has_proved = False

    def take(self, typed: str) -> None:
        """Take what the person typed; ``refused`` says what is wrong with it."""
        try:
            self.code = normal_code(typed)
        except Refused as refused:
            self.refused = refused
            return
        self.is_asked, self.refused = False, None

    def say(self, handshake_hash: bytes) -> bytes | None:
        """What opens an exchange on this link; None while there is no code to say."""
        if self.is_asked or not self.code:
            self.is_asked = True
            return None
        # Bound to this very link: somebody in the middle would need the code for each of the two.
        self._caller = CodeCaller(self.code, handshake_hash, self._draw)
        self._has_proved = False
        return self._caller.first

    def hear(self, data: bytes, handshake_hash: bytes) -> tuple[bytes | None, bool]:
        """What to answer, and whether we are through; raise PeerFault if the table is false."""
        caller = self._caller
        if caller is None:
            return (self.say(handshake_hash) if is_needed(data) else None), False
        answer, verdict = caller.receive(data)
        self._has_proved = self._has_proved or answer is not None
        if isinstance(verdict, Wrong):
            self._caller = None
            self._fail(verdict.wait)
        return answer, isinstance(verdict, Passed)

    def lose_link(self) -> None:
        """What was under way has ended with its link."""
        self._caller = None

    def _fail(self, wait: int) -> None:
        self.is_asked = True
        if not self._has_proved:
            # This speaks of earlier tries: the code was not looked at.
            self.refused = Refused("too many wrong codes: wait {seconds} seconds", seconds=wait)
        elif wait:
            self.refused = Refused(
                "this is not the code of the table; wait {seconds} seconds before the next try",
                seconds=wait,
            )
        else:
            self.refused = Refused("this is not the code of the table")
