"""What both decisions of Strange share: what lies on the table, who wins the trick, and how that comes about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from tutor.games.strange.rounds import StrangeState
from tutor.games.strange.table import LAST, StrangeView
from tutor.kernel.fields import Problem
from tutor.kernel.phase import Phase, Won
from tutor.kernel.seats import Seat
from tutor.kernel.working import Chain, Part, Standing, Step, Sum, Working, sum_of_sums


def table_problems(v: StrangeView) -> Iterator[Problem]:
    """Impossible turn-ups, tricks and heaps."""
    if len(v.upcard) != 2:
        yield Problem("upcard", f"two cards are turned up, not {len(v.upcard)}")
    if v.options.simple and (v.round != 1 or v.carried):
        yield Problem("round", "Simple Strange has one round and carries nothing over")
    if any(len(pair) != 2 for pair in v.trick):
        yield Problem("trick", "everybody plays two cards, joined with +")
    if len(v.trick) > v.players:
        yield Problem("trick", f"{len(v.trick)} plays, but {v.players} players")
    for name, heaps in (("drawn", v.drawn), ("carried", v.carried)):
        if any(len(heap) != 2 * v.players for heap in heaps):
            yield Problem(name, f"a heap has two cards of each player, {2 * v.players} in all, joined with +")
    if v.drawn and v.round == LAST:
        yield Problem("drawn", "in round five no trick is left on the table")
    if v.carried and (v.round == 1 or (v.round == LAST and v.trick)):
        yield Problem("carried", "there is no heap of an earlier round to be won here")


def table_unreachable(v: StrangeView) -> Iterator[Problem]:
    """Waiting heaps that somebody has won, and more tricks than the round has had cards for.

    While a heap of the round before waits, every trick of the round has been drawn: a decided one takes it along.
    """
    for name, heaps in (("drawn", v.drawn), ("carried", v.carried)):
        pairs = (tuple(zip(heap[::2], heap[1::2], strict=True)) for heap in heaps)
        if any(replace(v, round=1, trick=laid).won_by for laid in pairs):
            yield Problem(name, "somebody has won this trick, so it does not wait")
    if 2 * (len(v.drawn) + bool(v.trick)) + len(v.carried) > v.options.full(v.round):
        yield Problem("round", "there are more tricks than cards in this round")


T = TypeVar("T", bound=StrangeView)


class AtTable(Phase[T, StrangeState]):
    """What both phases say about the table: winner, totals, facts and workings."""

    def problems(self, v: T) -> Iterator[Problem]:
        """An impossible table."""
        yield from table_problems(v)

    def unreachable(self, v: T) -> Iterator[Problem]:
        """A table that play never leads to."""
        yield from table_unreachable(v)

    def winner(self, v: T) -> Won | None:
        """The seat with the single highest total, and its pair; None if it is shared or the trick is not complete."""
        if v.won_by is None:
            return None
        return Won("+".join(c.text for c in v.trick[list(v.sums).index(v.won_by)]), v.won_by)

    def totals(self, v: T) -> Mapping[Seat, int]:
        """The sum of pips of each pair played so far."""
        return v.sums

    def winner_clause(self, v: T) -> str:
        """The clause by which a complete trick is won, shared or (in round five) split."""
        if not v.complete:
            return ""
        if v.round == LAST:
            return "strange.r5.pairs" if all(v.slots) else "strange.r5.tie"
        return "strange.win" if v.won_by else "strange.draw"

    def facts(self, v: T) -> Mapping[str, Any]:
        """Trumps, pips, and what a complete trick leads to."""
        out: dict[str, Any] = {
            "trumps": list(v.pips.trumps),
            "supers": {c.text: pips for c, pips in v.pips.supers.items()},
            "pips": {seat: list(pair) for seat, pair in v.counts.items()},
        }
        if v.complete:
            out["tricks"] = v.scored
            if v.round == LAST:
                out["slots"] = [seat or "none" for seat in v.slots]
            else:
                out |= {"order": list(v.order), "next": v.won_by or v.leader}
        return out

    def workings(self, v: T) -> Mapping[str, Working]:
        """How the pips, the sums, the winner and the picking order come about."""
        how = {seat: v.how(at) for at, seat in enumerate(v.counts)}
        found: dict[str, Working] = {
            f"facts.pips.{s}.{i}": one for s, pair in how.items() for i, one in enumerate(pair)
        }
        if v.round == LAST:
            for slot in (0, 1) if v.complete else ():
                found[f"facts.slots.{slot}"] = self._slot(v, slot, {s: pair[slot] for s, pair in how.items()})
            if v.complete:
                found |= self._slots(v, how)
            return found
        sums = {seat: sum_of_sums(pair, "strange.win") for seat, pair in how.items()}
        found |= {f"totals.{seat}": one for seat, one in sums.items()}
        if not v.complete:
            return found
        found["winner"] = Standing(self.winner_clause(v), sums, premises=v.trumps_add)
        totals = tuple(Step("total", {"who": seat, "how": one}, seat) for seat, one in sums.items())
        known = tuple(step._replace(given=True) for step in totals)
        for seat, n in v.scored.items():
            parts = [Part(1, "strange.win", name="trick")]
            parts += [
                Part(len(heaps), name=name) for name, heaps in (("drawn", v.drawn), ("carried", v.carried)) if heaps
            ]
            marks = Step("marked", {"who": seat, "how": Sum("strange.draw.resolve", tuple(parts))}, n)
            found[f"facts.tricks.{seat}"] = Chain("strange.draw.resolve", (*known, marks), n)
        leads = Step("winner_leads" if v.won_by else "same_leads", {"who": v.won_by or v.leader}, v.won_by or v.leader)
        found["facts.next"] = Chain("strange.lead.next", (*v.trumps_add, *totals, leads), v.won_by or v.leader)
        tied = len(set(v.sums.values())) < len(v.order)
        in_turn = Step("low_first", {"order": v.order, "tied": tied})
        order = Chain("strange.hold.order", (*v.trumps_add, *totals, in_turn), list(v.order))
        found["facts.order"] = order
        for i, seat in enumerate(v.order):
            found[f"facts.order.{i}"] = order._replace(result=seat)
        if v.order and not tied:
            lowest = Step("lowest_sum", {"who": v.order[0]}, v.order[0])
            found["facts.order.0"] = order._replace(steps=(*v.trumps_add, *totals, lowest), result=v.order[0])
        return found

    def _slot(self, v: T, slot: int, counts: Mapping[Seat, Sum]) -> Chain:
        """The working of who wins one of the two tricks of round five."""
        totals = tuple(Step("total", {"who": seat, "how": one}, seat) for seat, one in counts.items())
        winner = v.slots[slot]
        card = next((one.cards[0] for seat, one in counts.items() if seat == winner), None)
        best = Step("slot_best", {"n": slot + 1, "who": winner or "", "it": card}, winner)
        return Chain(self.winner_clause(v), (*v.trumps_add, *totals, best), winner or "none")

    def _slots(self, v: T, how: Mapping[Seat, tuple[Sum, Sum]]) -> dict[str, Working]:
        """The workings of who wins each of the two tricks of round five."""
        steps = []
        for slot, winner in enumerate(v.slots):
            pips = {seat: int(pair[slot].total) for seat, pair in how.items()}
            steps.append(Step("slot", {"n": slot + 1, "pips": tuple(pips.items()), "who": winner or ""}, winner))
        found: dict[str, Working] = {}
        for seat, n in v.scored.items():
            own = Step("slots_won", {"who": seat, "n": n}, n)
            found[f"facts.tricks.{seat}"] = Chain("strange.r5.pairs", (*steps, own), n)
        return found | {"facts.slots": Chain(self.winner_clause(v), tuple(steps), [seat or "none" for seat in v.slots])}
