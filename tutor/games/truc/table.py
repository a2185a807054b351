"""What Truc is played with and by which house rules; who wins tricks and hands; a game as far as it has gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tutor.families.hands import partners
from tutor.families.tricks import Ranking, TrickState
from tutor.kernel.cards import Card, Cards, french
from tutor.kernel.duties import Duty, always, narrow
from tutor.kernel.echo import echoed
from tutor.kernel.field_types import SIDE
from tutor.kernel.fields import FieldType, ListOf, ParseContext, Problem, choice
from tutor.kernel.moves import call
from tutor.kernel.seats import Seat, Side, after, from_, members, other_side, side_of
from tutor.kernel.view import Options

RANKS: Final = "32AKQJ7654"
"""High to low (`truc.rank`)."""
PACK: Final = french(RANKS, order=RANKS)
RANKING: Final = Ranking(PACK, RANKS)
POWER: Final[Mapping[Card, int]] = {c: len(RANKS) - RANKS.index(c.rank) for c in PACK.cards}
"""How high a card is, whatever its suit and whatever was led."""
SIDES: Final = partners()
FULL: Final = 3
SIZES: Final = (str(FULL), "1")
"""How many cards each player may be dealt."""
ELEVEN: Final = 11
GOAL: Final = 12
DRAW: Final = "draw"


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    tied_first: str = choice(
        "a drawn first trick: only tricks are counted, or the next decided trick wins the hand",
        ("count", "next_decides"),
        "count",
    )
    eleven_share: str = choice(
        "hands that the player sees who decides at 11: the own one, or partner's too", ("own", "both"), "both"
    )


class _Result(FieldType[str]):
    def read(self, text: str, at: ParseContext) -> str:
        return DRAW if text.lower() == DRAW else SIDE.read(text, at)


class _Size(FieldType[int]):
    shape = " / ".join(SIZES)

    def read(self, text: str, at: ParseContext) -> int:
        if text not in SIZES:
            raise ValueError(f"{echoed(text)} is not one of {', '.join(SIZES)}")
        return int(text)


RESULTS: Final = ListOf(_Result(), f"{', '.join(SIDES)} or {DRAW}, separated by commas")
"""The field type of the results of tricks."""
SIZE: Final = _Size()
"""The field type of the number of cards dealt."""


def side(seat: Seat) -> Side:
    """The side of a player."""
    return side_of(SIDES, seat)


def trick_result(trick: Cards, leader: Seat) -> str:
    """The side that wins a complete trick, or "draw" (`truc.win`, `truc.tie.partners`, `truc.tie.draw`)."""
    sides = {side(seat) for seat in holders(trick, leader)}
    return sides.pop() if len(sides) == 1 else DRAW


def holders(trick: Cards, leader: Seat) -> tuple[Seat, ...]:
    """The players of cards of the highest rank in the trick, in the order played."""
    top = max(POWER[c] for c in trick)
    seats = from_(("P1", "P2", "P3", "P4"), leader)
    return tuple(seat for seat, c in zip(seats, trick, strict=False) if POWER[c] == top)


class Decided(NamedTuple):
    """Who has won a hand, and by which clause."""

    side: Side
    clause: str


def hand_winner(results: tuple[str, ...], cards: int, dealer: Seat, rules: Options) -> Decided | None:
    """Who has won the hand with the last of these tricks, and by which clause; None while it goes on."""
    assert isinstance(rules, Rules)
    if rules.tied_first == "next_decides" and results[:1] == (DRAW,):
        for result in results:
            if result != DRAW:
                return Decided(result, "truc.hand.next")
    tricks = Counter(result for result in results if result != DRAW)
    for one in SIDES:
        if tricks[one] == 2 or (len(results) == cards and tricks[one] > tricks[other_side(SIDES, one)]):
            return Decided(one, "truc.hand.win")
    return Decided(other_side(SIDES, side(dealer)), "truc.hand.tie") if len(results) == cards else None


def over_after(results: tuple[str, ...], cards: int, dealer: Seat, rules: Options) -> int:
    """The number of these tricks after which the hand was over; 0 if it goes on."""
    ends = (n for n in range(1, len(results) + 1) if hand_winner(results[:n], cards, dealer, rules))
    return next(ends, 0)


def at_eleven(before: Mapping[Side, int]) -> Side:
    """The side that alone has 11; empty if neither or both have."""
    there = [one for one in SIDES if before.get(one, 0) == ELEVEN]
    return there[0] if len(there) == 1 else ""


def any_at_eleven(before: Mapping[Side, int]) -> bool:
    """Whether a side has 11; then three cards must be dealt (`truc.deal.eleven`)."""
    return ELEVEN in before.values()


AT_ELEVEN: Final[Duty[Any]] = always(
    "truc.deal.eleven", lambda v, m: m.word == str(FULL), when=lambda v: any_at_eleven(v.before)
)


def size_problems(v: Any) -> Iterator[Problem]:
    """A number of `cards` that cannot have been dealt at the score `before`."""
    if call(str(v.cards)) not in narrow((AT_ELEVEN,), v, map(call, SIZES)).legal:
        yield Problem("cards", f"with a side at {ELEVEN}, {FULL} cards each are dealt")


def decider(dealer: Seat, one: Side) -> Seat:
    """The player who decides for a side at 11: the one nearer to the dealer's right."""
    seats = ("P1", "P2", "P3", "P4")
    return next(seat for seat in from_(seats, after(seats, dealer)) if seat in members(one))


@dataclass(frozen=True, kw_only=True)
class TrucState(TrickState):
    """A game of Truc. `cards` is the number dealt to each; a drawn trick in `past` has no winner."""

    options: Rules
    cards: int = FULL

    def known_to(self, seat: Seat) -> Cards:
        """A player who has decided at 11 has seen the partner's hand, too."""
        alone = at_eleven(self.before)
        if not alone or seat != decider(self.dealer, alone) or self.options.eleven_share != "both":
            return ()
        return self.hand(after(self.seats, seat, 2))

    @property
    def results(self) -> tuple[str, ...]:
        """The results of the tricks of this hand: a side, or "draw"."""
        return tuple(side(taken.winner) if taken.winner else DRAW for taken in self.past)

    @property
    def before(self) -> Mapping[Side, int]:
        """The score before this hand."""
        return {one: int(n) for one, n in zip(SIDES, self.scores, strict=True)}
