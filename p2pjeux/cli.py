"""The command line: words in, a call of ``app`` out. Heavy imports wait until they are needed."""

import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NoReturn

from p2pjeux import __version__
from p2pjeux.errors import JeuxError, NobodyThere, OtherVersion, UsageError

if TYPE_CHECKING:
    from argparse import _SubParsersAction
    from pathlib import Path

    from p2pjeux.app.interfaces.interface import Manner
    from p2pjeux.rules.words import Words
    from p2pjeux.ui.ending import Ending

EXIT_GOOD: Final = 0
EXIT_FAILED: Final = 1
EXIT_USAGE: Final = 2
EXIT_NOBODY: Final = 6
EXIT_VERSION: Final = 7
EXIT_INTERRUPTED: Final = 130


class Parser(ArgumentParser):
    """An argument parser that answers wrong use with one line."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; no traceback reaches a user who erred."""
    typed = list(sys.argv[1:] if arguments is None else arguments)
    if typed == ["--version"]:
        # Answered before anything is imported: scripts ask it often.
        sys.stdout.write(f"p2pjeux {__version__}\n")
        return EXIT_GOOD
    try:
        return _run(typed)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; Python must not complain about it at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FAILED


def _run(typed: list[str]) -> int:
    from p2pjeux.language import pick_language, system_language, words_for

    words = words_for("en")
    try:
        asked = _asked_language(typed) or _remembered()
        words = words_for(pick_language(asked, os.environ, system_language()))
        return _call(_parse(typed, words), words)
    except JeuxError as error:
        sys.stderr.write(f"p2pjeux: {words.say(error.text, **error.values)}\n")
        return _exit_code(error)


def _exit_code(error: JeuxError) -> int:
    match error:
        case UsageError():
            return EXIT_USAGE
        case NobodyThere():
            return EXIT_NOBODY
        case OtherVersion():
            return EXIT_VERSION
        case _:
            return EXIT_FAILED


def _asked_language(typed: list[str]) -> str | None:
    """The value of ``--lang``, needed before the help can be written."""
    for at, word in enumerate(typed):
        if word == "--lang" and at + 1 < len(typed):
            return typed[at + 1]
        if word.startswith("--lang="):
            return word.partition("=")[2]
    return None


def _remembered() -> str | None:
    """The language chosen in the menu, if it is one that can be spoken."""
    from p2pjeux.language import LANGUAGES
    from p2pjeux.store.places import find_places
    from p2pjeux.store.settings import load_settings

    language = load_settings(find_places(os.environ)).language
    return language if language in LANGUAGES else None


def _parse(typed: list[str], words: "Words") -> Namespace:
    from p2pjeux.games import game_ids

    # The options of a game are part of the command line once the game is named.
    named = next((word for word in typed if word in game_ids()), None)
    parser = build_parser(words, named)
    chosen = parser.parse_args(typed)
    if chosen.command is None and not _is_terminal():
        parser.print_help()
    return chosen


def _is_terminal() -> bool:
    """Whether there is somebody whom a menu could ask."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def build_parser(words: "Words", game_id: str | None = None) -> Parser:
    """The whole command line, with the options of one game if it is known."""
    _translate_argparse(words)
    parser = Parser(
        prog="p2pjeux",
        description=words.say("Five French parlour games with real secrets, with no server."),
        epilog=_exit_codes(words),
        formatter_class=RawDescriptionHelpFormatter,
    )
    version = words.say("print the version and exit")
    parser.add_argument("--version", action="version", version=__version__, help=version)
    _add_language(parser, words)
    commands = parser.add_subparsers(dest="command", metavar=words.say("COMMAND"))
    _add_solo(
        commands.add_parser("solo", help=words.say("play a game against bots")), words, game_id
    )
    learn = commands.add_parser("learn", help=words.say("a first game, explained as it goes"))
    learn.add_argument("game", metavar=words.say("GAME"))
    learn.add_argument("--name", help=words.say("your name at the table"))
    _add_look(learn, words)
    _add_language(learn, words)
    _add_wifi(commands, words, game_id)
    _add_network(commands, words)
    games = commands.add_parser("games", help=words.say("list the games"))
    games.add_argument("--json", action="store_true", help=words.say("for programs"))
    _add_language(games, words)
    rules = commands.add_parser("rules", help=words.say("print the rules of a game"))
    rules.add_argument("game", metavar=words.say("GAME"))
    _add_language(rules, words)
    verify = commands.add_parser("verify", help=words.say("check a game's log, or evidence"))
    verify.add_argument("file", metavar=words.say("FILE"))
    verify.add_argument("--json", action="store_true", help=words.say("for programs"))
    _add_language(verify, words)
    _add_looking_back(commands, words)
    return parser


def _add_language(parser: ArgumentParser, words: "Words") -> None:
    # Read by _asked_language; named here so that the help shows it and the parser takes it.
    parser.add_argument("--lang", metavar="fr|en", help=words.say("the language, fr or en"))


def _add_solo(parser: ArgumentParser, words: "Words", game_id: str | None) -> None:
    parser.add_argument("game", metavar=words.say("GAME"))
    _add_language(parser, words)
    parser.add_argument("--seats", type=int, metavar="N", help=words.say("how many play, you too"))
    parser.add_argument("--name", help=words.say("your name at the table"))
    parser.add_argument("--seed", metavar="S", help=words.say("the same seed gives the same game"))
    automatic = words.say("let a bot play your seat too")
    parser.add_argument("--auto", action="store_true", help=automatic)
    _add_look(parser, words)
    _add_home(parser, words)
    if game_id is not None:
        _add_game_options(parser, words, game_id)


def _add_wifi(commands: "_SubParsersAction[Parser]", words: "Words", game_id: str | None) -> None:
    """The commands that meet others on the network."""
    say = words.say
    host = commands.add_parser("host", help=say("open a table on this wifi"))
    host.add_argument("game", metavar=say("GAME"))
    host.add_argument("--seats", type=int, metavar="N", help=say("how many play, bots too"))
    host.add_argument("--bots", type=int, default=0, metavar="K", help=say("seats for bots"))
    host.add_argument("--table", metavar=say("NAME"), help=say("the name of the table"))
    host.add_argument("--port", type=int, default=0, metavar="P", help=say("the port to listen on"))
    patience = say("seconds after which the others may go on without somebody")
    host.add_argument("--patience", type=int, metavar="S", help=patience)
    ajar = say("let everybody in without asking")
    host.add_argument("--open", dest="open_door", action="store_true", help=ajar)
    host.add_argument("--qr", action="store_true", help=say("draw the link as a QR code"))
    _add_people(host, words)
    secret = say("make the table private; without words a code is drawn")
    host.add_argument("--code", nargs="?", const="", metavar=say("WORDS"), help=secret)
    if game_id is not None:
        _add_game_options(host, words, game_id)
    join = commands.add_parser("join", help=say("sit down at a table on this wifi"))
    join.add_argument("target", nargs="?", metavar=say("TABLE|ADDRESS|LINK"))
    _add_people(join, words)
    join.add_argument("--code", metavar=say("WORDS"), help=say("the code of a private table"))
    look_on = commands.add_parser("watch", help=say("look on at a table that is being played"))
    look_on.add_argument("target", nargs="?", metavar=say("TABLE|ADDRESS|LINK"))
    look_on.add_argument("--code", metavar=say("WORDS"), help=say("the code of a private table"))
    look_on.add_argument("--auto", action="store_true", help=say("plain lines, and no questions"))
    again = commands.add_parser("resume", help=say("go on with a table that was left"))
    again.add_argument("table", nargs="?", metavar="TABLE", help=say("the last one if not named"))
    where = say("where one of the others is, if nobody is found")
    again.add_argument("--at", action="append", default=[], metavar=say("ADDRESS"), help=where)
    again.add_argument(
        "--port", type=int, default=0, metavar="P", help=say("the port to listen on")
    )
    automatic = say("let bots play your seats and ask nothing")
    again.add_argument("--auto", action="store_true", help=automatic)
    for parser in (look_on, again):
        _add_look(parser, words)
        _add_home(parser, words)
        _add_language(parser, words)


def _add_looking_back(commands: "_SubParsersAction[Parser]", words: "Words") -> None:
    """The commands that show a game once more."""
    say = words.say
    replay = commands.add_parser("replay", help=say("look at a game again, step by step"))
    export = commands.add_parser(
        "export", help=say("write a game as text, for programs, or as a page")
    )
    for parser in (replay, export):
        last = say("a log, or a table that was played here; the last one if not named")
        parser.add_argument("file", nargs="?", metavar=say("FILE|TABLE"), help=last)
        whose = say("whose eyes: the name of a seat, all, or watcher")
        parser.add_argument("--seat", metavar=say("NAME"), help=whose)
        _add_home(parser, words)
        _add_language(parser, words)
    replay.add_argument(
        "--plain", action="store_true", help=say("plain lines instead of the full screen")
    )
    export.add_argument(
        "--format", choices=("text", "json", "html"), default="text", help=say("text if not named")
    )
    export.add_argument("-o", dest="out", metavar=say("FILE"), help=say("where to write it"))
    own = say("with your own hand too, if you sat at that table")
    export.add_argument("--own", action="store_true", help=own)


def _add_network(commands: "_SubParsersAction[Parser]", words: "Words") -> None:
    """The commands that look around, and end."""
    say = words.say
    tables = commands.add_parser("tables", help=say("list the tables on this wifi"))
    tables.add_argument("--json", action="store_true", help=say("for programs"))
    tables.add_argument("--wait", type=float, default=2.0, metavar="S", help=say("look so long"))
    _add_language(tables, words)
    keys = commands.add_parser("keys", help=say("your key in words, and the keys of those you met"))
    forget = say("forget the key of this name")
    keys.add_argument("--forget", metavar=say("NAME"), help=forget)
    doctor = commands.add_parser("doctor", help=say("find out why nobody is found or reached"))
    doctor.add_argument("target", nargs="?", metavar=say("ADDRESS|LINK"))
    for parser in (keys, doctor):
        _add_home(parser, words)
        _add_language(parser, words)


def _add_people(parser: ArgumentParser, words: "Words") -> None:
    """What both the opener and a guest can say of themselves."""
    named = words.say("your name; again for each person at this machine")
    parser.add_argument("--name", action="append", default=[], dest="names", help=named)
    automatic = words.say("let bots play your seats and ask nothing")
    parser.add_argument("--auto", action="store_true", help=automatic)
    _add_look(parser, words)
    _add_home(parser, words)
    _add_language(parser, words)


def _add_look(parser: ArgumentParser, words: "Words") -> None:
    plainly = words.say("plain lines instead of the full screen")
    parser.add_argument("--plain", action="store_true", help=plainly)
    quietly = words.say("no bell and no window title when it is your turn")
    parser.add_argument("--no-bell", dest="bell", action="store_false", help=quietly)


def _add_home(parser: ArgumentParser, words: "Words") -> None:
    where = words.say("where keys and logs are kept (or P2PJEUX_HOME)")
    parser.add_argument("--home", metavar=words.say("FOLDER"), help=where)


def _add_game_options(parser: ArgumentParser, words: "Words", game_id: str) -> None:
    from p2pjeux.games import load_game
    from p2pjeux.language import words_for

    options = load_game(game_id).facts.options
    if not options:
        return
    game_words = words_for(words.language, game_id)
    group = parser.add_argument_group(words.say("options of {game}", game=game_id))
    for option in options:
        values = "|".join(str(value) for value in option.among)
        group.add_argument(
            f"--{option.name}",
            dest=f"option_{option.name}",
            choices=[str(value) for value in option.among],
            metavar=values,
            help=f"{game_words.say(option.help)} ({option.among[0]})",
        )


def _call(chosen: Namespace, words: "Words") -> int:
    match chosen.command:
        case "solo" | "learn" | "host" | "join" | "watch" | "resume":
            return _play(chosen, words)
        case "tables" | "keys" | "doctor":
            return _look_around(chosen, words)
        case "games":
            from p2pjeux.app.commands.games import list_games

            list_games(words, as_json=chosen.json)
        case "rules":
            from p2pjeux.app.commands.rules import print_rules

            print_rules(chosen.game, words)
        case "verify":
            from p2pjeux.app.commands.verify import verify_file

            return verify_file(chosen.file, words, as_json=chosen.json)
        case "replay" | "export":
            return _look_back(chosen, words)
        case _ if _is_terminal():
            from p2pjeux.app.commands.menu import run_menu

            return run_menu(words.language, main)
        case _:
            # No command: the help has been printed.
            pass
    return EXIT_GOOD


def _play(chosen: Namespace, words: "Words") -> int:
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
    return EXIT_INTERRUPTED if ending is Ending.INTERRUPTED else EXIT_GOOD


def _look_back(chosen: Namespace, words: "Words") -> int:
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


def _solo(chosen: Namespace, words: "Words") -> "Ending":
    from p2pjeux.app.commands.solo import Solo, solo
    from p2pjeux.app.interfaces.interface import Manner

    asked = Solo(
        game_id=chosen.game,
        seats=chosen.seats,
        seed=chosen.seed,
        options=_game_options(chosen),
        name=chosen.name,
        auto=chosen.auto,
        home=_home(chosen),
    )
    # Bots alone are worth a look too: they are shown on the full screen unless told otherwise.
    return solo(asked, Manner(words.language, plain=chosen.plain, bell=chosen.bell))


def _manner(chosen: Namespace, words: "Words") -> "Manner":
    from p2pjeux.app.interfaces.interface import Manner

    return Manner(words.language, auto=chosen.auto, plain=chosen.plain, bell=chosen.bell)


def _home(chosen: Namespace) -> "Path | None":
    from pathlib import Path

    return None if chosen.home is None else Path(chosen.home)


def _host(chosen: Namespace, words: "Words") -> "Ending":
    from p2pjeux.app.commands.host import Host, host

    asked = Host(
        game_id=chosen.game,
        seats=chosen.seats,
        bots=chosen.bots,
        names=tuple(chosen.names),
        table=chosen.table,
        code=chosen.code,
        port=chosen.port,
        options=_game_options(chosen),
        patience=chosen.patience,
        open_door=chosen.open_door,
        qr=chosen.qr,
        home=_home(chosen),
    )
    return host(asked, _manner(chosen, words))


def _join(chosen: Namespace, words: "Words") -> "Ending":
    from p2pjeux.app.commands.join import Join, join

    asked = Join(chosen.target, tuple(chosen.names), chosen.code, _home(chosen))
    return join(asked, _manner(chosen, words))


def _watch(chosen: Namespace, words: "Words") -> "Ending":
    from p2pjeux.app.commands.watch import Watch, watch

    return watch(Watch(chosen.target, chosen.code, _home(chosen)), _manner(chosen, words))


def _resume(chosen: Namespace, words: "Words") -> "Ending":
    from p2pjeux.app.commands.resume import Resume, resume

    asked = Resume(chosen.table, tuple(chosen.at), chosen.port, _home(chosen))
    return resume(asked, _manner(chosen, words))


def _look_around(chosen: Namespace, words: "Words") -> int:
    match chosen.command:
        case "tables":
            from p2pjeux.app.commands.tables import list_tables

            list_tables(words, as_json=chosen.json, wait=chosen.wait)
        case "keys":
            from p2pjeux.app.commands.keys import show_keys

            show_keys(words, _home(chosen), forget=chosen.forget)
        case _:
            from p2pjeux.app.commands.doctor import consult

            is_well = consult(words, chosen.target, _home(chosen))
            return EXIT_GOOD if is_well else EXIT_FAILED
    return EXIT_GOOD


def _exit_codes(words: "Words") -> str:
    return "\n".join(
        (
            words.say("Exit codes:"),
            words.say("  0    everything went well"),
            words.say("  1    it could not be done; one line says why"),
            words.say("  2    the command was not understood"),
            words.say("  3    verify: the log is invalid (format, chain, signature or proof)"),
            words.say("  4    verify: the rules were broken, or the result is wrong"),
            words.say("  5    verify: somebody signed two versions of one step"),
            words.say("  6    no table or nobody was found, or nobody answers"),
            words.say("  7    the versions of the programs or of the rules do not match"),
            words.say("  130  interrupted"),
        )
    )


def _translate_argparse(words: "Words") -> None:
    """Let argparse speak our language too; it looks its sentences up in its global ``_``."""
    import argparse

    from p2pjeux.rules.words import later

    sentences = (
        later("usage: "),
        later("positional arguments"),
        later("options"),
        later("show this help message and exit"),
        later("the following arguments are required: %s"),
        later("unrecognized arguments: %s"),
        later("expected one argument"),
        later("argument %(argument_name)s: %(message)s"),
        later("invalid %(type)s value: %(value)r"),
        later("invalid choice: %(value)r (choose from %(choices)s)"),
    )
    known = {sentence: words.translate(sentence) for sentence in sentences}
    argparse._ = lambda sentence: known.get(sentence, sentence)  # type: ignore[attr-defined]  # its stubs hide it
