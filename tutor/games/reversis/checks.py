"""Results of Reversis that are impossible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tutor.families.tricks import count_problems
from tutor.games.reversis.table import ACES, NINE, POINTS, QUINOLA, TRICKS, WHOLE, Special, played_twice
from tutor.kernel.fields import Problem

if TYPE_CHECKING:
    from tutor.games.reversis.result import Result


def problems(v: Result) -> Iterator[Problem]:
    """Yield everything impossible about a result."""
    yield from count_problems(v.tricks, v.seats, TRICKS, f"a hand has {TRICKS}")
    if v.talon and len(v.talon) != 4:
        yield Problem("talon", f"{len(v.talon)} cards, but the talon always has four")
    if not v.pots:
        yield Problem("pots", "after the antes there is at least one pot")
    if len(v.pots) > max(1, v.remises):
        yield Problem("pots", f"{len(v.pots)} pots, but {v.remises} remises have been paid")
    if v.deal is not None and v.deal > v.options.hands:
        yield Problem("deal", f"the game has {v.options.hands} hands")
    yield from _points(v)
    yield from _events(v)
    yield from _reversis(v)
    yield from _espagnolette(v)
    led = {one.card for one in v.events if one.how == "led"}
    for c in v.claims:
        if c not in led:
            yield Problem("claims", f"{c} was not led")
    if v.claims and v.options.auto_claim:
        yield Problem("claims", "with auto_claim=true everything is collected without being asked for")
    if len(set(v.claims)) < len(v.claims):
        yield Problem("claims", "each card once")


def _points(v: Result) -> Iterator[Problem]:
    for seat, held in v.won.items():
        if len(held) > v.players * v.tricks_taken(seat):
            yield Problem(f"won.{seat}", f"{len(held)} cards, but {v.tricks_taken(seat)} tricks")
        if seat in v.points and v.points[seat] != POINTS.of(held):
            yield Problem(f"points.{seat}", f"the cards captured count {POINTS.of(held)}")
    for seat, n in v.points.items():
        if n and not v.tricks_taken(seat):
            yield Problem(f"points.{seat}", "points without a trick")
    yield from _all_points(v)


def _all_points(v: Result) -> Iterator[Problem]:
    """Points that are missing, or do not add up with those of the talon."""
    missing = [seat for seat in v.seats if seat not in v.points and seat not in v.won]
    if not v.striver:
        if not v.talon:
            yield Problem("talon", "must be given: its points are paid")
        if missing:
            yield Problem(f"points.{missing[0]}", "points (or the cards won) of all four must be given")
    if v.talon and not missing:
        total = POINTS.of(v.talon) + sum(map(v.count, v.seats))
        if total != WHOLE:
            yield Problem("points", f"{total} with the talon, but the pack has {WHOLE}")


def _events(v: Result) -> Iterator[Problem]:
    yield from played_twice(v.events)
    for one in v.events:
        yield from (Problem("events", text) for text in _event(v, one))
    takers = Counter(one.seat for one in v.events if one.kind == "ace" and one.how != "placed")
    for seat, n in takers.items():
        if n > v.tricks_taken(seat):
            yield Problem(
                f"tricks.{seat}", f"aces led or forced: {n}, each with a trick, but {v.tricks_taken(seat)} won"
            )


def _event(v: Result, one: Special) -> Iterator[str]:
    """Messages about what is impossible in one event."""
    if one.card in v.talon:
        yield f"{one.card} lies in the talon"
    if one.other == one.seat:
        own = "placed on one's own trick" if one.how == "placed" else "forced by one's own lead"
        yield f"{one.card} cannot be {own}"
    if one.how == "placed":
        if not v.tricks_taken(one.other):
            yield f"{one.card} was placed on {one.other}, who has won no trick"
        if v.striver and one.other != v.striver:
            yield f"{v.striver} won the first nine tricks, so {one.card} was placed on {v.striver}"
    elif one.kind == "ace" and v.striver and one.seat != v.striver:
        yield f"{one.card} {one.how} takes its trick, but {v.striver} won the first nine"


def _reversis(v: Result) -> Iterator[Problem]:
    striver, broken = v.striver, v.broken
    if not striver:
        if broken is not None:
            yield Problem("broken", "nobody is said to have won the first nine tricks")
        return
    if v.tricks_taken(striver) < NINE:
        yield Problem("reversis", f"{striver} has {v.tricks_taken(striver)} tricks, but won the first nine")
    if broken is None:
        if NINE <= v.tricks_taken(striver) < TRICKS:
            yield Problem("broken", f"must be given: {striver} has not won all eleven tricks")
        return
    if broken.seat == striver or not v.tricks_taken(broken.seat):
        yield Problem("broken", f"{broken.seat} has won no trick against the reversis")
    if v.tricks_taken(striver) == TRICKS:
        yield Problem("broken", f"{striver} has won all eleven tricks")
    if broken.card is not None and (broken.card in v.talon or any(one.card is broken.card for one in v.events)):
        yield Problem("broken", f"{broken.card} was played before, or lies in the talon")


def _espagnolette(v: Result) -> Iterator[Problem]:
    seat = v.espagnolette
    if not seat:
        return
    seen = {one.card for one in v.events if one.seat != seat} | set(v.talon)
    if v.broken is not None and v.broken.card is not None and v.broken.seat != seat:
        seen.add(v.broken.card)
    aces = sum(c in seen for c in ACES)
    if aces >= 2 or (aces and QUINOLA in seen):
        yield Problem("espagnolette", f"{seat} cannot have held four aces, or three and {QUINOLA}")
    if seat == v.striver:
        yield Problem("espagnolette", f"{seat} has won tricks from the first on and cannot have refused suit")
