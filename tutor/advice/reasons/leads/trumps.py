"""Reasons for leading a trump."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import LAST, DecisionContext, Reason
from tutor.advice.reasons.leads.falling import must_follow
from tutor.advice.reasons.leads.low_cards import brings_out, to_set_free
from tutor.advice.reasons.leads.plain import likely_won, loses_to_one, run_of, spares_count
from tutor.advice.reasons.leads.shown import lower_of_two, to_partners_card
from tutor.advice.reasons.leads.suit_choice import dear_trump, keeps_harder
from tutor.advice.reasons.leads.sure import LONG, catches, clears_way, too_early_or_late
from tutor.advice.reasons.lie_of_cards import places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

MANY_TRUMPS: Final = 3
"""Trumps that are enough to draw others', if there is something to protect."""
FEW_EACH: Final = 2
"""Trumps that each of the others may have on average, of which one led brings out many."""
SHORT: Final = 1
"""The most cards of a plain suit with which one will soon trump it."""


def trump_lead(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """What a trump is led for: to protect winners, to bring out higher ones, to catch one that counts."""
    out, above = facts["out"], context.higher_out(c)
    if not out:
        yield Reason("master", facts | {"run": run_of(context, mine), "trump": True, "fall": ()})
        return
    draws = tuple(_draws(context, c, mine, facts))
    guarded = any(context.other_card in reason.facts.get("guards", ()) for reason in draws)
    found = (
        *(() if guarded else too_early_or_late(context, c)),  # that trumps are drawn says what it is kept for
        *to_partners_card(context, c, facts),
        *draws,
        *catches(context, c),
        *_fall_together(context, c, mine),
    )
    yield from found
    if not above and not found:
        dear = dear_trump(context)
        yield from clears_way(context, c, mine)
        facts |= {"foes": _brings_down(context, c), "dear": dear, "clears": bool(dear), "higher": context.as_good(c)}
        yield Reason("top_trump", facts | {"guards": _guards(context)})
    elif not found and to_set_free(context, c, mine) is None:
        told = (*keeps_harder(context, c), *loses_to_one(context, c, mine, facts))
        yield from told or tuple(likely_won(context)) or spares_count(context, c, mine)


def _brings_down(context: DecisionContext, c: Card) -> bool:
    """Whether an opponent may have a trump that must be played on `c`, if there is no other card of the suit."""
    return bool(context.foes_with_trumps) and any(must_follow(context, c, x) for x in context.out_of_suit(c))


def _draws(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Trumps are drawn, or the few that are higher brought out."""
    out, above = facts["out"], context.higher_out(c)
    guards, honour = _guards(context), to_set_free(context, c, mine)
    enough = len(mine) >= out if not above else c is mine[0] and len(mine) > out + len(above)
    held = _probably_held(context, out)
    few = max(min(MANY_TRUMPS, held), ceil(held / (context.view.players - 1)))  # each round takes one from each
    two = len(context.hand) == LAST and len(guards) == 1
    many = two or len(mine) >= few if guards else honour is None and enough
    if many and context.foes_with_trumps and not (above and out == 1):
        lower = _lower_trump(context, c)
        lone = len(guards) == 1 and not context.out_of_suit(guards[0])
        yield Reason(
            "draws_trumps",
            facts
            | {"lone": context.trick.order.suit[guards[0]] if lone else ""}
            | {"guards": guards, "lower": lower, "top": not above}
            | {"pal": len(context.friends) > 1}
            | {"tops": run_of(context, mine) if above and lower is None else ()},
        )
    if honour is not None:
        yield brings_out(context, c, honour, facts)
    else:
        yield from lower_of_two(context, c)


def _probably_held(context: DecisionContext, out: int) -> int:
    """About how many of the trumps `out` of sight the others hold, where some cards lie aside: two at least, if out."""
    in_hands = sum(context.left[who] for who in context.known)
    return min(out, max(2, round(out * in_hands / max(1, sum(context.outstanding.values())))))


def _fall_together(context: DecisionContext, c: Card, mine: Cards) -> Iterator[Reason]:
    """All trumps out are above `c` and will fall on one another, and something better is kept for later."""
    above, others = context.higher_out(c), context.view.players - 1
    if (
        len(above) < (MANY_TRUMPS if others > 1 else 1)
        or len(above) < len(context.out_of_suit(c))
        or min(len(above), places(context, above)) > others * FEW_EACH
    ):
        return
    lower = [x for x in mine if x is not c and context.higher_out(x) and context.height(x) > context.height(c)]
    best = next((x for x in context.hand if x is not c and not context.higher_out(x)), None)
    kept = next((x for x in (*lower, *mine) if x is not c and context.height(x) > context.height(c)), best)
    if kept is not None and (others > 1 or kept in mine):
        facts = {"c": c, "n": len(above), "kept": kept, "trump": kept in mine, "alone": others == 1}
        yield Reason("fall_together", facts | {"top": kept in mine and not context.higher_out(kept)})


def _lower_trump(context: DecisionContext, c: Card) -> Card | None:
    """The other choice, if it is a trump that more of those out are above: then it draws them less well."""
    other = context.other_card
    if other is None or not context.trick.is_trump(other):
        return None
    return other if len(context.higher_out(other)) > len(context.higher_out(c)) else None


def _guards(context: DecisionContext) -> Cards:
    """The winners to protect from ruffs: the best cards of plain suits, or the second best of a long one."""
    v = context.trick
    plain = [x for x in context.hand if not v.is_trump(x)]
    best = tuple(x for x in plain if not context.higher_out(x))
    long = [x for x in plain if len(context.of_suit(v.order.suit[x])) >= LONG and len(context.higher_out(x)) == 1]
    return best or tuple(sorted(long, key=lambda x: -context.height(x))[:1])
