"""Policies for Big Two: hands are played by a partition into few plays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from tutor.games.big_two import PLAY
from tutor.games.big_two.combos import LOWER_KIND, by_rank
from tutor.games.big_two.table import BigTwoState, Leading, Playing
from tutor.kernel.cards import Cards
from tutor.kernel.moves import Combo, Move
from tutor.kernel.playout import allowed
from tutor.policies.climbs import ClimbPolicy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.games.big_two.plan import Plan, cost_of_five, plan

if TYPE_CHECKING:
    from tutor.games.big_two.combos import Combos


class Plans:
    """Partitions hands into plays, for one way of comparing flushes."""

    def __init__(self, combos: Combos) -> None:
        self.combos = combos
        self._plan = lru_cache(8_000)(self._planned)
        self.partition = lru_cache(8_000)(self._partition)
        """A partition of the cards into few plays."""

    def hand_value(self, held: Cards) -> float:
        """The value of the cards (see `plan`)."""
        return self._plan(held).hand_value

    def _partition(self, held: Cards) -> tuple[Combo, ...]:
        combos, fives = self.combos, self.combos.fives(held)
        out = [fives[i] for i in self._plan(held).fives]
        for group in by_rank(combos.bits(held) & ~sum(combos.bits(five.cards) for five in out)):
            for some in (group[:2], group[2:]) if len(group) == 4 else (group,):
                combo = combos.made(some)
                assert combo is not None, some
                out.append(combo)
        return tuple(out)

    def _planned(self, held: Cards) -> Plan:
        fives = [(self.combos.bits(five.cards), _price(five)) for five in self.combos.fives(held)]
        return plan(self.combos.bits(held), fives)


@lru_cache(4096)
def _price(five: Combo) -> float:
    """The cost of playing it."""
    kind, high = divmod(five.high, LOWER_KIND)
    return cost_of_five(kind, high / (12 if five.kind in ("full-house", "quads") else 51))


@lru_cache
def plans(combos: Combos) -> Plans:
    """The plans for these combinations."""
    return Plans(combos)


class PlayPolicy(ClimbPolicy[Leading, BigTwoState]):
    """A combination or a pass; each card that is left in the end costs (`big-two.a.score`, `big-two.b.score`)."""

    shed = 0.3

    def plans(self, v: Leading) -> Plans:
        """The plans under the house rules of `v`."""
        return plans(v.combos)


class OpeningPolicy(PlayPolicy):
    """The first lead of a game."""

    def replies(self, v: Leading, held: Cards, last: Move) -> Sequence[Move]:
        """The replies of later plays, which need not contain the lowest card."""
        then = Playing(players=v.players, dealer=v.dealer, options=v.options)
        assert isinstance(last, Combo)
        return allowed(PLAY, then.facing(held, last))


POLICY: Final = partial(GamePolicy, phases={"play": PlayPolicy, "opening": OpeningPolicy})
