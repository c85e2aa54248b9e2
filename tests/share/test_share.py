"""What one laptop gives to another: wheels that install, a script that checks, a page."""

import ast
import hashlib
import json
import subprocess
import sys
import zipfile
from importlib.metadata import distribution
from io import BytesIO
from pathlib import Path

import pytest

from p2pjeux.app.commands.share import by_system
from p2pjeux.errors import Refused
from p2pjeux.language import LANGUAGES, words_for
from p2pjeux.share import installer
from p2pjeux.share.offer import (
    DIGEST_LENGTH,
    INSTALLER,
    Offer,
    line_to_paste,
    make_offer,
    write_page,
)
from p2pjeux.share.systems import SYSTEMS, fetched, pip_wheel, resolving, this_python, this_system
from p2pjeux.share.wheels import Wheel, find_needed, normal, pack, requirements

BASE = "http://192.168.1.5:8642/"
SPOKEN = [words_for(language) for language in LANGUAGES]
# Small, so that packing them costs nothing.
SOME = ("h11", "ifaddr", "p2pjeux")


@pytest.fixture(scope="module")
def offer() -> Offer:
    found = find_needed()
    wheels = [pack(project, found[project]) for project in SOME]
    return make_offer([*wheels, Wheel("pip", "pip-24.0-py3-none-any.whl", b"pip")], SOME, SPOKEN)


def names_in(wheel: Wheel) -> set[str]:
    with zipfile.ZipFile(BytesIO(wheel.data)) as file:
        return set(file.namelist())


def test_all_that_runs_here_is_found_and_what_tests_need_is_not() -> None:
    found = find_needed()

    assert {"p2pjeux", "cryptography", "cffi", "trio", "outcome", "prompt-toolkit"} <= found.keys()
    assert found.keys().isdisjoint({"pytest", "mypy", "hypothesis"})


def test_a_wheel_packed_again_has_the_tags_and_files_of_the_one_that_was_installed() -> None:
    wheel = pack("ifaddr", distribution("ifaddr"))

    assert wheel.file_name == f"ifaddr-{distribution('ifaddr').version}-py3-none-any.whl"
    names = names_in(wheel)
    assert {
        "ifaddr/__init__.py",
        f"ifaddr-{distribution('ifaddr').version}.dist-info/RECORD",
    } <= names
    assert not any(name.endswith((".pyc", "INSTALLER", "REQUESTED")) for name in names)


def test_a_wheel_for_several_systems_names_each_tag_once() -> None:
    wheel = pack("msgpack", distribution("msgpack"))
    stem, python, abi, platforms = wheel.file_name.removesuffix(".whl").rsplit("-", 3)

    assert stem.startswith("msgpack-")
    assert len(set(platforms.split("."))) == len(platforms.split("."))
    assert python
    assert abi


def test_our_own_wheel_is_whole_and_without_recorded_games() -> None:
    names = names_in(pack("p2pjeux", distribution("p2pjeux")))

    assert "p2pjeux/games/stonehenge/locale/fr/LC_MESSAGES/stonehenge.mo" in names
    assert "p2pjeux/share/installer.py" in names
    assert any(name.endswith(".dist-info/entry_points.txt") for name in names)
    assert not any(name.endswith((".jsonl", ".po", ".pyc")) for name in names)


def test_the_same_installation_is_packed_to_the_same_bytes() -> None:
    one = distribution("h11")

    assert pack("h11", one) == pack("h11", one)


def test_the_digest_covers_every_wheel(offer: Offer) -> None:
    script = offer.pages[INSTALLER]

    assert hashlib.sha256(script).hexdigest()[:DIGEST_LENGTH] == offer.digest
    for name, data in offer.pages.items():
        assert name == INSTALLER or hashlib.sha256(data).hexdigest().encode() in script


def test_the_line_is_safe_in_every_shell(offer: Offer) -> None:
    for windows in (True, False):
        line = line_to_paste(BASE, offer.digest, windows=windows)
        assert line.startswith("py " if windows else "python3 ")
        assert line.count('"') == 2
        # What a shell of any system would replace, even between such quotes.
        assert not set(line) & set("$`\\!%^\n")
        assert line.endswith(f" {BASE} {offer.digest}")


def test_the_line_runs_nothing_that_was_changed_on_the_way(offer: Offer, tmp_path: Path) -> None:
    (tmp_path / INSTALLER).write_bytes(b"print('evil')")
    done = run_line(line_to_paste(f"{tmp_path.as_uri()}/", offer.digest, windows=False))

    assert done.returncode != 0
    assert "evil" not in done.stdout


def run_line(line: str) -> "subprocess.CompletedProcess[str]":
    """Without a shell; a test on Linux lets one have it."""
    before, code, after = line.split('"')
    command = [sys.executable, before.split()[1], code, *after.split()]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_a_wheel_that_was_changed_is_not_installed(offer: Offer, tmp_path: Path) -> None:
    for name, data in offer.pages.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "pip-24.0-py3-none-any.whl").write_bytes(b"evil")
    done = run_line(line_to_paste(f"{tmp_path.as_uri()}/", offer.digest, windows=False))

    assert done.returncode != 0
    assert "pip-24.0-py3-none-any.whl is not what was offered" in done.stderr


def test_the_script_can_be_read_by_pythons_that_are_too_old_for_us() -> None:
    source = Path(installer.__file__).read_text("utf-8")

    ast.parse(source, feature_version=(3, 7))


def test_the_offer_stands_in_the_script_as_it_is_served() -> None:
    text = "it's “Zoé” \\ {}"
    served = installer.with_offer(Path(installer.__file__).read_text("utf-8"), {"pip": text})

    (line,) = [line for line in served.splitlines() if line.startswith("OFFER")]
    found: dict[str, object] = {}
    exec(f"import json\n{line}", found)  # noqa: S102  # this very line is meant
    assert found["OFFER"] == {"pip": text}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_all_in_both_languages(offer: Offer, language: str) -> None:
    page = write_page(offer, BASE, ["linux-x86_64 · Python 3.11"], SPOKEN).decode()

    assert f'<section lang="{language}">' in page
    assert page.count(offer.digest) == 4
    assert "linux-x86_64 · Python 3.11" in page
    for name in offer.pages:
        assert f'href="{name}"' in page


def test_pip_is_asked_for_wheels_alone_and_for_the_other_system() -> None:
    command = resolving("macos-x86_64", "3.12", ("trio>=0.27",), "download", "--dest", "here")

    assert command[-1] == "trio>=0.27"
    assert command[command.index("--only-binary") + 1] == ":all:"
    assert command[command.index("--platform") + 1] == "macosx_15_0_x86_64"
    assert command[command.index("--python-version") + 1] == "3.12"


def test_this_system_is_one_of_those_that_are_named() -> None:
    assert this_system() in SYSTEMS
    assert this_python() == f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert pip_wheel().project == "pip"


@pytest.mark.parametrize("text", ["", "[]", "[1]", '{"a":1}', "no json"])
def test_a_damaged_list_of_what_was_fetched_is_an_empty_one(text: str, tmp_path: Path) -> None:
    (tmp_path / "fetched.json").write_text(text, "utf-8")

    assert fetched(tmp_path) == []


def test_what_was_fetched_is_remembered(tmp_path: Path) -> None:
    (tmp_path / "fetched.json").write_text(json.dumps([["macos-arm64", "3.13"]]), "utf-8")

    assert fetched(tmp_path) == [("macos-arm64", "3.13")]


def test_a_system_is_named_once_with_all_its_pythons() -> None:
    runs_on = [("linux-x86_64", "3.13"), ("macos-arm64", "3.11"), ("linux-x86_64", "3.13")]
    runs_on += [("macos-arm64", "3.12")]

    assert by_system(runs_on) == ["linux-x86_64 · Python 3.13", "macos-arm64 · Python 3.11, 3.12"]


def test_names_are_compared_in_one_form() -> None:
    assert normal("Prompt_Toolkit") == normal("prompt.toolkit") == "prompt-toolkit"
    assert all("extra" not in text for text in requirements(distribution("p2pjeux")))


def test_what_is_not_installed_cannot_be_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2pjeux.share.wheels.PROGRAM", "p2pjeux-of-nobody")

    with pytest.raises(Refused):
        find_needed()
