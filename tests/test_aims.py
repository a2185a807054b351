"""Aims: what a policy says that sides need agrees with what the score says at the end of the hand."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest

from tests.tables import begun, random_game, tables
from tutor.advice.players import HeuristicPlayer
from tutor.families.tricks import TrickPhase
from tutor.kernel.by_name import load, names
from tutor.kernel.events import GAME_OVER, HAND_ENDS, HAND_OVER, SCORED, Event, winners_of
from tutor.kernel.playout import playout
from tutor.kernel.seats import members
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.tables import Table
    from tutor.kernel.seats import Seat, Side
    from tutor.kernel.state import State
    from tutor.policies.aims import Aim


def points(side: Side, events: Sequence[Event], clause: str = "") -> float:
    """What the score lines of a hand give a side, by the rule `clause` or by all."""
    lines = (event for event in events if event.what == SCORED and event.seat == side)
    return sum(float(event.facts["points"]) for event in lines if clause in event.clause)


def won(aim: Aim, events: Sequence[Event], what: str = HAND_OVER) -> bool:
    """Whether the side is named as the winner of the hand."""
    over = next(event for event in events if event.what == what)
    winners = [seat for side in winners_of(over) for seat in members(side)] or list(members(over.seat))
    return set(members(aim.side)) <= set(winners)


def courts(aim: Aim, events: Sequence[Event]) -> bool:
    """Whether seven tricks have won the hand, or all thirteen 52 courts."""
    return points(aim.side, events, "fifty-two") > 0 if aim.goal > 7 else won(aim, events)


def level(aim: Aim, events: Sequence[Event]) -> bool:
    """Whether the declarer has reached a level of points, or the others have prevented it."""
    (line,) = (event for event in events if event.what == SCORED)
    alone = aim.side == line.seat
    goal = int(aim.goal if alone else 120 - aim.goal + 1)
    return bool(line.facts["points"] >= {61: 2, 91: 4, 31: -2}[goal]) == alone


def at_goal(aim: Aim, events: Sequence[Event]) -> bool:
    """Whether the game is over and the side has won it."""
    return any(event.what == GAME_OVER for event in events) and won(aim, events, GAME_OVER)


REACHED: Final[dict[str, Callable[[Aim, Sequence[Event]], bool]]] = {
    "back-alley": lambda aim, events: points(aim.side, events) > 0,
    "botifarra": won,
    "bridge-solitaire": won,
    "court-piece": courts,
    "hasenpfeffer": won,
    "jo-jotte": won,
    "kaiser": won,
    "schafkopf": level,
    "solo": won,
    "tute": won,
    "twenty-five": at_goal,
    "tyzicha": won,
}
"""Games with aims, and whether the score says that one was reached."""
NONE: Final = {
    "big-two": "nobody wins tricks",
    "calabrasella": "each point is paid",
    "canadian-salad": "each trick or card costs",
    "dou-dizhu": "nobody wins tricks",
    "last-one": "nobody wins tricks",
    "pluck": "each trick above the quota scores, and each below it costs a card",
    "reversis": "points are compared, and the more of them the worse",
    "scotch-whist": "each trick and each honour scores",
    "spinado": "nobody wins tricks",
    "strange": "each round scores",
    "tetka": "each trick or card that costs does so alike",
    "trente-et-quarante": "nobody wins tricks",
    "tresette": "each point scores",
    "truc": "draws decide with tricks, and who won the first",
}
"""Games without, and why."""


def test_every_game_has_aims_or_says_that_there_are_none() -> None:
    assert sorted({*REACHED, *NONE}) == sorted(names())
    assert not set(REACHED) & set(NONE)


@pytest.mark.parametrize("name", sorted(NONE))
def test_games_without_aims(name: str) -> None:
    policy = policy_of(load(name))
    for ply in random_game(tables(name)[0], 1, 200):
        assert not any(policy.aims(ply.state, seat) for seat in ply.state.seats)


SHARE: Final = 0.5
"""The share of moves that follow the rules of thumb."""


class Seen(NamedTuple):
    """The aims of all seats at the moments of a hand, those after its last trick, and the events that end it."""

    before: list[tuple[Seat, Aim]]
    last: list[tuple[Seat, Aim]]
    """Empty where the hand ends before all cards are played."""
    events: tuple[Event, ...]


def hands(table: Table, seed: int, most: int) -> Iterator[Seen]:
    """Hands that are played half by rule of thumb and half by chance."""
    game, rng = load(table.game), Random(seed)
    policy, state = policy_of(game), begun(table, seed).state
    last: list[Any] = []

    def keep(of: Any, state: State, taken: Any) -> Any:
        last[:] = [state]
        return after_trick(of, state, taken)

    def told(state: Any) -> list[tuple[Seat, Aim]]:
        return [(seat, aim) for seat in state.seats for aim in policy.aims(state, seat)]

    play = game.phase_of.get(TrickPhase.name)
    after_trick: Any = getattr(type(play), "after_trick", None)
    with pytest.MonkeyPatch.context() as patch:
        if after_trick is not None:
            patch.setattr(type(play), "after_trick", keep)
        before: list[tuple[Seat, Aim]] = []
        for ply in playout(game, state, rng, 100_000, HeuristicPlayer(game, rng, SHARE)):
            if any(event.what in HAND_ENDS for event in ply.events):
                yield Seen(before, told(last[0]) if last and not any(last[0].hands) else [], ply.events)
                most -= 1
                before, last[:] = [], []
            elif ply.state.phase == TrickPhase.name and ply.state.chance is None:
                before += told(ply.state)
            if not most:
                return


@pytest.mark.parametrize("name", sorted(REACHED))
def test_aims_agree_with_the_score(name: str) -> None:
    reached = REACHED[name]
    ends: set[bool] = set()
    foretold = 0
    for i, table in enumerate(tables(name)):
        for hand in hands(table, i, 6 if i else 40):
            for _, aim in hand.last:
                assert not aim.exact or (not aim.left and not aim.open), f"{table}: {aim} after the last trick"
                ends.add(aim.reached)
            for seat, aim in hand.before + hand.last:
                assert aim.reached <= (not aim.lost)
                if not aim.open:
                    foretold += 1
                    assert reached(aim, hand.events) == aim.reached, f"{table}: {seat} is told {aim}, {hand.events}"
    assert ends == {True, False} or name in ("bridge-solitaire", "jo-jotte")
    assert foretold
