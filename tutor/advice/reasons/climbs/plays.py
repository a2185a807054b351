"""Reasons for plays in climbing games that follow from the cards out of sight and from what is left of the hand."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.climbs.chances import only_foe, seldom_holds
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.kernel.cards import without
from tutor.kernel.moves import Combo
from tutor.kernel.seats import after

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.cards import Cards
    from tutor.kernel.moves import Move
    from tutor.policies.certain_plays import CertainPlays

FEW: Final = 3
"""The most cards out of sight above a play that are named one by one."""
PAIRS: Final = 2
"""The same of pairs, or of their ranks."""
SHORT: Final = 3
"""The most plays that are named as what is left."""
NEAR: Final = 4
"""The most cards with which a player is called nearly out."""
HIGH: Final = 4
"""The most different cards out of sight above a card that is called high."""
LONG: Final = 4
"""Plays of more cards are compared by their kinds first."""
MANY: Final = 5
"""Cards out of sight above one that will hardly take the lead, at the least."""
PART: Final = 3
"""Of so many cards out of sight at least one is above one that will hardly take the lead."""


def runs_out(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """The hand is out by force, whatever the others play, or whatever but what may be played on anything."""
    certain, other = context.certain, context.other
    assert certain is not None
    order = certain.order(own) or certain.order_but_trumps(own)
    if order is None:
        return
    plays = [p for step in order.steps for p in step if p is not None]
    trumps = tuple(dict.fromkeys(chain.from_iterable(trumps_above(certain, p) for p in plays[:-1])))
    last = order.steps[-1]
    sure = {p.text: p for p in plays if p is not last.play and p is not last.back and certain.firm(p)}
    facts: dict[str, Any] = {"move": own, "steps": order.steps[:-1], "last": last, "trumps": trumps}
    facts["sure"] = tuple(p for p in sure.values() if not certain.sure(p)) or tuple(sure.values())
    facts["beat_sure"] = tuple(dict.fromkeys(chain.from_iterable(trumps_above(certain, p) for p in facts["sure"])))
    whole = [p for p in certain.partition() if certain.doubles(p)]
    facts["gives_up"] = tuple(p for p in whole if p not in plays)
    there = None
    if isinstance(other, Combo):
        there = certain.order(other) if certain.order(own) else certain.order_but_trumps(other)
    if there is not None and there.doubled == order.doubled:
        yield Reason("either_runs_out", facts | {"other": other}, decides=True, role=Role.LEVEL)
        return
    yield Reason("runs_out", facts | {"doubles": tuple(p for p in plays if certain.doubles(p))}, decides=True)


def stops_out(context: DecisionContext) -> Iterator[Reason]:
    """An opponent with one card has the best play so far, and would lead that card next."""
    assert context.certain is not None
    who = context.certain.lets_out()
    if who and not context.certain.friend_to_speak() and not (context.other and context.other.cards):
        yield Reason("stops_out", {"move": context.move, "who": who, "beat": context.certain.v.to_beat})


def equally_strong(context: DecisionContext, own: Combo, combos: Sequence[Combo]) -> Iterator[Reason]:
    """The other choice is as strong, and takes better cards out of the hand, or what goes together."""
    certain, other = context.certain, context.other
    assert certain is not None
    if other is None:  # the others are dominated, as this one may be
        above = (m for m in combos if m.high > own.high and certain.strength(m) == certain.strength(own))
        other = min(above, key=lambda m: m.high, default=None)
    if not isinstance(other, Combo) or other == own or certain.strength(other) != certain.strength(own):
        return
    mine, theirs = Counter(own.cards), Counter(other.cards)
    kept, given = tuple((theirs - mine).elements()), tuple((mine - theirs).elements())
    rests = without(context.hand, own.cards), without(context.hand, other.cards)
    here, there = (certain.partition(m.cards) for m in (own, other))
    whole = next((p for p in here if len(p.cards) > 1 and p not in there and set(p.cards) & set(kept)), None)
    better = certain.as_good(*rests)
    if better or len(here) < len(there) or (len(here) == len(there) and (whole is not None or own.high < other.high)):
        facts = {"move": context.move, "other": other, "kept": kept, "given": given}
        level = own.compared == other.compared
        yield Reason("equally_strong", facts | {"whole": None if better else whole, "level": level})


def same_kind(own: Combo, other: Move | None) -> Combo | None:
    """The other choice, if it is of the same kind and has as many cards."""
    if not isinstance(other, Combo) or other.trump or own.trump:
        return None
    return other if (other.kind, other.length, len(other.cards)) == (own.kind, own.length, len(own.cards)) else None


def trumps_above(certain: CertainPlays, play: Combo) -> tuple[str, ...]:
    """The kinds of plays that may be played on anything and could beat `play`."""
    return tuple(dict.fromkeys(m.kind for m in certain.above(play) if m.trump))


def singles_above(certain: CertainPlays, play: Combo) -> Cards:
    """The single cards out of sight that beat a single card, each once; () for other plays."""
    if len(play.cards) != 1:
        return ()
    return tuple(dict.fromkeys(m.cards[0] for m in certain.above(play) if len(m.cards) == 1))


def beaters(certain: CertainPlays, play: Combo) -> dict[str, Any]:
    """Facts: `above` is the few plays out of sight of its kind that beat a short one: single cards, or all of a rank.

    If these are many but of few ranks, `ranks` has those instead, and `set_` their kind. `trumps` beat anything.
    """
    facts: dict[str, Any] = {"above": (), "ranks": (), "set_": play.kind, "trumps": trumps_above(certain, play)}
    singles = singles_above(certain, play)
    if singles:
        return facts | {"above": singles if len(singles) <= FEW or len({c.rank for c in singles}) == 1 else ()}
    plays = [m for m in certain.above(play) if not m.trump] if len(play.cards) <= SHORT else []
    them, ranks = dict.fromkeys(plays), dict.fromkeys(m.cards[0].rank for m in plays)
    if len(them) <= PAIRS:
        return facts | {"above": tuple(them)}
    return facts | {"ranks": tuple("10" if rank == "T" else rank for rank in ranks) if len(ranks) <= PAIRS else ()}


def kinds_above(certain: CertainPlays, play: Combo) -> dict[str, Any]:
    """Facts: whether a `higher` play of its kind out of sight beats it, the `least` kind that does, and `trumps`."""
    kinds = tuple(dict.fromkeys(m.kind for m in certain.above(play) if not m.trump))
    better = [kind for kind in kinds if kind != play.kind]
    facts: dict[str, Any] = {"higher": play.kind in kinds, "least": better[0] if better else ""}
    return facts | {"trumps": trumps_above(certain, play)}


def count_above(certain: CertainPlays, play: Combo) -> int:
    """The number of cards out of sight that beat a single card; of the plays that beat any other."""
    singles = set(singles_above(certain, play))
    return sum(c in singles for c in certain.out) if singles else len(certain.above(play))


def hardly_leads(certain: CertainPlays, play: Combo) -> bool:
    """Whether so much out of sight beats a short play that it will hardly take the lead."""
    above = count_above(certain, play)
    return above >= MANY and len(certain.out) <= PART * above and len(play.cards) <= SHORT


def apart_from_rest(certain: CertainPlays, own: Combo) -> bool:
    """Whether a play is one of those that the hand falls into, and nothing of its ranks is in another."""
    ranks, rest = {c.rank for c in own.cards}, without(certain.hand, own.cards)
    return own in certain.partition() and all(c.joker or c.rank not in ranks for c in rest)


def fits_now(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Rather than a pass: it breaks up nothing, and may hardly take the lead later."""
    certain, other = context.certain, context.other
    assert certain is not None
    if other is None or other.cards or own.trump or certain.firm(own):
        return
    above, now, then = count_above(certain, own), len(certain.partition()), len(certain.partition(own.cards))
    near = [who for who, left in certain.left.items() if left <= NEAR]
    singles, over = singles_above(certain, own), beaters(certain, own)
    seldom = seldom_holds(context, own)
    if 0 < len(singles) <= HIGH and not seldom:
        over |= {"above": singles}
    if then <= now and (over["above"] or over["ranks"]):
        rest = certain.partition(own.cards)
        last = rest[0] if len(rest) == 1 else None
        if near and then < now:
            who = min(near, key=certain.left.__getitem__)
            yield Reason("hurries", {"move": own, "who": who, "left": certain.left[who], "last": last} | over)
        else:
            facts = {"move": own, "rest": rest if len(rest) <= SHORT else (), "whole": apart_from_rest(certain, own)}
            if seldom:
                yield Reason("costs_high", facts | {"last": last, "leads": False, "who": only_foe(context)} | over)
            else:
                yield Reason("may_hold", facts | over)
    elif then < now:
        single = len(own.cards) == 1
        facts = {"move": own, "above": above, "then": then, "now": now, "single": single, "n": len(own.cards)}
        facts["whole"] = apart_from_rest(certain, own)
        facts |= _twin(certain, own)
        facts["last"] = certain.partition(own.cards)[0] if then == 1 else None
        yield Reason("fits_now", facts | {"weak": hardly_leads(certain, own)})


def _twin(certain: CertainPlays, own: Combo) -> dict[str, Any]:
    """Facts: of a single card by itself another of its rank, the `twin`, which is to go in a `long` play; else ""."""
    mine, planned = own.cards[0], certain.partition()
    for play in planned if len(own.cards) == 1 and own in planned else ():
        twin = next((c for c in play.cards if c.rank == mine.rank and c is not mine), None)
        if len(play.cards) > SHORT and twin is not None:
            return {"twin": twin, "long": play}
    return {"twin": "", "long": ""}


def takes_over(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Rather than a pass: all others have passed, and an opponent would lead again."""
    certain, other = context.certain, context.other
    assert certain is not None
    holder = certain.v.holder
    if other is None or other.cards or holder not in certain.left or after(context.state.seats, context.seat) != holder:
        return
    yield Reason("takes_over_lead", {"move": own, "who": holder, "beat": certain.v.to_beat})
