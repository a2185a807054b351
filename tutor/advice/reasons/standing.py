"""How good a card is: which cards may beat it, its height in its suit, how often it wins in sampled deals."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, next_seats
from tutor.advice.reasons.lie_of_cards import Share, of_all_deals
from tutor.kernel.duties import narrow
from tutor.kernel.seats import Seat, after
from tutor.kernel.view_types import RankedTrickView

if TYPE_CHECKING:
    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.state import State
    from tutor.kernel.view import View


GUARDED: Final = 2
"""The most cards out of sight above a card that is worth guarding."""


def threats(context: DecisionContext, c: Card | None, *, among_hand: bool = False) -> tuple[Card, ...]:
    """The unseen cards that would beat `c` alone on the table; with `among_hand` those of the own hand too.

    The highest come first.
    """
    if c is None:
        return ()
    v = context.trick
    alone = v.facing((c,)) if not v.trick or among_hand else v
    if v.trick and not among_hand and v.best is not c:
        alone = v.facing((*v.trick, c))
    others = dict.fromkeys((*context.outstanding, *(x for x in context.hand if among_hand and x is not c)))
    return tuple(sorted((x for x in others if alone.beats(x)), key=alone.power.__getitem__, reverse=True))


def height(context: DecisionContext, c: Card) -> int:
    """The rank of a card among those of its suit as a number; a greater one beats a smaller one."""
    order = context.trick.order
    return order.power[order.suit[c]][c]


def higher_out(context: DecisionContext, c: Card) -> tuple[Card, ...]:
    """The unseen cards of the suit of `c` that are higher, the highest first."""
    suit = context.trick.order.suit
    found = (x for x in context.outstanding if suit.get(x) == suit[c] and height(context, x) > height(context, c))
    return tuple(sorted(found, key=lambda x: -height(context, x)))


def below_out(context: DecisionContext, c: Card) -> tuple[Card, ...]:
    """The unseen cards of the suit of `c` that are lower, the highest first."""
    suit = context.trick.order.suit
    found = (x for x in context.outstanding if suit.get(x) == suit[c] and height(context, x) < height(context, c))
    return tuple(sorted(found, key=lambda x: -height(context, x)))


def between(context: DecisionContext, low: Card, high: Card) -> tuple[Card, ...]:
    """The unseen cards that `high` beats and `low`, of the same suit, does not, the highest first."""
    return tuple(x for x in below_out(context, high) if height(context, x) > height(context, low))


def top_run(context: DecisionContext, suit: str, *gone: Card) -> Cards:
    """The own cards of a suit, without `gone`, that no unseen card of it is above, the highest first."""
    return tuple(x for x in of_suit(context, suit) if x not in gone and not higher_out(context, x))


def holder_of(context: DecisionContext, c: Card) -> Seat | None:
    """The other seat that holds `c` for certain: it has shown the card, or nobody else can have it; else None."""
    shown = next((who for who, held in context.known.items() if c in held), None)
    if shown is not None or c not in context.outstanding:
        return shown
    if some_aside(context):
        return None
    able = [who for who in context.known if context.may_hold(who, c)]
    return able[0] if len(able) == 1 else None


def some_aside(context: DecisionContext) -> bool:
    """Whether some of the cards that others may hold lie aside."""
    in_hands = sum(len(context.game.held(context.state, who)) for who in context.known)
    return in_hands != sum(context.outstanding.values())


def out_of_suit(context: DecisionContext, c: Card) -> Cards:
    """The unseen cards of the suit of `c`."""
    suit = context.trick.order.suit
    return tuple(x for x in context.outstanding.elements() if suit.get(x) == suit[c])


def of_suit(context: DecisionContext, suit: str) -> Cards:
    """The own cards of a suit, the highest first."""
    mine = (x for x in context.hand if context.trick.order.suit.get(x) == suit)
    return tuple(sorted(mine, key=lambda x: -height(context, x)))


def trumps_out(context: DecisionContext) -> int:
    """The number of trumps out of sight."""
    return sum(n for x, n in context.outstanding.items() if context.trick.is_trump(x))


def foes_with_trumps(context: DecisionContext) -> tuple[Seat, ...]:
    """The opponents who may hold a trump."""
    trumps = [x for x in context.outstanding if context.trick.is_trump(x)]
    return tuple(who for who in context.foes if any(context.may_hold(who, x) for x in trumps))


def void_foes(context: DecisionContext, led: Card) -> tuple[Seat, ...]:
    """The opponents still to play who can have no card of the suit of `led`, and may hold a trump."""
    if context.trick.is_trump(led):
        return ()
    armed, suit = foes_with_trumps(context), out_of_suit(context, led)
    foes = (who for who in foes_to_play(context) if who in armed)
    return tuple(who for who in foes if not any(context.may_hold(who, x) for x in suit))


def guarded_top(context: DecisionContext, suit: str) -> Card | None:
    """The highest own card of a suit, if few unseen ones are higher and it has as many lower ones to guard it."""
    mine = of_suit(context, suit)
    above = len(higher_out(context, mine[0])) if mine else 0
    return mine[0] if 0 < above <= GUARDED and len(mine) > above else None


def as_good(context: DecisionContext, c: Card) -> tuple[Card, ...]:
    """The own higher cards of the suit of `c` with no unseen card between them and `c`, the highest first.

    Where suits mean nothing there are none: those of one rank are equal, and others may be drawn by different cards.
    """
    if not context.trick.by_suit:
        return ()
    suit, out = context.trick.order.suit, len(higher_out(context, c))
    mine = (x for x in context.hand if suit.get(x) == suit[c] and height(context, x) > height(context, c))
    return tuple(sorted((x for x in mine if len(higher_out(context, x)) == out), key=lambda x: -height(context, x)))


def equal(context: DecisionContext, c: Card) -> Card | None:
    """The card of the other choice, if it does and counts the same as `c`: no card out of sight lies between them."""
    other = context.other_card
    if other is None or other is c or other not in context.cards:
        return None
    return other if are_equal(context, c, other) else None


def are_equal(context: DecisionContext, one: Card, two: Card) -> bool:
    """Whether two own cards do and count the same: no card out of sight lies between them."""
    v = context.trick
    if not v.by_suit or v.beats(one) != v.beats(two) or context.card_value(one) != context.card_value(two):
        return False
    return two in as_good(context, one) or one in as_good(context, two)


def in_row(context: DecisionContext, *cards: Card) -> Cards:
    """Cards of one suit, the highest first."""
    return tuple(sorted(cards, key=lambda x: -height(context, x)))


def alike_choice(context: DecisionContext, c: Card) -> dict[str, Any]:
    """Facts: `alike` is the other choice, if it will win as much later as `c`, or a card as high, if `c` is best."""
    other, out = context.other_card, len(higher_out(context, c))
    row = [x for x in of_suit(context, context.trick.order.suit[c]) if len(higher_out(context, x)) == out]
    best = () if out else (x for x in row if x is not c)
    return {"alike": other if other in row and other is not c else next(iter(best), "")}


def dearer_choice(context: DecisionContext, own: float) -> bool:
    """Whether the other choice counts more than `own`; without one, whether any card does."""
    others = context.cards if context.other is None else context.other.cards[:1]
    return any(context.card_value(x) > own for x in others)


def count_text(number: float) -> int | str:
    """A count as people write it, with thirds and halves as fractions."""
    return int(number) if float(number).is_integer() else str(Fraction(number).limit_denominator(12))


def is_lowest(context: DecisionContext, c: Card) -> bool:
    """Whether no lower card of its suit is legal; where the suit means nothing, no lower card at all."""
    suit, by_suit = context.trick.order.suit, context.trick.by_suit
    return all(height(context, c) <= height(context, x) for x in context.cards if not by_suit or suit[x] == suit[c])


def foes_to_play(context: DecisionContext) -> tuple[Seat, ...]:
    """The opponents who are still to play to this trick."""
    return tuple(seat for seat in next_seats(context) if seat not in context.friends)


def partners_to_play(context: DecisionContext) -> tuple[Seat, ...]:
    """The seats that certainly play with this one, and are still to play to this trick."""
    return tuple(seat for seat in next_seats(context) if seat in context.friends)


def last_foe(context: DecisionContext) -> dict[str, Any]:
    """Facts: `who` is the only opponent still to play, empty if there are more; `shown` the hand, if it is known."""
    foes = foes_to_play(context)
    if len(foes) != 1:
        return {"who": "", "shown": ()}
    known = context.known[foes[0]]
    return {"who": foes[0], "shown": known if len(known) == len(context.game.held(context.state, foes[0])) else ()}


@lru_cache(maxsize=4)
def holds(context: DecisionContext) -> Share:
    """In how many deals no opponent can beat the card that wins the trick after the move.

    All deals that fit are counted (`of_all_deals`). Where there are too many it is estimated from sampled ones, by
    Laplace's rule, so that what held in all of them is not taken for certain.
    """
    foes = foes_to_play(context)
    if not foes:
        return Share(1, 1)
    after_it = context.phase.act(context.state, context.seat, context.move).state
    looks: dict[Seat, Any] = {foe: context.phase.see(after_it, foe) for foe in foes}
    table = next(iter(looks.values()))
    if isinstance(table, RankedTrickView) and table.trick:
        kinds = {c: _kind(table, c) for c in context.outstanding}
        highest: dict[str, Card] = {}
        for c in sorted(kinds, key=table.power.__getitem__):
            highest[kinds[c]] = c

        def beaten(foe: Seat, held: frozenset[str]) -> bool:
            return _best(context, looks[foe].holding(tuple(highest[kind] for kind in held))) > 0

        found = of_all_deals(context, foes, kinds.__getitem__, beaten)
        if found is not None:
            return found
    kept = sum(not any(reach(context, sample, foe) for foe in foes) for sample in context.samples)
    return Share(kept + 1, len(context.samples) + 2)


def nobody_beats(context: DecisionContext) -> bool:
    """Whether it is certain that no opponent still to play can beat the card that wins the trick after the move."""
    found = holds(context)
    return found.held == found.deals


def _kind(v: RankedTrickView, c: Card) -> str:
    """What a card is in the trick on the table: whether it follows, and whether it beats the best."""
    return ("follows" if v.follows(c) else "") + ("beats" if v.beats(c) else "")


def taken_by_friend(context: DecisionContext) -> Share:
    """In how many sampled deals a partner who is still to play can take the trick after the move, whatever foes do.

    Who is a partner is asked of each deal: where a called card decides it, that is the player who holds it there.
    """
    return Share(sum(_taken_by_friend(context, sample) for sample in context.samples), len(context.samples))


def _taken_by_friend(context: DecisionContext, sample: State) -> bool:
    allies, rest = context.game.allies(sample, context.seat), next_seats(context)
    pals = max((reach(context, sample, seat) for seat in rest if seat in allies), default=0)
    return pals > max((reach(context, sample, seat) for seat in rest if seat not in allies), default=0)


def reach(context: DecisionContext, sample: State, seat: Seat) -> int:
    """The height of the best card by which `seat`, if it were next, could win the trick in `sample`; 0 for none."""
    after_it = context.phase.act(sample, context.seat, context.move).state
    return _best(context, context.phase.see(after_it, seat))


def _best(context: DecisionContext, v: View) -> int:
    """The height of the best legal card that would win the trick so far; 0 for none."""
    if not isinstance(v, RankedTrickView) or not v.trick:
        return 0
    moves = [*context.phase.candidates(v)]
    legal = narrow(context.phase.duties(v), v, moves).legal
    plays = [m for m in legal if m.cards] or [m for m in moves if m.cards]  # cards come later than what is due
    return max((v.power[m.cards[0]] for m in plays if len(m.cards) == 1 and v.beats(m.cards[0])), default=0)


def ruffed_by_friend(context: DecisionContext, suit: str) -> Share:
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


def frees_to_throw(context: DecisionContext, c: Card) -> bool:
    """Whether a void in the suit of `c` may still be of use: the suit can be led again before the last trick."""
    suit = context.trick.order.suit
    return len(context.hand) > 2 and any(suit.get(x) == suit[c] for x in context.outstanding)


def frees_to_trump(context: DecisionContext, *last: Card) -> bool:
    """Whether holding `last`, the own cards of a suit, is what forbids ruffing when somebody else leads that suit."""
    v, rest = context.trick, [x for x in context.hand if x not in last]
    led = next(iter(out_of_suit(context, last[0])), None)
    if led is None or len(context.hand) < 2 + len(last):
        return False
    then = v.facing((led,), after(v.seats, context.seat, -1))
    return not _may_trump(context, then) and _may_trump(context, then.holding(tuple(rest)))


def _may_trump(context: DecisionContext, then: RankedTrickView) -> bool:
    legal = narrow(context.phase.duties(then), then, context.phase.candidates(then)).legal
    return any(then.is_trump(move.cards[0]) for move in legal if len(move.cards) == 1)
