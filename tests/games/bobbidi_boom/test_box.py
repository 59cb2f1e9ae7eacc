"""The box: an edition that cannot be played is refused loudly when it is read."""

import re
from pathlib import Path

import pytest

from events.games.bobbidi_boom import components
from events.games.bobbidi_boom.components import BOX, read_box

TEXT = re.sub(" +", " ", Path(components.__file__).with_name("cards.toml").read_text(encoding="utf-8"))


def test_the_edition_can_be_played():
    """E-1. The file in the box is the edition that is played."""
    assert read_box(TEXT) == BOX


@pytest.mark.parametrize(
    ("written", "instead", "complaint"),
    [
        ('"mandrake", "eye"]', '"mandrake", "bone"]', "an ingredient is named twice"),
        ('"mandrake", "eye"]', '"mandrake", "eye", "nettle"]', "every ingredient has its line"),
        ("eye = [", "nettle = [", "every ingredient has its line"),
        ('"clairvoyance", "more_is_more", "boiling_over"', '"more_is_more", "boiling_over"', "eye needs one"),
        ('"boiling_over", "antidote", "spoon"]', '"boiling_over", "antidote", "ladle"]', "effect 'ladle'"),
        ('"spoon"]', '"antidote"]', "no card has the effect spoon"),
        ("eye = 2 }", "eye = 7 }", "no such value"),
        ("eye = 2 }", "nettle = 2 }", "every ingredient has its line"),
        ("rounds = 8, markers = [3, 4, 5]", "rounds = 8, markers = [3, 4]", "4 players need as many markers"),
        ("markers = [3, 4, 5, 6]", "markers = [3, 4, 6, 5]", "the smallest number lies on top"),
        ("3 = { simple = 5", "3 = { simple = 4", "simple cards are dealt evenly"),
        ("simple = 4, rounds = 7", "simple = 4, rounds = 8", "too small for 8 rounds"),
        ("double = 1", "double = 0", "players need a double card each"),
        ("potions = 6", "potions = 5", "5 players: the supply is too small"),
    ],
)
def test_an_edition_that_cannot_be_played_is_refused(written: str, instead: str, complaint: str):
    """E-1, E-2, E-3, E-4. Unknown names, wrong counts, effects without a card: the complaint says what is wrong."""
    assert written in TEXT
    with pytest.raises(ValueError, match=complaint):
        read_box(TEXT.replace(written, instead))
