"""Compare what a person types with what stands on the screen, whatever the case and accents."""

import unicodedata


def fold(text: str) -> str:
    """``text`` without case and accents, each run of blanks as one space."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(character for character in apart if not unicodedata.combining(character))
    return " ".join(bare.split())


def matches(typed: str, label: str) -> bool:
    """Whether each word typed begins a word of the label."""
    words = fold(label).split()
    return all(any(word.startswith(part) for word in words) for part in fold(typed).split())


def find(typed: str, labels: tuple[str, ...]) -> tuple[int, ...]:
    """The labels that fit; an exact one alone, so that a label that begins another can be typed."""
    wanted = fold(typed)
    exact = tuple(index for index, label in enumerate(labels) if fold(label) == wanted)
    return exact or tuple(index for index, label in enumerate(labels) if matches(typed, label))
