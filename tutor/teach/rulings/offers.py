"""Moves that a drawn hand cannot show: bids, words and a few combinations, to be listed beside a drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.teach.text.marks import mark, unmarked
from tutor.teach.text.phrases import text_in_words
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.kernel.game import Game
    from tutor.kernel.judging import Judgement

DO: Final = "do"
SAY: Final = "say"
DONE: Final = frozenset("accept ask claim cut keep lay play redeal rob show take tap turn".split())
"""Words with which moves begin that are done, whatever is said with them."""
MOST: Final = 10
"""The most bids, or moves of several cards, that are listed."""

MOST_READ: Final = 40
"""The most candidates that are read for the verb in their words."""


class Offers(NamedTuple):
    """Moves as (text, legal) pairs, the heading above them, and how many are left out."""

    choices: tuple[tuple[str, bool], ...] = ()
    heading: str = ""
    left_out: int = 0


def verb_of(game: Game[Any], found: Judgement[Any], texts: Iterable[str]) -> str:
    """The verb for the moves `texts` of a decision: the phase's own; "do" where some moves have a verb in their words.

    These need not be among `texts`: whoever may bet or take a bet back is not asked which bets to "bet".
    """
    phase, some = found.phase, (ruling.text for ruling in found.rulings[:MOST_READ])
    said = [unmarked(text_in_words(game, mark("m", text), phase)).lower() for text in (*texts, *some)]
    if phase.verb == SAY and any(words.partition(" ")[0] in DONE for words in said):
        return DO
    return DO if any(words.startswith(f"{phase.verb} ") for words in said) else phase.verb


def offers(found: Judgement[Any]) -> Offers:
    """The moves that the drawn hand does not show: bids and words, and combinations if they are few."""
    spoken = [r for r in found.rulings if r.move is not None and (r.move.word or not r.cards)]
    combined = [r for r in found.rulings if r.move is not None and not r.move.word and len(r.cards) > 1]
    legal = [r for r in (*combined, *spoken) if r.legal]
    refused = [r for r in spoken if not r.legal]
    verb, shown = found.phase.verb, legal[:MOST]
    if len(combined) > MOST and legal:  # never leave out a pass
        words_ = [r for r in legal if r in spoken]
        shown = [*legal[: MOST - len(words_[:3])], *words_[:3]]
        shown = list(dict.fromkeys(shown))
    heading = ""
    if shown or refused:
        many = len(legal) > len(shown)
        heading = say("picture.choices_many" if many else "explain.may", verb=verb, n=len(legal))
    room = max(0, MOST - len(shown))
    out = [*((r.text, True) for r in shown), *((r.text, False) for r in refused[:room])]
    return Offers(tuple(out), heading, len(legal) - len(shown))
