"""The remarks allowed in Tresette: what may be said before a card is played, and whether it is true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.tricks import TrickPhase
from tutor.games.tresette.table import TRICKS, Remark, TresetteState, TresetteView
from tutor.kernel.cards import SUITS, Cards
from tutor.kernel.duties import BatchPredicate, Duties, Duty, Trace, always, batch_predicate
from tutor.kernel.events import Event
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Turn, Unreadable
from tutor.kernel.seats import Seat, after
from tutor.kernel.state import changed

SILENT: Final = "silent"
BEST: Final = "best"
COUNT: Final = "count"
SHORT: Final = "short"
COUNTS: Final = tuple(f"{COUNT}:{n}" for n in range(TRICKS + 1))
SHORTS: Final = tuple(f"{SHORT}:{n}" for n in range(3))
REMARKS: Final = (BEST, *COUNTS, *SHORTS)
KINDS: Final = {remark: remark.partition(":")[0] for remark in REMARKS}
CLAUSES: Final = {BEST: "tresette.talk.leader", COUNT: "tresette.talk.follower", SHORT: "tresette.talk.short"}


def kind(move: Move) -> str:
    """The kind of a remark; "" for a card and for silence."""
    return KINDS.get(move.word, "")


def number(text: str) -> int:
    """The number that a remark states."""
    return int(text.partition(":")[2])


@dataclass(frozen=True, kw_only=True)
class TalkView(TresetteView):
    """The trick and the own hand, with what can truly be said of them."""

    def suit_counts(self) -> tuple[int, ...]:
        """The number of cards of each suit in the hand."""
        held = Counter(c.suit for c in self.hand)
        return tuple(held[s] for s in SUITS)

    @property
    def could_beat(self) -> bool:
        """Whether a card of the suit led would beat the best so far."""
        return any(self.beats(c) for c in self.hand)

    def true(self, text: str) -> bool:
        """Whether the number that a remark states is right."""
        if text.startswith(COUNT):
            return sum(c.suit == self.led for c in self.hand) == number(text)
        return number(text) in self.suit_counts()


def of_remarks(keep: Callable[[TalkView, Move], bool]) -> BatchPredicate[TalkView]:
    """A predicate that cards satisfy, and remarks if `keep(view, move)`."""
    return batch_predicate(lambda v, moves: [move for move in moves if not move.word or keep(v, move)])


NONE: Final[Duty[TalkView]] = always(
    "tresette.talk.none", of_remarks(lambda v, m: not kind(m)), when=lambda v: not v.options.table_talk
)
LEADER: Final[Duty[TalkView]] = always(
    "tresette.talk.leader", of_remarks(lambda v, m: m.word != BEST), when=lambda v: bool(v.trick)
)
FOLLOWER: Final[Duty[TalkView]] = always(
    "tresette.talk.follower", of_remarks(lambda v, m: kind(m) != COUNT), when=lambda v: not v.trick
)
TRUE: Final[Duty[TalkView]] = always(
    "tresette.talk.true", of_remarks(lambda v, m: kind(m) in ("", BEST) or v.true(m.word))
)
TALKING: Final[Duties[TalkView]] = (NONE, LEADER, FOLLOWER, TRUE)


def read_remark(text: str) -> Move | None:
    """The remark that `text` means; None if it is none."""
    word = text.strip().lower()
    return call(word) if word in REMARKS else None


def remark_reasons(v: TalkView, move: Move) -> Mapping[str, Any]:
    """What the sentences about a remark need: its kind and number, and the true numbers."""
    said = kind(move)
    counted = sum(c.suit == v.led for c in v.hand) if v.trick else 0
    return {
        "remark": said,
        "n": number(move.word) if said in (COUNT, SHORT) else 0,
        "counted": counted,
        "counts": v.suit_counts(),
    }


def make_remark(state: TresetteState, seat: Seat, move: Move) -> Turn[TresetteState]:
    """The state after a remark; the same player is still to play."""
    led = state.trick[0].suit if state.trick else ""
    state = changed(state, said=(*state.said, Remark(seat, move.word, led, len(state.played(seat)))))
    n = number(move.word) if ":" in move.word else 0
    facts = {"remark": kind(move), "n": n, "led": led, "partner": after(state.seats, seat, 2)}
    return Turn(state, (Event("remarked", seat, clause=CLAUSES[kind(move)], facts=facts),))


class Talk(TrickPhase[TalkView, TresetteState]):
    """Make a remark before playing a card, or stay silent."""

    name = "talk"
    title = "a remark, or none"
    verb = "say"
    clause = "tresette.talk.short"
    words = (SILENT, *REMARKS)
    binding = TALKING

    def candidates(self, v: TalkView) -> Iterable[Move]:
        """Silence, and every possible remark."""
        return [call(word) for word in self.words]

    def basis(self, v: TalkView, found: Trace[TalkView], move: Move) -> str:
        """The clause that permits this remark; for silence the one for the usual remark."""
        if not v.options.table_talk:
            return NONE.clause
        return CLAUSES.get(kind(move)) or CLAUSES[COUNT if v.trick else BEST]

    def holds(self, v: TalkView) -> Cards:
        """No cards: remarks are not made of any."""
        return ()

    def read(self, v: TalkView, text: str) -> Move:
        """Silence or the remark that `text` means; raises `Unreadable`."""
        word = text.strip().lower()
        if word == SILENT:
            return call(SILENT)
        found = read_remark(word)
        if found is None:
            raise Unreadable("say nothing, ask for the best card, or say how many cards of the suit you hold")
        return found

    def reasons(self, v: TalkView, move: Move) -> Mapping[str, Any]:
        """What is said, and what is true."""
        return remark_reasons(v, move)

    def winner_clause(self, v: TalkView) -> str:
        """An empty text, as nobody asks about a complete trick here."""
        return ""

    def winner(self, v: TalkView) -> None:
        """Always None: nobody asks who wins a complete trick here."""

    def act(self, state: TresetteState, seat: Seat, move: Move) -> Turn[TresetteState]:
        """Note the remark; the card is still to come."""
        state = changed(state, phase="play")
        return Turn(state) if move.word == SILENT else make_remark(state, seat, move)


TALK: Final = Talk()
