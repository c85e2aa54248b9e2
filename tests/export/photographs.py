"""Photograph the page of a game of each kind: ``python -m tests.export.photographs FOLDER``."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.export.browser import browser
from tests.export.pages import good_page, page_of, save, tampered_log
from tests.replay.games import CASES, replayed


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as scratch, browser(Path(scratch) / "profile") as page:
        page.prefer("dark")
        for case in CASES:
            middle = f"#{len(replayed(case).positions) // 2}"
            for name, width, height in (("wide", 1280, 1050), ("phone", 390, 844)):
                page.resize(width, height, is_phone=name == "phone")
                page.open(save(Path(scratch), good_page(case)), middle)
                page.photograph(folder / f"page-{case.game_id}-{name}.png")
        page.prefer("light")
        page.resize(1280, 1050)
        page.open(save(Path(scratch), page_of(tampered_log())))
        page.photograph(folder / "page-tampered.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
