"""The order of cards in words, where it is not the one that everybody knows: A K Q J 10, down to 2."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.cards import RANKS
from tutor.kernel.view_types import RankedTrickView
from tutor.teach.text.marks import bound
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Container

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.working import Contest


def order_text(view: Any, one: Card) -> str:
    """The order of the suit of `one`, from high to low; "" if it is the known one, or the view does not tell it."""
    them = _alike(view, one)
    ranks = [c.rank for c in them]
    plain = len({c.suit for c in them}) == 1 and not any(c.joker for c in them)
    if not them or (plain and ranks == sorted(ranks, key=RANKS.index)):
        return ""
    order = " ".join("10" if rank == "T" else rank for rank in ranks) if plain else bound(shown(them))
    if not view.by_suit:
        return say("working.order_of_ranks", order=order)
    trump = bool(view.trumps) and view.order.suit[one] == view.trumps
    return say("working.order", of=one.suit, trump=trump, order=order)


def against_habit(view: Any, one: Card, other: Card) -> bool:
    """Whether one of these beats the other of its suit although by the known order it would be the other way round."""
    them = _alike(view, one)
    if view is None or not them or one.joker or other.joker:
        return False
    if not view.by_suit:
        ranks = [c.rank for c in them]
        return (ranks.index(one.rank) < ranks.index(other.rank)) != _higher(one, other)
    if other not in them:
        return False
    return one.suit != other.suit or (them.index(one) < them.index(other)) != _higher(one, other)


def odd_order(view: Any, one: Contest) -> str:
    """The order by which a card of this trick beats another against habit, in words; "" if none does."""
    for laid in one.laid:
        if (
            laid.against is not None
            and laid.how in ("higher", "lower")
            and against_habit(view, laid.card, laid.against)
        ):
            return order_text(view, laid.card)
    return ""


def order_deciding(view: Any, hand: Cards, legal: Container[Card]) -> str:
    """The order by which only some cards of this hand beat the best one of the trick, if it is an odd one.

    These are of the suit of the best card; "" where all of them are legal. Cards that may be legal besides are those
    that the hand lacks.
    """
    best = view.best if isinstance(view, RankedTrickView) else None
    them = () if best is None else [c for c in hand if c in _alike(view, best)]
    if best is None or all(c in legal for c in them) or not any(c in legal for c in _alike(view, best)):
        return ""
    return order_text(view, best) if any(against_habit(view, c, best) for c in them) else ""


def above(view: Any, hand: Cards) -> Card | None:
    """A card out of this hand that would beat the best one of the trick in its suit; None if there is none."""
    best = view.best if isinstance(view, RankedTrickView) else None
    them = _alike(view, best) if best is not None else ()
    return next((c for c in them[: them.index(best)] if c not in hand), None) if best in them else None


def _higher(one: Card, other: Card) -> bool:
    return RANKS.index(one.rank) < RANKS.index(other.rank)


def _alike(view: Any, one: Card) -> Cards:
    """The cards that belong to the suit of `one` in play, from high to low; none if the view does not tell."""
    if not isinstance(view, RankedTrickView) or one not in view.order.suit:
        return ()
    suits = view.order.suit
    power = view.order.power[suits[one]]
    return tuple(sorted((c for c, s in suits.items() if s == suits[one]), key=lambda c: -power[c]))
