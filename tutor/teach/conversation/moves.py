"""Read moves as people type them: in canonical text (`6no`), in words ("6 no trumps"), or as cards in any form.

The reader serves all games: it compares the input with the words of every candidate, so whatever is shown can be typed.
Case, articles, commas and the like are ignored.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.calls import CallKind
from tutor.kernel.cards import RANKS, SUIT_NAMES, is_card, lacking
from tutor.kernel.duties import narrow
from tutor.kernel.moves import Combo
from tutor.kernel.phase import Phase, Unreadable
from tutor.kernel.seats import PLACE, Seat
from tutor.kernel.view_types import RankedTrickView
from tutor.teach.conversation.named_cards import with_letters
from tutor.teach.conversation.session import Word
from tutor.teach.conversation.typed_plays import TIMES, plays_named, ranks_from_to
from tutor.teach.conversation.typed_words import (
    ASIDE,
    FACES,
    RANK,
    RANKS_ALONE,
    are_cards,
    cards_in_words,
    rank_of,
    tokens,
    without_verb,
)
from tutor.teach.text.marks import unmarked
from tutor.teach.text.people import seated
from tutor.teach.text.phrases import parsed, phrase
from tutor.teach.text.words import TemplateError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tutor.kernel.game import Game
    from tutor.kernel.moves import Move

MOST: Final = 2_000
"""The most candidates that are compared with the input."""
LONGEST: Final = 200
"""The most characters of a line that may name a move."""
LONG: Final = 3
"""The fewest letters of a single word that may stand for the move in whose words it is."""
JOKER: Final = "JOKER"
TRUMPS: Final = "TRUMPS"
_ANSWERS: Final = {
    "yes": ("accept",),
    "call": ("accept",),
    "no": ("reject", "decline", "pass", "silent"),
    "fold": ("reject", "decline", "pass"),
    "none": ("pass", "keep"),
    "0": ("pass",),
    **dict.fromkeys(("let pass", "let go", "let be", "leave", "ignore", "nothing"), ("silent", "pass", "keep", "stay")),
}
"""The moves that an answer to the question, in its significant words, stands for where there is just one of them."""
_DENIALS: Final = frozenset({"no", "not", "nothing", "none", "without"})
_THE: Final = re.compile(r"^\s*(?:the|my)\s", re.IGNORECASE)


def meant(game: Game[Any], phase: Phase[Any, Any], view: Any, line: str) -> str:
    """The canonical text of the move that `line` means; `line` itself if it names none."""
    if _THE.match(line) and (found := named(game, phase, view, line, begun=True)):
        return found
    try:
        move = phase.read(view, line)
    except Unreadable:
        known = named(game, phase, view, line) or named(game, phase, view, line, begun=True)
        known = known or _by_cards(phase, view, cards_in_words(game, line).split(), held=False)
        other = line if known else with_letters(game, phase, view, line)
        if other != line and _reads(phase, view, found := meant(game, phase, view, other)):
            return found
        return known or _THE.sub("", line, count=1)
    if not lacking(phase.holds(view), move.cards) or move in _candidates(phase, view):
        return line
    return named(game, phase, view, line) or line


def _reads(phase: Phase[Any, Any], view: Any, text: str) -> bool:
    """Whether `text` can be read as a move."""
    try:
        phase.read(view, text)
    except Unreadable:
        return False
    return True


def named(game: Game[Any], phase: Phase[Any, Any], view: Any, line: str, *, begun: bool = False) -> str:
    """The move whose words are `line`, with `begun` the only one that begins with them or has them all; "" if none."""
    if len(line) > LONGEST or phase.actor(view) is None:
        return ""
    typed = _jokers_named(phase, view, tokens(game, line))
    plain = _plain(phase, typed)
    may, all_ = tuple(islice(phase.candidates(view), MOST)) if begun else (), _candidates(phase, view)
    return (
        _only(_plays(game, phase, view, line, plain))
        or (_by_cards(phase, view, ranks_from_to(line), held=False) if phase.pack.suitless else "")
        or (_by_part(phase, view, typed) if begun and _THE.match(line) else "")  # "the three" is a card and no number
        or _by_words(game, phase, view, typed, all_)
        or _by_words(game, phase, view, typed, may, begun=True)
        or _by_cards(phase, view, typed)
        or (_by_cards(phase, view, plain) if plain != typed else "")
        or _by_ranks(phase, view, plain, line)
        or (_by_part(phase, view, plain) if begun else "")  # "heart" is a card to play, before a meld that is in hearts
        or (_by_words(game, phase, view, typed, all_, begun=True) if begun else "")
        or _by_answer(phase, view, typed)
        or _by_answer(phase, view, plain)
    )


def could_be(game: Game[Any], phase: Phase[Any, Any], view: Any, line: str) -> tuple[Move, ...]:
    """The plays that `line` names, the moves of a single card of its rank or suit ("a", "the king"), or with cards."""
    if len(line) > LONGEST or phase.actor(view) is None:
        return ()
    plain = _plain(phase, _jokers_named(phase, view, tokens(game, with_letters(game, phase, view, line))))
    more = [move for move in _candidates(phase, view) if move.word and move.cards]
    legal = narrow(phase.duties(view), view, more).legal
    said = [(move, {*tokens(game, unmarked(phrase(game, phase, move)))}) for move in legal]
    return (
        (*_plays(game, phase, view, line, plain),)
        or (*of_ranks(_candidates(phase, view), plain, line),)
        or (*_of_part(phase, view, plain),)
        or tuple(m for m, words in said if plain and words.union(SUIT_NAMES[c.suit] for c in m.cards) >= {*plain})
    )


def _plays(game: Game[Any], phase: Phase[Any, Any], view: Any, line: str, typed: list[str]) -> list[Combo]:
    """The plays of several cards that `line` names, if possible legal ones."""
    moves = [move for move in _candidates(phase, view) if isinstance(move, Combo) and len(move.cards) > 1]
    if not moves:
        return []
    legal = [move for move in narrow(phase.duties(view), view, moves).legal if isinstance(move, Combo)]
    return plays_named(game, legal, line, typed) or plays_named(game, moves, line, typed)


def _jokers_named(phase: Phase[Any, Any], view: Any, typed: list[str]) -> list[str]:
    """`typed` with "joker" as the only one that may be meant, and "jokers" as all of them."""
    held = list(dict.fromkeys(c.text for c in phase.holds(view) if c.joker))
    known = {"joker": held if len(held) == 1 else [], "jokers": held}
    return [name for word in typed for name in known.get(word) or [word] if word != "both" or "jokers" not in typed]


def seats_named(line: str, names: Mapping[Seat, str]) -> str:
    """A move with names of players replaced by seats: `left:4H`, or "give the 4 of hearts to Left"."""
    found = seated(line, names)
    if found != line:
        return found
    for seat, name in names.items():
        if name and seat in PLACE:
            line = re.sub(rf"\bto {re.escape(name)}\b", f"to {seat}", line, flags=re.IGNORECASE)
    return line


def typed_word(game: Game[Any], phase: Phase[Any, Any], text: str) -> Word:
    """The entry for completion of a move's text, with its meaning unless that is obvious."""
    try:
        said = " ".join(unmarked(phrase(game, phase, parsed(game, text))).split())
    except TemplateError:  # an incomplete move
        said = ""
    return Word(text, said if said.lower() != text.lower() else "")


# -- by the words of the moves there are -------------------------------------------------------------------


def _candidates(phase: Phase[Any, Any], view: Any) -> tuple[Move, ...]:
    """The candidates, then whatever else may be named."""
    if phase.actor(view) is None:
        return ()
    return tuple(dict.fromkeys(islice(chain(phase.candidates(view), phase.nameable(view)), MOST)))


def _by_words(
    game: Game[Any],
    phase: Phase[Any, Any],
    view: Any,
    typed: list[str],
    moves: tuple[Move, ...],
    *,
    begun: bool = False,
) -> str:
    if len(moves) > LONGEST:  # only moves with the typed cards can be meant
        cards = sorted(token for token in typed if token[:1].isupper() or token[:1].isdigit())
        moves = tuple([move for move in moves if not move.cards or sorted(c.text for c in move.cards) == cards])
    said = [(move, tokens(game, unmarked(phrase(game, phase, move)))) for move in moves]
    plain = _plain(phase, typed)
    tests: list[Callable[[list[str]], bool]] = [
        lambda words: words == typed,
        lambda words: _plain(phase, words) == plain,
        lambda words: sorted(words) == sorted(typed),
    ]
    if begun:
        tests.append(lambda words: _plain(phase, words)[: len(plain)] == plain and not _short_of_cards(plain, words))
        tests.append(lambda words: _among(plain, words) and not _short_of_cards(plain, words))
        tests.append(lambda words: _with_ranks(plain, words))
    for test in tests:
        fitting = [move for move, words in said if typed and test(words)]
        found = _only_legal(phase, view, fitting) if begun else _only(fitting)
        if found:
            return found
    return ""


def _short_of_cards(typed: list[str], words: list[str]) -> bool:
    """Whether some of the cards in `words` were typed, but not all: a pair is not meant by one of its cards."""
    given = sum(map(are_cards, typed))
    return 0 < given < sum(map(are_cards, words))


def _with_ranks(typed: list[str], words: list[str]) -> bool:
    """Whether `typed` is `words` with ranks alone for some of the cards ("6 with the spinado")."""
    return len(typed) == len(words) and all(
        one == word or (are_cards(word) and FACES.get(one, rank_of(one)) == word[0])
        for one, word in zip(typed, words, strict=True)
    )


def _among(typed: list[str], words: list[str]) -> bool:
    """Whether the words typed, two or a long one, are all among `words`, which say "no" no more often than they do."""
    left = Counter(words) - Counter(typed)
    return (
        (len(typed) > 1 or len("".join(typed)) >= LONG)
        and left.total() == len(words) - len(typed)
        and not left.keys() & _DENIALS
    )


def _plain(phase: Phase[Any, Any], words: list[str]) -> list[str]:
    return without_verb(words, phase.verb)


def _only(moves: Iterable[Move]) -> str:
    """The text of the only move; "" if there are none or several."""
    found = list(dict.fromkeys(move.text for move in islice(moves, 2)))
    return found[0] if len(found) == 1 else ""


def _only_legal(phase: Phase[Any, Any], view: Any, moves: list[Move]) -> str:
    """The text of the only move, or of the only one of several that may be made; "" if there is none."""
    return _only(moves) or _only(narrow(phase.duties(view), view, moves).legal)


def _by_cards(phase: Phase[Any, Any], view: Any, typed: list[str], *, held: bool = True) -> str:
    """The move of exactly these cards, all of them `held` by whoever is to act, or else any."""
    text = "+".join(typed)
    try:
        move = phase.read(view, text)
    except Unreadable:
        return ""
    return move.text if move.cards and not (held and lacking(phase.holds(view), move.cards)) else ""


def _by_ranks(phase: Phase[Any, Any], view: Any, typed: list[str], line: str) -> str:
    """A combination by its ranks alone (`55`, "pair of fives"), if only one fits; without suits also one not held."""
    wanted = _ranks_alone(typed, line)
    loose = len(wanted) > 1 and phase.pack.suitless and len(line.split()) == 1
    return _only(of_ranks(_candidates(phase, view), typed, line)) or (
        _by_cards(phase, view, wanted, held=False) if loose else ""
    )


def _ranks_alone(typed: list[str], line: str) -> list[str]:
    """The ranks of several cards that `line` gives without suits; empty if it says anything else."""
    if len(typed) == 2 and typed[0] in TIMES and (typed[1] in RANKS or typed[1] in FACES):
        return [FACES.get(typed[1], typed[1])] * TIMES[typed[0]]
    low = re.sub(r"[\s,+]+", "", line.lower())
    return [rank_of(one) for one in re.findall(RANK, low)] if RANKS_ALONE.fullmatch(low) else []


def of_ranks(moves: Iterable[Move], typed: list[str], line: str) -> list[Move]:
    """Those of the `moves` of several cards that have exactly the ranks that `line` gives without suits."""
    wanted = sorted(_ranks_alone(typed, line))
    return [move for move in moves if len(wanted) > 1 and sorted(c.rank for c in move.cards) == wanted]


def _by_part(phase: Phase[Any, Any], view: Any, typed: list[str]) -> str:
    """The single card of this rank or suit, trump or joker ("ten", "the heart"), if only one fits or may be played."""
    return _only_legal(phase, view, _of_part(phase, view, typed))


def _of_part(phase: Phase[Any, Any], view: Any, typed: list[str]) -> list[Move]:
    """The moves of a single card of this rank or suit, of trumps or jokers; the calls for a card of this suit."""
    parts = [FACES.get(word, word.upper()) for word in typed if word not in ASIDE]
    trump = TRUMPS in parts
    if len(parts) == 2 and trump:  # "the nine of trumps", "trump it with the nine"
        parts.remove(TRUMPS)
    part = parts[0] if len(parts) == 1 else ""
    suit = next((letter for letter, name in SUIT_NAMES.items() if name.upper() == part), "")
    if not part or (part not in (*RANKS, JOKER, TRUMPS) and not suit):
        return []
    moves = _candidates(phase, view)
    calls = [move for move in moves if not move.cards and is_card(move.text) and move.text[-1] == suit]
    singles = [move for move in moves if len(move.cards) == 1 and not move.word]
    held = [(move, move.cards[0]) for move in singles]
    if trump:
        held = [(move, c) for move, c in held if isinstance(view, RankedTrickView) and view.is_trump(c)]
    if part == TRUMPS:
        return [move for move, _ in held]
    if suit:
        suits = view.order.suit if isinstance(view, RankedTrickView) else {}
        return calls or [move for move, c in held if suits.get(c, c.suit) == suit]  # the left bower is no diamond
    return [move for move, c in held if (c.joker and part == JOKER) or c.rank == part]


def _by_answer(phase: Phase[Any, Any], view: Any, typed: list[str]) -> str:
    """The move that "yes", "no" and the like stand for; "" if several could be meant."""
    said = " ".join(typed)
    words, moves = _ANSWERS.get(said, ()), _candidates(phase, view)
    found = _only(move for move in moves if words and move.word in words and not move.cards)
    passes = {move: phase.meaning(move.word).kind is CallKind.PASS for move in moves if not move.cards}
    if found or said not in ("yes", "no") or len(moves) != 2 or sorted(passes.values()) != [False, True]:
        return found
    return _only(move for move, passing in passes.items() if passing is (said == "no"))
