"""Series of drills: of one clause, of a game (what is weak first), each followed by another without end.

A series is made in rounds. A round takes its rules by how often they decide at the table, goes from plain to hard, as
the lessons do, and asks nothing twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.drills.drill import Drill, NoDrill, Unwanted, make
from tutor.teach.drills.often import weights
from tutor.teach.drills.repeats import CARDS, ENDING, alike, same_reasons, shape, situation
from tutor.teach.lessons.files import BadLesson, document, paths_of
from tutor.teach.progress.due import weakness
from tutor.teach.questions import Question, WhichClause
from tutor.teach.rulebook import rulebook

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.teach.drills.moments import Moment
    from tutor.teach.progress.derived import Progress

SAME: Final = 2
"""After so many drills of one clause with the same answer another clause is asked about, to tell them apart."""
WEAK: Final = 0.7
"""How many of the drills of a game are of its weakest clauses."""
TRIES: Final = 8
CONTRASTS: Final = 4
"""Neighbours of a clause that are tried, to set it apart."""
ROUND: Final = 10
"""Questions of a round, if nobody says how many."""
TWICE: Final = 2
"""How often a clause that is weak comes in a round, if there are others; the others come once."""
ALIKE: Final = 6
"""One in so many questions of a round may be of one sort (for the rule, what a whole hand brings); two in any round."""
POSITION: Final = ("position", "prompt")
"""What is never asked again; the same sort of question with the same answer may come in another round."""
PASSED: Final = 8
"""Rules passed over at the most, of which only questions of such sorts are found."""


class Series(Iterator[Drill]):
    """Drills of these clauses without end, the weak ones more often if there is `progress` to tell; never one twice.

    Clauses of which none is found are left out; the series ends when no clause is left.
    """

    def __init__(
        self, game: Game[Any], clauses: Sequence[str], seed: int, progress: Progress | None = None, count: int = ROUND
    ) -> None:
        self.game, self.clauses, self.seed, self.progress, self.count = game, clauses, seed, progress, count
        self.rng = Random(f"{game.name} {seed}")
        self.left = list(clauses)
        self.number = 0
        self.seen: set[tuple[str, ...]] = set()
        self.last: list[tuple[str, str]] = []
        self.shapes: Counter[str] = Counter()
        """How often each sort of question came in the round."""
        self.asked: list[Question] = []
        """The questions of the round."""
        self.planned: list[str] = []
        self.counted: Counter[str] = Counter()
        """How often each clause comes in the round, planned or asked."""

    def __next__(self) -> Drill:
        passed = 0
        while self.left:
            if not self.planned:
                self.planned = self._round()
            before = self.last[-1][0] if self.last else ""
            if set(self.planned) == {before} != set(self.left):
                self.planned += self._round()
            clause = self.planned.pop(next((i for i, ident in enumerate(self.planned) if ident != before), 0))
            if clause in self.left:
                often = self._often(clause) if passed < PASSED else frozenset()
                drill = self._another(clause, often)
                if drill is not None:
                    return drill
                passed += bool(often)
                if not often:
                    self.left = [other for other in self.left if other != clause]
            if self.left:
                self.planned.append(self._one())
        raise StopIteration

    def again(self, clause: str) -> Drill | None:
        """Another drill of a clause, of a sort not there twice, in another situation; None if none is."""
        twice = {sort for sort, n in self.shapes.items() if n >= TWICE} - CARDS
        return self._another(clause, twice | self._met())

    def _often(self, clause: str) -> frozenset[str]:
        """The sorts of questions that came often enough in this round: of this clause, one is enough if it is known."""
        most = max(2, self.count // ALIKE)
        own = {shape(question) for question in self.asked if question.clause == clause}
        if clause in self._weakest(self.left):
            own = set()
        once = {ENDING} & self.shapes.keys()
        often = {sort for sort, n in self.shapes.items() if n >= most or sort in own}
        return (frozenset(often | once) - CARDS) | self._met()

    def _met(self) -> frozenset[str]:
        """The situations of this round."""
        return frozenset(filter(None, map(situation, self.asked)))

    def _another(self, clause: str, often: Set[str]) -> Drill | None:
        told = len(self.clauses) == 1
        asked = () if told else tuple(self.asked)
        drill = _new(self.game, clause, self.seed + self.number, self.seen, told=told, often=often, asked=asked)
        same = len(self.clauses) == 1 and len(self.last) >= SAME and len(set(self.last[-SAME:])) == 1
        if same and drill is not None and (drill.clause, drill.question.answer()) == self.last[-1]:
            drill = _contrast(self.game, clause, self.seed + self.number, self.rng, self.seen) or drill
        if drill is not None:
            self.number += 1
            self.shapes[shape(drill.question)] += 1
            self.asked.append(drill.question)
            self.seen |= set(_marks(drill.clause, drill.moment, drill.question))
            self.last.append((drill.clause, drill.question.answer()))
        return drill

    def _round(self) -> list[str]:
        """The clauses of one round, from plain to hard; what comes twice comes once more later."""
        self.seen = {mark for mark in self.seen if len(mark) == len(POSITION)}
        self.counted.clear()
        self.shapes.clear()
        self.asked.clear()
        chosen = [self._one() for _ in range(self.count)]
        order = _course(self.game)
        rows: dict[str, int] = {}
        placed = []
        for clause in chosen:
            rows[clause] = rows.get(clause, -1) + 1
            placed.append((rows[clause], order.get(clause, len(order)), clause))
        return [clause for _, _, clause in sorted(placed)]

    def _one(self) -> str:
        """One more clause of a round: the weaker the likelier, and the more often it decides."""
        times = self.counted
        known = list(dict.fromkeys(self.left))
        fewest = min(times[clause] for clause in known)
        often = self._weakest(known)
        few = [clause for clause in known if times[clause] < max(TWICE if clause in often else 1, fewest + 1)] or known
        if self.progress is not None and self.rng.random() < WEAK:
            few = list(self._weakest(few))
        heavy = _weights(self.game, self.clauses)
        clause = self.rng.choices(few, [heavy[clause] / (1 + 3 * times[clause]) for clause in few])[0]
        times[clause] += 1
        return clause

    def _weakest(self, clauses: Sequence[str]) -> Sequence[str]:
        """A third of `clauses`, as far as `progress` tells; none if it tells nothing."""
        progress = self.progress
        if progress is None:
            return ()
        return sorted(clauses, key=lambda clause: -weakness(progress, clause))[: max(1, len(clauses) // 3)]


def series(
    game: Game[Any], clauses: Sequence[str], seed: int, progress: Progress | None = None, count: int = ROUND
) -> Series:
    """Drills of these clauses without end, `count` in a round (see `Series`)."""
    return Series(game, clauses, seed, progress, count)


def _weights(game: Game[Any], clauses: Sequence[str]) -> Mapping[str, float]:
    """How likely each clause is asked about: as often as it decides, where all of a game is drilled."""
    some = len(clauses) * 2 < len(rulebook(game.name).clauses)
    return dict.fromkeys(clauses, 1.0) if some else weights(game)


def _course(game: Game[Any]) -> dict[str, int]:
    """The clauses in the order in which lessons teach them, then as in the rulebook."""
    order: dict[str, int] = {}
    for path in paths_of(game.name):
        try:
            taught = document(path).get("clauses", ())
        except BadLesson:
            continue
        for clause in taught:
            order.setdefault(clause, len(order))
    for clause in rulebook(game.name).clauses:
        order.setdefault(clause, len(order))
    return order


def _marks(clause: str, moment: Moment, question: Question) -> tuple[tuple[str, ...], ...]:
    """By what a drill is known as one that was there: its position; its rule, the sort of question and the answer."""
    return (
        (moment.position, question.prompt),
        (clause, shape(question), question.answer()),
    )


def _sorts(question: Question) -> tuple[str, str]:
    """What may have come too often: the sort of question, and the situation."""
    return shape(question), situation(question)


def _new(
    game: Game[Any],
    clause: str,
    seed: int,
    seen: set[tuple[str, ...]],
    *,
    told: bool = False,
    often: Set[str] = frozenset(),
    asked: Sequence[Question] = (),
) -> Drill | None:
    """The drill of this seed, or the next one that was not there yet; None if there is none.

    With `told` the learner knows which clause it is, so that asking for it would be no question, if there is another;
    and any question is better than none. Sorts of questions that came too `often` are none, either, nor those that are
    nearly what was `asked`, or have mostly its reasons as long as there are sorts to avoid.
    """
    wanted = _Wanted(clause, seen, told, often, asked)
    spare: Drill | None = None
    failed = 0
    for more in range(TRIES):
        try:
            drill = make(
                game, clause, seed if not more else seed + 1_000_003 * more, strict=not told, wanted=wanted.fresh
            )
        except Unwanted:
            continue
        except NoDrill:
            failed += 1
            if failed > 1:
                return spare
            continue
        if wanted.fresh(drill.moment, drill.question):
            if wanted.best(drill):
                return drill
            spare = spare or (drill if told else None)
    return spare


@dataclass(frozen=True)
class _Wanted:
    """Which drills of a clause a series still wants; its fields are what `_new` takes."""

    clause: str
    seen: Set[tuple[str, ...]]
    told: bool
    often: Set[str]
    asked: Sequence[Question]

    def fresh(self, moment: Moment, question: Question) -> bool:
        """Whether it may come at all."""
        there, again = _marks(self.clause, moment, question)
        if there in self.seen or any(alike(question, other) for other in self.asked):
            return False
        if self.often and any(same_reasons(question, other) for other in self.asked):
            return False
        return self.told or (again not in self.seen and self.often.isdisjoint(_sorts(question)))

    def best(self, drill: Drill) -> bool:
        """Whether no other is looked for."""
        again = _marks(self.clause, drill.moment, drill.question)[1]
        asks_rule = self.told and isinstance(drill.question, WhichClause)
        return again not in self.seen and not asks_rule and self.often.isdisjoint(_sorts(drill.question))


def _contrast(game: Game[Any], clause: str, seed: int, rng: Random, seen: set[tuple[str, ...]]) -> Drill | None:
    """A drill of a neighbour of `clause` in the rulebook."""
    book = rulebook(game.name).clauses
    near = [c.id for c in book.values() if c.section == book[clause].section and c.id != clause and not c.drill]
    for other in rng.sample(near, min(len(near), CONTRASTS)):
        drill = _new(game, other, seed, seen)
        if drill is not None:
            return drill
    return None


def clauses_of(game: Game[Any], progress: Progress | None = None) -> list[str]:
    """The clauses to drill: those of lessons begun and those asked before; all there are if that is none."""
    every = [clause.id for clause in rulebook(game.name).clauses.values() if not clause.drill]
    if progress is None:
        return every
    taught = {clause for clause, known in progress.clauses.items() if known.tries}
    for path in paths_of(game.name):
        if progress.lesson(game.name, path.stem).started:
            try:
                taught |= set(document(path).get("clauses", ()))
            except BadLesson:
                continue
    return [clause for clause in every if clause in taught] or every
