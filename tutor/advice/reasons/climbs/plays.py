"""Reasons for plays in climbing games that follow from the cards out of sight and from what is left of the hand."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.advice.reasons.lie_of_cards import Share
from tutor.kernel.cards import without
from tutor.kernel.moves import Combo
from tutor.kernel.seats import after

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.cards import Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
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
OFTEN: Final = 0.85
"""The share of sampled deals from which on it is said that a play is hardly beaten."""
EVEN: Final = 0.4
"""The same where it is said only which cards would beat it."""


def played(context: DecisionContext) -> Combo | None:
    """The combination that is played; None for a pass, and where plays do not climb."""
    return next((m for m in context.moves if m == context.move and isinstance(m, Combo) and m.cards), None)


def runs_out(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """The hand is out by force, whatever the others play, or whatever but what may be played on anything."""
    certain, other = context.certain, context.other
    order = certain.order(own) or certain.order_but_trumps(own)
    if order is None:
        return
    plays = [p for step in order.steps for p in step if p is not None]
    trumps, last = trumps_above(certain, *plays[:-1]), order.steps[-1]
    before = (p for step in order.steps[:-1] for p in step if p is not None)
    sure = {p.text: p for p in before if certain.firm(p)}
    facts: dict[str, Any] = {"move": own, "steps": order.steps[:-1], "last": last, "trumps": trumps}
    facts["sure"] = tuple(p for p in sure.values() if not certain.sure(p)) or tuple(sure.values())
    over = nothing_above(certain, *facts["sure"])
    facts |= {**over, "trumps": trumps, "beat_sure": over["trumps"]}
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
    """An opponent with one card has the best play so far, and would lead that card next; a partner may speak before."""
    certain, seats = context.certain, context.state.seats
    who = certain.lets_out()
    if who:
        facts = {"who": who, "beat": certain.v.to_beat}
        facts["partner"] = after(seats, context.seat) if certain.friend_to_speak() else ""
        # beside another play it is told why anything is played at all
        yield Reason("stops_out", facts, rival=bool(context.other and context.other.cards))


def equally_strong(context: DecisionContext, own: Combo, combos: Sequence[Combo]) -> Iterator[Reason]:
    """The other choice is as strong, and takes better cards out of the hand, or what goes together."""
    certain, other = context.certain, context.other
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
        facts |= {"firm": certain.firm(own) and certain.firm(other)} | nothing_above(certain, own, other)
        facts |= loose_twin(certain, own)
        yield Reason("equally_strong", facts | {"whole": None if better else whole, "level": level})


def same_kind(own: Combo, other: Move | None) -> Combo | None:
    """The other choice, if it is of the same kind and has as many cards."""
    if not isinstance(other, Combo) or other.trump or own.trump:
        return None
    return other if (other.kind, other.length, len(other.cards)) == (own.kind, own.length, len(own.cards)) else None


def trumps_above(certain: CertainPlays, *plays: Combo) -> tuple[str, ...]:
    """The kinds of plays that may be played on anything and could beat one of `plays`."""
    return tuple(dict.fromkeys(m.kind for play in plays for m in certain.above(play) if m.trump))


def nothing_above(certain: CertainPlays, *plays: Combo) -> dict[str, Any]:
    """Facts of plays that nothing else beats: `trumps` that do; whether what would is `beyond` every opponent.

    If that is for want of cards, `most_held` is the most that one of them has; else 0.
    """
    beyond, most = [m for play in plays for m in certain.out_of_reach(play)], max(certain.left.values(), default=0)
    wants = all(len(m.cards) > most for m in beyond)
    return {"trumps": trumps_above(certain, *plays), "beyond": bool(beyond), "most_held": most if wants else 0}


def singles_above(certain: CertainPlays, play: Combo) -> Cards:
    """The single cards out of sight that beat a single card, each once; () for other plays."""
    if len(play.cards) != 1:
        return ()
    return tuple(dict.fromkeys(m.cards[0] for m in certain.above(play) if len(m.cards) == 1))


def beaters(certain: CertainPlays, play: Combo) -> dict[str, Any]:
    """Facts: `above` is the few plays out of sight that beat a short one, or the only one that beats a long one.

    If these are many but of few ranks, `ranks` has those instead, and `set_` their kind. `trumps` beat anything.
    """
    facts: dict[str, Any] = {"above": (), "ranks": (), "set_": play.kind, "trumps": trumps_above(certain, play)}
    singles = singles_above(certain, play)
    if singles:
        return facts | {"above": singles if len(singles) <= FEW or len({c.rank for c in singles}) == 1 else ()}
    plays = [m for m in certain.above(play) if not m.trump]
    plays = plays if len(play.cards) <= SHORT or len(plays) == 1 else []
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
    singles = {*singles_above(certain, play)}
    return sum(c in singles for c in certain.out) if len(play.cards) == 1 else len(certain.above(play))


def hardly_leads(certain: CertainPlays, play: Combo) -> bool:
    """Whether so much out of sight beats a short play that it will hardly take the lead."""
    above = count_above(certain, play)
    return above >= MANY and len(certain.out) <= PART * above and len(play.cards) <= SHORT


def apart_from_rest(certain: CertainPlays, own: Combo) -> bool:
    """Whether a play is one of those that the hand falls into, and nothing of its ranks is in another."""
    ranks, rest = {c.rank for c in own.cards}, without(certain.hand, own.cards)
    return own in certain.partition() and all(c.joker or c.rank not in ranks for c in rest)


def loose_twin(certain: CertainPlays, own: Combo) -> dict[str, Any]:
    """Facts: for a single card that costs no play its `twin`, of its rank, which goes in a `long` play; else ""."""
    mine, rest = own.cards[0], certain.partition(own.cards)
    for play in rest if len(own.cards) == 1 and len(rest) <= len(certain.partition()) else ():
        twin = next((c for c in play.cards if c.rank == mine.rank), None)
        if len(play.cards) > SHORT and twin is not None:
            return {"twin": twin, "long": play}
    return {"twin": "", "long": ""}


def fits_now(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Rather than a pass: it breaks up nothing, and may hardly take the lead later."""
    certain, other = context.certain, context.other
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
        facts |= loose_twin(certain, own)
        facts["last"] = certain.partition(own.cards)[0] if then == 1 else None
        yield Reason("fits_now", facts | {"weak": hardly_leads(certain, own)})


def takes_over(context: DecisionContext, own: Combo) -> Iterator[Reason]:
    """Rather than a pass: all others have passed, and an opponent would lead again."""
    certain, other = context.certain, context.other
    holder = certain.v.holder
    if other is None or other.cards or holder not in certain.left or after(context.state.seats, context.seat) != holder:
        return
    yield Reason("takes_over_lead", {"who": holder, "beat": certain.v.to_beat})


# -- how likely plays hold, by sampled deals, in which bids and earlier plays count ---------------------------


def unbeaten(context: DecisionContext, play: Combo, foes: Sequence[Seat] = ()) -> Share:
    """In how many sampled deals no opponent, or none of `foes` if given, could beat `play`, made now or later."""
    certain = context.certain
    samples = context.sampled.many
    hands = ([context.game.held(sample, foe) for foe in foes or context.foes] for sample in samples)
    return Share(sum(not any(certain.beats(held, play) for held in row) for row in hands), len(samples))


def seldom_holds(context: DecisionContext, play: Combo, foes: Sequence[Seat] = ()) -> bool:
    """Whether an opponent, or one of `foes`, can beat `play` in most of the sampled deals."""
    return not unbeaten(context, play, foes).share(EVEN)


def only_foe(context: DecisionContext) -> Seat | str:
    """The opponent, if there is only one; else empty."""
    return context.foes[0] if len(context.foes) == 1 else ""
