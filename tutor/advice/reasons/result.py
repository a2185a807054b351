"""Reasons from what the hand is about: what a side needs for its contract, half of the points, the end of the game."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import SAMPLES, DecisionContext, Reason, next_seats
from tutor.advice.reasons.standing import foes_to_play, threats
from tutor.kernel.duties import narrow
from tutor.kernel.events import HAND_ENDS, winners_of
from tutor.kernel.game import Family
from tutor.kernel.playout import legal
from tutor.kernel.seats import members
from tutor.kernel.view_types import RankedTrickView
from tutor.policies import policy_of
from tutor.policies.aims import TRICK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State
    from tutor.policies.aims import Aim

DEALS: Final = 20
"""The fewest sampled deals in which the result must be the same, whatever is played, to be called settled."""
MOST: Final = 3000
"""The most steps of play that finding this out may take."""
ROUNDS: Final = 8
"""How often play by chance is tried in each of them."""
FEW: Final = 2
"""Cards in hand up to which it is looked at though no aim says so."""


def on_result(context: DecisionContext) -> Iterator[Reason]:
    """That nothing counts any more, or what the move has to do with what is needed, the most important first."""
    if not context.move.cards or not context.hand:
        return
    whole = context.policy.from_the_deal(context.state, context.view)
    aims = policy_of(context.game).aims(context.state, context.seat) if whole else ()
    decided = bool(aims) and not any(aim.open for aim in aims)
    tricks = whole and context.game.family is Family.TRICKS
    ends = _ends(context) if decided or (tricks and len(context.hand) <= FEW) else set()
    if len(ends) == 1:
        yield Reason("settled", _why(aims) | {"won": ends.pop(), "alone": len(context.friends) == 1}, decides=True)
    elif ends and decided:
        yield Reason("secured", _why(aims))
    elif isinstance(context.view, RankedTrickView) and context.view.by_suit and context.card is not None:
        yield from _open(context, aims, context.card)


def _ends(context: DecisionContext) -> set[bool | None]:
    """Whether the own side wins, if the score is the same in each sampled deal, whatever is played: just one value.

    Several values if it is not the same; none if there is not enough time to find out. With few cards left all ways to
    play on are tried, with more of them one by chance after each move.
    """
    samples = context.sampled.samples if context.sampled is not None else []
    few = len(context.hand) <= FEW
    found: list[set[Any]] = [set() for _ in samples]
    left, tried = MOST, 0
    while left > 0 and samples and tried < (1 if few else ROUNDS) * len(samples):
        n, rng = tried % len(samples), None if few else Random(tried)
        for move in context.moves:
            left = _played_on(context, samples[n], context.seat, move, found[n], left, rng)
            if len(found[n]) > 1:
                return {True, False}
        tried += left > 0
    if tried < DEALS:
        return set()
    won = {next(iter(ends))[0] for ends in found[:tried]}
    return won if len(won) == 1 else {None}


def _played_on(
    context: DecisionContext, state: State, seat: Seat, move: Move, ends: set[Any], left: int, rng: Random | None
) -> int:
    """Add to `ends` how the hand can end after `move`: in one way by chance with `rng`, else in all, up to two.

    An end is whether the own side has won, and the score sheet. Returns how many of the `left` steps remain; with none
    it gives up.
    """
    game = context.game
    turn = game.due(state).act(state, seat, move)
    over = next((event for event in turn.events if event.what in HAND_ENDS), None)
    if over is not None:
        sides = winners_of(over)
        won = any(context.seat in members(side) for side in sides) if sides else None
        ends.add((won, tuple(game.standing(turn.state).items())))
        return left - 1
    then: Any = turn.state
    who = then.turn[0]
    moves = legal(game, then, who)
    if not moves:  # a deal that does not fit what was played may come to where nothing is allowed
        return 0
    for following in moves if rng is None else (rng.choice(moves),):
        if left > 0 and len(ends) < 2:
            left = _played_on(context, then, who, following, ends, left - 1, rng)
    return left


def _why(aims: Sequence[Aim]) -> dict[str, Any]:
    """The facts of the aim that says why nothing counts any more: one that somebody has reached, else one given up."""
    aim = next((aim for aim in aims if aim.reached), next(iter(aims), None))
    return {"who": ""} if aim is None or aim.open else _facts(aim)


def _facts(aim: Aim) -> dict[str, Any]:
    facts = {"who": aim.side, "has": aim.has, "goal": aim.goal, "unit": aim.unit, "contract": aim.contract}
    return facts | {"aside": aim.aside, "missing": aim.missing, "reached": aim.reached}


# -- what is still open ------------------------------------------------------------------------------------


def _open(context: DecisionContext, aims: Sequence[Aim], c: Card) -> Iterator[Reason]:
    first = {aim.side: aim for aim in reversed(aims) if aim.open}
    ours = [aim for aim in first.values() if _ours(context, aim)]
    theirs = [aim for aim in first.values() if context.friends.isdisjoint(members(aim.side))]
    passed = tuple(_passed(aims))
    yield from passed
    for aim in ours or map(_against, filter(lambda aim: _two_sides(context, aim), theirs)):
        found = next(_made(context, aim, c), None)
        if found is not None:
            yield found
            return
    for aim in (*theirs, *ours):
        found = next(_at_stake(context, aim, c), None)
        if found is not None:
            yield found
            return


def _ours(context: DecisionContext, aim: Aim) -> bool:
    """Whether the aim is that of the own side, as far as the seat knows who is on it."""
    return set(members(aim.side)) <= context.friends


def _two_sides(context: DecisionContext, aim: Aim) -> bool:
    """Whether what the side of the aim does not win goes to the own side."""
    return aim.exact and len(members(aim.side)) + len(context.friends) == len(context.state.seats)


def _against(aim: Aim) -> Aim:
    """What the own side needs to keep the other from its aim."""
    return aim._replace(has=0, goal=aim.spare + 1, risk=0)


def _passed(aims: Sequence[Aim]) -> Iterator[Reason]:
    """The first of several goals of a side is decided, and it is the next that matters."""
    for n, aim in enumerate(aims):
        then = next((one for one in aims if one.side == aim.side and one.open), None)
        if not aim.open and then is not None and aims.index(then) > n:
            yield Reason("passed", _facts(aim) | {"then": then.goal})
            return


def _made(context: DecisionContext, aim: Aim, c: Card) -> Iterator[Reason]:
    """What the own side needs is made by this trick, or by sure tricks in hand.

    An aim of the others stands for what keeps them from it.
    """
    facts = _facts(aim) | {"c": c, "ours": _ours(context, aim), "led": not context.trick.trick, "other": ""}
    if not _taken(context, c):
        return
    other, v = context.other_card, context.trick
    sure = aim.has - aim.risk
    now = sure + _worth(context, aim, (*v.trick, c))
    if now >= aim.goal:
        if other and _taken(context, other) and sure + _worth(context, aim, (*v.trick, other)) >= aim.goal:
            facts["other"] = other
        yield Reason("makes_aim", facts | {"takes": not v.trick or v.beats(c)}, decides=not facts["other"])
    elif not v.trick or v.beats(c):
        drawn = not v.trick and _draws_last(context, c)
        rest: list[Card] = []
        for x in context.hand:
            above = _above_if_led(context, x)
            if x is not c and now < aim.goal and (all(map(v.is_trump, above)) if drawn else not above):
                rest.append(x)
                now += _worth(context, aim, (x,))
        if now >= aim.goal:
            yield Reason("sure_aim", facts | {"rest": tuple(rest), "drawn": drawn}, decides=True)


def _taken(context: DecisionContext, c: Card) -> bool:
    """Whether the own side takes the trick with `c` for certain."""
    v = context.trick
    if not foes_to_play(context):
        return not v.trick or v.beats(c) or v.holder in context.friends
    best = c if not v.trick or v.beats(c) else v.best
    return (best is c or v.holder in context.friends) and not threats(context, best)


def _above_if_led(context: DecisionContext, c: Card) -> Cards:
    """The unseen cards that would beat `c` if it were led."""
    alone = context.trick.facing((c,), context.seat)
    return tuple(x for x in context.outstanding if alone.beats(x))


def _draws_last(context: DecisionContext, c: Card) -> bool:
    """Whether `c`, led, draws the last trump of the others: it is higher, and its holder has to play it."""
    v = context.trick
    out = [x for x in context.outstanding.elements() if v.is_trump(x)]
    if len(out) != 1 or not v.is_trump(c) or out[0] in _above_if_led(context, c):
        return False
    samples = context.sampled.samples[:SAMPLES] if context.sampled is not None else []
    return bool(samples) and all(_has_to_play(context, sample, c, out[0]) for sample in samples)


def _has_to_play(context: DecisionContext, sample: State, c: Card, last: Card) -> bool:
    """Whether whoever holds `last` in `sample`, if anybody, must play it when `c` is led."""
    holder = next((s for s in sample.seats if s != context.seat and last in context.game.held(sample, s)), None)
    if holder is None:
        return True
    v = context.phase.see(context.phase.act(sample, context.seat, context.move).state, holder)
    return all(last in move.cards for move in narrow(context.phase.duties(v), v, context.phase.candidates(v)).legal)


def _worth(context: DecisionContext, aim: Aim, cards: Cards) -> float:
    """What a trick with these cards in it counts at least, in the unit of the aim."""
    return 1 if aim.unit == TRICK else context.phase.trick_value(cards, context.trick.trumps) or 0


def _at_stake(context: DecisionContext, aim: Aim, c: Card) -> Iterator[Reason]:
    """This trick may decide the aim: it must not be lost, or as little as possible is to be given away in it."""
    other, v = context.other_card, context.trick
    if other is None or (v.trick and v.holder in context.friends):
        return
    ours = _ours(context, aim)
    own, dear = (_worth(context, aim, (*v.trick, x)) for x in (c, other))
    if (ours and not aim.exact) or (aim.spare if ours else aim.missing - 1) >= max(own, dear):
        return
    facts = _facts(aim) | {"c": c, "other": other, "ours": ours, "all": ours and not aim.spare, "spare": aim.spare}
    wins, would = ((v.beats(x) if v.trick else not _above_if_led(context, x)) for x in (c, other))
    if wins and not would:
        yield Reason("must_win", facts)
    elif not ours and not wins and not would and v.trick and own < dear:
        with_other = not next_seats(context) and aim.has + dear >= aim.goal > aim.has + own
        yield Reason("gives_least", facts | {"beaten": with_other}, decides=with_other)
