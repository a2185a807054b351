"""The document of `tutor score`, made from the same settlement as its JSON."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.events import score_sums
from tutor.kernel.working import Chain, Standing, Sum
from tutor.teach.results.products import reduced
from tutor.teach.results.workings import lines
from tutor.teach.results.workings_together import together
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.consequences import line_text, outcome_facts, outcome_text
from tutor.teach.text.doc import Block, ColumnsBlock, Doc, Heading, Item, Para
from tutor.teach.text.marks import mark
from tutor.teach.text.phrases import worded
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tutor.kernel.events import Settlement
    from tutor.kernel.game import Game
    from tutor.kernel.working import Working

ENDING: Final = ("outcome.hand", "outcome.game")
"""Paths of the workings that are shown below a result, besides those of the points."""
_SUM: Final = r"[^:;]+ = -?\d[\d.]*(?=[.;])"
"""The last equation of a sentence."""


def score_doc(game: Game[Any], view: Any) -> Doc:
    """The score lines of a hand with reasons, the totals, and who wins the hand and the game."""
    done = game.scoring.settle(view)
    workings = game.scoring.workings(view)
    told = {line_text(game, line) for line in done.lines}
    out: list[Block] = [Heading(say("score.title", title=game.title), 1)]
    out.append(_points(game, done))
    out += _calculations(game, done, workings, told)
    out += [Para(text, "good") for text in outcome_text(game, done.outcome)]
    out += _endings(game, workings, told)
    out += [Para(text) for text in outcome_facts(game, view, done.outcome)]
    clause = done.outcome.get("clause")
    if clause:
        out.append(Item("", words.rule_text(words.clause(game.name, clause), view.options), clause))
    return worded(game, out)


def _points(game: Game[Any], done: Settlement) -> Block:
    """The table of the lines of points, and of the totals where a line is none."""
    rows: list[tuple[str, str, str]] = []
    said = ""
    for line in done.lines:
        before, said = said, f"{line_text(game, line)} ({mark('k', line.clause)})"
        rows.append((mark("s", line.to), shown(float(line.points)), "" if said == before else said))
    if sorted(line.to for line in done.lines) != sorted(done.scores):
        rows += [(mark("s", to), shown(float(n)), say("score.total")) for to, n in done.scores.items()]
    side, points, why = say("score.head").split("|")
    return ColumnsBlock((side, points, why), tuple(rows), right=(1,)) if rows else Para(say("score.chips"))


def _calculations(
    game: Game[Any], done: Settlement, workings: Mapping[str, Working], told: set[str]
) -> Iterator[Block]:
    """How the points of each side come about, said once for sides with the same calculation, and added to `told`."""
    alike: dict[str, list[str]] = {}
    for to, one in score_sums(done).items():
        if any(part.inner is not None and _worked_out(part.inner) for part in one.parts):
            alike.setdefault(" ".join(lines(game, one)), []).append(to)
    yield from (Para(say("score.working", who=sides, how=how), "dim") for how, sides in alike.items())
    told.update(alike)
    summed = {side for sides in alike.values() for side in sides}
    chains = [workings.get(f"scores.{side}") for side, n in done.scores.items() if n and side not in summed]
    yield from _untold(together(game, [one for one in chains if isinstance(one, Chain)]), told)


def _endings(game: Game[Any], workings: Mapping[str, Working], told: set[str]) -> Iterator[Block]:
    """How the result of the hand and of the game, and whatever else comes of it, is found."""
    ends = [workings[path] for path in ENDING if path in workings]
    more = [one for path, one in workings.items() if path.startswith("outcome.") and path not in ENDING]
    yield from _untold([lines(game, one) for one in ends], told)
    yield from _untold([lines(game, one) for one in more if isinstance(one, Chain | Standing)], told)


def _untold(paragraphs: Iterable[list[str]], told: set[str]) -> Iterator[Block]:
    """The paragraphs without sentences, or sums at the end of sentences, that are in `told`, to which theirs go."""
    for steps in paragraphs:
        said = " ".join(told)
        fresh = [step for step in steps if (sum_[0] if (sum_ := re.search(_SUM, step)) else step) not in said]
        told.update(steps)
        if fresh:
            yield Para(" ".join(fresh), "dim")


def _worked_out(one: Sum) -> bool:
    """Whether a sum has more than one part, or its only part has."""
    return len(one.parts) > 1 or any(
        part.inner is not None and len(reduced(part.inner).parts) > 1 for part in one.parts
    )
