"""New Game: cards of the suit or rank that lies on top are played until somebody has none left.

The clauses stand in `lessons/new-game/rulebook.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tutor.families import ending
from tutor.families.hands import HandsState, deal_evenly, view_of
from tutor.families.hands_game import HandScoring, HandsGame
from tutor.families.sheds import agrees
from tutor.families.tabletop import BIDS, CARDS_LEFT, SHEET
from tutor.kernel.cards import Card, Cards, french, without
from tutor.kernel.duties import Duty, Trace, always, if_able
from tutor.kernel.events import PLAYED, Event, ScoreLine, Settlement
from tutor.kernel.fields import CARD, CARDS, SEAT, Problem, declared, whole
from tutor.kernel.game import Family, PositionSetup
from tutor.kernel.moves import PLAY, Move, call
from tutor.kernel.phase import Phase, Turn, Unreadable
from tutor.kernel.seats import PLACE, Seat, after
from tutor.kernel.state import changed
from tutor.kernel.tabletop import Facts, Heap, TableContext, fact, heap
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from tutor.kernel.seats import Side
    from tutor.kernel.working import Standing

PACK: Final = french()
SEATS, EACH, HANDS = 4, 7, 4
DRAW, PASS = call("draw"), call("pass")


@dataclass(frozen=True, kw_only=True)
class NewGameState(HandsState):
    """A game as far as it has been played; `away` is the stock, its top card first."""

    pile: Cards = ()
    """The cards that have been played, the last one on top."""


# -- the play ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Choice(View, HandView):
    """What the player sees who is to play."""

    hand: Cards = declared(CARDS, "the cards of the player who is to act")
    upcard: Card = declared(CARD, "the card on top of the pile")
    stock: int = whole("cards left to draw", 1, low=0, high=len(PACK))
    seat: Seat = declared(SEAT, "who is to act", "P1")


MATCH: Final[Duty[Choice]] = always("new-game.match", lambda v, move: not move.cards or agrees(move.card, v.upcard))
MUST: Final[Duty[Choice]] = if_able("new-game.must", lambda v, move: bool(move.cards))


class Play(Phase[Choice, NewGameState]):
    """A card, or one drawn. What binds is in `binding`, in the order of the rulebook, and nowhere else."""

    clause = "new-game.match"
    words = (DRAW.word, PASS.word)
    binding = (MATCH, MUST)

    def problems(self, v: Choice) -> Iterator[Problem]:
        """A hand without cards."""
        if not v.hand:
            yield Problem("hand", "who is to play has cards")

    def actor(self, v: Choice) -> Seat | None:
        """Who is said to be."""
        return v.seat

    def candidates(self, v: Choice) -> Iterable[Move]:
        """Each card of the hand; to draw, or to pass where nothing is left to draw."""
        return (*map(PLAY.__getitem__, PACK.sort(v.hand)), DRAW if v.stock else PASS)

    def canonical(self, v: Choice, move: Move) -> Move:
        """One card, or what can be done instead."""
        if len(move.cards) > 1 or (not move.cards and move != (DRAW if v.stock else PASS)):
            raise Unreadable(f"one card is played; else say {DRAW if v.stock else PASS}")
        return move

    def basis(self, v: Choice, found: Trace[Choice], move: Move) -> str:
        """A card agrees; whoever has none that does draws, or passes."""
        return "new-game.match" if move.cards else "new-game.draw"

    def see(self, state: NewGameState, seat: Seat) -> Choice:
        """The own cards, the top card, and how many are left to draw."""
        return view_of(Choice, state, hand=state.hand(seat), upcard=state.pile[-1], stock=len(state.away), seat=seat)

    def act(self, state: NewGameState, seat: Seat, move: Move) -> Turn[NewGameState]:
        """The next in turn plays, or the hand is settled."""
        hands, at = list(state.hands), PLACE[seat]
        fields: dict[str, Any] = {"turn": (after(state.seats, seat),)}
        if move.cards:
            hands[at] = without(hands[at], move.cards)
            fields["pile"] = (*state.pile, move.card)
        elif state.away:
            hands[at] = PACK.sort((*hands[at], state.away[0]))
            fields["away"] = state.away[1:]
        events = (Event(PLAYED if move.cards else "drew" if state.away else "passed", seat, move.cards),)
        state = changed(state, hands=tuple(hands), **fields)
        if not is_over(state):
            return Turn(state, events)
        ended = Event("hand ended", clause="new-game.out")
        return self.game.scoring.close(state).preceded_by(*events, ended)


def is_over(state: NewGameState) -> bool:
    """Whether somebody has gone out, or nobody can do anything any more."""
    if state.away or not all(state.hands):
        return not all(state.hands)
    return not any(agrees(c, state.pile[-1]) for hand in state.hands for c in hand)


# -- the score ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Result(View):
    """The result of a hand."""

    left: dict[Seat, int] = whole("cards left", {}, low=0, high=len(PACK), per="seat")
    before: dict[Seat, int] = whole("points before this hand", {}, low=0, per="seat")
    played: int = whole("hands played before this one", 0, low=0, high=HANDS - 1)


class Score(HandScoring[Result, NewGameState]):
    """A point against a player for each card left; after the last hand the lowest total wins."""

    def problems(self, v: Result) -> Iterator[Problem]:
        """What no hand can be."""
        if sum(not v.left.get(seat, 0) for seat in v.seats) > 1:
            yield Problem("left", "only one player can be without cards")

    def fields(self, state: NewGameState) -> dict[str, Any]:
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
class SetupView(View):
    """Hands, the top card, and whose turn it is."""

    upcard: Card = declared(CARD, "the card on top of the pile")
    seat: Seat = declared(SEAT, "who is to act", "P1")
    hand: dict[Seat, Cards] = declared(CARDS, "cards in the hand of each seat", {}, per="seat")
    stock: Cards = declared(CARDS, "the stock, its top card first", ())


class Setup(PositionSetup[SetupView, NewGameState]):
    """A moment of play; cards that are not named lie in the pile."""

    def problems(self, v: SetupView) -> Iterator[Problem]:
        """Seats without cards, and a hand that is over."""
        empty = [seat for seat in v.seats if not v.hand.get(seat)]
        yield from (Problem(f"hand.{seat}", "must be given: everybody has cards here") for seat in empty)
        if not empty and is_over(self.build(v)):
            yield Problem("stock", "is empty and nobody can play, so the hand is over")

    def build(self, v: SetupView) -> NewGameState:
        """The state with exactly these cards at these places."""
        hands = tuple(PACK.sort(v.hand.get(seat, ())) for seat in v.seats)
        pile = (*self.rest(v), v.upcard)
        return NewGameState(
            players=v.players,
            options=v.options,
            dealer=v.dealer,
            scores=(0,) * v.players,
            hands=hands,
            away=v.stock,
            pile=pile,
            phase=Play.name,
            turn=(v.seat,),
        )


def _top(at: TableContext, pile: Cards) -> Heap | None:
    return Heap((pile[-1:],)) if pile else None


def _left(at: TableContext, left: Cards | int) -> Facts | None:
    return {"n": left if isinstance(left, int) else len(left)} if at.due else None


class NewGame(HandsGame[NewGameState]):
    """What is played with, and how a hand begins. `bound` is more moves than any game can last."""

    name, title, family = "new-game", "New Game", Family.SHEDDING
    players, usual, bound = (SEATS,), SEATS, 2_000
    pack = PACK
    tabletop = (
        *SHEET,
        fact("stock", "away", make=_left),
        fact("stock", "stock", make=_left),
        heap("top", "pile", make=_top),
        heap("top", "upcard"),
        CARDS_LEFT,
        BIDS,
    )
    phases, scoring, setup = (Play(),), Score(), Setup()

    def deal(self, state: NewGameState, dealt_cards: Move) -> Turn[NewGameState]:
        """Seven cards each, and one on the table; the dealer's left begins."""
        hands, rest = deal_evenly(state, PACK, dealt_cards.cards, EACH)
        first = after(state.seats, state.dealer)
        event = Event("dealt", state.dealer, clause="new-game.deal", facts={"each": EACH})
        state = changed(state, chance=None, hands=hands, pile=rest[:1], away=rest[1:], phase=Play.name, turn=(first,))
        return Turn(state, (event,))

    def cards(self, state: NewGameState) -> Cards:
        """Hands, the stock and the pile."""
        return (*super().cards(state), *state.pile)


GAME = NewGame()
