"""The document of `tutor score`, made from the same settlement as its JSON."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.events import score_sums
from tutor.kernel.working import Chain, Standing, Sum
from tutor.teach.results.products import reduced
from tutor.teach.results.said_numbers import written
from tutor.teach.results.workings import lines, total_line
from tutor.teach.results.workings_together import together
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.consequences import line_text, outcome_facts, outcome_text
from tutor.teach.text.doc import Block, ColumnsBlock, Doc, Gap, Heading, Item, Para
from tutor.teach.text.marks import mark
from tutor.teach.text.phrases import worded
from tutor.teach.text.values import capital, listed, shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tutor.kernel.events import ScoreLine, Settlement
    from tutor.kernel.game import Game
    from tutor.kernel.working import Working

ENDING: Final = ("outcome.hand", "outcome.game_won", "outcome.game")
"""Paths of the workings that have a part of the page each, behind that of the points."""
_SUM: Final = r"[^:;]+ = -?\d[\d.]*(?=[.;])"
"""The last equation of a sentence."""


def score_doc(game: Game[Any], view: Any) -> Doc:
    """Who wins the hand and the game, the score lines with reasons, the totals, and how each of these comes about."""
    done = game.scoring.settle(view)
    workings = game.scoring.workings(view)
    told = {line_text(game, line) for line in done.lines}
    out: list[Block] = [Heading(say("score.title", title=game.title), 1), *_outcome(game, view, done, workings)]
    out += [Gap(), _points(game, done)]
    out += _calculations(game, done, workings, told)
    for path in ENDING:
        out += _part(path, _ending(game, done, workings.get(path), told))
    rest = [one for path, one in workings.items() if path.startswith("outcome.") and path not in ENDING]
    more = list(_untold([lines(game, one) for one in rest if isinstance(one, Chain | Standing)], told))
    out += _part("more", [*more, *(Item("", text) for text in outcome_facts(game, view, done.outcome))])
    return worded(game, out)


def _outcome(game: Game[Any], view: Any, done: Settlement, workings: Mapping[str, Working]) -> Iterator[Block]:
    """Who wins, with the rule; nobody only where hands are won."""
    won = outcome_text(done.outcome)
    yield from (Para(text, "good") for text in won)
    if not won and ENDING[0] in workings:
        yield Para(say("score.nobody"))
    clause = done.outcome.get("clause")
    if clause:
        yield Item("", words.rule_text(words.clause(game.name, clause), view.options), clause)


def _part(what: str, blocks: Iterable[Block], who: Sequence[str] = ()) -> list[Block]:
    """A part of the page under its heading, which names the sides it is about; nothing if there is nothing to tell."""
    told = list(blocks)
    return [Heading(say("score.part", what=what, who=who)), *told] if told else []


def _points(game: Game[Any], done: Settlement) -> Block:
    """The table of the lines of points, one for sides of which the same is said, and of totals of several lines."""
    rows: list[tuple[str, str, str]] = []
    told = [(line, f"{line_text(game, line)} ({mark('k', line.clause)})") for line in done.lines]
    for these in _alike(told):
        for at, (points, some) in enumerate(groupby(these, key=lambda one: one[0].points)):
            first, *more = some
            said = say("score.same") if at else _of_each(first) if more else first[1]
            rows.append((listed([mark("s", line.to) for line, _ in (first, *more)]), shown(float(points)), said))
    own = Counter(line.to for line in done.lines)
    for to, n in done.scores.items():
        if own[to] != 1:
            rows.append((mark("s", to), shown(float(n)), say("score.total" if own[to] else "score.none")))
    side, points, why = say("score.head", unit=words.unit(game)).split("|")
    return ColumnsBlock((side, points, why), tuple(rows), right=(1,)) if rows else Para(say("score.chips"))


def _alike(told: Iterable[tuple[ScoreLine, str]]) -> list[list[tuple[ScoreLine, str]]]:
    """Lines in a row of which the same is said, or as many points with the same but for whose they are."""
    groups: list[list[tuple[ScoreLine, str]]] = []
    for one in told:
        before = groups[-1][-1] if groups else None
        each = before and before[0].points == one[0].points and _of_each(before) == _of_each(one)
        if before and (before[1] == one[1] or each):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _of_each(told: tuple[ScoreLine, str]) -> str:
    """The sentence for a score line as it is said of several: "each" instead of whose line it is."""
    line, text = told
    return capital(text.replace(mark("s", line.to), say("score.each")))


def _calculations(
    game: Game[Any], done: Settlement, workings: Mapping[str, Working], told: set[str]
) -> Iterator[Block]:
    """How the points of each side come about, said once for sides with the same calculation, and added to `told`."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for to, one in score_sums(done).items():
        if any(part.inner is not None and _worked_out(part.inner) for part in one.parts):
            alike.setdefault(tuple(lines(game, one)), []).append(to)
    for how, sides in alike.items():
        if len(how) > 1 or not _retold(game, done, sides, how[0]):
            yield from _part("points", (Item("", text) for text in how), sides)
    told.update(text for how in alike for text in how)
    summed = {side for sides in alike.values() for side in sides}
    chains = [workings.get(f"scores.{side}") for side, n in done.scores.items() if n and side not in summed]
    yield from _part("points", _untold(together(game, [one for one in chains if isinstance(one, Chain)]), told))


def _retold(game: Game[Any], done: Settlement, sides: Sequence[str], text: str) -> bool:
    """Whether a sum has no numbers but those that the lines of these sides say in the table, as a 1 goes unsaid."""
    own = [line for line in done.lines if line.to in sides]
    said = written(" ".join(line_text(game, line) for line in own)).numbers | {line.points for line in own}
    return {*map(abs, written(text).numbers)} <= {1, *map(abs, said)}


def _ending(game: Game[Any], done: Settlement, one: Working | None, told: set[str]) -> Iterator[Block]:
    """How the result of the hand or of the game is found; totals that are those of this hand stand in the table."""
    if one is None:
        return
    if isinstance(one, Standing) and all(_only_this_hand(own, done.scores.get(who)) for who, own in one.sums.items()):
        told.update(total_line(game, who, own, deep=False) for who, own in one.sums.items())
    yield from _untold([lines(game, one)], told)


def _only_this_hand(own: Sum, points: float | None) -> bool:
    """Whether a total is the points of this hand and nothing else."""
    return len(own.parts) == 1 and own.total == points


def _untold(paragraphs: Iterable[list[str]], told: set[str]) -> Iterator[Block]:
    """The sentences that are not in `told`, nor end with a sum that is, a line each; all are added to it."""
    for steps in paragraphs:
        said = " ".join(told)
        fresh = [step for step in steps if (sum_[0] if (sum_ := re.search(_SUM, step)) else step) not in said]
        told.update(steps)
        yield from (Item("", text) for text in fresh)


def _worked_out(one: Sum) -> bool:
    """Whether a sum has more than one part, or its only part has."""
    return len(one.parts) > 1 or any(
        part.inner is not None and len(reduced(part.inner).parts) > 1 for part in one.parts
    )
