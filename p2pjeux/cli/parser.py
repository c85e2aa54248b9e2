"""What can be typed: every command with its options."""

from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NoReturn

from p2pjeux import __version__
from p2pjeux.app.arguments import LISTEN_SECONDS, PATIENCE, PATIENCE_AUTO, WAIT_SECONDS
from p2pjeux.cli.sentences import exit_codes, translate_argparse
from p2pjeux.errors import UsageError
from p2pjeux.games import game_ids, load_game
from p2pjeux.language import LANGUAGES, words_for
from p2pjeux.rules.contract import Skill
from p2pjeux.rules.words import Words
from p2pjeux.share.systems import SYSTEMS

if TYPE_CHECKING:
    from argparse import _SubParsersAction

# How alike two words are of which one could be meant for the other; from 0 to 1.
_ALIKE: Final = 0.6
# argparse has translated it already.
_AS_IT_IS: Final = "{text}"
# Whoever has one may type it where it was once taken.
_WITH_CODE: Final = frozenset({"host", "join", "watch"})
SHELLS: Final = ("bash", "zsh", "fish", "powershell")


class Parser(ArgumentParser):
    """An argument parser that answers wrong use with one line, and knows what can be typed."""

    def __init__(self, **settings: Any) -> None:
        # Half an option would be another one as soon as there is a new one; it is answered with the
        # whole.
        super().__init__(**settings, allow_abbrev=False)

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(self._actions)

    @property
    def groups(self) -> tuple[tuple[str, tuple[Action, ...]], ...]:
        """Titles with what stands under them in the help."""
        return tuple(
            (group.title or "", tuple(group._group_actions))  # noqa: SLF001  # argparse tells nobody
            for group in self._action_groups
        )

    def error(self, message: str) -> NoReturn:
        raise UsageError(_AS_IT_IS, text=message)


def parse(typed: Sequence[str], words: Words) -> tuple[Parser, Namespace]:
    """The parser and what it makes of ``typed``; raise UsageError if that is nothing."""
    # Two games may have an option of one name with other choices, so the game decides; while none
    # is named, all are known.
    # The options of a game are part of the command line once the game is named.
    named = tuple(game_id for game_id in game_ids() if game_id in typed)[:1]
    # What is for programs is never translated.
    speaking = words_for("en") if "--json" in typed else words
    parser = build_parser(speaking, named or game_ids())
    commands = commands_of(parser)
    command = _first_word(typed)
    if command is not None:
        find_command(parser, command)
    if command in _WITH_CODE:
        _refuse_code(typed)
    # Unknown options are left over and answered here, with what may have been meant, and not by
    # argparse.
    chosen, rest = parser.parse_known_args(typed)
    if rest:
        raise _unknown_option(rest[0], commands.get(chosen.command, parser))
    _expect_game(getattr(chosen, "game", None))
    return parser, chosen


def _first_word(typed: Sequence[str]) -> str | None:
    """The command, if one was typed: before it there can only be options of the program."""
    words = iter(typed)
    for word in words:
        if word == "--lang":
            next(words, None)
        elif not word.startswith("-"):
            return word
    return None


def _expect_game(word: str | None) -> None:
    """Raise UsageError if a game is named that is like one of ours, and none of them."""
    if word is None or word in game_ids():
        return
    near = get_close_matches(word.lower(), game_ids(), 1, _ALIKE)
    if near:
        raise UsageError(
            "there is no game “{word}”; did you mean “{near}”?", word=word, near=near[0]
        )
    # What is like nothing is answered, with the list, by whoever loads it.


def _unknown_command(word: str, commands: Sequence[str]) -> UsageError:
    if word in game_ids():
        return UsageError(
            "“{word}” is a game, not a command; did you mean “p2pjeux solo {word}”?", word=word
        )
    near = get_close_matches(word, commands, 1, _ALIKE)
    if near:
        return UsageError(
            "there is no command “{word}”; did you mean “{near}”?", word=word, near=near[0]
        )
    return UsageError("there is no command “{word}”; p2pjeux help names them all", word=word)


def _refuse_code(typed: Sequence[str]) -> None:
    """Raise UsageError if a code itself was typed, where only the name of a file can be."""
    for word, following in pairwise((*typed, "-")):
        is_more = following.startswith("-") or following in game_ids()
        if word.startswith("--code=") or (word == "--code" and not is_more):
            raise UsageError(
                "a code is not typed here, where all who use this machine can read it; "
                "--code-file takes a file that holds it"
            )


def _unknown_option(word: str, parser: Parser) -> UsageError:
    if not word.startswith("-"):
        return UsageError("“{word}” is not understood", word=word)
    known = [name for action in parser.actions for name in action.option_strings]
    near = get_close_matches(word.partition("=")[0], known, 1, _ALIKE)
    if near:
        return UsageError(
            "“{word}” is not understood; did you mean “{near}”?", word=word, near=near[0]
        )
    return UsageError("“{word}” is not understood", word=word)


def find_command(parser: Parser, name: str) -> Parser:
    """The parser of a command; raise UsageError with what may have been meant."""
    commands = commands_of(parser)
    if name not in commands:
        raise _unknown_command(name, tuple(commands))
    return commands[name]


def commands_of(parser: Parser) -> dict[str, Parser]:
    """The parser of each command."""
    found = next(action.choices for action in parser.actions if action.dest == "command")
    assert isinstance(found, dict)
    return dict(found)


def build_parser(words: Words, games: Sequence[str] = ()) -> Parser:
    """The whole command line, with the options of these games."""
    translate_argparse(words)
    say = words.say
    parser = Parser(
        # Not the name of the file that runs: help reads alike out of one file, and from python -m.
        prog="p2pjeux",
        description=say("Five French parlour games with real secrets, with no server."),
        epilog=exit_codes(words),
        formatter_class=RawDescriptionHelpFormatter,
    )
    version = say("print the version and exit")
    parser.add_argument("-V", "--version", action="version", version=__version__, help=version)
    subparsers = parser.add_subparsers(dest="command", metavar=say("COMMAND"))
    commands = _Commands(subparsers, words, tuple(games))
    commands.option_language(parser)
    commands.add_play()
    commands.add_wifi()
    commands.add_network()
    commands.add_share()
    commands.add_listings()
    commands.add_looking_back()
    commands.add_about()
    return parser


class _Commands:
    """Adds the commands to a parser; the options that several have in common stand here once."""

    def __init__(
        self, subparsers: "_SubParsersAction[Parser]", words: Words, games: tuple[str, ...]
    ) -> None:
        self._subparsers = subparsers
        self._words = words
        self.say = words.say
        self._games = games

    def _add(self, name: str, text: str) -> Parser:
        """A command; ``text`` is what it does."""
        parser = self._subparsers.add_parser(name, help=text, description=text)
        self.option_language(parser)
        return parser

    def _by_default(self, text: str, value: object) -> str:
        return self.say("{text} (default: {value})", text=text, value=value)

    def add_play(self) -> None:
        """The commands for which one machine is enough."""
        say = self.say
        solo = self._add("solo", say("play a game against bots"))
        self._game(solo)
        self._seats(solo, say("how many play, you too"))
        self._level(solo)
        self._name(solo)
        seed = self._by_default(say("the same seed gives the same game"), say("a new one"))
        solo.add_argument("--seed", metavar="S", help=seed)
        automatic = say("let a bot play your seat too")
        solo.add_argument("--auto", action="store_true", help=automatic)
        self._look(solo)
        self._home(solo)
        self._game_options(solo)
        learn = self._add("learn", say("a first game, explained as it goes"))
        self._game(learn)
        self._name(learn)
        self._look(learn)

    def add_wifi(self) -> None:
        """The commands that meet others on the network."""
        self._add_host()
        say = self.say
        join = self._add("join", say("sit down at a table on this wifi"))
        self._target(join)
        self._people(join)
        self._code_file(join)
        watch = self._add("watch", say("watch a table that is being played"))
        self._target(watch)
        self._code_file(watch)
        watch.add_argument("--auto", action="store_true", help=say("plain lines, and no questions"))
        large = say("for a television: the board and whose turn it is, and nothing else")
        watch.add_argument("--big", action="store_true", help=large)
        again = self._add("resume", say("resume a table that you left"))
        last = say("the last one if left out")
        again.add_argument("table", nargs="?", metavar=say("TABLE"), help=last)
        where = say("the address of one of the others, if nobody is found")
        again.add_argument("--at", action="append", default=[], metavar=say("ADDRESS"), help=where)
        self._port(again, say("the usual one, or any free one"))
        automatic = say("let bots play your seats and ask nothing")
        again.add_argument("--auto", action="store_true", help=automatic)
        for parser in (watch, again):
            self._look(parser)
            self._home(parser)

    def _code_file(self, parser: Parser) -> None:
        held = self.say("a file that holds the code of a private table")
        parser.add_argument("--code-file", metavar=self.say("FILE"), help=held)

    def _add_host(self) -> None:
        say = self.say
        host = self._add("host", say("open a table on this wifi"))
        self._game(host)
        self._seats(host, say("how many play, bots too"))
        bots = self._by_default(say("seats for bots"), 0)
        host.add_argument("--bots", type=int, default=0, metavar="K", help=bots)
        self._level(host)
        table = self._by_default(say("the name of the table"), say("yours"))
        host.add_argument("--table", metavar=say("NAME"), help=table)
        self._port(host, say("the usual one, or any free one"))
        patience = say(
            "seconds after which the others may carry on without somebody (default: {seconds}; "
            "with --auto {fewer})",
            seconds=PATIENCE,
            fewer=PATIENCE_AUTO,
        )
        host.add_argument("--patience", type=int, metavar="S", help=patience)
        threshold = self._by_default(
            say("how many others act together for somebody who is gone; 0: nobody can"),
            say("as suits those at the table"),
        )
        host.add_argument("--threshold", type=int, metavar="T", help=threshold)
        ajar = say("let everybody in without asking")
        host.add_argument("--open", dest="open_door", action="store_true", help=ajar)
        host.add_argument("--qr", action="store_true", help=say("draw the link as a QR code"))
        self._people(host)
        secret = say("make the table private, with a random code")
        host.add_argument("--code", action="store_true", help=secret)
        self._code_file(host)
        self._game_options(host)

    def add_network(self) -> None:
        """The commands that look around, and end."""
        say = self.say
        tables = self._add("tables", say("list the tables on this wifi"))
        self._json(tables)
        wait = self._by_default(say("how many seconds to look"), f"{WAIT_SECONDS:g}")
        tables.add_argument("--wait", type=float, default=WAIT_SECONDS, metavar="S", help=wait)
        keys = self._add("keys", say("your key in words, and the keys of those you met"))
        forget = say("forget the key of this name")
        keys.add_argument("--forget", metavar=say("NAME"), help=forget)
        doctor = self._add("doctor", say("find out why nobody can be found or reached"))
        where = say("call that address, and say how far the call gets")
        doctor.add_argument("target", nargs="?", metavar=say("ADDRESS|LINK"), help=where)
        for parser in (keys, doctor):
            self._json(parser)
            self._home(parser)

    def add_share(self) -> None:
        """The commands that bring the program to others."""
        say = self.say
        share = self._add("share", say("give this program to others on this wifi"))
        fetched = say("fetch what other systems need, while online (default: all of them)")
        share.add_argument(
            "--get", nargs="*", choices=tuple(SYSTEMS), metavar=say("SYSTEM"), help=fetched
        )
        self._port(share, say("any free one"))
        self._home(share)
        phone = self._add("phone", say("what phones need to sit down at a table"))
        once = say("fetch it, once and while online")
        phone.add_argument("--get", action="store_true", help=once)
        self._home(phone)

    def add_listings(self) -> None:
        """The commands that print what is here."""
        say = self.say
        self._json(self._add("games", say("list the games")))
        rules = self._add("rules", say("read the rules of a game"))
        self._game(rules)
        self._plain(rules)

    def add_looking_back(self) -> None:
        """The commands that show a game once more, or say what its log proves."""
        say = self.say
        history = self._add("history", say("list the games that were played here, and who won"))
        verify = self._add("verify", say("check a game's log, or evidence, and say what it proves"))
        for parser in (history, verify):
            self._json(parser)
        replay = self._add("replay", say("replay a game, step by step"))
        export = self._add("export", say("write a game as text, for programs, or as a page"))
        last = say("a file, a table, or a number from p2pjeux history; the last game if left out")
        for parser in (verify, replay, export):
            parser.add_argument("file", nargs="?", metavar=say("FILE|TABLE|N"), help=last)
        for parser in (history, verify, replay, export):
            self._home(parser)
        for parser in (replay, export):
            whose = self._by_default(
                say("the view: a player’s name, all, or watcher"), say("yours")
            )
            parser.add_argument("--seat", metavar=say("NAME"), help=whose)
        self._plain(replay)
        form = self._by_default(say("what to write"), "text")
        forms = ("text", "json", "html")
        export.add_argument("--format", choices=forms, default="text", help=form)
        where = self._by_default(say("where to write it"), say("standard output"))
        export.add_argument("-o", dest="out", metavar=say("FILE"), help=where)
        own = say("with your own hand too, if you sat at that table")
        export.add_argument("--own", action="store_true", help=own)

    def add_about(self) -> None:
        """The commands about the command line itself."""
        say = self.say
        about = self._add("help", say("explain a command"))
        about.add_argument("about", nargs="?", metavar=say("COMMAND"), help=say("all if left out"))
        about.add_argument("game", nargs="?", metavar=say("GAME"), help=say("with its options"))
        shell = self._add(
            "completion", say("print a script that completes p2pjeux commands in your shell")
        )
        what = ", ".join(SHELLS)
        shell.add_argument("shell", choices=SHELLS, metavar=say("SHELL"), help=what)

    def option_language(self, parser: ArgumentParser) -> None:
        # Read before anything is parsed; named here so that the help shows it and it is taken.
        asked = self._by_default(
            self.say("the language, {languages}", languages="|".join(LANGUAGES)),
            self.say("that of this system"),
        )
        parser.add_argument("--lang", metavar="|".join(LANGUAGES), help=asked)

    def _game(self, parser: Parser) -> None:
        parser.add_argument("game", metavar=self.say("GAME"), help=", ".join(game_ids()))

    def _seats(self, parser: Parser, text: str) -> None:
        fewest = self._by_default(text, self.say("the fewest the game allows"))
        parser.add_argument("--seats", type=int, metavar="N", help=fewest)

    def _level(self, parser: Parser) -> None:
        levels = tuple(skill.value for skill in Skill)
        told = self._by_default(self.say("how well the bots play"), Skill.USUAL.value)
        parser.add_argument(
            "--level",
            choices=levels,
            default=Skill.USUAL.value,
            metavar="|".join(levels),
            help=told,
        )

    def _name(self, parser: Parser) -> None:
        named = self._by_default(self.say("your name at the table"), self.say("that of last time"))
        parser.add_argument("--name", metavar=self.say("NAME"), help=named)

    def _target(self, parser: Parser) -> None:
        listed = self.say("picked from a list if left out")
        metavar = self.say("TABLE|ADDRESS|LINK")
        parser.add_argument("target", nargs="?", metavar=metavar, help=listed)
        waits = self._by_default(
            self.say("how many seconds to wait for a table that is not open yet"),
            f"{LISTEN_SECONDS:g}",
        )
        parser.add_argument("--wait", type=float, default=LISTEN_SECONDS, metavar="S", help=waits)

    def _port(self, parser: Parser, otherwise: str) -> None:
        text = self._by_default(self.say("the port to listen on"), otherwise)
        parser.add_argument("--port", type=int, default=0, metavar="P", help=text)

    def _json(self, parser: Parser) -> None:
        parser.add_argument("--json", action="store_true", help=self.say("for programs"))

    def _people(self, parser: Parser) -> None:
        """What both the opener and a guest can say of themselves."""
        say = self.say
        named = say("your name; again for each person at this machine")
        parser.add_argument(
            "--name", action="append", default=[], dest="names", metavar=say("NAME"), help=named
        )
        automatic = say("let bots play your seats and ask nothing")
        parser.add_argument("--auto", action="store_true", help=automatic)
        self._look(parser)
        self._home(parser)

    def _plain(self, parser: Parser) -> None:
        plainly = self.say("plain lines instead of the full screen")
        parser.add_argument("--plain", action="store_true", help=plainly)

    def _look(self, parser: Parser) -> None:
        self._plain(parser)
        quietly = self.say("no bell and no window title when it is your turn")
        parser.add_argument("--no-bell", dest="bell", action="store_false", help=quietly)

    def _home(self, parser: Parser) -> None:
        where = self._by_default(
            self.say("where keys and logs are kept (or P2PJEUX_HOME)"),
            self.say("where this system keeps such things"),
        )
        parser.add_argument("--home", metavar=self.say("FOLDER"), help=where)

    def _game_options(self, parser: Parser) -> None:
        """The options of the games; where two games have one of the same name, the first."""
        # argparse refuses a second option of a name that it has.
        known: set[str] = set()
        for game_id in self._games:
            options = [one for one in load_game(game_id).facts.options if one.name not in known]
            game_words = words_for(self._words.language, game_id)
            if not options:
                continue
            group = parser.add_argument_group(self.say("options of {game}", game=game_id))
            for option in options:
                known.add(option.name)
                values = [str(value) for value in option.among]
                group.add_argument(
                    "--" + option.name.replace("_", "-"),
                    dest=f"option_{option.name}",
                    choices=values,
                    metavar="|".join(values),
                    help=self._by_default(game_words.say(option.help), values[0]),
                )
