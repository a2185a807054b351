"""What this trick may decide of what a side needs: it must not be lost, or as little as possible is given away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.advice.reasons.endings import above_if_led, worth
from tutor.kernel.seats import members
from tutor.policies import policy_of
from tutor.policies.aims import TRICK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card
    from tutor.kernel.seats import Seat
    from tutor.policies.aims import Aim


def aim_facts(aim: Aim) -> dict[str, Any]:
    """The facts of an aim that sentences name."""
    facts = {"who": aim.side, "has": aim.has, "goal": aim.goal, "unit": aim.unit, "contract": aim.contract}
    return facts | {
        "aside": aim.aside,
        "missing": aim.missing,
        "reached": aim.reached,
        "exact": aim.exact or aim.unit != TRICK,
    }


def at_stake(context: DecisionContext, aim: Aim, c: Card) -> Iterator[Reason]:
    """This trick may decide the aim: it must not be lost, or as little as possible is to be given away in it."""
    other, v = context.other_card, context.trick
    if other is None or (v.trick and v.holder in context.friends):
        return
    ours = set(members(aim.side)) <= context.friends
    own, dear = (worth(context, aim, (*v.trick, x)) for x in (c, other))
    if (ours and not aim.exact) or (aim.spare if ours else aim.missing - 1) >= max(own, dear):
        return
    facts = aim_facts(aim) | {"c": c, "other": other, "ours": ours, "all": ours and not aim.spare, "spare": aim.spare}
    facts["first"] = ours and not aim.spare and aim.unit == TRICK and aim.left < len(context.hand)
    wins, would = ((v.beats(x) if v.trick else not above_if_led(context, x)) for x in (c, other))
    if wins and not would:
        lost = [x for x in context.cards if not (v.beats(x) if v.trick else not above_if_led(context, x))]
        least = min(worth(context, aim, (*v.trick, x)) for x in lost)
        if (aim.spare if ours else aim.missing - 1) >= least:
            return  # another card may lose it
        if ours or not {v.holder, *context.next_seats}.isdisjoint(members(aim.side)):
            yield Reason("must_win", facts, role=Role.AIM)
    elif ours or wins or would or not v.trick or own >= dear or own != _least(context, aim):
        return
    elif own >= aim.missing:  # then it is no use to give less
        if aim.exact and (pals := _may_take(context)):
            yield Reason("all_on_trick", facts | {"pal": pals[0]}, role=Role.AIM)
    else:
        with_other = not context.next_seats and aim.has + dear >= aim.goal > aim.has + own
        yield Reason("gives_least", facts | {"beaten": with_other}, decides=with_other, role=Role.AIM)


def _least(context: DecisionContext, aim: Aim) -> float:
    """What the trick counts at least with one of the cards that may be played."""
    return min(worth(context, aim, (*context.trick.trick, x)) for x in context.cards)


def _may_take(context: DecisionContext) -> tuple[Seat, ...]:
    """The partners still to play who may beat the card of an opponent that is winning."""
    above = [x for x in context.outstanding if context.trick.beats(x)]
    return tuple(who for who in context.partners_to_play if context.some_may_hold((who,), *above))


def enough_with_trick(context: DecisionContext, c: Card) -> bool:
    """Whether opponents who win this trick with `c` in it have what they need, so that it is no use to give less."""
    aims = policy_of(context.game).aims(context.state, context.seat)
    theirs = (aim for aim in aims if aim.open and aim.exact and context.friends.isdisjoint(members(aim.side)))
    return any(aim.missing <= worth(context, aim, (*context.trick.trick, c)) for aim in theirs)
