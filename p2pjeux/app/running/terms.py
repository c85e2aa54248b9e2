"""What is settled about a table before it begins, in a person's words; and how it is changed."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from p2pjeux.app.running.bot_names import bot_names
from p2pjeux.app.running.known_peers import BOT_MARK
from p2pjeux.errors import Refused
from p2pjeux.games import load_about, load_game
from p2pjeux.language import words_for
from p2pjeux.lobby.playable import check_terms
from p2pjeux.lobby.room import Room, Terms
from p2pjeux.log.charter import sort_options
from p2pjeux.log.holders import THRESHOLD_MIN, most_threshold
from p2pjeux.rules.contract import Option
from p2pjeux.rules.words import Words
from p2pjeux.ui.lobby import Term

SEATS: Final = "seats"
BOTS: Final = "bots"
THRESHOLD: Final = "threshold"
PATIENCE: Final = "patience"
USUAL: Final = "usual"
# In seconds; any other can be asked for on the command line.
PATIENCES: Final = (30, 60, 120, 300, 900)


def terms_of(room: Room, me: bytes, language: str) -> tuple[Term, ...]:
    """The terms as they stand, each with what the opener can make of it."""
    words = words_for(language)
    game_words = words_for(language, room.game_id)
    options = (_option(one, room, game_words) for one in load_game(room.game_id).facts.options)
    return (
        _seats(room, words),
        *_bots(room, me, words),
        *options,
        _threshold(room, words),
        _patience(room, words),
    )


def _same(values: Iterable[int]) -> tuple[tuple[str, str], ...]:
    """Numbers are called what they are."""
    return tuple((str(value), str(value)) for value in values)


def _seats(room: Room, words: Words) -> Term:
    facts = load_game(room.game_id).facts
    least = max(facts.seats_least, room.seats - room.free)
    seats = range(least, facts.seats_most + 1)
    among = _same(one for one in seats if _is_playable(replace(room, seats=one)))
    return Term(SEATS, words.say("seats"), str(room.seats), among)


def _bots(room: Room, me: bytes, words: Words) -> tuple[Term, ...]:
    bots = sum(member.bots for member in room.members)
    ours = sum(member.bots for member in room.members if member.public == me)
    among = _same(range(ours + room.free + 1))
    return (Term(BOTS, words.say("bots"), str(bots), among),)


def _option(option: Option, room: Room, words: Words) -> Term:
    about = load_about(room.game_id)
    called = {} if about is None else about.values
    shown = {
        str(value): words.say(called[str(value)]) if str(value) in called else str(value)
        for value in option.among
    }
    value = str(dict(room.options).get(option.name, option.among[0]))
    among = tuple(
        (one, called)
        for one, called in shown.items()
        if _is_playable(replace(room, options=_with_option(room, option.name, one)))
    )
    return Term(option.name, words.say(option.help), shown.get(value, value), among)


def _is_playable(room: Room) -> bool:
    """Some options are for some numbers of seats only."""
    try:
        check_terms(room.game_id, room.seats, dict(room.options))
    except Refused:
        return False
    return True


def _threshold(room: Room, words: Words) -> Term:
    """How many must act together: 0 is nobody."""
    most = most_threshold(room.sitters)
    usual = words.say("{number}, as is usual", number=replace(room, threshold=None).acting)
    value = usual if room.threshold is None else str(room.threshold)
    among = ((USUAL, usual), *_same((0, *range(THRESHOLD_MIN, most + 1))))
    return Term(THRESHOLD, words.say("how many act for somebody who is gone"), value, among)


def _patience(room: Room, words: Words) -> Term:
    def said(seconds: int) -> str:
        return words.count("{number} second", "{number} seconds", seconds)

    among = tuple((str(seconds), said(seconds)) for seconds in PATIENCES)
    label = words.say("how long the others wait for whoever is gone")
    return Term(PATIENCE, label, said(room.patience), among)


def settled(room: Room, me: bytes, name: str, value: str) -> tuple[Terms, tuple[str, ...], int]:
    """The terms with one of them changed, and the names of our seats with how many of bots.

    Raise Refused if there is no such term, or no such value.
    """
    ours = next(member for member in room.members if member.public == me)
    people = ours.names[: len(ours.names) - ours.bots]
    term = next((one for one in terms_of(room, me, "en") if one.name == name), None)
    if term is None or value not in dict(term.among):
        raise Refused("there is no such choice")
    terms, names = room.terms, ours.names
    match name:
        case "seats":
            terms = replace(terms, seats=int(value))
        case "bots":
            others = [one for member in room.members for one in member.names]
            drawn = bot_names(int(value), (*others, *people))
            # Those who sit already stay.
            kept = ours.names[len(people) :]
            names = (*people, *(*kept, *(one + BOT_MARK for one in drawn))[: int(value)])
        case "threshold":
            terms = replace(terms, threshold=None if value == USUAL else int(value))
        case "patience":
            terms = replace(terms, patience=int(value))
        case _:
            terms = replace(terms, options=_with_option(room, name, value))
    return terms, names, len(names) - len(people)


def _with_option(room: Room, name: str, value: str) -> tuple[tuple[str, str | int], ...]:
    among = (one for one in load_game(room.game_id).facts.options if one.name == name)
    typed = next(one for option in among for one in option.among if str(one) == value)
    return sort_options(dict(room.options) | {name: typed})
