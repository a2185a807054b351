"""Reasons for a card to a trick, or a raise, where the rank alone decides, and equal ranks are level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.outcomes import side_of_seat
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.kernel.seats import after
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.cards import Card, Cards

STRONG: Final = 4
"""The most cards out of sight above the best card of a side that a raise is explained by, and a lead."""
HARDLY: Final = 0.75
"""The share of deals in which no opponent can beat a lead from which on it will hardly lose."""
HOPELESS: Final = 0.35
"""The share of the cards out of sight above a card from which on it will hardly win against several."""
WORTHLESS: Final = 0.6
"""The same above a card that is next to worthless."""


def ties_best(context: DecisionContext, c: Card) -> bool:
    """Whether the card is as high as the best one on the table, so that neither wins."""
    v = context.trick
    return not v.by_suit and v.best is not None and v.power[c] == v.power[v.best]


def may_be_tied(context: DecisionContext, c: Card) -> bool:
    """Whether a card out of sight is as high as this one."""
    v = context.trick
    return not v.by_suit and any(v.power[x] == v.power[c] for x in context.outstanding)


def stays_drawn(context: DecisionContext, c: Card) -> bool:
    """Whether both sides have a card as high as the best on the table, and `c`, a lower one, leaves it so."""
    v = context.trick
    return not v.by_suit and v.best is not None and v.holder is None and v.power[c] < v.power[v.best]


def answered_by_rank(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The trick is left drawn, or won where the other choice would only draw it; or won so far with the lower card."""
    v, other = context.trick, context.other_card
    if v.by_suit or other is c:
        return
    power, rest = v.power, context.next_seats
    foes = [who for who in rest if who not in context.friends]
    beats = other is not None and v.beats(other)
    unable = not any(v.beats(x) or ties_best(context, x) for x in context.hand)
    lowest = all(power[c] <= power[x] for x in context.hand)
    if stays_drawn(context, c) and ((unable and lowest) or beats or (other is not None and ties_best(context, other))):
        kept = tuple(x for x in context.hand if x is not c and power[x] > power[c])
        again = after(context.state.seats, context.seat, 1) == v.leader
        idle = not rest and not any(map(v.beats, context.hand))
        facts = {"c": c, "best": v.best, "kept": kept, "leader": v.leader if again else "", "idle": idle}
        facts |= {"unable": unable, "friend": next((who for who in rest if who in context.friends), "")}
        yield Reason("leaves_drawn", facts if unable else facts | {"other": other})
    elif other is None:
        return
    elif v.beats(c) and ties_best(context, other):
        yield Reason("not_just_level", {"c": c, "other": other, "best": v.best} | race_facts(context))
    elif v.beats(c) and beats and foes and power[c] < power[other]:
        alone = foes[0] if len(foes) == 1 else ""
        yield Reason("tries_lower", {"c": c, "kept": other, "who": alone, "other": other} | race_facts(context))


def leading_by_rank(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """Reasons for leading `c`: hardly anything out of sight beats it, it is the best held, or all is up to others."""
    above = context.threats(c)
    level = level_with(context, c)
    facts: dict[str, Any] = {"c": c, "above": above, "level": level, "n": len(above)} | race_facts(context)
    facts["suits_us"] = facts["equal"] == "ours" and facts["needs"] <= facts["they_need"]
    if not above:
        none = {"run": (), "trump": False, "fall": ()}
        yield Reason("at_least_level", facts) if level else Reason("master", facts | none)
        return
    if len(above) <= STRONG:
        kept = context.holds
        facts |= {"hardly": kept.share(HARDLY), "tenths": round(10 * (1 - kept.held / max(kept.deals, 1)))}
        yield Reason("few_above", facts)
        return
    yield from _leads_best(context, c)
    power = context.trick.power
    best = max(context.hand, key=power.__getitem__)
    lower, other = power[c] > min(power[x] for x in context.hand), context.other_card
    facts |= {"best": best}
    if len(context.friends) > 1 and number_above(context, best) >= WORTHLESS * sum(context.outstanding.values()):
        facts |= {"n": number_above(context, best), "other": context.other_card or ""}
        yield Reason("none_likely", facts, role=Role.LEVEL)
        return
    if len(context.friends) < 2 or power[c] == power[best] or (lower and other is not None and power[other] < power[c]):
        return
    hopeless = number_above(context, best) >= HOPELESS * sum(context.outstanding.values())
    higher = sorted((x for x in context.hand if x is not c), key=power.__getitem__, reverse=True)
    facts["kept"] = tuple(x for x in higher if power[x] == power[best] or x is other)
    facts |= {"hopeless": hopeless and not lower, "lowest": not lower}
    yield Reason("up_to_partner", facts)


def level_with(context: DecisionContext, c: Card) -> Cards:
    """The cards out of sight that are as high as `c`."""
    power = context.trick.power
    return tuple(x for x in context.outstanding if power[x] == power[c])


def _leads_best(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The card beats more of those out of sight than the other choice, and many; none of the hand beats more."""
    power, other = context.trick.power, context.other_card
    if power[c] < max(power[x] for x in context.hand) or other is c:
        return
    if number_above(context, c) >= WORTHLESS * sum(context.outstanding.values()):
        return  # they beat it with little
    other = other or max((x for x in context.hand if power[x] < power[c]), key=power.__getitem__, default=None)
    n, less = _number_below(context, c), 0 if other is None else _number_below(context, other)
    if other is None or n > less:
        yield Reason("leads_best", {"c": c, "other": other or "", "n": n, "less": less} | race_facts(context))


def _number_below(context: DecisionContext, c: Card) -> int:
    """The number of cards out of sight that are lower than `c`."""
    power = context.trick.power
    return sum(n for x, n in context.outstanding.items() if power[x] < power[c])


def beaten_by_rank(context: DecisionContext, c: Card, facts: Mapping[str, Any]) -> Iterator[Reason]:
    """Reasons for a card where no legal card wins."""
    power = context.trick.power
    if ties_best(context, c):
        yield Reason("draws", {**facts, "kept": "", "partner": "", **race_facts(context)})
    elif all(power[c] <= power[x] for x in context.cards):
        rest, other = context.next_seats, context.other_card
        friend = rest[-1] if rest and rest[-1] in context.friends and context.threats(context.trick.best) else ""
        level = other if other is not None and ties_best(context, other) else ""
        end = policy_of(context.game).sealed(context.state, context.seat)
        facts = {**facts, **race_facts(context), "lost": end is not None and not end.won}
        yield Reason("lowest_of_all", facts | {"friend": friend, "draws": level})


def number_above(context: DecisionContext, c: Card) -> int:
    """The number of cards out of sight that are higher than `c`."""
    power = context.trick.power
    return sum(n for x, n in context.outstanding.items() if power[x] > power[c])


def race_facts(context: DecisionContext) -> dict[str, Any]:
    """Facts: the tricks that each side still `needs` to win the hand at once, and who wins if tricks are `equal`.

    Whether this trick, or the next, `wins` the hand for the own side if it takes it, or `loses` it if the others do,
    whatever comes after it; whether a draw loses it (`draw_loses`), or wins it (`draw_wins`).
    """
    race = policy_of(context.game).race(context.state)
    if race is None:
        none = {"wins": False, "loses": False, "draw_loses": False, "draw_wins": False}
        return {"needs": 0, "they_need": 0, "several": False, "equal": ""} | none
    own = side_of_seat(context.game, context.state, context.seat)
    won = race.won[own]
    theirs = max((n for side, n in race.won.items() if side != own), default=0)
    equal = "ours" if race.ties == own else "theirs"
    left = max(context.left.values()) - 1
    foe = next(side for side in race.won if side != own)
    facts: dict[str, Any] = {"needs": race.needs - won, "they_need": race.needs - theirs, "equal": equal}
    return facts | {
        "several": race.needs > 1,
        "wins": race.sure(own, left, own),
        "loses": race.sure(foe, left, foe),
        "draw_loses": race.sure(foe, left),
        "draw_wins": race.sure(own, left),
    }
