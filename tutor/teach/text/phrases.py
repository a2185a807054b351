"""Moves in the words of players: `6no` is "6 no trumps", `discard:AS+QS` "lay away A♠ Q♠".

The words of a game are in the table `[move]` of its rulebook, shared ones in `templates/move.j2`. Sentences mark a move
by its canonical text (see `doc`); `in_words` replaces that by words once the game is known. So JSON and records have
the text, and people read the words.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import RANKS, SUITS, UnknownCard
from tutor.kernel.moves import Combo, Move
from tutor.teach.rulebooks.rulebook import BadRulebook, rulebook
from tutor.teach.text.cards import introduced
from tutor.teach.text.doc import Block, rewritten
from tutor.teach.text.marks import bound, mark, replaced, split
from tutor.teach.text.values import capital
from tutor.teach.text.words import TemplateError, has_block, say, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tutor.kernel.game import Game
    from tutor.kernel.phase import Phase

USUAL: Final = "usual"
SEVERAL: Final = 2
"""So many cards have an order."""
_ANYWHERE: Final = frozenset({*SUITS, "-"})
"""Words that name trumps in many games."""
_OF_WORDS: Final = r"\b(word|rest|text)\b"
_OF_ALL: Final = r"\b(text|cards|given)\b"
_WORD: Final = re.compile("[a-z]{2}")
_VERB: Final = r" (is|are|was|would|looks|came|wins|takes|brings|spares|counts|does|did|may|leaves|rids|rather|won't)\b"
_OBJECT: Final = r"(?i)\b(not|after|than|ahead of|as good as|goes on with|leaves|forbids|about) $"
_SENTENCE_END: Final = r"[.!?]\s+$"


def phrase(game: Game[Any], phase: Phase[Any, Any] | None, move: Move) -> str:
    """The words for `move`, with its cards marked; without a phase, those used anywhere in the game."""
    own = _table(game.name).get(phase.name, "") if phase else ""
    if not move.word and (not own or (re.search(_OF_WORDS, own) and not re.search(_OF_ALL, own))):
        return _cards(_as_told(game, phase, move))
    return _phrase(game, phase.name if phase else "", _as_told(game, phase, move))


def _as_told(game: Game[Any], phase: Phase[Any, Any] | None, move: Move) -> Move:
    """The move with its cards as hands are sorted, where their order means nothing."""
    if phase is None or phase.ordered or len(move.cards) < SEVERAL or isinstance(move, Combo):
        return move
    return Move(move.word, game.arranged(move.cards))


def said(game: Game[Any], phase: Phase[Any, Any] | None, text: str) -> str:
    """The words for the move with the canonical text `text`."""
    return phrase(game, phase, parsed(game, text))


def parsed(game: Game[Any], text: str) -> Move:
    """The move with the canonical text `text`: a word, a colon, cards."""
    word, _, named = text.rpartition(":")
    tokens = named.split("+")
    if all(token in RANKS or not token for token in tokens) and not game.pack.suitless:
        return Move(text)
    try:
        return Move(word, tuple(game.pack.read(token) for token in tokens))
    except UnknownCard:
        return Move(text)


def in_words(game: Game[Any], blocks: Iterable[Block], phase: Phase[Any, Any] | None = None) -> tuple[Block, ...]:
    """`blocks` with every move in words, as used in `phase` if that is given."""
    return rewritten(blocks, lambda text: text_in_words(game, text, phase))


def worded(game: Game[Any], blocks: Iterable[Block], phase: Phase[Any, Any] | None = None) -> tuple[Block, ...]:
    """A document as people read it: moves in words, odd cards by name."""
    return introduced(game, in_words(game, blocks, phase))


def text_in_words(game: Game[Any], marked: str, phase: Phase[Any, Any] | None) -> str:
    """The `marked` text with every move in words, its cards kept together; quoted before verbs and "rather"."""

    def put(text: str, before: str, after: str) -> str:
        words = bound(said(game, phase, text))
        if not _WORD.search("".join([value for kind, value in split(words) if not kind])):
            return words  # only cards and numbers
        verb = re.match(_VERB, after)
        if (not before.strip() and (verb or after[:1] in {".", ":"})) or re.search(_SENTENCE_END, before):
            words = capital(words)
        called = verb or (re.search(_OBJECT, before) and not words[:1].isdigit())  # a bid of a number is read as one
        return say("move.quoted", words=words) if called else words

    return replaced(marked, "m", put)


@lru_cache(maxsize=4096)
def _phrase(game: Game[Any], phase: str, move: Move) -> str:
    word, *rest = move.text.split(":") if move.word else [""]
    facts: dict[str, Any] = {
        "word": word,
        "rest": rest,
        "text": move.text,
        "cards": _cards(move),
        "given": move.cards,
        "phase": phase,
    }
    own = _own(game, phase, word, move)
    if own:
        return _sentence(own, facts)
    if word == move.text and has_block(f"move.{word}"):
        return say(f"move.{word}")
    for name in (phase,) if phase else _calling(game) if not (move.cards or move.text in _ANYWHERE) else ():
        if name in _table(game.name):
            return _sentence(_table(game.name)[name], facts)
    return say(f"move.{USUAL}", **facts)


def _own(game: Game[Any], phase: str, word: str, move: Move) -> str:
    """The rulebook's words for `word`; for a word shared by games only if the phase is known."""
    if not word:
        return ""
    table = _table(game.name)
    shared = not phase and word not in table and word == move.text and has_block(f"move.{word}")
    phases = [phase] if phase else [] if shared else [one.name for one in game.phases]
    keys = (*(f"{name}.{word}" for name in phases), word) if phase else (word, *(f"{name}.{word}" for name in phases))
    return next((table[key] for key in keys if key in table), "")


@cache
def _calling(game: Game[Any]) -> tuple[str, ...]:
    """The phases in which moves are words, by the entries of the rulebook."""
    table = _table(game.name)
    return tuple(phase.name for phase in game.phases if re.search(_OF_WORDS, table.get(phase.name, "")))


def _sentence(source: str, facts: Mapping[str, Any]) -> str:
    """The rulebook's sentence with `facts`; the default words for an incomplete move, which lacks some facts."""
    try:
        return sentence(source, facts)
    except TemplateError:
        return say(f"move.{USUAL}", **facts)


def _cards(move: Move) -> str:
    return " ".join([mark("c", c.text) for c in move.cards])


def _table(game: str) -> Mapping[str, str]:
    try:
        return rulebook(game).move
    except BadRulebook:  # `tutor check` reports it
        return {}
