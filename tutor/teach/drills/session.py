"""The conversation of drills, reviews and mistakes of practice.

It takes drills from an iterator, asks them one by one, and logs each result at once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, ClassVar, Final

from tutor.kernel.judging import Verdict
from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.asking import Asking
from tutor.teach.conversation.assist import Assist
from tutor.teach.conversation.commands import CommandRow
from tutor.teach.conversation.conversation import HELP, leaving
from tutor.teach.conversation.moves import meant
from tutor.teach.conversation.questioning import Questioning
from tutor.teach.drills.frequency import SEVERAL, shared_by
from tutor.teach.drills.telling import order_asked, rule_asked, untold
from tutor.teach.questions import MakeMove, MovesQuestion
from tutor.teach.rulebooks.reading import rules_named
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.explain import attempt_doc
from tutor.teach.text.doc import Block, Doc, Gap, Item, Para, Pre
from tutor.teach.text.move_lists import offered
from tutor.teach.text.names import NOBODY, Names
from tutor.teach.text.phrases import worded
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence

    from tutor.teach.drills.drill import Drill
    from tutor.teach.progress.store import Store

ENDING: Final = 6
"""One in this many questions, at the end, is about a rule that was answered wrong before."""
LATELY: Final = 2
"""The number of questions before it about whose rules such a question is not."""
TRIED: Final = 8
"""The most rules answered wrong for which another question is searched."""


class DrillSession(Questioning):
    """A conversation about at most `count` drills; `where` is their kind in the log."""

    def __init__(
        self,
        drills: Iterator[Drill],
        store: Store,
        *,
        count: int | None = None,
        where: str = "drill",
        intro: Sequence[Block] = (),
        assist: Assist = Assist.ASK,
        enough: Callable[[], bool] = lambda: False,
        again: Callable[[str, bool], Drill | None] = lambda clause, other: None,
    ) -> None:
        """`enough` is polled between questions, and ends the session when True (the time is up).

        `again` makes another drill of a clause, one that asks something other if so, for the questions at the end about
        missed rules.
        """
        super().__init__(store)
        self.drills, self.count, self.where = drills, count, where
        self.intro, self.assist, self.enough, self.again = intro, assist, enough, again
        self.asked = 0
        self.drill: Drill | None = None
        self.finished = False
        self.tried: set[str] = set()
        """The moves in the learner's answers to this question."""
        self.went: list[tuple[Drill, str]] = []
        """The drills done, each with its result: first, again, hinted, shown or skipped."""

    @property
    def prompt(self) -> str:
        """The kind of session and the number of the question."""
        of = f"/{self.count}" if self.count else ""
        return f"{self.drill.game.name if self.drill else ''} {self.where} {self.asked}{of}".strip()

    @property
    def place(self) -> tuple[str, ...]:
        """The game and the number of the question."""
        return self.drill.game.title if self.drill else say(f"drill.name_{self.where}"), self._number()

    @property
    def names(self) -> Names:
        """The names of the seats in the position."""
        return self.drill.moment.scene.names if self.drill else NOBODY

    @property
    def over(self) -> bool:
        """Whether all questions are done."""
        return self.finished

    @property
    def hints(self) -> bool:
        """Whether hints are available."""
        return self.assist.hints

    def opening(self) -> list[Block]:
        """The introduction and the first question."""
        about = [Para(say("drill.about_ids"), "dim")] if self.intro else []
        return [*self.intro, *about, *self.going_on()]

    def parting(self) -> list[Block]:
        """The results so far."""
        answered = bool(self.went) or (self.asking is not None and self.asking.tries > 0)
        left = Para(say("drill.left", answered=answered, saved=not self.store.failing), "dim")
        return [] if self.finished else [*self._summary(), left]

    # -- going on --------------------------------------------------------------------------------------

    def going_on(self) -> list[Block]:
        """The next question, or the end."""
        over = (self.asked and self.enough()) or self.asked == self.count
        drill = None if over else self._missed() or next(self.drills, None)
        if drill is None:
            self.finished, self.asking = True, None
            return [Gap(), *self._summary()] if self.asked else [Para(say("drill.nothing_to_ask"))]
        if not drill.preface and any(before.clause == drill.clause for before, _ in self.went):
            latest = self.went[-1][0].clause == drill.clause
            drill = replace(drill, preface=say("drill.same_rule" if latest else "drill.once_more"))
        self.asked += 1
        self.drill, self.tried = drill, set()
        self.asking = Asking(drill.question, drill.game.name, self.where, drill.moment.position)
        return [Gap(), Para(self._number(), "dim"), *self._posed(drill)]

    def _missed(self) -> Drill | None:
        """Another question about a rule answered wrong, if few questions are left; else None.

        Of several rules none is asked that many games have: others that were not asked yet are better. What is of
        another section than the question before comes first, then the hardest.
        """
        left = (self.count or 0) - self.asked
        if not 0 < left <= (self.count or 0) // ENDING:
            return None
        done = [drill.clause for drill, _ in self.went]
        wrong = {drill.clause: drill for drill, result in self.went if result != "first"}
        once = [clause for clause in wrong if done.count(clause) == 1 and clause not in done[-LATELY:]]
        same = len(wrong) == 1  # else another rule is better than much the same question
        own = [clause for clause in once if same or self._unlike(wrong[clause])[0]]
        own.sort(key=lambda clause: self._unlike(wrong[clause]))
        for other, clause in product((True, False) if same else (True,), own[::-1][:TRIED]):
            drill = self.again(clause, other)
            if drill is not None:
                return replace(drill, preface=say("drill.once_more"))
        return None

    def _unlike(self, drill: Drill) -> tuple[bool, bool]:
        """Whether few other games have this rule, and whether it is of another section than the last one."""
        rule, last = (words.clause(one.game.name, one.clause) for one in (drill, self.went[-1][0]))
        return shared_by(drill.game.name, rule) < SEVERAL, rule.section != last.section

    def _number(self) -> str:
        return say("drill.number", n=self.asked, of=self.count or 0)

    def _posed(self, drill: Drill) -> list[Block]:
        """The position and the question."""
        doc = [*([Para(drill.preface)] if drill.preface else []), *drill.described(), *self.reminder()]
        if self.assist.shows and isinstance(drill.question, MakeMove):
            doc.append(self._legal_moves(drill))
        return doc

    def wrong(self, line: str) -> None:
        """Add the moves of a wrong answer to those on which rulings may be given."""
        drill = self._now
        if isinstance(drill.question, MovesQuestion):
            named = drill.question.named(line)
            self.tried |= {ruling.text for ruling in drill.moment.judged(*named).asked}

    def right(self, doc: list[Block], asking: Asking, line: str) -> list[Block]:
        """Go on to the next question, after a pause."""
        return self._done(self._answer(doc, asking.heard.ruled), self._now, asking.result)

    @property
    def _now(self) -> Drill:
        """The drill being asked or just answered."""
        assert self.drill is not None
        return self.drill

    def _done(self, doc: list[Block], drill: Drill, result: str) -> list[Block]:
        self.went.append((drill, result))
        self.asking = None
        if self.asked == self.count:
            return [*doc, *self.going_on()]
        return [*doc, Para(say("lesson.enter"), "dim")]

    def _summary(self) -> list[Block]:
        """How many were right at the first try, by clause if there were several."""
        if not self.went:
            return []
        right = sum(result == "first" for _, result in self.went)
        doc: list[Block] = [Para(say("drill.score", right=right, of=len(self.went)), "good" if right else "")]
        of = Counter((drill.game.name, drill.clause) for drill, _ in self.went)
        good = Counter((drill.game.name, drill.clause) for drill, result in self.went if result == "first")
        if len(of) > 1:
            for (game, clause), n in of.items():
                doc.append(Item(f"{good[game, clause]}/{n}", words.clause(game, clause).title, clause))
        weak = [key for key in of if good[key] < of[key]]
        if weak and self.where == "review":
            doc += [Para(say("drill.more", game=game, clause=clause), "dim") for game, clause in weak[:3]]
        return doc

    # -- commands --------------------------------------------------------------------------------------

    def no_hint(self) -> str:
        """The reason why there are no hints; "" if there are."""
        return super().no_hint() if self.hints else say("drill.no_hints")

    def _no_list(self) -> str:
        return "" if self.assist.lists else say("drill.no_hints")

    def posed_again(self) -> list[Block]:
        """The position and the question."""
        return [*self._now.described(), *self.reminder()]

    def _stands(self, rest: str) -> list[Block]:
        return [Para(say("drill.not_here"), "dim"), *self.reminder()]

    def _position(self, rest: str) -> list[Block]:
        drill = self._now
        what = "explain" if drill.moment.phase is not None else "score"
        return [Pre(f"tutor {what} {drill.game.name} {drill.moment.position.removeprefix('phase=score ')}")]

    def _skip(self, rest: str) -> list[Block]:
        """Show the answer; logged as not known."""
        if self.asking is None:
            return list(self.entered())
        self.asking.log(self.store, right=False)
        doc: list[Block] = [Para(say("lesson.skipped", any_move=False, move="", others=False), "dim")]
        return self._done([*doc, *self._answer(self._now.question.solution())], self._now, "skipped")

    def _answer(self, doc: Sequence[Block], ruled: Container[str] = ()) -> list[Block]:
        """The answer with its reasons, without what the screen has said; with an odd order and the rule asked about."""
        asked, *_ = self._now.question.prompt.splitlines()  # without rules to choose from
        told = untold(doc, [*self._now.described(), Para(asked)])
        return [*told, *order_asked(self._now), *rule_asked(self._now, told, ruled)]

    def _suppose(self, rest: str) -> list[Block]:
        drill = self._now
        if drill.moment.phase is None:
            return [Para(say("lesson.no_table"), "dim")]
        if not self._may_tell(rest, drill):
            return [Para(say("drill.why_later"), "dim")]
        from tutor.teach.conversation.suppose import supposed

        return supposed(drill.game, drill.moment.scene, rest)

    def _why(self, rest: str) -> list[Block]:
        """The ruling on the move named, or on those of the last answer; once answered, the solution.

        Moves that were not tried are not ruled on before the question is answered.
        """
        drill, asking = self._now, self.asking
        question = drill.question
        if asking is None and not rest:
            return list(question.solution())
        if asking is not None and (rest or asking.last):
            about = asking.why(rest or asking.last)
            if about:
                return list(about)
        here = drill.moment
        if rest and here.phase is not None:
            rest = meant(drill.game, here.phase, here.view, rest)
        moves = [rest] if rest else []
        if not rest and asking is not None and asking.last and isinstance(question, MovesQuestion):
            moves = question.named(asking.last)
        if here.phase is None or not moves or not self._may_tell(rest, drill):
            return [Para(say("drill.why_later"), "dim")]
        found = drill.moment.judged(*moves)
        return [block for ruling in found.asked for block in attempt_doc(drill.game, found, ruling)]

    def _may_tell(self, text: str, drill: Drill) -> bool:
        """Whether a ruling on this move gives nothing away."""
        if self.asking is None or not text or (self.assist.lists and isinstance(drill.question, MakeMove)):
            return True
        ruling = drill.moment.judged(text).asked[0]
        return ruling.text in self.tried or ruling.verdict in (Verdict.NOT_HELD, Verdict.UNREADABLE)

    def _rules(self, rest: str) -> list[Block]:
        drill = self._now
        wanted = rest or (drill.question.clause if self.asking is None or self.asking.rung else "")
        if not wanted:
            return [Para(say("drill.rules_what"), "dim")]
        return rules_named(drill.game, wanted)

    def _legal_moves(self, drill: Drill) -> Para:
        """The legal moves, unless they are asked for."""
        if drill.moment.phase is None or not drill.moment.due or not isinstance(drill.question, MakeMove):
            return Para(say("drill.legal_asked"), "dim")
        here = drill.moment
        assert here.phase is not None
        return Para(
            say("practice.legal_now", moves=offered(drill.game, here.phase, here.view, here.found.legal)), "dim"
        )

    def dressed(self, doc: list[Block]) -> Doc:
        """`doc` with moves in words."""
        return worded(self.drill.game, doc, self.drill.moment.phase) if self.drill is not None else tuple(doc)

    commands: ClassVar[cmd.Table] = (
        CommandRow(cmd.HINT, Questioning.hint, absent=no_hint),
        CommandRow(cmd.WHY, _why, "[MOVE]"),
        CommandRow(cmd.SUPPOSE, _suppose, "MOVE"),
        CommandRow(cmd.RULES, _rules, "[WORD]"),
        CommandRow(cmd.SHOW, lambda drilling, _: drilling.posed_again()),
        CommandRow(cmd.LEGAL, lambda drilling, _: [drilling._legal_moves(drilling._now)], absent=_no_list),
        CommandRow(cmd.POSITION, _position),
        CommandRow(cmd.UNDO, _stands, listed=False),
        CommandRow(cmd.AGAIN, _stands, listed=False),
        CommandRow(cmd.SKIP, _skip),
        HELP,
        leaving("drill.command_quit"),
    )
