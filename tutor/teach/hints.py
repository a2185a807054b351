"""The rule that decides, with which hints begin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.judging import Judgement, Ruling, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

RUNGS: Final = 5


def deciding(found: Judgement[Any], among: Sequence[Ruling[Any]] = ()) -> str:
    """The clause that decides all rulings or `among`: the last duty that cut a move, else the basis of legal ones."""
    refused = {r.clause for r in among if r.verdict is Verdict.NOT_ALLOWED}
    last = next((s.duty.clause for s in reversed(found.found.steps) if s.duty.clause in refused), "")
    legal = next((r for r in found.rulings if r.legal), None)
    return last or found.found.basis() or (legal.clause if legal else found.phase.clause)
