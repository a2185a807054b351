"""Policies for Twenty-Five, where the chance to be the first with 25 counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from tutor.games.twenty_five.rob import LAST, Robbing
from tutor.games.twenty_five.score import standing
from tutor.games.twenty_five.table import GOAL, PACK, RANKING, TRICK, TwentyFiveState
from tutor.kernel.cards import Card, Cards, card
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat, Side, side_of
from tutor.kernel.state import changed
from tutor.policies.aims import POINT, Aim, tricks_left
from tutor.policies.base import Policy
from tutor.policies.game_policy import GamePolicy

if TYPE_CHECKING:
    from random import Random


NEEDED: Final = GOAL // TRICK
"""Tricks that win a game."""


def win_probability(sheet: Mapping[Side, float], side: Side) -> float:
    """The probability that `side` wins from these scores, if all sides are equally likely to win each trick."""
    left = {one: max(0, NEEDED - int(n) // TRICK) for one, n in sheet.items()}
    others = sorted(n for one, n in left.items() if one != side)
    return _first(left[side], tuple(others))


@cache
def _first(own: int, others: tuple[int, ...]) -> float:
    """The probability of winning `own` tricks before any of the others has won as many as `others` says."""
    if not own:
        return 1.0
    if others and not others[0]:
        return 0.0
    total = _first(own - 1, others)
    for i, n in enumerate(others):
        total += _first(own, tuple(sorted((*others[:i], n - 1, *others[i + 1 :]))))
    return total / (len(others) + 1)


class RobPolicy(Policy[Robbing, TwentyFiveState]):
    """Whether to rob, and with what."""

    def plausible(self, state: TwentyFiveState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """To rob, and lay away a card that no other one of the hand is worse than; trumps only if there is no other.

        One card is worse than another if more cards of its suit that others may hold beat it, and it beats fewer.
        """
        v = self.phase.see(state, seat)
        order, held = RANKING.under(v.upcard.suit), {*v.hand, v.upcard}
        places: dict[Move, tuple[int, int]] = {}
        for move in moves:
            if move.cards:
                suit, power = order.suit[move.card], order.power[order.suit[move.card]]
                out = [power[c] for c in PACK.order if c not in held and order.suit[c] == suit]
                above = sum(n > power[move.card] for n in out)
                places[move] = above, above - len(out)
        plain = {move: place for move, place in places.items() if not v.is_trump(move.card)} or places
        worst = [
            move
            for move, (above, below) in plain.items()
            if not any(n >= above and m >= below and (n, m) != (above, below) for n, m in plain.values())
        ]
        return tuple(worst) or moves

    def taken(self, v: Robbing, move: Move) -> Card | None:
        """The upcard, if it is taken."""
        return v.upcard if move.cards else None

    def lets_take(self, v: Robbing) -> Card | None:
        """The ace of trumps."""
        return v.ace if v.ace in v.hand else None

    def bidding_policy(self, v: Robbing, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """Always rob, and discard the lowest card."""
        order = RANKING.under(v.upcard.suit)
        return min(legal, key=lambda move: order.power[order.suit[move.card]][move.card] if move.cards else LAST)


class TwentyFivePolicy(GamePolicy[TwentyFiveState]):
    """What is wise in Twenty-Five."""

    def shown_by_rights(self, state: TwentyFiveState, seat: Seat) -> Mapping[Seat, Cards]:
        """The ace of trumps is with whoever robbed, until it is played."""
        ace = card("A" + state.trump) if state.trump else None
        if state.phase == "rob" or ace is None or state.robber in ("", seat):
            return {}
        return {state.robber: (ace,)} if ace in self.game.unseen(state, seat) else {}

    def sensibly_laid_away(
        self, deal: TwentyFiveState, seat: Seat, may_hold: Callable[[Seat, Card], bool]
    ) -> TwentyFiveState:
        """Whoever robbed has the ace of trumps until it is played; if nobody did, it was not dealt to others."""
        ace = card("A" + deal.trump)
        there = next((who for who in deal.seats if ace in deal.hand(who)), "")
        if deal.phase == "rob" or deal.upcard in (None, ace) or seat in (there, deal.robber):
            return deal
        if there and there == deal.robber:
            return deal
        if not there and (ace not in deal.away or not deal.robber):
            return deal  # it was played, or lies where it should
        known, to = set(deal.known_to(seat)), deal.robber
        given = deal.hand(to) if to else deal.away
        fit = (c for c in given if c not in known and (not there or may_hold(there, c)))
        c = next(fit, None)
        if c is None or (to and not may_hold(to, ace)):
            return deal
        swapped = {ace: c, c: ace}
        hands = tuple(PACK.sort([swapped.get(x, x) for x in hand]) for hand in deal.hands)
        return changed(deal, hands=hands, away=tuple(swapped.get(x, x) for x in deal.away))

    def state_value(self, state: TwentyFiveState, seat: Seat) -> float:
        """The chance to win the game, scaled to points, so that stopping a side near 25 outweighs tricks."""
        sides = self.game.sides(state.players, state.options)
        likely = win_probability(standing(state), side_of(sides, seat))
        return GOAL * (len(sides) * likely - 1) / (len(sides) - 1)

    def aims(self, state: TwentyFiveState, seat: Seat) -> Sequence[Aim]:
        """The points that end the game, for each side that may get them in this hand."""
        left = TRICK * tricks_left(state)
        aims = (Aim(side, has, GOAL, left, POINT, exact=False) for side, has in standing(state).items())
        return [aim for aim in aims if not aim.lost]


POLICY: Final = partial(TwentyFivePolicy, phases={"rob": RobPolicy})
