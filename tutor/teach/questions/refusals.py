"""Which moves the rules refuse, as hints and replies speak of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from tutor.kernel.view_types import HandView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.judging import Judgement, Ruling

Rulings: TypeAlias = "Sequence[Ruling[Any]]"


def free(found: Judgement[Any]) -> bool:
    """Whether no rule is against a candidate move; where cards are played, words that may not be said do not count."""
    return not refusals(found.rulings)


def refusals(rulings: Rulings) -> Rulings:
    """The illegal moves; where there are legal cards none with words, which may not have been told yet."""
    cards = any(r.legal and r.cards for r in rulings)
    plain = any(r.legal and r.cards and not r.move.word for r in rulings if r.move)
    found = (r for r in rulings if not r.legal and r.move is not None and (r.cards or not cards))
    return [r for r in found if r.move is not None and not (plain and r.move.word)]


def all_refused(found: Judgement[Any]) -> bool:
    """Whether there are cards in the hand, each of them was a candidate, and none may be played."""
    held = {*found.view.hand} if isinstance(found.view, HandView) else set()
    return bool(held) and not any(m.cards for m in found.legal) and held <= {c for r in found.rulings for c in r.cards}
