"""How a card stands: what may still beat it, how high it is in its suit, whether it holds in the sampled deals."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from tutor.advice.context import SAMPLES, DecisionContext, next_seats
from tutor.kernel.duties import narrow
from tutor.kernel.seats import Seat, after
from tutor.kernel.seen import RankedTrickView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.cards import Card
    from tutor.kernel.state import State


class SampleShare(NamedTuple):
    """In how many of how many sampled deals something is so."""

    held: int
    deals: int

    def share(self, least: float) -> bool:
        """Whether it is so in that share of them; no if there are none."""
        return bool(self.deals) and self.held >= least * self.deals


def threats(context: DecisionContext, c: Card | None, *, among_hand: bool = False) -> tuple[Card, ...]:
    """The cards out of sight that would beat `c` if it lay on the table alone; with `among_hand` also own ones."""
    if c is None:
        return ()
    v = context.trick
    alone = v.facing((c,)) if not v.trick or among_hand else v
    if v.trick and not among_hand and v.best is not c:
        alone = v.facing((*v.trick, c))
    others = set(context.unseen) | (set(context.hand) - {c} if among_hand else set())
    return tuple(x for x in others if alone.beats(x))


def height(context: DecisionContext, c: Card) -> int:
    """How high a card is among those of its suit."""
    order = context.trick.order
    return order.power[order.suit[c]][c]


def told(number: float) -> int | str:
    """A count as people write it, thirds and halves too."""
    return int(number) if float(number).is_integer() else str(Fraction(number).limit_denominator(12))


def is_lowest(context: DecisionContext, c: Card) -> bool:
    """Whether no lower card of its suit may be played."""
    suit = context.trick.order.suit
    return all(height(context, c) <= height(context, x) for x in context.cards if suit[x] == suit[c])


def foes_to_play(context: DecisionContext) -> tuple[Seat, ...]:
    """The seats against the own side that are still to play to this trick."""
    return tuple(seat for seat in next_seats(context) if seat not in context.friends)


def holds(context: DecisionContext) -> SampleShare:
    """In how many sampled deals nobody against the own side may beat what wins the trick once the card is played."""
    samples = _samples(context)
    foes = foes_to_play(context)
    return SampleShare(
        sum(not any(_beaten_by(context, sample, seat) for seat in foes) for sample in samples), len(samples)
    )


def taken_by_friend(context: DecisionContext) -> SampleShare:
    """In how many sampled deals one of the own side who is still to play may beat what lies there after the move."""
    samples = _samples(context)
    pals = [seat for seat in next_seats(context) if seat in context.friends]
    return SampleShare(sum(any(_beaten_by(context, sample, seat) for seat in pals) for sample in samples), len(samples))


def _beaten_by(context: DecisionContext, sample: State, seat: Seat) -> bool:
    """Whether `seat` could beat what lies there in `sample` after the move, if it were next."""
    after_it = context.phase.act(sample, context.seat, context.move).state
    v = context.phase.see(after_it, seat)
    if not isinstance(v, RankedTrickView) or not v.trick:
        return False
    found = narrow(context.phase.duties(v), v, context.phase.candidates(v))
    return any(len(m.cards) == 1 and v.beats(m.cards[0]) for m in found.legal)


def ruffed_by_friend(context: DecisionContext, suit: str) -> SampleShare:
    """In how many sampled deals a partner has none of `suit`, but a trump, while no opponent can trump it."""
    samples = _samples(context)
    return SampleShare(sum(_ruffs(context, sample, suit) for sample in samples), len(samples))


def _ruffs(context: DecisionContext, sample: State, suit: str) -> bool:
    void = {}
    for seat in sample.seats:
        held = context.game.held(sample, seat)
        has_suit = any(context.trick.order.suit.get(c) == suit for c in held)
        void[seat] = not has_suit and any(context.trick.is_trump(c) for c in held)
    friends = [seat for seat in sample.seats if seat in context.friends and seat != context.seat]
    return any(void[seat] for seat in friends) and not any(void[s] for s in sample.seats if s not in context.friends)


def armed_foes(context: DecisionContext) -> bool:
    """Whether anybody against the own side holds a trump in some sampled deal; yes if there are no deals."""
    samples = _samples(context)
    return not samples or any(
        context.trick.is_trump(c)
        for sample in samples
        for s in sample.seats
        if s not in context.friends
        for c in context.game.held(sample, s)
    )


def _samples(context: DecisionContext) -> Sequence[State]:
    return context.sampled.samples[:SAMPLES] if context.sampled is not None else ()


def frees_to_throw(context: DecisionContext, c: Card) -> bool:
    """Whether the suit of `c` may be led again while there is something left to choose from."""
    suit = context.trick.order.suit
    return len(context.hand) > 2 and any(suit.get(x) == suit[c] for x in context.unseen)


def frees_to_trump(context: DecisionContext, c: Card) -> bool:
    """Whether it is having `c`, the last of its suit, that forbids to trump when the suit is led by somebody else."""
    v = context.trick
    led = next((x for x in context.unseen if v.order.suit.get(x) == v.order.suit[c]), None)
    if led is None or len(context.hand) < 3:
        return False
    then = v.facing((led,), after(v.seats, context.seat, -1)).holding(context.hand)
    legal = narrow(context.phase.duties(then), then, context.phase.candidates(then)).legal
    may = any(v.is_trump(move.cards[0]) for move in legal if len(move.cards) == 1)
    return not may and any(v.is_trump(x) for x in context.hand)
