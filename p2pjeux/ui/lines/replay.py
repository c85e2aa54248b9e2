"""A replay in plain lines: typed words, nothing but text that follows text."""

from dataclasses import dataclass, replace
from typing import Any, Final, TextIO

from p2pjeux.judge.replay import Replay
from p2pjeux.printable import put
from p2pjeux.rules.contract import Game
from p2pjeux.rules.drawing import Size, plain
from p2pjeux.rules.words import Words
from p2pjeux.ui.choosing.matching import fold
from p2pjeux.ui.lines.keyboard import LineSource
from p2pjeux.ui.wording.replay import Eyes, drawn, eyes_name, eyes_of, find_eyes, moments, told
from p2pjeux.ui.wording.verdicts import verdict_lines

BOARD_SIZE: Final = Size(80, 24)


@dataclass(frozen=True, slots=True)
class Looking:
    """Where the person looks: a position, and whose eyes."""

    at: int
    eyes: Eyes


# Both languages always, so that a habit or a script works in either.
WORDS: Final = {
    "": "next",
    **dict.fromkeys(("n", "next", "s", "suivant"), "next"),
    **dict.fromkeys(("b", "back", "p", "precedent", "retour"), "back"),
    **dict.fromkeys(("first", "premier", "debut"), "first"),
    **dict.fromkeys(("last", "dernier", "fin"), "last"),
    **dict.fromkeys(("r", "round", "tour"), "round"),
    **dict.fromkeys(("rounds", "tours"), "rounds"),
    **dict.fromkeys(("view", "vue", "eyes", "yeux"), "view"),
    **dict.fromkeys(("board", "plateau"), "board"),
    **dict.fromkeys(("all", "tout"), "all"),
    **dict.fromkeys(("help", "aide", "?"), "help"),
    **dict.fromkeys(("q", "quit", "quitter"), "quit"),
}


def run_plain_replay(
    replay: Replay, eyes: Eyes, words: Words, lines_in: LineSource, out: TextIO
) -> bool:
    """Show the game as the person asks; return whether it was left in good order."""
    assert replay.game is not None
    reader = ReplayReader(replay, replay.game, words, out)
    try:
        reader.greet(eyes)
        look: Looking | None = Looking(0, eyes)
        while look is not None:
            typed = lines_in.readline()
            if not typed:
                return True
            look = reader.obey(look, typed.strip())
    except KeyboardInterrupt:
        return False
    return True


class ReplayReader:
    def __init__(self, replay: Replay, game: Game[Any], words: Words, out: TextIO) -> None:
        self._replay = replay
        self._game = game
        self._words = words
        self._out = out
        self._moments = moments(replay, game, words)
        self._last = len(replay.positions) - 1

    def _put(self, *lines: str) -> None:
        put(self._out, *(line.rstrip() for line in lines))

    def greet(self, eyes: Eyes) -> None:
        words, facts = self._words, self._game.facts
        self._put(words.choose(facts.title_fr, facts.title_en))
        self._put(*verdict_lines(self._replay.verdict, words))
        self._put(words.say("Press Enter to move on, or type help to see what else you can type."))
        self._show(Looking(0, eyes))

    def obey(self, look: Looking, typed: str) -> Looking | None:
        """Where the person looks after this line; None if it is over."""
        word, _, rest = fold(typed).partition(" ")
        if word.isdecimal():
            return self._go(look, int(word))
        match WORDS.get(word):
            case "next":
                return self._go(look, look.at + 1)
            case "back":
                return self._go(look, look.at - 1)
            case "first":
                return self._go(look, 0)
            case "last":
                return self._go(look, self._last)
            case "quit":
                return None
            case "round" | "rounds" | "view" as asked:
                return self._choose(look, asked, rest, typed.partition(" ")[2])
            case asked:
                self._tell(look, asked)
                return look

    def _tell(self, look: Looking, asked: str | None) -> None:
        match asked:
            case "board":
                self._board(look)
            case "all":
                for at in range(look.at, self._last + 1):
                    self._told(at)
            case "help":
                self._put(*_help(self._words))
            case _:
                self._put(self._words.say("The replay does not know this word; type help."))

    def _choose(self, look: Looking, asked: str, folded: str, typed: str) -> Looking:
        if asked == "view":
            return self._change_eyes(look, typed)
        if asked == "round" and folded.isdecimal() and int(folded) <= len(self._moments):
            return self._go(look, self._moments[max(0, int(folded) - 1)].at)
        later = [moment.at for moment in self._moments if moment.at > look.at]
        if asked == "round" and not folded:
            return self._go(look, later[0] if later else self._last)
        for number, moment in enumerate(self._moments, 1):
            self._put(f"{number:>4}. {moment.label or '–'} ({moment.at})")
        return look

    def _change_eyes(self, look: Looking, typed: str) -> Looking:
        words = self._words
        eyes = find_eyes(self._replay, typed, words)
        if eyes is None:
            names = ", ".join(eyes_name(one, words) for one in eyes_of(self._replay))
            self._put(words.say("Which view? One of: {names}.", names=names))
            return look
        changed = replace(look, eyes=eyes)
        self._board(changed)
        return changed

    def _go(self, look: Looking, at: int) -> Looking:
        goal = max(0, min(self._last, at))
        if goal == look.at:
            edge = goal and self._words.say("This is the last position.")
            self._put(edge or self._words.say("This is the first position."))
            return look
        gone = replace(look, at=goal)
        if goal == look.at + 1:
            self._told(goal)
        else:
            self._show(gone)
        return gone

    def _show(self, look: Looking) -> None:
        self._board(look)
        self._told(look.at)

    def _board(self, look: Looking) -> None:
        position = self._replay.positions[look.at]
        lines = drawn(position, self._game, look.eyes, self._words, BOARD_SIZE)
        self._put("", *map(plain, lines), "")

    def _told(self, at: int) -> None:
        for moment in self._moments:
            if moment.at == at and moment.label:
                self._put(f"— {moment.label} —")
        position = self._replay.positions[at]
        for line in told(position, self._game, self._words):
            self._put(f"{at:>4}  {line.text}")


def _help(words: Words) -> tuple[str, ...]:
    return (
        words.say("What you can type, in French or in English:"),
        words.say("  Enter, next (suivant): one position forward"),
        words.say("  back (retour): one position back"),
        words.say("  a number: that position; first (début), last (fin)"),
        words.say(
            "  round (tour): the next round; round 5: the fifth; rounds (tours): all of them"
        ),
        words.say("  view NAME (vue NOM): what that player could see; view all, view watcher"),
        words.say("  board (plateau): the board as it is here"),
        words.say("  all (tout): everything that happens from here on"),
        words.say("  quit (quitter): leave the replay"),
    )
