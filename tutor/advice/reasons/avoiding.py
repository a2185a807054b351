"""Reasons in games, and contracts, in which tricks do harm: how a trick is lost, or with what it is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.standing import (
    as_good,
    equal,
    foes_to_play,
    frees_to_throw,
    height,
    higher_out,
    of_suit,
    out_of_suit,
)
from tutor.advice.reasons.ways_out import (
    WayOut,
    cannot_win,
    costs,
    lower_out,
    stakes,
    taken,
    way_out,
)
from tutor.kernel.events import TRICK_WON

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

APART: Final = 0.07
"""The least difference between two chances of having to take a trick that is told."""
SAFE: Final = 0.35
"""The chance of having to take a trick up to which a card is a good one to lose the lead with."""
EVEN: Final = 0.5
"""The same from which on one had better reckon with it."""
STUCK: Final = 0.7
"""The chance of having to take a trick from which on it counts as taken."""


def avoiding(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """All reasons for the card, the most important first."""
    over = tuple(_over(context, c))
    if over:
        yield from _unloaded(context, c)
        yield from over
    elif other := _alike(context, c):
        yield Reason("equals", {"c": c, "other": other, "all": False})
    elif context.trick.trick:
        yield from tuple(_unloaded(context, c)) or _answering(context, c)
    else:
        yield from _leading(context, c)


def _over(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """No card in hand can win a trick any more."""
    v, asked = context.trick, [x for x in (c, context.other_card) if x is not None]
    if len(context.friends) > 1 or not all(cannot_win(context, x, led=False) for x in context.hand):
        return
    if any(v.beats(x) for x in context.cards) if v.trick else not all(cannot_win(context, x, led=True) for x in asked):
        return
    costly = tuple(x for x in context.hand if context.card_value(x) > 0)
    unguarded = tuple(x for x in context.hand if not out_of_suit(context, x))
    yield Reason("never_wins", {"costly": costly, "alone": unguarded, "n": len(context.hand)}, decides=True)


def _alike(context: DecisionContext, c: Card) -> Card | None:
    """The other choice, if it does and counts the same."""
    other = context.other_card
    if context.trick.trick or other is None or other is c or other not in context.cards:
        return equal(context, c)
    alike = other in as_good(context, c) or c in as_good(context, other)
    return other if alike and context.card_value(c) == context.card_value(other) else None


# -- leads -------------------------------------------------------------------------------------------------


def _leading(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """Reasons for leading `c` to a trick that the seat would rather lose."""
    mine, other = way_out(context, c), context.other_card
    facts: dict[str, Any] = {"mine": mine, "theirs": None, "by": ""} | stakes(context)
    facts["takes"] = mine.risk >= STUCK
    if other is None or other not in context.cards:
        if not mine.surely_wins and mine.risk <= SAFE:
            yield Reason("way_out", facts)
        yield from _emptied(context, c)
        return
    facts |= {"theirs": way_out(context, other), "other": other}
    forcing = tuple(_forces_out(context, c, other))
    yield from forcing
    yield from (one for one in _led_rather(context, c, other, facts) if not forcing or one.what != "ways_alike")
    yield from _emptied(context, c)


def _led_rather(context: DecisionContext, c: Card, other: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """Why `c` is led rather than `other`: to lose the lead, to keep a better card for that, by what they cost."""
    mine, theirs = facts["mine"], facts["theirs"]
    same, harder = mine.suit_ == theirs.suit_, theirs.risk + APART <= mine.risk
    if mine.surely_wins and theirs.surely_wins:
        yield Reason("both_win", {"c": c, "other": other})
    elif mine.risk + APART <= theirs.risk or (mine.sure and not theirs.sure):
        yield Reason("way_out", facts | {"by": _compared(mine, theirs)})
    elif (harder and theirs.risk <= SAFE) or (theirs.sure and not mine.sure):
        yield Reason("keeps_way_out", facts)
    elif same and height(context, c) < height(context, other):
        yield Reason("way_out", facts)
    elif mine.sure and theirs.sure and context.card_value(c) > context.card_value(other):
        yield Reason("leads_dear", facts | {"worth": context.card_value(c)})
    elif costs(context, c) < costs(context, other):
        yield Reason("leads_cheap", facts | {"more": context.card_value(other) - context.card_value(c)})
    else:
        yield from _no_better(context, facts, same=same, harder=harder)


def _next_low(context: DecisionContext, out: WayOut) -> Card | None:
    """Another low card of the suit, to lose the lead with when this one is gone; None if there is none."""
    rest = [x for x in of_suit(context, out.suit_) if x is not out.card]
    return rest[-1] if rest and way_out(context, rest[-1]).risk <= SAFE else None


def _forces_out(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """A card out of sight pays whoever leads its suit, if it has to be played to that; none does so on `other`."""
    paid = context.policy.paid_if_forced(context.state)
    here, there = (max(out_of_suit(context, x), key=lambda y: paid.get(y, 0), default=None) for x in (c, other))
    ours, theirs = (paid.get(x, 0) if x is not None else 0 for x in (here, there))
    if ours > theirs:
        yield Reason("forces_out", {"c": c, "other": other, "dear": here, "n": ours})


def _no_better(context: DecisionContext, facts: dict[str, Any], *, same: bool, harder: bool) -> Iterator[Reason]:
    """Why a card is led that is no better to lose the lead with, and costs no less."""
    mine, theirs = facts["mine"], facts["theirs"]
    if same:
        yield Reason("keeps_lower", facts)
    elif not harder and (after := _next_low(context, mine)) and not _next_low(context, theirs):
        yield Reason("more_low", facts | {"after": after})
    elif harder and facts["takes"] and not facts["now"]:
        yield Reason("takes_early", facts)
    else:
        yield _level(mine, theirs)


def _level(mine: WayOut, theirs: WayOut, *, thrown: bool = False) -> Reason:
    """Two cards that are about as hard to lose."""
    return Reason("ways_alike", {"mine": mine, "theirs": theirs, "thrown": thrown, "other": theirs.card})


def _compared(mine: WayOut, theirs: WayOut) -> str:
    """Whether the cards below or those above tell two leads apart; "" if neither do."""
    if len(mine.below) < len(theirs.below) or not theirs.above:
        return "below"
    return "above" if len(mine.above) > len(theirs.above) else ""


def _emptied(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The card is the last of its suit in hand, and the suit will be led again."""
    suit, players = context.trick.order.suit[c], len(context.state.seats)
    follow = max(0, players - 1 - len(context.trick.trick)) if context.trick.follows(c) else 0
    if len(of_suit(context, suit)) == 1 and frees_to_throw(context, c) and len(out_of_suit(context, c)) > follow:
        yield Reason("empties", {"c": c, "suit_": suit})


# -- cards that answer -------------------------------------------------------------------------------------


def _unloaded(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The dearest of the cards that may be lost goes to another player's trick."""
    v, own = context.trick, context.card_value(c)
    if not v.trick or v.beats(c) or v.holder in context.friends:
        return
    dearest = max((context.card_value(x) for x in context.cards if not v.beats(x)), default=0)
    other = context.other_card
    if own < 0 or (own == dearest > 0 and (other is None or (not v.beats(other) and context.card_value(other) < own))):
        yield Reason("unloads", {"c": c, "worth": own, "best": v.best, "holder": v.holder, "bad": True})


def _answering(context: DecisionContext, c: Card) -> Iterator[Reason]:
    v, other = context.trick, context.other_card
    winners = tuple(x for x in context.cards if v.beats(x))
    foes = foes_to_play(context)
    facts: dict[str, Any] = {"c": c, "best": v.best, "holder": v.holder, "last": not foes} | stakes(context)
    facts |= {"who": foes[0] if len(foes) == 1 else "", "table": sum(context.card_value(x) for x in v.trick)}
    if v.beats(c) and len(winners) == len(context.cards):
        yield from _taking(context, c, winners, facts)
    elif v.beats(c):
        yield from _taking_freely(context, c, facts)
    elif winners and (other is None or other in winners):
        best = other or max(winners, key=v.power.__getitem__)
        chance = taken(context, best)
        facts |= {"over": best, "price": _price(context, best), "winners": winners}
        yield Reason("ducks", facts | {"sure": chance.held == chance.deals})
    elif v.follows(c):
        yield from _under(context, c, facts)
    else:
        yield from _throwing(context, c, facts)


def _price(context: DecisionContext, c: Card) -> float:
    """What the trick on the table costs whoever takes it with `c`, as far as it has come."""
    now = context.policy.trick_cost(context.state)
    return now + sum(context.card_value(x) for x in (*context.trick.trick, c))


def _under(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """The card follows and stays below: the highest that does so, as it cannot win here."""
    v = context.trick
    under = [x for x in context.cards if not v.beats(x) and v.follows(x)]
    lower = tuple(x for x in under if height(context, x) < height(context, c))
    if lower and len(lower) == len(under) - 1:
        yield Reason("highest_loser", facts | {"suit_": v.order.suit[c], "lower": lower})


def _throwing(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """The card is thrown on another suit: rather one that may have to win later than one that cannot."""
    other, v = context.other_card, context.trick
    if v.holder in context.friends:
        if other is not None and context.card_value(other) > context.card_value(c):
            yield Reason("least_count", facts | {"worth": context.card_value(c)})
        return
    lower = tuple(x for x in of_suit(context, v.order.suit[c]) if height(context, x) < height(context, c))
    if other is None and lower:
        yield Reason("throws_top", facts | {"suit_": v.order.suit[c], "lower": lower})
    elif other is not None and other in context.cards and not v.follows(other):
        yield from _thrown_rather(context, c, other, facts)
    yield from _emptied(context, c)


def _thrown_rather(context: DecisionContext, c: Card, other: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """Why `c` is thrown rather than `other`: it may have to win later, and `other` cannot, or is less likely to."""
    mine, theirs = way_out(context, c), way_out(context, other)
    if cannot_win(context, c, led=False) and cannot_win(context, other, led=False):
        ahead = context.sampled is not None and context.sampled.clearly_ahead
        yield Reason("neither_wins", {"mine": mine, "theirs": theirs}, decides=not ahead)
    elif not cannot_win(context, c, led=False):
        facts = facts | {"mine": mine, "theirs": theirs, "other": other}
        if cannot_win(context, other, led=False):
            yield Reason("throws_risk", facts)
        elif len(mine.below) > len(theirs.below):
            yield Reason("throws_higher", facts | {"by": "below"})
        elif len(mine.above) < len(theirs.above):
            yield Reason("throws_higher", facts | {"by": "above"})
        elif mine.below and mine.suit_ != theirs.suit_ and len(mine.above) == len(theirs.above):
            yield _level(mine, theirs, thrown=True)


def _taking(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Which card is best where every card that may be played goes above the best so far."""
    v, low = context.trick, min(winners, key=context.trick.power.__getitem__)
    lower = tuple(x for x in winners if v.power[x] < v.power[c])
    higher = [x for x in winners if v.power[x] > v.power[c]]
    chance = taken(context, low)
    facts = facts | {"low": low, "lower": lower, "below": lower_out(context, low)}
    facts["higher"] = tuple(x for x in higher if x not in as_good(context, c))
    facts["suit_"], certain, other = v.order.suit[c], chance.held == chance.deals, context.other_card
    level = as_good(context, c)
    if chance.share(EVEN) and lower and all(x in level or costs(context, x) > costs(context, c) for x in higher):
        yield Reason("takes_high", facts | {"sure": certain} | chance._asdict())
    elif c is low and len(winners) > 1 and not chance.share(STUCK):
        yield Reason("low_over", facts | {"above": higher_out(context, c)})
    elif other in higher and costs(context, other) > costs(context, c):
        more = context.card_value(other) - context.card_value(c)
        yield Reason("takes_cheap", facts | {"other": other, "more": more})
    elif other in lower and taken(context, c).held <= SAFE * taken(context, c).deals:
        yield Reason("keeps_lower", {"mine": way_out(context, c), "other": other})
    elif other in lower and (above := higher_out(context, c)):
        yield Reason("parts_high", facts | {"other": other, "above": above[::-1]})
    elif other in winners and other is not None:
        yield _level(way_out(context, c), way_out(context, other))


def _taking_freely(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """The card goes above the best so far, though another stays below: while the trick costs little."""
    other, price = context.other_card, _price(context, c)
    if other is None or context.trick.beats(other):
        return
    if facts["last"] and _free(context):
        yield Reason("takes_free", {"c": c})
    elif context.trick.follows(other):
        kept = way_out(context, other)
        if kept.risk <= SAFE:
            yield Reason("takes_now", facts | {"kept": kept, "price": price})


def _free(context: DecisionContext) -> bool:
    """Whether the trick that the move completes costs its winner nothing."""
    events = context.phase.act(context.state, context.seat, context.move).events
    won = any(event.what == TRICK_WON and event.facts.get("points") == 0 for event in events)
    return won and not context.policy.trick_cost(context.state)
