"""Luck: fair, fixed by the seed, and open to anybody's check afterwards."""

import hashlib
import hmac
import itertools
from collections import Counter

import pytest

from events.chance import Chance, commitment, pick, salt, shuffled

SEED = bytes(range(32))


def chance(moment: int = 0, seed: bytes = SEED, game: str = "a-game") -> Chance:
    """Luck for one decision."""
    return Chance(seed, game, moment)


def test_draws_are_the_published_ones():
    """A draw is the first 8 bytes of HMAC-SHA256(seed, game, moment, number of the draw), modulo the bound."""
    luck = chance(7)
    by_hand = [
        int.from_bytes(hmac.digest(SEED, f"a-game\n7\n{number}".encode(), "sha256")[:8], "big") % 6
        for number in range(10)
    ]
    assert [4, 0, 3, 1, 5, 5, 5, 1, 0, 3] == by_hand == [luck.below(6) for _ in range(10)]


def test_shuffles_are_the_published_ones():
    """Stored games are checked by shuffling again: the order that a seed gives stays the same for ever."""
    assert tuple("defabgch") == shuffled(chance(8), "abcdefgh")


def test_the_same_moment_meets_the_same_luck():
    """A move given again after it was taken back draws what it drew before."""
    first, again = chance(3), chance(3)
    assert [first.below(1000) for _ in range(50)] == [again.below(1000) for _ in range(50)]


@pytest.mark.parametrize("other", [chance(4), chance(3, seed=bytes(32)), chance(3, game="another-game")])
def test_seed_game_and_moment_all_matter(other: Chance):
    """Another seed, another game or another moment gives other draws."""
    luck = chance(3)
    assert [luck.below(1000) for _ in range(10)] != [other.below(1000) for _ in range(10)]


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 25])
def test_every_number_is_equally_likely(bound: int):
    """Over many moments every number below the bound comes about as often as the others, and no other number comes."""
    draws = 2_000 * bound
    counts = Counter(chance(moment).below(bound) for moment in range(draws))
    assert set(range(bound)) == set(counts)
    assert all(abs(count - 2_000) < 250 for count in counts.values()), counts


def test_large_bounds_are_fair_too():
    """Numbers that would make low results likelier are drawn again."""
    bound = 3 << 62
    lucks = [chance(moment) for moment in range(400)]
    numbers = [luck.below(bound) for luck in lucks]
    assert all(0 <= number < bound for number in numbers)
    thirds = Counter(number // (1 << 62) for number in numbers)
    assert all(abs(count - 400 / 3) < 40 for count in thirds.values()), thirds
    assert any(luck.draws > 1 for luck in lucks)


@pytest.mark.parametrize("bound", [0, -1])
def test_nothing_is_below_zero(bound: int):
    """There is no number to draw below 0 or less."""
    with pytest.raises(ValueError, match=f"below {bound}"):
        chance().below(bound)


def test_draws_are_counted():
    """`draws` says how many numbers were drawn."""
    luck = chance()
    shuffled(luck, "abcd")
    assert 3 == luck.draws


def test_every_order_is_equally_likely():
    """A shuffle gives each of the 24 orders of four items about as often as the others."""
    orders = Counter(shuffled(chance(moment), "abcd") for moment in range(12_000))
    assert set(itertools.permutations("abcd")) == set(orders)
    assert all(abs(count - 500) < 120 for count in orders.values()), orders


@pytest.mark.parametrize("items", [(), ("a",)])
def test_nothing_and_one_thing_are_shuffled_without_luck(items: tuple[str, ...]):
    """Where there is only one order nothing is drawn."""
    luck = chance()
    assert items == shuffled(luck, items)
    assert 0 == luck.draws


def test_anything_may_be_picked():
    """Each of the items is picked now and then."""
    assert set("abc") == {pick(chance(moment), "abc") for moment in range(50)}


def test_the_commitment_is_the_seeds_hash():
    """What is published before the first draw is the seed's SHA-256."""
    assert hashlib.sha256(SEED).hexdigest() == commitment(SEED)


def test_salts_are_secret_and_different():
    """Each record has a salt of 128 bits that only who knows the seed can tell."""
    salts = {salt(seed, version) for seed in (SEED, bytes(32)) for version in range(1, 100)}
    assert 198 == len(salts)
    assert {32} == set(map(len, salts))
    assert "3ea553b45956fe447c70ad1cac22debe" == salt(SEED, 1)
