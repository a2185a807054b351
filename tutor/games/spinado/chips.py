"""The chips of Spinado: antes, pots, the penalty for the spinado, and the settling of a hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tutor.families.ending import after_deals
from tutor.families.payments import chips_before, game_outcome, leftover_share, payment_lines
from tutor.games.spinado.table import HAND, PAIRS, SPINADO, Plays, Rules, takes
from tutor.kernel.cards import Cards
from tutor.kernel.events import ScoreLine, Settlement, score_sums, settlement_of, sum_line
from tutor.kernel.fields import PLAYS, SEAT, SEAT_OR_NONE, Problem, declared, whole
from tutor.kernel.game import Scoring
from tutor.kernel.seats import Seat
from tutor.kernel.view import View
from tutor.kernel.working import Part, Standing, Sum, Working

Takers = tuple[tuple[str, Seat], ...]
"""Who has taken Matrimony and Intrigue, as pairs of pot and seat."""


@dataclass(frozen=True)
class Pots:
    """The pots of one hand: who anted, what was carried over, and who took which pot."""

    seats: tuple[Seat, ...]
    previous: Seat
    """The winner of the hand before, who does not ante; empty in the first hand."""
    matrimony: int = 0
    intrigue: int = 0
    takers: Takers = ()

    @property
    def game(self) -> int:
        """The chips in the Game pot: one from each player who anted."""
        return len(self.seats) - bool(self.previous)

    @property
    def full(self) -> Mapping[str, int]:
        """Matrimony and Intrigue after the antes."""
        return {"matrimony": self.matrimony + self.game, "intrigue": self.intrigue + self.game}

    @property
    def left(self) -> Mapping[str, int]:
        """The chips left in both (`spinado.end.carry`)."""
        return {pot: 0 if pot in dict(self.takers) else n for pot, n in self.full.items()}

    def lines(self) -> Iterator[ScoreLine]:
        """The score lines of antes and of pots taken so far."""
        clause = "spinado.ante.later" if self.previous else "spinado.ante.first"
        for seat in self.seats:
            if seat != self.previous:
                yield ScoreLine(seat, -len(self.full) - 1, clause, {"pots": len(self.full) + 1})
        takers = dict(self.takers)
        if len(takers) == 2 and len(set(takers.values())) == 1:
            yield self._taken(takers["matrimony"], "spinado.pot.both", *takers)
            return
        for pot, seat in takers.items():
            yield self._taken(seat, f"spinado.pot.{pot}", pot)

    def _taken(self, seat: Seat, clause: str, *pots: str) -> ScoreLine:
        """The score line for taking these pots: chips carried over, and antes."""
        had = {"matrimony": self.matrimony, "intrigue": self.intrigue}
        several = len(pots) > 1
        parts = [Part(had[pot], name="carried_over_in", facts={"pot": pot * several}) for pot in pots if had[pot]]
        parts += [
            Part(self.game, name="antes_in", facts={"pot": pot * several, "spared": self.previous}) for pot in pots
        ]
        facts = {"pots": pots, "antes": self.game if len(parts) == 1 else 0, "spared": self.previous}
        return sum_line(seat, Sum(clause, tuple(parts)), clause, facts)

    def gone_out(self, seat: Seat) -> ScoreLine:
        """The score line of the player who went out, who takes the Game pot."""
        facts = {"pots": ("game",), "anted": self.game, "spared": self.previous}
        return ScoreLine(seat, self.game, "spinado.end.hand", facts)


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """How a hand ended."""

    options: Rules
    winner: Seat = declared(SEAT, "who went out")
    previous: Seat = declared(SEAT_OR_NONE, "winner of the hand before; - in the first hand", "")
    matrimony: int = whole("chips carried over, before the antes", 0, low=0)
    intrigue: int = whole("chips carried over, before the antes", 0, low=0)
    played: Plays = declared(PLAYS, "at least JD, QD and KD if they were played, in order", ())
    spinado: Seat = declared(SEAT_OR_NONE, "who still holds the AD", "")
    left: dict[Seat, int] = whole("cards that seat has left", {}, low=1, high=max(HAND.values()), per="seat")
    before: dict[Seat, int] = whole("chips before the antes; otherwise `start_chips`", {}, per="seat")
    deal: int | None = whole("number of this hand", None, low=1)
    taken: Takers | None = dataclasses.field(default=None, compare=False)
    """Who took which pot, if known from play; None to find it from `played`."""

    @property
    def takers(self) -> Takers:
        """Who took which pot."""
        if self.taken is not None:
            return self.taken
        taken: dict[str, Seat] = {}
        for i, (seat, cards) in enumerate(self.played):
            own = [c for who, part in self.played[:i] if who == seat for c in part]
            pots = takes(cards, own, self.played[:i], seat, adjacent=self.options.pairs_must_be_adjacent)
            taken |= dict.fromkeys(pots, seat)
        return tuple((pot, taken[pot]) for pot in PAIRS if pot in taken)

    @property
    def courts(self) -> Cards:
        """The cards with which pots are taken."""
        return tuple(dict.fromkeys(c for pair in PAIRS.values() for c in pair))

    @property
    def courts_by(self) -> Plays:
        """Who played which of these cards, in order."""
        out: list[tuple[Seat, Cards]] = []
        for seat, cards in self.played:
            if cards[0] in self.courts:
                joins = out and out[-1][0] == seat
                out[-1:] = [(seat, (*out[-1][1], *cards))] if joins else [*out[-1:], (seat, cards)]
        return tuple(out)

    @property
    def pots(self) -> Pots:
        """The pots of this hand."""
        return Pots(self.seats, self.previous, self.matrimony, self.intrigue, self.takers)

    def alone(self, seat: Seat) -> Iterator[Part]:
        """For a player with only one card of a pair: a part that says it brings nothing."""
        own = [c for who, cards in self.played if who == seat for c in cards]
        for pot, pair in PAIRS.items():
            had = [c for c in pair if c in own]
            if len(had) == 1:
                yield Part(0, f"spinado.pot.{pot}", facts={"had": had[0]}, to=seat)

    @property
    def last(self) -> bool:
        """Whether the game ends with this hand."""
        return self.deal == self.options.hands


def deal_problems(deal: int, previous: Seat, options: Rules) -> Iterator[Problem]:
    """What is wrong with the number of a hand and the winner of the hand before, empty in the first hand."""
    if deal > options.hands:
        yield Problem("deal", f"the game has {options.hands} hands")
    if (deal == 1) != (not previous):
        yield Problem("deal", "exactly the first hand has no winner of the hand before")


class Score(Scoring[Result]):
    """Antes, pots and payments of one hand."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """Impossible chips and cards."""
        if not v.previous and (v.matrimony or v.intrigue):
            yield Problem("previous", "in the first hand nothing has been carried over")
        if v.deal is not None:
            yield from deal_problems(v.deal, v.previous, v.options)
        if v.spinado == v.winner:
            yield Problem("spinado", f"{v.winner} has no cards left")
        if v.winner in v.left:
            yield Problem(f"left.{v.winner}", "the winner has no cards left")
        yield from self._played(v)
        for seat in v.seats:
            if seat == v.winner or seat in v.left:
                continue
            if seat == v.spinado:
                yield Problem(f"left.{seat}", "must be given: two chips are paid for each card")
            elif v.options.pay_per_card_left:
                yield Problem(f"left.{seat}", "must be given: every loser pays for the cards left")

    def _played(self, v: Result) -> Iterator[Problem]:
        if any(len(cards) != 1 for _, cards in v.played):
            yield Problem("played", "one card a play")
        if v.spinado and any(SPINADO in cards for _, cards in v.played):
            yield Problem("spinado", "the AD has been played")
        for seat in v.seats:
            n = sum(who == seat for who, _ in v.played) + v.left.get(seat, 0)
            if n > HAND[v.players]:
                yield Problem(f"left.{seat}", f"{n} cards played and left, but {HAND[v.players]} were dealt")

    def settle(self, v: Result) -> Settlement:
        """The chips that each player gains or loses."""
        lines = [*v.pots.lines(), v.pots.gone_out(v.winner)]
        if v.spinado:
            lines += self._for_cards_left(v, v.spinado, 2, spinado=v.spinado)
        if v.options.pay_per_card_left:
            for seat in v.seats:
                if seat != v.winner:
                    lines += self._for_cards_left(v, seat, v.options.pay_per_card_left, what="cards_left")
        return self._settled(v, tuple(lines))

    def _for_cards_left(self, v: Result, seat: Seat, each: int, **facts: Any) -> Iterator[ScoreLine]:
        n = v.left[seat]
        return payment_lines(seat, v.winner, each * n, "spinado.end.spin-penalty", left=n, each=each, **facts)

    def ending(self, v: Result, scores: Mapping[Seat, float]) -> Standing:
        """After the last hand most chips win; by a house rule pots left are shared out first (`spinado.end.game`)."""
        before = chips_before(v.seats, v.before, v.options.start_chips)
        share = leftover_share(v.players, sum(v.pots.left.values()), v.options.leftover_pots) if v.last else 0
        return after_deals("spinado.end.game", before, scores, v.deal or 0, v.options.hands, share=share)

    def workings(self, v: Result) -> Mapping[str, Working]:
        """Also what is left in the pots, and why one card of a pair took no pot."""
        found = dict(super().workings(v))
        for seat, one in score_sums(self.settle(v)).items():
            spared = (Part(0, "spinado.ante.later", name="no_ante"),) if seat == v.previous else ()
            found[f"scores.{seat}"] = one._replace(parts=(*spared, *one.parts, *v.alone(seat)))
        takers = dict(v.takers)
        for pot, full in v.pots.full.items():
            had = full - v.pots.game
            parts = [Part(had, name="carried_over")] * bool(had) + [
                Part(v.pots.game, name="antes", facts={"spared": v.pots.previous})
            ]
            if pot in takers:
                facts = {"who": takers[pot], "them": PAIRS[pot]}
                parts.append(Part(-(had + v.pots.game), f"spinado.pot.{pot}", name="pot_taken", facts=facts))
            else:
                parts.append(Part(0, f"spinado.pot.{pot}", name="pot_left"))
            found[f"outcome.{pot}"] = Sum("spinado.end.carry", tuple(parts))
        return found

    def _settled(self, v: Result, lines: tuple[ScoreLine, ...]) -> Settlement:
        outcome = {"hand": [v.winner], "game": [], "clause": "spinado.end.hand", **v.pots.left}
        if v.last:
            outcome |= game_outcome(self.ending(v, settlement_of(v.seats, lines, {}).scores))
        return settlement_of(v.seats, lines, outcome)
