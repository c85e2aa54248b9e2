"""What was asked for on the command line, as the games and the log know it."""

import getpass
import os
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from p2pjeux.errors import PeerFault, UsageError
from p2pjeux.log.names import (
    NAME_MAX,
    TABLE_NAME_MAX,
    check_distinct,
    check_name,
)
from p2pjeux.rules.contract import Facts, OptionValue
from p2pjeux.store.settings import find_settings

# What holds where nothing was said, in seconds.
PATIENCE: Final = 120
PATIENCE_AUTO: Final = 20
WAIT_SECONDS: Final = 2.0
# For a table that is not open yet, or whose opener does not answer.
LISTEN_SECONDS: Final = 3600.0

FRIENDLY_NAME: Final = "Zoé"


def seats_for(facts: Facts, asked: int | None) -> int:
    seats = facts.seats_least if asked is None else asked
    if not facts.seats_least <= seats <= facts.seats_most:
        raise UsageError(
            "{game} is for {least} to {most} seats, not {asked}",
            game=facts.id,
            least=facts.seats_least,
            most=facts.seats_most,
            asked=seats,
        )
    return seats


def options_for(facts: Facts, asked: Mapping[str, str]) -> dict[str, OptionValue]:
    """The typed values as the game knows them; the command line has refused all others."""
    return {
        option.name: value
        for option in facts.options
        for value in option.among
        if asked.get(option.name) == str(value)
    }


def person_name(typed: str | None) -> str:
    """A name as it may stand at a table: the one that was typed, else the one remembered or used.

    A remembered name that cannot stand there is as good as none.
    """
    if typed is not None:
        return _name(typed, NAME_MAX)
    for known in (find_settings(os.environ).name, _user_name()):
        try:
            return _name(known, NAME_MAX)
        except UsageError:
            continue
    # Containers and odd systems have no user name; anything friendly will do.
    return FRIENDLY_NAME


def person_names(typed: Sequence[str]) -> tuple[str, ...]:
    """The people at this machine; the user alone if nobody is named."""
    names = tuple(person_name(name) for name in typed) or (person_name(None),)
    try:
        check_distinct(names)
    except PeerFault:
        raise UsageError("two people at one table cannot have names that look alike") from None
    return names


def table_name(typed: str) -> str:
    return _name(typed, TABLE_NAME_MAX)


def _name(typed: str, most: int) -> str:
    try:
        return check_name(unicodedata.normalize("NFKC", " ".join(typed.split())), most)
    except PeerFault:
        raise UsageError(
            "a name has 1 to {most} characters: letters of one script in each word, digits, and a "
            "few signs such as - ' . ! ★",
            most=most,
        ) from None


def _user_name() -> str:
    try:
        return getpass.getuser()[:NAME_MAX].capitalize()
    except (OSError, KeyError, ImportError):
        return ""
