"""Le Panthéon de l'Europe: great men at sealed auctions, for two to six."""

from typing import Final

from p2pjeux.games.pantheon import (
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
from p2pjeux.games.pantheon.state import State
from p2pjeux.rules.contract import Facts, Game, Information, Presenter

FACTS: Final = Facts(
    id="pantheon",
    title_fr="Le Panthéon de l’Europe",
    title_en="The Pantheon of Europe",
    credit="author and publisher unknown to us",
    seats_least=2,
    seats_most=6,
    information=Information.HIDDEN,
    # Six seats ask most. Nine requests of set-up: shuffle, starter, six placements, deal. Then 15
    # rounds, each with one reveal, a throw, a move and an announcement of each seat, the bids,
    # their opening, and a deal, at most once in a round interrupted by a shuffle: the pile it
    # makes is always larger than what is still to be dealt.
    length_most=9 + 15 * (1 + 6 * 3 + 2 + 3),
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
