"""Check the phrases of options and of table entries: none is missing, none is unused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.fields import specs
from tutor.kernel.tabletop import Area
from tutor.teach.check.prose import prose_faults, typed_faults
from tutor.teach.ruling import house_rule_text, house_rule_values
from tutor.teach.text.words import has_block, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.game import Game
    from tutor.teach.rulebook import Rulebook

WORDLESS: Final = (Area.SAID, Area.LAID)
"""Areas of calls and cards, whose entries have no phrase."""
CALL: Final = "call"
"""The phrase for a call beside a seat."""


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


def phrases_missing(game: Game[Any], book: Rulebook) -> Iterator[tuple[str, str]]:
    """Entries without a phrase, and phrases and clauses about entries that there are not, as (name, fault)."""
    entries = {entry.name for entry in game.tabletop if entry.area not in WORDLESS}
    behind = {f"{entry.name}_text" for entry in game.tabletop if entry.area is Area.HEAP}
    for name in sorted(entries - book.table.keys()):
        if not has_block(f"table.{name}"):
            yield name, say("check.no_phrase", name=name)
    explained = {name for clause in book.clauses.values() for name in clause.entries}
    for name in (book.table.keys() - entries - behind - {CALL}) | (explained - entries):
        yield name, say("check.no_entry", name=name)
