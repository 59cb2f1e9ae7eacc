"""How the special effects meet each other."""

from events.games.bobbidi_boom.messages import (
    CardRevealed,
    CardSilenced,
    CardsSwapped,
    CauldronExploded,
    DroppedOut,
    EffectAverted,
    ExplosionSurvived,
    FireLit,
    Passed,
    ReactionArmed,
    RoundWon,
    StayedIn,
    Stir,
    StirDeclined,
    StirOffered,
    TopGlimpsed,
    TurnBegan,
    TurnSkipped,
)
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
from tests.scenario import Table


def burning(*seats: str) -> Table:
    """A kitchen in which the last seat's fire burns for seat 0."""
    return kitchen(*seats).given(FireLit(len(seats) - 1), TurnBegan(0))


# --- two cards in the fire --------------------------------------------------------------------------------------------


def test_playing_with_fire_more_is_more_and_boiling_over_in_one_turn():
    """R-14, D-10. The second card of the fire forces a third, which has its effect as usual: its kind lay there."""
    table = burning(f"| feather {MORE} {BOILING} eye", "| eye", "| eye")
    table.when(0, REVEAL).then(
        CardRevealed(0, "feather"),
        CardRevealed(0, MORE),
        CardRevealed(0, BOILING),
        DroppedOut(0, "3", "boiling_over"),
        TurnBegan(1),
    )


def test_boiling_over_silenced_by_more_is_more_in_the_fire():
    """D-10. As the first of two special cards it does nothing; the third card lights a fire of its own."""
    table = burning(f"feather | {BOILING} {MORE} {FIRE} eye", "| eye", "| eye")
    table.when(0, REVEAL).then(
        CardRevealed(0, BOILING),
        CardRevealed(0, MORE),
        CardSilenced(BOILING),
        CardRevealed(0, FIRE),
        FireLit(0),
        TurnBegan(1),
    )


def test_only_the_second_of_two_special_cards_has_its_effect():
    """R-14, D-10. The first one is silenced when the second is turned over."""
    table = burning(f"| {DELAYED} {CLAIRVOYANCE} bone", "| bone", "| bone")
    after = table.when(0, REVEAL).then(
        CardRevealed(0, DELAYED),
        CardRevealed(0, CLAIRVOYANCE),
        CardSilenced(DELAYED),
        TopGlimpsed(0, "bone"),
        TurnBegan(1),
    )
    assert not after.position.seats[0].armed


def test_the_effect_of_the_one_special_card_comes_after_the_second_reveal():
    """D-13. A first special card followed by a simple one takes effect when both lie there."""
    table = burning(f"| {CLAIRVOYANCE} bone feather", "| bone", "| bone")
    table.when(0, REVEAL).then(
        CardRevealed(0, CLAIRVOYANCE), CardRevealed(0, "bone"), TopGlimpsed(0, "feather"), TurnBegan(1)
    )


def test_a_first_more_is_more_forces_a_third_card():
    """D-13. More is more counts from the second reveal on."""
    table = burning(f"| {MORE} feather {CLAIRVOYANCE} eye bone", "| bone", "| bone")
    table.when(0, REVEAL).then(
        CardRevealed(0, MORE),
        CardRevealed(0, "feather"),
        CardRevealed(0, CLAIRVOYANCE),
        TopGlimpsed(0, "eye"),
        TurnBegan(1),
    )


def test_a_third_card_silences_nothing():
    """D-10. Only the two cards of the fire meet like that; what more is more forces has its effect as usual."""
    table = burning(f"| eye {MORE} {CLAIRVOYANCE} bone", "| bone", "| bone")
    after = table.when(0, REVEAL).then(
        CardRevealed(0, "eye"),
        CardRevealed(0, MORE),
        CardRevealed(0, CLAIRVOYANCE),
        TopGlimpsed(0, "bone"),
        TurnBegan(1),
    )
    assert () == after.position.silenced


def test_boiling_over_looks_at_the_display_as_it_was():
    """D-13. A card of its kind that comes second lay not there when it was turned over."""
    table = burning(f"| {BOILING} feather bone", "| bone", "| bone")
    table.when(0, REVEAL).then(CardRevealed(0, BOILING), CardRevealed(0, "feather"), TurnBegan(1))
    lying = burning(f"feather | {BOILING} eye bone", "| bone", "| bone")
    lying.when(0, REVEAL).then(
        CardRevealed(0, BOILING), CardRevealed(0, "eye"), DroppedOut(0, "3", "boiling_over"), TurnBegan(1)
    )


def test_a_silenced_card_still_boils_over_its_kind():
    """R-14, D-10. Silenced cards lie there: boiling over as the second card finds the first one."""
    table = burning(f"| feather_antidote_4 {BOILING} eye", "| bone", "| bone")
    table.when(0, REVEAL).then(
        CardRevealed(0, "feather_antidote_4"),
        CardRevealed(0, BOILING),
        CardSilenced("feather_antidote_4"),
        DroppedOut(0, "3", "boiling_over"),
        TurnBegan(1),
    )


def test_the_effect_comes_also_when_the_second_card_is_a_saved_explosion():
    """D-13. A simple second card that an antidote saves from does not cancel the first one's effect."""
    table = burning(f"{ANTIDOTE} bone | {CLAIRVOYANCE} bone feather", "| bone", "| bone")
    table.when(0, REVEAL).then(
        CardRevealed(0, CLAIRVOYANCE),
        CardRevealed(0, "bone"),
        ExplosionSurvived(0, ("bone",)),
        TopGlimpsed(0, "feather"),
        TurnBegan(1),
    )


def test_a_saved_reveal_does_not_end_the_two_cards():
    """D-13. The second card is turned over even so; the saved first one has no effect."""
    table = burning(f"{ANTIDOTE} bone | bone_clairvoyance_4 potion eye", "| eye", "| bone")
    table.when(0, REVEAL).then(
        CardRevealed(0, "bone_clairvoyance_4"),
        ExplosionSurvived(0, ("bone",)),
        CardRevealed(0, "potion"),
        ExplosionSurvived(0, ("bone",)),
        TurnBegan(1),
    )


def test_a_saved_second_special_card_leaves_no_effect_at_all():
    """D-10, D-11. It silences the first one, and is itself an explosion."""
    table = burning(f"{ANTIDOTE} bone | {CLAIRVOYANCE} {MORE} eye", "| eye", "| bone")
    table.when(0, REVEAL).then(
        CardRevealed(0, CLAIRVOYANCE),
        CardRevealed(0, MORE),
        CardSilenced(CLAIRVOYANCE),
        ExplosionSurvived(0, ("bone",)),
        TurnBegan(1),
    )


def test_stirring_in_the_fire_comes_after_both_cards():
    """D-13. A first stirring card waits for the second reveal, then the seat may swap it."""
    table = burning(f"| {STIR} eye bone", "feather | bone", "| bone")
    table = table.when(0, REVEAL).then(CardRevealed(0, STIR), CardRevealed(0, "eye"), StirOffered(0, STIR))
    table.when(0, Stir(1, "feather")).then(CardsSwapped(0, STIR, 1, "feather"), TurnBegan(1))


def test_stirring_is_silenced_by_a_second_special_card():
    """D-10. The seat may not stir then."""
    table = burning(f"| {STIR} {SPOON} bone", "feather | bone", "| bone")
    table.when(0, REVEAL).then(CardRevealed(0, STIR), CardRevealed(0, SPOON), CardSilenced(STIR), TurnBegan(1))


def test_a_potion_silences_nothing():
    """E-4. Potions are no special cards: the effect of the first card stays."""
    table = burning(f"| {CLAIRVOYANCE} potion bone", "| bone", "| bone")
    table.when(0, REVEAL).then(
        CardRevealed(0, CLAIRVOYANCE), CardRevealed(0, "potion"), TopGlimpsed(0, "bone"), TurnBegan(1)
    )


def test_an_antidote_works_from_the_first_of_the_two_cards_on():
    """D-13. Lasting effects work at once: it saves at its own reveal and at the second one."""
    table = burning(f"bone | {ANTIDOTE} bone eye", "bone | bone", "| eye")
    table.when(0, REVEAL).then(
        CardRevealed(0, ANTIDOTE),
        ExplosionSurvived(0, ("bone",)),
        CardRevealed(0, "bone"),
        ExplosionSurvived(0, ("bone",)),
        TurnBegan(1),
    )


def test_an_antidote_is_silenced_before_the_second_cards_explosion():
    """D-10. From the moment the second special card is turned over the first does not save any more."""
    table = burning(f"bone | {ANTIDOTE} bone_clairvoyance_4 eye", "| bone", "| eye")
    table.when(0, REVEAL).then(
        CardRevealed(0, ANTIDOTE),
        CardRevealed(0, "bone_clairvoyance_4"),
        CardSilenced(ANTIDOTE),
        CauldronExploded(0, "3", ("bone",)),
        TurnBegan(1),
    )


def test_a_silenced_antidote_stays_silent_in_later_turns():
    """D-10. As long as it lies there it does not save."""
    table = burning(f"| {ANTIDOTE} {CLAIRVOYANCE} bone bone", "bone | feather potion", "| mandrake potion")
    table = table.when(0, REVEAL).table.when(1, REVEAL).table.when(2, REVEAL).table
    assert (ANTIDOTE,) == table.position.silenced
    table.when(0, REVEAL).then(CardRevealed(0, "bone"), CauldronExploded(0, "3", ("bone",)), TurnBegan(1))


def test_a_silenced_antidote_stays_silent_in_another_display():
    """D-10. In whichever display it lies: who stirs for it gets no protection."""
    table = kitchen(f"bone | {STIR} bone eye", f"{ANTIDOTE} | feather eye", "| potion").given(CardSilenced(ANTIDOTE))
    table = table.when(0, REVEAL).table.when(0, Stir(1, ANTIDOTE)).table.when(1, REVEAL).table.when(2, REVEAL).table
    assert ("bone", ANTIDOTE) == table.position.seats[0].display
    table.when(0, REVEAL).then(CardRevealed(0, "bone"), CauldronExploded(0, "3", ("bone",)), TurnBegan(1))


def test_a_silenced_card_speaks_again_in_the_next_round():
    """D-10. When the cards are gathered it lies there no longer."""
    table = kitchen(f"{ANTIDOTE} | eye", "| eye", "| eye").given(CardSilenced(ANTIDOTE))
    table = table.when(0, PASS).table.when(1, PASS).table
    for _ in range(3):
        table = table.when(table.to_move[0], table.legal(table.to_move[0])[0]).table
    assert 2 == table.position.round
    assert () == table.position.silenced


def test_a_spoon_is_silenced_by_the_special_card_after_it():
    """D-10. The spoon too: boiling over as the second card puts the seat out."""
    table = burning(f"feather | {SPOON} {BOILING} bone", "| bone", "| bone")
    table.when(0, REVEAL).then(
        CardRevealed(0, SPOON),
        CardRevealed(0, BOILING),
        CardSilenced(SPOON),
        DroppedOut(0, "3", "boiling_over"),
        TurnBegan(1),
    )


def test_a_silenced_spoon_does_not_stop_a_delayed_reaction():
    """D-10. It is looked for when the turn returns, and it is silent then."""
    table = burning(f"| {SPOON} {DELAYED} bone", "| mandrake bone", "| feather bone")
    table = table.when(0, REVEAL).then(
        CardRevealed(0, SPOON), CardRevealed(0, DELAYED), CardSilenced(SPOON), ReactionArmed(0), TurnBegan(1)
    )
    table = table.when(1, REVEAL).table
    table.when(2, REVEAL).then(CardRevealed(2, "feather"), DroppedOut(0, "3", "delayed_reaction"), TurnBegan(1))


def test_fire_in_the_fire_burns_on():
    """R-14. Who must reveal two may light a fire of its own with one of them."""
    table = burning(f"| {FIRE} eye bone", "| bone feather", "| bone")
    table = table.when(0, REVEAL).then(CardRevealed(0, FIRE), CardRevealed(0, "eye"), FireLit(0), TurnBegan(1))
    table.when(1, REVEAL).then(CardRevealed(1, "bone"), CardRevealed(1, "feather"), TurnBegan(2))


# --- fire -------------------------------------------------------------------------------------------------------------


def test_fire_coming_back_to_its_own_player():
    """R-14, D-9. The others were skipped or put out by reactions: the fire is out, its player reveals one card."""
    table = kitchen(f"| {FIRE} eye bone", "| bone", "bone |").given(ReactionArmed(1))
    table = table.when(0, REVEAL).then(
        CardRevealed(0, FIRE), FireLit(0), DroppedOut(1, "3", "delayed_reaction"), TurnSkipped(2), TurnBegan(0)
    )
    table.when(0, REVEAL).then(CardRevealed(0, "eye"), TurnSkipped(2), TurnBegan(0))


def test_fire_goes_out_when_its_player_is_skipped():
    """R-14. The turn came back to a player without cards: the next one is free."""
    table = kitchen(f"| {FIRE}", "bone |", "| bone feather eye").given(FireLit(0))
    table = table.given(TurnSkipped(0), TurnSkipped(1), TurnBegan(2))
    table.when(2, REVEAL).then(CardRevealed(2, "bone"), TurnBegan(0))


def test_fire_goes_out_when_its_player_drops_out_by_its_own_reaction():
    """R-14. The turn came back to the player, who drops out: the next seat is free."""
    table = kitchen(f"{FIRE} | eye", "| eye feather", "| bone").given(FireLit(0), ReactionArmed(0))
    table = table.given(DroppedOut(0, "3", "delayed_reaction"), TurnBegan(1))
    table.when(1, REVEAL).then(CardRevealed(1, "eye"), TurnBegan(2))


def test_more_is_more_into_fire():
    """R-14. The card that more is more forces lights a fire for the next seat."""
    table = kitchen(f"| {MORE} {FIRE} eye", "| bone feather", "| bone")
    table = table.when(0, REVEAL).then(CardRevealed(0, MORE), CardRevealed(0, FIRE), FireLit(0), TurnBegan(1))
    table.when(1, REVEAL).then(CardRevealed(1, "bone"), CardRevealed(1, "feather"), TurnBegan(2))


# --- antidote and stirring --------------------------------------------------------------------------------------------


def test_an_antidote_stirred_away_just_before_it_is_needed():
    """D-5. The swap moves the antidote along: its former seat explodes, and its new one is saved."""
    table = kitchen(f"| {STIR} bone eye", f"{ANTIDOTE} bone | bone eye", "| eye eye").when(0, REVEAL).table
    table = table.when(0, Stir(1, ANTIDOTE)).then(CardsSwapped(0, STIR, 1, ANTIDOTE), TurnBegan(1))
    table = table.when(1, REVEAL).then(CardRevealed(1, "bone"), CauldronExploded(1, "3", ("bone",)), TurnBegan(2))
    table = table.when(2, REVEAL).then(CardRevealed(2, "eye"), TurnBegan(0))
    table.when(0, REVEAL).then(CardRevealed(0, "bone"), ExplosionSurvived(0, ("bone",)), TurnBegan(2))


def test_a_spoon_stirred_away_before_the_reaction_is_due():
    """D-5, R-14. The spoon is looked for when the turn returns, and it lies elsewhere then."""
    table = kitchen(f"{SPOON} | {DELAYED} bone", f"| {STIR} bone", "| feather bone").when(0, REVEAL).table
    table = table.when(1, REVEAL).table.when(1, Stir(0, SPOON)).table
    table.when(2, REVEAL).then(CardRevealed(2, "feather"), DroppedOut(0, "3", "delayed_reaction"), TurnBegan(1))


def test_a_spoon_arriving_after_the_reaction_was_armed():
    """R-14. The spoon is judged when the effect would apply, however it came to lie there."""
    table = kitchen(f"{DELAYED} | bone", f"{SPOON} | bone", "| feather bone", turn=2)
    table = table.given(ReactionArmed(0), CardsSwapped(1, SPOON, 0, DELAYED), TurnBegan(2))
    table.when(2, REVEAL).then(CardRevealed(2, "feather"), EffectAverted(0, "delayed_reaction"), TurnBegan(0))


def test_the_stirring_card_itself_can_be_stirred_for():
    """D-5. A stirring card that was swapped lies there like any other card and stirs no more."""
    table = kitchen("| fly_agaric_stir_vigorously_4 eye", f"{STIR} | eye", "| eye").when(0, REVEAL).table
    after = table.when(0, Stir(1, STIR)).then(CardsSwapped(0, "fly_agaric_stir_vigorously_4", 1, STIR), TurnBegan(1))
    assert ((STIR,), ("fly_agaric_stir_vigorously_4",)) == tuple(w.display for w in after.position.seats[:2])


def test_boiling_over_finds_a_card_that_was_swapped_in():
    """R-14, D-5. What lies in the own display counts, wherever it came from."""
    table = kitchen("eye | mandrake_boiling_over_1 bone", f"| {STIR} eye", "| eye", turn=1).when(1, REVEAL).table
    table = table.when(1, Stir(0, "eye")).table.when(2, REVEAL).table
    table.when(0, REVEAL).then(
        CardRevealed(0, "mandrake_boiling_over_1"), DroppedOut(0, "3", "boiling_over"), TurnBegan(1)
    )


# --- more is more -----------------------------------------------------------------------------------------------------


def test_more_is_more_into_boiling_over():
    """R-14. The forced card boils over when its kind lay there."""
    table = kitchen(f"feather | {MORE} {BOILING} eye", "| bone", "| bone")
    table.when(0, REVEAL).then(
        CardRevealed(0, MORE), CardRevealed(0, BOILING), DroppedOut(0, "3", "boiling_over"), TurnBegan(1)
    )


def test_more_is_more_into_a_saved_explosion():
    """D-11. The forced card is an explosion that was saved: it has no effect, and the turn ends."""
    table = kitchen(f"{ANTIDOTE} | {MORE} bone_playing_with_fire_3 eye", "| bone", "| eye")
    table.when(0, REVEAL).then(
        CardRevealed(0, MORE),
        CardRevealed(0, "bone_playing_with_fire_3"),
        ExplosionSurvived(0, ("bone",)),
        TurnBegan(1),
    )


def test_more_is_more_into_stirring():
    """R-14. The forced card may be swapped before the turn ends."""
    table = (
        kitchen(f"| {MORE} {STIR} eye", "feather | bone", "| bone")
        .when(0, REVEAL)
        .then(CardRevealed(0, MORE), CardRevealed(0, STIR), StirOffered(0, STIR))
    )
    table.when(0, DECLINE).then(StirDeclined(0), TurnBegan(1))


def test_more_is_more_into_the_spoon():
    """R-14. A spoon that came with the forced card keeps the next more is more away."""
    table = kitchen(f"| {MORE} {SPOON} eye_more_is_more_3 bone", "| bone", "| bone")
    table = table.when(0, REVEAL).then(CardRevealed(0, MORE), CardRevealed(0, SPOON), TurnBegan(1)).given(TurnBegan(0))
    table.when(0, REVEAL).then(CardRevealed(0, "eye_more_is_more_3"), EffectAverted(0, "more_is_more"), TurnBegan(1))


# --- the last ones ----------------------------------------------------------------------------------------------------


def test_the_last_two_seats_out_in_the_same_turn():
    """R-12. One boils over and the reaction of the next is due: with that one seat is left, and it wins at once."""
    table = kitchen(f"feather | {BOILING} eye", "| bone", "| bone eye").given(ReactionArmed(1))
    table.when(0, REVEAL).then(
        CardRevealed(0, BOILING),
        DroppedOut(0, "3", "boiling_over"),
        DroppedOut(1, "4", "delayed_reaction"),
        RoundWon(2, "unnumbered"),
    )


def test_of_the_last_two_seats_both_armed_the_second_wins():
    """R-12. The first one's reaction puts it out, and the other is the last seat left before its own is due."""
    table = kitchen(f"| {DELAYED} bone", "| feather_delayed_reaction_1 eye", "| eye").given(
        Passed(2, "3"), TurnBegan(0)
    )
    table = table.when(0, REVEAL).then(CardRevealed(0, DELAYED), ReactionArmed(0), TurnBegan(1))
    table.when(1, REVEAL).then(
        CardRevealed(1, "feather_delayed_reaction_1"),
        ReactionArmed(1),
        DroppedOut(0, "4", "delayed_reaction"),
        RoundWon(1, "unnumbered"),
    )


def test_the_last_seat_left_wins_though_its_reaction_waits():
    """R-12, D-8. The other one boils over, which disarms nothing, but the phase ends at once."""
    table = kitchen(f"feather | {BOILING} eye", "| bone", "| eye").given(Passed(2, "3"), ReactionArmed(1), TurnBegan(0))
    after = table.when(0, REVEAL).then(
        CardRevealed(0, BOILING), DroppedOut(0, "4", "boiling_over"), RoundWon(1, "unnumbered")
    )
    assert not after.position.seats[1].armed


def test_empty_decks_end_the_phase_before_armed_reactions():
    """R-13. It is judged when the turn is finished, its last effect too: the reaction just armed is not waited for."""
    table = kitchen(f"| {DELAYED}", "bone |", "feather |")
    after = table.when(0, REVEAL).then(
        CardRevealed(0, DELAYED), ReactionArmed(0), StayedIn(2, "3"), StayedIn(1, "4"), RoundWon(0, "unnumbered")
    )
    assert not after.position.seats[0].armed


def test_empty_decks_wait_for_the_last_swap():
    """R-13, R-14. The seat that revealed the last card of all may still stir."""
    table = (
        kitchen(f"| {STIR}", "bone |", "feather |").when(0, REVEAL).then(CardRevealed(0, STIR), StirOffered(0, STIR))
    )
    table.when(0, Stir(2, "feather")).then(
        CardsSwapped(0, STIR, 2, "feather"), StayedIn(2, "3"), StayedIn(1, "4"), RoundWon(0, "unnumbered")
    )


def test_fire_and_more_is_more_with_the_last_cards():
    """R-13, R-14. The forced cards run out: what can be turned over is, and the phase ends."""
    table = burning(f"| eye {MORE}", "bone |", "feather |")
    table.when(0, REVEAL).then(
        CardRevealed(0, "eye"),
        CardRevealed(0, MORE),
        StayedIn(2, "3"),
        StayedIn(1, "4"),
        RoundWon(0, "unnumbered"),
    )


def test_a_due_reaction_comes_before_the_skip():
    """R-14, D-2. An armed seat without cards drops out; the others go on."""
    table = kitchen("| eye bone", "bone |", "| feather eye").given(ReactionArmed(1))
    table.when(0, REVEAL).then(CardRevealed(0, "eye"), DroppedOut(1, "3", "delayed_reaction"), TurnBegan(2))


def test_a_spoon_keeps_a_due_reaction_away_from_an_empty_deck():
    """R-14, D-2. Then the seat is skipped, and stays in."""
    table = kitchen("| eye bone", f"{SPOON} |", "| feather eye").given(ReactionArmed(1))
    table.when(0, REVEAL).then(
        CardRevealed(0, "eye"), EffectAverted(1, "delayed_reaction"), TurnSkipped(1), TurnBegan(2)
    )
