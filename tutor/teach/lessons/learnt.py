"""What the end of a lesson names: its rules, and those that needed a second go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.teach.index import headlines
from tutor.teach.ruling import book, clause
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.teach.lessons.model import Lesson

LEARNT: Final = 3
"""The most rules of the lesson that its end names."""
LATE: Final = 2
"""The most others named there because they needed a second go."""


def learnt(game: str, lesson: Lesson, number: int, met: Iterable[str], late: Iterable[str]) -> list[Block]:
    """The first rules of the lesson, and those that needed a second go, in the order in which it names them.

    Those that the lesson is called by or that its questions name come before others, as it is about these; then those
    new in the course, and of these the ones that decided moves.
    `number` is the lesson's place in the course; `met` are the clauses that decided questions, `late` those of them
    that were not answered right at the first try. A rule that was not asked about is left out if it has a number in it
    or is about the set-up: nobody may have told it.
    """
    asked = set(met)
    set_up = next((rule.section for rule in book(game).clauses.values()), "")
    known = {ident for head in headlines(game)[: number - 1] for ident in head.clauses}
    taught = [one for one in lesson.clauses if one in asked or not _untold(game, one, set_up)]
    named = {step.clause for step in lesson.steps if step.ask}
    named |= {one for one in taught if clause(game, one).title.lower() == lesson.title.lower()}
    taught.sort(key=lambda one: (one not in named, one in known, one not in asked))
    if any(one in asked for one in taught):  # what was only to be told, this hand may not have shown
        taught = [one for one in taught if one in asked or one in named]
    again = [one for one in late if one not in taught[:LEARNT]][:LATE]
    place = {one: at for at, one in enumerate(lesson.clauses)}
    told = sorted((*taught[:LEARNT], *again), key=lambda one: place.get(one, len(place)))
    rules = {rule.title: rule for rule in (clause(game, one) for one in told)}
    doc: list[Block] = [Para(say("lesson.learnt"))] if rules else []
    doc += [Item(rule.title, rule.rule or rule.title) for rule in rules.values()]
    late_titles = dict.fromkeys(clause(game, one).title for one in late)
    titles = [say("move.quoted", words=title) for title in late_titles if title in rules]
    return [*doc, Para(say("lesson.missed", titles=titles), "dim")] if titles else doc


def _untold(game: str, ident: str, set_up: str) -> bool:
    """Whether a lesson may use a rule without telling it: one of the section `set_up`, or with a number in figures."""
    rule = clause(game, ident)
    return rule.section == set_up or any(letter.isdigit() for letter in rule.rule)
