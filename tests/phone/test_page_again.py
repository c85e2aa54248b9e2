"""Two pages and a laptop play once more, though only the laptop hears both pages."""

from collections.abc import Iterable

from p2pjeux.language import words_for
from p2pjeux.lobby.again import Again
from p2pjeux.lobby.lobby import Post
from p2pjeux.log.charter import Charter
from p2pjeux.net.purposes import read_label
from p2pjeux.phone.seat.kept import find_beginning, find_table
from p2pjeux.phone.seat.outputs import Write
from p2pjeux.phone.seat.page_again import PageAgain
from tests.lobby.hall import GUESTS, OPENER, make_ready, new_hall
from tests.net.people import draw

LAPTOP, PAGES = OPENER.public, GUESTS[:2]


class Room:
    """After a game: pages are linked to the laptop and to nobody else."""

    def __init__(self) -> None:
        hall = new_hall()
        make_ready(hall)
        last: Charter = hall.begun()[0].charter
        self.laptop = Again(OPENER, last)
        self.kept: dict[bytes, dict[str, bytes]] = {one.public: {} for one in PAGES}
        self.pages = {
            one.public: PageAgain(one, last, self.kept[one.public], draw) for one in PAGES
        }

    def do(self, page: bytes, done: list[Write | Post]) -> None:
        """What a page asks for: writes are kept, and the laptop hears the rest."""
        for one in done:
            if isinstance(one, Write):
                given = {name: data for name, data in one.kept.items() if data is not None}
                self.kept[page].update(given)
                for name in one.kept.keys() - given.keys():
                    self.kept[page].pop(name, None)
            else:
                _, data = read_label(one.message)
                self.answer(self.laptop.receive(page, data) or [])

    def answer(self, effects: Iterable[object]) -> None:
        for effect in effects:
            if isinstance(effect, Post):
                for key, page in self.pages.items():
                    if effect.to in (None, key):
                        self.do(key, page.receive(LAPTOP, effect.message))

    def want(self, page: int) -> None:
        key = PAGES[page].public
        self.do(key, self.pages[key].want(LAPTOP))


def test_the_next_table_begins_in_both_pages_once_the_laptop_has_heard_all() -> None:
    room = Room()

    room.want(0)
    room.answer(list(room.laptop.want()))
    assert [one.files for one in room.pages.values()] == [None, None]
    room.want(1)

    files = [one.files for one in room.pages.values()]
    tables = {one.signed.table for one in files if one is not None}
    assert None not in files
    assert tables == {room.laptop.charter.id}


def test_the_secret_is_kept_before_the_word_is_given() -> None:
    room = Room()
    key = PAGES[0].public

    first, second = room.pages[key].want(LAPTOP)

    assert isinstance(first, Write)
    assert isinstance(second, Post)
    room.do(key, [first])
    beginning = find_beginning(room.kept[key])
    assert beginning is not None
    assert beginning.opener == LAPTOP
    assert beginning.charter == room.laptop.charter


def test_what_begun_is_found_again_after_a_reload() -> None:
    room = Room()
    room.want(0)
    room.want(1)
    room.answer(list(room.laptop.want()))

    found = find_table(room.kept[PAGES[0].public])

    assert found is not None
    assert found.signed.table == room.laptop.charter.id


def test_without_a_laptop_nothing_is_offered_and_for_the_unheard_nothing_is_claimed() -> None:
    room = Room()
    page = room.pages[PAGES[0].public]
    words = words_for("en")

    alone = page.show(words, frozenset())
    room.want(0)
    linked = page.show(words, frozenset({LAPTOP}))

    assert alone["possible"] is False
    assert linked["wanted"] is True
    assert "Waiting for" in linked["line"]
