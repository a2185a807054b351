"""What is wise in Big Two: to play a hand as it falls into few plays."""

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
from tutor.policies.base import GamePolicy
from tutor.policies.climbs import ClimbPolicy
from tutor.policies.games.big_two.plan import Plan, cost_of_five, plan

if TYPE_CHECKING:
    from tutor.games.big_two.combos import Combos


class Plans:
    """How hands fall into plays, with flushes compared one way."""

    def __init__(self, combos: Combos) -> None:
        self.combos = combos
        self._plan = lru_cache(8_000)(self._planned)
        self.falls = lru_cache(8_000)(self._falls)
        """Few plays that the cards given fall into."""

    def hand_value(self, held: Cards) -> float:
        """What the cards promise (see `plan`)."""
        return self._plan(held).hand_value

    def _falls(self, held: Cards) -> tuple[Combo, ...]:
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
    """What it costs to play it."""
    kind, high = divmod(five.high, LOWER_KIND)
    return cost_of_five(kind, high / (12 if five.kind in ("full-house", "quads") else 51))


@lru_cache
def plans(combos: Combos) -> Plans:
    """The plans with flushes compared as these combinations have it."""
    return Plans(combos)


class PlayPolicy(ClimbPolicy[Leading, BigTwoState]):
    """A combination or a pass."""

    def plans(self, v: Leading) -> Plans:
        """As the house rules of `v` have it."""
        return plans(v.combos)


class OpeningPolicy(PlayPolicy):
    """The first lead of a game."""

    def replies(self, v: Leading, held: Cards, last: Move) -> Sequence[Move]:
        """As in any later play: nobody needs the lowest card."""
        then = Playing(players=v.players, dealer=v.dealer, options=v.options)
        assert isinstance(last, Combo)
        return allowed(PLAY, then.facing(held, last))


POLICY: Final = partial(GamePolicy, phases={"play": PlayPolicy, "opening": OpeningPolicy})
