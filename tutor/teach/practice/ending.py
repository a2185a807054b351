"""The end of a hand or of a practice game: what decided it, all hands, the score sheet, who has won, what to do now."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.events import (
    DEALT,
    GAME_OVER,
    HAND_BEGUN,
    HAND_ENDS,
    PAID,
    PLAYED,
    POT_TAKEN,
    SCORED,
    SLOT_WON,
    TRICK_ENDS,
    TRICK_WON,
    occurs,
)
from tutor.kernel.history import cut
from tutor.kernel.seats import members
from tutor.kernel.tabletop import Area
from tutor.kernel.working import Part, Sum
from tutor.teach.practice import table
from tutor.teach.practice.dealt import all_hands
from tutor.teach.practice.match import Match, hand_begun, hand_started
from tutor.teach.practice.standings import SCORE
from tutor.teach.results.sums import equation
from tutor.teach.rulings import ruling as words
from tutor.teach.tables.tabletop import set_up, table_of
from tutor.teach.tables.tabletop_builder import HAND_NO
from tutor.teach.text.doc import Block, ColumnsBlock, Heading, Item, Para
from tutor.teach.text.marks import mark, unmarked
from tutor.teach.text.sentences import sentences
from tutor.teach.text.values import number, shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from tutor.kernel.events import Event
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.seats import Seat, Side
    from tutor.teach.practice.saves import Saves
    from tutor.teach.text.tabletop import Tabletop

LINES: Final = 8
"""The most hands that the score sheet shows, the latest."""
FOLLOWING: Final = frozenset({HAND_BEGUN, GAME_OVER})
"""Events that are left out here, as the next hand or the result tells them."""
TRICKS: Final = "tricks"
"""The name of the tally of tricks."""
PAYING: Final = frozenset({SCORED, PAID, POT_TAKEN})
"""Events that a list of what each player paid and got tells."""
APART: Final = ("payer", "payee", "special")
"""Facts by which payments differ: each by the card that it is for, and who pays whom."""
UNPAID: Final = frozenset({DEALT, PLAYED, TRICK_WON, SLOT_WON, *FOLLOWING})
"""Events with which chips may move, but not by their clauses."""


def result(match: Match) -> list[Block]:
    """That the wanted hands are played; who has won the game stands on its page."""
    if match.record.state.over:
        return []
    return [Para(say("practice.hands_over", n=match.setup.hands, called=table.called_hand(match.game)))]


def page(record: Record[Any], seat: Seat = "") -> list[Block]:
    """The page after a hand: who has won, deciding events, score lines, all hands as dealt, the score sheet."""
    return [*settling(record, seat), *all_hands(record), *sheet(record)]


def _won(record: Record[Any], seat: Seat) -> list[Block]:
    """Who has won the game, if it is over."""
    if not record.state.over:
        return []
    winners = record.game.winners(record.state)
    mine = any(seat in members(side) for side in winners)
    return [Para(say("practice.won", winners=winners), "good" if mine else "")]


def settling(record: Record[Any], seat: Seat = "") -> list[Block]:
    """What settles the hand ended by the last entry: who has won the game, events, score lines, tricks of each side.

    What a list says of each player is not told before it.
    """
    title = say("practice.hand_ended", hand=_hand_no(record, record.before_last), called=table.called_hand(record.game))
    events = record.entries[-1].events
    own = words.book(record.game.name).event
    # The heading says that the hand is over where a game has no words of its own for that.
    new = [e for e in events[table.settled_from(events) :] if e.what in own or e.what not in HAND_ENDS]
    account = _chips_moved(record)
    listed = table.seats_told_in_play(record.game, new)
    once = [e for e in new if not (account and e.what in PAYING) and not (e.what == SCORED and e.seat in listed)]
    told: list[Block] = table.told(record.game, [e for e in once if e.what not in FOLLOWING])
    told += [*table.told_in_play(record.game, new, tuple(record.game.standing(record.state))), *account]
    return [Heading(title), *_won(record, seat), *told, *_tricks(record, told)]


def _hand_no(record: Record[Any], state: Any) -> str:
    """The table's phrase with the number of the hand; "" if there is none."""
    seen = set_up(record.game, table_of(record.game, state, ""), record)
    return next((line.text for line in seen.facts if line.name in HAND_NO), "")


def _tricks(record: Record[Any], told: Sequence[Block]) -> list[Block]:
    """The tricks of each side in the hand, unless they are `told` or the score itself: all that the table counts."""
    if {entry.name for entry in record.game.tabletop if entry.area is Area.TALLY} == {TRICKS}:
        return []
    entries = record.entries[hand_begun(record) :]
    won = [e for entry in entries for e in entry.events if e.what in (TRICK_WON, SLOT_WON) and e.seat]
    state = record.state
    sides = record.game.sides(state.players, state.options)
    by = {side: sum(event.seat in members(side) for event in won) for side in sides}
    if not won or sum(by.values()) != len(won) or by == dict(record.game.standing(state)) or _said(by.values(), told):
        return []
    drawn = sum(e.what in TRICK_ENDS and not e.seat for entry in entries for e in entry.events)
    return [Para(say("practice.tricks_won", by=by, drawn=drawn))]


def _said(numbers: Iterable[int], told: Sequence[Block]) -> bool:
    """Whether sentences that speak of tricks have all these numbers but 0."""
    texts = (unmarked(block.text) for block in told if isinstance(block, Item | Para))
    trick = say("practice.trick_word")
    said = " ".join(one for text in texts for one in sentences(text) if trick in one)
    return all(re.search(rf"(?<![\w-])({n}|{number(n)})(?!\w)", said) for n in numbers if n)


def _chips_moved(record: Record[Any]) -> list[Block]:
    """What the hand brought each player in all, by clauses, where chips moved before its end; else nothing."""
    game, at = record.game, hand_started(record)
    made = sum(entry.made for entry in record.entries[:at])
    gained: dict[Side, dict[Hashable, Part]] = {side: {} for side in game.standing(record.state)}
    early = paid = False
    for entry in record.entries[at:]:
        before, made = game.standing(record.states[made]), made + entry.made
        moved = {side: n - before.get(side, 0) for side, n in game.standing(record.states[made]).items()}
        lines = [line for event in entry.events for line in _paid(event)]
        paid |= bool(lines)
        if any(sum(line.n for line in lines if line.to == side) != n for side, n in moved.items()):
            clause = next((e.clause for e in entry.events if e.clause and e.what not in UNPAID), "")
            lines = [Part(n, clause, to=side) for side, n in moved.items() if n]
        if not all(line.clause for line in lines):
            return []
        early |= bool(lines) and entry is not record.entries[-1]
        for line in lines:
            what = (line.clause, line.name, *(line.facts.get(name) for name in APART))
            so_far = gained[line.to].get(what)
            gained[line.to][what] = line if so_far is None else so_far._replace(n=so_far.n + line.n)
    if not (early and paid):
        return []
    sums = {side: Sum("", tuple(part for part in by.values() if part.n)) for side, by in gained.items()}
    return [
        Item("", say("working.has_sum", who=who, how=equation(game, one, labelled=True)))
        for who, one in sums.items()
        if one.parts
    ]


def _paid(event: Event) -> list[Part]:
    """What a payment or a score line brings to each player in it."""
    facts = event.facts
    if event.what == SCORED and event.seat:
        between = facts if facts.get("payer") and facts.get("payee") else {}
        name = "left" if facts.get("what") == "cards_left" and not between else ""
        return [Part(facts["points"], event.clause, name=name, to=event.seat, facts=between)]
    if event.what == POT_TAKEN and event.seat:
        return [Part(facts["chips"], event.clause, to=event.seat)]
    if event.what != PAID:
        return []
    payer, payee, amount = facts["payer"], facts["payee"], facts["amount"]
    of_card = bool(facts.get("special")) and payer and payee
    given, got = ("card_given", "card_got") if of_card else ("", "" if payer else "pot")
    both = ((payer, -amount, given), (payee, amount, got))
    return [Part(n, event.clause, name=name, to=seat, facts=facts) for seat, n, name in both if seat]


def sheet(record: Record[Any]) -> list[Block]:
    """The score sheet: starting scores, the points of each hand, totals, points missing to the target."""
    game, made = record.game, 0
    standings = [game.standing(record.states[0])]
    for entry in record.entries:
        made += entry.made
        if occurs(entry.events, *HAND_ENDS):
            standings.append(game.standing(record.states[made]))
    sides = tuple(standings[-1])
    brought = [tuple(now[side] - before.get(side, 0) for side in sides) for before, now in pairwise(standings)]
    last = tuple(standings[-1][side] for side in sides)
    first = tuple(standings[0].get(side, 0) for side in sides)
    only = any(first) and len(brought) == 1
    name = table.called_hand(game)
    rows = [
        (say("practice.sheet_hand", n=0 if only else n, called=name), *map(_gain, row))
        for n, row in enumerate(brought, max(1, record.states[0].hand_no))
    ]
    rows = rows[-LINES:] if len(brought) > 1 or brought[:1] != [last] else []
    if any(first) and len(brought) <= LINES:
        rows.insert(0, (say("practice.sheet_before"), *(shown(float(n)) for n in first)))
    counted = table_of(game, record.state, "")
    score = next((tally for tally in counted.tallies if tally.name == SCORE), None)
    body = (*rows, *_running(counted, sides), (_total(game), *(shown(float(n)) for n in last)))
    head = ("", *(mark("s", side) for side in sides))
    doc: list[Block] = [
        Heading(say("practice.score_sheet")),
        ColumnsBlock(head, body, right=tuple(range(1, len(sides) + 1))),
    ]
    goal = score.goal if score is not None else None
    if goal is not None and not record.state.over:
        to_go = {side: float(goal - n) for side, n in zip(sides, last, strict=True)}
        doc.append(Para(say("practice.to_go", goal=float(goal), by=to_go)))
    return doc


def _total(game: Game[Any]) -> str:
    """The head of the last row: what the sheet counts, where no line of points says it."""
    return words.book(game.name).situation.get("sheet") or say("practice.sheet_total")


def _running(counted: Tabletop, sides: tuple[Side, ...]) -> list[tuple[str, ...]]:
    """Rows of what goes on from hand to hand towards a goal of its own, beside the total: points below a line."""
    found = [tally for tally in counted.tallies if tally.goal is not None and tally.name != SCORE]
    by = [(tally.label, dict(tally.by)) for tally in found]
    return [(label, *(numbers[side] for side in sides)) for label, numbers in by if set(numbers) == set(sides)]


def _gain(n: float) -> str:
    """The points of a hand with their sign."""
    return f"{n:+g}" if n else "0"


def menu(match: Match, slips: int) -> Para:
    """The choices between two hands."""
    following = _hand_no(match.record, match.record.state)
    return Para(say("practice.between", slips=slips, following=following), "ask")


def compared(match: Match, since: int, earlier: dict[int, float]) -> list[Block]:
    """Compare the first hand that ended since entry number `since` with the last time with the same cards.

    `earlier` maps the entry at which play of a hand began to the points of the learner's side; it is updated.
    """
    record = match.record
    end = next((at for at in range(since, len(record.entries)) if table.ended_hand_at(record, at)), None)
    if end is None:
        return []
    hand = Match(cut(record, end + 1), match.setup)
    begun = hand_begun(hand.record)
    before = earlier.get(begun)
    earlier[begun] = hand.gained
    return [] if before is None else [Para(say("practice.compared", before=float(before), now=float(hand.gained)))]


def goodbye(match: Match, saves: Saves, *, over: bool, asked: bool) -> Para:
    """What is saved and how to resume; `asked` says that the learner has not yet chosen whether to resume."""
    what = "practice.bye" if over else "practice.left" if saves.path is not None or asked else "practice.left_untouched"
    if saves.failed and not over:
        what = "practice.left_unsaved"
    return Para(say(what, game=match.game.name))
