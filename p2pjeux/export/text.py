"""A game as a transcript that can be read aloud."""

from collections.abc import Iterator
from typing import Any

from p2pjeux.judge.replay import Position, Replay
from p2pjeux.rules.contract import Game
from p2pjeux.rules.requests import Lay, Seal, Seat, deciders
from p2pjeux.rules.words import Words
from p2pjeux.ui.wording.replay import Eyes, Whose, chosen, eyes_name, hand, moments, told
from p2pjeux.ui.wording.verdicts import verdict_lines


def transcript(replay: Replay, eyes: Eyes, words: Words) -> Iterator[str]:
    """The lines: what was checked, then round by round what happened, and what the eyes knew."""
    game = replay.game
    if game is not None:
        yield words.choose(game.facts.title_fr, game.facts.title_en)
    yield from verdict_lines(replay.verdict, words)
    if game is None:
        return
    yield words.say("View: {eyes}", eyes=eyes_name(eyes, words))
    begins = {moment.at: moment.label for moment in moments(replay, game, words)}
    for number, position in enumerate(replay.positions):
        # What ends one round is told in it, though the state is that of the next.
        yield from (f"{number:>4}  {line.text}" for line in told(position, game, words))
        yield from _sealed(position, game, eyes, words)
        if number in begins and game.request(position.state) is not None:
            yield ""
            if begins[number]:
                yield f"— {begins[number]} —"
            yield from _known(position, game, eyes, words)


def _known(position: Position, game: Game[Any], eyes: Eyes, words: Words) -> Iterator[str]:
    for seat in _seats(position, eyes):
        cards = hand(position, game, seat, words)
        if cards:
            yield words.say(
                "      {name} holds {cards}", name=words.name(seat), cards=", ".join(cards)
            )


def _sealed(position: Position, game: Game[Any], eyes: Eyes, words: Words) -> Iterator[str]:
    """What was sealed in this very position."""
    done = position.happening
    if done is None or not isinstance(done.request, Seal | Lay):
        return
    for seat in _seats(position, eyes):
        choice = chosen(position, game, seat, words)
        if choice is not None and seat in deciders(done.request):
            yield words.say("      ({name}: {choice})", name=words.name(seat), choice=choice)


def _seats(position: Position, eyes: Eyes) -> tuple[Seat, ...]:
    """The seats whose secrets these eyes see."""
    match eyes:
        case Whose.ALL:
            return tuple(sorted(position.learnt))
        case Whose.WATCHER:
            return ()
        case _:
            return (eyes,)
