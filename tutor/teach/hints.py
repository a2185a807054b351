"""The hint ladder: five rungs from the rule in play to the answer, made from a judgement, the same in every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tutor.kernel.game import Game
from tutor.kernel.phase import Judgement, Ruling, Verdict
from tutor.teach import ruling as words
from tutor.teach.text.offers import offered
from tutor.teach.text.phrases import text_in_words
from tutor.teach.text.words import listed, say

RUNGS: Final = 5
SHOWN: Final = 6
"""Moves that a rung names one by one; more are named by their kind."""


def ladder(
    game: Game[Any], found: Judgement[Any], among: Sequence[Ruling[Any]] = (), rests_on: str = ""
) -> tuple[str, ...]:
    """Five sentences: the rule, the cards it concerns, how many moves are legal, one that is not, the answer.

    They speak of the moves `among` which the question asks to choose, by default of all. `rests_on` is the rule, if it
    is not the deciding one.
    """
    rulings = tuple(among) or found.rulings
    refused = [r for r in rulings if not r.legal]
    legal = [r for r in rulings if r.legal]
    ground = rests_on or deciding(found, among)
    rule = words.clause(game.name, ground)
    cutting = [s for s in reversed(found.found.steps) if s.cut]
    step = next((s for s in cutting if s.duty.clause == ground), cutting[0] if cutting else None)
    binding = tuple(dict.fromkeys(c for move in (step.kept if step else ()) for c in move.cards))
    rungs = [say("hint.rule", rule=rule.rule or rule.title, title=rule.title, clause_id=rule.id)]
    if binding and refused:
        rungs.append(say("hint.cards", binding=binding[: 2 * SHOWN], more=len(binding) > 2 * SHOWN))
    else:
        rungs.append(say("hint.choices", choices=_several(game, found, rulings), n=len(rulings)))
    rungs.append(say("hint.count", legal=len(legal), n=len(rulings)))
    if refused:
        one = refused[-1]
        rungs.append(say("hint.wrong", move=one.move, why=words.ruling_text(game, found, one)))
    else:
        rungs.append(say("hint.nothing_wrong"))
    if legal:
        first = legal[0]
        why = words.ruling_text(game, found, first) if len(legal) <= SHOWN else ""
        moves = _several(game, found, legal)
        rungs.append(say("hint.answer", moves=moves, n=len(legal), first=first.move, why=why))
    else:
        rungs.append(say("hint.no_answer"))
    return tuple(text_in_words(game, rung, found.phase) for rung in rungs)


def _several(game: Game[Any], found: Judgement[Any], rulings: Sequence[Ruling[Any]]) -> str:
    moves = [r.move for r in rulings if r.move]
    return listed(moves, "or") if len(moves) <= SHOWN else offered(game, found.phase, found.view, moves)


def deciding(found: Judgement[Any], among: Sequence[Ruling[Any]] = ()) -> str:
    """The clause that decides here or `among` these: the last duty that cut one, else what legal ones rest on."""
    refused = {r.clause for r in among if r.verdict is Verdict.NOT_ALLOWED}
    last = next((s.duty.clause for s in reversed(found.found.steps) if s.duty.clause in refused), "")
    legal = next((r for r in found.rulings if r.legal), None)
    return last or found.found.ground() or (legal.clause if legal else found.phase.clause)
