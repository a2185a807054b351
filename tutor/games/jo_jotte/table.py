"""Pack, card points, house rules and state of Jo-Jotte."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tutor.families.tricks import CardPoints, Ranking, TrickState, suited
from tutor.kernel.cards import SUITS, Card, Cards, french
from tutor.kernel.fields import FLAG, choice, declared
from tutor.kernel.seats import Seat
from tutor.kernel.view import Options
from tutor.kernel.working import NOTHING, Part

NATURAL: Final = "AKQJT987"
"""The order of sequences (`jo-jotte.rank.seq`), and of a hand as it is shown."""
PLAIN: Final = "ATKQJ987"
TRUMPS: Final = "J9ATKQ87"
PACK: Final = french(NATURAL)
RANKING: Final = Ranking(PACK, PLAIN, lambda s: suited(TRUMPS, s) if s else ())
PLAIN_POINTS: Final = {"A": 10, "K": 10, "Q": 5, "J": 5}
TRUMP_POINTS: Final = {"J": 20, "9": 15, "A": 10, "T": 10, "K": 5, "Q": 5}
SEATS: Final = ("P1", "P2")
SIX: Final = 6
THREE: Final = 3
TRICKS: Final = SIX + THREE
GAME_POINTS: Final = 80
"""Points below that end a game of the rubber (`jo-jotte.game`)."""
JOJOTTE: Final = 20
"""What Jo and Jotte score (`jo-jotte.jojotte`)."""


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    slam: str = choice("slam may be bid at any time, or only over a nullo", ("free", "over_nullo"), "free")
    slam_below: bool = declared(FLAG, "a made slam also scores its trick points below", True)
    rubber: str = choice("length of the rubber", ("two_games", "best_of_three"), "two_games")
    show_melds: str = choice("display of the winning combination", ("always", "on_request"), "always")


class TrumpPoints(CardPoints):
    """What cards count in a hand with these trumps ("" for none)."""

    def __init__(self, trump: str) -> None:
        values = {c: (TRUMP_POINTS if c.suit == trump else PLAIN_POINTS).get(c.rank, 0) for c in PACK.order}
        super().__init__(values, "jo-jotte.points.trump" if trump else "jo-jotte.points.plain")
        self.trump = trump

    def part(self, c: Card) -> Part:
        """What one card counts, and what it would count if it were a trump, or were none."""
        n = self.values.get(c, 0)
        if c.suit == self.trump:
            return Part(n, "jo-jotte.points.trump", (c,), mistakes={"plain": PLAIN_POINTS.get(c.rank, 0)})
        mistakes = {"trump": TRUMP_POINTS.get(c.rank, 0)} if self.trump else NOTHING
        return Part(n, "jo-jotte.points.plain", (c,), mistakes=mistakes)


POINTS: Final = {trump: TrumpPoints(trump) for trump in ("", *SUITS)}
"""What cards count, by the trump suit."""


@dataclass(frozen=True, kw_only=True)
class JoJotteState(TrickState):
    """A rubber of Jo-Jotte; `scores` are all points, above and below the line."""

    card_fields = (*TrickState.card_fields, "upcard", "bottom")
    options: Rules
    upcard: Card | None = None
    bottom: Card | None = None
    """The bottom card of the stub, once it has been turned over."""
    declarer: Seat = ""
    call: str = "none"
    bid: str = "none"
    """`nullo` or `slam`, if one of them was bid."""
    claims: tuple[tuple[Seat, str], ...] = ()
    """The announcements in order: fours of defender and declarer, then sequences."""
    melded: tuple[tuple[Seat, int], ...] = ()
    """Who scored how much for fours and for sequences."""
    jo: Seat = ""
    """The player who has said Jo and still holds the queen."""
    jojotte: Seat | None = None
    below: tuple[int, ...] = (0, 0)
    games: tuple[int, ...] = (0, 0)
    aside: int = 0

    def dealt(self, seat: Seat) -> Cards:
        """The nine cards that `seat` was dealt."""
        return PACK.sort((*self.hand(seat), *self.played(seat)))
