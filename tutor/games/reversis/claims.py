"""Claims in Reversis: what the winner of the party may collect before the next hand is dealt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from tutor.families.choices import CardsPhase
from tutor.families.payments import payment_events
from tutor.games.reversis.hands import ReversisState, finish_hand
from tutor.games.reversis.payments import owed
from tutor.games.reversis.table import PACK, PAYING, QUINOLA, SPECIALS, Rules, Specials, played_twice
from tutor.kernel.cards import Card, Cards
from tutor.kernel.duties import Duty, Trace, always, narrow
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, SEAT, Problem, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.view import View


@dataclass(frozen=True, kw_only=True)
class Claiming(View):
    """The view of the winner of the party before the next deal."""

    options: Rules
    seat: Seat = declared(SEAT, "the winner of the party", "P1")
    events: Specials = declared(SPECIALS, "aces and the Quinola as they were played, in order", ())
    claims: Cards = declared(CARDS, "cards already claimed", (), located=False)

    @property
    def owed(self) -> Cards:
        """The led cards that can still be claimed."""
        return tuple(one.card for one in owed(self.events, self.seat, self.seats) if one.card not in self.claims)


def claimable(v: Claiming, move: Move) -> bool:
    """Whether another player led the card, and it has not been claimed yet."""
    return move.card in v.owed


def claiming(clause: str, *, quinola: bool) -> Duty[Claiming]:
    """A ban on claims for cards that cannot be claimed: for the Quinola, or for all others."""
    return always(clause, lambda v, m: not m.cards or (m.card is QUINOLA) != quinola or claimable(v, m))


CLAIM_ACE: Final = claiming("reversis.ace.led", quinola=False)
CLAIM_QUINOLA: Final = claiming("reversis.quinola.led", quinola=True)


class Claim(CardsPhase[Claiming, ReversisState]):
    """Claim what is due for a led card, or let the next hand be dealt."""

    name = "claim"
    title = "a claim, or deal"
    verb = "choose"
    clause = "reversis.ace.claim"
    viewer = "seat"
    word = "claim"
    none = "deal"
    wanted = "name the led card that you claim for, or say deal"
    binding = (CLAIM_ACE, CLAIM_QUINOLA)

    def problems(self, v: Claiming) -> Iterator[Problem]:
        """A card played twice, and claims for cards that could not be claimed."""
        yield from played_twice(v.events)
        for c in v.claims:
            if not self._allowed(v, c, ()):
                yield Problem("claims", f"{c} was not led by another player")
        if any(c in v.claims[:i] and not self._allowed(v, c, v.claims[:i]) for i, c in enumerate(v.claims)):
            yield Problem("claims", "each card once")

    def _allowed(self, v: Claiming, c: Card, claims: Cards) -> bool:
        """Whether the duties let a card be claimed after these claims."""
        then = replace(v, claims=claims)
        return bool(narrow(self.duties(then), then, (Move("claim", (c,)),)).legal)

    def picks(self, v: Claiming) -> Iterable[Cards]:
        """Each card that is paid for."""
        return ((c,) for c in PAYING)

    def holds(self, v: Claiming) -> Cards:
        """Any card of the pack may be named."""
        return PACK.cards

    def basis(self, v: Claiming, found: Trace[Claiming], move: Move) -> str:
        """The clause of the card or, for the deal, that unclaimed payments lapse."""
        if not move.cards:
            return self.clause
        return (CLAIM_QUINOLA if move.card is QUINOLA else CLAIM_ACE).clause

    def reasons(self, v: Claiming, move: Move) -> Mapping[str, Any]:
        """How the card was played and by whom, and what a claim brings."""
        how = next((one for one in v.events if move.cards and one.card is move.card), None)
        dues = how.claims(v.seat, v.seats) if how else ()
        return {
            "how": how.how if how else "",
            "by": how.seat if how else "",
            "open": v.owed,
            "again": bool(move.cards) and move.card in v.claims,
            "brings": sum(amount for _, _, amount in dues),
        }

    def act(self, state: ReversisState, seat: Seat, move: Move) -> Turn[ReversisState]:
        """Pay the claim; once nothing is left to claim, or the winner asks for the deal, the next hand comes."""
        if not move.cards:
            lapsed = Event("lapsed", seat, self.see(state, seat).owed, self.clause)
            return finish_hand(state).preceded_by(lapsed)
        claimed = (one for one in state.events if one.card is move.card)
        events = payment_events(line for one in claimed for line in one.lines(one.claims(seat, state.seats)))
        state = changed(state, claims=(*state.claims, move.card))
        if self.see(state, seat).owed:
            return Turn(state, events)
        return finish_hand(state).preceded_by(*events)
