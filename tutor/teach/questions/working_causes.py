"""Causes of wrong answers by the working of the right one: its standing, its steps, one thing in it changed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.working import TARGET, Chain, Standing
from tutor.teach.ruling import house_rule_text
from tutor.teach.text.values import shown
from tutor.teach.text.words import say
from tutor.teach.workings import step_text, total_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tutor.kernel.seats import Seat
    from tutor.teach.questions.computation import Computation, Variant


BARE_STEP: Final = re.compile(r"[^:]{1,30}: [^ ]+$")
"""A step that is no more than a label and a number or a word, which explains nothing."""


def standing_causes(computation: Computation, one: Standing, seat: Seat) -> Iterator[str]:
    """The value of the side that was named."""
    if not seat and one.first:
        target = next((step.facts["target"] for step in one.steps if step.name == TARGET), 0)
        yield say("slip.not_nobody", n=len(one.first), lowest=one.lowest, target=target)
    elif seat in one.best and not one.over:
        yield from (say("slip.ahead", who=seat, step=step_text(computation.game, step)) for step in one.steps)
    elif seat in one.first:
        yield say("slip.not_alone", who=seat)
    elif not one.first and one.over and seat in one.sums:
        yield say("slip.is_shared", n=shown(float(max(x.total for x in one.sums.values()))))
    if seat in one.sums:
        how = total_line(computation.game, seat, one.sums[seat])
        best = (min if one.lowest else max)(x.total for x in one.sums.values())
        ahead = one.first[0] if one.first and one.sums[seat].total != best else ""  # nor has anybody else won
        n = shown(float(best))
        lacks = "" if one.over or not one.steps else step_text(computation.game, one.steps[-1])
        facts = {"how": how, "ahead": ahead, "n": n, "step": lacks, "lowest": one.lowest}
        if len(one.sums) > 2:  # who is ahead is the answer, and told to whoever asks twice
            yield say("slip.standing", **facts, by="")
        yield say("slip.standing", **facts, by=ahead)


def chain_causes(computation: Computation, one: Chain, denial: str, same: Callable[[Any], bool]) -> Iterator[str]:
    """Steps of the working that speak of this answer, behind its `denial`; not those that only say what there was."""
    for step in (*one.mistakes, *one.steps):
        if one.rules_out(step) and same(step.about) and not step.given:
            text = step_text(computation.game, step)
            if not BARE_STEP.match(text):
                yield say("slip.look", first=denial, next=text)


def variant_text(computation: Computation, variant: Variant) -> str:
    """The cause that `variant` was taken for what the position or the rules say."""
    if variant.how == "house":
        rule, here = (
            house_rule_text(computation.game, variant.name, value) for value in (variant.value, variant.actual)
        )
        return say("slip.house", rule=rule, here=here)
    facts = {"name": variant.name, "meaning": variant.meaning, "value": variant.value, "actual": variant.actual}
    return say(f"slip.{variant.how}", **facts, form=variant.form)
