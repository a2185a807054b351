"""Several workings of one position told together: what they share is told once, where it first stands."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from tutor.kernel.working import CALL, TOTAL, Chain, Standing, Step, Sum
from tutor.teach.results.workings import lines, step_text
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.seats import Seat
    from tutor.kernel.working import Working


def together(game: Game[Any], workings: Sequence[Working], owners: Sequence[Seat] = ()) -> list[list[str]]:
    """The sentences of each working, without those that another one has; of two about one thing the longer stays.

    `owners` are the players whose sums they are, "" where a working is nobody's own.
    """
    keyed = [list(_keyed(game, one, owner)) for one, owner in zip_longest(workings, owners, fillvalue="")]
    best: dict[Hashable, str] = {}
    for about, text in (line for told in keyed for line in told):
        best[about] = max(best.get(about, ""), text, key=len)
    texts = list(best.values())
    for about, text in list(best.items()):
        if any(text.rstrip(".") in other for other in texts if other != text):
            best[about] = ""
    return [[text for about, _ in told if (text := best.pop(about, ""))] for told in keyed]


def _keyed(game: Game[Any], one: Any, owner: Seat) -> Iterator[tuple[Hashable, str]]:
    """The sentences of a working, each with what it is about."""
    if isinstance(one, Chain):
        calls: Counter[tuple[str, str]] = Counter()
        for step in one.steps:
            text = step_text(game, step)
            if step.name == CALL:
                call = step.facts["who"], step.facts["call"]
                calls[call] += 1
                yield (*call, calls[call]), text
            else:
                yield _total(step) or text, text
        return
    texts = lines(game, one)
    if owner and isinstance(one, Sum) and len(one.parts) > 1:
        texts = [say("score.working", who=[owner], how=" ".join(texts))]
    before = len(one.premises) if isinstance(one, Standing) else 0
    sums = list(one.sums) if isinstance(one, Standing) else []
    for at, text in enumerate(texts):
        yield (TOTAL, sums[at - before]) if 0 <= at - before < len(sums) else text, text


def _total(step: Step) -> Hashable:
    """What a step is about that gives the total of a side; None for all others."""
    return (TOTAL, step.facts["who"]) if step.name == TOTAL else None
