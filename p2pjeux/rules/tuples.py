"""Small changes to the tuples that frozen states are made of."""

from typing import TypeVar

T = TypeVar("T")


def put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """``items`` with another item at ``index``."""
    return (*items[:index], item, *items[index + 1 :])


def without(items: tuple[T, ...], gone: tuple[T, ...]) -> tuple[T, ...]:
    """``items`` without those in ``gone``, the order kept."""
    if not gone:
        return items
    # A list is read faster into a tuple than a generator is.
    return tuple([item for item in items if item not in gone])
