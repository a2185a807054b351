"""Warn of rights that a legal move gives up, as the rulebook declares them (`lapses`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.teach import ruling as words
from tutor.teach.text.doc import Block, Para
from tutor.teach.text.words import say, sentence

if TYPE_CHECKING:
    from tutor.kernel.game import Game
    from tutor.kernel.judging import Judgement, Ruling
    from tutor.kernel.moves import Move
    from tutor.teach.practice.decision import Decision
    from tutor.teach.practice.match import Match


def warned(match: Match, decision: Decision, found: Judgement[Any]) -> list[Block]:
    """The warning before a move that gives up a right; empty if there is none, or it was given already.

    The move is kept in the decision, and made by Enter or by typing it again.
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
    """A sentence for each right that the legal `ruling.move` gives up.

    A clause that grants a right has the sentence `lapses`. It is rendered when moves based on the clause are legal and
    another is made; it is empty where nothing is lost.
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
    """The `lapses` sentence of `clause` for `move`, where `moves` are based on that clause; "" if nothing is lost."""
    facts = words.seen(game, found.phase, found.view) | {"move": move, "moves": moves}
    facts |= {"facts": found.phase.facts(found.view), **found.phase.reasons(found.view, move)}
    return sentence(words.clause(game.name, clause).lapses, facts)
