"""Reasons for a raise in the middle of play, and for leaving it be, where the rank of cards alone decides."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.advice.reasons.ranks import STRONG, level_with, number_above, race_facts, ties_best
from tutor.kernel.calls import CallKind
from tutor.kernel.playout import legal
from tutor.kernel.seats import after
from tutor.kernel.view_types import CallsView, RankedTrickView

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

EVEN: Final = 0.5
"""The chance that no opponent beats a card from which on it is not too little to raise on if that decides the hand."""
SMALL: Final = 0.3
"""The same chance below which a card will hardly bring a trick."""


def staking(context: DecisionContext) -> Iterator[Reason]:
    """For raises in the middle of play, and for leaving them be: the tricks so far, the best card of the side."""
    v = context.view
    if not isinstance(v, RankedTrickView) or not isinstance(v, CallsView) or context.other is None:
        return
    raises, other_raises = _raises(context, context.move), _raises(context, context.other)
    if raises == other_raises:
        return
    to_play = _to_play(context)
    equal = race_facts(context)["equal"] == "ours" and v.holder is None and _last_cards(context)
    leads = bool(to_play) and (v.holder in context.friends or equal)
    held = context.game.held(context.state, context.seat)
    mine = sorted((*held, *((v.best,) if leads and v.best else ())), key=v.power.__getitem__, reverse=True)
    facts: dict[str, Any] = {"move": context.move, "gives_up": context.meaning.kind is CallKind.GIVE_UP} | race_facts(
        context
    )
    facts["lost"] = _lost(context, to_play, facts)
    if mine:
        facts |= _best_held(context, mine, leads=leads)
        yield from _raising(facts) if raises else _no_raise(context, facts, mine[0], leads=leads)
    elif other_raises and (facts["lost"] or any(who in context.friends for who in to_play)):
        yield Reason("nothing_left", facts | {"best": v.best, "holder": _foe_ahead(context)})


def _raising(facts: Mapping[str, Any]) -> Iterator[Reason]:
    """A raise on a card that few beat; with a trick more than the others, who may lose none."""
    if facts["n"] <= STRONG and not facts["unbeaten"]:
        yield Reason("strong_hand", facts)
    elif facts["needs"] == 1 < facts["they_need"] and not (facts["gives_up"] or facts["unbeaten"]):
        yield Reason("trick_up", facts)


def _leaves_to_partner(context: DecisionContext, facts: Mapping[str, Any]) -> bool:
    """Whether an opponent is winning, and of those still to play only friends of the seat may change that."""
    to_play = _to_play(context)
    waits = bool(facts["foe"]) and context.seat not in to_play and any(who in context.friends for who in to_play)
    return waits and bool(context.game.held(context.state, context.seat))


def _no_raise(context: DecisionContext, facts: Mapping[str, Any], best: Card, *, leads: bool) -> Iterator[Reason]:
    """No raise: one may still do so later, it would bring nothing, or the cards are too weak."""
    found = tuple(_too_early(context, facts, best, leads=leads))
    yield from found
    v, last = context.trick, facts["gives_up"] or _last_cards(context)
    open_ = bool(facts["holder"] and (facts["n"] or facts["level"])) and not last
    level = v.best is not None and v.holder is None and bool(_to_play(context)) and not last
    up = facts["needs"] < facts["they_need"] and not (_to_play(context) or last)
    if not found and context.card is None and (open_ or level):
        yield Reason("raises_when_seen", {**facts, "drawn": level})
    elif not found and context.card is None and up:
        yield Reason("raises_next", facts)
    elif not found and context.card is not None and _may_still_raise(context):
        yield Reason("raises_after", {**facts, "c": context.card, "settled": _to_play(context) == (context.seat,)})


def _may_still_raise(context: DecisionContext) -> bool:
    """Whether the seat may raise right after its card as well."""
    then = context.phase.act(context.state, context.seat, context.move).state
    if then.turn != (context.seat,) or then.chance is not None:
        return False
    phase = context.game.due(then)
    words = (m.word for m in legal(context.game, then, context.seat) if m.word)
    return any(phase.meaning(word).kind not in (CallKind.PASS, CallKind.GIVE_UP) for word in words)


def _too_early(context: DecisionContext, facts: Mapping[str, Any], best: Card, *, leads: bool) -> Iterator[Reason]:
    """Reasons to leave a raise be for now."""
    v, to_play, held = context.trick, _to_play(context), context.game.held(context.state, context.seat)
    foes = [who for who in to_play if who not in context.friends]
    if _leaves_to_partner(context, facts):
        yield from _waiting(context, facts)
    elif leads and _last_cards(context) and (best is v.best or not foes):
        yield Reason("only_better", {**facts, "best": v.best, "foes": len(foes), "who": foes[-1] if foes else ""})
    elif not facts["lost"] and _may_decide(context, best, facts):
        if v.trick and not to_play and v.holder != context.seat and not facts["gives_up"]:
            yield Reason("raises_next", facts)
    elif len(left := _left_after_draw(context)) > 1 and _behind(facts) and not facts["gives_up"]:
        weak = _chance(context, left[1], 1) < EVEN
        yield Reason("needs_both", {**facts, "best": left[0], "rest": left[1], "weak": weak})
    elif facts["n"] > STRONG or (facts["unbeaten"] and not ties_best(context, best)):
        yield Reason("weak_hand", facts, role=Role.COUNTED)
    elif facts["holder"] and not facts["gives_up"]:
        yield from _one_trick(context, held, facts)
    elif _behind(facts) and facts["rest"] and not (facts["second"] or facts["gives_up"]):
        yield Reason("needs_both", {**facts, "weak": _chance(context, facts["rest"], 1) < EVEN})


def _left_after_draw(context: DecisionContext) -> Cards:
    """The cards that are left, the highest first, where the one played only draws the trick; else none."""
    c, held = context.card, context.game.held(context.state, context.seat)
    if c is None or not ties_best(context, c):
        return ()
    return tuple(sorted((x for x in held if x is not c), key=context.trick.power.__getitem__, reverse=True))


def _behind(facts: Mapping[str, Any]) -> bool:
    """Whether a single trick more does not win the hand if the others win one as well."""
    behind = facts["needs"] - facts["they_need"]
    return bool(behind > 0 or (not behind and facts["needs"] > 1 and facts["equal"] == "theirs"))


def _one_trick(context: DecisionContext, held: Cards, facts: Mapping[str, Any]) -> Iterator[Reason]:
    """No raise on the card that lies there: little is left behind it, or it may still be beaten."""
    left = tuple(x for x in held if x is not context.card)
    if left and not facts["second"] and facts["needs"] > 1 and all(_chance(context, x, 1) < SMALL for x in left):
        yield Reason("one_trick", {**facts, "left": left})
    elif facts["n"]:
        yield Reason("raises_later", facts)


def _may_decide(context: DecisionContext, best: Card, facts: Mapping[str, Any]) -> bool:
    """Whether the next trick decides the hand, and as likely as not no opponent can beat `best` then."""
    held = max((context.game.held(context.state, who) for who in context.foes), key=len, default=())
    return (
        facts["needs"] == facts["they_need"] == 1
        and not facts["unbeaten"]
        and _chance(context, best, len(held)) >= EVEN
    )


def _chance(context: DecisionContext, c: Card, each: int) -> float:
    """The chance that no opponent has a card above `c`, with so many of the cards out of sight in each one's hand."""
    out, above = sum(context.outstanding.values()), number_above(context, c)
    theirs = min(out, each * len(context.foes))
    return comb(out - above, theirs) / comb(out, theirs)


def _lost(context: DecisionContext, to_play: Sequence[Seat], facts: Mapping[str, Any]) -> bool:
    """Whether the hand is lost: an opponent wins or draws the trick on the table for certain, and so the hand."""
    v, friends = context.trick, context.friends
    if not facts["equal"] or v.best is None or v.holder in friends:
        return False
    held = context.game.held(context.state, context.seat) if context.seat in to_play else ()
    helped = any(who in friends and who != context.seat for who in to_play)
    if not to_play or helped or any(map(v.beats, held)):
        return False
    drawn = any(who in friends for who in v.shared) or any(v.power[x] == v.power[v.best] for x in held)
    return bool(facts["draw_loses"] if drawn else facts["loses"])


def _waiting(context: DecisionContext, facts: Mapping[str, Any]) -> Iterator[Reason]:
    """No raise while opponents win a trick that a partner is still to play to: one may raise when it is decided."""
    partner = next((who for who in _to_play(context) if who in context.friends), "")
    if not facts["gives_up"]:
        yield Reason("waits_to_raise", {**facts, "top": context.trick.best, "partner": partner})


def _best_held(context: DecisionContext, mine: Sequence[Card], *, leads: bool) -> dict[str, Any]:
    """Facts: the best card of the side, `n` cards out of sight above it, and the `second` if few are above that.

    `holder` is the friend, or the seat itself, whose card lies there as the best; `unbeaten` is a card of an opponent
    that it does not beat.
    """
    v, best = context.trick, mine[0]
    second = next((x for x in mine[1:] if number_above(context, x) <= STRONG), "")
    rest = next(iter(mine[1:]), "")
    foe = _foe_ahead(context)
    unbeaten = v.best if foe and v.best is not None and v.power[v.best] >= v.power[best] else ""
    facts: dict[str, Any] = {"best": best, "n": number_above(context, best), "second": second}
    facts |= {"unbeaten": unbeaten, "foe": foe, "level": len(level_with(context, best))}
    lies = leads and best is v.best
    facts |= {"rest": rest, "helped": len(context.friends) > 1}
    return facts | {"holder": (v.holder or "") if lies else "", "own": lies and v.holder == context.seat}


def _foe_ahead(context: DecisionContext) -> Seat:
    """The opponent whose card is the best of a trick that is not complete; empty if there is none."""
    v = context.trick
    return v.holder if _to_play(context) and v.holder and v.holder not in context.friends else ""


def _to_play(context: DecisionContext) -> tuple[Seat, ...]:
    """The seats that are still to play to the trick on the table, the own one included; none if it is complete."""
    v = context.trick
    return tuple(after(context.state.seats, v.leader, n) for n in range(len(v.trick), v.players)) if v.trick else ()


def _last_cards(context: DecisionContext) -> bool:
    """Whether nobody has a card for another trick after this one."""
    return all(len(context.game.held(context.state, who)) <= (who in _to_play(context)) for who in context.state.seats)


def _raises(context: DecisionContext, move: Move) -> bool:
    """Whether a move in the middle of play is a raise: a word that neither passes nor gives up.

    Where the hand may be given up, whatever goes on with it is one, a card too.
    """
    kinds = {one: context.phase.meaning(one.word).kind for one in context.moves if one.word}
    if CallKind.GIVE_UP in kinds.values():
        return kinds.get(move) is not CallKind.GIVE_UP
    return bool(move.word) and kinds.get(move) is not CallKind.PASS
