"""Policies for Jo-Jotte: bids by the value of a hand to the declarer (weights: `policies/hand_value.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from tutor.families.doubling import DOUBLES
from tutor.games.jo_jotte import Trick
from tutor.games.jo_jotte.announcing import PASSES, Announcing
from tutor.games.jo_jotte.bidding import ACCEPT, NO_TRUMP, Calls, Raises
from tutor.games.jo_jotte.melds import FOUR, SEQ, melds
from tutor.games.jo_jotte.score import LAST
from tutor.games.jo_jotte.table import JOJOTTE, POINTS, RANKING, TRICKS, JoJotteState
from tutor.kernel.calls import PASS
from tutor.kernel.cards import SUITS, Card, Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies import hand_value
from tutor.policies.aims import Aim, in_tricks
from tutor.policies.base import Policy
from tutor.policies.calls import AuctionPolicy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.hand_value import HandValue, said
from tutor.policies.tricks import TrickPolicy
from tutor.policies.values import Declaration

if TYPE_CHECKING:
    from random import Random

TRUMPS: Final = HandValue(
    base=34.0,
    trumps=(32.5, 21.5, 10.0, 9.5, 4.0, 5.5, 2.5),
    plain={"A": -1.5, "K": -7.0, "T": -11.5},
    low=-13.0,
    length=-14.0,
    void=2.0,
)
PLAIN: Final = HandValue(base=-1.2, plain={"A": 14.5, "K": 6.5, "T": 2.5, "Q": -3.0}, low=-5.0)
DOUBT: Final = 8.0
BOLD: Final = 35.0
"""Expected lead in points from which on doubling is worth it."""


def expected_lead(hand: Cards, trump: str) -> float:
    """The expected lead in points of a declarer with this hand and these trumps (empty: none)."""
    return hand_value.by_suit(TRUMPS, RANKING, hand)[trump] if trump else PLAIN.of(RANKING.under(""), hand)


class PlayPolicy(TrickPolicy[Trick, JoJotteState]):
    """A card to the trick."""

    last_trick = float(LAST)

    def card_values(self, state: JoJotteState) -> Mapping[Card, float]:
        """What each card counts under these trumps."""
        return POINTS[state.trump].values

    def wants_tricks(self, state: JoJotteState, seat: Seat) -> bool:
        """In a nullo the defender must not win a trick, and the declarer tries to force one on the defender."""
        return state.bid != "nullo"


class MeldPolicy(Policy[Announcing, JoJotteState]):
    """What to announce."""

    def declares(self, v: Announcing, move: Move) -> Declaration | None:
        """The points of the melds of this kind, if the other player has none that is better."""
        if move.word in PASSES:
            return None
        return Declaration(sum(meld.points for meld in v.own), sure=v.claim is not None)

    def bidding_policy(self, v: Announcing, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """Everything that may be announced."""
        return max(legal, key=lambda move: move.word not in PASSES)


class BiddingPolicy(AuctionPolicy[Calls, JoJotteState]):
    """A call."""

    def trumps_after(self, v: Calls, move: Move) -> str:
        """The suit of the card turned up, if it is accepted."""
        return v.upcard.suit if move.word == ACCEPT else ""

    def may_score(self, v: Calls, move: Move, hand: Cards) -> Sequence[tuple[Cards, int]]:
        """Sequences and fours, and king and queen of the trumps."""
        suits = {ACCEPT: v.upcard.suit, **{s: s for s in SUITS}}
        trump = suits.get(move.word, "")
        found = [(meld.cards, meld.points) for kind in (FOUR, SEQ) for meld in melds(kind, hand, trump)]
        two = tuple(c for c in hand if c.suit == trump and c.rank in "KQ")
        return [*found, *([(two, JOJOTTE)] if len(two) > 1 else [])]

    def bidding_policy(self, v: Calls, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """A contract with an expected lead; a double with a clear one."""
        if v.now.chosen:
            doubles = expected_lead(hand, v.trump) + rng.gauss(0, DOUBT) >= BOLD * (1 + v.now.doubled)
            return said(legal, *(DOUBLES if doubles else ()), PASS)
        suits = {ACCEPT: v.upcard.suit, NO_TRUMP: "", **{s: s for s in SUITS}}
        values = {m: expected_lead(hand, suits[m.word]) + rng.gauss(0, DOUBT) for m in legal if m.word in suits}
        best = max(values, key=values.__getitem__, default=None)
        return best if best is not None and values[best] >= 0 else said(legal, PASS)


class RaisePolicy(AuctionPolicy[Raises, JoJotteState]):
    """A raise or a pass."""

    def bidding_policy(self, v: Raises, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """Nullo with low cards only, else mostly a pass."""
        lowest = all(c.rank in "789" for c in hand)
        return said(legal, *(("nullo",) if lowest else ()), PASS)


class JoJottePolicy(GamePolicy[JoJotteState]):
    """What is wise in Jo-Jotte."""

    def aims(self, state: JoJotteState, seat: Seat) -> Sequence[Aim]:
        """All tricks, in a slam.

        Otherwise more points than the other player, and nobody knows which cards are in play, so how many that takes.
        """
        return [in_tricks(state, state.declarer, TRICKS, contract=True)] if state.bid == "slam" else ()


POLICY: Final = partial(
    JoJottePolicy, phases={"play": PlayPolicy, "meld": MeldPolicy, "auction": BiddingPolicy, "stakes": RaisePolicy}
)
