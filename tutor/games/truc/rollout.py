"""Rules of thumb for Truc, by which the adviser plays hands out. They decide nothing about what is legal.

Each player goes by the own cards and by what lies on the table, as at a real table: who saw all hands would never be
bluffed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tutor.games.truc.stakes import RAISES
from tutor.games.truc.table import FULL, POWER, other, side
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat

if TYPE_CHECKING:
    from random import Random

    from tutor.games.truc.seen import Seen

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


def hopes(dealer: Seat, seat: Seat, held: Cards, size: int, rng: Random, more: float = 0.0) -> float:
    """About how likely the side of `seat` is to win a hand of `size` cards each, as it must look with these cards."""
    luck = sum(WINS[c.rank] - USUAL for c in held)
    tied = 0.05 if side(dealer) != side(seat) else -0.05
    weight = 0.35 if size == FULL else 0.6
    return min(max(0.5 + weight * luck + more + tied + rng.uniform(-DOUBT, DOUBT), 0.02), 0.98)


def chance(v: Seen, seat: Seat, held: Cards, rng: Random) -> float:
    """The same in the course of a hand."""
    own = side(seat)
    more = 0.25 * (v.tricks.count(own) - v.tricks.count(other(own)))
    if v.best is not None:
        weight = 0.35 if v.cards == FULL else 0.6
        more += weight * WINS[v.best.rank] * (0.5 if side(v.shared[0]) == own else -0.5)
    return hopes(v.dealer, seat, held, v.cards, rng, more)


def raised(v: Seen, seat: Seat, held: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
    """A raise, if there is one and it seems worth it, or as a bluff."""
    raises = [move for move in legal if move.word in RAISES]
    if raises and (rng.random() < BLUFF or chance(v, seat, held, rng) > BOLD):
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
