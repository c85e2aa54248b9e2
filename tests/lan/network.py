"""A pretend LAN on one machine: hosts are network namespaces, the switch is this very file.

Every frame passes through Python, so that it can be delayed, lost, cut off or written down, on any
kernel. Needs root, iproute2 and /dev/net/tun; touches no interface of the machine itself.
"""

import fcntl
import heapq
import os
import random
import selectors
import socket
import struct
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

# Of this process alone: several may pretend at once.
PREFIX: Final = f"pj{os.getpid()}"
NETWORK: Final = "10.78.0"
FRAME_SIZE_MAX: Final = 2048
# What waits longer than this for a thin line is lost, as in a router.
QUEUE_SECONDS: Final = 3.0
RESET_SECONDS: Final = 0.5
_TUNSETIFF: Final = 0x400454CA
_TAP_BARE: Final = 0x0002 | 0x1000
_MDNS: Final = struct.pack("!H", 5353)
_PCAP_HEAD: Final = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, FRAME_SIZE_MAX, 1)


def run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)


def torn(frame: bytes) -> bytes:
    """A frame of TCP as the reset of its connection; any other as it is."""
    if frame[12:14] != b"\x08\x00" or frame[23] != socket.IPPROTO_TCP:
        return frame
    size = 4 * (frame[14] & 15)
    ip = bytearray(frame[14 : 14 + size])
    tcp = bytearray(frame[14 + size : 34 + size])
    # Twenty bytes of header and no data: RST and ACK.
    tcp[12:14] = b"\x50\x14"
    tcp[16:20] = bytes(4)
    ip[2:4] = struct.pack("!H", size + len(tcp))
    ip[10:12] = bytes(2)
    ip[10:12] = _checksum(ip)
    pseudo = ip[12:20] + struct.pack("!BBH", 0, socket.IPPROTO_TCP, len(tcp))
    tcp[16:18] = _checksum(pseudo + tcp)
    return frame[:14] + bytes(ip) + bytes(tcp)


def _checksum(data: bytes | bytearray) -> bytes:
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return struct.pack("!H", ~total & 0xFFFF)


class Network:
    """``hosts`` hosts, numbered from 1. Change the weather at any time; use it with ``with``."""

    def __init__(self, hosts: int, seed: int = 0) -> None:
        self.hosts = range(1, hosts + 1)
        self.loss = 0.0
        self.delay = 0.0
        # How many bytes a second each host can send, and as many receive; None is no bound.
        self.rate: float | None = None
        # By protocol and port what was delivered: frames and bytes.
        self.carried: dict[str, tuple[int, int]] = {}
        self.is_multicast_blocked = False
        self._cut: set[int] = set()
        # Until when what is carried to a host ends its connections.
        self._resets: dict[int, float] = {}
        self._rng = random.Random(seed)
        self._taps: dict[int, int] = {}
        # Until when a host is busy sending, and receiving.
        self._busy: dict[tuple[str, int], float] = {}
        self._waiting: list[tuple[float, int, int, bytes]] = []
        self._count = 0
        self._capture: BinaryIO | None = None
        self._is_over = False
        self._thread = threading.Thread(target=self._switch, daemon=True)

    def __enter__(self) -> Self:
        try:
            for host in self.hosts:
                self._plug_in(host)
        except BaseException:
            self._clean_up()
            raise
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._is_over = True
        self._thread.join()
        self._clean_up()

    def _plug_in(self, host: int) -> None:
        space, tap = self.space(host), f"{PREFIX}-t{host}"
        run("ip", "netns", "add", space)
        self._taps[host] = descriptor = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(descriptor, _TUNSETIFF, struct.pack("16sH", tap.encode(), _TAP_BARE))
        run("ip", "link", "set", tap, "netns", space, "name", "eth0")
        run("ip", "-n", space, "link", "set", "lo", "up")
        run("ip", "-n", space, "link", "set", "eth0", "address", f"02:78:00:00:00:{host:02x}")
        run("ip", "-n", space, "link", "set", "eth0", "up")
        run("ip", "-n", space, "addr", "add", f"{self.address(host)}/24", "dev", "eth0")
        run("ip", "-n", space, "route", "add", "default", "dev", "eth0")

    def _clean_up(self) -> None:
        for descriptor in self._taps.values():
            os.close(descriptor)
        for host in self.hosts:
            with suppress(subprocess.CalledProcessError):
                run("ip", "netns", "del", self.space(host))
        if self._capture is not None:
            self._capture.close()

    def space(self, host: int) -> str:
        return f"{PREFIX}-h{host}"

    def address(self, host: int) -> str:
        return f"{NETWORK}.{host}"

    # The weather.

    def cut(self, host: int) -> None:
        """Pull a host's cable; it does not notice but by the silence."""
        self._cut.add(host)

    def heal(self, host: int) -> None:
        self._cut.discard(host)

    def reset(self, host: int) -> None:
        """End the connections of a host that carry anything just now, as a bad wifi box does."""
        self._resets[host] = time.monotonic() + RESET_SECONDS

    def move(self, host: int, last: int) -> str:
        """Give a host another address, and return it; nothing tells the others."""
        space, address = self.space(host), f"{NETWORK}.{last}"
        run("ip", "-n", space, "addr", "flush", "dev", "eth0", "scope", "global")
        run("ip", "-n", space, "addr", "add", f"{address}/24", "dev", "eth0")
        run("ip", "-n", space, "route", "add", "default", "dev", "eth0")
        return address

    def capture(self, path: Path) -> None:
        """Write every frame down from now on, in the form that tcpdump reads."""
        self._capture = path.open("wb")
        self._capture.write(_PCAP_HEAD)

    # The switch.

    def _switch(self) -> None:
        with selectors.DefaultSelector() as selector:
            for host, descriptor in self._taps.items():
                selector.register(descriptor, selectors.EVENT_READ, host)
            while not self._is_over:
                due = self._waiting[0][0] - time.monotonic() if self._waiting else 0.1
                for key, _ in selector.select(max(0.0, min(due, 0.1))):
                    self._read(key.fd, key.data)
                self._deliver()

    def _read(self, descriptor: int, host: int) -> None:
        with suppress(OSError):
            frame = os.read(descriptor, FRAME_SIZE_MAX)
            if host not in self._cut and not self._is_blocked(frame):
                self._write_down(frame)
                self._forward(host, frame)

    def _is_blocked(self, frame: bytes) -> bool:
        is_broadcast = frame[:6] == b"\xff" * 6
        return self.is_multicast_blocked and not is_broadcast and self._is_mdns(frame)

    def _write_down(self, frame: bytes) -> None:
        if self._capture is not None:
            seconds, micros = divmod(int(time.time() * 1e6), 1_000_000)
            head = struct.pack("<IIII", seconds, micros, len(frame), len(frame))
            self._capture.write(head + frame)
            self._capture.flush()

    def _forward(self, sender: int, frame: bytes) -> None:
        """To the host whose address it is; to all others if it is for all."""
        named = frame[5] if frame[:5] == b"\x02\x78\x00\x00\x00" else 0
        for host in (named,) if named in self._taps else self.hosts:
            if host != sender and self._rng.random() >= self.loss:
                self._count += 1
                due = time.monotonic() + self.delay
                if self.rate is not None:
                    due = max(due, self._queue(("from", sender), frame, self.rate))
                    due = max(due, self._queue(("to", host), frame, self.rate))
                    if due - time.monotonic() > QUEUE_SECONDS:
                        continue
                self._note(frame)
                if time.monotonic() < self._resets.get(host, 0.0):
                    frame = torn(frame)
                heapq.heappush(self._waiting, (due, self._count, host, frame))

    def _queue(self, way: tuple[str, int], frame: bytes, rate: float) -> float:
        """When a frame has passed a line that carries so much; one that is too full drops it."""
        now = time.monotonic()
        free = max(now, self._busy.get(way, now))
        due = free + len(frame) / rate
        if due - now <= QUEUE_SECONDS:
            self._busy[way] = due
        return due

    def _note(self, frame: bytes) -> None:
        kind = "mdns" if self._is_mdns(frame) else "tcp" if frame[23:24] == b"\x06" else "rest"
        frames, size = self.carried.get(kind, (0, 0))
        self.carried[kind] = frames + 1, size + len(frame)

    def _is_mdns(self, frame: bytes) -> bool:
        return bool(frame[0] & 1) and _MDNS in frame[34:60]

    def _deliver(self) -> None:
        now = time.monotonic()
        while self._waiting and self._waiting[0][0] <= now:
            _, _, host, frame = heapq.heappop(self._waiting)
            if host not in self._cut:
                with suppress(OSError):
                    os.write(self._taps[host], frame)
