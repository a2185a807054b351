"""Reasons for leading from one plain suit and not from another: who can follow, and what grows in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import LAST, DecisionContext, Reason
from tutor.advice.reasons.leads.shown import must_be_void, must_trump
from tutor.kernel.playout import allowed
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

MANY: Final = 4
"""The fewest cards of a suit that make it long."""
FEW: Final = 2
"""The most cards above one that is worth waiting for."""
SOON: Final = 6
"""The most cards in hand when a winner may never be led to once the lead is gone."""


def suit_choice(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """Why the suit of `c` is led and not that of the other choice, or, where that is a trump, the best other suit.

    In that one an opponent has to be out of cards, so that he can trump it, and in this one nobody has to.
    """
    rival = _rival(context, c)
    if rival is None or must_be_void(context, c) or context.void_foes(c) or not must_be_void(context, rival):
        return
    suit = context.trick.order.suit
    facts: dict[str, Any] = {"c": c, "rival": rival, "suit_": suit[c], "its": suit[rival]}
    facts |= {"n": len(context.out_of_suit(c)), "m": len(context.out_of_suit(rival)), "other": context.other_card}
    yield Reason("may_follow", facts)


def _rival(context: DecisionContext, c: Card) -> Card | None:
    """The other choice, if it is of another plain suit; else the own card of another plain suit that fewest beat."""
    v, other = context.trick, context.other_card
    suit = v.order.suit
    if other is not None and not v.is_trump(other):
        return other if suit[other] != suit[c] and context.higher_out(other) else None
    plain = [x for x in context.cards if not v.is_trump(x) and suit[x] != suit[c]]
    return min(plain, key=lambda x: (len(context.higher_out(x)), -context.height(x)), default=None)


def forces_length(context: DecisionContext, c: Card, mine: Cards) -> Iterator[Reason]:
    """The long suit is led beside many trumps: others run out of it and have to spend theirs; the rival is shorter."""
    v, other = context.trick, context.other_card
    trumps, suit = sum(map(v.is_trump, context.hand)), v.order.suit
    if other is None or v.is_trump(other) or suit[other] == suit[c] or not context.foes_with_trumps:
        return
    if trumps >= MANY and len(mine) >= MANY and len(mine) > len(context.of_suit(suit[other])):
        yield Reason("forces_length", {"c": c, "suit_": suit[c], "n": len(mine), "trumps": trumps})


def grows(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """A higher own card of the suit becomes the best one when the one or two above it are spent on such leads.

    Not where an opponent is known to have none of the suit, and may trump it.
    """
    honour, above = mine[0], context.higher_out(mine[0])
    if context.void_foes(c):
        return
    last = len(context.out_of_suit(c)) == len(above)
    forced = len(above) == 1 and must_head(context, c, above[0])
    if c is honour or not 0 < len(above) <= FEW or len(mine) < len(above) + (1 if last or forced else 2):
        return
    found = facts | {"honour": honour, "above": above, "last": last, "top": ""}
    also = () if forced else context.between(c, honour)
    pals = [who for who in context.partners_to_play if context.some_may_hold((who,), *also, *above)]
    found |= {"trumps": bool(context.foes_with_trumps), "forced": forced, "also": also, "ally": next(iter(pals), "")}
    yield Reason("grows", found | _from_the_top(context, c))


def _from_the_top(context: DecisionContext, c: Card) -> dict[str, Any]:
    """Facts: of the suit of `other`, a low card, one would rather lead `top`, as the next is as good; else empty."""
    other, suit = context.other_card, context.trick.order.suit
    if other is None or suit[other] == suit[c]:
        return {}
    mine = context.of_suit(suit[other])
    if len(mine) < 3 or other in mine[:2] or not 0 < len(context.higher_out(mine[0])) <= FEW:
        return {}
    same = context.higher_out(mine[0]) == context.higher_out(mine[1])
    return {"top": mine[0], "other": other, "its": suit[other]} if same else {}


def feeds_stake(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """One of the few cards that count is out in the suit of the other choice, which may be beaten, and not in this."""
    other, worth = context.other_card, context.card_value
    if other is None or context.trick.is_trump(other) or not context.few_count:
        return
    stake = max(context.out_of_suit(other), key=worth, default=other)
    above = [x for x in context.higher_out(other) if x is not stake]
    if worth(stake) <= 0 or stake is other or not above or stake in context.out_of_suit(c):
        return
    who = context.partners_to_play
    facts = {"c": c, "other": other, "stake": stake, "worth": worth(stake), "above": tuple(above[:3])}
    yield Reason("feeds_stake", facts | {"many": len(above) > 1, "who": who[0] if len(who) == 1 else ""})


def cash_now(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """This card wins now for certain, and nothing brings the lead back if the other loses it: later it may not win."""
    other, suit = context.other_card, context.trick.order.suit
    if other is None or other is c or not context.foes_to_play or suit[other] == suit[c] or len(context.hand) > SOON:
        return
    above = context.higher_out(other)
    gone = set(above if len(above) == 1 else ())  # if the other is beaten, it is by this one
    rest = (x for x in context.hand if x is not other and suit[x] != suit[c])
    if above and not any(gone.issuperset(context.higher_out(x)) for x in rest):
        run = tuple(x for x in context.of_suit(suit[c]) if not context.higher_out(x))
        yield Reason("cash_now", {"c": c, "other": other, "above": above, "suit_": suit[c], "run": run})


def must_head(context: DecisionContext, c: Card, above: Card) -> bool:
    """Whether the rules make a player who holds `above` play it on `c`, whatever else of its suit that player holds."""
    table, phase = context.trick.facing((c,), context.seat), context.phase
    held = (table.holding((above, x)) for x in context.out_of_suit(c) if x is not above)
    return all(len(allowed(phase, then)) == 1 for then in held)


def loser_first(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The other choice is a trump, and those left are all in the own hand: they win later as well."""
    other, v = context.other_card, context.trick
    if other is None or not v.is_trump(other) or any(map(v.is_trump, context.outstanding)) or len(context.hand) <= LAST:
        return
    trumps, pairs = tuple(x for x in context.hand if v.is_trump(x)), policy_of(context.game).pairs(context.state) or ()
    if any(all(x in context.outstanding for x in two) for two in pairs):
        return  # somebody may still make another suit trumps
    yield Reason("loser_first", {"c": c, "other": other, "trumps": trumps, "suit_": v.order.suit[c]})


def nobody_follows(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """No opponent still to play has any of the suit, so only a trump beats `c`; the other choice falls to more.

    Not where one of them may have a trump, and has to play it then.
    """
    other, foes = context.other_card, context.foes_to_play
    if other is None or not foes or context.trick.is_trump(other) or not context.higher_out(c):
        return
    above = [x for x in context.higher_out(other) if context.some_may_hold(foes, x)]
    if any(who in foes and must_trump(context, who, context.trick.order.suit[c]) for who in context.foes_with_trumps):
        return
    if above and not context.some_may_hold(foes, *context.out_of_suit(c)):
        facts = {"c": c, "other": other, "above": above, "suit_": context.trick.order.suit[c]}
        facts["trumps"] = bool(context.trick.trumps)
        yield Reason("nobody_follows", facts | {"who": foes[0] if len(foes) == 1 else ""})


def dear_trump(context: DecisionContext) -> Card | str:
    """An own trump that counts much and may be lost if it is led; empty if there is none."""
    trumps = [x for x in context.hand if context.trick.is_trump(x) and context.higher_out(x)]
    dear = max(trumps, key=context.card_value, default=None)
    return dear if dear is not None and context.counts_much(dear) else ""


def leaves_guarded(context: DecisionContext, c: Card, suit: str) -> Iterator[Reason]:
    """A suit that is not opened has a high card that is worth more if others lead it; this one has none.

    It is told of the suit of the other choice, or of one that neither choice opens.
    """
    if _top(context, suit) is not None:
        return
    v, other = context.trick, context.other_card
    suits = dict.fromkeys(v.order.suit[x] for x in context.hand if not v.is_trump(x) and v.order.suit[x] != suit)
    kept = {s: top for s in suits if (top := _top(context, s)) is not None}
    spared = "" if other is None or v.is_trump(other) else v.order.suit[other]
    cheap = context.card_value(c) <= min(map(context.card_value, context.cards))
    worth = cheap and context.is_lowest(c) and len(context.of_suit(suit)) > 1 and len(context.higher_out(c)) > FEW
    if spared in kept:
        facts = {"c": c, "kept": kept[spared], "suit_": spared, "safe": worth}
        yield Reason("leaves_guarded", facts | {"above": context.higher_out(kept[spared]), "other": other})
    elif kept and (other is None or (not v.is_trump(other) and context.higher_out(other))):
        s, top = next(iter(kept.items()))
        facts = {"c": c, "kept": top, "suit_": s, "safe": worth, "above": context.higher_out(top)}
        yield Reason("leaves_guarded", facts)


def leaves_tenace(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The other choice opens a suit of which the hand has the highest cards, a gap of as many cards, and the next."""
    v, other = context.trick, context.other_card
    suit = v.order.suit
    if other is None or v.is_trump(other) or suit[other] == suit[c] or not context.higher_out(c):
        return
    mine = context.of_suit(suit[other])
    top, second = mine[0], next((x for x in mine if context.higher_out(x)), None)
    over = tuple(x for x in context.higher_out(second) if context.some_may_hold(context.foes, x)) if second else ()
    if second is None or context.higher_out(top) or not 0 < len(over) == len(context.higher_out(second)) <= FEW:
        return
    run = context.top_run(suit[other])
    if len(run) == len(over):  # with more of them those between probably fall to these
        facts = {"c": c, "other": other, "held": (*run, second), "over": over, "suit_": suit[other]}
        yield Reason("leaves_tenace", facts)


def _top(context: DecisionContext, suit: str) -> Card | None:
    """The highest own card of a suit, if few of opponents are above it and others are likely to lead the suit."""
    mine = context.of_suit(suit)
    if len(mine) < 2 or context.trick.is_trump(mine[0]) or not 0 < len(context.higher_out(mine[0])) <= FEW:
        return None
    if not context.some_may_hold(context.foes, *context.higher_out(mine[0])):
        return None
    order = context.trick.order.suit
    lower = [context.height(x) < context.height(mine[0]) for x in order if order[x] == suit]
    many = len(context.out_of_suit(mine[0])) >= max(FEW, len(mine) - 1)
    return mine[0] if many and 2 * sum(lower) >= len(lower) else None


def keeps_harder(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """Two cards are left, and the one kept for the last trick is harder to beat, and beats what may be led."""
    other = context.other_card
    if other is None or len(context.hand) != 2 or other is c or other not in context.hand:
        return
    over, above = context.threats(other), context.threats(c)
    if any(x in above and context.holder_of(x) in context.foes for x in over):
        return  # that card beats whichever of them it meets
    if 0 < len(over) < len(above) and (context.trick.is_trump(other) or context.below_out(other)):
        facts: dict[str, Any] = {"c": c, "other": other, "n": len(over), "more": len(above)}
        gap = tuple(x for x in above if x not in over)
        facts["gap"] = gap if len(gap) <= FEW else ()
        yield Reason("keeps_harder", facts | {"bonus": int(context.policy.last_trick)})
