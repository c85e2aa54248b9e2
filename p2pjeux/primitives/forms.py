"""The forms of points that every library must see alike are sorted out before one is asked.

Plain integers will do: everything that is looked at here is public.
"""

from typing import Final

SIZE: Final = 32
FIELD: Final = 2**255 - 19
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_HEIGHT: Final = (1 << 255) - 1
# The y coordinates of the points whose order divides 8: under such a key anybody can sign.
_SMALL_ORDER: Final = frozenset(
    {
        0,
        1,
        FIELD - 1,
        0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
        0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
    }
)


def is_plain_point(data: bytes) -> bool:
    """Whether these bytes are the one form of a point that is not of small order.

    It may still be on no curve at all, and have a part of small order.
    """
    height = int.from_bytes(data, "little") & _HEIGHT
    return len(data) == SIZE and height < FIELD and height not in _SMALL_ORDER
