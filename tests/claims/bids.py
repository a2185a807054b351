"""Claims about a hand before it is played: what it holds with a suit as trumps, and what is above that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.claims.words import claim_anywhere as claim
from tutor.kernel.view_types import RankedTrickView

if TYPE_CHECKING:
    from tests.claims.knowledge import Knowledge
    from tutor.kernel.cards import Card
    from tutor.kernel.view_types import CardOrder

    Them = tuple[Card, ...]


def order_under(m: Knowledge, trump: str) -> CardOrder | None:
    """The order of the cards when they are played, with this suit as trumps."""
    views = (phase.view for phase in m.game.phases if issubclass(phase.view, RankedTrickView))
    return next((view.ranking.under(trump) for view in views), None)


def trumps_of(order: CardOrder, cards: Them) -> set[Card]:
    return {c for c in cards if order.power[""].get(c)}


def over(m: Knowledge, order: CardOrder, c: Card) -> set[Card]:
    """The cards of the suit of `c` that are higher, and may be in another hand."""
    power = order.power[order.suit[c]]
    same = (x for x in m.unseen if order.suit.get(x) == order.suit[c])
    return {x for x in same if power[x] > power[c]}


@claim(r"[Ww]ith {suit suit} as trumps you hold {cards them}, {n many} of the {n every}\.")
@claim(r"[Ww]ith {suit suit} as trumps you hold (?:only )?{cards them}(?:\.|;|, with)")
def trumps_held(m: Knowledge, suit: str, them: Them, many: int = 0, every: int = 0) -> bool | None:
    order = order_under(m, suit)
    if order is None:
        return None
    m.trump = suit
    whole = trumps_of(order, (*m.hand, *m.unseen))
    counted = not many or (many, every) == (len(them), len(whole))
    return set(them) == trumps_of(order, m.hand) and counted


@claim(r"^Of the {n every} trumps you hold {n many}: {cards them}\.")
def fixed_trumps_held(m: Knowledge, every: int, many: int, them: Them) -> bool:
    return many == len(them) < every and set(them) <= set(m.hand)


@claim(r"^Only {cards them} is above {card c}\.", r"^{cards them} are above {card c}\.")
def trumps_above(m: Knowledge, them: Them, c: Card) -> bool | None:
    order = order_under(m, m.trump) if m.trump else None
    if order is None or m.trick:
        return None
    return over(m, order, c) == set(them)


@claim(r"^{n many} trumps are above {card c}\.")
def so_many_trumps_above(m: Knowledge, many: int, c: Card) -> bool | None:
    order = order_under(m, m.trump) if m.trump else None
    return None if order is None or m.trick else len(over(m, order, c)) == many


@claim(r"^Outside trumps you have {cards them}\.")
def tops_outside(m: Knowledge, them: Them) -> bool | None:
    order = order_under(m, m.trump) if m.trump else None
    if order is None:
        return None
    plain = [c for c in m.hand if c not in trumps_of(order, m.hand)]
    return {c for c in plain if not over(m, order, c)} <= set(them) <= set(plain)


@claim(r"^Outside trumps you have no suit's highest card\.")
def no_tops_outside(m: Knowledge) -> bool | None:
    return tops_outside(m, ())


@claim(r"^From the top of the suits you hold {cards them}(?:: {n many} tricks?)?\.")
def tops(m: Knowledge, them: Them, many: int | None = None) -> bool | None:
    order = order_under(m, "")
    if order is None:
        return None
    return {c for c in m.hand if not over(m, order, c)} <= set(them) <= set(m.hand) and many in (None, len(them))


@claim(r"^You have no suit's highest card\.")
def no_tops(m: Knowledge) -> bool | None:
    return tops(m, ())


@claim(r"^From the top of the suits you hold {cards them}, {points many}\.")
def tops_count(m: Knowledge, them: Them, many: float) -> bool | None:
    play = next(phase for phase in m.game.phases if issubclass(phase.view, RankedTrickView))
    found = play.trick_value(them, "")
    return None if found is None else bool(tops(m, them)) and float(found) == many


@claim(r"^{n many} cards of its suit out of sight are above your {card c}\.")
def so_many_above_without_trumps(m: Knowledge, many: int, c: Card) -> bool | None:
    order = order_under(m, "")
    return None if order is None or m.trick else len(over(m, order, c)) == many
