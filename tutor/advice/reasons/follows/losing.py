"""Reasons for a card that does not take the trick of an opponent: what is kept, and what for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.outcomes import side_of_seat
from tutor.advice.reasons.context import LAST, DecisionContext, Reason, count_text
from tutor.advice.reasons.follows.above import hopes, may_catch
from tutor.advice.reasons.follows.discards import (
    catching,
    discarding,
    keeping_for_shown,
    last_bonus,
    no_trick_left,
    thrown,
)
from tutor.advice.reasons.follows.guards import penalty
from tutor.advice.reasons.follows.next_lead import lost_anyway, never_led
from tutor.advice.reasons.follows.taker import taker
from tutor.advice.reasons.follows.taking import LIKELY
from tutor.advice.reasons.ranks import race_facts, ties_best
from tutor.advice.reasons.trick_at_stake import enough_with_trick
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.seats import Seat

NAMED: Final = 3
"""The most cards that are named as those that may still be beaten, or that partner may take the trick with."""
FEW: Final = 2
"""The most cards that are named as those above one."""
CHANCE: Final = 0.2
"""The share of deals in which a partner takes the trick from which on a card that costs is kept out of it."""


def spared(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """The card loses the trick, though another legal card would win it so far."""
    v, other = context.trick, context.other_card
    partners = context.partners_to_play
    facts = facts | {"winners": winners, "suit_": v.order.suit[v.trick[0]]}
    hopeful = bool(partners) and (not v.by_suit or bool(hopes(context, partners[0])))
    last = v.by_suit and len(context.hand) == LAST
    shown = tuple(keeping_for_shown(context, c, other)) if last and other is not None and other in winners else ()
    if shown:
        yield from shown
    elif ties_best(context, c):
        kept = {"kept": other if other in winners else "", "partner": partners[0] if partners else ""}
        yield Reason("draws", facts | kept | race_facts(context))
    elif hopeful and (v.follows(c) or not v.by_suit):
        yield Reason("second_low", facts | _hopes(context, partners[0], winners))
    elif v.by_suit and winners == (other,) and v.is_trump(winners[0]) and not context.threats(other, among_hand=True):
        yield from () if v.follows(c) else discarding(context, c)  # that the highest trump is kept is said besides
    elif v.by_suit and not v.follows(c) and all(v.is_trump(x) for x in winners):
        facts |= {"partner": _ruffing_partner(context), "to_play": partners[0] if hopeful else ""}
        foes = context.foes_to_play
        beaten = any(context.some_may_hold(foes, x) for x in context.threats(winners[0]))
        facts |= {"held_back": v.is_trump(v.trick[0]), "beaten": beaten} | _overtrumped(context, winners)
        yield Reason("spares_trump", facts | _all_trumps(context))
        yield from discarding(context, c)
        yield from voids(context, c)
    else:
        high = other if other in winners else winners[0]
        caught = (
            may_catch(context, v.best, high) if v.by_suit and v.best and v.follows(high) and v.follows(v.best) else ()
        )
        risky = other in winners and bool(context.foes_to_play) and not context.exchanged().holds.share(LIKELY)
        catch = caught if len(caught) <= NAMED else ()
        catch = catch or _dearer_caught(context, high)
        yield Reason(
            "saves", facts | {"catch": catch, "risky": other if risky else "", "vague": not catch and not risky}
        )


def _dearer_caught(context: DecisionContext, high: Card) -> Cards:
    """The dearest card that `high`, the best of its suit, may catch later, if it counts more than all of this trick."""
    lower = [x for x in context.below_out(high) if context.some_may_hold(context.foes, x)]
    dear = max(lower, key=context.card_value, default=high)
    lies = sum(map(context.card_value, context.trick.trick))
    return (dear,) if not context.higher_out(high) and context.card_value(dear) > max(0, lies) else ()


def _all_trumps(context: DecisionContext) -> dict[str, Any]:
    """Facts: whether nobody else may have a trump, and the points that lie in the trick, where cards count."""
    lie = sum(map(context.card_value, context.trick.trick))
    return {"all_trumps": not context.trumps_out, "counts": context.cards_count, "lie": lie}


def _overtrumped(context: DecisionContext, winners: Cards) -> dict[str, Any]:
    """Facts: an opponent still to play, `void` in the suit led, who holds higher trumps for certain, or may.

    They are above the other choice, or above the lowest of the trumps that would win so far. `top` is the best trump
    left, which stays in hand.
    """
    v, other = context.trick, context.other_card
    low = other if other in winners and other is not None else min(winners, key=v.power.__getitem__)
    facts: dict[str, Any] = {"void": "", "over": (), "low": low, "shown": False}
    facts["top"] = next((x for x in winners if x is not low and not context.threats(x, among_hand=True)), "")
    for who in () if v.is_trump(v.trick[0]) else context.foes_to_play:
        above = [x for x in context.threats(low) if v.is_trump(x) and context.may_hold(who, x)]
        if above and not any(context.may_hold(who, x) for x in context.out_of_suit(v.trick[0])):
            held = [x for x in above if context.holder_of(x) == who]
            return facts | {"void": who, "over": tuple(held or above)[:NAMED], "shown": bool(held)}
    return facts


def _hopes(context: DecisionContext, partner: Seat, winners: Cards) -> dict[str, Any]:
    """Facts: the cards with which a partner may still take the trick, and how good the winner that is kept is."""
    v, other = context.trick, context.other_card
    kept = other if other in winners else max(winners, key=v.power.__getitem__)
    above = context.higher_out(kept) if v.by_suit else ()
    able = hopes(context, partner)
    alone = context.next_seats == (partner,)
    facts = {
        "partner": partner,
        "kept": kept,
        "above": above,
        "alone": alone,
        "hopes": able if len(able) <= NAMED else (),
    }
    return facts | {"top": v.by_suit and not above and not context.as_good(kept), "few": 0 < len(above) <= FEW}


def _may_take(context: DecisionContext, partner: Seat, c: Card) -> bool:
    """Whether a partner may hold `c`, and take the trick with it as it stands."""
    return context.trick.beats(c) and context.may_hold(partner, c)


def _ruffing_partner(context: DecisionContext) -> Seat:
    """A partner still to play who has nothing of the suit led, and may trump; "" if there is none."""
    v = context.trick
    if v.is_trump(v.trick[0]):
        return ""
    suit, trumps = context.out_of_suit(v.trick[0]), [x for x in context.outstanding if v.is_trump(x)]
    for who in context.partners_to_play:
        if any(context.may_hold(who, x) for x in trumps) and not any(context.may_hold(who, x) for x in suit):
            return who
    return ""


def beaten(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """Reasons for a card where no legal card wins."""
    own, least = context.card_value(c), min(map(context.card_value, context.cards))
    away = tuple(discarding(context, c)) if thrown(context, c) else ()
    if any(reason.what == "keeps_over_shown" for reason in away):
        yield from away
        return
    pals = context.partners_to_play
    if pals and (cost := penalty(context, c)) and context.taken_by_friend.share(CHANCE):
        yield Reason("spares_penalty", facts | cost | {"safe": False, "pal": pals[0]})
        return
    found = tuple(_fed(context, facts)) if own > max(0, least) else ()
    if idle := idle_winner(context):
        rest = [x for x in context.foes if x != idle]
        if own > least:
            yield Reason("dumps", {"c": c, "to": idle, "who": rest[0] if len(rest) == 1 else "", "worth": own})
        yield from away or lowest(context, c, facts | {"cheap": False})
        return
    yield from found
    if not found:
        open_ = not enough_with_trick(context, c)
        cheap = own == least and open_ and context.dearer_choice(own)
        kept = any("kept" in reason.facts for reason in away)  # what it is kept for is said once
        dear = _dear(context)
        spares = cheap and not dear["dear"]
        low = () if kept else tuple(lowest(context, c, facts | {"cheap": cheap}, spares=spares))
        aside = [reason for reason in away if not low or reason.what != "hopeless"]
        alone = len(context.friends) == 1
        told = any(reason.facts.get("kept") for reason in low)  # then less is given away, as anybody sees
        less = not cheap and open_ and dear["dear"] and own < context.card_value(dear["dear"])
        if less or (cheap and (dear["dear"] or not told)):
            facts |= {"anyway": bool(dear["to"]) and lost_anyway(context, dear["dear"])}
            counted = Reason("least_count", facts | dear | {"less": less, "idle": alone and no_trick_left(context)})
            yield from [*low, counted, *aside] if dear["rest"] and not less else [*aside, *low, counted]
        else:
            yield from (*aside, *low, *_least_of_both(context, facts | dear))
    yield from voids(context, c)


def _least_of_both(context: DecisionContext, facts: dict[str, Any]) -> Iterator[Reason]:
    """The move and the other choice count the same, and other cards that may be played more: why one of these two."""
    worth, most = context.card_value, max(context.cards, key=context.card_value)
    own, other = map(worth, (context.card, context.other_card)) if context.card and context.other_card else (0, 1)
    if own == other == min(map(worth, context.cards)) and worth(most) >= own + 1:
        facts |= {"dear": "", "gives": 0, "rest": most, "rest_counts": count_text(worth(most)), "anyway": False}
        yield Reason("least_count", facts | {"less": False, "idle": False}, shared=True)


def _dear(context: DecisionContext) -> dict[str, Any]:
    """Facts: the other choice, or without one the dearest, and what it `gives` away, if it is one that counts most.

    `pal` is a partner still to play, who may yet take the trick, if only `by_trump`; `to` who gets it, if that is one
    player.
    """
    worth = context.card_value
    other = context.other_card if context.other is not None else max(context.cards, key=worth)
    much = other is not None and 2 * worth(other) > context.most_value
    pals = context.partners_to_play
    hopes = {who: [x for x in context.outstanding if _may_take(context, who, x)] for who in pals}
    pal = next((who for who, may in hopes.items() if may), "")
    facts: dict[str, Any] = {"dear": other if much else "", "pal": pal}
    facts["by_trump"] = bool(pal) and _only_trumps(context, hopes[pal])
    holder = context.trick.holder or ""
    alone = len(context.foes) == 1 or not context.foes_to_play
    facts["to"] = holder if alone and side_of_seat(context.game, context.state, holder) == holder else ""
    rest = other if other is not None and worth(other) >= context.card_value(context.card or other) + 1 else None
    facts |= {"rest": rest or "", "rest_counts": count_text(worth(rest)) if rest is not None else 0}
    return facts | {"gives": count_text(worth(other)) if much and other is not None else 0}


def _only_trumps(context: DecisionContext, some: list[Card]) -> bool:
    """Whether some cards that would win this trick are all trumps, and another suit was led."""
    v = context.trick
    return not v.is_trump(v.trick[0]) and all(map(v.is_trump, some))


def idle_winner(context: DecisionContext) -> Seat:
    """The opponent who wins the trick unless the seat does, and for whom nothing counts any more; else empty."""
    who, best = context.trick.holder or "", context.trick.best
    if who not in policy_of(context.game).scoreless(context.state, context.seat):
        return ""
    return "" if context.some_may_hold(context.next_seats, *context.threats(best)) else who


def voids(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The card thrown away is the last one of its suit, so that the next lead of it may be trumped."""
    suit = context.trick.order.suit
    others = [x for x in context.hand if x is not c and suit[x] == suit[c]]
    if all(context.trick.is_trump(x) for x in context.hand if x is not c):
        return  # that it is the one loser says so
    if thrown(context, c) and not others and context.frees_to_trump(c):
        yield Reason("makes_void", {"c": c, "suit_": suit[c]})


def _fed(context: DecisionContext, facts: dict[str, Any]) -> Iterator[Reason]:
    """Points are thrown on a trick that a partner still to play will probably take."""
    hoped = context.taken_by_friend
    if not hoped.share(LIKELY):
        return
    yield Reason("feeds_ahead", facts | hoped._asdict(), sampled=True)


def lowest(context: DecisionContext, c: Card, facts: dict[str, Any], *, spares: bool = False) -> Iterator[Reason]:
    """A low card of a suit is lost, and a higher one kept that may still win something; `spares` what that counts."""
    v, suit = context.trick, context.trick.order.suit[c]
    other = context.other_card or context.of_suit(suit)[0]
    none: dict[str, Any] = dict.fromkeys(("kept", "beside", "with_above", "caught", "with_caught"), "")
    none |= {"run": (), "above": (), "gap": (), "bonus": 0, "suit_": suit, "best_top": "", "top_gap": ()}
    none |= taker(context)
    none |= {"best_ours": v.holder in context.friends, "trump": v.is_trump(c), "price": 0, "gives": 0}
    if other is c or v.order.suit[other] != suit:
        same = [x for x in context.cards if v.order.suit[x] == suit]
        cheap = context.card_value(c) == min(map(context.card_value, same))
        if not thrown(context, c) and len(same) > 1 and cheap and c is min(same, key=lambda x: context.height(x)):
            yield Reason("lowest", facts | none)
        return
    if context.height(other) <= context.height(c):
        return
    gap, run, above = context.between(c, other), context.top_run(suit, c), context.higher_out(other)
    if not gap:
        if not idle_winner(context) and (dearer := context.card_value(other) - context.card_value(c)) > 0:
            yield Reason(
                "cheaper_neighbour",
                facts | {"other": other, "more": count_text(dearer), "wins": False} | taker(context),
            )
        return
    if never_led(context, other):
        yield Reason("lowest", facts | none)
        return
    top = (*context.as_good(other), other)[0]
    few = above if len(above) <= FEW and top is context.of_suit(suit)[0] else ()
    comes_home = other in run and (not v.trumps or v.is_trump(other))  # what it counts is won later as well
    price = context.card_value(other) - context.card_value(c) if none["best_ours"] and facts.get("safe") else 0
    price = 0 if comes_home else price
    gives = context.card_value(other) - context.card_value(c) if spares and not none["best_ours"] else 0
    more: dict[str, Any] = {
        "kept": other,
        "beside": top if few and top is not other else "",
        "run": run if other in run else (),
        "above": few,
    }
    more |= {"gap": gap, "price": count_text(max(0, price)), "gives": count_text(gives) if gives >= 1 else 0}
    first = context.of_suit(suit)[0]
    if first is not other and context.is_lowest(c) and (caught_by := context.between(other, first)):
        more |= {"best_top": first, "top_gap": caught_by}  # what it can beat is more than the other choice could
    more |= {"with_above": context.holder_of(few[0]) or "" if len(few) == 1 else ""}
    caught = catching(context, other) if other in run and not catching(context, c) else None
    more |= {"caught": caught["caught"][0] if caught else "", "with_caught": caught["who"] if caught else ""}
    yield Reason("lowest", facts | none | more | {"bonus": last_bonus(context)})
