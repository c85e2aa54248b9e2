"""Install into clean environments and play: ``python -m tests.clean [PYTHON …] [--tests]``.

For every Python that uv finds, or those named: once with the lowest packages that we ask for, once
with the newest. A wheel is built once and installed into each; then a whole game is played, and its
log verified, by the installed program alone. With ``--tests`` those tests follow that hang on
packages: links, discovery, files, proofs. Needs uv, and an index.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
RESOLUTIONS = ("lowest-direct", "highest")
OLDEST = (3, 11)
TESTS = ("tests/net", "tests/store", "tests/log", "tests/fair/test_vectors.py", "tests/cli")
TOOLS = ("pytest", "pytest-trio", "pytest-xdist", "hypothesis", "babel", "hatchling", "pyte")
UV = str(Path(sys.executable).with_name("uv"))


def run(*command: str | Path, **environment: str) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def pythons() -> list[str]:
    """One of each version of Python that is here, those that pyenv keeps too."""
    found = json.loads(run(UV, "python", "list", "--only-installed", "--output-format", "json"))
    paths = [one["path"] for one in found if one["implementation"] == "cpython"]
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    paths += [str(path) for path in sorted(kept.glob("*/bin/python"))]
    best: dict[tuple[int, ...], str] = {}
    for path in paths:
        said = run(path, "-c", "import sys; print(sys.version.split()[0])")
        version = tuple(int(number) for number in said.strip().split(".")[:2])
        if version >= OLDEST:
            best.setdefault(version, path)
    return [best[version] for version in sorted(best)]


def try_out(python: str, resolution: str, wheel: Path, folder: Path, *, tests: bool) -> str:
    """Install and play; return what was installed and how long it took."""
    began = time.monotonic()
    run(UV, "venv", "--quiet", "--python", python, folder)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    into = ("--python", programs / "python")
    # A new Python has no wheels of what is older than it: the lowest is what comes ready to run.
    how = ("--resolution", resolution, "--only-binary", ":all:", *into)
    # What we ask for is direct only where it is not behind our own wheel.
    run(UV, "pip", "install", "--quiet", *how, "-r", ROOT / "pyproject.toml")
    run(UV, "pip", "install", "--quiet", "--no-deps", *into, wheel)
    frozen = run(UV, "pip", "freeze", *into).split()
    home = folder / "home"
    game = ("solo", "stonehenge", "--auto", "--plain", "--seed", "7", "--home", home)
    lines = run(programs / "p2pjeux", *game).splitlines()
    (log,) = home.glob("data/tables/*/log.p2pj")
    verdict = json.loads(run(programs / "p2pjeux", "verify", log, "--json"))
    assert verdict["ok"], verdict
    if tests:
        run(UV, "pip", "install", "--quiet", *into, *TOOLS)
        # The package is the installed one: only the tests come from here.
        run(programs / "python", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *TESTS)
    took = time.monotonic() - began
    names = ("cryptography", "zeroconf", "trio", "filelock", "msgpack")
    shown = [one for one in frozen if one.partition("==")[0] in names]
    return f"{' '.join(shown)} · {len(lines)} lines, {lines[-1]} ({took:.0f} s)"


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="tests.clean", description=__doc__)
    parser.add_argument("pythons", nargs="*", metavar="PYTHON")
    parser.add_argument("--tests", action="store_true", help="run tests in each environment too")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        run(UV, "build", "--quiet", "--wheel", "--out-dir", name, ROOT)
        (wheel,) = Path(name).glob("*.whl")
        for at, python in enumerate(chosen.pythons or pythons()):
            for resolution in RESOLUTIONS:
                folder = Path(name) / f"{at}-{resolution}"
                told = try_out(python, resolution, wheel, folder, tests=chosen.tests)
                version = run(python, "--version").strip()
                print(f"{version} {resolution}: {told}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
