"""Signatures, key exchange, seals and points: the only room that names a library for them."""
