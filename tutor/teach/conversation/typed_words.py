"""Words as they are typed and shown, made comparable: cards in any form as `KH`, numbers in figures, no articles."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import RANK_NAMES, RANKS, SUIT_NAMES
from tutor.teach.text.cards import card_names
from tutor.teach.text.values import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.game import Game

_DROPPED: Final = frozenset("a an the of my your in with for at to and i we please it is on".split())
_VERBS: Final = frozenset(
    "play bid bet call say name choose declare announce lead make raise take throw discard draw ruff trump".split()
)
_SAME: Final = {name.removesuffix("s"): name for name in SUIT_NAMES.values()} | {
    "trump": "trumps",
    "trick": "tricks",
    "card": "cards",
    "notrump": "no trumps",
    "notrumps": "no trumps",
    "nt": "no trumps",
    "without": "no",
    "colour": "color",
    **{f"{RANK_NAMES[rank]}s": RANK_NAMES[rank] for rank in "AKQJ"},
}
_NUMBERS: Final = {word: str(n) for n, word in enumerate(NUMBERS) if n}
ASIDE: Final = frozenset("low lower lowest small smaller smallest high higher highest another alone only just".split())
"""Words beside the rank or suit of a card that do not tell which one it is."""
SUITS_NAMED: Final = frozenset(SUIT_NAMES.values())
FACES: Final = {**{RANK_NAMES[rank]: rank for rank in "AKQJ"}, "10": "T"}
_FILLED: Final = re.compile(
    r"^\s*(?:(?:ok|okay|well|so|then)\b,?\s*)*(?:(?:i['’]ll|i will|i['’]d like to|i want to|let me|let['’]s)\s+)?"
    r"|,?\s+(?:then|now|please)\W*$"
)
"""How a sentence begins and ends around a move: "I'll … then"."""
_SYMBOLS: Final = str.maketrans("♠♥♦♣♤♡♢♧", "shdcshdc", "\ufe0e\ufe0f")
_CARD: Final = r"(?:10|[2-9akqjt])[shdc]|x[12]"
_CARDS: Final = re.compile(rf"(?:{_CARD})+")
RANK: Final = r"10|[2-9akqjt]"
RANKS_ALONE: Final = re.compile(rf"(?:{RANK})+")
_APART: Final = (
    (re.compile(rf"(?<![\w'’])({RANK})\s+(?:of\s+)?([shdc])(?![\w'’])"), r"\1\2"),
    (re.compile(rf"(?<![\w'’])([shdc])\s+({RANK})(?![\w'’])"), r"\2\1"),
)
"""A rank and the letter of a suit as two words, in either order, and how the card is written."""


def tokens(game: Game[Any], text: str) -> list[str]:
    """The significant words of `text`, normalized: cards as `KH`, numbers as digits, suits in the plural."""
    low = _FILLED.sub("", text.lower().translate(_SYMBOLS))
    low = re.sub(r"(?<=[a-z]) \(x[12]\)", "", low)  # "red joker (X1)", as it is shown
    for letters, names in card_names(game).items():
        for name in names:
            low = re.sub(rf"\b{re.escape(name)}\b", letters.lower(), low)
    for apart, card in _APART:
        low = apart.sub(card, low)
    words = re.findall(r"[a-z0-9]+", re.sub(r"(\d)(nt|no)\b", r"\1 \2", low))
    words = _joined([part for word in words for part in _SAME.get(word, word).split()])
    out: list[str] = []
    for word, after in zip_longest(words, words[1:], fillvalue=""):
        if _CARDS.fullmatch(word):
            out += [rank_of(one[:-1]) + one[-1].upper() if one[0] != "x" else one.upper() for one in _cut(word)]
        elif game.pack.suitless and _rank(word) and not (word == "a" and after and not _rank(after)):
            out.append(_rank(word))  # unless it is an article, as in "four of a kind"
        elif game.pack.suitless and RANKS_ALONE.fullmatch(word) and word != "a":
            out += [rank_of(one) for one in re.findall(RANK, word)]
        elif word not in _DROPPED or (word == "a" and not after):  # at the end it is an ace
            out.append(_number(word))
    return out


def _joined(words: list[str]) -> list[str]:
    """`words` with those that name a card, rank or suit first, made one: `7s`."""
    out: list[str] = []
    at = 0
    while at < len(words):
        word, of = words[at], words[at + 1 : at + 2] == ["of"]
        other = next(iter(words[at + 1 + of : at + 2 + of]), "")
        if other in SUITS_NAMED and _rank(word) and (of or word != "a"):  # "a spade" is not an ace
            word, at = _rank(word).lower() + other[0], at + 1 + of
        elif word in SUITS_NAMED and _rank(other) and not of and _ends_card(words[at + 1 :]):  # "spade 7"
            word, at = _rank(other).lower() + word[0], at + 1
        out.append(word)
        at += 1
    return out


def _rank(word: str) -> str:
    """The rank that a word names, in letters; "" if it names none."""
    rank = FACES.get(_number(word), _number(word).upper())
    return rank if len(rank) == 1 and rank in RANKS else ""


def _ends_card(words: Sequence[str]) -> bool:
    """Whether the rank with which `words` begin belongs to the suit before it, and not to one that follows."""
    if words[1:2] == ["of"] or (words[0] == "a" and len(words) > 1):
        return False
    return not SUITS_NAMED.intersection(words[1:2]) or any(map(_rank, words[2:3]))


def _cut(word: str) -> list[str]:
    return re.findall(_CARD, word)


def rank_of(text: str) -> str:
    """A rank in letters: `10` and `t` are `T`."""
    return "T" if text == "10" else text.upper()


def _number(word: str) -> str:
    """`five` and `fives` as `5`."""
    return _NUMBERS.get(word) or _NUMBERS.get(word.removesuffix("s")) or _NUMBERS.get(word.removesuffix("es")) or word


def without_verb(words: list[str], verb: str) -> list[str]:
    """`words` without an optional verb, `verb` or another: "bid 3" is "3", "give back 7S" is "7S"."""
    own = [word for word in verb.split() if word not in _DROPPED]
    said = len(own) if words[: len(own)] == own else int(words[:1] != [] and words[0] in _VERBS)
    return words[said:] if len(words) > said else words


def cards_in_words(game: Game[Any], line: str) -> str:
    """The cards that `line` names and nothing else ("the five of spades": `5S`), separated by blanks; else ""."""
    found = tokens(game, line)
    return " ".join(found) if found and all(map(are_cards, found)) else ""


def rank_alone(game: Game[Any], line: str) -> str:
    """The rank that `line` names and nothing else ("the king", `5`); "" if it names none, or more."""
    found = tokens(game, line)
    rank = FACES.get(found[0], found[0].upper()) if len(found) == 1 else ""
    return rank if rank in RANKS else ""


def are_cards(token: str) -> bool:
    """Whether a word is a card, or several."""
    return _CARDS.fullmatch(token.lower().replace("t", "10")) is not None
