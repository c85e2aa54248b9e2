"""Make the table of look-alikes anew: ``python -m tests.log.make_lookalikes CONFUSABLES.JSON``.

The file is that of the package ``confusable-homoglyphs``, made from the data of Unicode's UTS #39.
Only what can stand in a name is kept (docs/decisions/0040-names.md); the table is committed.
"""

import json
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from p2pjeux.log import names

TABLE: Final = Path(names.__file__).with_name("lookalikes.json")
DIGITS: Final = "0123456789"


def bare(text: str) -> str:
    """Without its marks: an accent is seen, but not always remembered."""
    parts = unicodedata.normalize("NFD", text)
    return "".join(one for one in parts if not unicodedata.combining(one))


def letters() -> Iterator[str]:
    """Every letter without marks of every writing, and the digits."""
    yield from DIGITS
    for ranges in names.WRITINGS.values():
        for first, last in ranges:
            for code in range(first, last + 1):
                if names.is_letter(chr(code)) and bare(chr(code)) == chr(code):
                    yield chr(code)


def alike(confusables: Mapping[str, Any]) -> dict[str, str]:
    """For each letter that is not itself what it looks like: what it looks like."""
    known = set(letters())
    groups: dict[str, set[str]] = {}
    for one in sorted(known):
        looks = {bare(other["c"]) for other in confusables.get(one, ())}
        group = {one} | {other for other in looks if other and set(other) <= known}
        for other in tuple(group):
            group |= groups.get(other, set())
        groups.update(dict.fromkeys(group, group))
    return {one: best for one in sorted(known) if (best := _best(one, groups[one])) != one}


def _best(one: str, group: set[str]) -> str:
    """Several letters for one, as “rn” for “m”; else ASCII, a letter rather than a digit."""
    several = [other for other in group if len(other) > 1 and other.isascii()]
    if several and not any(other.isascii() and len(other) == 1 for other in group - {one}):
        return min(several)
    alone = [other for other in group if len(other) == 1]
    return min(
        alone, key=lambda other: (not other.isascii(), other.isdigit(), other.isupper(), other)
    )


def text_of(confusables: Mapping[str, Any]) -> str:
    looks: dict[str, str] = {}
    for letter, look in alike(confusables).items():
        looks[look] = looks.get(look, "") + letter
    return json.dumps(looks, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def main() -> None:
    confusables = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    TABLE.write_text(text_of(confusables), encoding="utf-8")


if __name__ == "__main__":
    main()
