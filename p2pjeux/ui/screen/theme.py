"""Colours for the styles that games and screen draw with.

Terminals are light or dark and their palettes differ, so the screen brings its own dark ground and
every colour is chosen to be read on it. Nothing is said by colour alone: without colour, bold and
reverse remain, and every mark is a character.
"""

from collections.abc import Mapping
from typing import Final

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from p2pjeux.rules.drawing import STYLES

# What the screen itself adds to the vocabulary of the games.
SCREEN_STYLES: Final = frozenset(
    {
        "screen",
        "bar",
        "bar-title",
        "bar-warn",
        "key",
        "prompt",
        "selected",
        "picked",
        "lit",
        "qr",
        "qr-dark",
    }
)

_RICH: Final = {
    "screen": "#d7dad6 bg:#15181c",
    "title": "#ffd787 bold",
    "dim": "#8a9199",
    "strong": "#ffffff bold",
    "me": "#ffffff bg:#35506b bold",
    "good": "#87d787 bold",
    "warn": "#ff8787 bold",
    "rule": "#5f6b76",
    "white": "#ffffff",
    "blue": "#73b3ff",
    "green": "#87d75f",
    "yellow": "#ffe25f",
    "red": "#ff7a70",
    "black": "#000000 bg:#9ea4aa",
    "cyan": "#5fd7d7",
    "magenta": "#e08fe0",
    "bar": "#d7dad6 bg:#2b3640",
    "bar-title": "#ffd787 bg:#2b3640 bold",
    "bar-warn": "#ff9f9f bg:#2b3640 bold",
    "key": "#15181c bg:#9fb3c1",
    "prompt": "#ffd787 bold",
    "selected": "#15181c bg:#ffd787 bold",
    "picked": "#87d787 bold",
    # Under the colour that a thing has anyway.
    "lit": "bg:#1f2d22",
    "qr": "#000000 bg:#ffffff",
    "qr-dark": "#ffffff bg:#000000",
}
_RICH_SEATS: Final = (
    "#73b3ff",
    "#ff9f6b",
    "#87d75f",
    "#e08fe0",
    "#5fd7d7",
    "#ffe25f",
    "#ff8fa3",
    "#b7a6ff",
    "#8fd7af",
    "#d7af87",
    "#a8c7e8",
    "#c8d75f",
)

_SIXTEEN: Final = {
    "screen": "ansigray bg:ansiblack",
    "title": "ansibrightyellow bold",
    "dim": "ansigray",
    "strong": "ansiwhite bold",
    "me": "ansiwhite bg:ansiblue bold",
    "good": "ansibrightgreen bold",
    "warn": "ansibrightred bold",
    "rule": "ansibrightblack",
    "white": "ansiwhite",
    "blue": "ansibrightblue",
    "green": "ansibrightgreen",
    "yellow": "ansibrightyellow",
    "red": "ansibrightred",
    "black": "ansiblack bg:ansigray",
    "cyan": "ansibrightcyan",
    "magenta": "ansibrightmagenta",
    "bar": "ansiwhite bg:ansiblue",
    "bar-title": "ansibrightyellow bg:ansiblue bold",
    "bar-warn": "ansiwhite bg:ansired bold",
    "key": "ansiblack bg:ansigray",
    "prompt": "ansibrightyellow bold",
    "selected": "ansiblack bg:ansibrightyellow bold",
    "picked": "ansibrightgreen bold",
    "lit": "underline",
    "qr": "ansiblack bg:ansiwhite",
    "qr-dark": "ansiwhite bg:ansiblack",
}
_SIXTEEN_SEATS: Final = (
    "ansibrightblue",
    "ansiyellow",
    "ansibrightgreen",
    "ansibrightmagenta",
    "ansibrightcyan",
    "ansibrightyellow",
    "ansibrightred",
    "ansimagenta",
    "ansicyan",
    "ansigreen",
    "ansigray",
    "ansired",
)

_NONE: Final = {
    "screen": "",
    "title": "bold",
    "strong": "bold",
    "me": "bold",
    "good": "bold",
    "warn": "bold",
    "bar": "reverse",
    "bar-title": "reverse bold",
    "bar-warn": "reverse bold",
    "key": "bold",
    "prompt": "bold",
    "selected": "reverse bold",
    "picked": "bold",
    "lit": "underline",
    # Dark dots on light ground, on most terminals; scanners read the others too.
    "qr": "reverse",
}


def pick_depth(environ: Mapping[str, str]) -> ColorDepth | None:
    """How many colours to use, as far as the environment says; None leaves it to the terminal."""
    # https://no-color.org: any value but the empty one.
    if environ.get("NO_COLOR"):
        return ColorDepth.MONOCHROME
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return ColorDepth.TRUE_COLOR
    term = environ.get("TERM", "")
    if "256color" in term:
        return ColorDepth.DEFAULT
    if term.startswith("vt"):
        return ColorDepth.MONOCHROME
    if term.endswith("16color") or term in ("linux", "xterm-color", "ansi", "cygwin"):
        return ColorDepth.ANSI_COLORS_ONLY
    return None


def style_rules(depth: ColorDepth) -> Mapping[str, str]:
    """A prompt_toolkit style for every style that is drawn with."""
    if depth is ColorDepth.MONOCHROME:
        colors, seats = dict(_NONE), ("",) * 12
    elif depth is ColorDepth.ANSI_COLORS_ONLY:
        colors, seats = dict(_SIXTEEN), _SIXTEEN_SEATS
    else:
        colors, seats = dict(_RICH), _RICH_SEATS
    colors |= {f"seat{number}": color for number, color in enumerate(seats)}
    return {name: colors.get(name, "") for name in sorted((STYLES - {""}) | SCREEN_STYLES)}


def class_of(style: str) -> str:
    """prompt_toolkit's name for a style, or for several with blanks between them.

    A prefix keeps it apart from those it has itself.
    """
    return " ".join(f"class:jeux-{one}" for one in style.split())


def build_style(depth: ColorDepth) -> Style:
    return Style([(f"jeux-{name}", rule) for name, rule in style_rules(depth).items()])
