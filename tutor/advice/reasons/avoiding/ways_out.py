"""How a trick is lost: the cards out below and above one, and how likely it is that nobody has to go above it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.advice.reasons.context import Reason
from tutor.advice.reasons.lie_of_cards import Share, of_all_deals
from tutor.kernel.playout import allowed
from tutor.kernel.view_types import RankedTrickView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.advice.reasons.context import DecisionContext
    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.seats import Seat
    from tutor.kernel.view import View

SAFE: Final = 0.35
"""The chance of having to take a trick up to which a card is a good one to lose the lead with."""
EVEN: Final = 0.5
"""The chance of having to take a trick from which on one had better reckon with it."""
STUCK: Final = 0.7
"""The chance of having to take a trick from which on it counts as taken."""
PLENTY: Final = 3
"""So many cards of a suit out for each player still to play that all can probably follow."""
NAMED: Final = 2
"""The most cards that are named as the dearest that a trick may bring."""


class WayOut(NamedTuple):
    """A card as a lead that is to be lost."""

    card: Card
    suit_: str
    trump: bool
    below: Cards
    """The cards of the suit out of sight that are lower, the lowest first."""
    above: Cards
    """Those that are higher, the lowest first."""
    risk: float
    """How likely it is that nobody has to go above it; of a card whose suit is led later, the share out below it."""
    sure: bool
    """Whether it loses for certain."""
    surely_wins: bool
    """Whether it wins for certain."""


def way_out(context: DecisionContext, c: Card, *, kept: bool = False) -> WayOut:
    """What may become of a lead of `c`; where it is `kept`, or another suit was led, when its own is led later."""
    below, above = context.below_out(c)[::-1], context.higher_out(c)[::-1]
    wins = not above and (context.trick.is_trump(c) or not context.trumps_out)
    sure, suit = cannot_win(context, c, led=True), context.trick.order.suit[c]
    later = kept or (context.trick.trick and context.trick.order.suit[context.trick.trick[0]] != suit)
    chance = Share(len(below), len(below) + len(above)) if later else taken(context, c)
    risk = 0.0 if sure else 1.0 if wins or not chance.deals else chance.held / chance.deals
    return WayOut(c, suit, context.trick.is_trump(c), below, above, risk, sure, wins)


def low_beside(context: DecisionContext, c: Card) -> Cards:
    """The other own cards of the suit of `c` that can probably stay below when it is led, the highest first."""
    mine = context.of_suit(context.trick.order.suit[c])
    return tuple(x for x in mine if x is not c and way_out(context, x).risk <= SAFE)


def danger(context: DecisionContext, c: Card) -> Cards:
    """The dearest cards of others that may fall to whoever wins a trick with `c`; none where too many are as dear."""
    worth, suit = context.policy.card_values(context.state), context.trick.order.suit
    some = [x for x in context.outstanding if suit.get(x) != suit[c] or context.height(x) < context.height(c)]
    held = [x for x in some if worth.get(x, 0.0) > 0 and context.some_may_hold(context.foes, x)]
    most = max((worth[x] for x in held), default=0.0)
    found = tuple(x for x in held if worth[x] == most)
    return found if len(found) <= NAMED else ()


def all_can_follow(context: DecisionContext, c: Card) -> bool:
    """Whether so many cards of the suit of `c` are out that all still to play can probably follow with one."""
    return len(context.out_of_suit(c)) >= PLENTY * len(context.foes_to_play)


def dear_below(context: DecisionContext, c: Card) -> Card | None:
    """The dearest card out of the suit led that somebody still to play may put under `c`."""
    foes = context.foes_to_play
    some = [x for x in context.below_out(c)[::-1] if context.trick.follows(x) and context.card_value(x) > 0]
    held = [x for x in some if context.some_may_hold(foes, x)]
    return max(held, key=context.card_value, default=None)


def shown_below(context: DecisionContext, c: Card, dear: Card) -> dict[str, Any]:
    """Facts: what the last to play is known to hold that can be put under `c`, what `dear` costs, equals of `c`.

    `has` is who is still to play, and certainly holds `dear`.
    """
    foes = context.foes_to_play
    shown = [x for x in context.known[foes[0]] if context.trick.follows(x)] if len(foes) == 1 else []
    below = tuple(x for x in shown if context.height(x) < context.height(c))
    holder = context.holder_of(dear)
    return {
        "has": holder if holder in foes else "",
        "below_it": below,
        "cost": costs(context, dear),
        "alike": context.equals(c),
    }


def low_over(context: DecisionContext, c: Card, winners: Cards, facts: dict[str, Any]) -> Reason:
    """The lowest of the cards that all go above the best so far: somebody may have to go above it."""
    other, above = context.other_card, context.higher_out(c)
    top = other if other in winners and other is not None and nobody_goes_above(context, other) else ""
    gap = context.between(c, other) if other in facts["higher"] and other is not None else ()
    gap = tuple(x for x in gap if context.some_may_hold(context.foes_to_play, x))
    told = {"likely": not taken(context, c).share(EVEN), "gap": gap if len(gap) <= NAMED else (), "other": other or ""}
    return Reason("low_over", facts | told | {"above": above, "top": top})


def cannot_win(context: DecisionContext, c: Card, *, led: bool) -> bool:
    """Whether `c` loses for certain when its suit is led: by another player or, with `led`, by the seat itself.

    Whoever else leads the suit leads a card out of sight; so if all of these are higher, or there is none, it loses.
    """
    if context.trick.is_trump(c) or context.below_out(c):
        return False
    return not led or len(context.higher_out(c)) > nowhere(context)


def nowhere(context: DecisionContext) -> int:
    """The number of cards out of sight that no player holds."""
    held = sum(context.left[who] for who in context.state.seats if who != context.seat)
    return sum(context.outstanding.values()) - held


@lru_cache(maxsize=16)
def taken(context: DecisionContext, c: Card) -> Share:
    """In how many deals no opponent still to play has to go above `c`, so that it takes the trick if it is the best.

    Who has a lower card of the suit led, or none, need not. Counted as in `lie_of_cards`, or seen in sampled deals.
    """
    suit, foes = context.trick.order.suit, context.foes_to_play
    led = suit[context.trick.trick[0] if context.trick.trick else c]
    if suit[c] != led:
        return _trumped(context, c) if context.trick.is_trump(c) else Share(0, 1)
    power = context.trick.order.power[led]

    def kind(x: Card) -> str:
        if suit.get(x) != led:
            return ""
        return "above" if power[x] > power[c] else "below"

    def forced(_: Seat, kinds: frozenset[str]) -> bool:
        return "above" in kinds and "below" not in kinds

    found = of_all_deals(context, foes, kind, forced)
    if found is not None:
        return found
    samples = context.sampled.samples
    hands = ([frozenset(map(kind, context.game.held(sample, foe))) for foe in foes] for sample in samples)
    kept = sum(not any(forced(foe, kinds) for foe, kinds in zip(foes, hand, strict=True)) for hand in hands)
    return Share(kept + 1, len(samples) + 2)


def _trumped(context: DecisionContext, c: Card) -> Share:
    """The same of a trump on another suit: in how many deals nobody still to play may do nothing but go above it."""
    then = playing(context, c)
    looks = {foe: then.phase.see(then.after(then.move), foe) for foe in then.foes_to_play}
    table = next(iter(looks.values()), None)
    if not isinstance(table, RankedTrickView) or not table.trick:
        return Share(1, 1)
    kinds = {x: f"{table.order.suit.get(x)} {table.beats(x)}" for x in context.outstanding}
    one_of = {kind: x for x, kind in kinds.items()}

    def forced(foe: Seat, held: frozenset[str]) -> bool:
        return _has_to_beat(then, looks[foe].holding(tuple(one_of[kind] for kind in held)))

    found = of_all_deals(then, then.foes_to_play, kinds.__getitem__, forced)
    if found is not None:
        return found
    samples = context.sampled.samples
    kept = sum(
        not any(_has_to_beat(then, looks[foe].holding(then.game.held(one, foe))) for foe in looks) for one in samples
    )
    return Share(kept + 1, len(samples) + 2)


def _has_to_beat(context: DecisionContext, v: View) -> bool:
    """Whether every card that may be played there goes above the best so far."""
    legal = allowed(context.phase, v)
    plays = [move.cards[0] for move in legal if len(move.cards) == 1]
    return isinstance(v, RankedTrickView) and bool(plays) and all(map(v.beats, plays))


def playing(context: DecisionContext, c: Card) -> DecisionContext:
    """The same decision with a play of `c` as the move in question."""
    move = next((m for m in context.moves if m.cards == (c,) and m.word == context.move.word), context.move)
    return context if move == context.move else replace(context, move=move)


@lru_cache(maxsize=16)
def nobody_goes_above(context: DecisionContext, c: Card) -> bool:
    """Whether it is certain that nobody still to play can go above `c`, which beats the best so far."""
    return playing(context, c).nobody_beats


def costs(context: DecisionContext, c: Card) -> float:
    """What capturing `c` costs, by the policy, with what is paid for it when it is forced."""
    settled = context.policy.points_settled(context.state, context.seat)
    worth = context.policy.paid_if_thrown if settled else context.policy.card_values
    return worth(context.state).get(c, 0.0)


def price(context: DecisionContext, c: Card) -> float:
    """What the trick on the table costs whoever takes it with `c`, as far as it has come."""
    now = context.policy.trick_cost(context.state)
    return now + sum(context.card_value(x) for x in (*context.trick.trick, c))


def stakes(context: DecisionContext) -> dict[str, Any]:
    """Facts: `now` what this trick costs besides its cards, `soon` what the next one does; 0 where all cost alike."""
    cost, state = context.policy.trick_cost, context.state
    each = [cost(state, later) for later in range(len(context.hand))]
    if len(set(each)) < 2:
        return {"now": 0.0, "soon": 0.0}
    usual = min(each)
    return {"now": each[0] if each[0] > usual else 0.0, "soon": each[1] if each[1] > usual else 0.0}


def said_once(found: Sequence[Reason]) -> Iterator[Reason]:
    """The reasons; only the first that tells of the `stakes` does, and one why a card that is hard to lose goes now.

    What can beat the card is not told again with what is kept, nor how a card is lost that another is kept for.
    """
    told, early = False, any(reason.what == "keeps_way_out" for reason in found)
    won = False
    taken = any(reason.what == "takes_trick" for reason in found)
    for reason in found:
        if taken and reason.what == "keeps_to_catch":
            yield reason._replace(facts={**reason.facts, "over": (), "n_over": 0, "by_trump": False})
            continue
        if won and reason.what == "way_out":
            continue
        won |= reason.what == "keeps_way_out" or (reason.what == "ways_alike" and reason.facts.get("both_sure", False))
        here = bool(reason.facts.get("now") or reason.facts.get("soon"))
        if reason.what != "takes_early" or not early:
            yield reason._replace(facts={**reason.facts, "now": 0.0, "soon": 0.0}) if told and here else reason
            told |= here
