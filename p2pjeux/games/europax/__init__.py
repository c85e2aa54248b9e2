"""Europax: up to five countries feed a common market; a French game for two to six."""

from typing import Final

from p2pjeux.games.europax import (
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
    turn,
)
from p2pjeux.games.europax.length import LENGTH_MOST
from p2pjeux.games.europax.state import State
from p2pjeux.rules.contract import Facts, Game, Information, Option, Presenter

FACTS: Final = Facts(
    id="europax",
    title_fr="Europax",
    title_en="Europax",
    credit="a French game of the Common Market years; author and publisher unknown",
    seats_least=2,
    seats_most=6,
    information=Information.OPEN,
    length_most=LENGTH_MOST,
    options=(
        Option(
            rules.LENGTH,
            ("short", "long"),
            "short: until the demand cards are used up; long: until the production cards are",
        ),
        Option(
            rules.AID, ("gift", "loan"), "whether the aid of 300 is given, or repaid at the end"
        ),
        Option(rules.BOARDS, (1, 2), "boards for each player; two only with two players"),
        Option(
            rules.LEFT_OUT,
            rules.LEFT_OUT_AMONG,
            "the country that takes no part where four boards are used",
        ),
    ),
)

GAME: Final[Game[State]] = Game(
    facts=FACTS,
    set_up=rules.set_up,
    request=rules.request,
    choices=choices.choices,
    check=legality.check,
    apply=turn.apply,
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
