"""Reasons for a card that takes the trick: why this one and no other, and whether it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import LAST, DecisionContext, Reason, count_text
from tutor.advice.reasons.follows.above import FEW, may_beat, may_catch, over
from tutor.advice.reasons.follows.guards import penalty
from tutor.advice.reasons.leads.shown import called_against, spared_trump
from tutor.advice.reasons.ranks import may_be_tied, race_facts
from tutor.kernel.playout import allowed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

SURE: Final = 0.8
"""The share of sampled deals from which on a trick is called likely won."""
CERTAIN: Final = 0.95
"""The same from which on a trick is as good as won."""
PROBABLE: Final = 0.65
"""The same from which on it is told that opponents will probably have to follow suit."""
LIKELY: Final = 0.5
"""The same for a trick that is left to partner."""
HARDLY_MORE: Final = 0.02
"""The least difference between two such shares that is told."""
HARDLY: Final = 0.25
"""The same below which a card will hardly win."""
NAMED: Final = 3
"""The most cards that are named as those that a card kept may catch."""


def taking(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any], *, ours: bool) -> Iterator[Reason]:
    """Why the trick is taken with `c`, one of `winners`; `ours` says that a partner was winning it."""
    v = context.trick
    dearer = tuple(x for x in winners if v.power[x] > v.power[c])
    ruffs = v.is_trump(c) and not v.follows(c)
    facts = facts | {"dearer": dearer, "ruffs": ruffs, "suit_": v.order.suit[v.trick[0]]} | over(context, c)
    facts |= {"as_weak": "", "tops": (), "rises": False, "trump": v.is_trump(c)}
    facts |= {"also": tuple(x for x in winners if x is not c), "apart": False}
    facts["alone_in_suit"] = v.by_suit and v.follows(c) and not context.out_of_suit(c)
    facts["void"] = context.void_foes(v.trick[0])[:1] if ruffs else ()
    facts["spared"] = spared_trump(context).get(facts["void"][0], "") if facts["void"] else ""
    facts["follow"] = _must_follow(context) if ruffs and not facts["void"] else 0
    low = not facts["last"] and v.follows(c) and context.is_lowest(c)
    if ours and (spared := penalty(context, c)):
        yield Reason("spares_penalty", facts | spared | {"safe": facts["last"]})
        return
    points = _with_points(context, c, winners, facts)
    told = False  # what can beat it
    over_ours = ours and len(winners) < len(context.cards) and not points
    if over_ours:
        before = len(may_beat(context, v.best)) if v.best is not None else 0
        if not before or len(may_beat(context, c)) < before:
            race = race_facts(context)
            level = race["equal"] == "ours" and (race["several"] or len(context.hand) == 1)  # a drawn trick does
            seals = not v.by_suit and race["needs"] == 1 and level
            yield Reason("takes_over", facts | {"safe": not before, "seals": seals} | _leads_next(context, c))
            told = facts["sure"]
    if over_ours and context.other_card not in winners:
        pass  # it is not a choice of height
    elif len(winners) == 1 or (context.across and context.other_card not in winners):
        if len(context.cards) > 1:
            yield _takes(context, c, facts)
    elif points:
        facts |= context.alike_choice(c) | {"foes": bool(context.foes_to_play)} | context.holds._asdict()
        facts |= {"other": facts["alike"]} if facts["alike"] and context.other is None else {}  # it would do as well
        facts |= {"firm": v.by_suit and not v.trumps and not context.higher_out(c)} | _leads_next(context, c)
        yield Reason("wins_with_points", facts)
    elif low and len(winners) == len(context.cards) and context.threats(c) and not context.holds.share(LIKELY):
        yield from _low(context, c, facts)
        return
    else:
        above = {"over": (), "by_trump": False} if over_ours and facts["over"] else {}  # told with what is taken over
        chosen = tuple(_height_chosen(context, c, winners, facts | above))
        yield from chosen
        told |= not facts["n_over"] and any(reason.what == "goes_higher" for reason in chosen)
        told |= facts["follow"] > 1 and any(one.what == "equal_winner" and one.facts["rises"] for one in chosen)
    if not told and not facts["last"] and not facts["above"] and not points:
        yield from _stands(context, c)


def _takes(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Reason:
    """The reason that `c` takes the trick so far, and what may go above it."""
    above = may_beat(context, c)
    risk = max(above, key=context.card_value, default=c)
    facts = facts | _costs(context, c) | {"home": _home(context, c, facts), "n": len(above), "risk": ""}
    facts |= _no_later(context, c)
    if risk is not c and context.counts_much(risk):
        facts |= {"risk": risk, "risked": count_text(context.card_value(risk))}
    return Reason("takes_trick", facts | race_facts(context))


def _must_follow(context: DecisionContext) -> int:
    """How many cards of the suit led are out, if opponents still to play will probably have to follow; else 0."""
    v, foes = context.trick, context.foes_to_play
    suit = [x for x in context.out_of_suit(v.trick[0]) if context.some_may_hold(foes, x)]
    over = next((x for x in context.threats(context.card) if v.is_trump(x)), None)
    if not foes or not suit or over is None or not context.holds.share(PROBABLE):
        return 0
    look = context.phase.see(context.after(context.move), foes[0]).holding((suit[0], over))
    legal = allowed(context.phase, look)
    return 0 if any(over in move.cards for move in legal) else len(suit)


def _no_later(context: DecisionContext, c: Card) -> dict[str, Any]:
    """Facts: an opponent whose only other card beats `c`, a trump, which therefore cannot win the last trick."""
    v, alone = context.trick, context.trick.facing((c,), context.seat)
    facts = {"beaten_later": "", "by_whom": ""}
    if len(context.hand) != LAST or not v.is_trump(c) or context.other_card is None or v.beats(context.other_card):
        return facts
    last = ((who, x) for who in context.foes if context.left[who] == 1 for x in context.known[who])
    who, top = next(((who, x) for who, x in last if alone.beats(x)), ("", ""))
    return {"beaten_later": top, "by_whom": who}


def _with_points(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> bool:
    """Whether the trick is as good as the own side's with `c`, which counts more in it than another winner would.

    Not of the highest trump, which comes home at any time, where the other winner may be beaten now.
    """
    own, other = context.card_value(c), context.other_card
    rivals = other is not None and other in winners
    if own <= 0 or not (facts["last"] or facts["sure"] or (rivals and _both_certain(context))):
        return False
    safe = context.trick.is_trump(c) and not context.higher_out(c)
    if safe and other in winners and other is not None and may_beat(context, other):
        return False
    if other is not None and other is not c and other in winners:
        return own > context.card_value(other)
    return own == max(map(context.card_value, winners))


def _both_certain(context: DecisionContext) -> bool:
    """Whether the trick is as good as won with either choice."""
    return all(one.holds.share(CERTAIN) for one in (context, context.exchanged()))


def _leads_next(context: DecisionContext, c: Card) -> dict[str, Any]:
    """Facts: an own plain card that is the highest of its suit, to lead next if the trick is taken with `c`."""
    v = context.trick
    plain = (x for x in context.hand if x is not c and not v.is_trump(x) and context.out_of_suit(x))
    top = next((x for x in plain if not context.higher_out(x)), None) if v.by_suit else None
    return {"next": top or "", "suit_of": v.order.suit[top] if top is not None else ""}


def _costs(context: DecisionContext, c: Card) -> dict[str, Any]:
    """Facts: `as_low` is a lower card that will win as much later as `c`; `free` whether `c` would hardly win later."""
    if not context.trick.by_suit:
        return {"as_low": "", "free": False}
    suit, above = context.trick.order.suit, context.higher_out(c)
    lower = [x for x in context.cards if suit[x] == suit[c] and c in context.as_good(x)]
    follows = context.trick.follows(c) and not context.trick.is_trump(c) and context.card_value(c) <= 0
    return {"as_low": lower[0] if follows and lower else "", "free": follows and len(above) > FEW}


def _home(context: DecisionContext, c: Card, facts: dict[str, Any]) -> float:
    """What `c` counts, if it is one of the cards that count most, and takes a trick with which it comes home."""
    home = context.counts_much(c) and (facts["ruffs"] or facts["last"] or facts["sure"])
    return context.card_value(c) if home else 0.0


def _worth(context: DecisionContext, c: Card, other: Card) -> dict[str, Any]:
    """Facts: by how much `c` counts more than `other`, or less."""
    more = context.card_value(c) - context.card_value(other)
    return {"more": count_text(more) if more > 0 else 0, "less": count_text(-more) if more < 0 else 0}


def _low(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """The lowest card is spent, as it will hardly win: what is kept, and whether that would win now."""
    other, suit = context.other_card, context.trick.order.suit
    higher = other is not None and suit[other] == suit[c] and context.trick.power[other] > context.trick.power[c]
    above = context.higher_out(other) if higher and other else ()
    if len(above) > 1 and context.exchanged().holds.share(LIKELY):
        return
    friends = context.partners_to_play
    trump = other if other is not None and context.trick.is_trump(other) and not context.trick.is_trump(c) else ""
    facts = facts | {"kept": other if higher else "", "over_kept": above, "run": (), "trump": trump}
    if higher and other:
        facts["run"] = tuple(x for x in context.of_suit(suit[c]) if context.height(x) >= context.height(other))
    caught = may_catch(context, c, other) if higher and other else ()
    facts["caught"] = tuple(x for x in caught if context.card_value(x) > 0)[:FEW]
    has = ((who, x) for who in context.foes_to_play for x in context.known[who] if x in above)
    facts["has"], facts["beats_kept"] = next(has, ("", ""))
    behind = [x for x in above[:1] if context.some_may_hold(context.next_seats, x)]
    facts["called"] = next((x for x in behind if called_against(context, x)), "")
    facts["hardly"] = not context.holds.share(HARDLY)
    facts["top"] = not context.higher_out(c) and context.trick.by_suit
    facts["neither"] = bool(higher) and not context.exchanged().holds.share(HARDLY)
    yield Reason("plays_low", facts | {"partner": friends[0] if friends else ""})


def _dear(context: DecisionContext, c: Card, other: Card) -> bool:
    """Whether `other`, which may be beaten as `c` may, counts more than `c` and than all that it could catch."""
    catches = max(map(context.card_value, (c, *may_catch(context, c, other))))
    return bool(may_beat(context, other)) and context.card_value(other) > catches and not context.holds.share(SURE)


def _cheaper(context: DecisionContext, c: Card, other: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """Why the trick is taken with `c` and not with the higher `other`."""
    if other in context.as_good(c):
        yield Reason("equal_winner", facts | {"alike": (other,)} | _worth(context, c, other))
    elif facts["last"] or facts["sure"]:
        caught = may_catch(context, c, other) if context.trick.order.suit[other] == context.trick.order.suit[c] else ()
        if caught and len(caught) <= NAMED:
            yield Reason("keeps_to_catch", facts | _worth(context, c, other) | {"kept": other, "caught": caught})
        elif facts["lowest"]:
            yield Reason("cheapest_winner", facts)
    elif context.trick.order.suit[other] != context.trick.order.suit[c]:
        yield from _alone(context, c, (c, *facts["dearer"]), facts)
    elif _dear(context, c, other):
        yield Reason("risks_less", {"c": c, "other": other, "n": count_text(context.card_value(other))})
    elif (
        not facts["spared"]
        and not (facts["ruffs"] and facts["lowest"] and len(context.higher_out(other)) > FEW)
        and (caught := may_catch(context, c, other))
        and (facts["n_over"] <= FEW or context.holds.share(LIKELY))
    ):
        yield Reason(
            "keeps_to_catch",
            facts | _worth(context, c, other) | {"kept": other, "caught": caught if len(caught) <= NAMED else ()},
        )
    elif facts["lowest"] and (facts["spared"] or context.holds.share(LIKELY)):
        yield Reason("cheapest_winner", facts)
    elif facts["lowest"] and may_beat(context, other):
        yield Reason("cheapest_winner", facts | {"as_weak": other})


def _height_chosen(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Why the trick is taken with this card and not with the other choice, or of several with just this one."""
    v, other = context.trick, context.other_card
    if other is None or other is c or other not in winners or not v.by_suit:
        yield from _alone(context, c, winners, facts)
    elif v.power[other] > v.power[c]:
        yield from _cheaper(context, c, other, facts | {"lowest": len(facts["dearer"]) == len(winners) - 1})
    else:
        yield from _higher(context, c, other, facts)
        if alike := context.as_good(c):  # what beats them has been told
            told = {"alike": alike, "over": (), "by_trump": False}
            yield Reason("equal_winner", facts | told | _worth(context, c, alike[0]))
        elif c in context.as_good(other) and context.card_value(c) != context.card_value(other):
            told = {"alike": (other,), "other": other, "over": (), "by_trump": False}
            yield Reason("equal_winner", facts | told | _worth(context, c, other))
        elif _worth(context, c, other)["more"] and may_beat(context, c) == may_beat(context, other):
            told = {"alike": (other,), "apart": True, "over": (), "by_trump": False}
            yield Reason("equal_winner", facts | told | _worth(context, c, other))


def _alone(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Why the trick is taken with this card of several, where the other choice does not take it."""
    alike = context.as_good(c)
    facts |= {"rises": context.other_card not in (None, *winners)}
    if alike and not facts["last"] and set(facts["dearer"]) <= set(alike):
        yield Reason("equal_winner", facts | {"alike": alike} | _worth(context, c, alike[0]))
    elif len({context.trick.power[x] for x in winners}) == 1 and not context.trick.by_suit:
        yield _takes(context, c, facts)
    elif all(context.trick.power[x] >= context.trick.power[c] for x in winners):
        if facts["last"] or facts["sure"] or context.holds.share(LIKELY):
            suit = context.trick.order.suit
            tops = [x for x in facts["dearer"] if suit[x] == suit[c] and not context.higher_out(x)]
            yield Reason("cheapest_winner", facts | {"tops": tuple(tops) if context.trick.by_suit else ()})
        elif facts["ruffs"] or facts["least_over"]:
            yield _takes(context, c, facts) if facts["ruffs"] else Reason("covers", facts)
    elif alike:
        yield Reason("equal_winner", facts | {"alike": alike} | _worth(context, c, alike[0]))
    elif same := [x for x in winners if c in context.as_good(x)]:
        yield Reason("equal_winner", facts | {"alike": tuple(same)} | _worth(context, c, same[0]))
    elif not facts["last"] and (lower := [x for x in winners if context.trick.power[x] < context.trick.power[c]]):
        yield from _higher(context, c, min(lower, key=context.trick.power.__getitem__), facts)


def _higher(context: DecisionContext, c: Card, low: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """A cheaper card would win so far, but more cards that are still to come may beat it."""
    above, more = may_beat(context, c), may_beat(context, low)
    if len(more) <= len(above) or _as_sure(context):
        return
    suit = context.trick.order.suit
    if context.trick.by_suit and suit[low] == suit[c]:
        under = tuple(x for x in more if suit[x] == suit[c])
        gap = tuple(x for x in under if x not in above)
        more_facts = {"low": low, "n": facts["n_over"], "more": len(under), "of": suit[c]}
        yield Reason("goes_higher", facts | more_facts | {"gap": gap if len(gap) <= NAMED else ()})
    elif not facts["dearer"]:
        yield Reason("highest_winner", facts)


def _as_sure(context: DecisionContext) -> bool:
    """Whether the other choice would take the trick as well, and is beaten in hardly more deals."""
    other = context.other_card
    if other is None or other not in context.cards or not context.trick.beats(other):
        return False
    mine, theirs = context.holds, context.exchanged().holds
    return mine.held * theirs.deals - theirs.held * mine.deals < HARDLY_MORE * mine.deals * theirs.deals


def _stands(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """In how many sampled deals no opponent still to play can beat the card, if these are more than for another."""
    if not context.foes_to_play:
        return
    if not context.threats(c):
        facts = {"c": c} | race_facts(context)
        yield Reason("at_least_level" if may_be_tied(context, c) else "cannot_be_beaten", facts)
        return
    found = context.holds
    facts = {"c": c, "helped": any(who in context.friends for who in context.next_seats)} | context.last_foe
    if found.held == found.deals:
        yield Reason("nobody_can", facts)
    elif found.share(SURE) and not _as_sure(context):
        yield Reason("stands", facts | found._asdict(), sampled=True)
