"""Playing a card in Last One: on the upcard, just drawn, on a 2, on a 3; each with the duties that constrain it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from tutor.families.choices import CardsPhase
from tutor.families.hands import HandsPhase
from tutor.games.last_one.state import LastOneState
from tutor.games.last_one.table import PACK, WILD, Drawn, Holding, LastOneView, Matching, Playing, Struck, fits, owed
from tutor.games.last_one.turns import drew, laid, let_be, struck
from tutor.kernel.cards import Cards
from tutor.kernel.duties import Duty, Trace, always
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Move, play
from tutor.kernel.phase import Turn, Unreadable
from tutor.kernel.seats import Seat

if TYPE_CHECKING:
    from tutor.families.sheds import CardOnPile

V = TypeVar("V", bound=LastOneView)


def table_problems(v: LastOneView) -> Iterator[Problem]:
    """Players who cannot have dropped out."""
    if v.dealer in v.out:
        yield Problem("out", f"the dealer, {v.dealer}, is still in the game")
    if len(v.circle) < 2:
        yield Problem("out", "fewer than two are left: the game is over")


def pile_problems(v: LastOneView, field: str, top: CardOnPile, *, complete: bool = True) -> Iterator[Problem]:
    """A card on the pile that is named too little, or too much."""
    if complete and top.card.joker and top.stands is None:
        yield Problem(field, f"{top.card.text} stands for a card: {top.card.text}:9H")
    if top.card.joker and top.suit and not v.options.joker_has_effect:
        yield Problem(field, "with joker_has_effect=false no suit is named for a joker")


class CardPhase(CardsPhase[V, LastOneState], HandsPhase[V, LastOneState]):
    """What the decisions have in common: single cards, and a player whom only the state knows."""

    see = HandsPhase.see

    def problems(self, v: V) -> Iterator[Problem]:
        """An impossible table, or somebody who has left it."""
        yield from table_problems(v)
        if v.named in v.out:
            yield Problem("seat", f"{v.named} has dropped out of the game")

    def actor(self, v: V) -> Seat | None:
        """Who is to decide; in a position that does not say, the player after the dealer."""
        return v.mover or v.named or v.next(v.dealer)

    def canonical(self, v: V, move: Move) -> Move:
        """One card, or a word."""
        if len(move.cards) > 1:
            raise Unreadable("one card at a time; what is put on a 3 is a decision of its own")
        return move

    def read(self, v: V, text: str) -> Move:
        """Cards are said without what is named for them."""
        if ":" in text:
            raise Unreadable("say the card alone; what it stands for is asked next")
        return super().read(v, text)

    def extra_fields(self, state: LastOneState, seat: Seat) -> Mapping[str, Any]:
        """Who is still in the game, and who is to decide."""
        return {"out": state.out, "mover": seat}


def may_lie(v: Matching, move: Move) -> bool:
    """Whether the card may lie on the upcard; jokers always may (so may saying or drawing something)."""
    return not move.cards or move.card.joker or fits(move.card, v.upcard)


def lies_by(v: Matching, move: Move) -> str:
    """The rule by which a legal card may lie there: jokers and 8s fit everywhere; drawing and passing are free."""
    if not move.cards:
        return "last-one.turn.draw"
    if move.card.joker:
        return "last-one.effect.joker"
    return "last-one.effect.8" if v.upcard.suit or move.card.rank == WILD else "last-one.turn.match"


MATCH: Final[Duty[Any]] = always("last-one.turn.match", may_lie, when=lambda v: not v.upcard.suit)
NAMED_SUIT: Final[Duty[Any]] = always("last-one.effect.8", may_lie, when=lambda v: bool(v.upcard.suit))
NOT_DRAWN: Final[Duty[Any]] = always(
    "last-one.turn.draw", lambda v, move: not move.cards, when=lambda v: not v.options.play_drawn_card
)


class Play(CardPhase[Playing]):
    """A card that agrees with the upcard, or a card from the stock."""

    name = "play"
    title = "a card, or draw"
    clause = "last-one.turn.match"
    none = "draw"
    view = Playing
    binding = (MATCH, NAMED_SUIT)

    def problems(self, v: Playing) -> Iterator[Problem]:
        """An upcard that is not fully named."""
        yield from super().problems(v)
        yield from pile_problems(v, "upcard", v.upcard)

    def basis(self, v: Playing, found: Trace[Playing], move: Move) -> str:
        """What sets the player free, or the match."""
        return lies_by(v, move)

    def act(self, state: LastOneState, seat: Seat, move: Move) -> Turn[LastOneState]:
        """The card is laid, or one is drawn."""
        return laid(state, seat, move.card, state.upcard) if move.cards else drew(state, seat)


class DrawnCard(CardPhase[Drawn]):
    """The card just drawn: with a house rule it may be played if it fits."""

    name = "drawn"
    title = "play the card just drawn, or keep it"
    clause = "last-one.turn.draw"
    none = "pass"
    view = Drawn
    binding = (NOT_DRAWN, MATCH, NAMED_SUIT)

    def problems(self, v: Drawn) -> Iterator[Problem]:
        """An upcard that is not fully named."""
        yield from super().problems(v)
        yield from pile_problems(v, "upcard", v.upcard)

    def basis(self, v: Drawn, found: Trace[Drawn], move: Move) -> str:
        """What sets the player free, or the match."""
        return lies_by(v, move)

    def holds(self, v: Drawn) -> Cards:
        """Only the card drawn is asked about."""
        return (v.drawn,)

    def act(self, state: LastOneState, seat: Seat, move: Move) -> Turn[LastOneState]:
        """It is laid, or kept."""
        return laid(state, seat, move.card, state.upcard) if move.cards else let_be(state, seat)


def answers_two(v: LastOneView, move: Move) -> bool:
    """Draw; with a house rule a 2, or a joker as a 2, may be put on it."""
    if not move.cards:
        return True
    joker = move.card.joker and v.options.joker_has_effect
    return v.options.stack_twos and (joker or move.card.rank == "2")


ANSWERS_TWO: Final[Duty[Any]] = always("last-one.effect.2", answers_two)


def may_stack(v: LastOneView) -> bool:
    """Whether a 2 may be put on a 2."""
    return bool(ANSWERS_TWO.filter_moves(v, [play(c) for c in PACK.cards if c.rank == "2"]))


class Two(CardPhase[Struck]):
    """The player after a 2 draws."""

    name = "two"
    title = "your answer to a 2"
    clause = "last-one.effect.2"
    none = "draw"
    view = Struck
    binding = (ANSWERS_TWO,)

    def problems(self, v: Struck) -> Iterator[Problem]:
        """2s on 2s without the house rule."""
        yield from super().problems(v)
        if v.twos > 1 and not may_stack(v):
            yield Problem("twos", f"{v.twos}, but without stack_twos a 2 is never put on a 2")

    def facts(self, v: Struck) -> Mapping[str, Any]:
        """How many have to be drawn."""
        return {"draw": owed(v.twos)}

    def act(self, state: LastOneState, seat: Seat, move: Move) -> Turn[LastOneState]:
        """Another 2, or the cards for all of them."""
        return laid(state, seat, move.card, state.upcard) if move.cards else struck(state, seat)


class Stack(CardPhase[Holding]):
    """After a 3, any other card may be put on it at once."""

    name = "stack"
    title = "a card on your 3"
    clause = "last-one.effect.3"
    none = "pass"
    view = Holding

    def act(self, state: LastOneState, seat: Seat, move: Move) -> Turn[LastOneState]:
        """It is laid without having to match, or the 3 stays on top."""
        return laid(state, seat, move.card, None) if move.cards else let_be(state, seat)
