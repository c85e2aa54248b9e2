"""The rules as a page is given them, the section about what is asked just now apart."""

from typing import Final

from p2pjeux.ui.touch.model import TouchModel
from p2pjeux.ui.touch.table import Shown, drawn
from p2pjeux.ui.wording.markdown import cut_section, format_markdown
from p2pjeux.ui.wording.tutor import section_of

# A line of it is a paragraph: the page breaks it where it likes.
_COLUMNS: Final = 4000


def show_rules(model: TouchModel, text: str) -> Shown:
    """Three lists of paragraphs, each a list of styled texts: before, now, and after."""
    view = model.view
    request = None if view is None else model.game.request(view.state)
    before, now, after = cut_section(text, section_of(model.game, request, model.words))
    return {
        "before": drawn(format_markdown(before, _COLUMNS)),
        "now": drawn(format_markdown(now, _COLUMNS)) if now else [],
        "after": drawn(format_markdown(after, _COLUMNS)) if after else [],
    }
