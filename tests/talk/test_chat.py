"""Lines of chat: signed, readable, not too many, and never in the log."""

from dataclasses import replace

import pytest

from p2pjeux.errors import Fault, PeerFault
from p2pjeux.log.line import TEXT_MAX, decode_line, sign_line
from p2pjeux.table.events import NotLegal, Said, Say
from p2pjeux.table.messages import Chatted, encode_message
from p2pjeux.talk.chat import BURST, SECONDS_A_LINE
from tests.kit import Case
from tests.sitting.people import Evening

EUROPAX = Case("europax", 3)


def test_a_line_reaches_everybody_and_says_who_said_it() -> None:
    evening = Evening(EUROPAX, watchers=1)

    evening.tell(1, Say("  À toi, Zoé ! "))

    assert [person.heard(Said) for person in evening.people] == [[Said(1, "À toi, Zoé !")]] * 4


def test_a_line_is_passed_on_where_there_is_no_link() -> None:
    evening = Evening(EUROPAX)
    evening.carries = lambda sender, to: {sender, to} != {0, 2}

    evening.tell(0, Say("Vous m’entendez ?"))

    assert evening.people[2].heard(Said) == [Said(0, "Vous m’entendez ?")]


def test_a_line_is_told_and_passed_on_once() -> None:
    evening = Evening(EUROPAX)
    evening.tell(0, Say("Une fois"))
    message = evening.people[0].sent[-1]
    before = len(evening.people[1].sent)

    evening.deliver(2, 1, message)

    assert len(evening.people[1].heard(Said)) == 1
    assert len(evening.people[1].sent) == before


def test_chat_leaves_no_trace_in_the_log() -> None:
    evening, silent = Evening(EUROPAX), Evening(EUROPAX)
    evening.tell(0, Say("Hein ?"))

    for table in (evening, silent):
        for _ in range(5):
            table.play(table.asked[0])

    assert evening.logs() == silent.logs()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "a\nb",
        "a\tb",
        "\x1b[31mred",
        "\u202eksid",
        "\u2066x",
        "\u200f",
        "\u2028",
        "\ufeffx",
        "x" * (TEXT_MAX + 1),
    ],
)
def test_what_cannot_be_shown_as_it_is_is_not_said_or_heard(text: str) -> None:
    evening = Evening(EUROPAX)
    identity, table = evening.people[1].identity, evening.signed.table

    evening.tell(0, Say(text))
    forged = encode_message(Chatted(sign_line(identity, table, 1, 5, text)))

    if text.strip() == text:
        fault = evening.deliver(1, 0, forged)
        assert fault is not None
        assert fault.fault is Fault.BAD_SHAPE
    assert len(evening.people[0].heard(NotLegal)) == 1
    assert not evening.people[1].heard(Said)


@pytest.mark.parametrize("text", ["👩\u200d👩\u200d👧", "œuf à la coque", "שלום", "x" * TEXT_MAX])
def test_people_may_write_as_they_write(text: str) -> None:
    evening = Evening(EUROPAX)

    evening.tell(0, Say(text))

    assert evening.people[1].heard(Said) == [Said(0, text)]


def test_nobody_speaks_for_another() -> None:
    evening = Evening(EUROPAX)
    line = sign_line(evening.people[1].identity, evening.signed.table, 0, 5, "C’est moi")

    fault = evening.deliver(1, 2, encode_message(Chatted(line)))

    assert fault is not None
    assert fault.fault is Fault.BAD_SIGNATURE
    assert not evening.people[2].heard(Said)


def test_a_line_of_another_table_or_of_nobody_is_a_fault() -> None:
    evening = Evening(EUROPAX)
    line = sign_line(evening.people[1].identity, bytes(32), 1, 5, "Ailleurs")
    nobody = replace(line, table=evening.signed.table, seat=7)

    for wrong in (line, nobody):
        assert isinstance(evening.deliver(1, 2, encode_message(Chatted(wrong))), PeerFault)


def test_who_talks_too_fast_is_told_so_and_a_flood_goes_no_farther() -> None:
    evening = Evening(EUROPAX)
    for number in range(BURST + 1):
        evening.tell(0, Say(f"{number}"))
    assert len(evening.people[0].heard(NotLegal)) == 1
    evening.wait(2 * SECONDS_A_LINE)
    evening.tell(0, Say("encore"))
    assert evening.people[1].heard(Said)[-1] == Said(0, "encore")

    heard = len(evening.people[2].heard(Said))
    identity, table = evening.people[1].identity, evening.signed.table
    for counter in range(100):
        line = sign_line(identity, table, 1, counter, "spam")
        assert evening.deliver(1, 2, encode_message(Chatted(line))) is None
    assert len(evening.people[2].heard(Said)) == heard + BURST


def test_a_line_cannot_be_repeated_later() -> None:
    evening = Evening(EUROPAX)
    evening.tell(0, Say("un"))
    old = evening.people[0].sent[-1]
    evening.tell(0, Say("deux"))

    evening.deliver(2, 1, old)

    assert [event.text for event in evening.people[1].heard(Said)] == ["un", "deux"]


@pytest.mark.parametrize("data", [b"", b"\x90", b"\x95\x01\x02\x03\x04\x05", b"\xc1"])
def test_garbage_is_no_line(data: bytes) -> None:
    with pytest.raises(PeerFault):
        decode_line(data)


def test_a_watcher_listens_but_does_not_speak() -> None:
    evening = Evening(EUROPAX, watchers=1)

    evening.tell(3, Say("Et moi ?"))

    assert len(evening.people[3].heard(NotLegal)) == 1
    assert not evening.people[0].heard(Said)
