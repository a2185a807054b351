"""Reasons for a combination or a pass, for every game whose view tells what is to be beaten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tutor.advice.case import Case, Reason
from tutor.kernel.duties import narrow
from tutor.kernel.moves import Move


def climbing(case: Case) -> Iterator[Reason]:
    """Everything that speaks for the play, the most telling first."""
    v = case.view
    beat = getattr(v, "to_beat", None)
    if beat is None or not hasattr(beat, "high"):
        return
    combos = [m for m in case.moves if m.cards and hasattr(m, "high")]
    own = next((m for m in combos if m == case.move), None)
    facts: dict[str, Any] = {"move": case.move, "beat": beat, "left": len(case.hand) - len(case.move.cards)}
    if own is None:
        if combos and not case.move.cards:
            yield Reason("holds_back", facts | {"could": min(combos, key=_height)})
        return
    if len(own.cards) == len(case.hand):
        return
    bombs = [m for m in combos if getattr(m, "trump", False)]
    if beat.cards:
        same = [m for m in combos if not getattr(m, "trump", False)]
        if own in same and len(same) > 1 and _height(own) == min(map(_height, same)):
            yield Reason("lowest_beat", facts)
        elif own in bombs:
            yield Reason("spends_bomb", facts)
    else:
        alike = [m for m in combos if len(m.cards) == len(own.cards) and m.kind == own.kind]  # type: ignore[attr-defined]
        if len(alike) > 1 and _height(own) == min(map(_height, alike)):
            yield Reason("leads_lowest", facts | {"n": len(own.cards)})
    if case.sampled is not None and own not in bombs:
        yield from _unanswered(case)
    if bombs and own not in bombs and not any(c in own.cards for bomb in bombs for c in bomb.cards):
        yield Reason("keeps_bomb", facts | {"bomb": bombs[0]})


def _unanswered(case: Case) -> Iterator[Reason]:
    """In how many sampled deals nobody of the others could beat it."""
    assert case.sampled is not None
    foes = [seat for seat in case.state.seats if seat not in case.friends]
    held = 0
    for world in case.sampled.worlds:
        state = case.phase.act(world, case.seat, case.move).state
        if state.phase != case.phase.name or state.chance is not None:
            return
        held += not any(_can_beat(case, state, seat) for seat in foes)
    if held >= 0.6 * len(case.sampled.worlds):
        yield Reason("unanswered", {"move": case.move, "held": held, "deals": len(case.sampled.worlds)}, sampled=True)


def _can_beat(case: Case, state: Any, seat: str) -> bool:
    v = case.phase.see(state, seat)
    if not getattr(v.to_beat, "cards", ()):
        return False
    return any(m.cards for m in narrow(case.phase.duties(v), v, case.phase.candidates(v)).legal)


def _height(move: Move) -> int:
    height: int = getattr(move, "high", 0)
    return height
