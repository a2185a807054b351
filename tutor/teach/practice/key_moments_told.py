"""Key moments in words: the table, the move played, the better move, and why."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import Role
from tutor.policies import policy_of
from tutor.teach.practice.advising import FIGURES, certain, motive
from tutor.teach.practice.key_moments import chances, counted, key_moments
from tutor.teach.practice.match import forced_at, hand_begun
from tutor.teach.practice.table import called_hand
from tutor.teach.rulings.ruling import unit
from tutor.teach.tables.tabletop import table_of
from tutor.teach.tables.tabletop_builder import HAND_NO
from tutor.teach.text.doc import Block, Gap, Heading, Item, Para, TableDrawing
from tutor.teach.text.phrases import in_words
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Collection

    from tutor.kernel.history import Record
    from tutor.kernel.seats import Seat
    from tutor.teach.practice.key_moments import KeyMoment

APART: Final = 0.25
"""The least share of deals by which a move wins more hands, for that to be told."""
MOTIVES: Final = 2
"""The most reasons that are told of one move."""


def key_moment_blocks(
    record: Record[Any], seat: Seat, seed: int, advised: Collection[int] = (), *, typed: bool = False
) -> list[Block]:
    """The key moments as blocks: the table, the move played, the better move, and why; of close calls a line each.

    `advised` are the numbers of states after which the learner had advice. Words without a choice were said for the
    learner and are not numbered, unless `typed`.
    """
    costly, doubtful, looked, left, agreed = key_moments(record, seat, seed, advised)
    even = looked - agreed - len(doubtful) if agreed and not costly else 0  # of the rest no difference is clear
    earlier = f" {say('turning.earlier', n=left)}" if left else ""
    doc: list[Block] = []
    if costly:
        doc.append(Para(say("turning.intro", n=len(costly), looked=looked) + earlier, "dim"))
    else:
        doc.append(
            Para(
                say("turning.none", n=looked, agreed=agreed, even=even, more=bool(doubtful)) + earlier,
                "good" if looked else "dim",
            )
        )
    for n, key_moment in enumerate(costly, 1):
        doc += [Gap(), *_told(key_moment, seat, n, _named(key_moment, seat, typed=typed))]
    if doubtful:
        doc += [Gap(), Para(say("turning.doubtful", n=len(doubtful), besides=bool(costly), even=even), "dim")]
    for key_moment in doubtful:
        doc += _in_a_line(key_moment, _named(key_moment, seat, typed=typed))
    return doc


def _named(key_moment: KeyMoment, seat: Seat, *, typed: bool) -> dict[str, Any]:
    """How a decision is named: the hand, the number of the move among those that the learner made in it, the move."""
    before, game = key_moment.before, key_moment.before.game
    begun = hand_begun(before, len(before.entries))
    own = 1
    for at, entry in enumerate(before.entries[begun:], begun):
        if entry.made and entry.seat == seat:
            own += typed or not forced_at(before, at)
    numbered = any(line.name in HAND_NO for line in table_of(game, before.state, seat).facts)
    hand = say("practice.sheet_hand", n=key_moment.hand, called=called_hand(game)) if numbered else ""
    return {"hand": hand, "own": own, "move": key_moment.move}


def _told(key_moment: KeyMoment, seat: Seat, n: int, named: dict[str, Any]) -> list[Block]:
    before, game, why = key_moment.before, key_moment.before.game, key_moment.why
    facts = list(dict.fromkeys(text for text in (certain(game, one) for one in why) if text))
    doc: list[Block] = [Heading(say("turning.item", n=n, **named))]
    doc.append(TableDrawing(table_of(game, before.state, seat)))
    doc += [Item(say("advice.certain_label"), " ".join(facts))] if facts else []
    seldom = key_moment.better < 2 * key_moment.worse  # then it is the average that tells
    wins = _wins(key_moment)
    counts = [*wins, *chances(key_moment)] if wins else chances(key_moment) if seldom else counted(key_moment)
    other = (one for one in why if one.role is not Role.MEAN)  # of the mean there is one figure, the cost
    motives = list(dict.fromkeys(motive(game, one) for one in other))[:MOTIVES]
    texts = [_cost(key_moment, in_all=not wins and seldom), *counts, *motives]
    doc.append(Item(say("advice.label"), " ".join(texts)))
    return list(in_words(game, doc, game.due(before.state)))


def _in_a_line(key_moment: KeyMoment, named: dict[str, Any]) -> list[Block]:
    """A close call in a line or two: the move, what would be advised, and the first reason that the cards give."""
    before, game = key_moment.before, key_moment.before.game
    sure = (one for one in key_moment.why if one.role not in (*FIGURES, Role.LEVEL) and not one.sampled)
    why = [motive(game, one) for one in islice(sure, 1)]
    rather = say("turning.rather", instead=key_moment.instead)
    line = Item(say("turning.item", n=0, **named), " ".join([rather, *why]))
    return list(in_words(game, [line], game.due(before.state)))


def _cost(key_moment: KeyMoment, *, in_all: bool) -> str:
    """What the move cost, on average; `in_all` says over how many deals."""
    by = float(key_moment.own if key_moment.own > 0 else key_moment.cost)
    before = key_moment.before
    policy = policy_of(before.game).of(before.game.due(before.state))
    won = policy.trick_reward
    return say(
        "turning.cost",
        move=key_moment.move,
        instead=key_moment.instead,
        cost=int(by) if by.is_integer() else round(by, 1 if by >= 1 else 2),
        against=key_moment.own <= 0,
        on_sheet=key_moment.on_sheet,
        in_hands=key_moment.in_hands,
        hands_more=round(50 * key_moment.cost),
        units=unit(before.game),
        deals=key_moment.deals if in_all else 0,
        bring="" if not won else "tricks" if won == 1 and not policy.card_values(before.state) else "points",
    )


def _wins(key_moment: KeyMoment) -> list[str]:
    """How many more hands the better move wins, where these are worth more than one point each."""
    more, less = key_moment.wins
    if key_moment.in_hands or not key_moment.on_sheet or more - less < APART * key_moment.deals:
        return []
    facts = {"instead": key_moment.instead, "move": key_moment.move, "deals": key_moment.deals}
    return [say("turning.wins", **facts, more=more, less=less)]
