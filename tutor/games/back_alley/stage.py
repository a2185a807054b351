"""Set-up of a moment of Back Alley, for lessons and drills."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tutor.families.tricks import TrickSetup, TrickSetupView, TurnedUpView
from tutor.games.back_alley.table import BIDS, DEALS, JOKERS, SIZES, BackAlleyState, Rules
from tutor.kernel.cards import Card
from tutor.kernel.fields import CARD, FLAG, Problem, calls, choice, declared, suit, whole
from tutor.kernel.seats import Seat, after


@dataclass(frozen=True, kw_only=True)
class BackAlleySetupView(TurnedUpView, TrickSetupView):
    """A moment of a hand. The size of the hands says which deal it is, unless `deal` does."""

    may_lack = True
    options: Rules
    at: str = choice("the decision that is due", ("play", "auction", "exchange"), "play")
    deal: int | None = whole(f"which of the {DEALS} deals", None, low=1, high=DEALS)
    upcard: Card | None = declared(CARD, "the card turned up", None)
    bottom: Card | None = declared(CARD, "the bottom card of the undealt pack", None)
    trump: str | None = suit("the trump suit, - for none; if left out, the suit of the upcard", None)
    broken: bool = declared(FLAG, "trumps have been broken", False)
    bids: tuple[tuple[Seat, str], ...] = calls("the calls of this hand", BIDS)

    @property
    def size(self) -> int:
        """The cards that each player was dealt."""
        held = max((len(cards) for cards in self.hand.values()), default=0)
        return held + sum(map(len, self.won.values())) // self.players


class BackAlleySetup(TrickSetup[BackAlleySetupView, BackAlleyState]):
    """Sets up a moment of play, of the bidding, or of the exchange of a joker."""

    def problems(self, v: BackAlleySetupView) -> Iterator[Problem]:
        """Fields that cannot occur together in any hand."""
        yield from super().problems(v)
        if v.deal and SIZES[v.deal - 1] != v.size:
            yield Problem("deal", f"{v.size} cards each, but deal {v.deal} has {SIZES[v.deal - 1]}")
        held = {c: seat for seat, cards in v.hand.items() for c in cards}
        if v.at == "exchange" and (not v.upcard or not v.upcard.joker or not any(c.joker for c in held)):
            yield Problem("at", "there is nothing to exchange: one joker is turned up and the other is in a hand")
        if v.at == "play" and not v.trumps and any(c.joker for c in (*held, *v.trick)):
            yield Problem("hand", "without trumps no joker is in play")
        if v.at == "play" and len(v.bids) not in (0, v.players):
            yield Problem("bids", "give all four calls, or none")
        for at, (seat, _) in enumerate(v.bids):
            if seat != after(v.seats, v.dealer, at + 1):
                yield Problem("bids", f"call {at + 1} is not {seat}'s")
        if v.at == "auction" and len(v.bids) >= v.players:
            yield Problem("bids", "everybody has called")

    def fields(self, v: BackAlleySetupView) -> dict[str, Any]:
        """Also the deal and the calls, and who acts in the phase that is due."""
        out = super().fields(v)
        turn = out["turn"]
        if v.at == "auction":
            turn = (after(v.seats, v.dealer, len(v.bids) + 1),)
        if v.at == "exchange":
            turn = tuple(seat for seat in v.seats if any(c.joker for c in v.hand.get(seat, ())))
        return out | {
            "away": (*out["away"], v.bottom) if v.bottom else out["away"],
            "deal": v.deal or SIZES.index(v.size) + 1,
            "turn": turn,
            "shown": () if v.trumps else tuple(c for c in JOKERS if c is not v.upcard),
        }
