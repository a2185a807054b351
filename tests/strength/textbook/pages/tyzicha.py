"""Tyzicha: what is given away, but no marriage."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from tests.strength.textbook.pages import laid_away

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.strength.textbook.pages import Page


PAGES: Final[Mapping[str, Page]] = {
    "give": partial(laid_away, married=True),
}
