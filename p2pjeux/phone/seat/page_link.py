"""The calling end of a link without I/O: bytes in, messages out (protocol/7-links.md).

The same link as between laptops. A page only calls, so only the initiator is here.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from p2pjeux.errors import LinkLost, Loss
from p2pjeux.net.frames import PING, Bye, FrameReader, Joiner, cut, write_frame
from p2pjeux.net.hello import (
    HANDSHAKE_SIZE_MAX,
    PROLOGUE,
    Hello,
    Papers,
    read_hello,
    write_hello,
)
from p2pjeux.net.limits import MEMBER, PING_EVERY, SILENCE_MAX
from p2pjeux.net.noise import MESSAGE_SIZE_MAX as NOISE_SIZE_MAX
from p2pjeux.net.noise import Handshake, Role, Transport, public_key
from p2pjeux.rules.words import later

# Whether the key that answers is one that we want to speak to.
IsWanted: TypeAlias = Callable[[bytes], bool]
# An honest laptop answers in milliseconds; a phone takes longer to count.
ANSWER_SECONDS: Final = 15.0


class PageLink:
    """``outgoing`` takes what is to be sent. ``hello`` is None until the other end is known."""

    def __init__(self, papers: Papers, ephemeral: bytes, is_wanted: IsWanted, now: float) -> None:
        self.hello: Hello | None = None
        self.handshake_hash = b""
        self._papers = papers
        self._is_wanted = is_wanted
        self._handshake = Handshake(Role.INITIATOR, papers.static, ephemeral, PROLOGUE)
        self._reader = FrameReader(HANDSHAKE_SIZE_MAX)
        self._joiner = Joiner(MEMBER.message_size)
        self._transport: Transport | None = None
        self._heard_at = self._said_at = now
        self._out = bytearray(write_frame(self._handshake.write()))

    def outgoing(self) -> bytes:
        data = bytes(self._out)
        self._out.clear()
        return data

    def receive(self, data: bytes, now: float) -> list[bytes | Bye]:
        """What the bytes say; raise LinkLost or PeerFault if the link is to end."""
        self._reader.receive_data(data)
        received: list[bytes | Bye] = []
        while (frame := self._reader.next_frame()) is not None:
            self._heard_at = now
            if self._transport is None:
                self._answer(frame, now)
                continue
            message = self._joiner.add(self._transport.receive.decrypt(frame))
            if message is not None:
                received.append(message)
        return received

    def send(self, message: bytes, now: float) -> None:
        transport = self._transport
        assert transport is not None
        self._said_at = now
        for piece in cut(message):
            self._out += write_frame(transport.send.encrypt(piece))

    def tick(self, now: float) -> None:
        """Ping if there was nothing to say; raise LinkLost if the other end is silent."""
        if now - self._heard_at >= (ANSWER_SECONDS if self._transport is None else SILENCE_MAX):
            raise LinkLost(Loss.TIMED_OUT, later("nothing was heard from the other side"))
        if self._transport is not None and now - self._said_at >= PING_EVERY:
            self._said_at = now
            self._out += write_frame(self._transport.send.encrypt(PING))

    def _answer(self, frame: bytes, now: float) -> None:
        """The other end shows its key first; who is not wanted learns nothing of us."""
        handshake, papers = self._handshake, self._papers
        seen = handshake.hash
        payload = handshake.read(frame)
        link_key = handshake.remote_static
        assert link_key is not None
        hello = read_hello(payload, Role.RESPONDER, link_key, seen)
        if not self._is_wanted(hello.key):
            raise LinkLost(Loss.OTHER_KEY, later("somebody else answers at this address"))
        ours = write_hello(papers, Role.INITIATOR, public_key(papers.static), handshake.hash)
        self._out += write_frame(handshake.write(ours))
        self._transport = handshake.split()
        self.handshake_hash = self._transport.handshake_hash
        self._reader.size_max = NOISE_SIZE_MAX
        self.hello, self._said_at = hello, now
