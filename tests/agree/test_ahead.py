"""What is heard of a step before it is open here, or while it is unclear upon what it stands."""

from tests.agree.scene import LETTERS, Parcel, Scene


def deliver_but_to(scene: Scene, name: str) -> list[Parcel]:
    """Everything arrives but what is for one peer, which is returned."""
    kept = []
    while scene.wire:
        parcel = scene.wire.pop(0)
        if parcel.to == name:
            kept.append(parcel)
        else:
            scene.deliver(parcel)
    return kept


def test_who_signed_upon_a_closing_counts_although_it_is_certified_here_later() -> None:
    scene = Scene([0, 1, 2], 2, lambda line: None)
    for name in "ABC":
        scene.enter(name, LETTERS.index(name), b"x")
    earlier = deliver_but_to(scene, "B")
    first, below = scene.peers["A"], scene.peers["B"].assembly.open
    scene.do(first, first.assembly.go_without({2}, 0.0))
    later = deliver_but_to(scene, "B")
    assert len(first.log) == 1

    for parcel in (*later, *earlier):
        scene.deliver(parcel)

    assert below.chosen is not None
    assert 0 in below.upon[below.chosen]


def test_a_vote_waits_while_nothing_may_be_signed_upon_the_closing_below() -> None:
    scene = Scene([0, 1, 2], 2, lambda line: None)
    for name in "ABC":
        scene.enter(name, LETTERS.index(name), b"x")
    scene.deliver_all()
    assembly = scene.peers["A"].assembly
    step = assembly.open
    assembly.promises.bar(step.terms.place.previous, is_barred=True)

    step.give_up(frozenset({2}))
    step.work(0.0)

    assert not step.given.moves
