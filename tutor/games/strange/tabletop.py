"""What the table of Strange shows: super-trumps, pips and sums, tricks won, heaps and picks, the own pile."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any, Final

from tutor.families.tabletop import counts, leader
from tutor.games.strange.table import FULL, LAST, Holding, Pips, Rules, StrangeView, best_alone, pips_under
from tutor.kernel.cards import Card, Cards, Pack
from tutor.kernel.seats import Seat, from_
from tutor.kernel.tabletop import (
    Arrangement,
    CardRow,
    Count,
    Facts,
    Heap,
    TableContext,
    alternating,
    fact,
    heap,
    laid,
    note,
    pile,
    remark,
    tally,
)


def _pips(upcard: Cards, options: Any) -> Pips | None:
    """What cards count; None before two cards have been turned up."""
    return pips_under(upcard, int(options.equal_supers)) if len(upcard) == 2 else None


def _round(at: TableContext, number: int) -> Facts | None:
    return None if _rules(at).simple else {"number": number, "of": len(FULL)}


def _trumps(at: TableContext, upcard: Cards) -> Facts | None:
    pips = _pips(upcard, at.options)
    return {"suits": pips.trumps} if pips else None


def _supers(at: TableContext, upcard: Cards) -> Facts | None:
    pips = _pips(upcard, at.options)
    return {"supers": pips.supers} if pips else None


def _trick(at: TableContext, leader: Seat, trick: tuple[Cards, ...]) -> Mapping[Seat, Cards] | None:
    return dict(zip(from_(at.seats, leader), trick, strict=False)) if trick else None


def _counts(at: TableContext, v: StrangeView) -> Mapping[Seat, Facts] | None:
    """The pips in both slots and, in rounds one to four, their sum."""
    split = v.round == LAST
    return {seat: {"pips": pair, "split": split} for seat, pair in v.counts.items()} or None


def _slots(at: TableContext, v: StrangeView) -> Mapping[Seat, Facts] | None:
    """Who is ahead, or level with others, in each of the one-card tricks of round five."""
    if v.round != LAST or len(v.trick) < 2:
        return None
    highest = [max(pair[n] for pair in v.counts.values()) for n in (0, 1)]
    level = {
        seat: [n + 1 for n in (0, 1) if not v.slots[n] and pair[n] == highest[n]] for seat, pair in v.counts.items()
    }
    return {
        seat: {"slots": v.slots.count(seat), "first": v.slots[0] == seat, "level": level[seat], "done": v.complete}
        for seat in v.counts
        if seat in v.slots or level[seat]
    }


def _ahead(at: TableContext, v: StrangeView) -> Mapping[Seat, Facts] | None:
    """Who has the highest sum while others have still to play."""
    if v.complete or len(v.sums) < 2:
        return None
    best = best_alone(v.sums)
    return {best: {}} if best else None


def _won(at: TableContext, won: tuple[int, ...]) -> Count | None:
    return counts(dict(zip(at.sides, won, strict=False)))


def _drawn(at: TableContext, drawn: tuple[Cards, ...], v: StrangeView) -> Heap | None:
    return Heap(drawn) if drawn and not isinstance(v, Holding) else None


def _left(at: TableContext, v: StrangeView) -> Heap | None:
    """What is left of the trick to pick from; `others` are older heaps beside it."""
    if not isinstance(v, Holding) or v.picker is None:
        return None
    return Heap(v.left[-1:], {"others": len(v.left) - 1})


def _left_carried(at: TableContext, v: StrangeView) -> Heap | None:
    """The heaps of the round before to pick from, whose cards go into the hand."""
    if not isinstance(v, Holding) or v.picker is None or not v.carried:
        return None
    return Heap(v.left[: len(v.carried)])


def _left_drawn(at: TableContext, v: StrangeView) -> Heap | None:
    """The drawn heaps of this round to pick from."""
    if not isinstance(v, Holding) or v.picker is None or not v.drawn:
        return None
    return Heap(v.left[len(v.carried) : -1])


def _picks(at: TableContext, picks: tuple[tuple[Seat, Cards], ...]) -> Mapping[Seat, Facts] | None:
    return {seat: {"took": took} for seat, took in picks} or None


def _face_up(at: TableContext, held: tuple[Cards, ...]) -> Mapping[Seat, Facts] | None:
    """The held-over piles, if a house rule shows them."""
    if not _rules(at).show_held:
        return None
    return {seat: {"held": own} for seat, own in zip(at.seats, held, strict=False) if own} or None


def _pile_size(at: TableContext, held: tuple[Cards, ...]) -> Facts | None:
    own = _pile(at, held)
    return {"n": len(own)} if own else None


def _pile(at: TableContext, held: tuple[Cards, ...]) -> Cards | None:
    return held[at.seats.index(at.seat)] if held and at.seat in at.seats else None


def _rules(at: TableContext) -> Rules:
    assert isinstance(at.options, Rules)
    return at.options


TABLETOP: Final = (
    fact("round", "round", make=_round),
    fact("trumps", "upcard", make=_trumps),
    fact("supers", "upcard", make=_supers),
    fact("pile_size", "held", make=_pile_size),
    tally("tricks", "won", make=_won),
    laid("leader", "trick", make=_trick),
    leader("play"),
    remark("counts", "view", make=_counts),
    remark("slots", "view", make=_slots),
    remark("ahead", "view", make=_ahead),
    remark("picks", "picks", make=_picks),
    note("face_up", "held", make=_face_up),
    heap("upcard", "upcard"),
    heap("carried", "carried", "view", make=_drawn),
    heap("carried", "carried"),
    heap("drawn", "drawn", "view", make=_drawn),
    heap("drawn", "drawn"),
    heap("left_carried", "view", make=_left_carried),
    heap("left_drawn", "view", make=_left_drawn),
    heap("left", "view", make=_left),
    pile("pile", "held", make=_pile),
)


class BySlots(Arrangement):
    """Trump suits first, super-trumps on top of theirs; then the minor suits, each with colours alternating."""

    fields = ("upcard", "options")

    def rows(self, held: Cards, pack: Pack, *values: Any) -> tuple[CardRow, ...]:
        """A row for each suit."""
        pips = _pips(*values) if values else None
        if pips is None:
            return super().rows(held, pack)
        by: dict[bool, list[Card]] = {True: [], False: []}
        for c in held:
            by[c.suit in pips.trumps].append(c)
        out = []
        for trump, part in by.items():
            order = alternating(c.suit for c in part)
            part.sort(key=lambda c: (order.index(c.suit), -pips.of(c)))
            out += [CardRow(tuple(row), s, trump) for s, row in groupby(part, key=lambda c: c.suit)]
        return tuple(out)
