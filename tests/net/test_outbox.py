"""What waits on one link: bounded, and nothing twice that is needed once."""

from p2pjeux.net.outbox import Outbox


async def test_what_is_needed_once_is_not_sent_again_while_it_waits() -> None:
    outbox = Outbox()

    for message in (b"steps", b"have", b"steps"):
        assert outbox.put(message, once=True)

    assert [await outbox.take(), await outbox.take()] == [b"steps", b"have"]
    # It may have been lost with the link since: asked for again it is sent again.
    outbox.put(b"steps", once=True)
    assert await outbox.take() == b"steps"


async def test_what_people_say_twice_is_sent_twice() -> None:
    outbox = Outbox()

    for message in (b"ready", b"not ready", b"ready"):
        outbox.put(message)

    assert [await outbox.take() for _number in range(3)] == [b"ready", b"not ready", b"ready"]


async def test_what_was_left_out_takes_no_room() -> None:
    outbox = Outbox(size_max=200)

    assert all(outbox.put(bytes(100), once=True) for _number in range(10))
    assert not outbox.put(bytes(101))
    assert await outbox.take() == bytes(100)
    assert outbox.put(bytes(101))
