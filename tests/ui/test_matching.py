import pytest

from p2pjeux.ui.choosing.matching import find, matches


@pytest.mark.parametrize(
    ("typed", "label", "fits"),
    [
        ("", "passer", True),
        ("PAS", "passer", True),
        ("ever", "forever", False),
        ("eloi", "Éloïse", True),
        ("ble 1", "bleu 14 jour", True),
        ("14 ble", "bleu 14 jour", True),
        ("ble 2", "bleu 14 jour", False),
    ],
)
def test_each_word_typed_begins_a_word_of_the_label(typed: str, label: str, fits: bool) -> None:  # noqa: FBT001 - a row of the table
    assert matches(typed, label) is fits


def test_an_exact_label_wins_over_one_that_goes_on() -> None:
    assert find("blue 1", ("blue 14", "blue 1", "blue 10")) == (1,)
    assert find("blue", ("blue 14", "blue 1", "red 2")) == (0, 1)
