"""What Back Alley is played with and by which house rules; what bids come to; a game as far as it has gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.hands import partners
from tutor.families.tricks import Ranking, TrickState, TurnedUpView, suited
from tutor.kernel import field_types
from tutor.kernel.calls import PASS
from tutor.kernel.cards import RANKS, Card, Cards, card, french
from tutor.kernel.fields import CARD, FLAG, Problem, choice, declared, whole
from tutor.kernel.seats import Seat, Side, side_of
from tutor.kernel.state import Sight, seen_by
from tutor.kernel.view import Options, View
from tutor.kernel.view_types import HandView, TrumpsView
from tutor.kernel.working import Chain, Step, Working

PACK: Final = french(jokers=2)
BIG: Final = card("X1")
LITTLE: Final = card("X2")
JOKERS: Final = (BIG, LITTLE)
RANKING: Final = Ranking(PACK, RANKS, lambda s: (BIG, LITTLE, *suited(RANKS, s)) if s else ())
"""The bloopers are the two highest trumps (`back-alley.rank`)."""
SIDES: Final = partners()
SIZES: Final = (*range(13, 0, -1), *range(1, 14))
"""How many cards everybody gets in each of the deals of a game (`back-alley.hands`)."""
DEALS: Final = len(SIZES)
MOST: Final = max(SIZES)

NUMBERS: Final = tuple(str(n) for n in range(1, 13))
BOARDS: Final = ("board", "double", "triple", "quadruple")
"""The steps of a bid of all tricks, low to high."""
BIDS: Final = (PASS, *NUMBERS, *BOARDS)
"""All calls, low to high."""
NOTHING: Final = "0"
"""The contract of a side that has passed twice."""

Bids = Sequence[tuple[Seat, str]]


def step(word: str) -> int:
    """The number of a board bid, 1 to 4; 0 for any other call."""
    return BOARDS.index(word) + 1 if word in BOARDS else 0


def contract(bids: Bids, side: Side) -> str:
    """The contract of a side: its highest board bid, or else the sum of its numbers (`back-alley.contract`)."""
    words = [word for seat, word in bids if side_of(SIDES, seat) == side]
    board = max(words, key=step, default=PASS)
    return board if step(board) else str(sum(int(word) for word in words if word in NUMBERS))


def contracts(bids: Bids) -> Mapping[Side, str]:
    """The contract of each side."""
    return {side: contract(bids, side) for side in SIDES}


def highest(bids: Bids) -> Seat:
    """The seat with the highest bid; of equal bids the earlier (`back-alley.lead.first`)."""
    return max(bids, key=lambda bid: BIDS.index(bid[1]))[0]


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    top_bid: str = choice("highest number that may be bid, never above 12", ("n", "n_minus_1"), "n")
    forced_lead_breaks: bool = declared(FLAG, "a trump led from a hand of nothing else breaks trumps", False)

    def top(self, size: int) -> int:
        """The highest number that may be bid with `size` cards in each hand (`back-alley.bid.number`)."""
        return min(len(NUMBERS), size if self.top_bid == "n" else size - 1)


def breaks(trump: str, trick: Cards, options: Rules) -> bool:
    """Whether this trick, complete or not, breaks trumps that were not broken before it (`back-alley.lead.broken`)."""
    suits = RANKING.under(trump).suit
    if not trump or not trick:
        return False
    if suits[trick[0]] == trump:  # led by somebody who had nothing else
        return options.forced_lead_breaks
    return any(suits[c] == trump for c in trick)


@dataclass(frozen=True, kw_only=True)
class DealSize(View):
    """The number of cards that each player was dealt."""

    options: Rules
    deal: int | None = whole(f"which of the {DEALS} deals", None, low=1, high=DEALS)
    cards: int | None = declared(
        field_types.whole(1, MOST), "cards dealt to each player", None, shown=f"as the deal says, else {MOST}"
    )

    @property
    def size(self) -> int:
        """The number of cards in each hand of this deal."""
        return self.cards or (SIZES[self.deal - 1] if self.deal else MOST)

    def size_problems(self) -> Iterator[Problem]:
        """A number of cards that this deal does not have."""
        if self.deal and self.cards and self.cards != SIZES[self.deal - 1]:
            each = SIZES[self.deal - 1]
            yield Problem("cards", f"{self.cards} cards, but deal {self.deal} has {each} for each player")


@dataclass(frozen=True, kw_only=True)
class Dealt(TurnedUpView, DealSize, TrumpsView):
    """What everybody knows of the deal."""

    may_lack = True
    upcard: Card | None = declared(CARD, "the card turned up, which is out of play", None)
    trump: str | None = declared(field_types.suit(True), "the trump suit", None, shown="the suit of the upcard, else -")

    def is_trump(self, c: Card) -> bool:
        """Whether `c` is a trump."""
        return RANKING.under(self.trumps).power[""].get(c, 0) > 0

    def deal_problems(self) -> Iterator[Problem]:
        """Fields of the deal that contradict each other, or a hand that is too large for it."""
        yield from self.size_problems()
        yield from self.trump_problems()
        held = self.hand if isinstance(self, HandView) else ()
        if len(held) > self.size:
            yield Problem("hand", f"{len(held)} cards, but a hand of this deal has {self.size}")

    def known(self) -> dict[str, Any]:
        """The facts that every decision has."""
        return {"cards": self.size, "trump": self.trumps or "-"}

    def known_workings(self) -> dict[str, Working]:
        """How the number of cards and trumps come about."""
        found: dict[str, Working] = {}
        if self.deal:
            down = self.deal <= SIZES[0]
            steps_on = (self.deal - 1) % SIZES[0]
            facts = {"down": down, "n": steps_on, "first": SIZES[0] if down else 1, "each": self.size}
            size = Step("deal_size", facts, self.size)
            found["facts.cards"] = Chain("back-alley.hands", (size,), self.size)
        if self.upcard is not None:
            joker = self.upcard.joker
            steps = (
                Step("upcard", {"it": self.upcard}),
                Step("joker_up" if joker else "its_suit", {"of": self.trumps}),
            )
            found["facts.trump"] = Chain("back-alley.nt" if joker else "back-alley.trump", steps, self.trumps or "-")
        return found


@dataclass(frozen=True, kw_only=True)
class BackAlleyState(TrickState):
    """A game of Back Alley. `deal` is the number of this deal, `broken` whether trumps have been broken in it."""

    card_fields = (*TrickState.card_fields, "upcard")
    options: Rules
    hand_no: int = seen_by(Sight.INNER, 1)
    """Counts deals that were passed out, too; `deal` does not."""
    deal: int = 1
    upcard: Card | None = None
    broken: bool = False
