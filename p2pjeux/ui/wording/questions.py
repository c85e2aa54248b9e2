"""What the program itself asks while a form is filled, in sentences both interfaces use."""

from p2pjeux.rules.contract import Cards, Several
from p2pjeux.rules.contract import Text as TextField
from p2pjeux.rules.words import Words
from p2pjeux.ui.choosing.chooser import Chooser, Stage, form_name


def question(chooser: Chooser) -> str:
    """What is expected at this stage, beyond the game's own prompt."""
    words = chooser.question.words
    if chooser.stage is not Stage.FIELD:
        return words.say("Choose one:")
    return field_question(chooser)


def field_question(chooser: Chooser) -> str:
    words, field = chooser.question.words, chooser.field
    match field:
        case Cards(least=least, most=most, ordered=ordered):
            asked = _how_many_cards(least, most, words)
            return asked + " " + words.say("Their order counts.") if ordered and most > 1 else asked
        case Several(name=name, least=least, most=most):
            return (
                words.say("{name}:", name=words.translate(name))
                + " "
                + _how_many(least, most, words)
            )
        case TextField(name=name, most=most):
            return words.say(
                "{name}: write at most {most} characters.", name=words.translate(name), most=most
            )
        case None:
            return ""
        case _:
            return words.say("{name}: choose one.", name=words.translate(field.name))


def _how_many_cards(least: int, most: int, words: Words) -> str:
    if least == most:
        return words.count("Choose {number} card.", "Choose {number} cards.", most)
    return words.say("Choose {least} to {most} cards.", least=least, most=most)


def _how_many(least: int, most: int, words: Words) -> str:
    if least == most:
        return words.count("choose {number}.", "choose {number}.", most)
    return words.say("choose {least} to {most}.", least=least, most=most)


def form_title(chooser: Chooser) -> str:
    """The name of the form being filled, to stand above its fields."""
    form = chooser.form
    return "" if form is None else form_name(form, chooser.question.words)
