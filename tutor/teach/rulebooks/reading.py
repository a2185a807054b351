"""The documents of `tutor rules`: a rulebook, or clauses of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.echo import short
from tutor.kernel.fields import Spec, specs
from tutor.teach.rulebooks.lookup import search
from tutor.teach.rulebooks.rulebook import Clause, rulebook
from tutor.teach.rulings.ruling import house_rule_text, house_rule_values
from tutor.teach.text.doc import Block, Doc, Gap, Heading, Item, Para
from tutor.teach.text.marks import mark
from tutor.teach.text.values import capital
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.game import Game

FEW: Final = 5
"""The most values of a house rule that are told one by one."""
MOST: Final = 8
"""The most clauses that a search shows."""


def rules_doc(game: Game[Any], wanted: str = "") -> Doc | None:
    """The whole rulebook, or the clauses that `wanted` names or that contain its words; None if there are none."""
    book = rulebook(game.name)
    if wanted:
        named = book.named(wanted)
        told = tuple(block for clause in named for block in _clause(clause))
        return (*told, *_besides(game.name, wanted, named)) if named else _looked_up(game.name, wanted)
    out: list[Block] = [Heading(book.title, 1), Para(book.summary), Para(book.aim)]
    if game.family.with_tricks:
        out.append(Para(say("family.card_words"), "dim"))
    section = ""
    for clause in book.clauses.values():
        if clause.section != section:
            section = clause.section
            out += [Gap(), Heading(section)]
        out += _clause(clause)
    options = specs(game.options)
    if options:
        first = next(
            (f"{name}={others[0]}" for name, spec in options.items() if (others := _others_of(game, name, spec))), ""
        )
        typed = first or f"{next(iter(options))}=N"
        out += [Gap(), Heading(say("reading.options")), Para(say("reading.options_how", game=game.name, typed=typed))]
        out += [Item("", _house_rule(game, name, spec)) for name, spec in options.items()]
    if book.notes:
        out += [Gap(), Heading(say("reading.notes")), *(Para(note) for note in book.notes)]
    out += [Gap(), Para(say("reading.source", source=book.source), "dim")]
    return tuple(out)


def _house_rule(game: Game[Any], name: str, spec: Spec) -> str:
    """What is usual, in the words of players, and what one types for something else."""
    default, others = _default(spec), _others_of(game, name, spec)
    if not others:
        told = say("explain.no_default") if default == "-" else default
        return say("reading.option_n", name=name, shape=spec.kind.shape, meaning=capital(spec.meaning), usual=told)
    by_others = say("reading.option_by", meaning=spec.meaning, shown=spec.shown) if spec.default is None else ""
    usual = capital(by_others or house_rule_text(game, name, default))
    typed = [
        say("reading.option_for", typed=f"{name}={value}", text=house_rule_text(game, name, value)) for value in others
    ]
    return f"{usual}. {'; '.join(typed)}."


def _default(spec: Spec) -> str:
    return "-" if spec.default is None else spec.kind.show(spec.default)


def _others_of(game: Game[Any], name: str, spec: Spec) -> list[str]:
    """The other values of a house rule, if they are few."""
    others = [value for value in map(spec.kind.show, house_rule_values(game, name)) if value != _default(spec)]
    return others if len(others) <= FEW else []


def _looked_up(game: str, wanted: str) -> Doc | None:
    """The clauses that contain the words wanted, best first, and their number; None if there are none."""
    found = search(game, wanted)
    if not found.clauses:
        return None
    facts = {"n": len(found.clauses), "shown": MOST, "every": found.every, "meant": short(found.meant)}
    said = say("reading.found", typed=short(wanted) if found.replaced else "", **facts)
    return (Para(said, "dim"), *(block for clause in found.clauses[:MOST] for block in _clause(clause)))


def _besides(game: str, wanted: str, named: list[Clause]) -> Doc:
    """After the one clause that a plain word names, the others that speak of it."""
    if len(named) > 1 or not wanted.strip().isalpha():
        return ()
    others = [clause for clause in search(game, wanted).clauses if clause not in named][: MOST - 1]
    said = Para(say("reading.others", meant=short(wanted.strip())), "dim")
    return (said, *(block for clause in others for block in _clause(clause))) if others else ()


def rules_named(game: Game[Any], wanted: str) -> list[Block]:
    """The clauses that `wanted` names or that contain its words, or that there are none."""
    return list(rules_doc(game, wanted) or (Para(none_found(game, wanted), "warn"),))


def none_found(game: Game[Any], wanted: str) -> str:
    """The message for when `rules_doc` gives None."""
    return say("reading.none", wanted=short(wanted), title=game.title, game=game.name)


def _clause(clause: Clause) -> list[Block]:
    return [Item(mark("b", clause.title), clause.text, clause.id)]
