"""R-14 and R-15: copying the deck's top card, and placing rooms from afar."""

import pytest

from events.games.ohio_bob.components import EDITION, effect, equipment
from events.games.ohio_bob.geometry import Place
from events.games.ohio_bob.messages import Copy, EffectsLapsed, OptionCopied, PlaceRoom, RoomLaid
from tests.games.ohio_bob.tables import RIGHT, UP, lay, played, solo

TORCH_CARD = next(name for name, card in EDITION.equipment.items() if "torch" in card.b and len(card.b) > 1)
"""A card whose choice B is a torch and something else."""


def holding(*effects: str, at: tuple[int, int] = (0, 1), deck=("multicoloured_1", "red_4"), **more):
    """A pawn in the hall, with these effects to be resolved."""
    return solo("yellow_3", at=at, deck=deck, **more).given(played(*effects))


# --- torch ------------------------------------------------------------------------------------------------------------


def test_the_torch_copies_a_choice_of_the_top_card():
    """R-14. Its effects stand in the torch's place, before what else the card has."""
    table = holding("torch", "move up")
    after = table.when(0, Copy("B")).then(OptionCopied(0, "green:multicoloured_1", "B", ("move left right",)))
    assert ("move left right", "move up") == after.position.players[0].effects
    assert "green:multicoloured_1" == after.position.players[0].deck[0]


def test_the_copied_effects_stay_when_the_card_leaves_the_top():
    """R-14. Exploring takes the copied card away; the rest of what was copied is still there."""
    card = next(name for name, each in EDITION.equipment.items() if len(each.a) == 2 and "up" in each.a[0])
    copied = equipment(f"green:{card}").effects("A")
    table = holding("torch", deck=(card, "red_4")).when(0, Copy("A")).table
    explored = table.when(0, UP)
    assert RoomLaid(0, f"green:{card}", Place(-1, 0), False, "green:red_4") == explored.events[0]
    assert copied[1:] == explored.table.position.players[0].effects


def test_with_an_empty_deck_the_torch_lapses():
    """R-14. On level 3, when the deck's last card was the last room."""
    rooms = [lay("yellow_3"), lay("red_1", 0, -1), lay("red_2", 0, -2), lay("red_3", 0, -3, turned=True)]
    table = solo(*rooms, at=(0, 1), deck=(), level=3).given(played("move right", "torch"))
    assert EffectsLapsed(0, ("torch",)) == table.when(0, RIGHT).events[-1]


def test_a_copied_torch_does_nothing():
    """D-2. The other effects of the copied choice are carried out, in their order."""
    others = tuple(text for text in equipment(f"green:{TORCH_CARD}").effects("B") if text != "torch")
    holding("torch", deck=(TORCH_CARD, "red_4")).when(0, Copy("B")).then(
        OptionCopied(0, f"green:{TORCH_CARD}", "B", others)
    )


def test_a_choice_with_nothing_but_a_torch_may_be_copied():
    """D-2, R-5. Nothing comes of it."""
    card = next(name for name, each in EDITION.equipment.items() if each.b == ("torch",))
    after = holding("torch", deck=(card, "red_4")).when(0, Copy("B")).then(OptionCopied(0, f"green:{card}", "B", ()))
    assert () == after.position.players[0].effects


def test_only_a_torch_copies():
    """R-14. Any other effect is what it is."""
    holding("move up").when(0, Copy("A")).refused("illegal_command", "R-14")


def test_every_choice_can_be_copied():
    """R-14. What the cards promise is what the torch gives, on every card."""
    for name, card in EDITION.equipment.items():
        for option in ("A", "B"):
            answer = holding("torch", deck=(name, "red_4")).when(0, Copy(option))
            wanted = tuple(text for text in card.effects(option) if effect(text).kind != "torch")
            assert OptionCopied(0, f"green:{name}", option, wanted) == answer.events[0]


# --- map --------------------------------------------------------------------------------------------------------------


def test_the_map_places_a_room_beside_the_current_one():
    """R-15. From the middle of the room, without going to its edge; the pawn stays."""
    after = holding("map", "move up", at=(1, 1)).when(0, PlaceRoom("up"))
    after.then(RoomLaid(0, "green:multicoloured_1", Place(-1, 0), False, "green:red_4"))
    assert (1, 1) == after.table.position.players[0].pawn


@pytest.mark.parametrize("way", ["left", "right", "down"])
def test_the_map_needs_a_clear_view(way):
    """R-15. A wall beside the pawn, a door, or a wall further on bars it."""
    holding("map", at=(1, 1)).when(0, PlaceRoom(way)).refused("illegal_command", "R-15")


def test_the_rooms_own_border_counts():
    """D-18. From the top row the view goes up where the border is open, and not where it is walled."""
    holding("map", at=(0, 1)).when(0, PlaceRoom("left")).refused("illegal_command", "D-18")
    holding("map", at=(0, 0)).when(0, PlaceRoom("up")).refused("illegal_command", "D-18")
    assert holding("map", at=(0, 0)).when(0, PlaceRoom("right")).events


def test_no_room_is_placed_on_another():
    """R-15. Where a room lies, none is placed."""
    table = solo("yellow_3", lay("red_1", -1, 0), at=(1, 1)).given(played("map", "move up"))
    assert PlaceRoom("up") not in table.legal(0)
    two = solo("yellow_3", lay("red_1", -1, 0), at=(0, 2)).given(played("map"))
    two.when(0, PlaceRoom("up")).refused("illegal_command", "R-15")


def test_the_map_keeps_to_the_number_of_rooms():
    """R-15, R-7. When all rooms of the level lie, the map lapses; its last room lies turned (R-8)."""
    rooms = [lay("yellow_3"), lay("red_1", -1, 0), lay("red_2", -1, 1)]
    last = solo(*rooms, at=(0, 2), level=2).given(played("map", "map"))
    assert RoomLaid(0, "green:red_4", Place(0, 1), True, "green:blue_4") == last.when(0, PlaceRoom("right")).events[0]
    assert EffectsLapsed(0, ("map",)) == last.when(0, PlaceRoom("right")).events[-1]
    full = solo(*rooms, lay("red_3", -2, 0, turned=True), at=(0, 2), level=2).given(played("map", "move up"))
    full.when(0, PlaceRoom("right")).refused("illegal_command", "R-7")


def test_only_a_map_places_rooms():
    """R-15. Any other effect is what it is."""
    holding("move up").when(0, PlaceRoom("up")).refused("illegal_command", "R-15")
