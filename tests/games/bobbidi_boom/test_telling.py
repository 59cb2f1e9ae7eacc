"""The game in words and drawings."""

import pytest

from events.games.bobbidi_boom import RULES
from events.games.bobbidi_boom.messages import (
    CardRevealed,
    CardSilenced,
    CardsSwapped,
    CardTaken,
    CauldronExploded,
    DroppedOut,
    EffectAverted,
    ExplosionSurvived,
    FireLit,
    GameLaidOut,
    Passed,
    ReactionArmed,
    RoundBegan,
    RoundWon,
    SeatWithdrew,
    ShelfFilled,
    StayedIn,
    StirDeclined,
    StirOffered,
    TopGlimpsed,
    TurnBegan,
    TurnSkipped,
)
from events.games.bobbidi_boom.telling import describe
from events.rules import EVERYTHING, SPECTATOR, Event, Viewer, wire_name
from tests.games.bobbidi_boom.kitchen import ANTIDOTE, CLAIRVOYANCE, DELAYED, SPOON, STIR, brewed, kitchen

TOLD: list[tuple[Event, str]] = [
    (GameLaidOut("strict", 9, 1, ((), (), ()), (), ()), "The cards were dealt for 9 rounds; seat 1 begins."),
    (ShelfFilled(("potion", SPOON)), "New on the shelf: potion, eye_spoon_6."),
    (RoundBegan(2, 0, ((), (), ())), "Round 2 began; seat 0 is first."),
    (TurnBegan(1), "Seat 1 is to reveal or to pass."),
    (TurnSkipped(1), "Seat 1 has no card left to reveal."),
    (CardRevealed(1, "bone"), "Seat 1 turned over bone."),
    (CardSilenced(SPOON), "eye_spoon_6 lost its effect in the fire."),
    (CauldronExploded(1, "3", ("bone", "eye")), "BOOM! Too much bone, eye: seat 1 is out with marker 3."),
    (ExplosionSurvived(1, ("bone",)), "BOOM! Too much bone, but the antidote saved seat 1."),
    (Passed(1, "4"), "Seat 1 passed and took marker 4."),
    (DroppedOut(1, "3", "boiling_over"), "Seat 1 is out by boiling_over with marker 3."),
    (StayedIn(1, "3"), "Seat 1 has no card left and took marker 3."),
    (RoundWon(1, "unnumbered"), "Seat 1 won the round."),
    (ReactionArmed(1), "Seat 1 is out when its turn comes, unless somebody explodes or passes first."),
    (FireLit(1), "Seat 1 plays with fire: the next seat passes or turns over two cards."),
    (TopGlimpsed(1, "bone"), "Seat 1 looked at the top card of its deck."),
    (StirOffered(1, STIR), "Seat 1 may swap mandrake_stir_vigorously_4."),
    (CardsSwapped(1, STIR, 2, "eye"), "Seat 1 swapped mandrake_stir_vigorously_4 for eye of seat 2."),
    (StirDeclined(1), "Seat 1 left its card where it is."),
    (EffectAverted(1, "more_is_more"), "The spoon kept more_is_more away from seat 1."),
    (CardTaken(1, "potion"), "Seat 1 took potion from the shelf."),
    (SeatWithdrew(1), "Seat 1 has resigned."),
]


@pytest.mark.parametrize(("event", "told"), TOLD)
def test_events_are_told_in_a_sentence(event: Event, told: str):
    """Every event is told to everybody, without what is hidden."""
    assert told == describe(wire_name(type(event)), RULES.shown(event, SPECTATOR))


def test_every_event_is_tried():
    """The sentences of all events stand in this file."""
    assert set(RULES.events) == {type(event) for event, _ in TOLD}


def test_a_glimpse_is_told_to_its_own_seat():
    """R-14. Only the seat that looked is told which card it was."""
    shown = RULES.shown(TopGlimpsed(1, "bone"), Viewer(seat=1))
    assert "Seat 1 looked at the top card of its deck: bone." == describe("top_glimpsed", shown)


def test_the_table_is_drawn():
    """Who knows what. All that lies open, what a seat is waiting for, and what this viewer alone knows."""
    table = kitchen(f"{CLAIRVOYANCE} | bone eye", f"{DELAYED} {ANTIDOTE} | eye", "double_bone | mandrake")
    table = table.given(TopGlimpsed(0, "bone"), ReactionArmed(1), CardSilenced(ANTIDOTE), FireLit(2), TurnBegan(0))
    expected = """
round 1 of 9, begun by seat 0
markers: 3 4 unnumbered, seat 2 plays with fire
cauldron: bone 3, eye 2
shelf: potion potion potion potion
> seat 0: 0 won, deck 2, in, top bone
    display: eye_clairvoyance_2
  seat 1: 0 won, deck 1, in, armed
    display: eye_delayed_reaction_1 (bone_antidote_5)
  seat 2: 0 won, deck 1, in
    display: double_bone"""
    assert expected == "\n" + RULES.render(RULES.view(table.position, Viewer(seat=0)))


def test_after_the_brewing_the_markers_are_drawn_with_their_seats():
    """R-12. Who holds which marker, which side is up, and who has taken which card."""
    table = kitchen("| bone", "| eye", "| mandrake").given(CauldronExploded(1, "3", ("bone",)), Passed(2, "4"))
    table = table.given(RoundWon(0, "unnumbered"), CardTaken(0, "potion"), SeatWithdrew(1))
    expected = """
round 1 of 9, begun by seat 0
markers: all taken
cauldron: empty
shelf: potion potion potion
  seat 0: 1 won, deck 1, out with unnumbered (witch), took potion
  seat 1: 0 won, deck 1, out with 3 (boom), resigned
> seat 2: 0 won, deck 1, out with 4 (witch)"""
    assert expected == "\n" + RULES.render(RULES.view(table.position, SPECTATOR))


def test_what_is_told_of_a_seat_keeps_within_the_drawing():
    """Who knows what. A line that would be longer than 120 letters goes on in the next one."""
    taken, top = "fly_agaric_stir_vigorously_4", "mandrake_playing_with_fire_3"
    table = kitchen(f"| {top} bone eye", "| eye", "| mandrake", shelf=f"{taken} potion potion potion")
    table = table.given(Passed(1, "3"), Passed(2, "4"), RoundWon(0, "unnumbered"), CardTaken(0, taken))
    lines = RULES.render(RULES.view(table.given(TopGlimpsed(0, top)).position, Viewer(seat=0))).splitlines()
    assert max(map(len, lines)) <= 120
    assert lines[lines.index(f"          {top}") - 1].endswith(f"took {taken}, top")


def test_after_the_end_the_decks_are_drawn_in_their_order():
    """C-4. When the game is over the drawing shows every deck, top first."""
    drawn = RULES.render(RULES.view(kitchen("| eye bone", "| eye", "| mandrake").position, EVERYTHING))
    assert "    deck: eye bone" in drawn.splitlines()


def test_the_seat_is_told_what_to_do():
    """R-7, R-14, R-15. The prompt says what is asked; other seats have none."""
    brewing = kitchen(f"| {STIR} eye", "bone | eye", "| mandrake")
    stirring = brewing.given(CardRevealed(0, STIR), StirOffered(0, STIR))
    taking = brewing.given(brewed(0, 1, 2))
    prompts = [
        (RULES.prompt(table.position, 0), RULES.prompt(table.position, 1)) for table in (brewing, stirring, taking)
    ]
    assert [
        ("Reveal a card or pass", ""),
        ("Swap your stirring card with a card in another display, or decline", ""),
        ("Take a card from the shelf", ""),
    ] == prompts


def test_in_a_fire_the_seat_is_told_of_two_cards():
    """R-14, D-9. Who must reveal two cards is asked for two, and with one card left for that one."""
    two, one = (kitchen("| eye", deck, "| eye", turn=1).given(FireLit(0)) for deck in ("| eye bone", "| eye"))
    asked = [RULES.prompt(table.position, 1) for table in (two, one)]
    assert ["Reveal two cards or pass", "Reveal a card or pass"] == asked
