"""What a page is served: the rooms of this very package, and nothing that is not on the list."""

import gzip
import os
import re
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

import p2pjeux
from p2pjeux.games import fingerprint, game_ids
from p2pjeux.net.web import no_site
from p2pjeux.phone.compiled import (
    _let_go,
    compile_for_pages,
    library_in,
    rooms_in,
    rooms_mark,
)
from p2pjeux.phone.parts import NAMES
from p2pjeux.phone.rooms import pack_rooms
from p2pjeux.phone.site import PageSite, site_of
from tests.phone.parts import fetched, run_in_page


@pytest.fixture
def site(tmp_path: Path) -> PageSite:
    folder = tmp_path / "1.0-2.0"
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_bytes(name.encode())
    return PageSite(folder)


def test_no_page_is_served_where_nothing_was_fetched(tmp_path: Path) -> None:
    assert site_of(tmp_path) is no_site


def test_what_is_not_on_the_list_is_not_there(site: PageSite) -> None:
    for path in ("/../site.py", "/parts/1.0-2.0/../x", "/page.html", "/rooms/0.zip", ""):
        assert site(path) is None


def test_files_that_bear_their_version_may_be_kept_and_the_page_may_not(site: PageSite) -> None:
    page = site("/")
    part = site("/parts/1.0-2.0/pyodide.mjs")
    assert page is not None
    assert part is not None

    text = gzip.decompress(page.data).decode("utf-8")

    assert not page.is_lasting
    assert 'data-parts="/parts/1.0-2.0/"' in text
    assert f'data-rooms="/rooms/{rooms_mark()}.zip"' in text
    assert part.is_lasting
    assert gzip.decompress(part.data) == b"pyodide.mjs"


def test_what_was_compiled_for_this_version_is_served_as_soon_as_it_is_there(
    site: PageSite, tmp_path: Path
) -> None:
    folder = tmp_path / "1.0-2.0"
    library_in(folder).write_bytes(b"library")
    rooms_in(folder).write_bytes(b"rooms")

    page = site("/")
    served = site(f"/compiled/{library_in(folder).name}")

    assert page is not None
    assert (
        f'data-library="/compiled/{library_in(folder).name}"' in gzip.decompress(page.data).decode()
    )
    assert served is not None
    assert served.is_lasting
    assert gzip.decompress(served.data) == b"library"


def test_only_what_the_last_versions_compiled_is_kept(tmp_path: Path) -> None:
    for age in range(5):
        for name in (f"library-{age}.zip", f"rooms-{age}.zip"):
            (tmp_path / name).write_bytes(b"")
            os.utime(tmp_path / name, (1000 - age, 1000 - age))

    _let_go(tmp_path)

    assert {path.name for path in tmp_path.iterdir()} == {
        f"{kind}-{age}.zip" for kind in ("library", "rooms") for age in range(3)
    }


def test_all_that_the_page_names_is_served(site: PageSite) -> None:
    for name in ("/page.css", "/page.mjs", "/drawing.mjs", "/worker.mjs", "/kept.mjs"):
        served = site(name)
        assert served is not None
        assert gzip.decompress(served.data)


def test_nothing_that_a_page_imports_knows_sockets_threads_or_a_terminal() -> None:
    forbidden = re.compile(
        rb"^(?:import|from) (trio|socket|threading|subprocess|prompt_toolkit|filelock|nacl)\b",
        re.MULTILINE,
    )
    rooms = ZipFile(BytesIO(pack_rooms()))

    found = {
        name: forbidden.findall(rooms.read(name))
        for name in rooms.namelist()
        if name.startswith("p2pjeux/") and name.endswith(".py")
    }

    assert {name: known for name, known in found.items() if known} == {}


def test_what_a_packed_room_reads_is_packed_with_it() -> None:
    rooms = set(ZipFile(BytesIO(pack_rooms())).namelist())
    package = Path(p2pjeux.__file__).parent
    folders = {Path(name).parent for name in rooms if name.endswith("/__init__.py")}

    beside = {
        str(path.relative_to(package.parent))
        for folder in folders
        for path in (package.parent / folder).glob("*.json")
    }

    assert "p2pjeux/log/lookalikes.json" in beside
    assert beside <= rooms


def test_the_rooms_hold_no_library_of_laptops_and_no_recorded_game() -> None:
    names = ZipFile(BytesIO(pack_rooms())).namelist()

    assert not [name for name in names if "native" in name or "playthroughs" in name]
    assert {name for name in names if not name.startswith(("p2pjeux/", "msgpack/"))} == set()


@pytest.mark.slow
def test_the_games_in_a_page_have_the_fingerprints_of_those_at_a_laptop(tmp_path: Path) -> None:
    for name in NAMES:
        (tmp_path / name).symlink_to(fetched() / name)
    assert compile_for_pages(tmp_path)
    code = (
        "from p2pjeux.games import fingerprint, game_ids\n"
        "import p2pjeux.phone.seat.boundary\n"
        "answer = {one: fingerprint(one).hex() for one in game_ids()}"
    )
    expected = {one: fingerprint(one).hex() for one in game_ids()}

    assert run_in_page(pack_rooms(), code, None) == expected
    assert run_in_page(rooms_in(tmp_path).read_bytes(), code, None) == expected
