"""Rows of moves with the reasons for their rulings: those with the same reason share one."""

from __future__ import annotations

import re
from collections import Counter
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from tutor.teach.text.marks import mark
from tutor.teach.text.move_lists import as_held as moves_as_held
from tutor.teach.text.sentences import parted, sentences, without
from tutor.teach.text.several import of_several
from tutor.teach.text.values import ended
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.judging import Judgement, Ruling

Row: TypeAlias = "tuple[tuple[Ruling[Any], ...], str]"
"""Moves, and the one reason for all of them."""
_ODD: Final = r"\b(it|this) (are|were|do|have)\b|\b(your|a|an|the) this\b|\bit is in it\b"
"""What no move in singular is said to do."""
_INSTEAD: Final = re.compile(r"; |, not ")
"""What stands between what is wanted and what a move is instead."""
_VERB: Final = r"(?= (?:is|has|goes|does|beats|would|can|cannot|must|may)\b)"
"""What the move is the subject of."""


def as_held(game: Game[Any], found: Judgement[Any]) -> tuple[Ruling[Any], ...]:
    """The rulings on the candidates, of single cards in the order of the hand."""
    by_move = {r.move: r for r in found.rulings if r.move is not None}
    if len(by_move) < len(found.rulings):
        return found.rulings
    return tuple(by_move[move] for move in moves_as_held(game, found.phase, found.view, list(by_move)))


def alike(told: Iterable[tuple[Ruling[Any], str]]) -> list[Row]:
    """Group rulings whose sentences are equal, or equal but for the name of the move, and say them of each group."""
    return _of_each(_grouped(told))


def fewest(told: Iterable[tuple[Ruling[Any], str]], together: Callable[[Ruling[Any]], str]) -> list[Row]:
    """The same in fewer rows: one for what `together` says of several kinds of moves, or what all of them say.

    So of "You have no club, so any card will do" and the same with "; as a trump it wins so far" the first is left.
    """
    kinds: dict[tuple[str, bool, str], list[Row]] = {}
    for same, text in _grouped(told):
        kinds.setdefault((same[0].clause, same[0].legal, together(same[0]) or text), []).append((same, text))
    out: list[Row] = []
    for (*_, text), rows in kinds.items():
        row = (tuple(r for same, _ in rows for r in same), text) if len(rows) > 1 else rows[0]
        at = next((at for at, other in enumerate(out) if _goes_on(row, other) or _goes_on(other, row)), None)
        if at is None:
            out.append(row)
        else:
            out[at] = (*out[at][0], *row[0]), min(out[at][1], row[1], key=len)
    return _of_each(out)


def _of_each(rows: Iterable[Row]) -> list[Row]:
    return [(same, of_several(text, len(same))) for same, text in rows]


def _grouped(told: Iterable[tuple[Ruling[Any], str]]) -> list[Row]:
    """Rulings whose sentences are equal, or equal but for the name of the move, with what is said of one of them."""
    told = list(told)
    often = Counter(text for _, text in told)
    groups: dict[tuple[str, bool, str], list[tuple[Ruling[Any], str]]] = {}
    for ruling, text in told:
        said = text if often[text] > 1 else _nameless(ruling, text)
        groups.setdefault((ruling.clause, ruling.legal, said), []).append((ruling, text))
    out = []
    for (*_, nameless), group in groups.items():
        texts = {text for _, text in group}
        text = beside_name(*group[0]) if len(texts) == 1 else nameless
        out.append((tuple(ruling for ruling, _ in group), text))
    return out


def _goes_on(longer: Row, shorter: Row) -> bool:
    """Whether by the same rule one row says what the other says and goes on within the sentence."""
    (one, *_), (other, *_) = longer[0], shorter[0]
    start = shorter[1].removesuffix(".")
    same = (one.clause, one.legal) == (other.clause, other.legal)
    return same and start != shorter[1] and longer[1].startswith((f"{start};", f"{start},"))


def told_after(rows: Sequence[Row]) -> list[Row]:
    """The rows without the first sentence of the one before, where more than that is said."""
    out: list[Row] = []
    before = ""
    for same, text in rows:
        first, *more = parted(text)
        out.append((same, " ".join(more) if more and first == before else text))
        before = first
    return out


def of_one_rule(given: Iterable[Row], *, in_turn: bool) -> list[Row]:
    """The rows, those in one that say the same of what is wanted, and differ only in what their moves are instead.

    `It has to be a pair again; each is trips` and `It has to be a pair again; this is a straight` are one. With
    `in_turn` the first moves of each stand first.
    """
    groups: dict[tuple[str, bool, str], list[Row]] = {}
    for row in given:
        (one, *_), text = row
        groups.setdefault((one.clause, one.legal, _INSTEAD.split(text)[0]), []).append(row)
    out = []
    for (*_, wanted), rows in groups.items():
        several = [same for same, _ in rows]
        turns = zip_longest(*several) if in_turn else several
        same = tuple(ruling for turn in turns for ruling in turn if ruling is not None)
        out.append(rows[0] if len(rows) == 1 else (same, ended(wanted)))
    return out


def said_once(given: Iterable[Row]) -> list[Row]:
    """The rows in order, without sentences of rows before; one that says less than another comes before it."""
    rows: list[Row] = []
    for row in given:
        more = (at for at, longer in enumerate(rows) if _says_less(row, longer))
        rows.insert(next(more, len(rows)), row)
    out: list[Row] = []
    known: dict[str, int] = {}
    for at, (same, text) in enumerate(rows):
        left = without(text, known)
        if left != text:
            left = beside_name(same[0], left) if left else _as_before(text, known, at)
        known |= dict.fromkeys(sentences(text), at)
        out.append((same, left))
    return out


def _says_less(row: Row, longer: Row) -> bool:
    """Whether a row says by the same rule some of the sentences of another, and no others."""
    (one, *_), (other, *_) = row[0], longer[0]
    same = (one.clause, one.legal) == (other.clause, other.legal)
    return same and set(sentences(row[1])) < set(sentences(longer[1]))


def _as_before(text: str, known: Mapping[str, int], at: int) -> str:
    """What refers to the reason in the row before number `at`, if `text` is that one; else `text`, which is clearer."""
    same = all(known[one] == at - 1 for one in sentences(text))
    return say("question.same_reason") if same else text


def beside_name(ruling: Ruling[Any], text: str) -> str:
    """`text` as it stands beside the name of the move, which it does not begin with again."""
    short = text
    for named in (mark("c", ruling.text), mark("m", ruling.text), ruling.text):
        short = re.sub(f"^{re.escape(named)}{_VERB}", "It", short)
    return text if re.match(_ODD, short, re.IGNORECASE) else short


def _nameless(ruling: Ruling[Any], text: str) -> str:
    """`text` with its move replaced by "it" or "this"; unchanged where that would not be English."""
    short = beside_name(ruling, text)
    for named in (mark("c", ruling.text), mark("m", ruling.text)):
        if short.startswith(named):
            short = f"It{short.removeprefix(named)}"
        for end in (". ", ": ", "? "):
            short = short.replace(f"{end}{named}", f"{end}It")
        short = short.replace(named, "this")
    return text if re.search(_ODD, short, re.IGNORECASE) else short
