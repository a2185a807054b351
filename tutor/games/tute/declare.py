"""The phase of Tute in which the winner of a trick may declare marriages or four kings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from tutor.families.choices import ChoicePhase, at_most
from tutor.games.tute.declarations import DUTIES, KIND, NONE, WORDS, Declaring, declaration_problems, in_hand, words
from tutor.games.tute.score import SCORE
from tutor.games.tute.table import CUARENTA, TRICKS, TUTE, VEINTES, WORTH, TuteState, pair
from tutor.kernel.calls import PASSING
from tutor.kernel.duties import Trace, narrow
from tutor.kernel.events import DECLARED, Event
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Turn, Unreadable
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed

FORTIES: Final = (CUARENTA, "cuarenta", "forty")
TWENTIES: Final = ("20", "veinte", "twenty")
NOTHING: Final = ("no", "nothing", "declare nothing")
"""What people call the pairs, without a suit, and no declaration."""


class Declare(ChoicePhase[Declaring, TuteState]):
    """Make one declaration, or none, after winning a trick."""

    name = "declare"
    title = "a declaration"
    verb = "declare"
    clause = "tute.declare.optional"
    words = WORDS
    hand_size = at_most(TRICKS)
    binding = DUTIES
    meanings = MappingProxyType({NONE: PASSING})
    extra_fields = MappingProxyType({"asker": lambda state, seat: None if seat == state.leader else seat})

    def problems(self, v: Declaring) -> Iterator[Problem]:
        """Too many cards, and declarations that could not have been made."""
        yield from super().problems(v)
        yield from declaration_problems(v.declared, v.trump)

    def actor(self, v: Declaring) -> Seat:
        """The player whose hand it is."""
        return v.who

    def basis(self, v: Declaring, found: Trace[Declaring], move: Move) -> str:
        """The clause of this declaration, or of none."""
        return f"tute.declare.{KIND.get(move.word, 'veinte')}"

    def choices(self, v: Declaring) -> tuple[str, ...]:
        """The words: "none", the cuarenta, a veinte for each other suit, and the tute."""
        return words(v)

    def read(self, v: Declaring, text: str) -> Move:
        """As for any word; a twenty without a suit is the one that can be shown. Raises `Unreadable`."""
        low = text.strip().lower()
        if low in FORTIES or low in NOTHING:
            return call(CUARENTA if low in FORTIES else "none")
        if low == f"20{v.trump}".lower():
            raise Unreadable(f"king and queen of trumps are the cuarenta, {CUARENTA}")
        if low not in TWENTIES:
            return super().read(v, text)
        held = [word for word in self.choices(v) if word in VEINTES and v.may_show(word)]
        if not held:
            raise Unreadable("of no suit but trumps have you king and queen to show")
        if len(held) > 1:
            raise Unreadable(f"you have more than one: say {' or '.join(held)}")
        return call(held[0])

    def sayable(self, v: Declaring) -> str:
        """The error message: the words, without the tute for a hand that has none."""
        *said, last = [word for word in self.choices(v) if word != TUTE or v.may_show(word)]
        return f"say {', '.join(said)} or {last}"

    def facts(self, v: Declaring) -> Mapping[str, Any]:
        """The veintes that would forfeit a cuarenta."""
        legal = [m.text for m in narrow(self.duties(v), v, self.candidates(v)).legal]
        return {"forfeits": [text for text in legal if text in VEINTES and CUARENTA in legal]}

    def reasons(self, v: Declaring, move: Move) -> Mapping[str, Any]:
        """The cards of the declaration, those held, whether it was made before, and whether it forfeits a cuarenta."""
        cards = () if move.word == NONE else pair(move.word, v.trump)
        return {
            "pair": cards,
            "have": tuple(c for c in cards if c in v.hand),
            "made": any(what == move.word for _, what in v.declared),
            "forfeits": move.text in self.facts(v)["forfeits"],
        }

    def due(self, state: TuteState, seat: Seat) -> bool:
        """Whether `seat` has anything to declare."""
        v = self.see(state, seat)
        return len(narrow(self.duties(v), v, in_hand(v)).legal) > 1

    def act(self, state: TuteState, seat: Seat, move: Move) -> Turn[TuteState]:
        """Show the cards, which stay in the hand; four kings end the hand at once."""
        state = changed(state, phase="play")
        if move.word == NONE:
            return Turn(state)
        cards = pair(move.word, state.trump)
        state = changed(state, declared=(*state.declared, (seat, move.word)), shown=state.showing(cards))
        kind = KIND.get(move.word, "veinte")
        facts = {"declared": kind, "points": WORTH.get(move.word, 0)}
        event = Event(DECLARED, seat, cards, f"tute.declare.{kind}", facts)
        return (SCORE.close(state) if move.word == TUTE else Turn(state)).preceded_by(event)


DECLARE: Final = Declare()
