"""The end of a hand or of a practice game: what decided it, all hands, the score sheet, who has won, what to do now."""

from __future__ import annotations

from typing import Any, Final

from tutor.kernel.seats import members
from tutor.teach.practice import table
from tutor.teach.practice.match import Match, cut, hand_begun
from tutor.teach.practice.saves import Saves
from tutor.teach.text.doc import Block, Gap, Heading, Item, Para, Table, mark
from tutor.teach.text.words import say, shown

LINES: Final = 8
"""Hands of the running score sheet that are shown at the most, the latest."""


def result(match: Match) -> list[Block]:
    """Who has won, or that the hands that were wanted are played; and the score sheet."""
    doc: list[Block] = []
    if match.record.state.over:
        winners = match.game.winners(match.record.state)
        mine = any(match.seat in side.split("+") for side in winners)
        doc.append(Para(say("practice.won", winners=winners), "good" if mine else ""))
    else:
        doc.append(Para(say("practice.hands_over", n=match.setup.hands)))
    return doc


def page(match: Match) -> list[Block]:
    """What stands under the score lines when a hand has ended: the tricks of each side, all hands, the score sheet."""
    record = match.record
    begun = hand_begun(record)
    made = sum(entry.made for entry in record.entries[:begun])
    dealt: Any = record.states[made]
    return [*_tricks(match, begun), *_hands(match, dealt), *_sheet(match)]


def _tricks(match: Match, begun: int) -> list[Block]:
    """How many tricks each side has won in the hand that has ended, where tricks are won one by one."""
    won = [e for entry in match.record.entries[begun:] for e in entry.events if e.what == "trick won" and e.seat]
    state = match.record.state
    sides = match.game.sides(state.players, state.options)
    by = {side: sum(event.seat in members(side) for event in won) for side in sides}
    return [Para(say("practice.tricks_won", by=by))] if won and sum(by.values()) == len(won) else []


def _hands(match: Match, dealt: Any) -> list[Block]:
    """Everybody's cards as the hand began."""
    game = match.game
    seats = [seat for seat in game.seats(dealt.players) if game.held(dealt, seat)]
    last: Any = match.record.states[-2] if len(match.record.states) > 1 else dealt
    rows = [Item(mark("s", seat), shown(game.arranged(game.held(dealt, seat), last))) for seat in seats]
    return [Gap(), Heading(say("practice.all_hands")), *rows] if rows else []


def _sheet(match: Match) -> list[Block]:
    """The score sheet as it ran, a line for each hand."""
    record, standings = match.record, []
    made = 0
    for entry in record.entries:
        made += entry.made
        if any(event.what == "hand over" for event in entry.events):
            standings.append(match.game.standing(record.states[made]))
    if not standings:
        return table.sheet(match.standing)
    sides = tuple(standings[-1])
    head = (say("practice.sheet_hand"), *(mark("s", side) for side in sides))
    numbered = list(enumerate(standings, 1))
    rows = tuple((str(n), *(shown(float(one[side])) for side in sides)) for n, one in numbered[-LINES:])
    return [Gap(), Heading(say("practice.score_sheet")), Table(head, rows, right=tuple(range(1, len(sides) + 1)))]


def menu(match: Match, slips: int) -> Para:
    """What may be done between two hands."""
    return Para(say("practice.between", slips=slips), "ask")


def compared(match: Match, since: int, earlier: dict[int, float]) -> list[Block]:
    """How the first hand that ended since entry number `since` went, beside the last time with the same cards.

    `earlier` has what the learner's side won then, by where the play of the hand began; this time is noted in it.
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
    """What is kept and how to come back; `asked` says that the learner was still asked whether to go on with it."""
    what = "practice.bye" if over else "practice.left" if saves.path is not None or asked else "practice.left_untouched"
    if saves.failed and not over:
        what = "practice.left_unsaved"
    return Para(say(what, game=match.game.name))
