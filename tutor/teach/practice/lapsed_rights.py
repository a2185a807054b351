"""Warn of rights that a legal move gives up, as the rulebook declares them (`lapses`)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from tutor.teach.rulings import ruling as words
from tutor.teach.text.doc import Block, Para
from tutor.teach.text.words import say, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
    texts = dict.fromkeys(text for _, lapse in lapses(match.game, found, ruling) if (text := lapse()))
    if not texts:
        return []
    decision.pending = ruling.text
    return [*(Para(text, "warn") for text in texts), Para(say("practice.waste", move=ruling.move), "ask")]


def lapses(game: Game[Any], found: Judgement[Any], ruling: Ruling[Any]) -> Iterator[tuple[str, Callable[[], str]]]:
    """Each clause with a right that the legal `ruling.move` gives up, and what makes the sentence that says so.

    A clause that grants a right has the sentence `lapses`. It is rendered when moves based on the clause are legal and
    another is made; it is empty where nothing is lost.
    """
    if ruling.move is None or not ruling.legal:
        return
    rights: dict[str, list[Move]] = {}
    for other in found.rulings:
        if other.legal and other.move != ruling.move and other.move is not None:
            rights.setdefault(other.clause, []).append(other.move)
    for clause, moves in rights.items():
        source = words.clause(game.name, clause).lapses
        if source:
            yield clause, partial(_lapse, game, found, ruling.move, source, tuple(moves))


def _lapse(game: Game[Any], found: Judgement[Any], move: Move, source: str, moves: tuple[Move, ...]) -> str:
    facts = words.seen(game, found.phase, found.view) | {"move": move, "moves": moves}
    facts |= {"facts": found.phase.facts(found.view), **found.phase.reasons(found.view, move)}
    return sentence(source, facts)
