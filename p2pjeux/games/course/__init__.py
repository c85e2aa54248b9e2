"""La Course autour du monde: five visas and home again, for two to six."""

from typing import Final

from p2pjeux.games.course import (
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
from p2pjeux.games.course.state import State
from p2pjeux.rules.contract import Facts, Game, Information, Option, Presenter

FACTS: Final = Facts(
    id="course",
    title_fr="La Course autour du monde",
    title_en="The race around the world",
    credit="After the television programme of Jacques Antoine on Antenne 2",
    seats_least=2,
    seats_most=6,
    information=Information.HIDDEN,
    # The dealer, a shuffle, a deal and six starts; then the turns of all rounds. A turn asks for a
    # decision and for cards: at worst the stock is out, the table holds a single card and two are
    # wanted, so that a shuffle and a deal come twice.
    length_most=9 + 6 * max(rules.ROUNDS) * 5,
    options=(
        Option("rounds", rules.ROUNDS, "the race stops after so many rounds if nobody is home"),
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
        rank=board.rank,
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
