"""The page in a real browser: it plays, steps, and says what is true of its log.

Pictures of it: ``python -m tests.export.photographs FOLDER``.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from p2pjeux.language import words_for
from p2pjeux.log.file import EVIDENCE_MAGIC
from tests.export.browser import Browser, browser
from tests.export.pages import (
    COURSE,
    FILE_NAME,
    SCRIPT_NAME,
    TABLE_NAME,
    good_page,
    hostile_log,
    page_of,
    save,
    tampered_log,
    with_log,
    with_shown,
)
from tests.judge import bad_files, bad_plays
from tests.kit import Case
from tests.log.writing import STONEHENGE, Writer, whole_game
from tests.replay.games import CASES, replayed, written

# A browser is started, and each page is made from a whole game.
pytestmark = pytest.mark.slow

VERDICT = "document.getElementById('verdict').className"
COUNT = "document.getElementById('count').textContent"
NO_ED25519 = """
const refuse = crypto.subtle.importKey.bind(crypto.subtle);
crypto.subtle.importKey = (form, key, kind, ...rest) =>
  kind === "Ed25519" ? Promise.reject(new DOMException("no", "NotSupportedError"))
                     : refuse(form, key, kind, ...rest);
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("browser")) as opened:
        opened.resize(1200, 900)
        yield opened


def at(page: Browser) -> int:
    return int(str(page.ask(COUNT)).split("/")[0])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_good_game_of_every_kind_is_checked_and_shown(
    page: Browser, case: Case, tmp_path: Path
) -> None:
    page.complaints.clear()

    path = save(tmp_path, good_page(case))
    page.open(path)

    assert page.ask(VERDICT) == "good"
    assert "every signature" in page.text("verdict-line")
    last = len(replayed(case).positions) - 1
    assert page.text("count") == f"{last} / {last}"
    assert page.ask("document.querySelectorAll('#board text, #board path').length") > 0
    assert page.ask("document.querySelectorAll('#told p').length") > 1
    assert page.complaints == []
    assert page.requests == [path.as_uri()]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_opens_on_the_end_with_the_winner_the_scores_the_date_and_the_receipt(
    page: Browser, case: Case, tmp_path: Path
) -> None:
    page.open(save(tmp_path, good_page(case)))

    words = words_for("en", case.game_id, replayed(case).names)
    *scores, winner = case.game.presenter.result(replayed(case).positions[-1].state, words)
    assert page.ask("document.querySelector('#result .winner').textContent") == winner
    assert "November 19, 2026" in page.text("result")
    assert all(score in page.text("result") for score in scores)
    assert "signatures of" in page.text("receipt")


def test_keys_step_jump_and_end(page: Browser, tmp_path: Path) -> None:
    page.open(save(tmp_path, good_page()), "#0")
    last = len(replayed(COURSE).positions) - 1

    visited = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"):
        page.press(key)
        visited.append(at(page))

    assert visited == [1, 2, 1, last, last, 0, 0]
    page.press("PageDown")
    first = at(page)
    page.press("PageDown")
    second = at(page)
    assert 0 < first < second
    page.press("PageUp")
    assert at(page) == first


def test_buttons_do_what_keys_do(page: Browser, tmp_path: Path) -> None:
    page.open(save(tmp_path, good_page()), "#0")
    last = len(replayed(COURSE).positions) - 1

    visited = []
    for button in ("forward", "forward", "back", "round-forward", "first", "last"):
        page.click(button)
        visited.append(at(page))

    assert visited[:3] == [1, 2, 1]
    assert visited[3] > 1
    assert visited[4:] == [0, last]
    assert page.ask("document.getElementById('forward').disabled") is True


def test_it_plays_by_itself_and_stops_at_the_end(page: Browser, tmp_path: Path) -> None:
    last = len(replayed(COURSE).positions) - 1
    page.open(save(tmp_path, good_page()), f"#{last - 2}")
    for _ in range(2):
        page.press("+")

    page.press(" ")

    assert page.ask("document.getElementById('play').title") == "pause"
    page.wait(f"{COUNT} === '{last} / {last}'")
    assert page.ask("document.getElementById('play').title") == "play"


def test_a_hand_on_the_keys_stops_it(page: Browser, tmp_path: Path) -> None:
    page.open(save(tmp_path, good_page()))
    page.press(" ")

    page.press("ArrowRight")

    assert page.ask("document.getElementById('play').title") == "play"


def test_other_eyes_see_another_board(page: Browser, tmp_path: Path) -> None:
    page.open(save(tmp_path, good_page(STONEHENGE)), "#60")
    board = "document.getElementById('board').textContent"
    seen = {page.ask("document.getElementById('eyes').selectedOptions[0].textContent"): ""}
    for _ in range(5):
        name = page.ask("document.getElementById('eyes').selectedOptions[0].textContent")
        seen[name] = str(page.ask(board))
        page.press("e")

    assert list(seen) == ["all hands", "a watcher", "Anne", "Björn", "Chloé"]
    assert len(set(seen.values())) == 5
    hands = [len(seen[name]) - len(seen["a watcher"]) for name in ("Anne", "Björn", "Chloé")]
    assert all(hand > 0 for hand in hands)
    assert len(seen["all hands"]) - len(seen["a watcher"]) == sum(hands)


def test_it_speaks_both_languages(page: Browser, tmp_path: Path) -> None:
    page.open(save(tmp_path, good_page()))

    page.press("l")

    assert page.ask("document.documentElement.lang") == "fr"
    assert page.text("title") == "La Course autour du monde"
    assert "chaque signature" in page.text("verdict-line")
    page.click("language")
    assert page.ask("document.documentElement.lang") == "en"


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_board_fits_a_phone_and_can_be_read_there(
    page: Browser, case: Case, tmp_path: Path
) -> None:
    page.resize(375, 812, is_phone=True)
    page.open(save(tmp_path, good_page(case)))
    narrow = page.ask("document.getElementById('view').className")
    overflow = page.ask("document.documentElement.scrollWidth - window.innerWidth")
    hidden = page.ask(
        "(() => { const view = document.getElementById('view');"
        " return view.scrollWidth - view.clientWidth; })()"
    )
    columns = page.ask("document.getElementById('board').viewBox.baseVal.width / 10")
    wide = page.ask("document.getElementById('board').getBoundingClientRect().width")
    page.resize(1200, 900)
    page.wait("document.getElementById('view').className === 'wide'")

    assert narrow == "narrow"
    assert overflow <= 0
    assert hidden <= 0
    # Letters of at least eight pixels by sixteen.
    assert wide / columns >= 8


def test_a_tampered_log_is_shown_as_tampered_and_where(page: Browser, tmp_path: Path) -> None:
    page.open(save(tmp_path, page_of(tampered_log())))

    assert page.ask(VERDICT) == "tampered"
    entry = written(STONEHENGE).steps[40].entries[0]
    name = written(STONEHENGE).signed.name(entry.seat)
    assert f"the signature does not hold (step 40, {name})" in page.text("verdict-line")
    # What was good before that can be looked at.
    page.press("End")
    assert at(page) > 5


def test_a_log_tampered_with_inside_the_page_is_found_out(page: Browser, tmp_path: Path) -> None:
    page.open(save(tmp_path, with_log(good_page(STONEHENGE), tampered_log())))

    assert page.ask(VERDICT) == "tampered"
    page.press("End")
    assert "does not vouch" in page.text("told")
    page.press("Home")
    assert "does not vouch" not in page.text("told")


def test_the_log_of_another_game_is_found_out(page: Browser, tmp_path: Path) -> None:
    other = whole_game(STONEHENGE, 1).data

    page.open(save(tmp_path, with_log(good_page(STONEHENGE), other)))

    assert page.ask(VERDICT) == "tampered"
    assert "does not belong to the log" in page.text("verdict-line")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: text.replace("wins", "loses"), id="a sentence"),
        pytest.param(lambda text: text.replace("Anne", "Zoé"), id="a name"),
        pytest.param(lambda text: text + " ", id="a byte that says nothing"),
    ],
)
def test_what_is_shown_cannot_be_changed_under_a_green_headline(
    page: Browser, change: Callable[[str], str], tmp_path: Path
) -> None:
    page.open(save(tmp_path, with_shown(good_page(STONEHENGE), change)))

    assert page.ask(VERDICT) == "tampered"
    assert "CHANGED" in page.text("verdict-line")
    assert "does not vouch" in page.text("told")


def test_what_cannot_be_unpacked_is_said_to_be_damaged(page: Browser, tmp_path: Path) -> None:
    letters = good_page().index('id="game">') + 2000
    damaged = good_page()[:letters] + "0000000000" + good_page()[letters + 10 :]

    page.open(save(tmp_path, damaged))

    assert page.ask(VERDICT) == "tampered"
    assert "damaged" in page.text("verdict-line")
    assert page.ask("document.getElementById('player').hidden") is True


def test_a_flipped_bit_is_found_out(page: Browser, tmp_path: Path) -> None:
    data = bytearray(written(COURSE).data)
    data[len(data) // 2] ^= 4

    page.open(save(tmp_path, with_log(good_page(), bytes(data))))

    assert page.ask(VERDICT) == "tampered"
    assert "damaged" in page.text("verdict-line")


def test_a_broken_rule_is_told_though_the_page_cannot_check_rules(
    page: Browser, tmp_path: Path
) -> None:
    bad = next(bad_plays.rule_lies())

    page.open(save(tmp_path, page_of(bad.data)))

    assert page.ask(VERDICT) == "tampered"
    line = page.text("verdict-line")
    assert line.startswith("PROVED: ")
    assert "broke the rules" in line


def test_evidence_convicts_in_the_page_too(page: Browser, tmp_path: Path) -> None:
    evidence = next(bad for bad in bad_files.forks() if bad.data.startswith(EVIDENCE_MAGIC))

    page.open(save(tmp_path, page_of(evidence.data)))

    assert page.text("verdict-line").startswith("PROVED: ")
    assert page.ask("document.getElementById('player').hidden") is True


def test_without_ed25519_it_says_plainly_that_it_did_not_check(tmp_path: Path) -> None:
    with browser(tmp_path / "profile") as page:
        page.call("Page.addScriptToEvaluateOnNewDocument", source=NO_ED25519)

        page.open(save(tmp_path, good_page()))

        assert page.ask(VERDICT) == "partly"
        assert "SIGNATURES WERE NOT CHECKED" in page.text("verdict-line")
        assert "no signature" in page.text("details")


def test_an_unfinished_game_is_good_as_far_as_it_goes(page: Browser, tmp_path: Path) -> None:
    writer = Writer(COURSE).run(lambda one: len(one.steps) == 12)

    page.open(save(tmp_path, page_of(writer.data)))

    assert page.ask(VERDICT) == "good"
    assert "The game is not over" in page.text("verdict-line")
    assert page.ask("document.getElementById('eyes').options.length") == 1


def test_what_is_no_log_shows_no_player(page: Browser, tmp_path: Path) -> None:
    page.open(save(tmp_path, page_of(b"no log")))

    assert page.ask(VERDICT) == "tampered"
    assert page.ask("document.getElementById('player').hidden") is True


def test_a_player_called_script_is_harmless(page: Browser, tmp_path: Path) -> None:
    page.complaints.clear()

    path = save(tmp_path, page_of(hostile_log(), file_name=FILE_NAME))
    page.open(path)
    page.press("End")

    assert page.ask(VERDICT) == "good"
    assert SCRIPT_NAME in page.text("names")
    assert page.text("table") == TABLE_NAME
    assert SCRIPT_NAME in page.text("story")
    assert page.ask("document.querySelectorAll('img, #bold').length") == 0
    assert page.complaints == []
    assert page.requests == [path.as_uri()]


def test_the_log_can_be_saved_from_the_page(page: Browser, tmp_path: Path) -> None:
    page.open(save(tmp_path, good_page()))

    size = page.call(
        "Runtime.evaluate",
        expression="new Promise((done) => { const link = document.getElementById('save');"
        " done(link.download + ' ' + link.href.startsWith('blob:')); })",
        awaitPromise=True,
        returnByValue=True,
    )["result"]["value"]

    assert size == "game.p2pj true"
