"""The box: which cards and weapons there are."""

from collections import Counter

from events.games.game_over.components import COLOURS, MONSTERS, PACK, PRINCESSES, WEAPONS
from tests.games.game_over.dungeons import game


def test_there_are_25_dungeon_cards_and_4_weapons():
    """E-1. 4 princesses, 2 keys, 1 door, 2 invincible monsters and 16 monsters that can be beaten."""
    counts = Counter(PACK)
    assert 25 == counts.total()
    assert [1, 1, 1, 1] == [counts[princess] for princess in PRINCESSES]
    assert (2, 1, 2) == (counts["key"], counts["door"], counts["invincible"])
    assert ("club", "poison", "arrows", "laser") == WEAPONS


def test_every_weapon_beats_the_four_monsters_named_after_it():
    """E-2. Four kinds of monster, four of each, one weapon for each kind."""
    counts = Counter(PACK)
    assert {f"monster_{weapon}": weapon for weapon in WEAPONS} == MONSTERS
    assert [4, 4, 4, 4] == [counts[monster] for monster in MONSTERS]


def test_the_seats_are_red_blue_green_and_yellow():
    """E-3. The colours go clockwise from seat 0, and each seat's princess has its colour."""
    assert ("red", "blue", "green", "yellow") == COLOURS
    assert tuple(f"princess_{colour}" for colour in COLOURS) == PRINCESSES


def test_all_princesses_stay_in_the_dungeon_with_two_players():
    """E-3. The princesses of seats that nobody takes stay in the dungeon."""
    assert set(PRINCESSES) <= set(game(seats=2).position.cards)
