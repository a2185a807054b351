"""The state of Last One: where the cards lie, what is due, who plays and in which order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from tutor.families.sheds import CardOnPile, circle
from tutor.kernel.cards import Card, Cards
from tutor.kernel.seats import PLACE, Seat, after, seats_of
from tutor.kernel.state import Sight, State, changed, seen_by

if TYPE_CHECKING:
    from tutor.games.last_one.table import Rules


class DueStep(NamedTuple):
    """An entry of the agenda: a decision (the name of its phase), cards to "draw", or the "end" of the hand."""

    what: str
    seat: Seat = ""
    number: int = 0


@lru_cache(512)
def step(what: str, seat: Seat = "", number: int = 0) -> DueStep:
    """A `DueStep`, cached."""
    return DueStep(what, seat, number)


@dataclass(frozen=True, kw_only=True)
class LastOneState(State):
    """A game of Last One. Hands and scores are in seat order; a player who has dropped out has no hand."""

    card_fields = ("hands", "stock", "pile")
    options: Rules
    direction: str = "left"
    hands: tuple[Cards, ...] = seen_by(Sight.OWN, ())
    scores: tuple[int, ...] = ()
    stock: Cards = seen_by(Sight.NOBODY, ())
    """Its top card first."""
    pile: Cards = seen_by(Sight.PAST, ())
    """The played cards, the last of them on top."""
    upcard: CardOnPile | None = None
    """The upcard with what was named for it; the same card is the last of the pile."""
    under: CardOnPile | None = None
    """The upcard that it was played on; None for a card that needed no match."""
    twos: int = 0
    melee: tuple[tuple[Seat, CardOnPile], ...] = ()
    drawn: Card | None = seen_by(Sight.NOBODY, None)
    """The card just drawn by the player who is to act, who alone may see it."""
    silent: Seat = ""
    """The player with one card who did not call, and draws two when somebody else acts."""
    agenda: tuple[DueStep, ...] = seen_by(Sight.INNER, ())

    @property
    def out(self) -> tuple[Seat, ...]:
        """The players who have dropped out."""
        return dropped(self.seats, self.scores, self.options.threshold)

    @property
    def circle(self) -> tuple[Seat, ...]:
        """The players still in the game, in turn order."""
        return around(self.players, self.scores, self.options.threshold, self.direction)

    def next(self, seat: Seat, steps: int = 1) -> Seat:
        """The player whose turn comes `steps` after `seat`'s."""
        return after(self.circle, seat, steps)

    def hand(self, seat: Seat) -> Cards:
        """The cards of `seat`."""
        return self.hands[PLACE[seat]]

    def given(self, seat: Seat, cards: Cards) -> tuple[Cards, ...]:
        """The hands, with `cards` as the hand of `seat`."""
        hands = list(self.hands)
        hands[PLACE[seat]] = cards
        return tuple(hands)

    def due(self, *steps: DueStep) -> LastOneState:
        """The state with these steps added to the agenda."""
        return changed(self, agenda=self.agenda + steps)


@lru_cache(1024)
def dropped(seats: tuple[Seat, ...], scores: tuple[int, ...], threshold: int) -> tuple[Seat, ...]:
    """The seats that have dropped out with these scores."""
    return tuple(s for s, n in zip(seats, scores, strict=True) if n >= threshold) if scores else ()


@lru_cache(1024)
def around(players: int, scores: tuple[int, ...], threshold: int, direction: str) -> tuple[Seat, ...]:
    """The players still in the game with these scores, in turn order."""
    seats = seats_of(players)
    return circle(seats, dropped(seats, scores, threshold), direction == "right")
