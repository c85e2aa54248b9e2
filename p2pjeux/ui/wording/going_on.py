"""Going on without those who are missing: who that is, who has agreed, what it lays open."""

from p2pjeux.rules.requests import Seat
from p2pjeux.rules.words import Words
from p2pjeux.ui.wording.presence import briefly
from p2pjeux.ui.wording.table_status import TableStatus


def missing_names(status: TableStatus, words: Words) -> str:
    return words.among(tuple(words.name(seat) for seat in status.missing))


def linked_among_missing(status: TableStatus) -> tuple[Seat, ...]:
    """Those who keep the table waiting though their machines are here: they may be thinking."""
    return tuple(seat for seat in status.missing if seat not in status.away)


def what_it_means(status: TableStatus, words: Words) -> str:
    """Said before anybody agrees."""
    names = ", ".join(_with_reason(status, seat, words) for seat in status.missing)
    return words.say(
        "The table has waited for {names} longer than its patience. If more than half of the "
        "players agree, it carries on without them: a missing player’s hand is turned face up, and "
        "a stand-in plays it until the player is back.",
        names=names,
    )


def _with_reason(status: TableStatus, seat: Seat, words: Words) -> str:
    name, why = words.name(seat), briefly(status, seat, words)
    return f"{name} ({why})" if why else name


def ask_once_more(status: TableStatus, words: Words) -> str:
    """Before the hand of somebody who is there would be laid open; empty if nobody is."""
    linked = linked_among_missing(status)
    if not linked:
        return ""
    names = words.among(tuple(words.name(seat) for seat in linked))
    return words.say(
        "{names}: connected, and perhaps only thinking. Carrying on turns that hand face up, and "
        "everybody will see who agreed to it. Are you sure?",
        names=names,
    )


def who_agreed(status: TableStatus, words: Words) -> tuple[str, ...]:
    """One sentence for each seat that somebody would go on without."""
    waiting = status.waiting
    if waiting is None:
        return ()
    return tuple(
        words.say(
            "In favour of carrying on without {name}: {agreed}.",
            name=words.name(seat),
            agreed=words.among(tuple(words.name(one) for one in peers)),
        )
        for seat, peers in waiting.agreed
        if seat not in status.gone
    )
