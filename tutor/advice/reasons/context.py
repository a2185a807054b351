"""The decision that reasons are sought for, with how its cards stand in the trick; and what a reason is."""

from __future__ import annotations

from enum import Enum, auto
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.advice.reasons.decision import Decision
from tutor.advice.reasons.lie_of_cards import Share, of_all_deals
from tutor.kernel.duties import narrow
from tutor.kernel.playout import allowed
from tutor.kernel.seats import Seat, after
from tutor.kernel.view_types import RankedTrickView

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.state import State
    from tutor.kernel.view import View

LAST: Final = 2
"""The cards in hand of which one is played now, and the other goes to the last trick."""
GUARDED: Final = 2
"""The most cards out of sight above a card that is worth guarding."""


class Role(Enum):
    """What a reason does in advice, by which it is told before others, alone or not at all; most only speak for a move.

    One that is found in several places has the same role in all.
    """

    FEATURE = auto()
    """It speaks for the move."""
    AIM = auto()
    """It follows from what the hand is about, and comes before all others."""
    LEVEL = auto()
    """It makes no difference which of the two is played; with a true fact `all`, of whatever may be played."""
    BARE = auto()
    """It only compares two cards: what else speaks for the move is told beside it.

    Two of these contradict each other: that a card is hard to beat, and that it is the worst.
    """
    PLAN = auto()
    """By it the cards tell two moves apart, so that it is not said that deals do not."""
    COUNTED = auto()
    """It counts sampled deals: not told where these do not tell the two moves apart."""
    ESTIMATE = auto()
    """It is a mean of sampled deals: not told beside what is certain."""
    MEAN = auto()
    """Both: told neither beside what is certain nor where the deals do not tell the two apart."""
    STAKES = auto()
    """It tells what is at stake, whichever card is played."""


class Reason(NamedTuple):
    """A feature of the move advised. `sampled` says that it rests on sampled deals and is no more than likely.

    One that `decides` is certain and says enough: no figures stand beside it. One that is `shared` holds for the other
    choice as well. One against the `rival` says why the move is better than that, whatever the other choice does.
    """

    what: str
    facts: Mapping[str, Any]
    sampled: bool = False
    decides: bool = False
    shared: bool = False
    rival: bool = False
    role: Role = Role.FEATURE


class DecisionContext(Decision):
    """A decision looked at for reasons; what asks how a card stands raises TypeError if that is not one to a trick."""

    def threats(self, c: Card | None, *, among_hand: bool = False) -> tuple[Card, ...]:
        """The unseen cards that would beat `c` alone on the table; with `among_hand` those of the own hand too.

        The highest come first.
        """
        if c is None:
            return ()
        v = self.trick
        alone = v.facing((c,)) if not v.trick or among_hand else v
        if v.trick and not among_hand and v.best is not c:
            alone = v.facing((*v.trick, c))
        others = dict.fromkeys((*self.outstanding, *(x for x in self.hand if among_hand and x is not c)))
        return tuple(sorted((x for x in others if alone.beats(x)), key=alone.power.__getitem__, reverse=True))

    def height(self, c: Card) -> int:
        """The rank of a card among those of its suit as a number; a greater one beats a smaller one."""
        order = self.trick.order
        return order.power[order.suit[c]][c]

    def higher_out(self, c: Card) -> tuple[Card, ...]:
        """The unseen cards of the suit of `c` that are higher, the highest first."""
        suit = self.trick.order.suit
        found = (x for x in self.outstanding if suit.get(x) == suit[c] and self.height(x) > self.height(c))
        return tuple(sorted(found, key=lambda x: -self.height(x)))

    def below_out(self, c: Card) -> tuple[Card, ...]:
        """The unseen cards of the suit of `c` that are lower, the highest first."""
        suit = self.trick.order.suit
        found = (x for x in self.outstanding if suit.get(x) == suit[c] and self.height(x) < self.height(c))
        return tuple(sorted(found, key=lambda x: -self.height(x)))

    def between(self, low: Card, high: Card) -> tuple[Card, ...]:
        """The unseen cards that `high` beats and `low`, of the same suit, does not, the highest first."""
        return tuple(x for x in self.below_out(high) if self.height(x) > self.height(low))

    def top_run(self, suit: str, *gone: Card) -> Cards:
        """The own cards of a suit, without `gone`, that no unseen card of it is above, the highest first."""
        return tuple(x for x in self.of_suit(suit) if x not in gone and not self.higher_out(x))

    def holder_of(self, c: Card) -> Seat | None:
        """The other seat that holds `c` for certain: it has shown the card, or nobody else can have it; else None."""
        shown = next((who for who, held in self.known.items() if c in held), None)
        if shown is not None or c not in self.outstanding:
            return shown
        if self.some_aside:
            return None
        able = [who for who in self.known if self.may_hold(who, c)]
        return able[0] if len(able) == 1 else None

    def out_of_suit(self, c: Card) -> Cards:
        """The unseen cards of the suit of `c`."""
        suit = self.trick.order.suit
        return tuple(x for x in self.outstanding.elements() if suit.get(x) == suit[c])

    def of_suit(self, suit: str) -> Cards:
        """The own cards of a suit, the highest first."""
        mine = (x for x in self.hand if self.trick.order.suit.get(x) == suit)
        return tuple(sorted(mine, key=lambda x: -self.height(x)))

    @property
    def trumps_out(self) -> int:
        """The number of trumps out of sight."""
        return sum(n for x, n in self.outstanding.items() if self.trick.is_trump(x))

    @property
    def foes_with_trumps(self) -> tuple[Seat, ...]:
        """The opponents who may hold a trump."""
        trumps = [x for x in self.outstanding if self.trick.is_trump(x)]
        return tuple(who for who in self.foes if any(self.may_hold(who, x) for x in trumps))

    def void_foes(self, led: Card) -> tuple[Seat, ...]:
        """The opponents still to play who can have no card of the suit of `led`, and may hold a trump."""
        if self.trick.is_trump(led):
            return ()
        armed, suit = self.foes_with_trumps, self.out_of_suit(led)
        foes = (who for who in self.foes_to_play if who in armed)
        return tuple(who for who in foes if not any(self.may_hold(who, x) for x in suit))

    def guarded_top(self, suit: str) -> Card | None:
        """The highest own card of a suit, if few unseen ones are higher and it has as many lower ones to guard it."""
        mine = self.of_suit(suit)
        above = len(self.higher_out(mine[0])) if mine else 0
        return mine[0] if 0 < above <= GUARDED and len(mine) > above else None

    def as_good(self, c: Card) -> tuple[Card, ...]:
        """The own higher cards of the suit of `c` with no unseen card between them and `c`, the highest first.

        Where suits mean nothing there are none: those of one rank are equal, others may be drawn by different cards.
        """
        if not self.trick.by_suit:
            return ()
        suit, out = self.trick.order.suit, len(self.higher_out(c))
        mine = (x for x in self.hand if suit.get(x) == suit[c] and self.height(x) > self.height(c))
        return tuple(sorted((x for x in mine if len(self.higher_out(x)) == out), key=lambda x: -self.height(x)))

    def equal_choice(self, c: Card) -> Card | None:
        """The card of the other choice, if it does and counts the same as `c`: no unseen card lies between them."""
        other = self.other_card
        if other is None or other is c or other not in self.cards:
            return None
        return other if self.are_equal(c, other) else None

    def are_equal(self, one: Card, two: Card) -> bool:
        """Whether two own cards do and count the same: no card out of sight lies between them."""
        v = self.trick
        if not v.by_suit or v.beats(one) != v.beats(two) or self.card_value(one) != self.card_value(two):
            return False
        return two in self.as_good(one) or one in self.as_good(two)

    def equals(self, c: Card) -> Cards:
        """The other cards that may be played and do and count the same as `c`."""
        return tuple(x for x in self.cards if x is not c and self.are_equal(c, x))

    def in_row(self, *cards: Card) -> Cards:
        """Cards of one suit, the highest first."""
        return tuple(sorted(cards, key=lambda x: -self.height(x)))

    def alike_choice(self, c: Card) -> dict[str, Any]:
        """Facts: `alike` is the other choice, if it will win as much later as `c`; a card as high, if `c` is best."""
        other, out = self.other_card, len(self.higher_out(c))
        row = [x for x in self.of_suit(self.trick.order.suit[c]) if len(self.higher_out(x)) == out]
        best = () if out else (x for x in row if x is not c)
        return {"alike": other if other in row and other is not c else next(iter(best), "")}

    def dearer_choice(self, own: float) -> bool:
        """Whether the other choice counts more than `own`; without one, whether any card does."""
        others = self.cards if self.other is None else self.other.cards[:1]
        return any(self.card_value(x) > own for x in others)

    def is_lowest(self, c: Card) -> bool:
        """Whether no lower card of its suit is legal; where the suit means nothing, no lower card at all."""
        suit, by_suit = self.trick.order.suit, self.trick.by_suit
        return all(self.height(c) <= self.height(x) for x in self.cards if not by_suit or suit[x] == suit[c])

    @property
    def last_foe(self) -> dict[str, Any]:
        """Facts: `who` is the only opponent still to play, empty if there are more; `shown` the hand, if known."""
        foes = self.foes_to_play
        if len(foes) != 1:
            return {"who": "", "shown": ()}
        known = self.known[foes[0]]
        return {"who": foes[0], "shown": known if len(known) == self.left[foes[0]] else ()}

    @cached_property
    def holds(self) -> Share:
        """In how many deals no opponent can beat the card that wins the trick after the move.

        All deals that fit are counted (`of_all_deals`). Where there are too many it is estimated from sampled ones, by
        Laplace's rule, so that what held in all of them is not taken for certain.
        """
        foes = self.foes_to_play
        if not foes:
            return Share(1, 1)
        after_it = self.after(self.move)
        looks: dict[Seat, Any] = {foe: self.phase.see(after_it, foe) for foe in foes}
        table = next(iter(looks.values()))
        if isinstance(table, RankedTrickView) and table.trick:
            kinds = {c: _kind(table, c) for c in self.outstanding}
            highest: dict[str, Card] = {}
            for c in sorted(kinds, key=table.power.__getitem__):
                highest[kinds[c]] = c

            def beaten(foe: Seat, held: frozenset[str]) -> bool:
                return self._best(looks[foe].holding(tuple(highest[kind] for kind in held))) > 0

            found = of_all_deals(self, foes, kinds.__getitem__, beaten)
            if found is not None:
                return found
        kept = sum(not any(self.reach(sample, foe) for foe in foes) for sample in self.samples)
        return Share(kept + 1, len(self.samples) + 2)

    @property
    def nobody_beats(self) -> bool:
        """Whether it is certain that no opponent still to play can beat the card that wins the trick after the move."""
        found = self.holds
        return found.held == found.deals

    @cached_property
    def taken_by_friend(self) -> Share:
        """In how many sampled deals a partner who is still to play can take the trick after the move, whatever foes do.

        Who is a partner is asked of each deal: where a called card decides it, that is the player who holds it there.
        """
        return Share(sum(self._taken_by_friend(sample) for sample in self.samples), len(self.samples))

    def _taken_by_friend(self, sample: State) -> bool:
        allies, rest = self.game.allies(sample, self.seat), self.next_seats
        pals = max((self.reach(sample, seat) for seat in rest if seat in allies), default=0)
        return pals > max((self.reach(sample, seat) for seat in rest if seat not in allies), default=0)

    def reach(self, sample: State, seat: Seat) -> int:
        """The height of the best card by which `seat`, if it were next, could win the trick in `sample`; 0 for none."""
        after_it = self.phase.act(sample, self.seat, self.move).state
        return self._best(self.phase.see(after_it, seat))

    def _best(self, v: View) -> int:
        """The height of the best legal card that would win the trick so far; 0 for none."""
        if not isinstance(v, RankedTrickView) or not v.trick:
            return 0
        moves = [*self.phase.candidates(v)]
        legal = narrow(self.phase.duties(v), v, moves).legal
        plays = [m for m in legal if m.cards] or [m for m in moves if m.cards]  # cards come later than what is due
        return max((v.power[m.cards[0]] for m in plays if len(m.cards) == 1 and v.beats(m.cards[0])), default=0)

    def frees_to_throw(self, c: Card) -> bool:
        """Whether a void in the suit of `c` may still be of use: the suit can be led again before the last trick."""
        suit = self.trick.order.suit
        return len(self.hand) > 2 and any(suit.get(x) == suit[c] for x in self.outstanding)

    def frees_to_trump(self, *last: Card) -> bool:
        """Whether holding `last`, the own cards of a suit, is what forbids ruffing when others lead that suit."""
        v, rest = self.trick, [x for x in self.hand if x not in last]
        led = next(iter(self.out_of_suit(last[0])), None)
        if led is None or len(self.hand) < 2 + len(last):
            return False
        then = v.facing((led,), after(v.seats, self.seat, -1))
        return not self._may_trump(then) and self._may_trump(then.holding(tuple(rest)))

    def _may_trump(self, then: RankedTrickView) -> bool:
        legal = allowed(self.phase, then)
        return any(then.is_trump(move.cards[0]) for move in legal if len(move.cards) == 1)


def count_text(number: float) -> int | str:
    """A count as people write it, with thirds and halves as fractions."""
    return int(number) if float(number).is_integer() else str(Fraction(number).limit_denominator(12))


def _kind(v: RankedTrickView, c: Card) -> str:
    """What a card is in the trick on the table: whether it follows, and whether it beats the best."""
    return ("follows" if v.follows(c) else "") + ("beats" if v.beats(c) else "")
