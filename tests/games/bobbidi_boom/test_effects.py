"""The eight special effects, each by itself."""

from events.games.bobbidi_boom.messages import (
    CardRevealed,
    CardsSwapped,
    CauldronExploded,
    DroppedOut,
    EffectAverted,
    ExplosionSurvived,
    FireLit,
    Passed,
    ReactionArmed,
    RoundWon,
    Stir,
    StirDeclined,
    StirOffered,
    TopGlimpsed,
    TurnBegan,
    TurnSkipped,
)
from events.rules import Resign
from tests.games.bobbidi_boom.kitchen import (
    ANTIDOTE,
    BOILING,
    CLAIRVOYANCE,
    DECLINE,
    DELAYED,
    FIRE,
    MORE,
    PASS,
    REVEAL,
    SPOON,
    STIR,
    kitchen,
)

ARMED = CardRevealed(0, DELAYED), ReactionArmed(0), TurnBegan(1)
"""What happens when seat 0 turns over a delayed reaction."""

# --- delayed reaction -------------------------------------------------------------------------------------------------


def test_a_delayed_reaction_puts_the_seat_out_when_the_turn_returns():
    """R-14, D-4. If nobody drops out until its next turn, the seat drops out by itself, BOOM side up."""
    table = kitchen(f"| {DELAYED} bone bone", "| feather bone", "| mandrake bone")
    table = table.when(0, REVEAL).then(*ARMED).when(1, REVEAL).table
    after = table.when(2, REVEAL).then(
        CardRevealed(2, "mandrake"), DroppedOut(0, "3", "delayed_reaction"), TurnBegan(1)
    )
    assert (True, False) == (after.position.seats[0].boom, after.position.seats[0].armed)


def test_a_pass_disarms_a_delayed_reaction():
    """R-14. Somebody passed before the turn returned: the seat plays on."""
    table = kitchen(f"| {DELAYED} bone", "| feather bone", "| mandrake bone").when(0, REVEAL).then(*ARMED)
    table = table.when(1, PASS).then(Passed(1, "3"), TurnBegan(2))
    table.when(2, REVEAL).then(CardRevealed(2, "mandrake"), TurnBegan(0))


def test_an_explosion_disarms_a_delayed_reaction():
    """R-14. Somebody exploded before the turn returned: the seat plays on."""
    table = kitchen(f"bone | {DELAYED} bone", "bone | bone", "| mandrake bone").when(0, REVEAL).then(*ARMED)
    table = table.when(1, REVEAL).then(CardRevealed(1, "bone"), CauldronExploded(1, "3", ("bone",)), TurnBegan(2))
    table.when(2, REVEAL).then(CardRevealed(2, "mandrake"), TurnBegan(0))


def test_boiling_over_does_not_disarm_a_delayed_reaction():
    """D-8. A drop-out through an effect is neither of the two ways that the rulebook names."""
    table = (
        kitchen(f"| {DELAYED} bone", f"feather | {BOILING}", "| mandrake bone", "| eye bone")
        .when(0, REVEAL)
        .then(*ARMED)
    )
    table = table.when(1, REVEAL).then(CardRevealed(1, BOILING), DroppedOut(1, "3", "boiling_over"), TurnBegan(2))
    table = table.when(2, REVEAL).table
    table.when(3, REVEAL).then(CardRevealed(3, "eye"), DroppedOut(0, "4", "delayed_reaction"), TurnBegan(2))


def test_another_delayed_reaction_does_not_disarm_it():
    """D-8. Two reactions wait one behind the other, and both put their seats out."""
    table = kitchen(f"| {DELAYED} bone", "| feather_delayed_reaction_1 bone", "| mandrake bone", "| eye bone bone")
    table = table.when(0, REVEAL).then(*ARMED).when(1, REVEAL).table.when(2, REVEAL).table
    table.when(3, REVEAL).then(
        CardRevealed(3, "eye"),
        DroppedOut(0, "3", "delayed_reaction"),
        DroppedOut(1, "4", "delayed_reaction"),
        TurnBegan(2),
    )


def test_the_pass_of_a_resigned_seat_disarms_a_delayed_reaction():
    """D-14. A seat that has resigned passes by itself, and that is a pass."""
    table = kitchen(f"| {DELAYED} bone", "| feather bone", "| mandrake bone").when(0, REVEAL).then(*ARMED)
    table = table.when(2, Resign()).table
    table.when(1, REVEAL).then(CardRevealed(1, "feather"), TurnBegan(2), Passed(2, "3"), TurnBegan(0))


def test_a_delayed_reaction_takes_effect_with_an_empty_deck_too():
    """R-14. The seat drops out also when it has no card left."""
    table = kitchen(f"| {DELAYED}", "| feather bone", "| mandrake bone").when(0, REVEAL).then(*ARMED)
    table = table.when(1, REVEAL).table
    table.when(2, REVEAL).then(CardRevealed(2, "mandrake"), DroppedOut(0, "3", "delayed_reaction"), TurnBegan(1))


def test_a_disarmed_reaction_with_an_empty_deck_is_just_skipped():
    """R-14, D-2. After a pass nothing waits for the seat; without cards it is skipped."""
    table = kitchen(f"| {DELAYED}", "| feather bone", "| mandrake bone").when(0, REVEAL).then(*ARMED)
    table = table.when(1, PASS).table
    table.when(2, REVEAL).then(CardRevealed(2, "mandrake"), TurnSkipped(0), TurnBegan(2))


def test_a_reaction_waits_for_the_next_turn_only():
    """R-14. Once the turn has reached the seat without effect, the reaction is over."""
    table = kitchen(f"| {DELAYED} bone bone", "| feather bone", "| mandrake feather", "| eye bone eye")
    table = table.when(0, REVEAL).table.when(1, PASS).table.when(2, REVEAL).table.when(3, REVEAL).table
    table = table.when(0, REVEAL).then(CardRevealed(0, "bone"), TurnBegan(2)).when(2, REVEAL).table
    table.when(3, REVEAL).then(CardRevealed(3, "bone"), TurnBegan(0))


def test_a_reaction_stays_with_its_seat_when_the_card_is_swapped_away():
    """D-8. What was armed is the seat, not the card's new owner."""
    table = kitchen(f"| {DELAYED} bone", f"| {STIR} bone", "| feather bone").when(0, REVEAL).then(*ARMED)
    table = table.when(1, REVEAL).table.when(1, Stir(0, DELAYED)).table
    table.when(2, REVEAL).then(CardRevealed(2, "feather"), DroppedOut(0, "3", "delayed_reaction"), TurnBegan(1))


def test_a_reaction_ends_with_the_phase():
    """D-8. Whoever wins the round is armed no longer."""
    table = kitchen(f"| {DELAYED} bone", "| feather", "| bone").when(0, REVEAL).then(*ARMED)
    table = table.when(1, PASS).table.when(2, PASS).table
    assert [False] * 3 == [witch.armed for witch in table.position.seats]


# --- boiling over -----------------------------------------------------------------------------------------------------


def test_boiling_over_puts_out_a_seat_that_has_the_ingredient():
    """R-14, D-4. Another card of the ingredient lay in the own display: the seat is out, BOOM side up."""
    table = kitchen(f"feather | {BOILING}", "| bone", "| bone")
    after = table.when(0, REVEAL).then(CardRevealed(0, BOILING), DroppedOut(0, "3", "boiling_over"), TurnBegan(1))
    assert after.position.seats[0].boom


def test_boiling_over_spares_a_seat_without_the_ingredient():
    """R-14. The displays of others do not matter, nor do other ingredients."""
    kitchen(f"bone | {BOILING} eye", "feather | bone", "| bone").when(0, REVEAL).then(
        CardRevealed(0, BOILING), TurnBegan(1)
    )


def test_a_double_card_boils_over_too():
    """R-14. A double card of the ingredient lies there as well."""
    table = kitchen(f"double_feather | {BOILING}", "| bone", "| bone").given(Passed(2, "3"), TurnBegan(0))
    table.when(0, REVEAL).then(CardRevealed(0, BOILING), DroppedOut(0, "4", "boiling_over"), RoundWon(1, "unnumbered"))


# --- more is more -----------------------------------------------------------------------------------------------------


def test_more_is_more_turns_over_one_more_card():
    """R-14. The next card follows at once, and passing is not asked for."""
    kitchen(f"| {MORE} eye feather", "| bone", "| bone").when(0, REVEAL).then(
        CardRevealed(0, MORE), CardRevealed(0, "eye"), TurnBegan(1)
    )


def test_more_is_more_can_explode():
    """R-14. The card that follows is counted like any other."""
    kitchen(f"| {MORE} double_bone eye", "| bone", "| bone").when(0, REVEAL).then(
        CardRevealed(0, MORE), CardRevealed(0, "double_bone"), CauldronExploded(0, "3", ("bone",)), TurnBegan(1)
    )


def test_more_is_more_goes_on_with_the_effect_of_the_next_card():
    """R-14. The effect of the card that follows is carried out, here one more card."""
    kitchen(f"| {MORE} eye_more_is_more_3 feather bone", "| bone", "| bone").when(0, REVEAL).then(
        CardRevealed(0, MORE), CardRevealed(0, "eye_more_is_more_3"), CardRevealed(0, "feather"), TurnBegan(1)
    )


def test_more_is_more_with_an_empty_deck_does_nothing():
    """R-14. There is no further card to turn over."""
    kitchen(f"| {MORE}", "| bone", "| bone").when(0, REVEAL).then(CardRevealed(0, MORE), TurnBegan(1))


# --- stir vigorously --------------------------------------------------------------------------------------------------

STIRRING = kitchen(f"eye | {STIR} eye", "bone bone potion | feather", "| feather").when(0, REVEAL).table


def test_stirring_offers_every_card_in_other_displays():
    """R-14. Any card of another seat, alike ones once, or decline; one legal command would be asked for too."""
    assert (StirOffered(0, STIR),) == STIRRING.events[-1:]
    assert (Stir(1, "bone"), Stir(1, "potion"), DECLINE) == STIRRING.legal(0)


def test_stirring_swaps_the_two_cards():
    """R-14, D-5. Each card lies in the other display now, and no effect is triggered."""
    after = STIRRING.when(0, Stir(1, "bone")).then(CardsSwapped(0, STIR, 1, "bone"), TurnBegan(1))
    assert [("eye", "bone"), (STIR, "bone", "potion"), ()] == [witch.display for witch in after.position.seats]


def test_stirring_may_be_declined():
    """R-14. The seat may leave its card where it is."""
    STIRRING.when(0, DECLINE).then(StirDeclined(0), TurnBegan(1))


def test_stirring_reaches_the_displays_of_seats_that_are_out():
    """R-14. Cards of seats that are out can be swapped too."""
    table = kitchen(f"| {STIR} eye", "bone | eye", "| feather").given(Passed(1, "3"), TurnBegan(0))
    table.when(0, REVEAL).then(CardRevealed(0, STIR), StirOffered(0, STIR)).when(0, Stir(1, "bone")).then(
        CardsSwapped(0, STIR, 1, "bone"), TurnBegan(2)
    )


def test_stirring_needs_a_card_in_another_display():
    """R-14. Where no other display holds a card, nothing happens."""
    kitchen(f"eye | {STIR}", "| bone", "| bone").when(0, REVEAL).then(CardRevealed(0, STIR), TurnBegan(1))


def test_stirring_is_only_for_a_card_that_is_there():
    """R-14. Not a card that does not lie there, not in the own display, and not at a seat that is not there."""
    STIRRING.when(0, Stir(1, "eye")).refused("illegal_command", "R-14")
    STIRRING.when(0, Stir(0, "eye")).refused("illegal_command", "R-14")
    STIRRING.when(0, Stir(4, "bone")).refused("illegal_command", "R-14")


def test_while_stirring_nothing_else_is_done():
    """R-14. First swap or decline; and who does not stir can do neither."""
    STIRRING.when(0, REVEAL).refused("illegal_command", "R-14")
    STIRRING.when(0, PASS).refused("illegal_command", "R-14")
    kitchen("| eye", "bone |", "| bone").when(0, Stir(1, "bone")).refused("illegal_command", "R-14")
    kitchen("| eye", "bone |", "| bone").when(0, DECLINE).refused("illegal_command", "R-14")


def test_a_swapped_card_goes_home_with_the_display_it_lies_in():
    """D-5. The swap lasts: after the round each card is shuffled into the deck of the seat it lies with."""
    table = STIRRING.when(0, Stir(1, "potion")).table.given(Passed(0, "3"), Passed(1, "4"), RoundWon(2, "unnumbered"))
    for seat in (2, 1, 0):
        table = table.when(seat, table.legal(seat)[0]).table
    assert 1 == table.position.seats[1].deck.count(STIR)
    assert STIR not in table.position.seats[0].deck


def test_a_swap_triggers_no_explosion():
    """D-5. The cauldron holds what it held; only the next reveal counts again."""
    table = kitchen(f"| {STIR} eye", "bone bone bone_antidote_5 | eye", "| eye").given(
        CardRevealed(0, STIR), StirOffered(0, STIR)
    )
    after = table.when(0, Stir(1, "bone")).then(CardsSwapped(0, STIR, 1, "bone"), TurnBegan(1))
    assert after.position.seats[0].marker is None


# --- clairvoyance -----------------------------------------------------------------------------------------------------


def test_clairvoyance_shows_the_top_card():
    """R-14. The seat sees the top card of its deck, by itself."""
    kitchen(f"| {CLAIRVOYANCE} bone eye", "| bone", "| bone").when(0, REVEAL).then(
        CardRevealed(0, CLAIRVOYANCE), TopGlimpsed(0, "bone"), TurnBegan(1)
    )


def test_clairvoyance_with_an_empty_deck_shows_nothing():
    """R-14. There is no top card."""
    kitchen(f"| {CLAIRVOYANCE}", "| bone", "| bone").when(0, REVEAL).then(CardRevealed(0, CLAIRVOYANCE), TurnBegan(1))


# --- playing with fire ------------------------------------------------------------------------------------------------


def test_fire_forces_the_next_seat_to_reveal_two_cards():
    """R-14. The next seat that reveals turns over two cards; the one after it only one."""
    table = kitchen(f"| {FIRE} eye", "| bone feather eye", "| bone bone")
    table = table.when(0, REVEAL).then(CardRevealed(0, FIRE), FireLit(0), TurnBegan(1))
    table = table.when(1, REVEAL).then(CardRevealed(1, "bone"), CardRevealed(1, "feather"), TurnBegan(2))
    table.when(2, REVEAL).then(CardRevealed(2, "bone"), TurnBegan(0))


def test_a_pass_uses_the_fire_up():
    """R-14. The next seat may pass instead; the seat after it is free."""
    table = kitchen(f"| {FIRE} eye", "| bone feather", "| bone bone").when(0, REVEAL).table
    table = table.when(1, PASS).then(Passed(1, "3"), TurnBegan(2))
    table.when(2, REVEAL).then(CardRevealed(2, "bone"), TurnBegan(0))


def test_fire_passes_over_an_empty_deck():
    """D-9. A seat that is skipped leaves the fire to the next one."""
    table = (
        kitchen(f"| {FIRE} eye", "bone |", "| bone feather")
        .when(0, REVEAL)
        .then(CardRevealed(0, FIRE), FireLit(0), TurnSkipped(1), TurnBegan(2))
    )
    table.when(2, REVEAL).then(CardRevealed(2, "bone"), CardRevealed(2, "feather"), TurnBegan(0))


def test_fire_passes_over_a_seat_put_out_by_its_delayed_reaction():
    """D-9. A drop-out by delayed reaction neither passes nor reveals."""
    table = kitchen(f"| {FIRE} eye", "| bone", "| bone feather").given(ReactionArmed(1))
    table = table.when(0, REVEAL).then(
        CardRevealed(0, FIRE), FireLit(0), DroppedOut(1, "3", "delayed_reaction"), TurnBegan(2)
    )
    table.when(2, REVEAL).then(CardRevealed(2, "bone"), CardRevealed(2, "feather"), TurnBegan(0))


def test_fire_is_out_when_the_turn_comes_back():
    """R-14. When all others were passed over, it does not burn its own player."""
    table = (
        kitchen(f"| {FIRE} eye bone", "bone |", "bone |")
        .when(0, REVEAL)
        .then(CardRevealed(0, FIRE), FireLit(0), TurnSkipped(1), TurnSkipped(2), TurnBegan(0))
    )
    assert table.position.fire is None
    table.when(0, REVEAL).then(CardRevealed(0, "eye"), TurnSkipped(1), TurnSkipped(2), TurnBegan(0))


def test_fire_is_out_when_the_phase_ends():
    """R-14. A new round begins without fire."""
    table = kitchen(f"| {FIRE} eye", "| bone", "| bone").given(Passed(1, "3"), TurnBegan(0))
    table = table.when(0, REVEAL).table.when(2, PASS).then(Passed(2, "4"), RoundWon(0, "unnumbered"))
    assert table.position.fire is None


def test_with_one_card_left_the_fire_takes_that_one():
    """R-14. There is no second card, and the effect of the one is as usual."""
    table = kitchen(f"| {FIRE} eye", f"| {CLAIRVOYANCE}", "| bone bone").when(0, REVEAL).table
    table.when(1, REVEAL).then(CardRevealed(1, CLAIRVOYANCE), TurnBegan(2))
    boiling = kitchen(f"| {FIRE} eye", f"feather | {BOILING}", "| bone bone").when(0, REVEAL).table
    boiling.when(1, REVEAL).then(CardRevealed(1, BOILING), DroppedOut(1, "3", "boiling_over"), TurnBegan(2))


def test_an_explosion_at_the_first_card_ends_the_two():
    """R-14. BOOM is checked after each of the two; who is out reveals no second one."""
    table = kitchen(f"bone | {FIRE} eye", "bone | bone feather", "| eye").when(0, REVEAL).table
    table.when(1, REVEAL).then(CardRevealed(1, "bone"), CauldronExploded(1, "3", ("bone",)), TurnBegan(2))


def test_an_explosion_at_the_second_card_cancels_the_first_ones_effect():
    """R-14. BOOM is checked after the second card too, before any effect."""
    table = kitchen(f"bone | {FIRE} eye", f"bone | {CLAIRVOYANCE} bone feather", "| eye").when(0, REVEAL).table
    table.when(1, REVEAL).then(
        CardRevealed(1, CLAIRVOYANCE), CardRevealed(1, "bone"), CauldronExploded(1, "3", ("bone",)), TurnBegan(2)
    )


# --- antidote ---------------------------------------------------------------------------------------------------------


def test_an_antidote_saves_from_its_ingredient():
    """R-14, D-11. The seat does not drop out, and no marker is taken."""
    table = kitchen(f"{ANTIDOTE} bone | bone", "| eye", "| eye")
    after = table.when(0, REVEAL).then(CardRevealed(0, "bone"), ExplosionSurvived(0, ("bone",)), TurnBegan(1))
    assert ("3", "4", "unnumbered") == after.position.markers


def test_an_antidote_does_not_save_from_another_ingredient():
    """R-14. Every kind that reaches the number must be one of the antidotes' ingredients."""
    table = kitchen(f"{ANTIDOTE} eye eye | eye", "| eye", "| eye")
    table.when(0, REVEAL).then(CardRevealed(0, "eye"), CauldronExploded(0, "3", ("eye",)), TurnBegan(1))
    both = kitchen(f"{ANTIDOTE} bone eye | eye", "bone | eye", "eye | eye")
    both.when(0, REVEAL).then(CardRevealed(0, "eye"), CauldronExploded(0, "3", ("bone", "eye")), TurnBegan(1))


def test_two_antidotes_save_from_both_their_ingredients():
    """R-14. Each antidote takes care of its own kind."""
    table = kitchen(f"{ANTIDOTE} eye_antidote_5 bone bone | eye", "eye | bone", "| bone")
    table.when(0, REVEAL).then(CardRevealed(0, "eye"), ExplosionSurvived(0, ("bone", "eye")), TurnBegan(1))


def test_the_antidotes_of_others_do_not_help():
    """R-14. It must lie in the own display."""
    table = kitchen("bone | bone", f"{ANTIDOTE} | eye", "| eye")
    table.when(0, REVEAL).then(CardRevealed(0, "bone"), CauldronExploded(0, "3", ("bone",)), TurnBegan(1))


def test_an_antidote_does_not_help_against_effects():
    """R-14. Boiling over puts the seat out all the same."""
    table = kitchen(f"feather_antidote_4 | {BOILING}", "| bone", "| bone")
    table.when(0, REVEAL).then(CardRevealed(0, BOILING), DroppedOut(0, "3", "boiling_over"), TurnBegan(1))


def test_a_saved_reveal_has_no_effect_of_its_own():
    """D-11. It is still an explosion: the card's one-time effect is not carried out."""
    table = kitchen(f"{ANTIDOTE} bone | {MORE} eye", "| eye", "| eye")
    table.when(0, REVEAL).then(CardRevealed(0, MORE), ExplosionSurvived(0, ("bone",)), TurnBegan(1))


def test_an_antidote_saves_its_own_reveal():
    """D-12. The card that makes the cauldron explode may be the antidote that saves from it."""
    table = kitchen(f"bone | {ANTIDOTE}", "bone | eye", "| eye")
    table.when(0, REVEAL).then(CardRevealed(0, ANTIDOTE), ExplosionSurvived(0, ("bone",)), TurnBegan(1))


def test_a_saved_explosion_does_not_disarm_a_reaction():
    """R-14, D-11. Nobody dropped out, so the reaction still waits."""
    table = kitchen(f"| {DELAYED} bone", f"{ANTIDOTE} bone | bone", "| feather bone").when(0, REVEAL).then(*ARMED)
    assert table.when(1, REVEAL).table.position.seats[0].armed


# --- spoon ------------------------------------------------------------------------------------------------------------


def test_a_spoon_keeps_boiling_over_away():
    """R-14. The seat's own boiling over does nothing to it."""
    table = kitchen(f"{SPOON} feather | {BOILING}", "| bone", "| bone")
    table.when(0, REVEAL).then(CardRevealed(0, BOILING), EffectAverted(0, "boiling_over"), TurnBegan(1))


def test_a_spoon_keeps_more_is_more_away():
    """R-14. The seat need not turn over one more card."""
    table = kitchen(f"{SPOON} | {MORE} feather", "| bone", "| bone")
    table.when(0, REVEAL).then(CardRevealed(0, MORE), EffectAverted(0, "more_is_more"), TurnBegan(1))


def test_a_spoon_keeps_a_delayed_reaction_away():
    """R-14. A reaction arms even so; the spoon is looked for when the turn returns, and then it is over."""
    table = kitchen(f"{SPOON} | feather_delayed_reaction_1 bone eye", "| feather mandrake", "| mandrake bone")
    table = table.when(0, REVEAL).then(CardRevealed(0, "feather_delayed_reaction_1"), ReactionArmed(0), TurnBegan(1))
    table = table.when(1, REVEAL).table
    after = table.when(2, REVEAL).then(CardRevealed(2, "mandrake"), EffectAverted(0, "delayed_reaction"), TurnBegan(0))
    assert not after.position.seats[0].armed


def test_a_spoon_does_not_help_against_the_fire_of_others():
    """R-14. Another seat's fire still binds."""
    table = kitchen(f"| {FIRE} eye", f"{SPOON} | bone feather", "| bone bone").when(0, REVEAL).table
    table.when(1, REVEAL).then(CardRevealed(1, "bone"), CardRevealed(1, "feather"), TurnBegan(2))


def test_with_a_spoon_all_that_is_allowed_stays_allowed():
    """D-6. Stirring and clairvoyance only allow something, and one's own fire burns others."""
    stirring = kitchen(f"{SPOON} | {STIR} eye", "bone | eye", "| eye")
    stirring.when(0, REVEAL).then(CardRevealed(0, STIR), StirOffered(0, STIR))
    seeing = kitchen(f"{SPOON} | {CLAIRVOYANCE} bone", "bone | eye", "| eye")
    seeing.when(0, REVEAL).then(CardRevealed(0, CLAIRVOYANCE), TopGlimpsed(0, "bone"), TurnBegan(1))
    playing = kitchen(f"{SPOON} | {FIRE} bone", "bone | eye", "| eye")
    playing.when(0, REVEAL).then(CardRevealed(0, FIRE), FireLit(0), TurnBegan(1))


def test_the_spoons_of_others_do_not_help():
    """R-14. It must lie in the own display."""
    table = kitchen(f"feather | {BOILING}", f"{SPOON} | bone", "| bone")
    table.when(0, REVEAL).then(CardRevealed(0, BOILING), DroppedOut(0, "3", "boiling_over"), TurnBegan(1))
