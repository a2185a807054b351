"""Policies for Bridge Solitaire: which cards to take, bids, and plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import partial
from typing import TYPE_CHECKING, Final

from tutor.families.tricks import Ranking
from tutor.games.bridge_solitaire.bids import BIDS, HIGH, Calling, honors
from tutor.games.bridge_solitaire.hands import BridgeSolitaireState
from tutor.games.bridge_solitaire.table import HAND, HOUSE, PACK, PLAYER, Discarding, Picking, Playing, answers, winning
from tutor.kernel.calls import PASS
from tutor.kernel.cards import SUITS, Card, Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies.aims import Aim
from tutor.policies.base import Policy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.games.bridge_solitaire.chances import Chances
from tutor.policies.values import Answers, Needed

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
KEEP: Final = 1.6
"""What the chance of a later trick with a card weighs against that of winning with it now, when it is led."""
VOID: Final = 4
"""The most leads of the house that a single card may beat which is led to trump its suit later."""
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

    def bonus(self, v: Picking, move: Move) -> tuple[Cards, int]:
        """The honours, if the suit of which most are taken becomes trumps."""
        suits = [c.suit for c in move.cards if not c.joker]
        return honors(move.cards, max(SUITS, key=suits.count)) if suits else ((), 0)

    def plausible(self, state: BridgeSolitaireState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The highest cards of the longest suits, in the few best ways; never a card below one that is left."""
        value = _worth(state.faceup)
        tops = [move for move in moves if _from_the_top(move.cards, state.faceup)]
        ways = sorted(tops, key=lambda move: -sum([value[c] for c in move.cards]))[:WAYS]
        return tuple(move for move in ways if not _stray(move.cards, state.faceup)) or tuple(ways)

    def bidding_policy(self, v: Picking, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """The highest cards of the longest suits, for one taste or another."""
        taste = {suit: rng.random() for suit in SUITS}
        value = {c: n if c.joker else n + taste[c.suit] for c, n in _worth(v.faceup).items()}
        return max(legal, key=lambda move: sum([value[c] for c in move.cards]))


def _stray(taken: Cards, faceup: Cards) -> bool:
    """Whether a single low card is taken of a suit, and a higher one left that would join others of its suit."""
    lone = [c for c in taken if not c.joker and sum(x.suit == c.suit for x in taken) == 1]
    left = [x for x in faceup if x not in taken and not x.joker and any(x.suit == c.suit for c in taken)]
    return any(HIGH[x.rank] > HIGH[c.rank] and x.suit != c.suit for c in lone for x in left)


def _from_the_top(taken: Cards, faceup: Cards) -> bool:
    """Whether no card is left that is higher than one of its suit that is taken."""
    lowest = {suit: min((HIGH[c.rank] for c in taken if c.suit == suit), default=len(HIGH)) for suit in SUITS}
    return all(c.joker or c in taken or HIGH[c.rank] < lowest[c.suit] for c in faceup)


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

    def doubling_cards(self, v: Calling) -> Cards:
        """The jokers."""
        return tuple(c for c in v.hand if c.joker)

    def bonus(self, v: Calling, move: Move) -> tuple[Cards, int]:
        """The honours."""
        return honors(v.hand, BIDS[move.word].trump) if move.word in BIDS else ((), 0)

    def needed(self, v: Calling, move: Move) -> Needed | None:
        """The tricks of the contract."""
        if move.word not in BIDS:
            return None
        each = 20 if BIDS[move.word].strain in ("C", "D") else 30
        return Needed(BIDS[move.word].needs, alone=True, over=0 if self.doubling_cards(v) else each)

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

    reliance = 2.5

    def plausible(self, state: BridgeSolitaireState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """All leads; to a lead of the house the lowest winner of a suit, and losers that can win least later."""
        v = state.playing()
        if not v.trick:
            return moves
        losers = [move for move in moves if not _wins(v, move.card)]
        winners = [move for move in moves if move not in losers]
        some = [*_lowest(winners), *_least(v, Chances(state.stock, v.trump), _lowest(losers))]
        return tuple(move for move in moves if move in some)

    def distinct_moves(
        self, state: BridgeSolitaireState, seat: Seat, v: Playing, legal: Sequence[Move]
    ) -> Sequence[Move]:
        """The lowest of cards that stand together, as no card of the stock lies between them."""
        odds = Chances(state.stock, v.trump)
        one: dict[tuple[str, int, bool], Move] = {}
        for move in sorted(legal, key=lambda move: 0 if move.card.joker else HIGH[move.card.rank]):
            one.setdefault((move.card.suit, odds.above(move.card), bool(v.trick) and _wins(v, move.card)), move)
        return [move for move in legal if move in one.values()]

    def tie_break_cost(
        self, state: BridgeSolitaireState, seat: Seat, v: Playing, move: Move, allies: Set[Seat]
    ) -> float:
        """Of leads, how many leads of the house the card would beat if it were kept; none if the seat trumps those."""
        c, trumps = move.card, sum(x.suit == v.trump for x in v.hand if v.trump)
        if v.trick or c.joker or (v.trump and c.suit == v.trump):
            return 0.0 if v.trick else float(VOID)
        odds = Chances(state.stock, v.trump)
        voids = trumps and odds.below(c) <= VOID and sum(x.suit == c.suit for x in v.hand) == 1
        return 0.0 if voids else float(odds.below(c))

    def weighed_against(
        self, state: BridgeSolitaireState, seat: Seat, v: Playing, move: Move, others: Sequence[Move]
    ) -> Move | None:
        """The lead that is likeliest to win: a side card, unless that which is led is likelier or there is none."""
        if v.trick:
            return None
        odds = Chances(state.stock, v.trump)
        led = {one: odds.led(one.card) for one in others if not one.card.joker}
        side = [one for one in led if v.trump in ("", move.card.suit) or one.card.suit != v.trump]
        best = max(side, key=led.__getitem__, default=None)
        if best is None or led[best] < odds.led(move.card):
            best = max((one for one in led if one not in side), key=led.__getitem__, default=best)
        return best

    def rollout_move(
        self, state: BridgeSolitaireState, seat: Seat, v: Playing, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """The lead that gains most against keeping the card; the cheapest winning card, else what can win least."""
        odds, leads = Chances(state.stock, v.trump), len(v.hand) // 2
        kept = {move: self._worth_keeping(v, odds, move.card, leads) for move in legal}
        if not v.trick:
            return max(legal, key=lambda move: odds.led(move.card) - KEEP * kept[move] + 0.1 * rng.random())
        winners = [move for move in legal if _wins(v, move.card)]
        return min(winners or legal, key=kept.__getitem__)

    def _worth_keeping(self, v: Playing, odds: Chances, c: Card, leads: int) -> float:
        """The chance of a later trick with `c`: by following to the house; for a trump also if it is led, or trumps."""
        if v.trump and c.suit == v.trump:
            return max(TRUMP, odds.kept(c, leads), odds.led(c))
        return odds.kept(c, leads)

    def answers_by_chance(self, v: Playing, c: Card, unseen: Mapping[Card, int]) -> Answers:
        """The cards of the stock that may answer."""
        may = tuple(x for x in unseen if answers(x, c, v.trump))
        beat = tuple(x for x in may if winning(v.trump, PLAYER, (c, x)) != PLAYER)
        trump, wins = c.suit == v.trump and not c.joker, Chances(tuple(unseen), v.trump).led(c)
        return Answers(HOUSE, may, beat, wins, trump=trump, until=bool(v.trump))

    def leads_by_chance(self, v: Playing, c: Card, unseen: Mapping[Card, int]) -> Cards:
        """The cards of the stock that are lower and of the same suit; to a joker the other joker."""
        return tuple(
            x for x in unseen if x.joker == c.joker and x.suit == c.suit and winning(v.trump, HOUSE, (x, c)) == PLAYER
        )


def _wins(v: Playing, c: Card) -> bool:
    """Whether `c` wins the trick that the house has led."""
    return winning(v.trump, v.led_by, (*v.trick, c)) == PLAYER


def _lowest(moves: Sequence[Move]) -> list[Move]:
    """The lowest card of each suit."""
    least: dict[str, Move] = {}
    for move in moves:
        known = least.setdefault(move.card.suit, move)
        if not move.card.joker and HIGH[move.card.rank] < HIGH[known.card.rank]:
            least[move.card.suit] = move
    return list(least.values())


def _least(v: Playing, odds: Chances, losers: Sequence[Move]) -> list[Move]:
    """Those of the losing cards that no other one can replace: one that wins no more, led or kept.

    The last card of a suit counts for more while there are trumps in hand, as a void lets them win; and so do trumps.
    """
    able = any(c.suit == v.trump for c in v.hand if v.trump)
    worth = {move: (odds.led(move.card), odds.below(move.card)) for move in losers}
    found: list[Move] = []
    for move in sorted(losers, key=lambda move: not move.card.joker):  # a joker can save no other card
        led, below = worth[move]
        voids = able and sum(c.suit == move.card.suit for c in v.hand) == 1
        rest = [other for other in losers if other is not move and other.card.suit != v.trump]
        better = any(worth[x][0] <= led and worth[x][1] <= below and worth[x] != (led, below) for x in rest)
        same = any(worth[x] == (led, below) for x in rest if x in found)
        if voids or not (better or same):
            found.append(move)
    return found


class BridgeSolitairePolicy(GamePolicy[BridgeSolitaireState]):
    """What is wise in Bridge Solitaire."""

    card_ranking = Ranking(PACK, "".join(reversed(HIGH)))

    def promised_tricks(self, hand: Cards, trump: str) -> float:
        """The tricks that the hand should take against the stock."""
        return tricks(hand, trump)

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
