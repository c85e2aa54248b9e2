"""States, views and answers as plain values."""

from enum import Enum

import pytest

from p2pjeux.encoding import encode
from p2pjeux.rules.engine import Engine
from p2pjeux.rules.source import SeededSource
from p2pjeux.rules.value import as_value, state_digest, view_value
from tests.rules.toy import TOY, set_up


class Colour(Enum):
    RED = "red"


def test_records_become_maps_and_tuples_become_lists() -> None:
    assert as_value((1, None, True, "a", b"b", Colour.RED)) == [1, None, True, "a", b"b", "red"]
    assert as_value(set_up(2, {}))["seats"] == 2  # type: ignore[call-overload,index] # a map


@pytest.mark.parametrize("thing", [1.5, [1], {1}, object()])
def test_what_a_state_must_not_hold_is_refused(thing: object) -> None:
    with pytest.raises(TypeError):
        as_value((thing,))


def test_equal_states_have_equal_digests_and_others_do_not() -> None:
    assert state_digest(set_up(3, {})) == state_digest(set_up(3, {}))
    assert state_digest(set_up(3, {})) != state_digest(set_up(4, {}))


def test_equal_views_have_equal_bytes_and_another_face_shows() -> None:
    engines = [Engine(TOY, 3, {}, SeededSource(b"one")) for _ in range(2)]
    for engine in engines:
        for _ in range(4):
            engine.advance()
    one, other = (encode(view_value(engine.view(0))) for engine in engines)

    assert one == other
    assert encode(view_value(engines[0].view(1))) != one
