"""Workings of calls: whose turn it is to call, which bid is the highest, and what follows from that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.kernel.calls import PASS
from tutor.kernel.seats import Seat, from_
from tutor.kernel.working import CALL, HIGHEST_BID, Chain, Step, open_step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def turn_to_call(
    clause: str, seats: tuple[Seat, ...], dealer: Seat, bids: Iterable[tuple[Seat, str]], actor: Seat | None
) -> Chain:
    """The working of whose turn it is: counted from the dealer, or after the last call.

    `bids` are the calls so far as pairs of seat and word. Players who have passed are skipped. `actor` is the result;
    None if nobody is left to call.
    """
    made = tuple(bids)
    if actor is None:
        return Chain(clause, (*call_steps(made), Step("nobody_left", {"n": len(made)})), actor)
    if not made:
        place = from_(seats, dealer).index(actor)
        where = {0: "dealer", 1: "left", len(seats) - 1: "right"}.get(place, "other")
        first = Step("speaks_first", {"who": actor, "where": where}, actor)
        return Chain(clause, (dealt_step(dealer), first), actor)
    last, word = made[-1]
    between = from_(seats, last)[1:]
    between = between[: between.index(actor)] if actor in between else between
    out = tuple(seat for seat, said in made if said == PASS)
    steps = [Step("spoke_last", {"who": last, "call": word}, last if last != actor else None)]
    for seat in between:
        steps.append(Step("is_out" if seat in out else "not_asked", {"who": seat}, seat))
    before = [said for seat, said in made if seat == actor]
    spoke = "" if not before else "passed" if before[-1] == PASS else "bid"
    return Chain(clause, (*steps, Step("speaks_next", {"who": actor, "spoke": spoke}, actor)), actor)


def dealt_step(dealer: Seat) -> Step:
    """A step: who dealt."""
    return open_step("dealt", {"who": dealer}, dealer)


def call_steps(bids: Iterable[tuple[Seat, str]]) -> tuple[Step, ...]:
    """A step for each call."""
    return tuple(open_step(CALL, {"who": seat, "call": word, "how": "said", "than": ""}, seat) for seat, word in bids)


def compare_calls(
    bids: Iterable[tuple[Seat, str]], height: Callable[[str], float], takes: Seat = ""
) -> tuple[tuple[Step, ...], Seat, str]:
    """Compare each call with the highest before it; returns the steps, the seat of the highest bid, and that bid.

    `height(word)` is the value of a call, 0 for one that is no bid. The bid of seat `takes` wins if it is equal.
    Bids of other numbers than the highest are given, as anybody sees how they compare.
    """
    steps: list[Step] = []
    holder, best = "", ""
    for seat, word in bids:
        mine = height(word)
        if not mine:
            how = "said"
        elif not best:
            how = "first"
        elif mine > height(best):
            how = "higher"
        elif mine == height(best):
            how = "takes" if seat == takes else "same"
        else:
            how = "lower"
        given = how in ("first", "said") or (how == "higher" and _seen_to_differ(word, best))
        steps.append(Step(CALL, {"who": seat, "call": word, "how": how, "than": best}, seat, given))
        if how in ("first", "higher", "takes"):
            holder, best = seat, word
    plain = (step.given or _seen_to_differ(step.facts["call"], best) for step in steps)
    return tuple(step._replace(given=given) for step, given in zip(steps, plain, strict=True)), holder, best


def _seen_to_differ(word: str, other: str) -> bool:
    """Whether everybody sees which of two calls is higher: their figures differ, and neither says more than figures."""
    mine, theirs = ("".join(filter(str.isdigit, call)) for call in (word, other))
    return mine != theirs and not (mine and theirs and (word, other) != (mine, theirs))


def with_highest_bid(steps: tuple[Step, ...], holder: Seat, bid: str) -> tuple[Step, ...]:
    """`steps`, followed by one that names the highest bid."""
    return (*steps, Step(HIGHEST_BID, {"who": holder, "call": bid}, holder))


def redeal(clause: str, bids: Iterable[tuple[Seat, str]], holder: Seat, bid: str, **facts: Seat) -> Chain:
    """The working of whether the cards are dealt again: not if `holder` has made the highest `bid`, else all passed.

    `facts` are more facts about the last case.
    """
    passed = Step("all_passed", {"redeal": True, **facts})
    end = Step("somebody_bid", {"who": holder, "call": bid}) if bid else passed
    return Chain(clause, (*call_steps(bids), end), not bid)


def next_to_step(of: Seat, seat: Seat, role: str, does: str) -> Step:
    """A step: `seat` comes after `of`, whose `role` is named ("dealer"), and therefore `does` something ("leads")."""
    return Step("next_to", {"of": of, "who": seat, "role": role, "does": does}, seat)
