"""Prove a rulebook: it has all clauses that the rules cite, and every sentence can be said of real moments."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.by_name import names as games
from tutor.kernel.game import Game
from tutor.kernel.position import PositionQuestion
from tutor.teach.check.diagnostics import Diagnostics, Page
from tutor.teach.check.moments import QUICK, THOROUGH, Occasion, moments
from tutor.teach.check.prose import prose_faults
from tutor.teach.check.question import NONSENSE, blocks_look
from tutor.teach.check.rulebook_written import SENTENCES, SITUATION, faults_as_written, faults_of_options
from tutor.teach.drills.results import result_doc
from tutor.teach.practice.lapsed_rights import lapses
from tutor.teach.questions.decision_hints import ladder
from tutor.teach.results.score_sheet import score_doc
from tutor.teach.rulebooks.rulebook import BadRulebook, Clause, Rulebook, rulebook
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.consequences import event_text, line_text, outcome_facts, winner_text
from tutor.teach.rulings.explain import explain_doc
from tutor.teach.tables.tabletop import tabletop
from tutor.teach.text.files import lessons_root
from tutor.teach.text.tabletop import phrases
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tutor.kernel.events import Event, ScoreLine
    from tutor.kernel.judging import Judgement, Ruling
    from tutor.teach.drills.moments import Moment

LISTED: Final = 400
"""The most rulings of a decision that are worded, or explained in full."""
EACH: Final = 4
"""The most rulings of one clause and verdict that are worded at one moment."""
EVENTS: Final = 40
"""The most events of one kind that are worded."""


@dataclass
class Bound:
    """The clauses seen to have an effect: those that constrain or permit `moves`, those that give `points`."""

    moves: set[str] = field(default_factory=set)
    points: set[str] = field(default_factory=set)

    @property
    def all(self) -> set[str]:
        """All clauses with an effect."""
        return self.moves | self.points


def check_rulebook(findings: Diagnostics, game: Game[Any], *, thorough: bool = False) -> Bound:
    """Prove the rulebook of `game`; gives the effects of its clauses."""
    path = lessons_root() / game.name / "rulebook.toml"
    if not path.is_file():
        Page(findings, path).fault("", say("check.no_file"))
        return Bound()
    try:
        book = rulebook(game.name)
    except BadRulebook as why:
        page = Page(findings, path)
        for fault in why.faults:
            page.fault("", fault)
        return Bound()
    page = Page(findings, path, path.read_text("utf-8"))
    effort = THOROUGH if thorough else QUICK
    proof = _Proof(page, game, book, effort.docs)
    proof.written()
    for seen in moments(game, effort):
        proof.look(seen)
    if thorough:
        proof.unsaid()
    findings.count("rulebooks")
    findings.count("clauses", len(book.clauses))
    findings.count("moments", proof.looked)
    return proof.bound


class _Proof:
    """Tries the sentences of a rulebook at moments, and notes faults."""

    def __init__(self, page: Page, game: Game[Any], book: Rulebook, docs: int) -> None:
        """`docs` is the number of moments that are explained in full."""
        self.docs = docs
        self.page, self.game, self.book = page, game, book
        self.bound = Bound()
        self.looked = 0
        self.said: set[tuple[str, str]] = set()
        self.phases: set[str] = set()
        self.events: dict[str, int] = defaultdict(int)
        self.noted: set[tuple[str, str]] = set()
        self.here = ""

    def written(self) -> None:
        """Check what needs no playing."""
        for where, fault in faults_as_written(self.game, self.book):
            self._note(where, fault)
        with self.page.guarded(lambda why: self._note("option", why)):
            for name, fault in faults_of_options(self.game, self.book):
                self._note(f"option.{name}", fault)

    def _note(self, where: str, text: str, *, warning: bool = False) -> None:
        """Note a fault once, with the first moment at which it occurred."""
        if (where, text) in self.noted:
            return
        self.noted |= {(where, text), (say("check.answer"), text), (say("check.hints"), text)}
        line = self.page.find(f'id = "{where}"') or self._keyed(where)
        shown = f"{text} ({say('check.at_position', position=self.here)})" if self.here else text
        self.page.fault(where, shown, line=line, warning=warning)

    def _keyed(self, where: str) -> int:
        kind, _, name = where.partition(".")
        if kind == "example":
            return self.page.find("example =")
        for form in (f'"{name}" =', f"{name} ="):
            if kind in ("situation", "table", "event", "fact", "move", "related", "option") and self.page.find(form):
                return self.page.find(form)
        return 0

    # -- of what happens -------------------------------------------------------------------------------

    def look(self, seen: Occasion) -> None:
        """Word one moment, or events."""
        for event in seen.events:
            self._event(event)
        here = seen.moment
        if here is None:
            return
        self.looked += 1
        where = say("check.moment")
        with self.page.guarded(lambda text: self._note(where, text)):
            self.here = here.position
            if here.phase is None:
                self._result(here)
            else:
                self._decision(here, seen.asked)
        self.here = ""

    def _decision(self, here: Moment, asked: tuple[str, ...]) -> None:
        assert here.phase is not None
        phase, view = here.phase, here.view
        self._there(phase.clause, self.bound.moves)
        for duty in phase.duties(view):
            self._there(duty.clause, self.bound.moves)
            if duty.waiver:
                self._there(duty.waiver, self.bound.moves)
        names = here.scene.names
        self.phases.add(phase.name)
        self._table(here, names)
        ident = phase.winner_clause(view)
        if ident:
            self._there(ident, self.bound.points)
            self._say(ident, lambda: winner_text(self.game, phase, view)[0], names, "decided")
        self.said.update(("fact", name) for name in phase.facts(view))
        found = here.judged(*asked)
        self._rulings(found, (*found.rulings[:LISTED], *found.asked), names)
        self._rights(found, names)
        if self.docs and len(found.rulings) <= LISTED:
            self.docs -= 1
            self._documents(here, found, names)

    def _table(self, here: Moment, names: Mapping[str, str]) -> None:
        """Check the phrases of the table at a moment."""
        with self.page.guarded(lambda why: self._note("table", why)):
            shown = tabletop(self.game, here.seat, phase=here.phase, view=here.view)
            for name, text in phrases(shown):
                self.said.add(("table", name))
                for problem in prose_faults(text, names, whole=False):
                    self._note(f"table.{name}", problem)

    def _documents(self, here: Moment, found: Judgement[Any], names: Mapping[str, str]) -> None:
        """Check the document of `explain` at a moment, and the hints."""
        assert here.phase is not None
        phase, view = here.phase, here.view
        few = [r.text for r in found.rulings if r.legal][:1] + [r.text for r in found.rulings if not r.legal][-1:]
        unheld = [c.text for c in self.game.pack.order if c not in phase.holds(view)][:1]
        for question in (PositionQuestion(phase, view), PositionQuestion(phase, view, (*few, *unheld, NONSENSE))):
            blocks_look(explain_doc(self.game, question), names, lambda text: self._note(say("check.answer"), text))
        if here.due and found.legal:
            self._say(say("check.hints"), partial(ladder, self.game, found), names)

    def _rulings(self, found: Judgement[Any], rulings: Iterable[Ruling[Any]], names: Mapping[str, str]) -> None:
        groups: dict[tuple[str, bool], list[Ruling[Any]]] = defaultdict(list)
        for ruling in rulings:
            groups[ruling.clause, ruling.legal].append(ruling)
        for (ident, legal), some in groups.items():
            self._there(ident, self.bound.moves)
            for ruling in (*some[:EACH], *some[-1:]):
                key = "allowed" if legal else "refused"
                self._say(ident, partial(words.ruling_text, self.game, found, ruling), names, key)
                together = partial(words.Rulings(self.game, found).together, ruling)
                self._say(ident, together, names, f"{key}_all", empty=True)

    def _rights(self, found: Judgement[Any], names: Mapping[str, str]) -> None:
        """Check the `lapses` sentences of rights that legal moves give up."""
        legal = [ruling for ruling in found.rulings[:LISTED] if ruling.legal]
        for ruling in (*legal[:EACH], *legal[-1:]):
            for ident, lapse in lapses(self.game, found, ruling):
                self._say(ident, lapse, names, "lapses", empty=True)

    def _result(self, here: Moment) -> None:
        done, names = here.settled, here.scene.names
        self.said |= {("situation", name) for name in SITUATION}
        with self.page.guarded(lambda text: self._note("situation.score", text)):
            blocks_look(result_doc(self.game, here.view), names, lambda text: self._note("situation.score", text))
        for line in done.lines:
            self._line(line, names)
        ident = done.outcome.get("clause")
        if ident:
            self._there(ident, self.bound.points)
        self.said.update(("fact", f"outcome.{name}") for name in done.outcome)
        with self.page.guarded(lambda text: self._note(say("check.result"), text)):
            page = score_doc(self.game, here.view)
            blocks_look(page, names, lambda text: self._note(say("check.result"), text))
        self._say(say("check.result"), partial(outcome_facts, self.game, here.view, done.outcome), names, empty=True)

    def _line(self, line: ScoreLine, names: Mapping[str, str]) -> None:
        self._there(line.clause, self.bound.points)
        self._say(line.clause, lambda: line_text(self.game, line), names, "scored")

    def _event(self, event: Event) -> None:
        if event.clause:
            self._there(event.clause, set())
        self.events[event.what] += 1
        self.said.add(("event", event.what))
        if self.events[event.what] > EVENTS:
            return
        self._say(f"event.{event.what}", partial(event_text, self.game, event), {event.seat: "You"}, empty=True)

    def _there(self, ident: str, kind: set[str]) -> None:
        """Check that a clause with an effect is in the rulebook, with the sentences it needs."""
        rule = self.book.clauses.get(ident)
        if rule is None:
            self._note(ident or "-", say("check.unknown_clause"))
        elif not rule.rule:
            self._note(ident, say("check.no_rule"))
        if rule is not None:
            kind.add(ident)

    def _say(
        self,
        where: str,
        told: Callable[[], str | Iterable[str]],
        names: Mapping[str, str],
        key: str = "",
        *,
        empty: bool = False,
    ) -> None:
        """Check the sentences that calling `told` gives; they may be `empty`, as where nothing is lost."""
        if key and where not in self.book.clauses:
            return
        before = f"{key}: " if key else ""
        with self.page.guarded(lambda why: self._note(where, before + why)):
            given = told()
            for text in (given,) if isinstance(given, str) else given:
                if text or not empty:
                    self.said.add((where, key))
                    for problem in prose_faults(text, names):
                        self._note(where, before + problem)

    # -- what was never said ---------------------------------------------------------------------------

    def unsaid(self) -> None:
        """Warn of sentences that no moment used."""
        never: list[tuple[str, str]] = []
        for clause in self.book.clauses.values():
            never += [(clause.id, key) for key in _own(clause) if (clause.id, key) not in self.said]
        for kind in ("event", "fact"):
            names = getattr(self.book, kind)
            never += [(f"{kind}.{name}", "") for name in names if (kind, name) not in self.said]
        for where, key in never:
            self._note(where, say("check.never_said", key=key, n=self.looked), warning=True)
        for phase in self.game.phase_of:
            if phase not in self.phases:
                self._note(phase, say("check.never_due", n=self.looked), warning=True)
        for name in self.book.related:
            if name not in games():
                self._note(f"related.{name}", say("check.no_relative"), warning=True)


def _own(clause: Clause) -> list[str]:
    return [key for key in SENTENCES if getattr(clause, key)]
