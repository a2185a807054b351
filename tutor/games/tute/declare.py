"""Declarations in Tute: marriages and four kings, between two tricks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tutor.families.hands import view_of
from tutor.games.tute.score import settle
from tutor.games.tute.table import CUARENTA, TRICKS, TUTE, VEINTES, WORTH, TuteState, declaration_problems, pair
from tutor.kernel.duties import Duties, Duty, Trace, always, narrow
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, SEAT, Problem, calls, declared, suit
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Phase, Turn, Unreadable
from tutor.kernel.seen import HandView
from tutor.kernel.state import changed
from tutor.kernel.view import View

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
    from random import Random

    from tutor.kernel.cards import Cards
    from tutor.kernel.seats import Seat


@dataclass(frozen=True, kw_only=True)
class Declaring(View, HandView):
    """What a player sees between two tricks."""

    trump: str = suit("the trump suit", none=False)
    hand: Cards = declared(CARDS, "the cards that the asker still holds", ())
    leader: Seat = declared(SEAT, "winner of the last trick, who is about to lead", "P1")
    asker: Seat | None = declared(SEAT, "whose hand it is", None, shown="the leader")
    declared: tuple[tuple[Seat, str], ...] = calls("declarations so far, in order", (CUARENTA, *VEINTES))

    @property
    def who(self) -> Seat:
        """Whose hand it is."""
        return self.asker or self.leader

    def may_show(self, declaration: str) -> bool:
        """Whether the cards are held, and not declared before."""
        made = any(what == declaration for _, what in self.declared)
        return not made and set(pair(declaration, self.trump)) <= set(self.hand)

    @property
    def had_veinte(self) -> bool:
        """Whether the asker has declared a veinte."""
        return any(seat == self.who and what in VEINTES for seat, what in self.declared)


KIND: Final = {"none": "optional", CUARENTA: "cuarenta", TUTE: "tute"}
"""What a declaration is called; the others are veintes."""

WHEN: Final[Duty[Declaring]] = always(
    "tute.declare.when", lambda v, m: m.word == "none" or (v.who == v.leader and 0 < len(v.hand) < TRICKS)
)


def shown(kind: str, words: tuple[str, ...]) -> Duty[Declaring]:
    """A declaration of this kind needs its cards in hand, and is made once."""
    return always(f"tute.declare.{kind}", lambda v, m: m.word not in words or v.may_show(m.word))


HELD: Final = (shown("cuarenta", (CUARENTA,)), shown("veinte", VEINTES), shown("tute", (TUTE,)))
ORDER: Final[Duty[Declaring]] = always("tute.declare.order", lambda v, m: m.word != CUARENTA or not v.had_veinte)


class Declare(Phase[Declaring, TuteState]):
    """One declaration or none, by the winner of a trick, before the next lead."""

    name = "declare"
    title = "a declaration"
    verb = "declare"
    clause = "tute.declare.optional"
    view = Declaring
    words = ("none", CUARENTA, *VEINTES, TUTE)

    def problems(self, v: Declaring) -> Iterator[Problem]:
        """Too many cards, and declarations that could not be made."""
        if len(v.hand) > TRICKS:
            yield Problem("hand", f"{len(v.hand)} cards, but a hand has {TRICKS} at most")
        yield from declaration_problems(v.declared, v.trump)

    def actor(self, v: Declaring) -> Seat:
        """The asker."""
        return v.who

    def duties(self, v: Declaring) -> Duties[Declaring]:
        """The right moment, the cards themselves, and no cuarenta after a veinte."""
        return (WHEN, *HELD, ORDER)

    def basis(self, v: Declaring, found: Trace[Declaring], move: Move) -> str:
        """What allows this declaration, or none."""
        return f"tute.declare.{KIND.get(move.word, 'veinte')}"

    def candidates(self, v: Declaring) -> Iterable[Move]:
        """Nothing, the cuarenta, a veinte in each other suit, or the four kings."""
        return [call(word) for word in self.words if word != f"20{v.trump}"]

    def form(self, v: Declaring, move: Move) -> Move:
        """One declaration."""
        if move.cards or move.word == f"20{v.trump}":
            raise Unreadable(f"a declaration is one of {', '.join(m.text for m in self.candidates(v))}")
        return move

    def facts(self, v: Declaring) -> Mapping[str, Any]:
        """The veintes that would cost a cuarenta."""
        legal = [m.text for m in narrow(self.duties(v), v, self.candidates(v)).legal]
        return {"forfeits": [text for text in legal if text in VEINTES and CUARENTA in legal]}

    def reasons(self, v: Declaring, move: Move) -> Mapping[str, Any]:
        """The cards of the declaration, those that are held, and whether it was made before."""
        cards = () if move.word == "none" else pair(move.word, v.trump)
        return {
            "pair": cards,
            "have": tuple(c for c in cards if c in v.hand),
            "made": any(what == move.word for _, what in v.declared),
            "forfeits": move.text in self.facts(v)["forfeits"],
        }

    def bidding_policy(self, v: Declaring, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """What wins at once, then what counts most."""
        return max(legal, key=lambda move: (move.word == TUTE, WORTH.get(move.word, 0)))

    def rewards(self, state: TuteState, events: Sequence[Event]) -> Iterable[tuple[Seat, float]]:
        """What is declared."""
        return [(event.seat, float(event.facts["points"])) for event in events if event.what == "declared"]

    _known: Final[dict[Hashable, tuple[Move, ...]]] = {}

    def known(self, v: Declaring) -> tuple[Move, ...]:
        """As the duties had it the last time: trumps, kings and queens, what was declared and the moment decide."""
        held = tuple([c for c in v.hand if c.rank in "KQ"])
        made = frozenset([what for _, what in v.declared])
        key = (v.trump, held, made, v.had_veinte, v.who == v.leader and 0 < len(v.hand) < TRICKS)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = narrow(self.duties(v), v, self.candidates(v)).legal
        return found

    def see(self, state: TuteState, seat: Seat) -> Declaring:
        """The own hand and what has been declared."""
        return view_of(Declaring, state, hand=state.hand(seat), asker=None if seat == state.leader else seat)

    def act(self, state: TuteState, seat: Seat, move: Move) -> Turn[TuteState]:
        """The cards are shown and stay in the hand; four kings end the hand at once."""
        state = changed(state, phase="play")
        if move.word == "none":
            return Turn(state, ())
        cards = pair(move.word, state.trump)
        state = changed(state, declared=(*state.declared, (seat, move.word)), shown=(*state.shown, *cards))
        kind = KIND.get(move.word, "veinte")
        facts = {"declared": kind, "points": WORTH.get(move.word, 0)}
        event = Event("declared", seat, cards, f"tute.declare.{kind}", facts)
        then = settle(state) if move.word == TUTE else Turn(state, ())
        return Turn(then.state, (event, *then.events))


DECLARE: Final = Declare()
