"""Who stands in for an absent seat decides alike on every machine, whatever Python runs there."""

import ast
import builtins
import os
import subprocess
import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from p2pjeux.encoding import encode
from p2pjeux.games import load_game
from p2pjeux.games.deciding import deciding_files
from p2pjeux.rules.value import as_value
from tests.fair.strangers import Strangers, toy_table
from tests.kit import Case, games_to_test, steps

ROOT = Path(__file__).parent.parent.parent
# Exact, or rounded in one way by every machine; the others are each library's own approximation.
EXACT = {"comb", "fsum", "gcd", "inf", "isqrt", "perm", "sqrt"}

every_game = pytest.mark.parametrize("game_id", games_to_test())


def play_of_bots(case: Case, seed: int) -> str:
    """A digest of everything that bots do in a whole game."""
    played = sha256()
    for happening in steps(case.engine(seed), seed, case.game.bot):
        played.update(encode(as_value(happening.answer)))
    return played.hexdigest()


def bots_of(game_id: str) -> str:
    return play_of_bots(Case(game_id, load_game(game_id).facts.seats_least), 1)


def table_without_a_seat() -> str:
    """All bodies of a toy table that one seat leaves."""
    strangers = Strangers(toy_table(3))
    strangers.run_to(5)
    strangers.lost.add(1)
    strangers.run()
    return sha256(b"".join(strangers.bodies())).hexdigest()


def elsewhere(call: str, seed: str) -> str:
    """What ``call`` gives in another process, where sets have another order."""
    code = f"from tests.fair.test_bridge_stand_in import *; print({call})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.slow
@every_game
def test_bots_decide_alike_whatever_the_order_of_sets(game_id: str) -> None:
    call = f"bots_of({game_id!r})"

    assert elsewhere(call, "1") == elsewhere(call, "2")


@pytest.mark.slow
def test_a_table_with_a_stand_in_is_the_same_whatever_the_order_of_sets() -> None:
    call = "table_without_a_seat()"

    assert elsewhere(call, "1") == elsewhere(call, "2")


@pytest.mark.slow
@every_game
def test_bots_add_fractions_in_a_way_that_no_python_rounds_otherwise(
    game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain sum of floats gives other last digits from Python 3.12 on; fsum is exact."""
    plain = builtins.sum

    def sum_of_whole_numbers(items: Iterable[Any], start: Any = 0) -> Any:
        total = plain(items, start)
        assert not isinstance(total, float), "floats were added with sum"
        return total

    case = Case(game_id, load_game(game_id).facts.seats_least)
    with monkeypatch.context() as patch:
        patch.setattr(builtins, "sum", sum_of_whole_numbers)
        played = play_of_bots(case, 3)

    assert played == play_of_bots(case, 3)


@every_game
def test_nothing_that_decides_a_game_uses_a_function_that_machines_round_differently(
    game_id: str,
) -> None:
    used = {
        f"{name}: {alias.name}"
        for name, text in deciding_files(load_game(game_id), f"p2pjeux.games.{game_id}").items()
        if name.endswith(".py")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if _is_inexact(node, alias.name)
    }

    assert used == set()


def _is_inexact(node: ast.Import | ast.ImportFrom, name: str) -> bool:
    if isinstance(node, ast.Import):
        return name in ("math", "cmath", "statistics", "random", "time")
    return node.module in ("math", "cmath", "statistics") and name not in EXACT
