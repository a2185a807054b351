"""Policies: what is wise in a kind of decision. Of a whole game it is told by `game_policy`.

Nothing here decides what is legal, and no rule asks a policy. Each method has a default that says nothing; the adviser,
practice and drills then rely on play-outs. Three terms say what something counts:

- `Phase.trick_value` is what a trick of certain cards counts by the rules, `Phase.captured_values` what cards alone
  count in it;
- `card_values` is what each card brings those who take it, as far as play should reckon with it;
- `state_value` is what a whole state is worth to a seat, if not the score sheet. What a hand promises, by its cards, is
  called `hand_value`; only rollout heuristics and bidding policies look at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from tutor.kernel.view import View
from tutor.kernel.view_types import HandView

if TYPE_CHECKING:
    from random import Random

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.events import Event
    from tutor.kernel.moves import Move
    from tutor.kernel.phase import Phase
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State
    from tutor.policies.certain_plays import CertainPlays
    from tutor.policies.runs import Runs
    from tutor.policies.values import Answers, Controls, Declaration, Needed, PrincipalVariation, Request

V = TypeVar("V", bound=View)
S = TypeVar("S", bound="State")

EAGER: Final = 0.8
"""Without a heuristic, the share of moves that are chosen among those with cards, if others are legal too."""


class Policy(Generic[V, S]):
    """What is wise in one phase. Override what the phase can tell."""

    reliance: ClassVar[float] = 1.0
    """How far the rollout heuristic's choice counts against what sampled deals show, 1 being usual.

    More where hands are long and end in many ways, so that the deals there is time for tell little.
    """
    effort: ClassVar[int] = 10
    """About how many microseconds `rollout_move` takes."""

    def __init__(self, phase: Phase[V, S]) -> None:
        """`phase` is the decision as the rules have it."""
        self.phase = phase

    @property
    def tells_bids(self) -> bool:
        """Whether `bidding_policy` has an answer of its own."""
        return type(self).bidding_policy is not Policy.bidding_policy

    def rollout_move(
        self, state: S, seat: Seat, v: V, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """The move of the rollout heuristic: one of `legal`; None if this phase has none.

        `state` is a sampled deal, so all its cards may be looked at. `allies` are the seats that play with `seat`.
        """
        return self.bidding_policy(v, v.hand if isinstance(v, HandView) else (), legal, rng)

    def bidding_policy(self, v: V, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """The call of a sensible player who holds `hand` and sees `v`: one of `legal`; None if there is none.

        The answer may vary with `rng`, as players differ; the adviser infers hands from calls by it.
        """
        return None

    def announcement(self, state: S, seat: Seat, move: Move) -> Move | None:
        """What a sensible player says before making `move`: a legal move after which the same decision is due.

        None if there is nothing to say.
        """
        return None

    def requested(self, state: S, seat: Seat, v: V, legal: Sequence[Move]) -> Request | None:
        """The one of `legal` that a partner has asked for in words; None if none has."""
        return None

    def plausible(self, state: S, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The legal `moves` that are worth considering, at least one.

        Play-outs choose among these: with bids made blindly they could not tell a good bid from a bad one.
        """
        return moves

    def undominated(self, state: S, seat: Seat, v: V, moves: Sequence[Move], allies: Set[Seat]) -> Sequence[Move]:
        """The legal `moves` that no other dominates, whatever the others hold: at least one.

        `allies` are the seats that play with `seat` for certain, itself included. Asked once before deals are tried,
        for advice only; so it may cost more than `plausible`.
        """
        return moves

    def distinct_moves(self, state: S, seat: Seat, v: V, legal: Sequence[Move]) -> Sequence[Move]:
        """One of each group of `legal` moves that are equivalent, as far as `seat` can see."""
        return legal

    def sure_tricks(self, state: S, seat: Seat, v: V, moves: Sequence[Move], allies: Set[Seat]) -> Sequence[Move]:
        """Those of `moves`, cards to lead, that win the trick now and, led one after the other, all of their tricks.

        Whatever is hidden; `allies` are the seats that play with `seat` for certain, itself included.
        """
        return ()

    def led_on(self, state: S) -> Sequence[tuple[Seat, Card, Card]]:
        """Who won a trick with which card, and what that player led to the next: of all tricks that have been won."""
        return ()

    def tie_break_cost(self, state: S, seat: Seat, v: V, move: Move, allies: Set[Seat]) -> float:
        """The cost of `move` that sampled deals do not show; of moves with equal values the cheapest is advised.

        Uses only what `seat` can see.
        """
        return 0.0

    def principal_variation(self, state: S, allies: Set[Seat], memory: dict[Any, Any]) -> PrincipalVariation | None:
        """The principal variation with all cards open, `allies` against the others; None if the phase cannot tell.

        `memory` is a cache for the policy's own use, kept as long as it is asked about the same deal.
        """
        return None

    def play_likelihood(
        self, state: S, seat: Seat, allies: Mapping[Seat, Set[Seat]], memory: dict[Any, Any]
    ) -> float | None:
        """The likelihood of the cards played so far, given the hands in `state`; None if that tells nothing.

        Plays of `seat`, who asks, are left out. `memory` is a cache for the policy's own use, kept for one moment of a
        game.
        """
        return None

    bids_count: ClassVar[bool] = True
    """Whether a higher bid in the same suit brings more than a lower one if both are made."""
    answers: ClassVar[bool] = False
    """Whether the decision is about a card that has just been played, before the next turn: to answer it, or not."""
    changes_nothing: ClassVar[bool] = False
    """Whether all choices are alike for how the hand goes on."""
    edge: ClassVar[float] = 0.0
    """The share of a stake that is lost in the long run where all bets are alike; 0 where they are not."""
    trick_reward: ClassVar[float] = 0.0
    """The reward for winning a trick, besides that of its cards (`card_values`); 0 where there are no tricks.

    A negative one says that tricks cost their winners: it is multiplied by the points that the trick counts.
    """
    costs_are_all: ClassVar[bool] = False
    """Where tricks are not wanted, whether only what cards (`card_values`) and tricks (`trick_cost`) cost counts."""
    last_trick: ClassVar[float] = 0.0
    """The points that the last trick of a hand counts more than others."""

    # -- what it counts ------------------------------------------------------------------------------------

    def card_values(self, state: S) -> Mapping[Card, float]:
        """The value to play of capturing each card in `state`, or its cost where tricks are not wanted; 0 if absent.

        It is a heuristic, and may differ from what the cards count by the rules.
        """
        return {}

    def wants_tricks(self, state: S, seat: Seat) -> bool:
        """Whether it is better for `seat` to win tricks than to avoid them."""
        return True

    def trick_cost(self, state: S, later: int = 0) -> float:
        """What the trick on the table, or the one so many tricks `later`, costs its winner besides its cards.

        Only asked where tricks are not wanted.
        """
        return 0.0

    def paid_if_forced(self, state: S) -> Mapping[Card, float]:
        """The cards that bring whoever leads their suit something if another player has to follow with them."""
        return {}

    def pays_if_forced(self, state: S) -> Mapping[Card, float]:
        """The cards that cost whoever has to follow with them something at once, besides what they cost in a trick."""
        return {}

    def paid_if_thrown(self, state: S) -> Mapping[Card, float]:
        """The cards that bring whoever throws them on a trick of another suit something at once."""
        return {}

    def rewards(self, state: S, events: Sequence[Event]) -> Iterable[tuple[Seat, float]]:
        """Pairs of a seat and what `events` bring it that the score sheet does not show yet: tricks, cards won."""
        return ()

    def lead_total(self, v: V, cards: Cards) -> int | None:
        """The total that `cards` would have if they were led; None where totals decide nothing."""
        return None

    def best_reply(self, v: V, lead: Cards, hand: Cards) -> int:
        """The highest total, or a little more, with which `hand` can answer `lead`, where totals decide."""
        return 0

    def tricks_at_stake(self, v: V) -> int:
        """How many tricks whoever wins this one counts, with those that were drawn before."""
        return 1

    def lowest_picks(self, v: V) -> bool:
        """Whether the cards of a trick are picked from, first by the player with the lowest total."""
        return False

    def answers_by_chance(self, v: V, c: Card, unseen: Mapping[Card, int]) -> Answers | None:
        """What a lead of `c` may be answered with from cards that nobody has seen; None if players answer it."""
        return None

    def leads_by_chance(self, v: V, c: Card, unseen: Mapping[Card, int]) -> Cards | None:
        """The cards that chance may lead and that `c` would beat by following; None if players lead."""
        return None

    def doubling_cards(self, v: V) -> Cards:
        """The cards in hand that double what a contract counts, whoever plays it."""
        return ()

    def taken(self, v: V, move: Move) -> Card | None:
        """The card that `move` brings into the hand for one that it lays away; None if it takes none."""
        return None

    def lets_take(self, v: V) -> Card | None:
        """The own card that gives the right to take another one in, now and not later; None if no card does."""
        return None

    def needed(self, v: V, move: Move) -> Needed | None:
        """What the contract needs that a call is about; None where that is no number, or the call is no bid."""
        return None

    def trumps_after(self, v: V, move: Move) -> str:
        """The only suit that can be trumps in the lowest contract that a call commits to; "" if it may be any."""
        return ""

    def declares(self, v: V, move: Move) -> Declaration | None:
        """What a call declares that counts later and costs nothing; None if it declares nothing."""
        return None

    def controls(self, hand: Cards) -> Controls | None:
        """What decides whether to bid for playing alone; None in games that are not about the lead."""
        return None

    def certain(self, state: S, seat: Seat, v: View) -> CertainPlays | None:
        """What is certain of plays by the cards out of sight; None in games in which plays do not climb."""
        return None

    def doubles(self, move: Move) -> bool:
        """Whether a play doubles the stake of the hand."""
        return False

    def from_the_deal(self, state: S, v: V) -> bool:
        """Whether `state` tells of all that was played since the deal; a moment that is set up may leave tricks out."""
        return True

    def fits_anything(self, c: Card) -> bool:
        """Whether a card may be played whatever lies there, in games where others have to match."""
        return False

    def fits(self, c: Card, top: Card) -> bool:
        """Whether `c` may be played on `top` by its suit or rank, in games where cards have to match."""
        return False

    def shows_lack(self, v: V, move: Move) -> str:
        """The suit that a player who makes `move` where `v` lies there most likely lacks; "" if it shows none."""
        return ""

    def answered_by(self, v: V) -> Cards:
        """The cards by which somebody may answer what has just been played, whoever holds them (see `answers`)."""
        return ()

    free_left: ClassVar[int] = 0
    """With so many cards, or fewer, a player who does not go out pays nothing for them."""

    draws_if_silent: ClassVar[int] = 0
    """The cards that a player has to draw who does not say the word that is due."""

    def runs(self, state: S, seat: Seat) -> Runs | None:
        """What can follow what as `seat` sees it, in games where each card is followed by one other; else None."""
        return None

    def cost_if_left(self, state: S, seat: Seat, c: Card) -> float:
        """What `seat` has to pay for `c` alone if another player goes out now."""
        return 0.0

    interrupts: ClassVar[Card | None] = None
    """The card that stops a run when it is played along with another."""
