"""Golden games: recorded once, replayed and compared at each step.

``python -m tests.playthroughs GAME SEATS [--option NAME=VALUE …] [--seed S]`` lets bots play a game
and writes it to the game's ``playthroughs`` folder. A file is one JSON object per line: the table
first, then for each request what was asked, the chance and the decisions behind the answer, the
answer, and digests of the state and of what all seats and a watcher know and may do. Replaying
needs neither the seeded source nor the bots, so that both may change under a golden game.
"""

import argparse
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from p2pjeux.encoding import Value, encode
from p2pjeux.games import game_ids
from p2pjeux.rules.contract import OptionValue, Source
from p2pjeux.rules.engine import Engine
from p2pjeux.rules.requests import Action, Slot
from p2pjeux.rules.source import SeededSource
from p2pjeux.rules.value import as_value, state_digest, view_value
from tests.kit import Case, games_to_test

GAMES = Path(__file__).parent.parent / "p2pjeux" / "games"


class Recorder:
    """A source that remembers what it gave."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.given: list[int] = []

    def below(self, bound: int) -> int:
        self.given.append(self._source.below(bound))
        return self.given[-1]


class Playback:
    """A source that gives what was recorded."""

    def __init__(self) -> None:
        self.to_give: list[int] = []

    def below(self, bound: int) -> int:
        number = self.to_give.pop(0)
        assert 0 <= number < bound
        return number


def files() -> list[Path]:
    return [
        path for game in games_to_test() for path in sorted((GAMES / game).glob("playthroughs/*"))
    ]


def record(case: Case, seed: int) -> Iterator[dict[str, Any]]:
    source = Recorder(SeededSource(b"playthrough%d" % seed))
    engine: Engine[Any] = Engine(case.game, case.seats, dict(case.options), source)
    players = SeededSource(b"players%d" % seed)
    yield {"game": case.game_id, "seats": case.seats, "options": dict(case.options)}
    while engine.request is not None:
        actions = []
        for seat in engine.waiting:
            action = case.game.bot(engine.view(seat), players)
            actions.append([seat, as_jsonable(as_value(action))])
            engine.play(seat, action)
        source.given.clear()
        yield {"chance": source.given, "actions": actions, **observe(engine)}


def observe(engine: Engine[Any]) -> dict[str, Any]:
    """Answer the pending request, and tell everything that a golden game compares."""
    knowledge = knowledge_digest(engine)
    happening = engine.advance()
    assert happening is not None
    return {
        "request": described(happening.request),
        "knowledge": knowledge,
        "answer": described(happening.answer),
        "state": state_digest(happening.after).hex()[:16],
    }


def described(record: object) -> list[Any]:
    return [type(record).__name__, as_jsonable(as_value(record))]


def as_jsonable(value: Value) -> Any:
    return json.loads(json.dumps(value))


def knowledge_digest(engine: Engine[Any]) -> str:
    seen: list[Value] = []
    for seat in (*range(engine.seats), None):
        view = engine.view(seat)
        seen.append([view_value(view), as_value(engine.game.choices(view))])
    return hashlib.sha256(encode(seen)).hexdigest()[:16]


def replay(path: Path) -> None:
    """Raise AssertionError at the first step that differs from the recording."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    table = lines.pop(0)
    options: dict[str, OptionValue] = table["options"]
    case = Case(table["game"], table["seats"], tuple(options.items()))
    source = Playback()
    engine: Engine[Any] = Engine(case.game, case.seats, options, source)
    for number, line in enumerate(lines, start=1):
        source.to_give = list(line["chance"])
        for seat, action in line["actions"]:
            engine.play(seat, _action(action))
        seen = observe(engine)
        expected = {name: line[name] for name in seen}
        assert seen == expected, f"{path.name}, step {number}"
        assert not source.to_give, f"{path.name}, step {number}: chance left over"
    assert engine.request is None, f"{path.name} ends before the game does"


def _action(value: dict[str, Any]) -> Action:
    cards = tuple(Slot(*card) for card in value["cards"])
    return Action(value["verb"], _frozen(value["args"]), cards)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def main() -> int:
    parser = argparse.ArgumentParser(description="Record a golden game.")
    parser.add_argument("game", choices=game_ids())
    parser.add_argument("seats", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chosen = dict(text.split("=", 1) for text in asked.option)
    options = tuple(
        (option.name, value)
        for option in Case(asked.game, asked.seats).game.facts.options
        for value in option.among
        if chosen.get(option.name) == str(value)
    )
    case = Case(asked.game, asked.seats, options)
    path = GAMES / case.game_id / "playthroughs" / f"{case}.jsonl"
    path.parent.mkdir(exist_ok=True)
    lines = [json.dumps(line, ensure_ascii=False) for line in record(case, asked.seed)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{path.name}: {len(lines) - 1} requests")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
