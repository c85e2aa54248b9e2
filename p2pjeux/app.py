"""The composition root: what a command needs is put together here, and nowhere else."""

import getpass
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from p2pjeux.errors import UsageError
from p2pjeux.games import game_ids, load_game
from p2pjeux.language import words_for
from p2pjeux.rules.contract import Facts, Game, OptionValue
from p2pjeux.rules.words import Words
from p2pjeux.table.solo import SoloTable
from p2pjeux.ui.choose_interface import takes_full_screen
from p2pjeux.ui.ending import Ending

if TYPE_CHECKING:
    from p2pjeux.table.verdict import Verdict

BOT_NAMES: Final = (
    "Aliénor",
    "Basile",
    "Colette",
    "Désiré",
    "Éloïse",
    "Fabien",
    "Gaëlle",
    "Hector",
    "Inès",
    "Jules",
    "Léonie",
    "Marcel",
)
NAME_MOST: Final = 20


@dataclass(frozen=True, slots=True)
class Solo:
    """A game against bots, as asked for on the command line."""

    game_id: str
    seats: int | None = None
    seed: str | None = None
    options: Mapping[str, str] | None = None
    name: str | None = None
    auto: bool = False
    plain: bool = False
    bell: bool = True


def solo(asked: Solo, language: str) -> Ending:
    game = load_game(asked.game_id)
    seats = _seats(game.facts, asked.seats)
    options = _options(game.facts, asked.options or {})
    seed = (os.urandom(8).hex() if asked.seed is None else asked.seed).encode()
    names = _names(asked, seats)
    words = words_for(language, game.facts.id, names)
    table = SoloTable(game, seats, options, seed, None if asked.auto else 0)
    return _show(table, words, asked)


def _show(table: SoloTable, words: Words, asked: Solo) -> Ending:
    """Full screen where the terminal can, plain lines elsewhere or when they are asked for."""
    text = rules_text(table.game.facts.id, words.language)
    if asked.plain or not takes_full_screen(sys.stdin, sys.stdout, os.environ, sys.platform):
        from p2pjeux.ui.plain import run_plain

        return run_plain(table, words, sys.stdin, sys.stdout, text)
    from p2pjeux.ui.screen.application import Look
    from p2pjeux.ui.screen.open import run_screen

    return run_screen(table, words, text, Look(calls=asked.bell))


def _seats(facts: Facts, asked: int | None) -> int:
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


def _options(facts: Facts, asked: Mapping[str, str]) -> dict[str, OptionValue]:
    """The typed values as the game knows them; the command line has refused all others."""
    return {
        option.name: value
        for option in facts.options
        for value in option.among
        if asked.get(option.name) == str(value)
    }


def _names(asked: Solo, seats: int) -> tuple[str, ...]:
    if asked.auto:
        return BOT_NAMES[:seats]
    name = " ".join((asked.name or _user_name()).split())
    if not name or len(name) > NAME_MOST or not name.isprintable():
        raise UsageError("a name is 1 to {most} visible characters", most=NAME_MOST)
    others = [other for other in BOT_NAMES if other.casefold() != name.casefold()]
    return (name, *others[: seats - 1])


def _user_name() -> str:
    try:
        return getpass.getuser()[:NAME_MOST].capitalize()
    except (OSError, KeyError, ImportError):
        # Containers and odd systems have no user name; anything friendly will do.
        return "Zoé"


def list_games(words: Words, *, as_json: bool) -> None:
    games = [load_game(game_id) for game_id in game_ids()]
    if as_json:
        rows = [_facts_value(game) for game in games]
        sys.stdout.write(json.dumps(rows, ensure_ascii=False, indent=1) + "\n")
        return
    for game in games:
        facts = game.facts
        title = words.choose(facts.title_fr, facts.title_en)
        seats = words.say("{least} to {most} seats", least=facts.seats_least, most=facts.seats_most)
        sys.stdout.write(f"{facts.id:<12} {title:<36} {seats}\n")


def _facts_value(game: Game[Any]) -> dict[str, Any]:
    facts = game.facts
    return {
        "id": facts.id,
        "title": {"fr": facts.title_fr, "en": facts.title_en},
        "seats": [facts.seats_least, facts.seats_most],
        "information": facts.information.value,
        "options": {option.name: list(option.among) for option in facts.options},
    }


def verify_file(name: str, words: Words, *, as_json: bool) -> int:
    """Check a log or a piece of evidence; print what was found and return the exit code."""
    from p2pjeux.table.verify import verify

    try:
        data = Path(name).read_bytes()
    except OSError as error:
        raise UsageError(
            "{file} cannot be read: {reason}", file=name, reason=error.strerror or error
        ) from None
    verdict = verify(data, _progress if sys.stderr.isatty() else None)
    if as_json:
        sys.stdout.write(json.dumps(verdict.as_value(), ensure_ascii=False) + "\n")
    else:
        for line in _verdict_lines(verdict, words):
            sys.stdout.write(line + "\n")
    return verdict.exit_code


def _progress(done: int, total: int) -> None:
    """One line that is written over; verifying a long game takes seconds."""
    end = "\r\x1b[K" if done >= total else "\r"
    sys.stderr.write(f"{100 * done // max(total, 1):3d} % {end}")
    sys.stderr.flush()


def _verdict_lines(verdict: "Verdict", words: Words) -> Iterator[str]:
    counts = verdict.counts
    if verdict.signed is not None:
        charter = verdict.signed.charter
        names = ", ".join(sitter.name for sitter in charter.seats)
        yield f"{charter.game_id} · {charter.table_name} · {names}"
    if verdict.ok:
        yield words.say(
            "good: {steps} steps, {entries} entries", steps=counts.steps, entries=counts.entries
        )
        if verdict.outcome is None:
            yield words.say("the game is not over")
        else:
            yield words.say("scores: {scores}", scores=", ".join(map(str, verdict.outcome.scores)))
        return
    # The reason is that of the log and is not translated: two people must read the same.
    who = verdict.name or words.say("nobody can be named")
    yield words.say(
        "NOT good ({finding}): {reason}", finding=verdict.finding.value, reason=verdict.reason
    )
    yield words.say(
        "step {step}, {who}", step="–" if verdict.step is None else verdict.step, who=who
    )


def rules_text(game_id: str, language: str) -> str:
    """The rules of a game for players, in Markdown."""
    game = load_game(game_id)
    return (files(f"p2pjeux.games.{game.facts.id}") / f"rules.{language}.md").read_text("utf-8")
