"""Policies for Tute: what to declare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from tutor.games.tute import Trick
from tutor.games.tute.declarations import Declaring
from tutor.games.tute.table import CUARENTA, LAST, POINTS, SIDES, TUTE, VEINTES, WHOLE, WORTH, TuteState, pair
from tutor.kernel.cards import Cards
from tutor.kernel.events import DECLARED, Event
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat, Side, members
from tutor.policies.aims import Aim, in_points
from tutor.policies.base import Policy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.tricks import OFTEN, TrickPolicy

if TYPE_CHECKING:
    from random import Random


class PlayPolicy(TrickPolicy[Trick, TuteState]):
    """A card to the trick."""

    saved = OFTEN
    last_trick = float(LAST)


class DeclarePolicy(Policy[Declaring, TuteState]):
    """What to declare."""

    def bidding_policy(self, v: Declaring, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """A declaration that wins at once, else the one with most points."""
        return max(legal, key=lambda move: (move.word == TUTE, WORTH.get(move.word, 0)))

    def rewards(self, state: TuteState, events: Sequence[Event]) -> Iterable[tuple[Seat, float]]:
        """The points of declarations."""
        return [(event.seat, float(event.facts["points"])) for event in events if event.what == DECLARED]


class TutePolicy(GamePolicy[TuteState]):
    """What is wise in Tute."""

    def aims(self, state: TuteState, seat: Seat) -> Sequence[Aim]:
        """More than half of all points with those declared, for each side, once nothing more can be declared."""
        said = [what for _, what in state.declared]
        plain = (what for what in VEINTES if what[-1] != state.trump)
        more = (what for what in (*plain, *((CUARENTA,) if state.trump else ()), TUTE) if what not in said)
        may = [what for what in more if self._may_come(state, seat, pair(what, state.trump))]
        if state.options.tie != "drawn" or TUTE in may:
            return ()
        half = (WHOLE + sum(WORTH[what] for what in (*said, *may))) // 2
        aims = [self._counted(state, side, half + 1) for side in SIDES]
        return aims if not may or any(aim.reached for aim in aims) else ()

    def _may_come(self, state: TuteState, seat: Seat, cards: Cards) -> bool:
        """Whether somebody may still hold all of these and declare them, as far as `seat` knows: not before the end."""
        held, own = {c for hand in state.hands for c in hand}, set(state.hand(seat))
        long = max(map(len, state.hands)) - (state.phase == "play") >= len(cards)
        return long and held.issuperset(cards) and (own.issuperset(cards) or own.isdisjoint(cards))

    def pairs(self, state: TuteState) -> Mapping[Cards, float]:
        """King and queen of trumps, and of other suits."""
        said = [what for _, what in state.declared]
        left = (what for what in (CUARENTA, *VEINTES) if what not in said and what[-1] != state.trump)
        return {pair(what, state.trump): WORTH[what] for what in left}

    def _counted(self, state: TuteState, side: Side, goal: int) -> Aim:
        """The aim of one side, with what it has declared and the last trick."""
        said = sum(WORTH[what] for who, what in state.declared if who in members(side))
        aim = in_points(state, side, goal, POINTS.of)
        if any(state.hands):
            return aim._replace(has=aim.has + said, left=aim.left + LAST)
        return aim._replace(has=aim.has + said + LAST * (state.past[-1].winner in members(side)))


POLICY: Final = partial(TutePolicy, phases={"play": PlayPolicy, "declare": DeclarePolicy})
