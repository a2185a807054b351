"""Announcing melds in Jo-Jotte: for each category the defender first, then the declarer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from tutor.families.choices import ChoicePhase, exactly
from tutor.games.jo_jotte.melds import (
    FOUR,
    KINDS,
    SEQ,
    SHORTEST,
    Meld,
    every_run,
    four,
    melds,
    no_run,
    of_cards,
    owner,
    parsed,
    run,
)
from tutor.games.jo_jotte.table import NATURAL, SEATS, TRICKS, JoJotteState
from tutor.kernel.cached import cached_property
from tutor.kernel.calls import PASSING
from tutor.kernel.cards import Card, Cards
from tutor.kernel.duties import Duties, Duty, Trace, always, narrow
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, SEAT, FieldType, ParseContext, Problem, choice, declared, suit
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Turn, Unreadable
from tutor.kernel.seats import Seat, other_side
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView
from tutor.kernel.working import Part, Sum, Working

NONE: Final = "none"
GOOD: Final = "good"
PASSES: Final = (NONE, GOOD)


class _Claim(FieldType[str]):
    shape = "four:RANK, seq:LENGTH and top card, or none"

    def read(self, text: str, at: ParseContext) -> str:
        return NONE if text.lower() == NONE else parsed(text).text

    def cards(self, value: str) -> Iterable[Card]:
        return () if value == NONE else parsed(value).cards


FORM: Final = {
    FOUR: "name its rank, such as four kings",
    SEQ: "name its cards, such as KH QH JH",
}
"""How a meld of each category is written."""


@dataclass(frozen=True, kw_only=True)
class Announcing(View, HandView):
    """The view of a player who may announce a meld: nine cards, and what the defender has claimed."""

    trump: str = suit("the trump suit, - for no trump")
    hand: Cards = declared(CARDS, "the asker's nine cards")
    kind: str = choice("which category is asked about", KINDS, FOUR)
    claim: str | None = declared(_Claim(), "what the defender has announced; the asker is then the declarer", None)
    asker: Seat = declared(SEAT, "whose hand it is; has no bearing on the answer", "P1")

    @cached_property
    def own(self) -> tuple[Meld, ...]:
        """The melds of this category in the hand, best first."""
        return melds(self.kind, self.hand, self.trump)

    @property
    def to_beat(self) -> Meld | None:
        """The meld that the defender has claimed; None if there is none."""
        return None if self.claim in (None, NONE) else parsed(self.claim or "")

    @property
    def other(self) -> Seat:
        """The other player, who has announced what there is to beat."""
        return next(seat for seat in self.seats if seat != self.asker)

    @property
    def pass_word(self) -> str:
        """The word that announces nothing: "good" after a claim, else "none"."""
        return GOOD if self.to_beat else NONE

    def has(self, text: str) -> bool:
        """Whether the hand holds this meld, not as part of a longer one."""
        return any(meld.text == text for meld in self.own)

    def is_best(self, text: str) -> bool:
        """Whether no other meld of the category in the hand is better."""
        return not self.own or parsed(text).rank(self.trump) >= self.own[0].rank(self.trump)

    def is_better(self, text: str) -> bool:
        """Whether the meld is better than the defender's, if there is one."""
        return self.to_beat is None or parsed(text).rank(self.trump) > self.to_beat.rank(self.trump)


def in_hand(clause: str, kind: str) -> Duty[Announcing]:
    """A ban on melds of this category that are not in the hand, or only part of a longer one."""
    return always(clause, lambda v, m: m.word in PASSES or v.has(m.word), when=lambda v: v.kind == kind)


def better(clause: str, kind: str) -> Duty[Announcing]:
    """A ban on melds of this category that are not better than the defender's."""
    return always(clause, lambda v, m: m.word in PASSES or v.is_better(m.word), when=lambda v: v.kind == kind)


DUTIES: Final[Duties[Announcing]] = (
    in_hand("jo-jotte.meld.four", FOUR),
    in_hand("jo-jotte.meld.seq", SEQ),
    always("jo-jotte.meld.order", lambda v, m: m.word in PASSES or v.is_best(m.word)),
    better("jo-jotte.meld.four", FOUR),
    better("jo-jotte.meld.seq.compare", SEQ),
)


class Melds(ChoicePhase[Announcing, JoJotteState]):
    """Announce the best four, then the best sequence."""

    name = "meld"
    title = "your announcement"
    verb = "announce"
    clause = "jo-jotte.meld.optional"
    viewer = "asker"
    hand_size = exactly(TRICKS, "before the melds everybody has")
    binding = DUTIES
    meanings = MappingProxyType({NONE: PASSING})
    extra_fields = MappingProxyType(
        {
            "hand": lambda state, seat: state.dealt(seat),
            "kind": lambda state, seat: KINDS[len(state.claims) // 2],
            "claim": lambda state, seat: state.claims[-1][1] if len(state.claims) % 2 else None,
        }
    )

    def problems(self, v: Announcing) -> Iterator[Problem]:
        """Another number of cards than nine, or a claim of the other category."""
        yield from super().problems(v)
        if v.to_beat and v.to_beat.kind != v.kind:
            yield Problem("claim", f"{v.claim} is not an answer to the question about kind={v.kind}")

    def basis(self, v: Announcing, found: Trace[Announcing], move: Move) -> str:
        """The clause of announcing the best meld, or of announcing nothing."""
        return self.clause if move.word in PASSES else "jo-jotte.meld.order"

    def choices(self, v: Announcing) -> tuple[str, ...]:
        """The word for none, and every four, or every run in the hand with parts of longer ones."""
        found = [four(rank) for rank in NATURAL]
        if v.kind == SEQ:
            found = [
                run(length, top)
                for meld in v.own
                for length in range(len(meld.cards), SHORTEST - 1, -1)
                for top in meld.cards[: len(meld.cards) - length + 1]
            ]
        return (v.pass_word, *(meld.text for meld in found))

    def nameable(self, v: Announcing) -> Iterator[Move]:
        """Every run of the pack, whatever the hand holds."""
        if v.kind == SEQ:
            yield from (call(meld.text) for meld in every_run())

    def read(self, v: Announcing, text: str) -> Move:
        """The word for none, or the meld of this category that `text` means or names the cards of; or `Unreadable`."""
        if text.strip().lower() == v.pass_word:
            return call(v.pass_word)
        meld = of_cards(text)
        if meld is None:
            try:
                meld = parsed(text)
            except ValueError:
                raise Unreadable((v.kind == SEQ and no_run(text)) or FORM[v.kind]) from None
        if meld.kind != v.kind:
            raise Unreadable(f"now it is about {'fours' if v.kind == FOUR else 'sequences'}")
        return call(meld.text)

    def facts(self, v: Announcing) -> Mapping[str, Any]:
        """The melds held, and the points they would score."""
        return {
            "fours" if v.kind == FOUR else "sequences": [meld.name for meld in v.own],
            "points": sum(meld.points for meld in v.own),
        }

    def workings(self, v: Announcing) -> Mapping[str, Working]:
        """How these points come about."""
        rule = f"jo-jotte.meld.{'four' if v.kind == FOUR else 'seq'}"
        return {"facts.points": Sum(rule, tuple(Part(meld.points, rule, meld.cards) for meld in v.own))}

    def reasons(self, v: Announcing, move: Move) -> Mapping[str, Any]:
        """The cards of the meld, and those of them that are held."""
        wanted = () if move.word in PASSES else parsed(move.word).cards
        return {"wanted": wanted, "have": tuple(c for c in wanted if c in v.hand)}

    def act(self, state: JoJotteState, seat: Seat, move: Move) -> Turn[JoJotteState]:
        """Announce; then the next player is asked, or the lead is due."""
        state, events = announce(state, seat, move.word)
        return next_claim(state).preceded_by(*events)


MELDS: Final = Melds()


def announce(state: JoJotteState, seat: Seat, word: str) -> tuple[JoJotteState, tuple[Event, ...]]:
    """The state after an announcement; after both, the owner of the best meld scores (`jo-jotte.meld.score`)."""
    kind = KINDS[len(state.claims) // 2]
    cards = () if word in PASSES else parsed(word).cards
    state = changed(state, claims=(*state.claims, (seat, word)), shown=state.showing(cards))
    events = [Event("announced", seat, cards, "jo-jotte.meld.order", facts={"call": word, "kind": kind})]
    if len(state.claims) % 2 == 0:
        best = owner(kind, announcing_hands(state, kind), state.trump, state.declarer)
        if best:
            own = melds(kind, state.dealt(best), state.trump)
            shown = own[0].cards if state.options.show_melds == "always" else ()
            facts = {"kind": kind, "points": sum(meld.points for meld in own), "n": len(own)}
            state = changed(state, melded=(*state.melded, (best, facts["points"])))
            events.append(Event("melds scored", best, shown, "jo-jotte.meld.score", facts))
    return state, tuple(events)


def unannounced(state: JoJotteState) -> tuple[tuple[Seat, str], ...]:
    """The categories that players have not announced, as pairs of seat and category."""
    return tuple((seat, KINDS[i // 2]) for i, (seat, word) in enumerate(state.claims) if word in PASSES)


def announcing_hands(state: JoJotteState, kind: str) -> Mapping[Seat, Cards]:
    """The nine cards of each player who has announced a meld of this category."""
    return {seat: state.dealt(seat) for seat in state.seats if (seat, kind) not in unannounced(state)}


def next_claim(state: JoJotteState) -> Turn[JoJotteState]:
    """The state in which the next announcement is due, or the lead. A player who has no choice is not asked."""
    events: tuple[Event, ...] = ()
    while state.bid == NONE and len(state.claims) < 2 * len(KINDS):
        seat = state.declarer if len(state.claims) % 2 else other_side(SEATS, state.declarer)
        v = MELDS.see(state, seat)
        if len(narrow(MELDS.duties(v), v, MELDS.candidates(v)).legal) > 1:
            return Turn(changed(state, phase=MELDS.name, turn=(seat,)), events)
        state, more = announce(state, seat, v.pass_word)
        events += more
    return Turn(changed(state, phase="play", turn=(state.leader,)), events)
