"""Reasons from the plays that a hand falls into: what goes together, what goes along, what is left to play."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.climbs.plays import (
    HIGH,
    PAIRS,
    SHORT,
    apart_from_rest,
    beaters,
    count_above,
    loose_twin,
    nothing_above,
    played,
    same_kind,
)
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.kernel.cards import without
from tutor.kernel.moves import Combo

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.cards import Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.policies.certain_plays import CertainPlays

SEVERAL: Final = 3
"""Of one rank so many cards carry other cards along."""
TELLS_REST: Final = frozenset(
    {"back_in", "goes_out_on", "keeps_high", "long_waits", "no_answer", "overtakes", "saves_last"}
)
"""Reasons that tell what is left of the hand, or what gets back in."""
RESTS: Final = ("last", "rest", "stays")
"""Facts of others that do."""
SOON: Final = 6
"""The most cards with which somebody may be out before one gets in again."""


def keeps_whole(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """The other choice breaks up what goes together after the move, or takes what could go along with other cards."""
    certain, other = context.certain, context.other
    if not isinstance(other, Combo) or own.trump or other.trump or spends(context) is not None:
        return
    here, there = (certain.partition(m.cards) for m in (own, other))
    whole, theirs = broken_by(certain, here, other), broken_by(certain, there, own)
    if whole is None:
        return
    if len(here) > len(there):
        long = min(len(whole.cards), len(other.cards)) > SHORT and len(own.cards) == 1
        if long and not whole.trump and certain.v.holder is None:
            yield Reason("keeps_to_answer", {"move": own, "other": other, "whole": whole})
        return
    rides = _goes_along(whole, other)
    lower = rides and theirs is not None and _goes_along(theirs, own) and other.high < own.high
    if len(here) == len(there) and theirs is not None and len(theirs.cards) >= len(whole.cards) and not lower:
        return
    facts = {"move": own, "other": other, "whole": whole, "rides": rides, "saves": len(there) - len(here)}
    yield Reason("keeps_whole", facts, role=Role.PLAN)


def broken_by(certain: CertainPlays, plays: Sequence[Combo], move: Move) -> Combo | None:
    """The longest of `plays` that can't be made any more after `move`; rather one of which no card only goes along.

    If each of them still can but not all, the shortest that has one of the cards of `move`.
    """
    if any(p.cards == move.cards for p in plays):
        return None
    left = Counter(without(certain.hand, move.cards))
    sets = [p for p in plays if len(p.cards) > 1]
    lost = [p for p in sets if Counter(p.cards) - left]
    short = Counter(c for p in plays for c in p.cards) - left
    some = [p for p in sets if any(c in short for c in p.cards)]
    longest = max(lost, key=lambda p: (not _goes_along(p, move), len(p.cards)), default=None)
    return longest or min(some, key=lambda p: len(p.cards), default=None)


def _goes_along(whole: Combo, move: Move) -> bool:
    """Whether the cards of `move` are in `whole`, where only the rank of other cards counts."""
    times = Counter(c.rank for c in whole.cards)
    most = max(times.values())
    return most >= SEVERAL and all(c in whole.cards and times[c.rank] < most for c in move.cards)


def stays_behind(context: DecisionContext, own: Combo) -> dict[str, Any]:
    """Facts about a reply: what would beat it, what is broken up for it, what can take the lead back, what is left."""
    certain = context.certain
    rest, broken = certain.partition(own.cards), broken_for(certain, own)
    alike = [p for p in rest if (p.kind, p.length, len(p.cards)) == (own.kind, own.length, len(own.cards))]
    stays = next((p for p in alike if p.high > own.high and certain.firm(p)), None)
    stays = stays if broken or stays == context.other else None
    few = rest if len(rest) < SHORT and not certain.firm(own) else ()
    return beaters(certain, own) | {"broken": broken, "stays": stays, "rest": few}


def broken_for(certain: CertainPlays, own: Combo) -> Combo | None:
    """What is broken up for a play: a longer one of those that the hand falls into; None if that is one of them.

    Nor is what then takes other cards along.
    """
    planned, still = certain.partition(), {p.compared for p in certain.partition(own.cards)}
    longer = (p for p in planned if own not in planned and len(p.cards) > len(own.cards))
    return broken_by(certain, [p for p in longer if p.compared not in still], own)


def no_answer(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Nothing out of sight beats the play, or only what may be played on anything; and what can be led next."""
    certain = context.certain
    if own.trump or not certain.firm(own):
        return
    rest = certain.partition(own.cards)
    weak = [p for p in rest if not certain.firm(p)]
    keeps = next((p for p in rest if p not in weak), None)
    then = _led_next(certain, weak, without(context.hand, own.cards))
    few = tuple(weak) if 1 < len(weak) <= SHORT else ()
    facts: dict[str, Any] = {"move": own, "then": then} | nothing_above(certain, own)
    low = any(len(p.cards) == 1 for p in weak)
    facts["helps"] = next((who for who in context.friends if low and _left(context, who) == 1), "")
    facts["broken"] = broken_for(certain, own)
    over = context.other is not None and not context.other.cards and certain.v.holder in context.friends
    facts["friend"] = certain.v.holder if over and not facts["helps"] else None
    facts |= _falls(certain, own, context.other)
    facts |= {"keeps": keeps if len(rest) <= SHORT + 1 else None, "rest": tuple(p for p in rest if p is not keeps)}
    yield Reason("no_answer", facts | {"leads": certain.v.holder is None, "weak": few, "others": len(few) < len(rest)})


def _falls(certain: CertainPlays, own: Combo, other: Move | None) -> dict[str, Any]:
    """Facts: the other choice, if it is of the same kind and few plays would beat it, and which."""
    there = same_kind(own, other)
    over = beaters(certain, there) if there is not None and not certain.firm(there) else {"above": (), "ranks": ()}
    falls = there if over["above"] or over["ranks"] else None
    return {"falls": falls, "above": over["above"], "ranks": over["ranks"], "set_": own.kind}


def _left(context: DecisionContext, who: Seat) -> int:
    return context.left[who] if who != context.seat else 0


def _led_next(certain: CertainPlays, weak: Sequence[Combo], held: Cards) -> Combo | None:
    """The play that would be led next; None where a longer one of its kind may be, or a single card is too low."""
    poor = [p for p in weak if len({m.high for m in certain.above(p) if not m.trump}) > PAIRS]
    if 1 in certain.left.values():  # who has one card goes out on none of these
        poor = [p for p in weak if len(p.cards) > 1] or poor
    then = min(poor or weak, key=lambda p: (-len(p.cards), p.high), default=None)
    if then is None:
        return None
    if len(then.cards) == 1:
        return max(weak, key=lambda p: p.high) if 1 in certain.left.values() else then
    longer = any(isinstance(m, Combo) and m.kind == then.kind and m.length > then.length for m in certain.lead(held))
    return None if longer else then


def fewer_plays(context: DecisionContext) -> Iterator[Reason]:
    """After the move the rest of the hand goes in fewer plays than after the other choice."""
    if context.other is None or not context.other.cards:
        return  # any play leaves fewer than a pass
    own, others = (_plays_left(context, move) for move in (context.move, context.other))
    if own < others:
        facts: dict[str, Any] = {"move": context.move, "other": context.other, "n": own, "than": others}
        facts["last"] = context.certain.partition(context.move.cards)[0] if own == 1 else None
        yield Reason(
            "fewer_plays", facts | {"spends": spends(context), "breaks": _breaks_trump(context)}, role=Role.PLAN
        )


def spends(context: DecisionContext) -> Combo | None:
    """What may be played on anything and is part of the move."""
    used, trumps = Counter(context.move.cards), (m for m in context.moves if isinstance(m, Combo) and m.trump)
    return next((m for m in trumps if m != context.move and Counter(m.cards) <= used), None)


def _breaks_trump(context: DecisionContext) -> Combo | None:
    """What may be played on anything and cannot be made any more after the move, but after the other choice."""
    assert context.other is not None
    here, there = (Counter(without(context.hand, m.cards)) for m in (context.move, context.other))
    trumps = (m for m in context.moves if isinstance(m, Combo) and m.trump)
    broken = (m for m in trumps if Counter(m.cards) - here and not Counter(m.cards) - there)
    return next((m for m in broken if Counter(m.cards) - Counter(context.move.cards)), None)


def breaks_nothing(context: DecisionContext, own: Combo, combos: Sequence[Combo]) -> Iterator[Reason]:
    """All lower plays that would beat it leave a hand that goes in more plays."""
    certain = context.certain
    lower = [m for m in combos if m.high < own.high and len(m.cards) == len(own.cards)]
    rest = certain.partition(own.cards)
    if not lower or any(_plays_left(context, m) <= len(rest) for m in lower):
        return
    facts: dict[str, Any] = {"move": context.move, "n": len(rest), "lower": lower[0], "several": len(lower) > 1}
    facts |= {"apart": broken_by(certain, rest, lower[0]), "beat": certain.v.to_beat}
    facts["whole"] = apart_from_rest(certain, own) and len(rest) < len(certain.partition())
    facts |= loose_twin(certain, own) | {"more": len(rest) > len(certain.partition())}
    yield Reason("breaks_nothing", facts | stays_behind(context, own), role=Role.PLAN)


def _plays_left(context: DecisionContext, move: Move) -> int:
    """In how few plays the rest of the hand can go after `move`."""
    return len(context.certain.partition(move.cards))


def leaves(context: DecisionContext, found: Sequence[Reason]) -> Iterator[Reason]:
    """What is left after a play, and what of it gets back in, if none of the reasons `found` tells.

    Not if fewer plays are left after the other choice; nor alone if as many are.
    """
    own, other = played(context), context.other
    if other is None or own is None or own.trump or context.certain.firm(own):
        return
    certain = context.certain
    alike = not other.cards or same_kind(own, other) is not None
    if (alike and not found) or any(one.what in TELLS_REST or any(map(one.facts.get, RESTS)) for one in found):
        return
    rest = certain.partition(own.cards)
    if len(rest) < 2 or (other.cards and len(certain.partition(other.cards)) < len(rest) + (not found)):
        return
    backs = tuple(p for p in rest if p.trump or _gets_in(certain, p))
    weak = tuple(p for p in rest if p not in backs)
    few = len(weak) <= SHORT + 1
    weak = weak if few else tuple(p for p in weak if not certain.firm(p))
    if weak and (few or backs):
        yield Reason("leaves", {"backs": backs, "weak": weak, "few": few})


def _gets_in(certain: CertainPlays, play: Combo) -> bool:
    """Whether hardly anything beats a single card, or a pair or trips: few cards, or sets of one rank."""
    if len(play.cards) == 1:
        return count_above(certain, play) <= HIGH
    return len(play.cards) <= SHORT and certain.control(play)


def few_chances(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Rather than a pass: a card out of a combination, which leaves as many plays, as somebody is soon out."""
    certain, other = context.certain, context.other
    planned, rest = certain.partition(), certain.partition(own.cards)
    if other is None or other.cards or len(own.cards) > 1 or certain.v.holder in context.friends:
        return
    near = [who for who, left in certain.left.items() if left <= SOON]
    if near and len(rest) == len(planned) > SHORT:
        who = min(near, key=certain.left.__getitem__)
        whole = broken_by(certain, planned, own)
        facts = {"move": own, "who": who, "left": certain.left[who], "whole": whole}
        yield Reason("few_chances", facts | {"n": len(rest)})


def overtakes(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Rather than a pass: a partner's play is beaten, as the own hand goes on well or a long play would hardly go."""
    certain, other = context.certain, context.other
    holder = certain.v.holder
    if other is None or other.cards or own.trump or holder is None or holder not in context.friends:
        return
    rest = certain.partition(own.cards)
    firm = tuple(p for p in rest if certain.firm(p))
    weak = tuple(p for p in rest if p not in firm)
    runs = bool(firm) and len(weak) <= SHORT and count_above(certain, own) <= HIGH
    if runs or (len(own.cards) > SHORT and len(rest) < len(certain.partition())):
        facts = {"who": holder, "beat": certain.v.to_beat, "n": len(own.cards)}
        yield Reason("overtakes", facts | {"firm": firm[:SHORT] if runs else (), "weak": weak})
