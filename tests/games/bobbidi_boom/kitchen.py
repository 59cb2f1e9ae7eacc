"""Short ways to set a table for the rule tests of Bobbidi Boom."""

from collections.abc import Sequence

from events.games.bobbidi_boom import RULES
from events.games.bobbidi_boom.messages import (
    CardRevealed,
    CardTaken,
    Decline,
    GameLaidOut,
    Memory,
    Pass,
    Passed,
    Reveal,
    RoundBegan,
    RoundWon,
    ShelfFilled,
    TurnBegan,
)
from tests.scenario import Facts, Table

REVEAL, PASS, DECLINE = Reveal(), Pass(), Decline()
MARKERS = {3: ("3", "4"), 4: ("3", "4", "5"), 5: ("3", "4", "5", "6")}

# The special cards that the tests need most.
DELAYED = "eye_delayed_reaction_1"
BOILING = "feather_boiling_over_2"
MORE = "bone_more_is_more_2"
FIRE = "mandrake_playing_with_fire_3"
STIR = "mandrake_stir_vigorously_4"
CLAIRVOYANCE = "eye_clairvoyance_2"
ANTIDOTE = "bone_antidote_5"
SPOON = "eye_spoon_6"


def kitchen(
    *seats: str,
    turn: int = 0,
    starter: int = 0,
    shelf: str = "potion potion potion potion",
    supply: str = "potion potion potion",
    number: int = 1,
    rounds: int = 9,
    memory: Memory = "strict",
) -> Table:
    """A round of brewing in which it is `turn`'s turn. Each seat is drawn as "display | deck", the top card first.

    >>> kitchen("bone | eye", "| feather", "| mandrake").position.seats[0].display
    ('bone',)
    """
    drawn = [[part.split() for part in seat.split("|")] for seat in seats]
    decks = tuple((*display, *deck) for display, deck in drawn)
    laid_out = GameLaidOut(
        memory=memory,
        rounds=rounds,
        starter=starter,
        dealt=decks,
        unused=(),
        supply=(*shelf.split(), *supply.split()),
    )
    return Table(rules=RULES, seats=len(seats)).given(
        laid_out,
        ShelfFilled(tuple(shelf.split())),
        RoundBegan(round=number, starter=starter, decks=decks),
        [CardRevealed(seat, card) for seat, (display, _) in enumerate(drawn) for card in display],
        TurnBegan(turn),
    )


def brewed(winner: int, *out: int) -> list[Facts]:
    """The brewing is over: these seats passed, in this order, and the winner stayed."""
    markers = MARKERS[len(out) + 1]
    return [[Passed(seat, marker) for seat, marker in zip(out, markers, strict=True)], RoundWon(winner, "unnumbered")]


def takes(seats: Sequence[int], cards: str) -> list[Facts]:
    """Each of these seats took the card that is named in its place."""
    return [CardTaken(seat, card) for seat, card in zip(seats, cards.split(), strict=True)]
