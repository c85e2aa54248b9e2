import pytest

from p2pjeux import shapes
from p2pjeux.errors import Fault, PeerFault


def test_the_right_shapes_come_through() -> None:
    assert shapes.items((1, 2), 0, 2) == (1, 2)
    assert shapes.fields((1,), 1) == (1,)
    assert shapes.data(b"ab", 2) == b"ab"
    assert shapes.number(3, 3, 3) == 3
    assert shapes.text("é", 1) == "é"


@pytest.mark.parametrize(
    "read",
    [
        lambda: shapes.items((1, 2, 3), 0, 2),
        lambda: shapes.items("ab", 0, 2),
        lambda: shapes.fields((), 1),
        lambda: shapes.data("ab", 2),
        lambda: shapes.data(b"abc", 2),
        lambda: shapes.number(4, 0, 3),
        lambda: shapes.number(value=True, least=0, most=3),
        lambda: shapes.number(None, 0, 3),
        lambda: shapes.text("abc", 2),
        lambda: shapes.text(b"a", 2),
    ],
)
def test_every_other_shape_is_a_fault(read: object) -> None:
    with pytest.raises(PeerFault) as caught:
        read()  # type: ignore[operator] # a lambda, as listed above

    assert caught.value.fault is Fault.BAD_SHAPE
