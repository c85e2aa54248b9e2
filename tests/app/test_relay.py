"""Who else hears what a peer says at the table: those who cannot be called, and once."""

from p2pjeux.app.running.relay import Relay
from p2pjeux.net.events import Linked
from p2pjeux.net.hello import Hello
from p2pjeux.table.messages import Have, Parts, Steps, encode_message

LAPTOPS = (b"A", b"B")
PAGES = (b"p", b"q")
SAID = encode_message(Parts(()))


def links() -> dict[bytes, Linked]:
    ports = {**dict.fromkeys(LAPTOPS, 4000), **dict.fromkeys(PAGES, 0)}
    return {key: Linked(key, Hello(key, port=port), "10.0.0.1", b"") for key, port in ports.items()}


def test_what_a_laptop_says_goes_on_to_the_pages() -> None:
    assert Relay().hearers(b"A", SAID, links()) == PAGES


def test_what_a_page_says_goes_on_to_everybody_else() -> None:
    assert Relay().hearers(b"p", SAID, links()) == (*LAPTOPS, b"q")


def test_nothing_is_passed_on_where_all_can_call_each_other() -> None:
    among = {key: link for key, link in links().items() if key in LAPTOPS}

    assert Relay().hearers(b"A", SAID, among) == ()


def test_the_same_is_passed_on_once_whoever_brings_it() -> None:
    relay = Relay()

    assert relay.hearers(b"p", SAID, links())
    assert relay.hearers(b"B", SAID, links()) == ()


def test_what_is_about_its_sender_stays_with_us() -> None:
    have = encode_message(Have(1, bytes(32), (), bytes(32)))

    assert Relay().hearers(b"p", have, links()) == ()
    assert Relay().hearers(b"p", encode_message(Steps(())), links()) == ()
