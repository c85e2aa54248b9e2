"""A toy game that asks for everything a game can ask for, once: for the engine and the bridge."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from p2pjeux.encoding import Value
from p2pjeux.rules.contract import (
    Cards,
    Choices,
    Facts,
    Form,
    Game,
    Information,
    OptionValue,
    Outcome,
    Presenter,
    Refusal,
    Source,
    View,
)
from p2pjeux.rules.drawing import Line, Size, line
from p2pjeux.rules.requests import (
    Action,
    Answer,
    Choose,
    ChooseAll,
    Deal,
    Done,
    Draw,
    Face,
    Laid,
    Lay,
    Open,
    Played,
    Request,
    Roll,
    Seal,
    Seat,
    Show,
    Shuffle,
    Slot,
    deciders,
    hand_of,
)
from p2pjeux.rules.source import pick
from p2pjeux.rules.tuples import put, without
from p2pjeux.rules.value import as_value
from p2pjeux.rules.words import Words

HAND = 4
ANSWERS = (Action("yes"), Action("no"))


@dataclass(frozen=True, slots=True)
class State:
    seats: int
    turn: int = 0
    hands: tuple[tuple[Slot, ...], ...] = ()
    # Every open answer so far, as a plain value.
    story: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()


def set_up(seats: int, _options: Mapping[str, OptionValue]) -> State:
    hands = tuple(
        tuple(Slot(0, HAND * seat + card) for card in range(HAND)) for seat in range(seats)
    )
    return State(seats, hands=hands, scores=(0,) * seats)


def script(state: State) -> tuple[Request, ...]:
    everybody = tuple(range(state.seats))
    lays = tuple(Lay(seat, "lay", state.hands[seat], 0, 2) for seat in everybody)
    return (
        Roll((6, 20), "dice"),
        Draw((1, 1, 2, 3), 3, "pile"),
        Shuffle(0, tuple(range(HAND * state.seats + 2))),
        Deal(tuple(enumerate(state.hands))),
        Choose(0, "play", state.hands[0]),
        ChooseAll(everybody, "agree"),
        Seal(everybody, "seal", state.hands),
        Open((1,)),
        Open(tuple(seat for seat in everybody if seat != 1)),
        *lays,
        Open(everybody),
        Show(1, state.hands[1]),
        Shuffle(1, (7, 7, 9)),
        Deal(((0, (Slot(1, 0), Slot(1, 2))),)),
    )


def request(state: State) -> Request | None:
    asked = script(state)
    return asked[state.turn] if state.turn < len(asked) else None


def check(state: State, seat: Seat, action: Action, faces: tuple[Face, ...]) -> Refusal | None:
    asked = request(state)
    if isinstance(asked, ChooseAll):
        return None if action in ANSWERS else Refusal("yes or no")
    if action.verb != "cards" or action.args:
        return Refusal("only cards can be played here")
    if not isinstance(asked, Lay) and len(faces) != 1:
        return Refusal("one card is due")
    # A level of legality that only the opening shows.
    return (
        Refusal("card 0 may not be hidden")
        if 0 in faces and not isinstance(asked, Choose)
        else None
    )


def apply(state: State, answer: Answer) -> State:
    hands, scores = state.hands, state.scores
    if isinstance(answer, Played):
        for play in answer.plays:
            hands = put(hands, play.seat, without(hands[play.seat], play.action.cards))
            scores = put(scores, play.seat, scores[play.seat] + sum(play.faces))
    told = () if isinstance(answer, Done | Laid) else (repr(as_value(answer)),)
    return replace(state, turn=state.turn + 1, hands=hands, scores=scores, story=state.story + told)


def choices(view: View[State]) -> Choices:
    asked = request(view.state)
    if asked is None or view.seat not in deciders(asked):
        return Choices()
    if isinstance(asked, ChooseAll):
        return Choices(ANSWERS)
    most = 2 if isinstance(asked, Lay) else 1
    least = 0 if isinstance(asked, Lay) else 1
    return Choices((), (Form("cards", (Cards(hand_of(asked, view.seat), least, most),)),))


def sample(view: View[State], source: Source) -> Action:
    asked = request(view.state)
    assert asked is not None
    assert view.seat is not None
    if isinstance(asked, ChooseAll):
        return pick(source, ANSWERS)
    hand = [slot for slot in hand_of(asked, view.seat) if view.faces[slot] != 0]
    count = source.below(3) if isinstance(asked, Lay) else 1
    return Action("cards", cards=tuple(hand[:count]))


def outcome(state: State) -> Outcome | None:
    if request(state) is not None:
        return None
    best = max(state.scores)
    return Outcome(state.scores, tuple(s for s, score in enumerate(state.scores) if score == best))


def board(view: View[State], words: Words, size: Size) -> tuple[Line, ...]:
    return (line(f"{sorted(view.faces.items())}"[: size.columns]),)


def label(view: View[State], action: Action, words: Words) -> str:
    return f"{action.verb} {[view.faces[slot] for slot in action.cards]}"


def value(view: View[State], form: Form, name: str, item: Value, words: Words) -> str:
    return str(item)


def tell(
    before: State, asked: Request, answer: Answer, after: State, words: Words
) -> tuple[str, ...]:
    return (type(answer).__name__,)


TOY: Game[State] = Game(
    facts=Facts("toy", "Jouet", "Toy", "ours", 2, 12, Information.HIDDEN, 30),
    set_up=set_up,
    request=request,
    choices=choices,
    check=check,
    apply=apply,
    outcome=outcome,
    census=lambda state: {},
    sample=sample,
    bot=sample,
    presenter=Presenter(
        board=board,
        prompt=lambda view, asked, words: "play",
        label=label,
        value=value,
        card=lambda face, words: str(face),
        tell=tell,
        result=lambda state, words: (str(state.scores),),
    ),
)
