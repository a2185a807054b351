"""Rollout heuristics for climbing games.

A hand is partitioned into few plays (`Plans.partition`), and is worth the less, the more often it is expected to lose
the lead (`Plans.hand_value`). Good plays leave a better hand and keep the lead, stop an opponent who is nearly out,
and do not beat a partner or help that partner go out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache, partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar, cast

from tutor.families.climb_views import Climb
from tutor.kernel.cards import Cards, Pack, without
from tutor.kernel.moves import Combo, Move
from tutor.kernel.playout import allowed
from tutor.kernel.seats import Seat
from tutor.policies.base import Policy
from tutor.policies.certain_plays import CertainPlays, Plans

if TYPE_CHECKING:
    from random import Random

    from tutor.families.climbs import Climbing
    from tutor.families.combos import Combinations
    from tutor.families.plays import ClimbState
    from tutor.kernel.view import View

LEAD: Final = 0.1
"""Value of keeping or taking the lead, in the units of `Plans.hand_value`, as all weights here."""
NEAR: Final = 0.2
"""Divided by the plays that a hand has left: the additional value of the lead when that player is near the end."""
LOST: Final = 4.0
"""Cost of letting an opponent go out."""
WON: Final = 100.0
"""Value of being sure to go out first."""
GIVEN: Final = 3.0
"""Value of a play on which a partner can go out."""
LEFT: Final = 0.8
"""Value of a partner's lead, as a share of that of one's own."""
OVER: Final = 0.9
"""Value of not beating a partner's play."""
CHANCE: Final = 0.25
"""Size of the random term."""
NOT_FORCED: Final = 100.0
"""Tie-break cost of not going out by force where only what may be played on anything would stop the hand."""
FEW: Final = 4
"""With no more plays in hand than this it is checked whether all of them are unbeatable."""
KEPT: Final = 12
"""The most moves that are considered."""


V = TypeVar("V", bound=Climb)
S = TypeVar("S", bound="ClimbState")


class RankPlans:
    """Partitions hands by rank, all cards of a rank together: for games without a plan of their own."""

    def __init__(self, combos: Combinations, pack: Pack) -> None:
        self._combos, self._pack = combos, pack
        self.partition = lru_cache(8_000)(self._partition)
        """The cards of each rank; one by one where they form no combination."""

    def hand_value(self, held: Cards) -> float:
        """The value of a hand: high cards keep the lead, and each play costs a turn."""
        place, n = self._pack.place, len(self._pack.order)
        return sum(place[play.cards[-1]] / n - 1 for play in self.partition(held))

    def _partition(self, held: Cards) -> tuple[Combo, ...]:
        groups = [tuple(group) for _, group in groupby(self._pack.sort(held), lambda c: c.rank)]
        plays = [[self._combos.made(group)] for group in groups]
        for group, found in zip(groups, plays, strict=True):
            if found == [None]:
                found[:] = [self._combos.made((c,)) for c in group]
        return tuple(combo for found in plays for combo in found if combo is not None)


@lru_cache
def rank_plans(combos: Combinations, pack: Pack) -> RankPlans:
    """The plans for these combinations, cached."""
    return RankPlans(combos, pack)


class ClimbPolicy(Policy[V, S]):
    """A combination or a pass."""

    phase: Climbing[V, S]
    effort = 70
    reliance = 0.5
    shed: ClassVar[float] = 0.15
    """Value of being rid of a card, besides what the rest of the hand is then worth."""
    _latest: tuple[S, Seat, CertainPlays] | None = None
    """What was certain in the last state that was asked about."""

    def plans(self, v: V) -> Plans:
        """The plans under the house rules of `v`."""
        return rank_plans(v.combos, self.phase.pack)

    def replies(self, v: V, held: Cards, last: Move) -> Sequence[Move]:
        """The legal moves of a player with the cards `held` on `last`, the pass included, by the house rules of `v`."""
        assert isinstance(last, Combo)
        return allowed(self.phase, v.facing(held, last))

    def rollout_move(self, state: S, seat: Seat, v: V, legal: Sequence[Move], allies: Set[Seat], rng: Random) -> Move:
        """The legal move with the best heuristic score."""
        plans = self.plans(v)
        table = Opponents(self, plans, state, seat, v, allies)
        return max(table.ranked(worth_considering(plans, v, legal), rng), key=lambda one: one[0])[1]

    def distinct_moves(self, state: S, seat: Seat, v: V, legal: Sequence[Move]) -> Sequence[Move]:
        """Of very many moves, those that leave the best hands, and the pass."""
        if len(legal) <= KEPT:
            return legal
        plans = self.plans(v)
        best = sorted(
            legal, key=lambda move: -plans.hand_value(without(v.hand, move.cards)) - self.shed * len(move.cards)
        )
        kept = set(best[:KEPT])
        return [move for move in legal if move in kept or not move.cards]

    def tie_break_cost(self, state: S, seat: Seat, v: V, move: Move, allies: Set[Seat]) -> float:
        """Whether the hand is not out by force; then how far a single card is below the highest of the hand.

        The latter where an opponent has one card left: of the card played, or of a partner's that a pass leaves best.
        """
        sure = self.certain(state, seat, v)
        forced = isinstance(move, Combo) and sure.order_but_trumps(move) is not None
        stands = not move.cards and v.holder in allies and sure.one_card() is not None
        low = self._too_low(state, v, v.to_beat if stands else move, allies)
        return low + (0.0 if forced else NOT_FORCED)

    def _too_low(self, state: S, v: V, move: Move, allies: Set[Seat]) -> float:
        if len(move.cards) != 1 or all(len(state.hand(who)) != 1 for who in state.seats if who not in allies):
            return 0.0
        place = self.phase.pack.place
        return max(0.0, float(place[v.hand[-1]] - place[move.card])) if v.hand else 0.0

    def certain(self, state: S, seat: Seat, v: View) -> CertainPlays:
        """What is certain of plays, by the cards out of sight."""
        assert isinstance(v, Climb)
        view = cast("V", v)
        if self._latest is not None and self._latest[0] is state and self._latest[1] == seat:
            return self._latest[2]
        certain = CertainPlays(
            self.phase.game,
            state,
            seat,
            view,
            self.plans(view),
            partial(self.replies, view),
            view.combos.moves,
            self.doubles,
        )
        self._latest = state, seat, certain
        return certain

    def undominated(self, state: S, seat: Seat, v: V, moves: Sequence[Move], allies: Set[Seat]) -> Sequence[Move]:
        """The moves that no other dominates, whatever the others hold (see `CertainPlays.undominated`)."""
        return self.certain(state, seat, v).undominated(moves)


class Opponents:
    """Opponents and partners with open cards, for one decision of one seat."""

    def __init__(
        self, policy: ClimbPolicy[Any, Any], plans: Plans, state: ClimbState, seat: Seat, v: Climb, allies: Set[Seat]
    ) -> None:
        self.policy, self.plans, self.state, self.v, self.allies = policy, plans, state, v, allies
        self.hand: Cards = v.hand
        seats = state.seats
        at = seats.index(seat)
        others = [(who in allies, state.hand(who)) for who in (*seats[at + 1 :], *seats[:at])]
        self.foes = [held for friend, held in others if not friend]
        self.friends = [
            (held, [foe for also, foe in others[:i] if not also]) for i, (friend, held) in enumerate(others) if friend
        ]
        """Partners, each with the opponents who play before that partner."""
        self.plays = len(self.plans.partition(self.hand))
        near = min(self.plays, *(len(self.plans.partition(held)) for held in self.foes))
        self.lead = LEAD + NEAR / near
        self.before: float = self.plans.hand_value(self.hand)

    def gain(self, move: Move) -> float:
        """How much the value of the hand rises by playing the cards."""
        rest = without(self.hand, move.cards)
        return (
            float(self.plans.hand_value(rest)) - self.before + self.policy.shed * len(move.cards) if rest else 2 * WON
        )

    def beaten(self, move: Move) -> bool:
        """Whether an opponent can beat the move."""
        return any(len(self.policy.replies(self.v, held, move)) > 1 for held in self.foes)

    def out_on(self, held: Cards, move: Move) -> bool:
        """Whether a player with the cards `held` can go out by beating the move."""
        return any(len(reply.cards) == len(held) for reply in self.policy.replies(self.v, held, move))

    def given(self, move: Move) -> bool:
        """Whether a partner can go out on the move, and no opponent who plays before can beat it."""
        return any(
            self.out_on(held, move) and all(len(self.policy.replies(self.v, foe, move)) == 1 for foe in before)
            for held, before in self.friends
        )

    def play_score(self, move: Move, gain: float) -> float:
        """The heuristic score of a play that raises the value of the hand by `gain`."""
        if gain > WON:
            return gain
        if self.v.free and self.given(move):
            gain += GIVEN
        if self.beaten(move):
            return gain - LOST if any(self.out_on(held, move) for held in self.foes) else gain
        if self.plays <= FEW:
            plays = self.plans.partition(without(self.hand, move.cards))
            if sum(map(self.beaten, plays)) <= 1:
                return WON - len(plays)
        return gain + self.lead

    def passing_score(self, last: Seat, held: Cards, friend: bool) -> float:
        """The heuristic score of passing on the play of `last`, who has the cards `held` left."""
        if friend:
            return OVER if self.beaten(self.v.to_beat) else OVER + LEFT * self.lead
        return -LOST if len(self.plans.partition(held)) == 1 else 0.0

    def ranked(self, legal: Sequence[Move], rng: Random) -> Iterator[tuple[float, Move]]:
        """Scores, with a random term, of the plays that may be best, and of the pass."""
        best = -math.inf
        passing = next((move for move in legal if not move.cards), None)
        if passing is not None:
            if not self.v.free:
                last = next(who for who, cards in reversed(self.state.plays) if cards)
                best = self.passing_score(last, self.state.hand(last), last in self.allies) + CHANCE * rng.random()
                best = WON if self.given(self.v.to_beat) else best
            yield best, passing
        gains = sorted(((self.gain(move), i) for i, move in enumerate(legal) if move.cards), reverse=True)
        for gain, i in gains:
            if self.plays > FEW and gain + self.lead + GIVEN * self.v.free + CHANCE < best:
                return
            score = self.play_score(legal[i], gain) + CHANCE * rng.random()
            best = max(best, score)
            yield score, legal[i]


def worth_considering(plans: Plans, v: Climb, legal: Sequence[Move]) -> Sequence[Move]:
    """Of very many moves, those of the hand's partition, or else the lowest of each kind."""
    if len(legal) <= KEPT:
        return legal
    if v.free:
        planned = set(plans.partition(v.hand))
        kept = [move for move in legal if move in planned]
        if kept:
            return kept
    out: dict[tuple[str, int], list[Move]] = {}
    for move in legal:
        out.setdefault((move.kind, move.high) if isinstance(move, Combo) else ("", 0), []).append(move)
    return [move for alike in out.values() for move in alike[:3]]
