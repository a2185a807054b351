"""What is said of a move that cannot be read: which of several it may mean, what is not held, what may be said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.echo import short
from tutor.kernel.view_types import HandView
from tutor.teach.conversation.moves import could_be
from tutor.teach.conversation.typed_words import rank_alone
from tutor.teach.text.marks import mark, unmarked
from tutor.teach.text.move_lists import offered
from tutor.teach.text.phrases import phrase
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.cards import Card
    from tutor.kernel.game import Game
    from tutor.kernel.judging import Judgement, Ruling
    from tutor.kernel.moves import Move

SAY: Final = "say "
"""How the note of an unreadable move begins that only lists what may be said."""
MOST_PLAYS: Final = 4
"""The most plays of several cards that are listed to choose from."""
MOST_SAID: Final = 8
"""The most moves that are offered to somebody whose words cannot be read; of more, one of each kind."""


def unread_text(game: Game[Any], found: Judgement[Any], ruling: Ruling[Any]) -> str:
    """What can be said, for a move that could not be read where moves are words alone, or for a word; else "".

    Where the candidates follow from the hand, whatever else may be named is told with them, or what the phase says.
    """
    moves = [one.move for one in found.rulings if one.move]
    if not moves:
        return ""
    several = could_be(game, found.phase, found.view, ruling.text)
    if any(move.word for move in several) and (found.phase.wanted or len(several) > MOST_PLAYS):
        several = ()
    hand = found.view.hand if isinstance(found.view, HandView) else ()
    if len(several) > 1:
        return _which(several, hand)
    if not any(move.cards for move in moves):
        return _sayable(game, found, ruling, moves)
    rank = rank_alone(game, ruling.text)
    if rank and hand and rank not in {card.rank for card in hand}:
        return say("ruling.no_rank", ranks=say("working.ranks", rank=rank))
    return _no_word(found, ruling, moves) if ruling.text.replace(" ", "").isalpha() else ""


def _which(several: Sequence[Move], hand: Sequence[Card]) -> str:
    """Which moves the words may mean."""
    cards = [move.card for move in several if len(move.cards) == 1 and not move.word]
    held, many = bool(cards) and {*cards} <= {*hand}, not cards and len(several) > MOST_PLAYS
    return say("ruling.which_card", them=cards or several, held=held, more=many, n=len(several))


def _sayable(game: Game[Any], found: Judgement[Any], ruling: Ruling[Any], candidates: Sequence[Move]) -> str:
    """What may be said where all moves are words; "" if a note about what else may be named tells more."""
    more = tuple(found.phase.nameable(found.view))
    if more and not ruling.note.startswith(SAY):
        return ""
    moves = list(dict.fromkeys((*candidates, *more)))
    typed = next((m for m in moves if not m.text.isalnum() or unmarked(phrase(game, found.phase, m)) != m.text), None)
    kinds = {move.word.partition(":")[0]: move for move in reversed(moves)}
    some = len(kinds) < len(moves) > MOST_SAID
    return say(
        "ruling.sayable",
        text=short(ruling.text),
        title=found.phase.titled(found.view),
        them=offered(game, found.phase, found.view, [*reversed(kinds.values())] if some else moves),
        note="" if ruling.note.startswith(SAY) else ruling.note,
        some=some,
        typed=typed.text if typed else "",
        words=phrase(game, found.phase, typed) if typed else "",
    )


def _no_word(found: Judgement[Any], ruling: Ruling[Any], moves: Sequence[Move]) -> str:
    """What may be said besides playing cards, or where no card is legal."""
    cards = any(one.legal and one.cards for one in found.rulings)
    calls = [mark("m", move.text) for move in moves if not move.cards and move in found.legal]
    order = [card.text for card in found.phase.pack.order if not card.joker]
    together = all(len(move.cards) > 1 for move in moves if move.cards)
    them = " ".join((order[0], order[-1])) if together else (order[0], order[-1])
    facts = {
        "calls": calls,
        "cards": cards,
        "together": together,
        "them": them,
        "wanted": found.phase.asked_for(found.view),
    }
    return say("ruling.no_word", text=short(ruling.text), title=found.phase.titled(found.view), **facts)
