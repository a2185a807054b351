"""Series of drills: of one clause, of a game (what is weak first), each followed by another without end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from tutor.kernel.duties import Standing
from tutor.kernel.game import Game
from tutor.teach.drills.search import Drill, NoDrill, make
from tutor.teach.lessons.files import BadLesson, document, paths_of
from tutor.teach.progress.derived import Progress
from tutor.teach.questions import WhichClause
from tutor.teach.rulebook import rulebook

SAME: Final = 2
"""After so many drills of one clause with the same answer another clause is asked about, to tell them apart."""
WEAK: Final = 0.7
"""How many of the drills of a game are of its weakest clauses."""
TRIES: Final = 4


def series(game: Game[Any], clauses: Sequence[str], seed: int, progress: Progress | None = None) -> Iterator[Drill]:
    """Drills of these clauses without end, the weak ones more often if there is `progress` to tell; never one twice.

    Clauses of which none is found are left out; the series
    ends when no clause is left.
    """
    rng = Random(f"{game.name} {seed}")
    left = list(clauses)
    seen: set[tuple[str, str]] = set()
    last: list[tuple[str, str]] = []
    number = 0
    while left:
        alike = len(last) >= SAME and len(set(last[-SAME:])) == 1
        clause = _chosen(left, last, rng, progress)
        drill = _new(game, clause, seed + number, seen, told=len(clauses) == 1)
        if alike and drill is not None and (drill.clause, drill.question.answer()) == last[-1]:
            drill = _contrast(game, clause, seed + number, rng, seen) or drill
        if drill is None:
            left.remove(clause)
            continue
        number += 1
        seen.add((drill.moment.position, drill.question.prompt))
        last.append((drill.clause, drill.question.answer()))
        yield drill


def _chosen(left: Sequence[str], last: Sequence[tuple[str, str]], rng: Random, progress: Progress | None) -> str:
    """The next clause: not the last one again, if there are others; the weaker the likelier."""
    others = [clause for clause in left if not last or clause != last[-1][0]] or list(left)
    if progress is not None and rng.random() < WEAK:
        others = sorted(others, key=lambda clause: -weakness(progress, clause))[: max(1, len(others) // 3)]
    return rng.choice(others)


def _new(game: Game[Any], clause: str, seed: int, seen: set[tuple[str, str]], *, told: bool = False) -> Drill | None:
    """The drill of this seed, or the next one that was not there yet; None if there is none.

    With `told` the learner knows which clause it is, so that asking for it would be no question, if there is another.
    """
    spare: Drill | None = None
    failed = 0
    for more in range(TRIES):
        try:
            drill = make(game, clause, seed if not more else seed + 1_000_003 * more)
        except NoDrill:
            failed += 1
            if failed > 1:
                return spare
            continue
        if (drill.moment.position, drill.question.prompt) not in seen:
            if not told and not worth_asking(drill):
                continue
            if not (told and isinstance(drill.question, WhichClause)):
                return drill
            spare = spare or drill
    return spare


def worth_asking(drill: Drill) -> bool:
    """Whether a question for the rule is one: not about a pass, and with another rule in force that it might be."""
    question = drill.question
    if not isinstance(question, WhichClause):
        return True
    if question.ruling.move is not None and question.ruling.move.word in ("pass", "none"):
        return False
    steps = question.found.found.steps
    return any(s.standing is not Standing.IDLE and s.duty.clause in rivals(question) for s in steps)


def rivals(question: WhichClause) -> set[str]:
    """The rules offered that are not the right one."""
    return set(question.options) - {question.clause}


def _contrast(game: Game[Any], clause: str, seed: int, rng: Random, seen: set[tuple[str, str]]) -> Drill | None:
    """A drill of a neighbour of `clause` in the rulebook."""
    book = rulebook(game.name).clauses
    near = [c.id for c in book.values() if c.section == book[clause].section and c.id != clause and not c.drill]
    for other in rng.sample(near, min(len(near), TRIES)):
        drill = _new(game, other, seed, seen)
        if drill is not None:
            return drill
    return None


def weakness(progress: Progress, clause: str) -> float:
    """From 0, always right at once, to 1; half of it for a clause that was never asked."""
    known = progress.clause(clause)
    return 1 - known.right_first / known.tries if known.tries else 0.5


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
