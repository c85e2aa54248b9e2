"""Edit one line of text: the typed line of the model, with a cursor in it."""

from dataclasses import replace

from p2pjeux.ui.screen.model import Model

TYPED_MOST = 500


def edit(model: Model, key: str) -> Model:
    """The model after a key in the line; keys that mean nothing there change nothing."""
    at = len(model.typed) - model.behind
    before, after = model.typed[:at], model.typed[at:]
    match key:
        case "left":
            return replace(model, behind=min(len(model.typed), model.behind + 1))
        case "right":
            return replace(model, behind=max(0, model.behind - 1))
        case "home":
            return replace(model, behind=len(model.typed))
        case "end":
            return replace(model, behind=0)
        case "backspace":
            return replace(model, typed=before[:-1] + after)
        case "delete":
            return replace(model, typed=before + after[1:], behind=max(0, model.behind - 1))
        case "c-u":
            return replace(model, typed=after)
        case _:
            return insert(model, key) if len(key) == 1 else model


def insert(model: Model, text: str) -> Model:
    """Put text at the cursor, as typed or pasted; what cannot be seen becomes a space."""
    at = len(model.typed) - model.behind
    clean = "".join(character if character.isprintable() else " " for character in text)
    typed = (model.typed[:at] + clean + model.typed[at:])[:TYPED_MOST]
    return replace(model, typed=typed, behind=min(model.behind, len(typed)))
