"""Make flash cards from a game's drills: their two sides, and identifiers that stay the same between exports."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.teach.drills.drill import Drill, NoDrill, make
from tutor.teach.drills.series import clauses_of
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.text.doc import Block, Doc, Item, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from tutor.kernel.game import Game
    from tutor.kernel.seats import Seat

EACH: Final = 2
"""The default number of cards for each clause."""


@dataclass(frozen=True)
class Note:
    """One card. Its `guid` follows from game, clause and seed, so that a new export updates it."""

    guid: str
    clause: str
    front: Doc
    back: Doc
    names: Mapping[Seat, str]
    tags: tuple[str, ...]


class Sides(NamedTuple):
    """One flash card: `front` and `back` are HTML."""

    guid: str
    front: str
    back: str
    tags: tuple[str, ...]


def notes(game: Game[Any], each: int = EACH, told: Callable[[int, int], None] | None = None) -> Iterator[Note]:
    """`each` cards for every clause that can be drilled, in the order of the rulebook, without duplicates.

    `told` is called with the number of cards searched for so far, and of all.
    """
    seen: set[tuple[str, str]] = set()
    clauses = list(clauses_of(game))
    for number, clause in enumerate(clauses):
        for seed in range(each):
            if told is not None:
                told(number * each + seed, len(clauses) * each)
            try:
                drill = make(game, clause, seed)
            except NoDrill:
                continue
            asked = (drill.moment.position, drill.question.prompt)
            if asked not in seen:
                seen.add(asked)
                yield _note(drill)


def _note(drill: Drill) -> Note:
    clause = rulebook(drill.game.name).clauses[drill.clause]
    front: list[Block] = [*drill.described(), Para(drill.question.prompt, "ask")]
    back: list[Block] = [Para(say("deck.answer"), "good"), *drill.question.solution()]
    rule = clause.rule or clause.title
    if not any(isinstance(block, Item) and (block.text, block.clause) == (rule, clause.id) for block in back):
        back.append(Item(say("deck.rule"), rule, clause.id))
    names = drill.moment.scene.names
    tags = ("tutor", drill.game.name, drill.clause)
    return Note(guid(drill.game.name, drill.clause, drill.seed), drill.clause, tuple(front), tuple(back), names, tags)


def guid(game: str, clause: str, seed: int) -> str:
    """The identifier of the card for this clause and seed."""
    return hashlib.sha256(f"{game}\t{clause}\t{seed}".encode()).hexdigest()[:20]


def number(name: str) -> int:
    """A number derived from `name`, by which Anki identifies decks and models."""
    return (1 << 30) + int(hashlib.sha256(name.encode()).hexdigest()[:7], 16)
