"""A page says the code of a private table, to the laptop's end of it as it is."""

from p2pjeux.net.code_exchange import CodeKeeper
from p2pjeux.phone.seat.page_code import PageCode
from tests.net.people import entropy

LINK, PAGE = b"1" * 32, b"p" * 32
WHERE = ("10.0.0.2", LINK)
CODE = "lune-pomme-ours"


def exchange(page: PageCode, keeper: CodeKeeper, said: bytes | None, now: float = 0.0) -> bool:
    """Carry messages both ways until nobody says anything; whether the page is through."""
    is_through = False
    while said is not None:
        refusal = keeper.refuse(said, WHERE[0], now)
        answer, _ = refusal if refusal is not None else keeper.receive(PAGE, said, WHERE, now)
        said, is_through = page.hear(answer, LINK)
    return is_through


def test_a_page_that_has_no_code_asks_for_one() -> None:
    page, keeper = PageCode("", entropy), CodeKeeper(CODE, 0.0, entropy)

    said, is_through = page.hear(keeper.needed(), LINK)

    assert (said, is_through) == (None, False)
    assert page.is_asked
    assert page.refused is None


def test_what_was_typed_opens_the_table() -> None:
    page, keeper = PageCode("", entropy), CodeKeeper(CODE, 0.0, entropy)
    page.hear(keeper.needed(), LINK)

    page.take(" Lune pomme OURS")

    assert exchange(page, keeper, page.say(LINK))
    assert PAGE in keeper.passed
    assert not page.is_asked
    assert page.code == CODE


def test_a_wrong_code_is_asked_for_again_and_not_said_again() -> None:
    page, keeper = PageCode("lune-pomme-loup", entropy), CodeKeeper(CODE, 0.0, entropy)

    assert not exchange(page, keeper, page.say(LINK))

    assert page.is_asked
    assert page.refused is not None
    assert page.hear(keeper.needed(), LINK) == (None, False)


def test_after_too_many_wrong_codes_the_page_is_told_how_long_to_wait() -> None:
    page, keeper = PageCode("", entropy), CodeKeeper(CODE, 0.0, entropy)
    for wrong in ("lune-un", "lune-deux", "lune-trois"):
        page.take(wrong)
        exchange(page, keeper, page.say(LINK))

    page.take(CODE)

    assert not exchange(page, keeper, page.say(LINK))
    assert page.refused is not None
    assert page.refused.values == {"seconds": 30}


def test_what_is_no_code_is_refused_where_it_is_typed() -> None:
    page = PageCode("", entropy)
    page.say(LINK)

    page.take("abc")

    assert page.is_asked
    assert page.refused is not None


def test_an_answer_that_comes_after_its_link_is_not_heard() -> None:
    page, keeper = PageCode(CODE, entropy), CodeKeeper(CODE, 0.0, entropy)
    first = page.say(LINK)
    assert first is not None
    answer, _ = keeper.receive(PAGE, first, WHERE, 0.0)

    page.lose_link()

    assert page.hear(answer, LINK) == (None, False)
