"""What kind of choice a move is: players weigh one kind against another before they weigh two moves of a kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.view_types import RankedTrickView

if TYPE_CHECKING:
    from collections.abc import Hashable

    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase


def kind_of_move(phase: Phase[Any, Any], view: Any, move: Move) -> Hashable:
    """Equal for moves of one kind.

    Cards to a trick are of a kind if they are of one suit and either both would be its best card or neither; calls if
    they do the same for whoever makes them; other moves if they have the same word and as many cards.
    """
    if isinstance(view, RankedTrickView) and len(move.cards) == 1:
        c = move.cards[0]
        suit = view.order.suit[c] if view.by_suit else ""
        return move.word, suit, bool(view.trick) and view.beats(c)
    if move.cards:
        return move.word, len(move.cards)
    return phase.meaning(move.word).kind
