"""One question after another: drills, reviews and slips as a conversation.

Where the questions come from is not its business: it is given them one by one and logs how each went, at once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tutor.kernel.phase import Verdict
from tutor.teach import ruling as words
from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.asking import Asking
from tutor.teach.conversation.assist import Assist
from tutor.teach.conversation.moves import meant, seats_named
from tutor.teach.conversation.session import Reply, Status, Word
from tutor.teach.explain import attempt_doc
from tutor.teach.questions import Legal, MakeMove
from tutor.teach.reading import none_found, rules_doc
from tutor.teach.text.doc import Block, Gap, Item, Para, Pre
from tutor.teach.text.names import NOBODY, Names
from tutor.teach.text.offers import offered
from tutor.teach.text.phrases import worded
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tutor.teach.drills.search import Drill
    from tutor.teach.progress.store import Store

KNOWN: Final = (
    cmd.HELP,
    cmd.HINT,
    cmd.WHY,
    cmd.SUPPOSE,
    cmd.RULES,
    cmd.SHOW,
    cmd.LEGAL,
    cmd.POSITION,
    cmd.SKIP,
    cmd.QUIT,
)
ENDING: Final = 6
"""One in so many questions, the last ones, is about what went wrong before."""
TRIED: Final = 3
"""Rules that went wrong of which another question is looked for."""
NOT_HERE: Final = (cmd.UNDO, cmd.BACK, cmd.AGAIN)
"""Commands of other sessions, which are no answers either."""


class DrillSession:
    """One learner and a series of drills, at most `count` of them; `where` is what the log says they were."""

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
        again: Callable[[str], Drill | None] = lambda clause: None,
    ) -> None:
        """`enough` says between two questions that no more are to be asked (the time is up).

        `again` makes another drill of a clause: a series ends on what was missed.
        """
        self.drills, self.store, self.count, self.where = drills, store, count, where
        self.intro, self.assist, self.enough, self.again = intro, assist, enough, again
        self.known = assist.commands(KNOWN)
        self.asked = 0
        self.drill: Drill | None = None
        self.asking: Asking | None = None
        self.pausing = self.finished = False
        self.faults = 0
        self.tried: set[str] = set()
        """The moves that the learner has named in answers to this question."""
        self.went: list[tuple[Drill, str]] = []
        """The drills done, with how each went: first, again, hinted, shown or skipped."""

    # -- the protocol of a session ---------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """What this is, and which question."""
        of = f"/{self.count}" if self.count else ""
        return f"{self.drill.game.name if self.drill else ''} {self.where} {self.asked}{of}".strip()

    @property
    def status(self) -> Status:
        """The game, the question, and how to get help."""
        title = self.drill.game.title if self.drill else say(f"drill.name_{self.where}")
        return Status((title, self._number(), say("lesson.keys" if self.assist.hints else "drill.keys")))

    @property
    def names(self) -> Names:
        """What seats are called in the position on the table."""
        return self.drill.moment.scene.names if self.drill else NOBODY

    def words(self) -> tuple[Word, ...]:
        """Everything that can be typed, whatever is right."""
        own = self.asking.question.words() if self.asking else ()
        return (*own, *cmd.command_words(self.known))

    def begin(self) -> Reply:
        """What this is about, and the first question."""
        return self._reply([*self.intro, *self._next()])

    def leave(self) -> Reply:
        """How it went so far."""
        if self.finished:
            return Reply((), over=True)
        return Reply((*self._summary(), Para(say("drill.left", where=self.where), "dim")), over=True)

    def tell(self, line: str) -> Reply:
        """An answer, a command, or Enter for the next question."""
        answers = self.asking is not None and self.asking.offers(line)
        # What is not there at this level, or not in a drill, is still no answer.
        command, rest = (None, line) if answers else cmd.meant(line, (*KNOWN, *NOT_HERE))
        if command is cmd.QUIT or self.finished or self.drill is None:
            return self.leave()
        if command is cmd.SKIP:
            return self._reply(self._skip() if self.asking else self._next())
        if command is not None:
            return self._reply(self._command(command, rest, self.drill))
        if self.pausing or self.asking is None:
            return self._reply(self._next())
        if not line.strip():
            return self._reply(self._posed(self.drill, anew=False))
        return self._reply(self._answered(line, self.asking, self.drill))

    # -- going on --------------------------------------------------------------------------------------

    def _next(self) -> list[Block]:
        """The next question, or the end."""
        self.pausing = False
        over = (self.asked and self.enough()) or self.asked == self.count
        drill = None if over else self._missed() or next(self.drills, None)
        if drill is None:
            self.finished, self.asking = True, None
            return [Gap(), *self._summary()] if self.asked else [Para(say("drill.nothing_to_ask"))]
        if not drill.preface and any(before.clause == drill.clause for before, _ in self.went):
            drill = replace(drill, preface=say("drill.same_rule"))
        self.asked += 1
        self.drill, self.tried = drill, set()
        self.asking = Asking(drill.question, drill.game.name, self.where, drill.moment.position)
        return [Gap(), Para(self._number(), "dim"), *self._posed(drill, anew=True)]

    def _missed(self) -> Drill | None:
        """Another question about a rule that went wrong, where few questions are left; None if there is none."""
        left = (self.count or 0) - self.asked
        if not 0 < left <= (self.count or 0) // ENDING:
            return None
        done = [drill.clause for drill, _ in self.went]
        wrong = dict.fromkeys(drill.clause for drill, result in self.went if result != "first")
        once = [clause for clause in wrong if done.count(clause) == 1 and clause != done[-1]]
        for clause in once[:TRIED]:
            drill = self.again(clause)
            if drill is not None:
                return replace(drill, preface=say("drill.once_more"))
        return None

    def _number(self) -> str:
        return say("drill.number", n=self.asked, of=self.count or 0)

    def _posed(self, drill: Drill, *, anew: bool) -> list[Block]:
        """The question, and with `anew` the position before it."""
        doc: list[Block] = []
        if anew:
            doc += drill.described()
            doc += [Para(drill.preface)] if drill.preface else []
        doc.append(Para(drill.question.prompt, "ask"))
        if anew and self.assist.shows and isinstance(drill.question, MakeMove):
            doc.append(self._legal(drill))
        return doc

    def _answered(self, line: str, asking: Asking, drill: Drill) -> list[Block]:
        if isinstance(asking.question, Legal | MakeMove):
            line = seats_named(line, self.names)
        got = asking.tried(self.store, line)
        doc: list[Block] = list(got.doc)
        if not got.understood:
            return doc
        if not got.right:
            self.faults += 1
            if isinstance(drill.question, Legal | MakeMove):
                named = drill.question.named(line)
                self.tried |= {ruling.text for ruling in drill.moment.judged(*named).asked}
            if asking.tries == 2 and not asking.rung and self.assist.hints:
                doc.append(Para(say("lesson.offer_hint"), "dim"))
            return doc
        return self._done(doc, drill, asking.result)

    def _skip(self) -> list[Block]:
        """Show the answer; what was not answered is not known."""
        assert self.asking is not None and self.drill is not None
        self.asking.log(self.store, right=False)
        doc: list[Block] = [Para(say("lesson.skipped", any_move=False, move="", others=False), "dim")]
        return self._done([*doc, *self.drill.question.solution()], self.drill, "skipped")

    def _done(self, doc: list[Block], drill: Drill, result: str) -> list[Block]:
        self.went.append((drill, result))
        self.asking = None
        if self.asked == self.count:
            return [*doc, *self._next()]
        self.pausing = True
        return [*doc, Para(say("lesson.enter"), "dim")]

    def _summary(self) -> list[Block]:
        """How many were right at once, by clause where there were several."""
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

    def _command(self, command: cmd.Command, rest: str, drill: Drill) -> list[Block]:
        again = [Para(drill.question.prompt, "ask")] if self.asking else []
        match command:
            case cmd.HELP:
                return [*cmd.help_blocks(self.known, say("command.answer_intro")), *again]
            case cmd.HINT | cmd.LEGAL if command not in self.known:
                return [Para(say("drill.no_hints"), "dim")]
            case cmd.HINT:
                return list(self.asking.hint()) if self.asking else [Para(say("lesson.no_question"), "dim")]
            case cmd.SHOW:
                return [*drill.described(), *again]
            case cmd.WHY:
                return self._why(rest, drill)
            case cmd.SUPPOSE:
                return self._suppose(rest, drill)
            case cmd.RULES:
                return self._rules(rest, drill)
            case cmd.LEGAL:
                return [self._legal(drill)]
            case cmd.POSITION:
                what = "explain" if drill.moment.phase is not None else "score"
                return [Pre(f"tutor {what} {drill.game.name} {drill.moment.position.removeprefix('phase=score ')}")]
        return [Para(say("drill.not_here"), "dim"), *again]

    def _suppose(self, rest: str, drill: Drill) -> list[Block]:
        if drill.moment.phase is None:
            return [Para(say("lesson.no_table"), "dim")]
        if not self._may_tell(rest, drill):
            return [Para(say("drill.why_later"), "dim")]
        from tutor.teach.conversation.suppose import supposed

        return supposed(drill.game, drill.moment.scene, rest)

    def _why(self, rest: str, drill: Drill) -> list[Block]:
        """The ruling on the move named, or on those of the last answer; after the answer, the solution.

        A move that was not tried is not ruled on before the answer: that would be the answer.
        """
        question, asking = drill.question, self.asking
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
        if not rest and asking is not None and asking.last and isinstance(question, Legal | MakeMove):
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

    def _rules(self, rest: str, drill: Drill) -> list[Block]:
        wanted = rest or (drill.question.clause if self.asking is None or self.asking.rung else "")
        if not wanted:
            return [Para(say("drill.rules_what"), "dim")]
        return list(rules_doc(drill.game, wanted) or (Para(none_found(drill.game, wanted), "warn"),))

    def _legal(self, drill: Drill) -> Para:
        """What is legal, where that is not the question itself."""
        if drill.moment.phase is None or not drill.moment.due or not isinstance(drill.question, MakeMove):
            return Para(say("drill.legal_asked"), "dim")
        here = drill.moment
        assert here.phase is not None
        return Para(say("drill.legal", moves=offered(drill.game, here.phase, here.view, here.found.legal)), "dim")

    def _reply(self, doc: list[Block]) -> Reply:
        warning = self.store.take_warning()
        doc = [*doc, Para(warning, "warn")] if warning else doc
        if self.drill is not None:
            doc = list(worded(self.drill.game, doc, self.drill.moment.phase))
        return Reply(tuple(doc), over=self.finished)
