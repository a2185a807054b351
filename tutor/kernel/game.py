"""A game: a declaration of its table, pack, options, phases and scoring, and the way a whole game runs.

Games are found by being modules of `tutor.games` with a `GAME`; no list names them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from tutor.kernel.by_name import load as load
from tutor.kernel.by_name import names as names
from tutor.kernel.echo import short
from tutor.kernel.fields import ParseContext, Problem
from tutor.kernel.moves import Move
from tutor.kernel.phase import Judgement, Phase, Ruling, Turn, judge, rule
from tutor.kernel.seats import DECK, PLACE, Seat, Side, members, seats_of
from tutor.kernel.state import State
from tutor.kernel.tabletop import Arrangement, CardRow, TableEntry, looked_up
from tutor.kernel.view import Options, PositionSchema, View
from tutor.kernel.working import NOTHING, Standing, Working

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Set
    from random import Random

    from tutor.kernel.cards import Cards, Pack
    from tutor.kernel.events import Settlement

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


class Scoring(PositionSchema[V]):
    """How a hand is settled from its result (`tutor score`, and the end of each hand in a whole game)."""

    name: ClassVar[str] = "score"

    def settle(self, v: V) -> Settlement:
        """Points, the lines they are sums of, and the outcome."""
        raise NotImplementedError

    def ending(self, v: V, scores: Mapping[Side, float]) -> Standing | None:
        """Whether the game is over after a hand that brings these points, and who has won it; None if hands are all."""
        return None

    def workings(self, v: V) -> Mapping[str, Working]:
        """How parts of the outcome come about, by their paths (`outcome.value`); points have theirs in their lines."""
        end = self.ending(v, self.settle(v).scores)
        return NOTHING if end is None else {"outcome.game": end}


class PositionSetup(PositionSchema[V], Generic[V, S]):
    """How a lesson or drill sets up a moment in the middle of a game with all hands known (`hand.P1=… hand.P2=…`)."""

    name: ClassVar[str] = "stage"
    game: Game[S]
    """The game of which a moment is set up; it sets this when it adopts the set-up."""

    def build(self, v: V) -> S:
        """The state with exactly these cards at these places."""
        raise NotImplementedError


class IllegalMove(ValueError):
    """A move that the rules refuse; `ruling` says why."""

    def __init__(self, ruling: Ruling[Any]) -> None:
        super().__init__(f"{short(ruling.text)}: {ruling.verdict.value} ({ruling.note or ruling.clause})")
        self.ruling = ruling


class Game(Generic[S]):
    """A card game. Subclasses declare the attributes and say how a whole game starts and how chance falls.

    `players` are the numbers that can play, `usual` the one meant when nobody says: the first, if the game does not
    say either. `family` groups games for people ("tricks", "climbing", "shedding", "banking", "solitaire"). `bound` is
    more moves than any game can last, chance included. `phases` stand in the order of a hand.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    family: ClassVar[str]
    players: ClassVar[tuple[int, ...]]
    usual: ClassVar[int]
    bound: ClassVar[int]
    lacks: ClassVar[frozenset[str]] = frozenset()
    """Fields of every view that say nothing in this game (a dealer where nobody deals in turn): a position has none."""
    revokes: ClassVar[str] = ""
    """The option with which revokes can happen and are dealt with by the game's own rules; empty if it has none."""
    tabletop: ClassVar[tuple[TableEntry, ...]] = ()
    """What everybody, and the seat that looks, may see, in the order in which it is told."""
    arrangement: ClassVar[Arrangement] = Arrangement()
    """How hands are held."""
    options: type[Options] = Options
    pack: Pack
    phases: tuple[Phase[Any, S], ...]
    scoring: Scoring[Any]
    setup: PositionSetup[Any, S]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "players" in cls.__dict__ and "usual" not in cls.__dict__:
            cls.usual = cls.players[0]

    def __init__(self) -> None:
        self.phase_of: dict[str, Phase[Any, S]] = {}
        for phase in self.phases:
            phase.pack = self.pack
            self.phase_of[phase.name] = phase
        self.setup.game = self

    # -- the table -------------------------------------------------------------------------------------

    def seats(self, players: int) -> tuple[Seat, ...]:
        """The seats positions may name; a solitaire adds its house."""
        return seats_of(players)

    def sides(self, players: int, options: Options) -> tuple[Side, ...]:
        """Who scores: each seat alone, unless the game has partnerships."""
        return self.seats(players)

    def clockwise(self, options: Options) -> bool:
        """Whether turns pass to the left. It decides only who is called Left and who Right."""
        return getattr(options, "direction", "") != "anticlockwise"

    def parse_context(self, players: int, options: Options) -> ParseContext:
        """What the fields of a position are read against."""
        return ParseContext(self.seats(players), self.sides(players, options), self.pack)

    def problems(self, players: int, options: Options) -> Iterator[Problem]:
        """House rules that cannot be had together, or not at this table; nothing if they can."""
        yield from ()

    @property
    def usual_phase(self) -> str:
        """The phase a position is about when it names none."""
        return "play" if "play" in self.phase_of else self.phases[0].name

    # -- a whole game ----------------------------------------------------------------------------------

    def begin(self, players: int, options: Options, dealer: Seat) -> S:
        """A new game at the moment before the first deal (its `chance` is the shuffle)."""
        raise NotImplementedError

    def deal(self, state: S, dealt: Move) -> Turn[S]:
        """What follows when chance has decided: `dealt` is the chance event's word with a permutation of its pool."""
        raise NotImplementedError

    def cards(self, state: S) -> Cards:
        """Every card of the state, wherever it lies: always the same multiset."""
        raise NotImplementedError

    def held(self, state: S, seat: Seat) -> Cards:
        """What `seat` holds, whatever is due. Where hands are not a field of the state, a game says what they are."""
        return state.hands[PLACE[seat]] if len(state.hands) > PLACE[seat] else ()

    def rows(self, held: Cards, *sources: Any) -> tuple[CardRow, ...]:
        """Cards as players of this game hold them, in rows; `sources` are a state or view that tell trumps."""
        how = self.arrangement
        values = looked_up(how.fields, *sources) or looked_up(how.instead, *sources)
        return how.rows(held, self.pack, *(values or ()))

    def arranged(self, held: Cards, *sources: Any) -> Cards:
        """The same in one row."""
        return tuple(c for row in self.rows(held, *sources) for c in row.cards)

    def standing(self, state: S) -> Mapping[Side, float]:
        """The score sheet at this moment."""
        raise NotImplementedError

    def winners(self, state: S) -> tuple[Side, ...]:
        """Who has won a game that is over."""
        raise NotImplementedError

    def determinize(self, state: S, seat: Seat, rng: Random) -> S:
        """Another state that looks the same to `seat`: the cards it cannot see are dealt out afresh."""
        raise NotImplementedError

    def allies(self, state: S, seat: Seat) -> Set[Seat]:
        """Who plays with `seat` now, itself among them: its side, unless a contract says otherwise. For the adviser."""
        return _side(self.sides(state.players, state.options), seat)

    # -- running it: the same for every game -----------------------------------------------------------

    def due(self, state: S) -> Phase[Any, S]:
        """The phase whose decision is due in `state`."""
        return self.phase_of[state.phase]

    def judge(self, state: S, seat: Seat, *asked: str) -> Judgement[Any]:
        """What the rules say about the decision that `seat` has to make in `state`."""
        phase = self.due(state)
        return judge(phase, phase.see(state, seat), asked)

    def shuffle(self, state: S, rng: Random) -> Move:
        """A fair draw for the chance event of `state`."""
        assert state.chance is not None
        return Move(state.chance.word, tuple(rng.sample(state.chance.pool, len(state.chance.pool))))

    def play(self, state: S, seat: Seat, move: Move) -> Turn[S]:
        """The state after `seat` (or the deck) makes `move`; raises `IllegalMove` if the rules refuse it.

        ValueError if it is not that seat's turn, or a draw that is no permutation of what was to be drawn.
        """
        if state.chance is not None:
            fair = self._sorted(move.cards) == self._sorted(state.chance.pool)
            if seat != DECK or move.word != state.chance.word or not fair:
                raise ValueError(f"now the {DECK} decides: {state.chance.word} and {len(state.chance.pool)} cards")
            return self.deal(state, move)
        ruling = self.rule(state, seat, move.text)
        if not ruling.legal or ruling.move is None:
            raise IllegalMove(ruling)
        return self.due(state).act(state, seat, ruling.move)

    def rule(self, state: S, seat: Seat, text: str) -> Ruling[Any]:
        """The ruling on what `seat` wants to do now; ValueError if it is not that seat's turn."""
        if state.chance is not None or seat not in state.turn:
            due = DECK if state.chance is not None else " or ".join(state.turn)
            raise ValueError(f"it is not {seat}'s turn; {f'to act: {due}' if due else 'the game is over'}")
        phase = self.due(state)
        return rule(phase, phase.see(state, seat), text)

    def _sorted(self, held: Cards) -> list[str]:
        return sorted(c.text for c in held)


@cache
def _side(sides: tuple[Side, ...], seat: Seat) -> Set[Seat]:
    return frozenset(next((members(side) for side in sides if seat in members(side)), (seat,)))
