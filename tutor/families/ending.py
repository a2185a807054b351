"""Whether a game is over after a hand, and who has won it: totals held against each other, and what ends the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.kernel.working import HAND, Part, Standing, Step, Sum

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tutor.kernel.seats import Side


def sheet(
    before: Mapping[Side, float], scores: Mapping[Side, float], clause: str = "", share: float = 0
) -> dict[Side, Sum]:
    """What each side comes to: what it had, what the hand brings, and a `share` that everybody gets."""
    out = {}
    more = (Part(share, name="share"),) if share else ()
    for side, n in scores.items():
        had = before.get(side, 0)
        hand = Part(n, name=HAND)
        out[side] = Sum(clause, (Part(had, name="before"), hand, *more) if had else (hand, *more))
    return out


def deals(done: int, of: int) -> Step:
    """How many deals or hands have been played now, of how many."""
    return Step("deals", {"n": done, "of": of})


def there(sums: Mapping[Side, Sum], target: float) -> tuple[Side, ...]:
    """The sides that have the target, or more."""
    return tuple(side for side, one in sums.items() if one.total >= target)


def reached(sums: Mapping[Side, Sum], target: float) -> Step:
    """Who has the target now; where nobody has, who is nearest."""
    most = max(one.total for one in sums.values())
    nearest = tuple(side for side, one in sums.items() if one.total == most)
    return Step("target", {"target": target, "there": there(sums, target), "nearest": nearest, "n": target - most})


def after_deals(
    clause: str,
    before: Mapping[Side, float],
    scores: Mapping[Side, float],
    done: int,
    of: int,
    *,
    lowest: bool = False,
    share: float = 0,
) -> Standing:
    """A game of so many deals: after the last one whoever has most (or least) has won; equal ones share."""
    sums = sheet(before, scores, clause, share)
    return Standing(clause, sums, lowest, shared=True, steps=(deals(done, of),), over=done >= of)


def to_target(
    clause: str, before: Mapping[Side, float], scores: Mapping[Side, float], target: float, *, shared: bool = False
) -> Standing:
    """A game to a target: of those who have it whoever has most; equal ones share it, or the game goes on."""
    sums = sheet(before, scores, clause)
    have = there(sums, target)
    return Standing(clause, sums, shared=shared, steps=(reached(sums, target),), over=bool(have), among=have or None)


def first_of(
    clause: str, before: Mapping[Side, float], scores: Mapping[Side, float], target: float, order: Sequence[Side]
) -> Standing:
    """A game to a target: of those who have it the one who comes first in `order`, whatever others have."""
    sums = sheet(before, scores, clause)
    have = there(sums, target)
    first = tuple(side for side in order if side in have)[:1]
    steps: tuple[Step, ...] = (reached(sums, target),)
    if len(have) > 1:
        steps += (Step("comes_first", {"who": first[0]}, first[0]),)
    return Standing(clause, sums, steps=steps, over=bool(first), among=first or None)


def two_totals(totals: Mapping[Side, float]) -> dict[str, Side | float]:
    """What each of two sides has, as facts of a step: `one` has `n`, `two` has `m`."""
    (one, n), (two, m) = totals.items()
    return {"one": one, "n": n, "two": two, "m": m}
