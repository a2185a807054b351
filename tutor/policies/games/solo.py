"""Policies for Solo: games by the value of a hand in tricks (weights: `policies/hand_value.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from tutor.games.solo.bidding import ASK, YES, Calls
from tutor.games.solo.naming import Naming
from tutor.games.solo.table import (
    HIGHEST,
    KINDS,
    NEEDED,
    POINTS,
    RANKING,
    SIMPLE,
    SOLO,
    TOUT,
    Rules,
    SoloState,
    played_by,
)
from tutor.kernel.calls import PASS
from tutor.kernel.cards import SUITS, Cards, card
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies import hand_value
from tutor.policies.aims import Aim, in_tricks
from tutor.policies.base import Policy
from tutor.policies.calls import AuctionPolicy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.hand_value import HandValue, said
from tutor.policies.values import Needed

if TYPE_CHECKING:
    from random import Random

WITH_PARTNER: Final = HandValue(
    base=5.3, trumps=(0.95, 0.75, 0.4, 0.2, 0.1, 0.0), plain={"A": 0.2, "K": -0.25}, low=-0.4, void=0.12, single=0.04
)
ALONE: Final = HandValue(
    base=2.1,
    trumps=(1.02, 0.83, 0.42, 0.19, 0.07, -0.14),
    plain={"A": 0.5, "K": -0.2},
    low=-0.38,
    length=0.42,
    void=0.26,
    single=0.09,
)
FAR: Final = -0.8
"""The surplus, in tricks, below which a game is not thought of."""
DOUBT: Final = 0.3
"""The spread with which players misjudge their hands, in tricks (standard deviation)."""
SURPLUS: Final = {SIMPLE: 0.1, SOLO: 0.1, TOUT: -0.4}
"""Surplus of tricks that each kind of game should promise; lower for tout, as few hands are sure of all tricks."""


def surplus(hand: Cards, kind: str, trump: str) -> float:
    """The surplus: tricks that the hand should take in this game minus those that it needs."""
    weights = WITH_PARTNER if kind == SIMPLE else ALONE
    return hand_value.by_suit(weights, RANKING, hand)[trump] - NEEDED[kind] - SURPLUS[kind]


def promise(hand: Cards, rules: Rules, kind: str, trump: str, doubt: float = 0.0) -> float:
    """The points of a game, weighted by its surplus, which is misjudged by `doubt`."""
    return POINTS[rules.level(kind, trump)] * max(-1.0, min(1.0, (surplus(hand, kind, trump) + doubt) / 2))


@lru_cache(4096)
def levels(hand: Cards, rules: Rules) -> tuple[float, ...]:
    """For each level of games the surplus in the best game of that level or a higher one."""
    games = [(rules.level(kind, s), surplus(hand, kind, s)) for kind in NEEDED for s in "SHDC"]
    return tuple(max(tricks for at, tricks in games if at >= level) for level in range(1, HIGHEST + 1))


def ace_score(hand: Cards, ace: str) -> float:
    """The score of calling this ace: the shorter the suit in hand the better, and not an ace in the own hand."""
    own = sum(c.suit == ace[1] for c in hand)
    return -own - 5 * (card(ace) in hand) + (own > 0)


class BiddingPolicy(AuctionPolicy[Calls, SoloState]):
    """A call."""

    def needed(self, v: Calls, move: Move) -> Needed | None:
        """The tricks of the game that is meant, with a partner in a simple one."""
        kind, _, beyond = self._meant(v)
        return Needed(NEEDED[kind], alone=kind != SIMPLE, beyond=beyond) if move.word != PASS else None

    def trumps_after(self, v: Calls, move: Move) -> str:
        """The suit that is color where a game in color is asked about; that of the game that is meant."""
        _, suits, _ = self._meant(v)
        return suits[0] if len(suits) == 1 and move.word != PASS else ""

    def _meant(self, v: Calls) -> tuple[str, list[str], bool]:
        """The kind of the lowest game of the level that is due, and the suits in which it reaches that.

        Or, if the hand promises more in a game of a higher kind, that kind, the suit, and that it lies `beyond`.
        """
        level = v.now.asked or v.now.level + 1
        lowest = KINDS[(level - 1) // 2]
        games = ((kind, s) for kind in NEEDED for s in SUITS if v.options.level(kind, s) >= level)
        best = max(games, key=lambda game: promise(v.hand, v.options, *game), default=(lowest, ""))
        if best[0] != lowest and v.hand and promise(v.hand, v.options, *best) > 0:
            return best[0], [best[1]], True
        return lowest, [s for s in SUITS if v.options.level(lowest, s) >= level], False

    def plausible(self, state: SoloState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """No game for which the hand falls short by far, if one may pass."""
        now = self.phase.see(state, seat).now
        short = levels(state.hand(seat), state.options)[(now.asked or now.level + 1) - 1] < FAR
        return tuple(move for move in moves if move.word == PASS) or moves if short else moves

    def bidding_policy(self, v: Calls, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """Bid on as long as some game of the level due has a surplus."""
        level = v.now.asked or v.now.level + 1
        bold = levels(hand, v.options)[level - 1] + rng.gauss(0, DOUBT) >= 0
        return said(legal, *((YES, ASK, str(level), PASS) if bold else (PASS, YES, ASK, str(level))))


class NamePolicy(Policy[Naming, SoloState]):
    """The game to be played."""

    def needed(self, v: Naming, move: Move) -> Needed | None:
        """The tricks of the game that is named."""
        kind = v.named(move)[0]
        return Needed(NEEDED[kind], alone=kind != SIMPLE)

    def bidding_policy(self, v: Naming, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """The game with the highest points, weighted by its surplus; for a partner an ace of a short suit."""

        def promised(move: Move) -> float:
            kind, trump, ace = v.named(move)
            named = promise(hand, v.options, kind, trump, rng.gauss(0, DOUBT))
            return named + (ace_score(hand, ace.text) / 10 if ace else 0)

        return max(legal, key=promised)


class SoloPolicy(GamePolicy[SoloState]):
    """What is wise in Solo."""

    def aims(self, state: SoloState, seat: Seat) -> Sequence[Aim]:
        """The tricks that the game needs, for whoever knows the declarer's partner.

        A declarer who does not know it has those of the own hand for sure; any other may be the partner's.
        """
        if not state.game:
            return ()
        partner = state.partner()
        shown = played_by(state.called, state.seats, state.past, state.leader, state.trick) if state.called else PASS
        if not shown and seat != partner and state.called not in state.hand(seat):
            own = in_tricks(state, state.declarer, NEEDED[state.game], contract=True)
            theirs = len(state.past) - state.tricks(state.declarer)
            return [own._replace(left=own.left + theirs, exact=False)] if seat == state.declarer and state.past else []
        side = "+".join(one for one in state.seats if one in (state.declarer, partner))
        return [in_tricks(state, side, NEEDED[state.game], contract=True)]


POLICY: Final = partial(SoloPolicy, phases={"auction": BiddingPolicy, "name": NamePolicy})
