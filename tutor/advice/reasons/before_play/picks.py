"""Reasons for cards that are taken before play: several at once, or one for which another is laid away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.before_play.hand_count import higher, lower, play_phase
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.kernel.events import PLAYED, occurs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

NAMED: Final = 4
"""The most cards that are named as those that one beats, or that beat it."""
FEW: Final = 3
"""The most cards that are named as those above one."""
HONOUR: Final = 0.5
"""What a card that is taken has to count to be taken for its rank."""
THREE: Final = 3
"""The fewest cards of a suit that are better than fewer of another."""
MOST: Final = 0.65
"""The share of deals from which on something is said to be so in most hands."""
LONG: Final = 4
"""The fewest cards of a suit that are taken for their number."""


def exchanging(context: DecisionContext) -> Iterator[Reason]:
    """The card that is taken and its place among the trumps, and what the one laid away for it could win."""
    phase, gone = play_phase(context), context.card
    taken = context.policy.taken(context.view, context.move)
    if phase is None or gone is None or taken is None or gone is taken:
        return
    power = phase.view.ranking.under(context.state.trump).power[""]
    place = 1 + sum(n > power[taken] for n in power.values()) if power[taken] else 0
    below = lower(context, gone, context.state.trump)
    facts: dict[str, Any] = {"taken": taken, "place": place, "gone": gone, "below": below[:NAMED], "n": len(below)}
    facts["right"] = context.policy.lets_take(context.view) or ""
    taken_for = (m.cards[0] for m in context.moves if len(m.cards) == 1 and m.cards[0] not in (gone, taken))
    rest = [len(lower(context, c, context.state.trump)) for c in taken_for if not power[c]]
    facts |= {"worst": all(n >= len(below) for n in rest), "tied": len(below) in rest}
    kept = context.other_card if context.other_card is not gone else None
    if kept is None:
        yield Reason("takes_in", facts | {"kept": "", "over": (), "m": 0})
        return
    under, over = (find(context, kept, context.state.trump) for find in (lower, higher))
    if len(below) <= len(under):
        yield Reason("takes_in", facts | {"kept": kept, "over": over[:NAMED], "m": len(over), "other": context.other})


def picked(context: DecisionContext) -> Iterator[Reason]:
    """Of several cards that are taken, those that the other choice leaves: more of a suit, or higher ones."""
    if context.other is None or len(context.other.cards) != len(context.move.cards) or len(context.move.cards) < 2:
        return
    values = context.policy.card_values(context.state)
    if not values or occurs(context.events(context.state, context.move), PLAYED):
        return
    mine, theirs = (
        tuple(c for c in one.cards if c not in two.cards)
        for one, two in ((context.move, context.other), (context.other, context.move))
    )
    lengths = [sum(x.suit == c.suit for x in context.move.cards) for c in mine]
    others = [sum(x.suit == c.suit for x in context.other.cards) for c in theirs]
    facts: dict[str, Any] = {"mine": mine, "theirs": theirs, "n": max(lengths), "fewer": max(others)}
    suits, more, less = {c.suit for c in mine}, *(sum(values.get(c, 0) for c in them) for them in (mine, theirs))
    low = all(values.get(c, 0) < HONOUR for c in (*mine, *theirs))
    longer = len(suits) == 1 and max(lengths) > max(others)
    if guarded := tuple(_guards(context, mine, theirs)):
        yield from guarded
    elif longer and max(lengths) >= LONG:
        them, n = context.policy.bonus(context.view, context.move)
        yield Reason("picks_long", facts | {"suit_": mine[0].suit, "long": True, "them": them, "brings": n})
    elif alone := tuple(_lone(context, mine, theirs, facts)):
        yield from alone
    elif longer and (low or less < more + 1) and max(lengths) >= THREE:
        yield Reason("picks_long", facts | {"suit_": mine[0].suit, "long": False, "them": (), "brings": 0})
    elif more >= less + HONOUR or (low and more > less and max(lengths) >= max(others)):
        counts = [len(_under(context, one)) if len(one) == 1 else 0 for one in (mine, theirs)]
        facts |= {"low": low, "below": counts[0], "below_theirs": counts[1]}
        facts["plain"] = _not_trumps(context, theirs)
        yield Reason("picks_high", facts, sampled=bool(facts["plain"]))
    elif abs(more - less) < 2 * HONOUR and max(lengths) == max(others):
        yield Reason("picks_even", facts, role=Role.LEVEL)


def _not_trumps(context: DecisionContext, theirs: Cards) -> str:
    """The only suit of the cards that are left, if most are taken of it, but in most deals tried it is not trumps."""
    hands, suits, taken = context.sampled.column(0), {c.suit for c in theirs}, [c.suit for c in context.move.cards]
    if len(suits) > 1 or not any(one.trumps for one in hands) or taken.count(*suits) < max(map(taken.count, taken)):
        return ""
    return theirs[0].suit if sum(one.trumps not in suits for one in hands) > MOST * len(hands) else ""


def _over(context: DecisionContext, c: Card, taken: Cards) -> Cards:
    """The cards of the suit of `c` that are higher and not among those `taken`."""
    place = context.game.pack.place
    return tuple(x for x in context.game.pack.order if x.suit == c.suit and place[x] < place[c] and x not in taken)


def _under(context: DecisionContext, mine: Cards) -> Cards:
    """The cards of the suit of the only one of `mine` that are lower, and not among those taken."""
    c, place = mine[0], context.game.pack.place
    some = (x for x in context.game.pack.order if x.suit == c.suit and place[x] > place[c])
    return tuple(x for x in some if x not in context.move.cards)


def _guards(context: DecisionContext, mine: Cards, theirs: Cards) -> Iterator[Reason]:
    """Cards taken are played for a higher one, which with the other choice would be alone and fall to one above."""
    taken, place = context.move.cards, context.game.pack.place
    for kept in (x for x in taken if x not in mine):
        guards = tuple(c for c in mine if c.suit == kept.suit and place[kept] < place[c])
        above = _over(context, kept, taken)
        others = [x for x in (*theirs, *taken) if x.suit == kept.suit and x not in (*guards, kept)]
        if guards and above and not others:
            facts = {"guards": guards, "kept": kept, "above": above[0], "theirs": theirs, "n": len(above)}
            yield Reason("picks_guard", facts)


def _lone(context: DecisionContext, mine: Cards, theirs: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """The other choice takes a card as the only one of its suit that is not the highest; those taken have company."""
    assert context.other is not None
    taken, values = context.other.cards, context.policy.card_values(context.state)
    alone = [x for x in theirs if values.get(x, 0) >= HONOUR and sum(y.suit == x.suit for y in taken) == 1]
    exposed = [x for x in alone if _over(context, x, taken)]
    if exposed and all(sum(x.suit == c.suit for x in context.move.cards) > 1 for c in mine):
        yield Reason("picks_company", facts | {"lone": exposed[0], "above": _over(context, exposed[0], taken)[:FEW]})
