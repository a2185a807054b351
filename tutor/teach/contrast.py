"""Contrast: what one game rules otherwise than another, found by asking the duties of both about the same cards.

Positions of different games share the names of their fields. What one game plays at random is read by the other, as
far as it has such fields and cards, and both judge it. Where they part stand a rule of one and a rule of the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple

from tutor.kernel.cards import SUITS
from tutor.kernel.fields import specs
from tutor.kernel.game import Game, load
from tutor.kernel.position import BadPosition, read_view, split
from tutor.teach.drills.moments import Moment, Table, random_game
from tutor.teach.rulebook import rulebook
from tutor.teach.text.doc import Block, Doc, Gap, Heading, Item, Para, Pre, mark
from tutor.teach.text.words import say

GAMES: Final = 60
"""Random games that are looked through at the most."""
PLIES: Final = 120
ENOUGH: Final = 500
"""Positions after which nothing new is expected."""
CORE: Final = ("players", "leader", "trick", "table", "plays", "hand", "trump")
"""Fields that say what lies there and who holds what."""
LYING: Final = ("trick", "table")
"""Fields for what a move is measured by; games are compared if they share one."""


class Difference(NamedTuple):
    """One way in which `game` rules otherwise than `known`, with a position of `game` that shows it.

    `kind` is `stricter` (`move` is refused by `clause` here, allowed there), `freer` (allowed here by `clause`,
    refused there by `other`) or `winner` (the trick goes to the card `move` here, to `instead` there).
    """

    kind: str
    clause: str
    other: str
    position: str
    move: str
    instead: str = ""


def as_known(known: Game[Any], game: Game[Any], position: str) -> Moment | None:
    """A position of `game` as `known` reads it; None if it has no such cards or needs to know more.

    Fields that `known` lacks are left out, then all but what lies there and the hand; where it has no trumps, or cannot
    be without, the trump suit is left out, or is any suit. If other numbers of players sit there, seats mean nothing:
    then no more than one play may lie on the table, and neither is a lead, which may depend on more.
    """
    pairs = {"players": str(game.usual)} | dict(split(position.split()))
    name = pairs.pop("phase", game.usual_phase)
    if name != game.usual_phase or name not in known.phase_of or name != known.usual_phase:
        return None
    phase = known.phase_of[name]
    mine, theirs = (set(specs(one.phase_of[name].view)) for one in (game, known))
    if not mine & theirs & set(LYING):
        return None
    if int(pairs["players"]) not in known.players:
        pairs = _nowhere(pairs)
        if not pairs:
            return None
    shared = {field: text for field, text in pairs.items() if field.partition(".")[0] in theirs | {"players"}}
    core = {field: text for field, text in shared.items() if field in CORE}
    bare = {field: text for field, text in core.items() if field != "trump"}
    for said in (shared, core, bare, *({**bare, "trump": s} for s in SUITS)):
        try:
            view = read_view(known, phase, list(said.items()))
        except BadPosition:
            continue
        return Moment(known, view, phase)
    return None


def _nowhere(pairs: dict[str, str]) -> dict[str, str]:
    """The one play on the table, the hand and the trump suit; nothing if more lies there, or nothing."""
    plays = [play for play in pairs.get("plays", "").split(",") if play and not play.endswith(":pass")]
    lying = pairs.get("trick") or pairs.get("table") or (plays[-1].partition(":")[2] if plays else "")
    if not lying or "," in lying:
        return {}
    kept = {field: pairs[field] for field in ("hand", "trump") if field in pairs}
    return {"trick" if pairs.get("trick") else "table": lying, **kept}


def parted(here: Moment, there: Moment) -> Iterator[Difference]:
    """The ways in which two games rule otherwise on the same cards."""
    position = here.position
    if here.due and there.due:
        texts = dict.fromkeys(ruling.text for moment in (here, there) for ruling in moment.judged().rulings)
        for ours, theirs in zip(here.judged(*texts).asked, there.judged(*texts).asked, strict=True):
            if ours.move is not None and theirs.move is not None and ours.legal != theirs.legal:
                kind = "freer" if ours.legal else "stricter"
                yield Difference(kind, ours.clause, theirs.clause, position, ours.text)
    assert here.phase is not None and there.phase is not None
    mine, theirs = here.phase.winner(here.view), there.phase.winner(there.view)
    if mine and theirs and mine.card != theirs.card:
        clauses = here.phase.outcome(here.view), there.phase.outcome(there.view)
        yield Difference("winner", *clauses, position, mine.card, theirs.card)


def rules_otherwise(known: Game[Any], moment: Moment) -> bool:
    """Whether `known` rules otherwise at a moment of another game."""
    other = as_known(known, moment.game, moment.position)
    return other is not None and any(parted(moment, other))


@cache
def differences(known: str, game: str) -> tuple[Difference, ...]:
    """What `game` rules otherwise than `known`: for each rule that parts them, the shortest position found."""
    here, there = load(game), load(known)
    shortest: dict[tuple[str, str], Difference] = {}
    for moment in islice(_comparable(here), ENOUGH):
        other = as_known(there, here, moment.position)
        for found in parted(moment, other) if other is not None else ():
            key = (found.kind, found.other if found.kind == "freer" else found.clause)
            if key not in shortest or len(found.position) < len(shortest[key].position):
                shortest[key] = found
    order = {"winner": 0, "stricter": 1, "freer": 2}
    return tuple(sorted(shortest.values(), key=lambda d: (order[d.kind], d.clause, d.other)))


def _comparable(game: Game[Any]) -> Iterator[Moment]:
    """Decisions and complete tricks of the play of random games, those with few cards in hand among them."""
    rng = Random(f"contrast {game.name}")
    for _ in range(GAMES):
        for moment in random_game(game, Table(game.usual, game.options()), rng, PLIES):
            if moment.phase is not None and moment.phase.name == game.usual_phase:
                yield moment


# -- for people and programs ---------------------------------------------------------------------------------


def contrast_doc(known: str, game: str, *, lessons: tuple[str, ...] = ()) -> Doc:
    """What is different in `game` for somebody who knows `known`; `lessons` are the addresses of lessons about it."""
    here, there = rulebook(game), rulebook(known)
    out: list[Block] = [Heading(say("contrast.title", game=here.title, known=there.title), 1)]
    text = here.related.get(known)
    out += [Para(text)] if text else []
    found = differences(known, game)
    for kind in ("winner", "stricter", "freer"):
        those = [d for d in found if d.kind == kind]
        if not those:
            continue
        out += [Gap(), Heading(say(f"contrast.{kind}", game=here.title, known=there.title))]
        for one in those:
            title = mark("b", _title(here.clauses, one.clause))
            words = say(
                f"contrast.{kind}_said", game=here.title, known=there.title, move=one.move,
                rule=_rule(here.clauses, one.clause), other=_rule(there.clauses, one.other),
                trick=_trick(one.position), best=mark("c", one.move), instead=mark("c", one.instead),
            )  # fmt: skip
            out.append(Item(title, words, one.clause))
            out.append(Pre(f"  tutor explain {game} {one.position}"))
    if not found:
        out.append(Para(say("contrast.nothing", game=here.title, known=there.title)))
    for address in lessons:
        out += [Gap(), Para(say("contrast.lesson", address=address))]
    return tuple(out)


def _trick(position: str) -> str:
    trick = dict(split(position.split())).get("trick", "")
    return " ".join(mark("c", text) for text in trick.split(",")) if "+" not in trick else trick


def _title(clauses: Any, clause: str) -> str:
    return clauses[clause].title if clause in clauses else clause


def _rule(clauses: Any, clause: str) -> str:
    return (clauses[clause].rule or clauses[clause].text) if clause in clauses else clause


def contrast_json(known: str, game: str) -> dict[str, Any]:
    """The same for programs."""
    return {"known": known, "game": game, "differences": [d._asdict() for d in differences(known, game)]}
