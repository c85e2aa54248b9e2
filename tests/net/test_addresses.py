"""What is known of addresses, and what of that is told and believed."""

from ipaddress import ip_address

import pytest

from p2pjeux.encoding import Value, encode
from p2pjeux.errors import PeerFault
from p2pjeux.net.addresses import (
    ADDRESSES_MAX,
    PEERS_MAX,
    TOLD_ADDRESSES_MAX,
    TOLD_PEERS_MAX,
    TOLD_SIZE_MAX,
    Address,
    AddressBook,
    read_told,
    write_told,
)
from tests.net.people import papers

KEY = papers(1).identity.public
HOME = Address("192.168.1.7", 4000)


def at(last: int) -> Address:
    return Address(f"192.168.1.{last}", 4000)


def test_the_address_that_worked_last_comes_first_then_the_newest() -> None:
    book = AddressBook()
    for last in (1, 2, 3):
        assert book.learn(KEY, at(last))
    book.learn(KEY, at(2), first=True)
    book.learn(KEY, at(4))

    assert book.of(KEY) == (at(2), at(4), at(1), at(3))


def test_a_known_address_is_not_new_and_keeps_its_place() -> None:
    book = AddressBook()
    book.learn(KEY, at(1))
    book.learn(KEY, at(2))

    assert not book.learn(KEY, at(2))
    assert book.of(KEY) == (at(1), at(2))


def test_a_book_never_holds_more_than_its_limits() -> None:
    book = AddressBook()
    for last in range(3 * ADDRESSES_MAX):
        book.learn(KEY, at(last))
    for number in range(2 * PEERS_MAX):
        book.learn(b"%d" % number, HOME)

    assert len(book.of(KEY)) == ADDRESSES_MAX
    assert book.of(KEY)[0] == at(0)
    assert sum(b"%d" % number in book for number in range(2 * PEERS_MAX)) == PEERS_MAX - 1


def test_what_is_forgotten_is_gone() -> None:
    book = AddressBook()
    book.learn(KEY, at(1))
    book.learn(KEY, at(2))
    book.forget(KEY, at(1))
    assert book.of(KEY) == (at(2),)

    book.forget_peer(KEY)
    assert KEY not in book


def test_what_is_told_is_what_is_heard() -> None:
    book = AddressBook()
    book.learn(KEY, HOME)
    book.learn(KEY, Address("fd77::7", 4001))

    told = write_told(book, [KEY, papers(2).identity.public], loopback=False)

    assert read_told(told, loopback=False) == [(KEY, HOME), (KEY, Address("fd77::7", 4001))]


def test_the_fullest_book_can_be_told() -> None:
    book = AddressBook()
    keys = [papers(number).identity.public for number in range(PEERS_MAX)]
    for key in keys:
        for last in range(ADDRESSES_MAX):
            book.learn(key, Address(f"fd77:1234:5678:9abc:def0:1234:5678:{last:x}", 65535))

    told = write_told(book, keys, loopback=False)

    assert len(read_told(told, loopback=False)) == TOLD_PEERS_MAX * TOLD_ADDRESSES_MAX


@pytest.mark.parametrize(
    "host",
    [
        "8.8.8.8",
        str(ip_address(0)),
        "224.0.0.251",
        "ff02::fb",
        "::",
        "2001:4860:4860::8888",
        "fe80::1",
    ],
)
def test_nobody_can_make_us_call_outside_the_local_network(host: str) -> None:
    assert read_told(encode([[KEY, [[host, 4000]]]]), loopback=True) == []
    book = AddressBook()
    book.learn(KEY, Address(host, 4000))
    assert write_told(book, [KEY], loopback=True) == encode([])


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_addresses_of_this_machine_are_only_believed_from_this_machine(host: str) -> None:
    told = encode([[KEY, [[host, 4000]]]])

    assert read_told(told, loopback=False) == []
    assert read_told(told, loopback=True) == [(KEY, Address(host, 4000))]


def test_a_name_of_an_interface_is_left_out() -> None:
    assert read_told(encode([[KEY, [["fd77::1%eth0", 4000]]]]), loopback=False) == [
        (KEY, Address("fd77::1", 4000))
    ]


@pytest.mark.parametrize(
    "told",
    [
        None,
        [[KEY]],
        [[KEY, []]],
        [[b"short", [["10.0.0.1", 1]]]],
        [[bytes(32), [["10.0.0.1", 1]]]],
        [[KEY, [["example.org", 80]]]],
        [[KEY, [["10.0.0.1", 0]]]],
        [[KEY, [["10.0.0.1", 65536]]]],
        [[KEY, [["10.0.0.1\n", 1]]]],
        [[KEY, [["1" * 65, 1]]]],
        [[KEY, [["10.0.0.1", 1]] * (TOLD_ADDRESSES_MAX + 1)]],
        [[KEY, [["10.0.0.1", 1]]]] * (TOLD_PEERS_MAX + 1),
    ],
)
def test_what_is_told_out_of_shape_is_a_fault(told: Value) -> None:
    with pytest.raises(PeerFault):
        read_told(encode(told), loopback=False)


def test_too_much_told_is_a_fault() -> None:
    with pytest.raises(PeerFault):
        read_told(bytes(TOLD_SIZE_MAX + 1), loopback=False)


def test_an_address_is_written_as_people_write_it() -> None:
    assert str(HOME) == "192.168.1.7:4000"
    assert str(Address("fe80::1%eth0", 1)) == "[fe80::1%eth0]:1"
