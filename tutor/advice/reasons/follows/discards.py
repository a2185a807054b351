"""Reasons for cards that one parts with: thrown away on a trick, or laid away or given before play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import LAST, DecisionContext, Reason, Role
from tutor.advice.reasons.follows.guards import beside, company, entry, guard, guarded_by
from tutor.advice.reasons.follows.next_lead import last_lead, lost_anyway, may_lead, never_led, next_leaders
from tutor.kernel.seats import members
from tutor.policies import policy_of
from tutor.policies.aims import TRICK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

LONG: Final = 3
"""Cards of a suit that are worth keeping together, if fewer are out."""
HOPELESS: Final = 2
"""The fewest cards out of sight above a card that will hardly win a trick."""
APART: Final = 2
"""How many more cards have to be above one card than above another to make the other the better one to keep."""
SOON: Final = 4
"""The most cards in hand with which one of a suit is enough if that suit is led."""
NAMED: Final = 2
"""The most cards that are named as those that one beats, or that beat it."""


def thrown(context: DecisionContext, c: Card) -> bool:
    """Whether a card played to the trick is thrown away: neither of the suit led nor a trump."""
    v = context.trick
    return v.by_suit and not v.follows(c) and not v.is_trump(c)


def none_can_win(context: DecisionContext) -> bool:
    """Whether no card of the hand can win a trick any more, so that it makes no difference which one is played.

    Nothing legal takes this trick, so somebody else leads to the next; and whatever suit is led then, the own cards of
    it are below all that others have.
    """
    return len(set(map(context.card_value, context.hand))) == 1 and no_trick_left(context)


def no_trick_left(context: DecisionContext) -> bool:
    """Whether no card of the hand can win a trick any more, whatever each counts."""
    v = context.trick
    if not v.trick or not v.by_suit or any(v.beats(x) for x in context.cards):
        return False
    return not any(v.is_trump(x) or context.below_out(x) for x in context.hand)


def discarding(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """All reasons for throwing `c` away rather than the other choice, the most important first."""
    v = context.trick
    other = context.other_card or context.of_suit(v.order.suit[c])[0]
    yield from _one_loser(context, c)
    yield from _wasted_trump(context, c)
    if other is not c and thrown(context, other) and context.card_value(other) >= 0:
        guards = () if never_led(context, other) else (guard, company)  # lost as it may be, it is lost for a better one
        idle = not guards or lost_anyway(context, other)
        for finder in (*guards, _neither) if idle else _KEEPING:
            if found := next(finder(context, c, other), None):
                yield found
                break
    above = context.higher_out(c)
    if _hardly(context, c) and guarded_by(context, c) is None and beside(context, c) is None:
        facts = {"c": c, "suit_": v.order.suit[c], "n": len(above), "all": not context.below_out(c)}
        yield Reason("hopeless", facts | {"alike": tuple(_as_hopeless(context, c))})


def _as_hopeless(context: DecisionContext, c: Card) -> Iterator[Card]:
    """Cards of other suits that do the same as `c`: as many own ones in the suit, as many above, and none below."""
    suit = context.trick.order.suit

    def kind(x: Card) -> tuple[float, int, int, int]:
        above, below = context.higher_out(x), context.below_out(x)
        return context.card_value(x), len(context.of_suit(suit[x])), len(above), len(below)

    if context.below_out(c):
        return
    for x in context.cards:
        alone = guarded_by(context, x) is None and beside(context, x) is None
        apart = suit[x] != suit[c] and not context.trick.is_trump(x)
        if apart and alone and kind(x) == kind(c) and _may_become_trump(context, x) == _may_become_trump(context, c):
            yield x


def _wasted_trump(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The other choice is a trump that does not beat the best card, and `c` counts no more."""
    other, v = context.other_card, context.trick
    if other is None or not v.is_trump(other) or v.beats(other) or len(context.hand) <= LAST:
        return
    if thrown(context, c) and context.card_value(c) <= context.card_value(other):
        yield Reason("wasted_trump", {"c": c, "kept": other, "best": v.best, "cheap": not context.card_value(c)})


def catching(context: DecisionContext, c: Card) -> dict[str, Any] | None:
    """The opponent who is known to hold cards of its suit that `c` beats while nobody has a higher one: facts."""
    if context.higher_out(c):
        return None
    for who in context.foes:
        held = tuple(x for x in context.outstanding if context.holder_of(x) == who)
        caught = tuple(x for x in context.below_out(c) if x in held)
        if caught:
            full = len(held) == context.left[who]
            return {"who": who, "shown": held if full else (), "caught": caught[:1]}
    return None


def last_bonus(context: DecisionContext) -> int:
    """What the last trick counts more than others, if the card that is kept now is the one for it; else 0."""
    return int(context.policy.last_trick) if len(context.hand) == 2 else 0


def keeping_for_shown(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The other choice beats a card that an opponent has shown; `c` does not, nor a card that is kept anyway."""
    found = catching(context, other)
    beside = (x for x in context.of_suit(context.trick.order.suit[other]) if x is not other)
    if found and not catching(context, c) and not any(catching(context, x) for x in beside):
        yield Reason("keeps_over_shown", {"c": c, "kept": other, "bonus": last_bonus(context)} | found)


def _one_loser(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """All other own cards are trumps or the best of their suits; and how many tricks the own side still needs."""
    v, rest = context.trick, [x for x in context.hand if x is not c]
    trumps = [x for x in rest if v.is_trump(x)]
    if len(trumps) < 2 or not context.higher_out(c) or any(context.higher_out(x) for x in rest if x not in trumps):
        return
    aims = policy_of(context.game).aims(context.state, context.seat)
    ours = (aim for aim in aims if aim.open and aim.exact and aim.unit == TRICK and context.seat in members(aim.side))
    aim = next(ours, None)
    facts = {"who": aim.side, "need": int(aim.missing)} if aim is not None else {"who": "", "need": 0}
    facts["firm"] = not any(context.higher_out(x) for x in trumps)
    yield Reason("one_loser", {"c": c, "n": len(trumps), "left": len(rest), "all": len(trumps) == len(rest)} | facts)


def _may_be_led(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Nobody who may lead to the last trick has any of the suit of `c`, so that it could win nothing there."""
    suit = context.trick.order.suit
    if len(context.hand) != LAST or suit[c] == suit[other] or not (leaders := next_leaders(context)):
        return
    if not may_lead(context, leaders, c) and may_lead(context, leaders, other):
        facts = {"who": leaders[0] if len(leaders) == 1 else "", "suit_": suit[c]}
        yield Reason("keeps_led", {"c": c, "kept": other} | facts)


def _best(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The other choice would throw away the best card of a suit.

    A card of a suit that no opponent has brings no lead, as none of them can play the suit. `leader` is who certainly
    leads to the next trick, if that player has none of the suit.
    """
    if context.higher_out(other) or not context.out_of_suit(other):
        return
    if never_led(context, other):
        return
    leaders = next_leaders(context)
    void = bool(leaders) and not may_lead(context, leaders, other)
    suit = context.trick.order.suit
    spare = not context.top_run(suit[other], other) and bool(context.top_run(suit[c], c))
    if spare or context.higher_out(c) or not context.some_may_hold(context.foes, *context.out_of_suit(c)):
        facts = {"c": c, "kept": other, "suit_": suit[other], "run": context.top_run(suit[other], c)}
        yield Reason("keeps_best", facts | {"leader": leaders[0] if void and len(leaders) == 1 else ""})


def _covered(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Near the end: a higher own card is the best of the suit of `c`, and the other choice may win in another suit."""
    suit, beaten = context.trick.order.suit, context.below_out(other)
    top = _best_beside(context, c)
    apart = suit[other] != suit[c] and context.card_value(c) <= context.card_value(other)
    if len(context.hand) <= SOON and top is not None and beaten and apart:
        yield Reason("covered", {"c": c, "kept": other, "top": top, "suit_": suit[c], "beaten": beaten[:NAMED]})


def _either_covered(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """In both suits a higher own card is the best, and the two count the same."""
    suit, tops = context.trick.order.suit, [_best_beside(context, x) for x in (c, other)]
    same = suit[other] != suit[c] and context.card_value(c) == context.card_value(other)
    if same and all(tops) and not any(_may_become_trump(context, x) for x in (c, other)):
        yield Reason("either_covered", {"c": c, "other": other, "top": tops[0], "its_top": tops[1]}, role=Role.LEVEL)


def _best_beside(context: DecisionContext, c: Card) -> Card | None:
    """The best card of the suit of `c`, if it is an own one that is higher."""
    run = context.top_run(context.trick.order.suit[c], c)
    return run[0] if run and context.height(run[0]) > context.height(c) else None


def _length(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The other choice would take a card from a long suit."""
    if guarded_by(context, other) is None and _long(context, other) and not _long(context, c):
        suit = context.trick.order.suit[other]
        facts = {"c": c, "kept": other, "suit_": suit, "of": len(context.of_suit(suit))}
        yield Reason("keeps_length", facts | {"n": len(context.out_of_suit(other))})


def _still_as_good(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The hand keeps a card as good as `c`, and none as good as the other choice.

    Of cards that nothing is above each wins a trick of its own, and none replaces another.
    """
    if context.card_value(c) > context.card_value(other) or guarded_by(context, c) is not None:
        return
    if not _above(context, c) or outlasts(context, c):
        return  # the last cards of a suit that outlasts all others win as well
    alike = {x: [y for y in context.hand if y is not x and context.are_equal(x, y)] for x in (c, other)}
    if alike[c] and not alike[other] and other not in alike[c]:
        yield Reason(
            "still_as_good", {"c": c, "kept": other, "alike": tuple(alike[c]), "row": context.in_row(c, *alike[c])}
        )


def _beater(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The other choice can still win a trick that somebody leads, `c` cannot, or has more cards above it."""
    suit, beaten, above = context.trick.order.suit, context.below_out(other), _above(context, c)
    if not beaten or not above or guarded_by(context, c) is not None:
        return
    facts = {"c": c, "kept": other, "suit_": suit[c], "bonus": last_bonus(context)}
    if not context.below_out(c):
        if outlasts(context, c):
            return
        yield Reason("keeps_beater", facts | {"beaten": beaten, "n": len(above)})
        return
    over = _above(context, other)
    same = suit[other] == suit[c]  # then the higher one is better to keep if few are above it
    apart = (1 if same else APART) if len(over) <= NAMED else APART + 1
    if over and len(above) >= len(over) + apart and (not same or len(over) <= NAMED):
        facts |= {"above": over if len(over) <= NAMED else (), "m": len(over), "its": suit[other]}
        yield Reason("keeps_higher", facts | {"n": len(above)})


def _neither(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Whichever of the two is kept, it will win nothing, and guards nothing."""
    v = context.trick
    if context.card_value(c) != context.card_value(other) or any(context.frees_to_trump(x) for x in (c, other)):
        return
    if any(guarded_by(context, x) or beside(context, x) for x in (c, other)) or (v.best is not None and v.beats(other)):
        return
    if any(_may_become_trump(context, x) for x in (c, other)):
        return
    if context.sampled.clearly_ahead:
        return  # then something else tells them apart
    sure = all(_idle(context, x) for x in (c, other))
    if sure or all(_idle(context, x) or _hardly(context, x) for x in (c, other)):
        yield Reason(
            "neither_keeps", {"c": c, "other": other, "sure": sure, "counted": context.cards_count}, role=Role.LEVEL
        )


def _may_become_trump(context: DecisionContext, c: Card) -> bool:
    """Whether a pair of the suit of `c`, no trump yet, may still be shown: in the own hand or in another one."""
    pairs, suit = policy_of(context.game).pairs(context.state) or (), context.trick.order.suit
    there = [set(two) for two in pairs if suit[two[0]] == suit[c]]
    return not context.trick.is_trump(c) and any(
        two <= set(held) for two in there for held in (context.hand, context.outstanding)
    )


def _hardly(context: DecisionContext, c: Card) -> bool:
    """Whether a card is the lowest of its suit in hand, and will hardly win: several out of sight are above it."""
    lowest = c is context.of_suit(context.trick.order.suit[c])[-1]
    return lowest and len(_above(context, c)) >= HOPELESS and not _long(context, c) and not outlasts(context, c)


def _idle(context: DecisionContext, c: Card) -> bool:
    """Whether a card wins nothing: all of its suit that are out are higher, or nobody will lead the suit any more."""
    if never_led(context, c):
        return True
    if context.below_out(c) or outlasts(context, c):
        return False
    return bool(_above(context, c) or not entry(context, c))


def outlasts(context: DecisionContext, c: Card) -> bool:
    """Whether the own cards of the suit of `c` are more than those out: once these are played, the suit wins if led."""
    return 0 < len(context.out_of_suit(c)) < len(context.of_suit(context.trick.order.suit[c]))


def _above(context: DecisionContext, c: Card) -> Cards:
    """The higher cards of its suit that somebody may hold, by what was played."""
    return tuple(x for x in context.higher_out(c) if context.some_may_hold(context.known, x))


def _long(context: DecisionContext, c: Card) -> bool:
    """Whether the own cards of the suit of `c` are more than those out of sight, of which few are above the highest.

    With the highest in hand as many will do.
    """
    mine = context.of_suit(context.trick.order.suit[c])
    out, above = len(context.out_of_suit(c)), len(context.higher_out(mine[0]))
    return len(mine) >= LONG and 0 < out < len(mine) + (not above) and above <= 1


_KEEPING: Final = (
    keeping_for_shown,
    _may_be_led,
    last_lead,
    _best,
    guard,
    company,
    _covered,
    _length,
    _beater,
    _still_as_good,
    _neither,
    _either_covered,
)
"""What the other choice is kept for, or that nothing is lost, the most important first."""
