"""Causes of wrong answers to the question who wins a trick."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tutor.kernel.working import Chain, Contest, Standing
from tutor.teach.orders import against_habit, order_text
from tutor.teach.questions.answer_meaning import denied, seat_meant
from tutor.teach.questions.comparisons import compared
from tutor.teach.questions.working_causes import chain_causes, standing_causes, variant_text
from tutor.teach.text.words import say
from tutor.teach.workings import laid_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tutor.kernel.seats import Seat
    from tutor.teach.questions.computation import Computation
    from tutor.teach.questions.winner_question import Winner


def winner_causes(question: Winner, answer: str) -> Iterator[str]:
    """Possible causes of this answer, the likeliest first."""
    seat = seat_meant(question, answer)
    computation = question.computation
    if seat is None or computation is None:
        return
    working = computation.working
    if isinstance(working, Contest):
        yield from _of_contest(computation, working, seat)
    elif isinstance(working, Standing):
        yield from standing_causes(computation, working, seat)
    elif isinstance(working, Chain):
        denial = denied(question, answer)
        yield from compared(computation.game, working, denial, question.rule, lambda about: about == (seat or "none"))
        yield from chain_causes(computation, working, denial, lambda about: about == (seat or "none"))
    path = "winner.seat"
    again = replace(computation, path=path)
    for variant in again.variants:
        if variant.plausible and variant.result == (seat or "none"):
            yield variant_text(computation, variant)


def card_causes(computation: Computation, one: Contest, same: Callable[[Any], bool]) -> Iterator[str]:
    """Why the card that was named does not win."""
    seat = next((laid.seat for laid in one.laid if same(laid.card.text)), "")
    if seat and seat != one.won.seat:
        yield from _of_contest(computation, one, seat)


def _of_contest(computation: Computation, one: Contest, seat: Seat) -> Iterator[str]:
    """Why the card of this player does not win, and what would make it win."""
    if not seat:
        yield say("slip.has_winner", by=one.won.card)
        return
    at = next((i for i, laid in enumerate(one.laid) if laid.seat == seat), None)
    if at is None:
        return
    mine = one.laid[at]
    if mine.how == "off":
        yield say("slip.off", who=seat, it=mine.card, led=one.led, trump=one.trump)
        return
    by = mine if not mine.ahead else next((x for x in one.laid[at + 1 :] if x.ahead), mine)
    place = one.laid.index(by)
    best = by.card if by is not mine else mine.against
    how, order = laid_text(one, place), order_text(computation.view, mine.card)
    odd = best is not None and by.how in ("lower", "higher") and against_habit(computation.view, mine.card, best)
    yield say("slip.beaten", who=seat, it=mine.card, by=best, how=f"{how} {order}" if odd and order else how)
    if order and not odd:
        yield order
