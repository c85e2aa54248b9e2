"""What is said: refusals, prompts, labels, the story of every event, and the result."""

from dataclasses import replace

import pytest

from p2pjeux.games.europax import GAME
from p2pjeux.games.europax.cards import BENELUX, ENGLAND, FRANCE, GERMANY, ITALY
from p2pjeux.games.europax.legality import BUY, POSE, check
from p2pjeux.games.europax.rules import request
from p2pjeux.games.europax.state import Event, News, Phase, State, WhyOver
from p2pjeux.games.europax.texts import card_text, money
from p2pjeux.language import LANGUAGES, words_for
from p2pjeux.rules.contract import View
from p2pjeux.rules.requests import Action, Drawn
from tests.games.europax.scene import COTTON, FRUIT, STEEL, URGENT_STEEL, pose, read, table

NAMES = ("Ana", "Bruno", "Chloé", "David", "Élise", "Farid")
EN = words_for("en", "europax", NAMES)
FR = words_for("fr", "europax", NAMES)


def refused(state: State, action: Action, seat: int | None = None) -> str:
    refusal = check(state, state.asked or 0 if seat is None else seat, action, ())
    assert refusal is not None
    return str(refusal)


def test_only_a_card_of_the_leader_s_own_hand_can_be_posed() -> None:
    state = table(posing=16)

    assert "does not have" in refused(state, Action(POSE, (17,)))
    assert "does not have" in refused(state, Action(POSE, (-1,)))
    assert "a demand card" in refused(state, Action(POSE, (16, 55)))
    assert "a demand card" in refused(state, Action(POSE))
    assert "a demand card" in refused(state, Action(BUY, (ENGLAND,)))
    assert check(state, 0, Action(POSE, (16,)), ()) is None


@pytest.mark.parametrize("wrong", [True, None, "16", 16.0, [16], {"card": 16}])
def test_only_a_whole_number_names_a_card(wrong: object) -> None:
    # True is equal to 1, and 16.0 to 16: both must be refused like anything else.
    state = table(posing=(1, 16))

    assert "number" in refused(state, Action(POSE, (wrong,)))  # type: ignore[arg-type]  # on purpose


def test_only_the_seat_that_is_asked_decides() -> None:
    state = table(posing=16)

    assert "another country" in refused(state, Action(POSE, (16,)), seat=1)
    assert "another country" in refused(replace(state, phase=Phase.OVER), Action(POSE, (16,)))


def test_only_a_country_that_has_the_goods_can_be_named() -> None:
    state = pose(table(posing=16, stocks={GERMANY: {FRUIT: 1}, ITALY: {FRUIT: 2}}), 16)

    for country in (ENGLAND, FRANCE, BENELUX, 17):
        assert "cannot sell" in refused(state, Action(BUY, (country,)))
    assert "sells" in refused(state, Action(POSE, (16,)))
    assert check(state, 1, Action(BUY, (GERMANY,)), ()) is None


def said(state: State) -> str:
    asked = request(state)
    assert asked is not None
    return GAME.presenter.prompt(View(state, state.asked, {}), asked, EN)


def labels(state: State) -> list[str]:
    view = View(state, state.asked, {})
    return [GAME.presenter.label(view, action, EN) for action in GAME.choices(view).actions]


def test_the_prompt_says_what_is_wanted() -> None:
    seller = pose(table(posing=16, stocks={GERMANY: {FRUIT: 1}, ITALY: {FRUIT: 2}}), 16)
    held = {ENGLAND: {FRUIT: 2}, ITALY: {STEEL: 1}, GERMANY: {STEEL: 2}}
    urgent = read(pose(table(posing=16, stocks=held), 16), URGENT_STEEL)

    assert said(table(posing=16)) == "FRANCE leads: which demand card do you play?"
    assert said(seller) == (
        "ENGLAND still has to buy 2 × fruit, 75 a card: which country sells next?"
    )
    assert said(urgent) == (
        "Urgent purchase: from which country does ENGLAND buy 1 × steel for 110?"
    )
    assert labels(urgent) == [
        "GERMANY (Chloé), which has 2 × steel",
        "ITALY (David), which has 1 × steel",
    ]


def test_a_card_names_its_demands_and_brackets_absent_countries() -> None:
    terms = table(4).terms

    assert card_text(10, terms, EN) == "ENGLAND steel, GERMANY meat, (ITALY wine)"
    assert card_text(10, None, FR) == "ANGLETERRE acier, ALLEMAGNE viande, ITALIE vins"
    assert labels(table(4, posing=10))[0] == "card 10: " + card_text(10, terms, EN)


def test_thousands_are_set_apart_as_the_language_does() -> None:
    assert money(21_600, EN) == "21,600"
    assert money(21_600, FR) == "21\u00a0600"
    assert money(-725, EN) == "−725"


def story(state: State, language: str) -> tuple[str, ...]:
    words = words_for(language, "europax", NAMES)
    asked = request(table())
    assert asked is not None
    return GAME.presenter.tell(table(), asked, Drawn(()), state, words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", Event)
def test_every_event_is_told_in_a_sentence_of_its_own(event: Event, language: str) -> None:
    item = News(event, ENGLAND, GERMANY, 5, 1, 1000)
    (sentence,) = story(replace(table(), news=(item,)), language)

    assert sentence.endswith((".", "”", "»"))
    assert "{" not in sentence
    others = [News(other, ENGLAND, GERMANY, 5, 1, 1000) for other in Event if other is not event]
    for other in others:
        assert story(replace(table(), news=(other,)), language) != (sentence,)


def test_gifts_and_loans_are_told_apart() -> None:
    item = News(Event.AIDED, ENGLAND, units=4, amount=1200)

    assert "give 1,200" in story(replace(table(), news=(item,)), "en")[0]
    assert "lend 1,200" in story(replace(table(5, {"aid": "loan"}), news=(item,)), "en")[0]


@pytest.mark.parametrize("ending", WhyOver)
def test_every_ending_is_told(ending: WhyOver) -> None:
    (sentence,) = story(replace(table(), news=(News(Event.ENDED, units=ending),)), "en")

    assert sentence.endswith("the game is over.")


def test_cards_taken_at_once_are_told_in_one_sentence() -> None:
    taken = tuple(News(Event.STOCKED, FRANCE, 0, product, 2) for product in (STEEL, COTTON))
    drawn = tuple(News(Event.REFILLED, FRANCE, what=card) for card in (3, 7, 9))
    told = story(replace(table(), news=(*taken, *drawn)), "en")

    assert told == (
        "FRANCE takes new production cards: 2 × steel and 2 × cotton cloth.",
        "FRANCE has played its last demand card and takes 3 new ones: 3, 7 and 9.",
    )


def test_a_turn_is_told_from_the_card_to_the_lead() -> None:
    before = table(posing=16, stocks={GERMANY: {FRUIT: 1}})
    state = pose(before, 16)

    assert story(state, "en") == (
        "FRANCE (Ana) plays demand card 16: ENGLAND 2 × fruit.",
        "GERMANY sells 1 × fruit to ENGLAND for 75.",
        "No partner has it: ENGLAND buys 1 × fruit abroad and pays the bank 115.",
        "ENGLAND (Bruno) leads.",
    )


def test_the_result_names_winner_money_and_bank() -> None:
    ended = replace(table(6, money={ITALY: 9_000}), phase=Phase.OVER)
    lines = GAME.presenter.result(ended, EN)

    assert lines[0] == "David (ITALY): 9,000 million Europas, 3 production cards"
    assert lines[-2] == "Farid kept the bank: its books close at 3,600."
    assert lines[-1] == "David is the best manager and wins."
    assert not any(line.startswith("Farid (") for line in lines)


def test_a_shared_victory_is_told() -> None:
    lines = GAME.presenter.result(replace(table(2), phase=Phase.OVER), EN)

    assert lines[-1] == "Ana and Bruno share the victory."
