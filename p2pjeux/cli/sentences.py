"""argparse in our own languages."""

import argparse

from p2pjeux.rules.words import Words, later

_SENTENCES = (
    later("usage: "),
    later("positional arguments"),
    later("options"),
    later("show this help message and exit"),
    later("the following arguments are required: %s"),
    later("expected one argument"),
    later("argument %(argument_name)s: %(message)s"),
    later("invalid %(type)s value: %(value)r"),
    later("invalid choice: %(value)r (choose from %(choices)s)"),
)


def translate_argparse(words: Words) -> None:
    """Let argparse speak our language too; it looks its sentences up in its global ``_``."""
    # Only sentences that we have: another version of Python may say others, and says them in
    # English.
    known = {sentence: words.translate(sentence) for sentence in _SENTENCES}
    argparse._ = lambda sentence: known.get(sentence, sentence)  # type: ignore[attr-defined]  # its stubs hide it


def exit_codes(words: Words) -> str:
    return "\n".join(
        (
            words.say("Exit codes:"),
            words.say("  0    everything went well"),
            words.say("  1    it could not be done; one line says why"),
            words.say("  2    the command was not understood"),
            words.say("  3    verify: the log is invalid (format, chain, signature or proof)"),
            words.say("  4    verify: the rules were broken, or the result is wrong"),
            words.say("  5    verify: somebody signed two versions of one step"),
            words.say("  6    no table or nobody was found, or nobody answers"),
            words.say("  7    the versions of the programs or of the rules do not match"),
            words.say("  130  interrupted"),
        )
    )
