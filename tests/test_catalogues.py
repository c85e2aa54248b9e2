"""The French catalogues are whole, in step with the code, and compiled."""

import gettext
import re
import string

import pytest
from babel.messages.catalog import Message

from tests.catalogues import domains, extract, is_translated, po_file, read

every_domain = pytest.mark.parametrize("domain", domains())


def messages(domain: str) -> list[Message]:
    return [message for message in read(domain) if message.id]


def forms(text: object) -> tuple[str, ...]:
    return tuple(text) if isinstance(text, list | tuple) else (str(text),)


def placeholders(text: str) -> set[str]:
    fields = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return fields | set(re.findall(r"%\(\w+\)[rs]|%s", text))


@every_domain
def test_no_message_is_missing_and_none_is_left_over(domain: str) -> None:
    in_code = {message.id for message in extract(domain) if message.id}
    in_catalogue = {tuple(m.id) if isinstance(m.id, list) else m.id for m in messages(domain)}

    assert in_catalogue == in_code


@every_domain
def test_every_message_has_its_french(domain: str) -> None:
    assert [message.id for message in messages(domain) if not is_translated(message)] == []


@every_domain
def test_placeholders_agree(domain: str) -> None:
    for message in messages(domain):
        expected = set().union(*(placeholders(text) for text in forms(message.id)))
        for text in forms(message.string):
            assert placeholders(text) == expected, message.id


@every_domain
def test_plurals_have_both_french_forms(domain: str) -> None:
    for message in messages(domain):
        if isinstance(message.id, list | tuple):
            assert len(forms(message.string)) == 2, message.id


@every_domain
def test_french_typography(domain: str) -> None:
    """No-break spaces before high punctuation and inside guillemets, curly apostrophes."""
    for message in messages(domain):
        for text in forms(message.string):
            spoken = re.sub(r"\{[^}]*\}|https?:\S*|p2pjeux:\S*", "x", text)
            assert not re.search(r"(?<![\u00a0\u202f])[;?!»]|(?<=\w):(?=\s|$)| [:;?!»]", spoken), (
                text
            )
            assert not re.search(r"«(?![\u00a0\u202f])", spoken), text
            assert not re.search(r"\w'\w", spoken), text


@every_domain
def test_the_compiled_catalogue_is_that_of_the_text(domain: str) -> None:
    with po_file(domain).with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in messages(domain):
        match forms(message.id):
            case (one, many):
                translated = tuple(compiled.ngettext(one, many, n) for n in (1, 2))
                assert translated == forms(message.string)
            case (text,):
                assert compiled.gettext(text) == message.string
            case _:
                pytest.fail(f"{message.id} has a strange form")
