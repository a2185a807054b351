"""A card to the trick, and what the winner of the party may claim when all are played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.hands import view_of
from tutor.families.tricks import Taken, TrickPhase, TrickView, answering, follow
from tutor.games.reversis.hands import Party, closed, played_out, told, trick_paid
from tutor.games.reversis.payments import due, owed
from tutor.games.reversis.table import (
    NINE,
    PACK,
    PAYING,
    QUINOLA,
    RANKING,
    SPECIALS,
    TRICKS,
    Rules,
    Specials,
    has_right,
    points,
    specials,
)
from tutor.kernel.cards import Cards
from tutor.kernel.duties import Duties, Duty, Narrowing, always
from tutor.kernel.fields import CARDS, SEAT, Problem, declared, whole
from tutor.kernel.lazy import lazy
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Phase, Turn, Unreadable
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.view import View


@dataclass(frozen=True, kw_only=True)
class Trick(TrickView):
    """The trick, the own hand, and what decides about the espagnolette."""

    ranking = RANKING
    options: Rules
    played: Cards = declared(CARDS, "cards the player to act has played earlier in this hand", ())
    taken: int = whole("tricks the player to act has won so far", 0, low=0, high=TRICKS)

    @property
    def number(self) -> int:
        """Which trick this is."""
        return TRICKS + 1 - len(self.hand)

    @lazy
    def entitled(self) -> bool:
        """Whether the first eleven cards give the right to the espagnolette."""
        return has_right((*self.hand, *self.played))

    @property
    def licensed(self) -> bool:
        """Whether suit may be refused now."""
        return self.entitled and self.number <= NINE and not self.taken

    @property
    def found(self) -> Specials:
        """The aces and the Quinola of a complete trick."""
        return specials(self.trick, self.leader, self.holder or "", self.seats) if self.complete else ()


FREE: Final = "reversis.play.free"
FOLLOW: Final = follow("reversis.play.follow", when=lambda v: not v.entitled, frees=FREE)
LAST_TWO: Final = follow("reversis.esp.last-two", when=lambda v: v.entitled and v.number > NINE, frees=FREE)
NO_TRICK: Final = follow(
    "reversis.esp.no-trick", when=lambda v: v.entitled and v.number <= NINE and v.taken > 0, frees=FREE
)


class Play(TrickPhase[Trick, Party]):
    """A card to the trick."""

    view = Trick
    clause = "reversis.play.lead"
    win = "reversis.play.winner"
    full = TRICKS

    def problems(self, v: Trick) -> Iterator[Problem]:
        """More cards, or more tricks, than there can be."""
        yield from super().problems(v)
        n = len(v.hand) + len(v.played)
        if len(v.hand) <= TRICKS < n:
            yield Problem("played", f"{n} cards with those in hand, but a hand has {TRICKS}")
        if v.taken > TRICKS - len(v.hand):
            yield Problem("taken", f"{v.taken} tricks, but {max(0, TRICKS - len(v.hand))} have been played")

    def duties(self, v: Trick) -> Duties[Trick]:
        """Follow suit; whoever has the right to the espagnolette may refuse it for a time."""
        return (FOLLOW, LAST_TWO, NO_TRICK)

    def ground(self, v: Trick, found: Narrowing[Trick], move: Move) -> str:
        """With a licence to refuse suit it is the right that sets free; without the suit anything may be played."""
        if answering(v) and v.licensed:
            return "reversis.esp.right" if v.has_suit else FREE
        return super().ground(v, found, move)

    def facts(self, v: Trick) -> Mapping[str, Any]:
        """The licence to refuse suit; of a complete trick what it counts and what is paid."""
        if not v.complete:
            return {"espagnolette": True} if answering(v) and v.licensed and v.has_suit else {}
        net = dict.fromkeys(v.seats, 0)
        facts: dict[str, Any] = {"points": points(v.trick)}
        for one in v.found:
            for payer, payee, amount in one.dues(v.seats):
                net[payer] -= amount
                net[payee] += amount
            if one.card is QUINOLA and one.how != "led":
                facts["pot" if one.how == "placed" else "remise"] = one.seat
        return facts | {"pays": {seat: n for seat, n in net.items() if n}}

    def worth(self, v: Trick) -> Mapping[str, Any]:
        """What the trick counts."""
        return {"points": points(v.trick)}

    def see(self, state: Party, seat: Seat) -> Trick:
        """The trick and the own hand; what the player to act has played and won is known to all."""
        actor = state.turn[0] if state.turn else seat
        return view_of(Trick, state, hand=state.hand(seat), played=state.gone(actor), taken=state.tricks(actor))

    def taken(self, state: Party, trick: Taken) -> Turn[Party]:
        """Aces and the Quinola are paid for; after the eleventh trick the hand is settled."""
        paid = trick_paid(state, trick)
        if any(paid.state.hands):
            return paid
        then = played_out(paid.state)
        return Turn(then.state, (*paid.events, *then.events))


# -- claims ------------------------------------------------------------------------------------------------

DEAL: Final = call("deal")


@dataclass(frozen=True, kw_only=True)
class Claiming(View):
    """What the winner of the party sees before the next deal."""

    options: Rules
    seat: Seat = declared(SEAT, "the winner of the party", "P1")
    events: Specials = declared(SPECIALS, "aces and the Quinola as they were played, in order", ())
    claims: Cards = declared(CARDS, "cards already claimed", (), located=False)

    @property
    def owed(self) -> Cards:
        """The led cards that can still be claimed."""
        return tuple(one.card for one in owed(self.events, self.seat, self.seats) if one.card not in self.claims)


def claimable(v: Claiming, move: Move) -> bool:
    """Whether somebody else led the card, and it is still to be paid for."""
    return move.card in v.owed


def claiming(clause: str, *, quinola: bool) -> Duty[Claiming]:
    """Only what others have led is collected, once."""
    return always(clause, lambda v, m: not m.cards or (m.card is QUINOLA) != quinola or claimable(v, m))


CLAIM_ACE: Final = claiming("reversis.ace.led", quinola=False)
CLAIM_QUINOLA: Final = claiming("reversis.quinola.led", quinola=True)


class Claim(Phase[Claiming, Party]):
    """The winner of the party asks for what is due for led cards, or lets the next hand be dealt."""

    name = "claim"
    title = "a claim, or deal"
    verb = "do"
    clause = "reversis.ace.claim"
    words = ("claim", DEAL.word)
    view = Claiming

    def problems(self, v: Claiming) -> Iterator[Problem]:
        """A card played twice, claims for cards that were not led by another."""
        cards = [one.card for one in v.events]
        for c in dict.fromkeys(c for c in cards if cards.count(c) > 1):
            yield Problem("events", f"{c} is played once")
        due_to = {one.card for one in owed(v.events, v.seat, v.seats)}
        for c in v.claims:
            if c not in due_to:
                yield Problem("claims", f"{c} was not led by another player")
        if len(set(v.claims)) < len(v.claims):
            yield Problem("claims", "each card once")

    def actor(self, v: Claiming) -> Seat | None:
        """The winner of the party."""
        return v.seat

    def duties(self, v: Claiming) -> Duties[Claiming]:
        """Only led cards."""
        return (CLAIM_ACE, CLAIM_QUINOLA)

    def candidates(self, v: Claiming) -> Iterable[Move]:
        """Every card that is paid for, or the next deal."""
        return (*(Move("claim", (c,)) for c in PAYING), DEAL)

    def holds(self, v: Claiming) -> Cards:
        """Any card can be asked for."""
        return PACK.cards

    def form(self, v: Claiming, move: Move) -> Move:
        """One card, with or without its word; or the deal."""
        if move == DEAL:
            return move
        if len(move.cards) != 1 or move.word == DEAL.word:
            raise Unreadable("one led card is claimed, claim:CARD, or the next hand is dealt: deal")
        return Move("claim", move.cards)

    def ground(self, v: Claiming, found: Narrowing[Claiming], move: Move) -> str:
        """The rule of the card; what is not claimed lapses."""
        if not move.cards:
            return self.clause
        return (CLAIM_QUINOLA if move.card is QUINOLA else CLAIM_ACE).clause

    def reasons(self, v: Claiming, move: Move) -> Mapping[str, Any]:
        """How the card was played, by whom, and what it brings."""
        how = next((one for one in v.events if move.cards and one.card is move.card), None)
        dues = how.claims(v.seat, v.seats) if how else ()
        return {
            "how": how.how if how else "", "by": how.seat if how else "", "open": v.owed,
            "again": bool(move.cards) and move.card in v.claims, "brings": sum(amount for _, _, amount in dues),
        }  # fmt: skip

    def see(self, state: Party, seat: Seat) -> Claiming:
        """What was led, and what has been claimed."""
        return view_of(Claiming, state, seat=seat)

    def act(self, state: Party, seat: Seat, move: Move) -> Turn[Party]:
        """The players pay; when nothing is left to claim, or nobody asks, the next hand comes."""
        if not move.cards:
            return closed(state)
        claimed = [one for one in state.events if one.card is move.card]
        state = changed(state, claims=(*state.claims, move.card))
        lines = [line for one in claimed for line in due(one.claims(seat, state.seats), one.clause, special=one.card)]
        events = told(lines)
        if self.see(state, seat).owed:
            return Turn(state, events)
        then = closed(state)
        return Turn(then.state, (*events, *then.events))
