"""What ``p2pjeux phone --get`` has fetched on this machine; tests that need it are skipped else."""

import json
import os
import subprocess
import sys
from base64 import b64encode
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from zipfile import ZipFile

import pytest
from filelock import FileLock

from p2pjeux.phone.parts import are_here, folder_in
from p2pjeux.store.places import find_places
from tests.reader.node import node

ROOT = Path(__file__).parents[2]
RUN = Path(__file__).with_name("pyodide.mjs")


def fetched() -> Path:
    """The folder of what a page needs; fetched now where .ci/run says so in P2PJEUX_TESTS_FETCH."""
    folder = folder_in(find_places(os.environ).cache)
    if not are_here(folder) and os.environ.get("P2PJEUX_TESTS_FETCH"):
        folder.parent.mkdir(parents=True, exist_ok=True)
        # Several processes test at once.
        with FileLock(folder.parent / "tests.lock"):
            if not are_here(folder):
                done = [sys.executable, "-m", "p2pjeux", "phone", "--get"]
                subprocess.run(done, check=True, cwd=ROOT, timeout=300)
    if not are_here(folder):
        pytest.skip("python -m p2pjeux phone --get has not been run here")
    return folder


def zipped(*rooms: str) -> bytes:
    """The Python of these rooms, as the page is given it."""
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr("p2pjeux/__init__.py", "")
        for room in rooms:
            for path in (ROOT / "p2pjeux" / room).rglob("*.py"):
                archive.write(path, path.relative_to(ROOT).as_posix())
    return packed.getvalue()


def run_in_page(archive: bytes, code: str, given: Any) -> Any:
    """What ``code`` leaves in ``answer``, run by Pyodide in node with libsodium.js behind it."""
    asked = {
        "parts": str(fetched()),
        "sodium": str(ROOT / "p2pjeux" / "phone" / "files" / "sodium.mjs"),
        "zip": b64encode(archive).decode(),
        "code": code,
        "given": json.dumps(given),
    }
    # In a file: what node writes to a pipe when it fails is cut off.
    with TemporaryFile("w+", encoding="utf-8") as complaint:
        done = subprocess.run(
            [node(), RUN],
            input=json.dumps(asked),
            stdout=subprocess.PIPE,
            stderr=complaint,
            text=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )
        complaint.seek(0)
        assert done.returncode == 0, complaint.read()[-3000:]
    return json.loads(done.stdout.splitlines()[-1])
