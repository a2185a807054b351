"""Phases of Last One in which a card is played: on the upcard, just drawn, on a 2, on a 3."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from tutor.families.choices import CardsPhase
from tutor.games.last_one.state import LastOneState, step
from tutor.games.last_one.table import (
    PACK,
    WILD,
    AnsweringTwo,
    Drawn,
    Holding,
    LastOneView,
    Matching,
    Playing,
    fits,
    owed,
)
from tutor.games.last_one.turns import decline, note_action, play_card, run_agenda
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Cards
from tutor.kernel.duties import Duty, Trace, always
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Move, play
from tutor.kernel.phase import Turn, Unreadable
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed

if TYPE_CHECKING:
    from tutor.families.sheds import CardOnPile

V = TypeVar("V", bound=LastOneView)


def table_problems(v: LastOneView) -> Iterator[Problem]:
    """A dealer who has dropped out, and a table of fewer than two players."""
    if v.dealer in v.out:
        yield Problem("out", f"the dealer, {v.dealer}, is still in the game")
    if len(v.circle) < 2:
        yield Problem("out", "fewer than two are left: the game is over")


def pile_problems(v: LastOneView, field: str, top: CardOnPile, *, complete: bool = True) -> Iterator[Problem]:
    """A card on the pile for which too little (if `complete`) or too much is named."""
    if complete and top.card.joker and top.stands is None:
        yield Problem(field, f"{top.card.text} stands for a card: {top.card.text}:9H")
    if top.card.joker and top.suit and not v.options.joker_has_effect:
        yield Problem(field, "with joker_has_effect=false no suit is named for a joker")


class CardPhase(CardsPhase[V, LastOneState]):
    """What the phases have in common: single cards, and the fields that the view takes from the state."""

    extra_fields = MappingProxyType({"out": lambda state, seat: state.out, "mover": lambda state, seat: seat})

    def problems(self, v: V) -> Iterator[Problem]:
        """An impossible table, or a player to act who has dropped out."""
        yield from table_problems(v)
        if v.named in v.out:
            yield Problem("seat", f"{v.named} has dropped out of the game")

    def actor(self, v: V) -> Seat | None:
        """The player to act; if neither state nor position says, the player after the dealer."""
        return v.mover or v.named or v.next(v.dealer)

    def canonical(self, v: V, move: Move) -> Move:
        """The move itself; raises `Unreadable` for several cards."""
        if len(move.cards) > 1:
            raise Unreadable("one card at a time; what is put on a 3 is a decision of its own")
        return move

    def read(self, v: V, text: str) -> Move:
        """The move meant by `text`: a card alone, without what is named for it. Raises `Unreadable`."""
        if ":" in text:
            raise Unreadable("say the card alone; what it stands for is asked next")
        return super().read(v, text)


def matches(v: Matching, move: Move) -> bool:
    """Whether the card matches the upcard; jokers always do, and moves without a card pass."""
    return not move.cards or move.card.joker or fits(move.card, v.upcard)


def match_clause(v: Matching, move: Move) -> str:
    """The clause that allows a legal move: to draw, a joker, an 8, or a match."""
    if not move.cards:
        return "last-one.turn.draw"
    if move.card.joker:
        return "last-one.effect.joker"
    return "last-one.effect.8" if v.upcard.suit or move.card.rank == WILD else "last-one.turn.match"


MATCH: Final[Duty[Any]] = always("last-one.turn.match", matches, when=lambda v: not v.upcard.suit)
NAMED_SUIT: Final[Duty[Any]] = always("last-one.effect.8", matches, when=lambda v: bool(v.upcard.suit))
NOT_DRAWN: Final[Duty[Any]] = always(
    "last-one.turn.draw", lambda v, move: not move.cards, when=lambda v: not v.options.play_drawn_card
)


class Play(CardPhase[Playing]):
    """Play a card that matches the upcard, or draw one from the stock."""

    name = "play"
    title = "a card, or draw"
    clause = "last-one.turn.match"
    none = "draw"
    binding = (MATCH, NAMED_SUIT)

    def problems(self, v: Playing) -> Iterator[Problem]:
        """An upcard for which too little is named."""
        yield from super().problems(v)
        yield from pile_problems(v, "upcard", v.upcard)

    def basis(self, v: Playing, found: Trace[Playing], move: Move) -> str:
        """The clause that allows the move."""
        return match_clause(v, move)

    def act(self, state: LastOneState, seat: Seat, move: Move) -> Turn[LastOneState]:
        """The card is laid, or one is drawn."""
        if move.cards:
            return play_card(state, seat, move.card, state.upcard)
        then = step("drawn", seat) if state.options.play_drawn_card else step("play", state.next(seat))
        return run_agenda(note_action(state, seat), (), step("draw", seat, 1), then)


class DrawnCard(CardPhase[Drawn]):
    """Keep the card just drawn or, by a house rule, play it if it matches."""

    name = "drawn"
    title = "play the card just drawn, or keep it"
    clause = "last-one.turn.draw"
    none = PASS
    binding = (NOT_DRAWN, MATCH, NAMED_SUIT)

    def problems(self, v: Drawn) -> Iterator[Problem]:
        """An upcard for which too little is named."""
        yield from super().problems(v)
        yield from pile_problems(v, "upcard", v.upcard)

    def basis(self, v: Drawn, found: Trace[Drawn], move: Move) -> str:
        """The clause that allows the move."""
        return match_clause(v, move)

    def holds(self, v: Drawn) -> Cards:
        """The card drawn."""
        return (v.drawn,)

    def act(self, state: LastOneState, seat: Seat, move: Move) -> Turn[LastOneState]:
        """Play the card drawn, or keep it."""
        return play_card(state, seat, move.card, state.upcard) if move.cards else decline(state, seat)


def answers_two(v: LastOneView, move: Move) -> bool:
    """Whether the move draws or, by a house rule, puts a 2 (or a joker for one) on the 2."""
    if not move.cards:
        return True
    joker = move.card.joker and v.options.joker_has_effect
    return v.options.stack_twos and (joker or move.card.rank == "2")


ANSWERS_TWO: Final[Duty[Any]] = always("last-one.effect.2", answers_two)


def may_stack(v: LastOneView) -> bool:
    """Whether the house rules let a 2 be put on a 2."""
    return bool(ANSWERS_TWO.filter_moves(v, [play(c) for c in PACK.cards if c.rank == "2"]))


class AnswerTwo(CardPhase[AnsweringTwo]):
    """Draw after a 2 or, by a house rule, put another on it."""

    name = "two"
    title = "your answer to a 2"
    clause = "last-one.effect.2"
    none = "draw"
    binding = (ANSWERS_TWO,)

    def problems(self, v: AnsweringTwo) -> Iterator[Problem]:
        """Several 2s without the house rule."""
        yield from super().problems(v)
        if v.twos > 1 and not may_stack(v):
            yield Problem("twos", f"{v.twos}, but without stack_twos a 2 is never put on a 2")

    def facts(self, v: AnsweringTwo) -> Mapping[str, Any]:
        """The number of cards to draw."""
        return {"draw": owed(v.twos)}

    def act(self, state: LastOneState, seat: Seat, move: Move) -> Turn[LastOneState]:
        """Put a 2 on it, or draw for all of them and be skipped."""
        if move.cards:
            return play_card(state, seat, move.card, state.upcard)
        draw = step("draw", seat, owed(state.twos))
        return run_agenda(changed(note_action(state, seat), twos=0), (), draw, step("play", state.next(seat)))


class Stack(CardPhase[Holding]):
    """Put any other card on the 3 just played, or pass."""

    name = "stack"
    title = "a card on your 3"
    clause = "last-one.effect.3"
    none = PASS

    def act(self, state: LastOneState, seat: Seat, move: Move) -> Turn[LastOneState]:
        """Play the card, which need not match, or leave the 3 on top."""
        return play_card(state, seat, move.card, None) if move.cards else decline(state, seat)
