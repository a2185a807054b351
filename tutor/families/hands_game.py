"""Games of several hands: the score sheet, the end of a hand, and then the next deal or the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from tutor.families.hands import HandsState, new_hand, partners, view_of
from tutor.kernel.cached import cached_property
from tutor.kernel.events import (
    GAME_OVER,
    HAND_BEGUN,
    HAND_OVER,
    Event,
    ScoreLine,
    Settlement,
    score_event,
    settlement_of,
)
from tutor.kernel.fields import specs
from tutor.kernel.game import Game, Scoring
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, Side, after
from tutor.kernel.state import changed
from tutor.kernel.view import Options, View, type_argument

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.kernel.working import Standing

V = TypeVar("V", bound=View)
S = TypeVar("S", bound=HandsState)


def _sheet(state: HandsState, sides: tuple[Side, ...]) -> dict[Side, int]:
    return dict(zip(sides, map(int, state.scores), strict=True))


class HandScoring(Scoring[V], Generic[V, S]):
    """How a hand is settled, and what follows in a game. A game gives the view of a result, `settle` and `ending`.

    A result takes from the state what both have under the same name, `usual_fields`, and what the game gives as
    `fields`; the next hand begins with what it gives as `kept`.
    """

    game: HandsGame[Any]
    usual_fields: ClassVar[Mapping[str, Callable[[Any, tuple[Side, ...]], Any]]] = MappingProxyType(
        {
            "before": _sheet,
            "score": _sheet,
            "deal": lambda state, sides: state.hand_no,
            "played": lambda state, sides: state.hand_no - 1,
        }
    )
    """Fields that results of many games have, by name: how to find them in a state, for the sides of the game."""

    def fields(self, state: S) -> Mapping[str, Any]:
        """More fields of the result of the hand that has just been played."""
        return {}

    def kept(self, state: S, v: V, done: Settlement) -> Mapping[str, Any]:
        """What `on_sheet` takes besides the settlement `done` of the result `v`."""
        return {}

    def result(self, state: S, **more: Any) -> V:
        """The result of the hand; `more` are fields that differ from what the state says."""
        own = {**self.fields(state), **more}
        sides = self.game.sides(state.players, state.options)
        for name, find in self._usual:
            if name not in own:
                own[name] = find(state, sides)
        return view_of(self.view, state, **own)

    @cached_property
    def _usual(self) -> tuple[tuple[str, Callable[[Any, tuple[Side, ...]], Any]], ...]:
        """The usual fields that this result has, and that the state does not have under the same names."""
        needed = specs(self.view).keys() - {field.name for field in fields(self.game.state)}
        return tuple((name, find) for name, find in self.usual_fields.items() if name in needed)

    def settled(
        self,
        v: V,
        lines: Iterable[ScoreLine],
        hand: Iterable[Side] = (),
        clause: str | Callable[[Standing], str] = lambda end: end.clause if end.over else "",
        **more: Any,
    ) -> Settlement:
        """The settlement by these lines: `hand` names the winners of the hand, `ending` those of the game.

        `clause` is that of the outcome ("" for none), or finds it from the ending; `more` are other parts of it.
        """
        done = settlement_of(self.game.sides(v.players, v.options), tuple(lines), {})
        end = self.ending(v, done.scores)
        assert end is not None
        named = clause if isinstance(clause, str) else clause(end)
        outcome = {"hand": list(hand), "game": list(end.first)} | ({"clause": named} if named else {})
        return done._replace(outcome=outcome | more)

    def close(self, state: S, **more: Any) -> Turn[S]:
        """Settle the hand and put it on the sheet; `more` as in `result`."""
        return self.closed(state, self.result(state, **more))

    def closed(self, state: S, v: V) -> Turn[S]:
        """Settle the hand with the result `v` and put it on the sheet."""
        done = self.settle(v)
        return self.on_sheet(state, done, **self.kept(state, v, done))

    def on_sheet(
        self,
        state: S,
        done: Settlement,
        *,
        credit: Mapping[Side, float] | None = None,
        dealer: Seat | None = None,
        **kept: Any,
    ) -> Turn[S]:
        """Put a settled hand on the sheet; then the game is over, or `dealer` (by default the next player) deals again.

        `credit` are the points that go on the sheet, if not those of the hand; `kept` are fields for the next hand, as
        in `new_hand`.
        """
        sides, pack = self.game.sides(state.players, state.options), self.game.pack_for(state.players)
        before = state.scores or (0,) * len(sides)
        more = done.scores if credit is None else credit
        scores = tuple(n + more.get(side, 0) for n, side in zip(before, sides, strict=True))
        standing = dict(zip(sides, scores, strict=True))
        events = [score_event(line) for line in done.lines]
        facts = {"scores": dict(done.scores), "standing": standing, "winners": tuple(done.outcome["hand"])}
        events.append(Event(HAND_OVER, clause=done.outcome.get("clause", ""), facts=facts))
        won = tuple(done.outcome["game"])
        if won:
            events.append(Event(GAME_OVER, facts={"winners": won, "standing": standing}))
            over = new_hand(state, pack, **{"scores": scores, "won_by": won, "chance": None} | kept)
            return Turn(over, tuple(events))
        dealer, number = dealer or after(state.seats, state.dealer), state.hand_no + 1
        events.append(Event(HAND_BEGUN, dealer, facts={"hand": number}))
        again = new_hand(state, pack, dealer=dealer, **{"scores": scores, "hand_no": number} | kept)
        return self.broken_off(state, Turn(again, tuple(events)))

    def broken_off(self, state: S, then: Turn[S]) -> Turn[S]:
        """`then`, the turn after a hand that nobody has won the game with; but the last hand of all ends the game."""
        most = self.game.most_hands
        if not most or state.hand_no < getattr(state.options, most):
            return then
        event = Event(GAME_OVER, facts={"winners": (), "standing": self.game.standing(then.state)})
        return Turn(changed(then.state, chance=None), (*then.events[:-1], event))


class HandsGame(Game[S]):
    """A game of several hands. `state` is its state class, the type argument of the class that declares the game.

    `paired` says that partners sit opposite each other. `most_hands` names the option that says after how many hands a
    game that nobody has won is broken off, "" if it goes on for ever. `alone` names the state's field with the player
    who plays against all others, "" if nobody ever does; while there is no such player, everybody plays alone.
    """

    scoring: HandScoring[Any, S]

    state: ClassVar[type[Any]] = HandsState
    paired: ClassVar[bool] = False
    most_hands: ClassVar[str] = ""
    alone: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.state = type_argument(cls, HandsState) or cls.state

    def sides(self, players: int, options: Options) -> tuple[Side, ...]:
        """Each seat alone, or two sides of partners."""
        return partners(players) if self.paired else self.seats(players)

    def allies(self, state: S, seat: Seat) -> Set[Seat]:
        """The side of `seat`, or whoever plays with it against one (`alone`)."""
        if not self.alone:
            return super().allies(state, seat)
        one = state.__dict__[self.alone]
        return frozenset((seat,)) if seat == one or not one else frozenset(state.seats) - {one}

    def begin(self, players: int, options: Options, dealer: Seat) -> S:
        """The state before the first deal, with a score of 0 for each side."""
        scores = (0,) * len(self.sides(players, options))
        start: S = self.state(players=players, options=options, dealer=dealer)
        return new_hand(start, self.pack_for(players), scores=scores)

    def standing(self, state: S) -> Mapping[Side, float]:
        """The score sheet."""
        return dict(zip(self.sides(state.players, state.options), state.scores, strict=True))

    def winners(self, state: S) -> tuple[Side, ...]:
        """The sides that the last settlement named."""
        return state.won_by
