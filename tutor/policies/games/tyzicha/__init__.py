"""Policies for Tyzicha: bids by the value of a hand to a declarer, and which cards to give away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final

from tutor.games.tyzicha import SHOW, Trick, beaten_trick, given_openly, may_show
from tutor.games.tyzicha.bidding import Calls
from tutor.games.tyzicha.giving import Giving
from tutor.games.tyzicha.raising import CONCEDE, STAND, Raising
from tutor.games.tyzicha.table import MARRIAGES, OPENING, PACK, POINTS, RESTRICTED, Rules, TyzichaState, needed, pair
from tutor.kernel.calls import PASS
from tutor.kernel.cards import SUITS, Card, Cards, card, without
from tutor.kernel.events import DECLARED, Event
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies.aims import Aim, in_points
from tutor.policies.base import Policy
from tutor.policies.calls import AuctionPolicy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.games.tyzicha.sure import (
    declared,
    marriages_in,
    own_points,
    planned,
    sure_first,
    sure_points,
    surely,
)
from tutor.policies.hand_value import said, up_to
from tutor.policies.tricks import TrickPolicy
from tutor.policies.values import Needed

if TYPE_CHECKING:
    from random import Random

    from tutor.policies.values import PrincipalVariation, SurePlan

BASE: Final = 37.0
CARD: Final = {"A": 17.0, "T": 4.0, "K": 20.5, "Q": 20.0}
HALF: Final = {"H": -6.0, "D": -10.0, "C": -12.0, "S": -15.0}
"""Points that a king or queen without the other adds to the estimate, by suit."""
PAIR: Final = {"H": 54.5, "D": 34.5, "C": 14.0, "S": 0.0}
"""Points that a marriage adds, besides its two cards, by suit."""
SECOND: Final = -24.5
"""Points that having more than one marriage adds, as the lead may be lost before the next is shown."""
FULL: Final = 8.5
"""Points for ace and ten of one suit, and for each card of it after the third."""
BREATH: Final = 15.0
"""How far bids stay below the estimate, in points."""
LATER: Final = 0.3
"""The share of a second marriage that a declarer makes, on average."""
PRICE: Final = 0.5
"""The share of the points of a card given away that is lost."""
LENGTH: Final = 4.0
"""Points that giving a card away costs for each card of its suit."""
NEAR: Final = 12.0
"""How much more giving cards away may cost, in points, than the least, to be worth considering."""
REACH: Final = 65.0
"""Points more than the sure ones that a declarer hardly ever makes: about 1 time in 10."""
STEP: Final = 20
"""The steps in which raises are tried."""
FURTHEST: Final = 100
"""How far above the lowest raise, in points, others are tried."""
DOUBT: Final = 9.0
"""Standard deviation, in points, of the chance by which players bid and concede otherwise than they should."""


@lru_cache(4096)
def expected_points(hand: Cards) -> float:
    """The points that a declarer with this hand of seven should make, by a linear fit to play-outs."""
    worth = BASE + sum(CARD.get(c.rank, 0.0) for c in hand)
    for s in SUITS:
        royal = sum(c in hand for c in pair(s))
        worth += PAIR[s] if royal == 2 else HALF[s] if royal else 0
        full = card("A" + s) in hand and card("T" + s) in hand
        worth += FULL * (full + max(0, sum(c.suit == s for c in hand) - 3))
    return worth + SECOND * (len(marriages_in(hand)) > 1)


@lru_cache(1024)
def giving_costs(hand: Cards) -> Mapping[Card, float]:
    """What giving each card away costs, in points: what is sure no longer, the card, and a card less of its suit."""
    whole = _promise(hand)
    lost = {c: whole - _promise(without(hand, (c,))) + PRICE * POINTS.of((c,)) for c in hand}
    return {c: n + LENGTH * sum(other.suit == c.suit for other in hand) for c, n in lost.items()}


def _promise(hand: Cards) -> float:
    """The sure points, and a share of the other marriages."""
    return own_points(hand) + LATER * (declared(hand) - max((MARRIAGES[s] for s in marriages_in(hand)), default=0))


class PlayPolicy(TrickPolicy[Trick, TyzichaState]):
    """A card to the trick."""

    def rollout_move(
        self, state: TyzichaState, seat: Seat, v: Trick, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """Show the best marriage as soon as it is legal and sure tricks are cashed; else as the family's heuristic.

        A declarer who is sure of the contract leads what makes it.
        """
        if sure := surely(state, seat, v, legal):
            return sure[0]
        shows = [move for move in legal if move.word == SHOW]
        if shows:
            others = [c for who in v.seats if who != seat for c in state.hand(who)]
            first = sure_first(v, legal, others)
            best = max(shows, key=lambda move: (MARRIAGES[move.card.suit], move.card.rank == "Q"))
            return first[0] if first else best
        return super().rollout_move(state, seat, v, legal, allies, rng)

    def plausible(self, state: TyzichaState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Without trumps sure tricks come before a single marriage: whoever wins them may still show it; else show it.

        It is shown with the queen, which counts less if the trick is lost, and wins as surely as the king beside it.
        A declarer who is sure of the contract leads what makes it.
        """
        v = self.phase.see(state, seat)
        if sure := surely(state, seat, v, moves):
            return sure
        shows = tuple(move for move in moves if move.word == SHOW and move.card.rank == "Q")
        if v.trumps or not shows:
            return tuple(move for move in moves if move.word != SHOW or move in shows)
        gone = {c for taken in state.past for c in taken.cards}.union(v.hand)
        return tuple(sure_first(v, moves, [c for c in PACK.order if c not in gone])) or shows

    def sure_plan(self, state: TyzichaState, seat: Seat, v: Trick, legal: Sequence[Move]) -> SurePlan | None:
        """Sure tricks without trumps, then marriages, if these make the contract."""
        return planned(v, leads, state) if (leads := surely(state, seat, v, legal)) else None

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
    """The highest contract that cannot fail with these cards, widow or not; 0 if no marriage may be shown first."""
    return sure_points(hand) - needed(0, options) if options.marriage_first_lead else 0


def _not_below(moves: Sequence[Move], hand: Cards, options: Rules) -> Sequence[Move]:
    """The bids from the highest that cannot fail on; all `moves` if there is none."""
    sure = up_to(moves, safe_contract(hand, options))
    return moves if sure is None else [m for m in moves if m.word.isdigit() and int(m.word) >= int(sure.word)]


def promised(move: Move, options: Rules) -> Needed | None:
    """The points that make the contract of a bid; None if the word is no number."""
    return Needed(needed(int(move.word), options), points=True, alone=True) if move.word.isdigit() else None


class RaisePolicy(Policy[Raising, TyzichaState]):
    """A raise of the contract, a pass, or conceding."""

    tries_all = True

    def plausible(self, state: TyzichaState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """From the highest contract that cannot fail on in steps, not far above it, and no more than can be made."""
        hand = state.hand(seat)
        sure, most = safe_contract(hand, state.options), POINTS.of(PACK.order) + declared(hand)
        first = max(state.contract + 10, sure // 10 * 10)
        worth = range(int(first), int(min(first + FURTHEST, most)) + 1)
        steps = {str(n) for n in worth if (n - first) % STEP == 0 and needed(n, state.options) <= most}
        return tuple(move for move in moves if not move.word.isdigit() or move.word in steps)

    def undominated(
        self, state: TyzichaState, seat: Seat, v: Raising, moves: Sequence[Move], allies: Set[Seat]
    ) -> Sequence[Move]:
        """No lower contract than the highest that cannot fail."""
        return _not_below(moves, v.hand, v.options)

    def needed(self, v: Raising, move: Move) -> Needed | None:
        """The points that a higher contract takes."""
        return promised(move, v.options)

    def bidding_policy(self, v: Raising, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """Raise to what cannot fail; concede a hopeless contract.

        A raise beyond that gains little, and a broken contract costs all: by trial it loses. Conceding costs the
        declarer as much as losing, but gives the others less than they would take.
        """
        most = min(sure_points(hand) + REACH + rng.gauss(0, DOUBT), POINTS.of(PACK.order) + declared(hand))
        raised = up_to(legal, safe_contract(hand, v.options))
        return raised or said(legal, CONCEDE if most < needed(v.contract, v.options) else STAND, STAND)


class BiddingPolicy(AuctionPolicy[Calls, TyzichaState]):
    """A call."""

    def plausible(self, state: TyzichaState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """No pass, and no lower contract, where a bid cannot fail."""
        return tuple(_not_below(moves, state.hand(seat), state.options))

    def needed(self, v: Calls, move: Move) -> Needed | None:
        """The points that make the contract."""
        return promised(move, v.options)

    def bidding_policy(self, v: Calls, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """Ten more while the hand is worth it, else a pass."""
        most = max(expected_points(hand) - BREATH + rng.gauss(0, DOUBT), safe_contract(hand, v.options))
        return up_to(legal, most) or said(legal, PASS, str(RESTRICTED), str(OPENING))


def _given_up(hand: Cards, move: Move) -> float:
    return sum(giving_costs(hand)[c] for c in move.cards)


class GivePolicy(Policy[Giving, TyzichaState]):
    """Cards to give away."""

    def plausible(self, state: TyzichaState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Cards that cost little more than those that cost least."""
        cost = {move: _given_up(state.hand(seat), move) for move in moves}
        return tuple(move for move in moves if cost[move] <= min(cost.values()) + NEAR)

    def tie_break_cost(self, state: TyzichaState, seat: Seat, v: Giving, move: Move, allies: Set[Seat]) -> float:
        """The cost of giving the cards away."""
        return _given_up(v.hand, move)

    def rollout_move(
        self, state: TyzichaState, seat: Seat, v: Giving, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """The cards that cost least: no sure tricks, no marriage, none of the longest suit."""
        cost = {c: n + 2 * rng.random() for c, n in giving_costs(v.hand).items()}
        return min(legal, key=lambda move: sum(cost[c] for c in move.cards))


class TyzichaPolicy(GamePolicy[TyzichaState]):
    """What is wise in Tyzicha."""

    def aims(self, state: TyzichaState, seat: Seat) -> Sequence[Aim]:
        """The hand value that makes the contract; marriages that the declarer may still show count as well."""
        if not state.declarer:
            return ()
        shown = {suit: who for who, suit in state.marriages}
        hidden = {c for who in state.seats if who != seat for c in state.hand(who)}.difference(given_openly(state))
        gone = {*PACK.order} - hidden
        more = sum(n for s, n in MARRIAGES.items() if s not in shown and may_show(state, seat, s, gone))
        has = sum(n for suit, n in MARRIAGES.items() if shown.get(suit) == state.declarer)
        aim = in_points(state, state.declarer, needed(state.contract, state.options), POINTS.of)
        aim = aim._replace(has=aim.has + has, left=aim.left + more, contract=True, exact=not more)
        rest = aim._replace(left=aim.left - POINTS.of(beaten_trick(state)))
        return [rest if rest.lost else aim]

    def scoreless(self, state: TyzichaState, seat: Seat) -> Set[Seat]:
        """The declarer of a contract that is broken."""
        return frozenset(aim.side for aim in self.aims(state, seat) if aim.lost)

    def pairs(self, state: TyzichaState) -> Mapping[Cards, float]:
        """The marriages."""
        return {pair(suit): n for suit, n in MARRIAGES.items()}


POLICY: Final = partial(
    TyzichaPolicy, phases={"play": PlayPolicy, "raise": RaisePolicy, "auction": BiddingPolicy, "give": GivePolicy}
)
