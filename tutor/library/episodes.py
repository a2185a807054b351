"""Games in numbers, for frameworks of reinforcement learning: players and actions are counted from 0.

Action `n` of a player is the `n`-th of the legal moves in the order in which they are shown, so the same number means
the same move for whoever sees the same. Action `n` of chance is the next card: the `n`-th of the pack's order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.value import direction
from tutor.kernel.cards import Card, Cards
from tutor.kernel.history import start
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal
from tutor.kernel.position import options_from
from tutor.kernel.seats import Seat, Side, members
from tutor.library.catalogue import loaded
from tutor.library.tables import seen

if TYPE_CHECKING:
    from tutor.kernel.game import Game

MOST_ACTIONS: Final = 4096
"""The most legal moves that a decision may have."""


class Episode:
    """Some hands of a game, or all of it. It changes with `act` and `draw`; a copy shares nothing that changes."""

    def __init__(
        self,
        game: str | Game[Any],
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        hands: int = 1,
    ) -> None:
        """Start a game that ends after `hands` hands; 0 for a whole game.

        Raises `UnknownGame`, or `BadPosition` for a table that the game cannot have.
        """
        self.game, self.hands = loaded(game), hands
        begun = start(self.game, players, options_from(self.game, dict(options or {})))
        self.states: tuple[Any, ...] = begun.states
        self.seats: tuple[Seat, ...] = self.state.seats
        self.drawn: Cards = ()
        """The cards that the chance event in progress has drawn so far."""
        self._played, self._moved = 0, False
        self._rules = dict(options or {})
        self._memory: dict[int, tuple[int, dict[str, Any], str]] = {}
        self._log: tuple[int, ...] | None = ()
        self._first = self.state.chance
        self._known: tuple[Any, tuple[int, tuple[Move, ...]]] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the actions, not the state: cards and moves are interned by each program. Fails if resampled."""
        if self._log is None:
            raise TypeError("a resampled game cannot be kept: nobody has played it")
        return _again, (self.game.name, self.state.players, self._rules, self.hands, self._log)

    def __copy__(self) -> Episode:
        """Another episode at the same moment; states and games are never changed, so they are shared."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new._memory = dict(self._memory)
        return new

    def __deepcopy__(self, memo: object) -> Episode:
        """The same as `copy.copy`."""
        return self.__copy__()

    @property
    def state(self) -> Any:
        """The whole game at this moment."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.over) or (0 < self.hands <= self._played)

    # -- chance ----------------------------------------------------------------------------------------

    def chances(self) -> list[tuple[int, float]]:
        """The cards that may come next, by number, each with its probability; none where chance has no part."""
        if self.state.chance is None:
            return []
        left = Counter(self.state.chance.pool)
        left.subtract(self.drawn)
        number = left.total()
        order = self.game.pack.order
        return [(n, left[c] / number) for n, c in enumerate(order) if left[c]]

    def draw(self, n: int) -> None:
        """Draw the `n`-th card of the pack's order; the last one completes the chance event."""
        chance = self.state.chance
        self._note(n)
        self.drawn = (*self.drawn, self.game.pack.order[n])
        if len(self.drawn) == len(chance.pool):
            state = self.game.deal(self.state, Move(chance.word, self.drawn)).state
            self._to(state)
            self.drawn = ()

    def _to(self, state: Any) -> None:
        """Go on to `state`; a deal of the whole pack means that a hand is over."""
        self.states = (*self.states, state)
        chance = state.chance
        again = chance is not None and (chance.word, len(chance.pool)) == (self._first.word, len(self._first.pool))
        self._played += again and self._moved
        self._moved = self._moved and not again

    # -- players ---------------------------------------------------------------------------------------

    @property
    def player(self) -> int:
        """The number of the player to move; where several may, the first who has a legal move."""
        return self._decision()[0]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves of `player`; action `n` is the `n`-th of them."""
        return self._decision()[1]

    def _decision(self) -> tuple[int, tuple[Move, ...]]:
        state = self.state
        if self._known is None or self._known[0] is not state:
            found = ((self._number(seat), legal(self.game, state, seat)) for seat in state.turn)
            player, moves = next(((n, moves) for n, moves in found if moves), (-1, ()))
            if len(moves) > MOST_ACTIONS:
                raise ValueError(f"{self.game.name}: {len(moves)} legal moves, more than {MOST_ACTIONS}")
            self._known = state, (player, moves)
        return self._known[1]

    def act(self, n: int) -> None:
        """Make the `n`-th of the legal moves; raises IndexError if there are fewer."""
        player, moves = self._decision()
        self._note(n)
        self._moved = True
        self._to(self.game.due(self.state).act(self.state, self.seats[player], moves[n]).state)

    def _note(self, n: int) -> None:
        self._log = (*self._log, n) if self._log is not None else None

    def _number(self, seat: Seat) -> int:
        return self.seats.index(seat)

    # -- what players see and get ----------------------------------------------------------------------

    def observed(self, player: int) -> str:
        """What a player sees now, as text."""
        return _told(seen(self.state, self.seats[player]))

    def remembered(self, player: int) -> str:
        """What a player has seen so far, as text: each time only what changed."""
        at, before, told = self._memory.get(player, (0, {}, ""))
        for state in self.states[at:]:
            now = seen(state, self.seats[player])
            new = _told({name: value for name, value in now.items() if before.get(name, before) != value})
            before, told = now, f"{told}{new}\n" if new else told
        self._memory[player] = len(self.states), before, told
        return told

    def features(self, player: int) -> list[float]:
        """What a player sees now, as a vector of fixed length: own cards, open cards, whose turn it is.

        For each card, in the pack's order, how many of it the player holds; for each card how many are visible
        elsewhere; for each seat 1 if it is to move; for each phase 1 if it is due.
        """
        sees = seen(self.state, self.seats[player])
        own = Counter(c for c in sees.pop("hands", ()) if isinstance(c, Card))
        there = Counter(_cards(list(sees.values())))
        order = self.game.pack.order
        turn = [float(seat in self.state.turn) for seat in self.seats]
        phases = [float(phase.name == self.state.phase) for phase in self.game.phases]
        return [*(float(own[c]) for c in order), *(float(there[c]) for c in order), *turn, *phases]

    def returns(self) -> list[float]:
        """1 for each player who has won, -1 for all others; 0 for all before the end, and if nobody has won.

        Where the game is not over after the wanted hands, those ahead on the score sheet have won.
        """
        best = self._ahead() if self.over else ()
        won = {seat for side in best for seat in members(side)}
        return [(1.0 if seat in won else -1.0) if won else 0.0 for seat in self.seats]

    def _ahead(self) -> tuple[Side, ...]:
        state = self.state
        if state.over:
            return self.game.winners(state)
        sign = direction(self.game, state.players, state.options)
        sheet = {side: sign * points for side, points in self.game.standing(state).items()}
        best = max(sheet.values(), default=0)
        return () if set(sheet.values()) == {best} else tuple(side for side, points in sheet.items() if points == best)

    def resampled(self, player: int, rng: Any) -> Episode:
        """An episode that looks the same to `player`, with hidden cards dealt afresh by `rng`.

        The other players' memories of the true one are left out.
        """
        new = self.__copy__()
        state = self.game.determinize(self.state, self.seats[player], rng)
        new.states, new._log = (*self.states[:-1], state), None
        blank: tuple[int, dict[str, Any], str] = (len(self.states) - 1, {}, "")
        new._memory = {n: self._memory.get(n, (0, {}, "")) if n == player else blank for n in range(len(self.seats))}
        return new


def _again(name: str, players: int, options: Mapping[str, str], hands: int, log: tuple[int, ...]) -> Episode:
    """The episode in which chance and players took the actions in `log`, one after the other."""
    new = Episode(name, players, options, hands)
    for n in log:
        (new.draw if new.state.chance is not None else new.act)(n)
    return new


def _told(fields: Mapping[str, Any]) -> str:
    return "; ".join(f"{name}={value}" for name, value in fields.items())


def _cards(value: Any) -> list[Card]:
    if isinstance(value, Card):
        return [value]
    if isinstance(value, Mapping):
        return _cards(list(value.values()))
    return [c for part in value for c in _cards(part)] if isinstance(value, tuple | list) else []
