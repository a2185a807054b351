"""Reasons for leading a card of a suit that is not trumps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import LAST, DecisionContext, Reason, count_text
from tutor.advice.reasons.leads.falling import may_fall_under
from tutor.advice.reasons.leads.low_cards import ABOVE, brings_out, spares_trumps, to_set_free
from tutor.advice.reasons.leads.shown import (
    dropped,
    exposed,
    forces,
    has_to_trump,
    lower_of_two,
    must_be_void,
    only_void,
    to_partners_card,
    to_partners_void,
    to_suit_asked_for,
)
from tutor.advice.reasons.leads.suit_choice import (
    cash_now,
    dear_trump,
    feeds_stake,
    forces_length,
    grows,
    keeps_harder,
    leaves_guarded,
    leaves_tenace,
    loser_first,
    nobody_follows,
    suit_choice,
)
from tutor.advice.reasons.leads.sure import EVEN, LONG, RISKED, catches, clears_way, draws_last, too_early_or_late
from tutor.advice.reasons.stakes import none_to_lose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.cards import Card, Cards

PROBABLE: Final = 0.65
"""The share of deals from which on something is told as probable."""
LITTLE: Final = 2
"""A card that may be trumped counts little if it counts no more than such a part of the highest."""
SPENT: Final = 0.4
"""The share of deals from which on a card is worth risking that only one of its suit is above."""


def highest_lead(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Reasons for leading the best card of a plain suit."""
    armed, left, wins = context.foes_with_trumps, len(context.out_of_suit(c)), True
    if not left and not armed:
        yield Reason("last_of_suit", facts | {"trumps": bool(context.trick.trumps)})
    elif left and not armed and facts["out"]:
        yield Reason("nobody_trumps", facts)
    elif not facts["out"]:
        fall = () if any((*clears_way(context, c, mine), *catches(context, c))) else may_fall_under(context, c)
        sure = Reason("master", facts | {"run": run_of(context, mine), "trump": False, "fall": fall})
        yield from tuple(cash_now(context, c)) or [sure]
    elif not left and (forced := tuple(forces(context, c, facts))):
        yield from forced
        wins = False
    else:
        stands, void = context.holds, only_void(context, c)
        short = bool(void) or must_be_void(context, c)
        wins = stands.share(EVEN)
        trumps = [x for x in context.outstanding if context.trick.is_trump(x)]
        pals = context.some_may_hold(context.friends & {*context.next_seats}, *trumps)
        facts |= {"left": left, "short": short, "pals": pals, "void": void}
        if draws_last(context) and stands.held < stands.deals:
            wins = False  # nobody can trump it once the last trump is drawn
        elif wins:
            yield Reason("high_in_suit", facts | context.last_foe | stands._asdict())
        elif left and _forces_one(context, mine, left, short=short, likely=stands.share(RISKED)):
            yield Reason(
                "now_or_never", facts | context.last_foe | {"must": bool(void) and has_to_trump(context, void, c)}
            )
        elif (
            (stands.held or len(context.hand) > LAST)  # a trump less in the last trick helps little
            and not none_to_lose(context)
            and context.card_value(c) * LITTLE <= context.most_value * bool(left)
        ):
            yield Reason("costs_trump", facts | {"sure": not stands.held})
    if wins:
        cleared = tuple(clears_way(context, c, mine))
        yield from catches(context, c, *(x for one in cleared for x in one.facts["between"]))
        yield from cleared
    else:
        yield from keeps_harder(context, c)


def _forces_one(context: DecisionContext, mine: Cards, left: int, *, short: bool, likely: bool) -> bool:
    """Whether a winner that may be trumped is led: few are to follow, and it may hold or others are as good."""
    return (short and len(run_of(context, mine)) > 1) or (left < 2 * len(context.foes_to_play) and likely)


def run_of(context: DecisionContext, mine: Cards) -> Cards:
    """The own cards of the suit that no card out of sight is above."""
    return tuple(x for x in mine if not context.higher_out(x))


def plain_lead(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Reasons for leading a card of a plain suit that a higher one may beat."""
    shown = tuple(_by_what_is_shown(context, c, mine, facts))
    yield from shown or keeps_harder(context, c)
    if any(reason.what in ("partner_void", "partner_ruffs", "partner_holds") for reason in shown):
        return
    above, touching = context.higher_out(c), _touching(context, c, mine)
    if touching and above:
        good = len(_between(context, mine, c)) > len(above)
        run = len(_between(context, mine, c)) > ABOVE
        if good or run or len(mine) > len(above):  # else the next one falls as well
            yield Reason("sequence", facts | {"touching": touching, "above": above, "good": good})
            yield from spares_count(context, c, mine)
            return
    likely = tuple(likely_won(context))
    yield from likely
    if any(reason.what in ("wins_often", "nobody_can") for reason in likely):
        return
    guarded = tuple(leaves_guarded(context, c, facts["suit_"]))
    yield from (one for one in guarded if _dearer(context, one.facts["kept"]))  # what decides comes first
    yield from spares_count(context, c, mine)
    forced = tuple(forces(context, c, facts))
    yield from forced
    if not forced:
        later = guarded or tuple(leaves_tenace(context, c))
        yield from (
            (*fallen, *later) if (fallen := tuple(dropped(context, c))) else _for_later(context, c, mine, facts, later)
        )


def _dearer(context: DecisionContext, kept: Card) -> bool:
    """Whether a card that is `kept` counts more than the other choice, which counts as well."""
    other = context.other_card
    return other is not None and context.card_value(kept) > context.card_value(other) > 0


def _by_what_is_shown(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    yield from too_early_or_late(context, c)
    if facts["out"]:
        yield from to_partners_void(context, c, mine, facts)
    yield from to_partners_card(context, c, facts)
    yield from to_suit_asked_for(context, c, facts)
    yield from feeds_stake(context, c)
    yield from loser_first(context, c)
    yield from nobody_follows(context, c)


def spares_count(context: DecisionContext, c: Card, mine: Cards) -> Iterator[Reason]:
    """The other choice is a plain card that counts more, and may be lost: in another suit not only to a trump."""
    dear, honour = context.other_card, to_set_free(context, c, mine)
    if dear is None or context.trick.is_trump(dear) or any(lower_of_two(context, c)):
        return
    lost = dear in mine or bool(context.higher_out(dear))
    if dear is not honour and lost and context.card_value(dear) > max(0, context.card_value(c)):
        worth, own = (count_text(max(0, context.card_value(x))) for x in (dear, c))
        if n := len(context.threats(dear)):
            facts = {"c": c, "dear": dear, "worth": worth, "own": own, "tricks": context.few_count}
            above = context.higher_out(dear)
            yield Reason("spares_count", facts | {"above": above, "trumps": n - len(above)})


def _for_later(
    context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any], whole: Sequence[Reason]
) -> Iterator[Reason]:
    """What a lead that will hardly win does for later: higher cards go, the suit gets short, others stay `whole`."""
    honour = to_set_free(context, c, mine)
    longest = max(len(context.of_suit(context.trick.order.suit[x])) for x in context.cards)
    if honour is not None:
        yield from lower_of_two(context, c) if honour is not context.other_card else ()
        yield brings_out(context, c, honour, facts)
    elif LONG <= len(mine) == longest and not context.foes_with_trumps:
        if _entry(context, mine):
            yield Reason("from_length", facts)
    elif (lower := tuple(lower_of_two(context, c))) and len(mine) > 1:
        yield from lower if len(context.hand) > 2 else ()
    else:
        yield from _shortens(context, c, mine, facts)
    yield from whole
    yield from suit_choice(context, c)
    yield from forces_length(context, c, mine)
    yield from loses_to_one(context, c, mine, facts)
    if honour is None:
        yield from grows(context, c, mine, facts)
    yield from spares_trumps(context, c)


def _entry(context: DecisionContext, mine: Cards) -> bool:
    """Whether there is a card to come in with when the others have run out of the suit: the best one, or a guarded."""
    suit, others = context.trick.order.suit, [x for x in context.hand if x not in mine]
    sure = any(not context.higher_out(x) for x in others)
    guarded = any(context.guarded_top(suit[x]) for x in others)
    return sure or guarded or len(context.higher_out(mine[0])) < ABOVE


def _shortens(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Few cards of the suit are left in hand, and what is led later can be trumped.

    No plain suit is shorter, no opponent is known to be out of it, and cards of it are probably left after the own.
    """
    v, suit = context.trick, context.trick.order.suit
    plain = [x for x in context.hand if not v.is_trump(x) and x not in mine]
    if len(mine) > 2 or not plain or context.guarded_top(facts["suit_"]) or exposed(context, c):
        return
    if 2 * context.card_value(c) > context.most_value > 0:
        return  # who gets it matters more
    if not context.cards_count and all(not context.higher_out(x) for x in context.hand if v.is_trump(x)):
        return  # the own trumps win whenever they are played, and as much
    left = len(context.out_of_suit(c)) - len(mine) * max(1, context.view.players - 2)
    shorter = any(len(context.of_suit(suit[x])) < len(mine) and context.higher_out(x) for x in plain)
    if left < 1 or shorter:
        return
    if len(mine) == 1 and context.frees_to_trump(c):
        alone = (other := context.other_card) in plain and len(context.of_suit(suit[other])) == 1
        yield Reason("singleton", facts | {"dear": dear_trump(context), "stake": _freed(context, c)}, shared=alone)
    elif len(mine) == 2 and context.frees_to_trump(*mine):
        yield Reason("doubleton", facts)


def _freed(context: DecisionContext, c: Card) -> Card | str:
    """The own plain card that counts most, to be thrown on a partner's trick once `c`, alone in its suit, is gone."""
    if not context.few_count or len(context.friends) == 1:
        return ""
    plain = [x for x in context.hand if x is not c and not context.trick.is_trump(x) and context.higher_out(x)]
    best = max(plain, key=context.card_value, default=c)
    return best if context.card_value(best) > max(0, context.card_value(c)) else ""


def loses_to_one(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """Only one card of the suit is above, and often enough nobody can play it, nor trump; it may lie aside."""
    above = context.higher_out(c)
    if len(above) == 1 and c is mine[0] and context.holds.share(SPENT):
        armed = bool(context.foes_with_trumps) and not context.trick.is_trump(c)
        yield Reason("loses_to_one", facts | {"above": above[0], "armed": armed, "aside": context.some_aside})


def likely_won(context: DecisionContext) -> Iterator[Reason]:
    """The card probably wins, or a partner takes the trick."""
    wins = context.holds
    if wins.held == wins.deals and context.trick.by_suit:
        with_friend = any(who in context.friends for who in context.next_seats)
        yield Reason("nobody_can", {"c": context.card, "helped": with_friend} | context.last_foe)
        return
    if wins.share(PROBABLE):
        above = context.higher_out(context.card) if context.card is not None and context.trick.by_suit else ()
        facts = {"move": context.move, "above": above if len(above) <= ABOVE else (), "aside": context.some_aside}
        yield Reason("wins_often", facts | wins._asdict(), sampled=True)
        return
    helped = context.taken_by_friend if len(context.hand) > 1 else None
    if helped is not None and helped.share(PROBABLE):
        yield Reason("partner_takes", helped._asdict(), sampled=True)


def _touching(context: DecisionContext, c: Card, mine: Sequence[Card]) -> Card | None:
    """The next lower own card, if no unseen card lies between, few are above, and both are in the upper half."""
    following = next((x for x in mine if context.height(x) < context.height(c)), None)
    if following is None or not 0 < len(context.higher_out(c)) <= max(ABOVE, len(_between(context, mine, c))):
        return None
    above, rest = context.higher_out(following), context.out_of_suit(c)
    touches = len(above) == len(context.higher_out(c))
    return following if touches and 2 * (len(rest) - len(above)) >= len(rest) else None


def _between(context: DecisionContext, mine: Sequence[Card], c: Card) -> Cards:
    """The own cards of the suit that are as good as `c`, itself among them."""
    above = len(context.higher_out(c))
    return tuple(x for x in mine if len(context.higher_out(x)) == above)
