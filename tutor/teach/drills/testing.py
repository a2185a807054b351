"""Testing out: a few hard questions about each lesson; lessons with all answers right at the first try are done."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.teach.conversation.assist import Assist
from tutor.teach.drills.drill import Drill, NoDrill, make
from tutor.teach.drills.session import DrillSession
from tutor.teach.lessons.files import BadLesson, document, paths_of
from tutor.teach.overview.index import headlines
from tutor.teach.progress.events import LogEvent
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.text.doc import Block, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.game import Game
    from tutor.teach.progress.store import Store

EACH: Final = 3
"""The most questions about a lesson."""
LOOKED: Final = 5
"""The most rules of a lesson for which questions are searched."""
TRIED: Final = 2
"""The number of questions of a rule of which the hardest is taken."""


class TestPart(NamedTuple):
    """A lesson that is not done yet."""

    number: int
    id: str
    title: str
    clauses: tuple[str, ...]


class TestOut(DrillSession):
    """A session of hard questions about each unfinished lesson of a game, without hints."""

    __test__ = False

    def __init__(self, game: Game[Any], store: Store, seed: int) -> None:
        self.game, self.seed = game, seed
        self.part: TestPart | None = None
        self.left = 0
        """The number of questions left about the lesson."""
        self.went_well = True
        self.passed: list[TestPart] = []
        self.failed: list[TestPart] = []
        progress = store.progress()
        self.parts = [part for part in _parts(game) if not progress.lesson(game.name, part.id).finished]
        intro = (Para(say("drill.test_intro", n=len(self.parts))),) if self.parts else ()
        super().__init__(self._asked(), store, where="test", intro=intro, assist=Assist.NONE)

    def _asked(self) -> Iterator[Drill]:
        for part in self.parts:
            drills = hardest(self.game, part.clauses, self.seed)
            self.part, self.went_well = part, True
            for at, drill in enumerate(drills):
                self.left = len(drills) - at
                head = say("drill.test_lesson", n=part.number, title=part.title, at=at + 1, of=len(drills))
                yield replace(drill, preface=" ".join(filter(None, (head, drill.preface))))

    def _done(self, doc: list[Block], drill: Drill, result: str) -> list[Block]:
        self.went_well &= result == "first"
        part = self.part
        if self.left == 1 and part is not None:
            (self.passed if self.went_well else self.failed).append(part)
            if self.went_well:
                self.store.add(LogEvent("lesson", self.game.name, part.id, result="finished", detail={"tested": True}))
            said = say("drill.tested", passed=self.went_well, n=part.number, title=part.title)
            doc = [*doc, Para(said, "good" if self.went_well else "warn")]
        return super()._done(doc, drill, result)

    def _summary(self) -> list[Block]:
        doc = super()._summary()
        if not (self.passed or self.failed):
            return doc
        numbers = [part.number for part in self.passed], [part.number for part in self.failed]
        return [*doc, Para(say("drill.test_end", passed=numbers[0], failed=numbers[1], game=self.game.name))]


def _parts(game: Game[Any]) -> Iterator[TestPart]:
    lines = {line.id: line.title for line in headlines(game.name)}
    for number, path in enumerate(paths_of(game.name), 1):
        try:
            clauses = tuple(document(path).get("clauses", ()))
        except BadLesson:
            continue
        yield TestPart(number, path.stem, lines.get(path.stem, path.stem), clauses)


def hardest(game: Game[Any], clauses: tuple[str, ...], seed: int) -> list[Drill]:
    """The hardest questions found about some of these rules, at most one for each rule."""
    book = rulebook(game.name).clauses
    known = [ident for ident in clauses if ident in book and not book[ident].drill]
    some = Random(f"{game.name} test {seed} {clauses}").sample(known, min(LOOKED, len(known)))
    found: list[Drill] = []
    for ident in some:
        tried: list[Drill] = []
        for more in range(TRIED):
            try:
                tried.append(make(game, ident, seed + more, strict=True))
            except NoDrill:
                continue
        if tried:
            found.append(max(tried, key=lambda drill: drill.question.hardness))
    return sorted(sorted(found, key=lambda drill: -drill.question.hardness)[:EACH], key=lambda d: d.question.hardness)
