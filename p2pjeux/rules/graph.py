"""Shortest distances in a small graph, for the maps of towns and roads."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Node = TypeVar("Node", bound=Hashable)


def distances_from(neighbours: Mapping[Node, Sequence[Node]], start: Node) -> dict[Node, int]:
    """Roads on a shortest way from ``start`` to every node that can be reached from it."""
    found = {start: 0}
    ahead = [start]
    # The list grows while it is read: nodes are met in the order of their distance.
    for here in ahead:
        for node in neighbours[here]:
            if node not in found:
                found[node] = found[here] + 1
                ahead.append(node)
    return found


def distances(neighbours: Mapping[Node, Sequence[Node]]) -> dict[Node, dict[Node, int]]:
    """``distances_from`` every node; a pair without a way between them is missing."""
    return {node: distances_from(neighbours, node) for node in neighbours}
