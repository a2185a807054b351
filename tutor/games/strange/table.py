"""What the players of Strange see (turn-ups, the trick, the heaps), and what cards count in pips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from tutor.kernel.cached import cached_property
from tutor.kernel.cards import RANKS, Card, Cards, french, without
from tutor.kernel.fields import CARDS, FLAG, HEAPS, PLAYS, SEAT, choice, declared, whole
from tutor.kernel.seats import Seat, from_
from tutor.kernel.view import Options, View
from tutor.kernel.view_types import HandView, LedView, TrickOnTable, TrumpsView
from tutor.kernel.working import TRUMPS_ADD, Part, Step, Sum

PACK: Final = french(packs=2)
FACE: Final = {rank: 14 - i for i, rank in enumerate(RANKS)}
"""Face values: ace 14, king 13 … 2 (`strange.pips.minor`)."""
FULL: Final = {1: 32, 2: 16, 3: 8, 4: 4, 5: 2}
"""Cards in a hand at the start of each round (`strange.round.count`)."""
SIMPLE_HAND: Final = 34
MORE: Final = 13
"""Pips that a trump counts beyond its face value (`strange.pips.trump`)."""
LAST: Final = 5


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    equal_supers: str = choice("pips of both super-trumps when the turn-ups have equal rank", ("28", "29"), "28")
    show_held: bool = declared(FLAG, "held-over piles are shown face up (changes no ruling)", False)
    simple: bool = declared(FLAG, "Simple Strange: one round of 17 tricks, three players, nothing held over", False)

    def full(self, number: int) -> int:
        """The largest hand possible in round `number`."""
        return SIMPLE_HAND if self.simple else FULL[number]

    def undealt(self, players: int) -> int:
        """The number of cards that are not dealt (`strange.deal`)."""
        return len(PACK) - 2 - players * self.full(1)


class Pips:
    """What cards count under two turn-ups.

    `trumps` are suits in the order S H D C; `supers` maps super-trumps to their pips.
    """

    def __init__(self, upcard: Cards, equal: int) -> None:
        self.trumps = tuple(s for s in "SHDC" if any(c.suit == s for c in upcard))
        low, high = sorted(upcard, key=lambda c: FACE[c.rank])
        self.supers: dict[Card, int] = {}
        if low is not high:  # two identical turn-ups leave no copy in play
            tied = low.rank == high.rank
            self.supers = {c: equal if tied else 28 + (c is high) for c in upcard}
        self._known: dict[tuple[Card, Card | None], int] = {}

    def of(self, c: Card, led: Card | None = None) -> int:
        """The pips of `c` played to the led card `led`; None for the leader's own card, which always counts in full."""
        known = self._known.get((c, led))
        if known is None:
            known = self._known[c, led] = int(self.how(c, led).total)
        return known

    def how(self, c: Card, led: Card | None = None) -> Sum:
        """How the pips of `c` come about."""
        face, thrown = FACE[c.rank], led is not None and led.suit != c.suit
        facts = {"led": led}
        if c in self.supers:
            part = Part(self.supers[c], "strange.pips.super", (c,))
            return Sum(part.clause, (part,), {"face": face, "ordinary_trump": MORE + face}, facts)
        if c.suit in self.trumps:
            clause = "strange.pips.thrown" if thrown else "strange.pips.trump"
            parts = Part(face, clause, (c,), name="face"), Part(MORE, "strange.pips.trump", name="trump")
            return Sum(clause, parts, {"thrown_nothing": 0, "face": face} if thrown else {"face": face}, facts)
        clause = "strange.pips.thrown" if thrown else "strange.pips.minor"
        mistakes = {"thrown": face, "trump": MORE + face} if thrown else {"trump": MORE + face}
        part = Part(0 if thrown else face, clause, (c,), name="thrown" if thrown else "face")
        return Sum(clause, (part,), mistakes, facts)


pips_under = lru_cache(maxsize=256)(Pips)
"""The pips under two turn-ups, cached, for they stay the same for a whole game."""


@dataclass(frozen=True, kw_only=True)
class StrangeView(View, TrumpsView, TrickOnTable, LedView):
    """What everybody sees: the turn-ups, the trick so far, and the heaps nobody has won."""

    options: Rules
    upcard: Cards = declared(CARDS, "the two cards turned up")
    round: int = whole("the round; in round five the two slots are separate tricks", 1, low=1, high=LAST)
    leader: Seat = declared(SEAT, "who led the trick, or is to lead", "P1")
    trick: tuple[Cards, ...] = declared(HEAPS, "the pairs on the table in the order played, slot 1 first", ())
    drawn: tuple[Cards, ...] = declared(HEAPS, "unwon tricks of this round, earliest first", ())
    carried: tuple[Cards, ...] = declared(HEAPS, "unwon tricks of the round before, earliest first", ())

    @cached_property
    def pips(self) -> Pips:
        """What cards count under the turn-ups."""
        return pips_under(self.upcard, int(self.options.equal_supers))

    def is_trump(self, c: Card) -> bool:
        """Whether `c` is of the suit of a turn-up."""
        return c.suit in self.pips.trumps

    @property
    def complete(self) -> bool:
        """Whether everybody has played to the trick."""
        return len(self.trick) == self.players

    @cached_property
    def counts(self) -> dict[Seat, tuple[int, int]]:
        """The pips in slot 1 and slot 2 of each player who has played, in order of play."""
        led = self.trick[0] if self.trick else ()
        return {
            seat: (self.pips.of(a, led[0] if i else None), self.pips.of(b, led[1] if i else None))
            for i, (seat, (a, b)) in enumerate(zip(from_(self.seats, self.leader), self.trick, strict=False))
        }

    def how(self, at: int) -> tuple[Sum, Sum]:
        """How the pips of both cards of the `at`-th player of the trick (from 0) come about."""
        led = self.trick[0] if at else (None, None)
        first, second = (self.pips.how(c, against) for c, against in zip(self.trick[at], led, strict=True))
        return first, second

    @cached_property
    def sums(self) -> dict[Seat, int]:
        """The total of each player so far, in order of play; empty in round five."""
        return {} if self.round == LAST else {seat: sum(pair) for seat, pair in self.counts.items()}

    @cached_property
    def won_by(self) -> Seat | None:
        """The seat with the single highest total of a complete trick; None if it is shared (`strange.win`)."""
        return best_alone(self.sums) if self.complete else None

    @property
    def slots(self) -> tuple[Seat | None, Seat | None]:
        """The winner of each one-card trick of round five; None for a shared highest card (`strange.r5.tie`)."""
        first, second = ({seat: pair[i] for seat, pair in self.counts.items()} for i in (0, 1))
        return best_alone(first), best_alone(second)

    @cached_property
    def order(self) -> tuple[Seat, ...]:
        """The picking order: lowest total first, of equal ones the earlier player, the winner last."""
        if self.won_by is None or self.options.simple:
            return ()
        return tuple(sorted(self.sums, key=self.sums.__getitem__))

    @property
    def scored(self) -> dict[Seat, int]:
        """The tricks that a complete trick scores, with drawn and carried heaps."""
        if self.round == LAST:
            return {s: self.slots.count(s) for s in self.seats if s in self.slots}
        return {self.won_by: 1 + len(self.drawn) + len(self.carried)} if self.won_by else {}

    @property
    def trumps_add(self) -> tuple[Step, ...]:
        """The step that says what a trump counts beyond its face value, if one lies here that is no super-trump.

        It also says what the super-trumps count that lie here.
        """
        laid = {c for pair in self.trick for c in pair}
        some = any(self.is_trump(c) and c not in self.pips.supers for c in laid)
        supers = tuple((c, n) for c, n in self.pips.supers.items() if c in laid)
        return (Step(TRUMPS_ADD, {"n": MORE, "supers": supers}),) if some else ()

    @property
    def heaps(self) -> tuple[Cards, ...]:
        """The heaps to pick from: carried heaps, drawn heaps, the trick just played."""
        return (*self.carried, *self.drawn, tuple(c for pair in self.trick for c in pair))


def best_alone(values: Mapping[Seat, int]) -> Seat | None:
    """The seat with the single highest value; None if it is shared."""
    highest = max(values.values(), default=0)
    top = [seat for seat, value in values.items() if value == highest]
    return top[0] if len(top) == 1 else None


def slot_answers(hand: Cards, led: Card) -> Sequence[Card]:
    """The cards of `hand` that may answer `led` by the rule of its slot alone (`strange.follow.suit`)."""
    return [c for c in hand if c.suit == led.suit] or hand


class SlotAnswer(NamedTuple):
    """A card as the answer to a led one: its pips, and the slot (from 1) with both where it matches or is loose.

    `loose` has the pips, too; `unanswered` instead of the own card those of the hand that would have matched.
    """

    pips: int
    matched: tuple[tuple[int, Card, Card], ...] = ()
    loose: tuple[tuple[int, Card, Card, int], ...] = ()
    unanswered: tuple[tuple[int, Card, Cards], ...] = ()


class _Answers(dict[tuple[int, Card], SlotAnswer]):
    """Found when first looked up."""

    def __init__(self, view: Playing) -> None:
        super().__init__()
        self.view = view

    def __missing__(self, key: tuple[int, Card]) -> SlotAnswer:
        slot, own = key
        led, at = self.view.trick[0][slot], slot + 1
        pips, held = self.view.pips.of(own, led), self.view.following[led.suit]
        if own.suit == led.suit:
            made = SlotAnswer(pips, matched=((at, led, own),))
        else:
            made = SlotAnswer(pips, loose=((at, led, own, pips),), unanswered=((at, led, held),) if held else ())
        self[key] = made
        return made


@dataclass(frozen=True, kw_only=True)
class Playing(StrangeView, HandView):
    """What a player sees who is to lead or answer."""

    hand: Cards = declared(CARDS, "the cards of the player who is to act", ())

    @cached_property
    def following(self) -> Mapping[str, Cards]:
        """The cards of the hand by the suits that were led."""
        led = dict.fromkeys([c.suit for c in self.trick[0]]) if self.trick else ()
        return {suit: tuple([c for c in self.hand if c.suit == suit]) for suit in led}

    @cached_property
    def answers(self) -> Mapping[tuple[int, Card], SlotAnswer]:
        """What each card of the hand, and any other, is as an answer in a slot, 0 or 1, of the pair that was led."""
        return _Answers(self)

    @property
    def broken_up(self) -> int:
        """The number of carried heaps that are broken up before a lead (`strange.breakup`)."""
        return 0 if self.trick else min(len(self.carried), max(0, 2 - len(self.hand)))


@dataclass(frozen=True, kw_only=True)
class Holding(StrangeView):
    """What a player sees who picks cards from a decided trick."""

    picks: tuple[tuple[Seat, Cards], ...] = declared(PLAYS, "picks made so far, in order", (), located=False)

    @cached_property
    def left(self) -> tuple[Cards, ...]:
        """The cards that lie in each heap now."""
        return tuple(without(heap, (cards[i] for _, cards in self.picks)) for i, heap in enumerate(self.heaps))

    @property
    def picker(self) -> Seat | None:
        """The seat that is to pick; None once all have."""
        return self.order[len(self.picks)] if len(self.picks) < len(self.order) else None
