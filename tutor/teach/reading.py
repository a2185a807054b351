"""Reading: a rulebook, or one clause of it."""

from __future__ import annotations

from typing import Any

from tutor.kernel.fields import specs
from tutor.kernel.game import Game
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
