"""Build a `Tabletop` from the entries that a game declares, with their phrases.

Entries are declared in a game's `tabletop.py` (see `kernel.tabletop`), phrases in `[table]` of its rulebook or, for
those that games share, in `templates/table.j2`.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.judging import Judgement
from tutor.kernel.phase import Phase
from tutor.kernel.seats import Seat, from_, members
from tutor.kernel.tabletop import Area, CardRow, Count, Heap, TableContext, TableEntry, looked_up
from tutor.kernel.view_types import ClimbView, HandView, RankedTrickView, TrickOnTable
from tutor.teach.rulings import ruling as words
from tutor.teach.text.cards import called, first
from tutor.teach.text.marks import mark
from tutor.teach.text.tabletop import HandRow, Line, MiddleCards, SeatArea, SideTally, Tabletop
from tutor.teach.text.values import shown
from tutor.teach.text.words import TemplateError, has_block, say, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.game import Game
    from tutor.kernel.state import State


RUN: Final = "run"
"""The entry for a run of cards in the middle, which repeats the cards that lie before the players."""
LEADER: Final = "leader"
"""The note for the leader, shown with the leader's card once that is played."""
COUNTS: Final = "counts"
"""The remark on what a seat's cards count; a game may have its own phrase for it."""
YOUR: Final = "your "
"""Titles of decisions that begin so ("your bid") are not shown, as the seat to act is."""
HAND_NO: Final = ("hand_no", "deal")
"""Names of the phrase with the number of the hand."""
MOST_HELD: Final = 40
"""The most cards that are drawn as a hand; more are a whole pack from which a card is named."""


def hand_rows(rows: Iterable[CardRow]) -> tuple[HandRow, ...]:
    """The rows of a hand, with labels."""

    def label(row: CardRow) -> str:
        if row.suit or not row.trump or all(c.joker for c in row.cards):
            return ""
        return say("table.trump_row")

    return tuple(HandRow(row.cards, label(row), row.suit) for row in rows)


def phrase(game: Game[Any], name: str, facts: Mapping[str, Any]) -> str:
    """The phrase for an entry: the rulebook's own, else the shared one; "" if a broken rulebook has none."""
    book = words.book(game.name)
    own = book.table.get(name)
    if own is not None:
        return sentence(own, facts)
    try:
        return say(f"table.{name}", **facts)
    except (KeyError, TemplateError):
        if book.clauses:
            raise
        return ""


def due_in(state: State) -> str:
    """The name of the phase due in a game in progress."""
    return state.phase if state.chance is None and not state.over else ""


def table_context(game: Game[Any], source: Any, seat: Seat, phase: str, *, playing: bool) -> TableContext:
    """The table that entries are made for: of `source`, a state or a view, as `seat` looks at it."""
    sides = game.sides(source.players, source.options)
    return TableContext(game.seats(source.players), sides, source.options, source.dealer, seat, playing, phase)


class TabletopBuilder:
    """Builds one `Tabletop`."""

    def __init__(
        self,
        game: Game[Any],
        seat: Seat,
        phase: Phase[Any, Any] | None,
        view: Any,
        state: State | None,
        telling: bool,
    ) -> None:
        self.game, self.phase, self.view, self.state, self.telling = game, phase, view, state, telling
        source: Any = state if state is not None else view
        due = due_in(state) if state is not None else phase.name if phase is not None else ""
        self.at = table_context(game, source, seat, due, playing=state is not None)
        self.by: dict[Area, list[tuple[TableEntry, Any]]] = {area: [] for area in Area}
        taken = set()
        for entry in game.tabletop:
            values = looked_up(entry.fields, state, view) if (entry.area, entry.name) not in taken else None
            if values is None:
                continue
            taken.add((entry.area, entry.name))
            got = entry.make(self.at, *values)
            if got is not None:
                self.by[entry.area].append((entry, got))

    def made(self, found: Judgement[Any] | None) -> Tabletop:
        """The finished table."""
        held = self._held()
        holder = self.at.seat or (self.phase.actor(self.view) if self.phase and self.view is not None else "") or ""
        hand = tuple(self._hand(held))
        return Tabletop(
            self.game.title,
            tuple(self._facts()),
            tuple(self._place(seat) for seat in self._around()),
            tuple(self._groups()),
            tuple(self._tallies()),
            hand,
            say("table.hand", who=mark("s", holder) if holder else "") if hand else "",
            _usable(found) if found is not None else None,
            tuple((text, name, first(text, name)) for text, name in called(self.game).items()),
        )

    def say(self, name: str, facts: Mapping[str, Any]) -> str:
        """The phrase of an entry, with house rules and the number of players among its facts."""
        return phrase(self.game, name, {"options": self.at.options, "players": len(self.at.seats)} | dict(facts))

    # -- the parts -------------------------------------------------------------------------------------

    def _facts(self) -> Iterable[Line]:
        phase = self.phase
        asked = self.state is not None and self.at.seat in self.state.turn
        noticed = phase is not None and not asked and self.telling and (not phase.secret or self.state is None)
        if phase is not None and noticed and phase.name != self.game.usual_phase and not phase.title.startswith(YOUR):
            yield Line("decision", phase.title)
        for entry, got in self.by[Area.FACT]:
            text = self.say(entry.name, got)
            if text:
                yield Line(entry.name, text)
        if not any(entry.name == "won" for entry, _ in self.by[Area.FACT]) and self.state is not None:
            winners = self.game.winners(self.state) if self.state.over else ()
            if winners:
                yield Line("won", say("table.won", winners=winners, drawn=1 < len(winners) == len(self.at.sides)))
        rules = words.house_rules_text(self.game, self.at.options)
        if rules:
            yield Line("options", say("table.options", options=rules))

    def _groups(self) -> Iterable[MiddleCards]:
        laid_away = ((entry, Heap((cards,))) for entry, cards in self.by[Area.PILE] if entry.lies and cards)
        for entry, got in (*self.by[Area.HEAP], *laid_away):
            heaps, facts, loose = got if isinstance(got, Heap) else Heap(*got)
            if loose:
                heaps = tuple(self.game.arranged(cards, self.state, self.view) for cards in heaps)
            label = self.say(entry.name, {"n": len(heaps), **facts})
            name = f"{entry.name}_text"
            there = name in words.book(self.game.name).table or has_block(f"table.{name}")
            said = self.say(name, {"n": len(heaps), **facts}) if there else ""
            yield MiddleCards(entry.name, label, tuple(heaps), said)

    def _tallies(self) -> Iterable[SideTally]:
        turns = from_(self.at.seats, self.at.seat) if self.at.seat in self.at.seats else self.at.seats
        for entry, got in self.by[Area.TALLY]:
            by, facts = got if isinstance(got, Count) else Count(*got)
            label = self.say(entry.name, {"by": by, **facts})
            if not label:
                continue
            ordered = sorted(by, key=lambda side: min(map(turns.index, members(side))))
            numbers = tuple((side, shown(_number(by[side]))) for side in ordered)
            yield SideTally(entry.name, label, numbers, facts.get("goal"))

    def _around(self) -> tuple[Seat, ...]:
        seats = self.at.seats
        actor = self.phase.actor(self.view) if self.phase is not None and self.view is not None else None
        bottom = self.at.seat or actor or seats[0]
        around = from_(seats, bottom) if bottom in seats else seats
        return around if self.game.clockwise(self.at.options) else (around[0], *reversed(around[1:]))

    def _place(self, seat: Seat) -> SeatArea:
        laid: dict[Seat, Cards] = {s: cards for _, got in self.by[Area.LAID] for s, cards in got.items()}
        cards = laid.get(seat, ())
        notes = [Line("dealer", say("table.dealer"))] if seat == self.at.dealer and self._deals else []
        remarks: list[str] = []
        acts = seat in self._turn
        leads = False
        for entry, got in self.by[Area.NOTE]:
            text = self.say(entry.name, got[seat]) if seat in got else ""
            if text and cards and entry.name == LEADER and got[seat].get("led", True):
                remarks.append(text)
            elif text and entry.name == LEADER and acts and self._verb == Phase.verb:
                leads = True
            elif text and (entry.name != LEADER or self.telling):
                notes.append(Line(entry.name, text))
        if seat in laid and not cards:
            notes.append(Line("passed", say("table.passed")))
        calls: dict[Seat, tuple[str, ...]] = next((got for _, got in self.by[Area.SAID]), {})
        texts = filter(None, (self.say("call", {"call": text}) for text in calls.get(seat, ())))
        said = tuple([say("table.said", said=text, n=len(list(same))) for text, same in groupby(texts)])
        for entry, got in self.by[Area.REMARK]:
            remarks += [self.say(entry.name, got[seat])] if cards and seat in got and self.telling else []
        wins = self._wins(seat, laid)
        remarks += [self._counted(seat), wins]
        again = acts and cards and not any(remarks) and self._verb == Phase.verb
        remarks += [say("table.earlier")] if again else []
        turn = "" if not acts else say("table.to_lead") if leads else say("table.to_act", verb=self._verb)
        return SeatArea(seat, tuple(notes), said, cards, tuple(filter(None, remarks)), turn, bool(wins))

    @property
    def _verb(self) -> str:
        """The verb for the seat to act: plays, calls, gives cards."""
        phase = self.game.due(self.state) if self.state is not None else self.phase
        return phase.verb if phase is not None else Phase.verb

    @property
    def _deals(self) -> bool:
        return len(self.at.seats) > 1 and "dealer" not in self.game.lacks

    @property
    def _turn(self) -> tuple[Seat, ...]:
        if not self.telling:
            return ()
        if self.state is not None:
            turn = self.state.turn if self.state.chance is None else ()
            hidden = self.phase is not None and self.phase.secret
            return tuple(seat for seat in turn if seat == self.at.seat) if hidden else turn
        actor = self.phase.actor(self.view) if self.phase is not None else None
        return (actor,) if actor else ()

    def _wins(self, seat: Seat, laid: Mapping[Seat, Cards]) -> str:
        if self.phase is None or self.view is None or not self.telling:
            return ""
        won = self.phase.winner(self.view)
        if won is not None:
            return say("table.wins") if won.seat == seat else ""
        tied = self.view.shared if isinstance(self.view, TrickOnTable) else ()
        if len(tied) > 1:
            return say("table.tied") if seat in tied else ""
        best = self.view.holder if isinstance(self.view, RankedTrickView | ClimbView) else None
        return say("table.best") if best == seat and len(laid) > 1 else ""

    def _counted(self, seat: Seat) -> str:
        counted = any(entry.name == COUNTS for entry, _ in self.by[Area.REMARK])
        told = self.telling and self.view is not None and not counted
        totals = self.phase.totals(self.view) if self.phase is not None and told else {}
        return say("table.counts", n=totals[seat]) if seat in totals else ""

    # -- the hand --------------------------------------------------------------------------------------

    def _held(self) -> Cards:
        own = self.view.hand if isinstance(self.view, HandView) and self._own_view else ()
        if not own and self.state is not None and self.at.seat:
            own = self.game.held(self.state, self.at.seat)
        if not own and self.phase is not None and self.view is not None and self._own_view:
            lying = {c for _, got in self.by[Area.HEAP] for part in Heap(*got).heaps for c in part}
            held = tuple(self.phase.holds(self.view))
            own = held if len(held) <= MOST_HELD and not lying.issuperset(held) else ()
        return own

    @property
    def _own_view(self) -> bool:
        """Whether the view is that of this seat, so that its hand is the seat's own."""
        return self.state is None or not self.at.seat or self.at.seat in self.state.turn

    def _hand(self, held: Cards) -> Iterable[HandRow]:
        return hand_rows(self.game.rows(held, self.state, self.view))


def _usable(found: Judgement[Any]) -> frozenset[Card] | None:
    """The cards that occur in legal moves; None if moves have no cards."""
    moved = any(ruling.cards for ruling in found.rulings)
    return frozenset(c for move in found.legal for c in move.cards) if moved and found.actor is not None else None


def _number(value: object) -> object:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else value
