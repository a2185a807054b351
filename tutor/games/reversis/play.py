"""Playing a card in Reversis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from tutor.families.payments import net
from tutor.families.tricks import Taken, TrickPhase, TrickView, answering, follow
from tutor.games.reversis.hands import ReversisState, pay_trick, played_out
from tutor.games.reversis.table import (
    ACES,
    NINE,
    POINTS,
    QUINOLA,
    RANKING,
    TRICKS,
    Rules,
    Specials,
    has_right,
    price,
    specials,
)
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Cards
from tutor.kernel.duties import Trace
from tutor.kernel.events import ScoreLine
from tutor.kernel.fields import CARDS, Problem, declared, whole
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.working import Chain, Part, Step, Sum, Working


@dataclass(frozen=True, kw_only=True)
class Trick(TrickView):
    """The trick, the own hand, and what decides about the espagnolette."""

    ranking = RANKING
    options: Rules
    played: Cards = declared(CARDS, "cards the player to act has played earlier in this hand", ())
    taken: int = whole("tricks the player to act has won so far", 0, low=0, high=TRICKS)

    @property
    def number(self) -> int:
        """The number of the trick, from 1."""
        return TRICKS + 1 - len(self.hand)

    @cached_property
    def entitled(self) -> bool:
        """Whether the first eleven cards give the right to the espagnolette."""
        return has_right((*self.hand, *self.played))

    @property
    def licensed(self) -> bool:
        """Whether the player may refuse suit now."""
        return self.entitled and self.number <= NINE and not self.taken

    @property
    def found(self) -> Specials:
        """The aces and the Quinola in a complete trick."""
        return specials(self.trick, self.leader, self.holder or "", self.seats) if self.complete else ()

    @property
    def paid(self) -> tuple[ScoreLine, ...]:
        """The score lines of what these cards cost at once, but for the pot."""
        return tuple(line for one in self.found for line in one.lines(one.dues(self.seats)))


GLADLY_GIVEN: Final = {c: n + price(c) if c in ACES else n for c, n in POINTS.values.items()} | {QUINOLA: 30.0}
FREE: Final = "reversis.play.free"
FOLLOW: Final = follow("reversis.play.follow", when=lambda v: not v.entitled, waiver=FREE)
LAST_TWO: Final = follow("reversis.esp.last-two", when=lambda v: v.entitled and v.number > NINE, waiver=FREE)
NO_TRICK: Final = follow(
    "reversis.esp.no-trick", when=lambda v: v.entitled and v.number <= NINE and v.taken > 0, waiver=FREE
)


class Play(TrickPhase[Trick, ReversisState]):
    """Play a card to the trick."""

    clause = "reversis.play.lead"
    win = "reversis.play.winner"
    full = TRICKS
    card_points = POINTS
    binding = (FOLLOW, LAST_TWO, NO_TRICK)
    extra_fields = MappingProxyType(
        {
            "played": lambda state, seat: state.gone(state.turn[0] if state.turn else seat),
            "taken": lambda state, seat: state.tricks(state.turn[0] if state.turn else seat),
        }
    )
    extra_properties = MappingProxyType({"entitled": lambda state, seat: seat in state.rights})

    def problems(self, v: Trick) -> Iterator[Problem]:
        """More cards, or more tricks, than there can be."""
        yield from super().problems(v)
        n = len(v.hand) + len(v.played)
        if len(v.hand) <= TRICKS < n:
            yield Problem("played", f"{n} cards with those in hand, but a hand has {TRICKS}")
        if v.taken > TRICKS - len(v.hand):
            yield Problem("taken", f"{v.taken} tricks, but {max(0, TRICKS - len(v.hand))} have been played")

    def basis(self, v: Trick, found: Trace[Trick], move: Move) -> str:
        """The clause of the espagnolette for a player who may refuse suit; else as in other trick games."""
        if answering(v) and v.licensed:
            return "reversis.esp.right" if v.has_suit else FREE
        return super().basis(v, found, move)

    def facts(self, v: Trick) -> Mapping[str, Any]:
        """Whether suit may be refused; of a complete trick what it counts and what is paid."""
        if not v.complete:
            return {"espagnolette": True} if answering(v) and v.licensed and v.has_suit else {}
        facts: dict[str, Any] = {"points": POINTS.of(v.trick)}
        for one in v.found:
            if one.card is QUINOLA and one.how != "led":
                facts["pot" if one.how == "placed" else "remise"] = one.seat
        return facts | {"pays": net(v.paid, v.seats)}

    def workings(self, v: Trick) -> Mapping[str, Working]:
        """Also how payments for aces and the Quinola, and the pot, come about."""
        found = dict(super().workings(v))
        if not v.complete:
            return found
        parts: dict[Seat, list[Part]] = {}
        for line in v.paid:
            parts.setdefault(line.to, []).append(Part(line.points, line.clause, facts=line.facts, to=line.to))
        for one in v.found:
            if one.card is QUINOLA and one.how != "led":
                name = "pot" if one.how == "placed" else "remise"
                step = Step(f"quinola_{one.how}", {"it": one.card, "of": one.seat, "other": one.other}, one.seat)
                found[f"facts.{name}"] = Chain(one.clause, (step,), one.seat)
        sums = {seat: Sum("reversis.ace.placed", tuple(parts[seat])) for seat in net(v.paid)}
        return found | {f"facts.pays.{seat}": one for seat, one in sums.items()}

    def after_trick(self, state: ReversisState, trick: Taken) -> Turn[ReversisState]:
        """Pay for aces and the Quinola; after the eleventh trick settle the hand."""
        paid = pay_trick(state, trick)
        if any(paid.state.hands):
            return paid
        return played_out(paid.state).preceded_by(*paid.events)
