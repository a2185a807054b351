"""Key moments in words: the table, the move played, the better move, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.teach.practice.advising import advice_texts, certain, motive
from tutor.teach.practice.key_moments import counted, key_moments
from tutor.teach.practice.match import hand_begun
from tutor.teach.practice.table import called_hand
from tutor.teach.rulings.ruling import unit
from tutor.teach.tables.tabletop import table_of
from tutor.teach.tables.tabletop_builder import HAND_NO
from tutor.teach.text.doc import Block, Gap, Heading, Item, Para, TableDrawing
from tutor.teach.text.phrases import in_words
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from tutor.kernel.history import Record
    from tutor.kernel.seats import Seat
    from tutor.teach.practice.key_moments import KeyMoment

APART: Final = 0.25
"""The least share of deals by which a move wins more hands, for that to be told."""


def key_moment_blocks(record: Record[Any], seat: Seat, seed: int) -> list[Block]:
    """The key moments as blocks: the table, the move played, the better move, and why."""
    costly, doubtful, looked, left = key_moments(record, seat, seed)
    earlier = f" {say('turning.earlier', n=left)}" if left else ""
    if not costly and not doubtful:
        return [Para(say("turning.none", n=looked) + earlier, "good" if looked else "dim")]
    doc: list[Block] = []
    if costly:
        doc.append(Para(say("turning.intro", n=len(costly), looked=looked) + earlier, "dim"))
    for n, key_moment in enumerate(costly, 1):
        doc += [Gap(), *_told(key_moment, seat, n)]
    if doubtful:
        told = say("turning.doubtful", n=len(doubtful), looked=looked, besides=bool(costly))
        doc += [Gap()] if costly else []
        doc.append(Para(told + ("" if costly else earlier), "dim"))
    for n, key_moment in enumerate(doubtful, 1 + len(costly)):
        doc += [Gap(), *_told(key_moment, seat, n)]
    return doc


def _told(key_moment: KeyMoment, seat: Seat, n: int) -> list[Block]:
    before, game, why = key_moment.before, key_moment.before.game, key_moment.why
    facts = list(dict.fromkeys(text for text in (certain(game, one) for one in why) if text))
    begun = hand_begun(before, len(before.entries))
    own = 1 + sum(entry.made and entry.seat == seat for entry in before.entries[begun:])
    shown = table_of(game, before.state, seat)
    numbered = any(line.name in HAND_NO for line in shown.facts)
    hand = say("practice.sheet_hand", n=key_moment.hand, called=called_hand(game)) if numbered else ""
    doc: list[Block] = [Heading(say("turning.item", n=n, hand=hand, own=own, move=key_moment.move))]
    doc.append(TableDrawing(shown))
    doc += [Item(say("turning.certain"), " ".join(facts))] if facts else []
    if key_moment.advice is not None and not key_moment.clear:
        texts = advice_texts(game, key_moment.advice, why)
    else:
        in_deals = counted(key_moment)
        seldom = key_moment.better < 2 * key_moment.worse  # then it is the average that tells, which is told before
        motives = dict.fromkeys(motive(game, one) for one in why)
        texts = [_cost(key_moment), *motives, *_wins(key_moment), *in_deals[seldom:]]
    doc.append(Item(say("advice.label"), " ".join(texts)))
    return list(in_words(game, doc, game.due(before.state)))


def _cost(key_moment: KeyMoment) -> str:
    """What the move cost, on average."""
    by = float(key_moment.own if key_moment.own > 0 else key_moment.cost)
    return say(
        "turning.cost",
        move=key_moment.move,
        instead=key_moment.instead,
        cost=int(by) if by.is_integer() else round(by, 1 if by >= 1 else 2),
        against=key_moment.own <= 0,
        on_sheet=key_moment.on_sheet,
        in_hands=key_moment.in_hands,
        hands_more=round(50 * key_moment.cost),
        units=unit(key_moment.before.game),
    )


def _wins(key_moment: KeyMoment) -> list[str]:
    """How many more hands the better move wins, where these are worth more than one point each."""
    more, less = key_moment.wins
    if key_moment.in_hands or not key_moment.on_sheet or more - less < APART * key_moment.deals:
        return []
    facts = {"instead": key_moment.instead, "move": key_moment.move, "deals": key_moment.deals}
    return [say("turning.wins", **facts, more=more, less=less)]
