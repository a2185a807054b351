"""Pack, the six games, house rules and state of Solo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tutor.families.tricks import Ranking, Taken, TrickState, suited
from tutor.kernel.cards import Card, Cards, card, french
from tutor.kernel.fields import FLAG, choice, declared, whole, whole_or_none
from tutor.kernel.seats import Seat, after
from tutor.kernel.view import Options

PACK: Final = french("AKQJT987")
TRICKS: Final = 8
QUEENS: Final = (card("QC"), card("QS"))
"""The two queens that are always trumps (`solo.rank.queens`)."""
SIMPLE: Final = "simple"
SOLO: Final = "solo"
TOUT: Final = "tout"
KINDS: Final = (SIMPLE, SOLO, TOUT)
NEEDED: Final[Mapping[str, int]] = {SIMPLE: 5, SOLO: 5, TOUT: TRICKS}
"""Tricks that the declarer's side needs, by kind of game."""
POINTS: Final[Mapping[int, int]] = {1: 2, 2: 4, 3: 4, 4: 8, 5: 16, 6: 32}
"""Points of the games of each level."""
HIGHEST: Final = max(POINTS)
BOTH_QUEENS: Final = 3
"""The least level for a player with both black queens."""
PLAIN: Final = {"S": "AKJT987", "H": "AKQJT987", "D": "AKQJT987", "C": "AKJT987"}


def trump_order(suit: str) -> Cards:
    """The trumps from high to low when `suit` is trumps (`solo.rank.trump`)."""
    top, second = QUEENS
    if not suit:
        return QUEENS
    return (top, card("7" + suit), second, *suited("AKQJT98" if suit in "HD" else "AKJT98", suit))


RANKING: Final = Ranking(PACK, PLAIN, trumps=trump_order)


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    color: str = choice("the suit that is color", ("C", "D", "H", "S"), "C")
    may_name_own_ace: bool = declared(FLAG, "an ace in the declarer's own hand may be named", False)
    stop_when_decided: bool = declared(FLAG, "a decided hand is not played out", False)
    hands: int = whole("hands in a game", 16, low=1, high=1000)
    target: int = whole_or_none("the game also ends when somebody passes this total")

    def level(self, kind: str, trump: str) -> int:
        """The level of a game, 1 to 6 (`solo.game.order`)."""
        return 1 + 2 * KINDS.index(kind) + (trump == self.color)


def played_by(c: Card, seats: tuple[Seat, ...], past: tuple[Taken, ...], leader: Seat, trick: Cards) -> Seat:
    """Who has played a card; empty if nobody has, or if it is not known who led that trick."""
    for led, cards in (*((taken.leader, taken.cards) for taken in past), (leader, trick)):
        if c in cards and led:
            return after(seats, led, cards.index(c))
    return ""


@dataclass(frozen=True, kw_only=True)
class SoloState(TrickState):
    """A game of Solo."""

    options: Rules
    declarer: Seat = ""
    level: int = 0
    """The level at which the bidding ended; 0 in a forced game."""
    game: str = ""
    called: Card | None = None
    """The ace that was named in a simple game."""

    def partner(self) -> Seat:
        """Who holds or has played the named ace; empty if there is none, or if it is the declarer's own."""
        if self.called is None:
            return ""
        holder = next((seat for seat in self.seats if self.called in self.hand(seat)), "")
        return self._other(played_by(self.called, self.seats, self.past, self.leader, self.trick) or holder)

    def _other(self, seat: Seat) -> Seat:
        return "" if seat == self.declarer else seat

    def won_tricks(self) -> int:
        """The tricks of the declarer's side."""
        side = (self.declarer, self.partner())
        return sum(taken.winner in side for taken in self.past)
