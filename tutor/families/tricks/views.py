"""The view of a player who is to play to a trick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from tutor.families.tricks.ranking import TRUMP, Order, Ranking
from tutor.kernel.cached import cached_property
from tutor.kernel.echo import echoed
from tutor.kernel.fields import CARDS, SEAT, FieldType, ParseContext, Problem, declared, suit
from tutor.kernel.seats import PLACE, Seat, after, from_
from tutor.kernel.view_types import RankedTrickView
from tutor.kernel.working import LaidCard

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.view import View


HAND_SHOWN: Final = "must be given unless the trick is complete"
"""What `--fields` says of a hand that is left out."""


@dataclass(frozen=True, kw_only=True)
class TrickView(RankedTrickView):
    """The trick so far, and the own hand. A game gives its `ranking`; games with trumps use `TrumpView`."""

    ranking: ClassVar[Ranking]

    leader: Seat = declared(SEAT, "who led the trick, or is to lead", "P1")
    trick: Cards = declared(CARDS, "cards on the table, in the order played", ())
    hand: Cards = declared(CARDS, "the cards of the player who is to act", (), shown=HAND_SHOWN)

    @property
    def trumps(self) -> str:
        """The trump suit, empty if there is none."""
        return ""

    @cached_property
    def order(self) -> Order:
        """The order of the cards under the present trump suit."""
        return self.ranking.orders[self.trumps]

    @cached_property
    def led(self) -> str:
        """The suit that was led; empty before the lead."""
        return self.order.suit[self.trick[0]] if self.trick else ""

    @cached_property
    def power(self) -> Mapping[Card, int]:
        """The height of each card in this trick; 0 for cards that cannot win it."""
        return self.order.power[self.led]

    @cached_property
    def best(self) -> Card | None:
        """The card that is winning the trick; None before the lead."""
        return max(self.trick, key=self.power.__getitem__) if self.trick else None

    @cached_property
    def top(self) -> int:
        """The height of the winning card; 0 before the lead."""
        return self.power[self.best] if self.best is not None else 0

    @property
    def holder(self) -> Seat | None:
        """The seat that played the winning card; None before the lead."""
        if self.best is None:
            return None
        return self.seats[(PLACE[self.leader] + self.trick.index(self.best)) % self.players]

    @property
    def plays(self) -> tuple[tuple[Seat, Card], ...]:
        """Each seat that has played, with its card, in order."""
        return tuple(zip(from_(self.seats, self.leader), self.trick, strict=False))

    @property
    def laid(self) -> tuple[LaidCard, ...]:
        """Each card of the trick, compared with the best before it."""
        out: list[LaidCard] = []
        best: Card | None = None
        for seat, c in self.plays:
            out.append(LaidCard(seat, c, best, self._against(c, best)))
            best = c if out[-1].ahead else best
        return tuple(out)

    def _against(self, c: Card, best: Card | None) -> str:
        """How `c` compares with the best card before it (see `LaidCard`)."""
        power = self.power
        if best is None:
            return "led"
        if c is best:
            return "same"
        if not power[c]:
            return "off"
        ruff = self.is_trump(c) != self.is_trump(best)
        if power[c] > power[best]:
            return "trumps" if ruff else "higher"
        if power[c] == power[best]:
            return "level"
        return "below" if ruff else "lower"

    @property
    def complete(self) -> bool:
        """Whether everybody has played to the trick."""
        return len(self.trick) >= self.players

    @property
    def turn(self) -> Seat | None:
        """The seat that is to play; None once the trick is complete."""
        played = len(self.trick)
        return after(self.seats, self.leader, played) if played < self.players else None

    @cached_property
    def partner_winning(self) -> bool:
        """Whether the player opposite the one who is to act has played the winning card."""
        if self.best is None or self.players == 2:
            return False
        return 2 * (len(self.trick) - self.trick.index(self.best)) == self.players

    @property
    def trumped(self) -> bool:
        """Whether another suit was led and a trump is winning."""
        return bool(self.trumps) and self.led != self.trumps and self.top > TRUMP

    @cached_property
    def has_suit(self) -> bool:
        """Whether the hand has a card of the suit led."""
        return self.led in map(self.order.suit.__getitem__, self.hand)

    def follows(self, c: Card) -> bool:
        """Whether `c` is of the suit led."""
        return self.order.suit[c] == self.led

    def is_trump(self, c: Card) -> bool:
        """Whether `c` is a trump."""
        return self.order.power[""][c] > 0

    def beats(self, c: Card) -> bool:
        """Whether `c` would be the best card of the trick."""
        return self.power[c] > self.top

    @cached_property
    def lowest(self) -> Mapping[str, int]:
        """The height of the lowest card of each suit in the hand, where that suit is led."""
        suit_of, power = self.order.suit, self.order.power
        found: dict[str, int] = {}
        for c in self.hand:
            s = suit_of[c]
            worth = power[s][c]
            found[s] = min(worth, found.get(s, worth))
        return found

    def is_lowest(self, c: Card) -> bool:
        """Whether no card of the hand is of the same suit as `c` and lower."""
        s = self.order.suit[c]
        return s not in self.lowest or self.order.power[s][c] <= self.lowest[s]


@dataclass(frozen=True, kw_only=True)
class TrumpView(TrickView):
    """The view of a trick in a game with trumps. Games that always have trumps redeclare `trump` without a default."""

    trump: str = suit("the trump suit", "")

    @property
    def trumps(self) -> str:
        """The trump suit as given."""
        return self.trump


class TurnedUpView:
    """A view that gives the card turned up for trumps, the trump suit, or both.

    A game declares the two fields in its own words; with `may_lack` neither need be given, as there may be no trumps.
    The phase of tricks and the set-up ask for `trump_problems` by themselves, and set-ups find the suit in `trumps`.
    """

    may_lack: ClassVar[bool] = False

    if TYPE_CHECKING:  # fields of each view

        @property
        def upcard(self) -> Card | None:
            """The card turned up; None if the position does not say."""

        @property
        def trump(self) -> str | None:
            """The trump suit, "" for none; None if it is that of the upcard."""

    @property
    def trumps(self) -> str:
        """The trump suit; empty if there is none, or neither it nor the upcard is known."""
        if self.trump is not None:
            return self.trump
        return self.upcard.suit if self.upcard is not None else ""

    def trump_problems(self) -> Iterator[Problem]:
        """A trump suit that is missing, or differs from the upcard's."""
        if self.upcard is not None and self.trumps != self.upcard.suit:
            yield Problem("trump", f"{self.trumps or '-'}, but {self.upcard} was turned up")
        elif not self.trumps and not self.may_lack:
            yield Problem("trump", "must be given (S, H, D or C), or the upcard")


def turned_up_problems(v: View) -> Iterator[Problem]:
    """The `trump_problems` of a view that gives the card turned up; nothing for others."""
    if isinstance(v, TurnedUpView):
        yield from v.trump_problems()


class _NoSuit(FieldType[str]):
    """The trump suit of a game that has none: `-`, and nothing else."""

    shape = "-, for there are no trumps"

    def read(self, text: str, at: ParseContext) -> str:
        if text != "-":
            raise ValueError(f"{echoed(text)}: there are no trumps in this game, so only - is right")
        return ""

    def show(self, value: str) -> str:
        return "-"


@dataclass(frozen=True, kw_only=True)
class PlainView(TrickView):
    """The view of a trick in a game that never has trumps; a position may say `trump=-`."""

    trump: str = declared(_NoSuit(), "always -, for there are no trumps", "", shown="-")
