"""Endless series of drills, of one clause or of a game.

A series consists of rounds. A round chooses clauses by weakness and by how often they decide in play, orders them as
the lessons do, and repeats no question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.drills.drill import Drill, DrillRejected, NoDrill, make
from tutor.teach.drills.frequency import weights
from tutor.teach.drills.repeats import CARDS, ENDING, FREE_LEAD, round_due, shape, situation, spoken
from tutor.teach.drills.wanted import Wanted, marks
from tutor.teach.overview.index import headlines
from tutor.teach.progress.due import weakness
from tutor.teach.rulebooks.rulebook import rulebook

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.teach.progress.derived import Progress
    from tutor.teach.questions import Question

SAME: Final = 2
"""After this many drills of one clause with the same answer, a neighbouring clause is asked about for contrast."""
IN_A_ROW: Final = 2
"""The most questions of one section of the rulebook that follow each other, if there are others."""
WEAK: Final = 0.7
"""The share of a game's drills that are about its weakest clauses."""
TRIES: Final = 8
CONTRASTS: Final = 4
"""The most neighbours of a clause that are tried for contrast."""
ROUND: Final = 10
"""The default number of questions of a round."""
TWICE: Final = 2
"""How often a weak clause comes in a round; other clauses come once."""
ALIKE: Final = 6
"""In a round, one sort of question may come once for each this many questions, and twice in any case."""
LEADS: Final = 4
"""One question in this many may be about a free lead in a climbing game."""
POSITION: Final = ("position", "prompt")
"""Marks that never repeat; the same sort of question with the same answer may come in another round."""
PASSED: Final = 8
"""The most clauses that are skipped because only too frequent sorts of questions are found for them."""
CLOSE: Final = 3
"""After this many times as many, questions may be near those before."""
MOST_PASSED: Final = 5 * PASSED
"""After this many anything may come that is not near a question before, and still later just anything."""
LATE: Final = "late"
AGAIN: Final = "again"
ANY: Final = "any"
LAST: Final = "last"
"""What is wanted: a question about a rule that was put off, another one about a rule asked before, any that is not near
one before, just any."""


class Series(Iterator[Drill]):
    """Endless drills of these clauses without repetition; weak ones, by `progress`, come more often.

    Clauses for which no drill is found are dropped; the series ends when none is left.
    """

    def __init__(
        self, game: Game[Any], clauses: Sequence[str], seed: int, progress: Progress | None = None, count: int = ROUND
    ) -> None:
        self.game, self.clauses, self.seed, self.progress, self.count = game, clauses, seed, progress, count
        self.rng = Random(f"{game.name} {seed}")
        self.alone = len(clauses) == 1
        """Whether the learner knows the clause, so that questions that ask for it are avoided if there are others."""
        self.left = list(clauses)
        self.number = 0
        self.seen: set[tuple[str, ...]] = set()
        self.last: list[tuple[str, str]] = []
        self.shapes: Counter[str] = Counter()
        """The number of questions of each sort in the round."""
        self.asked: list[Question] = []
        """The questions of the round."""
        self.planned: list[str] = []
        self.put_off: list[str] = []
        """Clauses not asked in the round, as their sort of question came too often; asked before any comes again."""
        self.failed: set[tuple[str, bool, str]] = set()
        """Clauses that gave no question in the round, and what was wanted; later there are no more of them."""
        self.counted: Counter[str] = Counter()
        """The number of questions about each clause in the round, planned or asked."""

    def __next__(self) -> Drill:
        passed = 0
        while self.left:
            if not self.planned:
                self.planned = self._next_round()
            before = self.last[-1][0] if self.last else ""
            if set(self.planned) == {before} != set(self.left):
                short = len(self.asked) < self.count
                self.planned += [self._drawn_clause({before})] if short else self._next_round()
            clause = self.planned.pop(self._next_place(before))
            again = clause not in self._weakest(self.left) and any(one.clause == clause for one in self.asked)
            late = again and bool(self.put_off)
            clause = self.put_off.pop(0) if late else clause
            if clause in self.left:
                level = LATE if late else self._level(passed)
                if level in (ANY, LAST):  # rather what has not been asked
                    untried = [one for one in self.left if self._untried(one, level)]
                    clause = next((one for one in untried if not self._own_shapes(one)), [*untried, clause][0])
                often = self._unwanted(clause, passed, late=late)
                drill = self._next_drill(clause, often, level, new=clause not in self._weakest(self.left))
                if drill is not None:
                    return drill
                passed += 1
                if level == LAST or not (often or self.asked):
                    self.left = [other for other in self.left if other != clause]
                elif not late and all(question.clause != clause for question in self.asked):
                    self.put_off.append(clause)
            if self.left:
                self.planned.append(self._drawn_clause())
        raise StopIteration

    def _level(self, passed: int) -> str:
        """What is wanted after so many clauses were `passed` over."""
        if passed >= MOST_PASSED + TWICE * PASSED:
            return LAST
        return ANY if passed >= MOST_PASSED else str(min(passed // PASSED, CLOSE))

    def _untried(self, clause: str, level: str) -> bool:
        """Whether no question of this level was looked for in the round."""
        return {(clause, new, level) for new in (True, False)}.isdisjoint(self.failed)

    def _next_place(self, before: str) -> int:
        """Where the next planned clause is: not the one `before`, nor a third of one section, if there is another.

        So questions of one kind do not come three times running.
        """
        of = rulebook(self.game.name).clauses
        lately = [of[clause].section for clause, _ in self.last[-IN_A_ROW:]]
        full = lately[0] if len(lately) == IN_A_ROW and len(set(lately)) == 1 else None
        others = [at for at, clause in enumerate(self.planned) if clause != before]
        fresh = (at for at in others if of[self.planned[at]].section != full)
        return next(fresh, others[0] if others else 0)

    def again(self, clause: str, other: bool) -> Drill | None:
        """Another drill of a clause in a new situation, with `other` one that asks something else; None if none."""
        own = self._own_shapes(clause) if other else frozenset()
        twice = {sort for sort, n in (self.shapes + Counter(map(spoken, self.asked))).items() if sort and n >= TWICE}
        return self._next_drill(clause, ((own | twice) - CARDS) | self._met(), AGAIN, new=other)

    def _too_frequent(self, clause: str) -> frozenset[str]:
        """The sorts of questions that must not come again in this round, for a known clause after one question."""
        most = self._most
        own = frozenset() if clause in self._weakest(self.left) else self._own_shapes(clause)
        once = {ENDING} & self.shapes.keys()
        often = {sort for sort, n in self.shapes.items() if n >= most or sort in own}
        often |= {sort for sort, n in Counter(map(spoken, self.asked)).items() if sort and n >= most}
        return (frozenset(often | once) - CARDS) | self._met() | self._full_rounds()

    @property
    def _most(self) -> int:
        """How often one sort of question may come in a round."""
        return max(2, self.count // ALIKE)

    def _full_rounds(self) -> frozenset[str]:
        """What has been led to, or had to be beaten, in too many questions of the round."""
        rounds = Counter(map(round_due, self.asked))
        most = dict.fromkeys(rounds, self._most) | {FREE_LEAD: max(2, self.count // LEADS)}
        return frozenset(sort for sort, n in rounds.items() if sort and n >= most[sort])

    def _unwanted(self, clause: str, passed: int, *, late: bool) -> frozenset[str]:
        """What must not come after so many clauses were `passed` over: less and less, and at last anything may."""
        last = frozenset(spoken(question) for question in self.asked[-1:]) - {""}
        if passed < PASSED and not late:
            return self._too_frequent(clause) | last
        if late:
            return self._met() | self._full_rounds()
        if passed < TWICE * PASSED:
            return self._met() | self._full_rounds() | last
        return (self._own_shapes(clause) - CARDS) | last if passed < MOST_PASSED else frozenset()

    def _own_shapes(self, clause: str) -> frozenset[str]:
        """The sorts of questions about a clause in the round."""
        return frozenset(shape(question) for question in self.asked if question.clause == clause)

    def _met(self) -> frozenset[str]:
        """The situations of this round."""
        return frozenset(filter(None, map(situation, self.asked)))

    def _next_drill(self, clause: str, often: Set[str], level: str, *, new: bool = True) -> Drill | None:
        if (clause, new, level) in self.failed and not self.alone:
            return None
        asked = () if self.alone else tuple(self.asked)
        apart = level not in (str(CLOSE), LAST)
        drill = self._new(Wanted(clause, self.seen, self.alone, often, asked, new, apart=apart))
        same = self.alone and len(self.last) >= SAME and len(set(self.last[-SAME:])) == 1
        if same and drill is not None and (drill.clause, drill.question.answer()) == self.last[-1]:
            drill = self._contrast(clause) or drill
        if drill is not None:
            self.number += 1
            self.shapes[shape(drill.question)] += 1
            self.asked.append(drill.question)
            self.seen |= set(marks(drill.clause, drill.moment, drill.question))
            self.last.append((drill.clause, drill.question.answer()))
        else:
            self.failed.add((clause, new, level))
        return drill

    def _new(self, wanted: Wanted) -> Drill | None:
        """The drill of this seed or a later one that is `wanted`; None if there is none."""
        spare: Drill | None = None
        failed = 0
        for more in range(TRIES):
            seed = self.seed + self.number + 1_000_003 * more
            try:
                drill = make(self.game, wanted.clause, seed, strict=not wanted.told, wanted=wanted.fresh)
            except DrillRejected:
                continue
            except NoDrill:
                failed += 1
                if failed > 1:
                    return spare
                continue
            if wanted.fresh(drill.moment, drill.question):
                if wanted.best(drill):
                    return drill
                spare = spare or (drill if wanted.told else None)
        return spare

    def _contrast(self, clause: str) -> Drill | None:
        """A drill of a neighbour of `clause` in the rulebook; None if there is none."""
        book = rulebook(self.game.name).clauses
        near = [c.id for c in book.values() if c.section == book[clause].section and c.id != clause and not c.drill]
        some = self.rng.sample(near, min(len(near), CONTRASTS))
        return next(filter(None, (self._new(Wanted(other, self.seen)) for other in some)), None)

    def _next_round(self) -> list[str]:
        """The clauses of one round in the order of lessons; those that come twice come again later."""
        self.seen = {mark for mark in self.seen if len(mark) == len(POSITION)}
        self.counted.clear()
        self.shapes.clear()
        self.asked.clear()
        self.put_off.clear()
        self.failed.clear()
        chosen = [self._drawn_clause() for _ in range(self.count)]
        order = _lesson_order(self.game)
        rows: dict[str, int] = {}
        placed = []
        for clause in chosen:
            rows[clause] = rows.get(clause, -1) + 1
            placed.append((rows[clause], order.get(clause, len(order)), clause))
        return [clause for _, _, clause in sorted(placed)]

    def _drawn_clause(self, but: Set[str] = frozenset()) -> str:
        """One more clause for a round, `but` none of these, drawn by weakness and by how often it decides."""
        times = self.counted
        known = [clause for clause in dict.fromkeys(self.left) if clause not in but]
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
        """The weakest third of `clauses` by `progress`; empty without progress."""
        progress = self.progress
        if progress is None:
            return ()
        return sorted(clauses, key=lambda clause: -weakness(progress, clause))[: max(1, len(clauses) // 3)]


def _weights(game: Game[Any], clauses: Sequence[str]) -> Mapping[str, float]:
    """The weights of clauses: by how often they decide if a whole game is drilled, else equal."""
    some = len(clauses) * 2 < len(rulebook(game.name).clauses)
    return dict.fromkeys(clauses, 1.0) if some else weights(game)


def _lesson_order(game: Game[Any]) -> dict[str, int]:
    """The places of clauses in the order of lessons, then of the rulebook."""
    order: dict[str, int] = {}
    for lesson in headlines(game.name):
        for clause in lesson.clauses:
            order.setdefault(clause, len(order))
    for clause in rulebook(game.name).clauses:
        order.setdefault(clause, len(order))
    return order


def clauses_of(game: Game[Any], progress: Progress | None = None) -> list[str]:
    """The clauses to drill: those of lessons begun and those asked about before; all if there are none."""
    every = [clause.id for clause in rulebook(game.name).clauses.values() if not clause.drill]
    if progress is None:
        return every
    taught = {clause for clause, known in progress.clauses.items() if known.tries}
    for lesson in headlines(game.name):
        if progress.lesson(game.name, lesson.id).started:
            taught.update(lesson.clauses)
    return [clause for clause in every if clause in taught] or every
