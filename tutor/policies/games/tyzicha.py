"""Policies for Tyzicha: bids by the value of a hand to a declarer, and which cards to give away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache, partial
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from tutor.games.tyzicha import SHOW, Trick
from tutor.games.tyzicha.bidding import Calls
from tutor.games.tyzicha.giving import Giving
from tutor.games.tyzicha.raising import CONCEDE, STAND, Raising
from tutor.games.tyzicha.table import (
    DEALT,
    MARRIAGES,
    OPENING,
    PACK,
    POINTS,
    RESTRICTED,
    STEP,
    Rules,
    TyzichaState,
    needed,
    pair,
)
from tutor.kernel.calls import PASS
from tutor.kernel.cards import SUITS, Card, Cards, card
from tutor.kernel.events import DECLARED, Event
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies.aims import Aim, in_points
from tutor.policies.base import Policy
from tutor.policies.calls import AuctionPolicy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.hand_value import said, up_to
from tutor.policies.tricks import TrickPolicy
from tutor.policies.values import Needed

if TYPE_CHECKING:
    from random import Random

    from tutor.policies.values import PrincipalVariation

BASE: Final = 110.0
CARD: Final = {"A": 2.0, "T": -5.5, "K": 13.0, "Q": 11.5}
OTHER: Final = -11.0
HALF: Final = {"H": -8.0, "D": -14.0, "C": -16.0, "S": -17.0}
"""Points that a king or queen without the other adds to the estimate, by suit."""
PAIR: Final = {"H": 37.0, "D": 19.0, "C": -1.0, "S": -15.0}
"""Points that a marriage adds, besides its two cards, by suit."""
FULL: Final = 4.5
"""Points for ace and ten of one suit, and for each card of it after the third."""
BREATH: Final = 15.0
"""How far bids stay below the estimate, in points."""
RESERVE: Final = 55.0
"""How far raises stay below it: a raise gains little, and a broken contract costs all (found by trial)."""
DOUBT: Final = 9.0
"""Standard deviation, in points, of the chance by which players bid and concede otherwise than they should."""
HOPELESS: Final = 0.0
"""How far the estimate may fall short of the contract before it is conceded."""
QUEEN: Final = "Q"
RANKS: Final = "ATKQJ9"
"""The ranks of a suit from the top."""
SAFE: Final = 4
"""Cards in hand with which a marriage can still be shown after a sure trick."""
KNOWN: Final = 8.0
"""Points that the estimate rises by once the widow is taken and cards are given away."""


@lru_cache(4096)
def expected_points(hand: Cards) -> float:
    """The points that a declarer with this hand of seven should make, by a linear fit to play-outs."""
    worth = BASE + sum(CARD.get(c.rank, OTHER) for c in hand)
    for s in SUITS:
        royal = sum(c in hand for c in pair(s))
        worth += PAIR[s] if royal == 2 else HALF[s] if royal else 0
        worth += FULL * (_full(s, hand))
        worth += FULL * max(0, sum(c.suit == s for c in hand) - 3)
    return worth


def _full(s: str, hand: Cards) -> bool:
    return card("A" + s) in hand and card("T" + s) in hand


def giving_cost(hand: Cards, c: Card) -> float:
    """The cost of giving `c` away: its points, and a marriage or sure trick that is lost."""
    married = c.rank in "KQ" and all(other in hand for other in pair(c.suit))
    alone = 2 * sum(other.suit == c.suit for other in hand)
    return POINTS.of((c,)) + alone + (MARRIAGES[c.suit] / 2 if married else 0) + 10 * (c.rank == "A")


def highest_bid(hand: Cards) -> float:
    """The highest bid that this hand is worth; with the widow in it, the contract to raise to."""
    full = expected_points(hand) + KNOWN - RESERVE if len(hand) > DEALT else expected_points(hand) - BREATH
    return full - full % STEP


def sure_points(hand: Cards) -> float:
    """The points that a declarer with these cards, first to lead, makes whatever the others hold.

    The cards from the top of each suit win as long as there are no trumps. Then come marriages: those of which the king
    wins too keep the lead, and one more may be shown.
    """
    runs = {s: tuple(takewhile(hand.__contains__, (card(r + s) for r in RANKS))) for s in SUITS}
    held = {s: MARRIAGES[s] for s in SUITS if set(pair(s)) <= set(hand)}
    whole = [s for s in held if set(pair(s)) <= set(runs[s])]
    last = max((n for s, n in held.items() if s not in whole), default=0)
    return sum(POINTS.of(run) for run in runs.values()) + sum(held[s] for s in whole) + last


def _sure_first(v: Trick, legal: Sequence[Move], others: Sequence[Card]) -> list[Move]:
    """Leads that nobody can beat as long as there is no trump suit, of suits without a marriage in hand; dearest first.

    `others` are the cards that others may hold.
    """
    if v.trumps or v.trick or len(v.hand) < SAFE:
        return []
    married = {s for s in SUITS if set(pair(s)) <= set(v.hand)}
    power = v.order.power
    sure = [
        move
        for move in legal
        if not move.word
        and move.card.suit not in married
        and all(power[move.card.suit][x] < power[move.card.suit][move.card] for x in others if x.suit == move.card.suit)
    ]
    return sorted(sure, key=lambda move: -POINTS.of(move.cards))


class PlayPolicy(TrickPolicy[Trick, TyzichaState]):
    """A card to the trick."""

    def rollout_move(
        self, state: TyzichaState, seat: Seat, v: Trick, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """Show the best marriage as soon as it is legal and sure tricks are cashed; else as the family's heuristic."""
        shows = [move for move in legal if move.word == SHOW]
        if shows:
            others = [c for who in v.seats if who != seat for c in state.hand(who)]
            sure = _sure_first(v, legal, others)
            return (
                sure[0] if sure else max(shows, key=lambda move: (MARRIAGES[move.card.suit], move.card.rank == QUEEN))
            )
        return super().rollout_move(state, seat, v, legal, allies, rng)

    def plausible(self, state: TyzichaState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Without trumps sure tricks come before a marriage: whoever wins them may still show it.

        It is shown with the queen, which counts less if the trick is lost, and wins as surely as the king beside it.
        """
        if not any(move.word == SHOW for move in moves):
            return moves
        moves = tuple(move for move in moves if move.word != SHOW or move.card.rank == QUEEN)
        v = self.phase.see(state, seat)
        gone = {c for taken in state.past for c in taken.cards}.union(v.hand)
        sure = _sure_first(v, moves, [c for c in PACK.order if c not in gone])
        return tuple(move for move in moves if move.word != SHOW) if sure else moves

    def principal_variation(
        self, state: TyzichaState, allies: Set[Seat], memory: dict[Any, Any]
    ) -> PrincipalVariation | None:
        """That of the family once no marriage can be shown any more, as its search does not know marriages."""
        held = (set(hand) for hand in state.hands)
        if any(hand.issuperset(pair(s)) for hand in held for s in SUITS):
            return None
        return super().principal_variation(state, allies, memory)

    def rewards(self, state: TyzichaState, events: Sequence[Event]) -> Iterable[tuple[Seat, float]]:
        """Tricks with their cards, and marriages."""
        yield from super().rewards(state, events)
        for event in events:
            if event.what == DECLARED:
                yield event.seat, float(event.facts["points"])


def safe_contract(hand: Cards, options: Rules) -> float:
    """The highest contract that cannot fail with these eight cards; 0 if no marriage may be shown first."""
    return sure_points(hand) - needed(0, options) if options.marriage_first_lead else 0


def promised(move: Move, options: Rules) -> Needed | None:
    """The points that make the contract of a bid; None if the word is no number."""
    return Needed(needed(int(move.word), options), points=True, alone=True) if move.word.isdigit() else None


class RaisePolicy(Policy[Raising, TyzichaState]):
    """A raise of the contract, a pass, or conceding."""

    def undominated(
        self, state: TyzichaState, seat: Seat, v: Raising, moves: Sequence[Move], allies: Set[Seat]
    ) -> Sequence[Move]:
        """No lower contract than the highest that cannot fail."""
        sure = up_to(moves, safe_contract(v.hand, v.options))
        if sure is None:
            return moves
        return [move for move in moves if move.word.isdigit() and int(move.word) >= int(sure.word)]

    def needed(self, v: Raising, move: Move) -> Needed | None:
        """The points that a higher contract takes."""
        return promised(move, v.options)

    def bidding_policy(self, v: Raising, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """Raise to the value of the hand; concede a hopeless contract.

        Conceding costs the declarer as much as losing, but gives the others less than they would take.
        """
        worth = expected_points(hand) + KNOWN + rng.gauss(0, DOUBT)
        most = max(highest_bid(hand) + rng.gauss(0, DOUBT), safe_contract(hand, v.options))
        return up_to(legal, most) or said(legal, CONCEDE if worth < v.contract - HOPELESS else STAND, STAND)


class BiddingPolicy(AuctionPolicy[Calls, TyzichaState]):
    """A call."""

    def needed(self, v: Calls, move: Move) -> Needed | None:
        """The points that make the contract."""
        return promised(move, v.options)

    def bidding_policy(self, v: Calls, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """Ten more while the hand is worth it, else a pass."""
        return up_to(legal, highest_bid(hand) + rng.gauss(0, DOUBT)) or said(legal, PASS, str(RESTRICTED), str(OPENING))


class GivePolicy(Policy[Giving, TyzichaState]):
    """Cards to give away."""

    def tie_break_cost(self, state: TyzichaState, seat: Seat, v: Giving, move: Move, allies: Set[Seat]) -> float:
        """The cost of giving the cards away."""
        return sum(giving_cost(v.hand, c) for c in move.cards)

    def rollout_move(
        self, state: TyzichaState, seat: Seat, v: Giving, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """The cards that cost least: few points, no marriage, no ace."""
        cost = {c: giving_cost(v.hand, c) + 2 * rng.random() for c in v.hand}
        return min(legal, key=lambda move: sum(cost[c] for c in move.cards))


class TyzichaPolicy(GamePolicy[TyzichaState]):
    """What is wise in Tyzicha."""

    def aims(self, state: TyzichaState, seat: Seat) -> Sequence[Aim]:
        """The hand value that makes the contract; marriages that the declarer may still show count as well."""
        if not state.declarer:
            return ()
        shown = {suit: who for who, suit in state.marriages}
        own, others = set(state.hand(seat)), {c for who in state.seats if who != seat for c in state.hand(who)}
        held = own if seat == state.declarer else others
        more = sum(n for suit, n in MARRIAGES.items() if suit not in shown and held.issuperset(pair(suit)))
        has = sum(n for suit, n in MARRIAGES.items() if shown.get(suit) == state.declarer)
        aim = in_points(state, state.declarer, needed(state.contract, state.options), POINTS.of)
        return [aim._replace(has=aim.has + has, left=aim.left + more, contract=True, exact=not more)]

    def pairs(self, state: TyzichaState) -> Mapping[Cards, float]:
        """The marriages."""
        return {pair(suit): n for suit, n in MARRIAGES.items()}


POLICY: Final = partial(
    TyzichaPolicy, phases={"play": PlayPolicy, "raise": RaisePolicy, "auction": BiddingPolicy, "give": GivePolicy}
)
