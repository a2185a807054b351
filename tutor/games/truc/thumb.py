"""Rules of thumb for Truc, by which the adviser plays hands out. They decide nothing about what is legal.

Each player goes by the own cards and by what lies on the table, as at a real table: who saw all hands would never be
bluffed.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from tutor.games.truc.seen import Seen
from tutor.games.truc.stakes import RAISES
from tutor.games.truc.table import FULL, POWER, Hand, other, side
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat

WINS: Final = dict(zip("32AKQJ7654", (0.85, 0.65, 0.5, 0.3, 0.2, 0.12, 0.06, 0.03, 0.01, 0.0), strict=True))
"""About how often a card wins a trick."""
USUAL: Final = 0.27
"""The mean of that."""
BOLD: Final = 0.68
"""The chance to win a hand from which on it is worth raising."""
BLUFF: Final = 0.06
"""How often a raise is a bluff."""
DOUBT: Final = 0.12
"""How much players misjudge their chances."""
GIVE_UP: Final = {1: 0.25, 2: 0.17}
"""The chance below which a raise of this stake had better be rejected: losing 1 now, or 2 later half of the time."""
DARE: Final = 0.34
"""The chance from which on a side with 11 had better play: declining costs 1, and 3 are at stake."""


def chance(state: Hand, seat: Seat, held: Cards, rng: Random) -> float:
    """About how likely the side of `seat` is to win the hand, as it must look with these cards."""
    own = side(seat)
    ahead = state.results.count(own) - state.results.count(other(own))
    luck = sum(WINS[c.rank] - USUAL for c in held)
    if state.trick:
        best = max(state.trick, key=POWER.__getitem__)
        at = state.seats[(state.seats.index(state.leader) + state.trick.index(best)) % state.players]
        luck += WINS[best.rank] * (0.5 if side(at) == own else -0.5)
    tied = 0.05 if side(state.dealer) != own else -0.05
    weight = 0.35 if state.cards == FULL else 0.6
    guess = 0.5 + weight * luck + 0.25 * ahead + tied + rng.uniform(-DOUBT, DOUBT)
    return min(max(guess, 0.02), 0.98)


def raised(state: Hand, seat: Seat, legal: Sequence[Move], rng: Random) -> Move | None:
    """A raise, if there is one and it seems worth it, or as a bluff."""
    raises = [move for move in legal if move.word in RAISES]
    if raises and (rng.random() < BLUFF or chance(state, seat, state.hand(seat), rng) > BOLD):
        return raises[0]
    return None


def card(v: Seen, seat: Seat, legal: Sequence[Move], rng: Random) -> Move | None:
    """The cheapest card that wins, if partner is not winning; the best to a lead, most often."""
    cards = sorted((move for move in legal if move.cards), key=lambda move: POWER[move.cards[0]])
    if not cards:
        return None
    if not v.trick or v.complete:
        return cards[-1] if rng.random() < 0.7 else rng.choice(cards)
    if all(side(one) == side(seat) for one in v.shared) and (v.top >= POWER[HIGH] or len(v.trick) == v.players - 1):
        return cards[0]
    enough = [move for move in cards if POWER[move.cards[0]] > v.top]
    level = [move for move in cards if POWER[move.cards[0]] == v.top]
    return (enough or level or cards)[0]


HIGH: Final[Card] = next(c for c in POWER if c.rank == "2")
"""A card that partner is best left alone with."""
