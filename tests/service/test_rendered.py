"""Answers that were made already: each pair of eyes gets its own, and no more are kept than there is room for."""

import random

from service.queries import Eyes, encode, game_shown
from service.rendered import Rendered
from tests.events.tables import opened
from tests.kinds import FOR_TWO


def test_everybody_is_shown_what_their_eyes_see():
    """Again and again, at every version: what is kept for one seat is never told to another one or to a spectator."""
    rendered, dice = Rendered(), random.Random(5)
    table = opened(FOR_TWO)
    for _ in range(8):
        for eyes in [Eyes(table.game, seat) for seat in (0, 1, None)] * 2:
            for legal in (True, False):
                assert encode(game_shown(eyes, legal=legal)) == rendered.game(eyes, legal=legal)
        table.play(1, dice)


def test_the_oldest_answers_are_forgotten():
    """With room for two the third drops the one that was asked for least lately."""
    rendered = Rendered(size=2)
    game = opened(FOR_TWO).game
    first, second, third = (Eyes(game, seat) for seat in (0, 1, None))
    kept = [rendered.game(eyes, legal=True) for eyes in (first, second)]
    assert kept[0] is rendered.game(first, legal=True)
    rendered.game(third, legal=True)
    assert kept[0] is rendered.game(first, legal=True)
    assert kept[1] is not rendered.game(second, legal=True)
