"""A market so small that every kind of choice fits into it: listed, cards, pick, several, text.

Two or more seats, five hidden cards each; two turns for everybody, then it is over. The option
``kind`` says what a turn looks like.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from p2pjeux.encoding import Value
from p2pjeux.rules.contract import (
    Cards,
    Choices,
    Facts,
    Form,
    Game,
    Information,
    Option,
    OptionValue,
    Outcome,
    Pick,
    Presenter,
    Refusal,
    Several,
    Source,
    Text,
    View,
)
from p2pjeux.rules.drawing import Line, Size, line
from p2pjeux.rules.requests import (
    Action,
    Answer,
    Choose,
    Deal,
    Done,
    Face,
    Played,
    Request,
    Seat,
    Shuffle,
    Slot,
)
from p2pjeux.rules.words import Words

HAND = 5
TURNS = 2
FACES = tuple(range(1, 31))
PASS, WAIT = Action("pass"), Action("wait")
GOODS = ("silk", "salt", "tea")


@dataclass(frozen=True, slots=True)
class State:
    seats: int
    kind: str
    is_shuffled: bool = False
    is_dealt: bool = False
    said: tuple[Action, ...] = ()

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        played = {card for action in self.said for card in action.cards}
        slots = (Slot(0, seat * HAND + place) for place in range(HAND))
        return tuple(slot for slot in slots if slot not in played)

    @property
    def turn(self) -> Seat:
        return len(self.said) % self.seats


def set_up(seats: int, options: Mapping[str, OptionValue]) -> State:
    return State(seats, str(options.get("kind", "list")))


def request(state: State) -> Request | None:
    if not state.is_shuffled:
        return Shuffle(0, FACES)
    if not state.is_dealt:
        return Deal(tuple((seat, state.hand(seat)) for seat in range(state.seats)))
    if len(state.said) == state.seats * TURNS:
        return None
    return Choose(state.turn, "turn", state.hand(state.turn))


def choices(view: View[State]) -> Choices:
    state = view.state
    if view.seat is None or not state.is_dealt or state.turn != view.seat:
        return Choices()
    hand = state.hand(view.seat)
    sell = Form("sell", (Cards(hand, 1, 3),))
    match state.kind:
        case "list":
            return Choices((PASS, WAIT))
        case "beside":
            return Choices((PASS,), (sell,))
        case "one":
            return Choices((PASS,), (Form("sell", (Cards(hand, 1, 1),)),))
        case "forms":
            fields = (
                Cards(hand, 2, 2, ordered=True),
                Pick("ware", GOODS),
                Several("with", tuple(range(state.seats)), 0, 2),
                Text("word", 10),
            )
            return Choices((PASS,), (sell, Form("trade_goods", fields)))
        case "text":
            return Choices(forms=(Form("say", (Text("word", 10),)),))
        case _:
            return Choices(tuple(Action("buy", (number,)) for number in range(25)))


def check(state: State, seat: Seat, action: Action, faces: tuple[Face, ...]) -> Refusal | None:
    if action.verb == "sell" and len(faces) > 1 and sum(faces) % 2:
        return Refusal("the cards must sum to an even number, not {sum}", {"sum": sum(faces)})
    if action.verb == "trade_goods" and action.args[2] == "no":
        return Refusal("nobody says no at a market")
    return None


def apply(state: State, answer: Answer) -> State:
    match answer:
        case Done() if not state.is_shuffled:
            return replace(state, is_shuffled=True)
        case Done():
            return replace(state, is_dealt=True)
        case Played(plays=(play,)):
            return replace(state, said=(*state.said, play.action))
        case _:
            raise AssertionError(answer)


def outcome(state: State) -> Outcome | None:
    return None if request(state) is not None else Outcome((0,) * state.seats, (0,))


def decide(view: View[State], source: Source) -> Action:
    found = choices(view)
    return found.actions[0] if found.actions else Action("say", ("hello",))


def board(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    return (line(f"market, {len(view.state.said)} said"),)


def prompt(view: View[State], request: Request, words: Words) -> str:
    return "What do you do at the market?"


def label(view: View[State], action: Action, words: Words) -> str:
    cards = "+".join(str(view.faces[slot]) for slot in action.cards)
    arguments = " ".join(str(argument) for argument in action.args)
    return " ".join(part for part in (action.verb, cards, arguments) if part)


def value(view: View[State], form: Form, name: str, item: Value, words: Words) -> str:
    return f"{name} {item!s}"


def card(face: Face, words: Words) -> str:
    return f"number {face}"


def tell(
    before: State, request: Request, answer: Answer, after: State, words: Words
) -> tuple[str, ...]:
    if isinstance(answer, Played):
        return (f"{words.name(answer.plays[0].seat)}: {answer.plays[0].action.verb}.",)
    return ()


def result(state: State, words: Words) -> tuple[str, ...]:
    return (f"{words.name(0)} wins.",)


GAME: Game[Any] = Game(
    facts=Facts(
        id="toy",
        title_fr="Le marché",
        title_en="The market",
        credit="nobody",
        seats_least=2,
        seats_most=4,
        information=Information.HIDDEN,
        length_most=20,
        options=(Option("kind", ("list",), "what a turn looks like"),),
    ),
    set_up=set_up,
    request=request,
    choices=choices,
    check=check,
    apply=apply,
    outcome=outcome,
    census=lambda _state: {},
    sample=decide,
    bot=decide,
    presenter=Presenter(board, prompt, label, value, card, tell, result),
)
