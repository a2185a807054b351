"""Trick play: the phase, what a complete trick leads to, and the base class of trick games."""

from __future__ import annotations

from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from tutor.families.hands import HandsPhase, cards_each, deal_packets
from tutor.families.hands_game import HandScoring, HandsGame
from tutor.families.tricks.state import Taken, TrickState, without_card
from tutor.families.tricks.views import TrickView, TrumpView, turned_up_problems
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Card
from tutor.kernel.duties import DutyKind, DutyOutcome, Trace
from tutor.kernel.events import DEALT, PLAYED, TRICK_WON, Event, FactsOnDemand
from tutor.kernel.fields import Problem
from tutor.kernel.game import Family
from tutor.kernel.moves import PLAY, Move
from tutor.kernel.phase import StateReader, Turn, Unreadable, Won
from tutor.kernel.seats import NEXT, PLACE, Seat, after, seats_of
from tutor.kernel.state import changed, filled, quick
from tutor.kernel.view import View
from tutor.kernel.working import Contest, Sum, Working

if TYPE_CHECKING:  # only play without explanations needs it
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tutor.families.tricks.card_points import CardPoints
    from tutor.families.tricks.ranking import Order
    from tutor.kernel.cards import Cards

V = TypeVar("V", bound=TrickView)


S = TypeVar("S", bound=TrickState)
R = TypeVar("R", bound=View)


class TrickScoring(HandScoring[R, S]):
    """How a hand of a trick game is settled. Results may name tricks and cards of each side, and the last winner."""

    usual_fields = MappingProxyType(
        {
            **HandScoring.usual_fields,
            "tricks": lambda state, sides: {side: state.tricks(side) for side in sides},
            "won": lambda state, sides: {side: state.won(side) for side in sides},
            "last": lambda state, sides: state.past[-1].winner,
        }
    )


# -- the decision ------------------------------------------------------------------------------------------


_NOTHING: Final[Mapping[str, Any]] = {}


class _Played(dict[tuple[Seat, Card, bool], tuple[Event]]):
    """The events of cards played, by seat, card and whether it is led; made when first looked up."""

    def __missing__(self, played: tuple[Seat, Card, bool]) -> tuple[Event]:
        seat, c, lead = played
        made = self[played] = (Event(PLAYED, seat, (c,), "", MappingProxyType({"lead": lead})),)
        return made


_PLAYED: Final = _Played()


class TrickPhase(HandsPhase[V, S]):
    """A card played to a trick. A game gives `clause` (of the lead), `win` and its duties.

    `win` is the clause by which tricks are won; `full` the most cards that a hand can have.
    """

    game: TrickGame[S]
    name = "play"
    title = "your card"
    win: ClassVar[str]
    card_points: ClassVar[CardPoints | None] = None
    """What captured cards count, if that is the same in every hand; see `points_under`."""

    @property
    def full(self) -> int:
        """The most cards in a hand: as many as are dealt. A class attribute where that differs."""
        return cards_each(self.game.packets)

    def most_cards(self, v: V) -> int:
        """The most cards that a hand can have at this table."""
        return self.full

    def problems(self, v: V) -> Iterator[Problem]:
        """Trumps that are missing, a trick longer than the table, a hand too large, a hand that is missing."""
        yield from turned_up_problems(v)
        if len(v.trick) > v.players:
            yield Problem("trick", f"{len(v.trick)} cards, but {v.players} players")
        if len(v.hand) > self.most_cards(v):
            yield Problem("hand", f"{len(v.hand)} cards, but a hand has {self.most_cards(v)} at most")
        if not v.hand and not v.complete:
            yield Problem("hand", "must be given, for the trick is not complete")

    def actor(self, v: V) -> Seat | None:
        """The leader, then each next player; None once the trick is complete."""
        return v.turn

    def candidates(self, v: V) -> Iterable[Move]:
        """A move for each card of the hand."""
        return [PLAY[c] for c in sorted(set(v.hand), key=self.pack.place.__getitem__)]

    @cached_property
    def _trumps(self) -> Callable[[Any], str]:
        """The view's trump suit as a function of the state, which has the same fields."""
        view: Any = self.view
        usual: Any = TrumpView
        own: Callable[[Any], str] = view.trumps.fget
        return attrgetter("trump") if own is usual.trumps.fget else own

    def order(self, state: S) -> Order:
        """The order of the cards under the trump suit of `state`."""
        return self.view.ranking.orders[self._trumps(state)]

    @cached_property
    def state_readers(self) -> Mapping[str, StateReader]:
        """Also what there is of the trick, and the trump suit where there ever is one."""
        orders, trumps, own = self.view.ranking.orders, self._trumps, self.view.trumps
        suit: StateReader = "trump" if own is TrumpView.trumps else lambda state, seat: trumps(state)

        def led(state: S, seat: Seat) -> str:
            return orders[trumps(state)].suit[state.trick[0]] if state.trick else ""

        def best(state: S, seat: Seat) -> Card | None:
            return orders[trumps(state)].best(state.trick) if state.trick else None

        def has_suit(state: S, seat: Seat) -> bool:
            suit_of = orders[trumps(state)].suit
            return bool(state.trick) and suit_of[state.trick[0]] in map(suit_of.__getitem__, state.hands[PLACE[seat]])

        def partner_winning(state: S, seat: Seat) -> bool:
            trick, n = state.trick, state.players
            at = len(trick) - n / 2
            return n != 2 and at >= 0 and trick.index(orders[trumps(state)].best(trick)) == at

        return {
            **super().state_readers,
            **({} if own is TrickView.trumps else {"trumps": suit}),
            "led": led,
            "best": best,
            "has_suit": has_suit,
            "partner_winning": partner_winning,
        }

    def canonical(self, v: V, move: Move) -> Move:
        """The move itself if it is one card; raises `Unreadable` for anything else."""
        if len(move.cards) != 1 or move.word not in ("", *self.words):
            raise Unreadable("one card is played to a trick")
        return move

    def basis(self, v: V, found: Trace[V], move: Move) -> str:
        """The clause of the last duty that cut a move of the same kind, else of one that was waived.

        If there is neither: to an answer the last duty that was met, to a lead `clause`.
        """
        steps = tuple(reversed(found.steps))
        for step in steps:
            if any(cut.word == move.word for cut in step.cut):
                return step.duty.clause
        for step in steps:
            if step.standing is DutyOutcome.WAIVED and step.duty.waiver:
                return step.duty.waiver
        met = (s.duty.clause for s in steps if s.standing is DutyOutcome.MET and s.duty.kind is DutyKind.IF_ABLE)
        return next(met, self.clause) if v.trick else self.clause

    def winner(self, v: V) -> Won | None:
        """The best card of a complete trick and its player; None before that."""
        return Won(v.best.text, v.holder or "") if v.complete and v.best is not None else None

    def winner_clause(self, v: V) -> str:
        """The clause `win` for a complete trick; "" before that."""
        return self.win if v.complete else ""

    def points_under(self, trumps: str) -> CardPoints | None:
        """What captured cards count if `trumps` is the trump suit ("" for none); None if tricks alone count."""
        return self.card_points

    def captured_values(self) -> Mapping[Card, float]:
        """The points of each card that counts by `card_points`."""
        return self.card_points.values if self.card_points is not None else {}

    def trick_value(self, trick: Cards, trumps: str) -> float | None:
        """The points of the cards; None if tricks alone count."""
        points = self.points_under(trumps)
        return None if points is None else points.of(trick)

    value_name: ClassVar[str] = "points"
    """The name of the fact that `tally` and `trick_value` are about."""
    tells_best: ClassVar[bool] = False
    """Whether the facts of an incomplete trick name its best card."""

    def facts(self, v: V) -> Mapping[str, Any]:
        """What a complete trick counts; before that, if `tells_best`, the best card."""
        if v.complete:
            return self.value_fact(v.trick, v.trumps)
        return best_so_far(v) if self.tells_best else _NOTHING

    def tally(self, v: V) -> Sum | None:
        """The sum, card by card, of what a complete trick counts; None in games that do not count tricks so."""
        points = self.points_under(v.trumps)
        return None if points is None else points.how(v.trick)

    def workings(self, v: V) -> Mapping[str, Working]:
        """How the winner of a complete trick comes about, and what the trick counts."""
        if not v.complete or not v.trick or not self.winner_clause(v):
            return {}
        found: dict[str, Working] = {"winner": Contest(self.win, v.laid, v.led, v.trumps)}
        tally = self.tally(v)
        return found if tally is None else found | {f"facts.{self.value_name}": tally}

    # -- in a whole game -------------------------------------------------------------------------------

    def act(self, state: S, seat: Seat, move: Move) -> Turn[S]:
        """Put the card on the table; a complete trick goes to its winner."""
        laid = self.lay(state, seat, move)
        return laid if len(state.trick) + 1 < state.players else self.go_on(*laid)

    def lay(self, state: S, seat: Seat, move: Move) -> Turn[S]:
        """Put the card on the table; it is the next player's turn. The trick may be complete then."""
        c, trick = move.card, state.trick
        fields = state.__dict__.copy()
        fields["hands"] = without_card(state.hands, seat, c)
        fields["trick"] = (*trick, c)
        fields["turn"] = (NEXT[state.players][seat],)
        return quick(Turn, (filled(type(state), fields), _PLAYED[seat, c, not trick]))

    def go_on(self, state: S, before: tuple[Event, ...] = ()) -> Turn[S]:
        """The state after a card was played: the next player's turn, or what a complete trick leads to.

        `before` are the events that have led to `state`.
        """
        if len(state.trick) < state.players:
            turn = (after(state.seats, state.leader, len(state.trick)),)
            return Turn(state if state.turn == turn else changed(state, turn=turn), before)
        trick, n, order = state.trick, state.players, self.order(state)
        best = order.best(trick)
        winner = seats_of(n)[(PLACE[state.leader] + trick.index(best)) % n]
        taken = quick(Taken, (winner, trick, state.leader, order.trump))
        fields = state.__dict__.copy()
        fields["trick"] = ()
        fields["leader"] = winner
        fields["past"] = (*state.past, taken)
        fields["turn"] = (winner,)
        state = filled(type(state), fields)
        then, events = self.after_trick(state, taken)
        facts = FactsOnDemand(self._facts_of, state, taken, best)
        won = quick(Event, (TRICK_WON, winner, trick, self.win, facts, None))
        return quick(Turn, (then, (*before, won, *events)))

    def _facts_of(self, state: S, taken: Taken, best: Card) -> Mapping[str, Any]:
        """The facts for the event of a trick that has been won, from the state that includes it."""
        return {"card": best, **self.value_fact(taken.cards, taken.trump), **self.trick_facts(state)}

    def value_fact(self, trick: Cards, trumps: str) -> Mapping[str, Any]:
        """The fact of what a trick counts; empty in games without it."""
        value = self.trick_value(trick, trumps)
        return _NOTHING if value is None else {self.value_name: value}

    def trick_facts(self, state: S) -> Mapping[str, Any]:
        """More facts for the event of a trick that has been won, from the state that includes it."""
        return _NOTHING

    def after_trick(self, state: S, trick: Taken) -> Turn[S]:
        """What follows a trick: by default its winner, who is `leader` now, leads, or the hand has been played out."""
        return quick(Turn, (state, ())) if any(state.hands) else self.played_out(state)

    def played_out(self, state: S) -> Turn[S]:
        """What follows the last trick of a hand."""
        return self.game.scoring.close(state)


class TrickGame(HandsGame[S]):
    """A game of tricks. `packets` is how cards are dealt (see `deal_packets`), `dealing` the clause of the deal.

    `first_to_act` says who decides first after the deal: so many seats after the dealer. `turned_up` is the clause by
    which the dealer's last card, which stays in hand, is turned up for trumps; "" where it is not.
    """

    family = Family.TRICKS
    packets: ClassVar[tuple[int, ...]]
    dealing: ClassVar[str]
    first_to_act: ClassVar[int] = 1
    turned_up: ClassVar[str] = ""

    def rounds(self, state: S) -> tuple[int, ...]:
        """The packets of this deal."""
        return self.packets

    def deal(self, state: S, dealt: Move) -> Turn[S]:
        """Deal to everybody, the player after the dealer first, who also leads unless the game says otherwise."""
        rounds = self.rounds(state)
        hands, rest = deal_packets(state, self.pack, dealt.cards, rounds)
        first = after(state.seats, state.dealer)
        event = Event(DEALT, state.dealer, clause=self.dealing, facts={"each": cards_each(rounds)})
        state = changed(state, chance=None, hands=hands, away=rest, leader=first)
        return self.opened(state, dealt.cards).preceded_by(event)

    def opened(self, state: S, cards: Cards) -> Turn[S]:
        """The state in which the first decision after the deal is due; `cards` are in the order dealt."""
        first = after(state.seats, state.dealer, self.first_to_act)
        state = changed(state, phase=self.phases[0].name, turn=(first,))
        if not self.turned_up:
            return Turn(state)
        upcard = cards[-1]
        event = Event("turned up", state.dealer, (upcard,), self.turned_up, {"trump": upcard.suit})
        return Turn(changed(state, trump=upcard.suit, shown=(upcard,)), (event,))


def best_so_far(v: TrickView) -> Mapping[str, Any]:
    """The fact `best`: the best card of a trick that has begun and is not complete."""
    return {"best": v.best.text} if v.best is not None and not v.complete else {}
