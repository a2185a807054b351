"""The whole working as a reason: its sums, and the sentences of score lines, each where it can be followed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.working import DEALS, Chain, Standing, Sum, Working, as_int
from tutor.teach.results.line_reasons import line_reason, line_reasons
from tutor.teach.results.products import is_product, reduced, told_by
from tutor.teach.results.said_numbers import written
from tutor.teach.results.sums import told
from tutor.teach.results.workings import chain_lines, lines, result_of, step_text
from tutor.teach.rulings import ruling as words
from tutor.teach.text.marks import unmarked
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from tutor.kernel.game import Game


def reasons(game: Game[Any], working: Working, asked: str = "", given: Container[str] = ()) -> list[str]:
    """The whole working, with the sentences of score lines that explain more than their sums.

    Lines of the clause `asked` are always explained, those of clauses that the question has counted (`given`) never.
    Where a game goes on whatever anybody has, only that is told.
    """
    if isinstance(working, Standing) and not working.over and {step.name for step in working.steps} == {DEALS}:
        return [step_text(game, step) for step in working.steps]
    if isinstance(working, Chain):
        return chain_lines(game, working.news)
    if not isinstance(working, Sum):
        return lines(game, working)
    compared = next((p.facts for p in working.parts if p.clause in given and "against" in p.facts), {})
    told_of_it = {name: compared[name] for name in ("own", "against") if name in compared}
    working = working._replace(
        parts=tuple(
            p._replace(inner=None)
            if p.clause in given
            else p._replace(facts={**told_of_it, **p.facts})
            if "compared" in p.facts
            else p
            for p in working.parts
        )
    )
    line = working.parts[0] if len(working.parts) == 1 else None
    if (
        line is not None
        and line.to
        and len(reduced(working).parts) == 1
        and words.clause(game.name, line.clause).scored
    ):
        deep = line.inner is not None and any(part.inner is not None for part in reduced(line.inner).parts)
        return _worked_first(game, [line_reason(game, line)], working, lines(game, working) if deep else [])
    said, as_told = line_reasons(game, working, asked, given), told(game, working)
    if said and is_product(as_told) and told_by(as_told.parts[0], unmarked(" ".join(said))):
        return said
    rests = {line_reason(game, part) for part in working.parts if part.to and "sums" in part.facts}
    sums = lines(game, working)
    late = [text for text in said if text in rests]
    told_first = _worked_first(game, [text for text in said if text not in rests], working, sums)
    return [*told_first[:-1], *late, *told_first[-1:]] if sums else [*told_first, *late]


def _worked_first(game: Game[Any], said: Sequence[str], working: Sum, sums: Sequence[str]) -> list[str]:
    """The sentences of score lines among the sums: each after those that give a number which it says.

    Where the last line only repeats what the sentence has told, it is left out.
    """
    compared = len(working.parts) == 1 and "against" in working.parts[0].facts
    before, last = (list(sums), []) if compared else (list(sums[:-1]), list(sums[-1:]))
    if said and last == [say("working.taken_off", n=as_int(working.total))]:
        last = []
    places, place = [], 0
    for text in said:
        known = written(text).numbers
        given = [at for at, line in enumerate(before, 1) if result_of(line) in known]
        place = max([place, *given])
        places.append(place)
    out = []
    for at in range(len(before) + 1):
        out += [*before[at - 1 : at], *(text for text, place in zip(said, places, strict=True) if place == at)]
    return [*out, *last]
