"""Texts beside the drawn table: events, and whose turn it is."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.events import (
    HAND_BEGUN,
    HAND_OVER,
    PLAYED,
    SCORED,
    SLOT_WON,
    TRICK_ENDS,
    WENT_OUT,
    occurs,
)
from tutor.kernel.working import TIMES, Part, Sum
from tutor.teach.practice import standings
from tutor.teach.practice.asides import Listener, with_aside
from tutor.teach.practice.match import hand_begun
from tutor.teach.practice.no_choice import nothing_fits
from tutor.teach.results.products import reduced
from tutor.teach.results.sums import equation
from tutor.teach.rulings.consequences import event_text
from tutor.teach.rulings.ruling import book
from tutor.teach.tables.tabletop import laid, set_up, table_of
from tutor.teach.text.doc import Block, Gap, Item, Para
from tutor.teach.text.marks import split, unmarked
from tutor.teach.text.move_lists import BETWEEN, MoveGroup, grouped, offered
from tutor.teach.text.phrases import phrase
from tutor.teach.text.values import capital, shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tutor.kernel.events import Event
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.judging import Judgement
    from tutor.kernel.seats import Seat
    from tutor.teach.text.tabletop import SeatArea, Tabletop

SETTLING: Final = frozenset({SCORED, HAND_OVER})
"""Events that settle a hand; the score sheet is shown after them."""
IN_PLAY: Final = TRICK_ENDS | {PLAYED, SLOT_WON, WENT_OUT}
"""Events of the play of a hand, which come before those that settle it."""
MANY: Final = 8
"""Score lines that are told one by one; of more it is told what they bring to each."""
LONGEST: Final = 160
FEW: Final = 5
"""The most calls that the question itself names."""
"""The most characters of a list of calls that is shown with the question."""


# -- what happened -------------------------------------------------------------------------------------


def told(game: Game[Any], events: Iterable[Event], *, spaced: bool = False) -> list[Block]:
    """A line for each event, in order; score lines with sum and clause; if `spaced` a gap after each trick."""
    return _told(game, [(event, "") for event in events], spaced=spaced)


def _told(game: Game[Any], those: Sequence[tuple[Event, str]], *, spaced: bool = False) -> list[Block]:
    """The same of events with what is added to each."""
    out: list[Block] = []
    those = _gainers_first(those)
    events = tuple(event for event, _ in those)
    lines = [event for event in events if event.what == SCORED]
    many = len(lines) > MANY and len(lines) > len({event.seat for event in lines})
    for event, aside in those:
        if many and event.what == SCORED:
            out += added_up(game, lines) if event is lines[0] else ()
            continue
        text = event_text(game, event)
        if text and event.what == SCORED:
            mirrored = any(_mirrors(event, other) for other in events)
            out.append(Item("", text if mirrored else _joined(game, text, event), event.clause))
        elif text:
            out.append(Para(with_aside(text, aside)))
        out += [Gap()] if spaced and event.what in TRICK_ENDS else []
    return out


def _gainers_first(those: Sequence[tuple[Event, str]]) -> list[tuple[Event, str]]:
    """The events; of score lines by one clause that bring some what they cost others, those about most come first."""
    out: list[tuple[Event, str]] = []
    for (scored, _), run in groupby(those, lambda one: (one[0].what == SCORED, one[0].clause)):
        some = list(run)
        points = [event.facts["points"] for event, _ in some] if scored else []
        if points and min(points) < 0 < max(points):
            some.sort(key=lambda one: -abs(one[0].facts["points"]))
        out += some
    return out


def seats_told_in_play(game: Game[Any], events: Iterable[Event]) -> set[Seat]:
    """Who has score lines that were told when they came about."""
    return {event.seat for event in events if event.what == SCORED and not event_text(game, event)}


def told_in_play(game: Game[Any], events: Sequence[Event], sides: Iterable[Seat] = ()) -> list[Block]:
    """What score lines bring in all to those who have some that were told when they came about; in a line each.

    Of these `sides` it is also said which got nothing.
    """
    lines = [event for event in events if event.what == SCORED]
    early = seats_told_in_play(game, lines)
    if not early:
        return []
    nothing = [side for side in sides if side not in {event.seat for event in lines}]
    out = list(added_up(game, [event for event in lines if event.seat in early]))
    return [*out, *(Item("", say("working.has_sum", who=side, how=say("working.nothing_got"))) for side in nothing)]


def added_up(game: Game[Any], lines: Sequence[Event]) -> Iterator[Block]:
    """What score lines bring to each player or side, a line each, with the clause if that is the same for all."""
    clauses = {event.clause for event in lines}
    for who in dict.fromkeys(event.seat for event in lines):
        parts = tuple(Part(e.facts["points"], e.clause, facts=e.facts) for e in lines if e.seat == who)
        text = say("working.has_sum", who=who, how=equation(game, Sum("", parts), labelled=True))
        yield Item("", text, *clauses if len(clauses) == 1 else ())


def _mirrors(event: Event, other: Event) -> bool:
    """Whether a score line is the other side of a payment, whose sum has all that its own has."""
    if other.what != SCORED or other.clause != event.clause or event.how is None or other.how is None:
        return False
    own, theirs = (
        {(p.name, p.clause, p.cards, abs(p.n)) for p in reduced(how).parts} for how in (event.how, other.how)
    )
    paid, got = event.facts["points"], other.facts["points"]
    return (own < theirs and paid * got < 0) or (own == theirs and paid < 0 < got)


def _sum(game: Game[Any], event: Event, text: str) -> str:
    """The equation of a score line, unless it is a loss or a product that its `text` says itself."""
    parts = reduced(event.how).parts if event.how is not None else ()
    bare = text.endswith(f": {shown(float(event.facts['points']))}.") and not any(p.cards or p.inner for p in parts)
    if event.how is None or not parts or (not bare and (len(parts) < 2 or (len(parts) == 2 and parts[1].how == TIMES))):
        return ""
    return equation(game, event.how)


def _all_said(event: Event, text: str) -> bool:
    """Whether the `text` of a score line has every number of its sum, of two parts and more, but for a factor."""
    parts = reduced(event.how).parts if event.how is not None else ()
    said = {number for what, words in split(text) if not what for number in re.findall(r"\d+", words)}
    numbers = [part.n for part in parts if part.n and part.how != TIMES]
    return len(numbers) > 1 and all(shown(float(abs(n))) in said for n in numbers)


def _sum_of_first(game: Game[Any], event: Event) -> str:
    """The equation of what is multiplied or lost; "" if that is a single number."""
    parts = reduced(event.how).parts if event.how is not None else ()
    inner = parts[0].inner if parts else None
    return equation(game, inner) if inner is not None and len(reduced(inner).parts) > 1 else ""


def _joined(game: Game[Any], text: str, event: Event) -> str:
    """A score line and its sum; a line that ends with the total has the sum behind a colon, and the total once."""
    if _all_said(event, text):
        return text
    how, points = _sum(game, event, text), shown(float(event.facts["points"]))
    if not how:
        return f"{text} {capital(_sum_of_first(game, event))}".strip()
    if text.endswith(f": {points}."):
        return f"{text.removesuffix(f'{points}.')}{how}"
    if not re.search(rf"(?<![\w.-]){points}\.$", text):
        return f"{text} {capital(how)}"
    return f"{text[:-1]}: {how.removesuffix(f' = {points}.').removesuffix('.')}."


def happened(
    record: Record[Any],
    since: int,
    until: int | None = None,
    *,
    last: bool = False,
    spaced: bool = False,
    following: bool = True,
    listener: Listener | None = None,
) -> list[Block]:
    """The events of entries from `since` to before `until`, with the score sheet between hands.

    If there is a `listener`, with what only the learner is told. If `spaced` there is a gap after each trick. With
    `last` the settling by the last entry is left out, as it is told elsewhere; unless `following`, that another hand
    follows the last entry.
    """
    out: list[Block] = []
    waiting: list[tuple[Event, str]] = []
    made = sum(entry.made for entry in record.entries[:since])
    end = len(record.entries) if until is None else until
    for at in range(since, end):
        made += record.entries[at].made
        events = record.entries[at].events
        if not following and at == len(record.entries) - 1:
            events = tuple(event for event in events if event.what != HAND_BEGUN)
        if listener is None:
            those = [(event, "") for event in events]
        else:
            those = listener.asides(record, at, events, dealt=at < hand_begun(record, at))
        settled = max((i + 1 for i, event in enumerate(events) if event.what in SETTLING), default=0)
        if last and at == end - 1:
            waiting += those[: settled_from(events)]
        elif not ended_hand_at(record, at) or record.states[made].over:
            waiting += those
        else:
            out += [
                *_told(record.game, [*waiting, *those[:settled]], spaced=spaced),
                *standings.sheet(record.game.standing(record.states[made])),
            ]
            waiting = those[settled:]
    return out + _told(record.game, waiting, spaced=spaced)


def seen_at(record: Record[Any], seat: Seat) -> Tabletop:
    """The table as `seat` ("" for an onlooker) sees it; a trick completed by the last entry is still shown."""
    game, state = record.game, record.state
    now = set_up(game, table_of(game, state, seat), record)
    if not seat and now.places:  # for an onlooker the seats stay in place, whoever is to act
        first = next(at for at, place in enumerate(now.places) if place.seat == game.seats(state.players)[0])
        now = now._replace(places=(*now.places[first:], *now.places[:first]))
    last = record.entries[-1] if record.entries else None
    won = next((e for e in last.events if e.what in TRICK_ENDS), None) if last is not None else None
    if last is None or won is None or not state.turn or any(place.cards for place in now.places):
        return now
    before: Any = record.before_last
    phase = game.due(before)
    cards = phase.read(phase.see(before, last.seat), last.text).cards
    lay = {place.seat: place for place in laid(game, table_of(game, before, seat), last.seat, cards).places}

    def kept(place: SeatArea) -> SeatArea:
        wins = place.seat == won.seat
        remarks = (*lay[place.seat].remarks, *([say("table.wins")] if wins else []))
        return place._replace(cards=lay[place.seat].cards, remarks=remarks, best=wins)

    return now._replace(places=tuple(map(kept, now.places)))


def settled_from(events: Sequence[Event]) -> int:
    """The index among the events that end a hand at which its settling begins, after the last trick."""
    return max((at + 1 for at, event in enumerate(events) if event.what in IN_PLAY), default=0)


# -- the moment ----------------------------------------------------------------------------------------


def turn(game: Game[Any], found: Judgement[Any], *, others: bool = False, known: bool = False) -> Para:
    """The decision due, with the legal calls if moves are words; `others` says that others may act too.

    What may be said before a card is not listed again for whoever has known it before.
    """
    view, phase = found.view, found.phase
    them = calls(game, found)
    such, beside = () if them else _examples(game, found), any(not move.word for move in found.legal)
    named = [phrase(game, phase, move) for move in phase.with_amount(view)]
    few = not named and 1 < len(them) <= FEW and all(len(group.moves) == 1 for group in them)
    facts = {"title": phase.titled(view), "beside": beside and bool(such), "such": such, "named": named}
    facts["known"] = known and facts["beside"] and len(such) > 1
    said = [group.text for group in them]
    more = {"forced": nothing_fits(found), "only": len(found.legal) == 1, "others": others}
    asked = say("question.due", them=said if few else (), **facts)
    return Para(say("practice.turn", asked=asked, them=() if few else said, **facts, **more), "ask")


def _examples(game: Game[Any], found: Judgement[Any]) -> list[str]:
    """A legal move of each kind in words, where moves are words with cards, or too many words to name.

    Beside cards all words are given that may be said and that the question has not named. Of one kind there is an
    example only where it takes several cards.
    """
    phase, view = found.phase, found.view
    beside = any(not move.word for move in found.legal)
    asked = found.asking(*phase.words).asked if beside and phase.words else ()
    more = [one.move for one in asked if one.legal and one.move is not None]
    kinds = {
        move.word if beside and not move.cards else move.word.partition(":")[0]: move
        for move in reversed((*found.legal, *more))
        if move.word
    }
    said = [phrase(game, phase, kinds[word]) for word in reversed(kinds)]
    if beside:
        return [text for text in said if text not in phase.titled(view)]
    several = len(found.legal) > 1 and all(len(move.cards) > 1 for move in found.legal)
    return said if len(said) > 1 or several else []


def calls(game: Game[Any], found: Judgement[Any]) -> list[MoveGroup]:
    """The legal calls, if moves are words and can be named with the question; else none."""
    moves = [ruling.move for ruling in found.rulings if ruling.move is not None and ruling.legal]
    if any(move.cards for move in moves):
        return []
    groups = grouped(game, found.phase, found.view, moves)
    return groups if len(unmarked(BETWEEN.join(group.text for group in groups))) <= LONGEST else []


def ended_hand_at(record: Record[Any], at: int) -> bool:
    """Whether a hand ended with entry number `at`."""
    return occurs(record.entries[at].events, HAND_OVER)


def legal_now(game: Game[Any], found: Judgement[Any]) -> Para:
    """The legal moves in one line."""
    return Para(say("practice.legal_now", moves=offered(game, found.phase, found.view, found.legal)), "dim")


def called_hand(game: Game[Any]) -> str:
    """The game's own word for a hand; "" if it has none."""
    return book(game.name).situation.get("hand", "")
