"""Edit one line of text with a cursor in it."""

from dataclasses import dataclass, replace
from typing import Final

TEXT_MOST: Final = 500


@dataclass(frozen=True, slots=True)
class Draft:
    text: str = ""
    # How many characters lie behind the cursor.
    behind: int = 0


def edit(draft: Draft, key: str) -> Draft:
    """The draft after a key; keys that mean nothing in a line change nothing."""
    at = len(draft.text) - draft.behind
    before, after = draft.text[:at], draft.text[at:]
    match key:
        case "left":
            return replace(draft, behind=min(len(draft.text), draft.behind + 1))
        case "right":
            return replace(draft, behind=max(0, draft.behind - 1))
        case "home":
            return replace(draft, behind=len(draft.text))
        case "end":
            return replace(draft, behind=0)
        case "backspace":
            return replace(draft, text=before[:-1] + after)
        case "delete":
            return Draft(before + after[1:], max(0, draft.behind - 1))
        case "c-u":
            return replace(draft, text=after)
        case _:
            return insert(draft, key) if len(key) == 1 else draft


def insert(draft: Draft, text: str) -> Draft:
    """Put text at the cursor, as typed or pasted; what cannot be seen becomes a space."""
    at = len(draft.text) - draft.behind
    clean = "".join(character if character.isprintable() else " " for character in text)
    whole = (draft.text[:at] + clean + draft.text[at:])[:TEXT_MOST]
    return Draft(whole, min(draft.behind, len(whole)))
