"""Prove a rulebook: it has all clauses that the rules cite, and every sentence can be said of real moments."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.by_name import names as games
from tutor.kernel.game import Game
from tutor.kernel.position import PositionQuestion
from tutor.teach import ruling as words
from tutor.teach.check.diagnostics import Diagnostics, Page
from tutor.teach.check.moments import QUICK, THOROUGH, Occasion, moments
from tutor.teach.check.prose import prose_faults, typed_faults
from tutor.teach.check.question import NONSENSE, blocks_look
from tutor.teach.check.tables import faults_of_options, phrases_missing
from tutor.teach.consequences import event_text, line_text, outcome_text, winner_text
from tutor.teach.drills.results import result_doc
from tutor.teach.explain import explain_doc
from tutor.teach.practice.lapsed_rights import lapse_text
from tutor.teach.questions.decision_hints import ladder
from tutor.teach.rulebook import BadRulebook, Clause, Rulebook, rulebook
from tutor.teach.tabletop import tabletop
from tutor.teach.text.files import lessons_root
from tutor.teach.text.tabletop import phrases
from tutor.teach.text.words import say
from tutor.teach.traits import ELSEWHERE, contradicted, traits_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tutor.kernel.events import Event, ScoreLine
    from tutor.kernel.judging import Judgement, Ruling
    from tutor.teach.drills.moments import Moment

SITUATION: Final = ("score", "unit", "hand")
"""The keys of `[situation]`: a result, its unit, and a word for a hand."""
SENTENCES: Final = ("refused", "allowed", "decided", "scored", "lapses")
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

    # -- as it is written ------------------------------------------------------------------------------

    def written(self) -> None:
        """Check what needs no playing."""
        for key in ("summary", "aim"):
            self._prose(key, getattr(self.book, key))
        for note in self.book.notes:
            self._prose("notes", note)
        for name, text in self.book.related.items():
            self._prose(f"related.{name}", text)
        for clause in self.book.clauses.values():
            self._clause(clause)
        self._phrases()
        self._known()

    def _clause(self, clause: Clause) -> None:
        """Check the sentences of a clause."""
        self._prose(clause.id, clause.text)
        if clause.rule:
            self._prose(clause.id, clause.rule, "rule")
        for key in SENTENCES:
            for problem in typed_faults(getattr(clause, key), words=False):
                self._note(clause.id, f"{key}: {problem}")

    def _phrases(self) -> None:
        """Check phrases: their source, missing ones, and ones without an entry."""
        for kind in ("situation", "table", "event", "fact", "move"):
            for name, source in getattr(self.book, kind).items():
                for problem in typed_faults(source, words=False):
                    self._note(f"{kind}.{name}", problem)
        for name, problem in phrases_missing(self.game, self.book):
            self._note(f"table.{name}", problem)
        with self.page.guarded(lambda why: self._note("option", why)):
            for name, problem in faults_of_options(self.game, self.book):
                self._note(f"option.{name}", problem)
        for name in self.book.situation:
            if name not in SITUATION:
                self._note(f"situation.{name}", say("check.no_phase"))

    def _known(self) -> None:
        """Check likenesses and differences to other games against the traits found by the engine."""
        ours = traits_of(self.game.name) if self.book.known else None
        for name, known in self.book.known.items():
            for same, points in ((True, known.same), (False, known.differs)):
                for point in points:
                    where = f"known.{name}"
                    for problem in (*prose_faults(point.say, {}), *typed_faults(point.say, words=False)):
                        self._note(where, f"{point.about}: {problem}")
                    if ours is not None and contradicted(ELSEWHERE[name], ours, point.about, same=same):
                        self._note(where, say("check.known_same" if same else "check.known_differs", about=point.about))

    def _prose(self, where: str, text: str, key: str = "text") -> None:
        for problem in prose_faults(text, {}):
            self._note(where, f"{key}: {problem}")

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
        self._rulings(found, (*found.rulings[:400], *found.asked), names)
        self._rights(found, names)
        if self.docs and len(found.rulings) <= 400:
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
            for rung in ladder(self.game, found):
                for problem in prose_faults(rung, names):
                    self._note(say("check.hints"), problem)

    def _rulings(self, found: Judgement[Any], rulings: Iterable[Ruling[Any]], names: Mapping[str, str]) -> None:
        groups: dict[tuple[str, bool], list[Ruling[Any]]] = defaultdict(list)
        for ruling in rulings:
            groups[ruling.clause, ruling.legal].append(ruling)
        for (ident, legal), some in groups.items():
            self._there(ident, self.bound.moves)
            for ruling in (*some[:EACH], *some[-1:]):
                key = "allowed" if legal else "refused"
                self._say(ident, partial(words.ruling_text, self.game, found, ruling), names, key)

    def _rights(self, found: Judgement[Any], names: Mapping[str, str]) -> None:
        """Check the `lapses` sentences of rights that legal moves give up."""
        legal = [ruling for ruling in found.rulings[:400] if ruling.legal and ruling.move is not None]
        for ident in dict.fromkeys(ruling.clause for ruling in legal):
            clause = self.book.clauses.get(ident)
            moves = tuple(ruling.move for ruling in legal if ruling.clause == ident and ruling.move is not None)
            if clause is None or not clause.lapses:
                continue
            for ruling in (*legal[:EACH], *legal[-1:]):
                rest = tuple(move for move in moves if move != ruling.move)
                if rest and ruling.move is not None:
                    self._lapse(ident, partial(lapse_text, self.game, found, ruling.move, ident, rest), names)

    def _lapse(self, ident: str, text: Callable[[], str], names: Mapping[str, str]) -> None:
        """Say a `lapses` sentence; an empty one, as where nothing is lost, does not count as tried."""
        with self.page.guarded(lambda why: self._note(ident, f"lapses: {why}")):
            said = text()
            if said:
                self.said.add((ident, "lapses"))
            for problem in prose_faults(said, names) if said else ():
                self._note(ident, f"lapses: {problem}")

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
        with self.page.guarded(lambda text: self._note(say("check.result"), text)):
            for text in outcome_text(self.game, done.outcome):
                for problem in prose_faults(text, names):
                    self._note(say("check.result"), problem)

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
        with self.page.guarded(lambda text: self._note(f"event.{event.what}", text)):
            text = event_text(self.game, event)
            for problem in prose_faults(text, {event.seat: "You"}) if text else ():
                self._note(f"event.{event.what}", problem)

    def _there(self, ident: str, kind: set[str]) -> None:
        """Check that a clause with an effect is in the rulebook, with the sentences it needs."""
        rule = self.book.clauses.get(ident)
        if rule is None:
            self._note(ident or "-", say("check.unknown_clause"))
        elif not rule.rule:
            self._note(ident, say("check.no_rule"))
        if rule is not None:
            kind.add(ident)

    def _say(self, where: str, text: Callable[[], str], names: Mapping[str, str], key: str = "") -> None:
        """Check the sentence that calling `text` gives."""
        self.said.add((where, key))
        if key and where not in self.book.clauses:
            return
        with self.page.guarded(lambda why: self._note(where, f"{key}: {why}" if key else why)):
            for problem in prose_faults(text(), names):
                self._note(where, f"{key}: {problem}" if key else problem)

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
