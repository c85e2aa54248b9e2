"""Stonehenge, the auction: James Ernest's game for three to five."""

from typing import Final

from p2pjeux.games.stonehenge import (
    advice,
    board,
    board_parts,
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
from p2pjeux.games.stonehenge.state import State
from p2pjeux.rules.contract import Facts, Game, Information, Presenter

FACTS: Final = Facts(
    id="stonehenge",
    title_fr="Stonehenge, la vente aux enchères",
    title_en="Stonehenge, the auction",
    credit="James Ernest, Stonehenge: An Anthology Board Game, 2007",
    seats_least=3,
    seats_most=5,
    information=Information.HIDDEN,
    # Five requests of set-up; 35 sales of five bids, an opening, and at most a deal, a shuffle and
    # a second deal.
    length_most=5 + 35 * 9,
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
        rank=board_parts.rank,
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
