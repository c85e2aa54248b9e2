"""From what was typed to a call of ``app``. Heavy imports wait until they are needed."""

import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2pjeux.printable import put_document
from p2pjeux.rules.contract import Skill
from p2pjeux.rules.words import Words

if TYPE_CHECKING:
    from p2pjeux.app.interfaces.interface import Manner
    from p2pjeux.ui.ending import Ending

EXIT_GOOD: Final = 0
EXIT_FAILED: Final = 1
EXIT_NOBODY: Final = 6
EXIT_INTERRUPTED: Final = 130
# No exit code: the person wants another game, and the menu asks which.
ANOTHER_GAME: Final = -1


def call(chosen: Namespace, words: Words) -> int:
    """Do the command; return its exit code."""
    match chosen.command:
        # Grouped by how they end: at a table, with a finding, with a verdict, or simply done.
        case "solo" | "learn" | "host" | "join" | "watch" | "resume":
            return _play(chosen, words)
        case "tables" | "keys" | "doctor":
            return _look_around(chosen, words)
        case "replay" | "export" | "verify":
            return _look_back(chosen, words)
        case "games":
            from p2pjeux.app.commands.games import list_games

            list_games(words, as_json=chosen.json)
        case "rules":
            from p2pjeux.app.commands.rules import show_rules

            show_rules(chosen.game, words, is_plain=chosen.plain)
        case "history":
            from p2pjeux.app.commands.history import show_history

            show_history(words, _home(chosen), as_json=chosen.json)
        case "share":
            from p2pjeux.app.commands.share import Share, share

            share(Share(chosen.get, chosen.port, _home(chosen)), words)
        case "phone":
            from p2pjeux.app.commands.phone import Phone, phone

            phone(Phone(chosen.get, _home(chosen)), words)
        case "help":
            from p2pjeux.cli.about import explain

            explain(chosen.about, chosen.game, words)
        case _:
            from p2pjeux.cli.about import completion

            put_document(sys.stdout, completion(chosen.shell, words))
    return EXIT_GOOD


def _play(chosen: Namespace, words: Words) -> int:
    """The commands that end as a sitting at a table ends."""
    from p2pjeux.ui.ending import Ending

    match chosen.command:
        case "solo":
            ending = _solo(chosen, words)
        case "learn":
            from p2pjeux.app.commands.learn import Learn, learn

            asked = Learn(chosen.game, chosen.name, plain=chosen.plain, bell=chosen.bell)
            ending = learn(asked, words.language)
        case "host":
            ending = _host(chosen, words)
        case "join":
            ending = _join(chosen, words)
        case "watch":
            ending = _watch(chosen, words)
        case _:
            ending = _resume(chosen, words)
    if ending is Ending.ANOTHER:
        return ANOTHER_GAME
    return EXIT_INTERRUPTED if ending is Ending.INTERRUPTED else EXIT_GOOD


def _look_back(chosen: Namespace, words: Words) -> int:
    """The commands that judge or show a game that was played; the log decides the exit code."""
    if chosen.command == "verify":
        from p2pjeux.app.commands.verify import verify_log

        return verify_log(chosen.file, words, _home(chosen), as_json=chosen.json)
    from p2pjeux.app.running.kept_game import WantedGame

    asked = WantedGame(chosen.file, chosen.seat, _home(chosen))
    if chosen.command == "replay":
        from p2pjeux.app.commands.replay import replay_game

        return replay_game(asked, words.language, plain=chosen.plain)
    from p2pjeux.app.commands.export import export_game

    return export_game(asked, words.language, chosen.format, chosen.out, own=chosen.own)


def _game_options(chosen: Namespace) -> dict[str, str]:
    return {
        name.removeprefix("option_"): value
        for name, value in vars(chosen).items()
        if name.startswith("option_") and value is not None
    }


def _solo(chosen: Namespace, words: Words) -> "Ending":
    from p2pjeux.app.commands.solo import Solo, solo
    from p2pjeux.app.interfaces.interface import Manner

    asked = Solo(
        game_id=chosen.game,
        seats=chosen.seats,
        seed=chosen.seed,
        options=_game_options(chosen),
        name=chosen.name,
        auto=chosen.auto,
        skill=Skill(chosen.level),
        home=_home(chosen),
    )
    # Bots alone are worth a look too: they are shown on the full screen unless told otherwise.
    return solo(asked, Manner(words.language, plain=chosen.plain, bell=chosen.bell))


def _manner(chosen: Namespace, words: Words) -> "Manner":
    from p2pjeux.app.interfaces.interface import Manner

    return Manner(words.language, auto=chosen.auto, plain=chosen.plain, bell=chosen.bell)


def _home(chosen: Namespace) -> Path | None:
    return None if chosen.home is None else Path(chosen.home)


def _code(chosen: Namespace) -> str | None:
    if chosen.code_file is None:
        return None
    from p2pjeux.app.running.named_file import read_code

    return read_code(chosen.code_file)


def _host(chosen: Namespace, words: Words) -> "Ending":
    from p2pjeux.app.commands.host import Host, host

    asked = Host(
        game_id=chosen.game,
        seats=chosen.seats,
        bots=chosen.bots,
        skill=Skill(chosen.level),
        names=tuple(chosen.names),
        table=chosen.table,
        code=_code(chosen) or ("" if chosen.code else None),
        port=chosen.port,
        options=_game_options(chosen),
        patience=chosen.patience,
        threshold=chosen.threshold,
        open_door=chosen.open_door,
        qr=chosen.qr,
        home=_home(chosen),
    )
    return host(asked, _manner(chosen, words))


def _join(chosen: Namespace, words: Words) -> "Ending":
    from p2pjeux.app.commands.join import Join, join

    names = tuple(chosen.names)
    asked = Join(chosen.target, names, _code(chosen), _home(chosen), chosen.wait)
    return join(asked, _manner(chosen, words))


def _watch(chosen: Namespace, words: Words) -> "Ending":
    from p2pjeux.app.commands.watch import Watch, watch

    asked = Watch(chosen.target, _code(chosen), _home(chosen), chosen.wait)
    return watch(asked, replace(_manner(chosen, words), big=chosen.big))


def _resume(chosen: Namespace, words: Words) -> "Ending":
    from p2pjeux.app.commands.resume import Resume, resume

    asked = Resume(chosen.table, tuple(chosen.at), chosen.port, _home(chosen))
    return resume(asked, _manner(chosen, words))


def _look_around(chosen: Namespace, words: Words) -> int:
    """The commands that look around on the network, and end."""
    match chosen.command:
        case "tables":
            from p2pjeux.app.commands.tables import list_tables

            is_any = list_tables(words, as_json=chosen.json, wait=chosen.wait)
            return EXIT_GOOD if is_any else EXIT_NOBODY
        case "keys":
            from p2pjeux.app.commands.keys import show_keys

            show_keys(words, _home(chosen), forget=chosen.forget, as_json=chosen.json)
        case _:
            from p2pjeux.app.commands.doctor import consult

            is_well = consult(words, chosen.target, _home(chosen), as_json=chosen.json)
            return EXIT_GOOD if is_well else EXIT_FAILED
    return EXIT_GOOD
