"""Views of the play of Truc, and what its phases have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

from tutor.families.hands import HandsPhase
from tutor.families.tricks import TrickView
from tutor.games.truc.stakes import CALLS, RAISES, StakeView, bid_problems
from tutor.games.truc.table import (
    DRAW,
    ELEVEN,
    FULL,
    POWER,
    RANKING,
    RESULTS,
    SIZE,
    Decided,
    Rules,
    TrucState,
    at_eleven,
    hand_winner,
    holders,
    over_after,
    side,
    size_problems,
    trick_result,
)
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Card, Cards
from tutor.kernel.fields import CARDS, Problem, calls, declared, whole
from tutor.kernel.moves import Move, play
from tutor.kernel.phase import Unreadable, Won
from tutor.kernel.seats import Seat, Side, after, members
from tutor.kernel.view_types import CallsView
from tutor.kernel.working import Chain, Contest, Step, Working, open_step


@dataclass(frozen=True, kw_only=True)
class TrucView(TrickView, CallsView, StakeView):
    """The trick, the own hand, the earlier tricks, the calls and the score."""

    ranking = RANKING
    by_suit = False
    options: Rules
    cards: int = declared(SIZE, "cards dealt to each", FULL)
    tricks: tuple[str, ...] = declared(RESULTS, "results of the earlier tricks of this hand, in order", ())
    bids: tuple[tuple[Seat, str], ...] = calls("calls of this hand and their answers, in order", CALLS)
    before: dict[Side, int] = whole("score before this hand", {}, low=0, high=ELEVEN, per="side")

    @property
    def power(self) -> Mapping[Card, int]:
        """The height of each card; the suit led does not matter (`truc.rank`)."""
        return POWER

    @property
    def stake(self) -> int:
        """The points that the hand is worth now."""
        return RAISES["retruc"] if self.alone else self.calls.agreed

    @property
    def raiser(self) -> Seat:
        """The seat that may raise now: the next to play; empty if nobody is."""
        return self.turn or ""

    @property
    def last(self) -> Seat:
        """The player of the last card on the table; without one the seat before the leader."""
        return after(self.seats, self.leader, len(self.trick) - 1)

    @property
    def shared(self) -> tuple[Seat, ...]:
        """The players of the highest rank in the trick, in the order played."""
        return holders(self.trick, self.leader) if self.trick else ()

    @property
    def holder(self) -> Seat | None:
        """The first player of the highest rank in the trick; None while both sides have played it."""
        return self.shared[0] if len({side(seat) for seat in self.shared}) == 1 else None

    @cached_property
    def result(self) -> str:
        """The result of a complete trick: a side, or "draw"; empty before that."""
        return trick_result(self.trick, self.leader) if self.complete else ""

    @cached_property
    def hand_won(self) -> Decided | None:
        """Who has won the hand with a complete trick; None while it goes on."""
        if not self.complete:
            return None
        return hand_winner((*self.tricks, self.result), self.cards, self.dealer, self.options)

    @property
    def leads(self) -> Seat:
        """Who leads after a complete trick: its winner or, if it is drawn, the same leader."""
        return self.leader if self.result == DRAW else self.shared[0]


@dataclass(frozen=True, kw_only=True)
class Played(TrucView):
    """The view of the player of the last card, directly after it; the hand does not matter."""

    trick: Cards = declared(CARDS, "cards on the table, in the order played", (), shown="must be given")
    hand: Cards = ()

    @property
    def raiser(self) -> Seat:
        """The player of that card."""
        return self.last


@dataclass(frozen=True, kw_only=True)
class Asked(TrucView):
    """The view of the player who is to answer a call."""

    @property
    def proposal(self) -> int:
        """The points that the hand will be worth if the call is accepted."""
        return RAISES[self.calls.proposed]

    @property
    def in_turn(self) -> bool:
        """Whether it is also this player's turn to play, so that a card may be the answer."""
        if self.calls.caller != self.last or not self.trick:
            return False
        return self.calls.answers == (self.leads if self.complete else self.turn)


V = TypeVar("V", bound=TrucView)


class TrucPhase(HandsPhase[V, TrucState]):
    """A decision during the play."""

    extra_fields = MappingProxyType(
        {"tricks": lambda state, seat: state.results, "before": lambda state, seat: state.before}
    )
    extra_properties = MappingProxyType({"alone": lambda state, seat: at_eleven(state.before)})

    def problems(self, v: V) -> Iterator[Problem]:
        """Impossible tricks and scores, and calls that could not have been made."""
        if len(v.trick) > v.players:
            yield Problem("trick", f"{len(v.trick)} cards, but {v.players} players")
        yield from size_problems(v)
        over = over_after(v.tricks, v.cards, v.dealer, v.options)
        if over:
            yield Problem("tricks", f"the hand was over with trick {over}")
        won = next((result for result in reversed(v.tricks) if result != DRAW), "")
        if won and v.leader not in members(won):
            yield Problem("leader", f"{v.leader}, but {won} won the last trick that anybody won, so one of them leads")
        wrong = bid_problems(v.bids, v.alone)
        yield from wrong
        yield from self.held_problems(v)
        if wrong:
            return
        if v.calls.rejected:
            yield Problem("bids", "the hand was over when the last call was rejected")
        elif v.calls.open != (self.name == "answer"):
            yield Problem("bids", "no call waits for an answer" if not v.calls.open else "a call waits for its answer")

    def held_problems(self, v: V) -> Iterator[Problem]:
        """A hand that is too large for the player to act."""
        actor = self.actor(v)
        if actor is None:
            return
        place = (v.seats.index(actor) - v.seats.index(v.leader)) % v.players
        most = v.cards - len(v.tricks) - (place < len(v.trick))
        if 0 <= most < len(v.hand):
            yield Problem("hand", f"{len(v.hand)} cards, but {actor} can have only {most} left")

    def canonical(self, v: V, move: Move) -> Move:
        """The move itself if it is one card or one word; else raises `Unreadable`."""
        if len(move.cards) + bool(move.word) != 1:
            raise Unreadable("one card is played to a trick")
        return move

    def winner(self, v: V) -> Won | None:
        """The highest card of a complete trick; of partners' equal cards the first. None if it is drawn."""
        if not v.complete or v.result == DRAW or v.best is None:
            return None
        return Won(v.best.text, v.shared[0])

    def winner_clause(self, v: V) -> str:
        """The clause by which a complete trick is won or drawn; "" before that."""
        return trick_clause(v) if v.complete else ""

    def workings(self, v: V) -> Mapping[str, Working]:
        """How the winners of trick and hand, and the player to speak, come about."""
        if not v.complete:
            return {"to_move": self._due(v)}
        hand = hand_working(v)
        found: dict[str, Working] = {"winner": trick_working(v), "facts.hand": hand}
        found["to_move"] = self._due(v)
        if self.actor(v) is None:
            over = Step("raise_no_more" if v.hand_won else "card_due")
            found["to_move"] = Chain("truc.over", (*hand.steps, over), None)
        elif self.actor(v) == v.last:
            raises = Step("may_raise", {"who": v.last, "it": v.trick[-1]}, v.last)
            found["to_move"] = Chain("truc.over", (*hand.steps, raises), v.last)
        return found

    def _due(self, v: V) -> Chain:
        """The working of who is to act: the next player, or the one who has just played."""
        who = self.actor(v)
        steps: tuple[Step, ...] = ()
        if v.trick:
            steps = (Step("plays_last", {"who": v.last, "combo": play(v.trick[-1])}, v.last),)
        return Chain(self.clause, (*steps, Step("may_speak", {"who": who or ""}, who)), who)

    def facts(self, v: V) -> Mapping[str, Any]:
        """The stake; of a complete trick its result, and whether the hand is won."""
        found: dict[str, Any] = {"stake": v.stake}
        if v.complete:
            won = v.hand_won
            found |= {"trick": v.result, "hand": won.side if won else "open"}
            if won is None:
                found["leads"] = v.leads
        return found


def trick_working(v: TrucView) -> Contest | Chain:
    """How the winner of a complete trick comes about, also where the highest rank is shared."""
    if len(v.shared) == 1:
        return Contest("truc.win", v.laid, v.led, "")
    rank = v.trick[0].rank if v.best is None else v.best.rank
    low = tuple(
        Step("lower_rank", {"who": seat, "it": c, "best": v.best}, seat) for seat, c in v.plays if seat not in v.shared
    )
    same = Step("share_rank", {"who": v.shared, "rank": rank[:1]})
    if v.result == DRAW:
        mistakes = tuple(Step("shares_rank", {"who": seat}, seat) for seat in v.shared)
        return Chain("truc.tie.draw", (same, Step("both_sides")), "none", mistakes + low)
    first = Step("partners_share", {"who": v.shared[0]}, v.shared[0])
    later = tuple(Step("played_later", {"who": seat, "first": v.shared[0]}, seat) for seat in v.shared[1:])
    return Chain("truc.tie.partners", (same, first), v.shared[0], later + low)


def hand_working(v: TrucView) -> Chain:
    """How the winner of the hand comes about, trick by trick."""
    results, won = (*v.tricks, v.result), v.hand_won
    steps = [open_step("trick_result", {"n": n, "who": "" if one == DRAW else one}) for n, one in enumerate(results, 1)]
    if v.result == DRAW:
        steps[-1] = Step(
            "trick_drawn_with", {"n": len(results), "them": tuple(dict(v.plays)[seat] for seat in v.shared)}
        )
    else:
        steps[-1] = Step("trick_won_with", {"n": len(results), "who": v.result, "it": dict(v.plays)[v.shared[0]]})
    if won is None:
        return Chain("truc.stop", (*steps, Step("hand_open", {"n": v.cards})), "open")
    name = won.clause.rpartition(".")[2]
    end = Step(f"hand_{name}", {"who": won.side, "dealer": v.dealer, "n": results.count(won.side)}, won.side)
    return Chain(won.clause, (*steps, end), won.side)


def trick_clause(v: TrucView) -> str:
    """The clause by which a complete trick is won or drawn."""
    if v.result == DRAW:
        return "truc.tie.draw"
    return "truc.tie.partners" if len(v.shared) > 1 else "truc.win"
