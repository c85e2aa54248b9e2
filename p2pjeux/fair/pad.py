"""Hiding bytes under a point that only two sides can compute."""

from p2pjeux.fair.group import Point
from p2pjeux.fair.transcript import Part, derive_bytes


def apply(opener: Point, purpose: str, *parts: Part, data: bytes) -> bytes:
    """Hide ``data``, or bring it back: each byte is mixed with one hashed from the opener.

    The purpose and the parts must be such that no two different ``data`` ever meet the same pad.
    Nothing here notices a change: whoever calls compares what comes out with something public.
    """
    pad = derive_bytes(opener, purpose, *parts, size=len(data))
    mixed = int.from_bytes(data, "big") ^ int.from_bytes(pad, "big")
    return mixed.to_bytes(len(data), "big")
