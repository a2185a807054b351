"""Reasons for leads of cards that win for certain, or as good as that: in which order they are played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.advice.reasons.context import DecisionContext, Reason, count_text
from tutor.advice.reasons.leads.falling import HOPED, drawn_by, falls, may_fall, may_fall_under, must_fall
from tutor.advice.reasons.leads.low_cards import better_entry, longer_first
from tutor.advice.reasons.leads.shown import only_void
from tutor.kernel.view_types import RankedTrickView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

LONG: Final = 4
"""Cards that make a suit long."""
EVEN: Final = 0.55
"""The share of deals from which on a card that others may beat is worth leading."""
NAMED: Final = 3
"""The most cards above the one for the last trick that are named."""
RISKED: Final = 0.25
"""The same for the highest card of a suit, which will not get safer."""


def always_wins(context: DecisionContext, c: Card) -> bool:
    """Whether `c`, led now, wins whatever the others hold: nothing is above it, and nobody against can trump it."""
    return not context.higher_out(c) and (context.trick.is_trump(c) or not context.foes_with_trumps)


def rest_is_own(context: DecisionContext) -> bool:
    """Whether no card of the hand can be beaten any more, so that the leader wins all tricks that are left."""
    v = context.trick
    plain = any(not v.is_trump(c) for c in context.hand)
    return all(not context.higher_out(c) for c in context.hand) and not (plain and context.trumps_out)


def only_loser(context: DecisionContext) -> Iterator[Reason]:
    """One card out beats every card of the hand and no other beats any: it takes one trick, whatever is led.

    Not where cards count: it then makes a difference which of them is lost.
    """
    above = {x for c in context.hand for x in context.threats(c)}
    if len(above) != 1 or len(context.hand) < 2 or context.cards_count:
        return
    (best,) = above
    if context.outstanding[best] == 1 and all(best in context.threats(c) for c in context.hand):
        yield Reason("one_above", {"c": context.card, "above": best}, decides=True)


# -- one sure winner or another ----------------------------------------------------------------------------


def in_order(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Both cards win for certain: what speaks for this one first, or that the order does not matter."""
    sure = tuple(
        x for x in context.cards if x in (c, other) or (always_wins(context, x) and context.card_value(x) >= 0)
    )
    facts: dict[str, Any] = {"c": c, "other": other, "sure": sure, "suit_": context.trick.order.suit[c]}
    facts |= {
        "catches": None,
        "then": None,
        "both": False,
        "each": None,
        "must": False,
        "run": (),
        "all": False,
        "stopper": None,
        "stops": "",
        "long": (),
        "longer": False,
        "later": False,
        "fall": (),
        "last": None,
        "over": (),
        "bonus": 0,
        "entry": "",
        "trump": context.trick.is_trump(c),
    }
    facts["draws"] = all(map(context.trick.is_trump, (c, other))) and bool(context.foes_with_trumps)
    here, there = _brings(context, c), _brings(context, other)
    must, later_must = (must_fall(context, y, x) for x, y in ((here.catches, c), (there.catches, other)))
    facts |= {"tops": drawn_by(context, c), "their_tops": drawn_by(context, other)}
    if here.catches and (not there.catches or must > later_must):
        facts |= {"catches": here.catches, "then": here.then, "must": must}
    elif here.catches and here.catches != there.catches and must == later_must:
        facts |= {"catches": here.catches, "each": there.catches, "must": must}
    elif len(here.run) > max(1, len(there.run)) and (facts["trump"] or not context.foes_with_trumps):
        facts |= {"run": here.run, "all": here.clears}
    elif (lower := long_suit_first(context, c, other)) and not facts["draws"]:
        facts |= {"long": lower, "above": context.higher_out(lower[0])}
    elif _stops(context, other) and not context.out_of_suit(c) and not context.trick.is_trump(c):
        facts |= {"stopper": other, "stops": context.trick.order.suit[other]}
    elif context.sampled.clearly_ahead:
        apart = _apart(context, c, other)
        if not apart:
            return
        facts |= apart
    elif there.catches:
        both = here.catches == there.catches
        facts |= {"catches": there.catches, "then": there.then, "both": both, "later": not both, "must": later_must}
    else:
        facts |= _last_trick(context, c, other) or _more_falls(context, c, other)
    yield Reason("both_win", facts | _stake_under(context, c, other), decides=True)


def _last_trick(context: DecisionContext, c: Card, other: Card) -> dict[str, Any]:
    """Facts: the only other card takes the `last` trick, which counts more, once what is `over` it has gone."""
    left = [x for x in context.hand if x not in (c, other)]
    if len(left) != 1 or not context.policy.last_trick or context.foes_with_trumps:
        return {}
    over = context.higher_out(left[0])
    return {"last": left[0], "over": over, "bonus": int(context.policy.last_trick)} if 0 < len(over) <= NAMED else {}


def _stake_under(context: DecisionContext, c: Card, other: Card) -> dict[str, Any]:
    """Facts: one of the few cards that count which may fall `under` one of two sure winners; empty if there is none."""
    stake = max(context.outstanding, key=context.card_value, default=c)
    under = [x for x in (c, other) if stake in context.out_of_suit(x)]
    if not context.few_count or context.card_value(stake) <= 0 or not under or not may_fall(context, stake):
        return {"stake": "", "under": (), "stake_must": False}
    falls = must_fall(context, under[0], stake)
    return {"stake": stake, "under": drawn_by(context, under[0]) if falls else under[:1], "stake_must": falls}


def _apart(context: DecisionContext, c: Card, other: Card) -> dict[str, Any]:
    """Facts: what speaks for the one of two sure winners that did better in sampled deals; empty if nothing does."""
    if better_entry(context, other, c):
        return {"entry": other, "its": context.trick.order.suit[other]}
    if lower := longer_first(context, c, other):
        return {"long": lower, "above": context.higher_out(lower[0]), "longer": True}
    return _more_falls(context, c, other)


def _more_falls(context: DecisionContext, c: Card, other: Card) -> dict[str, Any]:
    """Facts: what counts and may fall under this one of two sure winners, if that is more than under the other."""
    more = _count_out(context, c) > _count_out(context, other) and not equal(context, c, other)
    return {"fall": may_fall_under(context, c)} if more else {}


class _Brings(NamedTuple):
    """What a sure winner does besides winning: a card that it may catch, what that sets free, and what comes after."""

    catches: Card | None
    then: Card | None
    run: Cards
    clears: bool


def _brings(context: DecisionContext, c: Card) -> _Brings:
    mine = context.of_suit(context.trick.order.suit[c])
    run = tuple(x for x in mine if not context.higher_out(x))
    then = next((x for x in mine if context.higher_out(x)), None) if run else None
    between = context.higher_out(then) if then is not None else ()
    if c in run and len(between) == 1 and may_fall(context, between[0]):
        return _Brings(between[0], then, run, clears=False)
    out = context.out_of_suit(c)
    return _Brings(None, None, run, clears=then is not None and len(run) >= len(out))


def long_suit_first(context: DecisionContext, c: Card, other: Card) -> Cards:
    """The own cards below the sure winner `c` that may be set up, if its suit is long and that of `other` shorter.

    What is above them has to go on the sure winners, or one by one as often as others of these get back in.
    """
    suit = context.trick.order.suit
    mine, its = context.of_suit(suit[c]), context.of_suit(suit[other])
    lower = tuple(x for x in mine if context.higher_out(x))
    few, run = len(context.higher_out(lower[0])) if lower else 0, len(mine) - len(lower)
    back = sum(suit[x] != suit[c] and always_wins(context, x) for x in context.cards)
    longer = len(mine) >= LONG and (len(mine) > len(its) or not any(context.higher_out(x) for x in its))
    return lower[:2] if longer and 0 < few <= run + back and few - run < len(lower) else ()


def _count_out(context: DecisionContext, c: Card) -> float:
    """What the cards of the suit of `c` that are out count together."""
    return sum(max(0.0, context.card_value(x)) for x in context.out_of_suit(c))


def _stops(context: DecisionContext, c: Card) -> bool:
    """Whether `c` keeps others from winning tricks in its suit: without it some of theirs would be high."""
    mine = context.of_suit(context.trick.order.suit[c])
    out = [x for x in context.out_of_suit(c) if context.some_may_hold(context.foes, x)]
    second = next((x for x in mine if x is not c), None)
    return bool(out) and (second is None or bool(context.higher_out(second)))


def dearer_first(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Both cards are as high and more likely than not to win, and this one counts more."""
    suit = context.trick.order.suit
    if context.card_value(c) <= context.card_value(other):
        return
    if not equal(context, c, other) or context.trick.is_trump(c) or draws_last(context):
        return  # neither can be lost, or both are safe once the last trump is gone
    facts = {"c": c, "other": other, "suit_": suit[c], "late": False}
    lower = len(context.out_of_suit(c)) > len(context.higher_out(c))
    if context.holds.share(EVEN):
        yield Reason("dearer_first", facts | {"risky": False}, decides=True)
    elif not context.higher_out(c) and context.out_of_suit(c) and context.holds.share(RISKED):
        yield Reason("dearer_first", facts | {"risky": True})
    elif lower and context.foes_with_trumps and len(context.state.seats) == 2:
        yield Reason("dearer_first", facts | {"risky": True, "late": True})


def cheaper_equal(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Both cards are as high and may be beaten, and this one counts less."""
    n = len(context.threats(other))
    if context.card_value(c) < context.card_value(other) and n:
        above = context.higher_out(other)
        facts = {"c": c, "other": other, "worth": count_text(context.card_value(other)), "n": n}
        held = ((who, x) for who in context.foes_to_play for x in context.known[who] if x in above)
        facts["has"], facts["known"] = next(held, ("", ""))
        yield Reason("cheaper_equal", facts | {"above": above[0] if len(above) == 1 else None})


def equal(context: DecisionContext, c: Card, other: Card) -> bool:
    """Whether no card out of sight lies between two cards of a suit."""
    return c in context.as_good(other) or other in context.as_good(c)


def draws_last(context: DecisionContext) -> Card | None:
    """An own trump that draws the only one that is out; None if there is no such trump."""
    v = context.trick
    if context.trumps_out != 1 or not context.foes_with_trumps:
        return None
    return next((x for x in context.cards if v.is_trump(x) and not context.higher_out(x)), None)


def too_early_or_late(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The other choice is the best card of a plain suit: somebody can probably trump it, or it may catch a dear one."""
    other, v = context.other_card, context.trick
    if other is None or v.is_trump(other) or context.higher_out(other) or not context.foes_with_trumps:
        return
    if context.card_value(c) > context.card_value(other) or other in context.of_suit(v.order.suit[c]):
        return
    out, stands = context.out_of_suit(other), context.exchanged().holds
    facts = {"c": c, "other": other, "n": len(out), "suit_": v.order.suit[other], "out": context.trumps_out}
    dear = max((x for x in out if context.some_may_hold(context.foes, x)), key=context.card_value, default=None)
    if 2 * stands.held < stands.deals and len(out) <= context.view.players:
        facts |= context.last_foe | {"void": only_void(context, other)}
        yield Reason("too_late", facts | _as_late(context, c, len(out)))
    elif dear and context.counts_much(dear):
        yield Reason("waits_to_catch", facts | {"dear": dear, "worth": count_text(context.card_value(dear))})


def _as_late(context: DecisionContext, c: Card, n: int) -> dict[str, Any]:
    """Facts: `alike` says that few can follow to `c` too, and so it is as likely to be trumped as a card of `n` others.

    `hope` is then the only card above it, if a partner may have that.
    """
    v, out, above = context.trick, context.out_of_suit(c), context.higher_out(c)
    facts: dict[str, Any] = {"alike": False, "few": len(out), "its": v.order.suit[c], "hope": ""}
    if v.is_trump(c) or len(out) > max(n, len(context.foes_to_play) - 1):
        return facts
    hope = above[0] if len(above) == 1 and context.some_may_hold(context.partners_to_play, above[0]) else ""
    return facts | {"alike": True, "hope": hope}


def before_trumps(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """No suit is trumps yet, another choice would name one, and this card wins for certain as long as there is none.

    Whoever wins is on lead again and may name trumps then.
    """
    v, other = context.trick, context.other or next((move for move in context.moves if move.word), None)
    if other is None or not other.word or v.trumps or context.higher_out(c) or len(context.hand) < 3:
        return
    then: Any = context.after(other)
    seen = context.phase.see(then, context.seat)
    if isinstance(seen, RankedTrickView) and seen.trumps and not seen.is_trump(c):
        sure = tuple(x for x in context.cards if not context.higher_out(x) and not seen.is_trump(x))
        yield Reason("before_trumps", {"c": c, "sure": sure}, decides=True)


def catches(context: DecisionContext, c: Card, *told: Card) -> Iterator[Reason]:
    """A card that counts much may have to be played on `c`, the highest of its suit; not one that is `told` already."""
    dear = max(context.out_of_suit(c), key=context.card_value, default=None)
    if dear is None or dear in told or not context.counts_much(dear):
        return
    if not context.higher_out(c) and may_fall(context, dear):
        facts = {"c": c, "dear": dear, "worth": count_text(context.card_value(dear)), "tops": drawn_by(context, c)}
        yield Reason("may_catch", facts | {"must": must_fall(context, c, dear)})


def clears_way(context: DecisionContext, c: Card, mine: Cards) -> Iterator[Reason]:
    """The only card out of sight between `c` and another own card may fall under it; without trumps two may."""
    then = next((x for x in mine if context.height(x) < context.height(c) and context.higher_out(x)), None)
    between = context.higher_out(then) if then is not None else ()
    safe = context.trick.is_trump(c) or not context.foes_with_trumps
    most = min(2, context.view.players - 1) if safe else 1
    tops = drawn_by(context, c)
    if 0 < len(between) <= most and all(may_fall(context, x) for x in between):
        if len(between) > 1 and not falls(context, between, len(tops)).share(HOPED):
            return
        facts = {"c": c, "between": between, "then": then, "must": must_fall(context, c, *between), "tops": tops}
        yield Reason("clears_way", facts)
