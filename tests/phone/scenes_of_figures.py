"""How long a page takes, how much it weighs, and how late phones hear each other."""

import json
import os
import statistics
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.lan.network import Network
from tests.lan.players import Trouble
from tests.phone.house import (
    GAME_SECONDS,
    House,
    agree,
    all_logs,
    gather,
    house,
    noted,
    tap_away,
    until_over,
)
from tests.phone.people import Phone
from tests.phone.tapping import HEAR, SAY

LINES: Final = 24
LATENCY_MS_MOST: Final = 150
READY_TIMES: Final = 3
# A phone with a quarter of this machine.
SLOWNESS: Final = 4
CGROUP: Final = Path("/sys/fs/cgroup/cpu/p2pjeux-slow")
PERIOD: Final = 20_000


def latency(folder: Path) -> str:
    """Lines of chat from phone to phone, from the tap to what the other shows."""
    with house(folder, phones=2) as here:
        (laptop,), (zoe, max_) = here.laptops, here.phones
        laptop.host_table("stonehenge", 3, "--name", "Bob")
        gather([zoe, max_], laptop.address)
        for phone in (zoe, max_):
            phone.wait("document.querySelector('[data-tab=chat]') !== null")
            phone.page.ask("document.querySelector('[data-tab=chat]').click()")
        max_.page.ask(HEAR)
        time.sleep(8)
        said = {}
        for number in range(LINES):
            said[f"m{number}"] = float(zoe.page.ask(SAY.replace("TEXT", f"m{number}")))
            # The table takes so many lines and no more.
            time.sleep(1.7)
        max_.wait(f"window.heard['m{LINES - 1}'] !== undefined")
        heard = json.loads(max_.page.ask("JSON.stringify(window.heard)"))
        late = sorted(heard[text] - at for text, at in said.items())
        median = statistics.median(late)
        told = (
            f"median {median:.0f} ms, least {late[0]:.0f}, nine of ten {late[9 * LINES // 10]:.0f}"
            f" of {len(late)} lines; load {os.getloadavg()[0]:.1f}"
        )
        if median >= LATENCY_MS_MOST:
            raise Trouble(told)
        return told


def ready(folder: Path) -> str:
    """From the address to a page that can be tapped: cold and warm, and four times slower."""
    with house(folder, phones=READY_TIMES) as here:
        (laptop,) = here.laptops
        laptop.host_table("stonehenge", 5, "--name", "Bob")
        # Files are compressed once, for whoever comes first.
        _load(here.phones[0], laptop.address)
        told = [_times(here, here.phones[1], laptop.address, "as it is")]
        with slowed(here.network, 2):
            told.append(_times(here, here.phones[2], laptop.address, f"{SLOWNESS} times slower"))
        return f"{'; '.join(told)}; {_memory(here.network, 2)}; load {os.getloadavg()[0]:.1f}"


def _times(here: House, phone: Phone, address: str, how: str) -> str:
    before = here.network.carried.get("tcp", (0, 0))[1]
    cold = _load(phone, address)
    between = here.network.carried["tcp"][1]
    warm = [_load(phone, address) for _ in range(READY_TIMES)]
    after = (here.network.carried["tcp"][1] - between) // READY_TIMES
    return (
        f"{how}: cold {cold:.1f} s and {(between - before) / 1e6:.2f} MB on the wire, "
        f"warm {statistics.median(warm):.1f} s and {after / 1e3:.0f} kB"
    )


def _load(phone: Phone, address: str) -> float:
    phone.page.go("about:blank")
    began = time.monotonic()
    phone.page.call("Page.navigate", url=address)
    phone.wait("document.body?.dataset.ready === '1'")
    return time.monotonic() - began


@contextmanager
def slowed(network: Network, host: int) -> Iterator[None]:
    """Everything that runs at a host has a part of this machine (cgroups of the first version)."""
    if not CGROUP.parent.is_dir():
        raise Trouble("this kernel has no cpu cgroup of the first version")
    CGROUP.mkdir(exist_ok=True)
    quota = PERIOD * (os.cpu_count() or 1) // SLOWNESS
    (CGROUP / "cpu.cfs_period_us").write_text(str(PERIOD))
    (CGROUP / "cpu.cfs_quota_us").write_text(str(quota))
    (CGROUP / "cpu.shares").write_text("16384")
    for pid in _pids(network, host):
        (CGROUP / "cgroup.procs").write_text(pid)
    try:
        yield
    finally:
        (CGROUP / "cpu.cfs_quota_us").write_text("-1")


def _pids(network: Network, host: int) -> list[str]:
    asked = ("ip", "netns", "pids", network.space(host))
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()


def _memory(network: Network, host: int) -> str:
    """What pages take: each has a process of its own, which has its part of what is shared."""
    found = []
    for pid in _pids(network, host):
        words = Path(f"/proc/{pid}/cmdline").read_bytes()
        if b"--type=renderer" in words and b"extension" not in words.replace(b"component-ext", b""):
            sizes = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
            found.append(next(int(one.split()[1]) for one in sizes if one.startswith("Pss:")) >> 10)
    return f"processes of pages: {sorted(found, reverse=True)} MB"


def one_page(folder: Path) -> str:
    """One phone at a table of a laptop: how long its page is blocked, and what it weighs."""
    with house(folder, phones=1) as here:
        (laptop,), phones = here.laptops, here.phones
        names = [word for name in ("Bob", "Ana", "Léo") for word in ("--name", name)]
        laptop.host_table("stonehenge", 4, *names)
        gather(phones, laptop.address)
        tap_away(phones, pause=300)
        until_over(phones)
        laptop.finish(GAME_SECONDS)
        told, seen = agree(all_logs([laptop], phones)), noted(phones)
        return (
            f"{told}; {seen['taps']} taps, blocks of 50 ms or more: {seen['blocked']}; "
            f"{_memory(here.network, 2)}; load {os.getloadavg()[0]:.1f}"
        )
