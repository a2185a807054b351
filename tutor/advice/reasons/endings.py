"""How a hand ends whatever is played: what the cards make sure, and whether no choice changes the score any more."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.advice.outcomes import side_of_seat
from tutor.kernel.events import HAND_ENDS, TRICK_WON, winners_of
from tutor.kernel.playout import legal
from tutor.kernel.seats import members
from tutor.kernel.view_types import RankedTrickView
from tutor.policies import policy_of
from tutor.policies.aims import TRICK

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from tutor.advice.reasons.context import DecisionContext
    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State
    from tutor.policies.aims import Aim

DEALS: Final = 20
"""The fewest sampled deals in which the result must be the same, whatever is played, to be called settled."""
PROBED: Final = 8
"""The same where the cards say how it ends, and only what else may count is asked."""
MOST: Final = 3000
"""The most steps of play that finding this out may take."""
ROUNDS: Final = 8
"""How often play by chance is tried in each of them."""
COMPARED: Final = 2
"""The sides of whose scores only the difference matters."""
FEW: Final = 2
"""Cards in hand up to which it is looked at though no aim says so."""


def counted(context: DecisionContext) -> Set[Seat]:
    """Whose tricks are counted: those of the own side, or the own ones if it plays with others for this hand only."""
    side = members(side_of_seat(context.game, context.state, context.seat))
    return context.friends if context.friends <= set(side) else {context.seat}


def made_anyhow(context: DecisionContext, aims: Sequence[Aim], end: End) -> bool | None:
    """Whether the one contract of the hand is made whatever is played, or broken; None if that is not what is won."""
    bids = [set(members(aim.side)) for aim in aims if aim.contract]
    ours = len(bids) == 1 and bids[0] <= context.friends
    told = ours or (len(bids) == 1 and bids[0].isdisjoint(context.friends))
    return end.won is ours if told and end.won is not None else None


class End(NamedTuple):
    """How the hand ends in the sampled deals, whatever is played.

    If no choice changes the score it is `settled`, and `won` says whether the own side wins (None: nobody, or not in
    every deal), `same` whether no choice changes the tricks it takes (`counted`), `tricks` how many these are in every
    deal, `idle` whether tricks that differ, by choices or deals, are seen not to change the score, and `even` whether
    they change the scores of both sides alike, so that the gap between them stays.
    """

    settled: bool
    won: bool | None = None
    same: bool = False
    tricks: int | None = None
    idle: bool = False
    even: bool = False


def how_it_ends(context: DecisionContext, *, shows: bool = False) -> End | None:
    """How the hand ends; None if there is not enough time to find out.

    With few cards left all ways to play on are tried, with more of them one by chance after each move. If it is sure
    that somebody `shows` a pair that decides it, whoever may declare one does, and a few deals are enough.
    """
    least = PROBED if shows else DEALS
    samples = context.sampled.samples[: PROBED if shows else None]
    few = len(context.hand) <= FEW
    rests = [_Rest(context, shows=shows) for _ in samples]
    left, tried = MOST, 0
    while left > 0 and tried < (1 if few or shows else ROUNDS) * len(samples):
        n, rng = tried % len(samples), None if few else Random(tried)
        for move in context.moves:
            left = rests[n].play(samples[n], context.seat, move, left, rng)
            if len(rests[n].ends) > 1:
                return End(settled=False)
        tried += left > 0
    if tried < least:
        return None
    ends = {next(iter(rest.ends)) for rest in rests[:tried]}
    won = {end[0] for end in ends}
    same, took = all(len(rest.took) == 1 for rest in rests[:tried]), set[int]().union(*(rest.took for rest in rests))
    idle = not same or len(ends) == 1 < len(took)
    sheets = set[Any]().union(*(rest.sheets for rest in rests[:tried]))
    even = any(len(rest.sheets) > 1 for rest in rests[:tried]) or len(ends) == 1 < len(sheets)
    return End(True, won.pop() if len(won) == 1 else None, same, took.pop() if len(took) == 1 else None, idle, even)


class _Rest:
    """The rest of a hand in one sampled deal: `ends` it may have, up to two, and how many tricks the side `took`.

    An end is whether the own side has won, who has won the game, and the score `sheets`; of two sides, by how much one
    is ahead on them.
    """

    def __init__(self, context: DecisionContext, *, shows: bool) -> None:
        self._context, self._counted, self._shows = context, counted(context), shows
        self.ends: set[Any] = set()
        self.sheets: set[Any] = set()
        self.took: set[int] = set()

    def play(self, state: State, seat: Seat, move: Move, left: int, rng: Random | None, tricks: int = 0) -> int:
        """Play on after `move`, in one way by chance with `rng`, else in all; the side has taken `tricks` so far.

        Returns how many of the `left` steps remain; with none it gives up.
        """
        context, game = self._context, self._context.game
        turn = game.due(state).act(state, seat, move)
        tricks += sum(event.what == TRICK_WON and event.seat in self._counted for event in turn.events)
        over = next((event for event in turn.events if event.what in HAND_ENDS), None)
        if over is not None:
            sides = winners_of(over)
            won = any(context.seat in members(side) for side in sides) if sides else None
            sheet = tuple(game.standing(turn.state).values())
            self.sheets.add(sheet)
            over_all = tuple(game.winners(turn.state)) if turn.state.over else ()
            self.ends.add((won, over_all, sheet[0] - sheet[1] if len(sheet) == COMPARED else sheet))
            self.took.add(tricks)
            return left - 1
        then: Any = turn.state
        moves = legal(game, then, then.turn[0]) if then.turn else ()
        if self._shows:
            moves = tuple(_showing(game, then, moves))
        if not moves:  # the deck is next, or this deal does not fit what was played and nothing is allowed in it
            return 0
        for following in moves if rng is None else (rng.choice(moves),):
            if left > 0 and len(self.ends) < 2:
                left = self.play(then, then.turn[0], following, left - 1, rng, tricks)
        return left


def _showing(game: Game[Any], state: State, moves: Sequence[Move]) -> Sequence[Move]:
    """Of some moves those that declare the dearest pair, if any may be declared."""
    pairs = policy_of(game).declarable(state, state.turn[0]) or {} if moves else {}
    two = max(pairs, key=pairs.__getitem__, default=())
    return [move for move in moves if move.word and set(move.cards) & set(two)] or moves


# -- what is sure by the cards: tricks that the top trumps win, and a trick that nobody can change ------------


def above_if_led(context: DecisionContext, c: Card) -> Cards:
    """The unseen cards that would beat `c` if it were led."""
    alone = context.trick.facing((c,), context.seat)
    return tuple(x for x in context.outstanding if alone.beats(x))


def worth(context: DecisionContext, aim: Aim, cards: Cards) -> float:
    """What a trick with these cards in it counts at least, in the unit of the aim."""
    return 1 if aim.unit == TRICK else context.phase.trick_value(cards, context.trick.trumps) or 0


def sealed(context: DecisionContext, aim: Aim, *, ours: bool) -> dict[str, Any] | None:
    """What makes the aim sure, whatever the seat plays; None if nothing does.

    `sure` are own trumps that win a trick whenever they are played; empty if it is this trick, by what lies in it,
    which is `mine` if the own side wins it; or `pair`, which its winner is known to hold and may declare. Of tricks it
    may be that the others have no more than a few trumps, `above`, that beat own ones: each of these takes one.
    """
    none: dict[str, Any] = {"sure": (), "mine": False, "pair": (), "above": (), "brings": 0}
    v, has = context.trick, aim.has - aim.risk
    least = min(worth(context, aim, (*v.trick, x)) for x in context.cards)
    shown = policy_of(context.game).pairs(context.state)  # a pair that is shown may change the trumps
    mine = v.trick and not context.next_seats and (v.holder in context.friends or all(map(v.beats, context.cards)))
    if not ours:
        takers = _takers(context) if v.trick and not any(map(v.beats, context.cards)) else set()
        if not takers or not takers <= set(members(aim.side)):
            return None
        if has + least >= aim.goal:
            return none
        return none | two if (two := _pair_of(context, takers)) and has + least + two["brings"] >= aim.goal else None
    trumps = [] if shown else [x for x in context.hand if v.is_trump(x) and (not v.trick or v.beats(x))]
    tops = tuple(x for x in trumps if not above_if_led(context, x))
    if tops and has + sum(worth(context, aim, (x,)) for x in tops) >= aim.goal:
        return none | {"sure": tops}
    if mine and has + least >= aim.goal:
        return none | {"mine": True}
    above = _killers(context, trumps)
    if aim.unit == TRICK and trumps and 0 < len(above) <= FEW and has + len(trumps) - len(above) >= aim.goal:
        return none | {"above": above, "brings": len(trumps) - len(above)}
    return None


def _pair_of(context: DecisionContext, takers: Set[Seat]) -> dict[str, Any]:
    """Facts: the dearest `pair` that the only one of `takers` is known to hold, and what it `brings`; none if none."""
    pairs = policy_of(context.game).pairs(context.state) or {}
    who = next(iter(takers))
    held = [two for two in pairs if set(two) <= set(context.known.get(who, ()))] if len(takers) == 1 else []
    two = max(held, key=pairs.__getitem__, default=())
    return {"pair": two, "brings": pairs[two], "by": who} if two and len(context.hand) > 1 else {}


def _killers(context: DecisionContext, trumps: Sequence[Card]) -> Cards:
    """The trumps of others that may beat own ones, each one, the lowest first."""
    power, lie = context.trick.power, list(trumps)
    found: list[Card] = []
    for x in sorted((x for x in context.outstanding.elements() if context.trick.is_trump(x)), key=power.__getitem__):
        if low := next((own for own in sorted(lie, key=power.__getitem__) if power[own] < power[x]), None):
            lie.remove(low)
            found.append(x)
    return tuple(found)


def last_top(context: DecisionContext) -> dict[str, Any]:
    """Facts: the trump that wins the last trick, one more than this, and the opponents of whom one has to hold it.

    `top` is empty if more tricks are to come, or somebody else may have that trump.
    """
    none = {"top": "", "with_top": ()}
    v = context.view
    if len(context.hand) != FEW or not isinstance(v, RankedTrickView) or not v.by_suit or context.some_aside:
        return none
    trumps = [x for x in context.outstanding if v.is_trump(x)]
    top = max(trumps, key=v.power.__getitem__, default=None)
    holders = tuple(who for who in context.known if top is not None and context.may_hold(who, top))
    beaten = top is not None and not any(v.is_trump(x) and v.power[x] > v.power[top] for x in context.hand)
    if top is None or not beaten or any(who in context.friends or context.left[who] > 1 for who in holders):
        return none  # a partner has it, or it may be played now
    return {"top": top, "with_top": holders}


def _takers(context: DecisionContext) -> set[Seat]:
    """Who may win the trick on the table if the seat does not: its holder, and whoever may hold a card above it."""
    v, above = context.trick, context.threats(context.trick.best)
    return {v.holder or "", *(who for who in context.next_seats if context.some_may_hold((who,), *above))}
