"""What can be done in the room before a table, key by key."""

from p2pjeux.rules.words import Words


def lobby_help(words: Words, *, is_opener: bool) -> list[tuple[str, str]]:
    """The keys with what each does, and at the end what the room is about."""
    keys = [
        (words.say("arrows, digits"), words.say("move to another choice; what is listed stays")),
        (words.say("Enter"), words.say("do what is chosen; Esc goes back")),
    ]
    if is_opener:
        keys += [
            ("F2, F3", words.say("let in whoever knocks, or turn them away")),
            ("F5", words.say("change seats, bots, options and patience, until one is ready")),
            ("F6", words.say("the invitation: a text to send, and a code for a camera")),
            ("F7", words.say("put somebody out; they may knock again")),
        ]
    else:
        keys.append(("F5", words.say("what is settled: seats, options, patience")))
    keys += [
        ("F4", words.say("say something to everyone in the room")),
        ("F8, Ctrl-C", words.say("leave; your seats are free again")),
        ("", ""),
    ]
    return [*keys, *_about(words)]


def lobby_help_lines(words: Words, *, is_opener: bool) -> list[str]:
    """The same for whoever types words."""
    typed = [
        (words.say("ready, wait"), words.say("the people here are ready, or not yet after all")),
        (words.say("who"), words.say("who is in the room, and the words of their keys")),
    ]
    if is_opener:
        typed += [
            (words.say("yes, no"), words.say("let in whoever knocks, or turn them away")),
            (
                words.say("invite"),
                words.say("the invitation: a text to send, and a code for a camera"),
            ),
            (words.say("put out NAME"), words.say("put somebody out; they may knock again")),
        ]
    typed += [
        (words.say("say TEXT"), words.say("say something to everyone in the room")),
        (words.say("quit"), words.say("leave; your seats are free again")),
        *_about(words),
    ]
    return [words.say("{word}: {meaning}", word=word, meaning=does) for word, does in typed]


def _about(words: Words) -> list[tuple[str, str]]:
    """What the room is about."""
    return [
        (
            words.say("ready"),
            words.say(
                "Nothing begins before all seats are taken and everybody has said ready. Then all "
                "machines sign the same paper: who plays, which game, which rules."
            ),
        ),
        (
            words.say("keys"),
            words.say(
                "The words behind a name are those of its key. Read yours to the others once, "
                "aloud: whoever shows the same words on both screens is who you think."
            ),
        ),
        (
            words.say("your hand"),
            words.say(
                "Whoever could act for you if you were gone could also, together and in secret, "
                "look into your hand. The room says who that is."
            ),
        ),
    ]
