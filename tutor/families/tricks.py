"""One card each, and the best card takes the trick: what trick games share.

`Ranking` says how cards stand to each other, `TrickView` what a player sees, the duty makers what binds (each takes the
clause it enforces), `TrickPhase` is the decision, `TrickState` a hand as far as it has been played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from tutor.families.hands import HandsGame, HandsState, redealt, view_of
from tutor.kernel.cards import SUITS, Card, Cards, Pack, card, without
from tutor.kernel.duties import Duty, Narrowing, Standing, if_able
from tutor.kernel.duties import always as ban
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, SEAT, Problem, declared, suit
from tutor.kernel.moves import Move, play
from tutor.kernel.phase import Phase, Turn, Unreadable, Won
from tutor.kernel.seats import Seat, Side, after, members
from tutor.kernel.view import View

# -- how cards stand to each other -------------------------------------------------------------------------

TRUMP: Final = 100
"""What a trump is above every card of another suit in the tables of an `Order`."""


class Order:
    """How the cards of a pack stand to each other under one trump suit.

    `suit` tells which suit a card belongs to, whatever is printed on it; `trumps` are the trump suit from high to low;
    `power[led]` is what each card is worth in a trick in which suit `led` was led: 0 if it cannot win.
    """

    def __init__(self, trump: str, trumps: Cards, plain: Mapping[str, Cards]) -> None:
        self.trump = trump
        self.trumps = trumps
        self.suit: dict[Card, str] = {c: s for s, held in plain.items() for c in held} | dict.fromkeys(trumps, trump)
        high = {c: TRUMP + len(trumps) - i for i, c in enumerate(trumps)}
        none = dict.fromkeys(self.suit, 0)
        self.power: dict[str, dict[Card, int]] = {
            s: none | {c: len(held) - i for i, c in enumerate(held)} | high for s, held in plain.items()
        }
        self.power[""] = none | high
        if trump:
            self.power[trump] = none | high


class Ranking:
    """The order of the cards of a game under each trump suit, worked out once.

    `plain` names the ranks from high to low, for every suit or by suit. `trumps(suit)` lists the trump suit from high
    to low, with the bowers, jokers and cards that are always trumps in it; without it trumps rank like other suits.
    """

    def __init__(
        self, pack: Pack, plain: str | Mapping[str, str], trumps: Callable[[str], Cards] | None = None
    ) -> None:
        ranks = {s: plain if isinstance(plain, str) else plain[s] for s in SUITS}

        def whole(s: str) -> Cards:
            return tuple(c for c in suited(ranks[s], s) if c in pack)

        def order(trump: str) -> Order:
            tops = trumps(trump) if trumps is not None else whole(trump) if trump else ()
            lower = {s: tuple(c for c in whole(s) if c not in tops) for s in SUITS}
            return Order(trump, tops, lower)

        self.orders: dict[str, Order] = {trump: order(trump) for trump in ("", *SUITS)}

    def under(self, trump: str) -> Order:
        """The order when `trump` is the trump suit; empty for none."""
        return self.orders[trump]


def suited(ranks: str, s: str) -> Cards:
    """The cards of these ranks in suit `s`."""
    return tuple(card(rank + s) for rank in ranks)


# -- what a player sees ------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TrickView(View):
    """A trick as far as it has gone, and the own hand. A game gives its `ranking`; for trumps see `TrumpView`."""

    ranking: ClassVar[Ranking]

    leader: Seat = declared(SEAT, "who led the trick, or is to lead", "P1")
    trick: Cards = declared(CARDS, "cards on the table, in the order played", ())
    hand: Cards = declared(CARDS, "the cards of the player who is to act", ())

    @property
    def trumps(self) -> str:
        """The trump suit, empty if there is none."""
        return ""

    @cached_property
    def order(self) -> Order:
        """How the cards stand to each other now."""
        return self.ranking.under(self.trumps)

    @cached_property
    def led(self) -> str:
        """The suit that was led; empty before the lead."""
        return self.order.suit[self.trick[0]] if self.trick else ""

    @cached_property
    def power(self) -> Mapping[Card, int]:
        """What each card is worth in this trick: 0 for those that cannot win it."""
        return self.order.power[self.led]

    @cached_property
    def best(self) -> Card | None:
        """The card that is winning the trick so far."""
        return max(self.trick, key=self.power.__getitem__) if self.trick else None

    @cached_property
    def top(self) -> int:
        """What the winning card is worth."""
        return self.power[self.best] if self.best is not None else 0

    @property
    def holder(self) -> Seat | None:
        """Who played the card that is winning so far."""
        return None if self.best is None else after(self.seats, self.leader, self.trick.index(self.best))

    @property
    def complete(self) -> bool:
        """Whether everybody has played to the trick."""
        return len(self.trick) >= self.players

    @property
    def turn(self) -> Seat | None:
        """Who is to play; None once everybody has."""
        return None if self.complete else after(self.seats, self.leader, len(self.trick))

    @property
    def partner_winning(self) -> bool:
        """Whether the best card so far is that of the player opposite the one who is to act."""
        if self.best is None:
            return False
        return 2 * (len(self.trick) - self.trick.index(self.best)) == self.players

    @property
    def trumped(self) -> bool:
        """Whether a trump has taken over a trick in which another suit was led."""
        return bool(self.trumps) and self.led != self.trumps and self.top > TRUMP

    @property
    def has_suit(self) -> bool:
        """Whether the hand has a card of the suit led."""
        return any(self.order.suit[c] == self.led for c in self.hand)

    def follows(self, c: Card) -> bool:
        """Whether `c` is of the suit led."""
        return self.order.suit[c] == self.led

    def is_trump(self, c: Card) -> bool:
        """Whether `c` is a trump."""
        return self.order.power[""][c] > 0

    def beats(self, c: Card) -> bool:
        """Whether `c` would be the best card of the trick."""
        return self.power[c] > self.top

    def is_lowest(self, c: Card) -> bool:
        """Whether the hand has no lower card of the suit of `c`."""
        suit_of, rank = self.order.suit, self.order.power[self.order.suit[c]]
        return all(rank[c] <= rank[other] for other in self.hand if suit_of[other] == suit_of[c])


@dataclass(frozen=True, kw_only=True)
class TrumpView(TrickView):
    """A trick in a game with trumps. A game in which there is always a trump suit declares `trump` anew."""

    trump: str = suit("the trump suit", "")

    @property
    def trumps(self) -> str:
        """The trump suit as given."""
        return self.trump


V = TypeVar("V", bound=TrickView)
When = Callable[[Any], bool]


# -- what binds --------------------------------------------------------------------------------------------


def answering(v: TrickView) -> bool:
    """Whether somebody else has led."""
    return bool(v.trick)


def leading(v: TrickView) -> bool:
    """Whether this is the lead."""
    return not v.trick


def _and(first: When, when: When | None) -> When:
    return first if when is None else lambda v: first(v) and when(v)


def follow(clause: str, *, when: When | None = None, frees: str = "") -> Duty[Any]:
    """Play a card of the suit led, if you have one."""
    return if_able(clause, lambda v, move: v.follows(move.cards[0]), when=_and(answering, when), frees=frees)


def head(clause: str, *, when: When | None = None, frees: str = "") -> Duty[Any]:
    """Beat the best card so far, if one of the cards that are left can."""
    return if_able(clause, lambda v, move: v.beats(move.cards[0]), when=_and(answering, when), frees=frees)


def head_in_suit(clause: str, *, when: When | None = None) -> Duty[Any]:
    """Following suit, beat the best card so far with the suit led, if you can."""

    def keep(v: TrickView, move: Move) -> bool:
        c = move.cards[0]
        return v.follows(c) and v.beats(c)

    return if_able(clause, keep, when=_and(lambda v: answering(v) and v.has_suit, when))


def trump_if_void(clause: str, following: Duty[Any], *, when: When | None = None, frees: str = "") -> Duty[Any]:
    """Without the suit led, play a trump, if you have one."""
    return if_able(
        clause, lambda v, move: v.is_trump(move.cards[0]), when=_and(answering, when), failing=following, frees=frees
    )


def overtrump(clause: str, following: Duty[Any], *, when: When | None = None) -> Duty[Any]:
    """Without the suit led, beat the trump that is on the table, if you can."""
    return if_able(
        clause,
        lambda v, move: v.beats(move.cards[0]),
        when=_and(lambda v: answering(v) and v.trumped, when),
        failing=following,
    )


def not_led(clause: str, which: Callable[[Any, Card], bool], *, when: When | None = None) -> Duty[Any]:
    """Do not lead such a card (an unbroken trump), unless you have nothing else."""
    return if_able(clause, lambda v, move: not which(v, move.cards[0]), when=_and(leading, when))


def never(clause: str, which: Callable[[Any, Card], bool], *, when: When | None = None) -> Duty[Any]:
    """Such a card may not be played, whatever is left."""
    return ban(clause, lambda v, move: not which(v, move.cards[0]), when=when)


# -- a hand as far as it has been played -------------------------------------------------------------------


class Taken(NamedTuple):
    """A trick that has been won: by whom, its cards in order, who led (empty if that is not known), trumps."""

    winner: Seat
    cards: Cards
    leader: Seat = ""
    trump: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickState(HandsState):
    """A trick game as far as it has been played. What sides have won follows from `past`."""

    leader: Seat = "P1"
    trick: Cards = ()
    trump: str = ""
    past: tuple[Taken, ...] = ()
    """The tricks of this hand, in order."""
    shown: Cards = ()
    """Cards that everybody knows to be where they are: a turned-up card in a hand, a marriage that was shown."""

    def tricks(self, side: Side) -> int:
        """How many tricks a seat or side has taken."""
        return sum(taken.winner in members(side) for taken in self.past)

    def won(self, side: Side) -> Cards:
        """The cards in the tricks that a seat or side has taken."""
        return tuple(c for taken in self.past if taken.winner in members(side) for c in taken.cards)


S = TypeVar("S", bound=TrickState)


def without_card(hands: tuple[Cards, ...], seat: Seat, c: Card) -> tuple[Cards, ...]:
    """The hands after `seat` has played `c`."""
    at = int(seat[1:]) - 1
    return (*hands[:at], without(hands[at], (c,)), *hands[at + 1 :])


# -- the decision ------------------------------------------------------------------------------------------


class TrickPhase(Phase[V, S]):
    """A card to the trick. A game gives `view`, `clause` (of the lead), `win` and `duties`, and what a trick leads to.

    `win` is the clause by which tricks are won; `full` the most cards a hand can have.
    """

    name = "play"
    title = "a card to the trick"
    win: ClassVar[str]
    full: ClassVar[int]

    def most_cards(self, v: V) -> int:
        """The most cards that a hand can have at this table."""
        return self.full

    def problems(self, v: V) -> Iterator[Problem]:
        """A trick longer than the table, a hand too large, a hand that is missing."""
        if len(v.trick) > v.players:
            yield Problem("trick", f"{len(v.trick)} cards, but {v.players} players")
        if len(v.hand) > self.most_cards(v):
            yield Problem("hand", f"{len(v.hand)} cards, but a hand has {self.most_cards(v)} at most")
        if not v.hand and not v.complete:
            yield Problem("hand", "must be given, for the trick is not complete")

    def actor(self, v: V) -> Seat | None:
        """The leader, then each next player; nobody once the trick is complete."""
        return v.turn

    def candidates(self, v: V) -> Iterable[Move]:
        """Each card of the hand."""
        return [play(c) for c in self.pack.sort(dict.fromkeys(v.hand))]

    def form(self, v: V, move: Move) -> Move:
        """One card."""
        if len(move.cards) != 1 or move.word not in ("", *self.words):
            raise Unreadable("one card is played to a trick")
        return move

    def ground(self, v: V, found: Narrowing[V], move: Move) -> str:
        """The duty that narrowed the choice, or sets free; to a lead, else the last duty met."""
        cut = found.ground()
        if cut or not v.trick:
            return cut or self.clause
        met = [step.duty.clause for step in found.steps if step.standing is Standing.MET]
        return met[-1] if met else self.clause

    def winner(self, v: V) -> Won | None:
        """The best card of a complete trick."""
        return Won(v.best.text, v.holder or "") if v.complete and v.best is not None else None

    def outcome(self, v: V) -> str:
        """The rule of who wins."""
        return self.win if v.complete else ""

    # -- in a whole game -------------------------------------------------------------------------------

    def see(self, state: S, seat: Seat) -> V:
        """The trick, and the seat's own hand."""
        return view_of(self.view, state, hand=state.hand(seat))

    def act(self, state: S, seat: Seat, move: Move) -> Turn[S]:
        """The card goes to the table; a complete trick goes to its winner."""
        trick = (*state.trick, move.card)
        hands = without_card(state.hands, seat, move.card)
        event = Event("played", seat, move.cards, facts={"lead": len(trick) == 1})
        if len(trick) < state.players:
            return Turn(replace(state, hands=hands, trick=trick, turn=(after(state.seats, seat),)), (event,))
        state = replace(state, hands=hands, trick=trick)
        v = self.see(state, seat)
        assert v.best is not None and v.holder is not None
        taken = Taken(v.holder, trick, state.leader, v.trumps)
        facts = {"card": v.best, **self.worth(v)}
        won = Event("trick won", taken.winner, trick, self.win, facts)
        state = replace(state, trick=(), leader=taken.winner, past=(*state.past, taken), turn=(taken.winner,))
        then = self.taken(state, taken)
        return Turn(then.state, (event, won, *then.events))

    def worth(self, v: V) -> Mapping[str, Any]:
        """What else is told when a trick is won (what it counts)."""
        return {}

    def taken(self, state: S, trick: Taken) -> Turn[S]:
        """What follows a trick: its winner leads, until the last card is played. The winner is the leader now."""
        return Turn(state, ()) if any(state.hands) else self.played_out(state)

    def played_out(self, state: S) -> Turn[S]:
        """What follows the last trick of a hand."""
        raise NotImplementedError


class TrickGame(HandsGame[S]):
    """A game of tricks."""

    def cards(self, state: S) -> Cards:
        """Hands, the trick, tricks taken, and what lies face down."""
        return (*super().cards(state), *state.trick, *(c for taken in state.past for c in taken.cards))

    def dream(self, state: S, seat: Seat, rng: Random) -> S:
        """The cards that `seat` cannot see are dealt out afresh."""
        return replace(state, **redealt(state, seat, rng, self.pack, state.shown))


def best_so_far(v: TrickView) -> Mapping[str, Any]:
    """The fact `best` of a trick that has begun and is not complete."""
    return {"best": v.best.text} if v.best is not None and not v.complete else {}
