"""The end of a hand or of a practice game: the result, and how it compares with the same cards played before."""

from __future__ import annotations

from tutor.teach.practice import table
from tutor.teach.practice.match import Match, cut, hand_begun
from tutor.teach.practice.saves import Saves
from tutor.teach.text.doc import Block, Gap, Para
from tutor.teach.text.words import say


def result(match: Match) -> list[Block]:
    """Who has won, or that the hands that were wanted are played; and the score sheet."""
    doc: list[Block] = [Gap()]
    if match.record.state.over:
        winners = match.game.winners(match.record.state)
        mine = any(match.seat in side.split("+") for side in winners)
        doc.append(Para(say("practice.won", winners=winners), "good" if mine else ""))
    else:
        doc.append(Para(say("practice.hands_over", n=match.setup.hands)))
    return [*doc, *table.sheet(match.standing)]


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
