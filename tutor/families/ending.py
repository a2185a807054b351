"""Workings of the end of a game: the totals after a hand, whether the game is over, and who has won it.

`before` are the totals before the hand, `scores` what it gives each side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.kernel.working import BEFORE, DEALS, HAND, TARGET, Part, Standing, Step, Sum

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tutor.kernel.seats import Seat, Side


def totals_after(
    before: Mapping[Side, float], scores: Mapping[Side, float], clause: str = "", share: float = 0, nothing: str = HAND
) -> dict[Side, Sum]:
    """Each side's total after the hand: what it had, what the hand gives it, and a `share` that everybody gets.

    `nothing` is the name of the part of a side that the hand gives nothing, which may say why.
    """
    out = {}
    more = (Part(share, name="share"),) if share else ()
    for side, n in scores.items():
        total_before = before.get(side, 0)
        hand = Part(n, name=HAND if n else nothing)
        out[side] = Sum(clause, (Part(total_before, name=BEFORE), hand, *more) if total_before else (hand, *more))
    return out


def deals_step(done: int, of: int, *, named: bool = False) -> Step:
    """A step: `done` of `of` hands have been played; `named`: the game calls them deals, as they are not alike."""
    return Step(DEALS, {"n": done, "of": of, "named": named})


def sides_at(sums: Mapping[Side, Sum], target: float) -> tuple[Side, ...]:
    """The sides whose total is at least `target`."""
    return tuple([side for side, one in sums.items() if one.total >= target])


def target_step(sums: Mapping[Side, Sum], target: float, *, ends: bool = False) -> Step:
    """A step: which sides have reached `target`; if none has, which is nearest and how much it lacks.

    With `ends` nobody wins by reaching it: it only ends the game.
    """
    totals = {side: one.total for side, one in sums.items()}
    most = max(totals.values())
    nearest = tuple([side for side, total in totals.items() if total == most])
    have = tuple([side for side, total in totals.items() if total >= target])
    return Step(TARGET, {"target": target, "there": have, "nearest": nearest, "n": target - most, "ends": ends})


def after_deals(
    clause: str,
    before: Mapping[Side, float],
    scores: Mapping[Side, float],
    done: int,
    of: int,
    *,
    lowest: bool = False,
    share: float = 0,
    named: bool = False,
) -> Standing:
    """A game of `of` hands: after the last the highest total wins (the `lowest`, if set); equal ones share the win."""
    sums = totals_after(before, scores, clause, share)
    return Standing(clause, sums, lowest, shared=True, steps=(deals_step(done, of, named=named),), over=done >= of)


def to_target(
    clause: str,
    before: Mapping[Side, float],
    scores: Mapping[Side, float],
    target: float,
    *,
    shared: bool = False,
    nothing: str = HAND,
) -> Standing:
    """A game to `target`: of the sides that have reached it the highest wins.

    Equal ones share if `shared`, else play on. `nothing` as for `totals_after`.
    """
    sums = totals_after(before, scores, clause, nothing=nothing)
    step = target_step(sums, target)
    have = step.facts["there"]
    return Standing(clause, sums, shared=shared, steps=(step,), over=bool(have), among=have or None)


def first_of(
    clause: str, before: Mapping[Side, float], scores: Mapping[Side, float], target: float, order: Sequence[Side]
) -> Standing:
    """A game to `target`: of the sides that have reached it the first in `order` wins, whatever the totals."""
    sums = totals_after(before, scores, clause)
    have = sides_at(sums, target)
    first = tuple(side for side in order if side in have)[:1]
    steps: tuple[Step, ...] = (target_step(sums, target),)
    if len(have) > 1:
        steps += (Step("comes_first", {"who": first[0]}, first[0]),)
    return Standing(clause, sums, steps=steps, over=bool(first), among=first or None)


def two_totals(totals: Mapping[Side, float]) -> dict[str, Side | float]:
    """The totals of two sides as facts of a step: side `one` has `n`, side `two` has `m`."""
    (one, n), (two, m) = totals.items()
    return {"one": one, "n": n, "two": two, "m": m}


def one_out(field: str, out: Sequence[Seat]) -> str:
    """What is wrong with a hand that one player ends by going out, where `field` leaves none or several of them."""
    if not out:
        return "everybody has cards left, but the hand ends when one player has none"
    *most, last = (f"{field}.{seat}" for seat in out)
    return f"only the player who went out has no cards left, but {', '.join(most)} and {last} are empty or not given"
