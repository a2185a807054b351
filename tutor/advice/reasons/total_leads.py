"""Reasons for a lead in games where totals of cards decide, and what cards come to."""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.kernel.cards import without
from tutor.kernel.seats import after
from tutor.kernel.view_types import TrickOnTable, TrumpsView

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

TOPS: Final = 3
"""The most cards that are named as those without which a lead cannot be beaten."""
HARDER: Final = 0.15
"""In how many fewer of the deals others can go above for it to be told, as a share."""
EVEN: Final = 0.5
"""In how many of the deals others can go above a lead at the least that is said to give the trick away."""
OFTEN: Final = 0.8
"""In how many of the deals others can go above a lead at the most that is said to be as hard to beat as another."""
MOSTLY: Final = 0.85
"""The share of the others' hands from which on it is said that they can follow."""
BARE: Final = 1
"""The most cards of the suits led with which hardly anybody can follow."""


def counts(context: DecisionContext, c: Card) -> int:
    """What a card counts if it is led by itself; 0 if totals decide nothing."""
    return context.policy.lead_total(context.view, (c,)) or 0


def top_card(context: DecisionContext, move: Move) -> tuple[Card, int]:
    """The card of a move that counts most by itself, and what it counts."""
    value = {c: counts(context, c) for c in move.cards}
    best = max(value, key=value.__getitem__)
    return best, value[best]


def plain_most(context: DecisionContext, lead: Cards) -> int:
    """The most that cards of the suits led may come to which others may hold; 0 if a trump is led."""
    if any(map(is_trump(context), lead)):
        return 0
    most = 0
    for suit in {c.suit for c in lead}:
        number = sum(c.suit == suit for c in lead)
        row = (x for x in context.outstanding.elements() if x.suit == suit)
        most += sum(sorted((counts(context, x) for x in row), reverse=True)[:number])
    return most


def _needed(context: DecisionContext, lead: Cards) -> Cards:
    """The few cards that others may hold of which one is needed to go above a lead, as they count more than one of it.

    Two cards that count no more than the lower of the two led come to no more than both.
    """
    low = min(counts(context, c) for c in lead)
    found = tuple(x for x in context.outstanding if counts(context, x) > low)
    return found if 0 < len(found) <= TOPS else ()


def is_trump(context: DecisionContext) -> Callable[[Card], bool]:
    """A predicate: whether a card is a trump."""
    return context.view.is_trump if isinstance(context.view, TrumpsView) else lambda c: False


def leads_by_total(context: DecisionContext, facts: dict[str, Any], all_spent: Sequence[int]) -> Iterator[Reason]:
    """Whether a lead cannot be beaten, counts little, or much, among all leads, or among those without trumps."""
    spent, tenth = facts["own"], len(all_spent) // 10
    plain = [m for m in context.moves if m.cards and not has_trumps(context, m)]
    if spent > threat(context, context.move.cards):
        yield Reason("no_reply", facts)
    elif spending := must_spend(context, context.move.cards, spent):
        yield Reason("makes_spend", facts | {"spending": spending} | _known_totals(context, spending, spent))
    elif needed := _needed(context, context.move.cards):
        yield Reason("needs_top", facts | {"needed": needed})
    elif spent > (most := plain_most(context, context.move.cards)) > 0:
        suits = {c.suit for c in context.move.cards}
        theirs = (c for c in context.outstanding.elements() if c.suit in suits)
        out = sum(context.some_may_hold(context.foes, c) for c in theirs)
        yield Reason("only_trumps", facts | {"most": most, "bare": out <= BARE})
    elif above := _above_all(context):
        yield Reason("none_wins", facts | above)
    elif spent <= all_spent[tenth] < all_spent[-1 - tenth] and not _dearer(context, spent) and _gives_away(context):
        yield Reason("leads_little", facts | {"lowest": spent == all_spent[0]})
    elif spent >= all_spent[-1 - tenth] > all_spent[tenth]:
        yield Reason("leads_much", facts | {"share": round(10 * beaten(context, context.move))})
    elif (
        context.move in plain and len(plain) < len(all_spent) and spent == max(spent_on(context, m) or 0 for m in plain)
    ):
        yield Reason("leads_plain", facts)
    elif less := _plain_below(context, spent):
        yield Reason("plain_higher", facts | {"other": context.other, "less": less})
    else:
        yield from _keeps_top(context, facts)
    yield from tuple(harder_to_beat(context)) or _as_hard(context, facts)


def _plain_below(context: DecisionContext, spent: int) -> int:
    """What the other lead counts, if neither has a trump, it counts less, and there are trumps to keep; else 0."""
    other = context.other
    if other is None or any(has_trumps(context, move) for move in (context.move, other)):
        return 0
    less = spent_on(context, other) or 0
    return less if less < spent and any(map(is_trump(context), context.hand)) else 0


def _known_totals(context: DecisionContext, spending: Sequence[tuple[Seat, Card]], spent: int) -> dict[str, Any]:
    """Facts of a lead whose answers are known: who stays `under` it in any case, and what the other lead comes to.

    `level` says that the only one who can go above it can be level without the card that this takes, and `less` is
    what the other lead counts, if that player goes above it without the card; else 0.
    """
    reply, lead = context.policy.best_reply, context.move.cards
    best = {who: reply(context.view, lead, context.known[who]) for who in seats_behind(context)}
    facts: dict[str, Any] = {
        "under": tuple((who, n) for who, n in best.items() if n < spent),
        "level": False,
        "less": 0,
    }
    if len(spending) > 1:
        return facts
    who, top = spending[0]
    rest = without(context.known[who], (top,))
    facts["level"] = reply(context.view, lead, rest) == spent
    theirs = (spent_on(context, context.other) or 0) if context.other is not None else spent
    if context.other is not None and theirs < spent and reply(context.view, context.other.cards, rest) > theirs:
        facts |= {"less": theirs, "other": context.other}
    return facts


def _above_all(context: DecisionContext) -> dict[str, Any]:
    """Facts: who goes above even the highest of the leads (`top`), as all hands are `open`; empty if one may win."""
    totals = {m: spent_on(context, m) or 0 for m in context.moves if m.cards}
    top = max(totals, key=totals.__getitem__)
    if any(n >= threat(context, m.cards) for m, n in totals.items()) or threat(context, top.cards) == inf:
        return {}
    v, behind = context.view, seats_behind(context)
    best = {who: context.policy.best_reply(v, top.cards, context.known[who]) for who in behind}
    who = max(best, key=best.__getitem__)
    return {"top": top, "most": totals[top], "who": who, "n": best[who], "open": True}


def _gives_away(context: DecisionContext) -> bool:
    """Whether others go above the lead more often than not, as far as sampled deals tell."""
    return beaten(context, context.move) > EVEN


def _dearer(context: DecisionContext, spent: int) -> bool:
    """Whether a lead counts more than the other choice."""
    return context.other is not None and spent > (spent_on(context, context.other) or 0)


def _as_hard(context: DecisionContext, facts: dict[str, Any]) -> Iterator[Reason]:
    """The lead is beaten hardly more often than the other one, which spends a higher card besides the same one."""
    other, kept = context.other, facts["kept"]
    if other is None or len(kept) != 1 or len(context.move.cards) != len(other.cards):
        return
    own, theirs = (beaten(context, move) for move in (context.move, other))
    if own - theirs < HARDER and theirs <= OFTEN:
        facts = {"move": context.move, "other": other, "kept": kept[0], "enough": not own}
        yield Reason("as_hard", facts, sampled=True)


def _keeps_top(context: DecisionContext, facts: dict[str, Any]) -> Iterator[Reason]:
    """The other lead has a card that counts more than any of this one: who loses picks first, and would take it."""
    other = context.other
    if other is None or not facts["picks"]:
        return
    (_, most), (top, more) = top_card(context, context.move), top_card(context, other)
    if most < more and top not in context.move.cards:
        yield Reason("keeps_top", {"other": other, "top": top})


def must_spend(context: DecisionContext, lead: Cards, spent: int) -> tuple[tuple[Seat, Card], ...]:
    """The players still to play who can go above `spent`, each with the highest card that this takes.

    () if one needs none for it. Only where their hands are known.
    """
    found = []
    for who in seats_behind(context):
        hand = context.known[who]
        if len(hand) != context.left[who]:
            return ()
        if context.policy.best_reply(context.view, lead, hand) <= spent:
            continue
        high = sorted(set(hand), key=lambda c: -counts(context, c))
        needs = (c for c in high if context.policy.best_reply(context.view, lead, without(hand, (c,))) <= spent)
        top = next(needs, None)
        if top is None or not _counts_more(context, top, lead):
            return ()
        found.append((who, top))
    return tuple(found)


def _counts_more(context: DecisionContext, c: Card, lead: Cards) -> bool:
    """Whether a card counts more by itself than each of those led."""
    return all(counts(context, c) > counts(context, x) for x in lead)


def threat(context: DecisionContext, lead: Cards) -> float:
    """The highest total that anybody still to play can come to; without end if a hand is not known."""
    most = 0.0
    for who in seats_behind(context):
        if len(context.known[who]) != context.left[who]:
            return inf
        most = max(most, context.policy.best_reply(context.view, lead, context.known[who]))
    return most


def beaten(context: DecisionContext, move: Move, *, level: bool = False) -> float:
    """The share of sampled deals in which somebody still to play can go above a move, or be level."""
    v = context.view
    answered = isinstance(v, TrickOnTable) and bool(v.trick)
    lead = v.trick[0] if isinstance(v, TrickOnTable) and v.trick else move.cards
    own = total_after(context, move) if answered else spent_on(context, move)
    behind = seats_behind(context)
    if own is None:
        return 0.0
    hands = [[context.game.held(deal, who) for who in behind] for deal in context.samples]
    above = (any(context.policy.best_reply(v, lead, hand) > own - level for hand in row) for row in hands)
    return sum(above) / len(hands)


def seats_behind(context: DecisionContext) -> list[Seat]:
    """The seats still to play to this trick after the one that decides."""
    seats = context.state.seats
    behind = len(seats) - 1 - (len(context.view.trick) if isinstance(context.view, TrickOnTable) else 0)
    return [after(seats, context.seat, i + 1) for i in range(behind)]


def total_after(context: DecisionContext, move: Move) -> int | None:
    """The total of the seat on the table after this play; None if totals decide nothing."""
    state = context.after(move)
    if state.phase == context.phase.name and state.chance is None:
        return context.phase.totals(context.phase.see(state, context.seat)).get(context.seat)
    return None


def harder_to_beat(context: DecisionContext) -> Iterator[Reason]:
    """Others can less often go above the move than above the other choice, as far as sampled deals tell."""
    if context.other is None:
        return
    own, theirs = (beaten(context, move) for move in (context.move, context.other))
    if theirs - own < HARDER:
        return
    behind, samples = seats_behind(context), context.samples
    led = () if context.answers_cards or has_trumps(context, context.move) else context.move.cards
    number = Counter(c.suit for c in led)
    hands = [Counter(c.suit for c in context.game.held(deal, who)) for deal in samples for who in behind]
    follow = bool(led) and sum(number <= held for held in hands) >= MOSTLY * len(hands)
    facts = {"move": context.move, "other": context.other, "own": round(10 * own), "theirs": round(10 * theirs)}
    facts |= {"who": behind[0] if len(behind) == 1 else "", "follow": follow}
    yield Reason("harder_to_beat", facts, sampled=True)


def has_trumps(context: DecisionContext, move: Move) -> bool:
    """Whether there is a trump among the cards."""
    return isinstance(context.view, TrumpsView) and any(map(context.view.is_trump, move.cards))


def spent_on(context: DecisionContext, move: Move) -> int | None:
    """What the cards count if they are led, that is in full; None if totals decide nothing."""
    return context.policy.lead_total(context.view, move.cards)
