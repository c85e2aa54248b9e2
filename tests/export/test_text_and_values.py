"""A game as a transcript, and as values for programs."""

import json
from typing import Any

import pytest

from p2pjeux.export.text import transcript
from p2pjeux.export.values import replay_value
from p2pjeux.judge.replay import Replay, read_replay
from p2pjeux.judge.verify import verify
from p2pjeux.language import words_for
from p2pjeux.rules.words import Words
from p2pjeux.ui.wording.replay import Eyes, Whose
from tests.export.pages import tampered_log
from tests.kit import Case
from tests.log.writing import OSTRAKON, STONEHENGE, game_with_absence
from tests.replay.games import CASES, replayed, written

every_kind = pytest.mark.parametrize("case", CASES, ids=str)
both = pytest.mark.parametrize("language", ["fr", "en"])


def words_of(replay: Replay, language: str) -> Words:
    game_id = None if replay.game is None else replay.game.facts.id
    return words_for(language, game_id, replay.names)


def lines(replay: Replay, eyes: Eyes = Whose.ALL, language: str = "en") -> list[str]:
    return list(transcript(replay, eyes, words_of(replay, language)))


@pytest.mark.slow
@every_kind
@both
def test_a_transcript_tells_everything_and_ends_with_the_result(case: Case, language: str) -> None:
    replay = replayed(case)
    words = words_of(replay, language)

    text = lines(replay, Whose.ALL, language)

    told = [
        sentence
        for position in replay.positions
        if (done := position.happening) is not None
        for sentence in case.game.presenter.tell(
            done.before, done.request, done.answer, done.after, words
        )
    ]
    assert told
    spoken = "\n".join(text)
    assert all(sentence in spoken for sentence in told)
    result = case.game.presenter.result(replay.positions[-1].state, words)
    assert text[-1].endswith(f"  {result[-1].strip()}")


@pytest.mark.slow
def test_eyes_that_see_all_tell_hidden_bids_and_those_of_a_seat_its_own() -> None:
    replay = replayed(STONEHENGE)

    everything = "\n".join(lines(replay))
    own = "\n".join(lines(replay, 1))
    watched = "\n".join(lines(replay, Whose.WATCHER))

    assert "(Anne: bid" in everything
    assert "(Anne: bid" not in own
    assert "(Björn: bid" in own
    assert ": bid" not in watched
    assert "holds" not in watched


@pytest.mark.slow
def test_what_ends_a_round_is_told_before_the_next_one_begins() -> None:
    text = lines(replayed(STONEHENGE))
    second = next(at for at, line in enumerate(text) if "on space 2 —" in line)
    first_sale = next(at for at, line in enumerate(text) if "Auction 1" in line)

    assert first_sale < second


@pytest.mark.slow
def test_absences_are_told() -> None:
    spoken = "\n".join(lines(read_replay(game_with_absence(OSTRAKON).data)))

    assert "Björn is gone" in spoken
    assert "Björn is back at the table" in spoken


def test_the_transcript_of_a_bad_log_says_so_at_its_head() -> None:
    text = lines(read_replay(tampered_log()))

    assert any(line.startswith("NOT good (signature)") for line in text[:3])
    assert any("step 40" in line for line in text[:4])


def test_of_what_is_no_log_only_the_verdict_is_written() -> None:
    assert lines(read_replay(b"no log"))[0].startswith("NOT good (format)")


def value_of(replay: Replay) -> dict[str, Any]:
    languages = {one: words_of(replay, one) for one in ("en", "fr")}
    again: dict[str, Any] = json.loads(json.dumps(replay_value(replay, languages)))
    return again


@pytest.mark.slow
@every_kind
def test_the_values_hold_every_position_and_the_verdict(case: Case) -> None:
    replay = replayed(case)

    value = value_of(replay)

    assert value["verdict"] == json.loads(json.dumps(verify(written(case).data).as_value()))
    assert [one["digest"] for one in value["positions"]] == [
        position.digest.hex() for position in replay.positions
    ]
    kinds = {one["request"]["kind"] for one in value["positions"] if one["request"]}
    assert kinds <= {
        *("choose", "choose-all", "seal", "lay", "open"),
        *("roll", "draw", "shuffle", "deal", "show"),
    }


@pytest.mark.slow
def test_hidden_hands_and_sealed_choices_are_in_the_values() -> None:
    replay = replayed(STONEHENGE)
    value = value_of(replay)
    at = next(number for number, one in enumerate(replay.positions) if one.sealed)

    seat, action = next(iter(replay.positions[at].sealed.items()))

    assert value["positions"][at]["sealed"][str(seat)]["verb"] == action.verb
    hidden = value["positions"][at]["hidden"][str(seat)]
    assert [[slot.deck, slot.place] for slot in sorted(replay.positions[at].hidden(seat))] == [
        place[:2] for place in hidden
    ]
    assert all(str(face) in value["cards"] for _deck, _place, face in hidden)


@pytest.mark.slow
def test_the_names_of_cards_are_given_in_each_language() -> None:
    cards = value_of(replayed(STONEHENGE))["cards"]

    assert cards
    assert all(set(names) == {"en", "fr"} for names in cards.values())


def test_what_happened_to_seats_is_in_the_values() -> None:
    value = value_of(read_replay(game_with_absence(OSTRAKON).data))

    notices = [notice for one in value["positions"] for notice in one["notices"]]

    assert notices == [
        {"kind": "left", "seat": 1},
        {"kind": "returned", "seat": 1},
        {"kind": "left", "seat": 4},
    ]
