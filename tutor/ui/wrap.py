"""Lines of styled text: breaking them at a width in cells, and painting them.

A style is the numbers of an ANSI sequence (`"1;31"`), `""` for none. A run is a text and its style.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from tutor.teach.text.marks import NO_BREAK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Run: TypeAlias = tuple[str, str]
Line: TypeAlias = list[Run]

_BREAK_AFTER = f"{NO_BREAK}+,./-=:_"
ONE_CELL = re.compile(r"[ -~\u00a0-\u00ac\u00ae-\u017f‐-…←-⇿─-╿♠-♧✓✗−≠≤≥]*")
"""Matches text of one-cell characters only, which is nearly all text."""
_RANK = re.compile(r"10|[2-9AKQJ]")
_LAST_RANK = re.compile(r"(?:10|[2-9AKQJ])[.,;:)]*")
SUIT_SIGNS = ("♠", "♥", "♦", "♣")
FACTORS = ("×", "÷")
"""Signs that stay with the numbers before and after them."""
ROW = 4
"""This many ranks side by side are an order of cards."""
_NUMBER = re.compile(r"[+−-]?\d[\d.,/]*(?<![.,])")
_NUMBER_ENDED = re.compile(r"[+−-]?\d[\d.,/]*[.,;:?!)\"]*")
_COUNTED = re.compile(r"(?!with$)[^\W\d_]|\([^\W\d_]")
"""How a word begins of which a number before it says how many, or what that is."""
_NUMBERED = frozenset({"trick", "hand", "deal", "round", "coup", "slot"})
"""Words whose number is a name, whatever follows it: `trick 1 costs a point`."""
_COUNTING = re.compile(r"[^\W\d_]|[=×÷+−♠♥♦♣-]")
"""The end of a word that a number belongs to which is not followed by such a word."""


def cells(text: str) -> int:
    """The width of `text` on a screen: wide characters count two, combining ones and controls nothing."""
    return len(text) if ONE_CELL.fullmatch(text) else sum(map(_cell, text))


@cache
def _cell(one: str) -> int:
    if ONE_CELL.fullmatch(one):
        return 1
    from wcwidth import wcwidth  # it takes 50 ms to load

    return max(0, wcwidth(one))


def length(line: Line) -> int:
    """The width of a line."""
    return sum(cells(text) for text, _ in line)


def word_length(line: Line) -> int:
    """The width of the longest word of a line."""
    return max((length(word) for word in _words(line) if word), default=0)


def wrapped(runs: Iterable[Run], width: int) -> list[Line]:
    """`runs` as lines of at most `width` cells, broken at blanks; a newline in the text always breaks."""
    out: list[Line] = []
    line: Line = []
    used = 0
    for word in _kept_together(list(_words(runs)), width):
        if word is None:
            out.append(line)
            line, used = [], 0
            continue
        needed = length(word)
        if line and used + 1 + needed > width:
            out.append(line)
            line, used = [], 0
        if needed > width:
            *full, word = _chopped(word, width)
            out += full
            needed = length(word)
        if line:
            _add(line, " ", line[-1][1] if line[-1][1] == word[0][1] else "")
            used += 1
        for text, style in word:
            _add(line, text, style)
        used += needed
    return [*out, line] if line or not out else out


def broken_after(line: Line, mark: str, width: int) -> Line:
    """The line with blanks that break it only after `mark`, where the parts between fit into `width`."""
    parts: list[Line] = [[]]
    for text, style in line:
        first, *more = re.split(f"(?<={re.escape(mark)}) ", text)
        parts[-1].append((first, style))
        parts += [[(piece, style)] for piece in more]
    out: Line = []
    for at, part in enumerate(parts):
        out += [(" ", part[0][1])] if at else []
        out += [(text.replace(" ", NO_BREAK), style) for text, style in part] if length(part) <= width else part
    return out


def painted(line: Line, *, colour: bool) -> str:
    """The line as text, with ANSI sequences if `colour`; no blanks at its end."""
    text = "".join(text for text, _ in line).replace(NO_BREAK, " ")
    bare = text.rstrip()
    if not colour:
        return bare
    out, left = [], len(bare)
    for text, style in line:
        shown = text.replace(NO_BREAK, " ")[:left]
        left -= len(shown)
        if shown:
            out.append(f"\x1b[{style}m{shown}\x1b[0m" if style and shown.strip() else shown)
    return "".join(out)


def flat(line: Line) -> Line:
    """The same without line breaks of its own."""
    return [(text.replace("\n", " "), style) for text, style in line]


def joined(style: str, more: str) -> str:
    """Combine two styles; where they conflict, `more` wins."""
    return ";".join(dict.fromkeys(part for part in f"{style};{more}".split(";") if part))


def _add(line: Line, text: str, style: str) -> None:
    if line and line[-1][1] == style:
        line[-1] = (line[-1][0] + text, style)
    else:
        line.append((text, style))


def _words(runs: Iterable[Run]) -> Iterator[Line | None]:
    """Words as lines of their own (a word may change its style inside), None where the text itself breaks the line."""
    word: Line = []
    for text, style in runs:
        for part in re.split("([ \t\r\n]+)", text):
            if not part:
                continue
            if part[0] in " \t\r\n":
                if word:
                    yield word
                    word = []
                yield from [None] * part.count("\n")
            else:
                word.append((part, style))
    if word:
        yield word


def _kept_together(words: list[Line | None], width: int) -> Iterator[Line | None]:
    """The words, some joined as far as `width` allows: an order of cards; a number and what it counts."""
    texts = ["".join(text for text, _ in word) if word is not None else "" for word in words]
    joins = [at > 0 and _belong(texts, at) for at in range(len(texts))]
    _join_rows(texts, joins)
    done: Line | None = None
    for word, joins_before in zip(words, joins, strict=True):
        if joins_before and done and word is not None and length(done) + 1 + length(word) <= width:
            _add(done, NO_BREAK, done[-1][1] if done[-1][1] == word[0][1] else "")
            for text, style in word:
                _add(done, text, style)
            continue
        yield from (done,) if done else ()
        done = None if word is None else [*word]
        if word is None:
            yield None
    yield from (done,) if done else ()


def _belong(texts: list[str], at: int) -> bool:
    """Whether the words before and after a blank are a number and what it counts, or the other way round."""
    before, after = texts[at - 1], texts[at]
    if before in _NUMBERED and _NUMBER_ENDED.fullmatch(after):
        return True
    if _NUMBER.fullmatch(before.removeprefix("(")):
        if after in FACTORS:
            return True
        return _COUNTED.match(after) is not None and (at < 2 or texts[at - 2] not in _NUMBERED)
    if not _NUMBER_ENDED.fullmatch(after) or not _COUNTING.fullmatch(before[-1:]):
        return False
    if before in FACTORS:
        return True
    return not (_NUMBER.fullmatch(after) and _COUNTED.match(texts[at + 1] if at + 1 < len(texts) else ""))


def _join_rows(texts: list[str], joins: list[bool]) -> None:
    """Join `ROW` or more ranks side by side, with the suit before them, but no number or word."""
    start = 0
    while start < len(texts):
        end = start
        while end < len(texts) and _RANK.fullmatch(texts[end].removeprefix("(") if end == start else texts[end]):
            end += 1
        last = end < len(texts) and _LAST_RANK.fullmatch(texts[end]) is not None
        if end + last - start >= ROW:
            joins[start] = start > 0 and texts[start - 1] in SUIT_SIGNS
            joins[start + 1 : end + last] = [True] * (end + last - start - 1)
            joins[end + last : end + last + 1] = [False] * len(joins[end + last : end + last + 1])
        start = max(end, start + 1)


def _chopped(word: Line, width: int) -> Iterator[Line]:
    """A word too long for any line, in pieces: cut late after a no-break space, `+`, comma or dot, else anywhere."""
    left = [(one, style) for text, style in word for one in text]
    start = 0
    while start < len(left):
        end, used = start, 0
        while end < len(left) and used + _cell(left[end][0]) <= width:
            used += _cell(left[end][0])
            end += 1
        end = max(end, start + 1)
        if end < len(left):
            end = next((at for at in range(end, (start + end) // 2, -1) if left[at - 1][0] in _BREAK_AFTER), end)
        line: Line = []
        for one, style in left[start:end]:
            _add(line, one, style)
        yield line
        start = end
