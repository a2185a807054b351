"""Reasons for a play that follow from what happens at once, by playing it in the engine.

They serve games whose views do not tell what beats what: who wins the trick, what totals count, whether a run stops and
who starts again, which pots are taken.
"""

from __future__ import annotations

from collections import Counter
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import SAMPLES, DecisionContext, Reason
from tutor.kernel.events import PLAYED, POT_TAKEN, TRICK_WON, Event, stop_in
from tutor.kernel.game import Family
from tutor.kernel.playout import legal
from tutor.kernel.seats import members
from tutor.kernel.view_types import ClimbView, RankedTrickView, TrickOnTable, TrumpsView
from tutor.policies import policy_of
from tutor.policies.aims import TRICK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move
    from tutor.kernel.state import State

MOST: Final = 1000
"""The most legal moves that are tried for what they count and whether they win."""
OFTEN: Final = 0.5
"""The share of sampled deals from which on something is said to happen."""
LIKELIER: Final = 0.04
"""The least difference between two chances that is told."""
FEW: Final = 8
"""With fewer deals than this nothing is said of how many tricks are taken."""


def immediate(context: DecisionContext) -> Iterator[Reason]:
    """All reasons that follow from the play itself, the most important first."""
    if not context.move.cards or isinstance(context.view, RankedTrickView | ClimbView):
        return
    if context.policy.changes_nothing:
        yield Reason("changes_nothing", {}, decides=True)
        return
    yield from _pots(context)
    yield from _picked(context)
    yield from tuple(_answers(context)) or _trick(context)
    yield from _totals(context)
    yield from _stops(context)


def contracts(context: DecisionContext) -> Iterator[Reason]:
    """How many tricks a contract needs that is settled with this call, and how many its side takes in sampled deals."""
    if context.sampled is None or context.move.cards:
        return
    told = [_contract(context, at) for at in range(len(context.sampled.moves))]
    if told[0] is not None:
        then = told[1] if len(told) > 1 and told[1] != told[0] else None
        yield Reason("contract", told[0] | {"then": then}, sampled=True)


def _contract(context: DecisionContext, at: int) -> dict[str, Any] | None:
    """Facts of one of the moves that are tried: the tricks needed, and those taken; None if no contract follows."""
    assert context.sampled is not None
    move, ends = context.sampled.moves[at], context.sampled.column(at)
    then = context.phase.act(context.state, context.seat, move).state
    aims = policy_of(context.game).aims(then, context.seat) if then.turn else ()
    aim = next((aim for aim in aims if aim.contract and aim.unit == TRICK), None)
    if aim is None or len(ends) < FEW:
        return None
    ours, mine = set(members(aim.side)) <= context.friends, fmean(end.tricks for end in ends)
    if not ours and not {*context.friends, *members(aim.side)}.issuperset(context.state.seats):
        return None
    taken = round(mine if ours else aim.left - mine)
    return {
        "move": move,
        "who": aim.side,
        "goal": aim.goal,
        "taken": taken,
        "enough": taken >= aim.goal,
        "deals": len(ends),
    }


def _events(context: DecisionContext, sample: State, move: Move) -> tuple[Event, ...]:
    return context.phase.act(sample, context.seat, move).events


def _won(context: DecisionContext, sample: State, move: Move) -> bool | None:
    """Whether the own side wins a trick with this play; None if no trick is decided by it."""
    for event in _events(context, sample, move):
        if event.what == TRICK_WON:
            return event.seat in context.friends
    return None


def _pots(context: DecisionContext) -> Iterator[Reason]:
    for event in _events(context, context.state, context.move):
        if event.what == POT_TAKEN and event.seat == context.seat:
            yield Reason("takes_pot", {"move": context.move, "chips": event.facts["chips"]})


def _laid(context: DecisionContext) -> bool:
    """Whether the play answers cards on the table."""
    return isinstance(context.view, TrickOnTable) and bool(context.view.trick)


def _trick(context: DecisionContext) -> Iterator[Reason]:
    """Who wins the trick: certain for the last to play, sampled where others still follow."""
    if context.sampled is None or len(context.move.cards) != 1 or context.wants_tricks is False:
        return
    samples = context.sampled.samples[:SAMPLES]
    won = [_won(context, sample, context.move) for sample in samples]
    if not won or None in won:
        return
    singles = [m for m in context.moves if len(m.cards) == 1]
    if not _laid(context):
        held = sum(map(bool, won))
        if held >= OFTEN * len(won):
            yield Reason("wins_often", {"move": context.move, "held": held, "deals": len(won)}, sampled=True)
        elif _lowest(context, singles):
            yield Reason("gives_up_low", {"c": context.move.cards[0], "suit_": context.move.cards[0].suit})
        return
    winners = tuple(m.cards[0] for m in singles if _won(context, samples[0], m))
    lowest = _lowest(context, [m for m in singles if m.cards[0] in winners])
    if won[0] and len(winners) < len(singles):
        others = tuple(c for c in winners if c is not context.move.cards[0])
        yield Reason("takes_it", {"c": context.move.cards[0], "others": others, "lowest": lowest})
    elif won[0] and len(singles) > 1 and lowest:
        yield Reason("all_win", {"c": context.move.cards[0]})
    elif not winners and len(singles) > 1:
        yield Reason("none_wins", {"c": context.move.cards[0], "n": len(singles), "lowest": _lowest(context, singles)})


def _answers(context: DecisionContext) -> Iterator[Reason]:
    """How many of the cards that chance may answer a lead with beat it: fewer than of those for the other choice."""
    c, other = context.card, context.other_card
    if c is None or other is None or _laid(context):
        return
    own, theirs = (context.policy.answers_by_chance(context.view, x, context.outstanding) for x in (c, other))
    if own is None or theirs is None or not own.all or not theirs.all:
        return
    facts = {"c": c, "other": other, "n": own.beat, "of": own.all, "more": theirs.beat, "of_more": theirs.all}
    if own.beat == own.all > 1 and theirs.beat < theirs.all:
        yield Reason("loses_for_certain", facts)
    elif own.beat * 2 <= own.all and own.beat / own.all + LIKELIER <= theirs.beat / theirs.all:
        yield Reason("likelier", facts)


def _picked(context: DecisionContext) -> Iterator[Reason]:
    """Of several cards that are taken, those that the other choice leaves: higher ones, or more of a suit."""
    if context.other is None or len(context.other.cards) != len(context.move.cards) or len(context.move.cards) < 2:
        return
    values = context.policy.card_values(context.state)
    if not values or any(event.what == PLAYED for event in _events(context, context.state, context.move)):
        return
    mine, theirs = (
        tuple(c for c in one.cards if c not in two.cards)
        for one, two in ((context.move, context.other), (context.other, context.move))
    )
    facts: dict[str, Any] = {"mine": mine, "theirs": theirs, "n": 0, "suit_": ""}
    if sum(values.get(c, 0) for c in mine) > sum(values.get(c, 0) for c in theirs):
        yield Reason("picks_high", facts)
    elif len({c.suit for c in mine}) == 1:
        n = sum(c.suit == mine[0].suit for c in context.move.cards)
        if n > max(sum(x.suit == c.suit for x in context.other.cards) for c in theirs):
            yield Reason("picks_long", facts | {"n": n, "suit_": mine[0].suit})


def _lowest(context: DecisionContext, singles: Sequence[Move]) -> bool:
    """Whether the card is the lowest of several of its suit; packs are in order from high to low."""
    c, place = context.move.cards[0], context.game.pack.place
    row = [m.cards[0] for m in singles if m.cards[0].suit == c.suit]
    return len(row) > 1 and place[c] == max(place[d] for d in row)


def _totals(context: DecisionContext) -> Iterator[Reason]:
    """How the play's total compares with those on the table; for a lead, and for cards to keep, the total itself."""
    moves = [m for m in context.moves if m.cards]
    spent = _spent(context, context.move)
    if not 1 < len(moves) <= MOST or spent is None:
        return
    all_spent = sorted(_spent(context, m) or 0 for m in moves)
    facts: dict[str, Any] = {"move": context.move, "own": spent} | _kept(context, spent)
    if not any(event.what == PLAYED for event in _events(context, context.state, context.move)):
        less = _spent(context, context.other) if context.other is not None else None
        if spent == all_spent[-1] > all_spent[0] and (less is None or less < spent):
            yield Reason("picks_most", facts | {"trump": _trumps(context, context.move)})
    elif not _laid(context):
        yield from _led(context, facts, all_spent)
    elif (own := _total(context, context.move)) is not None:
        yield from _against_totals(context, own, facts, least=spent == all_spent[0])
    elif not _won(context, context.state, context.move):
        if spent == all_spent[0]:
            first = context.phase.act(context.state, context.seat, context.move).state.turn == (context.seat,)
            yield Reason("loses_least", facts | {"first": first})
    elif not any((_spent(context, m) or 0) < spent and _won(context, context.state, m) for m in moves):
        yield Reason("wins_cheaply", facts)


def _led(context: DecisionContext, facts: dict[str, Any], all_spent: Sequence[int]) -> Iterator[Reason]:
    """Whether a lead counts little, or much, among all leads, or among those without trumps."""
    spent, tenth = facts["own"], len(all_spent) // 10
    plain = [m for m in context.moves if m.cards and not _trumps(context, m)]
    if spent <= all_spent[tenth] < all_spent[-1 - tenth]:
        yield Reason("leads_little", facts)
    elif spent >= all_spent[-1 - tenth] > all_spent[tenth]:
        yield Reason("leads_much", facts)
    elif context.move in plain and len(plain) < len(all_spent) and spent == max(_spent(context, m) or 0 for m in plain):
        yield Reason("leads_plain", facts)


def _kept(context: DecisionContext, spent: int) -> dict[str, Any]:
    """Facts: the cards that the other choice would use and this one keeps, if they count more."""
    if context.other is None or (_spent(context, context.other) or 0) <= spent:
        return {"kept": ()}
    left = list(context.other.cards)
    for c in context.move.cards:
        if c in left:
            left.remove(c)
    return {"kept": tuple(left)}


def _trumps(context: DecisionContext, move: Move) -> bool:
    """Whether there is a trump among the cards."""
    return isinstance(context.view, TrumpsView) and any(map(context.view.is_trump, move.cards))


def _against_totals(context: DecisionContext, own: int, facts: dict[str, Any], *, least: bool) -> Iterator[Reason]:
    """Whether the `own` total is the highest on the table; if not, whether the play spends the `least`."""
    before = context.phase.totals(context.view)
    best = max(before.values(), default=0)
    facts |= {"own": own, "best": best, "who": next((who for who, n in before.items() if n == best), context.seat)}
    if own > best:
        yield Reason("higher_total", facts)
    elif least:
        yield Reason("cheapest_loss", facts)


def _total(context: DecisionContext, move: Move) -> int | None:
    """The total of the seat on the table after this play; None if totals decide nothing."""
    state = context.phase.act(context.state, context.seat, move).state
    if state.phase == context.phase.name and state.chance is None:
        return context.phase.totals(context.phase.see(state, context.seat)).get(context.seat)
    return None


def _spent(context: DecisionContext, move: Move) -> int | None:
    """What the cards count if they are led, that is in full; None if totals decide nothing."""
    return context.policy.lead_total(context.view, move.cards)


def _stops(context: DecisionContext) -> Iterator[Reason]:
    """Whether the run stops with the seat's own card, so that it starts the next one."""
    if context.game.family is not Family.SHEDDING:
        return
    turn = context.phase.act(context.state, context.seat, context.move)
    last = context.move.cards[-1]
    then = context.phase.see(turn.state, context.seat) if turn.state.phase else None
    following = context.policy.next_card(then) if then is not None else None
    if following is not None and following in context.hand and turn.state.turn == (context.seat,):
        yield Reason("own_next", {"c": last, "following": following})
        return
    stop = stop_in(turn.events)
    if stop is not None and turn.state.turn == (context.seat,) and stop.card not in context.outstanding:
        yield Reason("stops_here", {"c": last, "why": stop.why, "following": stop.card or ""})
    elif context.sampled is not None and len([m for m in context.moves if m.cards]) > 1:
        samples = context.sampled.samples[:SAMPLES]
        again = sum(_stopped(context, sample) for sample in samples)
        if samples and again >= OFTEN * len(samples):
            yield Reason("starts_again", {"move": context.move, "held": again, "deals": len(samples)}, sampled=True)
            return
        back = Counter(_own_next(context, sample) for sample in samples)
        held = sum(n for c, n in back.items() if c is not None)
        if samples and held >= OFTEN * len(samples):
            c = max((c for c in back if c is not None), key=back.__getitem__)
            yield Reason("comes_back", {"c": last, "following": c, "held": held, "deals": len(samples)}, sampled=True)


def _own_next(context: DecisionContext, sample: State) -> Card | None:
    """The own card that the run comes back to in `sample`, as long as nobody has a choice; None if it does not."""
    state = context.phase.act(sample, context.seat, context.move).state
    for _ in range(len(context.game.pack.order)):
        if not state.turn or state.phase != context.phase.name or state.chance is not None:
            return None
        seat = state.turn[0]
        if seat == context.seat:
            following = context.policy.next_card(context.phase.see(state, seat))
            return following if following in context.hand else None
        moves = legal(context.game, state, seat)
        if len(moves) != 1:
            return None
        state = context.phase.act(state, seat, moves[0]).state
    return None


def _stopped(context: DecisionContext, sample: State) -> bool:
    """Whether the run stops with this move in `sample`, and the seat starts again."""
    turn = context.phase.act(sample, context.seat, context.move)
    return turn.state.turn == (context.seat,) and stop_in(turn.events) is not None
