"""Reasons in runs of cards: whether the run stops with the own card, comes back to one, or gives the start away.

All is counted from the cards that the seat sees (`tutor.policies.runs`), but for what others may take on the way.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import SAMPLES, DecisionContext, Reason
from tutor.advice.reasons.sheds.fights import NEAR
from tutor.kernel.events import POT_TAKEN, stop_in
from tutor.kernel.game import Family
from tutor.kernel.playout import legal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card
    from tutor.kernel.events import Event
    from tutor.kernel.moves import Move
    from tutor.kernel.state import State
    from tutor.policies.runs import Runs

NAMED: Final = 3
"""The most cards that are named as those that have to come."""
CLEARER: Final = 0.05
"""The least difference between two chances to keep the start that is told."""
FEWER: Final = 3
"""By how many fewer cards others can go on for it to be told, though nobody has few cards."""
OFTENER: Final = 0.1
"""How much more often others must take a pot after the other choice for it to be told."""


def stops(context: DecisionContext) -> Iterator[Reason]:
    """Whether the run stops with the seat's own card, so that it starts the next one; what else a lead does."""
    runs = context.policy.runs(context.state, context.seat)
    if context.game.family is not Family.SHEDDING or runs is None:
        return
    turn = context.phase.act(context.state, context.seat, context.move)
    last = context.move.cards[-1]
    leads = len([m for m in context.moves if m.cards and context.policy.interrupts not in m.cards[1:]]) > 1
    out = _way_out(context, runs) if leads or context.policy.interrupts in context.move.cards else None
    if out is not None:
        yield out
        return
    yield from _rather_than_wait(context, runs, last)
    yield from _stopper(context, runs)
    following = runs.followers.get(last)
    if following in context.hand and len(context.move.cards) == 1:
        more = [x for x in runs.after(last) if x not in runs.hand]
        joined = {"other": context.other_card} if context.other_card in runs.after(last) else {}
        facts = {
            "c": last,
            "following": following,
            "then": more[0] if more else "",
            "pots": _own_pots(context),
        } | joined
        yield Reason("own_next", facts, decides=bool(joined) and runs.before(last) is None)
    stop = stop_in(turn.events)
    if stop is not None and turn.state.turn == (context.seat,) and stop.card not in context.outstanding:
        o = context.other_card
        lone = leads and context.card is not None and context.other is None and runs.before(last) is None
        told = {"c": last, "why": stop.why, "following": stop.card or "", "lone": lone}
        yield Reason("stops_here", told | _other_stops(context, runs, last))
        yield from _makes_stop(runs, last) if leads and context.card is not None else ()
        if leads and o is not None and o is not last and runs.stops(o):
            yield from _which_first(context, runs, last, o)
    elif leads and len(context.move.cards) == 1:
        yield from _led(context, runs, last)


def _rather_than_wait(context: DecisionContext, runs: Runs, last: Card) -> Iterator[Reason]:
    """A card that may be kept back is played: else another player starts again."""
    if context.other is None or context.other.cards:
        return
    then = context.phase.act(context.state, context.seat, context.other).state
    if then.turn and then.turn[0] != context.seat and then.phase == context.phase.name:
        come = [x for x in runs.after(last) if x not in runs.hand]
        yield Reason("goes_along", {"c": last, "who": then.turn[0], "next": come[0] if come else ""})


def _way_out(context: DecisionContext, runs: Runs) -> Reason | None:
    """Nobody else gets in any more: what is left stops play, but for one card, which goes last.

    The card that stops any run makes up for one more.
    """
    stopper, move = context.policy.interrupts, context.move
    left = replace(runs, hand=frozenset(runs.hand) - {*move.cards})
    spare = stopper if stopper in left.hand else ""
    facts: dict[str, Any] = {"move": move, "n": len(left.hand), "risks": (), "spare": spare, "along": ()}
    if stopper in move.cards or runs.stops(move.cards[0]):
        risks = left.risks(stopper)
        if len(risks) <= 1 + bool(spare):
            along = runs.own_next(risks[-1]) if risks else ()
            return Reason("nobody_in", facts | {"risks": risks, "along": along}, decides=True)
    elif left.hand <= {*runs.own_next(move.cards[0])}:
        return Reason("nobody_in", facts | {"along": runs.own_next(move.cards[0])}, decides=True)
    return None


def _which_first(context: DecisionContext, runs: Runs, c: Card, o: Card) -> Iterator[Reason]:
    """Two cards that stop play: in either order, unless a run of others may still come to one of them."""
    if (runs.before(c) is None) == (runs.before(o) is None):
        yield Reason("both_stop", {"c": c, "other": o})
    elif runs.before(c) is None:
        yield _can_wait(context, runs, c, o)


def _other_stops(context: DecisionContext, runs: Runs, c: Card) -> dict[str, Any]:
    """Facts: the other leads that stop play: those of which only a lead gets rid, and those that a run may come to."""
    along = {runs.followers.get(x) for x in runs.hand} | {context.policy.interrupts}
    others = sorted((x for x in runs.hand if x is not c and x not in along and runs.stops(x)), key=lambda x: x.text)
    can_wait = {x: runs.before(x) is not None for x in others}
    return {"also": tuple(x for x in others if not can_wait[x]), "later": tuple(x for x in others if can_wait[x])}


def _makes_stop(runs: Runs, c: Card) -> Iterator[Reason]:
    """The own card below `c` stops play once `c` has gone."""
    low = next((x for x in runs.hand if runs.after(x)[:1] == (c,)), None)
    if low is not None:
        yield Reason("makes_stop", {"c": c, "low": low, "entry": runs.before(low) or ""})


def _stopper(context: DecisionContext, runs: Runs) -> Iterator[Reason]:
    """The card that stops any run is played along, and costs nothing more; or it is not needed here."""
    stopper = context.policy.interrupts
    if stopper is None or stopper not in context.hand or context.other is None:
        return
    cost = context.policy.cost_if_left(context.state, context.seat, stopper)
    played, there = (stopper in one.cards for one in (context.move, context.other))
    if played and not there and cost:
        then = replace(runs, hand=frozenset(runs.hand) - {*context.move.cards})
        freed = next((x for x in then.hand if runs.followers.get(x) == context.move.cards[0] and then.stops(x)), "")
        facts = {"c": stopper, "cost": cost, "left": len(context.hand) - len(context.move.cards)}
        yield Reason("sheds_stake", facts | {"led": context.move.cards[0], "freed": freed, "other": context.other})
    elif there and not played:
        facts = {"c": context.move.cards[0], "stopper": stopper, "other": context.other}
        stops = runs.stops(context.move.cards[0])
        if stops or not any(len(context.game.held(context.state, who)) <= NEAR for who in context.foes):
            yield Reason("keeps_stopper", facts | {"stops": stops})


def _led(context: DecisionContext, runs: Runs, c: Card) -> Iterator[Reason]:
    """A lead after which others may go on: what brings the start back, and what the other choice is kept for."""
    after, o = runs.after(c), context.other_card
    stopper = context.policy.interrupts
    facts: dict[str, Any] = {"c": c, "stopper": stopper if stopper in runs.out and stopper is not None else ""}
    found: list[Reason] = []
    found += _makes_stop(runs, c)
    first = len(runs.own_next(c))
    first = first if all(x in runs.hand for x in after[first + 1 :]) else 0
    if len(after) > first + 1 and after[first] not in runs.hand and after[first + 1] in runs.hand:
        joined = {"other": o} if o in after else {}
        at = {"c": (c, *after)[first], "next": after[first], "following": after[first + 1]}
        found.append(Reason("either_way", facts | joined | at))
    if o is not None and o is not c and o not in (stopper, *after):
        found += _kept_for_later(context, runs, c, o)
    found += _opens_pot(context, facts)
    yield from found
    if o is None or o in (stopper, c):
        return
    own, theirs = runs.keeps_start(c), runs.keeps_start(o)
    waiting = _waiting(context, runs, c)
    told = any(reason.what == "either_way" for reason in found)
    come = tuple(x for x in after if x not in runs.hand)
    tenths, their_tenths = round(10 * own), round(10 * theirs)
    facts |= {"other": o, "next": after[0], "their_next": next(iter(runs.after(o)), ""), "own": tenths}
    if own - theirs >= CLEARER and tenths > their_tenths and not told and come:
        first = after.index(come[0])
        back = next((x for x in after[first:] if x in runs.hand), "")
        needed = come[: after.index(back) - first] if back else ()
        facts |= {"next": come[0], "needed": needed if len(needed) <= NAMED else (), "back": back}
        facts |= {"end": (c, *after)[first], "theirs": their_tenths} | _safest(context, runs, c)
        facts |= waiting
        yield Reason("likelier_start", facts)
    elif not told and (fewer := _lets_fewer(context, runs, c, o)) is not None:
        yield fewer._replace(facts={**fewer.facts, **waiting})
    elif abs(own - theirs) < CLEARER and not runs.stops(o) and not told and not _more_pots(context):
        same = not found and _same_kind(runs, c, o) and abs(own - theirs) < CLEARER / 2
        same = same and _lets_fewer(context, runs, o, c) is None
        back = next((x for x in after if x in runs.hand), "") if runs.hand.isdisjoint(runs.after(o)) else ""
        facts |= {"dead": len(runs.out) - runs.held, "out": len(runs.out), "same": same, "back": back} | waiting
        facts |= {"joined": c in runs.own_next(o)}
        if same or back or waiting["later"]:
            yield Reason("same_chance", facts, decides=same)


def _safest(context: DecisionContext, runs: Runs, c: Card) -> dict[str, Any]:
    """Facts: whether no other lead that others may go on from brings the start back as often; who has few cards."""
    risky = [x for x in runs.hand if x not in (c, context.policy.interrupts) and not runs.stops(x)]
    left = {who: len(context.game.held(context.state, who)) for who in context.foes}
    who = min(left, key=left.__getitem__)
    safest = len(risky) > 1 and all(runs.keeps_start(x) <= runs.keeps_start(c) for x in risky)
    return {"safest": safest, "who": who if left[who] <= NEAR else "", "left": left[who]}


def _lets_fewer(context: DecisionContext, runs: Runs, c: Card, o: Card) -> Reason | None:
    """Others can get rid of fewer after `c` than after the other choice: by many, or somebody has few cards."""
    mine, theirs = ([x for x in runs.after(x) if x not in runs.hand] for x in (c, o))
    left = {who: len(context.game.held(context.state, who)) for who in context.foes}
    who = min(left, key=left.__getitem__)
    if (
        (left[who] > NEAR and len(theirs) - len(mine) < FEWER)
        or not 0 < len(mine) < len(theirs)
        or any(len(runs.own_next(x)) + len(rest) < len(runs.after(x)) for x, rest in ((c, mine), (o, theirs)))
    ):
        return None
    facts = {"c": c, "other": o, "only": tuple(mine), "theirs": tuple(theirs), "who": who, "left": left[who]}
    facts |= {"near": left[who] <= NEAR}
    return Reason("lets_fewer", facts) if len(mine) <= NAMED else None


def _kept_for_later(context: DecisionContext, runs: Runs, c: Card, o: Card) -> Iterator[Reason]:
    """The other card stops play whenever it is led, or may still be played on a run of others, as `c` may not."""
    entry = runs.before(o)
    if runs.stops(o) and not runs.stops(c) and entry is not None:
        yield _can_wait(context, runs, c, o)
    elif entry is not None and runs.before(c) is None:
        yield Reason("only_led", {"c": c, "other": o, "entry": entry})


def _can_wait(context: DecisionContext, runs: Runs, c: Card, o: Card) -> Reason:
    gone = runs.followers.get(o) or ""
    facts = {"c": c, "other": o, "gone": "" if gone in runs.hand else gone}
    return Reason("can_wait", facts | _waiting(context, runs, c, o))


def _waiting(context: DecisionContext, runs: Runs, c: Card, o: Card | None = None) -> dict[str, Any]:
    """Facts: `o` and others that stop play and that a run may come to; from which cards; whether `c` is a risk.

    Led last they lose nothing, and till then they may win the start back.
    """
    others = _other_stops(context, runs, c)["later"]
    later = tuple(dict.fromkeys(x for x in (o, *others) if x is not None and x not in runs.after(c)))
    entries = tuple(dict.fromkeys(entry for x in later if (entry := runs.before(x)) is not None))
    return {"later": later, "entries": entries, "risk": not runs.stops(c)}


def _same_kind(runs: Runs, c: Card, o: Card) -> bool:
    """Whether both cards may be followed by one that is out of sight, and may be reached alike by runs of others."""
    alike = (runs.before(c) is None) == (runs.before(o) is None)
    return alike and all(x and x[0] not in runs.hand for x in (runs.after(c), runs.after(o)))


def _opens_pot(context: DecisionContext, facts: dict[str, Any]) -> Iterator[Reason]:
    """After the other choice another player is likelier to take a pot in the run."""
    if context.other is None or context.other_card is None:
        return
    own, theirs = (_pots_of_others(context, m) for m in (context.move, context.other))
    deals = max(1, len(theirs))
    if sum(map(bool, theirs)) - sum(map(bool, own)) >= OFTENER * deals:
        pots = next(event for event in theirs if event is not None)
        more = {"other": context.other_card, "them": pots.cards, "share": round(10 * sum(map(bool, theirs)) / deals)}
        yield Reason("opens_pot", {"c": facts["c"], "deals": deals} | more, sampled=True)


def _more_pots(context: DecisionContext) -> bool:
    """Whether another player is likelier to take a pot after the move than after the other choice."""
    return context.other is not None and any(_opens_pot(context.exchanged(), {"c": context.other_card}))


def _pots_of_others(context: DecisionContext, move: Move) -> list[Event | None]:
    """The first pot that another player takes in the run that `move` begins, in each sampled deal."""
    samples = context.sampled.samples[:SAMPLES] if context.sampled is not None else ()
    return [_others_pot(_run(context, sample, move), context) for sample in samples]


def _others_pot(events: list[Event], context: DecisionContext) -> Event | None:
    """The first pot that another player takes."""
    return next((e for e in events if e.what == POT_TAKEN and e.seat not in context.friends), None)


def _own_pots(context: DecisionContext) -> tuple[Card, ...]:
    """The cards for which the seat takes a pot while its own cards follow the move; empty if it takes none so."""
    turn = context.phase.act(context.state, context.seat, context.move)
    found: list[Card] = []
    while turn.state.turn == (context.seat,) and turn.state.phase == context.phase.name and not stop_in(turn.events):
        moves = [m for m in legal(context.game, turn.state, context.seat) if len(m.cards) == 1]
        if len(moves) != 1:
            break
        turn = context.phase.act(turn.state, context.seat, moves[0])
        found += [c for e in turn.events if e.what == POT_TAKEN and e.seat == context.seat for c in e.cards]
    return tuple(dict.fromkeys(found))


def _run(context: DecisionContext, sample: State, move: Move) -> list[Event]:
    """What happens in the run that `move` begins in `sample`, as long as nobody uses a choice."""
    turn = context.phase.act(sample, context.seat, move)
    events = [*turn.events]
    for _ in context.game.pack.order:
        state = turn.state
        if stop_in(turn.events) or not state.turn or state.phase != context.phase.name or state.chance is not None:
            break
        moves = [m for m in legal(context.game, state, state.turn[0]) if m.cards]
        if not moves or {m.cards[0] for m in moves} != {moves[0].cards[0]}:
            break
        turn = context.phase.act(state, state.turn[0], min(moves, key=lambda m: len(m.cards)))
        events += turn.events
    return events
