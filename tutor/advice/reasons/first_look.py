"""What a card to a trick turns on at first sight, whichever is advised: what hints say before they say more.

All of it is certain from what the seat can see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.outcomes import side_of_seat
from tutor.advice.reasons.avoiding import ways_out
from tutor.advice.reasons.context import DecisionContext, count_text
from tutor.advice.sampled_outcomes import SampledOutcomes
from tutor.kernel.seats import members
from tutor.kernel.view_types import RankedTrickView, TrickOnTable

if TYPE_CHECKING:
    from random import Random

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

WORK: Final = 8_000
"""Units of work, about a microsecond each, that looking at the cards may cost."""
SEVERAL: Final = 2
"""The fewest cards between which there is a choice."""
FEW: Final = 5
"""In how many of the sampled deals it is looked who wins a trick that follows from what is seen."""


def first_look(at: Record[Any], seat: Seat, move: Move, other: Move | None, rng: Random) -> dict[str, Any]:
    """Facts about the trick and the hand; none where no suits are followed, or nothing but one card may be played.

    Those of the two moves, which are told apart without saying which is advised, are under `weighed`.
    """
    v = at.game.due(at.state).see(at.state, seat)
    if not isinstance(v, TrickOnTable) or len(move.cards) != 1:
        return {}
    seed = f"{rng.getrandbits(64):x}"
    context = DecisionContext(
        at.game, at.state, seat, move, other, SampledOutcomes(at.game, at, seat, (move,), seed, WORK)
    )
    if len(context.cards) < SEVERAL:
        return {}
    if not isinstance(v, RankedTrickView):
        return _decided(context)
    if not v.by_suit:
        return {}
    avoid = context.wants_tricks is False
    fees = ways_out.stakes(context) if avoid else {"now": 0.0, "soon": 0.0}
    pals = [who for who in context.friends if who != seat]
    ally = pals[0] if len(pals) == 1 and pals[0] not in members(side_of_seat(at.game, at.state, seat)) else ""
    facts = {"avoid": avoid, **fees, "counts": _counted(context), "equal": all_equal(context)}
    facts |= {"decided": False, "ally": ally, "sole": context.foes[0] if len(context.foes) == 1 else ""}
    facts |= _lead(context, avoid=avoid) if not v.trick else _answer(context)
    return {**facts, "weighed": _weighed(context, move, other, avoid=avoid)}


def _decided(context: DecisionContext) -> dict[str, Any]:
    """Whether the cards that may be played win a trick that each of them decides; none where one does not."""
    v = context.view
    if not isinstance(v, TrickOnTable) or not v.trick or isinstance(v.trick[0], tuple):
        return {}
    beats = {context.wins_trick(sample, one) for one in context.moves for sample in context.samples[:FEW]}
    if None in beats:
        return {}
    return {"lead": False, "decided": True, "beats": beats, "equal": False, "weighed": {}, "ally": "", "sole": ""}


def all_equal(context: DecisionContext) -> bool:
    """Whether all cards that may be played do the same."""
    return all(context.are_equal(context.cards[0], x) for x in context.cards[1:])


def _counted(context: DecisionContext) -> bool:
    """Whether cards count something in a trick by the rules, while that is still open."""
    by_rules = context.phase.trick_value((), context.trick.trumps) is not None
    return by_rules and context.cards_count and not context.few_count


def _lead(context: DecisionContext, *, avoid: bool) -> dict[str, Any]:
    """How high, or where tricks do harm how low, the cards are that may be led."""
    v, suit = context.trick, context.trick.order.suit
    suits = list(dict.fromkeys(suit[x] for x in context.cards if suit.get(x)))
    rows = {one: [x for x in context.of_suit(one) if x in context.cards] for one in suits}
    highest = [row[0] for row in rows.values() if not context.higher_out(row[0])]
    lowest = [row[-1] for row in rows.values()]
    own = [x for x in context.hand if v.is_trump(x)]
    longest = max((row for one, row in rows.items() if not v.is_trump(row[0])), key=len, default=[])
    return {
        "lead": True,
        "suits": len(suits),
        "tops": tuple(x for x in highest if not v.is_trump(x)),
        "top_trump": next((x for x in highest if v.is_trump(x)), ""),
        "own_trumps": len(own),
        "trumps_out": context.trumps_out,
        "foes_trump": bool(context.foes_with_trumps),
        "lowest": tuple(lowest) if avoid else (),
        "never": tuple(x for x in lowest if not context.below_out(x) and context.higher_out(x)),
        "longest": suit[longest[0]] if longest else "",
        "length": len(longest),
    }


def _answer(context: DecisionContext) -> dict[str, Any]:
    """What the trick holds, who is winning it, and whether the cards that may be played can change that."""
    v, suit = context.trick, context.trick.order.suit
    led = v.trick[0]
    follows = any(suit.get(x) == suit.get(led) for x in context.hand)
    trumps = [x for x in context.hand if v.is_trump(x)]
    lie = sum(map(context.card_value, v.trick)) if _counted(context) else 0
    winners = tuple(x for x in context.cards if v.beats(x))
    over = context.threats(v.best)
    able = [who for who in context.next_seats if any(context.may_hold(who, x) for x in over)]
    pals = [who for who in able if who in context.partners_to_play]
    return {
        "lead": False,
        "void": "" if follows else suit.get(led, ""),
        "trump_led": v.is_trump(led),
        "trumpless": bool(v.trumps) and not trumps,
        "free": set(context.hand) == set(context.cards),
        "best": v.best,
        "who": v.holder,
        "ours": v.holder in context.friends and v.holder != context.seat,
        "later": context.next_seats,
        "safe": not any(foe in able for foe in context.foes_to_play),
        "stands": not over,
        "pal": pals[0] if len(pals) == 1 else "",
        "beats": {x in winners for x in context.cards},
        "winners": len(winners),
        "ruffs": bool(winners) and all(v.is_trump(x) for x in winners) and not v.is_trump(led),
        "lie": count_text(lie) if lie > 0 else 0,
    }


def _weighed(context: DecisionContext, move: Move, other: Move | None, *, avoid: bool) -> dict[str, Any]:
    """The two cards in the order in which hands are held, and what tells them apart: none if nothing does."""
    v, c = context.trick, context.card
    rival = context.other_card if other is not None else _beside(context, c)
    if c is None or rival is None or rival is c or rival not in context.cards or context.are_equal(c, rival):
        return {}
    first, second = (x for x in context.game.arranged(context.hand, context.state) if x in (c, rival))
    suit, worth = v.order.suit, context.card_value
    same = suit[first] == suit[second]
    wins: tuple[bool, ...] = (v.beats(first), v.beats(second)) if v.trick else ()
    low, high = sorted((first, second), key=context.height) if same else (first, second)
    facts = {
        "first": first,
        "second": second,
        "same": same,
        "low": low,
        "high": high,
        "gap": context.between(low, high) if same else (),
        "above": tuple(context.higher_out(x) for x in (first, second)),
        "below": tuple(context.below_out(x) for x in (first, second)),
        "suits": (suit[first], suit[second]),
        "left": tuple(len(context.out_of_suit(x)) for x in (first, second)),
        "trumps": (v.is_trump(first), v.is_trump(second)),
        "wins": wins,
        "worth": tuple(count_text(worth(x)) for x in (first, second)) if _counted(context) else (0, 0),
        "lone": tuple(len(context.of_suit(suit[x])) == 1 for x in (first, second)),
    }
    differ = facts["gap"] or worth(first) != worth(second) or (avoid and len({*wins}) > 1)
    return facts if differ or not same else {}


def _beside(context: DecisionContext, c: Card | None) -> Card | None:
    """The card that one would weigh `c` against where only `c` was tried: the next of its suit, else none."""
    row: Cards = () if c is None else context.of_suit(context.trick.order.suit[c])
    rest = [x for x in row if x in context.cards and x is not c and c is not None and not context.are_equal(c, x)]
    return min(rest, key=lambda x: abs(context.height(x) - context.height(c or x)), default=None)
