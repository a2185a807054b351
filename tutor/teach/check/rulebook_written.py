"""Check a rulebook as it is written, without playing: its sentences, and that no phrase is missing and none unused."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.fields import specs
from tutor.kernel.judging import judge
from tutor.kernel.position import read_question
from tutor.kernel.position_text import BadPosition, split
from tutor.kernel.tabletop import Area
from tutor.teach.check.prose import prose_faults, typed_faults
from tutor.teach.overview.traits import ELSEWHERE, contradicted, traits_of
from tutor.teach.rulings.ruling import house_rule_text, house_rule_values
from tutor.teach.text.words import has_block, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.game import Game
    from tutor.teach.rulebooks.rulebook import Rulebook

SITUATION: Final = ("score", "unit", "sheet", "counting", "hand", "game", "no_points")
"""The keys of `[situation]`: a result, its unit, what the score sheet counts where that is not in the lines above it,
what is counted in a result or left out, words for a hand and for a game, and why somebody has no score line."""
SENTENCES: Final = ("refused", "allowed", "refused_all", "allowed_all", "decided", "scored", "lapses")
"""The keys of a clause whose sentences are templates."""
WORDLESS: Final = (Area.SAID, Area.LAID)
"""Areas of calls and cards, whose entries have no phrase."""
CALL: Final = "call"
"""The phrase for a call beside a seat."""


def faults_as_written(game: Game[Any], book: Rulebook) -> Iterator[tuple[str, str]]:
    """Faults of the sentences and phrases of `book`, as (where, fault)."""
    prose = [("summary", "text", book.summary), ("aim", "text", book.aim)]
    prose += [("notes", "text", note) for note in book.notes]
    prose += [(f"related.{name}", "text", text) for name, text in book.related.items()]
    for clause in book.clauses.values():
        prose += [(clause.id, "text", clause.text), *([(clause.id, "rule", clause.rule)] if clause.rule else [])]
    for where, key, text in prose:
        yield from ((where, f"{key}: {problem}") for problem in prose_faults(text, {}))
    for clause in book.clauses.values():
        for key in SENTENCES:
            yield from ((clause.id, f"{key}: {fault}") for fault in typed_faults(getattr(clause, key), words=False))
    for kind in ("situation", "table", "event", "fact", "move"):
        for name, source in getattr(book, kind).items():
            yield from ((f"{kind}.{name}", problem) for problem in typed_faults(source, words=False))
    yield from _phrases_missing(game, book)
    yield from ((f"situation.{name}", say("check.no_phase")) for name in book.situation if name not in SITUATION)
    yield from _faults_of_known(game, book)
    yield from (("example", fault) for fault in _faults_of_example(game, book))


def _faults_of_example(game: Game[Any], book: Rulebook) -> Iterator[str]:
    """What is wrong with the example position: what cannot be read, or that the rules leave everything or nothing."""
    if not book.example:
        return
    try:
        question = read_question(game, split(book.example.split()))
    except BadPosition as why:
        yield from why.lines
        return
    found = judge(question.phase, question.view)
    if {ruling.legal for ruling in found.rulings} != {True, False}:
        yield say("check.example")


def _faults_of_known(game: Game[Any], book: Rulebook) -> Iterator[tuple[str, str]]:
    """Faults of likenesses and differences to other games, also against the traits found by the engine."""
    ours = traits_of(game.name) if book.known else None
    for name, known in book.known.items():
        where = f"known.{name}"
        for point in (*known.same, *known.differs):
            for problem in chain(prose_faults(point.say, {}), typed_faults(point.say, words=False)):
                yield where, f"{point.about}: {problem}"
            same = point in known.same
            if ours is not None and contradicted(ELSEWHERE[name], ours, point.about, same=same):
                yield where, say("check.known_same" if same else "check.known_differs", about=point.about)


def faults_of_options(game: Game[Any], book: Rulebook) -> Iterator[tuple[str, str]]:
    """Faults of the phrases for options, as (name, fault): missing values, unknown options."""
    declared = specs(game.options)
    for name in book.option.keys() - declared.keys():
        yield name, say("check.no_option", name=name)
    for name, spec in declared.items():
        values, own = tuple(map(spec.kind.show, house_rule_values(game, name))), book.option.get(name, {})
        if name in book.option or not has_block(f"option.{name}"):
            wrong = set(values) if isinstance(own, str) else set(own).symmetric_difference(values or ("a number",))
            if wrong:
                yield name, say("check.option_values", values=sorted(wrong))
                continue
        for source in (own,) if isinstance(own, str) else own.values():
            yield from ((name, problem) for problem in typed_faults(source, words=False))
        for value in values or (spec.kind.show(spec.default),):
            yield from (
                (name, problem) for problem in prose_faults(house_rule_text(game, name, value), {}, whole=False)
            )


def _phrases_missing(game: Game[Any], book: Rulebook) -> Iterator[tuple[str, str]]:
    """Entries without a phrase, and phrases and clauses about entries that there are not, as (where, fault)."""
    entries = {entry.name for entry in game.tabletop if entry.area not in WORDLESS}
    behind = {f"{entry.name}_text" for entry in game.tabletop if entry.area is Area.HEAP}
    for name in sorted(entries - book.table.keys()):
        if not has_block(f"table.{name}"):
            yield f"table.{name}", say("check.no_phrase", name=name)
    explained = {name for clause in book.clauses.values() for name in clause.entries}
    for name in (book.table.keys() - entries - behind - {CALL}) | (explained - entries):
        yield f"table.{name}", say("check.no_entry", name=name)
