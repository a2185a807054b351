"""What a misspelt word may have meant."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, known: Iterable[str], alike: float = 0.6) -> str:
    """The one of `known` that is spelt most like `word`; "" if none is `alike` enough, from 0 to 1."""
    from difflib import get_close_matches  # most runs meet no misspelt word

    return next(iter(get_close_matches(word, list(known), n=1, cutoff=alike)), "")
