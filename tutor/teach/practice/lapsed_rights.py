"""Waste: a right that a move gives up, said before it is too late. Which rights there are, the rulebook says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.teach import ruling as words
from tutor.teach.text.doc import Block, Para
from tutor.teach.text.words import say, sentence

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Judgement, Ruling
    from tutor.teach.practice.decision import Decision
    from tutor.teach.practice.match import Match


def warned(match: Match, decision: Decision, found: Judgement[Any]) -> list[Block]:
    """What is said to a learner about to give up a right; nothing if there is none, or it was said already.

    The move waits in the decision: Enter, or saying it again, makes it.
    """
    ruling = found.asked[0]
    heard = decision.pending == ruling.text
    decision.pending = ""
    if heard or not match.setup.warns or not match.setup.assist.hints:
        return []
    texts = lapsed_clauses(match.game, found, ruling)
    if not texts:
        return []
    decision.pending = ruling.text
    return [*(Para(text, "warn") for text in texts), Para(say("practice.waste", move=ruling.move), "ask")]


def lapsed_clauses(game: Game[Any], found: Judgement[Any], ruling: Ruling[Any]) -> list[str]:
    """What the legal `ruling.move` gives up, a sentence for each right that could be used instead; none if nothing.

    A clause that grants a right has a sentence `lapses` in the rulebook. It is asked when moves that rest on the clause
    are legal and another one is made, and stays silent where nothing is lost.
    """
    if not ruling.legal or ruling.move is None:
        return []
    rights: dict[str, list[Move]] = {}
    for other in found.rulings:
        if other.move is None or not other.legal or other.move == ruling.move:
            continue
        if words.clause(game.name, other.clause).lapses:
            rights.setdefault(other.clause, []).append(other.move)
    texts = (lapse_text(game, found, ruling.move, clause, tuple(moves)) for clause, moves in rights.items())
    return list(dict.fromkeys(text for text in texts if text))


def lapse_text(game: Game[Any], found: Judgement[Any], move: Move, clause: str, moves: tuple[Move, ...]) -> str:
    """What the rulebook says to somebody who makes `move` where `moves` rest on `clause`; empty if nothing is lost."""
    facts = words.seen(game, found.phase, found.view) | {"move": move, "moves": moves}
    facts |= {"facts": found.phase.facts(found.view), **found.phase.reasons(found.view, move)}
    return sentence(words.clause(game.name, clause).lapses, facts)
