"""A game: a declaration of its table, pack, options, phases and scoring, and the way a whole game runs.

Games are found by being modules of `tutor.games` with a `GAME`; no list names them.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, final

from tutor.kernel.echo import short
from tutor.kernel.fields import ParseContext, Problem, located_cards, specs
from tutor.kernel.hidden_cards import all_cards, laid_out, unseen
from tutor.kernel.judging import Judgement, Ruling, judge, rule
from tutor.kernel.moves import Move
from tutor.kernel.phase import Phase, Turn
from tutor.kernel.seats import DECK, PLACE, Seat, Side, members, seats_of
from tutor.kernel.state import State, changed
from tutor.kernel.tabletop import Arrangement, CardRow, TableEntry, looked_up
from tutor.kernel.view import Options, PositionSchema, View
from tutor.kernel.working import NOTHING, Standing, Working

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set
    from random import Random

    from tutor.kernel.cards import Card, Cards, Pack
    from tutor.kernel.events import Settlement

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


class Family(StrEnum):
    """What kind of game it is, for people who look for one and for what is said of its moves."""

    TRICKS = "tricks"
    CLIMBING = "climbing"
    SHEDDING = "shedding"
    BANKING = "banking"
    SOLITAIRE = "solitaire"

    @property
    def with_tricks(self) -> bool:
        """Whether tricks are played in such games."""
        return self in (Family.TRICKS, Family.SOLITAIRE)


class Scoring(PositionSchema[V]):
    """How a hand is settled from its result (`tutor score`, and the end of each hand in a whole game)."""

    name: ClassVar[str] = "score"
    game: Game[Any]
    """The game whose hands are settled; the game itself sets this."""

    def settle(self, v: V) -> Settlement:
        """Points by side, the score lines they are sums of, and the outcome."""
        raise NotImplementedError

    def ending(self, v: V, scores: Mapping[Side, float]) -> Standing | None:
        """The standing after a hand that brings these `scores`; None in games that are a single hand.

        It says whether the game is over and who has won it.
        """
        return None

    def workings(self, v: V) -> Mapping[str, Working]:
        """How parts of the outcome come about, by their paths (`outcome.game`); score lines have their own."""
        end = self.ending(v, self.settle(v).scores)
        return NOTHING if end is None else {"outcome.game": end}


class PositionSetup(PositionSchema[V], Generic[V, S]):
    """How a lesson or drill sets up a moment in the middle of a game with all hands known (`hand.P1=… hand.P2=…`)."""

    name: ClassVar[str] = "stage"
    game: Game[S]
    """The game whose positions are set up; the game itself sets this."""

    def build(self, v: V) -> S:
        """The state that the view describes, with exactly these cards at these places."""
        raise NotImplementedError

    def rest(self, v: V) -> Cards:
        """The cards of the pack that no `located` field of the view names, in showing order."""
        return self.game.pack.rest(c for _, c in located_cards(vars(v), specs(type(v))))


class IllegalMove(ValueError):
    """A move that the rules refuse; `ruling` says why."""

    def __init__(self, ruling: Ruling[Any]) -> None:
        super().__init__(f"{short(ruling.text)}: {ruling.verdict.value} ({ruling.note or ruling.clause})")
        self.ruling = ruling


class Game(Generic[S]):
    """A card game. Subclasses declare the attributes, and say how a whole game starts and how chance is carried out.

    `players` are the numbers of players it can be played by; `usual` the default, which is the first of them unless
    declared. `bound` is an upper bound on the moves of a game, chance events included. `phases` are listed in the order
    of a hand.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    family: ClassVar[Family]
    players: ClassVar[tuple[int, ...]]
    usual: ClassVar[int]
    bound: ClassVar[int]
    lacks: ClassVar[frozenset[str]] = frozenset()
    """Fields common to all views that mean nothing in this game (the dealer where nobody deals in turn)."""
    revokes: ClassVar[str] = ""
    """The option that lets players revoke, where the game's own rules deal with revokes; empty if there is none."""
    undecided_tricks: ClassVar[bool] = False
    """Whether a complete trick may be won by nobody."""
    tabletop: ClassVar[tuple[TableEntry, ...]] = ()
    """What the table shows to everybody and to the seat that looks, in the order in which it is told."""
    arrangement: ClassVar[Arrangement] = Arrangement()
    """How hands are sorted when they are shown."""
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
            phase.pack, phase.game = self.pack, self
            self.phase_of[phase.name] = phase
        self.setup.game = self.scoring.game = self

    # -- the table -------------------------------------------------------------------------------------

    def seats(self, players: int) -> tuple[Seat, ...]:
        """The seats that positions may name; a solitaire adds the seat of its house."""
        return seats_of(players)

    def sides(self, players: int, options: Options) -> tuple[Side, ...]:
        """Who scores: each seat alone, unless the game has partnerships."""
        return self.seats(players)

    def clockwise(self, options: Options) -> bool:
        """Whether turns pass to the left; it decides only who is called Left and who Right."""
        return options.direction == "clockwise"

    def parse_context(self, players: int, options: Options) -> ParseContext:
        """What the fields of a position are read against."""
        return ParseContext(self.seats(players), self.sides(players, options), self.pack_for(players))

    def pack_for(self, players: int) -> Pack:
        """The pack that so many players use."""
        return self.pack

    def problems(self, players: int, options: Options) -> Iterator[Problem]:
        """Yield house rules that contradict each other or this number of players; nothing if they fit."""
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
        """Carry out the chance event that is due: `dealt` is its word with a permutation of its pool."""
        raise NotImplementedError

    def cards(self, state: S) -> Cards:
        """Every card of the state, wherever it lies; always the same multiset."""
        return all_cards(state)

    def held(self, state: S, seat: Seat) -> Cards:
        """The cards in the hand of `seat`. Override where hands are not a field of the state."""
        return state.hands[PLACE[seat]] if len(state.hands) > PLACE[seat] else ()

    def rows(self, held: Cards, *sources: Any) -> tuple[CardRow, ...]:
        """`held` sorted into rows as players of this game hold them; `sources` are a state or view that tell trumps."""
        how = self.arrangement
        values = looked_up(how.fields, *sources) or looked_up(how.instead, *sources)
        return how.rows(held, self.pack, *(values or ()))

    def arranged(self, held: Cards, *sources: Any) -> Cards:
        """`held` sorted in one row (see `rows`)."""
        return tuple(c for row in self.rows(held, *sources) for c in row.cards)

    def standing(self, state: S) -> Mapping[Side, float]:
        """The score of each side so far."""
        raise NotImplementedError

    def winners(self, state: S) -> tuple[Side, ...]:
        """The sides that have won a game that is over."""
        raise NotImplementedError

    @final
    def unseen(self, state: S, seat: Seat) -> Cards:
        """The cards whose place `seat` does not know, sorted by text, so that their order tells nothing."""
        return unseen(state, seat)

    def deal_unseen(self, state: S, seat: Seat, order: Sequence[Card], rng: Random) -> S:
        """Another state that looks the same to `seat`, with `order`, a permutation of `unseen`, in the unseen places.

        Override where something else depends on how the cards lie, or where more is known of them than places: `rng`
        decides what then remains to be chosen, such as which cards to exchange where `order` contradicts a call.
        """
        return changed(state, **laid_out(state, seat, order, self.pack))

    @final
    def determinize(self, state: S, seat: Seat, rng: Random) -> S:
        """Another state that looks the same to `seat`, with the cards it cannot see dealt at random."""
        order = list(self.unseen(state, seat))
        rng.shuffle(order)
        return self.deal_unseen(state, seat, order, rng)

    def allies(self, state: S, seat: Seat) -> Set[Seat]:
        """The seats that play together with `seat` now, itself included: its side, unless a contract says otherwise."""
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
        """A random permutation for the chance event of `state`, as a move of the deck."""
        assert state.chance is not None
        return Move(state.chance.word, permuted(state.chance.pool, rng))

    def play(self, state: S, seat: Seat, move: Move) -> Turn[S]:
        """The state after `seat` (or the deck) makes `move`; raises `IllegalMove` if the rules refuse it.

        ValueError if it is not that seat's turn, or if a draw is no permutation of the pool.
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


def permuted(cards: Cards, rng: Random) -> Cards:
    """`cards` in a random order: that of `rng.sample(cards, len(cards))`, in half of the time."""
    draw, left, out = rng.getrandbits, [*cards], []
    for n in range(len(left), 0, -1):
        bits = n.bit_length()
        at = draw(bits)
        while at >= n:
            at = draw(bits)
        out.append(left[at])
        left[at] = left[n - 1]
    return tuple(out)


@cache
def _side(sides: tuple[Side, ...], seat: Seat) -> Set[Seat]:
    return frozenset(next((members(side) for side in sides if seat in members(side)), (seat,)))
