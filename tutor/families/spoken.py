"""How calls came to what they came to: whose turn it is to speak, whose bid is the highest, who follows from that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.kernel.seats import Seat, from_
from tutor.kernel.working import Chain, Step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PASS: Final = "pass"


def turn(
    clause: str, seats: tuple[Seat, ...], dealer: Seat, bids: Iterable[tuple[Seat, str]], actor: Seat | None
) -> Chain:
    """Who is to speak, counted from the dealer, or from whoever spoke last; who has passed before is passed over."""
    made = tuple(bids)
    if actor is None:
        return Chain(clause, (*calls_made(made), Step("nobody_left", {"n": len(made)})), actor)
    if not made:
        place = from_(seats, dealer).index(actor)
        where = {0: "dealer", 1: "left", len(seats) - 1: "right"}.get(place, "other")
        first = Step("speaks_first", {"who": actor, "where": where}, actor)
        return Chain(clause, (dealt(dealer), first), actor)
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


def dealt(dealer: Seat) -> Step:
    """Who dealt."""
    return Step("dealt", {"who": dealer}, dealer)


def calls_made(bids: Iterable[tuple[Seat, str]]) -> tuple[Step, ...]:
    """The calls, one by one."""
    return tuple(Step("call", {"who": seat, "call": word, "how": "said", "than": ""}, seat) for seat, word in bids)


def compared(
    bids: Iterable[tuple[Seat, str]], height: Callable[[str], float], takes: Seat = ""
) -> tuple[tuple[Step, ...], Seat, str]:
    """Each call against the highest before it; whose bid is the highest then, and the bid.

    The bid of `takes` need only be as high. A `height` of 0 is no bid.
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
        steps.append(Step("call", {"who": seat, "call": word, "how": how, "than": best}, seat))
        if how in ("first", "higher", "takes"):
            holder, best = seat, word
    return tuple(steps), holder, best


def highest(steps: tuple[Step, ...], holder: Seat, bid: str) -> tuple[Step, ...]:
    """The same, with whose bid it is at the end."""
    return (*steps, Step("highest_bid", {"who": holder, "call": bid}, holder))


def next_to(of: Seat, seat: Seat, role: str, does: str) -> Step:
    """That whoever comes after `of` (as `role`: declarer, dealer) does something (leads, deals)."""
    return Step("next_to", {"of": of, "who": seat, "role": role, "does": does}, seat)
