"""The rule that decides, with which hints begin."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.judging import Judgement, Ruling, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

RUNGS: Final = 5
"""The most hints of a ladder."""
LEAST: Final = 3
"""The fewest: the rule, where to look or how to begin, the answer."""


def rungs_of(first: str, strong: Iterable[str], spare: Iterable[str], answer: str) -> tuple[str, ...]:
    """A ladder from `first` to `answer`, each hint once; of the `spare` ones no more than are needed for `LEAST`."""
    out = [text for text in dict.fromkeys((first, *strong)) if text and text != answer][: RUNGS - 1]
    more = (text for text in spare if text and text not in (*out, answer))
    return (*out, *islice(more, max(0, LEAST - 1 - len(out))), answer)


def deciding(found: Judgement[Any], among: Sequence[Ruling[Any]] = ()) -> str:
    """The clause that decides all rulings or `among`: the last duty that cut a move, else the basis of legal ones."""
    refused = {r.clause for r in among if r.verdict is Verdict.NOT_ALLOWED}
    last = next((s.duty.clause for s in reversed(found.found.steps) if s.duty.clause in refused), "")
    legal = next((r for r in found.rulings if r.legal), None)
    return last or found.found.basis() or (legal.clause if legal else found.phase.clause)
