"""What helps a bot to play well: how a seat stands, and the choice that promises most gold soon."""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from msgspec.structs import replace

from events.chance import Luck
from events.games.gold_am_orinoko import paths
from events.games.gold_am_orinoko.components import RIVER
from events.games.gold_am_orinoko.decide import legal as legal_commands
from events.games.gold_am_orinoko.evolve import evolve
from events.games.gold_am_orinoko.messages import AdventurerMoved, FaceUpCoinTaken, Move, Push, Square, TrunkPushed
from events.games.gold_am_orinoko.position import Position, gold, is_pushable, is_reachable, outcome
from events.games.gold_am_orinoko.view import Recall, imagine
from events.rules import Command

FARTHER = 0.01
"""What a step more on the way to the coins costs: much less than any gain, so that it decides where none is near."""
SURE = 0.9
"""What a gain of the next turn counts for against the same gain now: others may be faster, and waiting never ends."""
FACES = sorted(set(RIVER.brown))

Worths = dict[int, float]
"""By column, what a coin is worth: its value, or the mean of the unseen ones."""
Sources = list[list[int]]


def score(position: Position, seat: int) -> float:
    """How well the seat stands: its lead over the best other seat, against all the gold that is or was to be won."""
    ended = outcome(position)
    if ended is not None:
        return float(seat in ended.winners)
    if position.resigned[seat]:
        return 0.0
    others = [gold(position, other) for other in range(len(position.resigned)) if other != seat]
    left = sum(coin.value for coin in position.coins if is_reachable(position, coin))
    own, best = gold(position, seat), max(others)
    return 0.5 + (own - best) / (2 * (own + best + left))


def greedy(recall: Recall, legal: Sequence[Command], luck: Luck) -> Command:
    """The command with the best expected gain over this turn and the seat's next one; knows only what `recall` knows.

    Once no trunk can ever move again it takes any coin it can, the best one first, so that the game ends.
    """
    position, seat = imagine(recall, luck), recall.seat
    worths = _worths(recall)
    if not any(_pushable(position, face) for face in FACES):
        taking = [command for command in legal if _gain(position, command, worths)]
        if taking:
            return max(taking, key=lambda command: _gain(position, command, worths))
    outlook = _Outlook(position, seat, worths)
    return max(legal, key=lambda command: outlook.promise(position, command))


def _worths(recall: Recall) -> Worths:
    mean = sum(recall.unseen) / len(recall.unseen) if recall.unseen else 0.0
    return {coin.column: mean if coin.value is None else coin.value for coin in recall.view.coins}


def _pushable(position: Position, face: int) -> list[int]:
    """The lanes whose trunk could be pushed if the brown die showed this face."""
    rolled = replace(position, brown=face)
    return [lane for lane in range(len(position.starts)) if is_pushable(rolled, lane)]


def _gain(position: Position, command: Command, worths: Worths) -> float:
    """What the coin that the command takes is worth; 0 if it takes none."""
    takes = isinstance(command, Move) and command.lane == len(position.starts)
    return worths[command.column] if takes and isinstance(command, Move) else 0.0


def _after(position: Position, seat: int, command: Command) -> Position:
    """The position after a legal command of the seat; of a walk only the end matters."""
    if isinstance(command, Push):
        return evolve(position, TrunkPushed(seat=seat, trunk=command.trunk, squares=position.brown))
    assert isinstance(command, Move)
    end = Square(command.lane, command.column)
    moved = evolve(position, AdventurerMoved(seat=seat, adventurer=command.adventurer, path=(end,)))
    if end.lane < len(position.starts):
        return moved
    return evolve(moved, FaceUpCoinTaken(seat=seat, adventurer=command.adventurer, column=end.column, value=1))


class _Outlook:
    """What a seat may hope for in its next turn; remembers it for each way the trunks may lie by then.

    Sources are sets of squares (as in `paths`): by coin, best first, then by number of steps, from where the coin
    can be taken with so many steps. Coins that the last trunk cannot come to by then are left out.
    """

    def __init__(self, position: Position, seat: int, worths: Worths) -> None:
        self._seat = seat
        self._worths = worths
        near = position.starts[-1] + position.lengths[-1] + position.brown + FACES[-1]
        on_wall = (coin.column for coin in position.coins if is_reachable(position, coin))
        self._coins = sorted((c for c in on_wall if c < near), key=lambda column: (-worths[column], column))
        self._walks: dict[tuple[int, ...], Sources] = {}
        self._rolls: dict[tuple[int, ...], list[tuple[float, list[int]]]] = {}

    def promise(self, position: Position, command: Command) -> float:
        """The gain of this command, of the best one after it in this turn, and the expected gain of the next turn."""
        after = _after(position, self._seat, command)
        gain = _gain(position, command, self._worths)
        further = legal_commands(after, self._seat) if after.due else ()
        if not further:
            return gain + self._hope(after)
        return gain + max(
            _gain(after, second, self._worths) + self._hope(_after(after, self._seat, second)) for second in further
        )

    def _hope(self, position: Position) -> float:
        """The expected gain of the seat's next turn if nobody else acted before, less a little for a long way."""
        left = {coin.column for coin in position.coins if is_reachable(position, coin)}
        own = position.adventurers[self._seat]
        row = position.columns + 1
        stand = 0
        for square in own:
            stand |= (1 << position.columns) - 1 if square is None else paths.bit(row, square)
        gain = 0.0
        for likely, sources in self._next_rolls(position):
            for column, squares in zip(self._coins, sources, strict=True):
                if squares & stand and column in left:
                    gain += likely * self._worths[column]
                    break
        return SURE * gain - FARTHER * sum(_way(position, square, left) for square in own)

    def _next_rolls(self, position: Position) -> list[tuple[float, list[int]]]:
        """For each roll of the dice, how likely it is, and by coin the squares from where it can be taken then."""
        known = self._rolls.get(position.starts)
        if known is None:
            known = self._rolls[position.starts] = [roll for face in FACES for roll in self._brown(position, face)]
        return known

    def _brown(self, position: Position, brown: int) -> Iterator[tuple[float, list[int]]]:
        """The rolls with this brown face: the walk may come before the push, or after any that is possible."""
        ways = [self._sources(position)]
        for lane in _pushable(position, brown):
            pushed = evolve(position, TrunkPushed(seat=self._seat, trunk=lane, squares=brown))
            ways.append([[_before(pushed, lane, brown, s) for s in coin] for coin in self._sources(pushed)])
        for white in sorted(set(RIVER.white)):
            likely = RIVER.brown.count(brown) * RIVER.white.count(white) / (len(RIVER.brown) * len(RIVER.white))
            yield likely, [reduce(or_, (way[coin][white - 1] for way in ways)) for coin in range(len(self._coins))]

    def _sources(self, position: Position) -> Sources:
        """From where each coin can be taken as the trunks lie. The seat's own adventurers stand in nobody's way."""
        known = self._walks.get(position.starts)
        if known is None:
            others = (*position.adventurers[: self._seat], (), *position.adventurers[self._seat + 1 :])
            board = paths.board(replace(position, adventurers=others, coins=()))
            wall = len(position.starts)
            known = [paths.sources(board, Square(wall, column), max(RIVER.white)) for column in self._coins]
            self._walks[position.starts] = known
        return known


def _before(position: Position, lane: int, squares: int, sources: int) -> int:
    """Where those who stand on the sources after the push of a trunk stood before it."""
    row = position.columns + 1
    on_trunk = sources & ((1 << row) - 1) << (lane + 1) * row
    return sources ^ on_trunk | on_trunk >> squares


def _way(position: Position, square: Square | None, columns: set[int]) -> int:
    """About how many steps it is to the nearest of these coins."""
    lanes = len(position.starts)
    if square is None:
        return lanes + 1
    return lanes - square.lane + min((abs(column - square.column) for column in columns), default=0)
