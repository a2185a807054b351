"""The decision that reasons are sought for: what the seat sees, what it may do, and the move in question."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any, Final, Self

from tutor.kernel.events import TRICK_WON
from tutor.kernel.hidden_cards import known_in_hands
from tutor.kernel.playout import legal
from tutor.kernel.seats import Seat, after
from tutor.kernel.view_types import CallsView, HandView, RankedTrickView, TrickOnTable
from tutor.policies import Policy, policy_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence, Set

    from tutor.advice.sampled_outcomes import SampledOutcomes
    from tutor.advice.value import Line
    from tutor.kernel.calls import CallMeaning
    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.events import Event
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase
    from tutor.kernel.state import State
    from tutor.kernel.view import View
    from tutor.policies.certain_plays import CertainPlays

SPECIAL: Final = 8
"""Cards that count are special if no more than one in so many of the pack does."""
SAMPLES: Final = 30
"""The most sampled deals that are looked at for partners, and for what a card comes to."""
_ASIDE: Final = ""
"""Where the cards are that nobody holds."""


@dataclass(eq=False)
class Decision:
    """A decision, the move in question and the other choice."""

    game: Game[Any]
    state: State
    seat: Seat
    move: Move
    other: Move | None
    sampled: SampledOutcomes
    """The move and the other choice, tried in the same sampled deals, of which there is one at least."""
    lines: Mapping[Move, Sequence[Line]] = field(default_factory=dict)
    """What happens after moves that were tried in the same deals, if that is known."""
    across: bool = False
    """Whether the other choice is the rival of another kind, after the move was compared with one of its own kind."""
    moves: tuple[Move, ...] = field(init=False)
    phase: Phase[Any, Any] = field(init=False)
    policy: Policy[Any, Any] = field(init=False)
    view: View = field(init=False)
    _exchanged: Self | None = field(init=False, default=None, repr=False)

    def __post_init__(self) -> None:
        """Derive the phase, its policy, the view of the seat and its legal moves."""
        self.phase = self.game.due(self.state)
        self.policy = policy_of(self.game).of(self.phase)
        self.view = self.phase.see(self.state, self.seat)
        self.moves = legal(self.game, self.state, self.seat)

    def exchanged(self) -> Self:
        """The same decision, with the other choice as the move in question; ValueError if there is none."""
        if self.other is None:
            raise ValueError("there is no other choice")
        if self._exchanged is None:  # made once, as what is found out there is kept with it
            self._exchanged = replace(self, move=self.other, other=self.move, sampled=self.sampled.exchanged())
            self._exchanged._exchanged = self
        return self._exchanged

    @property
    def samples(self) -> Sequence[Any]:
        """The first of the sampled states."""
        return self.sampled.samples[:SAMPLES]

    @property
    def meaning(self) -> CallMeaning:
        """What the move means as a call."""
        return self.phase.meaning(self.move.word)

    @property
    def card(self) -> Card | None:
        """The card of a move of exactly one card; None for any other move."""
        return self.move.cards[0] if len(self.move.cards) == 1 else None

    @property
    def other_card(self) -> Card | None:
        """The card of the other move, if that is exactly one card."""
        return self.other.cards[0] if self.other is not None and len(self.other.cards) == 1 else None

    @property
    def cards(self) -> Cards:
        """The single cards that may be played here."""
        return tuple(dict.fromkeys(m.cards[0] for m in self.moves if len(m.cards) == 1 and m.word == self.move.word))

    @property
    def trick(self) -> RankedTrickView:
        """The view of a card to a trick; TypeError if this decision is another."""
        if not isinstance(self.view, RankedTrickView):
            raise TypeError(f"{self.phase.name} isn't a card to a trick")
        return self.view

    @property
    def answers_cards(self) -> bool:
        """Whether the play answers cards on the table."""
        return isinstance(self.view, TrickOnTable) and bool(self.view.trick)

    def after(self, move: Move) -> Any:
        """The state after the seat makes `move`."""
        return self.phase.act(self.state, self.seat, move).state

    @property
    def bids(self) -> Sequence[tuple[Seat, str]]:
        """The calls so far, where calls are made."""
        return self.view.bids if isinstance(self.view, CallsView) else ()

    def events(self, sample: State, move: Move) -> tuple[Event, ...]:
        """What happens at once when the seat makes `move` in a sampled state."""
        return self.phase.act(sample, self.seat, move).events

    def wins_trick(self, sample: State, move: Move) -> bool | None:
        """Whether the own side wins a trick with this play; None if no trick is decided by it."""
        return next((e.seat in self.friends for e in self.events(sample, move) if e.what == TRICK_WON), None)

    def held(self, who: Seat) -> Cards:
        """The cards in the hand of a player; of others as they lie in this state, which the seat may not know."""
        return self.game.held(self.state, who)

    @cached_property
    def left(self) -> Mapping[Seat, int]:
        """How many cards each player holds, itself among them."""
        return {who: len(self.held(who)) for who in self.state.seats}

    @cached_property
    def hand(self) -> Cards:
        """The cards that the seat holds."""
        return self.view.hand if isinstance(self.view, HandView) else ()

    @cached_property
    def friends(self) -> Set[Seat]:
        """The seats that play with this one in every deal that may be the true one, itself among them."""
        return frozenset.intersection(*(frozenset(self.game.allies(one, self.seat)) for one in self.samples))

    @cached_property
    def foes(self) -> tuple[Seat, ...]:
        """The other seats, without those of partners."""
        return tuple(who for who in self.state.seats if who not in self.friends)

    @cached_property
    def outstanding(self) -> Counter[Card]:
        """Every card that another seat may hold, as far as the seat knows: hidden cards, and those known to be held.

        In tricks a hidden card is none of them that by what was played nobody can have: it lies aside.
        """
        hidden: Iterable[Card] = self._hidden.elements()
        if self.known and isinstance(self.view, RankedTrickView):
            hidden = (c for c in hidden if self.some_may_hold(self.known, c))
        return Counter(chain(hidden, *self.known.values()))

    @cached_property
    def _hidden(self) -> Counter[Card]:
        return Counter(self.game.unseen(self.state, self.seat)) - Counter(chain(*self._by_rights.values()))

    @cached_property
    def _by_rights(self) -> Mapping[Seat, Cards]:
        return policy_of(self.game).shown_by_rights(self.state, self.seat)

    @cached_property
    def certain(self) -> CertainPlays:
        """What is certain of plays, by the cards out of sight; TypeError if plays do not climb in this decision."""
        certain = self.policy.certain(self.state, self.seat, self.view)
        if certain is None:
            raise TypeError(f"plays don't climb in {self.phase.name}")
        return certain

    @cached_property
    def known(self) -> Mapping[Seat, Cards]:
        """The cards that each other seat is known to hold."""
        hidden, told = Counter(self.game.unseen(self.state, self.seat)), known_in_hands(self.state, self.seat)
        shown = self._by_rights
        return {
            who: (*(told[who] if who in told else [c for c in self.held(who) if c not in hidden]), *shown.get(who, ()))
            for who in self.state.seats
            if who != self.seat
        }

    def may_hold(self, who: Seat, c: Card) -> bool:
        """Whether another seat may hold `c`, by what it is known to hold and by what it has played."""
        known = self.known[who]
        if c in known or any(c in held for held in self.known.values()):
            return c in known
        return who in self._holders.get(c, ())

    @cached_property
    def _holders(self) -> Mapping[Card, Set[Seat]]:
        """Which other seats may hold each hidden card, by what they have played and by how many cards they hold.

        Where just so many cards can be with none but some seats as these hold, they hold no others (Hall's theorem).
        Where cards lie aside is such a place as well, and any card may lie there.
        """
        room = {who: self.left[who] - len(cards) for who, cards in self.known.items()}
        fits = self.sampled.sampler.may_hold
        may = {c: frozenset(who for who in room if room[who] > 0 and fits(who, c)) for c in self._hidden}
        aside = self._hidden.total() - sum(room.values())
        free = frozenset({_ASIDE} if aside > 0 else ())
        alone = Counter[frozenset[Seat]]()
        for c, seats in may.items():
            alone[seats | free] += self._hidden[c]
        room[_ASIDE] = aside
        for places in (frozenset(some) for n in range(len(room)) for some in combinations(room, n)):
            spare = sum(room[who] for who in places) - sum(n for seats, n in alone.items() if seats <= places)
            if spare < 0:
                break  # what was played fits no deal
            if not spare:
                may = {c: seats if seats | free <= places else seats - places for c, seats in may.items()}
        return may

    def some_may_hold(self, seats: Iterable[Seat], *cards: Card) -> bool:
        """Whether one of the other `seats` may hold one of the cards."""
        return any(self.may_hold(who, c) for who in seats for c in cards)

    @cached_property
    def few_count(self) -> bool:
        """Whether only a few cards of the pack count, so that each of them is told of."""
        special = [x for x in self.game.pack.order if self.card_value(x)]
        return len(special) * SPECIAL <= len(self.game.pack.order)

    def card_value(self, c: Card) -> float:
        """What a card counts in a trick; 0 where the game does not say."""
        return self._card_values.get(c, 0.0)

    @cached_property
    def most_value(self) -> float:
        """What the card of the pack counts that counts most; 0 where no card counts."""
        return max(map(self.card_value, self.game.pack.order))

    @cached_property
    def cards_count(self) -> bool:
        """Whether any card counts something, or costs something."""
        return any(map(self.card_value, self.game.pack.order))

    def counts_much(self, c: Card) -> bool:
        """Whether a card counts at least half of what the dearest does."""
        return 2 * self.card_value(c) >= self.most_value > 0

    @cached_property
    def _card_values(self) -> Mapping[Card, float]:
        """By the rules; by the policy's `card_values` where these count no tricks, or not before the end of a hand."""
        if not isinstance(self.view, RankedTrickView):
            return self.policy.card_values(self.state)
        value, trumps = self.phase.trick_value, self.view.trumps
        none = value((), trumps)
        if self.policy.points_settled(self.state, self.seat):
            return {}
        if none is None:
            return self.policy.card_values(self.state)
        return {c: float(value((c,), trumps) or 0) - none for c in self.game.pack.order}

    @cached_property
    def wants_tricks(self) -> bool | None:
        """Whether winning tricks is good for the seat: by the policy; where that says nothing, by the sampled deals.

        None if neither tells.
        """
        if not self.policy.wants_tricks(self.state, self.seat):
            return False
        if self.policy.trick_reward:
            return True
        return self.sampled.tricks_help

    @property
    def next_seats(self) -> tuple[Seat, ...]:
        """The seats that are still to play to this trick, after the one whose decision it is."""
        left = self.view.players - len(self.trick.trick) - 1
        return tuple(after(self.state.seats, self.seat, i + 1) for i in range(left))

    @property
    def some_aside(self) -> bool:
        """Whether some of the cards that others may hold lie aside."""
        in_hands = sum(self.left[who] for who in self.known)
        return in_hands != sum(self.outstanding.values())

    @property
    def foes_to_play(self) -> tuple[Seat, ...]:
        """The opponents who are still to play to this trick."""
        return tuple(seat for seat in self.next_seats if seat not in self.friends)

    @property
    def partners_to_play(self) -> tuple[Seat, ...]:
        """The seats that certainly play with this one, and are still to play to this trick."""
        return tuple(seat for seat in self.next_seats if seat in self.friends)
