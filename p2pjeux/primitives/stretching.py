"""What is slow on purpose: whoever guesses pays for each guess."""

from p2pjeux.primitives.backend import BACKEND


def stretch(data: bytes, salt: bytes, cost: int, size: int) -> bytes:
    """``size`` bytes made of ``data`` by scrypt (RFC 7914), with blocks of 8 and one lane."""
    return BACKEND.stretch(data, salt, cost, size)
