"""The report of a study: shares with confidence intervals and mean points, as a document and as JSON."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.advice import confidence
from tutor.teach.practice.advising import chance, sure_text
from tutor.teach.tables.tabletop import table_of
from tutor.teach.text.doc import Block, ColumnsBlock, Doc, Gap, Heading, Para, TableDrawing
from tutor.teach.text.marks import mark
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.advice.outcomes import Outcome
    from tutor.kernel.history import Record
    from tutor.teach.studies.hands import StudyTally
    from tutor.teach.studies.question import StudyQuestion

SCHEMA: Final = "tutor.simulate/1"
Z: Final = 1.96
"""Standard errors to each side of a 95 % confidence interval."""


class Share(NamedTuple):
    """A share `n` of `of`, with Wilson's 95 % confidence interval."""

    n: int
    of: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """`n / of`; 0 if `of` is 0."""
        return self.n / self.of if self.of else 0.0


def wilson(n: int, of: int) -> Share:
    """A share with Wilson's score interval, which also holds for small numbers and near 0 and 1."""
    if not of:
        return Share(n, of, 0.0, 1.0)
    p, zz = n / of, Z * Z
    middle = (p + zz / (2 * of)) / (1 + zz / of)
    half = Z / (1 + zz / of) * (p * (1 - p) / of + zz / (4 * of * of)) ** 0.5
    return Share(n, of, max(0.0, middle - half), min(1.0, middle + half))


@dataclass(frozen=True)
class Column:
    """The outcomes of one move."""

    move: str
    outcomes: tuple[Outcome, ...]
    illegal: int

    @property
    def won(self) -> Share | None:
        """The share of hands that its side won; None where hands have no winner."""
        return self._share([o for o in self.outcomes if o.won is not None], "won")

    @property
    def declared(self) -> Share | None:
        """The share of hands in which its side was declarer; None in games without contracts."""
        return self._share([o for o in self.outcomes if o.declared is not None], "declared")

    @property
    def made(self) -> Share | None:
        """The share of its contracts that it made; None if it had none."""
        return self._share([o for o in self.outcomes if o.declared and o.won is not None], "won")

    @property
    def points(self) -> tuple[float, float]:
        """The mean points of its side, and half the 95 % confidence interval."""
        values = [o.points for o in self.outcomes]
        if len(values) < 2:
            return (values[0] if values else 0.0), 0.0
        mean = fmean(values)
        return mean, Z * (sum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values)) ** 0.5

    @staticmethod
    def _share(outcomes: list[Outcome], name: str) -> Share | None:
        return wilson(sum(bool(getattr(o, name)) for o in outcomes), len(outcomes)) if outcomes else None


def columns(question: StudyQuestion, tallies: Iterable[StudyTally]) -> list[Column]:
    """The outcomes of each move, in the order of hands."""
    ordered = sorted(tallies)
    out = []
    for i, move in enumerate(question.moves or ("",)):
        own = [tally.outcome for tally in ordered if tally.choice == i]
        out.append(Column(move, tuple(o for o in own if o is not None), sum(o is None for o in own)))
    return out


class BestMove(NamedTuple):
    """The move that brought most against the next best, in the `hands` in which both were made.

    It brought `margin` points more on average, more in `better` hands and less in `worse`, which makes it so `sure`
    that it is the better of the two (from 0.5 up, as of all advice).
    """

    move: str
    other: str
    hands: int
    better: int
    worse: int
    margin: float
    sure: float


def best_move(question: StudyQuestion, tallies: Iterable[StudyTally]) -> BestMove | None:
    """How sure the hands make it which move is best; None where fewer than two moves were made in the same hands."""
    by: dict[int, dict[int, float]] = {}
    for tally in tallies:
        if tally.outcome is not None:
            by.setdefault(tally.choice, {})[tally.hand] = tally.outcome.points
    best, *rest = sorted(by, key=lambda choice: (-fmean(by[choice].values()), choice)) or [-1]
    ahead = [by[best][hand] - points for hand, points in by[rest[0]].items() if hand in by[best]] if rest else []
    if not ahead:
        return None
    better, worse = sum(d > 0 for d in ahead), sum(d < 0 for d in ahead)
    moves = question.moves
    return BestMove(moves[best], moves[rest[0]], len(ahead), better, worse, fmean(ahead), max(0.5, confidence(ahead)))


def report_json(question: StudyQuestion, tallies: Iterable[StudyTally], wanted: int) -> dict[str, Any]:
    """The report as a JSON object."""
    tallies = list(tallies)
    found, best = columns(question, tallies), best_move(question, tallies)
    done = max((len(column.outcomes) + column.illegal for column in found), default=0)
    return {
        "schema": SCHEMA,
        **question.facts(),
        "moves": [_column_json(column) for column in found],
        "best": best._asdict()
        | {"margin": round(best.margin, 4), "sure": round(best.sure, 2), "chance": chance(best.sure)}
        if best
        else None,
        "hands": done,
        "wanted": wanted,
        "complete": done >= wanted,
    }


def _column_json(column: Column) -> dict[str, Any]:
    mean, margin = column.points
    spread = Counter(o.points for o in column.outcomes)
    return {
        "move": column.move or None,
        "hands": len(column.outcomes),
        "illegal": column.illegal,
        "won": _share_json(column.won),
        "declared": _share_json(column.declared),
        "made": _share_json(column.made),
        "points": {"mean": round(mean, 4), "low": round(mean - margin, 4), "high": round(mean + margin, 4)},
        "distribution": {f"{value:g}": n for value, n in sorted(spread.items())},
    }


def _share_json(share: Share | None) -> dict[str, Any] | None:
    if share is None:
        return None
    return {
        "n": share.n,
        "of": share.of,
        "share": round(share.share, 4),
        "low": round(share.low, 4),
        "high": round(share.high, 4),
    }


def report_doc(
    question: StudyQuestion, at: Record[Any], tallies: Iterable[StudyTally], wanted: int, *, lost: bool = False
) -> Doc:
    """The report as a document; `lost` says that some hands could not be played and are left out."""
    tallies = list(tallies)
    found, best = columns(question, tallies), best_move(question, tallies)
    done = max((len(column.outcomes) + column.illegal for column in found), default=0)
    doc: list[Block] = [Heading(at.game.title, 1)]
    if question.seat:
        doc.append(TableDrawing(table_of(at.game, at.state, question.seat)))
    doc.append(Para(_how(question, done), "dim"))
    if done < wanted:
        doc.append(Para(say("studies.lost" if lost else "studies.stopped", n=done, wanted=wanted), "warn"))
    if not done:
        return tuple(doc)
    sided = len(at.game.sides(at.state.players, at.state.options)) < at.state.players
    for column in found:
        doc += _told(column, question, sided=sided)
    if best is not None:
        move, other = mark("m", best.move), mark("m", best.other)
        facts = {"better": best.better, "worse": best.worse, "deals": best.hands, "named": False}
        texts = say("studies.best", move=move), say("advice.against", other=other, **facts), sure_text(best.sure)
        doc += [Gap(), Para(" ".join(texts))]
    return tuple(doc)


def _how(question: StudyQuestion, done: int) -> str:
    facts = {"level": question.level, "seat_": question.seat, "seed": question.seed}
    return say("studies.how", n=done, given=bool(question.hands), asked=bool(question.moves), **facts)


def _told(column: Column, question: StudyQuestion, *, sided: bool) -> list[Block]:
    mean, margin = column.points
    title = (
        say("studies.move", move=mark("m", column.move))
        if column.move
        else say("studies.as_played", level=question.level)
    )
    rows = [
        (
            say(f"studies.{name}"),
            _percent(share.share),
            f"{_percent(share.low)} - {_percent(share.high)}",
            f"{share.n} / {share.of}",
        )
        for name, share in (("won", column.won), ("declared", column.declared), ("made", column.made))
        if share is not None and share.of
    ]
    head = tuple(say("studies.head").split("|"))
    out: list[Block] = [Heading(title)]
    if rows:
        out.append(ColumnsBlock(head, tuple(rows), right=(1, 2, 3)))
    if column.won is not None and column.won.of < len(column.outcomes):
        out.append(Para(say("studies.drawn", n=len(column.outcomes) - column.won.of), "dim"))
    facts = {"mean": round(mean, 2), "low": round(mean - margin, 2), "high": round(mean + margin, 2)}
    out.append(Para(say("studies.points", sided=sided, **facts)))
    if column.illegal:
        out.append(Para(say("studies.illegal", n=column.illegal), "dim"))
    return out


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
