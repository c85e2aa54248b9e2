"""Ostrakon in words: what is asked of a seat, and what it may answer."""

from p2pjeux.encoding import Value
from p2pjeux.games.ostrakon.calendar import PHILOSOPHERS, DayRule
from p2pjeux.games.ostrakon.cards import CARDS, TOPICS
from p2pjeux.games.ostrakon.legality import (
    ASK,
    CONSULT,
    CORRUPT,
    DECLINE,
    FOLLOW,
    KEEP,
    TAKE,
    TURN,
    VOTE,
)
from p2pjeux.games.ostrakon.questions import Question, in_english
from p2pjeux.games.ostrakon.state import BAD, BLACK, WHITE, Color, Phase, State, other_color
from p2pjeux.rules.contract import Form, View
from p2pjeux.rules.requests import Action, Face, Request, Seat
from p2pjeux.rules.words import Words, typeset


def color_name(color: Color, words: Words) -> str:
    return words.say("white") if color == WHITE else words.say("black")


def rule_name(rule: DayRule, words: Words) -> str:
    names = {
        DayRule.NORMAL: words.say("normal day"),
        DayRule.CORRUPTION: words.say("Corruption"),
        DayRule.ORACLE: words.say("Oracle"),
        DayRule.TROMPERIE: words.say("Deception"),
    }
    return names[rule]


def topic_name(topic: int, words: Words) -> str:
    printed = TOPICS[topic]
    if printed.is_free:
        return words.say("{marks} (free)", marks=printed.fr)
    return words.choose(printed.fr, printed.en)


def spoken(question: Question, words: Words) -> Question:
    """A question as this player reads it: samples in his language, all else as it was typed."""
    english = in_english(question)
    if words.language != "fr" or english == question:
        return english
    return Question(typeset(question.text), typeset(question.white), typeset(question.black))


def answer_name(state: State, color: Color, words: Words) -> str:
    """``white: tennis``, as the asker has settled it."""
    assert state.question is not None
    question = spoken(state.question, words)
    answer = question.white if color == WHITE else question.black
    return words.say("{color}: {answer}", color=color_name(color, words), answer=answer)


def names_of(seats: tuple[Seat, ...] | list[Seat], words: Words) -> str:
    return words.among(tuple(words.name(seat) for seat in seats))


def card(face: Face, words: Words) -> str:
    """A topic card by its first entry; none is ever held in a hand."""
    return topic_name(CARDS[face].entries[0], words)


def prompt(view: View[State], request: Request, words: Words) -> str:
    state, seat = view.state, view.seat
    assert seat is not None
    match state.phase:
        case Phase.PHILOSOPHERS:
            return words.say("Choose your philosopher.")
        case Phase.ASK:
            return _prompt_question(state, words)
        case Phase.VOTE:
            return _prompt_vote(state, seat, words)
        case Phase.DISCIPLE:
            return words.say(
                "Once in the game you may follow someone: do you become the disciple of {name}?",
                name=words.name(state.asker),
            )
        case _:
            return _prompt_asker(view, words)


def _question_text(state: State, words: Words) -> str:
    assert state.question is not None
    return spoken(state.question, words).text


def _prompt_question(state: State, words: Words) -> str:
    if state.refused:
        return words.say(
            "Your question was refused. Ask another one about {topic}: this one will stand.",
            topic=topic_name(state.topic, words),
        )
    if TOPICS[state.topic].is_free:
        return words.say("Ask a question with two answers about whatever you like.")
    return words.say(
        "Ask a question with two answers about this topic: {topic}.",
        topic=topic_name(state.topic, words),
    )


def _prompt_vote(state: State, seat: Seat, words: Words) -> str:
    told = dict(state.corrupted).get(seat)
    if told is not None:
        return words.say(
            "You have been corrupted: you must vote {color}.", color=color_name(told, words)
        )
    question = _question_text(state, words)
    if seat == state.asker:
        return words.say("{question} Bet on the answer most will give.", question=question)
    return words.say("{question} Answer sincerely, in secret.", question=question)


def _prompt_asker(view: View[State], words: Words) -> str:
    state = view.state
    number = state.council.influenced
    match state.phase:
        case Phase.CORRUPT:
            return words.count(
                "Corruption: name {number} other and the colour to vote.",
                "Corruption: name {number} others and the colour each must vote.",
                number,
            )
        case Phase.CONSULT:
            return words.count(
                "Oracle: choose {number} other who shows the shard now.",
                "Oracle: choose {number} others who show their shards now.",
                number,
            )
        case Phase.RECONSIDER:
            return words.say("Oracle: do you keep your shard as it is, or turn it over?")
        case _:
            return words.say("Deception: do you keep your shard as it is, or turn it over?")


def label(view: View[State], action: Action, words: Words) -> str:
    state = view.state
    match action:
        case Action(verb=verb, args=(int(number),)) if verb == TAKE:
            chosen = PHILOSOPHERS[number]
            return words.say(
                "{philosopher}: {character}",
                philosopher=chosen.name,
                character=words.choose(chosen.character_fr, chosen.character_en),
            )
        case Action(verb=verb, args=(str(text), str(white), str(black))) if verb == ASK:
            return _label_question(spoken(Question(text, white, black), words), words)
        case Action(verb=verb, args=(str(color),)) if verb == VOTE and color == BAD:
            return words.say("bad question: it has no fair answer")
        case Action(verb=verb, args=(str(color),)) if verb == VOTE:
            return answer_name(state, color, words)
        case Action(verb=verb, args=(white, black)) if verb == CORRUPT:
            return _label_corruption(_seats(white), _seats(black), words)
        case Action(verb=verb, args=(seats,)) if verb == CONSULT:
            return words.say("consult {names}", names=names_of(_seats(seats), words))
        case _:
            return _label_plain(view, action.verb, words)


def _label_question(question: Question, words: Words) -> str:
    return words.say(
        "ask: {question} (white: {white}; black: {black})",
        question=question.text,
        white=question.white,
        black=question.black,
    )


def _label_corruption(white: list[Seat], black: list[Seat], words: Words) -> str:
    told = [(seat, WHITE) for seat in white] + [(seat, BLACK) for seat in black]
    return words.among(
        tuple(
            words.say("{name}: {color}", name=words.name(seat), color=color_name(color, words))
            for seat, color in told
        )
    )


def _label_plain(view: View[State], verb: str, words: Words) -> str:
    plain = {
        FOLLOW: words.say("follow, and turn your card for good"),
        DECLINE: words.say("do not follow"),
    }
    return plain[verb] if verb in plain else _label_shard(view, verb, words)


def _label_shard(view: View[State], verb: str, words: Words) -> str:
    """Only the asker himself sees the colour of a shard that still lies hidden."""
    assert verb in (KEEP, TURN)
    state = view.state
    bet = state.votes[state.asker]
    if bet is None and view.sealed is not None and view.seat == state.asker:
        bet = str(view.sealed.args[0])
    if bet is None:
        return words.say("keep the shard") if verb == KEEP else words.say("turn the shard")
    if verb == KEEP:
        return words.say("keep {answer}", answer=answer_name(state, bet, words))
    return words.say("turn to {answer}", answer=answer_name(state, other_color(bet), words))


def _seats(value: Value) -> list[Seat]:
    assert isinstance(value, tuple | list)
    return [seat for seat in value if isinstance(seat, int)]


def value(view: View[State], form: Form, name: str, item: Value, words: Words) -> str:
    """Every field of a form with values lists seats."""
    assert isinstance(item, int)
    return words.name(item)


def moment(state: State, words: Words) -> str:
    days = state.council.days
    return words.say("Day {day} of {days}", day=min(state.day + 1, days), days=days)
