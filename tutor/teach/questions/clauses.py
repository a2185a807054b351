"""The question which rule decides about a move."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.fields import specs
from tutor.kernel.judging import rule as ruled
from tutor.teach.conversation.session import Word
from tutor.teach.questions.base import DecisionQuestion, Grade, rungs_of, understood, unread
from tutor.teach.questions.decision_hints import where_to_look
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.explain import attempt_doc
from tutor.teach.text.doc import Para
from tutor.teach.text.marks import NO_BREAK, mark
from tutor.teach.text.phrases import said
from tutor.teach.text.values import capital, ended
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.judging import Ruling
    from tutor.teach.text.doc import Block

RULES: Final = 4
"""The most rules to choose from."""


@dataclass
class WhichClause(DecisionQuestion):
    """Asks which rule decides about a move."""

    ruling: Ruling[Any]
    options: tuple[str, ...]
    clause: str = field(init=False)

    def __post_init__(self) -> None:
        self.clause = self.ruling.clause

    @property
    def prompt(self) -> str:
        """The move, and the numbered rules, each as a sentence."""
        rules = [say("question.rule", n=i, rule=self.stated(o)) for i, o in enumerate(self.options, 1)]
        asked = say("question.clause", move=mark("m", self.ruling.text), legal=self.ruling.legal)
        return "\n".join((self.worded(asked), *(f"{NO_BREAK}{NO_BREAK}{rule}" for rule in rules)))

    def stated(self, ident: str) -> str:
        """A rule to choose from, as a sentence: a house rule that it names, where it is in force by that alone."""
        return ended(self._rule(ident))

    def _rule(self, ident: str) -> str:
        rule, view = words.clause(self.game.name, ident), self.found.view
        duties = [step.duty for step in self.found.found.steps if step.duty.clause == ident]
        asked = [duty.when for duty in duties if duty.when is not None and duty.when(view)]
        for name, value in words.house_rules_named(rule, view.options).items() if asked else ():
            usual = replace(view.options, **{name: specs(type(view.options))[name].default})
            if not any(when(replace(view, options=usual)) for when in asked):
                return capital(words.house_rule_text(self.game, name, value))
        return rule.rule or rule.title

    def words(self) -> tuple[Word, ...]:
        """The numbers, with their titles."""
        return tuple(Word(str(i), words.clause(self.game.name, o).title) for i, o in enumerate(self.options, 1))

    def answer(self) -> str:
        """The number of the right rule."""
        return str(self.options.index(self.clause) + 1)

    @property
    def answer_key(self) -> Hashable:
        """The rule."""
        return self.clause

    @property
    def answer_and_reasons(self) -> Hashable:
        """The move, whether it is legal, and why."""
        said = words.Rulings(self.game, self.found).text(self.ruling)
        return self.ruling.text, self.ruling.legal, self.clause, said

    @property
    def hardness(self) -> int:
        """The least."""
        return 1

    def wrong_answers(self) -> Iterator[str]:
        """The numbers of the other rules."""
        yield from (str(n) for n, option in enumerate(self.options, 1) if option != self.clause)

    def _asked_of(self, view: Any) -> WhichClause:
        return replace(self, ruling=ruled(self.found.phase, view, self.ruling.text))

    def meant(self, answer: str) -> str:
        """The clause that an answer names by number, id, end of an id, or title; "" if none."""
        low = answer.strip().lower().rstrip(".")
        named = (
            o
            for i, o in enumerate(self.options, 1)
            if low in (str(i), o, o.split(".", 1)[1], words.clause(self.game.name, o).title.lower())
        )
        return next(named, "")

    def grade(self, answer: str) -> Grade:
        """Grade a number, an id or its end, or a title."""
        meant = self.meant(answer)
        if not meant:
            return unread(say("question.number_of_rule", n=len(self.options)))
        return understood(meant == self.clause, self.reason)

    def ladder(self) -> tuple[str, ...]:
        """Hints: what to look at, the other rules ruled out one by one, the title of the right one."""
        rule = words.clause(self.game.name, self.clause)
        why = words.ruling_text(self.game, self.found, self.ruling)
        others = [o for o in self.options if o != self.clause]
        cards = say("hint.fact_cards", them=said(self.game, self.found.phase, self.ruling.text))
        steps = [where_to_look(self.game, self.found) or cards, *(self.does(o) for o in others)]
        answer = say("hint.clause_answer", n=self.answer(), title=rule.title, why=why)
        rungs = rungs_of(steps[0], steps[1:], (), answer)
        return tuple(map(self.worded, rungs))

    def does(self, ident: str) -> str:
        """What the clause `ident` does in this position, in a sentence."""
        rule = words.clause(self.game.name, ident)
        move = self.ruling.move or self.ruling.text
        step = next((s for s in self.found.found.steps if s.duty.clause == ident), None)
        facts = {"title": rule.title, "rule": self._rule(ident), "move": move}
        if step is not None and step.cut:
            return say("slip.clause_other", **facts, it=step.cut[0])
        if step is not None and step.standing.name == "WAIVED":
            return say("slip.clause_waived", **facts)
        if step is not None and step.standing.name == "MET":
            return say("slip.clause_kept", **facts)
        return say("slip.clause_away", **facts)

    def solution(self) -> tuple[Block, ...]:
        """The right rule with its number, and the ruling."""
        rule = say("question.rule", n=self.answer(), rule=self.stated(self.clause))
        return (Para(rule, indent=2), *self.reason())

    def reason(self) -> tuple[Block, ...]:
        """The ruling."""
        return attempt_doc(self.game, self.found, self.ruling)


def near_clauses(game: Game[Any], right: str, wanted: Sequence[str] = ()) -> tuple[str, ...]:
    """At most `RULES` clauses with `right` among them: those `wanted`, then its neighbours; in rulebook order."""
    book = rulebook(game.name).clauses
    same = [c.id for c in book.values() if c.section == book[right].section]
    at = same.index(right)
    near = sorted(same, key=lambda c: abs(same.index(c) - at))
    chosen = dict.fromkeys([right, *(c for c in wanted if c in book), *near])
    keep = set(list(chosen)[:RULES])
    return tuple(c for c in book if c in keep)
