"""Schafkopf: what is laid away counts, and jacks, queens and diamonds are always trumps."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from tests.strength.textbook.pages import laid_away

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.strength.textbook.pages import Page


PAGES: Final[Mapping[str, Page]] = {
    "discard": partial(laid_away, trump="D", saved="T"),
}
