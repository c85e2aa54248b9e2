"""Whether a charter can be played here: the game, its seats and options, and its very rules."""

from collections.abc import Mapping
from typing import Any, Final

from p2pjeux.errors import OtherVersion, Refused
from p2pjeux.games import fingerprint, load_game
from p2pjeux.log.charter import Charter
from p2pjeux.log.holders import check_threshold
from p2pjeux.rules.contract import Facts, Game, OptionValue
from p2pjeux.rules.words import later

OTHER_RULES: Final = later("the rules of this game are of another version than those here")


class OtherRules(OtherVersion):
    """The charter names a version of the game's rules that is not the one here."""


def game_of(charter: Charter) -> Game[Any]:
    """The game of a charter; raise Refused if it cannot be played here as the charter says.

    Raise OtherRules if that is only because the rules or the data of the game differ: whoever
    looks at such a charter should know that a newer or older program would take it.
    """
    game = load_game(charter.game_id)
    seats, options = len(charter.seats), dict(charter.options)
    check_threshold(charter.seats, charter.threshold)
    if charter.fingerprint != fingerprint(charter.game_id):
        raise OtherRules(OTHER_RULES)
    check_terms(charter.game_id, seats, options)
    return game


def check_terms(game_id: str, seats: int, options: Mapping[str, OptionValue]) -> None:
    """Raise Refused if the game cannot be played like that."""
    game = load_game(game_id)
    facts = game.facts
    if not facts.seats_least <= seats <= facts.seats_most:
        raise Refused(
            "this game is for {least} to {most} seats, not {seats}",
            least=facts.seats_least,
            most=facts.seats_most,
            seats=seats,
        )
    _check_options(facts, options)
    game.set_up(seats, dict(options))


def _check_options(facts: Facts, options: Mapping[str, OptionValue]) -> None:
    among = {option.name: option.among for option in facts.options}
    for name, value in options.items():
        if value not in among.get(name, ()):
            raise Refused("this game has no option {name} = {value}", name=name, value=value)
