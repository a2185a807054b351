"""Reasons for a card to a trick, or a raise, where the rank alone decides, and equal ranks are level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.outcomes import side_of_seat
from tutor.advice.reasons.context import DecisionContext, Reason
from tutor.advice.reasons.plain_leads import likely_won
from tutor.advice.reasons.standing import threats
from tutor.kernel.calls import CallKind
from tutor.kernel.seats import after
from tutor.kernel.view_types import CallsView, RankedTrickView
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

STRONG: Final = 4
"""The most cards out of sight above the best card of a side that a raise is explained by."""
WEAK: Final = 8
"""The fewest of them that no raise is explained by."""
HOPELESS: Final = 0.35
"""The share of the cards out of sight above a card from which on it will hardly win against several."""


def ties_best(context: DecisionContext, c: Card) -> bool:
    """Whether the card is as high as the best one on the table, so that neither wins."""
    v = context.trick
    return not v.by_suit and v.best is not None and v.power[c] == v.power[v.best]


def may_be_tied(context: DecisionContext, c: Card) -> bool:
    """Whether a card out of sight is as high as this one."""
    v = context.trick
    return not v.by_suit and any(v.power[x] == v.power[c] for x in context.outstanding)


def leading_by_rank(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """Reasons for leading `c`: nothing out of sight beats it, it wins often, or it is up to a partner."""
    if not threats(context, c):
        yield Reason("at_least_level" if may_be_tied(context, c) else "master", {"c": c} | race_facts(context))
        return
    found = tuple(likely_won(context))
    yield from found
    best = max(context.hand, key=context.trick.power.__getitem__)
    above = _number_above(context, best)
    if not found and len(context.friends) > 1 and above >= HOPELESS * sum(context.outstanding.values()):
        yield Reason("up_to_partner", {"best": best, "n": above})


def beaten_by_rank(context: DecisionContext, c: Card, facts: Mapping[str, Any]) -> Iterator[Reason]:
    """Reasons for a card where no legal card wins."""
    power = context.trick.power
    if ties_best(context, c):
        yield Reason("draws", {**facts, **race_facts(context)})
    elif all(power[c] < power[x] for x in context.cards if x is not c):
        yield Reason("lowest_of_all", facts)


def staking(context: DecisionContext) -> Iterator[Reason]:
    """For raises in the middle of play, and for leaving them be: the tricks so far, the best card of the side."""
    v = context.view
    if not isinstance(v, RankedTrickView) or not isinstance(v, CallsView) or context.other is None:
        return
    raises, other_raises = _raises(context, context.move), _raises(context, context.other)
    if raises == other_raises:
        return
    to_play = _to_play(context)
    leads = bool(to_play) and v.holder in context.friends
    mine = (*context.game.held(context.state, context.seat), *((v.best,) if leads and v.best else ()))
    if not mine:
        return
    best = max(mine, key=v.power.__getitem__)
    foes = [who for who in to_play if who not in context.friends]
    facts: dict[str, Any] = {
        "move": context.move,
        "best": best,
        "n": (above := _number_above(context, best)),
    } | race_facts(context)
    facts["holder"] = v.holder if leads and best is v.best and v.holder != context.seat else ""
    if other_raises and leads and _last_cards(context) and (best is v.best or not foes):
        yield Reason("only_better", facts | {"best": v.best, "foes": len(foes), "who": foes[-1] if foes else ""})
    elif raises and above <= STRONG:
        yield Reason("strong_hand", facts)
    elif other_raises and above >= WEAK:
        yield Reason("weak_hand", facts | {"gives_up": context.meaning.kind is CallKind.GIVE_UP})


def _number_above(context: DecisionContext, c: Card) -> int:
    """The number of cards out of sight that are higher than `c`."""
    power = context.trick.power
    return sum(n for x, n in context.outstanding.items() if power[x] > power[c])


def _to_play(context: DecisionContext) -> tuple[Seat, ...]:
    """The seats that are still to play to the trick on the table, the own one included; none if it is complete."""
    v = context.trick
    return tuple(after(context.state.seats, v.leader, n) for n in range(len(v.trick), v.players)) if v.trick else ()


def _last_cards(context: DecisionContext) -> bool:
    """Whether nobody has a card for another trick after this one."""
    return all(len(context.game.held(context.state, who)) <= (who in _to_play(context)) for who in context.state.seats)


def race_facts(context: DecisionContext) -> dict[str, Any]:
    """Facts: the tricks that each side still `needs` to win the hand at once, and who wins if tricks are `equal`."""
    race = policy_of(context.game).race(context.state)
    if race is None:
        return {"needs": 0, "they_need": 0, "several": False, "equal": ""}
    own = side_of_seat(context.game, context.state, context.seat)
    won = race.won[own]
    theirs = max((n for side, n in race.won.items() if side != own), default=0)
    equal = "ours" if race.ties == own else "theirs"
    return {"needs": race.needs - won, "they_need": race.needs - theirs, "several": race.needs > 1, "equal": equal}


def _raises(context: DecisionContext, move: Move) -> bool:
    """Whether a move in the middle of play is a raise: a word that neither passes nor gives up."""
    return bool(move.word) and context.phase.meaning(move.word).kind not in (CallKind.PASS, CallKind.GIVE_UP)
