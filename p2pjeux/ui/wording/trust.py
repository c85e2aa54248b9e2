"""Who together could read one's hand, in one line for the room before the table begins."""

from p2pjeux.lobby.trust import Readers
from p2pjeux.rules.words import Words


def trust_line(readers: Readers, words: Words) -> str:
    if not readers.threshold:
        return words.say("Nobody else could read your hand; but whoever leaves stops the table.")
    if readers.coming:
        return words.say(
            "Your hand: as few as {number} of the others, together and in secret, could read it.",
            number=readers.fewest,
        )
    names = words.among(tuple(" & ".join(machine) for machine in readers.machines))
    if readers.fewest == 1:
        return words.say("Your hand: {names}, at one machine, could read it alone!", names=names)
    if readers.is_any and readers.fewest < len(readers.machines):
        return words.say(
            "Your hand: any {number} of {names}, together and in secret, could read it.",
            number=readers.fewest,
            names=names,
        )
    return words.say(
        "Your hand: {names}, together and in secret, could read it; no fewer could.", names=names
    )
