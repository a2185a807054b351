"""Each game's own first advice, where it is like no other: a module `GAME.py` here, found by the game's name.

`PAGES` in it says what is done in phases, by their names; the rest is played by `tricks`, `avoiding`, `climbing`, or
called by the game's bidding policy. Here stands what several games do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias

from tests.strength.textbook.seen import Seen
from tutor.kernel.moves import Move

if TYPE_CHECKING:
    from tutor.kernel.cards import Card

Page: TypeAlias = Callable[[Seen], Move]


def pages_of(game: str) -> Mapping[str, Page]:
    """The pages of a game, by phases; none if it has no module here."""
    module = f"{__name__}.{game.replace('-', '_')}"
    if find_spec(module) is None:
        return {}
    found: Mapping[str, Page] = import_module(module).PAGES
    return found


def suit_lengths(at: Seen) -> Counter[str]:
    return Counter(c.suit for c in at.hand)


def says(*words: str) -> Callable[[Seen], Move]:
    """The first of these words that may be said."""
    return lambda at: at.word(*words)


def first(at: Seen) -> Move:
    """The first of the moves, where nothing hangs on which it is (the order in which cards are laid aside)."""
    return at.moves[0]


def laid_away(at: Seen, *, trump: str = "", married: bool = False, saved: str = "") -> Move:
    """Low cards of short suits; never trumps, aces or, if `married`, both cards of a marriage.

    `trump` is the suit of trumps, if not that of the view. Points of ranks `saved` count for whoever lays them away.
    """
    play = at.game.phase_of["play"]
    order: Any = play.view.ranking.under(trump or getattr(at.view, "trump", ""))
    counts, pairs = Counter(order.suit[c] for c in at.hand), set(at.hand)

    def cost(c: Card) -> float:
        suit: str = order.suit[c]
        height: float = order.power[suit][c]
        top: bool = height == max(order.power[suit].values())
        pair = married and c.rank in "KQ" and {"K", "Q"} <= {d.rank for d in pairs if d.suit == c.suit}
        spared = c.rank in saved and not top
        return 50.0 * bool(order.power[""][c]) + 20 * top + 30 * pair - 10 * spared + 2 * counts[suit] + height / 10

    return min(at.moves, key=lambda move: sum(map(cost, move.cards)))
