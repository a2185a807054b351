"""Policies for Bridge Solitaire: which cards to take, bids, and plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from tutor.games.bridge_solitaire.bids import BIDS, HIGH, Calling
from tutor.games.bridge_solitaire.hands import BridgeSolitaireState
from tutor.games.bridge_solitaire.table import HAND, PLAYER, Discarding, Picking, Playing, answers, winning
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies.aims import Aim
from tutor.policies.base import Answers, GamePolicy, Policy

if TYPE_CHECKING:
    from random import Random

BOOK: Final = 6
"""Tricks that count for nobody's contract."""
PICKED: Final = {"A": 5.0, "K": 3.5, "Q": 2.2, "J": 1.2, "T": 0.6}
LENGTH: Final = 0.8
"""Bonus for taking a card, for each other card of its suit in hand."""
WAYS: Final = 8
"""The number of ways to take cards that are considered."""
DOUBT: Final = 0.6
SURE: Final = 0.8
TRUMP: Final = 0.35
JOKER: Final = 0.6
BASE: Final = 0.2
"""Constant of a linear fit of tricks taken in play-outs to winning leads, trumps and jokers."""


def tricks(hand: Cards, trump: str) -> float:
    """The tricks that the hand should take with these trumps."""
    jokers, trumps = sum(c.joker for c in hand), sum(c.suit == trump for c in hand if trump)
    return BASE + SURE * sum(_sure(c, hand, trump) for c in hand) + TRUMP * trumps + JOKER * jokers


def _sure(c: Card, hand: Cards, trump: str) -> float:
    """The probability that a lead of `c` wins; the stock answers with its first legal card."""
    if c.joker:
        return 0.0
    mine = [d.rank for d in hand if d.suit == c.suit]
    out = [rank for rank in HIGH if rank not in mine]
    above = sum(HIGH[rank] > HIGH[c.rank] for rank in out)
    trumps = 13 - sum(d.suit == trump for d in hand) if trump and c.suit != trump else 0
    return 1 - (above + trumps + 1) / (len(out) + trumps + 2)


class PickPolicy(Policy[Picking, BridgeSolitaireState]):
    """Which cards to take."""

    def card_values(self, state: BridgeSolitaireState) -> Mapping[Card, float]:
        """High cards, by rank."""
        return {c: _high(c) for c in state.faceup}

    def plausible(self, state: BridgeSolitaireState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The highest cards of the longest suits, in the few best ways."""
        value = _worth(state.faceup)
        return tuple(sorted(moves, key=lambda move: -sum([value[c] for c in move.cards]))[:WAYS])

    def bidding_policy(self, v: Picking, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """The highest cards of the longest suits."""
        value = {c: n + rng.random() for c, n in _worth(v.faceup).items()}
        return max(legal, key=lambda move: sum([value[c] for c in move.cards]))


def _high(c: Card) -> float:
    """What taking a card is worth by its rank alone."""
    return 0.0 if c.joker else PICKED.get(c.rank, 0.0) + HIGH[c.rank] / 100


def _worth(faceup: Cards) -> Mapping[Card, float]:
    """What taking each card is worth: by its rank, and by how many of its suit there are."""
    lengths = {c.suit: sum(d.suit == c.suit for d in faceup) for c in faceup}
    return {c: 0.0 if c.joker else _high(c) + LENGTH * lengths[c.suit] for c in faceup}


class DiscardPolicy(Policy[Discarding, BridgeSolitaireState]):
    """Which of the other cards stays visible, which is only a reminder."""

    changes_nothing = True


class BiddingPolicy(Policy[Calling, BridgeSolitaireState]):
    """A call."""

    def bidding_policy(self, v: Calling, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """The highest level that the hand should make, in the suit that promises most; else a pass, if there is one."""
        bids = [move for move in legal if move.word in BIDS]
        strains = dict.fromkeys(BIDS[move.word].trump for move in bids)
        taken = {s: tricks(hand, s) + rng.gauss(0, DOUBT) for s in strains}
        made = [move for move in bids if BIDS[move.word].level + BOOK <= taken[BIDS[move.word].trump]]
        if made:
            return max(made, key=lambda move: (BIDS[move.word].level, taken[BIDS[move.word].trump]))
        least = max(bids, key=lambda move: (-BIDS[move.word].level, taken[BIDS[move.word].trump]), default=None)
        return next((move for move in legal if move.word == PASS), least)


class PlayPolicy(Policy[Playing, BridgeSolitaireState]):
    """A card to lead or to answer with."""

    def bidding_policy(self, v: Playing, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """The lead with the best chance to win; as an answer the cheapest winning card, else the least valuable."""
        value = {move: _sure(move.card, v.hand, v.trump) for move in legal}
        if not v.trick:
            return max(legal, key=lambda move: value[move] + 0.1 * rng.random())
        winners = [move for move in legal if winning(v.trump, v.led_by, (*v.trick, move.card)) == PLAYER]
        jokers = [move for move in legal if move.card.joker]
        return min(winners or jokers or legal, key=value.__getitem__)

    def answers_by_chance(self, v: Playing, c: Card, unseen: Mapping[Card, int]) -> Answers | None:
        """The cards of the stock that may answer; None without trumps, where only a few cards are turned."""
        if not v.trump:
            return None
        may = [x for x in unseen if answers(x, c, v.trump)]
        return Answers(len(may), sum(winning(v.trump, PLAYER, (c, x)) != PLAYER for x in may))


class BridgeSolitairePolicy(GamePolicy[BridgeSolitaireState]):
    """What is wise in Bridge Solitaire."""

    def aims(self, state: BridgeSolitaireState, seat: Seat) -> Sequence[Aim]:
        """The tricks of the contract."""
        if state.contract is None:
            return ()
        left = len(state.hand)
        has = state.won if state.declarer == PLAYER else HAND - left - state.won
        return [Aim(state.declarer, has, state.contract.needs, left, contract=True)]


POLICY: Final = partial(
    BridgeSolitairePolicy,
    phases={"pick": PickPolicy, "discard": DiscardPolicy, "auction": BiddingPolicy, "play": PlayPolicy},
)
