"""Workings in words: a sum in one line or step by step, a trick card by card, standings compared."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.events import ScoreLine
from tutor.kernel.working import (
    PLUS,
    TOTAL,
    TRUMPS_ADD,
    Chain,
    Contest,
    Part,
    Standing,
    Step,
    Sum,
    Working,
    as_int,
    total_of,
)
from tutor.teach.results.line_reasons import line_reason
from tutor.teach.results.products import EACH, is_product, reduced, sum_within
from tutor.teach.results.said_numbers import Line, numbers_of, numbers_of_parts, written
from tutor.teach.results.sums import (
    FEW,
    LOST,
    PartGroup,
    cards_text,
    equation,
    flat,
    full_lines,
    gathered,
    group_text,
    in_full,
    label,
    only_label,
    opened,
    plain_card,
    told,
    with_lines,
)
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.consequences import line_text
from tutor.teach.text.marks import CLOSE, OPEN, mark, unmarked
from tutor.teach.text.values import capital, listed, shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from tutor.kernel.game import Game

LONG: Final = 360
"""Up to this many characters the points of the hand are told for each side."""
_TOTAL: Final = re.compile(f"{OPEN}s[^{CLOSE}]*{CLOSE}: ")
"""How the total of a player or a side begins."""
RULE: Final = "rule"
"""The name of a step that cites a clause."""
_EQUALS: Final = re.compile(r"= (-?\d+(?:\.\d+)?)(?:\.$|; )")
"""What an equation gives."""
FEW_SUMS: Final = 2
"""Up to this many sums stand in a row; of more each has a line."""
_BARE: Final = re.compile(r"[^:=]{1,40}: [^=:,;]{1,30}$")
"""A step that is no more than a label with a number."""
LINE: Final = "line"
"""The name of a step for a score line; its facts are those of the line."""


def lines(game: Game[Any], working: Working) -> list[str]:
    """The whole working, one sentence a line; the last one has the result."""
    match working:
        case Sum():
            return sum_lines(game, working)
        case Contest():
            return list(_trick_lines(working))
        case Chain():
            return chain_lines(game, working.steps)
    return standing_lines(game, working)


def chain_lines(game: Game[Any], steps: Iterable[Step]) -> list[str]:
    """Each step in words; a total after a step that says what its cards count tells their values, not how they come."""
    steps = list(steps)
    told = any(step.name == TRUMPS_ADD for step in steps)
    return [step_text(game, step, deep=not told) for step in steps]


def result_of(line: str) -> float | None:
    """The number that an equation gives; None of any other sentence."""
    hit = _EQUALS.search(unmarked(line))
    return float(hit[1]) if hit else None


def in_lines(texts: Iterable[str]) -> str:
    """Sentences in a row, but totals of several players or sides each on a line of its own, and many sums too."""
    rows: list[tuple[bool, str]] = []
    texts = list(texts)
    several = sum(_TOTAL.match(text) is not None for text in texts) > 1
    many = sum(result_of(text) is not None for text in texts) > FEW_SUMS
    for text in texts:
        alone = (several and _TOTAL.match(text) is not None) or (many and result_of(text) is not None)
        if rows and not alone and not rows[-1][0]:
            rows[-1] = (False, f"{rows[-1][1]} {text}")
        else:
            rows.append((alone, text))
    return "\n".join(text for _, text in rows)


def standing_lines(game: Game[Any], one: Standing) -> list[str]:
    """What each side has, whether it qualifies, and, for a tie, who is first."""
    values = all(step.name != TRUMPS_ADD for step in one.premises)
    before = [step.facts["how"] for step in one.premises if step.name == TOTAL]
    one = one._replace(sums={who: _but(own, before) for who, own in one.sums.items()}) if before else one
    deep = [total_line(game, who, own, values=values) for who, own in one.sums.items()]
    if len(" ".join(deep)) <= LONG:
        sums = deep
    else:  # first the sum that says what things count
        full = dict(zip(one.sums, deep, strict=True))
        flat = {who: total_line(game, who, own, deep=False, values=values) for who, own in one.sums.items()}
        order = sorted(flat, key=lambda who: who not in one.best)
        shown = [who for who in order if who in one.best] if any(full[who] != flat[who] for who in one.best) else order
        first = next((who for who in shown if full[who] != flat[who]), "")
        sums = [full[who] if who in one.best or who == first else flat[who] for who in order]
    sums = [*(step_text(game, step) for step in one.premises), *sums]
    if not one.steps:
        return sums
    told = [*sums, *(step_text(game, step) for step in one.steps)]
    open_still = one.over and (one.among is None or len(one.among) > 1)
    return [*told, say("step.first", first=one.first, lowest=one.lowest, of=len(one.sums))] if open_still else told


def _but(one: Sum, told: Sequence[Sum]) -> Sum:
    """The sum without how its parts come about where that was `told` before."""
    return one._replace(
        parts=tuple(
            part._replace(inner=None if part.inner in told else _but(part.inner, told)) if part.inner else part
            for part in one.parts
        )
    )


def total_line(game: Game[Any], who: str, total: Sum, *, deep: bool = True, values: bool = True) -> str:
    """The total of a side with the lines of the hand; if `deep`, with the sum of each line.

    Without `values` it is not told how what a card counts comes about.
    """
    first, *more = full_lines(game, flat(opened(total if values else _plain(total), deep=deep)))
    return "\n".join([say("working.has_sum", who=who, how=_with_card(total, first)), *more])


def _with_card(one: Sum, how: str) -> str:
    """The sum as told (`how`), behind its card where it is what a single one counts, by names that do not say which."""
    alone = len(one.cards) == 1 and one.parts[0].name
    return say("working.inner", what=shown(one.cards), how=how) if alone else how


def _plain(one: Sum) -> Sum:
    """The sum with no more of its cards than their values; why some count nothing is told."""
    valued = [len(p.cards) == 1 and p.inner is not None and p.n for p in one.parts]
    parts = [p._replace(inner=None, name="") if plain else p for p, plain in zip(one.parts, valued, strict=True)]
    if len(one.cards) == 1 and one.total:
        parts = [Part(one.total, one.clause, one.cards)]
    return one._replace(parts=tuple(parts))


def step_text(game: Game[Any], step: Step, *, deep: bool = True) -> str:
    """One step in words: the rule of a clause, or the sentence of its name with its facts, `deep` with inner sums."""
    if step.name == RULE:
        clause = words.clause(game.name, step.facts["clause"])
        return clause.rule or clause.title
    if step.name == LINE:
        return line_text(game, ScoreLine(**{name: step.facts[name] for name in ("to", "points", "clause", "facts")}))
    sums = {name: fact if deep else _plain(fact) for name, fact in step.facts.items() if isinstance(fact, Sum)}
    told = {name: _with_card(one, in_full(game, flat(with_lines(one)))) for name, one in sums.items()}
    facts = {**step.facts, **told}
    return capital(say(f"step.{step.name}", **facts))


def step_line(game: Game[Any], step: Step) -> Line:
    """One step in words, with the numbers that it says."""
    text = step_text(game, step)
    return _line(text, written(text).numbers if step.name == RULE else numbers_of(step.facts))


def _line(text: str, numbers: frozenset[float] = frozenset()) -> Line:
    return Line(text, numbers, bare=_BARE.match(unmarked(text)) is not None)


def sum_lines(game: Game[Any], one: Sum) -> list[str]:
    """The working of each part that has one, then the sum."""
    one = told(game, one)
    if not one.parts:
        return []
    if is_product(one):
        return [capital(equation(game, one))]
    out = []
    for part in one.parts:
        within = sum_within(part)
        if within is not None:
            out += [_of(game, one) for one in (*within.parts, part) if sum_within(one) is not None]
    if len(one.parts) == 1:
        part = one.parts[0]
        if part.to and part.inner is None:
            return [line_reason(game, part)]
        if out:
            return out if part.n >= 0 else [*out, say("working.taken_off", n=as_int(part.n))]
        return [f"{capital(group_text(game, PartGroup((part,))))}."]
    whole = equation(game, one)
    left = whole if not out or "=" in unmarked(whole) else say("working.leaves", how=whole)
    return [*dict.fromkeys(out), capital(left)]


def _of(game: Game[Any], part: Part) -> str:
    """The equation of a part that is a sum itself; what is lost is not called so before it is said that it is."""
    assert part.inner is not None
    if part.name == LOST:
        return capital(equation(game, part.inner))
    return capital(say("working.of", what=label(game, part), how=equation(game, part.inner)))


def step_lines(game: Game[Any], working: Working) -> list[Line]:
    """The working step by step, up to the result; numbers are left out where that is a player."""
    match working:
        case Sum():
            return sum_steps(game, working)
        case Contest():
            return [_line(laid_text(working, at)) for at in range(len(working.laid))]
        case Chain():
            return [step_line(game, step) for step in working.steps]
    return [*map(_line, standing_lines(game, working))]


def laid_text(one: Contest, at: int) -> str:
    """How the card played at this place compares with the best before it."""
    laid = one.laid[at]
    facts = {"how": laid.how, "who": laid.seat, "it": laid.card, "to": laid.against, "odd": _is_odd_trump(one, at)}
    return say("working.laid", **facts, led=one.led, trump=one.trump)


def _is_odd_trump(one: Contest, at: int) -> bool:
    """Whether the card played at this place is a trump below another, and bears another suit."""
    laid, trumped = one.laid[at], one.led == one.trump or any(x.how == "trumps" for x in one.laid[:at])
    return bool(one.trump) and laid.how == "lower" and trumped and laid.card.suit not in ("", one.trump)


def _trick_lines(one: Contest) -> Iterator[str]:
    """The trick card by card; consecutive cards that do not beat the same card share a sentence."""
    places = range(len(one.laid))
    alike = groupby(places, lambda at: (one.laid[at].ahead and at, one.laid[at].how, one.laid[at].against))
    for (_, how, against), these in alike:
        at, *more = these
        if not more:
            yield laid_text(one, at)
            continue
        them = listed([mark("c", one.laid[i].card.text) for i in (at, *more)])
        yield say("working.laid_together", how=how, them=them, to=against, led=one.led, trump=one.trump)


def sum_steps(game: Game[Any], working: Sum, told: Container[str] = ()) -> list[Line]:
    """A step for each part of the sum, with results in between; without those by clauses that were `told` before."""
    groups = gathered(reduced(working), 4)
    done: list[Part] = []
    out = []
    for number, group in enumerate(groups, 1):
        done += group.parts
        if group.first.to and group.first.clause in told:
            continue
        so_far = total_of(done) if 1 < number < len(groups) and group.total and not told else 0
        numbers = numbers_of_parts(group.parts) | frozenset(filter(None, (so_far,)))
        text = _step(game, group, shown(float(so_far)) if so_far else "")
        out.append(Line(text, numbers, only_label(game, group.first)))
    return out


def idle_steps(game: Game[Any], working: Sum) -> Container[str]:
    """The steps of parts that add nothing."""
    groups = gathered(reduced(working), 4)
    return {_step(game, group) for group in groups if group.first.how == PLUS and not group.total}


def _step(game: Game[Any], group: PartGroup, so_far: str = "") -> str:
    part = group.first
    many = len(group.cards) if plain_card(part) else 1
    own = bool(part.cards) and not part.name and part.how == PLUS
    what = label(game, part) if not own else shown(group.cards) if many <= FEW else cards_text(group)
    if part.inner is not None and sum_within(part) is not None:
        text = capital(say("working.of", what=what, how=equation(game, part.inner)))
    elif own:
        each = shown(float(part.n)) if part.n else ""
        facts = {"what": what, "n": many, "whole": many < len(group.cards), "each": each}
        text = capital(say("working.step_card", **facts, all=shown(float(group.total))))
    elif part.to and words.clause(game.name, part.clause).scored:
        text, n = line_reason(game, part), as_int(part.n)
        if abs(n) not in map(abs, written(text).numbers):
            return say("working.step_line", why=text, n=n, so_far=so_far)
    else:
        how = "each" if part.name in EACH else part.how
        text = say("working.step", n=as_int(part.n), how=how, what=what)
    return f"{text} {say('working.so_far', n=so_far)}" if so_far else text
