"""A store in a folder of its own, and the parts of a real game to keep in it."""

from pathlib import Path

from p2pjeux.store.home import Store
from p2pjeux.store.table import Recovered, TableFiles
from tests.log.writing import beginning


def make_store(folder: Path) -> Store:
    return Store.find({}, folder)


def open_table(folder: Path) -> TableFiles:
    return make_store(folder).open_table(beginning().signed.charter)


def begun(folder: Path, steps: int = 0) -> TableFiles:
    """A table whose first steps are in its log."""
    written = beginning()
    files = open_table(folder)
    files.begin(written.signed)
    for step in written.steps[:steps]:
        files.append(step)
    return files


def recovered(folder: Path) -> Recovered:
    """What is found at the table when it is opened."""
    with open_table(folder) as files:
        assert files.recovered is not None
        return files.recovered


def only_folder(home: Path) -> Path:
    (folder,) = (home / "data" / "tables").iterdir()
    return folder
