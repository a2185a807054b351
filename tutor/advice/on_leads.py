"""Reasons for a card that is led to a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.context import DecisionContext, Reason
from tutor.advice.standing import (
    as_good,
    count_text,
    foes_with_trumps,
    frees_to_throw,
    frees_to_trump,
    gave_dear,
    guarded_top,
    height,
    higher_out,
    holds,
    last_foe,
    of_suit,
    out_of_suit,
    ruffed_by_friend,
    taken_by_friend,
    threats,
    trumps_out,
    void_foes,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.cards import Card, Cards

PROBABLE: Final = 0.65
"""The share of deals from which on something is told as probable."""
BETTER: Final = 0.1
"""The least lead over the other choice, in the share of deals, by which the same reason still speaks for the card."""
ABOVE: Final = 2
"""The most higher cards out of sight that are worth bringing out."""
LONG: Final = 4
"""Cards that make a suit long."""
MANY_TRUMPS: Final = 3
"""Trumps that are enough to draw others', if there is something to protect."""
ANY_ORDER: Final = frozenset({"master", "last_of_suit", "nobody_trumps", "nobody_can"})
"""Reasons that say of a lead that it wins for certain."""


def leading(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """All reasons for leading `c` that do not hold for the other choice as well, the most important first."""
    other = context.other_card
    if context.wants_tricks is not False and _rest_is_own(context):
        yield Reason("rest_yours", {"c": c, "trumps": bool(context.trick.trumps)}, decides=True)
        return
    own = tuple(_all(context, c))
    if context.other is None or other is None or other is c or other not in context.cards:
        yield from own
        return
    yield from _dearer_first(context, c, other)
    if c in as_good(context, other) or other in as_good(context, c):
        yield from (reason for reason in own if reason.what == "spares_count")
        return
    theirs = {r.what: r for r in _all(context.exchanged(), other)}
    better = tuple(reason for reason in own if reason.what == "no_penalty")
    if not better and any(r.what in ANY_ORDER for r in own) and ANY_ORDER & theirs.keys():
        if context.sampled is None or not context.sampled.clearly_ahead:
            yield Reason("both_win", {"c": c, "other": other}, decides=True)
        return
    for reason in own:
        same = theirs.get(reason.what)
        if same is None or _share(reason) >= _share(same) + BETTER:
            yield reason


def _share(reason: Reason) -> float:
    """In which share of deals, or of cards, what the reason says holds; 0 if it counts none."""
    return float(reason.facts["held"] / reason.facts["deals"]) if reason.facts.get("deals") else 0.0


def _dearer_first(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Both cards are the best of their suit and will probably win, and this one counts more."""
    suit = context.trick.order.suit
    if context.wants_tricks is False or suit[c] != suit[other] or context.card_value(c) <= context.card_value(other):
        return
    if context.trick.is_trump(c):
        return  # neither can be lost
    if not higher_out(context, c) and not higher_out(context, other) and holds(context).share(PROBABLE):
        yield Reason("dearer_first", {"c": c, "other": other, "suit_": suit[c]}, decides=True)


def _rest_is_own(context: DecisionContext) -> bool:
    """Whether no card of the hand can be beaten any more, so that the leader wins all tricks that are left."""
    v = context.trick
    plain = any(not v.is_trump(c) for c in context.hand)
    return all(not higher_out(context, c) for c in context.hand) and not (plain and trumps_out(context))


def _all(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The reasons for leading `c`, whether or not they hold for the other choice too."""
    v = context.trick
    suit = v.order.suit[c]
    mine = of_suit(context, suit)
    facts = {"c": c, "suit_": suit, "n": len(mine), "out": trumps_out(context)}
    if context.wants_tricks is False:
        yield from _unwanted(context, c, mine, facts)
    elif v.is_trump(c):
        yield from _trump(context, c, mine, facts)
    elif not higher_out(context, c):
        yield from _highest(context, c, mine, facts)
    else:
        yield from _plain(context, c, mine, facts)


# -- where tricks do harm ----------------------------------------------------------------------------------


def _unwanted(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    above, other = higher_out(context, c), context.other_card
    lowest = len(mine) > 1 and c is mine[-1]
    out = len(out_of_suit(context, c))
    many = 2 * len(above) > out
    if above and not many and other is not None and not higher_out(context, other):
        yield Reason("may_lose_lead", facts | {"above": above, "other": other})
    if lowest and many and not _dearest(context, c):
        yield Reason("leads_low", facts | {"held": len(above), "deals": out})
    elif len(mine) == 1 and frees_to_throw(context, c):
        yield Reason("empties", {"c": c, "suit_": facts["suit_"]})
    elif len(mine) > 1 and not lowest:
        yield from _keeps_low(context, mine[-1], facts)


def _dearest(context: DecisionContext, c: Card) -> bool:
    """Whether `c` counts more than any other card in hand, so that to be above it does not hurt for its height."""
    worth = context.card_value(c)
    return bool(worth) and all(context.card_value(x) < worth for x in context.hand if x is not c)


def _keeps_low(context: DecisionContext, low: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """A lower card of the suit, which hardly any other is under, stays to lose the lead with."""
    above, out = len(higher_out(context, low)), len(out_of_suit(context, low))
    if above and out - above <= 1:
        yield Reason("keeps_low", facts | {"low": low, "n": above, "of": out})


# -- trumps ------------------------------------------------------------------------------------------------


def _trump(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """What a trump is led for: to protect winners, to bring out higher ones, to catch one that counts."""
    out, above = facts["out"], higher_out(context, c)
    if not out:
        yield Reason("master", facts | {"run": _run(context, mine), "trump": True})
        return
    guards, honour = _guards(context), _to_set_free(context, c, mine)
    many = len(mine) >= min(MANY_TRUMPS, out) if guards else not above and honour is None and len(mine) >= out
    if many and foes_with_trumps(context):
        yield Reason("draws_trumps", facts | {"guards": guards})
    if honour is not None:
        yield Reason("brings_out", facts | {"honour": honour, "above": higher_out(context, honour)})
    dear = max(out_of_suit(context, c), key=context.card_value)
    if not above and 2 * context.card_value(dear) >= max(map(context.card_value, context.game.pack.order)) > 0:
        yield Reason("may_catch", facts | {"dear": dear, "worth": count_text(context.card_value(dear))})


def _to_set_free(context: DecisionContext, c: Card, mine: Sequence[Card]) -> Card | None:
    """The own card of the suit that is the best one once the few above it are gone, which a lead of `c` brings out."""
    honour = next((x for x in mine if x is not c and 0 < len(higher_out(context, x)) <= ABOVE), None)
    if honour is None or len(mine) <= len(higher_out(context, honour)):
        return None
    return honour if height(context, c) < height(context, higher_out(context, honour)[-1]) else None


def _guards(context: DecisionContext) -> Cards:
    """The winners to protect from ruffs: the best cards of plain suits, or the second best of a long one."""
    v = context.trick
    plain = [x for x in context.hand if not v.is_trump(x)]
    best = tuple(x for x in plain if not higher_out(context, x))
    long = [x for x in plain if len(of_suit(context, v.order.suit[x])) >= LONG and len(higher_out(context, x)) == 1]
    return best or tuple(sorted(long, key=lambda x: -height(context, x))[:1])


# -- plain suits -------------------------------------------------------------------------------------------


def _highest(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Reasons for leading the best card of a plain suit."""
    armed = foes_with_trumps(context)
    if not out_of_suit(context, c) and armed:
        yield from _forces(context, c, facts)
    elif not out_of_suit(context, c):
        yield Reason("last_of_suit", facts | {"trumps": bool(context.trick.trumps)})
    elif not armed and facts["out"]:
        yield Reason("nobody_trumps", facts)
    elif not facts["out"]:
        yield Reason("master", facts | {"run": _run(context, mine), "trump": False})
    else:
        stands = holds(context)
        if stands.share(PROBABLE):
            yield Reason("high_in_suit", facts | last_foe(context) | stands._asdict())
    yield from _clears_way(context, c, mine)
    yield from _no_penalty(context, c)


def _clears_way(context: DecisionContext, c: Card, mine: Cards) -> Iterator[Reason]:
    """The only card out of sight between `c` and another own card may fall under it."""
    after = next((x for x in mine if higher_out(context, x)), None)
    if after is not None and len(between := higher_out(context, after)) == 1:
        yield Reason("clears_way", {"c": c, "between": between[0], "then": after})


def _run(context: DecisionContext, mine: Cards) -> Cards:
    """The own cards of the suit that no card out of sight is above."""
    return tuple(x for x in mine if not higher_out(context, x))


def _no_penalty(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """On the other choice, a winner too, others may throw a card that costs whoever takes it."""
    other = context.other_card
    if other is None or context.trick.is_trump(other) or higher_out(context, other):
        return
    costly = [min(out_of_suit(context, x), key=context.card_value, default=None) for x in (c, other)]
    ours, theirs = (0.0 if x is None else context.card_value(x) for x in costly)
    if theirs < 0 <= ours:
        yield Reason("no_penalty", {"c": c, "other": other, "costly": costly[1], "cost": count_text(-theirs)})


def _plain(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Reasons for leading a card of a plain suit that a higher one may beat."""
    suit, above = facts["suit_"], higher_out(context, c)
    ruffed = ruffed_by_friend(context, suit) if facts["out"] else None
    if ruffed is not None and ruffed.share(PROBABLE):
        yield Reason("partner_ruffs", facts | ruffed._asdict(), sampled=True)
        return
    touching = _touching(context, c, mine)
    if touching:
        good = len(_between(context, mine, c)) > len(above)
        yield Reason("sequence", facts | {"touching": touching, "above": above, "good": good})
        return
    likely = tuple(likely_won(context))
    yield from likely
    if any(reason.what in ("wins_often", "nobody_can") for reason in likely):
        return
    dear, honour = context.other_card, _to_set_free(context, c, mine)
    if dear in mine and dear is not honour and context.card_value(dear) > context.card_value(c):
        n, worth = len(threats(context, dear)), count_text(context.card_value(dear))
        if n:
            yield Reason("spares_count", {"c": c, "dear": dear, "worth": worth, "n": n})
    forced = tuple(_forces(context, c, facts))
    yield from forced
    if forced:
        return
    if honour is not None:
        yield Reason("brings_out", facts | {"honour": honour, "above": higher_out(context, honour)})
    elif len(mine) >= LONG and len(mine) == _longest(context) and not foes_with_trumps(context):
        yield Reason("from_length", facts)
    else:
        yield from _shortens(context, c, mine, facts)
    yield from _leaves_guarded(context, suit)


def _longest(context: DecisionContext) -> int:
    """The number of own cards of the longest suit that may be led."""
    suit = context.trick.order.suit
    return max(len(of_suit(context, suit[x])) for x in context.cards)


def _forces(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """An opponent has no card of the suit, and may spend a trump on one that counts little."""
    void, trumps = void_foes(context, c), sum(map(context.trick.is_trump, context.hand))
    cheap = context.card_value(c) <= min(map(context.card_value, context.cards))
    if not cheap or not trumps or trumps < min(2, facts["out"]):
        return
    if void:
        yield Reason("forces", facts | {"who": "" if len(void) > 1 else void[0]})
    elif dear := gave_dear(context, c):
        who = max(dear, key=lambda foe: context.card_value(dear[foe]))
        yield Reason("forces_probably", facts | {"who": who, "given": dear[who]})


def _shortens(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Few cards of the suit are left in hand, and what is led later can be trumped."""
    v = context.trick
    plain = [x for x in context.hand if not v.is_trump(x) and x not in mine]
    if len(mine) > 2 or not plain or len(out_of_suit(context, c)) < 2 or guarded_top(context, facts["suit_"]):
        return
    if len(mine) == 1 and frees_to_trump(context, c):
        yield Reason("singleton", facts)
    elif len(mine) == 2 and frees_to_trump(context, *mine):
        yield Reason("doubleton", facts)


def _leaves_guarded(context: DecisionContext, suit: str) -> Iterator[Reason]:
    """The other choice would open a suit in which a high card is worth more if others lead it."""
    other = context.other_card
    if other is None or context.trick.is_trump(other) or context.trick.order.suit[other] == suit:
        return
    kept = guarded_top(context, context.trick.order.suit[other])
    if kept is not None and guarded_top(context, suit) is None and len(out_of_suit(context, kept)) > ABOVE:
        facts = {"kept": kept, "above": higher_out(context, kept), "suit_": context.trick.order.suit[other]}
        yield Reason("leaves_guarded", facts)


def likely_won(context: DecisionContext) -> Iterator[Reason]:
    """The card probably wins, or a partner takes the trick."""
    wins = holds(context)
    if wins.held == wins.deals and context.trick.by_suit:
        yield Reason("nobody_can", {"c": context.card} | last_foe(context))
        return
    if wins.share(PROBABLE):
        yield Reason("wins_often", {"move": context.move} | wins._asdict(), sampled=True)
        return
    helped = taken_by_friend(context) if len(context.hand) > 1 else None
    if helped is not None and helped.share(PROBABLE):
        yield Reason("partner_takes", helped._asdict(), sampled=True)


def _touching(context: DecisionContext, c: Card, mine: Sequence[Card]) -> Card | None:
    """The next lower own card, if no unseen card lies between, few are above, and both are in the upper half."""
    following = next((x for x in mine if height(context, x) < height(context, c)), None)
    if following is None or not 0 < len(higher_out(context, c)) <= ABOVE:
        return None
    above, rest = higher_out(context, following), out_of_suit(context, c)
    touches = len(above) == len(higher_out(context, c))
    return following if touches and 2 * (len(rest) - len(above)) >= len(rest) else None


def _between(context: DecisionContext, mine: Sequence[Card], c: Card) -> Cards:
    """The own cards of the suit that are as good as `c`, itself among them."""
    above = len(higher_out(context, c))
    return tuple(x for x in mine if len(higher_out(context, x)) == above)
