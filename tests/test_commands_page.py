"""The help and docs/commands.md name the same commands, options and exit codes."""

import re
from argparse import ArgumentParser, _SubParsersAction
from pathlib import Path

import pytest

from p2pjeux.cli.parser import build_parser
from p2pjeux.language import words_for

PAGE = (Path(__file__).parent.parent / "docs" / "commands.md").read_text("utf-8")


def commands() -> dict[str, ArgumentParser]:
    parser = build_parser(words_for("en"))
    (found,) = (one for one in parser._actions if isinstance(one, _SubParsersAction))
    return dict(found.choices)


def in_help(parser: ArgumentParser) -> set[str]:
    """Each option by its longest name."""
    names = {
        max(action.option_strings, key=len) for action in parser._actions if action.option_strings
    }
    return names - {"--help"}


def on_page() -> dict[str, set[str]]:
    entries = re.findall(r"^- `p2pjeux (\w+).*?(?=^- |^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    texts = re.findall(r"^- `p2pjeux \w+.*?(?=^- |^#|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return {
        name: set(re.findall(r"(?<![\w-])(--?[a-z][a-z-]*)", text))
        for name, text in zip(entries, texts, strict=True)
    }


def test_the_page_names_every_command() -> None:
    assert set(on_page()) == set(commands())


@pytest.mark.parametrize("name", commands())
def test_the_page_names_the_options_of_the_help(name: str) -> None:
    assert on_page()[name] == in_help(commands()[name])


def test_the_page_names_the_exit_codes_of_the_help() -> None:
    in_epilog = re.findall(
        r"^ +(\d+) +(.+)$", build_parser(words_for("en")).epilog or "", re.MULTILINE
    )

    assert re.findall(r"^\| (\d+) \| (.+) \|$", PAGE, re.MULTILINE) == in_epilog
