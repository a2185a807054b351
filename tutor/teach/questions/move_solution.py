"""The solution of a question for a move: the right moves, and what is refused, with a reason for each kind."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.moves import Combo
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.ruling_rows import Row, alike, of_one_rule
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.move_lists import offered
from tutor.teach.text.sentences import sentences
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.judging import Ruling
    from tutor.kernel.moves import Move
    from tutor.teach.questions.legal_question import Legal

PAIR: Final = 2
"""So many cards may be told as any two."""
FEW: Final = 4
"""So many right moves at most are never told in short."""
NAMED: Final = 8
"""The most right moves that are named one by one whatever they are."""
KINDS: Final = 6
"""The most kinds of right moves that are told."""
MOST: Final = 2 * KINDS
"""With more kinds than these the rule is told in place of reasons."""
SPREAD: Final = 120
"""The most of very many moves that are looked at for the kinds of reasons."""
NAMED_OF_KIND: Final = 3
"""How many plays of several cards are named for each reason where they are many."""


def right_ones(rows: Legal, legal: Sequence[Ruling[Any]]) -> list[Block]:
    """The right moves: each with its reason if they are few, else what they are in short, or some of each kind."""
    called = _in_short(rows, legal) if len(legal) > FEW else ""
    if len(legal) <= NAMED and not called:
        return rows.lines(legal)
    if called:
        return [_by_rule(rows, called, legal[0])]
    looked = legal[:: -(-len(legal) // SPREAD)]
    said = words.Rulings(rows.game, rows.found)
    told = alike((r, said.text(r)) for r in looked)
    if len(told) > MOST or KINDS < len(told) == len(looked):  # nearly every one has a reason of its own
        return [_by_rule(rows, rows.called(looked, NAMED_OF_KIND), legal[0])]
    left = len(legal) - sum(len(same) for same, _ in told[:KINDS]) if len(looked) == len(legal) else 0
    more = [Para(say("question.more_right", n=left), "dim", 2)] if left else []
    return [*(rows.line(_named(rows, same), same, why) for same, why in told[:KINDS]), *more]


def _by_rule(rows: Legal, called: str, one: Ruling[Any]) -> Item:
    """A line for right moves that are `called` so, with the rule in place of a reason."""
    rule = words.rule_text(words.clause(rows.game.name, one.clause), rows.found.view.options)
    return Item(called, rule, one.clause, "yes")


def _in_short(rows: Legal, legal: Sequence[Ruling[Any]]) -> str:
    """Many right moves in a few words: any card in the hand, any two of some cards; "" if that does not name them."""
    cards = [r.cards for r in legal if r.move is not None and not r.move.word]
    if len(cards) < len(legal):
        return ""
    hand = Counter(rows.found.phase.holds(rows.found.view))
    if all(len(one) == 1 for one in cards):
        every = len(cards) > NAMED and len({r.clause for r in legal}) == 1 and Counter(one for (one,) in cards) == hand
        return say("question.any_of_hand", n=len(cards)) if every else ""
    if any(len(one) != PAIR for one in cards):
        return ""
    pairs = set(cards)
    firsts, seconds = (dict.fromkeys(one[at] for one in cards) for at in (0, 1))
    if pairs == {(a, b) for a in firsts for b in seconds} and len(firsts) > 1 and len(seconds) > 1:
        return say("question.any_of_each", first=list(firsts), second=list(seconds))
    if pairs == set(permutations(firsts, PAIR)):
        return say("question.any_two", them=list(firsts))
    return ""


def _named(rows: Legal, same: Sequence[Ruling[Any]]) -> str:
    """The moves of a row of right ones: ranges of calls, all single cards, some of many plays of several cards."""
    moves: list[Move] = [r.move for r in same if r.move is not None]
    if any(isinstance(move, Combo) or len(move.cards) > 1 for move in moves):
        return rows.called(same, 0 if len(same) <= NAMED else NAMED_OF_KIND)
    if any(move.cards for move in moves) or len(moves) <= NAMED:
        return rows.called(same)
    return offered(rows.game, rows.found.phase, rows.found.view, moves)


def refusals(
    rows: Legal, refused: Sequence[Ruling[Any]], kinds: int, most: int, tried: Sequence[str] = ()
) -> list[Block]:
    """Lines for refused moves, at most `kinds` of them about `most` moves, and how many moves are left out.

    Of very many plays of several cards a few of each kind are named: those that were `tried` first, then those of as
    many cards as right ones. What differs only in what the move is instead is said once for all.
    """
    said = words.Rulings(rows.game, rows.found)
    if len(refused) > most and any(len(r.cards) > 1 for r in refused):
        sizes = {len(r.cards) for r in rows.choices if r.legal}
        refused = sorted(refused, key=lambda r: (r.text not in tried, len(r.cards) not in sizes))
        looked = [*refused[:most], *refused[most :: -(-len(refused) // SPREAD)]]
        told = _not_told_yet(of_one_rule(alike((r, said.text(r)) for r in looked), in_turn=True))[:kinds]
        return [rows.line(rows.called(same, NAMED_OF_KIND), same, why) for same, why in told]
    told = of_one_rule(alike((r, said.text(r)) for r in refused[:most]), in_turn=False)[:kinds]
    left = len(refused) - sum(len(same) for same, _ in told)
    more = [Para(say("question.more_wrong", n=left), "dim", 2)] if left else []
    return [*rows.told_in_rows(told), *more]


def _not_told_yet(rows: list[Row]) -> list[Row]:
    """The first row, and those that say less before those that say more, but for what rows before say together."""
    out: list[Row] = []
    told: set[str] = set()
    for row in (*rows[:1], *sorted(rows[1:], key=lambda row: len(sentences(row[1])))):
        if not told.issuperset(sentences(row[1])):
            out.append(row)
        told.update(sentences(row[1]))
    return out
