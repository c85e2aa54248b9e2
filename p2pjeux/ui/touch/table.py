"""A table as a page is given it: texts, lists and flags, everything already in words."""

from typing import Any, Final

from p2pjeux.judge.verdict import Verdict
from p2pjeux.rules.contract import Cards, Several
from p2pjeux.rules.contract import Text as TextField
from p2pjeux.rules.drawing import Line, Size
from p2pjeux.rules.words import Words
from p2pjeux.table.events import Agreement
from p2pjeux.ui.choosing import chooser as choosing
from p2pjeux.ui.choosing.chooser import Chooser, Stage, form_name
from p2pjeux.ui.touch.model import TouchModel
from p2pjeux.ui.wording.going_on import (
    ask_once_more,
    missing_names,
    what_it_means,
    who_agreed,
)
from p2pjeux.ui.wording.meantime import since
from p2pjeux.ui.wording.presence import presence, seat_line
from p2pjeux.ui.wording.questions import question
from p2pjeux.ui.wording.receipt import receipt_lines
from p2pjeux.ui.wording.tutor import advise
from p2pjeux.ui.wording.waits import Ways, wait_sentences

# What fits across a phone in letters that can be read.
BOARD_SIZE: Final = Size(40, 40)
STORY_MOST: Final = 80

Shown = dict[str, Any]


def show_table(model: TouchModel) -> Shown:
    """What there is to see of a table now."""
    words, view = model.words, model.view
    facts = model.game.facts
    shown: Shown = {
        "screen": "table",
        "language": words.language,
        "title": words.choose(facts.title_fr, facts.title_en),
        "table": model.table_name,
        "status": _status(model),
        "board": [],
        "spoken": [],
        "since": list(since(model.game, model.meantimes, view, words)),
        "choice": _choice(model),
        "story": [[span.text, span.style] for span in model.story[-STORY_MOST:]],
        "fresh": max(0, len(model.story) - max(model.fresh_from, len(model.story) - STORY_MOST)),
        "chat": [[words.name(seat), text] for seat, text in model.said[-STORY_MOST:]],
        "seats": _seats(model),
        "asks": _asks(model),
        "refused": model.refused,
        "over": model.is_over,
        "result": [],
        "labels": labels(words),
    }
    if view is not None:
        presenter = model.game.presenter
        shown["board"] = drawn(presenter.board(view, words, BOARD_SIZE))
        if model.is_over:
            shown["result"] = list(presenter.result(view.state, words))
        shown["spoken"] = [[told.topic, told.sentence] for told in presenter.position(view, words)]
    return shown


def drawn(lines: tuple[Line, ...]) -> list[list[list[str]]]:
    """A drawing as lists of text, style, and what it is of."""
    return [[[span.text, span.style, span.about] for span in line] for line in lines]


def _status(model: TouchModel) -> list[list[str]]:
    """What the table waits for, each sentence with a word for how it matters."""
    words, status = model.words, model.status
    if model.is_over:
        return [["good", words.say("The game is over.")]]
    told: list[list[str]] = []
    if model.asked is not None and not status.is_paused:
        told.append(["me", words.say("It is your turn.")])
        if status.is_awaited:
            told.append(["warn", words.say("The others may carry on without you!")])
    else:
        kind = "warn" if status.is_paused or status.is_long else "wait"
        told += [[kind, text] for text in wait_sentences(status, words, Ways.TAPS)[:2]]
    return told or [["dim", words.say("The machines are at work.")]]


def _choice(model: TouchModel) -> Shown | None:
    """The question before the person, with all that can be tapped."""
    chooser = model.asked
    if chooser is None or model.view is None:
        return None
    words, field = model.words, chooser.field
    request = chooser.question.request
    shown: Shown = {
        "prompt": model.game.presenter.prompt(chooser.question.view, request, words),
        "form": "" if chooser.form is None else form_name(chooser.form, words),
        "so_far": list(choosing.so_far(chooser)),
        "question": question(chooser) if chooser.stage is Stage.FIELD else "",
        "entries": [[entry.label, entry.mark] for entry in choosing.entries(chooser)],
        "toggles": chooser.is_toggling,
        "accept": _accept_label(chooser, words),
        "writes": field.most if isinstance(field, TextField) else 0,
        "text": chooser.text,
        "back": not choosing.is_at_start(chooser),
        "refused": chooser.refused,
    }
    return shown


def _accept_label(chooser: Chooser, words: Words) -> str:
    """What is confirmed by a tap; empty while too few are picked, or too many."""
    field, picked = chooser.field, len(chooser.picked)
    if not isinstance(field, Cards | Several):
        return ""
    if not field.least <= picked <= field.most:
        return ""
    return (
        words.count("Confirm {number}", "Confirm {number}", picked) if picked else words.say("None")
    )


def _seats(model: TouchModel) -> list[Shown]:
    words, status = model.words, model.status
    lacking = () if status.waiting is None else status.waiting.lacking
    return [
        {
            "name": name,
            "line": seat_line(status, seat, words),
            "key": status.fingerprints[seat] if seat < len(status.fingerprints) else "",
            "me": seat in status.people,
            "waited": seat in lacking,
            "sign": presence(status, seat).value,
        }
        for seat, name in enumerate(words.names)
    ]


def _asks(model: TouchModel) -> list[Shown]:
    """What the people of a table may agree upon, and what others have proposed."""
    words, status = model.words, model.status
    if model.is_over:
        return []
    asks: list[Shown] = []
    if status.is_paused:
        asks.append({"ask": "go on", "label": words.say("End the pause"), "urgent": True})
    if status.is_long:
        meaning = ask_once_more(status, words) or what_it_means(status, words)
        sure = (meaning, *who_agreed(status, words))
        asks.append(
            {
                "ask": "go without",
                "seats": " ".join(map(str, status.missing)),
                "label": words.say("Carry on without {name}", name=missing_names(status, words)),
                "sure": " ".join(sure),
                "urgent": True,
            }
        )
    is_asked = status.proposed is Agreement.TAKE_BACK
    if status.may_propose(Agreement.TAKE_BACK) and (status.reachable or is_asked):
        label = (
            words.say("Agree: take the last decision back")
            if is_asked
            else words.say("Take the last decision back?")
        )
        asks.append({"ask": "take back", "label": label, "urgent": is_asked})
    if status.may_propose(Agreement.PAUSE):
        is_asked = status.proposed is Agreement.PAUSE
        label = words.say("Agree to a pause") if is_asked else words.say("A pause?")
        asks.append({"ask": "pause", "label": label, "urgent": is_asked})
    return asks


def advice(model: TouchModel) -> str:
    """What a bot would do; empty where nothing is asked."""
    chooser = model.asked
    if chooser is None:
        return ""
    asked = chooser.question
    return advise(asked.game, asked.view, asked.words)


def show_receipt(verdict: Verdict | None, words: Words) -> Shown:
    """What the whole log has proved; while that is still being found out, that it is."""
    lines: tuple[str, ...]
    if verdict is None:
        lines = (words.say("Checking the whole log…"),)
    elif verdict.ok:
        lines = tuple(receipt_lines(verdict, words))
    else:
        finding, reason = verdict.finding.value, verdict.reason
        lines = (words.say("NOT good ({finding}): {reason}", finding=finding, reason=reason),)
    return {"screen": "receipt", "lines": list(lines)}


def labels(words: Words) -> Shown:
    """What the parts of a page are called."""
    return {
        "board": words.say("Board"),
        "story": words.say("Story"),
        "chat": words.say("Chat"),
        "rules": words.say("Rules"),
        "seats": words.say("Seats"),
        "send": words.say("Send"),
        "back": words.say("Back"),
        "advice": words.say("What would a bot do?"),
        "since": words.say("Since your last turn"),
        "close": words.say("Close"),
        "save": words.say("Keep the log"),
        "write": words.say("A line for everybody"),
        "next": words.say("Another table"),
        "receipt": words.say("What the log proves"),
    }
