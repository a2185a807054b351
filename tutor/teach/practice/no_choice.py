"""Decisions without a choice: a word is said for the learner, who is not asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.calls import CallKind
from tutor.kernel.phase import Phase
from tutor.teach.questions.refusals import all_refused

if TYPE_CHECKING:
    from tutor.kernel.judging import Judgement
    from tutor.kernel.moves import Move


def forced(found: Judgement[Any]) -> Move | None:
    """The word that is left to a player who has no choice: to draw or pass instead of a card, or a pass in the bidding.

    None if there is a choice, or if the only word commits the player, who should know why.
    """
    if len(found.legal) != 1 or found.legal[0].cards:
        return None
    if found.phase.verb == Phase.verb:
        return found.legal[0] if found.phase.holds(found.view) else None
    passes = found.phase.meaning(found.legal[0].word).kind is CallKind.PASS
    return found.legal[0] if passes and len(found.rulings) > 1 else None


def nothing_fits(found: Judgement[Any]) -> bool:
    """Whether cards are to be played, but a player holds none that may be."""
    asked = any(one.cards for one in found.rulings)
    return found.phase.verb == Phase.verb and forced(found) is not None and (not asked or all_refused(found))
