"""Reasons for leading a low card, or a high one beside low ones: what others must spend, what may win later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.advice.reasons.context import LAST, DecisionContext, Reason

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from tutor.kernel.cards import Card, Cards

HIGH: Final = 2
"""The most cards out of sight above one that may soon be the best of its suit."""
LONG: Final = 4
"""The most cards in hand with which one sure winner is as good a way back in as another."""
ABOVE: Final = 2
"""The most higher cards out of sight that are worth bringing out."""
ESTABLISHED: Final = 3
"""The fewest cards of a suit, the high one among them, with which higher ones are driven out."""
HOPELESS: Final = 2
"""How many times as many trumps others may have at most, for a long suit to be set up."""


def to_set_free(context: DecisionContext, c: Card, mine: Sequence[Card]) -> Card | None:
    """The highest own card of the suit, which will be the best once the few above it are gone: `c` brings them out.

    There must be cards to lead for each of them, and none but the higher cards, or hardly any, may win over these.
    """
    honour, above = mine[0], context.higher_out(mine[0])
    if c is honour or not 0 < len(above) <= ABOVE or len(mine) < max(ESTABLISHED, len(above) + 1):
        return None
    if len(context.higher_out(c)) > max(len(above) + 1, len(mine) - 1):
        return None
    own = sum(map(context.trick.is_trump, context.hand))
    if not context.trick.is_trump(c) and context.foes_with_trumps and context.trumps_out > HOPELESS * own:
        return None
    return honour if context.height(c) < context.height(above[-1]) else None


def brings_out(context: DecisionContext, c: Card, honour: Card, facts: dict[str, Any]) -> Reason:
    """The reason that `c` brings out what is above `honour`; `straight` if nothing else wins over it.

    If that is the last trump, nothing beats the `rest` of the own ones then.
    """
    above, last = context.higher_out(honour), context.trick.is_trump(c) and context.trumps_out == 1
    rest = tuple(x for x in context.of_suit(context.trick.order.suit[c]) if last and x is not c)
    straight = context.higher_out(c) == above
    return Reason("brings_out", facts | {"honour": honour, "above": above, "rest": rest, "straight": straight})


def lower_first(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Of two low cards of a plain suit, led for the same reasons, the lower goes: the other beats those between."""
    v, gap = context.trick, context.between(c, other)
    if v.is_trump(c) or v.order.suit[c] != v.order.suit[other] or context.height(c) > context.height(other):
        return
    if (
        len(context.hand) > LAST
        and gap
        and len(context.higher_out(other)) > HIGH
        and context.card_value(c) == context.card_value(other)
    ):
        facts = {"c": c, "other": other, "gap": gap, "after": False}
        yield Reason("lower_first", facts, decides=True)


def spares_trumps(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The other choice is a trump, better kept for tricks with points of others, and `c` counts as little as any."""
    trumps, other = [x for x in context.hand if context.trick.is_trump(x)], context.other_card
    if other is not None and not context.trick.is_trump(other):
        return
    cheap = context.card_value(c) <= min(map(context.card_value, context.hand))
    points = any(context.card_value(x) > 0 for x in context.outstanding)
    if points and cheap and 1 < len(trumps) < context.trumps_out:
        yield Reason("spares_trumps", {"c": c, "n": len(trumps)})


def better_entry(context: DecisionContext, one: Card, two: Card) -> bool:
    """Whether the sure winner `one` is likelier than `two` to bring back the lead: more of its suit are out."""
    return len(context.hand) > LONG and len(context.out_of_suit(one)) > len(context.out_of_suit(two))


def longer_first(context: DecisionContext, c: Card, other: Card) -> Cards:
    """The own cards below `c` that may be set up, if its suit is longer than that of `other`, which brings one in."""
    suit = context.trick.order.suit
    mine, its = context.of_suit(suit[c]), context.of_suit(suit[other])
    lower = tuple(x for x in mine if context.higher_out(x))
    few = len(context.higher_out(lower[0])) if lower else 0
    back = context.out_of_suit(other) and not context.trick.is_trump(c)
    return lower[:2] if len(mine) > len(its) and 0 < few <= len(mine) and back else ()
