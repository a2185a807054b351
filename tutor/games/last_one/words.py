"""What players of Last One say: the suit of an 8, the card of a joker, and the call "last one"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from tutor.families.sheds import CardOnPile
from tutor.games.last_one.plays import CardPhase, may_stack, pile_problems
from tutor.games.last_one.table import NATURAL, Holding, Naming, fits
from tutor.games.last_one.turns import apply_effect, run_agenda
from tutor.kernel.calls import PASS
from tutor.kernel.cards import SUIT_NAMES, SUITS, Cards, spelled
from tutor.kernel.duties import Duty, Trace, always
from tutor.kernel.events import Event
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Move, call, play
from tutor.kernel.phase import Turn, Unreadable
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed

if TYPE_CHECKING:
    from tutor.games.last_one.state import LastOneState

ALOUD: Final = call("last-one")


def names_card(v: Naming) -> bool:
    """Whether a card must be named, rather than a suit."""
    return v.played.card.joker and v.played.stands is None


NAMED_TWO: Final[Duty[Naming]] = always(
    "last-one.effect.2", lambda v, move: move.card.rank == "2", when=lambda v: v.twos > 0
)
NAMED_FIT: Final[Duty[Naming]] = always(
    "last-one.effect.joker",
    lambda v, move: v.upcard is None or fits(move.card, v.upcard),
    when=lambda v: v.options.joker_must_match and names_card(v),
)


class Name(CardPhase[Naming]):
    """Name the suit of an 8, or the card of a joker."""

    name = "name"
    title = "the suit or card you name"
    verb = "name"
    clause = "last-one.effect.joker"
    words = tuple(SUITS)
    binding = (NAMED_TWO, NAMED_FIT)
    extra_fields = MappingProxyType(
        {
            **CardPhase.extra_fields,
            "played": lambda state, seat: state.upcard,
            "upcard": lambda state, seat: state.under if state.options.joker_must_match else None,
        }
    )

    def titled(self, v: Naming) -> str:
        """A card is named for a joker, a suit for an 8."""
        return "the card that the joker stands for" if names_card(v) else "the suit you name"

    def problems(self, v: Naming) -> Iterator[Problem]:
        """Nothing to name, and cards that cannot lie there."""
        yield from super().problems(v)
        bad = list(pile_problems(v, "played", v.played, complete=False))
        if not bad and not v.options.unnamed(v.played):
            bad.append(Problem("played", f"nothing (more) is named for {v.played.text}"))
        if v.upcard is not None:
            bad += pile_problems(v, "upcard", v.upcard)
        if v.twos and not may_stack(v):
            bad.append(Problem("twos", "without stack_twos nothing is put on a 2"))
        elif v.twos and not (names_card(v) and v.options.joker_has_effect):
            bad.append(Problem("twos", "what is named on a 2 is a joker, and as a 2"))
        yield from bad

    def candidates(self, v: Naming) -> Iterable[Move]:
        """Four suits, or the 52 cards."""
        return (play(c) for c in NATURAL) if names_card(v) else (call(s) for s in SUITS)

    def holds(self, v: Naming) -> Cards:
        """Any card but a joker may be named, wherever it is."""
        return NATURAL

    def read(self, v: Naming, text: str) -> Move:
        """The suit or card meant by `text`; suits also by symbol or name. Raises `Unreadable`."""
        if names_card(v):
            return super().read(v, text)
        wanted = (text.strip().lower(), spelled(text).lower())
        for suit in SUITS:
            if suit.lower() in wanted or SUIT_NAMES[suit] in wanted:
                return call(suit)
        raise Unreadable("name a suit: S, H, D or C")

    def canonical(self, v: Naming, move: Move) -> Move:
        """The move itself; raises `Unreadable` unless it names a card for a joker, or a suit for an 8."""
        if names_card(v) and (move.word or len(move.cards) != 1 or move.card.joker):
            raise Unreadable("name the natural card that the joker stands for, such as 9H")
        return move

    def basis(self, v: Naming, found: Trace[Naming], move: Move) -> str:
        """The clause of the joker or of the 8."""
        return found.basis() or (self.clause if names_card(v) else "last-one.effect.8")

    def act(self, state: LastOneState, seat: Seat, move: Move) -> Turn[LastOneState]:
        """Set what is named; it holds until another card is played."""
        assert state.upcard is not None
        if move.cards:
            event = Event("joker named", seat, move.cards, "last-one.effect.joker")
            return apply_effect(changed(state, upcard=CardOnPile(state.upcard.card, move.card)), seat, (event,))
        event = Event("suit named", seat, clause="last-one.effect.8", facts={"named": move.word})
        return apply_effect(changed(state, upcard=state.upcard._replace(suit=move.word)), seat, (event,))


class Call(CardPhase[Holding]):
    """Call "last one" with one card left, or forget to, which may cost cards later."""

    name = "call"
    title = 'the call "last one"'
    verb = "say"
    clause = "last-one.call"
    words = ("last-one", PASS)

    def problems(self, v: Holding) -> Iterator[Problem]:
        """A hand of more than one card."""
        yield from super().problems(v)
        if len(v.hand) > 1:
            yield Problem("hand", "only a player with a single card calls")

    def candidates(self, v: Holding) -> Iterable[Move]:
        """To call, and to forget it, which is no offence yet."""
        return map(call, self.words)

    def canonical(self, v: Holding, move: Move) -> Move:
        """One of the two words; raises `Unreadable` for cards, which are not played now."""
        if move.cards:
            raise Unreadable("no card is played now; say last-one, or pass")
        return move

    def basis(self, v: Holding, found: Trace[Holding], move: Move) -> str:
        """The clause of the call, or of the penalty for not calling."""
        return self.clause if move == ALOUD else "last-one.call.penalty"

    def facts(self, v: Holding) -> Mapping[str, Any]:
        """The cards drawn for silence when the next player acts."""
        return {"penalty": 2}

    def act(self, state: LastOneState, seat: Seat, move: Move) -> Turn[LastOneState]:
        """Note whether the call was made, or forgotten."""
        if move == ALOUD:
            return run_agenda(state, (Event("last one called", seat, clause=self.clause),))
        return run_agenda(changed(state, silent=seat), ())
