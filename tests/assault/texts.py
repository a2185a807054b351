"""Texts that mean no good, shared by all parts: control and invisible characters, far too long, nearly right."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

CONTROLS: Final = (
    "\x1b]0;own\x07",
    "\x1b[2J",
    "\x1b[31m",
    "\x9b31m",
    "\x07",
    "\x08",
    "\x7f",
    "\r",
    "\u202e",
    "\u2066",
    "\u200b",
    "\u200f",
    "\u2028",
    "\ufeff",
    "\u00ad",
    "\u2060",
    "\U000e0041",
    "\ufff9",
    "\u0085",
    "\ud800",
    "\udcff",
)
"""What a terminal obeys, what turns a line round, and what nobody sees."""
SLIPS: Final = (
    "",
    "-",
    "--",
    "---",
    "=",
    ",",
    ",,",
    "+",
    ".",
    "..",
    "/",
    ":",
    "'",
    '"',
    "\\",
    "%s",
    "{}",
    "{{7*7}}",
    "{%x%}",
    "$(id)",
    "`id`",
    "*",
    "?",
    "\t",
    "\n",
    "None",
    "nan",
    "inf",
    "-1",
    "0",
    "1e400",
    "٣",
    "²",
    "\uff19",
    "99999999999999999999",
    "true",
    "null",
    "[]",
    '{"a":1}',
    '{"hand":["KH"]}',
    "[[[[[[",
    "__class__",
    "__import__('os')",
    "banana",
    "P0",
    "P1",
    "P9",
    "P1+P3",
    "hand",
    "hand.",
    ".P1",
    "hand.P1.P2",
    "AS",
    "as",
    "SA",
    "10H",
    "X1",
    "♠A",
    "AS,AS",
    "AS,,KH",
    "AS+KH",
    "AS KH",
    "ÀS",
)
"""Words that are wrong in most places, and right in some."""


def anything() -> st.SearchStrategy[str]:
    """Any text at all, control characters and lone halves of characters too."""
    signs = st.characters(exclude_categories=[], exclude_characters="\x00")
    return st.text(signs, max_size=30)


def hostile() -> st.SearchStrategy[str]:
    """A text that means no good: a slip, a control character in a word, a word a thousand times, anything at all."""
    spiked = st.builds("{0}{1}{2}".format, st.sampled_from(SLIPS), st.sampled_from(CONTROLS), st.sampled_from(SLIPS))
    long = st.builds(lambda word, n: (word or "x") * n, st.sampled_from(SLIPS), st.integers(2, 3_000))
    return st.one_of(st.sampled_from(SLIPS), spiked, long.map(lambda text: text[:12_000]), anything())
