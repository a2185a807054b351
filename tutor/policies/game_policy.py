"""What is wise in a whole game: the policies of its phases, and what the game itself can tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from tutor.kernel.view import View

if TYPE_CHECKING:
    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.game import Game
    from tutor.kernel.phase import Phase
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State
    from tutor.kernel.view_types import CardRanking
    from tutor.policies.aims import Aim, Race, Sealed
    from tutor.policies.base import Policy

V = TypeVar("V", bound=View)
S = TypeVar("S", bound="State")

Phases: TypeAlias = "Mapping[str, type[Policy[Any, Any]]]"
"""Policy classes by names of phases."""


class GamePolicy(Generic[S]):
    """What is wise in a game, and in each of its phases. Override what the game can tell."""

    def __init__(
        self, game: Game[S], of_family: Callable[[Phase[Any, Any]], type[Policy[Any, Any]]], phases: Phases
    ) -> None:
        """`phases` are the game's own policies; other phases have those that `of_family` gives.

        Raises KeyError if `phases` names no phase of the game.
        """
        self.game = game
        self._of = {p.name: of_family(p)(p) for p in game.phases if p.name not in phases}
        self._of |= {name: policy(game.phase_of[name]) for name, policy in phases.items()}

    card_ranking: ClassVar[CardRanking | None] = None
    """How the cards rank under each trump suit, in games in which no view of a trick says so."""
    naming_brings: ClassVar[float] = 0.0
    """About how many tricks more a side wins if it names the trumps than if the others do; 0 where not known."""

    asks_alone: ClassVar[bool] = False
    """Whether whoever plays alone first asks another player for a card."""
    takes_alone: ClassVar[int] = 0
    """How many cards that lie aside whoever plays alone takes."""

    def of(self, phase: Phase[V, S]) -> Policy[V, S]:
        """The policy of a phase of this game."""
        return self._of[phase.name]

    def state_value(self, state: S, seat: Seat) -> float | None:
        """The value of `state` to `seat`; None, for all states of a game alike, if it is that of the score sheet."""
        return None

    def promised_tricks(self, hand: Cards, trump: str) -> float | None:
        """About how many tricks a hand takes with these trumps ("" for none); None where a rough count will do."""
        return None

    def laid_away_for_oneself(self, state: S) -> int:
        """How many cards whoever takes the hand on lays away, which count for that player; 0 if none do."""
        return 0

    def handed_over(self, state: S) -> Mapping[Card, Seat]:
        """Cards that were openly handed to a seat, and not played yet: nobody else can hold them.

        Whether they are still in that hand may be hidden, as cards may have been laid away since.
        """
        return {}

    def shown_by_rights(self, state: S, seat: Seat) -> Mapping[Seat, Cards]:
        """Cards that `seat` knows others to hold by a right that they have used, though it has not seen them."""
        return {}

    def sensibly_laid_away(self, deal: S, seat: Seat, may_hold: Callable[[Seat, Card], bool]) -> S:
        """`deal`, sampled for `seat`, with cards exchanged that others would not have laid away, or not hold.

        `may_hold` says whether a seat may hold a card, by what was played. As it is, where nothing tells.
        """
        return deal

    def aims(self, state: S, seat: Seat) -> Sequence[Aim]:
        """The numbers of tricks or points that decide what sides score in this hand, as far as `seat` knows them.

        The most important first. None where each trick, card or point counts alike.
        """
        return ()

    def pairs(self, state: S) -> Mapping[Cards, float] | None:
        """Pairs of king and queen with the points for declaring them, for whoever holds both and has won a trick.

        Those that may still be declared in this hand; None in games in which nothing is declared so.
        """
        return None

    def declarable(self, state: S, seat: Seat) -> Mapping[Cards, float] | None:
        """The `pairs` in the hand of `seat`."""
        found, hand = self.pairs(state), self.game.held(state, seat)
        return {two: n for two, n in found.items() if set(two) <= set(hand)} if found is not None else None

    def scoreless(self, state: S, seat: Seat) -> Set[Seat]:
        """Players for whom what they still win counts nothing, as far as `seat` knows; each of them plays alone."""
        return frozenset()

    def race(self, state: S) -> Race | None:
        """How the hand stands if it goes to the side with more tricks, where tricks may be drawn; else None."""
        return None

    def sealed(self, state: S, seat: Seat) -> Sealed | None:
        """Whether such a hand is won or lost for the side of `seat` for all that it can see; None while it is open."""
        return None

    def staked(self, state: S) -> float:
        """The chips that lie on the table as bets, to be won or lost."""
        return 0.0
