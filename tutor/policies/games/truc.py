"""Rollout heuristics for Truc.

They look at the own cards and at the table only: a player who saw all hands could never be bluffed.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from tutor.games.truc import GAME
from tutor.games.truc.deal import Deciding
from tutor.games.truc.score import DECLINE, PLAY_ON
from tutor.games.truc.stakes import ACCEPT, RAISES, REJECT
from tutor.games.truc.table import DRAW, FULL, GOAL, POWER, SIDES, TrucState, side, trick_result
from tutor.games.truc.views import Asked, Played, TrucView
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move, call
from tutor.kernel.seats import Seat, after, other_side
from tutor.policies.aims import Race, Sealed
from tutor.policies.base import Policy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.hand_value import said

if TYPE_CHECKING:
    from random import Random

WINS: Final = dict(zip("32AKQJ7654", (0.85, 0.65, 0.5, 0.3, 0.2, 0.12, 0.06, 0.03, 0.01, 0.0), strict=True))
"""The probability that a card wins a trick, by rank."""
USUAL: Final = 0.27
"""The mean of `WINS` over the pack."""
BOLD: Final = 0.68
"""The chance to win the hand from which on raising is worth it."""
BLUFF: Final = 0.06
"""The share of decisions at which a player bluffs by raising."""
DOUBT: Final = 0.12
"""The spread with which players misjudge their chances (standard deviation)."""
GIVE_UP: Final = {1: 0.25, 2: 0.17}
"""The chance below which a raise is rejected, by the stake: it is better to lose 1 now than to risk 2."""
DARE: Final = 0.34
"""The chance from which on a side with 11 plays: declining costs 1, and 3 are at stake."""


def hand_chance(dealer: Seat, seat: Seat, held: Cards, size: int, rng: Random, more: float = 0.0) -> float:
    """The chance of the side of `seat` to win a hand of `size` cards each, estimated from these cards."""
    luck = sum(WINS[c.rank] - USUAL for c in held)
    tied = 0.05 if side(dealer) != side(seat) else -0.05
    weight = 0.35 if size == FULL else 0.6
    return min(max(0.5 + weight * luck + more + tied + rng.uniform(-DOUBT, DOUBT), 0.02), 0.98)


def chance_now(v: TrucView, seat: Seat, held: Cards, rng: Random) -> float:
    """The same during a hand, given the table."""
    own = side(seat)
    more = 0.25 * (v.tricks.count(own) - v.tricks.count(other_side(SIDES, own)))
    if v.best is not None:
        weight = 0.35 if v.cards == FULL else 0.6
        more += weight * WINS[v.best.rank] * (0.5 if side(v.shared[0]) == own else -0.5)
    return hand_chance(v.dealer, seat, held, v.cards, rng, more)


def raised(v: TrucView, seat: Seat, held: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
    """A legal raise if it seems worth it, or as a bluff; else None."""
    raises = [move for move in legal if move.word in RAISES]
    if raises and (rng.random() < BLUFF or chance_now(v, seat, held, rng) > BOLD):
        return raises[0]
    return None


def card(v: TrucView, seat: Seat, legal: Sequence[Move], rng: Random) -> Move | None:
    """The cheapest card that wins, unless partner is winning; as a lead usually the best card."""
    cards = sorted((move for move in legal if move.cards), key=lambda move: POWER[move.cards[0]])
    if not cards:
        return None
    if not v.trick or v.complete:
        return cards[-1] if rng.random() < 0.7 else rng.choice(cards)
    if all(side(one) == side(seat) for one in v.shared) and (v.top >= POWER[HIGH] or len(v.trick) == v.players - 1):
        return cards[0]
    enough = [move for move in cards if POWER[move.cards[0]] > v.top]
    theirs = any(side(one) != side(seat) for one in v.shared)
    level = [move for move in cards if theirs and POWER[move.cards[0]] == v.top]
    return (enough or level or cards)[0]


HIGH: Final[Card] = next(c for c in POWER if c.rank == "2")
"""With this card or a higher one a partner is left to win the trick."""


def race_of(state: TrucState) -> Race:
    """The tricks so far, one that lies complete on the table included."""
    results = state.results
    if len(state.trick) == state.players:
        results = (*results, trick_result(state.trick, state.leader))
    next_decides = state.options.tied_first == "next_decides" and results[:1] == (DRAW,)
    needs = 1 if state.cards == 1 or next_decides else 2
    return Race({one: results.count(one) for one in SIDES}, needs, other_side(SIDES, side(state.dealer)))


def may_win(state: TrucState, seat: Seat, c: Card | None) -> set[str]:
    """Who may win the trick on the table, "draw" if nobody, once `seat` has played `c` if it is still to play."""
    to_play = [after(state.seats, state.leader, n) for n in range(len(state.trick), state.players)]
    out = {POWER[x] for x in GAME.unseen(state, seat)}
    best = dict.fromkeys(SIDES, 0)
    for n, x in enumerate(state.trick):
        one = side(after(state.seats, state.leader, n))
        best[one] = max(best[one], POWER[x])
    if c is not None:
        best[side(seat)] = max(best[side(seat)], POWER[c])
    more = {one: any(side(who) == one and (c is None or who != seat) for who in to_play) for one in SIDES}
    highs = {one: {best[one], *(p for p in out if more[one] and p > best[one])} - {0} for one in SIDES}
    one, two = SIDES
    found = {one} if max(highs[one], default=0) > best[two] else set()
    found |= {two} if max(highs[two], default=0) > best[one] else set()
    return found | ({DRAW} if highs[one] & highs[two] else set())


def sealed(state: TrucState, seat: Seat) -> Sealed | None:
    """Whether the hand is won or lost for the side of `seat` whatever the others play; with its best card, if won."""
    own = side(seat)
    theirs, race, left = other_side(SIDES, own), race_of(state), max(map(len, state.hands))
    to_play = [after(state.seats, state.leader, n) for n in range(len(state.trick), state.players)]
    if not to_play or (not state.trick and to_play[0] != seat):
        return Sealed(True) if race.sure(own, left) else Sealed(False) if race.sure(theirs, left) else None
    lost = True
    for c in sorted(state.hand(seat), key=POWER.__getitem__) if seat in to_play else (None,):
        ends = {(race.sure(own, left - 1, one), race.sure(theirs, left - 1, one)) for one in may_win(state, seat, c)}
        if all(won for won, _ in ends):
            takes = c is not None and all(POWER[c] >= POWER[x] for x in state.trick)
            return Sealed(True, c if takes else None)
        lost &= all(gone for _, gone in ends)
    return Sealed(False) if lost else None


class ElevenPolicy(Policy[Deciding, TrucState]):
    """Whether to play on at 11."""

    def rollout_move(
        self, state: TrucState, seat: Seat, v: Deciding, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """Decline if the hand is likely lost."""
        hopeful = hand_chance(v.dealer, seat, (*v.hand, *v.partner), FULL, rng) > DARE
        return call(PLAY_ON if hopeful else DECLINE)


def one_of_each_rank(legal: Sequence[Move]) -> Sequence[Move]:
    """The moves, of cards of one rank only the first, as suits mean nothing."""
    return tuple({POWER[move.cards[0]] if move.cards else move: move for move in reversed(legal)}.values())[::-1]


def raises_won_hand(state: TrucState, seat: Seat, move: Move) -> bool:
    """Whether a move raises a hand that is won: the others can only give up what they lose anyhow, or lose more."""
    found = sealed(state, seat) if move.word in RAISES else None
    return found is not None and found.won


class PlayPolicy(Policy[TrucView, TrucState]):
    """A card or a raise."""

    def tie_break_cost(self, state: TrucState, seat: Seat, v: TrucView, move: Move, allies: Set[Seat]) -> float:
        """-1 for a raise of a hand that is won."""
        return -float(raises_won_hand(state, seat, move))

    def undominated(
        self, state: TrucState, seat: Seat, v: TrucView, moves: Sequence[Move], allies: Set[Seat]
    ) -> Sequence[Move]:
        """Of the cards that leave the trick as it is only the lowest, as suits need not be followed."""
        if not v.trick or v.complete or v.best is None:
            return moves
        ours = all(side(one) == side(seat) for one in v.shared)  # then what is only level adds nothing
        idle = [move for move in moves if move.cards and POWER[move.cards[0]] < v.top + ours]
        least = min((POWER[move.cards[0]] for move in idle), default=0)
        return tuple(move for move in moves if move not in idle or POWER[move.cards[0]] == least)

    def distinct_moves(self, state: TrucState, seat: Seat, v: TrucView, legal: Sequence[Move]) -> Sequence[Move]:
        """One card of each rank."""
        return one_of_each_rank(legal)

    def bidding_policy(self, v: TrucView, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """A raise with good cards or as a bluff; else a card."""
        seat = v.raiser
        return raised(v, seat, hand, legal, rng) or card(v, seat, legal, rng)


class AfterPolicy(Policy[Played, TrucState]):
    """A raise after the last card, or none."""

    def tie_break_cost(self, state: TrucState, seat: Seat, v: Played, move: Move, allies: Set[Seat]) -> float:
        """A raise while opponents win a trick that is not complete, as one still may later; -1 of a won hand."""
        behind = bool(v.shared) and not v.complete and not any(side(who) == side(seat) for who in v.shared)
        return float(behind and move.word in RAISES) - raises_won_hand(state, seat, move)

    def rollout_move(
        self, state: TrucState, seat: Seat, v: Played, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """The move of the bidding policy for the own cards, which this view does not have."""
        return self.bidding_policy(v, state.hand(seat), legal, rng)

    def bidding_policy(self, v: Played, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """A raise with good cards or as a bluff."""
        return raised(v, v.raiser, hand, legal, rng) or said(legal, PASS)


class AnswerPolicy(Policy[Asked, TrucState]):
    """An answer to a raise."""

    others_may_raise = False  # whoever has called may not call again

    def distinct_moves(self, state: TrucState, seat: Seat, v: Asked, legal: Sequence[Move]) -> Sequence[Move]:
        """One card of each rank."""
        return one_of_each_rank(legal)

    def bidding_policy(self, v: Asked, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """Reject if the hand is very likely lost; else accept, by playing a card if it is the own turn."""
        seat = v.calls.answers
        if chance_now(v, seat, hand, rng) < GIVE_UP[v.calls.agreed]:
            return said(legal, REJECT)
        return card(v, seat, legal, rng) or said(legal, ACCEPT)


@cache
def game_chance(mine: int, theirs: int) -> float:
    """The chance to win the game from this score, if hands are even and worth one or two points equally often."""
    if mine >= GOAL or theirs >= GOAL:
        return float(mine >= GOAL)
    return sum(game_chance(mine + n, theirs) + game_chance(mine, theirs + n) for n in (1, 2)) / 4


class TrucPolicy(GamePolicy[TrucState]):
    """What is wise in Truc."""

    def state_value(self, state: TrucState, seat: Seat) -> float:
        """The chance to win the game from this score, scaled to points."""
        own = side(seat)
        mine, theirs = state.before[own], state.before[other_side(SIDES, own)]
        if state.over:
            return GOAL if own in state.won_by else -GOAL
        return GOAL * (2 * game_chance(mine, theirs) - 1)

    def race(self, state: TrucState) -> Race:
        """The tricks so far, one that lies complete on the table included."""
        return race_of(state)

    def sealed(self, state: TrucState, seat: Seat) -> Sealed | None:
        """Whether the hand is won or lost whatever is played."""
        return sealed(state, seat)


POLICY: Final = partial(
    TrucPolicy, phases={"eleven": ElevenPolicy, "play": PlayPolicy, "after": AfterPolicy, "answer": AnswerPolicy}
)
