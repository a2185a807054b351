"""Reasons for a card to a trick, in games whose view tells which card is winning and which beat it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tutor.advice.reasons.avoiding.tricks import avoiding
from tutor.advice.reasons.context import DecisionContext, Reason, Role, count_text
from tutor.advice.reasons.follows.above import FEW, may_beat
from tutor.advice.reasons.follows.discards import last_bonus, none_can_win
from tutor.advice.reasons.follows.leaving import left
from tutor.advice.reasons.follows.losing import beaten, spared
from tutor.advice.reasons.follows.taking import LIKELY, taking
from tutor.advice.reasons.leads.leading import HOPE, leading
from tutor.advice.reasons.ranks import answered_by_rank, beaten_by_rank, leading_by_rank, stays_drawn
from tutor.kernel.view_types import RankedTrickView

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards


def in_tricks(context: DecisionContext) -> Iterator[Reason]:
    """All reasons for the card, the most important first."""
    v, c = context.view, context.card
    if c is None or context.move.word or c not in context.cards or not isinstance(v, RankedTrickView):
        return
    if len(context.cards) < 2:
        return
    if context.wants_tricks is False and v.by_suit:
        yield from avoiding(context, c)
        return
    if not v.trick:
        why = tuple((leading if v.by_suit else leading_by_rank)(context, c))
        same = context.other is None and _all_equal(context) and not any(reason.decides for reason in why)
        yield from _level(context, c) if same else (*why, *_kept(context, c))
    elif (context.other is None or context.other.cards) and (level := tuple(_level(context, c))):
        yield from level
    elif found := tuple(_requested(context, c)):
        yield from found
    elif alike := _alike(context, c):
        yield from _paired(context, c, alike)
    else:
        yield from _compared(context, c)


def _compared(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """Reasons for a card that answers others, rather than the other choice."""
    yield from _stakes(context, c)
    yield from _brought_home(context, c)
    yield from tuple(_unloaded(context, c)) or _answered(context, c)
    yield from _kept(context, c)


def _alike(context: DecisionContext, c: Card) -> Cards:
    """The cards that may be played and are equals of `c`, if it is told from these alone: no other one is compared."""
    alike = context.equals(c)
    return alike if context.other is None or context.other_card in alike else ()


def _paired(context: DecisionContext, c: Card, alike: Cards) -> Iterator[Reason]:
    """Other cards do the same as `c`, and why these are played and not those that may be played besides."""
    rest = [x for x in context.cards if x is not c and x not in alike]
    power = context.trick.power
    low = [x for x in rest if context.card_value(x) < 0]
    rival = (low or sorted(rest, key=power.__getitem__, reverse=all(power[x] > power[c] for x in rest)))[0]
    move = next(m for m in context.moves if m.cards == (rival,) and m.word == context.move.word)
    yield Reason("equal_pair", {"c": c, "alike": alike, "row": context.in_row(c, *alike)}, decides=True)
    yield from (reason for reason in _compared(replace(context, other=move), c) if not reason.sampled)


def _level(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """That it makes no difference what is played: all cards are equals, or none of the cards can win any more."""
    if _all_equal(context):
        alike = context.equal_choice(c) or next(x for x in context.cards if x is not c)
        yield Reason("equals", {"c": c, "other": alike, "all": True}, decides=True, role=Role.LEVEL)
    elif none_can_win(context):
        yield Reason("none_can_win", {"c": c, "best": context.trick.best, "all": True}, decides=True, role=Role.LEVEL)


def _all_equal(context: DecisionContext) -> bool:
    """Whether all cards that may be played are equals."""
    if not context.trick.by_suit:
        return len({context.trick.power[x] for x in context.cards}) == 1
    return all(context.are_equal(context.cards[0], x) for x in context.cards[1:])


def _requested(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """Partner has asked for a card like this one."""
    asked = context.policy.requested(context.state, context.seat, context.trick, context.moves)
    if asked is not None and c in asked.move.cards:
        facts: dict[str, Any] = {"c": c, "who": asked.by, "suit_": context.trick.order.suit[c]}
        more = [x for x in context.cards if context.card_value(x) > context.card_value(c)]
        dearer = [x for x in more if x in context.as_good(c) or c in context.as_good(x)]
        facts |= {"led": context.trick.trick[0], "dearer": dearer[0] if dearer else ""}
        yield Reason("requested", facts, decides=True)


def _stakes(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """One of the few cards that count lies in the trick, and one choice takes it or leaves it more than the other."""
    v, other, worth = context.trick, context.other_card, context.card_value
    stakes = [x for x in v.trick if worth(x)]
    if other is None or other is c or not stakes or not context.few_count:
        return
    stake = max(stakes, key=lambda x: abs(worth(x)))
    lower, ours = v.power[c] < v.power[other] and v.beats(other), v.holder in context.friends
    best = c if v.beats(c) else v.best
    open_ = not (ours or v.beats(c)) or (best and may_beat(context, best))  # else the own side has the trick anyway
    if worth(stake) < 0 and lower and open_ and all(v.power[c] <= v.power[x] for x in context.cards):
        facts = {"c": c, "stake": stake, "cost": count_text(-worth(stake)), "other": other, "beats": v.beats(c)}
        yield Reason("penalty_lies", facts | {"best": v.best, "ours": ours} | context.last_foe)
    elif ours and not all(map(v.beats, context.cards)):
        return
    elif worth(stake) > 0 and v.beats(c) and v.power[c] > v.power[other]:
        yield Reason("bonus_lies", {"c": c, "stake": stake, "worth": count_text(worth(stake)), "other": other})


def _brought_home(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The card is one of the few that count, and goes to a trick that the own side wins, or may win."""
    v, worth = context.trick, context.card_value
    others = context.cards if context.other_card is None else (context.other_card,)
    safe = [x for x in others if v.is_trump(x) and not context.threats(x)]  # come home whenever they are played
    if worth(c) <= 0 or min((worth(x) for x in others if x not in safe), default=0) >= worth(c):
        return
    if not context.few_count or (safe and not (v.beats(c) and context.higher_out(c))):
        return
    ours = v.beats(c) or v.holder in context.friends
    found = context.holds if ours else context.taken_by_friend
    pals = context.partners_to_play
    if found.share(HOPE):
        facts = {"c": c, "worth": count_text(worth(c)), "takes": v.beats(c), "sure": found.held == found.deals and ours}
        facts |= {"even": found.share(LIKELY), "partner": pals[0] if pals and not ours else ""}
        yield Reason("brings_home", facts | found._asdict(), sampled=not facts["sure"])


def _unloaded(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The card costs points, and it goes to an opponent's trick."""
    v = context.trick
    if not v.trick or v.beats(c) or v.holder in context.friends:
        return
    own = context.card_value(c)
    if own < 0:
        facts = {"c": c, "worth": own, "best": v.best, "holder": v.holder}
        yield Reason("unloads", facts | {"bad": False, "sure": False, "alone": False, "pays": 0.0})


def _answered(context: DecisionContext, c: Card) -> Iterator[Reason]:
    v = context.trick
    winners = tuple(x for x in context.cards if v.beats(x))
    rest, above = context.next_seats, may_beat(context, c)
    sure = not above or (v.beats(c) and context.nobody_beats)
    facts: dict[str, Any] = {
        "c": c,
        "best": v.best,
        "holder": v.holder,
        "last": not rest,
        "sure": sure,
        "above": above if len(above) <= FEW and not sure else (),
        "worth": count_text(context.card_value(c)),
    } | context.last_foe
    yield from _void_to_come(context, c)
    ours = v.holder in context.friends and v.holder != context.seat
    yield from answered_by_rank(context, c)
    if v.beats(c):
        if not _costs_more(context, c) or context.other_card in winners:  # else it is not what is won that decides
            yield from taking(context, c, winners, facts, ours=ours)
    elif ours:
        yield from left(context, c, winners, facts)
    elif stays_drawn(context, c):
        return
    elif winners:
        yield from spared(context, c, winners, facts)
    else:
        yield from (beaten if v.by_suit else beaten_by_rank)(context, c, facts)


def _costs_more(context: DecisionContext, c: Card) -> bool:
    """Whether the trick costs its winner more than it brings, by the cards that lie in it."""
    v = context.trick
    worth, lie = context.phase.trick_value((*v.trick, c), v.trumps), sum(map(context.card_value, (*v.trick, c)))
    return worth is not None and worth < 0 and lie < 0


def _void_to_come(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """An opponent still to play may trump, and the other choice would spend a higher card of the suit on that."""
    v, other = context.trick, context.other_card
    spent = v.by_suit and other is not None and v.follows(other) and v.beats(other) and v.follows(c)
    if other is None or not spent or v.power[other] <= v.power[c]:
        return
    if void := context.void_foes(v.trick[0]):
        who = void[0] if len(void) == 1 else ""
        yield Reason("void_to_come", {"c": c, "other": other, "who": who, "suit_": v.order.suit[c]})


def _kept(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """The only other choice was the best trump left, which stays in hand."""
    if len(context.hand) < 2 or context.other is None:
        return
    v = context.trick
    tops = [x for x in context.cards if x is not c and v.is_trump(x) and x in context.other.cards]
    kept = [x for x in tops if not context.threats(x, among_hand=True) and not context.are_equal(c, x)]
    if kept and (not v.trick or not v.beats(c) or context.height(kept[0]) > context.height(c)):
        alone = len(context.of_suit(v.order.suit[c])) == 1  # else the suit may come again, and must be followed
        gives_up = not v.trick and not v.is_trump(c) and alone and bool(context.higher_out(c))
        facts = {"c": c, "kept": kept[0], "out": context.trumps_out, "gives_up": gives_up}
        yield Reason("keeps_master", facts | {"bonus": last_bonus(context)})
