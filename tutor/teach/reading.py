"""Reading: a rulebook, one clause of it, the list of games."""

from __future__ import annotations

from typing import Any

from tutor.kernel.fields import specs
from tutor.kernel.game import Game, load, names
from tutor.teach.lessons.files import headlines
from tutor.teach.progress.derived import Progress
from tutor.teach.rulebook import Clause, rulebook
from tutor.teach.text.doc import Block, Doc, Gap, Heading, Item, Para, Table, mark
from tutor.teach.text.words import say


def rules_doc(game: Game[Any], wanted: str = "") -> Doc | None:
    """The whole rulebook, or the clauses that `wanted` names; None if it names none."""
    book = rulebook(game.name)
    if wanted:
        found = book.find(wanted)
        if not found:
            return None
        return tuple(block for clause in found for block in _clause(clause))
    out: list[Block] = [Heading(book.title, 1), Para(book.summary), Para(book.aim)]
    section = ""
    for clause in book.clauses.values():
        if clause.section != section:
            section = clause.section
            out += [Gap(), Heading(section)]
        out += _clause(clause)
    options = specs(game.options)
    if options:
        out += [Gap(), Heading(say("reading.options"))]
        rows = tuple(
            (n, s.kind.shape, s.kind.show(s.default) if s.default is not None else "-", s.meaning)
            for n, s in options.items()
        )
        out.append(Table(tuple(say("reading.options_head").split("|")), rows))
    if book.notes:
        out += [Gap(), Heading(say("reading.notes")), *(Para(note) for note in book.notes)]
    out += [Gap(), Para(say("reading.source", source=book.source), "dim")]
    return tuple(out)


def _clause(clause: Clause) -> list[Block]:
    return [Item(mark("b", clause.title), clause.text, clause.id)]


def games_doc(progress: Progress) -> Doc:
    """Every game by family: players, length, difficulty, and how far the learner is."""
    families: dict[str, list[str]] = {}
    for name in names():
        families.setdefault(load(name).family, []).append(name)
    out: list[Block] = [Heading(say("reading.games"), 1)]
    for family, members in families.items():
        out += [Gap(), Heading(say("reading.family", family=family))]
        rows = []
        for name in members:
            game, book = load(name), rulebook(name)
            lessons = headlines(name)
            done = sum(bool(progress.lesson(name, lesson.id).finished) for lesson in lessons)
            players = (
                "/".join(map(str, game.players)) if len(game.players) < 4 else f"{game.players[0]}-{game.players[-1]}"
            )
            rows.append((name, book.title, players, f"{book.minutes}", "*" * book.difficulty, f"{done}/{len(lessons)}"))
        out.append(Table(tuple(say("reading.games_head").split("|")), tuple(rows)))
        out += [Item(name, rulebook(name).summary) for name in members]
    related = [(a, b, text) for a in names() for b, text in rulebook(a).related.items() if b in names()]
    if related:
        out += [Gap(), Heading(say("reading.related"))]
        out += [Item(f"{a} - {b}", text) for a, b, text in related]
    return tuple(out)
