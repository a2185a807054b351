"""What a policy can tell of its decision for reasons, by kinds of choice: as `advice/reasons` has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from tutor.kernel.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State
    from tutor.policies.certain_plays import CertainPlays
    from tutor.policies.runs import Runs
    from tutor.policies.values import Answers, Controls, Declaration, Needed, Request, SurePlan

V = TypeVar("V", bound=View)
S = TypeVar("S", bound="State")


class DecisionFacts(Generic[V, S]):
    """Questions about one decision, each with an answer that says nothing."""

    # -- tricks: what cards and tricks bring or cost, what the tricks before show --------------------------

    def requested(self, state: S, seat: Seat, v: V, legal: Sequence[Move]) -> Request | None:
        """The one of `legal` that a partner has asked for in words; None if none has."""
        return None

    def suits_asked_for(self, state: S, who: Seat) -> Mapping[str, Card]:
        """The suits that `who` has asked in words to be helped in, each with the card led then."""
        return {}

    def sure_plan(self, state: S, seat: Seat, v: V, legal: Sequence[Move]) -> SurePlan | None:
        """How `seat`, who leads, makes the contract whatever the others hold; None if that is not sure."""
        return None

    trick_reward: ClassVar[float] = 0.0
    """The reward for winning a trick, besides that of its cards (`card_values`); 0 where there are no tricks.

    A negative one says that tricks cost their winners: it is multiplied by the points that the trick counts.
    """

    costs_are_all: ClassVar[bool] = False
    """Where tricks are not wanted, whether only what cards (`card_values`) and tricks (`trick_cost`) cost counts."""

    def points_settled(self, state: S, seat: Seat) -> bool:
        """Whether the card points that `seat` may still capture change nothing for it any more."""
        return False

    def out_of_reach(self, state: S, seat: Seat) -> tuple[int, int] | None:
        """The points of `seat` and those left, if fewest win the hand and these cannot bring all others above; or None.

        Nothing of the hand counts for it then.
        """
        return None

    def unpaid(self, state: S, seat: Seat) -> tuple[int, int] | None:
        """The most cards that `seat` can still capture in all, and the number up to which these count nothing.

        None where they may still count.
        """
        return None

    last_trick: ClassVar[float] = 0.0
    """The points that the last trick of a hand counts more than others."""

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

    cost_of_most: ClassVar[float] = 0.0
    """What it costs to have won the most tricks of the hand in the end, where tricks are not wanted."""

    def tricks_won(self, state: S) -> Mapping[Seat, int]:
        """How many tricks of the hand each seat has won."""
        return {}

    def only_last_costs(self, state: S) -> bool:
        """Whether the last trick alone still costs, whatever falls to whom. Only asked where tricks are not wanted."""
        return False

    def paid_if_forced(self, state: S) -> Mapping[Card, float]:
        """The cards that bring whoever leads their suit something if another player has to follow with them."""
        return {}

    def pays_if_forced(self, state: S) -> Mapping[Card, float]:
        """The cards that cost whoever has to follow with them something at once, besides what they cost in a trick."""
        return {}

    def paid_if_thrown(self, state: S) -> Mapping[Card, float]:
        """The cards that bring whoever throws them on a trick of another suit something at once."""
        return {}

    def from_the_deal(self, state: S, v: V) -> bool:
        """Whether `state` tells of all that was played since the deal; a moment that is set up may leave tricks out."""
        return True

    # -- before play: bids, declarations, cards taken and laid away ----------------------------------------

    bids_count: ClassVar[bool] = True
    """Whether a higher bid in the same suit brings more than a lower one if both are made."""

    others_may_raise: ClassVar[bool] = True
    """Whether others may make a hand dearer that the seat does not give up."""

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

    def bonus(self, v: V, move: Move) -> tuple[Cards, int]:
        """The cards in hand that bring points in the contract a call is about, whoever wins them, and how many."""
        return (), 0

    def may_score(self, v: V, move: Move, hand: Cards) -> Sequence[tuple[Cards, int]]:
        """What else the hand may score besides its tricks in the contract a call is about: the cards, and how much."""
        return ()

    def declares(self, v: V, move: Move) -> Declaration | None:
        """What a call declares that counts later and costs nothing; None if it declares nothing."""
        return None

    # -- plays that must climb: what beats what for certain, what raises the stake -------------------------

    def controls(self, hand: Cards) -> Controls | None:
        """What decides whether to bid for playing alone; None in games that are not about the lead."""
        return None

    def certain(self, state: S, seat: Seat, v: View) -> CertainPlays | None:
        """What is certain of plays by the cards out of sight; None in games in which plays do not climb."""
        return None

    def doubles(self, move: Move) -> bool:
        """Whether a play doubles the stake of the hand."""
        return False

    # -- getting rid of cards: what fits what, what follows what, what is paid for cards left --------------

    answers: ClassVar[bool] = False
    """Whether the decision is about a card that has just been played, before the next turn: to answer it, or not."""

    def fits_anything(self, c: Card) -> bool:
        """Whether a card may be played whatever lies there, in games where others have to match."""
        return False

    def fits(self, c: Card, top: Card) -> bool:
        """Whether `c` may be played on `top` by its suit or rank, in games where cards have to match."""
        return False

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

    def suit_to_follow(self, v: V) -> str:
        """The suit of the card that has to be matched, as it is or was named; "" where none has to be."""
        return ""

    def suit_named(self, move: Move) -> str:
        """The suit that a move asks to be played, of which whoever makes it should hold some; "" if it names none."""
        return ""

    # -- tricks that the total of several cards wins -------------------------------------------------------

    def lead_total(self, v: V, cards: Cards) -> int | None:
        """The total that `cards` would have if they were led; None where totals decide nothing."""
        return None

    def best_reply(self, v: V, lead: Cards, hand: Cards) -> int:
        """The highest total with which `hand` can answer `lead`, where totals decide."""
        return 0

    def tricks_at_stake(self, v: V) -> int:
        """How many tricks whoever wins this one counts, with those that were drawn before."""
        return 1

    def slots_ahead(self, v: V, move: Move) -> int:
        """How many single cards of a trick `move` is ahead in, where each is won by itself; 0 elsewhere."""
        return 0

    def lowest_picks(self, v: V) -> bool:
        """Whether the cards of a trick are picked from, first by the player with the lowest total."""
        return False

    # -- cards that answer by chance, and odds that no choice changes --------------------------------------

    changes_nothing: ClassVar[bool] = False
    """Whether all choices are alike for how the hand goes on."""

    edge: ClassVar[float] = 0.0
    """The share of a stake that is lost in the long run where all bets are alike; 0 where they are not."""
    edge_by: ClassVar[tuple[str, ...]] = ()
    """The ids of the clauses by which that is lost."""

    def answers_by_chance(self, v: V, c: Card, unseen: Mapping[Card, int]) -> Answers | None:
        """What a lead of `c` may be answered with from cards that nobody has seen; None if players answer it."""
        return None

    def leads_by_chance(self, v: V, c: Card, unseen: Mapping[Card, int]) -> Cards | None:
        """The cards that chance may lead and that `c` would beat by following; None if players lead."""
        return None

    def doubling_cards(self, v: V) -> Cards:
        """The cards in hand that double what a contract counts, whoever plays it."""
        return ()
