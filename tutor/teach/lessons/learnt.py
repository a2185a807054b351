"""What the end of a lesson lists: its rules, and below them those that needed a second go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.teach.lessons.sandbox import lesson_sentence
from tutor.teach.overview.index import headlines
from tutor.teach.rulings.ruling import book, clause
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from tutor.teach.lessons.model import Lesson

LEARNT: Final = 3
"""The most rules of the lesson that its end names."""
LATE: Final = 2
"""The most others named there because they needed a second go."""


def learnt(
    game: str, lesson: Lesson, number: int, met: Iterable[str], late: Iterable[str], facts: Mapping[str, Any]
) -> list[Block]:
    """The rules of the lesson, those that needed a second go apart, each once.

    `number` is the lesson's place in the course; `met` are the clauses that decided questions, `late` those of them
    that were not answered right at the first try; `facts` are those of the lesson's last scene.
    """
    words, late = dict(lesson.learnt), tuple(late)
    told = [*words] or _chosen(game, lesson, number, set(met))
    told += [one for one in late if one not in told][:LATE]
    if not words:
        place = {one: at for at, one in enumerate(lesson.clauses)}
        told.sort(key=lambda one: place.get(one, len(place)))
    rules = {rule.title: rule for rule in (clause(game, one) for one in told)}
    again = {clause(game, one).title for one in late}
    doc: list[Block] = []
    for block, missed in (("lesson.learnt", False), ("lesson.missed", True)):
        listed = [rule for title, rule in rules.items() if (title in again) is missed]
        doc += [Para(say(block))] if listed else []
        for rule in listed:
            own = words.get(rule.id, "")
            doc.append(Item(rule.title, lesson_sentence(own, facts) if own else rule.rule or rule.title))
    return doc


def _chosen(game: str, lesson: Lesson, number: int, met: set[str]) -> list[str]:
    """The rules that the end names of a lesson whose author does not say which.

    Those that the lesson is called by or that its questions name come before others, as it is about these; then those
    new in the course, and of these the ones that decided moves. A rule that was not asked about is left out if it has
    a number in it or is about the set-up: nobody may have told it.
    """
    set_up = next((rule.section for rule in book(game).clauses.values()), "")
    known = {ident for head in headlines(game)[: number - 1] for ident in head.clauses}
    taught = [one for one in lesson.clauses if one in met or not _untold(game, one, set_up)]
    named = {step.clause for step in lesson.steps if step.ask}
    named |= {one for one in taught if clause(game, one).title.lower() == lesson.title.lower()}
    taught.sort(key=lambda one: (one not in named, one in known, one not in met))
    if any(one in met for one in taught):  # what was only to be told, this hand may not have shown
        taught = [one for one in taught if one in met or one in named]
    return taught[:LEARNT]


def _untold(game: str, ident: str, set_up: str) -> bool:
    """Whether a lesson may use a rule without telling it: one of the section `set_up`, or with a number in figures."""
    rule = clause(game, ident)
    return rule.section == set_up or any(letter.isdigit() for letter in rule.rule)
