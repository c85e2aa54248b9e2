"""What our primitives answer to the vectors; it also runs in the page, so it imports little."""

from typing import Any

from p2pjeux.primitives import exchange, points, signatures


def answers(asked: dict[str, list[dict[str, Any]]]) -> dict[str, list[Any]]:
    """The last field of each vector, as found here."""
    return {
        "exchanges": [_agreed(one) for one in asked["exchanges"]],
        "points": [points.is_member(bytes.fromhex(one["point"])) for one in asked["points"]],
        "products": [_product(one) for one in asked["products"]],
        "seals": [_opened(one) for one in asked["seals"]],
        "signatures": [_holds(one) for one in asked["signatures"]],
    }


def _agreed(one: dict[str, Any]) -> str | None:
    return _hex(exchange.agree(bytes.fromhex(one["private"]), bytes.fromhex(one["public"])))


def _product(one: dict[str, Any]) -> str | None:
    return _hex(points.multiply(bytes.fromhex(one["scalar"]), bytes.fromhex(one["point"])))


def _opened(one: dict[str, Any]) -> str | None:
    key = exchange.sealing_key(bytes.fromhex(one["key"]))
    parts = (bytes.fromhex(one[name]) for name in ("nonce", "sealed", "associated"))
    return _hex(key.unseal(*parts))


def _holds(one: dict[str, Any]) -> bool:
    public, message, signature = (
        bytes.fromhex(one[name]) for name in ("public", "message", "signature")
    )
    return signatures.holds(public, message, signature)


def _hex(data: bytes | None) -> str | None:
    return None if data is None else data.hex()
