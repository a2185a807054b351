"""What is said of a wrong answer that a chain of steps speaks of: what beats it, or what would have made it right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.calls import PASS
from tutor.kernel.working import CALL, PLUS, Chain, Step, Sum
from tutor.teach.questions.working_causes import BARE_STEP
from tutor.teach.sums import label
from tutor.teach.text.values import listed, shown
from tutor.teach.text.words import say
from tutor.teach.workings import step_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tutor.kernel.game import Game
    from tutor.teach.questions.computation import Computation, Variant

EQUAL = "takes"
"""How a call stands to the highest before it that takes its place by being as high."""
BEATS = ("higher", EQUAL)
"""How a call stands to the highest before it where it takes its place."""


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
        yield say("slip.look", first=denial, next=both)  # where the rule was told before


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
    elif call == PASS:
        yield say("slip.passed", first=denial, who=who)


def in_between(game: Game[Any], one: Chain, denial: str, number: float, least: float = 0) -> Iterator[tuple[str, str]]:
    """The step before the last that a number comes from, as its sum or another fact; behind a sum the next step.

    Each is a line, and what of it might tell the answer. Facts that are no sums count if they are more than `least`.
    """
    for at, step in enumerate(one.steps[:-1]):
        sums = [fact for fact in step.facts.values() if isinstance(fact, Sum) and len(fact.parts) > 1]
        text = step_text(game, step)
        if any(fact.total == number for fact in sums):
            later = [step_text(game, after) for after in one.steps[at + 1 : -1] if not after.given]
            then = later[0] if later else ""
            yield say("slip.so_far", n=shown(float(number)), step=text, next=then), then
            return
        part = next((part for fact in sums for part in fact.parts if part.n == number != 0 and part.how == PLUS), None)
        if part is not None:
            yield say("slip.only", n=shown(float(number)), what=label(game, part)), ""
            return
        plain = [fact for fact in step.facts.values() if isinstance(fact, int | float) and not isinstance(fact, bool)]
        if number in plain and number > least and not BARE_STEP.match(text):
            yield say("slip.look", first=denial, next=text), text
            return


def otherwise(computation: Computation, it: str, same: Callable[[Any], bool]) -> Iterator[str]:
    """What would have to be so for this answer to be right, if that is another player in one place."""
    asked = [one for one in computation.variants if one.how == "field" and one.form == "who" and same(one.result)]
    fit = asked if any(one.value != it for one in asked) else []  # else the field says what is asked
    names = list(dict.fromkeys(one.name for one in fit))
    if names:
        them: list[Variant] = [one for one in fit if one.name == names[0]]
        who = listed(list(dict.fromkeys(one.value for one in them)), "or")
        yield say("slip.otherwise", it=it, who=who, meaning=them[0].meaning, actual=them[0].actual)
