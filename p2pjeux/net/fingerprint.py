"""A key in a form that people or programs can compare (protocol/7-links.md, Fingerprints)."""

from base64 import b32encode
from functools import lru_cache
from typing import Final

from p2pjeux.log.identity import Domain
from p2pjeux.net.wordlist import WORDS
from p2pjeux.primitives.stretching import stretch

# For announcements and links: 80 bits are 16 letters and digits.
SHORT_SIZE: Final = 10
SHORT_LENGTH: Final = 16
# For people: 40 bits. Each trial of one who looks for a key with the same words costs him a scrypt.
WORDS_COUNT: Final = 5
_COST: Final = 1 << 13

_SHORT: Final = Domain("key-fingerprint")
_SPOKEN: Final = b"p2pjeux/1/key-words"


def fingerprint(key: bytes) -> str:
    """16 small letters and digits, for programs."""
    return b32encode(_SHORT.digest(key)[:SHORT_SIZE]).decode("ascii").lower()


@lru_cache(maxsize=64)
def fingerprint_words(key: bytes) -> str:
    """Five words that two people can read to each other. Slow on purpose, once for each key."""
    digest = stretch(key, _SPOKEN, _COST, WORDS_COUNT)
    return " ".join(WORDS[byte] for byte in digest)
