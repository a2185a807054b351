"""What is certain of plays in a climbing game, however the cards out of sight lie.

It follows from those cards and from how many cards each opponent has. `CertainPlays.undominated` drops moves that
others dominate; reasons tell which plays cannot be beaten, and what would beat the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, takewhile
from math import comb
from typing import TYPE_CHECKING, Any, Final, Protocol

from tutor.kernel.cards import Cards, Pack, without
from tutor.kernel.hidden_cards import known_in_hands
from tutor.kernel.moves import Combo, Move
from tutor.kernel.seats import Seat, after
from tutor.policies.forced_wins import ForcedWins, Order

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.kernel.state import State
    from tutor.kernel.view_types import ClimbView

FEW: Final = 8
"""With no more plays in hand than this it is checked whether the hand is won for certain."""
ALONE: Final = 2
"""With no more plays than this left after a play, the lead is worth taking from a partner."""
LONG: Final = 4
"""Plays of more cards are not looked for among all cards out of sight, of which hundreds are made."""
RARE: Final = 0.25
"""If opponents hold no more plays on average that may be played on anything, a win that only these stop is taken."""


class Plans(Protocol):
    """Partitions hands into plays."""

    def hand_value(self, held: Cards) -> float:
        """The value of a hand: about how often it is expected to keep the lead, minus how often to lose it."""

    def partition(self, held: Cards) -> tuple[Combo, ...]:
        """A partition of the hand into few plays."""


class CertainPlays:
    """For one decision: the plays that the cards out of sight allow, and what follows for the own hand."""

    def __init__(
        self,
        game: Game[Any],
        state: State,
        seat: Seat,
        v: ClimbView,
        plans: Plans,
        replies: Callable[[Cards, Move], Sequence[Move]],
        made: Callable[[Cards], Sequence[Move]],
        doubles: Callable[[Move], bool],
    ) -> None:
        """`replies` are the legal moves of a hand on a play, `made` all plays that a hand could lead.

        `doubles` tells which plays double the stake.
        """
        self.game, self.state, self.seat, self.v, self.plans, self._made = game, state, seat, v, plans, made
        self._doubles = doubles
        self.pack: Pack = game.pack
        self.friends = game.allies(state, seat)
        known = known_in_hands(state, seat)
        others = chain.from_iterable(known[who] for who in state.seats if who != seat)
        hidden = tuple(game.unseen(state, seat))
        self.out: Cards = self.pack.sort((*hidden, *others))
        """The cards that others may hold."""
        self._hidden, self._shown = Counter(hidden), len(hidden) < len(self.out)
        self._known = {who: Counter(known[who]) for who in state.seats if who not in self.friends}
        self.left = {who: len(game.held(state, who)) for who in state.seats if who not in self.friends}
        """The number of cards of each opponent."""
        self._replies = lru_cache(512)(replies)

    def partition(self, cards: Cards = ()) -> tuple[Combo, ...]:
        """The plays of what is left of the hand after `cards`."""
        return self.plans.partition(without(self.v.hand, cards))

    @property
    def hand(self) -> Cards:
        """The own cards."""
        return self.v.hand

    def beats(self, held: Cards, play: Combo) -> bool:
        """Whether a player who holds some cards can beat `play`."""
        return any(m.cards for m in self._replies(held, play))

    def planned(self, held: Cards) -> tuple[Combo, ...]:
        """A partition of some cards into few plays."""
        return self.plans.partition(held)

    def doubles(self, play: Combo) -> bool:
        """Whether a play doubles the stake."""
        return self._doubles(play)

    def lead(self, held: Cards) -> Sequence[Move]:
        """All plays that could be made of `held` on the lead."""
        return self._made(held)

    def above(self, play: Combo) -> tuple[Combo, ...]:
        """The plays by which some opponent may beat `play`, by the number of cards and those known to be held."""
        return tuple(m for m in self._over(play) if any(self._may_hold(who, m.cards) for who in self.left))

    def out_of_reach(self, play: Combo) -> tuple[Combo, ...]:
        """The other plays of the cards out of sight that would beat `play`, which no opponent can have."""
        return tuple(m for m in self._over(play) if not any(self._may_hold(who, m.cards) for who in self.left))

    def _over(self, play: Combo) -> list[Combo]:
        return [m for m in self._replies(self.out, play) if isinstance(m, Combo) and m.cards]

    def _may_hold(self, who: Seat, cards: Cards) -> bool:
        if not self._shown:
            return len(cards) <= self.left[who]
        hidden = Counter(cards) - self._known[who]
        return hidden.total() <= self.left[who] - self._known[who].total() and not hidden - self._hidden

    def below(self, play: Combo) -> tuple[Combo, ...]:
        """The plays of the kind of `play` that it would beat; () for long ones, which are too many."""
        if len(play.cards) > LONG:
            return ()
        least = Combo(play.cards, play.kind, play.by, -1, play.length)
        least.text = f"below {play.kind} {play.length} {len(play.cards)}"  # moves are told apart by their text
        found = self._replies(self.out, least)
        return tuple(m for m in found if isinstance(m, Combo) and m.high < play.high and m.kind == play.kind)

    def strength(self, play: Combo) -> Hashable:
        """Equal for plays of a kind that the same cards out of sight would beat."""
        alike = play.kind, play.length, len(play.cards), play.trump
        return (*alike, play.high if len(play.cards) > LONG else len(self.above(play)))

    def sure(self, play: Combo) -> bool:
        """Whether nobody can beat `play`."""
        return not self.above(play)

    def firm(self, play: Combo) -> bool:
        """Whether nothing beats `play` but what may be played on anything."""
        return all(m.trump for m in self.above(play))

    def order(self, play: Combo) -> Order | None:
        """The order of plays from `play` on in which the hand is out for certain; None if there is none."""
        return self._against_all.after(play) if self._near else None

    def order_but_trumps(self, play: Combo) -> Order | None:
        """The same if no opponent has what may be played on anything."""
        return self._but_trumps.after(play) if self._near else None

    @cached_property
    def _near(self) -> bool:
        return len(self.partition()) <= FEW

    @cached_property
    def _against_all(self) -> ForcedWins:
        return ForcedWins(self, trumps=True)

    @cached_property
    def _but_trumps(self) -> ForcedWins:
        return ForcedWins(self, trumps=False)

    def lets_out(self) -> Seat | None:
        """The opponent with one card who has the best play so far, and leads it if all pass."""
        holder = self.v.holder
        return holder if holder is not None and self.left.get(holder) == 1 else None

    def friend_to_speak(self) -> bool:
        """Whether a partner still plays before the holder of the best play is due."""
        holder, seats = self.v.holder, self.state.seats
        who = after(seats, self.seat)
        while who not in (holder, self.seat):
            if who in self.friends:
                return True
            who = after(seats, who)
        return False

    # -- moves that others dominate ------------------------------------------------------------------------

    def undominated(self, moves: Sequence[Move]) -> tuple[Move, ...]:
        """The moves without those that are worse than others whatever the others hold."""
        combos = [m for m in moves if isinstance(m, Combo) and m.cards]
        orders = {m: order for m in combos if (order := self.order(m)) is not None}
        if not orders and self._near and self.trumps_expected() <= RARE:
            orders = {m: order for m in combos if (order := self.order_but_trumps(m)) is not None}
        if orders:
            most = max(order.rank for order in orders.values())
            best = [m for m, order in orders.items() if order.rank == most]
            out = [m for m in best if len(m.cards) == len(self.v.hand)]
            if out:
                return tuple(out)
            worse = self._equals_worse(best)
            return tuple(m for m in best if m not in worse)
        drop: set[Move] = set()
        if combos and self.lets_out() and not self.friend_to_speak():
            drop = {m for m in moves if not m.cards}
        elif self.v.holder in self.friends:
            drop = {m for m in combos if self.takes_only_from_friend(m) or self._doubles_over_friend(m)}
        if self.v.holder is None:
            drop |= {*self._too_low(combos), *self._breaks_control(combos)}
        drop |= {*self._equals_worse(combos), *self._lets_out_sooner(combos)}
        return tuple(m for m in moves if m not in drop) or tuple(moves)

    def trumps_expected(self) -> float:
        """How many plays that may be played on anything opponents hold on average, by the count of cards alone."""
        sets = {m.cards for play in self.partition() for m in self.above(play) if m.trump}
        n = len(self.out)
        return sum(comb(left, len(cards)) / comb(n, len(cards)) for cards in sets for left in self.left.values())

    def takes_only_from_friend(self, play: Combo) -> bool:
        """Whether all that would beat the partner's play would beat `play` too, and the hand is not nearly out."""
        if len(self.partition(play.cards)) <= ALONE:
            return False
        return len(self.above(play)) == len(self.above(self.v.to_beat))

    def _doubles_over_friend(self, play: Combo) -> bool:
        """Whether the partner's play is beaten with what doubles the stake, and the hand is not nearly out."""
        return self._doubles(play) and len(self.partition(play.cards)) > ALONE

    def one_card(self) -> Seat | None:
        """An opponent with one card who may go out on a single card that is led, no partner speaking before."""
        seats = self.state.seats
        upcoming = [after(seats, self.seat, i + 1) for i in range(len(seats) - 1)]
        foes = takewhile(lambda who: who not in self.friends, upcoming)
        return next((who for who in foes if self.left[who] == 1), None)

    def _too_low(self, combos: Sequence[Combo]) -> Iterator[Combo]:
        """Leads of single cards on which an opponent with one card goes out more easily than on another lead."""
        if self.one_card() is None:
            return
        above = {m: len(self.above(m)) for m in combos if len(m.cards) == 1}
        longer = len(above) < len(combos)
        for m, n in above.items():
            if n > min(above.values()) or (longer and n > len(self.below(m))):
                yield m

    def _lets_out_sooner(self, combos: Sequence[Combo]) -> Iterator[Combo]:
        """Plays on which an opponent goes out more easily than on another, where either wins by force if it holds."""
        near = [m for m in combos if self._near and len(m.cards) in self.left.values()]
        won = [m for m in near if self._against_all.if_it_holds(m)]
        for m in won:
            alike = (p for p in won if (p.kind, p.length, len(p.cards)) == (m.kind, m.length, len(m.cards)))
            if any(len(self.above(p)) < len(self.above(m)) for p in alike):
                yield m

    def control(self, play: Combo) -> bool:
        """Whether only plays of one rank beat `play`, or none at all, but for what may be played on anything."""
        return len({m.cards[0].rank for m in self.above(play) if not m.trump}) <= 1

    def _breaks_control(self, combos: Sequence[Combo]) -> Iterator[Combo]:
        """Leads that break up a pair or more which hardly anything beats, where they keep the lead themselves less."""
        planned = self.partition()
        held = [p for p in planned if 1 < len(p.cards) < LONG and self.control(p)]
        if not held or all(p in held or self.firm(p) for p in planned):
            return
        for m in combos:
            apart = any(m.high != p.high or m.kind != p.kind for p in held if set(m.cards) & set(p.cards))
            if len(m.cards) == 1 and apart and not self.firm(m):
                yield m

    def _equals_worse(self, combos: Sequence[Combo]) -> set[Combo]:
        """The plays that are no stronger than others which leave a better hand."""
        alike: dict[Any, list[Combo]] = {}
        for m in combos:
            alike.setdefault(self.strength(m), []).append(m)
        return {m for some in alike.values() for m in self._worse(some)}

    def _worse(self, alike: Sequence[Combo]) -> Iterator[Combo]:
        """Of plays that are equally strong, those after which another leaves as good a hand, or one of fewer plays."""
        if len(alike) < 2:
            return
        rests = {m: without(self.v.hand, m.cards) for m in alike}
        values = {m: (self.plans.hand_value(rest), -len(self.plans.partition(rest))) for m, rest in rests.items()}
        for m in alike:
            same = (one for one in alike if one.high == m.high or _ranks(one) == _ranks(m))
            if any(all(a > b for a, b in zip(values[one], values[m], strict=True)) for one in same):
                yield m
        best: list[Combo] = []
        order = sorted(alike, key=lambda m: (-sum(self._heights(rests[m])), -self.plans.hand_value(rests[m])))
        for m in order:
            if any(self.as_good(rests[one], rests[m]) for one in best):
                yield m
            else:
                best.append(m)

    def _heights(self, held: Cards) -> tuple[int, ...]:
        return tuple(sorted(self.pack.place[c] for c in held))

    def as_good(self, held: Cards, than: Cards) -> bool:
        """Whether as many cards are card for card as high, go in as few plays, and form all that the others form."""
        if any(a < b for a, b in zip(self._heights(held), self._heights(than), strict=True)):
            return False
        if len(self.plans.partition(held)) > len(self.plans.partition(than)):
            return False
        mine, theirs = (_highest(self.lead(cards)) for cards in (held, than))
        return all(mine.get(kind, -1) >= high for kind, high in theirs.items())


def _highest(plays: Sequence[Move]) -> dict[Any, int]:
    """The height of the highest play of each kind."""
    out: dict[Any, int] = {}
    for m in plays:
        if isinstance(m, Combo) and m.cards:
            kind = m.kind, m.length, len(m.cards)
            out[kind] = max(m.high, out.get(kind, -1))
    return out


def _ranks(play: Combo) -> list[str]:
    return sorted(c.rank for c in play.cards)
