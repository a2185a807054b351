"""Reasons for what is thrown on another suit, where tricks do harm: what costs, or what may have to win later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.avoiding.paid_cards import throwing_paid, thrown
from tutor.advice.reasons.avoiding.ways_out import WayOut, cannot_win, low_beside, stakes, way_out
from tutor.advice.reasons.context import LAST, DecisionContext, Reason, Role

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

CLOSE: Final = 0.2
"""The difference between two chances of having to win later up to which neither card is said to be harder to lose."""


def unloaded(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The dearest of the cards that may be lost goes to another player's trick."""
    v, own = context.trick, context.card_value(c)
    if not v.trick or v.best is None or v.beats(c) or v.holder in context.friends:
        return
    dearest = max((context.card_value(x) for x in context.cards if not v.beats(x)), default=0)
    other = context.other_card
    if own < 0 or (own == dearest > 0 and (other is None or (not v.beats(other) and context.card_value(other) < own))):
        beaten = context.higher_out(v.best) or (context.trumps_out and not v.is_trump(v.best))
        facts = {"c": c, "worth": own, "best": v.best, "holder": v.holder, "bad": True}
        facts |= {"sure": not context.next_seats or not beaten}
        facts["pays"] = thrown(context, c)
        facts["alone"] = not context.out_of_suit(c) and not context.trumps_out
        yield Reason("unloads", facts)


def throwing(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """The card is thrown on another suit: rather one that may have to win later than one that cannot."""
    other, v = context.other_card, context.trick
    if v.holder in context.friends:
        if other is not None and context.card_value(other) > context.card_value(c):
            yield Reason(
                "least_count", facts | {"worth": context.card_value(c), "dear": "", "less": False, "idle": False}
            )
        return
    paid = tuple(throwing_paid(context, c))
    yield from paid
    lower = tuple(x for x in context.of_suit(v.order.suit[c]) if context.height(x) < context.height(c))
    if other is None and lower:
        twins = tuple(x for x in lower if context.are_equal(c, x))
        rest = tuple(x for x in lower if x not in twins)
        yield Reason(
            "throws_top", facts | {"suit_": v.order.suit[c], "trump": v.is_trump(c), "lower": rest, "twins": twins}
        )
    elif not paid and other is not None and other in context.cards and not v.follows(other):
        yield from _thrown_rather(context, c, other, facts)
    yield from emptied(context, c)


def _thrown_rather(context: DecisionContext, c: Card, other: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """Why `c` is thrown rather than `other`: it may have to win later, and `other` cannot, or is less likely to."""
    mine, theirs = way_out(context, c), way_out(context, other)
    facts = facts | {"mine": mine, "theirs": theirs, "other": other}
    if cannot_win(context, c, led=False) and cannot_win(context, other, led=False):
        ahead = context.sampled.clearly_ahead
        yield Reason("neither_wins", {"mine": mine, "theirs": theirs}, decides=not ahead, role=Role.LEVEL)
    elif cannot_win(context, c, led=False):
        return
    elif cannot_win(context, other, led=False):
        alone = not mine.above and len(context.of_suit(mine.suit_)) == 1
        clear = all(cannot_win(context, x, led=False) for x in context.hand if x is not c)  # nothing else may win
        facts |= {"alone": alone, "never": len(context.hand) == LAST, "clear": clear, "equals": context.equals(c)}
        yield Reason("throws_risk", facts, decides=clear and context.card_value(c) >= context.card_value(other))
    elif _twin(context, c) is None and (kept := _twin(context, other)) and len(context.of_suit(mine.suit_)) == 1:
        yield Reason("throws_only", facts | {"kept": kept})
    elif (low := _covering(context, mine, theirs)) and not low_beside(context, c):
        yield Reason("throws_bare", facts | {"low": low, "own": (), "alone": len(context.of_suit(mine.suit_)) == 1})
    elif _twin(context, c) is not None and not theirs.above:
        yield level(context, mine, theirs)  # what is left in the suit wins as well, and `other` too
    else:
        yield from _harder_to_lose(context, mine, theirs, facts)


def _harder_to_lose(context: DecisionContext, mine: WayOut, theirs: WayOut, facts: dict[str, Any]) -> Iterator[Reason]:
    """Which of two cards is harder to lose later, by the cards out above and below, and the low ones beside them.

    Or that a dear card may fall to it, as none may to the other.
    """
    dear = max(mine.below, key=context.card_value, default=mine.card)
    if context.card_value(dear) > max((*map(context.card_value, theirs.below), 0)) and mine.risk >= theirs.risk:
        yield Reason("throws_catcher", facts | {"dear": dear})
    if len(mine.below) > len(theirs.below):
        by = "below" if theirs.above else "out"
        if mine.risk > theirs.risk if by == "below" else not (mine.trump or theirs.trump):
            yield Reason("throws_higher", facts | {"by": by})
    elif len(mine.above) + 1 < len(theirs.above) and mine.risk > theirs.risk + CLOSE:
        yield Reason("throws_higher", facts | {"by": "above"})
    elif (
        len(low := low_beside(context, theirs.card)) > len(own := low_beside(context, mine.card))
        and mine.risk >= theirs.risk
    ):
        yield Reason("throws_bare", facts | {"low": low, "own": own, "alone": False})
    elif len(mine.above) < len(theirs.above) and (
        mine.risk >= theirs.risk and not own if mine.above else mine.risk > theirs.risk + CLOSE
    ):
        yield Reason("throws_higher", facts | {"by": "above"})
    elif mine.below and mine.suit_ != theirs.suit_ and abs(mine.risk - theirs.risk) < CLOSE:
        yield level(context, mine, theirs)


def _covering(context: DecisionContext, mine: WayOut, theirs: WayOut) -> Cards:
    """The low cards beside the other choice; none where `mine` is the highest of its suit and that may be beaten."""
    firmly = theirs.above and not mine.above and len(mine.below) > len(theirs.below)
    return () if firmly else low_beside(context, theirs.card)


def _twin(context: DecisionContext, c: Card) -> Card | None:
    """Another own card that does the same as `c`, as no card out of sight lies between them."""
    suit = context.trick.order.suit[c]
    return next((x for x in context.of_suit(suit) if x is not c and context.are_equal(c, x)), None)


def level(context: DecisionContext, mine: WayOut, theirs: WayOut) -> Reason:
    """Two cards that are about as hard to lose, now or, where they are thrown, later."""
    v = context.trick
    facts: dict[str, Any] = {"mine": mine, "theirs": theirs, "other": theirs.card}
    facts["both_sure"] = mine.sure and theirs.sure
    facts["thrown"] = bool(v.trick) and not v.follows(mine.card) and not v.beats(mine.card)
    return Reason(
        "ways_alike", facts | (stakes(context) if not v.trick else {"now": 0.0, "soon": 0.0}), role=Role.LEVEL
    )


def emptied(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The card is the last of its suit in hand, and the suit will be led again."""
    suit, players = context.trick.order.suit[c], len(context.state.seats)
    follow = max(0, players - 1 - len(context.trick.trick)) if context.trick.follows(c) else 0
    if len(context.of_suit(suit)) == 1 and context.frees_to_throw(c) and len(context.out_of_suit(c)) > follow:
        here = stakes(context) if not context.trick.trick else {"now": 0.0, "soon": 0.0}
        dear = _better_gone(context, suit)
        if dear is not None:
            facts = {"c": c, "suit_": suit, "trump": context.trick.is_trump(c), "dear": dear, "sure": False}
            yield Reason("empties", facts | here)


def _better_gone(context: DecisionContext, suit: str) -> Card | None:
    """The own card of another suit that one would best be rid of: what it costs or brings, or how hard it is to lose.

    None if no card of the hand can win or cost anything.
    """
    paid = context.policy.paid_if_thrown(context.state)

    def harm(x: Card) -> tuple[float, float]:
        risk = 0.0 if cannot_win(context, x, led=False) else way_out(context, x).risk
        return max(context.card_value(x), paid.get(x, 0.0)), risk

    rest = [x for x in context.hand if context.trick.order.suit[x] != suit]
    worst = max(rest, key=harm, default=None)
    return worst if worst is not None and any(harm(worst)) else None
