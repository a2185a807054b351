"""Reasons for cards that are laid away, given or exchanged before they are played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tutor.advice.reasons.avoiding.dangers import above, dangers
from tutor.advice.reasons.before_play.hand_count import play_phase
from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.kernel.events import PLAYED, occurs
from tutor.kernel.view_types import RankedTrickView
from tutor.policies import policy_of
from tutor.policies.aims import POINT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.phase import Phase
    from tutor.kernel.state import State
    from tutor.kernel.view_types import CardOrder

COUNTS: Final = 10
"""What a card counts at the least for it to be told that it is safe once it is laid away."""
IDLE: Final = 2
"""The fewest cards above one that will hardly win a trick."""
LONG: Final = 3
"""The fewest cards of a suit that is kept together; nor may others have more of it."""
FEWEST: Final = 40
"""The fewest sampled deals in which a contract must be given up to be called hopeless."""
TOPS: Final = 2
"""The fewest cards from the top of a suit behind which low ones are kept."""
HIGH: Final = 1
"""The most cards above one that is kept because it should win a trick."""


def laying_away(context: DecisionContext) -> Iterator[Reason]:
    """Reasons for cards that are laid away, given or exchanged before they are played."""
    gone, phase = context.move.cards, play_phase(context)
    hand = context.held(context.seat)
    touched = gone or (context.other.cards if context.other is not None else ())
    if not touched or phase is None or isinstance(context.view, RankedTrickView) or not set(touched) <= set(hand):
        return
    if context.policy.taken(context.view, context.move) is not None:
        return  # what goes for a card that is taken in: `exchanges.py`
    turn = context.phase.act(context.state, context.seat, context.move)
    if occurs(turn.events, PLAYED):
        return
    if gone and (hopeless := tuple(_hopeless(context))):
        yield from hopeless
        return
    order: CardOrder = phase.view.ranking.under(turn.state.trump)
    policy = policy_of(context.game).of(phase)
    if policy.trick_reward < 0:
        then = context.state
        yield from dangers(context, order, hand, policy.pays_if_forced(then), policy.paid_if_thrown(then))
    if policy.trick_reward < 0 or not gone:
        return
    values = _values(phase, turn.state.trump)
    compared = tuple(_compared(context, turn.state, order, values, hand))
    yield from compared
    if any(reason.decides for reason in compared):
        return
    left = [c for c in hand if c not in gone]
    trumps = [c for c in left if order.power[""][c]]
    voids = {order.suit[c] for c in gone} - {order.suit[c] for c in left}
    plain = [suit for suit in dict.fromkeys(order.suit[c] for c in gone) if suit in voids and not _trump(order, suit)]
    if plain and trumps:
        risky = [c for c in gone if values.get(c, 0) >= COUNTS and _above(order, c, hand)]
        counts = max(risky, key=lambda c: values[c], default=None) if _secured(context, turn.state) else None
        told = {"counts": (counts,) if counts is not None else (), "worth": values[counts] if counts is not None else 0}
        yield Reason("lays_void", {"suits": plain, "both": len(plain) > 1} | told)
    yield from _idle(context, turn.state, order, values, hand)


def _hopeless(context: DecisionContext) -> Iterator[Reason]:
    """Without a pair the contract is given up in every deal that was tried, whichever cards go."""
    policy, play = policy_of(context.game), play_phase(context)
    aim = next((aim for aim in policy.aims(context.state, context.seat) if aim.contract and aim.unit == POINT), None)
    values = play.captured_values() if play is not None else {}
    if aim is None or policy.declarable(context.state, context.seat) != {}:
        return
    ends = [one.points for at in range(len(context.sampled.moves)) for one in context.sampled.column(at)]
    if len(ends) >= FEWEST and len({*ends}) == 1 and not context.sampled.column(0)[0].won:
        facts = {"goal": aim.goal, "total": sum(values.values()), "all": True}
        yield Reason("gives_hopeless", facts, decides=True, role=Role.LEVEL)


def _idle(
    context: DecisionContext, then: State, order: CardOrder, values: Mapping[Card, float], hand: Cards
) -> Iterator[Reason]:
    """Cards go that are not likely to win a trick; or as many as may go, while the best of all suits stay."""
    gone = context.move.cards
    given = any(c in context.game.held(then, who) for c in gone for who in then.seats)
    numbers = {len(move.cards) for move in context.moves}
    every = len(gone) == max(numbers) > min(numbers)
    if all(_above(order, c, hand) >= IDLE and not (given and values.get(c)) for c in gone):
        nothing = any(values.values()) and not any(values.get(c) for c in gone)
        facts = {"them": gone, "nothing": nothing, "held": len(gone), "deals": max(numbers), "all": every}
        yield Reason("lays_idle", facts | _staying(context, order, hand))
    elif every and not given and all(_above(order, c, hand) for c in gone):
        kept = tuple(c for c in hand if c not in gone and not _above(order, c, hand))
        if kept:
            yield Reason("keeps_tops", {"kept": kept, "them": gone})


def _staying(context: DecisionContext, order: CardOrder, hand: Cards) -> dict[str, Any]:
    """Facts: low cards that `stay` behind the two highest or more of a long suit, `tops`; empty if there are none."""
    low = [c for c in hand if c not in context.move.cards and _above(order, c, hand) >= IDLE]
    for suit in {order.suit[c] for c in low}:
        row = [c for c in hand if order.suit[c] == suit]
        tops = tuple(c for c in row if not _above(order, c, hand))
        stay = tuple(c for c in low if order.suit[c] == suit)
        if len(tops) >= TOPS and len(tops) + len(stay) == len(row) > LONG and all(c in row for c in low):
            return {"stay": stay, "tops": tops}
    return {"stay": (), "tops": ()}


def _values(phase: Phase[Any, Any], trump: str) -> Mapping[Card, float]:
    """What each card counts in tricks; empty where only tricks count."""
    none = phase.trick_value((), trump)
    if none is None:
        return phase.captured_values()
    return {c: float(phase.trick_value((c,), trump) or 0) - none for c in phase.game.pack.order}


def _trump(order: CardOrder, suit: str) -> bool:
    return any(order.power[""][c] for c, s in order.suit.items() if s == suit)


def _above(order: CardOrder, c: Card, hand: Cards) -> int:
    """How many cards of others are higher than `c` in its suit."""
    return len(above(order, c, hand))


def _beaten_by(order: CardOrder, c: Card, hand: Cards) -> int:
    """How many cards of others beat a lead of `c`, trumps among them."""
    power = order.power[order.suit[c]]
    return sum(n > power[c] and x not in hand for x, n in power.items())


# -- against the other choice ------------------------------------------------------------------------------


def _compared(
    context: DecisionContext, then: State, order: CardOrder, values: Mapping[Card, float], hand: Cards
) -> Iterator[Reason]:
    """Why just these cards go, and those stay that the other choice would part with."""
    if context.other is None:
        return
    mine = tuple(c for c in context.move.cards if c not in context.other.cards)
    kept = tuple(c for c in context.other.cards if c not in context.move.cards and c in hand)
    if not mine or not kept or len(mine) != len(kept):
        return
    facts: dict[str, Any] = {"mine": mine, "kept": kept, "other": context.other}
    high = tuple(c for c in kept if _above(order, c, hand) <= HIGH)
    worth = [sum(values.get(c, 0) for c in some) for some in (mine, kept)]
    given = any(c in context.game.held(then, who) for c in mine for who in then.seats if who != context.seat)
    beaten = [sum(_beaten_by(order, c, hand) for c in some) for some in (mine, kept)]
    alike = _same(order, mine, kept, hand)
    if alike and worth[0] == worth[1]:
        yield Reason("lays_equal", facts, decides=True)
    elif of_pairs := tuple(_of_pairs(context, mine, kept, hand, given=given)):
        yield from of_pairs
    elif _secured(context, then) and worth[0] > worth[1]:
        yield Reason("lays_points", facts | {"n": worth[0], "less": worth[1], "alike": alike})
    elif high and min(_above(order, c, hand) for c in mine) > (n := min(_above(order, c, hand) for c in high)):
        c = next(c for c in high if _above(order, c, hand) == n)
        hardly = all(_above(order, x, hand) > HIGH for x in mine)
        counts = worth[0] if _secured(context, then) else 0
        risk = _half(context, mine if given else (), hand) | {"over": tuple(above(order, c, hand))}
        yield Reason("lays_keeps_high", facts | {"c": c, "n": n, "hardly": hardly, "counts": counts} | risk)
    elif suits := tuple(_whole_suits(context, order, mine, kept, hand)):
        yield from suits
    elif given and worth[0] < worth[1]:
        yield Reason("gives_less", facts | {"n": worth[0], "more": worth[1]})
    elif beaten[0] > beaten[1] and len(context.move.cards) == 1:
        yield from _weakest(context, order, mine[0], hand)


def _of_pairs(context: DecisionContext, mine: Cards, kept: Cards, hand: Cards, *, given: bool) -> Iterator[Reason]:
    """The other choice parts with a card of an own pair, or gives one that would make a pair for somebody else."""
    held = policy_of(context.game).declarable(context.state, context.seat) or {}
    pairs = policy_of(context.game).pairs(context.state) or ()
    mates = {c: x for two in pairs for c, x in (two, two[::-1]) if x not in hand}
    paired = next((two for two in held if set(two) & set(kept) and not set(two) & set(mine)), None)
    halves = tuple(c for c in kept if c in mates)
    if paired is not None:
        yield Reason("lays_keeps_pair", {"two": paired, "n": held[paired]})
    elif given and halves and not any(c in mates for c in mine):
        yield Reason("gives_no_half", {"halves": halves, "mates": tuple(mates[c] for c in halves)})


def _half(context: DecisionContext, gone: Cards, hand: Cards) -> dict[str, Any]:
    """Facts: `half`, a card given away, and the `pair` that it may make for somebody else; empty if there is none."""
    pairs = policy_of(context.game).pairs(context.state) or ()
    found = ((c, two) for c in gone for two in pairs if c in two and not set(two) & set(hand) - {c})
    half, pair = next(found, ("", ()))
    return {"half": half, "pair": pair}


def _weakest(context: DecisionContext, order: CardOrder, c: Card, hand: Cards) -> Iterator[Reason]:
    """More cards of others can beat the card than any other that may go."""
    rest = {x for move in context.moves for x in move.cards} - {c}
    n = _beaten_by(order, c, hand)
    if all(n > _beaten_by(order, x, hand) for x in rest):
        yield Reason("lays_weakest", {"c": c, "n": n, "other": context.other})


def _whole_suits(context: DecisionContext, order: CardOrder, mine: Cards, kept: Cards, hand: Cards) -> Iterator[Reason]:
    """Without trumps: a suit stays together that is headed by its highest card, or that a pair can make trumps."""
    if any(order.power[""].values()):
        return
    facts = {"other": context.other, "gone": order.suit[mine[0]]}
    pairs = policy_of(context.game).declarable(context.state, context.seat) or {}
    row = _row(order, mine, kept, hand)
    if row and not set(row) & set(context.move.cards):
        yield Reason("lays_keeps_row", facts | {"row": row})
    elif two := _spared(pairs, mine, kept, context.move.cards, hand):
        yield Reason("lays_for_pair", facts | {"two": two, "suit_": two[0].suit})


def _row(order: CardOrder, mine: Cards, kept: Cards, hand: Cards) -> Cards:
    """A suit with the highest card, of which the other choice parts with a low one; empty if the move does so too."""
    if any(not _above(order, c, hand) for c in (*mine, *kept)):
        return ()
    rows = {s: [x for x in hand if order.suit[x] == s] for s in {order.suit[c] for c in (*mine, *kept)}}
    headed = {s for s, row in rows.items() if any(not _above(order, x, hand) for x in row)}
    if any(order.suit[c] in headed for c in mine):
        return ()
    touched = headed & {order.suit[c] for c in kept}
    long = [s for s in sorted(touched) if len(rows[s]) >= max(LONG, _others(order, s, hand))]
    return tuple(rows[max(long, key=lambda s: len(rows[s]))]) if long else ()


def _others(order: CardOrder, suit: str, hand: Cards) -> int:
    """How many cards of a suit are not in the hand."""
    return sum(s == suit and c not in hand for c, s in order.suit.items())


def _spared(pairs: Mapping[Cards, float], mine: Cards, kept: Cards, gone: Cards, hand: Cards) -> Cards:
    """A pair whose suit can become trumps and is spared, while the cards make a shorter suit shorter still."""
    for two in pairs:
        others = {c.suit for c in mine}
        if len(others) == 1 and two[0].suit not in others and not any(c.suit == two[0].suit for c in gone):
            left = [sum(x.suit == c.suit and x not in gone for x in hand) for c in (mine[0], kept[0])]
            if left[0] < left[1]:
                return two
    return ()


def _secured(context: DecisionContext, then: State) -> bool:
    """Whether what is laid away counts for the own side."""
    return any(aim.aside for aim in policy_of(context.game).aims(then, context.seat) if context.seat in aim.side)


def _same(order: CardOrder, mine: Cards, kept: Cards, hand: Cards) -> bool:
    """Whether the cards stand together in their suits, so that it is all the same which of them go."""
    rows = [sorted(some, key=lambda c: (order.suit[c], order.power[order.suit[c]][c])) for some in (mine, kept)]
    pairs = list(zip(*rows, strict=True))
    return all(order.suit[a] == order.suit[b] and _above(order, a, hand) == _above(order, b, hand) for a, b in pairs)
