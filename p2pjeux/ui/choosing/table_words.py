"""What one person at a table among others can type beside choices, and how it is said."""

from collections.abc import Callable
from typing import Final

from p2pjeux.rules.words import Words
from p2pjeux.table.events import Agree, Agreement, Command, GoOn, GoWithout, Say
from p2pjeux.ui.choosing.matching import fold

# Both languages always, so that a habit or a script works in either.
_SAY: Final = ("/say", "/dire", "say", "dire")
_WITHOUT: Final = ("/without", "/sans", "without", "sans")
_LONE: Final[dict[str, Callable[[], Command]]] = {
    "takeback": lambda: Agree(Agreement.TAKE_BACK),
    "take back": lambda: Agree(Agreement.TAKE_BACK),
    "annuler": lambda: Agree(Agreement.TAKE_BACK),
    "pause": lambda: Agree(Agreement.PAUSE),
    "resume": GoOn,
    "reprendre": GoOn,
    "go on": GoOn,
    "goon": GoOn,
    "continuer": GoOn,
}


def command_in(typed: str, words: Words) -> Command | None:
    """What a line asks of the table as such, if it is such a line.

    A word of the program goes before a choice of the same name; choices have numbers too.
    """
    folded = fold(typed).removeprefix("/")
    if folded in _LONE:
        return _LONE[folded]()
    first, _, rest = typed.partition(" ")
    if fold(first) in _SAY and rest.strip():
        return Say(rest.strip())
    if fold(first) in _WITHOUT:
        seats = [seat for seat, name in enumerate(words.names) if fold(name) == fold(rest)]
        # Without a name it is about all who are missing.
        return GoWithout(tuple(seats)) if seats or not rest.strip() else None
    return None


def talk_help(words: Words) -> tuple[str, ...]:
    return (
        words.say("  say TEXT (dire TEXTE): a line for everybody at the table"),
        words.say("  take back (annuler): ask the table to take back the last decision, or agree"),
        words.say("  pause, resume (continuer): ask for a pause or agree to one; end it"),
        words.say(
            "  without (sans): carry on without those who have kept the table waiting for long; "
            "without NAME (sans NOM): without a bot for whom somebody would like to play"
        ),
    )


def choice_help(words: Words, *, alone: bool) -> tuple[str, ...]:
    undo = (words.say("  take back (annuler): undo your last decision"),) if alone else ()
    hint = (words.say("  hint (conseil): what a bot would do, and why"),) if alone else ()
    return (
        words.say("What you can type, in French or in English:"),
        words.say("  a number: that choice; several numbers where several may be chosen"),
        words.say("  the beginning of a choice: that choice, if no other begins like it"),
        words.say("  back (retour): one step back while a choice is not complete"),
        words.say("  again (encore): the choices once more"),
        *hint,
        *undo,
        words.say("  ? (all, tout): the whole position in sentences"),
        words.say("  board (plateau), hand (main), prices (prix), who (qui): one part of it"),
        words.say("  since (depuis): what happened since your last turn, and why"),
        words.say("  rules (règles): the rules of the game"),
        words.say("  now (maintenant): what the rules say about what is asked now"),
        words.say("  seats (places): who is at the table, and the words of their keys"),
        words.say("  quit (quitter): leave the table"),
    )
