"""Put questions to the reader that is written in JavaScript, all of them in one process of node."""

import json
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

RUN = Path(__file__).with_name("run.js")
READER = Path(__file__).parents[2] / "p2pjeux" / "export" / "reader.js"
SECONDS_MOST = 120


def node() -> str:
    """The path of node; skip the test where there is none."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed, and the second reader runs on it")
    return found


def ask(questions: Sequence[Sequence[Any]]) -> list[Any]:
    done = subprocess.run(
        [node(), RUN],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=SECONDS_MOST,
    )
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    assert len(answers) == len(questions)
    return list(answers)


def check_files(files: Sequence[bytes]) -> list[dict[str, Any]]:
    """Its verdict on each file."""
    return ask([("check", b64encode(data).decode()) for data in files])
