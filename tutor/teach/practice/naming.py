"""The command `names`: the learner chooses names for the other players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.calls import PASS
from tutor.kernel.cards import RANK_NAMES, SUIT_NAMES, is_card, spelled
from tutor.kernel.echo import short
from tutor.kernel.seats import PLACE
from tutor.teach.conversation.commands import WORDS
from tutor.teach.text.doc import Block, Para
from tutor.teach.text.names import cleaned_names
from tutor.teach.text.people import may_be_called
from tutor.teach.text.values import capital
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.kernel.game import Game
    from tutor.teach.practice.match import Match

USUAL: Final = ("usual", "off", "reset")
"""Words that reset chosen names."""


def naming(game: Game[Any], texts: Iterable[str], others: int) -> tuple[tuple[str, ...], list[str]]:
    """The names in `texts` for `others` players, and the faults of these; words of commands are not allowed."""
    names = tuple(cleaned_names(texts))
    words = {*WORDS, *(word.lower() for phase in game.phases for word in phase.words), PASS}
    odd = [name for name in names if not may_be_called(name)]
    taken = [name for name in names if name not in odd and _means_something(name, words)]
    bad = [
        say(f"practice.{fault}", names=[say("move.quoted", words=short(name)) for name in some])
        for fault, some in (("name_bad", odd), ("name_taken", taken))
        if some
    ]
    if len({name.lower() for name in names}) < len(names):
        bad.append(say("practice.name_twice"))
    if len(names) > others:
        bad.append(say("practice.names_many", n=len(names), others=others))
    return names, bad


def _means_something(name: str, words: set[str]) -> bool:
    """Whether a name is a command, a suit, a rank, a card, or a word of the game."""
    low = name.lower()
    suits = {word for many in SUIT_NAMES.values() for word in (many, many.removesuffix("s"))}
    return low in words | suits | {*RANK_NAMES.values(), "joker", "trump", "trumps"} or is_card(spelled(name))


def names_blocks(match: Match, rest: str) -> tuple[list[Block], tuple[str, ...] | None]:
    """The reply to `names` with `rest`, and the new names; None if they are unchanged."""
    names = match.names
    others = [seat for seat in names.seats if seat != names.learner and seat in PLACE]
    if not rest:
        return [Para(say("practice.names_are", names=names))], None
    if rest.lower() in USUAL:
        return [], ()
    wanted, bad = naming(match.game, [rest], len(others))
    return [Para(f"{capital(text)}.", "warn") for text in bad], None if bad else wanted
