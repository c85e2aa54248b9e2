from p2pjeux.rules.graph import distances, distances_from

# A square with a tail, and an island:  0-1-2-3-0, 3-4, 5.
SQUARE = {0: (1, 3), 1: (0, 2), 2: (1, 3), 3: (2, 0, 4), 4: (3,), 5: ()}


def test_a_node_is_at_no_distance_from_itself() -> None:
    assert all(found[node] == 0 for node, found in distances(SQUARE).items())


def test_the_shorter_way_round_counts() -> None:
    assert distances_from(SQUARE, 0) == {0: 0, 1: 1, 3: 1, 2: 2, 4: 2}


def test_a_node_without_a_way_to_it_is_missing() -> None:
    assert 5 not in distances_from(SQUARE, 0)
    assert distances_from(SQUARE, 5) == {5: 0}


def test_roads_may_run_one_way() -> None:
    ring = {"a": ("b",), "b": ("c",), "c": ("a",)}

    found = distances(ring)

    assert found["a"]["c"] == 2
    assert found["c"]["a"] == 1


def test_distances_agree_with_a_slow_closure() -> None:
    # Floyd and Warshall's three loops on a wheel of twelve spokes with every third rim road cut.
    wheel = {0: tuple(range(1, 13))} | {
        node: (0, *((node % 12 + 1,) if node % 3 else ())) for node in range(1, 13)
    }
    nodes = range(13)
    far = {(a, b): 0 if a == b else 1 if b in wheel[a] else 99 for a in nodes for b in nodes}
    for middle in nodes:
        for a in nodes:
            for b in nodes:
                far[a, b] = min(far[a, b], far[a, middle] + far[middle, b])

    found = distances(wheel)

    assert {(a, b): found[a][b] for a in nodes for b in nodes} == far
