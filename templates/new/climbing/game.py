"""New Game: cards of equal rank, in ones to fours, that climb round by round until somebody is out.

The clauses stand in `lessons/new-game/rulebook.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from tutor.families import ending
from tutor.families.climb_stage import ClimbSetup, ClimbSetupView
from tutor.families.climb_tabletop import CLIMB_TABLE
from tutor.families.climb_views import Round
from tutor.families.climbs import Climbing, combination, no_passing_lead
from tutor.families.hands import deal_evenly
from tutor.families.hands_game import HandScoring
from tutor.families.plays import PASS, ClimbGame, ClimbState
from tutor.families.tabletop import BIDS
from tutor.kernel.cards import SUITS, Cards, Pack, card
from tutor.kernel.duties import Duty, Trace, always, batch_predicate
from tutor.kernel.events import Event, ScoreLine, Settlement
from tutor.kernel.fields import SEAT, Problem, declared, whole
from tutor.kernel.moves import Combo, Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, after
from tutor.kernel.state import changed
from tutor.kernel.tabletop import ByRank
from tutor.kernel.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tutor.kernel.seats import Side
    from tutor.kernel.working import Standing

RANKS: Final = "3456789TJQKA2"
"""From low to high."""
ORDER: Final = tuple(card(rank + suit) for rank in RANKS for suit in SUITS)
PACK: Final = Pack(ORDER, order=ORDER)
SEATS, EACH, HANDS = 4, 13, 4
KINDS: Final = {1: "single", 2: "pair", 3: "triple", 4: "four"}


# -- combinations ------------------------------------------------------------------------------------------------


@cache
def combos_of(group: Cards) -> tuple[Combo, ...]:
    """What can be made of cards of one rank, as they stand in the pack, fewest cards first."""
    rank = group[0].rank
    some = (cards for n in range(1, len(group) + 1) for cards in combinations(group, n))
    return tuple(Combo(cards, KINDS[len(cards)], rank, RANKS.index(rank)) for cards in some)


class Combos:
    """All combinations: cards of equal rank, compared by it (see `tutor.families.combos.Combinations`)."""

    def lists(self, held: Cards) -> list[Cards]:
        """The cards by rank."""
        groups = (tuple(c for c in PACK.sort(held) if c.rank == rank) for rank in RANKS)
        return [group for group in groups if group]

    def listed(self, key: Cards) -> tuple[Combo, ...]:
        """The combinations of cards of one rank."""
        return combos_of(key)

    def made(self, held: Cards) -> Combo | None:
        """The combination that the cards are, all together."""
        groups = self.lists(held)
        return combos_of(groups[0])[-1] if len(groups) == 1 and len(held) == len(set(held)) else None

    def moves(self, held: Cards) -> tuple[Move, ...]:
        """Every combination, and the pass."""
        return (*(combo for group in self.lists(held) for combo in combos_of(group)), PASS)

    def over(self, held: Cards, last: Combo) -> tuple[Move, ...]:
        """Those of as many cards that are higher, and the pass."""
        return tuple(move for move in self.moves(held) if not isinstance(move, Combo) or beats(move, last))

    def beating(self, last: Combo) -> tuple[Move, ...]:
        """Those of the whole pack."""
        return self.over(PACK.cards, last)

    def bits(self, held: Cards) -> int:
        """A bit for each card."""
        return sum(1 << PACK.place[c] for c in held)

    need = bits


COMBOS: Final = Combos()


def beats(combo: Combo, last: Combo) -> bool:
    """Whether it may be played on the last one."""
    return len(combo.cards) == len(last.cards) and combo.high > last.high


# -- the play ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Playing(Round):
    """What the player sees who is to play: the own cards, and the plays of this round."""

    @property
    def combos(self) -> Combos:
        """The same by any rules."""
        return COMBOS


def beating(v: Playing, moves: Sequence[Move]) -> list[Move]:
    """Passes, and combinations that beat the last one."""
    return [move for move in moves if not isinstance(move, Combo) or beats(move, v.to_beat)]


COMBINATION: Final[Duty[Playing]] = combination("new-game.combination")
BEAT: Final[Duty[Playing]] = always("new-game.beat", batch_predicate(beating), when=lambda v: not v.free)
LEAD: Final[Duty[Playing]] = no_passing_lead("new-game.lead")


class Play(Climbing[Playing, ClimbState]):
    """A combination or a pass. What binds is in `binding`, in the order of the rulebook, and nowhere else."""

    clause, ended, out = "new-game.lead", "new-game.round", "new-game.out"
    binding = (COMBINATION, BEAT, LEAD)

    def problems(self, v: Playing) -> Iterator[Problem]:
        """A hand that is too large, and plays that could not be made."""
        if len(v.hand) > EACH:
            yield Problem("hand", f"{len(v.hand)} cards, but nobody is dealt more than {EACH}")
        yield from super().problems(v)

    def basis(self, v: Playing, found: Trace[Playing], move: Move) -> str:
        """A pass, a lead and a higher play have a clause each."""
        return "new-game.pass" if not move.cards else "new-game.lead" if v.free else "new-game.beat"


# -- the score ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    left: dict[Seat, int] = whole("cards left; one seat has none", {}, low=0, high=EACH, per="seat")
    before: dict[Seat, int] = whole("points before this hand", {}, low=0, per="seat")
    played: int = whole("hands played before this one", 0, low=0, high=HANDS - 1)


class Score(HandScoring[Result, ClimbState]):
    """A point against a player for each card left; after the last hand the lowest total wins."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """What no hand can be."""
        if (n := sum(not v.left.get(seat, 0) for seat in v.seats)) != 1:
            yield Problem("left", f"exactly one seat has no cards left, not {n}")

    def fields(self, state: ClimbState) -> dict[str, Any]:
        """The cards that players have left."""
        return {"left": {seat: len(state.hand(seat)) for seat in state.seats}}

    def settle(self, v: Result) -> Settlement:
        """A line for each player with cards."""
        lines = [ScoreLine(seat, n, "new-game.score", {"left": n}) for seat, n in v.left.items() if n]
        return self.settled(v, lines, [seat for seat in v.seats if not v.left.get(seat, 0)])

    def ending(self, v: Result, scores: Mapping[Side, float]) -> Standing:
        """After the last hand the lowest total, which several may share."""
        return ending.after_deals("new-game.end", v.before, scores, v.played + 1, HANDS, lowest=True)


# -- a moment with everybody's cards, and the game ---------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class SetupView(ClimbSetupView):
    """Hands, and the plays of the round."""

    leader: Seat = declared(SEAT, "who leads the round, or led it", "P1")


class Setup(ClimbSetup[SetupView, ClimbState]):
    """A moment of play; cards that are not named have been played."""

    def most_cards(self, v: SetupView, seat: Seat) -> int:
        """As many as are dealt."""
        return EACH


PLAY: Final = Play()


class NewGame(ClimbGame[ClimbState]):
    """What is played with, and how a hand begins. `bound` is more moves than any game can last."""

    name, title = "new-game", "New Game"
    players, usual, bound = (SEATS,), SEATS, 1_000
    pack, tabletop = PACK, (*CLIMB_TABLE, BIDS)
    arrangement = ByRank(PACK.place.__getitem__)
    phases, scoring, setup = (PLAY,), Score(), Setup()

    def deal(self, state: ClimbState, dealt_cards: Move) -> Turn[ClimbState]:
        """Thirteen cards each; the dealer's left leads."""
        hands, first = deal_evenly(state, PACK, dealt_cards.cards, EACH)[0], after(state.seats, state.dealer)
        event = Event("dealt", state.dealer, clause="new-game.deal", facts={"each": EACH})
        fields = {"chance": None, "hands": hands, "away": (), "leader": first, "phase": PLAY.name, "turn": (first,)}
        return Turn(changed(state, **fields), (event,))


GAME = NewGame()
