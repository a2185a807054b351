"""Who takes a trick that the seat loses, as far as that is certain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.playout import allowed
from tutor.kernel.view_types import RankedTrickView

if TYPE_CHECKING:
    from tutor.advice.reasons.context import DecisionContext
    from tutor.kernel.seats import Seat
    from tutor.kernel.view import View


def taker(context: DecisionContext) -> dict[str, Any]:
    """Facts: `to` is the player, or side, that certainly takes a trick that the seat loses; `forced` by the rules.

    That is whoever is winning, if nobody else is to play; or the last to play, if that one must play a card that wins.
    The other side takes what it is winning, if no partner who is still to play can beat that; `lost` says that some
    opponent does, whoever that is.
    """
    rest, holder, foes = context.next_seats, context.trick.holder or "", context.foes
    if not rest:
        return {
            "to": "" if holder in context.friends else holder,
            "forced": False,
            "lost": holder not in context.friends,
        }
    forced = len(rest) == 1 and rest[0] not in context.friends and _must_take(context, rest[0])
    if forced or holder in context.friends or not _theirs(context):
        return {"to": rest[0] if forced else "", "forced": forced, "lost": forced}
    one_side = all({*foes} <= {*context.game.allies(one, holder)} for one in context.samples)
    return {"to": "+".join(foes) if one_side else "", "forced": False, "lost": True}


def _theirs(context: DecisionContext) -> bool:
    """Whether no partner who is still to play can beat the card of an opponent that is winning."""
    pals = context.partners_to_play
    return not any(context.trick.beats(x) and context.some_may_hold(pals, x) for x in context.outstanding)


def _must_take(context: DecisionContext, who: Seat) -> bool:
    """Whether `who`, the next to play, has to win the trick with what it is known to hold, whatever else it holds."""
    known, look = context.known[who], context.phase.see(context.after(context.move), who)
    full = len(known) == context.left[who]
    more = () if full else [x for x in context.outstanding if x not in known and context.may_hold(who, x)]
    return bool(known) and all(
        _only_wins(context, look.holding(hand)) for hand in (known, *((*known, x) for x in more))
    )


def _only_wins(context: DecisionContext, v: View) -> bool:
    """Whether every legal card wins the trick so far."""
    legal = [move.cards for move in allowed(context.phase, v)]
    return isinstance(v, RankedTrickView) and bool(legal) and all(len(own) == 1 and v.beats(own[0]) for own in legal)
