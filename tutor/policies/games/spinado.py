"""Rollout heuristics for Spinado, with open cards: who starts after a lead, and whether the seat can go out.

The best lead is one whose run stops with the own card, so that the seat starts again. Cards that others' runs will
reach are kept, as they regain the start; cards that no other run can reach must be led.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.families.sheds import above
from tutor.games.spinado.hands import SpinadoState
from tutor.games.spinado.table import COURTS, PACK, PAIRS, RISING, SPINADO, Playing
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies.base import Policy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.runs import Runs

if TYPE_CHECKING:
    from random import Random

NEXT: Final[Mapping[Card, Card | None]] = {c: above(c, RISING, PACK) for c in PACK.order}
BEFORE: Final[Mapping[Card, Card]] = {after: c for c, after in NEXT.items() if after is not None}
FEW: Final = 3
"""With this many cards another player may go out before the seat starts again."""


POT: Final = 0.3
"""What a pot that another player takes costs, as a share of what the start is worth."""


class Run(NamedTuple):
    """The run that a lead starts: the own cards in it, the number of others' cards, who plays the last."""

    own: Cards
    others: int
    last: Seat


class KnownHands(NamedTuple):
    """The holder of each card in play, and the seat that decides."""

    holder: dict[Card, Seat]
    seat: Seat

    def run(self, lead: Card) -> Run:
        """The run from `lead`, if nobody plays the spinado."""
        own, others, last = [lead], 0, self.seat
        following = NEXT[lead]
        while following is not None and following in self.holder:
            last = self.holder[following]
            if last == self.seat:
                own.append(following)
            else:
                others += 1
            following = NEXT[following]
        return Run(tuple(own), others, last)

    def without(self, played: Cards) -> KnownHands:
        """The hands after these cards and those of their runs are played."""
        gone = set(played)
        at: Card | None = played[0]
        while at is not None and at is not played[-1]:
            gone.add(at)
            at = NEXT[at]
        return KnownHands({c: who for c, who in self.holder.items() if c not in gone}, self.seat)

    @property
    def own(self) -> list[Card]:
        """The cards of the seat."""
        return [c for c, who in self.holder.items() if who == self.seat]

    def way_out(self) -> Cards:
        """The cards of a lead from which the seat goes out without another starting; () if there is none.

        The spinado helps once, after the last own card of a run that others would continue.
        """
        first: Cards = ()
        table = self
        spin = SPINADO in self.own
        while left := [c for c in table.own if c is not SPINADO]:
            runs = {c: table.run(c) for c in left}
            closing = [c for c in left if runs[c].last == self.seat or (len(runs[c].own) == len(left) and not spin)]
            if not closing and not spin:
                return ()
            lead = max(closing or left, key=lambda c: len(runs[c].own))
            at_once = not closing and len(runs[lead].own) == 1
            spin = spin and bool(closing)
            first = first or ((lead, SPINADO) if at_once else (lead,))
            table = table.without(runs[lead].own)
        return first or (SPINADO,)


def seen_by(state: SpinadoState, seat: Seat) -> Runs:
    """What can follow what, as `seat` sees it."""
    v = state.playing(seat)
    gone = {c for _, cards in (*v.played, *v.run) for c in cards}.union(v.dead, v.hand)
    out = frozenset(c for c in PACK.order if c not in gone)
    held = sum(len(state.hand(who)) for who in state.seats if who != seat)
    return Runs(NEXT, frozenset(v.hand), out, held, SPINADO)


def free_start(runs: Runs, moves: Sequence[Move]) -> tuple[Move, ...]:
    """A lead of a card that no other player's run can reach, after which the seat surely starts again; else ().

    Such a card can only be led, so leading it now loses nothing. Of several the one whose run takes most own cards is
    chosen. The spinado is not spent on it.
    """
    singles = [m for m in moves if len(m.cards) == 1 and m.card is not SPINADO]
    free = [m for m in singles if runs.stops(m.card) and runs.before(m.card) is None]
    return tuple(sorted(free, key=lambda m: -len(runs.after(m.card)))[:1])


def sure_way(runs: Runs, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Leads from which the seat goes out whatever the others hold: cards that bring the start back, the risk last.

    With that one own cards go after a card of another, if the spinado does not stop it. The own spinado makes up for
    one more. () if there is no such way.
    """
    risks = runs.risks
    if len(risks) > 1 + (SPINADO in runs.hand):
        return ()
    first = tuple(m for m in moves if len(m.cards) == 1 and m.card in runs.firsts and runs.comes_back(m.card))
    lone = tuple(m for m in moves if len(m.cards) == 1 and m.card in risks)
    left = {m: replace(runs, hand=runs.hand - {*m.cards}) for m in moves if len(m.cards) == 2}
    spun = tuple(m for m, then in left.items() if len(then.risks) <= 1)
    surely = tuple(m for m in spun if not any(map(left[m].last.between, left[m].risks)))
    return first or surely or spun or lone or tuple(moves)


def sensible_leads(runs: Runs, moves: Sequence[Move]) -> tuple[Move, ...]:
    """All leads but of cards that another takes along, or that stop play at any time and may come in by a run.

    The latter are as good later, as cards that are left cost nothing, and may win the start back after a risk; even
    where another player is near the end.
    """
    along = {NEXT[c] for c in runs.hand if runs.before(c) is None}
    paired = {c for pair in PAIRS.values() if runs.hand.issuperset(pair) for c in pair}
    left = [m for m in moves if m.cards[0] not in along - COURTS]
    waits = {c for c in runs.hand - paired if runs.stops(c) and runs.before(c) is not None}
    if SPINADO in runs.hand:
        return tuple(left) or tuple(moves)
    risks = tuple(m for m in left if m.cards[0] not in waits)
    return tuple(m for m in risks if not _can_wait(runs, m.card, risks)) or tuple(left) or tuple(moves)


def _can_wait(runs: Runs, c: Card, risks: Sequence[Move]) -> bool:
    """Whether a run may come to `c`, and to another of the risks not, which is as likely to keep the start.

    And others get rid of no more after that one, and the seat of no less.
    """
    if runs.before(c) is None:
        return False

    def cost(x: Card) -> tuple[float, ...]:
        after = runs.after(x)
        come = runs.out.intersection(after)
        pots = sum(come.issuperset(pair) for pair in PAIRS.values())
        return -round(runs.keeps_start(x), 6), pots, len(come), len(come) - len(after)

    only_led = (m.card for m in risks if runs.before(m.card) is None)
    return any(all(a <= b for a, b in zip(cost(x), cost(c), strict=True)) for x in only_led)


def _spun(state: Any, table: KnownHands, moves: Sequence[Move]) -> Move:
    """The forced card, with the spinado if the seat can go out by it, or if another player soon will.

    If the next card is the seat's as well, the spinado goes on that.
    """
    plain = next((move for move in moves if len(move.cards) == 1), moves[0])
    spun = next((move for move in moves if len(move.cards) == 2), None)
    if spun is None or NEXT.get(plain.cards[0]) in {*table.own} - {SPINADO}:
        return plain
    then = table.without(plain.cards)
    del then.holder[SPINADO]
    pressed = min(len(state.hand(who)) for who in state.seats if who != table.seat) <= FEW
    return spun if pressed or not then.own or then.way_out() else plain


def _started(state: Any, table: KnownHands, moves: Sequence[Move]) -> Move:
    """A lead that goes out; or one that costs nothing; else the run that helps the others least."""
    known = {move.cards: move for move in moves}
    first = table.way_out()
    if first in known:
        return known[first]

    def good(c: Card) -> tuple[float, float]:
        run = table.run(c)
        gain = len(run.own) - run.others
        if run.last == table.seat:
            return 0.5 if BEFORE.get(c) in table.holder and table.holder[BEFORE[c]] != table.seat else 2.0, gain
        return 1.0, gain - (4 if len(state.hand(run.last)) <= FEW else 0)

    leads = {move.cards[0]: move for move in sorted(moves, key=lambda move: -len(move.cards))}  # alone, if it may be
    return leads[max((c for c in leads if c is not SPINADO), key=good, default=SPINADO)]


class PlayPolicy(Policy[Playing, SpinadoState]):
    """A card, alone or with the spinado."""

    def runs(self, state: SpinadoState, seat: Seat) -> Runs:
        """By suits, from low to high."""
        return seen_by(state, seat)

    def cost_if_left(self, state: SpinadoState, seat: Seat, c: Card) -> float:
        """Two chips for each card of the hand, for the spinado; for others by house rule."""
        return 2.0 * len(state.hand(seat)) if c is SPINADO else float(state.options.pay_per_card_left)

    def rollout_move(
        self, state: SpinadoState, seat: Seat, v: Playing, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """A lead, or whether to play the spinado; None where there is no choice."""
        moves = [move for move in legal if move.cards]
        if len(moves) < 2:
            return moves[0] if moves else None
        table = KnownHands({c: who for who in state.seats for c in state.hand(who)}, seat)
        if state.run and state.playing(seat).next is not None:
            return _spun(state, table, moves)
        return _started(state, table, moves)

    def plausible(self, state: SpinadoState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The leads of a way out that nobody can stop; else the one that costs nothing; else all that lose nothing.

        The spinado is never put on a card that stops play by itself, but to go out: it can still be led. Nor is it put
        on a card of which the seat has the next one as well: it goes on that.
        """
        runs = seen_by(state, seat)
        early = {c for c in runs.hand if runs.stops(c) or NEXT.get(c) in runs.hand - {SPINADO}}
        moves = tuple(m for m in moves if len(m.cards) != 2 or m.cards[0] not in early or len(runs.hand) == 2)
        if len(moves) < 2 or state.playing(seat).next is not None:
            return moves
        return sure_way(runs, moves) or free_start(runs, moves) or sensible_leads(runs, moves)

    def tie_break_cost(self, state: SpinadoState, seat: Seat, v: Playing, move: Move, allies: Set[Seat]) -> float:
        """The chance to lose the start, and a little for pots that the run may bring to others.

        Of leads with which it is the same, cards that can also be played on a run are kept, and those on which others
        get rid of more.
        """
        if v.next is not None or len(move.cards) != 1:
            return 0.0
        runs = seen_by(state, seat)
        come = runs.out.intersection(runs.after(move.card))
        pots = sum(come.issuperset(pair) for pair in PAIRS.values()) * runs.in_play(2) / (len(state.seats) - 1)
        can_come = runs.before(move.card) is not None
        return 1 - runs.keeps_start(move.card) + POT * pots + 0.01 * can_come + 0.001 * len(come)


POLICY: Final = partial(GamePolicy, phases={"play": PlayPolicy})
