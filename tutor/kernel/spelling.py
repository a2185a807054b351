"""What a misspelt word may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

SAME_THING: Final = (
    ("before", "score", "scores", "total", "totals"),
    ("trick", "table", "plays"),
    ("hand", "cards"),
    ("bids", "calls", "auction"),
    ("upcard", "turned"),
    ("declarer", "declarers", "bidder", "landlord", "alone"),
    ("contract", "bid", "game"),
    ("won", "taken", "captured"),
    ("deal", "hand_no", "played"),
)
"""Words that games have for the same field of a position, and others that players would write for it."""


def nearest(word: str, known: Iterable[str], alike: float = 0.6) -> str:
    """The one of `known` that is spelt most like `word`; "" if none is `alike` enough, from 0 to 1."""
    from difflib import get_close_matches  # most runs meet no misspelt word

    return next(iter(get_close_matches(word, list(known), n=1, cutoff=alike)), "")


def same_thing(word: str, known: Iterable[str]) -> str:
    """The one of `known` that stands for the same thing as the field `word` of other games; "" if none does."""
    there = list(known)
    return next((name for group in SAME_THING if word in group for name in group if name in there), "")
