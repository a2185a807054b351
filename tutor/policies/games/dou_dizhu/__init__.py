"""Policies for Dou Dizhu: the value of a hand to a landlord, and its partition into plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache, partial
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from tutor.games.dou_dizhu.combos import IN_RUNS, RANKS, Combos, having
from tutor.games.dou_dizhu.table import Calling, DouDizhuState, Playing
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Cards, without
from tutor.kernel.moves import Combo, Move
from tutor.kernel.seats import Seat
from tutor.policies.calls import AuctionPolicy
from tutor.policies.certain_plays import LONG, CertainPlays
from tutor.policies.climbs import ClimbPolicy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.games.dou_dizhu.plan import parts, plan
from tutor.policies.hand_value import said, up_to
from tutor.policies.values import Controls

if TYPE_CHECKING:
    from random import Random

HIGH: Final = {"X1": 4.0, "X2": 3.0, "2": 2.0, "A": 0.5}
ROCKET: Final = 1.0
BOMB: Final = 5.0
LOW: Final = "345678"
RUNS: Final = tuple("3456789TJQKA"[i : i + 5] for i in range(8))
"""The shortest straights, by ranks."""
STRONG: Final = "AK"
"""Ranks of which a pair or trips often take the lead."""
LOOSE: Final = -0.5
"""Value of a low card without a second of its rank."""
CALLS: Final = (3.0, 5.0, 7.0)
"""Values of a hand from which on one, two and three are called."""
DOUBT: Final = 1.0
HELPED: Final = 2
"""With no more cards than this a partner may go out on a lead that saves no play."""


@lru_cache(4096)
def landlord_value(hand: Cards) -> float:
    """The value of a hand to a landlord: high cards and bombs minus loose low cards; about 4 on average."""
    times = Counter(c.text if c.joker else c.rank for c in hand)
    worth = sum(HIGH.get(rank, 0.0) * n for rank, n in times.items() if n < 4)
    worth += sum(BOMB for n in times.values() if n == 4) + ROCKET * (times["X1"] and times["X2"])
    return worth + LOOSE * sum(times[rank] == 1 for rank in LOW)


class Plans:
    """Partitions hands into plays under some house rules."""

    def __init__(self, combos: Combos) -> None:
        self.combos = combos
        self.partition = lru_cache(8_000)(self._partition)
        """A partition of the cards into few plays."""
        self._of = lru_cache(4_000)(self._part)

    def hand_value(self, held: Cards) -> float:
        """The value of the cards (see `plan`)."""
        return plan(*having(held)[1:]).hand_value

    def _partition(self, held: Cards) -> tuple[Combo, ...]:
        return tuple([self._of(*part) for part in parts(*having(held)[1:])])

    def _part(self, times: int, main: int, each: int, kickers: int) -> Combo:
        held = [
            c for i, c in enumerate(RANKS) for _ in range(times if main >> i & 1 else each if kickers >> i & 1 else 0)
        ]
        combo = self.combos.made(tuple(held))
        assert combo is not None, held
        return combo


@lru_cache
def plans(combos: Combos) -> Plans:
    """The plans for these combinations."""
    return Plans(combos)


def wasted_leads(certain: CertainPlays, moves: Sequence[Move]) -> Iterator[Move]:
    """Short leads that can be beaten and save no play, where others do, and parts of longer runs that save more."""
    combos = [m for m in moves if isinstance(m, Combo)]
    now, left = len(certain.partition()), {m: len(certain.partition(m.cards)) for m in combos}
    if min(left.values(), default=now) < now:
        yield from (m for m, n in left.items() if n >= now and len(m.cards) < LONG and not certain.firm(m))
    runs = [(m, Counter(m.cards)) for m in combos if m.length > 1]
    for m, cards in runs:
        if any(one.kind == m.kind and left[one] < left[m] and cards < more for one, more in runs):
            yield m


class PlayPolicy(ClimbPolicy[Playing, DouDizhuState]):
    """A combination or a pass."""

    def plans(self, v: Playing) -> Plans:
        """The plans under the house rules of `v`."""
        return plans(v.combos)

    def undominated(
        self, state: DouDizhuState, seat: Seat, v: Playing, moves: Sequence[Move], allies: Set[Seat]
    ) -> Sequence[Move]:
        """Without leads that others dominate or, unless they may help a partner out, that waste a turn."""
        kept = super().undominated(state, seat, v, moves, allies)
        helps = any(len(state.hand(who)) <= HELPED for who in allies if who != seat)
        if not v.free or helps:
            return kept
        wasted = {*wasted_leads(self.certain(state, seat, v), kept)}
        return tuple(m for m in kept if m not in wasted)

    def doubles(self, move: Move) -> bool:
        """Bombs and the rocket double it (`dou-dizhu.pay.double`)."""
        return isinstance(move, Combo) and move.trump


def _to_the_ace(hand: Cards) -> Cards:
    """The longest straight of a hand that no straight can beat, as it ends with an ace; () if there is none."""
    row = tuple(takewhile(hand.__contains__, reversed(RANKS[:IN_RUNS])))
    return row[::-1] if len(row) >= len(RUNS[0]) else ()


class BiddingPolicy(AuctionPolicy[Calling, DouDizhuState]):
    """A call."""

    def bidding_policy(self, v: Calling, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """The highest call that the hand is worth."""
        value = landlord_value(hand) + rng.gauss(0, DOUBT)
        return up_to(legal, sum(value >= least for least in CALLS)) or said(legal, PASS)

    def controls(self, hand: Cards) -> Controls:
        """Jokers and twos; fours; low cards without a second, and in no straight; aces, kings; a run; plays."""
        times = Counter(c.rank for c in hand if not c.joker)
        bombs = tuple(tuple(c for c in hand if c.rank == rank) for rank, n in times.items() if n == 4)
        high = tuple(c for c in hand if c.joker or (c.rank == "2" and times["2"] < 4))
        straights = {rank for run in RUNS if all(times[rank] for rank in run) for rank in run}
        loose = (c for c in hand if c.rank in LOW and times[c.rank] == 1 and c.rank not in straights)
        strong = tuple(tuple(c for c in hand if c.rank == rank) for rank in STRONG if 1 < times[rank] < 4)
        jokers = tuple(c for c in RANKS if c.joker)
        plays = parts(*having(hand)[1:])
        runs = [(times, main) for times, main, *_ in plays if main.bit_count() > 1]
        rows = (tuple(c for i, c in enumerate(RANKS) if main >> i & 1 for _ in range(n)) for n, main in runs)
        row = _to_the_ace(hand)
        saves = bool(row) and len(parts(*having(without(hand, row))[1:])) < len(plays)
        long = max((row if saves else (), *rows), key=len)
        higher = () if {*jokers} & {*hand} else jokers
        bombed = bool(higher) or any(c not in hand for c in RANKS if not c.joker)
        return Controls(high, bombs, tuple(loose), strong, higher, long, len(plays), saves and long == row, bombed)


class DouDizhuPolicy(GamePolicy[DouDizhuState]):
    """What is wise in Dou Dizhu."""

    def state_value(self, state: DouDizhuState, seat: Seat) -> float:
        """The chips of the seat alone; what a partner wins is no loss to it."""
        return state.scores[state.seats.index(seat)]


POLICY: Final = partial(DouDizhuPolicy, phases={"auction": BiddingPolicy, "play": PlayPolicy})
