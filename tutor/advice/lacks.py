"""Lacks: cards that another player did not hold at some time, told by what everybody saw; and suits that were named.

Whoever draws a card of a stock had none that fitted, most likely; and cards that were shuffled into a new stock were in
nobody's hand. A player may have taken cards since, so a lack bounds how many of these cards a hand holds now. Whoever
names a suit that is to be played most likely holds a card of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.constraints import since_deal
from tutor.advice.players import deals_anew
from tutor.kernel.duties import narrow
from tutor.kernel.moves import play
from tutor.kernel.seats import DECK, Seat
from tutor.kernel.view_types import HandView
from tutor.policies import policy_of

if TYPE_CHECKING:
    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.history import Record

WILFUL: Final = 0.08
"""How likely a player is to draw who could have played."""
WITHOUT: Final = 0.15
"""How likely a player is to name a suit without a card of it, relative to one with some."""
TOLD: Final = 3
"""The most cards taken since a card was drawn, of which that still tells much."""


@dataclass
class Lack:
    """That `seat` held none of `cards`: for certain, or else as it drew where one of them would have fitted."""

    seat: Seat
    cards: frozenset[Card]
    suit: str = ""
    """The suit of the card that was to be matched; "" for cards that were shuffled."""
    taken: int = 0
    """How many cards the seat has taken since."""
    played: list[Card] = field(default_factory=list)
    """What the seat has played since."""

    @property
    def certain(self) -> bool:
        """Whether the cards cannot have been held."""
        return not self.suit

    @cached_property
    def _late(self) -> int:
        """How many of the cards the seat has played since: they were taken since, too."""
        return sum(map(self.cards.__contains__, self.played))

    def surplus(self, hand: Cards) -> int:
        """How many of the cards are in `hand` that cannot all have been taken since; 0 if it was drawn wilfully."""
        left = self.taken - self._late
        return max(0, sum(map(self.cards.__contains__, hand)) - left) if left >= 0 else 0

    def likelihood(self, hand: Cards) -> float:
        """How likely the lack is if the seat holds `hand` now: that all of the cards in it were taken since."""
        n = len(hand) + len(self.played)
        found = sum(map(self.cards.__contains__, hand)) + self._late
        late = comb(n - found, self.taken - found) / comb(n, self.taken) if found <= self.taken <= n else 0.0
        return late if self.certain else WILFUL + (1 - WILFUL) * late


@dataclass
class NamedSuit:
    """That `seat` named a suit to be played, and what it has played since."""

    seat: Seat
    suit: str
    played: list[Card] = field(default_factory=list)

    @property
    def kept(self) -> bool:
        """Whether the seat has played no card of the suit since."""
        return all(c.suit != self.suit for c in self.played)

    def likelihood(self, hand: Cards) -> float:
        """How likely that is if the seat holds `hand` now."""
        return 1.0 if not self.kept or any(c.suit == self.suit for c in hand) else WITHOUT


def named_suits(record: Record[Any], seat: Seat) -> list[NamedSuit]:
    """The suits that the others have named in this hand, as `seat` has seen it: of each player the last."""
    game = record.game
    found: dict[Seat, NamedSuit] = {}
    for state, who, text in since_deal(record):
        if who == seat:
            continue
        phase = game.due(state)
        move = phase.read(phase.see(state, seat), text)  # never the view of who decided
        if suit := policy_of(game).of(phase).suit_named(move):
            found[who] = NamedSuit(who, suit)
        elif who in found:
            found[who].played += move.cards
    return [*found.values()]


def lacks(record: Record[Any], seat: Seat) -> list[Lack]:
    """What the others lacked in this hand, as `seat` has seen it: of each player and suit the latest."""
    game, found = record.game, list[Lack]()
    made = [entry for entry in record.entries if entry.made]
    for n, (state, entry) in enumerate(zip(record.states, made, strict=False)):
        then = record.states[n + 1] if n + 1 < len(record.states) else record.state
        played: Cards = ()
        if state.chance is not None and deals_anew(game, state):
            found = []
        elif state.chance is not None:
            pool = frozenset(state.chance.pool)
            if pool.isdisjoint(game.unseen(record.states[n - 1], seat)):  # seen before they were shuffled
                found += [Lack(who, pool) for who in state.seats if who != seat and game.held(state, who)]
        elif entry.seat not in (seat, DECK) and state.phase:
            phase = game.due(state)
            seen = phase.see(state, seat)  # never the view of who decided
            played, policy = phase.read(seen, entry.text).cards, policy_of(game).of(phase)
            suit = policy.suit_to_follow(seen) if not played else ""
            if suit and isinstance(seen, HandView):
                view = seen.holding(game.pack.cards)
                fit = narrow(phase.duties(view), view, [play(c) for c in game.pack.order]).legal
                cards = frozenset(m.cards[0] for m in fit if not policy.fits_anything(m.cards[0]))
                found.append(Lack(entry.seat, cards, suit))
        for lack in found:
            gone = played if lack.seat == entry.seat else ()
            lack.taken += max(0, len(game.held(then, lack.seat)) - len(game.held(state, lack.seat)) + len(gone))
            lack.played += gone
    latest = {(lack.seat, lack.suit): lack for lack in found}
    return [lack for lack in latest.values() if lack.certain or lack.taken <= TOLD]
