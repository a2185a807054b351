"""Causes of wrong answers by the working of the right one: a trick, a standing, steps, one thing changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.calls import PASS
from tutor.kernel.working import CALL, PLUS, TARGET, Chain, Contest, Standing, Step, Sum
from tutor.teach.results.said_numbers import Line
from tutor.teach.results.sums import label
from tutor.teach.results.workings import laid_text, step_line, step_text, total_line
from tutor.teach.rulings.orders import against_habit, order_text
from tutor.teach.rulings.ruling import house_rule_text
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tutor.kernel.game import Game
    from tutor.kernel.seats import Seat
    from tutor.teach.questions.computation import Computation, Variant

EQUAL = "takes"
"""How a call stands to the highest before it that takes its place by being as high."""
BEATS = ("higher", EQUAL)
"""How a call stands to the highest before it where it takes its place."""


def contest_causes(computation: Computation, one: Contest, seat: Seat) -> Iterator[str]:
    """Why the card of this player ("" for nobody) does not win."""
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


def standing_causes(computation: Computation, one: Standing, seat: Seat) -> Iterator[str]:
    """The value of the side that was named."""
    if not seat and one.first:
        target = next((step.facts["target"] for step in one.steps if step.name == TARGET), 0)
        yield say("slip.not_nobody", n=len(one.first), lowest=one.lowest, target=target)
    elif seat in one.best and not one.over:
        yield from (say("slip.ahead", who=seat, step=step_text(computation.game, step)) for step in one.steps)
    elif seat in one.first:
        yield say("slip.not_alone", who=seat)
    if seat in one.sums:
        how = total_line(computation.game, seat, one.sums[seat])
        best = (min if one.lowest else max)(x.total for x in one.sums.values())
        ahead = one.sums[seat].total != best
        n = shown(float(best))
        shared = say("slip.is_shared", n=n) if not one.first and one.over else ""
        if shared and not ahead:
            yield shared
        level = one.over and one.sums[seat].total == best  # so it is decided by more than the totals
        telling = one.steps[:-1][:1] if level else () if one.over else one.steps[-1:]
        lacks = next((step_text(computation.game, step) for step in telling), "")
        facts = {"how": how, "ahead": ahead, "n": n, "step": lacks, "lowest": one.lowest}
        if len(one.sums) > 2 or not one.first:  # who is ahead is the answer, and told to whoever asks twice
            yield say("slip.standing", **facts, by="")
        if one.first:
            yield say("slip.standing", **facts, by=one.first[0] if ahead else "")
        elif shared and ahead:
            yield shared


def chain_causes(computation: Computation, one: Chain, denial: str, same: Callable[[Any], bool]) -> Iterator[str]:
    """Steps of the working that speak of this answer, behind its `denial`; not those that only say what there was."""
    for step in (*one.mistakes, *one.steps):
        if one.rules_out(step) and same(step.about) and not step.given:
            line = step_line(computation.game, step)
            if not line.bare:
                yield say("slip.look", first=denial, next=line.text)


def variant_text(computation: Computation, variant: Variant) -> str:
    """The cause that `variant` was taken for what the position or the rules say."""
    if variant.how == "house":
        rule, here = (
            house_rule_text(computation.game, variant.name, value) for value in (variant.value, variant.actual)
        )
        return say("slip.house", rule=rule, here=here)
    return say(f"slip.{variant.how}", **variant.facts)


def compared(game: Game[Any], one: Chain, denial: str, rule: str, same: Callable[[Any], bool]) -> Iterator[str]:
    """The step about this answer beside the one of its kind about the result, with the `rule` that decides."""
    mine = next((step for step in one.steps if one.rules_out(step) and same(step.about)), None)
    if mine is None:
        return
    if mine.name == CALL:
        yield from _call_compared(game, one, denial, mine)
        return
    kind = [step for step in one.steps if step.name == mine.name]
    best = [step for step in kind if not one.rules_out(step)]
    theirs = best[0] if best else kind[1 - kind.index(mine)] if len(kind) == 2 else None
    if theirs is not None and len(kind) > 1:
        both = f"{step_text(game, mine)} {step_text(game, theirs)}"
        yield say("slip.compared", first=denial, both=both, rule=rule)


def _call_compared(game: Game[Any], one: Chain, denial: str, mine: Step) -> Iterator[str]:
    """What became of a call: who said more, or what it is lower than."""
    who, call, how = (mine.facts[name] for name in ("who", "call", "how"))
    calls = [step for step in one.steps if step.name == CALL]
    after = calls[calls.index(mine) + 1 :]
    more = next((step for step in after if step.facts["how"] in BEATS), None)
    if how in ("first", *BEATS) and more is not None:
        if more.facts["how"] == EQUAL:
            yield say("slip.look", first=denial, next=step_text(game, more))
        else:
            yield say("slip.outbid", who=who, call=call, by=more.facts["who"], more=more.facts["call"])
    elif how in ("lower", "same"):
        yield say("slip.look", first=denial, next=step_text(game, mine))
    elif call == PASS and not any(step.facts["call"] == PASS and not one.rules_out(step) for step in calls):
        yield say("slip.passed", first=denial, who=who)


def in_between(game: Game[Any], one: Chain, denial: str, number: float, least: float) -> Iterator[Line]:
    """The step before the last that a number comes from, as its sum or another fact; behind a sum the next step.

    The numbers of each line are those besides the one given. Facts that are no sums count if more than `least`.
    """
    for at, step in enumerate(one.steps[:-1]):
        sums = [fact for fact in step.facts.values() if isinstance(fact, Sum) and len(fact.parts) > 1]
        text, numbers, bare = step_line(game, step)
        if any(fact.total == number for fact in sums):
            later = (step_line(game, after) for after in one.steps[at + 1 : -1] if not after.given)
            then = next(later, Line(""))
            yield Line(say("slip.so_far", n=shown(float(number)), step=text, next=then.text), then.numbers)
            return
        part = next((part for fact in sums for part in fact.parts if part.n == number != 0 and part.how == PLUS), None)
        if part is not None:
            yield Line(say("slip.only", n=shown(float(number)), what=label(game, part)))
            return
        plain = [fact for fact in step.facts.values() if isinstance(fact, int | float) and not isinstance(fact, bool)]
        if number in plain and number > least and not bare:
            yield Line(say("slip.look", first=denial, next=text), numbers)
            return
