"""R-37: cards change hands, once per level."""

from events.games.ohio_bob import RULES
from events.games.ohio_bob.messages import (
    Accept,
    CardPlayed,
    CardsExchanged,
    Climb,
    Decline,
    ExchangeDeclined,
    ExchangeOffered,
    LevelEscaped,
    Offer,
    OfferLapsed,
    Play,
    Rest,
    RestAnnounced,
)
from tests.games.ohio_bob.tables import duo, lay, played, waits

MINE = lay("yellow_3", 1, 0)
YOURS = lay("yellow_3", -1, 0, turned=True, seat=1)
HANDS = (("red_1", "red_2"), ("blue_1",))
OFFER = Offer("green:red_1", "blue:blue_1")


def neighbours(at=((3, 1), (3, 2)), hands=HANDS, **more):
    """Both pawns in seat 0's first room, side by side unless said otherwise."""
    return duo(MINE, YOURS, at=at, hands=hands, **more)


def offered():
    """Seat 0 has made its offer."""
    return neighbours().when(0, OFFER).then(ExchangeOffered(0, "green:red_1", "blue:blue_1"))


def test_an_offer_is_made_and_accepted():
    """R-37. Each gets the other's card into hand, and may use it at once."""
    after = offered().when(1, Accept()).then(CardsExchanged(0, "green:red_1", "blue:blue_1"))
    mine, yours = after.position.players
    assert ({"super_gear:0", "green:red_2", "blue:blue_1"}, {"super_gear:1", "green:red_1"}) == (
        set(mine.hand),
        set(yours.hand),
    )
    assert CardPlayed is type(after.when(0, Play("blue:blue_1", "A")).events[0])


def test_cards_come_from_hand_or_pile_and_go_into_hand():
    """R-37. A card already played comes back to life with its new owner."""
    spent = neighbours().given(played(card="red_1"), played(card="blue_1", seat=1))
    after = spent.when(1, Offer("blue:blue_1", "green:red_1")).table.when(0, Accept()).table
    mine, yours = after.position.players
    assert ({"super_gear:0", "green:red_2", "blue:blue_1"}, ()) == (set(mine.hand), mine.pile)
    assert ({"super_gear:1", "green:red_1"}, ()) == (set(yours.hand), yours.pile)


def test_a_level_has_one_exchange():
    """R-37. Only an accepted offer uses it up (D-15); the next level has another one."""
    used = offered().when(1, Accept()).table
    used.when(0, Offer("green:red_2", "green:red_1")).refused("illegal_command", "R-37")
    declined = offered().when(1, Decline()).then(ExchangeDeclined(1))
    declined.when(0, OFFER).then(ExchangeOffered(0, "green:red_1", "blue:blue_1"))


def test_pawns_must_be_neighbours_without_anything_between():
    """R-37. Not diagonally, not at a distance, not through a wall, not through a door."""
    for at in (((3, 1), (4, 2)), ((3, 1), (3, 3)), ((4, 0), (4, 1)), ((4, 2), (4, 3))):
        neighbours(at=at).when(0, OFFER).refused("illegal_command", "R-37")
    neighbours(at=((3, 1), (2, 1))).when(0, OFFER).then(ExchangeOffered(0, "green:red_1", "blue:blue_1"))


def test_nobody_exchanges_in_the_middle_of_a_card():
    """R-37, D-15. Neither seat may have one in progress."""
    for seat, card in ((0, "red_1"), (1, "blue_1")):
        busy = neighbours().given(played("move up down left right", card=card, seat=seat))
        busy.when(0, OFFER).refused("illegal_command", "R-37")


def test_only_own_cards_for_the_partners():
    """R-37. What is offered lies with the one, what is asked for with the other."""
    neighbours().when(0, Offer("green:red_4", "blue:blue_1")).refused("illegal_command", "R-37")
    neighbours().when(0, Offer("green:red_1", "blue:red_4")).refused("illegal_command", "R-37")


def test_super_gear_is_not_exchanged():
    """D-6. Neither given nor asked for."""
    neighbours().when(0, Offer("super_gear:0", "blue:blue_1")).refused("illegal_command", "D-6")
    neighbours().when(0, Offer("green:red_1", "super_gear:1")).refused("illegal_command", "D-6")
    offers = [command for command in neighbours().legal(0) if isinstance(command, Offer)]
    assert [("green:red_1", "blue:blue_1"), ("green:red_2", "blue:blue_1")] == [(o.give, o.take) for o in offers]


def test_one_offer_at_a_time():
    """D-15. While one stands, neither seat makes another; only the partner answers."""
    table = offered()
    table.when(1, Offer("blue:blue_1", "green:red_2")).refused("illegal_command", "D-15")
    table.when(0, Offer("green:red_2", "blue:blue_1")).refused("illegal_command", "D-15")
    table.when(0, Accept()).refused("illegal_command", "R-37")
    table.when(0, Decline()).refused("illegal_command", "R-37")
    assert {Accept(), Decline()} <= set(table.legal(1))


def test_nothing_is_accepted_that_was_not_offered():
    """R-37. Without an offer there is nothing to answer."""
    for answer in (Accept(), Decline()):
        neighbours().when(1, answer).refused("illegal_command", "R-37")


def test_an_offer_lapses_when_either_plays_a_card():
    """D-15. Whose offer it was makes no difference."""
    for seat, card in ((0, "green:red_2"), (1, "blue:blue_1")):
        events = offered().when(seat, Play(card, "A")).events
        assert (OfferLapsed(0), CardPlayed) == (events[0], type(events[1]))


def test_an_offer_lapses_when_either_announces_a_rest():
    """D-15. The seats may then make another."""
    after = offered().when(1, Rest()).then(OfferLapsed(0), RestAnnounced(1))
    after.when(0, OFFER).then(ExchangeOffered(0, "green:red_1", "blue:blue_1"))


def test_an_offer_lapses_when_either_climbs():
    """D-15. The pawns are no neighbours any more."""
    exit_room = lay("green_2", 1, 1, turned=True)
    table = duo(MINE, exit_room, YOURS, at=((3, 4), (4, 4)), hands=HANDS)
    standing = table.when(1, Offer("blue:blue_1", "green:red_1")).table
    standing.when(0, Climb()).then(OfferLapsed(1), LevelEscaped(0, 6, 0))


def test_a_waiting_seat_may_exchange():
    """D-13. That does not take its rest back."""
    waiting = neighbours().given(waits(0))
    after = waiting.when(0, OFFER).table.when(1, Accept()).then(CardsExchanged(0, "green:red_1", "blue:blue_1"))
    assert "rest" == after.position.players[0].waiting


def test_whoever_has_nothing_to_exchange_and_waits_is_not_asked():
    """D-13, D-15. Not while its own offer stands, nor where either seat has Super Gear only."""
    waiting = neighbours(hands=(("red_1",), ("blue_1",))).given(played(card="red_1"), played(), waits(0))
    assert (1,) == waiting.when(0, OFFER).table.to_move
    poor = neighbours(hands=(("red_1",), ())).given(played(card="red_1"), played(), waits(0))
    assert ((1,), ()) == (poor.to_move, poor.legal(0))


def test_an_empty_handed_waiting_seat_is_asked_only_for_an_exchange():
    """D-13, D-15. It is to move because it can offer, and for nothing else."""
    waiting = neighbours(hands=(("red_1",), ("blue_1",))).given(played(card="red_1"), played(), waits(0))
    assert {"Offer"} == {type(command).__name__ for command in waiting.legal(0)}
    assert RULES.prompt(waiting.position, 0).startswith("Wait")


def test_who_waits_for_the_partner_has_time():
    """D-13, D-15. An offer is answered before anything else happens, and who waits for a rest need not act."""
    assert (0, 1) == RULES.awaited(neighbours().position)
    assert ((0, 1), (1,)) == (offered().to_move, RULES.awaited(offered().position))
    waiting = neighbours().given(waits(0))
    assert ((0, 1), (1,)) == (waiting.to_move, RULES.awaited(waiting.position))
    answer = waiting.when(1, Offer("blue:blue_1", "green:red_1")).table
    assert (0,) == RULES.awaited(answer.position)
