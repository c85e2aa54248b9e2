"""What the page says around the game. Values in braces are filled in by the page."""

from typing import Final

from p2pjeux.rules.words import Words, later

_TAMPERED: Final = later("TAMPERED WITH, or damaged: {reason} (step {step}, {who}).")
_BROKEN: Final = later("NOT good: {reason} (step {step}, {who}).")
_PROVEN: Final = later("PROVED: {who} signed what no honest program signs: {reason} (step {step}).")
_HERE: Final = later(
    "This page has checked {steps} steps: form, digests, order, absences, and {signatures} "
    "signatures."
)
_DIGESTS: Final = later(
    "This page has checked {steps} steps: form, digests, order and absences, but no signature."
)
_EXPORTED: Final = later(
    "p2pjeux found the log good when it made this page, rules and proofs included: {steps} steps, "
    "{entries} entries."
)
_EXPORTED_BAD: Final = later(
    "p2pjeux found the log NOT good when it made this page ({finding}): {reason}"
)


def page_texts(words: Words) -> dict[str, str]:
    return {**_player(words), **_verdict(words)}


def _player(words: Words) -> dict[str, str]:
    translate = words.translate
    return {
        # The button offers the other language, in that language.
        "language": words.choose("English", "Français"),
        "board": words.say("Board"),
        "first": words.say("first position"),
        "round-back": words.say("round before"),
        "back": words.say("one position back"),
        "play": words.say("play"),
        "pause": words.say("pause"),
        "forward": words.say("one position forward"),
        "round-forward": words.say("next round"),
        "last": words.say("last position"),
        "slider": words.say("position"),
        "round": words.say("Round"),
        "eyes": words.say("View"),
        "speed": words.say("Speed"),
        "story": words.say("The whole story"),
        "step": translate("step {number}"),
        "keys": words.say(
            "Keys: ← → one position, Page Up and Page Down one round, Home and End, Space "
            "plays, + and − change the speed, E the view, L the language."
        ),
        "unsure": "! " + words.say("The log does not vouch for this position."),
    }


def _verdict(words: Words) -> dict[str, str]:
    translate = words.translate
    return {
        "what-checked": words.say("What was checked, and by whom"),
        "save": words.say("save the log, to check it with p2pjeux verify"),
        "checking": words.say("The log is being checked…"),
        "nobody": words.say("nobody can be named"),
        "good": words.say("The log is whole: this page has checked every signature and digest."),
        "good-unfinished": words.say(
            "The log is whole as far as it goes: this page has checked every signature and digest. "
            "The game is not over."
        ),
        "partly": words.say(
            "Digests are right, but SIGNATURES WERE NOT CHECKED: this browser has no Ed25519."
        ),
        "tampered": translate(_TAMPERED),
        "broken": translate(_BROKEN),
        "proven": translate(_PROVEN),
        "changed": words.say(
            "CHANGED: boards and sentences of this page are not those that p2pjeux wrote."
        ),
        "foreign": words.say("TAMPERED WITH: what is shown here does not belong to the log."),
        "here": translate(_HERE),
        "digests-only": translate(_DIGESTS),
        "exporter-good": translate(_EXPORTED),
        "exporter-bad": translate(_EXPORTED_BAD),
        "not-checked": words.say(
            "Boards and sentences were written by the program that made this page. If you do not "
            "trust whoever gave it to you, save the log and run p2pjeux verify on it."
        ),
    }
