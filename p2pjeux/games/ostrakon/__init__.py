"""Ostrakon: Silvano Sorrentino's game of questions for five to twelve."""

from typing import Final

from p2pjeux.games.ostrakon import (
    advice,
    board,
    bot,
    choices,
    facts,
    guide,
    legality,
    levels,
    position,
    rules,
    since,
    story,
    texts,
)
from p2pjeux.games.ostrakon.calendar import SEATS_LEAST, SEATS_MOST
from p2pjeux.games.ostrakon.state import State
from p2pjeux.rules.contract import Facts, Game, Information, Option, Presenter

FACTS: Final = Facts(
    id="ostrakon",
    title_fr="Ostrakon",
    title_en="Ostrakon",
    credit="Silvano Sorrentino, daVinci Editrice, 2004",
    seats_least=SEATS_LEAST,
    seats_most=SEATS_MOST,
    information=Information.SEALED,
    # Eleven philosophers taken in turn, the pile and the first topics; then at most forty turns
    # (8 seats in 5 days, or 10 in 4) of a topic, and twice, as one question may be refused, a
    # question, the claims, the votes and four steps of an Oracle day.
    length_most=13 + 40 * 15,
    options=(
        Option("refusals", ("yes", "no"), "whether the others may refuse a bad question"),
        Option("philosophers", ("chosen", "drawn"), "how everybody gets a philosopher"),
    ),
)

GAME: Final[Game[State]] = Game(
    facts=FACTS,
    set_up=rules.set_up,
    request=rules.request,
    choices=choices.choices,
    check=legality.check,
    apply=rules.apply,
    outcome=rules.outcome,
    census=rules.census,
    sample=choices.sample,
    bot=bot.decide,
    presenter=Presenter(
        board=board.board,
        prompt=texts.prompt,
        label=texts.label,
        value=texts.value,
        card=texts.card,
        tell=story.tell,
        result=story.result,
        guide=guide.GUIDE,
        moment=texts.moment,
        since=since.since,
        facts=facts.facts,
        things=facts.things,
        position=position.position,
        advise=advice.advise,
    ),
    opponents=levels.OPPONENTS,
)
