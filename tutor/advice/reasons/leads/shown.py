"""Reasons for a lead from what others have shown: cards that they are known to hold, suits that they do not have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.outcomes import side_of_seat
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.lie_of_cards import Share
from tutor.kernel.playout import allowed
from tutor.kernel.seats import members
from tutor.kernel.view_types import RankedTrickView

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State

LIKELY: Final = 0.65
"""The share of deals from which on a partner is told to have none of a suit."""
LITTLE: Final = 4
"""A card counts little beside a trump that must be spent on it if it counts no more than such a part of the highest."""
LEFT: Final = 2
"""The most cards of a suit left with others that are named."""
NAMED: Final = 3
"""The most trumps that are named as the last ones."""


def may_have(context: DecisionContext, who: Seat, suit: str) -> bool:
    """Whether another seat may hold a card of a suit."""
    order = context.trick.order.suit
    return any(order.get(x) == suit and context.may_hold(who, x) for x in context.outstanding)


def to_partners_void(context: DecisionContext, c: Card, mine: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    """A partner has none of the suit, for certain or probably, and may trump."""
    suit, left = facts["suit_"], context.out_of_suit(c)
    trumps = [x for x in context.outstanding if context.trick.is_trump(x)]
    void = [who for who in context.partners_to_play if not may_have(context, who, suit)]
    armed = [who for who in void if any(context.may_hold(who, x) for x in trumps)]
    if armed and left:
        above = context.higher_out(c)
        few = left if len(left) <= LEFT and len(context.foes_to_play) > 1 else ()
        highest = above[0] if len(above) == 1 and len(mine) > 1 and c is mine[0] else None
        facts = facts | {"who": armed[0], "left": few, "above": highest, "sure": highest is not None}
        yield Reason("partner_void", facts | _around(context, armed[0], c))
        return
    ruffed = _ruffed_by_friend(context, suit) if trumps and not void else None
    if ruffed is not None and ruffed.share(LIKELY):
        yield Reason("partner_ruffs", facts | ruffed._asdict(), sampled=True)


def _around(context: DecisionContext, pal: Seat, c: Card) -> dict[str, Any]:
    """Facts: who plays round a partner that can trump a lead of `c`, as far as it is certain.

    `follows` is the last to play, who must follow suit; `first` an opponent before the partner who may trump as well;
    `behind` one after it; `last` one who plays last to the other choice, in whose suit it has none, and may trump that.
    """
    seats, suit = context.next_seats, context.trick.order.suit
    after_it, voids = seats[seats.index(pal) + 1 :], context.void_foes(c)
    follows = after_it[0] if len(after_it) == 1 and _has_suit(context, after_it[0], c) else ""
    first = next((who for who in seats[: seats.index(pal)] if who in voids), "") if follows else ""
    other, last = context.other_card, seats[-1]
    apart = follows and other is not None and suit[other] != suit[c] and last in context.void_foes(other)
    behind = next((who for who in after_it if who in voids), "")
    return {
        "follows": follows,
        "behind": behind,
        "first": first,
        "last": last if apart else "",
        "its": other if apart else "",
    }


def _has_suit(context: DecisionContext, who: Seat, c: Card) -> bool:
    """Whether a player is certain to hold a card of the suit of `c`: more are out than lie aside, and no other may."""
    out = context.out_of_suit(c)
    aside = sum(context.outstanding.values()) - sum(context.left[one] for one in context.known)
    return len(out) > aside and not any(context.may_hold(one, x) for x in out for one in context.known if one != who)


def _ruffed_by_friend(context: DecisionContext, suit: str) -> Share:
    """In how many sampled deals a partner can ruff `suit` and no opponent can."""
    return Share(sum(_ruffs(context, sample, suit) for sample in context.samples), len(context.samples))


def _ruffs(context: DecisionContext, sample: State, suit: str) -> bool:
    void = {}
    for seat in sample.seats:
        held = context.game.held(sample, seat)
        has_suit = any(context.trick.order.suit.get(c) == suit for c in held)
        void[seat] = not has_suit and any(context.trick.is_trump(c) for c in held)
    friends = [seat for seat in sample.seats if seat in context.friends and seat != context.seat]
    return any(void[seat] for seat in friends) and not any(void[s] for s in sample.seats if s not in context.friends)


def to_partners_card(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """A partner who is still to play holds the best card of the suit, for certain; who that is may be unknown."""
    suit = context.trick.order.suit
    above = context.higher_out(c)
    if not above:
        return
    best, who = above[0], context.holder_of(above[0])
    facts = facts | {"who": who or "", "best": best, "trump": context.trick.is_trump(c), "dearer": False, "others": ()}
    facts["mine"] = any(suit.get(x) == suit[c] and context.height(x) > context.height(best) for x in context.hand)
    other, facts = context.other_card, facts | {"kept": ""}
    same = other is not None and suit[other] == suit[c]
    if other is not None and same and context.height(c) < context.height(other) < context.height(best):
        facts |= {"kept": other, "other": other}
    if who is None:
        if context.trick.is_trump(c) or not _called(context, best):
            return
        lower = other is not None and suit[other] == suit[c] and len(context.higher_out(other)) > len(above)
        facts |= {"dearer": lower, "others": above[1:] if lower else ()}
    elif who not in context.partners_to_play:
        return
    yield Reason("partner_holds", facts)


def to_suit_asked_for(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """A partner who may still have cards of the suit has asked for it in words, not for that of the other choice."""
    other, suit = context.other_card, context.trick.order.suit
    for who in context.partners_to_play:
        asked = context.policy.suits_asked_for(context.state, who)
        shared = other is not None and suit[other] in asked
        if suit[c] in asked and not shared and may_have(context, who, suit[c]):
            yield Reason("partner_asked", facts | {"who": who, "led": asked[suit[c]]})


def _called(context: DecisionContext, best: Card) -> bool:
    """Whether the partner is not known yet, and is whoever holds `best`: in every sampled deal."""
    return _partner_called(context, lambda held: best in held)


def called_against(context: DecisionContext, best: Card) -> bool:
    """Whether the partner is not known yet, and whoever holds `best` is with the other side: in every sampled deal."""
    return context.holder_of(best) is None and _partner_called(context, lambda held: best not in held)


def _partner_called(context: DecisionContext, holds: Callable[[Cards], bool]) -> bool:
    """Whether the partner is not known yet, and in every sampled deal somebody whose hand `holds` what is asked."""
    sides = ((deal, {*context.game.allies(deal, context.seat)} - {context.seat}) for deal in context.samples)
    return len(context.friends) == 1 and all(
        len(pals) == 1 and all(holds(context.game.held(deal, who)) for who in pals) for deal, pals in sides
    )


# -- an opponent who is out of the suit --------------------------------------------------------------------


def forces(context: DecisionContext, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """An opponent has no card of the suit, and spends a trump on one that counts little, or has to.

    Not where another opponent may win with a higher card, so that no trump is needed, nor where a partner may have to
    give a card that counts to it.
    """
    trumps = sum(map(context.trick.is_trump, context.hand))
    void = context.void_foes(c)
    must = bool(void) and all(must_trump(context, who, facts["suit_"]) for who in void)
    alone = must and len(context.foes_to_play) == 1
    little = context.most_value / LITTLE if alone else 0
    cheap = context.card_value(c) <= max(little, min(map(context.card_value, context.cards)))
    later = [x for x in context.of_suit(facts["suit_"]) if context.card_value(x) > context.card_value(c)]
    if not cheap or not (trumps or later):
        return
    if trumps < min(0 if alone and later else 1 if alone else 2, facts["out"]) or _gives_away(context, c):
        return
    facts = facts | {"later": later[0] if alone and later else ""}
    if void and (must or not _beaten_otherwise(context, c, void)):
        yield Reason("forces", facts | {"who": "" if len(void) > 1 else void[0], "must": must})


def _beaten_otherwise(context: DecisionContext, c: Card, void: tuple[Seat, ...]) -> bool:
    """Whether opponents who have the suit can beat `c` in it for certain: who has none need not trump then."""
    seats = [who for who in context.next_seats if who not in void]
    holders = ([who for who in seats if context.may_hold(who, x)] for x in context.higher_out(c))
    return any(found and context.friends.isdisjoint(found) for found in holders)


def _gives_away(context: DecisionContext, c: Card) -> bool:
    """Whether a partner will probably have to follow with a card that counts much."""
    out, much = context.out_of_suit(c), context.most_value / 2
    dear = [x for x in out if context.card_value(x) > max(much, context.card_value(c))]
    return 2 * len(dear) >= len(out) > 0 and any(context.may_hold(p, x) for p in context.partners_to_play for x in dear)


def must_trump(context: DecisionContext, who: Seat, suit: str) -> bool:
    """Whether the rules make `who`, without a card of the suit led, play a trump if there is one in the hand."""
    then = context.phase.see(context.after(context.move), who)
    trumps = [x for x in context.outstanding if context.trick.is_trump(x)]
    plain = [x for x, s in context.trick.order.suit.items() if not context.trick.is_trump(x) and s != suit]
    if not isinstance(then, RankedTrickView) or not trumps or not plain:
        return False
    held = then.holding((trumps[0], plain[0]))
    found = allowed(context.phase, held)
    return bool(found) and all(context.trick.is_trump(x) for move in found for x in move.cards)


def must_be_void(context: DecisionContext, led: Card) -> bool:
    """Whether fewer cards of the suit of `led` are out than opponents with trumps follow: one of these has none."""
    armed = context.foes_with_trumps
    return len(context.out_of_suit(led)) < sum(who in armed for who in context.foes_to_play)


def only_void(context: DecisionContext, led: Card) -> Seat:
    """The only opponent who by what was played has no card of the suit of `led`, and may trump; "" if there is none."""
    voids = context.void_foes(led)
    return voids[0] if len(voids) == 1 else ""


def has_to_trump(context: DecisionContext, who: Seat, led: Card) -> bool:
    """Whether the rules have a player without the suit of `led` trump it, if that is possible."""
    v, suit = context.trick, context.trick.order.suit
    trump = next((x for x in context.threats(led) if v.is_trump(x) and context.may_hold(who, x)), None)
    rest = (x for x in context.outstanding if suit.get(x) not in (None, suit[led]) and not v.is_trump(x))
    plain = next((x for x in rest if context.may_hold(who, x)), None)
    if trump is None or plain is None:
        return False
    look = context.phase.see(context.after(context.move), who).holding((trump, plain))
    return all(trump in move.cards for move in allowed(context.phase, look))


def exposed(context: DecisionContext, c: Card) -> bool:
    """Whether an opponent with a trump is known to have no card of the suit."""
    return bool(context.foes_with_trumps) and bool(context.void_foes(c))


def lower_of_two(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The other choice is a higher card of the suit that few are above: these may be spent on this one."""
    other = context.other_card
    if other is None or other not in context.of_suit(context.trick.order.suit[c]):
        return
    above = context.higher_out(other)
    if context.height(other) > context.height(c) and 0 < len(above) <= LEFT and len(context.higher_out(c)) > len(above):
        yield Reason("lower_of_two", {"c": c, "other": other, "above": above})


def spared_trump(context: DecisionContext) -> Mapping[Seat, Card]:
    """Opponents still to play, each with a card that it threw away on a trick which a trump would have won."""
    found = {}
    foes = context.foes_to_play
    for past in context.sampled.sampler.past:
        v, gone = past.view, past.move.cards
        if past.seat not in foes or not isinstance(v, RankedTrickView) or len(gone) != 1 or not v.trick or not v.trumps:
            continue
        theirs = v.holder in members(side_of_seat(context.game, context.state, past.seat))
        if not theirs and not v.follows(gone[0]) and not v.is_trump(gone[0]) and not v.is_trump(v.best or gone[0]):
            found[past.seat] = gone[0]
    return found


def dropped(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """`c` costs little, and an opponent who may trump has dropped a high card of its suit under a higher one.

    Whoever loses a trick plays low: a high card with lower ones out is probably the last but for those above it. `last`
    are the last trumps, if they are with that opponent.
    """
    if context.card_value(c) > min(map(context.card_value, context.cards)) or not context.higher_out(c):
        return
    trumps = tuple(x for x in context.outstanding.elements() if context.trick.is_trump(x))
    armed = [who for who in context.foes_to_play if who in context.foes_with_trumps]
    for who in (who for who in armed if who not in context.void_foes(c)):
        lost = tuple(_lost(context, who, context.trick.order.suit[c]))
        if not lost:
            continue
        fell, over = min(lost, key=lambda two: context.height(two[0]))
        if _high(context, who, fell):
            last = trumps if len(trumps) <= NAMED and all(context.holder_of(x) == who for x in trumps) else ()
            facts = {"c": c, "who": who, "fell": fell, "over": over, "suit_": context.trick.order.suit[c], "last": last}
            yield Reason("dropped", facts)
            return


def _lost(context: DecisionContext, who: Seat, suit: str) -> Iterator[tuple[Card, Card]]:
    """The cards of a suit that a player has followed with under a higher one of the other side, each with that one."""
    order = context.trick.order.suit
    for past in context.sampled.sampler.past:
        v, gone = past.view, past.move.cards
        if past.seat != who or not isinstance(v, RankedTrickView) or len(gone) != 1 or v.best is None:
            continue
        theirs = v.holder in members(side_of_seat(context.game, context.state, who))
        if order.get(gone[0]) == suit and v.follows(gone[0]) and not v.beats(gone[0]) and not theirs:
            yield gone[0], v.best


def _high(context: DecisionContext, who: Seat, fell: Card) -> bool:
    """Whether `who` could have played several lower cards of the suit of `fell` that are out, and none counts more."""
    lower = [x for x in context.below_out(fell) if context.may_hold(who, x)]
    return len(lower) >= LEFT and all(context.card_value(x) <= context.card_value(fell) for x in lower)
