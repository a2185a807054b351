"""Reasons in games, and contracts, in which tricks do harm: how a trick is lost, or with what it is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.avoiding.leads import leading_to_lose
from tutor.advice.reasons.avoiding.paid_cards import forced_out, paid_to_others
from tutor.advice.reasons.avoiding.thrown import level, throwing, unloaded
from tutor.advice.reasons.avoiding.ways_out import (
    EVEN,
    SAFE,
    STUCK,
    all_can_follow,
    cannot_win,
    costs,
    danger,
    dear_below,
    low_over,
    nobody_goes_above,
    price,
    shown_below,
    stakes,
    taken,
    way_out,
)
from tutor.advice.reasons.context import DecisionContext, Reason, Role, count_text
from tutor.kernel.events import TRICK_WON

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

FINER: Final = 0.01
"""The least difference between two chances of having to take the trick by which the lower card is played."""
FEW: Final = 2
"""The most trumps above one with which it will probably have to win some time."""
NAMED: Final = 3
"""The most cards that are named to lose the lead with."""
MANY: Final = 4
"""The tricks with which one may well have won the most in the end."""


def avoiding(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """All reasons for the card, the most important first."""
    if context.policy.costs_are_all and not any(_still_costs(context)):
        yield Reason("nothing_costs", {"all": True}, decides=True, role=Role.LEVEL)
    elif context.policy.only_last_costs(context.state) and (cleared := tuple(_cleared(context, c))):
        yield from cleared
    elif _wins_all(context):
        yield Reason("wins_all", {"n": len(context.hand), "all": True}, decides=True, role=Role.LEVEL)
    elif over := tuple(_over(context, c)):
        yield from (one._replace(facts={**one.facts, "alone": False}) for one in unloaded(context, c))
        yield from over
    elif other := _alike(context, c):
        yield Reason("equals", {"c": c, "other": other, "all": False}, role=Role.LEVEL)
    elif context.other is None and (twins := context.equals(c)) and len(twins) == len(context.cards) - 1:
        yield Reason("equals", {"c": c, "other": twins[0], "all": True}, decides=True, role=Role.LEVEL)
    elif context.trick.trick:
        yield from tuple(unloaded(context, c)) or _answering(context, c)
        yield from _most(context, c)
    else:
        yield from leading_to_lose(context, c)
        yield from _most(context, c)


def _still_costs(context: DecisionContext) -> Iterator[bool]:
    """Whether each of the cards that are left, and of the tricks to come, costs anything."""
    left = (*context.hand, *context.outstanding, *context.trick.trick)
    yield from (bool(context.card_value(x)) for x in left)
    yield from (bool(context.policy.trick_cost(context.state, later)) for later in range(len(context.hand)))


def _wins_all(context: DecisionContext) -> bool:
    """Whether the lead is kept to the end, whatever is led, and nothing is paid for on the way."""
    paid = context.policy.paid_if_thrown(context.state)
    return not context.trick.trick and not paid and all(way_out(context, x).surely_wins for x in context.hand)


def _over(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """No card in hand can win a trick any more."""
    v, asked = context.trick, [x for x in (c, context.other_card) if x is not None]
    paid = context.policy.paid_if_thrown(context.state)
    if len(context.friends) > 1 or any(x in paid for x in context.hand):
        return
    if not all(cannot_win(context, x, led=False) for x in context.hand):
        return
    if any(v.beats(x) for x in context.cards) if v.trick else not all(cannot_win(context, x, led=True) for x in asked):
        return
    costly = tuple(x for x in context.hand if context.card_value(x) > 0)
    yield Reason(
        "never_wins", {"costly": costly, "n": len(context.hand), "all": not costly}, decides=True, role=Role.LEVEL
    )


def _cleared(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """A card that is harder to lose later goes while only the last trick costs anything, though it may win this one."""
    v, other = context.trick, context.other_card
    if other is None or other not in context.cards or (v.trick and not (v.follows(other) and v.beats(c))):
        return
    mine, theirs = way_out(context, c, kept=True), way_out(context, other, kept=True)
    if mine.risk > theirs.risk:
        last = context.policy.trick_cost(context.state, len(context.hand) - 1)
        yield Reason("clears", {"mine": mine, "theirs": theirs, "other": other, "last": last})


def _most(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """Having won the most tricks costs something in the end, and the other choice is likelier to win one more."""
    v, cost, other, left = context.trick, context.policy.cost_of_most, context.other_card, len(context.hand)
    if not cost or other is None or other not in context.cards:
        return
    won = dict(context.policy.tricks_won(context.state))
    own = won.pop(context.seat, 0)
    rival = max(won, key=won.__getitem__)
    if own + 1 < max(won[rival], MANY) or won[rival] + left < own:
        return
    first, then = (other, c) if v.trick and not v.follows(c) else (c, other)
    spared = v.beats(then) and not v.beats(first) if first is c and v.trick else _later(context, first, then)
    if spared:
        yield Reason("most_tricks", {"other": other, "n": cost, "own": own, "rival": rival, "won": won[rival]})


def _later(context: DecisionContext, c: Card, other: Card) -> bool:
    """Whether `c` is less likely to win a trick than `other`, now if it is led, or later."""
    return way_out(context, c).risk + FINER < way_out(context, other).risk


def _alike(context: DecisionContext, c: Card) -> Card | None:
    """The other choice, if it does and counts the same."""
    other = context.other_card
    if context.trick.trick or other is None or other is c or other not in context.cards:
        return context.equal_choice(c)
    alike = other in context.as_good(c) or c in context.as_good(other)
    return other if alike and context.card_value(c) == context.card_value(other) else None


# -- cards that answer -------------------------------------------------------------------------------------


def _answering(context: DecisionContext, c: Card) -> Iterator[Reason]:
    v, other = context.trick, context.other_card
    winners = tuple(x for x in context.cards if v.beats(x))
    foes = context.foes_to_play
    facts: dict[str, Any] = {"c": c, "best": v.best, "holder": v.holder, "last": not foes} | stakes(context)
    able = [foe for foe in foes if context.some_may_hold((foe,), *context.out_of_suit(v.trick[0]))]
    facts |= {"who": able[0] if len(able) == 1 else "", "void": () if able else foes}
    facts["flat"] = context.policy.trick_cost(context.state)
    if v.beats(c) and len(winners) == len(context.cards):
        yield from _taking(context, c, winners, facts)
    elif v.beats(c):
        yield from _taking_freely(context, c, facts)
    elif winners and (other is None or other in winners):
        best = other or max(winners, key=v.power.__getitem__)
        chance = taken(context, best)
        facts |= {"over": best, "price": price(context, best), "winners": winners}
        facts |= {"dear": dear_below(context, best), "early": all_can_follow(context, c)}
        facts |= {"danger": danger(context, best), "owed": paid_to_others(context, best)}
        facts |= forced_out(context, winners if other is None else (best,))
        losers = [context.card_value(x) for x in context.cards if not v.beats(x)]
        own = context.card_value(c)
        facts |= {"rid": own if own == max(losers) and (own > min(losers) or len(losers) == 1) else 0.0}
        facts["likely"] = chance.share(STUCK)
        facts |= {"suit_": v.order.suit[c], "any_other": _any_other(context, c, winners, last=not foes)}
        facts |= {"most": context.policy.cost_of_most, "fixed": not any(map(context.card_value, context.outstanding))}
        facts |= {"follows": v.follows(c), "lower": _kept_low(context, c), "safe_lead": bool(_exits(context, best))}
        yield Reason("ducks", facts | {"sure": nobody_goes_above(context, best)})
    elif v.follows(c):
        yield from _under(context, c, facts)
    else:
        yield from throwing(context, c, facts)


def _any_other(context: DecisionContext, c: Card, winners: Cards, *, last: bool) -> bool:
    """Whether each of several other cards takes the trick for certain and at the same price: all that may be played."""
    alike = len(winners) > 1 and len(winners) == len(context.cards) - 1
    alike = alike and context.trick.follows(c) and len(set(map(context.card_value, winners))) == 1
    return alike and (last or nobody_goes_above(context, min(winners, key=context.trick.power.__getitem__)))


def _kept_low(context: DecisionContext, c: Card) -> Cards:
    """The lower cards that stay below as `c` does, if it is the highest that does and they are not as good."""
    v, twins = context.trick, context.equals(c)
    under = [x for x in context.cards if x is not c and not v.beats(x) and v.follows(x)]
    highest = v.follows(c) and all(context.height(x) < context.height(c) for x in under if x not in twins)
    return tuple(x for x in under if x not in twins) if highest else ()


def _under(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """The card follows and stays below: the highest that does so, as it cannot win here."""
    v = context.trick
    under = [x for x in context.cards if not v.beats(x) and v.follows(x)]
    lower = tuple(x for x in under if context.height(x) < context.height(c))
    if lower and len(lower) == len(under) - 1:
        twins = context.equals(c)
        rest = tuple(x for x in lower if x not in twins)
        yield Reason("highest_loser", facts | {"lower": rest, "twins": twins, "all_lower": lower})


def _taking(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Which card is best where every card that may be played goes above the best so far."""
    v, low = context.trick, min(winners, key=context.trick.power.__getitem__)
    lower = tuple(x for x in winners if v.power[x] < v.power[c])
    lower = tuple(x for x in lower if context.higher_out(x)) or lower  # what nothing is above cannot stay below
    higher = [x for x in winners if v.power[x] > v.power[c]]
    chance = taken(context, low)
    facts = facts | {
        "low": low,
        "lower": lower,
        "below": context.below_out(low)[::-1],
        "trump": context.trick.is_trump(low),
    }
    near = context.as_good(c)
    facts["higher"] = tuple(x for x in higher if x not in near or costs(context, x) > costs(context, c))
    under = dear_below(context, c)
    facts["dear"] = under if under not in facts["below"] else None
    facts["suit_"], certain, other = v.order.suit[c], chance.held == chance.deals, context.other_card
    dear = dear_below(context, other) if other in higher and other is not None else None
    if chance.share(EVEN) and lower and all(x in near or costs(context, x) > costs(context, c) for x in higher):
        named = {"other": other} if other in winners else {}  # it costs more, is as good, or one of those that are kept
        facts |= {"higher": (other,)} if other in facts["higher"] else {}
        paid = context.policy.paid_if_thrown(context.state)
        facts["waits"] = len(lower) == 1 and lower[0] in paid
        facts["can"] = not nobody_goes_above(context, low)
        facts["kept"] = tuple(x for x in lower if not context.are_equal(c, x))[-3:]  # an equal is of no more use
        more = costs(context, other) - costs(context, c) if other in winners and other is not None else 0.0
        facts |= {"dearer": other if more > 0 else "", "more": count_text(max(0, more))}
        yield Reason("takes_high", facts | {"sure": certain} | chance._asdict() | named)
    elif other in higher and other is not None and costs(context, other) > costs(context, c):
        if c is low and not facts["last"] and not chance.share(STUCK):
            yield low_over(context, c, winners, facts)
        yield from _cheaper(context, c, other, facts)
    elif dear is not None and context.height(dear) > context.height(c):
        yield Reason("under_dear", facts | {"other": other, "dear": dear} | shown_below(context, c, dear))
    elif c is low and len(winners) > 1 and (not chance.share(STUCK) or _less_likely(context, c, other)):
        yield low_over(context, c, winners, facts)
    elif other in lower and other is not None:
        yield from _rather_than_lower(context, c, other, facts)
    elif other is not None and v.beats(other) and v.order.suit[other] != v.order.suit[c]:
        yield level(context, way_out(context, c), way_out(context, other))


def _rather_than_lower(context: DecisionContext, c: Card, other: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """Of two cards that beat the best so far the lower is better to lose with later."""
    chance, above, later = taken(context, c), context.higher_out(c), way_out(context, other, kept=True)
    now = {"mine": way_out(context, c), "kept": later, "price": price(context, c)}
    if chance.held <= SAFE * chance.deals:
        if above and later.risk <= SAFE:
            yield Reason("takes_now", facts | now | {"likely": True})
    elif above:
        yield Reason("parts_high", facts | {"other": other, "above": above[::-1]})
    elif later.risk <= SAFE:
        yield Reason("takes_now", facts | now | {"likely": False})
    elif context.trick.order.suit[other] != context.trick.order.suit[c]:
        yield level(context, way_out(context, c), way_out(context, other))


def _cheaper(context: DecisionContext, c: Card, other: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """Of two cards that beat the best so far the higher costs more if it wins."""
    if costs(context, other) > costs(context, c):
        more = context.card_value(other) - context.card_value(c)
        yield Reason("takes_cheap", facts | {"sure": nobody_goes_above(context, c), "other": other, "more": more})


def _taking_freely(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """The card goes above the best so far, though another stays below: while the trick costs little."""
    other, now = context.other_card, price(context, c)
    if other is None:
        return
    if context.trick.beats(other):
        above, more = context.higher_out(c), context.higher_out(other)
        if context.trick.order.suit[c] == context.trick.order.suit[other] and len(above) >= len(more):
            yield from _cheaper(context, c, other, facts)
    elif facts["last"] and _free(context):
        yield Reason("takes_free", {"c": c, "most": context.policy.cost_of_most})
    elif context.trick.follows(other):
        kept, mine = way_out(context, other, kept=True), way_out(context, c)
        facts |= {"mine": mine, "price": now}
        if kept.risk <= SAFE:
            yield Reason("takes_now", facts | {"kept": kept, "likely": not facts["last"] and mine.risk < EVEN})
        elif mine.risk >= STUCK and now <= facts["flat"]:
            yield Reason("takes_early", facts)
    else:
        yield from _trumping_early(context, c, facts | {"price": now})


def _trumping_early(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """A trump that few are above takes a dear trick while there are cards to lose the lead with, if deals say so."""
    ahead = context.sampled.clearly_ahead
    if not ahead or not context.trick.is_trump(c) or len(context.higher_out(c)) > FEW:
        return
    if exits := _exits(context, c):
        yield Reason("takes_with_exits", facts | {"mine": way_out(context, c), "exits": exits})


def _exits(context: DecisionContext, c: Card) -> Cards:
    """The cards with which the lead can probably be lost after `c`."""
    rest = (way_out(context, x, kept=True) for x in context.hand if x is not c)
    return tuple(out.card for out in sorted(rest, key=lambda out: out.risk) if out.risk <= SAFE and out.above)[:NAMED]


def _free(context: DecisionContext) -> bool:
    """Whether the trick that the move completes costs its winner nothing."""
    events = context.phase.act(context.state, context.seat, context.move).events
    won = any(event.what == TRICK_WON and event.facts.get("points") == 0 for event in events)
    return won and not context.policy.trick_cost(context.state)


def _less_likely(context: DecisionContext, c: Card, other: Card | None) -> bool:
    """Whether `c` is less likely to take the trick on the table than `other`, which would as well."""
    if other is None or not context.trick.beats(other):
        return False
    mine, theirs = taken(context, c), taken(context, other)
    return bool(mine.deals and theirs.deals) and mine.held / mine.deals + FINER <= theirs.held / theirs.deals
