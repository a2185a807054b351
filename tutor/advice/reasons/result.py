"""Reasons from what the hand is about: what a side needs for its contract, half of the points, the end of the game."""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.advice.reasons.before_play.declarations import declared_points
from tutor.advice.reasons.context import SAMPLES, DecisionContext, Reason, next_seats
from tutor.advice.reasons.sealed import above_if_led, sealed, worth
from tutor.advice.reasons.standing import foes_to_play, threats
from tutor.kernel.duties import narrow
from tutor.kernel.events import HAND_ENDS, TRICK_WON, winners_of
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
NEAR: Final = 4
"""The most tricks still missing of the first ones for it to be told that all of them are needed."""
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
    v, c = context.view, context.card
    by_suit = c is not None and isinstance(v, RankedTrickView) and v.by_suit
    still = tuple(_open(context, aims, c)) if by_suit and c is not None else ()
    at_once = [reason for reason in still if reason.what == "makes_aim"]
    sure = _sealed(context, aims) if by_suit and not at_once else {}
    either = sure or any(reason.facts["other"] for reason in at_once)
    end = _end(context) if decided or (tricks and (either or len(context.hand) <= FEW)) else None
    if end is not None and end.settled:
        left = max(len(context.game.held(context.state, who)) for who in context.state.seats)
        by_hand = end.won is not None and context.sampled is not None and context.sampled.in_hands
        counts = by_hand and len({context.card_value(x) for x in context.cards}) > 1  # the hand matters, and no more
        facts = {
            "won": end.won,
            "same": end.same and not counts,
            "tricks": None if counts and end.tricks not in (0, left) else end.tricks,
            "left": left,
            "alone": len(context.friends) == 1,
        }
        why = _why(aims) if decided and end.idle else sure
        yield Reason("settled", {"who": "", "sealed": bool(sure)} | why | facts, decides=True)
    elif end is not None and decided:
        yield Reason("secured", _why(aims) | {"harms": context.wants_tricks is False})
    else:
        yield from still


class _End(NamedTuple):
    """How the hand ends in the sampled deals, whatever is played.

    If no choice changes the score it is `settled`, and `won` says whether the own side wins (None: nobody, or not in
    every deal), `same` whether no choice changes the tricks it takes, `tricks` how many these are in every deal, `idle`
    whether tricks that differ, by choices or deals, are seen not to change the score.
    """

    settled: bool
    won: bool | None = None
    same: bool = False
    tricks: int | None = None
    idle: bool = False


def _end(context: DecisionContext) -> _End | None:
    """How the hand ends; None if there is not enough time to find out.

    With few cards left all ways to play on are tried, with more of them one by chance after each move.
    """
    samples = context.sampled.samples if context.sampled is not None else []
    few = len(context.hand) <= FEW
    rests = [_Rest(context) for _ in samples]
    left, tried = MOST, 0
    while left > 0 and samples and tried < (1 if few else ROUNDS) * len(samples):
        n, rng = tried % len(samples), None if few else Random(tried)
        for move in context.moves:
            left = rests[n].play(samples[n], context.seat, move, left, rng)
            if len(rests[n].ends) > 1:
                return _End(settled=False)
        tried += left > 0
    if tried < DEALS:
        return None
    ends = {next(iter(rest.ends)) for rest in rests[:tried]}
    won = {end[0] for end in ends}
    same, took = all(len(rest.took) == 1 for rest in rests[:tried]), set[int]().union(*(rest.took for rest in rests))
    idle = not same or len(ends) == 1 < len(took)
    return _End(True, won.pop() if len(won) == 1 else None, same, took.pop() if len(took) == 1 else None, idle)


class _Rest:
    """The rest of a hand in one sampled deal: `ends` it may have, up to two, and how many tricks the side `took`.

    An end is whether the own side has won, and the score sheet.
    """

    def __init__(self, context: DecisionContext) -> None:
        self._context = context
        self.ends: set[Any] = set()
        self.took: set[int] = set()

    def play(self, state: State, seat: Seat, move: Move, left: int, rng: Random | None, tricks: int = 0) -> int:
        """Play on after `move`, in one way by chance with `rng`, else in all; the side has taken `tricks` so far.

        Returns how many of the `left` steps remain; with none it gives up.
        """
        context, game = self._context, self._context.game
        turn = game.due(state).act(state, seat, move)
        tricks += sum(event.what == TRICK_WON and event.seat in context.friends for event in turn.events)
        over = next((event for event in turn.events if event.what in HAND_ENDS), None)
        if over is not None:
            sides = winners_of(over)
            won = any(context.seat in members(side) for side in sides) if sides else None
            self.ends.add((won, tuple(game.standing(turn.state).items())))
            self.took.add(tricks)
            return left - 1
        then: Any = turn.state
        who = then.turn[0]
        moves = legal(game, then, who)
        if not moves:  # a deal that does not fit what was played may come to where nothing is allowed
            return 0
        for following in moves if rng is None else (rng.choice(moves),):
            if left > 0 and len(self.ends) < 2:
                left = self.play(then, who, following, left - 1, rng, tricks)
        return left


def _why(aims: Sequence[Aim]) -> dict[str, Any]:
    """The facts of the aim that says why nothing counts any more: one that somebody has reached, else one given up."""
    aim = next((aim for aim in aims if aim.reached), next(iter(aims), None))
    return {"who": ""} if aim is None or aim.open else _facts(aim)


def _facts(aim: Aim) -> dict[str, Any]:
    facts = {"who": aim.side, "has": aim.has, "goal": aim.goal, "unit": aim.unit, "contract": aim.contract}
    return facts | {
        "aside": aim.aside,
        "missing": aim.missing,
        "reached": aim.reached,
        "exact": aim.exact or aim.unit != TRICK,
    }


# -- what is still open ------------------------------------------------------------------------------------


def _open(context: DecisionContext, aims: Sequence[Aim], c: Card) -> Iterator[Reason]:
    needed, ours, theirs = _needed(context, aims)
    if shown := tuple(reason for aim in ours for reason in _shown(context, aim)):
        yield shown[0]
        return
    made = (reason for aim in needed for reason in _made(context, aim, c))
    told = (*_first(context, aims), *theirs, *ours)
    found = next(chain(made, (reason for aim in told for reason in _at_stake(context, aim, c))), None)
    if found is not None:
        yield from (reason for reason in _passed(aims) if reason.facts["who"] == found.facts["who"])
        yield found


def _needed(context: DecisionContext, aims: Sequence[Aim]) -> tuple[list[Aim], list[Aim], list[Aim]]:
    """The next aims that are open: what the own side needs, be it to stop the others; its aims; those of the others."""
    first = {aim.side: aim for aim in reversed(aims) if aim.open and aim.missing > 0}
    ours = [aim for aim in first.values() if _ours(context, aim)]
    theirs = [aim for aim in first.values() if context.friends.isdisjoint(members(aim.side))]
    return ours or [_against(aim) for aim in theirs if _two_sides(context, aim)], ours, theirs


def _first(context: DecisionContext, aims: Sequence[Aim]) -> Iterator[Aim]:
    """What the own side needs all of the next few tricks for, though more come after them."""
    for aim in aims:
        near = aim.open and aim.unit == TRICK and not aim.spare and aim.missing <= NEAR
        if near and aim.left < len(context.hand) and _ours(context, aim):
            yield aim


def _sealed(context: DecisionContext, aims: Sequence[Aim]) -> dict[str, Any]:
    """The facts of an aim that is as good as reached, whatever the seat plays; empty if none is."""
    needed, _, theirs = _needed(context, aims)
    for aim, own in (*((aim, True) for aim in needed), *((aim, False) for aim in theirs)):
        if (why := sealed(context, aim, ours=own)) is not None:
            return _facts(aim) | why | {"ours": not own or _ours(context, aim)}
    return {}


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


def _shown(context: DecisionContext, aim: Aim) -> Iterator[Reason]:
    """What the own side needs is made at once by what the move declares, and not by what the other does."""
    mine, other = (declared_points(context, move) if move else 0 for move in (context.move, context.other))
    if aim.has - aim.risk + mine >= aim.goal > aim.has - aim.risk + other:
        yield Reason("shown_aim", _facts(aim) | {"n": mine, "ours": True}, decides=True)


def _made(context: DecisionContext, aim: Aim, c: Card) -> Iterator[Reason]:
    """What the own side needs is made by this trick, or by sure tricks in hand.

    An aim of the others stands for what keeps them from it.
    """
    facts = _facts(aim) | {"c": c, "ours": _ours(context, aim), "led": not context.trick.trick, "other": ""}
    sure = aim.has - aim.risk
    if not _taken(context, c):
        return
    other, v = context.other_card, context.trick
    now = sure + worth(context, aim, (*v.trick, c))
    if now >= aim.goal:
        others = (other,) if other else tuple(x for x in context.cards if x is not c)
        if all(_taken(context, x) and sure + worth(context, aim, (*v.trick, x)) >= aim.goal for x in others):
            facts["other"] = others[0] if others else ""
        yield Reason("makes_aim", facts | {"takes": not v.trick or v.beats(c)}, decides=not facts["other"])
    elif not v.trick or v.beats(c):
        alone = now
        drawn = not v.trick and _draws_last(context, c)
        rest: list[Card] = []
        for x in context.hand:
            above = above_if_led(context, x)
            if x is not c and now < aim.goal and (all(map(v.is_trump, above)) if drawn else not above):
                rest.append(x)
                now += worth(context, aim, (x,))
        if (two := _to_show(context, aim, c, alone)) and not drawn:
            yield Reason("shows_next", facts | {"two": two}, decides=True)
        elif now >= aim.goal:
            yield Reason("sure_aim", facts | {"rest": tuple(rest), "drawn": drawn}, decides=True)


def _to_show(context: DecisionContext, aim: Aim, c: Card, has: float) -> Cards:
    """A pair kept for the next lead, which then makes the aim; the other choice breaks it, or may lose the lead."""
    held = policy_of(context.game).declarable(context.state, context.seat) or {}
    other = context.other_card
    if other is None or context.move.word or not _ours(context, aim):
        return ()
    two = next((two for two, n in held.items() if c not in two and has + n >= aim.goal), ())
    return two if other in two or not _taken(context, other) else ()


def _taken(context: DecisionContext, c: Card) -> bool:
    """Whether the own side takes the trick with `c` for certain."""
    v = context.trick
    if not foes_to_play(context):
        return not v.trick or v.beats(c) or v.holder in context.friends
    best = c if not v.trick or v.beats(c) else v.best
    return (best is c or v.holder in context.friends) and not threats(context, best)


def _draws_last(context: DecisionContext, c: Card) -> bool:
    """Whether `c`, led, draws the last trump of the others: it is higher, and its holder has to play it."""
    v = context.trick
    out = [x for x in context.outstanding.elements() if v.is_trump(x)]
    if len(out) != 1 or not v.is_trump(c) or out[0] in above_if_led(context, c):
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


def _at_stake(context: DecisionContext, aim: Aim, c: Card) -> Iterator[Reason]:
    """This trick may decide the aim: it must not be lost, or as little as possible is to be given away in it."""
    other, v = context.other_card, context.trick
    if other is None or (v.trick and v.holder in context.friends):
        return
    ours = _ours(context, aim)
    own, dear = (worth(context, aim, (*v.trick, x)) for x in (c, other))
    if (ours and not aim.exact) or (aim.spare if ours else aim.missing - 1) >= max(own, dear):
        return
    facts = _facts(aim) | {"c": c, "other": other, "ours": ours, "all": ours and not aim.spare, "spare": aim.spare}
    facts["first"] = ours and not aim.spare and aim.unit == TRICK and aim.left < len(context.hand)
    wins, would = ((v.beats(x) if v.trick else not above_if_led(context, x)) for x in (c, other))
    if wins and not would:
        if ours or not {v.holder, *next_seats(context)}.isdisjoint(members(aim.side)):
            yield Reason("must_win", facts)
    elif not ours and not wins and not would and v.trick and own < dear and own == _least(context, aim):
        with_other = not next_seats(context) and aim.has + dear >= aim.goal > aim.has + own
        yield Reason("gives_least", facts | {"beaten": with_other}, decides=with_other)


def _least(context: DecisionContext, aim: Aim) -> float:
    """What the trick counts at least with one of the cards that may be played."""
    return min(worth(context, aim, (*context.trick.trick, x)) for x in context.cards)
