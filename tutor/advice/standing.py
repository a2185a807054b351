"""How a card stands: what may still beat it, how high it is in its suit, whether it holds in the sampled deals."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tutor.advice.case import WORLDS, Case, next_seats
from tutor.kernel.cards import Card
from tutor.kernel.duties import narrow
from tutor.kernel.seats import Seat, after


class Held(NamedTuple):
    """In how many of how many sampled deals something is so."""

    held: int
    deals: int

    def share(self, least: float) -> bool:
        """Whether it is so in that share of them; no if there are none."""
        return bool(self.deals) and self.held >= least * self.deals


def threats(case: Case, c: Card | None, *, among_hand: bool = False) -> tuple[Card, ...]:
    """The cards out of sight that would beat `c` if it lay on the table alone; with `among_hand` also own ones."""
    if c is None:
        return ()
    v = case.view
    alone = dataclasses.replace(v, trick=(c,)) if not v.trick or among_hand else v
    if v.trick and not among_hand and v.best is not c:
        alone = dataclasses.replace(v, trick=(*v.trick, c))
    others = set(case.abroad) | (set(case.hand) - {c} if among_hand else set())
    return tuple(x for x in others if alone.beats(x))


def height(case: Case, c: Card) -> int:
    """How high a card is among those of its suit."""
    order = case.view.order
    found: int = order.power[order.suit[c]][c]
    return found


def told(number: float) -> int | str:
    """A count as people write it, thirds and halves too."""
    return int(number) if float(number).is_integer() else str(Fraction(number).limit_denominator(12))


def is_lowest(case: Case, c: Card) -> bool:
    """Whether no lower card of its suit may be played."""
    suit = case.view.order.suit
    return all(height(case, c) <= height(case, x) for x in case.cards if suit[x] == suit[c])


def foes_to_play(case: Case) -> tuple[Seat, ...]:
    """The seats against the own side that are still to play to this trick."""
    return tuple(seat for seat in next_seats(case) if seat not in case.friends)


def holds(case: Case) -> Held:
    """In how many sampled deals nobody against the own side may beat what wins the trick once the card is played."""
    worlds = _worlds(case)
    foes = foes_to_play(case)
    return Held(sum(not any(_beaten_by(case, world, seat) for seat in foes) for world in worlds), len(worlds))


def taken_by_friend(case: Case) -> Held:
    """In how many sampled deals one of the own side who is still to play may beat what lies there after the move."""
    worlds = _worlds(case)
    pals = [seat for seat in next_seats(case) if seat in case.friends]
    return Held(sum(any(_beaten_by(case, world, seat) for seat in pals) for world in worlds), len(worlds))


def _beaten_by(case: Case, world: Any, seat: Seat) -> bool:
    """Whether `seat` could beat what lies there in `world` after the move, if it were next."""
    after_it = case.phase.act(world, case.seat, case.move).state
    v = case.phase.see(after_it, seat)
    if not hasattr(v, "beats") or not v.trick:
        return False
    found = narrow(case.phase.duties(v), v, case.phase.candidates(v))
    return any(len(m.cards) == 1 and v.beats(m.cards[0]) for m in found.legal)


def ruffed_by_friend(case: Case, suit: str) -> Held:
    """In how many sampled deals a partner has none of `suit`, but a trump, while nobody against him can trump it."""
    worlds = _worlds(case)
    return Held(sum(_ruffs(case, world, suit) for world in worlds), len(worlds))


def _ruffs(case: Case, world: Any, suit: str) -> bool:
    void = {}
    for seat in world.seats:
        held = world.hand(seat)
        has_suit = any(case.view.order.suit.get(c) == suit for c in held)
        void[seat] = not has_suit and any(case.view.is_trump(c) for c in held)
    friends = [seat for seat in world.seats if seat in case.friends and seat != case.seat]
    return any(void[seat] for seat in friends) and not any(void[s] for s in world.seats if s not in case.friends)


def armed_foes(case: Case) -> bool:
    """Whether anybody against the own side holds a trump in some sampled deal; yes if there are no deals."""
    worlds = _worlds(case)
    return not worlds or any(
        case.view.is_trump(c) for world in worlds for s in world.seats if s not in case.friends for c in world.hand(s)
    )


def _worlds(case: Case) -> Sequence[Any]:
    return case.sampled.worlds[:WORLDS] if case.sampled is not None else ()


def frees_to_throw(case: Case, c: Card) -> bool:
    """Whether the suit of `c` may be led again while there is something left to choose from."""
    suit = case.view.order.suit
    return len(case.hand) > 2 and any(suit.get(x) == suit[c] for x in case.abroad)


def frees_to_trump(case: Case, c: Card) -> bool:
    """Whether it is having `c`, the last of its suit, that forbids to trump when the suit is led by somebody else."""
    v = case.view
    led = next((x for x in case.abroad if v.order.suit.get(x) == v.order.suit[c]), None)
    if led is None or len(case.hand) < 3:
        return False
    then = dataclasses.replace(v, leader=after(v.seats, case.seat, -1), trick=(led,), hand=case.hand)
    legal = narrow(case.phase.duties(then), then, case.phase.candidates(then)).legal
    may = any(v.is_trump(move.cards[0]) for move in legal if len(move.cards) == 1)
    return not may and any(v.is_trump(x) for x in case.hand)
