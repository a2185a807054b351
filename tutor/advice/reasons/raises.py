"""Reasons for a raise in the middle of play, and for leaving it be, where the rank of cards alone decides."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.advice.reasons.ranks import HOPELESS, STRONG, WORTHLESS, level_with, number_above, race_facts, ties_best
from tutor.kernel.calls import CallKind
from tutor.kernel.playout import legal
from tutor.kernel.seats import after
from tutor.kernel.view_types import CallsView, RankedTrickView
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

EVEN: Final = 0.5
"""The chance that no opponent beats a card from which on it is not too little to raise on if that decides the hand."""
TWO: Final = 2
"""Where both sides need so many tricks, whoever loses this one must not lose another."""
SMALL: Final = 0.3
"""The same chance below which a card will hardly bring a trick."""


def staking(context: DecisionContext) -> Iterator[Reason]:
    """For raises in the middle of play, and for leaving them be: the tricks so far, the best card of the side."""
    v = context.view
    if not isinstance(v, RankedTrickView) or not isinstance(v, CallsView) or context.other is None:
        return
    raises, other_raises = _raises(context, context.move), _raises(context, context.other)
    gives = next((m for m in context.moves if m.word and context.phase.meaning(m.word).kind is CallKind.GIVE_UP), None)
    if raises == other_raises and (gives is None or not raises):
        return
    to_play = _to_play(context)
    equal = race_facts(context)["equal"] == "ours" and v.holder is None and _last_cards(context)
    leads = bool(to_play) and (v.holder in context.friends or equal)
    held = context.held(context.seat)
    mine = sorted((*((v.best,) if leads and v.best else ()), *held), key=v.power.__getitem__, reverse=True)
    facts: dict[str, Any] = {"move": context.move, "gives_up": gives is not None} | race_facts(context)
    if raises and other_raises:
        facts["other"] = gives  # a card goes on as well as a word: why either, rather than to give up
    end = policy_of(context.game).sealed(context.state, context.seat)
    facts["lost"] = end is not None and not end.won
    facts["pal"] = next((who for who in to_play if who in context.friends and who != context.seat), "")
    if end is not None and end.won and raises:
        yield Reason("sure_hand", facts | {"by": end.by or ""}, decides=True)
    elif mine:
        facts |= _best_held(context, mine, leads=leads)
        yield from _raising(context, facts) if raises else _no_raise(context, facts, mine[0], leads=leads)
    elif other_raises and (facts["lost"] or any(who in context.friends for who in to_play)):
        yield Reason("nothing_left", facts | {"best": v.best, "holder": _foe_ahead(context)}, decides=facts["lost"])


def _raising(context: DecisionContext, facts: dict[str, Any]) -> Iterator[Reason]:
    """A raise, or its acceptance: on a card that few beat, a trick up, on what is drawn so far; or it is a bluff."""
    behind = facts["unbeaten"] or facts["lost"]
    if facts["n"] <= STRONG and not behind:
        yield Reason("strong_hand", facts)
    elif facts["gives_up"]:
        yield from _accepting(context, facts)
    elif facts["needs"] == 1 < facts["they_need"] and not facts["lost"]:
        gone = bool(facts["foe"]) and context.friends.isdisjoint(_to_play(context))
        yield Reason("trick_up", facts | {"gone": gone, "weak": facts["weak"] or (bool(behind) and not gone)})
    elif _takes_now(context) and not facts["lost"]:
        yield Reason("trick_sure", facts)
    elif facts["weak"] or behind:
        yield Reason("bluffs", facts, role=Role.COUNTED)
    else:
        yield Reason("presses", facts | {"ties": _ties_do(facts)}, role=Role.COUNTED)


def _takes_now(context: DecisionContext) -> bool:
    """Whether the trick on the table is won for certain, as only the seat is still to play to it."""
    v, held = context.trick, context.held(context.seat)
    last = bool(v.trick) and _to_play(context) == (context.seat,)
    return last and (v.holder in context.friends or any(map(v.beats, held)))


def _accepting(context: DecisionContext, facts: Mapping[str, Any]) -> Iterator[Reason]:
    """What a hand that is played for more may be won by: the trick so far, a fair card, equal tricks."""
    v, level = context.trick, context.trick.best is not None and context.trick.holder is None
    firm = v.best is not None and number_above(context, v.best) < HOPELESS * sum(context.outstanding.values())
    pal = v.holder if v.holder in context.friends and firm else ""
    ties, up = _ties_do(facts), facts["needs"] == 1 < facts["they_need"]
    decisive = facts["wins"] and facts["loses"] and not v.trick
    fair = ties and not facts["weak"] and not facts["unbeaten"]
    last = facts["last"] and not facts["weak"]
    if not facts["lost"] and (level or pal or up or decisive or fair or last or facts["draws"]):
        told = {"top": v.best, "drawn": level, "pal": pal, "ties": ties, "up": up, "decisive": decisive}
        told |= {"last": last, "takes": _takes_now(context), "running": bool(_to_play(context))}
        yield Reason("plays_for_more", {**facts, **told})


def _ties_do(facts: Mapping[str, Any]) -> bool:
    """Whether the side wins the hand if each side wins as many of the tricks to come."""
    return bool(facts["equal"] == "ours" and facts["needs"] <= facts["they_need"])


def _leaves_to_partner(context: DecisionContext, facts: Mapping[str, Any]) -> bool:
    """Whether an opponent is winning, and of those still to play only friends of the seat may change that."""
    to_play = _to_play(context)
    waits = bool(facts["foe"]) and context.seat not in to_play and any(who in context.friends for who in to_play)
    return waits and bool(context.held(context.seat))


def _no_raise(context: DecisionContext, facts: Mapping[str, Any], best: Card, *, leads: bool) -> Iterator[Reason]:
    """No raise: one may still do so later, it would bring nothing, or the cards are too weak."""
    found = tuple(_too_early(context, facts, best, leads=leads))
    yield from found
    v, last = context.trick, facts["gives_up"] or _last_cards(context)
    level = v.best is not None and v.holder is None and bool(_to_play(context)) and not last
    up = facts["needs"] < facts["they_need"] and not (_to_play(context) or last)
    if not found and context.card is None and (_still_open(context, facts) or level):
        lies = {} if v.best is None else {"best": v.best, "n": number_above(context, v.best)}
        yield Reason("raises_when_seen", {**facts, **lies, "drawn": level})
    elif not found and context.card is None and up:
        yield Reason("raises_next", facts)
    elif not found and context.card is not None and _may_still_raise(context):
        yield Reason("raises_after", {**facts, "c": context.card, "settled": _to_play(context) == (context.seat,)})


def _still_open(context: DecisionContext, facts: Mapping[str, Any]) -> bool:
    """Whether the trick that the side is winning may still be lost or drawn, and the hand goes on if it is not."""
    v, foes = context.trick, [who for who in _to_play(context) if who not in context.friends]
    ours = v.best is not None and v.holder in context.friends and bool(foes)
    may_change = ours and v.best is not None and bool(number_above(context, v.best) or level_with(context, v.best))
    return may_change and facts["needs"] > 1 and not (facts["gives_up"] or _last_cards(context))


def _may_still_raise(context: DecisionContext) -> bool:
    """Whether the seat may raise right after its card as well."""
    then = context.after(context.move)
    if then.turn != (context.seat,) or then.chance is not None:
        return False
    phase = context.game.due(then)
    words = (m.word for m in legal(context.game, then, context.seat) if m.word)
    return any(phase.meaning(word).kind not in (CallKind.PASS, CallKind.GIVE_UP) for word in words)


def _too_early(context: DecisionContext, facts: Mapping[str, Any], best: Card, *, leads: bool) -> Iterator[Reason]:
    """Reasons to leave a raise be for now."""
    v, to_play, held = context.trick, _to_play(context), context.held(context.seat)
    foes = [who for who in to_play if who not in context.friends]
    if facts["lost"]:
        yield from _weak(context, facts)
    elif _leaves_to_partner(context, facts):
        yield from _waiting(context, facts)
    elif leads and _last_cards(context) and (best is v.best or not foes) and not (foes and facts["weak"]):
        yield Reason("only_better", {**facts, "best": v.best, "foes": len(foes), "who": foes[-1] if foes else ""})
    elif _may_decide(context, best, facts):
        if v.trick and not to_play and v.holder != context.seat and not facts["gives_up"]:
            yield Reason("raises_next", facts)
    elif len(left := _left_after_draw(context)) > 1 and _behind(facts) and not facts["gives_up"]:
        weak = _chance(context, left[1], 1) < EVEN
        yield Reason("needs_both", {**facts, "best": left[0], "rest": left[1], "weak": weak, "takes": False})
    elif facts["n"] > STRONG or (facts["unbeaten"] and not ties_best(context, best)):
        yield from _weak(context, facts)
    elif facts["holder"] and not facts["gives_up"]:
        yield from _one_trick(context, held, facts)
    elif _behind(facts) and facts["rest"] and not facts["second"]:
        takes = _takes_now(context) and context.trick.beats(best)
        weak = _chance(context, facts["rest"], 1) < EVEN
        yield Reason("needs_both", {**facts, "weak": weak, "takes": takes})


def _weak(context: DecisionContext, facts: Mapping[str, Any]) -> Iterator[Reason]:
    """The cards are too little to play for more; to raise on, unless one may as well do so once more is seen."""
    waits = _still_open(context, facts) if context.card is None else _may_still_raise(context)
    if facts["gives_up"]:
        yield Reason("too_weak", facts, role=Role.COUNTED)
    elif facts["lost"] or facts["unbeaten"] or facts["weak"] or not waits:
        told = bool(facts["unbeaten"]) and context.card is not None and len(context.cards) > 1  # of the card
        past = bool(facts["foe"]) and context.card is None and context.friends.isdisjoint(_to_play(context))
        yield Reason(
            "weak_hand",
            {
                **facts,
                "told": told,
                "top": context.trick.best or "",
                "past": past and facts["needs"] == facts["they_need"] == TWO,
            },
            decides=facts["lost"] and context.other is not None and not context.other.cards,
        )


def _left_after_draw(context: DecisionContext) -> Cards:
    """The cards that are left, the highest first, where the one played only draws the trick; else none."""
    c, held = context.card, context.held(context.seat)
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
    held = max((context.held(who) for who in context.foes), key=len, default=())
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


def _waiting(context: DecisionContext, facts: Mapping[str, Any]) -> Iterator[Reason]:
    """No raise while opponents win a trick that a partner is still to play to: one may raise when it is decided."""
    partner = next((who for who in _to_play(context) if who in context.friends), "")
    top = context.trick.best
    if not facts["gives_up"] and top is not None:
        above = context.threats(top)
        told = {"top": top, "partner": partner, "above": above[:STRONG], "m": len(above)}
        yield Reason("waits_to_raise", {**facts, **told, "even": bool(level_with(context, top))})


def _best_held(context: DecisionContext, mine: Sequence[Card], *, leads: bool) -> dict[str, Any]:
    """Facts: the best card of the side, `n` cards out of sight above it, and the `second` if few are above that.

    `holder` is the friend, or the seat itself, whose card lies there as the best; `unbeaten` is a card of an opponent
    that it does not beat.
    With `last` the seat plays last, and `best` would win if nobody before it played higher.
    """
    v, best = context.trick, mine[0]
    second = next((x for x in mine[1:] if number_above(context, x) <= STRONG), "")
    rest = mine[1] if len(mine) > 1 else None
    foe = _foe_ahead(context)
    unbeaten = v.best if foe and v.best is not None and v.power[v.best] >= v.power[best] else ""
    facts: dict[str, Any] = {"best": best, "n": number_above(context, best), "second": second}
    facts |= {"unbeaten": unbeaten, "foe": foe, "level": len(level_with(context, best))}
    facts["last"] = _to_play(context)[-1:] == (context.seat,) and v.beats(best)
    lies = leads and best is v.best
    facts["weak"] = facts["n"] >= HOPELESS * sum(context.outstanding.values())
    hopes = rest is not None and number_above(context, rest) < WORTHLESS * sum(context.outstanding.values())
    facts |= {"rest": rest or "", "hopes": hopes, "helped": len(context.friends) > 1}
    facts["lies"] = lies and v.holder is None
    facts["draws"] = bool(unbeaten) and ties_best(context, best) and context.seat in _to_play(context)
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
    return all(context.left[who] <= (who in _to_play(context)) for who in context.state.seats)


def _raises(context: DecisionContext, move: Move) -> bool:
    """Whether a move in the middle of play is a raise: a word that neither passes nor gives up.

    Where the hand may be given up, whatever goes on with it is one, a card too.
    """
    kinds = {one: context.phase.meaning(one.word).kind for one in context.moves if one.word}
    if CallKind.GIVE_UP in kinds.values():
        return kinds.get(move) is not CallKind.GIVE_UP
    return bool(move.word) and kinds.get(move) is not CallKind.PASS
