"""A first game of Ostrakon, explained as it goes."""

from typing import Final

from p2pjeux.rules.contract import Guide, Hint
from p2pjeux.rules.words import later

TURN: Final = ("Un tour", "A turn")
TABLE: Final = ("Sur la table", "On the table")
DISCIPLE: Final = ("Le disciple", "The disciple")
DAYS: Final = ("Les jours particuliers", "Special days")

GUIDE: Final = Guide(
    welcome=later(
        "You are philosophers on the way to the Temple. Whoever asks a question that divides the "
        "room, and guesses on which side more of the others stand, walks on."
    ),
    hints={
        "philosophers": Hint(
            later(
                "Each takes a philosopher, one after the other. A bot answers according to the "
                "character of its philosopher; you answer as you like."
            ),
            *TABLE,
        ),
        "draw pile": Hint(
            later(
                "All philosophers begin on one space, in a pile. The one on top of the pile that "
                "the Sun lights has the turn."
            ),
            *TABLE,
        ),
        "draw topics": Hint(
            later(
                "Three topic cards are on the table. Their arrows point at the topic of this "
                "turn and at the next one, so that everybody can think ahead."
            ),
            *TABLE,
        ),
        "ask": Hint(
            later(
                "Your turn to ask: a question about the topic with two answers. Look for one that "
                "splits the others nearly in half. If nothing comes to mind, take the sample."
            ),
            *TURN,
        ),
        "vote": Hint(
            later(
                "Everybody answers in secret. When another has asked, answer sincerely, or call a "
                "senseless, hurtful or far too easy question bad. When you have asked yourself, "
                "bet on the answer that more of the others will give."
            ),
            *TURN,
        ),
        "open": Hint(
            later(
                "The shards are shown. With at least half of the others in agreement, the "
                "asker advances one space for each who was not. With fewer, or with all, the "
                "asker goes under the Sun."
            ),
            *TURN,
        ),
        "disciple": Hint(
            later(
                "Once in the game you may follow the asker: if the asker advances, so do you, "
                "though never past the Sun. Choose one who is sure to win."
            ),
            *DISCIPLE,
            is_common=False,
        ),
        "corrupt": Hint(
            later(
                "A day of Corruption: tell somebody openly which colour to vote. The scan of the "
                "rulebook has lost this paragraph: the day is our reconstruction, and so is the "
                "calendar of special days."
            ),
            *DAYS,
            is_common=False,
        ),
        "consult": Hint(
            later(
                "A day of the Oracle: choose whose vote is shown to you before all others. Which "
                "days are special is our reconstruction; what happens on this one is printed."
            ),
            *DAYS,
            is_common=False,
        ),
        "reconsider": Hint(
            later("The Oracle has spoken: you may turn your own vote over, or leave it."),
            *DAYS,
            is_common=False,
        ),
        "trick": Hint(
            later("A day of Deception: all votes are open, and you may still turn yours over."),
            *DAYS,
            is_common=False,
        ),
    },
    summary=later(
        "You have asked and voted. The best questions leave one or two of the others on "
        "the far side: they bring you forward and are hard to get wrong. Special days come later "
        "and will be explained when they do."
    ),
)
