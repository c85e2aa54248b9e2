"""Who plays once more with the same people: said alike in every interface."""

from dataclasses import dataclass

from p2pjeux.rules.words import Words


@dataclass(frozen=True, slots=True)
class Willing:
    """Who wants to play again; of the others, who has gone and who has not said anything yet."""

    wanting: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    # Whether the people here want to.
    is_ours: bool = False


def willing_line(willing: Willing, words: Words) -> str:
    """Who plays again, and for whom that waits; empty while nobody has said anything."""
    wanting = words.among(willing.wanting)
    parts = []
    if wanting:
        parts.append(words.say("Again: {names}.", names=wanting))
    if willing.gone:
        parts.append(words.say("Gone: {names}.", names=words.among(willing.gone)))
    if willing.is_ours and willing.silent:
        silent = words.among(willing.silent)
        parts.append(words.say("Waiting for {names}.", names=silent))
    elif wanting and not willing.is_ours:
        parts.append(words.say("They wait for you."))
    return " ".join(parts)
